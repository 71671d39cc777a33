//! What is said of a task.

use contract::{
    PickTask, PlaceRef, ProductRef, Quantity, ScanCommand, ScanFound, TaskState, WalkScan,
};

use crate::components::grid::Content;
use crate::i18n::{I18n, say};
use crate::wording::format::Format;
use crate::wording::words;

/// Where a task stands, in the last column.
pub fn result(i18n: I18n, format: Format, task: &PickTask) -> Content {
    let left = task.left.map_or_else(String::new, |left| format.number(left));
    let status = |class, icon, word: &str| Content::Status(class, icon, word.to_owned());
    match task.state {
        TaskState::Open => Content::Empty,
        TaskState::Unknown => {
            let word = match task.no_stock {
                true => say!(i18n, walk.no_stock),
                false => say!(i18n, walk.unknown),
            };
            status("st-warn", "triangle-alert", word)
        }
        TaskState::Gone => status("st-error", "circle-alert", say!(i18n, walk.gone)),
        TaskState::Counting => status("st-ink", "scan-barcode", &counting(i18n, format, task)),
        TaskState::Entered => status("st-ok", "check", say!(i18n, walk.entered)),
        TaskState::Less => {
            Content::Status("st-warn", "circle-minus", say!(i18n, walk.left, number = left))
        }
        TaskState::Short => Content::Status("st-warn", "circle-minus", short(i18n, format, task)),
        TaskState::Over => Content::Status("st-error", "circle-alert", over(i18n, format, task)),
        TaskState::Changed => {
            Content::Status("st-warn", "triangle-alert", changed(i18n, format, task))
        }
        TaskState::CheckedOff => status("st-ok", "check", say!(i18n, walk.checked)),
        TaskState::Waiting => status("st-ink", "clock", say!(i18n, walk.waiting)),
        TaskState::Refused => status("st-error", "circle-alert", say!(i18n, walk.refused)),
        TaskState::Picked => match task.sent {
            Some(at) => Content::Status(
                "st-pending",
                "check",
                say!(i18n, walk.sent_at, time = format.moment(at)),
            ),
            None => status("st-pending", "check", say!(i18n, walk.picked)),
        },
    }
}

/// The same, without what grids need: its color, its icon and its words.
pub fn result_said(
    i18n: I18n,
    format: Format,
    task: &PickTask,
) -> Option<(&'static str, &'static str, String)> {
    match result(i18n, format, task) {
        Content::Status(class, icon, said) => Some((class, icon, said)),
        _ => None,
    }
}

/// How many have been counted so far.
fn counting(i18n: I18n, format: Format, task: &PickTask) -> String {
    let (done, all) = (number(format, task.quantity), number(format, task.required));
    say!(i18n, walk.counting, done = done, all = all)
}

/// How many too few go, and why.
pub fn short(i18n: I18n, format: Format, task: &PickTask) -> String {
    let reason = task.reason.as_deref().map(|code| words::reason(i18n, code)).unwrap_or_default();
    match task.left {
        Some(left) if left > 0 => {
            say!(i18n, walk.short, number = format.number(left), reason = reason)
        }
        _ => reason,
    }
}

/// How many too many were entered.
pub fn over(i18n: I18n, format: Format, task: &PickTask) -> String {
    let number = format.number(task.left.unwrap_or_default().saturating_neg());
    say!(i18n, walk.over, number = number)
}

/// How many the line asks for now, and how many before.
pub fn changed(i18n: I18n, format: Format, task: &PickTask) -> String {
    let (now, before) = (number(format, task.asked), number(format, task.asked_before));
    say!(i18n, walk.changed, now = now, before = before)
}

/// A number, or that there is none.
pub fn number(format: Format, number: Option<i64>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| format.number(number))
}

/// How a scan ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It did what it was scanned for.
    Good,
    /// It did nothing.
    Bad,
    /// Something is to be decided or seen to.
    Asks,
    /// It was taken back.
    Undone,
}

/// How a scan ended.
pub fn outcome(scan: &WalkScan) -> Outcome {
    match scan.found {
        _ if scan.taken_back => Outcome::Undone,
        ScanFound::Bin { tasks: 0, .. } => Outcome::Asks,
        ScanFound::Bin { .. } | ScanFound::Counted { .. } => Outcome::Good,
        ScanFound::Command { command: ScanCommand::Confirm | ScanCommand::Undo, done, .. } => {
            if done {
                Outcome::Good
            } else {
                Outcome::Bad
            }
        }
        ScanFound::Command { .. } => Outcome::Good,
        ScanFound::Line { state, .. } if state.takes_number() => Outcome::Good,
        ScanFound::Line { .. } => Outcome::Asks,
        ScanFound::Several { .. } | ScanFound::NoLot { .. } | ScanFound::UnknownLot { .. } => {
            Outcome::Asks
        }
        _ => Outcome::Bad,
    }
}

/// What is said of a task whose line was scanned: what to do next, or why nothing.
pub fn line_more(i18n: I18n, state: TaskState) -> &'static str {
    match state {
        TaskState::Unknown => say!(i18n, walk.tick_it),
        TaskState::CheckedOff => say!(i18n, walk.checked),
        TaskState::Gone => say!(i18n, walk.gone),
        TaskState::Refused => say!(i18n, walk.refused),
        TaskState::Waiting | TaskState::Picked => say!(i18n, walk.scan_line_made),
        _ => say!(i18n, walk.scan_line_more),
    }
}

/// The icon of an end.
pub fn icon(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Good => "check",
        Outcome::Bad => "x",
        Outcome::Asks => "triangle-alert",
        Outcome::Undone => "undo-2",
    }
}

/// What a command that is scanned does.
pub fn command_name(i18n: I18n, command: ScanCommand) -> &'static str {
    match command {
        ScanCommand::Confirm => say!(i18n, walk.command_confirm),
        ScanCommand::Short => say!(i18n, walk.command_short),
        ScanCommand::Undo => say!(i18n, walk.command_undo),
        ScanCommand::Next => say!(i18n, walk.command_next),
        ScanCommand::Send => say!(i18n, walk.command_send),
    }
}

/// The pieces of a quantity that was typed; nothing where it is no whole number of them.
pub fn pieces(typed: Quantity) -> Option<u32> {
    match typed {
        Quantity::Whole(pieces) => u32::try_from(pieces).ok(),
        _ => None,
    }
}

/// The name of a bin, or that there is none.
pub fn bin(i18n: I18n, bin: Option<&PlaceRef>) -> String {
    bin.map_or_else(|| say!(i18n, walk.no_bin).to_owned(), |bin| bin.name.clone())
}

/// The bin of a task, with its depot where the walk has more than one.
pub fn bin_of(i18n: I18n, task: &PickTask) -> String {
    in_depot(bin(i18n, task.bin.as_ref()), task.depot.as_ref())
}

/// The name of a bin, with its depot where that is told.
pub fn in_depot(bin: String, depot: Option<&PlaceRef>) -> String {
    match depot {
        Some(depot) => [bin.as_str(), depot.name.as_str()].join(" · "),
        None => bin,
    }
}

/// A product, as it is called in a sentence.
pub fn product(product: &ProductRef) -> String {
    product.code.clone().or_else(|| product.name.clone()).unwrap_or_default()
}

/// That a lot has expired, or expires soon.
pub fn expiry(i18n: I18n, task: &PickTask) -> Option<String> {
    match (task.expired, task.expires_in) {
        (true, _) => Some(say!(i18n, pick.expired).to_owned()),
        (false, Some(0)) => Some(say!(i18n, pick.expires_today).to_owned()),
        (false, Some(days)) => {
            Some(say!(i18n, pick.expires_in, count = days, number = days.to_string()))
        }
        (false, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use contract::{DecimalMark, read_quantity};

    use super::*;

    #[test]
    fn a_part_of_a_piece_is_refused_whatever_its_mark_and_is_never_ten_times_as_many() {
        for mark in [DecimalMark::Point, DecimalMark::Comma] {
            for text in ["2.5", "2,5", "0.5", "2.50", "-2", "2.5.5", "1e3"] {
                assert_eq!(pieces(read_quantity(text, mark)), None, "{text} {mark:?}");
            }
            assert_eq!(pieces(read_quantity("25", mark)), Some(25));
        }
    }
}
