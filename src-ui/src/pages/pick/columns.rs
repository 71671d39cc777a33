//! The columns of what is to be picked, and a movement as a row of them.

use contract::{ToPickRow, Walk};

use crate::components::grid::{Cell, Column, Content, EditorKind, Row};
use crate::i18n::{I18n, say, text};
use crate::pages::begin_walk::{movement_name, tag};
use crate::wording::format::Format;

/// The columns of movements, in the order of the day asked for: none sorts.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("tick", text!(i18n, to_pick.col_tick), 2.0)
            .symbol()
            .pressed()
            .edited_by(EditorKind::Check),
        Column::new("code", text!(i18n, to_pick.col_code), 5.5).unsorted().scanned(),
        Column::new("name", text!(i18n, to_pick.col_name), 14.0).grows().heads().unsorted(),
        Column::new("origin", text!(i18n, to_pick.col_from), 8.5).yields(2).shares().unsorted(),
        Column::new("destination", text!(i18n, to_pick.col_to), 9.75).yields(1).shares().unsorted(),
        Column::new("picked", text!(i18n, to_pick.col_picked), 9.0).unsorted(),
        Column::new("entered", text!(i18n, to_pick.col_entered), 6.5).yields(3).unsorted(),
        Column::new("requested", text!(i18n, to_pick.col_requested), 6.0).number().unsorted(),
    ]
}

/// A movement as a row of them; whether it is chosen is drawn over it.
pub fn draw(i18n: I18n, format: Format, row: &ToPickRow) -> Row {
    let place = |place: &Option<contract::PlaceRef>| {
        place.as_ref().map_or(Content::Absent, |place| Content::Dim(place.name.clone()))
    };
    let picked = match row.lines {
        None => Content::Faint(say!(i18n, to_pick.unread).to_owned()),
        Some(lines) => {
            let (done, all) = (format.number(row.whole), format.number(lines));
            let shown = say!(i18n, to_pick.of, done = done, all = all);
            Content::Share { done: row.whole, all: lines, label: shown.clone(), shown }
        }
    };
    let entered = (row.entered > 0).then(|| {
        let number = format.number(row.entered);
        let words = say!(i18n, to_pick.not_sent, count = row.entered, number = number);
        Content::Status("st-ink", "pencil-line", words)
    });
    let name = row.name.clone().map_or(Content::Absent, |name| match row.walk {
        Some(_) => Content::NameTagged(name, "tag-ink", say!(i18n, to_pick.in_walk).to_owned()),
        None => match &row.elsewhere {
            Some(walk) => Content::NameTagged(name, "tag-amber", tag(i18n, walk)),
            None => Content::Name(name),
        },
    });
    let day = row.date_requested.map_or(Content::Absent, |day| Content::Dim(format.day(day)));
    let cells = vec![
        Content::Empty.into(),
        row.identifier.clone().map_or(Content::Absent, Content::Code).into(),
        name.into(),
        place(&row.origin).into(),
        place(&row.destination).into(),
        picked.into(),
        entered.unwrap_or(Content::Empty).into(),
        Cell::from(day).of(row.date_requested),
    ];
    Row::record(row.key.to_string(), cells)
}

/// The columns of the walks.
pub fn walk_columns(i18n: I18n) -> Vec<Column> {
    let action = Column::new("action", text!(i18n, history.col_action), 6.0);
    vec![
        Column::new("name", text!(i18n, to_pick.col_walk), 14.0).grows().heads().unsorted(),
        Column::new("begun", text!(i18n, to_pick.col_begun), 5.5).unsorted().yields(2),
        Column::new("picked", text!(i18n, to_pick.col_done), 9.0).unsorted(),
        Column::new("state", text!(i18n, history.col_state), 12.0).unsorted().yields(1).shares(),
        Column { quiet: true, ..action.unsorted().pressed() },
    ]
}

/// A walk as a row of them.
pub fn draw_walk(i18n: I18n, format: Format, walk: &Walk) -> Row {
    let progress = walk.progress;
    let (done, all) = (format.number(progress.done), format.number(progress.tasks));
    let shown = say!(i18n, to_pick.of, done = done, all = all);
    let state = match &walk.on_hold {
        Some(note) if note.trim().is_empty() => {
            Content::Status("st-warn", "clock", say!(i18n, walk.on_hold).to_owned())
        }
        Some(note) => {
            Content::Status("st-warn", "clock", say!(i18n, walk.on_hold_for, note = note))
        }
        None if progress.ready + progress.stopped > 0 => {
            let count = progress.ready + progress.stopped;
            let number = format.number(count);
            let words = say!(i18n, to_pick.not_sent, count = count, number = number);
            Content::Status("st-ink", "pencil-line", words)
        }
        None => Content::Empty,
    };
    let cells = vec![
        Content::Name(names(walk)).into(),
        Cell::from(Content::Dim(format.moment(walk.begun))).of(Some(walk.begun)),
        Content::Share { done: progress.done, all: progress.tasks, label: shown.clone(), shown }
            .into(),
        state.into(),
        Content::Press(say!(i18n, to_pick.go_on).to_owned()).into(),
    ];
    Row::record(walk.key.to_string(), cells)
}

/// The letters of the movements of a walk.
pub const LETTERS: &str = "ABCDEFGHIJ";

/// Its movements, each by its letter where there are several.
pub fn names(walk: &Walk) -> String {
    let lettered = walk.movements.iter().zip(LETTERS.chars());
    match walk.movements.as_slice() {
        [one] => movement_name(one),
        _ => {
            let each =
                lettered.map(|(movement, letter)| format!("{letter} {}", movement_name(movement)));
            each.collect::<Vec<_>>().join(" · ")
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::{WalkKey, WalkMovement, WalkProgress};

    use super::*;

    #[test]
    fn a_walk_is_called_by_its_movements_and_several_have_letters() {
        let movement = |code: &str| WalkMovement {
            key: contract::MovementKey(uuid::Uuid::nil()),
            identifier: Some(code.into()),
            name: Some("Theatre".into()),
            destination: None,
            elsewhere: None,
        };
        let walk = |codes: &[&str]| Walk {
            key: WalkKey(uuid::Uuid::nil()),
            movements: codes.iter().map(|code| movement(code)).collect(),
            begun: chrono::DateTime::UNIX_EPOCH,
            order: contract::WalkOrder::Bins,
            on_hold: None,
            progress: WalkProgress::default(),
        };
        assert_eq!(names(&walk(&["1AB"])), "1AB Theatre");
        assert_eq!(names(&walk(&["1AB", "2CD"])), "A 1AB Theatre · B 2CD Theatre");
    }
}
