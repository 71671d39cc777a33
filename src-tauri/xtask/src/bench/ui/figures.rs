//! Medians, ratios and the table: what was measured, as it is read by people, and one JSON line a row
//! in `bench-ui/figures.jsonl` of cargo's target folder.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::system::outcome::Outcome;
use crate::system::project::Project;

/// A peer whose samples lie further apart says little, and so does a computer that does more than
/// this run: such figures are void.
const SPREAD: f64 = 0.15;
const LOAD: f64 = 1.5;
/// So long the computer may take to become quiet after what was built for the measuring.
const PATIENCE: Duration = Duration::from_mins(4);

/// Samples of one side, in ms or bytes.
#[derive(Clone, Debug, Default)]
pub struct Series(Vec<f64>);

impl Series {
    /// Takes one more.
    pub fn add(&mut self, sample: f64) {
        self.0.push(sample);
    }

    /// The one in the middle.
    pub fn median(&self) -> f64 {
        self.at(0.5)
    }

    /// How far apart the middle half lies, as a share of the median.
    pub fn spread(&self) -> f64 {
        (self.at(0.75) - self.at(0.25)) / self.median().max(f64::MIN_POSITIVE)
    }

    /// The sample below which this share lies.
    pub fn at(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss
        )]
        // an index of the list
        let at = ((sorted.len().saturating_sub(1)) as f64 * share).round() as usize;
        sorted.get(at).copied().unwrap_or_default()
    }
}

impl From<Vec<f64>> for Series {
    fn from(samples: Vec<f64>) -> Self {
        Self(samples)
    }
}

/// Both sides of one row.
#[derive(Clone, Debug, Default)]
pub struct Pair {
    /// Ours.
    pub ours: Series,
    /// The peer's.
    pub peer: Series,
}

impl Pair {
    /// How many times the peer's it is.
    pub fn ratio(&self) -> f64 {
        self.ours.median() / self.peer.median().max(f64::MIN_POSITIVE)
    }
}

/// A row of the table, ready to be judged.
pub struct Row {
    /// Its name.
    pub row: &'static str,
    /// What was measured.
    pub what: String,
    /// Ours.
    pub ours: f64,
    /// The peer's; none where there is a figure only.
    pub peer: Option<f64>,
    /// Ours against the peer's.
    pub ratio: f64,
    /// At most; none where there is nothing to hold.
    pub most: Option<f64>,
    /// How far apart the samples of ours and of the peer lie.
    pub spread: (f64, f64),
    /// Milliseconds, or bytes.
    pub unit: &'static str,
}

impl Row {
    /// Medians against medians.
    pub fn of(row: &'static str, what: &str, pair: &Pair, most: f64) -> Self {
        Self {
            row,
            what: what.to_owned(),
            ours: pair.ours.median(),
            peer: Some(pair.peer.median()),
            ratio: pair.ratio(),
            most: Some(most),
            spread: (pair.ours.spread(), pair.peer.spread()),
            unit: "ms",
        }
    }

    /// Several operations as one: geometric means of what each took and of their ratios.
    pub fn of_all(row: &'static str, what: &str, pairs: &[Pair], most: f64) -> Self {
        let mean = |each: fn(&Pair) -> f64| geometric(pairs.iter().map(each));
        Self {
            row,
            what: what.to_owned(),
            ours: mean(|pair| pair.ours.median()),
            peer: Some(mean(|pair| pair.peer.median())),
            ratio: mean(Pair::ratio),
            most: Some(most),
            spread: (mean(|pair| pair.ours.spread()), mean(|pair| pair.peer.spread())),
            unit: "ms",
        }
    }

    /// A figure with nothing beside it.
    pub fn figure(row: &'static str, what: &str, ours: &Series) -> Self {
        Self {
            row,
            what: what.to_owned(),
            ours: ours.median(),
            peer: None,
            ratio: 0.0,
            most: None,
            spread: (ours.spread(), 0.0),
            unit: "ms",
        }
    }

    /// The row of the table, without what is made of it.
    fn line(&self) -> String {
        let Self { row, what, ours, unit, .. } = self;
        let peer = self.peer.map_or("-".to_owned(), |peer| format!("{peer:.2} {unit}"));
        let ratio = self.peer.map_or("-".to_owned(), |_| format!("{:.2}", self.ratio));
        let most = self.most.map_or("-".to_owned(), |most| format!("{most} ×"));
        let (a, b) = (self.spread.0 * 100.0, self.spread.1 * 100.0);
        format!(
            "| {row} | {what} | {ours:.2} {unit} | {peer} | {ratio} | {most} | {a:.0} % / {b:.0} % |"
        )
    }
}

/// What is made of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// There is nothing to hold.
    FigureOnly,
    /// No judgement, whatever the ratio is: measured beside other work, against a peer whose samples
    /// lie too far apart, or with a page that is not the one that is packaged.
    Void,
    Held,
    Missed,
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Self::FigureOnly => "figure only",
            Self::Void => "void",
            Self::Held => "held",
            Self::Missed => "missed",
        }
    }
}

/// The table of a run.
pub struct Sheet {
    rows: Vec<Row>,
    samples: usize,
    quick: bool,
    load: f64,
    file: PathBuf,
}

impl Sheet {
    /// An empty one.
    pub fn begin(project: &Project, samples: usize, quick: bool) -> Self {
        let file = project.target.join("bench-ui/figures.jsonl");
        Self { rows: Vec::new(), samples, quick, load: 0.0, file }
    }

    /// How many samples each side is to give.
    pub fn samples(&self) -> usize {
        self.samples
    }

    /// Waits until the computer has become quiet after building, and notes how quiet it is: the
    /// measuring starts.
    pub fn starts(&mut self) {
        let begun = Instant::now();
        if load() > LOAD {
            println!("  Waiting until the computer is quiet (load {:.1})", load());
        }
        while load() > LOAD && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_secs(2));
        }
        self.load = self.load.max(load());
    }

    /// Takes a row, and says it at once.
    pub fn add(&mut self, row: Row) {
        println!("  {}", row.line());
        self.rows.push(row);
    }

    /// Prints the table with what is made of each row, keeps the figures, and fails where a ratio is
    /// missed.
    pub fn end(self) -> Outcome {
        self.end_at(load())
    }

    fn end_at(mut self, load: f64) -> Outcome {
        self.load = self.load.max(load);
        println!(
            "\n| Row | What | Ours | Peer | Ratio | At most | Spread | |\n|---|---|---|---|---|---|---|---|"
        );
        let judged: Vec<_> = self.rows.iter().map(|row| (row, self.verdict(row))).collect();
        judged.iter().for_each(|(row, verdict)| println!("{} {} |", row.line(), verdict.name()));
        println!("\nMedians of {} samples a side, in turns. {}", self.samples, self.reservations());
        self.keep(&judged)?;
        let missed = judged.iter().filter(|(_, verdict)| *verdict == Verdict::Missed);
        let missed: Vec<_> = missed.map(|(row, _)| row.row).collect();
        if missed.is_empty() { Ok(()) } else { Err(format!("Not held: {}.", missed.join(", "))) }
    }

    /// The one rule by which a row is judged.
    fn verdict(&self, row: &Row) -> Verdict {
        let is_void = self.load > LOAD || self.quick || is_apart(row);
        match row.most {
            None => Verdict::FigureOnly,
            Some(_) if is_void => Verdict::Void,
            Some(most) if row.ratio <= most => Verdict::Held,
            Some(_) => Verdict::Missed,
        }
    }

    /// Why rows are void.
    fn reservations(&self) -> String {
        let mut said = String::new();
        if self.load > LOAD {
            // Writing to a text cannot fail.
            let _ = write!(said, "The computer was busy (load {:.1}). ", self.load);
        }
        if self.quick {
            said.push_str("The page is not the one that is packaged. ");
        }
        let apart = self.rows.iter().filter(|row| is_apart(row));
        let apart: Vec<_> = apart.map(|row| row.row).collect();
        if !apart.is_empty() {
            let _ = write!(said, "The peer's samples lie too far apart: {}. ", apart.join(", "));
        }
        if !said.is_empty() {
            said.push_str("Such rows are void, whatever their ratio: measure again.");
        }
        said
    }

    fn keep(&self, judged: &[(&Row, Verdict)]) -> Outcome {
        let failed =
            |error: std::io::Error| format!("{} cannot be written: {error}.", self.file.display());
        if let Some(folder) = self.file.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&self.file)
            .map_err(failed)?;
        for (row, verdict) in judged {
            let line = json!({
                "row": row.row, "what": row.what, "ours": row.ours, "peer": row.peer,
                "ratio": row.peer.map(|_| row.ratio), "most": row.most, "unit": row.unit,
                "spread": [row.spread.0, row.spread.1], "samples": self.samples, "load": self.load,
                "quick": self.quick,
                "verdict": verdict.name(),
            });
            file.write_all(format!("{line}\n").as_bytes()).map_err(failed)?;
        }
        Ok(())
    }
}

/// Whether the peer's samples lie too far apart to say much.
fn is_apart(row: &Row) -> bool {
    row.peer.is_some() && row.spread.1 > SPREAD
}

/// The geometric mean; 0 of nothing.
pub fn geometric(values: impl Iterator<Item = f64>) -> f64 {
    let logs: Vec<f64> = values.map(|value| value.max(f64::MIN_POSITIVE).ln()).collect();
    #[allow(clippy::cast_precision_loss)] // a handful
    let count = logs.len() as f64;
    if logs.is_empty() { 0.0 } else { (logs.iter().sum::<f64>() / count).exp() }
}

/// How much this computer does, by its last minute.
fn load() -> f64 {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_spread_are_those_of_the_sorted_samples() {
        let series = Series::from(vec![9.0, 1.0, 5.0, 3.0, 7.0]);
        assert!((series.median() - 5.0).abs() < 1e-9);
        assert!((series.spread() - 0.8).abs() < 1e-9);
        assert!((series.at(0.95) - 9.0).abs() < 1e-9);
        assert!(Series::default().median().abs() < 1e-9);
    }

    fn sheet(load: f64, quick: bool) -> Sheet {
        Sheet { rows: Vec::new(), samples: 1, quick, load, file: PathBuf::new() }
    }

    #[test]
    fn a_ratio_above_its_limit_is_missed_and_a_figure_has_none() {
        let pair = Pair { ours: vec![12.0].into(), peer: vec![10.0].into() };
        let quiet = sheet(1.5, false);
        assert_eq!(quiet.verdict(&Row::of("P-10", "x", &pair, 1.25)), Verdict::Held);
        assert_eq!(quiet.verdict(&Row::of("P-10", "x", &pair, 1.1)), Verdict::Missed);
        assert_eq!(quiet.verdict(&Row::figure("paste", "x", &pair.ours)), Verdict::FigureOnly);
        let line = Row::of("P-10", "x", &pair, 1.25).line();
        assert_eq!(line, "| P-10 | x | 12.00 ms | 10.00 ms | 1.20 | 1.25 × | 0 % / 0 % |");
    }

    #[test]
    fn a_run_that_breaks_the_rule_is_void_whatever_its_ratio() {
        let pair = |peer: [f64; 5]| Pair { ours: vec![12.0].into(), peer: peer.to_vec().into() };
        let calm = pair([9.0, 9.5, 10.0, 11.0, 12.0]);
        let apart = pair([8.0, 9.0, 10.0, 11.0, 12.0]);
        for most in [1.25, 1.1] {
            let row = Row::of("P-10", "x", &calm, most);
            assert_ne!(sheet(0.3, false).verdict(&row), Verdict::Void);
            assert_eq!(sheet(1.6, false).verdict(&row), Verdict::Void, "a busy computer");
            assert_eq!(sheet(0.3, true).verdict(&row), Verdict::Void, "another page");
            let row = Row::of("P-10", "x", &apart, most);
            assert_eq!(sheet(0.3, false).verdict(&row), Verdict::Void, "a peer that is apart");
        }
    }

    #[test]
    fn a_void_row_fails_no_run_and_a_missed_one_does() {
        let pair = Pair { ours: vec![12.0].into(), peer: vec![10.0].into() };
        let folder = std::env::temp_dir().join(format!("stockhand-figures-{}", std::process::id()));
        let ended = |load: f64| {
            let mut sheet = sheet(0.3, false);
            sheet.file = folder.join("figures.jsonl");
            sheet.add(Row::of("P-10", "x", &pair, 1.1));
            sheet.end_at(load)
        };
        assert_eq!(ended(1.6), Ok(()));
        assert_eq!(ended(0.3), Err("Not held: P-10.".into()));
        let kept = std::fs::read_to_string(folder.join("figures.jsonl")).unwrap();
        let kept: Vec<_> = kept.lines().collect();
        assert!(kept[0].contains("\"verdict\":\"void\""), "{kept:?}");
        assert!(kept[1].contains("\"verdict\":\"missed\""), "{kept:?}");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn several_operations_are_weighed_alike_whatever_they_take() {
        let pair = |ours: f64, peer: f64| Pair { ours: vec![ours].into(), peer: vec![peer].into() };
        let all = [pair(2.0, 1.0), pair(500.0, 1000.0)];
        assert!((Row::of_all("P-10", "x", &all, 1.0).ratio - 1.0).abs() < 1e-9);
    }
}
