//! A line as a change will leave it, by section 3 of the interface document: what later changes of
//! it are decided upon, and what is drawn while it waits. Pure.

use contract::{LineChange, LineItem, LineStatus, Substitute};

/// The line after a change; `None` after it is removed. An added line has the id it is given.
pub(crate) fn predict(mut line: LineItem, change: &LineChange) -> Option<LineItem> {
    match change {
        LineChange::Create { .. } => {}
        LineChange::Delete { .. } => return None,
        LineChange::Update { product, quantity, sort_order, .. } => {
            if let Some(product) = product {
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
            line.substitutions = with.iter().map(|one| child(&line, one)).collect();
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

fn decide(line: &mut LineItem, status: LineStatus, reason: &str, comments: Option<&String>) {
    line.status = status;
    line.quantity_canceled = line.quantity_requested;
    line.quantity_revised = None;
    line.reason_code = Some(reason.to_owned());
    line.comments = comments.cloned();
    line.substitutions = Vec::new();
}

fn child(line: &LineItem, with: &Substitute) -> LineItem {
    LineItem {
        id: "".into(),
        product: with.product.clone(),
        status: LineStatus::Approved,
        quantity_requested: Some(i64::from(with.quantity)),
        quantity_canceled: None,
        quantity_revised: None,
        reason_code: None,
        comments: None,
        substitutions: Vec::new(),
        ..line.clone()
    }
}

#[cfg(test)]
mod tests;
