//! Changes of a movement's own fields: compared three ways with the newest reading, and sent with
//! everything else as it was just read.

use std::sync::Arc;

use client::HeaderUpdate;
use contract::{
    HeaderFields, HeaderMerge, JournalEvent, Movement, Operation, OperationState, Question, Reason,
    merge_header,
};
use rules::movements::known::Answered;

use tokio::time::Instant;

use super::{
    delivery::Delivery,
    judge::{self, of_write},
    lines::is_bare,
};
use crate::{
    error::Error,
    movements::{
        form::{header_of, other_date},
        mirror::Movements,
        read::MovementReader,
    },
    outbox::{
        compare::Comparison,
        keep::Operations,
        op::{Baseline, Lane, Op},
        queue::Outbox,
    },
};

/// Sends changes of movements' own fields.
pub(crate) struct HeaderSender {
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub reader: Arc<MovementReader>,
    pub operations: Arc<Operations>,
    pub delivery: Arc<Delivery>,
}

impl HeaderSender {
    /// Sends a change of a movement's own fields, as far as it is still to be made.
    pub(crate) async fn send_header(self: &Arc<Self>, lane: Lane, op: Op) -> Result<(), Error> {
        let keys = [op.key];
        let Some(newest) = self.delivery.newest(lane, &keys).await? else { return Ok(()) };
        let Some(fields) = self.header_left(&op, &newest).await? else { return Ok(()) };
        if self.delivery.attempt(&[op], |_| None).await?.is_empty() {
            return Ok(());
        }
        let header = with_fields(header_of(&newest), &fields);
        let began = Instant::now();
        match self.delivery.writes.update_movement(&newest.id, header, Vec::new()).await {
            Ok(after) => {
                self.outbox.went_well(lane);
                let state = self.header_state(lane, &fields, &newest, after).await;
                let event = match state {
                    OperationState::Sent { .. } => JournalEvent::Sent,
                    OperationState::Unknown(_) => JournalEvent::Unknown,
                    _ => JournalEvent::Refused,
                };
                self.operations
                    .change_each(&keys, Some(began.elapsed()), |op| {
                        op.move_to(state.clone());
                        Some(event)
                    })
                    .await?;
                Ok(())
            }
            Err(error) => {
                self.delivery.set_back(lane, &keys, judge::next(of_write(error), 1)).await
            }
        }
    }

    /// What of a change is still to be sent; an operation of which nothing is, ends or is parked.
    async fn header_left(&self, op: &Op, newest: &Movement) -> Result<Option<HeaderFields>, Error> {
        let found = match compared(op, newest) {
            HeaderMerge::Send(fields) => return Ok(Some(*fields)),
            HeaderMerge::Done => Comparison::Done(None),
            HeaderMerge::Clash(fields) => Comparison::Clash(fields),
        };
        self.delivery.end_unsent(op, found, shown(newest)).await?;
        Ok(None)
    }

    /// A service may write fields in its own way; one it left exactly as it was, it did not take, and
    /// a date is one day or another. The answer may be from before the change: then the movement is
    /// read once more.
    async fn header_state(
        self: &Arc<Self>,
        lane: Lane,
        fields: &HeaderFields,
        before: &Movement,
        after: Answered,
    ) -> OperationState {
        let Lane::Movement(key) = lane else { return self.delivery.sent(None, false) };
        let was = HeaderFields::of(before);
        let left_by = |after: &Movement| fields.left_alone(&was, &HeaderFields::of(after));
        let is_told = !is_bare(&after.movement);
        let mut left = left_by(&after.movement);
        let mut date = other_date(fields.date_requested, &after.movement);
        if is_told {
            self.movements.note_movement(after, Some(key));
        }
        if !left.is_empty() || !is_told {
            // The answer alone may be from before the change: it proves nothing against it.
            let Ok(read) = self.reader.ask_movement(&before.id).await else {
                return OperationState::Unknown(Question::NotShown);
            };
            left = left_by(&read.movement);
            date = other_date(fields.date_requested, &read.movement);
            self.movements.note_movement(read, Some(key));
        }
        if !left.is_empty() {
            return OperationState::Stuck(Reason::LeftAlone { fields: left }.into());
        }
        date.map_or_else(|| self.delivery.sent(None, false), OperationState::Stuck)
    }
}

/// What the user is shown of a conflict about a movement's own fields.
pub(crate) fn shown(newest: &Movement) -> Option<Baseline> {
    Some(Baseline::Header(Box::new(HeaderFields::of(newest))))
}

/// What the newest reading tells about a change of fields.
pub(crate) fn compared(op: &Op, newest: &Movement) -> HeaderMerge {
    let Operation::UpdateHeader(ours) = &op.body else { return HeaderMerge::Done };
    merge_header(op.base_header(), ours, &HeaderFields::of(newest))
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
