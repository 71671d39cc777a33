//! Command `open_movement`: one movement with its lines, from this computer if they are known, and
//! read anew behind.

use std::{
    future::{Future, ready},
    sync::Arc,
};

use contract::{
    Done, MovementId, MovementRef, OpenMovement, OpenedMovement, RowState, SeenMovement,
};
use rules::movements::known::KnownMovement;

use super::read::LINES_AGE;
use crate::{Backend, error::Error, profile::Workspace};

impl Backend {
    /// Shows a movement. Lines that are not known here are read first, if the service can be asked;
    /// if not, the movement is shown without them.
    ///
    /// # Errors
    /// [`Error::Unknown`] if neither side knows it; [`Error::NeedsSession`] if only the service
    /// could; what its reading ended with.
    pub async fn open_movement(&self, request: OpenMovement) -> Result<OpenedMovement, Error> {
        let workspace = self.workspace()?;
        let known = match (workspace.movements.find(&request.movement), &request.movement) {
            (Some(known), _) => workspace.with_lines(known).await?,
            (None, MovementRef::Id(id)) => workspace.find_in_service(id).await?,
            // A key is ours: what it does not name here, and is not to be made, is nowhere.
            (None, named) => workspace.shown_movement(named).ok_or(Error::Unknown)?,
        };
        let mut shown = workspace.shown(&known);
        if request.without_lines {
            shown.movement.lines = None;
        }
        Ok(shown)
    }

    /// Takes note that the user has seen what became of a movement.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn seen_movement(
        &self,
        request: SeenMovement,
    ) -> impl Future<Output = Result<Done, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            let known = workspace.movements.find(&request.movement.into());
            if let Some(known) = known.filter(|known| !known.news.is_empty()) {
                workspace.movements.list.edit(&(), |set| set.seen(known.key));
            }
            Done {}
        }))
    }
}

impl Workspace {
    async fn with_lines(
        self: &Arc<Self>,
        known: Arc<KnownMovement>,
    ) -> Result<Arc<KnownMovement>, Error> {
        let (key, id) = (known.key, &known.movement.id);
        if known.movement.lines.is_some() {
            self.read_movement_behind(key, id);
            return Ok(known);
        }
        // A reading that failed just now is not repeated for every page that asks again.
        let last = self.movements.readings.look(&key).freshness;
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

    async fn find_in_service(
        self: &Arc<Self>,
        id: &MovementId,
    ) -> Result<Arc<KnownMovement>, Error> {
        match self.ask_movement_by(id).await {
            Ok(answered) => self.take_movement(answered, None).await,
            Err(error) if error.is_not_found() => Err(Error::Unknown),
            Err(error) => Err(error),
        }
    }

    fn shown(&self, known: &KnownMovement) -> OpenedMovement {
        let shown = self.shown_movement(&known.key.into());
        let movement = shown.map_or_else(|| known.movement.clone(), |shown| shown.movement.clone());
        let (operations, titles) = (self.outbox.of_movement(known.key), self.titles());
        let state = self.row_states().get(&known.key).copied().unwrap_or(RowState::InService);
        OpenedMovement {
            key: known.key,
            movement,
            as_of: known.lines_seen.unwrap_or(known.seen),
            gone: known.gone,
            review: known.review(),
            stocklist: self.outbox.stocklist_of(known.key),
            state,
            operations: operations.into_iter().map(|op| Self::operation_row(op, &titles)).collect(),
        }
    }
}
