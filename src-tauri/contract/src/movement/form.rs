//! The form of a new movement: one struct for the window, the console and the backend, with the
//! rules that decide whether it can be sent.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::{
    DecimalMark, LocationId, MovementKey, PersonId, ProductRef, StocklistId, StocklistItemId,
};

/// A movement about to be made (interface document, 4.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewMovement {
    /// What it starts from.
    pub start: StartFrom,
    /// Name; required.
    pub name: String,
    /// Free text; may be empty.
    #[serde(default)]
    pub description: String,
    /// Where goods come from; required.
    pub origin: Option<LocationId>,
    /// Where goods go to; required.
    pub destination: Option<LocationId>,
    /// The day it is asked for; required.
    pub date_requested: Option<NaiveDate>,
    /// Who asks for it; required.
    pub requested_by: Option<PersonId>,
    /// The lines as they are to be once it exists. Empty means: as the stocklist has them. Of a table they are
    /// empty once the movement was asked for: they are among its unsent changes then.
    #[serde(default)]
    pub lines: Vec<PreviewLine>,
}

/// What a new movement starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StartFrom {
    /// A stocklist: the service makes a line of each of its items.
    Stocklist(StocklistId),
    /// Nothing.
    Empty,
    /// A supplier: goods come in.
    Inbound,
    /// Another movement: once it is made, it gets the lines of that one as changes that are not sent.
    Template(MovementKey),
    /// A table: once the movement is asked for, it gets the rows as changes that are not sent.
    Import(ImportStart),
}

impl StartFrom {
    /// Whether what it starts from is still to be named.
    fn is_missing(&self) -> bool {
        match self {
            Self::Stocklist(id) => id.as_str().is_empty(),
            Self::Import(import) => import.rows == 0,
            Self::Empty | Self::Inbound | Self::Template(_) => false,
        }
    }
}

/// A row of a table that cannot be sent as it is: it becomes a line that keeps what stands in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenRow {
    /// Its product, where what stands there names one.
    pub product: Option<ProductRef>,
    /// What stands where the product is named.
    pub code: String,
    /// What stands where the quantity is.
    pub quantity: String,
}

/// What a new movement has of a table (see [`StartFrom::Import`]).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportStart {
    /// The file's name; empty for a text.
    pub file_name: String,
    /// So many rows of it are used; 0 until one was read.
    pub rows: u32,
    /// The rows that need attention. Empty once the movement was asked for: they are among its unsent
    /// changes then, as the lines of the form are.
    pub open: Vec<OpenRow>,
    /// How quantities in texts are written.
    pub decimal_mark: DecimalMark,
}

/// A line of the preview: what a stocklist item, or the rows of a table that name a product, are to become.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PreviewLine {
    /// The stocklist's item; of a table, the line's name in the form.
    pub item: StocklistItemId,
    /// Its product.
    pub product: ProductRef,
    /// What the list or the table asks for.
    pub listed: i64,
    /// What the movement is to ask for; whole pieces.
    pub quantity: i64,
    /// Whether the line is wanted at all.
    pub included: bool,
}

/// A field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormField {
    /// What it starts from.
    Start,
    /// `name`
    Name,
    /// `origin`
    Origin,
    /// `destination`
    Destination,
    /// `date_requested`
    DateRequested,
    /// `requested_by`
    RequestedBy,
    /// The line of this index.
    Line(u32),
}

/// What is wrong with, or worth knowing about, a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// It must have a value.
    Required,
    /// Origin and destination are the same place.
    SamePlace,
    /// A quantity below nothing.
    Negative,
    /// So many days ahead; the service may refuse that.
    DaysAhead(u32),
    /// More than a year ago: probably a slip.
    LongAgo,
    /// The product stands in the line of this index too.
    SameProduct(u32),
    /// A quantity of nothing: the line is deleted after creation.
    NothingOf,
}

/// A rule that does not hold, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FormProblem {
    /// The field.
    pub field: FormField,
    /// The rule.
    pub rule: Rule,
}

impl Rule {
    /// Whether the form cannot be sent like this; otherwise it is only worth knowing.
    #[must_use]
    pub fn blocks(self) -> bool {
        matches!(self, Self::Required | Self::SamePlace | Self::Negative)
    }
}

impl PreviewLine {
    /// Whether the line is to be in the movement: wanted, and of at least one piece.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.included && self.quantity != 0
    }

    /// Whether the created line must be changed or deleted to become this one.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        !self.is_kept() || self.quantity != self.listed
    }
}

impl NewMovement {
    /// All rules that do not hold on `today`, in the order of the form.
    #[must_use]
    pub fn problems(&self, today: NaiveDate) -> Vec<FormProblem> {
        let mut problems = Vec::new();
        let mut add = |field, rule| problems.push(FormProblem { field, rule });
        if self.start.is_missing() {
            add(FormField::Start, Rule::Required);
        }
        if self.name.trim().is_empty() {
            add(FormField::Name, Rule::Required);
        }
        if self.origin.is_none() {
            add(FormField::Origin, Rule::Required);
        }
        if self.destination.is_none() {
            add(FormField::Destination, Rule::Required);
        } else if self.destination == self.origin {
            add(FormField::Destination, Rule::SamePlace);
        }
        match self.date_requested {
            None => add(FormField::DateRequested, Rule::Required),
            Some(date) => {
                if let Some(rule) = date_rule(date, today) {
                    add(FormField::DateRequested, rule);
                }
            }
        }
        if self.requested_by.is_none() {
            add(FormField::RequestedBy, Rule::Required);
        }
        problems.extend(self.line_problems());
        problems
    }

    fn line_problems(&self) -> impl Iterator<Item = FormProblem> + '_ {
        let mut first_line_of = std::collections::HashMap::new();
        self.lines.iter().zip(0u32..).filter(|(line, _)| line.included).filter_map(
            move |(line, index)| {
                let twin = *first_line_of.entry(&line.product.id).or_insert(index);
                let rule = match line.quantity {
                    ..0 => Rule::Negative,
                    0 => Rule::NothingOf,
                    _ if twin != index => Rule::SameProduct(twin),
                    _ => return None,
                };
                Some(FormProblem { field: FormField::Line(index), rule })
            },
        )
    }

    /// How many lines must be changed or deleted once the service has made them from the stocklist.
    #[must_use]
    pub fn changes(&self) -> u32 {
        let changed = self.lines.iter().filter(|line| line.is_changed()).count();
        u32::try_from(changed).unwrap_or(u32::MAX)
    }
}

fn date_rule(date: NaiveDate, today: NaiveDate) -> Option<Rule> {
    let year_ago = today.checked_sub_days(Days::new(365));
    match (date - today).num_days() {
        ahead @ 1.. => Some(Rule::DaysAhead(u32::try_from(ahead).unwrap_or(u32::MAX))),
        _ if year_ago.is_some_and(|limit| date < limit) => Some(Rule::LongAgo),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn form() -> NewMovement {
        NewMovement {
            start: StartFrom::Stocklist("s1".into()),
            name: "Theatre block A, weekly".into(),
            description: String::new(),
            origin: Some("depot".into()),
            destination: Some("ward".into()),
            date_requested: Some(day("2026-11-20")),
            requested_by: Some("u1".into()),
            lines: vec![preview("p1", 30), preview("p2", 10)],
        }
    }

    fn preview(product: &str, quantity: i64) -> PreviewLine {
        PreviewLine {
            item: format!("i-{product}").into(),
            product: ProductRef {
                id: product.into(),
                code: None,
                name: None,
                description: None,
                category: None,
            },
            listed: quantity,
            quantity,
            included: true,
        }
    }

    fn rules(form: &NewMovement) -> Vec<(FormField, Rule)> {
        form.problems(day("2026-11-20")).into_iter().map(|p| (p.field, p.rule)).collect()
    }

    #[test]
    fn a_complete_form_has_no_problem_and_no_change() {
        assert_eq!(rules(&form()), []);
        assert_eq!(form().changes(), 0);
    }

    #[test]
    fn an_untouched_form_names_every_required_field_once() {
        let empty = NewMovement {
            start: StartFrom::Stocklist("".into()),
            name: " ".into(),
            description: String::new(),
            origin: None,
            destination: None,
            date_requested: None,
            requested_by: None,
            lines: Vec::new(),
        };
        let fields: Vec<_> = rules(&empty).into_iter().map(|(field, _)| field).collect();
        assert_eq!(
            fields,
            [
                FormField::Start,
                FormField::Name,
                FormField::Origin,
                FormField::Destination,
                FormField::DateRequested,
                FormField::RequestedBy
            ]
        );
        assert!(empty.problems(day("2026-11-20")).iter().all(|p| p.rule.blocks()));
    }

    #[test]
    fn a_future_date_and_a_slip_of_the_year_are_said_but_do_not_block() {
        let mut form = form();
        form.date_requested = Some(day("2026-11-24"));
        assert_eq!(rules(&form), [(FormField::DateRequested, Rule::DaysAhead(4))]);
        form.date_requested = Some(day("2025-11-19"));
        assert_eq!(rules(&form), [(FormField::DateRequested, Rule::LongAgo)]);
        assert!(!Rule::LongAgo.blocks() && !Rule::DaysAhead(4).blocks());
    }

    #[test]
    fn the_same_place_twice_blocks() {
        let same = NewMovement { destination: Some("depot".into()), ..form() };
        assert_eq!(rules(&same), [(FormField::Destination, Rule::SamePlace)]);
    }

    #[test]
    fn lines_are_checked_for_twins_nothing_and_less_than_nothing() {
        let mut form = form();
        form.lines = vec![preview("p1", 30), preview("p1", 5), preview("p2", 0), preview("p3", -1)];
        assert_eq!(
            rules(&form),
            [
                (FormField::Line(1), Rule::SameProduct(0)),
                (FormField::Line(2), Rule::NothingOf),
                (FormField::Line(3), Rule::Negative)
            ]
        );
    }

    #[test]
    fn changes_count_new_quantities_and_lines_left_out() {
        let mut form = form();
        form.lines[0].quantity = 40;
        form.lines[1].included = false;
        assert_eq!(form.changes(), 2);
        assert_eq!(rules(&form), [], "a line left out is not examined");
    }
}
