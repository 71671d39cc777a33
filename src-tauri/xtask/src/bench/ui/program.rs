//! The rows that need the whole program: its window on a large warehouse, driven as its own page does
//! (P-14, P-15, P-20, P-21, pasting), by keys (P-16), and started anew (P-01). The peers of P-14 and P-15 run in the same
//! window over the same records; opening and typing are measured without the warehouse.

use serde_json::{Value, json};

use super::build::{Pages, Programs};
use super::figures::{Pair, Row, Series, Sheet};
use super::service::{LARGEST, Warehouse};
use super::start;
use super::wanted::Wanted;
use super::window::{ENTER, Window, number, numbers};
use super::{inbox, walks};
use crate::system::display::Screen;
use crate::system::outcome::Outcome;
use crate::system::project::Project;

/// The first sample user, the password of all of them, the movement of 2,000 lines.
const USER: &str = "aokafor";
const PASSWORD: &str = "practice";

const SHORT: &str = "Fifty lines, to be opened";
const PASTED: &str = "A thousand lines, to be pasted";
const LINES_PASTED: u32 = 1_000;
const LINES_CHANGED: u32 = 20;
/// The first row whose quantity is typed: those before it are revised, substituted or canceled.
const FIRST_TYPED: u32 = 8;
/// Rows typed in one after the other, one key for the quantity and one to enter it: all on screen.
const ROWS_TYPED: u32 = 10;

/// Measures what is wanted of them.
pub fn measure(
    project: &Project,
    screen: &Screen,
    pages: &Pages,
    programs: &Programs,
    wanted: &Wanted,
    sheet: &mut Sheet,
) -> Outcome {
    let warehouse = Warehouse::start(&programs.practice)?;
    let (data, other) = (Folder::new("")?, Folder::new("-other")?);
    let arguments = ["--server", &warehouse.base, "--data", &data.0];
    let signed_in_at = |data: &Folder| {
        let arguments = ["--server", &warehouse.base, "--data", &data.0];
        let window = Window::program(screen, &programs.window, &arguments)?;
        window.put(&pages.script("app")?)?;
        println!("▸ Signing in, and reading everything");
        window.ask("begin", json!([warehouse.base, USER, PASSWORD]))?;
        Outcome::Ok(window)
    };
    let signed_in = || signed_in_at(&data);
    if wanted.has("P-01") {
        // The lists are kept from then on, and one folder is for one program.
        drop(signed_in()?);
        start::measure(project, programs, &arguments, sheet)?;
        if wanted.rows == ["P-01"] {
            return Ok(());
        }
    }
    let window = signed_in()?;
    if wanted.has("P-14") {
        sort_and_filter(&window, sheet)?;
    }
    if wanted.has("P-15") {
        type_ahead(&window, sheet)?;
    }
    let largest = window.ask("named", json!([LARGEST]))?;
    if wanted.has("P-20") {
        bytes_sent(&window, &warehouse, &largest, sheet)?;
    }
    if wanted.has("paste") {
        paste(&window, &largest, sheet)?;
    }
    if wanted.any(&["desk", "scan"]) {
        walks::measure(screen, pages, &window, &largest, wanted, sheet)?;
    }
    if wanted.has("inbox") {
        inbox::measure(&window, &signed_in_at(&other)?, sheet)?;
    }
    if wanted.any(&["P-16", "P-21"]) {
        window.ask("make", json!([largest, SHORT, 50]))?;
        for name in [LARGEST, SHORT] {
            // Once while the service answers: then its lines are known.
            window.ask("look", json!([name]))?;
            window.ask("open", json!([name]))?;
        }
        // From here on everything comes from this computer.
        drop(warehouse);
        opened_and_typed(screen, pages, &window, wanted, sheet)?;
    }
    Ok(())
}

fn sort_and_filter(window: &Window, sheet: &mut Sheet) -> Outcome {
    println!("\n▸ Sorting and filtering 100,000 products");
    for (what, said) in [("sort", "Sorting 100,000 rows"), ("filter", "Filtering 100,000 rows")] {
        let mut pair = Pair::default();
        for turn in 0..=sheet.samples() {
            let told = window.ask("table", json!([what, turn]))?;
            if turn > 0 {
                pair.ours.add(number(&told["ours"])?);
                pair.peer.add(number(&told["peer"])?);
            }
        }
        sheet.add(Row::of("P-14", &format!("{said}, against a JS array"), &pair, 0.4));
    }
    Ok(())
}

fn type_ahead(window: &Window, sheet: &mut Sheet) -> Outcome {
    println!("\n▸ Finding products while they are typed");
    let mut pair = Pair::default();
    for sample in 0..=sheet.samples() {
        let told = window.ask("keys", json!([]))?;
        if sample > 0 {
            pair.ours.add(Series::from(numbers(&told["ours"])?).at(0.95));
            pair.peer.add(Series::from(numbers(&told["peer"])?).at(0.95));
        }
    }
    sheet.add(Row::of("P-15", "Type-ahead over 100,000 products, p95 of a key", &pair, 0.5));
    Ok(())
}

fn bytes_sent(
    window: &Window,
    warehouse: &Warehouse,
    largest: &Value,
    sheet: &mut Sheet,
) -> Outcome {
    println!("\n▸ Sending {LINES_CHANGED} changes of a movement with 2,000 lines");
    let (before, writes) = warehouse.written()?;
    let told = window.ask("send", json!([largest, LINES_CHANGED]))?;
    let (after, all_writes) = warehouse.written()?;
    if all_writes == writes {
        return Err("Nothing was sent.".into());
    }
    println!("    {} lines, {} requests", told["lines"], all_writes - writes);
    #[allow(clippy::cast_precision_loss)] // some thousand bytes
    let ours = Series::from(vec![(after - before) as f64]);
    let pair = Pair { ours, peer: vec![number(&told["bytes"])?].into() };
    let what = "Bytes sent for 20 changes of 2,000 lines, against header and changed lines";
    sheet.add(Row { unit: "bytes", ..Row::of("P-20", what, &pair, 1.1) });
    Ok(())
}

fn paste(window: &Window, largest: &Value, sheet: &mut Sheet) -> Outcome {
    println!("\n▸ Pasting {LINES_PASTED} rows");
    let movement = window.ask("make", json!([largest, PASTED, 0]))?;
    let mut took = Series::default();
    for sample in 0..=sheet.samples() {
        let one = window.number("paste", json!([movement, LINES_PASTED]))?;
        if sample > 0 {
            took.add(one);
        }
    }
    sheet.add(Row::figure("paste", "Pasting 1,000 rows, checked and kept", &took));
    Ok(())
}

fn opened_and_typed(
    screen: &Screen,
    pages: &Pages,
    window: &Window,
    wanted: &Wanted,
    sheet: &mut Sheet,
) -> Outcome {
    if wanted.has("P-21") {
        println!("\n▸ Opening movements from this computer");
        let mut pair = Pair::default();
        for sample in 0..=sheet.samples() {
            for (name, series) in [(LARGEST, &mut pair.ours), (SHORT, &mut pair.peer)] {
                window.ask("look", json!([name]))?;
                let took = window.number("open", json!([name]))?;
                if sample > 0 {
                    series.add(took);
                }
            }
        }
        sheet.add(Row::of("P-21", "Opening 2,000 lines, against 50", &pair, 1.5));
    }
    if wanted.has("P-16") {
        println!("\n▸ Typing quantities in 2,000 lines");
        let site = pages.serve_peer("inputs")?;
        let peer = Window::browser(screen, &site.address)?;
        window.ask("look", json!([LARGEST]))?;
        window.ask("open", json!([LARGEST, true]))?;
        let mut pair = Pair::default();
        let (mut mine, mut theirs) = (Keys::default(), Keys::default());
        for sample in 0..=sheet.samples() {
            let (ours, peers) = (typed(window, sample)?, typed(&peer, sample)?);
            if sample > 0 {
                pair.ours.add(mine.take(&ours)?);
                pair.peer.add(theirs.take(&peers)?);
            }
        }
        println!("    ours: {}\n    theirs: {}", mine.said(), theirs.said());
        sheet.add(Row::of("P-16", "A key to its painted cell in 2,000 lines, p95", &pair, 1.15));
    }
    Ok(())
}

/// What keys took: digits, which open a cell, and Enter, which keeps it and goes on.
#[derive(Default)]
struct Keys([(Series, Series); 2]);

impl Keys {
    /// Takes the keys of one sample; answers what the slowest took but one in twenty.
    fn take(&mut self, heard: &[Value]) -> Outcome<f64> {
        let mut all = Series::default();
        for key in heard {
            let work = number(&key["work"])?;
            let (script, whole) = &mut self.0[usize::from(key["key"] == "Enter")];
            script.add(number(&key["script"])?);
            whole.add(work);
            all.add(work);
        }
        Ok(all.at(0.95))
    }

    fn said(&self) -> String {
        let said = |(script, whole): &(Series, Series)| {
            format!("{:.2} ms, {:.2} of it script", whole.median(), script.median())
        };
        format!("a digit {}; Enter {}", said(&self.0[0]), said(&self.0[1]))
    }
}

/// Types a quantity into one row after the other; answers what each key took.
fn typed(window: &Window, sample: usize) -> Outcome<Vec<Value>> {
    let digit = char::from_digit(u32::try_from(sample).unwrap_or(0) % 9 + 1, 10).unwrap_or('1');
    if window.ask("ready", json!([FIRST_TYPED]))? != true {
        return Err(format!("Nothing can be typed in row {FIRST_TYPED}."));
    }
    window.ask("heard", json!([]))?;
    for row in FIRST_TYPED..FIRST_TYPED + ROWS_TYPED {
        window.press(&digit.to_string())?;
        let typed = window.ask("typing", json!([]))?;
        if typed != digit.to_string() {
            return Err(format!("In row {row} stands {typed} while {digit} is typed."));
        }
        window.press(&ENTER.to_string())?;
        let entered = window.ask("entered", json!([row]))?;
        if entered != digit.to_string() {
            return Err(format!("Row {row} holds {entered}, not {digit}."));
        }
    }
    let heard = window.ask("heard", json!([]))?;
    let took = heard.as_array().cloned().unwrap_or_default();
    if took.len() != 2 * ROWS_TYPED as usize {
        return Err(format!("{} of {} keys were heard.", took.len(), 2 * ROWS_TYPED));
    }
    Ok(took)
}

/// A folder for the program's data. It goes with this value.
struct Folder(String);

impl Folder {
    fn new(which: &str) -> Outcome<Self> {
        let name = format!("stockhand-bench-{}{which}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path)
            .map_err(|error| format!("{} cannot be made: {error}.", path.display()))?;
        Ok(Self(path.display().to_string()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left behind is the system's to clear.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
