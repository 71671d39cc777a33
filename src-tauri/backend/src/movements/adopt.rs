//! A creation whose answer never came, and whose key is sent once more: the list is read anew, and
//! says whether the movement is there. It is never sent again on a guess.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use contract::{Movement, MovementKey, NewMovement, Written};

use super::{create::UNANSWERED, creations::Creation, known::Known};
use crate::{error::Error, profile::Opened};

/// A request that was lost may still arrive; only after this long does "not there" mean "not made".
const ABSENCE_SETTLES: TimeDelta = TimeDelta::seconds(120);

impl Opened {
    /// Settles an unanswered creation: found, it is gone on with and answered; `None` means it was
    /// not made and may be sent.
    pub(crate) async fn settle_creation(
        self: &Arc<Self>,
        key: MovementKey,
        creation: Creation,
    ) -> Result<Option<Written>, Error> {
        match self.read_movements_afresh().await {
            Ok(()) => {}
            Err(error @ (Error::SignedOut | Error::NeedsSession)) => return Err(error),
            Err(error) if error.is_unreached() => return Err(error),
            // A list that cannot be read leaves it as unknown as it was.
            Err(_) => return Err(UNANSWERED),
        }
        let found: Vec<_> = self
            .movements
            .known()
            .into_iter()
            .filter(|known| self.may_be_it(known, &creation))
            .collect();
        let waited = self.common.clock.now() - creation.attempted;
        match found.as_slice() {
            [] if waited >= ABSENCE_SETTLES => Ok(None),
            // Without a list from before, an equal movement may have been there all along.
            [known] if creation.list_as_of.is_some() => {
                let asked = self.common.clock.now();
                let movement = self.ask_movement(&known.movement.id).await?;
                self.movement_made(key, creation, movement, asked).await.map(Some)
            }
            _ => Err(UNANSWERED),
        }
    }

    /// Whether a movement was first seen after the attempt, is like the form, and is not known to
    /// have been made by another one.
    fn may_be_it(&self, known: &Known, creation: &Creation) -> bool {
        first_known(known.key).is_some_and(|at| at >= creation.attempted.timestamp_millis())
            && self.movements.creations.get(known.key).is_none()
            && is_like(&known.movement, &creation.form)
    }
}

/// When a key of ours was made, in milliseconds since 1970.
fn first_known(key: MovementKey) -> Option<i64> {
    let (seconds, nanos) = key.0.get_timestamp()?.to_unix();
    let at = DateTime::<Utc>::from_timestamp(i64::try_from(seconds).ok()?, nanos)?;
    Some(at.timestamp_millis())
}

/// Some services write a name or a description of their own, so one of the two is enough.
fn is_like(movement: &Movement, form: &NewMovement) -> bool {
    let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
    let description = form.description.trim();
    let named = text(&movement.name) == form.name.trim()
        || (!description.is_empty() && text(&movement.description) == description);
    named
        && movement.origin.as_ref().map(|place| &place.id) == form.origin.as_ref()
        && movement.destination.as_ref().map(|place| &place.id) == form.destination.as_ref()
        && movement.requested_by.as_ref().map(|person| &person.id) == form.requested_by.as_ref()
        && movement.date_requested == form.date_requested
}
