//! Command `finish_movement`: sends what is left of a creation whose second request did not go
//! through. The movement is read first, so that what did go through is not done twice.

use contract::{FinishMovement, WriteState, Written};

use crate::{Backend, error::Error};

impl Backend {
    /// Finishes a creation. Where nothing is left to be sent, it says so and sends nothing.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here. That lines were not sent this time either
    /// is no error but a state of what was written.
    pub async fn finish_movement(&self, request: FinishMovement) -> Result<Written, Error> {
        let opened = self.opened()?;
        let known = opened.movements.find(&request.movement).ok_or(Error::Unknown)?;
        let _alone = opened.creation_gates.enter(&known.key).await;
        match opened.movements.creations.get(known.key) {
            Some(creation) if creation.changes == 0 => opened.written(known.key, &creation),
            Some(creation) => opened.bring_lines(known.key, creation, None).await,
            None => {
                let id = Some(known.movement.id.as_str().to_owned());
                let state = WriteState::Sent { at: known.seen, id };
                Ok(Written { key: known.key.0, state })
            }
        }
    }
}
