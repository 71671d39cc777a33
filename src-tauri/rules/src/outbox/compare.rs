//! What a line as read now tells about a change of it: done, still to be done, changed by somebody
//! else, or impossible. Before sending it keeps other people's work; after a lost answer it tells
//! whether the change was made. Pure.

use std::collections::BTreeMap;

use contract::{
    ChangeKind, ConflictField, Failure, FieldConflict, Instruction, ItemId, LineChange, LineItem,
    LineStatus, ProductId, Reason, Substitute,
};

/// What the newest reading tells about a change.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
    /// The line is as it is to be. The id of one that was added.
    Done(Option<ItemId>),
    /// These instructions, in one request, make it so.
    Undone(Vec<Instruction>),
    /// Somebody else changed it since it was decided upon.
    Clash(Vec<FieldConflict>),
    /// It cannot be done.
    Impossible(Failure),
    /// It may be one of these lines; nothing tells.
    Unclear(Vec<ItemId>),
    /// It may be a line that could not be read; nothing tells.
    Unread,
}

/// What is known of an attempt to make the change.
#[derive(Clone, Copy, Debug)]
pub struct AttemptFacts<'a> {
    /// The line it was decided upon.
    pub base: Option<&'a LineItem>,
    /// Lines that looked like the one to be added before it was sent.
    pub alike_before: Option<&'a [ItemId]>,
    /// Lines that are known to be other additions from here.
    pub taken: &'a [ItemId],
    /// It was sent before.
    pub attempted: bool,
    /// All lines could be read: one that is not there is gone.
    pub whole: bool,
}

/// Compares a change with the lines of its movement.
pub fn compare_change(
    change: &LineChange,
    lines: &[LineItem],
    known: AttemptFacts<'_>,
) -> Comparison {
    let Some(item) = change.item() else { return addition(change, lines, known) };
    let line = lines.iter().find(|line| line.id == *item);
    match (change, line) {
        (_, None) if !known.whole => Comparison::Unread,
        (LineChange::Delete { .. }, None) => Comparison::Done(None),
        (_, None) => Comparison::Impossible(Reason::Gone.into()),
        (LineChange::Delete { .. }, Some(line)) => deletion(line, known),
        (LineChange::Revert { .. }, Some(line)) => reversal(line, known),
        (LineChange::Update { product, quantity, sort_order, .. }, Some(line)) => {
            let product = product.as_ref().map(|product| &product.id);
            let wanted = Fields { product, quantity: *quantity, sort_order: *sort_order };
            // Some services take a place and never tell it; then it is not waited for.
            let tells_places = lines.iter().any(|line| line.sort_order.unwrap_or_default() != 0);
            update(line, wanted, known.base, !known.attempted || tells_places)
        }
        (_, Some(line)) => decision(change, line, known),
    }
}

/// A line to be added is found by product, quantity and place, where places come back; else by how
/// many equal lines there are beyond those of before.
fn addition(change: &LineChange, lines: &[LineItem], known: AttemptFacts<'_>) -> Comparison {
    let LineChange::Create { product, quantity, sort_order, recipient } = change else {
        return Comparison::Undone(Vec::new());
    };
    let send = Comparison::Undone(vec![Instruction::Create {
        product: product.id.clone(),
        quantity: *quantity,
        sort_order: sort_order.unwrap_or(1),
        recipient: recipient.as_ref().map(|person| person.id.clone()),
    }]);
    if !known.attempted {
        return send;
    }
    let before = known.alike_before.unwrap_or_default();
    let is_unknown =
        |line: &&LineItem| !before.contains(&line.id) && !known.taken.contains(&line.id);
    let new: Vec<_> = alike(&product.id, *quantity, lines).filter(is_unknown).collect();
    let place = sort_order.map(i64::from);
    if let Some(line) = new.iter().find(|line| place.is_some() && line.sort_order == place) {
        return Comparison::Done(Some(line.id.clone()));
    }
    let in_place = |line: &&LineItem| {
        place.is_some() && line.sort_order == place && line.product.id == product.id
    };
    match new.as_slice() {
        // In its place, with another quantity: perhaps it, and changed by somebody since.
        [] => match lines.iter().filter(in_place).find(is_unknown) {
            Some(line) => Comparison::Unclear(vec![line.id.clone()]),
            None if known.whole => send,
            None => Comparison::Unread,
        },
        // Places do not come back here: an equal line that was not there before is it.
        [line] if line.sort_order.unwrap_or_default() == 0 => {
            Comparison::Done(Some(line.id.clone()))
        }
        several => Comparison::Unclear(several.iter().map(|line| line.id.clone()).collect()),
    }
}

/// Lines of this product and quantity.
pub fn alike<'a>(
    product: &'a ProductId,
    quantity: u32,
    lines: &'a [LineItem],
) -> impl Iterator<Item = &'a LineItem> {
    lines.iter().filter(move |line| {
        line.product.id == *product && line.quantity_requested == Some(i64::from(quantity))
    })
}

/// Fields of an update.
struct Fields<'a> {
    product: Option<&'a ProductId>,
    quantity: Option<u32>,
    sort_order: Option<u32>,
}

fn update(
    line: &LineItem,
    Fields { product, quantity, sort_order }: Fields<'_>,
    base: Option<&LineItem>,
    tells_place: bool,
) -> Comparison {
    let ours_quantity = quantity.map(i64::from);
    let ours_place = sort_order.map(i64::from);
    let product_left = product.filter(|product| line.product.id != **product);
    let quantity_left = ours_quantity.filter(|_| line.quantity_requested != ours_quantity);
    // Some services tell place 0 as none.
    let place = line.sort_order.unwrap_or_default();
    let place_left = ours_place.filter(|ours| place != *ours && tells_place);
    if product_left.is_none() && quantity_left.is_none() && place_left.is_none() {
        return Comparison::Done(None);
    }
    let mut clashes = Vec::new();
    if let Some(base) = base {
        if product_left.is_some() && line.product.id != base.product.id {
            let ours = product.map(ToString::to_string);
            clashes.push(clash(ConflictField::Product, base, line, shown_product, ours));
        }
        if quantity_left.is_some() && line.quantity_requested != base.quantity_requested {
            let ours = ours_quantity.map(|pieces| pieces.to_string());
            clashes.push(clash(ConflictField::Quantity, base, line, shown_quantity, ours));
        }
        if place_left.is_some() && line.sort_order != base.sort_order {
            let ours = ours_place.map(|place| place.to_string());
            clashes.push(clash(ConflictField::SortOrder, base, line, shown_place, ours));
        }
    }
    if !line.is_open() {
        let ours = Some(LineStatus::Pending.as_str().to_owned());
        let base = base.unwrap_or(line);
        clashes.push(clash(ConflictField::Decision, base, line, shown_decision, ours));
    }
    if !clashes.is_empty() {
        return Comparison::Clash(clashes);
    }
    Comparison::Undone(vec![Instruction::Update {
        id: line.id.clone(),
        product: Some(product.unwrap_or(&line.product.id).clone()),
        quantity: quantity.or_else(|| pieces(line.quantity_requested)),
        // 0 and null may both mean that the service gave it no place; it is not given one unasked.
        sort_order: sort_order.or_else(|| pieces(line.sort_order).filter(|place| *place > 0)),
    }])
}

/// Revise, substitute and cancel: each is done if the line shows it, and may be done while nobody
/// else decided anything about the line. What was decided when it was seen is reverted in the same
/// request (interface document, 3, rule 2).
fn decision(change: &LineChange, line: &LineItem, known: AttemptFacts<'_>) -> Comparison {
    if shows(change, line) {
        return Comparison::Done(None);
    }
    let was = known.base.filter(|base| !base.is_open());
    // In the place of what was decided when it was seen, or of a part of ours.
    let set_again = was.is_some_and(|base| decided_alike(base, line))
        || match change {
            LineChange::Substitute { with, .. } if line.status == LineStatus::Substituted => {
                known.attempted && is_part(&line.substitutions, with)
            }
            _ => false,
        };
    let mut clashes = Vec::new();
    if let Some(base) = known.base {
        if line.product.id != base.product.id {
            // It was decided upon as it was: only of a line to be deleted there is nothing of ours.
            let ours = shown_product(base);
            clashes.push(clash(ConflictField::Product, base, line, shown_product, ours));
        }
        if line.quantity_requested != base.quantity_requested {
            let ours = shown_quantity(base);
            clashes.push(clash(ConflictField::Quantity, base, line, shown_quantity, ours));
        }
    }
    if !line.is_open() && !set_again {
        let ours = Some(shown_change(change));
        let base = known.base.unwrap_or(line);
        clashes.push(clash(ConflictField::Decision, base, line, shown_decision, ours));
    }
    if !clashes.is_empty() {
        return Comparison::Clash(clashes);
    }
    let mut instructions = instructions(change);
    if set_again {
        instructions.insert(0, Instruction::Revert { id: line.id.clone() });
    }
    Comparison::Undone(instructions)
}

fn reversal(line: &LineItem, known: AttemptFacts<'_>) -> Comparison {
    if line.is_open() {
        return Comparison::Done(None);
    }
    match known.base.filter(|base| !decided_alike(base, line)) {
        Some(base) => {
            let ours = Some(LineStatus::Pending.as_str().to_owned());
            Comparison::Clash(vec![clash(
                ConflictField::Decision,
                base,
                line,
                shown_decision,
                ours,
            )])
        }
        None => Comparison::Undone(vec![Instruction::Revert { id: line.id.clone() }]),
    }
}

fn deletion(line: &LineItem, known: AttemptFacts<'_>) -> Comparison {
    if let Some(base) = known.base.filter(|base| !is_same(base, line)) {
        let (field, shown): (_, fn(&LineItem) -> Option<String>) =
            if line.product.id != base.product.id {
                (ConflictField::Product, shown_product)
            } else if line.quantity_requested != base.quantity_requested {
                (ConflictField::Quantity, shown_quantity)
            } else {
                (ConflictField::Decision, shown_decision)
            };
        return Comparison::Clash(vec![clash(field, base, line, shown, None)]);
    }
    if let Some(reason) = line.refusal(ChangeKind::Delete) {
        return Comparison::Impossible(reason.into());
    }
    Comparison::Undone(vec![Instruction::Delete { id: line.id.clone() }])
}

/// Whether the line shows what was decided.
pub fn shows(change: &LineChange, line: &LineItem) -> bool {
    // Some installations never show the reason.
    let because = |reason: &str| {
        line.reason_code.as_deref().is_none_or(|shown| shown.trim() == reason.trim())
    };
    match change {
        LineChange::Revise { quantity: 0, reason_code, .. }
        | LineChange::Cancel { reason_code, .. } => {
            line.status == LineStatus::Canceled && because(reason_code)
        }
        LineChange::Revise { quantity, reason_code, .. } => {
            line.status == LineStatus::Changed
                && line.quantity_revised == Some(i64::from(*quantity))
                && because(reason_code)
        }
        LineChange::Substitute { with, .. } => {
            line.status == LineStatus::Substituted
                && counted(children(&line.substitutions)) == counted(wanted(with))
        }
        _ => false,
    }
}

/// Whether a change decides what becomes of a line.
pub fn is_decision(change: &LineChange) -> bool {
    matches!(
        change,
        LineChange::Revise { .. } | LineChange::Substitute { .. } | LineChange::Cancel { .. }
    )
}

/// Whether the line shows what was decided, whatever the reason it shows.
pub fn shows_effect(change: &LineChange, line: &LineItem) -> bool {
    shows(change, &LineItem { reason_code: None, ..line.clone() })
}

/// Whether a line shows plainly that something else was decided than a change asks for: another
/// status, or another quantity or other products that go. What is not shown tells nothing, and a
/// reason may be written in the service's own way.
pub fn is_another(change: &LineChange, line: &LineItem) -> bool {
    if !is_decision(change) || line.is_open() {
        return false;
    }
    match (change, &line.status) {
        (
            LineChange::Revise { quantity: 0, .. } | LineChange::Cancel { .. },
            LineStatus::Canceled,
        ) => false,
        (LineChange::Revise { quantity, .. }, LineStatus::Changed) => {
            line.quantity_revised.is_some_and(|shown| shown != i64::from(*quantity))
        }
        (LineChange::Substitute { with, .. }, LineStatus::Substituted) => {
            let is_shown = |child: &LineItem| child.quantity_requested.is_some();
            !line.substitutions.is_empty()
                && line.substitutions.iter().all(is_shown)
                && !is_part(&line.substitutions, with)
        }
        _ => true,
    }
}

/// The instructions of a decision about an open line.
fn instructions(change: &LineChange) -> Vec<Instruction> {
    match change.clone() {
        LineChange::Revise { item, quantity: 0, reason_code, comments }
        | LineChange::Cancel { item, reason_code, comments } => {
            vec![Instruction::Cancel { id: item, reason_code, comments }]
        }
        LineChange::Revise { item: id, quantity, reason_code, comments } => {
            vec![Instruction::Revise { id, quantity, reason_code, comments }]
        }
        LineChange::Substitute { item, with, reason_code, comments } => with
            .into_iter()
            .map(|Substitute { product, quantity }| Instruction::Substitute {
                id: item.clone(),
                new_product: product.id,
                new_quantity: quantity,
                reason_code: reason_code.clone(),
                comments: comments.clone(),
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn children(lines: &[LineItem]) -> impl Iterator<Item = (&ProductId, i64)> {
    lines.iter().map(|line| (&line.product.id, line.quantity_requested.unwrap_or_default()))
}

fn wanted(with: &[Substitute]) -> impl Iterator<Item = (&ProductId, i64)> {
    with.iter().map(|substitute| (&substitute.product.id, i64::from(substitute.quantity)))
}

fn counted<'a>(
    of: impl Iterator<Item = (&'a ProductId, i64)>,
) -> BTreeMap<(&'a ProductId, i64), usize> {
    let mut counted = BTreeMap::new();
    of.for_each(|one| *counted.entry(one).or_default() += 1);
    counted
}

fn is_part(lines: &[LineItem], with: &[Substitute]) -> bool {
    let wanted = counted(wanted(with));
    counted(children(lines))
        .iter()
        .all(|(one, times)| wanted.get(one).is_some_and(|wanted| wanted >= times))
}

/// Whether the same was decided about both.
fn decided_alike(a: &LineItem, b: &LineItem) -> bool {
    (a.is_open() && b.is_open())
        || (a.status == b.status
            && a.quantity_revised == b.quantity_revised
            && counted(children(&a.substitutions)) == counted(children(&b.substitutions)))
}

fn is_same(a: &LineItem, b: &LineItem) -> bool {
    a.product.id == b.product.id
        && a.quantity_requested == b.quantity_requested
        && decided_alike(a, b)
}

fn clash(
    field: ConflictField,
    base: &LineItem,
    theirs: &LineItem,
    shown: impl Fn(&LineItem) -> Option<String>,
    ours: Option<String>,
) -> FieldConflict {
    FieldConflict { field, base: shown(base), theirs: shown(theirs), ours }
}

fn shown_product(line: &LineItem) -> Option<String> {
    Some(line.product.code.clone().unwrap_or_else(|| line.product.id.to_string()))
}

fn shown_quantity(line: &LineItem) -> Option<String> {
    line.quantity_requested.map(|pieces| pieces.to_string())
}

fn shown_place(line: &LineItem) -> Option<String> {
    line.sort_order.map(|place| place.to_string())
}

/// Status, what goes, and why, as the service writes them: `CHANGED 120 STOCKOUT`.
pub fn shown_decision(line: &LineItem) -> Option<String> {
    let mut parts = vec![line.status.as_str().to_owned()];
    parts.extend(line.quantity_revised.map(|pieces| pieces.to_string()));
    for child in &line.substitutions {
        let product = shown_product(child).unwrap_or_default();
        parts.push(format!("{} × {product}", child.quantity_requested.unwrap_or_default()));
    }
    parts.extend(line.reason_code.clone());
    Some(parts.join(" "))
}

/// A decision in the form of [`shown_decision`].
pub fn shown_change(change: &LineChange) -> String {
    match change {
        LineChange::Revise { quantity: 0, reason_code, .. }
        | LineChange::Cancel { reason_code, .. } => format!("CANCELED {reason_code}"),
        LineChange::Revise { quantity, reason_code, .. } => {
            format!("CHANGED {quantity} {reason_code}")
        }
        LineChange::Substitute { with, reason_code, .. } => {
            let goes: Vec<_> = with
                .iter()
                .map(|one| {
                    let product = one.product.code.as_deref().unwrap_or(one.product.id.as_str());
                    format!("{} × {product}", one.quantity)
                })
                .collect();
            format!("SUBSTITUTED {} {reason_code}", goes.join(" "))
        }
        _ => LineStatus::Pending.as_str().to_owned(),
    }
}

/// Takes fields out of a change that the user gave up; answers whether nothing of it is left.
pub fn give_up(change: &mut LineChange, given_up: &[ConflictField]) -> bool {
    let gone = |field| given_up.contains(&field);
    match change {
        LineChange::Update { product, quantity, sort_order, .. } => {
            if gone(ConflictField::Product) {
                *product = None;
            }
            if gone(ConflictField::Quantity) {
                *quantity = None;
            }
            if gone(ConflictField::SortOrder) {
                *sort_order = None;
            }
            let empty = product.is_none() && quantity.is_none() && sort_order.is_none();
            empty || gone(ConflictField::Decision)
        }
        // A decision is made whole or not at all.
        _ => !given_up.is_empty(),
    }
}

fn pieces(number: Option<i64>) -> Option<u32> {
    number.and_then(|number| u32::try_from(number).ok())
}

#[cfg(test)]
mod tests;
