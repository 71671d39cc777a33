//! Which lines of a movement are shown, and in which order: found, chosen by a quick filter,
//! folded, sorted. Pure; the whole movement is here, so nothing is asked for it.

use std::cmp::Ordering;
use std::collections::HashSet;

use contract::{LineItem, LineStatus};

use crate::components::grid::{Against, SortBy};
use crate::format::plain;

/// A row of the grid: a line, or one of the lines that go in its stead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Index of the line in the movement.
    pub line: usize,
    /// Index of the child among the line's substitutions.
    pub child: Option<usize>,
}

/// The quick filters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Only {
    /// Every line.
    #[default]
    All,
    /// Lines whose quantity was revised.
    Changed,
    /// Lines in whose stead other products go.
    Substituted,
    /// Lines of which nothing goes.
    Canceled,
}

/// How many lines a movement has, and of which status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All lines.
    pub all: u32,
    /// Those changed.
    pub changed: u32,
    /// Those substituted.
    pub substituted: u32,
    /// Those canceled.
    pub canceled: u32,
}

/// What is shown of a movement's lines.
pub struct Showing<'a> {
    /// The quick filter.
    pub only: Only,
    /// Words that must all be in the line, or in one of its children.
    pub text: &'a str,
    /// What is sorted by; the movement's own order where empty.
    pub sort: &'a [SortBy],
    /// Ids of lines whose children are left out.
    pub folded: &'a HashSet<String>,
}

impl Only {
    /// Whether a line passes.
    pub fn takes(self, line: &LineItem) -> bool {
        match self {
            Self::All => true,
            Self::Changed => line.status == LineStatus::Changed,
            Self::Substituted => line.status == LineStatus::Substituted,
            Self::Canceled => line.status == LineStatus::Canceled,
        }
    }
}

impl Counts {
    /// Counts a movement's lines.
    pub fn of(lines: &[LineItem]) -> Self {
        let mut counts = Self::default();
        for line in lines {
            counts.all += 1;
            match line.status {
                LineStatus::Changed => counts.changed += 1,
                LineStatus::Substituted => counts.substituted += 1,
                LineStatus::Canceled => counts.canceled += 1,
                _ => {}
            }
        }
        counts
    }

    /// How many a quick filter takes.
    pub fn of_only(self, only: Only) -> u32 {
        match only {
            Only::All => self.all,
            Only::Changed => self.changed,
            Only::Substituted => self.substituted,
            Only::Canceled => self.canceled,
        }
    }
}

/// The rows to show.
pub fn places(lines: &[LineItem], showing: &Showing<'_>) -> Vec<Place> {
    let words: Vec<String> = plain(showing.text).split_whitespace().map(str::to_owned).collect();
    let mut shown: Vec<usize> = (0..lines.len())
        .filter(|at| showing.only.takes(&lines[*at]) && holds(&lines[*at], &words))
        .collect();
    sort(lines, &mut shown, showing.sort);
    let mut places = Vec::with_capacity(shown.len());
    for line in shown {
        places.push(Place { line, child: None });
        let LineItem { id, substitutions, .. } = &lines[line];
        if !showing.folded.contains(id.as_str()) {
            let children = (0..substitutions.len()).map(|at| Place { line, child: Some(at) });
            places.extend(children);
        }
    }
    places
}

/// How many will leave, and how that stands to the request.
pub fn to_ship(line: &LineItem) -> Option<(i64, Against)> {
    let quantity = line.quantity_to_ship()?;
    let against = match line.quantity_requested {
        Some(requested) if requested != quantity => Against::Other,
        Some(_) if line.status != LineStatus::Substituted => Against::Same,
        _ => Against::Own,
    };
    Some((quantity, against))
}

impl Place {
    /// The line itself: the movement's, or the child.
    pub fn of(self, lines: &[LineItem]) -> Option<&LineItem> {
        let line = lines.get(self.line)?;
        match self.child {
            Some(child) => line.substitutions.get(child),
            None => Some(line),
        }
    }

    /// The place of the row of this name.
    pub fn find(lines: &[LineItem], key: &str) -> Option<Self> {
        let line_of = |id: &str| lines.iter().position(|line| line.id.as_str() == id);
        if let Some(line) = line_of(key) {
            return Some(Self { line, child: None });
        }
        let (id, child) = key.rsplit_once('/')?;
        let place = Self { line: line_of(id)?, child: Some(child.parse().ok()?) };
        place.of(lines).map(|_| place)
    }

    /// What names the row. Ids of children are not known to differ from those of lines.
    pub fn key(self, lines: &[LineItem]) -> String {
        let line = lines.get(self.line).map(|line| line.id.as_str()).unwrap_or_default();
        match self.child {
            Some(child) => format!("{line}/{child}"),
            None => line.to_owned(),
        }
    }
}

/// Whether all words are in the line, or in one of its children.
fn holds(line: &LineItem, words: &[String]) -> bool {
    let in_one = |line: &LineItem| {
        let text = plain(&searched(line));
        words.iter().all(|word| text.contains(word.as_str()))
    };
    words.is_empty() || in_one(line) || line.substitutions.iter().any(in_one)
}

/// Everything of a line that words are looked for in.
fn searched(line: &LineItem) -> String {
    let texts = [
        line.product.code.as_deref(),
        line.product.name.as_deref(),
        line.reason_code.as_deref(),
        line.comments.as_deref(),
        line.recipient.as_ref().map(contract::Person::shown),
        line.pallet_name.as_deref(),
        line.box_name.as_deref(),
    ];
    texts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    Number(i64),
    Text(String),
}

fn sort(lines: &[LineItem], shown: &mut Vec<usize>, by: &[SortBy]) {
    if by.is_empty() {
        return;
    }
    let value = |at: usize, sort: &SortBy| sorted_by(&lines[at], at, &sort.column);
    let mut keyed: Vec<(Vec<Option<Value>>, usize)> =
        shown.iter().map(|at| (by.iter().map(|sort| value(*at, sort)).collect(), *at)).collect();
    keyed.sort_by(|(left, _), (right, _)| {
        let pairs = left.iter().zip(right).zip(by);
        let orders = pairs.map(|((left, right), sort)| compare(left, right, sort.descending));
        orders.fold(Ordering::Equal, Ordering::then)
    });
    *shown = keyed.into_iter().map(|(_, at)| at).collect();
}

/// Lines without a value stand at the end in both directions.
fn compare(left: &Option<Value>, right: &Option<Value>, descending: bool) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) if descending => right.cmp(left),
        (Some(left), Some(right)) => left.cmp(right),
        (left, right) => right.is_some().cmp(&left.is_some()),
    }
}

fn sorted_by(line: &LineItem, at: usize, column: &str) -> Option<Value> {
    let text = |text: Option<&str>| text.map(|text| Value::Text(plain(text)));
    let number = |number: Option<i64>| number.map(Value::Number);
    match column {
        "number" => number(i64::try_from(at).ok()),
        "code" => text(line.product.code.as_deref()),
        "product" => text(line.product.name.as_deref()),
        "requested" => number(line.quantity_requested),
        "ship" => number(line.quantity_to_ship()),
        "status" => number(Some(rank(&line.status))),
        "reason" => text(line.reason_code.as_deref()),
        "comment" => text(line.comments.as_deref()),
        "available" => number(line.quantity_available),
        "recipient" => text(line.recipient.as_ref().map(contract::Person::shown)),
        _ => None,
    }
}

/// Undecided lines first, then by how much of them is left.
fn rank(status: &LineStatus) -> i64 {
    match status {
        LineStatus::Pending => 0,
        LineStatus::Approved => 1,
        LineStatus::Other(_) => 2,
        LineStatus::Changed => 3,
        LineStatus::Substituted => 4,
        LineStatus::Canceled => 5,
    }
}

#[cfg(test)]
mod tests;
