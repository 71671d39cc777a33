use std::collections::BTreeSet;

use tauri::test::{MockRuntime, mock_builder, mock_context, noop_assets};
use tempfile::TempDir;

use super::*;

fn settings(theme: &str) -> Settings {
    serde_json::from_value(json!({ "theme": theme, "language": "fr", "text_size": 150 })).unwrap()
}

fn file(theme: &str) -> Vec<u8> {
    let value = serde_json::to_value(settings(theme)).unwrap();
    serialize(&HashMap::from([(KEY.to_owned(), value)])).unwrap()
}

/// The settings in a file as the program reads them.
fn read(path: &Path) -> Option<Settings> {
    let values = deserialize(&fs::read(path).ok()?).ok()?;
    serde_json::from_value(values.get(KEY)?.clone()).ok()
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    (folder, path)
}

/// The shell's settings without a window, over one file after another.
struct Shell(tauri::App<MockRuntime>);

impl Shell {
    fn new() -> Self {
        let builder = mock_builder().plugin(tauri_plugin_store::Builder::new().build());
        Self(builder.build(mock_context(noop_assets())).unwrap())
    }

    fn open(&self, folder: &Path) -> SettingsFile<MockRuntime> {
        SettingsFile::open(self.0.handle(), folder).unwrap()
    }
}

/// Opens settings over this file and this last good copy, and asserts that nothing was reset
/// without a word and nothing was thrown away.
fn assert_they_come_back(shell: &Shell, torn: &[u8], what: &str) {
    let (folder, path) = folder();
    private::replace(&last_good(&path), &file("dark")).unwrap();
    fs::write(&path, torn).unwrap();
    let opened = shell.open(folder.path());
    assert_eq!(opened.read(), settings("dark"), "{what}");
    let told = opened.torn().unwrap_or_else(|| panic!("{what}: nobody was told"));
    assert!(told.restored, "{what}");
    assert_eq!(fs::read(folder.path().join(told.kept_as)).unwrap(), torn, "{what}");
}

#[test]
fn r_d10_a_file_torn_at_every_byte_gives_way_to_the_last_good_copy_and_is_told() {
    let (shell, whole) = (Shell::new(), file("dark"));
    for length in 0..whole.len() {
        assert_they_come_back(&shell, &whole[..length], &format!("cut after {length} bytes"));
        // A file that was made longer before it was written, and the power went.
        let mut zeros = whole[..length].to_vec();
        zeros.resize(whole.len(), 0);
        assert_they_come_back(&shell, &zeros, &format!("zeros after {length} bytes"));
    }
}

#[test]
fn r_d10_a_byte_changed_anywhere_never_changes_a_setting() {
    let (shell, whole) = (Shell::new(), file("dark"));
    for place in 0..whole.len() {
        for flip in [0x01, 0x20, 0xff] {
            let mut torn = whole.clone();
            torn[place] ^= flip;
            match deserialize(&torn) {
                // The version, or a space between two values: nothing was lost.
                Ok(_) => {
                    let (folder, path) = folder();
                    fs::write(&path, &torn).unwrap();
                    assert_eq!(shell.open(folder.path()).read(), settings("dark"), "byte {place}");
                }
                Err(_) => assert_they_come_back(&shell, &torn, &format!("byte {place}")),
            }
        }
    }
}

/// A save is: the copy's new file, its name, the plugin's file from its first byte to its last.
/// Whatever stands there when the program is killed, the settings are the old or the new ones.
#[test]
fn r_d10_a_save_killed_at_every_byte_leaves_the_old_or_the_new_settings() {
    let (old, new) = (file("light"), file("dark"));
    let mut seen = BTreeSet::new();
    let mut killed = |copy_new: Option<usize>, copy: &[u8], own: &[u8]| {
        let (_folder, path) = folder();
        if let Some(length) = copy_new {
            let name = path.with_file_name(".settings.last-good.json.0123456789abcdef.new");
            fs::write(name, &new[..length]).unwrap();
        }
        fs::write(last_good(&path), copy).unwrap();
        fs::write(&path, own).unwrap();
        let torn = mend(&path).unwrap();
        let found = read(&path).expect("settings are there");
        let theme = found.theme;
        assert!(found == settings("light") || found == settings("dark"), "{found:?}");
        assert_eq!(torn.is_some(), own != old && own != new, "told when torn, and then alone");
        seen.insert(format!("{theme:?}"));
    };
    for length in 0..=new.len() {
        killed(Some(length), &old, &old);
        killed(None, &new, &new[..length]);
    }
    killed(None, &new, &old);
    assert_eq!(seen.len(), 2, "both happened");
}

#[test]
fn r_d10_with_no_good_copy_left_the_defaults_come_and_both_are_kept() {
    let shell = Shell::new();
    let (folder, path) = folder();
    let whole = file("dark");
    fs::write(&path, &whole[..20]).unwrap();
    fs::write(last_good(&path), &whole[..30]).unwrap();
    let opened = shell.open(folder.path());
    let told = opened.torn().unwrap();
    assert_eq!((opened.read(), told.restored), (Settings::default(), false));
    assert_eq!(fs::read(folder.path().join(told.kept_as)).unwrap(), whole[..20]);
    assert_eq!(fs::read(last_good(&path)).unwrap(), whole[..30]);
    assert!(!path.exists());
}

#[test]
fn every_torn_file_is_kept_up_to_a_number() {
    let (folder, path) = folder();
    for round in 0..KEPT + 2 {
        fs::write(&path, round.to_string()).unwrap();
        mend(&path).unwrap();
    }
    let kept = |number: u32| fs::read_to_string(path.with_extension(format!("torn-{number}.json")));
    assert_eq!(kept(1).unwrap(), "0");
    assert_eq!(kept(KEPT).unwrap(), (KEPT + 1).to_string(), "the last one makes room");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), KEPT as usize);
}

#[test]
fn a_good_file_stays_as_it_is_and_a_missing_one_is_no_fault() {
    let (_folder, path) = folder();
    assert_eq!(mend(&path).unwrap(), None);
    assert!(!path.exists());
    fs::write(&path, file("light")).unwrap();
    private::replace(&last_good(&path), &file("dark")).unwrap();
    assert_eq!(mend(&path).unwrap(), None);
    assert_eq!(fs::read(&path).unwrap(), file("light"));
}

#[test]
fn what_was_written_is_read_at_the_next_start() {
    let (folder, path) = folder();
    Shell::new().open(folder.path()).write(&settings("dark")).unwrap();
    let next = Shell::new().open(folder.path());
    assert_eq!((next.read(), next.torn()), (settings("dark"), None));
    assert_eq!(read(&last_good(&path)), Some(settings("dark")));
}
