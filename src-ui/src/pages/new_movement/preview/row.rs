//! A previewed line as a row of the grid.

use std::collections::HashMap;

use contract::{FormField, Rule};

use crate::components::grid::{Against, Cell, Content, Row, Tone};
use crate::i18n::{I18n, say};
use crate::pages::new_movement::last_times::{KnownLastTime, LastTime};
use crate::pages::new_movement::lines::{Line, QuantityProblem};
use crate::wording::format::Format;
use crate::wording::words;

/// The line of an index. `closed`, nothing can be typed into it.
pub fn draw(
    (i18n, format): (I18n, Format),
    (at, line): (usize, &Line),
    problems: &HashMap<FormField, Rule>,
    last: &KnownLastTime,
    closed: bool,
) -> Row {
    let field = FormField::Line(u32::try_from(at).unwrap_or(u32::MAX));
    let rule = problems.get(&field).copied();
    let product = &line.preview.product;
    let number = format.number(i64::try_from(at + 1).unwrap_or(i64::MAX));
    let listed = line.listed.map_or(Content::Absent, |listed| Content::Dim(format.number(listed)));
    let change = line.change().map_or(Content::Empty, |by| Content::Number(signed(format, by)));
    let mut cells = vec![
        Cell::from(Content::Check(line.preview.included)).editable(""),
        Cell::from(Content::Ordinal(number)).of(i64::try_from(at + 1).ok()),
        product.code.clone().map_or(Content::Absent, Content::Code).into(),
        name(i18n, format, line, rule).into(),
        Cell::from(listed).of(line.listed),
        last_time(i18n, format, last.of_product(&product.id)),
        Cell::from(change).of(line.change()),
        quantity(i18n, format, line, field, rule),
    ];
    if closed {
        // Lines are created as the list has them: nothing is to be left out.
        cells.remove(0);
        cells.iter_mut().for_each(|cell| cell.edit = None);
    }
    let row = Row::record(at.to_string(), cells);
    if line.preview.included { row } else { row.class("is-canceled") }
}

fn last_time(i18n: I18n, format: Format, last: LastTime) -> Cell {
    match last {
        LastTime::Pieces(pieces) => {
            Cell::from(Content::Dim(format.number(pieces))).of(Some(pieces))
        }
        LastTime::Never => Content::Faint(say!(i18n, editor.never).to_owned()).into(),
        LastTime::NotKnown => Content::Faint(say!(i18n, editor.not_known).to_owned()).into(),
    }
}

fn name(i18n: I18n, format: Format, line: &Line, rule: Option<Rule>) -> Content {
    let product = &line.preview.product;
    let Some(name) = product.name.clone().or_else(|| product.code.clone()) else {
        return Content::Absent;
    };
    let tagged = |word: String| Content::NameTagged(name.clone(), "tag-amber", word);
    match rule {
        Some(Rule::SameProduct(twin)) => {
            tagged(say!(i18n, new_movement.twin, line = format.number(i64::from(twin) + 1)))
        }
        Some(Rule::NothingOf) if line.unread.is_none() => {
            tagged(say!(i18n, new_movement.deleted).to_owned())
        }
        _ => Content::Name(name),
    }
}

fn quantity(i18n: I18n, format: Format, line: &Line, field: FormField, rule: Option<Rule>) -> Cell {
    if !line.preview.included {
        let word = say!(i18n, new_movement.left_out).to_owned();
        return Cell::from(Content::Number(word)).tone(Tone::Local);
    }
    if let Some(unread) = &line.unread {
        let why = wrong(i18n, unread.why).to_owned();
        let typed = Cell::from(Content::Number(unread.text.clone())).editable(unread.text.clone());
        return typed.tone(Tone::Error(why));
    }
    let quantity = line.preview.quantity;
    let tone = match rule {
        Some(rule) if rule.blocks() => Tone::Error(words::rule(i18n, field, rule)),
        Some(rule @ Rule::NothingOf) => Tone::Warn(words::rule(i18n, field, rule)),
        _ if quantity != line.preview.listed => Tone::Local,
        _ => Tone::Plain,
    };
    let content = Content::Outcome(format.number(quantity), Against::Own);
    Cell::from(content).of(Some(quantity)).editable(quantity.to_string()).tone(tone)
}

/// What is wrong with a quantity that cannot be used.
pub fn wrong(i18n: I18n, why: QuantityProblem) -> &'static str {
    match why {
        QuantityProblem::NotWhole => say!(i18n, new_movement.not_whole),
        QuantityProblem::TooMany => say!(i18n, new_movement.too_many),
    }
}

/// A change with its sign: "+10", "−4". The mark before it keeps the sign in front where text runs
/// from right to left.
fn signed(format: Format, by: i64) -> String {
    let sign = if by < 0 { '−' } else { '+' };
    format!("\u{200e}{sign}{}", format.number(by.saturating_abs()))
}
