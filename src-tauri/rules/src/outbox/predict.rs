//! How a line will look after a change (interface document, 3). Pure.

use std::borrow::Cow;

use crate::movements::lines::new_line;
use contract::{LineChange, LineItem, LineStatus, Substitute};

use super::op::Op;

/// Lines as they were read, changed by those operations of one request that come before another.
pub struct Ahead<'a> {
    read: &'a [LineItem],
    changed: Cow<'a, [LineItem]>,
}

impl<'a> Ahead<'a> {
    /// Lines of which nothing is changed yet.
    pub fn of(read: &'a [LineItem]) -> Self {
        Self { read, changed: Cow::Borrowed(read) }
    }

    /// The lines an operation finds. One that adds a line looks for it among those that are there.
    pub fn found_by(&self, op: &Op) -> &[LineItem] {
        if op.item().is_some() { &self.changed } else { self.read }
    }

    /// An operation is still to be done: what comes after it finds its line changed.
    pub fn is_to_do(&mut self, op: &Op) {
        let Some(change) = op.line_change() else { return };
        let is_it = |line: &LineItem| Some(&line.id) == change.item();
        let Some(at) = self.changed.iter().position(is_it) else { return };
        if let Some(line) = predict(self.changed[at].clone(), change) {
            self.changed.to_mut()[at] = line;
        }
    }
}

/// The line after a change; `None` after it is removed. An added line has the id it is given.
pub fn predict(mut line: LineItem, change: &LineChange) -> Option<LineItem> {
    match change {
        LineChange::Create { .. } => {}
        LineChange::Delete { .. } => return None,
        LineChange::Update { product, quantity, sort_order, .. } => {
            if let Some(product) = product {
                if product.id != line.product.id {
                    (line.quantity_available, line.quantity_allowed) = (None, None);
                }
                line.product = product.clone();
            }
            line.quantity_requested = quantity.map(i64::from).or(line.quantity_requested);
            line.sort_order = sort_order.map(i64::from).or(line.sort_order);
        }
        LineChange::Revise { quantity: 0, reason_code, comments, .. }
        | LineChange::Cancel { reason_code, comments, .. } => {
            decide(&mut line, LineStatus::Canceled, reason_code, comments.as_ref());
        }
        LineChange::Revise { quantity, reason_code, comments, .. } => {
            decide(&mut line, LineStatus::Changed, reason_code, comments.as_ref());
            line.quantity_revised = Some(i64::from(*quantity));
        }
        LineChange::Substitute { with, reason_code, comments, .. } => {
            decide(&mut line, LineStatus::Substituted, reason_code, comments.as_ref());
            line.substitutions = with.iter().map(child).collect();
        }
        LineChange::Revert { .. } => {
            line.status = LineStatus::Pending;
            line.quantity_canceled = Some(0);
            line.quantity_revised = None;
            line.reason_code = None;
            line.comments = None;
            line.substitutions = Vec::new();
        }
    }
    Some(line)
}

/// Makes a line what a decision of this status and reason makes of it.
pub fn decide(line: &mut LineItem, status: LineStatus, reason: &str, comments: Option<&String>) {
    line.status = status;
    line.quantity_canceled = line.quantity_requested;
    line.quantity_revised = None;
    line.reason_code = Some(reason.to_owned());
    line.comments = comments.cloned();
    line.substitutions = Vec::new();
}

/// What goes instead of a line, as far as it is known: how much there is of it, what is allowed of it
/// and who gets it is told of the line's own product.
fn child(with: &Substitute) -> LineItem {
    let quantity = i64::from(with.quantity);
    LineItem { status: LineStatus::Approved, ..new_line(with.product.clone(), quantity, None) }
}

#[cfg(test)]
mod tests;
