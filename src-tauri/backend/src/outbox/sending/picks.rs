//! Picks in a service that shows them (observed in real installations): what was there before one is
//! sent, what it is called afterwards, and whether one whose answer was lost was made. Where the
//! service shows none, `send_single` asks the user.

use std::sync::Arc;

use chrono::TimeDelta;
use contract::{
    Endpoint, Failure, ItemId, JournalEvent, LineItem, LineStatus, MovementId, ObservedCall,
    Operation, OperationState, Pick, PickRow, Question, Reason, SeenPick,
};

use super::{delivery::why_in_doubt, single::SingleSender};
use crate::{
    error::Error,
    outbox::{
        compare_picks::{PickComparison, compare_pick, picks_of},
        op::{Base, Baseline, Lane, Op},
    },
};

/// Lines that were read so short a time ago are not read again for each of many picks.
const JUST_READ: TimeDelta = TimeDelta::seconds(3);

/// Picks of a line.
struct Picks<'a> {
    movement: MovementId,
    item: &'a ItemId,
    picks: &'a [Pick],
}

impl SingleSender {
    /// The service's id of the movement an operation is about, where it is known.
    pub(crate) fn movement_id_of(&self, op: &Op) -> Option<MovementId> {
        let key = op.movement?;
        let known = self.movements.find(&key.into()).map(|known| known.movement.id.clone());
        known.or_else(|| self.outbox.id_of(key))
    }

    /// Whether an operation is a pick that the service shows.
    pub(crate) fn shows_pick(&self, op: &Op) -> bool {
        self.shown_picks(op).is_some()
    }

    fn shown_picks<'a>(&self, op: &'a Op) -> Option<Picks<'a>> {
        let Operation::Pick { item, picks } = &op.body else { return None };
        let movement = self.movement_id_of(op)?;
        self.extensions.offers(ObservedCall::PickPage).then_some(Picks { movement, item, picks })
    }

    /// What the service shows of the line before an operation is sent, its picks among it; `None` where
    /// it shows none, or not now: picking does not depend on it.
    pub(crate) async fn row_before(self: &Arc<Self>, op: &Op) -> Option<PickRow> {
        let Picks { movement, item, .. } = self.shown_picks(op)?;
        let rows = self.pick_pages.pick_page_before(&movement).await.ok()?;
        rows.iter().find(|row| row.item == *item).cloned()
    }

    /// Whether others changed since the user asked for this pick how many pieces are to go of its line. It then
    /// waits for the user, who is shown both numbers; tried again it is sent. Picking does not depend on
    /// reading: where the line cannot be read, the pick goes as it is.
    pub(crate) async fn is_line_changed_meanwhile(
        self: &Arc<Self>,
        op: &Op,
    ) -> Result<bool, Error> {
        let (Operation::Pick { item, picks }, Some(Base::Line(seen))) = (&op.body, &op.base) else {
            return Ok(false);
        };
        // What is taken back may be, whatever became of the line; and what went before it was sent from here.
        let takes_back = picks.iter().all(|pick| pick.quantity == 0);
        if takes_back || self.is_changed_from_here(op, &seen.id) {
            return Ok(false);
        }
        let Some(line) = self.line_since(op, &seen.id).await else { return Ok(false) };
        let (Some(before), Some(now)) = (to_pick(seen, item), to_pick(&line, item)) else {
            return Ok(false);
        };
        if before == now {
            return Ok(false);
        }
        let failure = Failure::from(Reason::AskedChanged { before, now });
        let stop = |waits: &mut Op| {
            waits.base = Some(Base::Line(Box::new(line.clone())));
            waits.move_to(OperationState::Stuck(failure.clone()));
        };
        self.delivery.change_as_seen(op, JournalEvent::Conflict, stop).await?;
        Ok(true)
    }

    /// Whether a change of a line was sent from here since an operation was asked for.
    fn is_changed_from_here(&self, op: &Op, line: &ItemId) -> bool {
        let Some(key) = op.movement else { return false };
        let is_later =
            |sent: &Op| matches!(sent.state, OperationState::Sent { at, .. } if at >= op.kept);
        let sent = self.outbox.sent_lately(key);
        sent.iter().any(|sent| sent.item() == Some(line) && is_later(sent))
    }

    /// A line as it was read since an operation was asked for: just now, where it was not.
    async fn line_since(self: &Arc<Self>, op: &Op, line: &ItemId) -> Option<LineItem> {
        let key = op.movement?;
        let seen = self.movements.find(&key.into()).and_then(|known| known.lines_seen);
        let just_read = self.account.now() - JUST_READ;
        if seen.is_none_or(|seen| seen <= op.kept || seen < just_read) {
            let id = self.movement_id_of(op)?;
            let answered = self.delivery.reader.ask_movement(&id).await.ok()?;
            self.movements.note_movement(answered, Some(key));
        }
        self.movements.line_of(key, line)
    }

    /// Whether others picked for the line since the user asked for this pick, so that with it there would
    /// be more than is to go. It then waits for the user, who is shown what is picked now; tried again
    /// it is sent.
    pub(crate) async fn is_picked_meanwhile(&self, op: &Op, row: &PickRow) -> Result<bool, Error> {
        let Some(Baseline::Picked(known)) = op.before else { return Ok(false) };
        let picked = row.picks.iter().map(|pick| pick.quantity).sum();
        let more = picked + pieces_more(op, row);
        if picked <= known || row.required.is_some_and(|required| more <= required) {
            return Ok(false);
        }
        let failure = Failure::from(Reason::PickedMeanwhile { picked });
        let stop = |waits: &mut Op| {
            waits.before = Some(Baseline::Picked(picked));
            waits.move_to(OperationState::Stuck(failure.clone()));
        };
        self.delivery.change_as_seen(op, JournalEvent::Conflict, stop).await?;
        Ok(true)
    }

    /// Compares an operation that was sent before with the picks as they are now, before it is sent
    /// again; answers whether there is nothing to send: it is there after all, or somebody else
    /// changed the same pick meanwhile, and the user must say.
    pub(crate) async fn is_settled_before(&self, op: &Op, now: &[SeenPick]) -> Result<bool, Error> {
        let Operation::Pick { picks, .. } = &op.body else { return Ok(false) };
        let Some(before) = before_of(op).filter(|_| op.attempts > 0) else { return Ok(false) };
        let are_named = picks.iter().all(|pick| pick.id.is_some());
        let (event, state) = match compare_pick(picks, Some(before), now) {
            PickComparison::NotMade => return Ok(false),
            PickComparison::Made(id) if are_named => {
                (JournalEvent::Found, self.delivery.sent(id, true))
            }
            // An equal new one may be somebody else's.
            PickComparison::Made(_) | PickComparison::Unclear => {
                (JournalEvent::Unknown, OperationState::Unknown(Question::Picked))
            }
        };
        self.delivery.change_as_seen(op, event, |waits| waits.move_to(state.clone())).await?;
        Ok(true)
    }

    /// Reads picks back that the service accepted, so that they can be changed and taken back by the
    /// name it gave them.
    pub(crate) async fn read_back(self: &Arc<Self>, op: &Op) -> Result<(), Error> {
        let Some(Picks { movement, item, picks }) = self.shown_picks(op) else { return Ok(()) };
        let Ok(rows) = self.pick_pages.newest_pick_page(&movement).await else { return Ok(()) };
        let standing = picks_of(&rows, item).map(|now| compare_pick(picks, before_of(op), now));
        let Some(PickComparison::Made(Some(id))) = standing else { return Ok(()) };
        // It has ended already: nothing more becomes of it, it is only known better.
        let Some(mut known) = self.outbox.newest(op.key) else { return Ok(()) };
        let OperationState::Sent { at, seen, .. } = known.state else { return Ok(()) };
        known.move_to(OperationState::Sent { at, id: Some(id), seen });
        self.outbox.put([known.clone()]);
        self.operations.save_ops(vec![known], Vec::new()).await
    }

    /// Looks whether a pick was made whose answer was lost.
    pub(crate) async fn settle_pick(self: &Arc<Self>, lane: Lane, op: &Op) -> Result<(), Error> {
        let Some(Picks { movement, item, picks }) = self.shown_picks(op) else {
            return self.delivery.ask_or_repeat(lane, op, why_in_doubt(op, Endpoint::Pick)).await;
        };
        // What counts is how long ago the request went out when the reading begins.
        let late = self.delivery.can_no_longer_arrive(op);
        let standing = match self.pick_pages.newest_pick_page(&movement).await {
            Ok(rows) => picks_of(&rows, item)
                .map_or(PickComparison::Unclear, |now| compare_pick(picks, before_of(op), now)),
            Err(error) if late && !is_for_later(&error) => {
                return self
                    .delivery
                    .ask_or_repeat(lane, op, why_in_doubt(op, Endpoint::Pick))
                    .await;
            }
            Err(_) => {
                self.outbox.look_later(&[op.key]);
                return Ok(());
            }
        };
        match standing {
            PickComparison::NotMade => self.delivery.absent(op, late, Endpoint::Pick).await,
            PickComparison::Made(id) => {
                let sent = self.delivery.sent(id, true);
                self.delivery
                    .move_all(&[op.key], JournalEvent::Found, |_| sent.clone())
                    .await
                    .map(drop)
            }
            PickComparison::Unclear => {
                let asked = |_: &Op| OperationState::Unknown(Question::Picked);
                self.delivery.move_all(&[op.key], JournalEvent::Unknown, asked).await.map(drop)
            }
        }
    }
}

/// How many pieces of a line, or of what goes instead of it, are to go; `None` where nobody tells.
fn to_pick(line: &LineItem, item: &ItemId) -> Option<i64> {
    if line.id != *item {
        let mut instead = line.substitutions.iter();
        // What went instead of it may do so no more.
        return instead.find(|child| child.id == *item).map_or(Some(0), LineItem::quantity_to_ship);
    }
    match line.status {
        // Something else goes.
        LineStatus::Substituted => Some(0),
        _ => line.quantity_to_ship(),
    }
}

/// So many pieces more are picked once an operation is done; fewer where it takes some back.
fn pieces_more(op: &Op, row: &PickRow) -> i64 {
    let Operation::Pick { picks, .. } = &op.body else { return 0 };
    let before = |id: &str| row.picks.iter().find(|seen| seen.id == id).map(|seen| seen.quantity);
    let more = |pick: &Pick| {
        i64::from(pick.quantity) - pick.id.as_deref().and_then(before).unwrap_or_default()
    };
    picks.iter().map(more).sum()
}

/// What was there before the last attempt, where it was read for it.
fn before_of(op: &Op) -> Option<&[SeenPick]> {
    match &op.before {
        Some(Baseline::Picks(before)) => Some(before),
        _ => None,
    }
}

/// Whether the question can be asked again when somebody is signed in and the service is reached.
fn is_for_later(error: &Error) -> bool {
    error.is_unreached() || matches!(error, Error::NeedsSession | Error::Closed)
}
