//! By what a decision about a line is told apart from another one: a line that was looked at is looked at again
//! once something else is decided about it. Comments count for nothing: services change them.

use contract::{Decision, LineItem, LineStatus, ProductId};

/// What is decided about a line in the service; `None` where nothing is.
pub fn decided_in_service(line: &LineItem) -> Option<String> {
    let reason = line.reason_code.as_deref();
    Some(match line.status {
        LineStatus::Changed => revised(line.quantity_to_ship()?, reason),
        LineStatus::Canceled => canceled(reason),
        LineStatus::Substituted => {
            let children = line.substitutions.iter();
            let with = children.map(|child| (&child.product.id, child.quantity_requested));
            substituted(with.map(|(id, pieces)| (id, pieces.unwrap_or(0))).collect(), reason)
        }
        _ => return None,
    })
}

/// What a decision would be in the service; `None` for a revert.
pub fn decided(decision: &Decision) -> Option<String> {
    Some(match decision {
        Decision::Revise { quantity: 0, reason_code, .. }
        | Decision::Cancel { reason_code, .. } => canceled(Some(reason_code)),
        Decision::Revise { quantity, reason_code, .. } => {
            revised(i64::from(*quantity), Some(reason_code))
        }
        Decision::Substitute { with, reason_code, .. } => {
            let with = with.iter().map(|one| (&one.product.id, i64::from(one.quantity)));
            substituted(with.collect(), Some(reason_code))
        }
        Decision::Revert => return None,
    })
}

/// Whether two decisions send the same, whatever names of products they show.
pub fn are_same(one: &Decision, other: &Decision) -> bool {
    let told = |decision: &Decision| match decision {
        Decision::Revise { comments, .. }
        | Decision::Substitute { comments, .. }
        | Decision::Cancel { comments, .. } => comments.clone(),
        Decision::Revert => None,
    };
    one.kind() == other.kind() && decided(one) == decided(other) && told(one) == told(other)
}

fn revised(quantity: i64, reason: Option<&str>) -> String {
    format!("revise {quantity} {}", reason.unwrap_or_default().trim())
}

fn canceled(reason: Option<&str>) -> String {
    format!("cancel {}", reason.unwrap_or_default().trim())
}

/// The order of what goes instead means nothing.
fn substituted(mut with: Vec<(&ProductId, i64)>, reason: Option<&str>) -> String {
    with.sort();
    let with: Vec<_> = with.iter().map(|(id, pieces)| format!("{pieces} {id}")).collect();
    format!("substitute {} {}", with.join(" "), reason.unwrap_or_default().trim())
}

#[cfg(test)]
mod tests {
    use contract::{ProductRef, Substitute};

    use super::*;
    use crate::movements::lines::new_line;

    fn product(id: &str) -> ProductRef {
        ProductRef { id: id.into(), code: None, name: None, description: None, category: None }
    }

    fn line(status: LineStatus) -> LineItem {
        let line = LineItem { status, ..new_line(product("p"), 80, None) };
        LineItem { reason_code: Some("STOCKOUT ".into()), ..line }
    }

    #[test]
    fn a_decision_is_the_same_before_and_after_it_is_in_the_service() {
        let (reason_code, comments) = ("STOCKOUT".to_owned(), Some("any".to_owned()));
        let revise = |quantity| Decision::Revise {
            quantity,
            reason_code: reason_code.clone(),
            comments: comments.clone(),
        };
        let revised = LineItem { quantity_revised: Some(20), ..line(LineStatus::Changed) };
        assert_eq!(decided(&revise(20)), decided_in_service(&revised));
        assert_ne!(decided(&revise(21)), decided_in_service(&revised));
        assert_eq!(decided(&revise(0)), decided_in_service(&line(LineStatus::Canceled)));
        let swap = |id: &str, quantity| Substitute { product: product(id), quantity };
        let with = vec![swap("b", 24), swap("a", 56)];
        let (reason_code, comments) = ("STOCKOUT".to_owned(), None);
        let substitute = Decision::Substitute { with, reason_code, comments };
        let child = |id: &str, pieces| new_line(product(id), pieces, None);
        let substitutions = vec![child("a", 56), child("b", 24)];
        let substituted = LineItem { substitutions, ..line(LineStatus::Substituted) };
        assert_eq!(decided(&substitute), decided_in_service(&substituted));
        assert_eq!(decided_in_service(&line(LineStatus::Pending)), None);
        assert_eq!(decided(&Decision::Revert), None);
    }
}
