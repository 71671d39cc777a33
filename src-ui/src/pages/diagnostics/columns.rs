//! The columns of the calls, and a call as a row of them; why one failed stands under it.

use std::sync::Arc;

use contract::{Capability, Probed};

use super::words;
use crate::components::grid::{Cell, Column, Content, Note, Row};
use crate::i18n::{I18n, text};
use crate::wording::format::Format;
use crate::wording::words::failure;

/// What the key of a note ends with, behind the key of its call.
const NOTE: char = '!';

/// The columns. The calls are in the order in which they are tried, so none sorts.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("use", text!(i18n, diagnostics.col_use), 10.0).grows().unsorted(),
        Column::new("call", text!(i18n, diagnostics.col_call), 20.0).unsorted(),
        Column::new("outcome", text!(i18n, diagnostics.col_outcome), 9.5).unsorted(),
        Column::new("status", text!(i18n, diagnostics.col_status), 3.5)
            .number()
            .unsorted()
            .yields(2),
        Column::new("tried", text!(i18n, diagnostics.col_tried), 7.0).number().unsorted().yields(1),
    ]
}

/// The calls as rows.
pub fn draw(i18n: I18n, format: Format, rows: &[Capability]) -> Vec<Arc<Row>> {
    let mut drawn = Vec::new();
    for row in rows {
        let key = row.call.path();
        let Probed::Failed(why) = &row.outcome else {
            drawn.push(Arc::new(record(i18n, format, row)));
            continue;
        };
        drawn.push(Arc::new(record(i18n, format, row).class("is-attn has-note")));
        let note = Note { text: failure(i18n, why), ..Note::default() };
        drawn.push(Arc::new(Row::note(format!("{key}{NOTE}"), note)));
    }
    drawn
}

/// The path of the call that a row, or the note under it, is about.
pub fn path_of(row: &Row) -> String {
    row.key.trim_end_matches(NOTE).to_owned()
}

fn record(i18n: I18n, format: Format, row: &Capability) -> Row {
    let (good_for, _) = words::good_for(i18n, row.good_for);
    let (class, icon, word) = words::outcome(i18n, row);
    let status = row.status.map_or(Content::Empty, |status| Content::Number(status.to_string()));
    let tried = row.at.map_or(Content::Empty, |at| Content::Dim(format.moment(at)));
    let cells = vec![
        Content::Name(good_for.to_owned()).into(),
        Content::Code(row.call.path().to_owned()).into(),
        Content::Status(class, icon, word.to_owned()).into(),
        Cell::from(status).of(row.status.map(u32::from)),
        Cell::from(tried).of(row.at),
    ];
    Row::record(row.call.path(), cells)
}

#[cfg(test)]
mod tests {
    use contract::{Language, ObservedCall, Reason};
    use leptos::prelude::*;

    use super::*;
    use crate::components::grid::Datum;

    fn tried(call: ObservedCall, outcome: Probed) -> Capability {
        Capability { call, good_for: call.good_for(), outcome, at: None, status: None }
    }

    #[test]
    fn the_status_of_an_answer_leaves_the_window_as_a_number() {
        let row =
            Capability { status: Some(404), ..tried(ObservedCall::Status, Probed::NotOffered) };
        let drawn = Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            untrack(|| record(i18n, Format::plain(), &row))
        });
        assert_eq!(drawn.cells[3].datum, Some(Datum::Whole(404)));
    }

    #[test]
    fn why_a_call_failed_stands_under_it_and_is_about_the_same_call() {
        let failed = Probed::Failed(Reason::Refused { status: 500 }.into());
        let rows = [
            tried(ObservedCall::Status, Probed::Offered),
            tried(ObservedCall::People, failed),
            tried(ObservedCall::Places, Probed::NotTried),
        ];
        let drawn = Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            untrack(|| draw(i18n, Format::plain(), &rows))
        });
        let paths: Vec<_> = drawn.iter().map(|row| path_of(row)).collect();
        let expected =
            ["GET /api/status", "GET /api/persons", "GET /api/persons", "GET /api/locations"];
        assert_eq!(paths, expected);
        assert_ne!(drawn[1].key, drawn[2].key);
        assert!(drawn[2].is_wide(), "a note");
    }
}
