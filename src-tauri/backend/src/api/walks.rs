//! Commands about walks: which movements are picked together, what there is to fetch, and what is entered.

use std::{future::Future, future::ready, sync::Arc};

use contract::{
    BeginWalk, DepotPlan, DepotPlanView, Done, EndWalk, EnterAgain, EnterPicks, FindTask, HoldWalk,
    ListPickedElsewhere, ListScans, ListTasks, ListToPick, ListWalks, LocationId, MovementKey,
    OnlyTasks, OrderWalk, Page, PickTask, ReadDepotPlan, ReadTask, ReadWalk, Rows, SaveDepotPlan,
    ScanCode, SendPicks, TakeBackScan, TaskState, TaskView, ToPickRow, UndoPicks, Walk, WalkKey,
    WalkMovement, WalkScan, WalkState,
};
use rules::{
    picking::{steps::next_task, tasks::is_found},
    search::{Counts, count_of, text::Words, window},
};

use crate::{Backend, background::blocking, error::Error, workspace::Workspace};

impl Backend {
    /// Shows movements of which something is to be picked, by the day asked for; those whose lines were
    /// never read are among them.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn list_to_pick(&self, request: ListToPick) -> Result<Page<ToPickRow>, Error> {
        let workspace = self.workspace()?;
        workspace.list.read_movements_behind();
        let ListToPick { start, count, text } = request;
        workspace.walks.to_pick(&text, &Rows { start, count, sort: Vec::new() }).await
    }

    /// Shows the walks that have not ended, the newest first.
    ///
    /// # Errors
    /// If no profile is open, or the file cannot be read.
    pub async fn list_walks(&self, _request: ListWalks) -> Result<Vec<Walk>, Error> {
        let workspace = self.workspace()?;
        let mut walks = Vec::new();
        for (key, _) in workspace.open_walks.all().into_iter().rev() {
            let view = workspace.walks.view(key).await?;
            walks.push(workspace.walks.shown(key, &view));
        }
        Ok(walks)
    }

    /// Tells which of movements somebody picks at another station, unless they are in a walk here.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn list_picked_elsewhere(
        &self,
        request: ListPickedElsewhere,
    ) -> Result<Vec<WalkMovement>, Error> {
        let workspace = self.workspace()?;
        blocking(move || workspace.walks.picked_elsewhere(&request.movements)).await
    }

    /// Begins a walk.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here; [`Error::Invalid`] for none or too many, or one
    /// that is in a walk already; if it cannot be kept.
    pub async fn begin_walk(&self, request: BeginWalk) -> Result<WalkKey, Error> {
        let workspace = self.workspace()?;
        let key = workspace.walks.begin(request.key, request.movements).await?;
        // A code that is scanned may be of a product that is in no line.
        workspace.products.read_products_behind();
        Ok(key)
    }

    /// Puts a walk on hold, or takes it up again.
    ///
    /// # Errors
    /// [`Error::Unknown`] for one that ended; if it cannot be kept.
    pub async fn hold_walk(&self, request: HoldWalk) -> Result<Done, Error> {
        self.workspace()?.walks.hold(request.walk, request.note).await?;
        Ok(Done {})
    }

    /// Walks in another order from then on, also in walks that are begun after it.
    ///
    /// # Errors
    /// [`Error::Unknown`] for one that ended; if it cannot be kept.
    pub async fn order_walk(&self, request: OrderWalk) -> Result<Done, Error> {
        self.workspace()?.walks.order(request.walk, request.order).await?;
        Ok(Done {})
    }

    /// Shows how the bins of a walk's depot are read, and in which order one walks along them.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended.
    pub fn depot_plan(
        &self,
        request: ReadDepotPlan,
    ) -> impl Future<Output = Result<DepotPlanView, Error>> + Send + use<> {
        let of = |workspace: Arc<Workspace>| workspace.walks.depot_plan(request.walk, request.plan);
        ready(self.workspace().and_then(of))
    }

    /// How the bins of the depots of these movements are read, that of the first one first; none where nobody is
    /// signed in.
    #[must_use]
    pub fn plans_for(&self, movements: &[MovementKey]) -> Vec<(LocationId, DepotPlan)> {
        let of = |workspace: Arc<Workspace>| workspace.walks.plans_for(movements);
        self.workspace().map(of).unwrap_or_default()
    }

    /// Keeps how the bins of a walk's depot are read, for all its walks.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended, or whose depot is not known; if it cannot be kept.
    pub async fn save_depot_plan(&self, request: SaveDepotPlan) -> Result<Done, Error> {
        self.workspace()?.walks.save_plan(request.walk, request.plan).await?;
        Ok(Done {})
    }

    /// Ends a walk.
    ///
    /// # Errors
    /// [`Error::Unknown`] for one that ended; [`Error::Invalid`] while picks of it are entered and not
    /// sent; if it cannot be kept.
    pub async fn end_walk(&self, request: EndWalk) -> Result<Done, Error> {
        self.workspace()?.walks.end(request.walk).await?;
        Ok(Done {})
    }

    /// Shows a walk and what can be done in it.
    ///
    /// # Errors
    /// [`Error::Unknown`] for one that ended; if the file cannot be read.
    pub async fn walk(&self, request: ReadWalk) -> Result<WalkState, Error> {
        state_of(&*self.workspace()?, request.walk).await
    }

    /// Shows a window of what there is to fetch in a walk.
    ///
    /// # Errors
    /// [`Error::Unknown`] for one that ended; if the file cannot be read.
    pub async fn list_tasks(&self, request: ListTasks) -> Result<Page<PickTask>, Error> {
        let workspace = self.workspace()?;
        let ListTasks { walk, start, count, text, only } = request;
        let view = workspace.walks.view(walk).await?;
        let tasks = shown(&view.tasks, only, &text);
        let counts = Counts { matching: tasks.len(), known: view.tasks.len() };
        let rows = Rows::<()> { start, count, sort: Vec::new() };
        Ok(window(&tasks, &rows, counts, view.freshness.clone(), |task| (*task).clone()))
    }

    /// Tells where the next task stands that is still to be done; `None` where none is.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended; if the file cannot be read.
    pub async fn find_task(&self, request: FindTask) -> Result<Option<u32>, Error> {
        let workspace = self.workspace()?;
        let ListTasks { walk, text, only, .. } = request.of;
        let view = workspace.walks.view(walk).await?;
        let tasks = shown(&view.tasks, only, &text);
        let place = match request.itself {
            true => tasks.iter().position(|task| task.id == request.task),
            false => next_task(&tasks, &request.task, request.back),
        };
        Ok(place.map(count_of))
    }

    /// Enters something in a walk, and answers when that is kept.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended or a task that is not there; [`Error::TooLate`] for one of
    /// which a pick was made; [`Error::Invalid`] where it is not known what to take; if it cannot be kept.
    pub async fn enter_picks(&self, request: EnterPicks) -> Result<WalkState, Error> {
        let workspace = self.workspace()?;
        workspace.walks.enter(request.walk, &request.step).await?;
        state_after(&workspace, request.walk).await
    }

    /// Does what a scanned code says, and answers when that is kept.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended; if it cannot be kept.
    pub async fn scan_code(&self, request: ScanCode) -> Result<WalkState, Error> {
        let workspace = self.workspace()?;
        let ScanCode { walk, code, task } = request;
        let scan = workspace.walks.scan(walk, &code, task.as_deref()).await?;
        Ok(WalkState { scan: Some(scan), ..state_after(&workspace, walk).await? })
    }

    /// Shows what was scanned in a walk, the newest first.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended; if the file cannot be read.
    pub async fn list_scans(&self, request: ListScans) -> Result<Vec<WalkScan>, Error> {
        self.workspace()?.walks.scans(request.walk, request.count).await
    }

    /// Takes back what one scan counted, and tells which one that was.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended or a scan that is not there; [`Error::TooLate`] for one that
    /// counted nothing, or whose pick was sent; if it cannot be kept.
    pub async fn take_back_scan(&self, request: TakeBackScan) -> Result<WalkState, Error> {
        let workspace = self.workspace()?;
        let scan = workspace.walks.take_back(request.walk, request.scan).await?;
        Ok(WalkState { scan, ..state_after(&workspace, request.walk).await? })
    }

    /// Gives the refused pick of a task up and enters its numbers in the walk again.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended or a task that is not there; [`Error::TooLate`] where its pick
    /// does not stand refused any more; if it cannot be kept.
    pub async fn enter_again(&self, request: EnterAgain) -> Result<WalkState, Error> {
        let workspace = self.workspace()?;
        let again = workspace.walks.enter_again(request.walk, &request.task).await?;
        Ok(WalkState { again: Some(again), ..state_after(&workspace, request.walk).await? })
    }

    /// Shows one task, and the next one that is still to be done; `None` where there is none.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended; if the file cannot be read.
    pub async fn read_task(&self, request: ReadTask) -> Result<Option<TaskView>, Error> {
        let workspace = self.workspace()?;
        let ListTasks { walk, text, only, .. } = request.of;
        let view = workspace.walks.view(walk).await?;
        let tasks = shown(&view.tasks, only, &text);
        let is_it = |task: &&PickTask| Some(&task.id) == request.task.as_ref();
        let first = || tasks.iter().position(|task| !task.state.is_done());
        let at = tasks.iter().position(is_it).or_else(first).or((!tasks.is_empty()).then_some(0));
        let Some((at, task)) = at.and_then(|at| Some((at, *tasks.get(at)?))) else {
            return Ok(None);
        };
        let next = next_task(&tasks, &task.id, false).and_then(|at| tasks.get(at));
        let next = next.filter(|next| next.id != task.id).map(|next| (*next).clone());
        let (place, of) = (count_of(at + 1), count_of(tasks.len()));
        Ok(Some(TaskView { task: task.clone(), next, place, of }))
    }

    /// Takes the last step of a walk back, or does the next one again.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended; if it cannot be kept.
    pub async fn undo_picks(&self, request: UndoPicks) -> Result<WalkState, Error> {
        let workspace = self.workspace()?;
        workspace.walks.undo(request.walk, request.redo).await?;
        state_after(&workspace, request.walk).await
    }

    /// Queues what was entered in a walk. What needs a look stays, and so does what cannot be sent: of the
    /// last of these the answer tells why.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a walk that ended; if the file cannot be read.
    pub async fn send_picks(&self, request: SendPicks) -> Result<WalkState, Error> {
        let workspace = self.workspace()?;
        let sent = workspace.walks.send(request.walk).await?;
        let state = state_after(&workspace, request.walk).await?;
        Ok(WalkState { kept: sent.lines, not_kept: sent.failed.map(Into::into), ..state })
    }
}

/// How a walk stands once a change was kept. Where that cannot be read, the change is not to be made again.
async fn state_after(workspace: &Workspace, key: WalkKey) -> Result<WalkState, Error> {
    state_of(workspace, key).await.map_err(|error| match error {
        Error::Store(fault) => Error::Internal(format!("the walk cannot be read: {fault}")),
        other => other,
    })
}

async fn state_of(workspace: &Workspace, key: WalkKey) -> Result<WalkState, Error> {
    let listed = workspace.extensions.listed_reasons().await?;
    let view = workspace.walks.view(key).await?;
    let staged = view.open.tape.staged();
    Ok(WalkState {
        has_entries: !staged.is_empty(),
        has_unsent: staged.has_pieces(),
        kept: 0,
        not_kept: None,
        scan: None,
        again: None,
        walk: workspace.walks.shown(key, &view),
        reasons: workspace.panel.reasons(&listed),
        can_undo: view.open.tape.can_undo(),
        can_redo: view.open.tape.can_redo(),
    })
}

/// The tasks that are shown.
fn shown<'a>(tasks: &'a [PickTask], only: OnlyTasks, text: &str) -> Vec<&'a PickTask> {
    let words = Words::of(text);
    tasks.iter().filter(|task| is_one_of(only, task) && is_found(task, &words)).collect()
}

fn is_one_of(only: OnlyTasks, task: &PickTask) -> bool {
    match only {
        OnlyTasks::All => true,
        OnlyTasks::Open => task.state.is_open(),
        OnlyTasks::Attention => task.state.needs_look(),
        OnlyTasks::Short => task.state == TaskState::Short,
    }
}
