//! Whether a line's change can be sent, as which operation, or why not. Used by the editor, the
//! drawer and sending. Pure.

use std::slice;

use contract::{
    ChangeKind, ChangeStand, ConflictField, EditProblem, EditorColumn, FieldConflict, LineChange,
    LineItem, Quantity, RowKey,
};

use super::rows::DrawnRow;
use crate::{
    editor::draft::{
        aspects::change_of,
        sheet::{Aspects, RowDraft, Seen},
    },
    outbox::{
        compare::{AttemptFacts, Comparison, compare_change, is_decision},
        predict::predict,
    },
};

/// A change of a line, as it would be sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// What it does.
    pub kind: ChangeKind,
    /// The instructions, in their order; of one that cannot be sent yet there are none.
    pub instructions: Vec<LineChange>,
    /// Whether it can be sent.
    pub stand: ChangeStand,
    /// What was changed on both sides, where it stands [`ChangeStand::Elsewhere`].
    pub clashes: Vec<FieldConflict>,
}

impl Planned {
    /// Whether it goes when all are sent.
    pub fn goes(&self) -> bool {
        matches!(self.stand, ChangeStand::Ready | ChangeStand::Look(_))
    }
}

/// What is wanted of a line, as changes in the order in which they go: a revert, an update, what was
/// decided; or its deletion.
pub fn planned(row: &DrawnRow) -> Vec<Planned> {
    let Some(draft) = row.draft.as_deref() else { return Vec::new() };
    let wants = &draft.wants;
    let RowKey::Line(item) = &row.key else { return vec![creation(row, wants)] };
    let Some(beneath) = row.beneath() else { return Vec::new() };
    let mut all = Vec::new();
    if wants.deleted {
        all.push((ChangeKind::Delete, deletion(beneath)));
    } else {
        let decided = wants
            .decided()
            .map(|decision| (decision.kind(), vec![change_of(item.clone(), decision.clone())]));
        let update = update(wants, beneath);
        // A decided line is updated only after that was taken back.
        let is_reverted = matches!(&decided, Some((ChangeKind::Revert, _)));
        let (first, last) = if is_reverted { (decided, None) } else { (None, decided) };
        all.extend(first);
        all.extend(update.map(|update| (ChangeKind::Update, vec![update])));
        all.extend(last);
    }
    let mut ahead = Vec::new();
    let planned = |(kind, instructions): (ChangeKind, Vec<LineChange>)| {
        let found = ahead.clone();
        ahead.extend(instructions.iter().cloned());
        of_line(row, draft, kind, instructions, &found)
    };
    let mut all: Vec<_> = all.into_iter().map(planned).collect();
    hold_back(&mut all);
    all
}

/// What builds upon something that stays, stays with it.
fn hold_back(all: &mut [Planned]) {
    let mut held = None;
    for change in all {
        if let (Some(stand), true) = (&held, change.goes()) {
            change.stand = ChangeStand::clone(stand);
        }
        if matches!(change.stand, ChangeStand::Blocked(_)) {
            change.instructions.clear();
        }
        held = (!change.goes()).then(|| change.stand.clone());
    }
}

/// Whether a line was only typed in since an earlier change of it, and the typed can be sent and says all
/// that change said: then it goes in its place.
pub fn goes_instead(row: &DrawnRow, earlier: &LineChange) -> bool {
    let Some(wants) = row.draft.as_ref().map(|draft| &draft.wants) else { return false };
    let is_typed = wants.decision.is_none() && !wants.deleted && wants.merged.is_none();
    let planned = planned(row);
    let [update] = &planned[..] else { return false };
    let is_update = is_typed && matches!(earlier, LineChange::Update { .. }) && update.goes();
    is_update && update.instructions.iter().any(|later| says_all(later, earlier))
}

/// Whether a change says all that an earlier change of the same line says.
pub fn says_all(later: &LineChange, earlier: &LineChange) -> bool {
    if later.item().is_none() || later.item() != earlier.item() {
        return false;
    }
    match (later, earlier) {
        (
            LineChange::Update { product, quantity, sort_order, .. },
            LineChange::Update { product: a_product, quantity: pieces, sort_order: place, .. },
        ) => {
            (a_product.is_none() || product.is_some())
                && (pieces.is_none() || quantity.is_some())
                && (place.is_none() || sort_order.is_some())
        }
        (LineChange::Delete { .. }, _) => true,
        (later, earlier) => decides(later) && decides(earlier),
    }
}

fn decides(change: &LineChange) -> bool {
    is_decision(change) || matches!(change, LineChange::Revert { .. })
}

/// The fields of a line that were changed on both sides; `None` if there are none.
pub fn elsewhere(planned: &[Planned]) -> Option<Vec<FieldConflict>> {
    let mut fields: Vec<FieldConflict> = Vec::new();
    for clash in planned.iter().flat_map(|planned| &planned.clashes) {
        if fields.iter().all(|field| field.field != clash.field) {
            fields.push(clash.clone());
        }
    }
    (!fields.is_empty()).then_some(fields)
}

fn creation(row: &DrawnRow, wants: &Aspects) -> Planned {
    let quantity = wants.quantity.as_ref().and_then(|typed| pieces(typed.means));
    let recipient = wants.recipient.as_ref().and_then(|recipient| recipient.0.clone());
    let create = wants.product().zip(quantity).map(|(product, quantity)| LineChange::Create {
        product: product.clone(),
        quantity,
        sort_order: wants.place,
        recipient,
    });
    let stand = stand(row, ChangeKind::Create);
    let goes = !matches!(stand, ChangeStand::Blocked(_));
    let instructions = create.filter(|_| goes).into_iter().collect();
    Planned { kind: ChangeKind::Create, instructions, stand, clashes: Vec::new() }
}

fn of_line(
    row: &DrawnRow,
    draft: &RowDraft,
    kind: ChangeKind,
    instructions: Vec<LineChange>,
    ahead: &[LineChange],
) -> Planned {
    let clashes = match (&draft.base, row.beneath()) {
        _ if row.is_gone => vec![gone(row)],
        (Some(base), Some(line)) => {
            let after = |line: &LineItem| ahead.iter().try_fold(line.clone(), predict);
            let mut clashes = clashes(&instructions, line, base, &draft.wants, after);
            clashes.retain(|clash| !row.sent.iter().any(|sent| made(sent, clash.field, line)));
            clashes
        }
        _ => Vec::new(),
    };
    let is_decision = !matches!(kind, ChangeKind::Update | ChangeKind::Delete);
    let is_proposed =
        is_decision && draft.wants.decision.as_ref().is_some_and(|decided| decided.proposed);
    let stand = match stand(row, kind) {
        ChangeStand::Blocked(problem) => ChangeStand::Blocked(problem),
        _ if !clashes.is_empty() => ChangeStand::Elsewhere,
        _ if is_proposed => ChangeStand::Proposed,
        stand => stand,
    };
    let goes = !matches!(stand, ChangeStand::Blocked(_)) && !row.is_gone;
    let instructions = if goes { instructions } else { Vec::new() };
    Planned { kind, instructions, stand, clashes }
}

/// Whether a field of a line is as a change made it that was sent from here.
fn made(sent: &LineChange, field: ConflictField, line: &LineItem) -> bool {
    let LineChange::Update { product, quantity, sort_order, .. } = sent else { return false };
    match field {
        ConflictField::Product => product.as_ref().is_some_and(|it| it.id == line.product.id),
        ConflictField::Quantity => {
            quantity.is_some() && quantity.map(i64::from) == line.quantity_requested
        }
        ConflictField::SortOrder => {
            sort_order.is_some() && sort_order.map(i64::from) == line.sort_order
        }
        _ => false,
    }
}

/// What stands against a change of this kind, by what is wrong with the line.
fn stand(row: &DrawnRow, kind: ChangeKind) -> ChangeStand {
    let wants = row.draft.as_ref().map(|draft| &draft.wants);
    let is_wanted = |problem: &EditProblem| match problem.column() {
        EditorColumn::Code => wants.is_some_and(|wants| wants.product.is_some()),
        EditorColumn::Requested => wants.is_some_and(|wants| wants.quantity.is_some()),
        _ => true,
    };
    let about = |problem: &&EditProblem| match (kind, problem.column()) {
        (ChangeKind::Delete | ChangeKind::Revert, _) => false,
        (ChangeKind::Create | ChangeKind::Update, EditorColumn::Reason | EditorColumn::ToShip) => {
            false
        }
        (ChangeKind::Create, _) => true,
        (ChangeKind::Update, _) => is_wanted(problem),
        (_, column) => !matches!(column, EditorColumn::Code | EditorColumn::Requested),
    };
    match row.problems.iter().find(about) {
        Some(problem) if problem.blocks() => ChangeStand::Blocked(problem.clone()),
        Some(problem) => ChangeStand::Look(problem.clone()),
        None => ChangeStand::Ready,
    }
}

/// Product, quantity and place, as far as they are others than the line has; those that cannot be
/// sent make the update none of anything.
fn update(wants: &Aspects, beneath: &LineItem) -> Option<LineChange> {
    if wants.product.is_none() && wants.quantity.is_none() && wants.place.is_none() {
        return None;
    }
    Some(LineChange::Update {
        item: beneath.id.clone(),
        product: wants.product().cloned(),
        quantity: wants.quantity.as_ref().and_then(|typed| pieces(typed.means)),
        sort_order: wants.place,
    })
}

/// A line that was changed is reverted first (interface document, 3).
fn deletion(beneath: &LineItem) -> Vec<LineChange> {
    let item = beneath.id.clone();
    let revert = LineChange::Revert { item: item.clone() };
    let first = beneath.refusal(ChangeKind::Delete).map(|_| revert);
    first.into_iter().chain([LineChange::Delete { item }]).collect()
}

/// What somebody else changed since the line was seen, as the outbox will see it. `after` makes a line
/// what the changes before this one make of it.
fn clashes(
    instructions: &[LineChange],
    line: &LineItem,
    base: &Seen,
    wants: &Aspects,
    after: impl Fn(&LineItem) -> Option<LineItem>,
) -> Vec<FieldConflict> {
    let against = |change: &LineChange, base: &LineItem| {
        let (Some(line), Some(base)) = (after(line), after(base)) else { return Vec::new() };
        let base = Some(&base);
        let alike_before = None;
        let known = AttemptFacts { base, alike_before, taken: &[], attempted: false, whole: true };
        match compare_change(change, slice::from_ref(&line), known) {
            Comparison::Clash(fields) => fields,
            _ => Vec::new(),
        }
    };
    // Of several instructions the last is what is wanted; those before only lead there.
    let Some(change) = instructions.last() else { return Vec::new() };
    let mut fields = against(change, &base.line);
    if let Some(service) = base.service.as_ref().filter(|_| !fields.is_empty())
        && against(change, service).is_empty()
    {
        // What waited when it was seen was given up or refused since: nobody else changed anything.
        return Vec::new();
    }
    for clash in &mut fields {
        if clash.field == ConflictField::Product && clash.ours.is_some() {
            clash.ours = wants
                .product()
                .map(|product| product.code.clone().unwrap_or_else(|| product.id.to_string()));
        }
    }
    fields
}

fn gone(row: &DrawnRow) -> FieldConflict {
    let base = row
        .beneath()
        .map(|line| line.product.code.clone().unwrap_or_else(|| line.product.id.to_string()));
    FieldConflict { field: ConflictField::Line, ours: base.clone(), base, theirs: None }
}

fn pieces(means: Quantity) -> Option<u32> {
    match means {
        Quantity::Whole(pieces) => u32::try_from(pieces).ok(),
        _ => None,
    }
}
