//! Commands about edited lines: the editor's state, its rows, edits, undo, pasting, and the panel of one
//! line.

use std::sync::Arc;

use contract::{
    DecimalMark, Done, EditLines, EditorRow, EditorState, InsertStocklist, KeepTyping, LastTimes,
    LineEdit, LineRef, LineView, ListLines, MergeLines, OnlyLines, OpenLine, OpenStocklist, Page,
    PasteLines, Pasted, ReadEditor, ReadLastTimes, Reason, RowKey, SaveReasons, StepKind, Topic,
    UndoStep,
};
use rules::paste::report::take_rows;

use crate::{
    Backend,
    background::blocking,
    editor::{
        drawing::LineDrafts,
        drawn::rows::Drawn,
        panel::{stock_of, substitutes_of},
        paste::{account_of, lines_of, merge, read_with, row_of},
        reasons::choices,
    },
    error::Error,
    store::tables::{editor, refusals},
};

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
            let freshness = workspace.drafts.freshness_of_lines(request.movement);
            let mut page = drawn.page(&request, &picked, freshness);
            let proposed = workspace.reviews.items_of_others(request.movement);
            for row in &mut page.rows {
                if let EditorRow::Line(line) = row {
                    line.proposed_elsewhere =
                        matches!(&line.key, RowKey::Line(item) if proposed.contains(item));
                }
            }
            Ok(page)
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
        let decided = request.edits.iter().filter_map(|edit| match edit {
            LineEdit::Decide { row: RowKey::Line(item), decision: Some(_), .. } => {
                Some(item.clone())
            }
            _ => None,
        });
        let decided: Vec<_> = decided.collect();
        let editing = workspace.drafts.edit_sheet(request.movement).await?;
        let change = blocking(move || {
            let change = editing.apply(request.step, &request.edits, request.decimal_mark)?;
            Ok::<_, Error>((editing, change))
        });
        let (editing, change) = change.await??;
        editing.keep(change).await?;
        workspace.reviews.forget_rejections(&decided).await?;
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

    /// Pastes a block, and answers what became of each of its rows.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here; [`Reason::PasteTooLarge`]; if it cannot be
    /// kept: all of it is, or nothing.
    pub async fn paste_lines(&self, request: PasteLines) -> Result<Pasted, Error> {
        if request.is_too_large() {
            return Err(Error::NotAllowed(Reason::PasteTooLarge));
        }
        let workspace = self.workspace()?;
        let editing = workspace.drafts.edit_sheet(request.movement).await?;
        let mark = request.decimal_mark;
        let take = move |drafts: &LineDrafts, drawn: &Drawn| {
            read_with(drafts, drawn, mark, |means| account_of(&request, drawn, means))
        };
        workspace.drafts.take_account(editing, StepKind::Paste, mark, take).await
    }

    /// Puts the items of a stocklist in, and answers what became of each of them.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement or a stocklist not known here, nor the latter in the
    /// service; [`Error::NeedsSession`] if the service cannot be asked; if it cannot be kept.
    pub async fn insert_stocklist(&self, request: InsertStocklist) -> Result<Pasted, Error> {
        let workspace = self.workspace()?;
        let stocklist = request.stocklist;
        let stocklist = self.open_stocklist(OpenStocklist { stocklist }).await?;
        let editing = workspace.drafts.edit_sheet(request.movement).await?;
        let mark = DecimalMark::default();
        let take = move |drafts: &LineDrafts, drawn: &Drawn| {
            let rows = stocklist
                .items
                .into_iter()
                .map(|item| row_of((item.product, item.quantity)))
                .collect();
            read_with(drafts, drawn, mark, |means| take_rows(rows, &lines_of(drawn), means))
        };
        workspace.drafts.take_account(editing, StepKind::Insert, mark, take).await
    }

    /// Merges the open lines of one product into the first of them. Lines whose quantities are no
    /// numbers stay as they are.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement or a line not known here; if it cannot be kept.
    pub async fn merge_lines(&self, request: MergeLines) -> Result<EditorState, Error> {
        let workspace = self.workspace()?;
        let editing = workspace.drafts.edit_sheet(request.movement).await?;
        let (_, row) = editing.drawn.find(&request.row).ok_or(Error::Unknown)?;
        let edits = row.product().map_or_else(Vec::new, |product| merge(&editing.drawn, product));
        if !edits.is_empty() {
            let change = editing.apply(StepKind::Merge, &edits, DecimalMark::default())?;
            editing.keep(change).await?;
        }
        workspace.drafts.editor_state(request.movement).await
    }

    /// Keeps the reasons of this site.
    ///
    /// # Errors
    /// If no profile is open, or they cannot be kept.
    pub async fn save_reasons(&self, request: SaveReasons) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let own = choices(&request.reasons, &[], &[]).into_iter().filter(|choice| choice.own);
        let own: Vec<_> = own.map(|choice| choice.code).collect();
        workspace.account.learn(|facts| facts.reasons = own).await?;
        workspace.account.announce(&[Topic::Editor]);
        Ok(Done {})
    }

    /// Shows a line and all that helps to decide about it.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement or a line not known here;
    /// [`Error::Invalid`] for no lines.
    pub async fn open_line(&self, request: OpenLine) -> Result<LineView, Error> {
        let workspace = self.workspace()?;
        let panel = Arc::clone(&workspace.panel);
        let listed = workspace.extensions.listed_reasons().await?;
        let movement = request.movement;
        let view = move || panel.line_view(movement, &request.rows, &listed);
        let mut view = blocking(view).await??;
        if let RowKey::Line(item) = &view.line.key {
            let line = LineRef { movement, item: item.clone() };
            let about = Arc::clone(&workspace);
            view.elsewhere = blocking(move || about.reviews.proposal_of_others(&line)).await?;
            view.line.proposed_elsewhere = view.elsewhere.is_some();
        }
        let Some(product) = view.line.product.clone() else { return Ok(view) };
        let id = product.id.clone();
        let read =
            move |file: &_| Ok((refusals::of_product(file, &id)?, refusals::comments(file)?));
        let (refused, comments) = workspace.account.store.read(read).await?;
        let told = workspace.panel.told_of_line(movement, &view, &product).await?;
        view.stock = told.as_ref().map(stock_of);
        view.listed = told.as_ref().map(substitutes_of);
        if let (Some(line), None) = (&view.as_in_service, &view.decision) {
            view.rejected = workspace.reviews.rejection(&line.id);
        }
        let suggested = move || workspace.panel.suggested(&product, refused, told.as_ref());
        view.suggestions = blocking(suggested).await?;
        view.comments = comments;
        Ok(view)
    }
}
