//! The lines of a movement as they leave the window, from its page and from the preview alike, and the changes in its
//! drawer: what they are called, and what is known of their movement.

use leptos::prelude::*;

use super::header::view::Header;
use crate::components::grid::GridHandle;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::export::{Exported, known_facts, lines_of};
use crate::wording::format::{Format, use_format};

/// The lines in the preview beside the list of movements, as the page holds them.
#[derive(Clone, Copy)]
pub struct PreviewedLines {
    /// The page's hold on their grid.
    pub grid: GridHandle,
    /// Their movement, once it is there.
    pub header: RwSignal<Option<Header>>,
}

impl PreviewedLines {
    /// No movement is shown yet.
    pub fn new() -> Self {
        Self { grid: GridHandle::default(), header: RwSignal::new(None) }
    }

    /// What leaves the window of them.
    pub fn exported(self) -> Exported {
        let header = self.header;
        let keys = move || header.with(|header| header.iter().map(|header| header.key).collect());
        exported(self.grid, header.into()).of(Signal::derive(keys))
    }
}

/// The lines in this grid with what is known of their movement.
pub fn exported(grid: GridHandle, header: Signal<Option<Header>>) -> Exported {
    of_movement(grid, header, text!(use_i18n(), movement.lines))
}

/// The changes in this grid with what is known of their movement.
pub fn exported_changes(grid: GridHandle, header: Signal<Option<Header>>) -> Exported {
    of_movement(grid, header, text!(use_i18n(), drawer.title)).within(".drawer.is-open")
}

/// What stands in this grid, called so, with what is known of its movement.
fn of_movement(grid: GridHandle, header: Signal<Option<Header>>, rows: Signal<String>) -> Exported {
    let (i18n, format) = (use_i18n(), use_format());
    let name = move || rows.with(|rows| header.with(|header| called(rows, header.as_ref())));
    let name = Signal::derive(name);
    let facts =
        move || header.with(|header| header.as_ref().map(|header| facts(header, i18n, format)));
    let code = Signal::derive(move || header.with(|header| header.as_ref()?.code.clone()));
    let facts = Signal::derive(move || facts().unwrap_or_default());
    Exported::new(grid, name).about(facts).coded(code)
}

/// What stands above the lines on paper.
fn facts(header: &Header, i18n: I18n, format: Format) -> Vec<(String, String)> {
    let place = |place: &Option<contract::PlaceRef>| place.as_ref().map(|it| it.name.clone());
    known_facts([
        (say!(i18n, movement.name), Some(header.name.clone())),
        (say!(i18n, movement.origin), place(&header.origin)),
        (say!(i18n, movement.destination), place(&header.destination)),
        (say!(i18n, movement.requested_for), header.date_requested.map(|day| format.day(day))),
        (
            say!(i18n, movement.requested_by),
            header.requested_by.as_ref().map(|it| it.shown().to_owned()),
        ),
    ])
}

/// What an export of such rows is called.
fn called(rows: &str, header: Option<&Header>) -> String {
    lines_of(rows, header.and_then(|header| header.code.as_deref()))
}

#[cfg(test)]
mod tests {
    use contract::{Language, MovementKey, RowState};

    use super::*;

    #[test]
    fn lines_and_changes_carry_the_name_and_the_code_of_their_movement() {
        let header = Header {
            key: MovementKey(uuid::Uuid::nil()),
            id: "m1".into(),
            code: Some("638KDF".to_owned()),
            name: "Quarterly supplies".to_owned(),
            description: None,
            origin: None,
            destination: None,
            date_requested: None,
            date_text: None,
            requested_by: None,
            as_of: chrono::DateTime::default(),
            left_out: 0,
            gone: false,
            review: None,
            stocklist: None,
            state: RowState::InService,
        };
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            assert_eq!(called("Lines", Some(&header)), "Lines 638KDF");
            assert_eq!(called("Lines", None), "Lines");
            assert_eq!(called("Changes", Some(&header)), "Changes 638KDF");
            let told = untrack(|| facts(&header, i18n, Format::plain()));
            assert_eq!(told, [("Name".to_owned(), "Quarterly supplies".to_owned())]);
        });
    }
}
