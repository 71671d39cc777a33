//! P-12 and P-13: a list of 100,000 rows: its first rows, and its frames while it is scrolled.

use serde_json::json;

use super::build::Pages;
use super::figures::{Pair, Row, Series, Sheet};
use super::tables::{our_window, same_cells};
use super::wanted::Wanted;
use super::window::{Window, number, numbers};
use crate::system::display::Screen;
use crate::system::outcome::Outcome;

const MANY: u32 = 100_000;
const FEW: u32 = 1_000;
/// Frames of one sample, scrolled by each way.
const WAYS: [(&str, u32); 2] = [("wheel", 60), ("thumb", 30)];
/// Rows in the document at most, for each one on screen.
const ROWS: f64 = 3.0;

/// What was seen of a page while it was scrolled.
#[derive(Default)]
struct Seen {
    /// The worst frames of each sample but one in twenty.
    worst: Series,
    middle: Series,
    blank: f64,
    /// Rows in the document for each one on screen.
    rows: f64,
}

/// Measures both rows.
pub fn measure(screen: &Screen, pages: &Pages, wanted: &Wanted, sheet: &mut Sheet) -> Outcome {
    println!("\n▸ Lists of {MANY} rows");
    let site = pages.serve_ours()?;
    let ours = our_window(screen, pages, &site.address, "list")?;
    if wanted.has("P-12") {
        first_rows(&ours, sheet)?;
    }
    if wanted.has("P-13") {
        let site = pages.serve_peer("solid")?;
        let peer = Window::browser(screen, &site.address)?;
        same_cells(&ours, &peer, "P-13")?;
        scrolling(&ours, &peer, sheet)?;
    }
    Ok(())
}

fn first_rows(ours: &Window, sheet: &mut Sheet) -> Outcome {
    let mut pair = Pair::default();
    for sample in 0..=sheet.samples() {
        let many = ours.number("first", json!([MANY]))?;
        let few = ours.number("first", json!([FEW]))?;
        if sample > 0 {
            pair.ours.add(many);
            pair.peer.add(few);
        }
    }
    sheet.add(Row::of("P-12", "First rows of 100,000, against 1,000", &pair, 1.1));
    Ok(())
}

fn scrolling(ours: &Window, peer: &Window, sheet: &mut Sheet) -> Outcome {
    let (mut mine, mut theirs) = (Seen::default(), Seen::default());
    for sample in 0..=sheet.samples() {
        mine.scroll(ours, sample > 0)?;
        theirs.scroll(peer, sample > 0)?;
    }
    for (name, seen) in [("ours", &mine), ("theirs", &theirs)] {
        println!(
            "    {name}: half of the frames within {:.2} ms, blank at most {:.0} px, {:.1} rows for each on screen",
            seen.middle.median(),
            seen.blank,
            seen.rows
        );
    }
    let pair = Pair { ours: mine.worst, peer: theirs.worst };
    sheet.add(Row::of("P-13", "Scrolling 100,000 rows, p95 of a frame", &pair, 0.9));
    if mine.rows > ROWS {
        return Err(format!(
            "The grid has {:.1} rows for each on screen; {ROWS} are allowed.",
            mine.rows
        ));
    }
    if mine.blank >= 1.0 {
        return Err(format!("{:.0} px of the screen stood empty.", mine.blank));
    }
    Ok(())
}

impl Seen {
    fn scroll(&mut self, window: &Window, kept: bool) -> Outcome {
        let mut frames = Vec::new();
        for (way, count) in WAYS {
            let told = window.ask("scroll", json!([way, MANY, count]))?;
            frames.extend(numbers(&told["work"])?);
            self.blank = self.blank.max(number(&told["blank"])?);
            let rows = number(&told["rows"])? / number(&told["visible"])?.max(1.0);
            self.rows = self.rows.max(rows);
        }
        if kept {
            let frames = Series::from(frames);
            self.worst.add(frames.at(0.95));
            self.middle.add(frames.median());
        }
        Ok(())
    }
}
