//! Command `open_movement`: one movement with its lines, from this computer if they are known, and
//! read anew behind.

use std::future::{Future, ready};

use contract::{Done, MovementRef, OpenMovement, OpenedMovement, SeenMovement};

use crate::{Backend, error::Error};

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
            (Some(known), _) => workspace.reader.with_lines(known).await?,
            (None, MovementRef::Id(id)) => workspace.reader.find_in_service(id).await?,
            // A key is ours: what it does not name here, and is not to be made, is nowhere.
            (None, named) => workspace.view.shown_movement(named).ok_or(Error::Unknown)?,
        };
        let mut shown = workspace.view.shown(&known);
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
