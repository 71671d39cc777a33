//! The inbox of Review: what it takes to open one of 5,000 rows against one of 50, in two windows of the program
//! at one service, in turns.

use serde_json::json;

use super::figures::{Pair, Row, Sheet};
use super::service::LARGEST;
use super::window::Window;
use crate::system::outcome::Outcome;

/// The movements about whose lines everything is proposed, and their lines.
const MANY: [(&str, u32); 3] = [
    ("Two thousand lines, to be reviewed", 2_000),
    ("Two thousand more, to be reviewed", 2_000),
    ("A thousand lines, to be reviewed", 1_000),
];
const FEW: [(&str, u32); 1] = [("Fifty lines, to be reviewed", 50)];

/// Measures it, in a window that is signed in and another one.
pub fn measure(many: &Window, few: &Window, sheet: &mut Sheet) -> Outcome {
    println!("\n▸ Opening the inbox");
    for (window, movements) in [(many, &MANY[..]), (few, &FEW[..])] {
        let like = window.ask("named", json!([LARGEST]))?;
        for (name, lines) in movements {
            let movement = window.ask("make", json!([like, name, lines]))?;
            let proposed = window.number("propose", json!([movement]))?;
            if proposed < f64::from(*lines) {
                return Err(format!("{proposed} of {lines} lines can be proposed about."));
            }
        }
        println!("    {} rows", window.number("inbox", json!([]))?);
    }
    let mut pair = Pair::default();
    for sample in 0..=sheet.samples() {
        for (window, series) in [(many, &mut pair.ours), (few, &mut pair.peer)] {
            let took = window.number("openInbox", json!([]))?;
            if sample > 0 {
                series.add(took);
            }
        }
    }
    sheet.add(Row::of("inbox", "Opening an inbox of 5,000 rows, against some hundred", &pair, 1.3));
    Ok(())
}
