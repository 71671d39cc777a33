//! The columns of the movements, and a movement as a row of them.

use contract::{
    Decisions, Entry, LineDecision, LineStatus, MovementColumn, MovementRow, ReviewState, RowState,
    Sort,
};

use crate::components::grid::{Cell, Column, ColumnState, Content, Row};
use crate::i18n::{I18n, say, text};
use crate::pages::list::group_head;
use crate::wording::format::Format;
use crate::wording::words;

/// The columns, as declared.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("state", text!(i18n, movements.col_state), 1.75).symbol(),
        Column::new("code", text!(i18n, movements.col_code), 4.75).scanned(),
        Column::new("name", text!(i18n, movements.col_name), 12.0).grows().heads(),
        Column::new("from", text!(i18n, movements.col_from), 8.25).yields(4).shares(),
        Column::new("to", text!(i18n, movements.col_to), 9.5).shares(),
        Column::new("requested", text!(i18n, movements.col_requested), 6.25).number(),
        Column::new("by", text!(i18n, movements.col_by), 6.875).yields(5).shares(),
        Column::new("lines", text!(i18n, movements.col_lines), 3.25).number().yields(1),
        Column::new("review", text!(i18n, movements.col_reviewed), 7.5).yields(2),
        Column::new("decisions", text!(i18n, movements.col_decisions), 7.25).yields(3),
        Column::new("seen", text!(i18n, movements.col_seen), 4.25).number().yields(6),
    ]
}

/// What the list is sorted by, for the backend.
pub fn sort(layout: &ColumnState) -> Vec<Sort<MovementColumn>> {
    let by = |column: &str| {
        Some(match column {
            "code" => MovementColumn::Identifier,
            "name" => MovementColumn::Name,
            "from" => MovementColumn::Origin,
            "to" => MovementColumn::Destination,
            "requested" => MovementColumn::Requested,
            "by" => MovementColumn::RequestedBy,
            "lines" => MovementColumn::Lines,
            "review" => MovementColumn::Review,
            "decisions" => MovementColumn::Decisions,
            "seen" => MovementColumn::Seen,
            _ => return None,
        })
    };
    let sorts = layout.sort.iter();
    sorts.filter_map(|s| Some(Sort { by: by(&s.column)?, descending: s.descending })).collect()
}

/// An entry of the list as a row; `grouped` where there are heads of groups.
pub fn draw(i18n: I18n, format: Format, entry: &Entry<MovementRow>, grouped: bool) -> Row {
    match entry {
        Entry::Group { key, rows, folded } => group_head(i18n, format, key, *rows, *folded),
        Entry::Row { row } => {
            let drawn = Row::record(row.key.to_string(), cells(i18n, format, row));
            let drawn = drawn.in_group(grouped);
            if row.gone { drawn.class("is-gone") } else { drawn }
        }
    }
}

fn cells(i18n: I18n, format: Format, row: &MovementRow) -> Vec<Cell> {
    let place = |place: &Option<contract::PlaceRef>| place.as_ref().map(|place| place.name.clone());
    let mut state = match row.state {
        RowState::InService if row.news => words::news(i18n),
        state => words::row_state(i18n, state),
    };
    if row.unsent > 0 && row.state == RowState::Changed {
        let (count, number) = (row.unsent, format.number(row.unsent));
        state.word = say!(i18n, outbox.unsent_row, count = count, number = number);
    }
    if row.gone {
        // The row is grey; its symbol says why.
        state.word = say!(i18n, movements.gone).to_owned();
    }
    let code = match &row.identifier {
        Some(code) => Content::Code(code.clone()),
        None => Content::Faint(say!(i18n, movements.pending).into()),
    };
    let name = match row.name.is_empty() {
        true => Content::Absent,
        false => Content::Name(row.name.clone()),
    };
    let day = row.date_requested.map_or(Content::Absent, |day| Content::Dim(format.day(day)));
    let by = row.requested_by.as_ref().map_or(Content::Absent, |by| Content::Dim(by.name.clone()));
    let lines = row.lines.map_or(Content::Empty, |lines| Content::Number(format.number(lines)));
    let review = match row.review {
        _ if row.id.is_none() => Content::Faint(say!(i18n, movements.not_there_yet).into()),
        Some(review) => reviewed(i18n, format, review),
        None => Content::Empty,
    };
    let decisions = row.decisions.map_or(Content::Empty, |all| decided(i18n, format, all));
    vec![
        Content::Symbol(state).into(),
        code.into(),
        name.into(),
        place(&row.origin).map_or(Content::Absent, Content::Dim).into(),
        place(&row.destination).map_or(Content::Absent, Content::To).into(),
        Cell::from(day).of(row.date_requested),
        by.into(),
        Cell::from(lines).of(row.lines),
        review.into(),
        decisions.into(),
        Cell::from(Content::Dim(format.moment(row.seen))).of(Some(row.seen)),
    ]
}

/// What was decided on how many lines, with the icons that lines have; nothing where nothing was.
fn decided(i18n: I18n, format: Format, decisions: Decisions) -> Content {
    let (mut each, mut said) = (Vec::new(), Vec::new());
    for decision in DECISIONS {
        let count = decisions.count(decision);
        if let Some((class, sign, word)) =
            words::line_status(i18n, &status(decision)).filter(|_| count > 0)
        {
            let number = format.number(count);
            said.push(say!(i18n, movements.decisions_of, number = number, word = word));
            each.push((class, sign, number));
        }
    }
    match each.is_empty() {
        true => Content::Empty,
        false => Content::Counts { each, label: said.join(", ") },
    }
}

/// What may be decided on a line, in the order it is shown.
pub const DECISIONS: [LineDecision; 3] =
    [LineDecision::Substituted, LineDecision::Canceled, LineDecision::Revised];

/// The status a line has by a decision.
pub fn status(decision: LineDecision) -> LineStatus {
    match decision {
        LineDecision::Revised => LineStatus::Changed,
        LineDecision::Substituted => LineStatus::Substituted,
        LineDecision::Canceled => LineStatus::Canceled,
    }
}

fn reviewed(i18n: I18n, format: Format, review: ReviewState) -> Content {
    match review {
        ReviewState::Empty => Content::Faint(say!(i18n, movements.review_empty).into()),
        ReviewState::New => Content::Faint(say!(i18n, movements.review_new).into()),
        ReviewState::NothingToShip => Content::Faint(say!(i18n, movements.review_nothing).into()),
        ReviewState::Reviewed { decided, lines } if decided == lines => {
            let word = say!(i18n, movements.review_all, lines = format.number(lines));
            Content::Status("st-canceled", "check", word)
        }
        ReviewState::Reviewed { decided, lines } => {
            let (done, all) = (format.number(decided), format.number(lines));
            Content::Share {
                done: decided,
                all: lines,
                label: say!(i18n, movements.review_some_label, decided = done, lines = all),
                shown: say!(i18n, movements.review_some, decided = done, lines = all),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_cannot_be_sorted_by_are_passed_over() {
        let mut layout = ColumnState::read(None, "requested", true);
        layout.sort_by("state", true);
        let sort = sort(&layout);
        assert_eq!(sort, [Sort { by: MovementColumn::Requested, descending: true }]);
    }
}
