//! The fonts of the system: which files there are, and which of them is likely to draw a script.
//! Files are chosen by their names first, for a system may have thousands, and opening all of them
//! would take longer than printing.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use unicode_script::Script;

use crate::fonts::face::Face;

/// No more files are opened for a script.
const TRIED: usize = 24;

/// Folders in folders are followed so deep.
const DEPTH: usize = 6;

/// Beginnings of the names of files that are good for a script, in lower case, the best first.
fn preferred(script: Script) -> &'static [&'static str] {
    match script {
        Script::Arabic => &[
            "notosansarabic",
            "notonaskharabic",
            "segoeui.",
            "geezapro",
            "dejavusans.",
            "tahoma.",
            "arial.",
        ],
        Script::Hebrew => &["notosanshebrew", "segoeui.", "arialhb", "dejavusans.", "arial."],
        Script::Thai => {
            &["notosansthai", "leelawui", "leelaui", "thonburi", "loma", "garuda", "tahoma."]
        }
        Script::Han => &[
            "notosanscjk",
            "notosanssc",
            "notosanshans",
            "sourcehansans",
            "msyh",
            "pingfang",
            "hiragino sans gb",
            "wqy-",
            "droidsansfallback",
            "simsun",
            "stheiti",
        ],
        Script::Hiragana | Script::Katakana => &[
            "notosanscjk",
            "notosansjp",
            "yugothr",
            "meiryo",
            "hiragino sans",
            "hiraginosans",
            "ipag",
            "droidsansfallback",
            "msgothic",
        ],
        Script::Hangul => &[
            "notosanscjk",
            "notosanskr",
            "malgun.",
            "applesdgothicneo",
            "nanumgothic",
            "droidsansfallback",
        ],
        Script::Devanagari => {
            &["notosansdevanagari", "nirmala", "devanagari sangam", "lohit-devanagari"]
        }
        Script::Bengali => &["notosansbengali", "nirmala", "bangla sangam", "lohit-bengali"],
        Script::Tamil => &["notosanstamil", "nirmala", "tamil sangam", "lohit-tamil"],
        Script::Ethiopic => &["notosansethiopic", "ebrima", "kefa", "abyssinica"],
        Script::Khmer => &["notosanskhmer", "leelawui", "khmerui", "khmer sangam"],
        Script::Lao => &["notosanslao", "leelawui", "laoui", "lao sangam"],
        Script::Myanmar => &["notosansmyanmar", "mmrtext", "myanmar sangam", "padauk"],
        Script::Georgian | Script::Armenian => &["notosans", "sylfaen", "segoeui.", "dejavusans."],
        _ => &[],
    }
}

/// Files that draw much, whatever the script.
const BROAD: [&str; 14] = [
    "notosans-regular",
    "notosanssymbols",
    "notosansmath",
    "dejavusans.",
    "segoeui.",
    "seguisym",
    "arialuni",
    "arial unicode",
    "freesans.",
    "freeserif.",
    "unifont",
    "droidsansfallback",
    "notosanscjk",
    "code2000",
];

/// The files of fonts on this system; listed once for a document, when one is needed, and each opened
/// once.
pub struct SystemFonts {
    /// Name in lower case, path.
    files: Vec<(String, PathBuf)>,
    likely: HashMap<(Script, bool), Vec<PathBuf>>,
    opened: HashMap<PathBuf, Vec<Rc<Face>>>,
}

impl SystemFonts {
    /// Looks where the system and the user keep fonts.
    pub fn list() -> Self {
        let mut files = Vec::new();
        for folder in folders() {
            walk(&folder, DEPTH, &mut files);
        }
        files.sort();
        Self { files, likely: HashMap::new(), opened: HashMap::new() }
    }

    /// A font that draws a character, or none. A bold one is looked for first where it is wished.
    pub fn find(&mut self, letter: char, script: Script, is_bold: bool) -> Option<Rc<Face>> {
        let files = &self.files;
        let likely =
            self.likely.entry((script, is_bold)).or_insert_with(|| likely(files, script, is_bold));
        for path in likely {
            let faces = self.opened.entry(path.clone()).or_insert_with(|| open(path));
            if let Some(face) = faces.iter().find(|face| face.has(letter)) {
                return Some(Rc::clone(face));
            }
        }
        None
    }
}

/// The files that are tried for a script, the likeliest first.
fn likely(files: &[(String, PathBuf)], script: Script, is_bold: bool) -> Vec<PathBuf> {
    let mut ranked: Vec<(usize, &PathBuf)> = files
        .iter()
        .filter_map(|(name, path)| Some((rank(name, script, is_bold)?, path)))
        .collect();
    ranked.sort();
    ranked.into_iter().take(TRIED).map(|(_, path)| path.clone()).collect()
}

/// How likely a file is the one: lower is better, `None` for one that is not tried.
fn rank(name: &str, script: Script, is_bold: bool) -> Option<usize> {
    // Slanted, narrow, heavy and decorated cuts are not what a list is set in.
    let unfit = [
        "italic",
        "oblique",
        "black",
        "heavy",
        "thin",
        "light",
        "condensed",
        "serif",
        "mono",
        "emoji",
        "looped",
    ];
    let penalty = unfit.iter().filter(|word| name.contains(*word)).count() * 1000
        + if name.contains("bold") == is_bold { 0 } else { 500 };
    let known = preferred(script);
    if let Some(at) = known.iter().position(|start| name.starts_with(start)) {
        return Some(at + penalty);
    }
    let spoken = script.full_name().to_lowercase().replace(['_', ' '], "");
    let is_one = !matches!(script, Script::Common | Script::Inherited | Script::Unknown);
    if is_one && name.contains(&spoken) {
        return Some(100 + penalty);
    }
    BROAD.iter().position(|start| name.starts_with(start)).map(|at| 200 + at + penalty)
}

/// The fonts of a file; several can be in one.
fn open(path: &Path) -> Vec<Rc<Face>> {
    let Ok(bytes) = std::fs::read(path) else { return Vec::new() };
    let bytes = Arc::new(bytes);
    let several = bytes.starts_with(b"ttcf");
    let indices = if several { 0..8 } else { 0..1 };
    indices.map_while(|index| Face::of_system(Arc::clone(&bytes), index).map(Rc::new)).collect()
}

fn folders() -> Vec<PathBuf> {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let under_home = |path: &str| home.as_ref().map(|home| home.join(path));
    let of_windows = |variable: &str, path: &str| {
        std::env::var_os(variable).map(|folder| PathBuf::from(folder).join(path))
    };
    let mut all: Vec<PathBuf> =
        ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"]
            .map(PathBuf::from)
            .to_vec();
    all.extend(
        [
            under_home(".local/share/fonts"),
            under_home(".fonts"),
            under_home("Library/Fonts"),
            of_windows("WINDIR", "Fonts"),
            of_windows("LOCALAPPDATA", "Microsoft\\Windows\\Fonts"),
        ]
        .into_iter()
        .flatten(),
    );
    all
}

fn walk(folder: &Path, depth: usize, files: &mut Vec<(String, PathBuf)>) {
    let Some(below) = depth.checked_sub(1) else { return };
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().to_lowercase();
        if path.is_dir() {
            walk(&path, below, files);
        } else if [".ttf", ".otf", ".ttc", ".otc"].iter().any(|ending| name.ends_with(ending)) {
            files.push((name, path));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_cut_of_the_script_comes_first() {
        let names = [
            "dejavusans.ttf",
            "notosansthai-bold.ttf",
            "notosansthai-regular.ttf",
            "notoserifthai-regular.ttf",
            "comic.ttf",
        ];
        let mut ranked: Vec<_> = names
            .iter()
            .filter_map(|name| Some((rank(name, Script::Thai, false)?, *name)))
            .collect();
        ranked.sort_unstable();
        let order: Vec<_> = ranked.into_iter().map(|(_, name)| name).collect();
        let expected = [
            "notosansthai-regular.ttf",
            "dejavusans.ttf",
            "notosansthai-bold.ttf",
            "notoserifthai-regular.ttf",
        ];
        assert_eq!(order, expected);
    }
}
