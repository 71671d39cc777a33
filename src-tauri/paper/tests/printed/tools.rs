//! The programs that look at what was printed, and the second decoder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use rxing::common::HybridBinarizer;
use rxing::multi::{GenericMultipleBarcodeReader, MultipleBarcodeReader};
use rxing::{BarcodeFormat, BinaryBitmap, DecodeHints, Luma8LuminanceSource, MultiFormatReader};

/// Writes a document to a file of its own, and returns the file.
pub fn keep(name: &str, document: &paper::Document) -> PathBuf {
    let bytes = paper::pdf(document).unwrap_or_else(|error| panic!("{name}: {error}"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("paper-{name}.pdf"));
    std::fs::write(&file, bytes).unwrap();
    file
}

/// Runs a program and returns what it says.
fn run(program: &str, arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(program).args(arguments).output().unwrap_or_else(|error| {
        panic!("{program} is not there ({error}). Install it with: cargo xtask setup")
    });
    let told = String::from_utf8_lossy(&output.stderr);
    // zbarimg and dmtxread end so when a page holds no code; that is for the test to judge.
    let is_empty = matches!(program, "zbarimg" | "dmtxread") && told.lines().count() < 4;
    assert!(output.status.success() || is_empty, "{program} {arguments:?}: {told}");
    output.stdout
}

/// Whether the file is whole, as `qpdf` sees it.
pub fn check(file: &Path) {
    let told = run("qpdf", &["--check", file.to_str().unwrap()]);
    let told = String::from_utf8_lossy(&told);
    assert!(told.contains("No syntax or stream encoding errors found"), "{told}");
}

/// The text of a document, line by line.
pub fn text(file: &Path) -> String {
    String::from_utf8(run("pdftotext", &["-layout", file.to_str().unwrap(), "-"])).unwrap()
}

/// The text of a document, in the order in which it is drawn.
pub fn drawn_text(file: &Path) -> String {
    String::from_utf8(run("pdftotext", &["-raw", file.to_str().unwrap(), "-"])).unwrap()
}

/// What a document says of itself.
pub fn info(file: &Path) -> String {
    String::from_utf8(run("pdfinfo", &[file.to_str().unwrap()])).unwrap()
}

/// The tree of a document, a tag on a line.
pub fn tags(file: &Path) -> String {
    String::from_utf8(run("pdfinfo", &["-struct", file.to_str().unwrap()])).unwrap()
}

/// The fonts of a document: each embedded and a part of its whole.
pub fn fonts(file: &Path) -> Vec<String> {
    let told = String::from_utf8(run("pdffonts", &[file.to_str().unwrap()])).unwrap();
    told.lines().skip(2).map(str::to_owned).collect()
}

/// A page as a picture: width, height, lightness.
pub struct Picture {
    pub file: PathBuf,
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

/// The pages of a document as pictures with so many points in an inch.
pub fn pictures(file: &Path, resolution: usize) -> Vec<Picture> {
    let folder = tempfile::tempdir().unwrap().keep();
    let start = folder.join("page");
    let resolution = resolution.to_string();
    let arguments = ["-gray", "-r", &resolution, file.to_str().unwrap(), start.to_str().unwrap()];
    run("pdftoppm", &arguments);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(picture).collect()
}

fn picture(file: PathBuf) -> Picture {
    let bytes = std::fs::read(&file).unwrap();
    let mut numbers = Vec::new();
    let mut at = 0;
    while numbers.len() < 4 {
        let end = at + bytes[at..].iter().position(u8::is_ascii_whitespace).unwrap();
        numbers.push(String::from_utf8_lossy(&bytes[at..end]).into_owned());
        at = end + 1;
    }
    assert_eq!(numbers[0], "P5");
    let [width, height] = [1, 2].map(|at: usize| numbers[at].parse().unwrap());
    Picture { file, width, height, pixels: bytes[at..].to_vec() }
}

impl Picture {
    /// How much of the page is dark, of 1.
    pub fn ink(&self) -> f64 {
        let dark: f64 = self.pixels.iter().map(|light| f64::from(255 - light) / 255.0).sum();
        dark / self.pixels.len() as f64
    }

    /// Whether anything is drawn within so many parts of a hundred of an edge.
    pub fn touches_edges(&self, percent: usize) -> bool {
        let (x, y) = (self.width * percent / 100, self.height * percent / 100);
        let is_edge = |at: usize| {
            let (column, row) = (at % self.width, at / self.width);
            column < x || column >= self.width - x || row < y || row >= self.height - y
        };
        self.pixels.iter().enumerate().any(|(at, light)| *light < 250 && is_edge(at))
    }
}

impl Picture {
    /// The page cut along its hairlines: a row of a list each, as a scanner sees it.
    pub fn rows(&self) -> Vec<Self> {
        let lines: Vec<&[u8]> = self.pixels.chunks(self.width).collect();
        let is_rule =
            |line: &[u8]| line.iter().filter(|light| **light < 250).count() * 10 > self.width * 7;
        let mut cuts: Vec<usize> = (0..self.height).filter(|at| is_rule(lines[*at])).collect();
        cuts.insert(0, 0);
        cuts.push(self.height);
        let bands = cuts.windows(2).filter(|cut| cut[1] > cut[0] + 20);
        let band = |(at, cut): (usize, &[usize])| {
            let pixels = self.pixels[(cut[0] + 1) * self.width..cut[1] * self.width].to_vec();
            let height = pixels.len() / self.width;
            let file = self.file.with_extension(format!("{at}.pgm"));
            let head = format!("P5\n{} {height}\n255\n", self.width);
            std::fs::write(&file, [head.as_bytes(), &pixels].concat()).unwrap();
            Self { file, width: self.width, height, pixels }
        };
        bands.enumerate().map(band).collect()
    }
}

impl Drop for Picture {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.file);
        // The folder goes with its last picture.
        let _ = self.file.parent().map(std::fs::remove_dir);
    }
}

/// What zbar reads of a page: Code 128 and QR.
pub fn zbar(picture: &Picture) -> BTreeSet<String> {
    zbar_of(picture, &["-Scode128.enable", "-Sqrcode.enable"])
}

/// What a scanner with a laser reads of a page: Code 128 alone.
pub fn zbar_bars(picture: &Picture) -> BTreeSet<String> {
    zbar_of(picture, &["-Scode128.enable"])
}

fn zbar_of(picture: &Picture, kinds: &[&str]) -> BTreeSet<String> {
    let begin = ["--quiet", "--nodbus", "--raw", "-Sdisable"];
    let arguments = [&begin[..], kinds, &[picture.file.to_str().unwrap()]].concat();
    let told = String::from_utf8_lossy(&run("zbarimg", &arguments)).into_owned();
    told.lines().map(str::to_owned).collect()
}

/// What libdmtx reads of a page: Data Matrix. FNC1 is a group separator.
pub fn dmtx(picture: &Picture) -> BTreeSet<String> {
    let arguments =
        ["--newline", "--gs1=29", "--milliseconds=8000", picture.file.to_str().unwrap()];
    let told = String::from_utf8_lossy(&run("dmtxread", &arguments)).into_owned();
    told.lines().map(str::to_owned).collect()
}

/// What rxing reads of a page: Code 128, QR and Data Matrix.
pub fn rxing(picture: &Picture) -> BTreeSet<String> {
    look(picture, false)
}

/// The same, looking at more lines of the picture, which takes long.
pub fn rxing_closely(picture: &Picture) -> BTreeSet<String> {
    look(picture, true)
}

fn look(picture: &Picture, closely: bool) -> BTreeSet<String> {
    let source = Luma8LuminanceSource::new(
        picture.pixels.clone(),
        picture.width as u32,
        picture.height as u32,
    )
    .unwrap();
    let mut bitmap = BinaryBitmap::new(HybridBinarizer::new(source));
    let hints = DecodeHints {
        PossibleFormats: Some(
            [BarcodeFormat::CODE_128, BarcodeFormat::QR_CODE, BarcodeFormat::DATA_MATRIX].into(),
        ),
        TryHarder: Some(closely),
        ..DecodeHints::default()
    };
    let mut reader = GenericMultipleBarcodeReader::new(MultiFormatReader::default());
    let found = reader.decode_multiple_with_hints(&mut bitmap, &hints).unwrap_or_default();
    found.iter().map(|it| it.getText().to_owned()).collect()
}
