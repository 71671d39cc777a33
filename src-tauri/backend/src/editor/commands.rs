//! Commands `editor`, `list_lines`, `edit_lines`, `keep_typing` and `undo_step`. None of them sends.

use std::sync::Arc;

use contract::{
    Done, EditLines, EditorRow, EditorState, Freshness, KeepTyping, LastTimes, ListLines,
    MovementKey, OnlyLines, Page, ReadEditor, ReadLastTimes, UndoStep,
};

use crate::{Backend, background::blocking, editor::LineDrafts, error::Error, store::editor};

impl Backend {
    /// Shows how a movement's editor stands. What is old of the movement and of the products its lines
    /// are checked against is read behind.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement not known here.
    pub async fn editor(&self, request: ReadEditor) -> Result<EditorState, Error> {
        let workspace = self.workspace()?;
        if let Some(known) = workspace.movements.find(&request.movement.into()) {
            workspace.reader.read_movement_behind(known.key, &known.movement.id);
        }
        workspace.products.read_products_behind();
        workspace.products.index_products_behind();
        workspace.drafts.editor_state(request.movement).await
    }

    /// Shows a window of the rows of a movement's editor.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement not known here.
    pub async fn list_lines(&self, request: ListLines) -> Result<Page<EditorRow>, Error> {
        let workspace = self.workspace()?;
        if request.filter.only == OnlyLines::ToPick
            && let Some(known) = workspace.movements.find(&request.movement.into())
        {
            // What is told of picking is read where it is asked for, and not for who never picks.
            workspace.pick_pages.pick_page(&known.movement.id, false).await?;
        }
        let picked = workspace.picking.picked(request.movement).await?;
        blocking(move || {
            let drawn = workspace.drafts.drawn(request.movement)?;
            Ok(drawn.page(&request, &picked, workspace.drafts.freshness_of_lines(request.movement)))
        })
        .await?
    }

    /// Shows how many of each product were asked for the last time between two places. Where the newest
    /// movement between them was never read, it is read behind.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn last_times(&self, request: ReadLastTimes) -> Result<LastTimes, Error> {
        let workspace = self.workspace()?;
        let ReadLastTimes { origin, destination, before } = request;
        blocking(move || workspace.drafts.last_times((&origin, &destination, before))).await
    }

    /// Edits lines, and answers when that is kept. Lines that do not take an edit as they stand stay
    /// as they are.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement not known here; why no line takes any
    /// of the edits; if they cannot be kept.
    pub async fn edit_lines(&self, request: EditLines) -> Result<EditorState, Error> {
        let workspace = self.workspace()?;
        let editing = workspace.drafts.edit_sheet(request.movement).await?;
        let change = blocking(move || {
            let change = editing.apply(request.step, &request.edits, request.decimal_mark)?;
            Ok::<_, Error>((editing, change))
        });
        let (editing, change) = change.await??;
        editing.keep(change).await?;
        workspace.drafts.editor_state(request.movement).await
    }

    /// Keeps what is being typed in a cell.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement not known here; if it cannot be kept.
    pub async fn keep_typing(&self, request: KeepTyping) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let editing = workspace.drafts.edit_sheet(request.movement).await?;
        let (movement, typing) = (editing.movement, request.typing.clone());
        workspace
            .account
            .store
            .send(move |tx| editor::save_typing(tx, movement, typing.as_ref()))
            .await?;
        editing.typing(request.typing);
        Ok(Done {})
    }

    /// Takes the last step back, or does it again. Where nothing does, nothing happens.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement not known here; if it cannot be kept.
    pub async fn undo_step(&self, request: UndoStep) -> Result<EditorState, Error> {
        let workspace = self.workspace()?;
        let editing = workspace.drafts.edit_sheet(request.movement).await?;
        if let Some(change) = editing.step_back(request.redo).await? {
            editing.keep(change).await?;
        }
        workspace.drafts.editor_state(request.movement).await
    }
}

impl LineDrafts {
    /// How a movement's editor stands.
    pub(super) async fn editor_state(
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

    fn freshness_of_lines(&self, movement: MovementKey) -> Freshness {
        let known = self.movements.find(&movement.into());
        // One that is to be made has the lines it is to have.
        let known = known.or_else(|| self.view.shown_movement(&movement.into()));
        let as_of = known.and_then(|known| known.lines_seen);
        let reading = self.reader.readings.look(&self.movements.name_now(movement)).freshness;
        Freshness { as_of, ..reading }
    }
}
