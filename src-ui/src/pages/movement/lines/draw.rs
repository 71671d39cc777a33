//! Rows of the editor as rows of the grid: a line with its marks, its substitutes and its notes.
//! Deliberately absent: what a note says, which is `notes`.

use contract::{
    EditorColumn, EditorLine, EditorRow, InsteadRow, LinePicked, LineStatus, ProductRef, RowKey,
    RowState,
};

use super::columns::IN_ORDER;
use super::drawing::Drawing;
use super::notes;
use crate::components::grid::{Against, Cell, Content, Datum, Row, Tone};
use crate::i18n::say;
use crate::wording::{line_words, words};

/// Key of the row that new lines are typed into.
pub const ENTRY: &str = "entry";

impl Drawing {
    /// A row.
    pub fn row(self, row: &EditorRow) -> Row {
        match row {
            EditorRow::Line(line) => self.line(line),
            EditorRow::Instead(instead) => self.instead(instead),
            EditorRow::Note(note) => Row::note(key_of(row), notes::note(self, note)),
        }
    }

    fn line(self, line: &EditorLine) -> Row {
        let cells = self.contents(line).into_iter().zip(IN_ORDER);
        let cells = cells.map(|(content, column)| self.cell(line, column, content)).collect();
        let row = Row::record(line.key.to_string(), cells).class(class_of(line));
        line.unfolded.into_iter().fold(row, Row::with_children)
    }

    /// What goes instead of a line was not asked for: it has no number, no state and no request.
    fn instead(self, row: &InsteadRow) -> Row {
        let status = if row.local { None } else { Some(&LineStatus::Approved) };
        let mut cells = [const { Content::Empty }; IN_ORDER.len()].map(Cell::from);
        let mut put = |column, content, number: Option<i64>, tone| {
            let place = IN_ORDER.iter().position(|known| *known == column);
            if let Some(cell) = place.and_then(|at| cells.get_mut(at)) {
                *cell = Cell::from(content).of(number).tone(tone);
            }
        };
        let tone = || if row.local { Tone::Local } else { Tone::Plain };
        let quantity =
            row.quantity.map(|of| Content::Outcome(self.format.number(of), Against::Own));
        put(EditorColumn::Code, code(&row.product), None, tone());
        put(EditorColumn::Product, name(Some(&row.product)), None, Tone::Plain);
        put(EditorColumn::Category, category(Some(&row.product)), None, Tone::Plain);
        put(EditorColumn::ToShip, quantity.unwrap_or(Content::Absent), row.quantity, tone());
        put(EditorColumn::Status, self.status(status), None, Tone::Plain);
        put(EditorColumn::Available, self.number(row.available), row.available, Tone::Plain);
        Row::child(key_of_instead(row), cells.into())
    }

    fn contents(self, line: &EditorLine) -> [Content; IN_ORDER.len()] {
        let product = line.product.as_ref();
        let dim = |text: Option<&str>| match text.filter(|text| !text.trim().is_empty()) {
            Some(text) => Content::Dim(text.to_owned()),
            None => Content::Empty,
        };
        [
            Content::Ordinal(line.number.to_string()),
            Content::Symbol(match line.state {
                RowState::InService if line.news => words::news(self.i18n),
                state => words::row_state(self.i18n, state),
            }),
            match (&line.code_typed, product) {
                (Some(typed), _) => Content::Code(typed.clone()),
                (None, product) => product.map_or(Content::Empty, code),
            },
            self.named(line),
            category(product),
            match (&line.requested_typed, line.requested) {
                (Some(typed), _) => Content::Number(typed.clone()),
                (None, requested) => self.number(requested),
            },
            self.to_ship(line),
            self.picked(line),
            bins(&line.bins),
            self.status(line.status.as_ref()),
            line.reason_code
                .as_deref()
                .map_or(Content::Empty, |code| Content::Text(words::reason(self.i18n, code))),
            self.number(line.available),
            match (line.last_time, product) {
                (Some(pieces), _) => Content::Dim(self.format.number(pieces)),
                (None, Some(_)) => Content::Faint(
                    match line.first_time {
                        true => say!(self.i18n, editor.never),
                        false => say!(self.i18n, editor.not_known),
                    }
                    .to_owned(),
                ),
                (None, None) => Content::Empty,
            },
            dim(line.comments.as_deref()),
            dim(line.recipient.as_ref().map(|person| person.name.as_str())),
        ]
    }

    /// The name, and beside it the one thing that is most worth knowing of the line.
    fn named(self, line: &EditorLine) -> Content {
        let i18n = self.i18n;
        let problem = line.problems.iter().find(|problem| line_words::is_tagged(problem));
        let tag = match problem {
            Some(problem) if problem.blocks() => {
                ("tag-red", line_words::problem(i18n, self.format, problem))
            }
            _ if line.deleted => ("", say!(i18n, editor.to_be_deleted).to_owned()),
            _ if line.proposed => ("tag-violet", say!(i18n, editor.proposed).to_owned()),
            Some(problem) => ("tag-amber", line_words::problem(i18n, self.format, problem)),
            None if line.proposed_elsewhere => {
                ("tag-teal", say!(i18n, editor.proposed_elsewhere).to_owned())
            }
            None => return name(line.product.as_ref()),
        };
        let name = line.product.as_ref().and_then(|product| product.name.clone());
        Content::NameTagged(name.unwrap_or_default(), tag.0, tag.1)
    }

    fn to_ship(self, line: &EditorLine) -> Content {
        let Some(pieces) = line.to_ship else {
            return if line.requested.is_some() { Content::Absent } else { Content::Empty };
        };
        let is_decided = line.edited.contains(&EditorColumn::ToShip);
        let against = match line.requested {
            Some(requested) if requested != pieces => Against::Other,
            Some(_) if line.unfolded.is_none() && !is_decided => Against::Same,
            _ => Against::Own,
        };
        Content::Outcome(self.format.number(pieces), against)
    }

    /// How many are picked of how many, with those that are typed; with a tick once it is all, marked where
    /// it is more.
    fn picked(self, line: &EditorLine) -> Content {
        let Some(LinePicked { picked, required, typed }) = line.picked else {
            return Content::Empty;
        };
        let picked = picked.saturating_add(typed.unwrap_or_default());
        let number = self.format.number(picked);
        let Some(required) = required else { return Content::Number(number) };
        if typed.is_none() && line.picked.is_some_and(LinePicked::is_whole) {
            let of = self.format.number(required);
            let label = say!(self.i18n, movement.picked_label, number = number, of = of);
            let too_much = picked > required;
            let all = if too_much {
                ("st-warn", "triangle-alert", format!("{number}/{of}"))
            } else {
                ("st-approved", "check", number)
            };
            return Content::Counts { each: vec![all], label };
        }
        let shown = format!("{number}/{}", self.format.number(required));
        // What is the same in most lines is quiet.
        let is_quiet = picked == 0 && typed.is_none();
        if is_quiet { Content::Faint(shown) } else { Content::Number(shown) }
    }

    fn status(self, status: Option<&LineStatus>) -> Content {
        let Some(status) = status else {
            return Content::Faint(say!(self.i18n, editor.new_line).to_owned());
        };
        match words::line_status(self.i18n, status) {
            Some((class, icon, word)) => Content::Status(class, icon, word.to_owned()),
            None if status.as_str().is_empty() => Content::Absent,
            None => Content::Reason(status.as_str().to_owned()),
        }
    }

    fn number(self, number: Option<i64>) -> Content {
        number.map_or(Content::Absent, |number| Content::Number(self.format.number(number)))
    }

    fn cell(self, line: &EditorLine, column: EditorColumn, content: Content) -> Cell {
        let cell = Cell::from(content).tone(self.tone(line, column)).of(datum(line, column));
        if self.read_only || !line.editable.contains(&column) {
            return cell;
        }
        cell.editable(text_of(line, column))
    }

    /// Of what is said beside the name, the cell itself shows only what stops it from being sent.
    fn tone(self, line: &EditorLine, column: EditorColumn) -> Tone {
        let problem = line.problems.iter().find(|problem| {
            problem.column() == column
                && (problem.blocks() || !line_words::is_about_product(problem))
        });
        match problem {
            Some(problem) if problem.blocks() => {
                Tone::Error(line_words::problem(self.i18n, self.format, problem))
            }
            Some(problem) => Tone::Warn(line_words::problem(self.i18n, self.format, problem)),
            None if line.edited.contains(&column) => Tone::Local,
            None => Tone::Plain,
        }
    }
}

/// What names a row of the editor among the rows of its grid.
pub fn key_of(row: &EditorRow) -> String {
    match row {
        EditorRow::Line(line) => line.key.to_string(),
        EditorRow::Instead(row) => key_of_instead(row),
        EditorRow::Note(row) => format!("{}#{}", row.of, notes::name(&row.note)),
    }
}

/// The line that a row is, or belongs to.
pub fn line_of(row: &EditorRow) -> &RowKey {
    match row {
        EditorRow::Line(line) => &line.key,
        EditorRow::Instead(row) => &row.of,
        EditorRow::Note(row) => &row.of,
    }
}

/// What a line's cell stands for, where that is more than its words. What was typed and could not be read
/// stays a text.
fn datum(line: &EditorLine, column: EditorColumn) -> Option<Datum> {
    let number = match column {
        EditorColumn::Number => Some(i64::from(line.number)),
        EditorColumn::Requested if line.requested_typed.is_none() => line.requested,
        EditorColumn::ToShip => line.to_ship,
        EditorColumn::Picked => {
            let picked = line.picked?;
            Some(picked.picked.saturating_add(picked.typed.unwrap_or_default()))
        }
        EditorColumn::Available => line.available,
        EditorColumn::LastTime => line.last_time,
        EditorColumn::Bin => return Some(line.bins.join(", ").into()),
        _ => None,
    };
    number.map(Datum::from)
}

/// What an editor of a line's cell begins with, and what the cell is on the clipboard: numbers in
/// plain digits.
pub fn text_of(line: &EditorLine, column: EditorColumn) -> String {
    let product = line.product.as_ref();
    let number = |number: Option<i64>| number.map(|number| number.to_string());
    let text = match column {
        EditorColumn::Number => Some(line.number.to_string()),
        EditorColumn::Code => {
            line.code_typed.clone().or_else(|| product.and_then(|product| product.code.clone()))
        }
        EditorColumn::Product => product.and_then(|product| product.name.clone()),
        EditorColumn::Category => {
            product.and_then(|product| product.category.as_ref()?.name.clone())
        }
        EditorColumn::Requested => line.requested_typed.clone().or(number(line.requested)),
        EditorColumn::ToShip => number(line.to_ship),
        EditorColumn::Picked => number(line.picked.map(|picked| picked.picked)),
        EditorColumn::Bin => Some(line.bins.join(", ")),
        EditorColumn::Status => line.status.as_ref().map(|status| status.as_str().to_owned()),
        EditorColumn::Reason => line.reason_code.clone(),
        EditorColumn::Available => number(line.available),
        EditorColumn::LastTime => number(line.last_time),
        EditorColumn::Comment => line.comments.clone(),
        EditorColumn::Recipient => line.recipient.as_ref().map(|person| person.name.clone()),
        EditorColumn::State => None,
    };
    text.unwrap_or_default()
}

/// The one look of a line that matters most.
fn class_of(line: &EditorLine) -> &'static str {
    match line.state {
        _ if line.deleted => "is-deleted",
        RowState::Refused => "is-refused has-note",
        RowState::ChangedElsewhere => "is-attn has-note",
        RowState::Sending => "is-sending",
        _ if line.status == Some(LineStatus::Canceled) => "is-canceled",
        // Not drawn otherwise: who picks is led past it.
        _ if line.picked.is_some_and(LinePicked::is_whole) => "is-picked",
        _ => "",
    }
}

fn key_of_instead(row: &InsteadRow) -> String {
    format!("{}/{}", row.of, row.at)
}

fn code(product: &ProductRef) -> Content {
    product.code.clone().map_or(Content::Absent, Content::Code)
}

fn name(product: Option<&ProductRef>) -> Content {
    match product {
        Some(product) => product.name.clone().map_or(Content::Absent, Content::Name),
        None => Content::Empty,
    }
}

/// The bin to go to first, and how many more there are.
fn bins(bins: &[String]) -> Content {
    match bins {
        [] => Content::Empty,
        [bin] => Content::Bin(bin.clone()),
        [first, more @ ..] => Content::Bin(format!("{first} +{}", more.len())),
    }
}

fn category(product: Option<&ProductRef>) -> Content {
    let name = product.and_then(|product| product.category.as_ref()?.name.clone());
    name.map_or(Content::Empty, Content::Dim)
}
