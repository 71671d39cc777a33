//! Walks in the program's own window: what it takes to open one with many tasks, and from the key that ends
//! a scanned code until what it did is painted.

use serde_json::{Value, json};

use super::build::Pages;
use super::figures::{Pair, Row, Series, Sheet};
use super::service::LARGEST;
use super::wanted::Wanted;
use super::window::{ENTER, Window};
use crate::system::display::Screen;
use crate::system::outcome::Outcome;

const FIFTY: &str = "Fifty lines, to be walked";
const FIVE_HUNDRED: &str = "Five hundred lines, to be scanned";
/// Scans of one sample: pieces of one product.
const SCANS: u32 = 8;

/// Measures what is wanted of them.
pub fn measure(
    screen: &Screen,
    pages: &Pages,
    window: &Window,
    largest: &Value,
    wanted: &Wanted,
    sheet: &mut Sheet,
) -> Outcome {
    if wanted.has("desk") {
        println!("\n▸ Opening walks");
        let many = window.ask("key", json!([largest]))?;
        let few = window.ask("make", json!([largest, FIFTY, 50]))?;
        window.ask("walk", json!([many]))?;
        window.ask("walk", json!([few]))?;
        let mut pair = Pair::default();
        for sample in 0..=sheet.samples() {
            for (name, series) in [(LARGEST, &mut pair.ours), (FIFTY, &mut pair.peer)] {
                let took = window.number("openWalk", json!([name]))?;
                if sample > 0 {
                    series.add(took);
                }
            }
        }
        sheet.add(Row::of("desk", "Opening a walk of 2,000 lines, against 50", &pair, 1.5));
    }
    if wanted.has("scan") {
        scans(screen, pages, window, largest, sheet)?;
    }
    Ok(())
}

fn scans(
    screen: &Screen,
    pages: &Pages,
    window: &Window,
    largest: &Value,
    sheet: &mut Sheet,
) -> Outcome {
    println!("\n▸ Scanning in a walk of 500 lines");
    let site = pages.serve_peer("scan")?;
    let peer = Window::browser(screen, &site.address)?;
    let movement = window.ask("make", json!([largest, FIVE_HUNDRED, 500]))?;
    window.ask("walk", json!([movement]))?;
    window.ask("openWalk", json!([FIVE_HUNDRED, true]))?;
    let count = sheet.samples() + 1;
    let ours = codes(window, count)?;
    let theirs = codes(&peer, count)?;
    let mut pair = Pair::default();
    for (sample, (our, their)) in ours.iter().zip(&theirs).enumerate() {
        let (mut mine, mut other) = (Series::default(), Series::default());
        for _ in 0..SCANS {
            mine.add(scan(window, our)?);
            other.add(scan(&peer, their)?);
        }
        if sample > 0 {
            pair.ours.add(mine.at(0.95));
            pair.peer.add(other.at(0.95));
        }
    }
    let what = "A scan to its painted confirmation in a walk of 500 lines, p95";
    sheet.add(Row::of("scan", what, &pair, 1.15));
    Ok(())
}

fn codes(window: &Window, count: usize) -> Outcome<Vec<String>> {
    let told = window.ask("codes", json!([count, SCANS]))?;
    let codes = told.as_array().into_iter().flatten();
    Ok(codes.filter_map(|code| code.as_str().map(str::to_owned)).collect())
}

fn scan(window: &Window, code: &str) -> Outcome<f64> {
    window.press(&format!("{code}{ENTER}"))?;
    window.number("scanned", json!([]))
}
