//! Changes of a movement's own fields: compared three ways with the newest reading, and sent with
//! everything else as it was just read.

use std::sync::Arc;

use client::HeaderUpdate;
use contract::{HeaderFields, JournalEvent, Movement, Operation, OperationState, Reason};

use super::{
    compare::Standing,
    fields::{Compared, compare},
    judge::{self, of_write},
    op::{Before, Lane, Op},
};
use tokio::time::Instant;

use crate::{error::Error, movements::header_of, profile::Opened};

impl Opened {
    /// Sends a change of a movement's own fields, as far as it is still to be made.
    pub(super) async fn send_header(self: &Arc<Self>, lane: Lane, op: Op) -> Result<(), Error> {
        let keys = [op.key];
        let Some(newest) = self.newest(lane, &keys).await? else { return Ok(()) };
        let Some(fields) = self.header_left(&op, &newest).await? else { return Ok(()) };
        if self.attempt(&[op], |_| None).await?.is_empty() {
            return Ok(());
        }
        let header = with_fields(header_of(&newest), &fields);
        let (asked, began) = (self.common.clock.now(), Instant::now());
        match self.writes().update_movement(&newest.id, header, Vec::new()).await {
            Ok(after) => {
                self.outbox.went_well(lane);
                let state = self.header_state(&fields, &newest, &after);
                if let Lane::Movement(key) = lane {
                    self.note_movement(after, asked, Some(key));
                }
                let event = match state {
                    OperationState::Sent { .. } => JournalEvent::Sent,
                    _ => JournalEvent::Refused,
                };
                self.change_each(&keys, Some(began.elapsed()), |op| {
                    op.move_to(state.clone());
                    Some(event)
                })
                .await?;
                Ok(())
            }
            Err(error) => self.set_back(lane, &keys, judge::next(of_write(error), 1)).await,
        }
    }

    /// What of a change is still to be sent; an operation of which nothing is, ends or is parked.
    async fn header_left(&self, op: &Op, newest: &Movement) -> Result<Option<HeaderFields>, Error> {
        let found = match compared(op, newest) {
            Compared::Send(fields) => return Ok(Some(*fields)),
            Compared::Done => Standing::Done(None),
            Compared::Clash(fields) => Standing::Clash(fields),
        };
        self.end_unsent(op, found, shown(newest)).await?;
        Ok(None)
    }

    /// A service may write fields in its own way; one it left exactly as they were, it did not take.
    fn header_state(
        &self,
        fields: &HeaderFields,
        before: &Movement,
        after: &Movement,
    ) -> OperationState {
        let (before, after) = (HeaderFields::of(before), HeaderFields::of(after));
        let left =
            matches!(compare(None, fields, &after), Compared::Send(left) if *left == *fields);
        if left && before == after {
            return OperationState::Stuck(Reason::Refused { status: 200 }.into());
        }
        self.sent(None, false)
    }
}

/// What the user is shown of a conflict about a movement's own fields.
pub(super) fn shown(newest: &Movement) -> Option<Before> {
    Some(Before::Header(Box::new(HeaderFields::of(newest))))
}

/// What the newest reading tells about a change of fields.
pub(super) fn compared(op: &Op, newest: &Movement) -> Compared {
    let Operation::UpdateHeader(ours) = &op.body else { return Compared::Done };
    compare(op.base_header(), ours, &HeaderFields::of(newest))
}

fn with_fields(mut header: HeaderUpdate, fields: &HeaderFields) -> HeaderUpdate {
    if let Some(name) = &fields.name {
        header.name = Some(name.trim().to_owned());
    }
    if let Some(description) = &fields.description {
        header.description = Some(description.trim().to_owned());
    }
    header.origin = fields.origin.as_ref().map(|at| at.id.clone()).or(header.origin);
    header.destination = fields.destination.as_ref().map(|at| at.id.clone()).or(header.destination);
    header.date_requested = fields.date_requested.or(header.date_requested);
    let person = fields.requested_by.as_ref().map(|person| person.id.clone());
    header.requested_by = person.or(header.requested_by);
    header
}
