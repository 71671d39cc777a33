//! Picking: what there is to pick for a line. From the service's pick page where it has one; else from
//! what was picked from here before, and the bins of the origin. Deliberately absent: picking itself;
//! that is an operation of the outbox like any other.

mod depots;
pub(crate) mod open_walks;
pub(crate) mod pick_lists;
pub(crate) mod picked;
mod refused;
mod scans;
pub(crate) mod site;
mod to_pick;
pub(crate) mod walks;

use contract::{LineItem, LineStatus, ReadPickView, WhyNot};
use rules::movements::known::KnownMovement;

/// Whether a line is asked about, by its own id or by that of what goes instead.
pub(crate) fn is_about(line: &LineItem, request: &ReadPickView) -> bool {
    let mut children = line.substitutions.iter();
    line.id == request.item || children.any(|child| child.id == request.item)
}

pub(crate) fn why_not(
    known: &KnownMovement,
    line: &LineItem,
    nothing: bool,
    no_updates: bool,
) -> Option<WhyNot> {
    if known.gone {
        Some(WhyNot::Gone)
    } else if no_updates {
        Some(WhyNot::UpdatesNotOffered)
    } else if nothing || line.status == LineStatus::Canceled {
        Some(WhyNot::Status(line.status.clone()))
    } else {
        None
    }
}
