//! P-10 and P-11: operations on a table whose rows are all drawn, by our grid, by hand, and by React.
//! What each took is script, style and layout of one frame.

use serde_json::json;

use super::build::Pages;
use super::figures::{Pair, Row, Series, Sheet};
use super::wanted::Wanted;
use super::window::{Window, number};
use crate::system::display::Screen;
use crate::system::outcome::Outcome;

const OPERATIONS: [&str; 8] =
    ["create", "replace", "change", "choose", "swap", "remove", "append", "clear"];

/// A page, and what its operations took: script alone, until laid out, and until painted.
struct Side {
    window: Window,
    script: Vec<Series>,
    work: Vec<Series>,
    frame: Vec<Series>,
}

impl Side {
    fn new(window: Window) -> Self {
        let none = vec![Series::default(); OPERATIONS.len()];
        Self { window, script: none.clone(), work: none.clone(), frame: none }
    }

    fn sample(&mut self, operation: usize, kept: bool) -> Outcome {
        let told = self.window.ask("run", json!([OPERATIONS[operation]]))?;
        if kept {
            self.script[operation].add(number(&told["script"])?);
            self.work[operation].add(number(&told["work"])?);
            self.frame[operation].add(number(&told["frame"])?);
        }
        Ok(())
    }
}

/// Measures both rows.
pub fn measure(screen: &Screen, pages: &Pages, wanted: &Wanted, sheet: &mut Sheet) -> Outcome {
    println!("\n▸ Operations on 1,000 rows");
    let (ours_site, vanilla, react) =
        (pages.serve_ours()?, pages.serve_peer("vanilla")?, pages.serve_peer("react")?);
    let mut ours = Side::new(our_window(screen, pages, &ours_site.address, "table")?);
    let mut peers = Vec::new();
    for (row, site) in [("P-10", &vanilla), ("P-11", &react)] {
        if wanted.has(row) {
            let window = Window::browser(screen, &site.address)?;
            same_cells(&ours.window, &window, row)?;
            peers.push((row, Side::new(window)));
        }
    }
    for operation in 0..OPERATIONS.len() {
        // The first of each warms up.
        for sample in 0..=sheet.samples() {
            ours.sample(operation, sample > 0)?;
            for (_, peer) in &mut peers {
                peer.sample(operation, sample > 0)?;
            }
        }
        say(operation, &ours, &peers);
    }
    for (row, peer) in &peers {
        let (by, most) = if *row == "P-10" { ("by hand", 1.25) } else { ("React", 0.8) };
        let what = format!("Table operations, against {by}");
        sheet.add(Row::of_all(row, &what, &pairs(&ours.work, &peer.work), most));
        let script = geometric_of(&pairs(&ours.script, &peer.script));
        let painted = geometric_of(&pairs(&ours.frame, &peer.frame));
        println!("    script alone: {script:.2} ×, until painted: {painted:.2} ×");
    }
    Ok(())
}

/// Our page, set up for tables or for lists.
pub fn our_window(screen: &Screen, pages: &Pages, address: &str, what: &str) -> Outcome<Window> {
    let window = Window::browser(screen, address)?;
    window.put(&pages.script("ours")?)?;
    window.ask("begin", json!([what]))?;
    Ok(window)
}

/// Fails where a peer does not draw the same elements with the same roles.
pub fn same_cells(ours: &Window, peer: &Window, row: &str) -> Outcome {
    let (ours, theirs) = (ours.ask("drawn", json!([]))?, peer.ask("drawn", json!([]))?);
    if ours == theirs && ours.as_array().is_some_and(|rows| rows.len() == 2) {
        return Ok(());
    }
    Err(format!("The peer of {row} draws other cells.\nOurs:   {ours:#}\nTheirs: {theirs:#}"))
}

fn pairs(ours: &[Series], peer: &[Series]) -> Vec<Pair> {
    let both = ours.iter().zip(peer);
    both.map(|(ours, peer)| Pair { ours: ours.clone(), peer: peer.clone() }).collect()
}

fn geometric_of(pairs: &[Pair]) -> f64 {
    super::figures::geometric(pairs.iter().map(Pair::ratio))
}

fn say(operation: usize, ours: &Side, peers: &[(&str, Side)]) {
    let name = OPERATIONS[operation];
    let mine = ours.work[operation].median();
    print!("    {name:8} {mine:8.2} ms");
    for (row, peer) in peers {
        let theirs = peer.work[operation].median();
        print!("   {row}: {theirs:8.2} ms, {:.2} ×", mine / theirs.max(f64::MIN_POSITIVE));
    }
    println!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operations_are_those_of_the_peers() {
        let peers = include_str!("../../../../../tests/peers/src/table.js");
        for operation in OPERATIONS {
            assert!(peers.contains(&format!("  {operation}: (table)")), "{operation}");
        }
        assert_eq!(peers.matches(": (table) =>").count(), OPERATIONS.len());
    }
}
