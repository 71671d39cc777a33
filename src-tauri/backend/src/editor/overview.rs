//! How a movement's editor stands, in short: counts, undo, what is being typed, and how old its lines are.

use std::sync::Arc;

use contract::{EditorState, Freshness, MovementKey};

use super::drawing::LineDrafts;
use crate::{background::blocking, error::Error};

impl LineDrafts {
    /// How a movement's editor stands.
    pub(crate) async fn editor_state(
        self: &Arc<Self>,
        movement: MovementKey,
    ) -> Result<EditorState, Error> {
        let movement = self.movements.name_now(movement);
        let this = Arc::clone(self);
        let drawn = blocking(move || this.drawn(movement)).await??;
        let sheet = self.editors.sheet(movement);
        let (undo, undo_in_history, redo) = self.steps(&sheet, &drawn).await?;
        let picked = self.picking.picked(movement).await?;
        let (kept, typing) = (sheet.kept, sheet.typing.clone());
        Ok(EditorState { kept, undo, undo_in_history, redo, typing, ..drawn.counted(&picked) })
    }

    pub(crate) fn freshness_of_lines(&self, movement: MovementKey) -> Freshness {
        let known = self.movements.find(&movement.into());
        // One that is to be made has the lines it is to have.
        let known = known.or_else(|| self.view.shown_movement(&movement.into()));
        let left_out = known.as_ref().map_or(0, |known| known.movement.lines_left_out);
        let as_of = known.and_then(|known| known.lines_seen);
        let reading = self.reader.readings.look(&self.movements.name_now(movement)).freshness;
        Freshness { as_of, left_out, ..reading }
    }
}
