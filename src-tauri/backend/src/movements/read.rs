//! Reading one movement with its lines (interface document, 4.3). It goes on behind; whoever needs
//! the end waits for the flight.

use std::sync::Arc;

use chrono::TimeDelta;
use client::{Client, Trouble};
use contract::{Endpoint, MovementId, MovementKey, MovementRef};
use rules::movements::known::{Answered, KnownMovement, MovementSet};

use super::{
    look::{Looks, WAITING},
    mirror::Movements,
};
use crate::{
    account::Account,
    error::Error,
    service::{
        cache::{Cache, Flight, Turn},
        calls::Service,
    },
};

/// Lines older than this are read anew behind, when somebody looks at the movement.
pub(crate) const LINES_AGE: TimeDelta = TimeDelta::seconds(15);

/// A movement whose reading failed is looked at again after this long.
const AGAIN: TimeDelta = TimeDelta::seconds(60);

/// Reads single movements.
pub(crate) struct MovementReader {
    pub(super) account: Arc<Account>,
    pub(super) service: Arc<Service>,
    pub(super) movements: Arc<Movements>,
    /// Readings of one movement with its lines.
    pub readings: Cache<MovementKey, ()>,
    /// Movements on screen whose lines are to be read.
    pub(super) looks: Looks,
}

impl MovementReader {
    pub(crate) fn new(
        account: &Arc<Account>,
        service: &Arc<Service>,
        movements: &Arc<Movements>,
    ) -> Self {
        Self {
            account: Arc::clone(account),
            service: Arc::clone(service),
            movements: Arc::clone(movements),
            // What a reading brings is announced when it is taken in.
            readings: Cache::new(&account.common.changes, &[]),
            looks: Looks::default(),
        }
    }

    /// Reads one movement with its lines anew, or joins who does.
    pub(crate) fn read_movement(
        self: &Arc<Self>,
        key: MovementKey,
        id: &MovementId,
    ) -> Result<Flight, Error> {
        let (this, id) = (Arc::clone(self), id.clone());
        let read = |turn: Turn<_, _>| async move {
            let read = this.read_known(key, &id).await;
            let now = this.account.now();
            match read {
                Ok(()) => turn.done((), now),
                Err(error) => turn.failed(&error, now),
            }
        };
        self.service.begin_reading(&self.readings, &key, read)
    }

    /// Reads one movement behind if its lines are old, or were never read.
    pub(crate) fn read_movement_behind(self: &Arc<Self>, key: MovementKey, id: &MovementId) {
        if self.is_movement_due(key, LINES_AGE) {
            let _ = self.read_movement(key, id);
        }
    }

    pub(crate) fn is_movement_due(&self, key: MovementKey, limit: TimeDelta) -> bool {
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        self.readings.is_due(&key, now, self.service.patient(limit), epoch)
    }

    /// That the service has the movement no more is what a reading of one known here tells, and no
    /// failure: it is shown as it is known, and says so itself.
    async fn read_known(self: &Arc<Self>, key: MovementKey, id: &MovementId) -> Result<(), Error> {
        match self.ask_movement(id).await {
            Ok(answered) => self.movements.take_movement(answered, None).await.map(drop),
            Err(error) if error.is_not_found() => {
                let mark = |set: &mut MovementSet| set.mark_one_gone(key).into_iter().collect();
                Ok(self.movements.change_movements(mark).1.await?)
            }
            Err(error) => Err(error),
        }
    }

    /// Asks the service for one movement that is known to have this id.
    pub(crate) async fn ask_movement(self: &Arc<Self>, id: &MovementId) -> Result<Answered, Error> {
        let answered = self.ask_movement_by(id).await?;
        if answered.movement.id == *id {
            return Ok(answered);
        }
        // Taken in, it would stand under the key of the one that was asked for.
        let (status, at) = (200, "data.id".to_owned());
        let trouble = Trouble::NotUnderstood { status, at };
        let host = self.account.base.host().to_owned();
        Err(Error::Call { endpoint: Endpoint::ReadMovement, host, trouble })
    }

    /// Asks the service for a movement, one request at a time per movement. Some services know a
    /// movement by a second id and answer it with its first.
    pub(crate) async fn ask_movement_by(
        self: &Arc<Self>,
        id: &MovementId,
    ) -> Result<Answered, Error> {
        let _alone = self.service.movement_gates.enter(id).await;
        let asked = self.account.now();
        let id = id.clone();
        let call =
            |client: Client, cookies| async move { client.read_movement(&cookies, &id).await };
        let movement = self.service.read(Endpoint::ReadMovement, call).await?;
        Ok(Answered { movement, asked, came: self.account.now() })
    }

    /// A movement with its lines, which are read if they are not known and the service can be asked.
    ///
    /// # Errors
    /// What their reading ended with, unless the service could not be asked.
    pub(crate) async fn with_lines(
        self: &Arc<Self>,
        known: Arc<KnownMovement>,
    ) -> Result<Arc<KnownMovement>, Error> {
        let (key, id) = (known.key, &known.movement.id);
        if known.movement.lines.is_some() {
            self.read_movement_behind(key, id);
            return Ok(known);
        }
        // A reading that failed just now is not repeated for every page that asks again.
        let last = self.readings.look(&key).freshness;
        if last.failure.is_some() && !self.is_movement_due(key, LINES_AGE) {
            return Ok(known);
        }
        match self.read_movement(key, id) {
            Ok(flight) => match flight.wait().await {
                Ok(()) | Err(Error::SignedOut | Error::NeedsSession) => {}
                Err(error) if error.is_unreached() => {}
                Err(error) => return Err(error),
            },
            Err(Error::NeedsSession) => {}
            Err(error) => return Err(error),
        }
        Ok(self.movements.find(&key.into()).unwrap_or(known))
    }

    /// A movement that is not known here, as the service has it.
    ///
    /// # Errors
    /// [`Error::Unknown`] if it has none of this id; what the reading ended with.
    pub(crate) async fn find_in_service(
        self: &Arc<Self>,
        id: &MovementId,
    ) -> Result<Arc<KnownMovement>, Error> {
        match self.ask_movement_by(id).await {
            Ok(answered) => self.movements.take_movement(answered, None).await,
            Err(error) if error.is_not_found() => Err(Error::Unknown),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn look_at(self: &Arc<Self>, mut keys: Vec<MovementKey>) {
        if !self.service.session.is_live() {
            return;
        }
        keys.retain(|key| self.wants_lines(*key));
        keys.truncate(WAITING);
        while self.looks.put_first(&keys) {
            let this = Arc::clone(self);
            self.account.background.spawn(async move { this.read_looked_at().await });
        }
    }

    async fn read_looked_at(self: Arc<Self>) {
        while let Some(key) = self.looks.next() {
            let Some(known) = self.movements.find(&MovementRef::Key(key)) else { continue };
            if !self.wants_lines(key) {
                continue;
            }
            let read = match self.read_movement(key, &known.movement.id) {
                Ok(flight) => flight.wait().await,
                Err(error) => Err(error),
            };
            let hopeless = |error: &Error| {
                error.is_unreached() || matches!(error, Error::SignedOut | Error::NeedsSession)
            };
            if read.as_ref().is_err_and(hopeless) {
                self.looks.give_up();
            }
        }
    }

    /// Whether a movement's lines are unknown, and were not asked for in vain just now.
    fn wants_lines(&self, key: MovementKey) -> bool {
        let known = self.movements.find(&MovementRef::Key(key));
        known.is_some_and(|known| known.movement.lines.is_none())
            && self.is_movement_due(key, AGAIN)
    }
}
