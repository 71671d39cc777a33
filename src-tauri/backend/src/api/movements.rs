//! Commands about movements: listed, opened, made, their own fields changed, read again.

use std::{future::Future, future::ready, sync::Arc};

use contract::{
    CreateMovement, DataSet, Done, Entry, ImportStart, ListMovements, LocationKind,
    LookAtMovements, MovementKey, MovementRef, MovementRow, NewMovement, OpenMovement,
    OpenedMovement, Operation, Page, PickLine, Refresh, SeenMovement, StartFrom, UpdateHeader,
    Written,
};
use rules::{catalog::stocklist_rows::tidy, editor::drawn::rows::Drawn};
use rusqlite::Transaction;

use crate::{
    Backend,
    background::blocking,
    editor::paste::FirstLines,
    error::Error,
    movements::{change::check_fields, form::header},
    outbox::op::Base,
    store::tables::drafts,
};

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

    /// Shows movements already known, and reads the list behind if it never was or is old.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn list_movements(
        &self,
        request: ListMovements,
    ) -> Result<Page<Entry<MovementRow>>, Error> {
        let workspace = self.workspace()?;
        workspace.list.read_movements_behind();
        let asked = Arc::clone(&workspace);
        let mut forms = workspace.account.store.read(drafts::unsent).await?;
        forms.add(workspace.open_walks.lines_entered());
        let (page, unread) = blocking(move || asked.view.list_movements(request, &forms)).await?;
        if !unread.is_empty() {
            workspace.reader.look_at(unread);
        }
        Ok(page)
    }

    /// Reads the lines of these movements behind, if they are not known.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn look_at_movements(
        &self,
        request: LookAtMovements,
    ) -> impl Future<Output = Result<Done, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            workspace.reader.look_at(request.keys);
            Done {}
        }))
    }

    /// Keeps a change of a movement's own fields.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here; [`Error::Required`] for a name taken away;
    /// [`Error::Invalid`] for a change of nothing; if it cannot be kept.
    pub async fn update_header(&self, request: UpdateHeader) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let key = workspace.view.key_of(&request.movement)?;
        check_fields(&request.change)?;
        let base = request.base.or_else(|| workspace.view.shown_header(key));
        workspace.view.check_places(key, &request.change)?;
        let body = Operation::UpdateHeader(request.change);
        let changes = vec![(body, base.map(|base| Base::Header(Box::new(base))))];
        workspace.operations.keep_changes(key, changes, move |tx| drafts::forget(tx, key)).await
    }

    /// Keeps picks of a line, in the place of refused ones of the same stock.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here; [`Error::Invalid`] for no picks;
    /// [`Error::NotAllowed`] where one of the same stock waits or is asked about; if it cannot be kept.
    pub async fn pick_line(&self, request: PickLine) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let key = workspace.view.key_of(&request.movement)?;
        let (item, picks) = (request.item, request.picks);
        if picks.is_empty() {
            return Err(Error::Invalid { field: "picks", problem: "there are none" });
        }
        let body = Operation::Pick { item: item.clone(), picks: picks.clone() };
        let alone = workspace.operations.taking_up.lock().await;
        let kept = workspace.operations.kept_as(request.key, &body).await?;
        let ops = match kept {
            Some(op) => vec![op],
            None => {
                let named =
                    request.key.unwrap_or_else(|| workspace.account.common.clock.new_operation());
                let op = workspace.picking.pick_op(named, key, &item, &picks).await?;
                workspace.operations.keep_pick(key, op, &item, &picks, |_| Ok(())).await?
            }
        };
        drop(alone);
        Ok(workspace.operations.answer(key.0, &ops).await)
    }

    /// Keeps a movement to be made, and answers what the service says within a moment.
    ///
    /// # Errors
    /// What keeps the form from being sent; [`Error::TooLate`] for another form under the key of a
    /// movement on its way or made; if it cannot be kept here.
    pub async fn create_movement(&self, request: CreateMovement) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        header(&request.form)?;
        let key = request.key.unwrap_or_else(|| workspace.account.common.clock.new_key());
        // A second click, or a second window, waits here and then finds what the first one did.
        let _alone = workspace.creations.gates.enter(&key).await;
        let mut form = request.form;
        // Corrected, it keeps the first lines that it has: what was made of them since counts.
        let (is_new, has_none) =
            (workspace.creations.is_new(key).await?, workspace.drafts.is_untouched(key));
        let has_rows = matches!(&form.start, StartFrom::Import(import)
            if !import.open.is_empty() || !form.lines.is_empty());
        if has_rows && !is_new && !has_none && workspace.creations.is_refused(key) {
            let problem = "the movement has its first lines already";
            return Err(Error::Invalid { field: "start", problem });
        }
        let first = match self.first_lines(&mut form, is_new || has_none).await? {
            Some(first) => Some(workspace.drafts.begin_sheet(key, first).await?),
            None => None,
        };
        let save = first.as_ref().map(|(editing, change)| editing.save(change));
        let save = move |tx: &Transaction<'_>| save.map_or(Ok(()), |save| save(tx));
        let op = workspace.creations.keep_creation(key, form, save).await?;
        match first {
            Some((editing, change)) if is_new => editing.done(change),
            Some((editing, change)) => editing.keep(change).await?,
            None => {}
        }
        drop(_alone);
        Ok(workspace.operations.answer(key.0, &[op]).await)
    }

    /// What the lines of a movement begin with that has none, before anything is made. Rows of a table leave the
    /// form: they become unsent changes, and what is sent is a movement without lines.
    async fn first_lines(
        &self,
        form: &mut NewMovement,
        has_none: bool,
    ) -> Result<Option<FirstLines>, Error> {
        let first = match &mut form.start {
            StartFrom::Template(of) if has_none => {
                FirstLines::Copied(self.lines_of_template(*of).await?)
            }
            StartFrom::Import(import) => {
                let open = std::mem::take(&mut import.open);
                let import = ImportStart { open, ..import.clone() };
                FirstLines::Imported(std::mem::take(&mut form.lines), import)
            }
            StartFrom::Template(_)
            | StartFrom::Stocklist(_)
            | StartFrom::Empty
            | StartFrom::Inbound => return Ok(None),
        };
        Ok(Some(first).filter(|_| has_none))
    }

    /// The lines of a template, before anything is made: they are read first where they never were.
    async fn lines_of_template(&self, of: MovementKey) -> Result<Arc<Drawn>, Error> {
        let workspace = self.workspace()?;
        let movement = MovementRef::Key(of);
        self.open_movement(OpenMovement { movement: movement.clone(), without_lines: true })
            .await?;
        let known = workspace.movements.find(&movement);
        if known.is_some_and(|known| known.movement.lines.is_none()) {
            return Err(Error::NeedsSession);
        }
        workspace.drafts.drawn(of)
    }

    /// Reads a data set from the service. A movement known here that the service has no more is marked
    /// as gone.
    ///
    /// # Errors
    /// If nobody is signed in, [`Error::Unknown`] for a movement not known here, or what the reading
    /// ended with.
    pub async fn refresh(&self, request: Refresh) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let flight = match request.what {
            DataSet::Movements => workspace.list.read_movements(),
            DataSet::Movement(named) => {
                let known = workspace.movements.find(&named).ok_or(Error::Unknown)?;
                workspace.reader.read_movement(known.key, &known.movement.id)
            }
            DataSet::Stocklists(asked) => workspace.stocklists.read_stocklists(&tidy(asked)),
            DataSet::Products => workspace.products.read_products(),
            DataSet::BinLocations(parent) => {
                workspace.locations.read_locations(&(LocationKind::Bins, parent))
            }
            DataSet::InternalLocations(parent) => {
                workspace.locations.read_locations(&(LocationKind::Internal, parent))
            }
        };
        flight?.wait().await?;
        Ok(Done {})
    }
}
