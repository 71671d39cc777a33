//! Movements made here, and what of them is still to be sent. The form is kept before its first byte
//! goes out; until the service answered, whether it made the movement is not known. `create`,
//! `finish` and `adopt` change them; deliberately absent: forms not yet sent.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, Utc};
use contract::{
    Endpoint, Failure, Movement, MovementId, MovementKey, NewMovement, Reason, StartFrom,
    StocklistId, WriteState, Written,
};

use crate::{
    directory::Harvest,
    error::{Error, StoreFault},
    profile::Opened,
    store::{creations, mirror},
};

/// A movement being made, or made, here.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Creation {
    /// The form as it was sent.
    pub form: NewMovement,
    /// When it was sent.
    pub attempted: DateTime<Utc>,
    /// How old the list of movements was then; `None` if it was never read.
    pub list_as_of: Option<DateTime<Utc>>,
    /// What the service answered; `None` while that is not known.
    pub made: Option<Made>,
    /// How many changes of its lines are still to be sent.
    pub changes: u32,
    /// Why they were not.
    pub failure: Option<Failure>,
}

/// The service made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    /// The service's id.
    pub id: MovementId,
    /// When it answered.
    pub at: DateTime<Utc>,
}

/// All creations of a profile.
#[derive(Default)]
pub(crate) struct Creations(Mutex<HashMap<MovementKey, Creation>>);

impl Creation {
    /// The stocklist it was made from.
    pub(crate) fn stocklist(&self) -> Option<StocklistId> {
        match &self.form.start {
            StartFrom::Stocklist(id) => Some(id.clone()),
            StartFrom::Empty | StartFrom::Inbound => None,
        }
    }

    /// What a write command answers about it; `None` while it is not known to be made.
    /// `identifier` is the movement's code, once it has one.
    pub(crate) fn written(&self, key: MovementKey, identifier: Option<String>) -> Option<Written> {
        let Made { id, at } = self.made.clone()?;
        let id = id.as_str().to_owned();
        let state = if self.changes == 0 {
            WriteState::Sent { at, id: Some(id) }
        } else {
            // Without a failure it was cut off between the two requests, or during the second.
            let endpoint = Endpoint::UpdateMovement;
            let cause =
                self.failure.clone().unwrap_or_else(|| Reason::NoAnswer { endpoint }.into());
            let changes = self.changes;
            let reason = Reason::LinesNotSent { identifier, changes, cause: Box::new(cause) };
            WriteState::Partly { id, failure: reason.into() }
        };
        Some(Written { key: key.0, state })
    }
}

impl Creations {
    /// Puts in what the store held.
    pub(crate) fn restore(&self, saved: Vec<(MovementKey, Creation)>) {
        *self.all() = saved.into_iter().collect();
    }

    /// One of them.
    pub(crate) fn get(&self, key: MovementKey) -> Option<Creation> {
        self.all().get(&key).cloned()
    }

    /// Whether changes of a movement's lines are still to be sent.
    pub(crate) fn is_waiting(&self, key: MovementKey) -> bool {
        self.all().get(&key).is_some_and(|creation| creation.made.is_some() && creation.changes > 0)
    }

    fn all(&self) -> MutexGuard<'_, HashMap<MovementKey, Creation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Opened {
    /// Keeps a creation as it stands now; when this has answered it outlives the process.
    pub(crate) async fn keep_creation(
        &self,
        key: MovementKey,
        creation: &Creation,
    ) -> Result<(), StoreFault> {
        self.movements.creations.all().insert(key, creation.clone());
        let row = creation.clone();
        self.store.send(move |tx| creations::save(tx, key, &row)).await
    }

    /// Keeps a creation and the movement that came of it, both or neither.
    pub(crate) async fn keep_made(
        &self,
        key: MovementKey,
        creation: &Creation,
        movement: Movement,
        asked: DateTime<Utc>,
    ) -> Result<(), StoreFault> {
        self.harvest(Harvest::of_movements([&movement]));
        self.movements.creations.all().insert(key, creation.clone());
        let (row, now) = (creation.clone(), self.common.clock.now());
        let kept = self.movements.list.edit(&(), |set| {
            let known = set.take_movement(movement, asked, now, Some(key), || key);
            self.store.send(move |tx| {
                mirror::save_movements(tx, [known.as_ref()])?;
                creations::save(tx, key, &row)
            })
        });
        kept.await
    }

    /// Forgets a creation that the service certainly did not make.
    pub(crate) async fn forget_creation(&self, key: MovementKey) -> Result<(), StoreFault> {
        self.movements.creations.all().remove(&key);
        self.store.send(move |tx| creations::forget(tx, key)).await
    }

    /// What a write command answers about a creation that was made.
    pub(crate) fn written(
        self: &Arc<Self>,
        key: MovementKey,
        creation: &Creation,
    ) -> Result<Written, Error> {
        let known = self.movements.find(&key.into());
        let identifier = known.and_then(|known| known.movement.identifier.clone());
        creation.written(key, identifier).ok_or(Error::NoAnswer(Endpoint::CreateMovement))
    }
}
