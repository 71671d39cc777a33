//! Stock movements and the pure rules about them.

pub(crate) mod form;
pub(crate) mod line;
pub(crate) mod opened;
pub(crate) mod review;
pub(crate) mod row;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{LineItem, MovementId, Person, PlaceRef};

/// A stock movement (interface document, 2.1). Only the id is certain to be there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    /// The service's id.
    pub id: MovementId,
    /// Name; some installations write their own.
    pub name: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// The short code people know it by; null right after creation.
    pub identifier: Option<String>,
    /// Where goods come from.
    pub origin: Option<PlaceRef>,
    /// Where goods go to.
    pub destination: Option<PlaceRef>,
    /// The day it is asked for; a date without time or zone.
    pub date_requested: Option<NaiveDate>,
    /// That date as the service wrote it, where it is no plain day: some installations write a point
    /// in time, and which day that is depends on a zone nobody names. Such a day is shown as
    /// uncertain, and never written back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_text: Option<String>,
    /// Who asked for it.
    pub requested_by: Option<Person>,
    /// The lines in the order of `sortOrder`, those without one last; `None` when the answer left
    /// them out (a list with `exclude=lineItems`).
    pub lines: Option<Vec<LineItem>>,
    /// How many lines came that could not be read. The service has them, and they are not among `lines`:
    /// of a line that is not there, nothing tells then whether it is gone.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines_left_out: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Movement {
    /// Whether its lines were read, all of them: one that is not among them is not in the service.
    #[must_use]
    pub fn has_all_lines(&self) -> bool {
        self.lines.is_some() && self.lines_left_out == 0
    }

    /// The day it is asked for, where the service wrote it as a plain day.
    #[must_use]
    pub fn certain_day(&self) -> Option<NaiveDate> {
        self.date_requested.filter(|_| self.date_text.is_none())
    }

    /// Whether it may be asked for on this day: a point in time can be of the day before or after in
    /// the zone of the service.
    #[must_use]
    pub fn may_be_of(&self, day: NaiveDate) -> bool {
        let apart = self.date_requested.map(|read| (read - day).num_days().abs());
        apart.is_some_and(|apart| apart <= i64::from(self.date_text.is_some()))
    }
}
