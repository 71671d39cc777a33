//! One line with what helps to decide about it: stock, reasons, and what can go instead.

use std::sync::Arc;

use contract::{
    ChangeKind, LeftOut, LineItem, LineView, MovementKey, MovementRef, Offer, ProductId,
    ProductRef, ReasonChoice, ReplacedDecisions, RowKey, Stock, Suggestion, WhyNot,
};

use super::{
    drawing::LineDrafts,
    drawn::rows::{Drawn, DrawnRow},
    learned::LearnedPairs,
    reasons::choices,
    suggest::{RefusedPair, suggestions},
};
use crate::{
    account::Account,
    error::Error,
    lookups::products::Products,
    movements::mirror::Movements,
    observed::{
        pages::{SubstituteReader, Told},
        reasons::ListedReason,
    },
    service::calls::Service,
};

/// What can be offered, in the order shown.
const KINDS: [ChangeKind; 5] = [
    ChangeKind::Revise,
    ChangeKind::Substitute,
    ChangeKind::Cancel,
    ChangeKind::Revert,
    ChangeKind::Delete,
];

/// One line with what helps to decide about it.
pub(crate) struct LinePanel {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub movements: Arc<Movements>,
    pub products: Arc<Products>,
    pub substitutes: Arc<SubstituteReader>,
    pub drafts: Arc<LineDrafts>,
    /// What was decided before.
    pub pairs: Arc<LearnedPairs>,
}

impl LinePanel {
    /// What the service told about the product of a line and what may go instead.
    pub(crate) async fn told_of_line(
        self: &Arc<Self>,
        movement: MovementKey,
        view: &LineView,
        product: &ProductRef,
    ) -> Result<Option<Told>, Error> {
        let Some(known) = self.movements.find(&MovementRef::Key(movement)) else { return Ok(None) };
        let in_service = view.as_in_service.as_deref();
        let line = in_service.filter(|line| line.product.id == product.id).map(|line| &line.id);
        let place = known.movement.origin.as_ref().map(|place| &place.id);
        self.substitutes.told_of(&known.movement.id, line, &product.id, place).await
    }

    pub(crate) fn line_view(
        &self,
        movement: MovementKey,
        rows: &[RowKey],
        listed: &[ListedReason],
    ) -> Result<LineView, Error> {
        let Some(first) = rows.first() else {
            return Err(Error::Invalid { field: "rows", problem: "there are none" });
        };
        let drawn = self.drafts.drawn(movement)?;
        let (number, row) = drawn.find(first).ok_or(Error::Unknown)?;
        Ok(LineView {
            line: drawn.editor_line(number as usize - 1, &[]),
            as_in_service: row.beneath().map(|line| Box::new(named(&drawn, line))),
            decision: row.draft.as_ref().and_then(|draft| draft.wants.decided().cloned()),
            offers: offers(&drawn, rows, self.service.session.lacks_updates()),
            suggestions: Vec::new(),
            listed: None,
            reasons: self.reasons(listed),
            comments: Vec::new(),
            stock: None,
            rejected: None,
            elsewhere: None,
        })
    }

    /// The reasons to choose from, with those the service lists.
    pub(crate) fn reasons(&self, listed: &[ListedReason]) -> Vec<ReasonChoice> {
        let own = self.account.facts().reasons;
        choices(&own, listed, &self.pairs.reasons_seen())
    }

    pub(crate) fn suggested(
        &self,
        product: &ProductRef,
        refused: Vec<RefusedPair>,
        told: Option<&Told>,
    ) -> Vec<Suggestion> {
        let used = self.pairs.used(&product.id);
        let refused =
            refused.into_iter().filter(|pair| self.pairs.stands(&product.id, pair)).collect();
        let products = self.products.cache.look(&()).value.unwrap_or_default();
        suggestions(product, used, products.iter().map(|known| &known.of), refused, told)
    }
}

/// A line with the names of its products, as far as they are known.
fn named(drawn: &Drawn, line: &LineItem) -> LineItem {
    let mut line = line.clone();
    let children = line.substitutions.iter_mut().map(|child| &mut child.product);
    for product in children.chain([&mut line.product]) {
        *product = drawn.named(product);
    }
    line
}

/// What there is of the line's own product.
pub(crate) fn stock_of(told: &Told) -> Stock {
    Stock { quantity: told.of.quantity, expiry: told.of.expiry, as_of: told.as_of }
}

/// All that may go instead.
pub(crate) fn substitutes_of(told: &Told) -> Vec<ProductId> {
    told.of.substitutes.iter().map(|one| one.product.id.clone()).collect()
}

/// What can be done with which of the lines.
fn offers(drawn: &Drawn, rows: &[RowKey], no_updates: bool) -> Vec<Offer> {
    let offer = |kind| {
        let (free, left_out, replaces) = (Vec::new(), Vec::new(), Vec::new());
        let mut offer = Offer { kind, rows: free, left_out, replaces };
        for key in rows {
            let row = drawn.find(key).map(|(_, row)| row);
            let why = match row {
                _ if no_updates => Some(WhyNot::UpdatesNotOffered),
                Some(row) => why_not(row, kind),
                None => Some(WhyNot::Gone),
            };
            match why {
                Some(why) => leave_out(&mut offer.left_out, why),
                None => {
                    offer.rows.push(key.clone());
                    let replaced = row.and_then(|row| replaced_by(row, kind));
                    replaced.into_iter().for_each(|of| count_replaced(&mut offer.replaces, of));
                }
            }
        }
        offer
    };
    KINDS.map(offer).into()
}

/// What stands against a kind of change of a line. What was decided here and not sent does not: a new
/// decision takes its place. A deletion can always be taken back.
fn why_not(row: &DrawnRow, kind: ChangeKind) -> Option<WhyNot> {
    if row.is_added() {
        return (kind != ChangeKind::Delete).then_some(WhyNot::NotInService);
    }
    if kind == ChangeKind::Delete {
        return row.is_fixed.then_some(WhyNot::OnItsWay).filter(|_| !row.is_gone);
    }
    let line = row.beneath().filter(|_| !row.is_gone);
    let Some(line) = line else { return Some(WhyNot::Gone) };
    if row.is_fixed {
        return Some(WhyNot::OnItsWay);
    }
    if row.deleted {
        return Some(WhyNot::Deleted);
    }
    let is_decided_here = row.draft.as_ref().is_some_and(|draft| draft.wants.decided().is_some());
    if kind == ChangeKind::Revert && is_decided_here {
        return None;
    }
    line.refusal(kind).map(|_| WhyNot::Status(line.status.clone()))
}

/// The kind of what was decided otherwise about a line here, and would be lost. Who reverts a line wants
/// that, and a deletion leaves it where it is.
fn replaced_by(row: &DrawnRow, kind: ChangeKind) -> Option<ChangeKind> {
    if matches!(kind, ChangeKind::Revert | ChangeKind::Delete) {
        return None;
    }
    let decided = row.draft.as_ref()?.wants.decided()?.kind();
    Some(decided).filter(|decided| *decided != kind)
}

fn count_replaced(all: &mut Vec<ReplacedDecisions>, kind: ChangeKind) {
    match all.iter_mut().find(|known| known.kind == kind) {
        Some(known) => known.lines += 1,
        None => all.push(ReplacedDecisions { kind, lines: 1 }),
    }
}

fn leave_out(all: &mut Vec<LeftOut>, why: WhyNot) {
    match all.iter_mut().find(|known| known.why == why) {
        Some(known) => known.lines += 1,
        None => all.push(LeftOut { why, lines: 1 }),
    }
}
