//! Finds out whether an unanswered request was done: what is there settles at once; what is not
//! there counts as not done only when the request can no longer arrive.

use std::sync::Arc;

use contract::{Endpoint, HeaderMerge, Operation};

use crate::outbox::sending::header::shown as shown_header;

use super::{header::compared, lines::line_of, sender::Sender};
use crate::{
    error::Error,
    outbox::{
        compare::Comparison,
        op::{Lane, Op, keys_of},
        predict::Ahead,
    },
};

impl Sender {
    /// Looks what became of the unanswered operations of a lane.
    pub(crate) async fn settle(self: &Arc<Self>, lane: Lane, ops: Vec<Op>) -> Result<(), Error> {
        if let Some(creation) = ops.iter().find(|op| op.is_creation()) {
            return self.creation_sender.settle_creation(lane, creation.clone()).await;
        }
        let is_shown =
            |op: &Op| matches!(op.body, Operation::UpdateHeader(_) | Operation::ChangeLine(_));
        let (shown, asked): (Vec<_>, Vec<_>) = ops.into_iter().partition(is_shown);
        for op in &asked {
            self.singles.settle_pick(lane, op).await?;
        }
        if shown.is_empty() {
            return Ok(());
        }
        // What counts is how long ago the request went out when the reading begins.
        let late: Vec<_> = shown.iter().map(|op| self.delivery.can_no_longer_arrive(op)).collect();
        let Some(newest) = self.delivery.newest(lane, &keys_of(&shown)).await? else {
            return Ok(());
        };
        let lines = newest.lines.as_deref().unwrap_or_default();
        let is_whole = newest.has_all_lines();
        let mut ahead = Ahead::of(lines);
        for (op, late) in shown.iter().zip(late) {
            let found = match &op.body {
                Operation::UpdateHeader(_) => match compared(op, &newest) {
                    HeaderMerge::Done => Comparison::Done(None),
                    HeaderMerge::Clash(fields) => Comparison::Clash(fields),
                    HeaderMerge::Send(_) => Comparison::Undone(Vec::new()),
                },
                _ => self.lines.comparison_of(op, ahead.found_by(op), is_whole),
            };
            match found {
                // Nothing is taken for done or not done because a line could not be read.
                Comparison::Unread => self.outbox.look_later(&[op.key]),
                Comparison::Undone(_) => {
                    ahead.is_to_do(op);
                    self.delivery.absent(op, late, Endpoint::UpdateMovement).await?;
                }
                found => {
                    let seen = match &op.body {
                        Operation::UpdateHeader(_) => shown_header(&newest),
                        _ => line_of(op, lines),
                    };
                    self.delivery.end_unsent(op, found, seen).await?;
                }
            }
        }
        Ok(())
    }
}
