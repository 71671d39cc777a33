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
    let contents = [
        Content::Name(good_for.to_owned()),
        Content::Code(row.call.path().to_owned()),
        Content::Status(class, icon, word.to_owned()),
        row.status.map_or(Content::Empty, |status| Content::Number(status.to_string())),
        row.at.map_or(Content::Empty, |at| Content::Dim(format.moment(at))),
    ];
    Row::record(row.call.path(), contents.into_iter().map(Cell::from).collect())
}

#[cfg(test)]
mod tests {
    use contract::{Language, ObservedCall, Reason};
    use leptos::prelude::*;

    use super::*;

    fn tried(call: ObservedCall, outcome: Probed) -> Capability {
        Capability { call, good_for: call.good_for(), outcome, at: None, status: None }
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
