//! The states of a line item and the transitions between them (interface document, section 3).
//!
//! Called by the store for every instruction. Products and children are the store's matter.

use super::instruction::Reason;
use crate::answer::Refusal;

/// `statusCode` of a line item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    /// Open.
    Pending,
    /// Revised.
    Changed,
    /// Replaced by its children.
    Substituted,
    /// Not to be delivered.
    Canceled,
    /// A child of a substituted item.
    Approved,
}

impl Status {
    const ALL: [Status; 5] =
        [Status::Pending, Status::Changed, Status::Substituted, Status::Canceled, Status::Approved];

    /// The word in answers and in the database.
    pub(crate) fn code(self) -> &'static str {
        match self {
            Status::Pending => "PENDING",
            Status::Changed => "CHANGED",
            Status::Substituted => "SUBSTITUTED",
            Status::Canceled => "CANCELED",
            Status::Approved => "APPROVED",
        }
    }

    /// The status of a word.
    pub(crate) fn of(code: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.code() == code)
    }
}

/// What instructions change on a line item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    /// `statusCode`.
    pub(crate) status: Status,
    /// `quantityRequested`.
    pub(crate) requested: i64,
    /// `quantityCanceled`.
    pub(crate) canceled: Option<i64>,
    /// `quantityRevised`.
    pub(crate) revised: Option<i64>,
    /// `reasonCode`.
    pub(crate) reason: Option<String>,
    /// `comments`.
    pub(crate) comments: Option<String>,
}

impl Standing {
    /// A new item with the quantity asked for.
    pub(crate) fn new(status: Status, requested: i64) -> Standing {
        let (reason, comments) = (None, None);
        Standing { status, requested, canceled: None, revised: None, reason, comments }
    }

    /// PENDING stays PENDING: the quantity is replaced and nothing counts as canceled.
    pub(crate) fn update(self, requested: Option<i64>) -> Result<Standing, Refusal> {
        let standing = self.open("updated")?;
        let requested = requested.unwrap_or(standing.requested);
        Ok(Standing { requested, canceled: Some(0), ..standing })
    }

    /// PENDING becomes CHANGED.
    pub(crate) fn revise(self, quantity: i64, reason: &Reason) -> Result<Standing, Refusal> {
        let standing = self.open("revised")?.closed(Status::Changed, reason);
        Ok(Standing { revised: Some(quantity), ..standing })
    }

    /// PENDING becomes SUBSTITUTED; a SUBSTITUTED item takes one more substitute (rule 1).
    pub(crate) fn substitute(self, reason: &Reason) -> Result<Standing, Refusal> {
        let standing =
            if self.status == Status::Substituted { self } else { self.open("substituted")? };
        Ok(standing.closed(Status::Substituted, reason))
    }

    /// PENDING becomes CANCELED.
    pub(crate) fn cancel(self, reason: &Reason) -> Result<Standing, Refusal> {
        Ok(self.open("canceled")?.closed(Status::Canceled, reason))
    }

    /// CHANGED, SUBSTITUTED and CANCELED become PENDING; `None` when there is nothing to revert.
    pub(crate) fn revert(self) -> Option<Standing> {
        if self.status == Status::Pending {
            return None;
        }
        let standing = Standing::new(Status::Pending, self.requested);
        Some(Standing { canceled: Some(0), ..standing })
    }

    /// Refuses to delete a revised or substituted item, with the text of a database
    /// (section 7). A canceled item was not revised and may go.
    pub(crate) fn delete(&self) -> Result<(), Refusal> {
        let constraint = match self.status {
            Status::Changed => ("fk_requisition_item_modification", "modification_item_id"),
            Status::Substituted => ("fk_requisition_item_parent", "parent_item_id"),
            _ => return Ok(()),
        };
        Err(Refusal::failed(format!(
            "Cannot delete or update a parent row: a foreign key constraint fails \
             (`stockroom`.`requisition_item`, CONSTRAINT `{}` FOREIGN KEY (`{}`) REFERENCES \
             `requisition_item` (`id`))",
            constraint.0, constraint.1
        )))
    }

    fn open(self, verb: &str) -> Result<Standing, Refusal> {
        if self.status == Status::Pending {
            return Ok(self);
        }
        Err(Refusal::invalid(format!(
            "Validation errors: a stock movement item with status {} cannot be {verb}; revert it \
             first",
            self.status.code()
        )))
    }

    fn closed(self, status: Status, reason: &Reason) -> Standing {
        Standing {
            status,
            canceled: Some(self.requested),
            reason: Some(reason.code.clone()),
            comments: reason.comments.clone(),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stockout() -> Reason {
        Reason { code: "STOCKOUT".into(), comments: Some("none left".into()) }
    }

    fn pending() -> Standing {
        Standing::new(Status::Pending, 10)
    }

    #[test]
    fn every_way_out_of_pending_cancels_the_requested_quantity_and_keeps_the_reason() {
        for (after, status) in [
            (pending().revise(4, &stockout()), Status::Changed),
            (pending().substitute(&stockout()), Status::Substituted),
            (pending().cancel(&stockout()), Status::Canceled),
        ] {
            let after = after.unwrap();
            assert_eq!((after.status, after.canceled), (status, Some(10)));
            assert_eq!(after.reason.as_deref(), Some("STOCKOUT"));
            assert_eq!(after.comments.as_deref(), Some("none left"));
            let reverted = after.revert().unwrap();
            assert_eq!(reverted, Standing { canceled: Some(0), ..pending() });
        }
    }

    #[test]
    fn only_pending_items_are_updated_revised_or_canceled() {
        let changed = pending().revise(4, &stockout()).unwrap();
        assert!(changed.clone().update(Some(1)).is_err());
        assert!(changed.clone().revise(1, &stockout()).is_err());
        assert!(changed.clone().cancel(&stockout()).is_err());
        assert!(changed.substitute(&stockout()).is_err());
        assert_eq!(pending().revert(), None);
    }

    #[test]
    fn an_update_counts_nothing_as_canceled() {
        let updated = pending().update(Some(3)).unwrap();
        assert_eq!((updated.requested, updated.canceled), (3, Some(0)));
    }

    #[test]
    fn revised_and_substituted_items_cannot_be_deleted_but_canceled_ones_can() {
        assert!(pending().delete().is_ok());
        assert!(pending().cancel(&stockout()).unwrap().delete().is_ok());
        let refused = pending().substitute(&stockout()).unwrap().delete().unwrap_err();
        assert!(refused.message.contains("foreign key constraint"));
        assert!(pending().revise(1, &stockout()).unwrap().delete().is_err());
    }
}
