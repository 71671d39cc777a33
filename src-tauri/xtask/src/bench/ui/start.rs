//! P-01: from starting the program until the first rows of a list it keeps are on the screen, against a
//! bare window of the same crates. Nothing in either program tells when it has painted: the screen's
//! own pixels do. Deliberately absent: a computer whose caches are cold; both sides start warm.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use super::build::Programs;
use super::figures::{Pair, Row, Sheet};
use crate::system::display::{Bus, Picture, Screen};
use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// How often the screen is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(4);
/// What has not changed for so long is what a start leads to.
const SETTLED: Duration = Duration::from_secs(3);
/// A start takes no longer than this.
const PATIENCE: Duration = Duration::from_mins(1);
/// At most so many times what a bare window takes.
const MOST: f64 = 1.3;

/// Measures it: the program is started with arguments that name a folder in which lists are kept.
pub fn measure(
    project: &Project,
    programs: &Programs,
    arguments: &[&str],
    sheet: &mut Sheet,
) -> Outcome {
    println!("\n▸ Starting the program, and a bare window");
    let screen = Screen::start_seen(project)?;
    let bus = Bus::start(project)?;
    let mut pair = Pair::default();
    for sample in 0..=sheet.samples() {
        let ours = started(&screen, &bus, &programs.window, arguments)?;
        let peer = started(&screen, &bus, &programs.bare, &[])?;
        if sample > 0 {
            pair.ours.add(ours);
            pair.peer.add(peer);
        }
    }
    sheet.add(Row::of(
        "P-01",
        "From start to the first rows on the screen, against a bare window",
        &pair,
        MOST,
    ));
    Ok(())
}

/// Starts a program, and answers after how many ms the screen showed what it settled on.
fn started(screen: &Screen, bus: &Bus, program: &Path, arguments: &[&str]) -> Outcome<f64> {
    let empty = screen.picture()?;
    let mut command = screen.command_on(bus, program);
    command.args(arguments).envs([("LANG", "C.UTF-8"), ("LANGUAGE", "en"), ("TZ", "UTC")]);
    command.process_group(0);
    let begun = Instant::now();
    let running = command
        .spawn()
        .map(Started)
        .map_err(|error| format!("{} could not be started: {error}.", program.display()))?;
    let mut shown = Vec::new();
    let mut changed = Instant::now();
    while changed.elapsed() < SETTLED || shown.is_empty() {
        if begun.elapsed() > PATIENCE {
            return Err(format!("{} does not come to rest.", program.display()));
        }
        let picture = screen.picture()?;
        let last = shown.last().map_or(&empty, |(_, last)| last);
        if picture != *last {
            changed = Instant::now();
            shown.push((begun.elapsed(), picture));
        }
        thread::sleep(LOOK_EVERY);
    }
    drop(running);
    settled_at(&shown).map(|at| at.as_secs_f64() * 1_000.0)
}

/// When what is there at the end was there first.
fn settled_at(shown: &[(Duration, Picture)]) -> Outcome<Duration> {
    let (_, last) = shown.last().ok_or("Nothing was shown.")?;
    if last.is_uniform() {
        return Err("The window stayed empty.".into());
    }
    let first = shown.iter().find(|(_, picture)| picture == last);
    first.map(|(at, _)| *at).ok_or_else(|| "Nothing was shown.".into())
}

/// A program and all it started. They end with this value.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        // It leads a group of its own.
        let group = format!("-{}", self.0.id());
        process::succeeds(Command::new("kill").args(["-TERM", "--", &group]));
        // Nothing is left to do if it has ended already.
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pixels, four letters each.
    fn picture(pixels: &str) -> Picture {
        Picture::of(pixels.as_bytes().to_vec())
    }

    fn shown(pictures: &[(u64, &str)]) -> Vec<(Duration, Picture)> {
        pictures.iter().map(|(at, pixels)| (Duration::from_millis(*at), picture(pixels))).collect()
    }

    #[test]
    fn a_start_ends_when_its_last_picture_is_there_first() {
        let flickered =
            shown(&[(10, "headgrey"), (20, "headrows"), (30, "headdark"), (40, "headrows")]);
        assert_eq!(settled_at(&flickered), Ok(Duration::from_millis(20)));
    }

    #[test]
    fn an_empty_window_has_not_started() {
        assert!(settled_at(&shown(&[(10, "headrows"), (20, "greygrey")])).is_err());
        assert!(settled_at(&[]).is_err());
    }
}
