//! The command of the first page: what waits, and what became of what was asked for.

use std::{
    collections::{BTreeSet, HashMap},
    future::{Future, ready},
    sync::Arc,
};

use chrono::{DateTime, Days, Utc};
use contract::{
    Done, ExportFigures, Exported, Figures, FiguresFormat, HomeView, ListPinned, MOST_DAYS,
    MovementFilter, MovementKey, OperationState, PersonId, PinStocklist, PinnedStocklist, PlaceRef,
    ReadHome, ReviewStand, Stocklist, Topic, Unsent, Waiting, WaitingKind,
};
use rules::{
    figures::{chart::chart, figures, most_often, stocklists::by_stocklist, table, unread},
    movements::{known::KnownMovement, rows::is_match},
    search::count_of,
};

use crate::{
    Backend,
    background::blocking,
    error::Error,
    journal::table::write_table,
    outbox::{op::Op, view::titles::Titles},
    store::tables::{drafts, facts::Facts},
    workspace::Workspace,
};

/// So many names are told of what waits.
const NAMED: usize = 3;

/// So many stocklists are pinned; the one pinned first goes for the next.
const PINNED: usize = 12;

/// So many movements are read for the figures, the newest.
const READ_BEHIND: usize = 500;

impl Backend {
    /// Tells what waits, and how much of what was asked for goes. Reads lines behind that the figures need and
    /// that were never read here.
    ///
    /// # Errors
    /// [`Error::Invalid`] for no days or too many; if no profile is open, or the file cannot be read.
    pub async fn home(&self, request: ReadHome) -> Result<HomeView, Error> {
        let workspace = self.workspace()?;
        check_days(&request)?;
        let ReadHome { today, days } = request;
        workspace.read_sources_behind();
        // What is entered in walks stands by itself.
        let forms = workspace.account.store.read(drafts::unsent).await?;
        let asked = Arc::clone(&workspace);
        let (view, wanted) = blocking(move || {
            let (unsent, titles) = (asked.view.unsent(&forms), asked.view.titles());
            let known = asked.movements.known();
            let me = asked.account.facts().identity.and_then(|identity| identity.person);
            let mut waits = waiting_changes(&asked, &titles, unsent);
            waits.extend(waiting_decisions(&asked, &titles));
            waits.extend(waiting_walks(&asked, &titles));
            waits.extend(asked_for(&known, &request, WaitingKind::New, None));
            if let Some(me) = &me {
                waits.extend(asked_for(&known, &request, WaitingKind::Mine, Some(me)));
            }
            let mut wanted = asked.reviews.unread();
            wanted.extend(unread(&known, today, days).into_iter().take(READ_BEHIND));
            let view = HomeView {
                waits,
                figures: counted(&asked, &known, &request),
                me,
                known: count_of(known.len()),
                freshness: asked.movements.list.look(&()).freshness,
            };
            (view, wanted)
        })
        .await?;
        if !wanted.is_empty() {
            workspace.reader.look_at(wanted);
        }
        Ok(view)
    }

    /// Shows the stocklists that are pinned to the first page, named as they are now.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn list_pinned(
        &self,
        _request: ListPinned,
    ) -> impl Future<Output = Result<Vec<PinnedStocklist>, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            let lists = workspace.stocklists.all();
            let named = |pinned: PinnedStocklist| {
                let list = lists.iter().find(|list| list.of.id == pinned.stocklist);
                list.map_or(pinned, |list| pinned_of(&list.of))
            };
            workspace.account.facts().pinned.into_iter().map(named).collect()
        }))
    }

    /// Pins a stocklist to the first page, or takes it off.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a stocklist that is not known here; if it cannot be
    /// kept.
    pub async fn pin_stocklist(&self, request: PinStocklist) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let PinStocklist { stocklist, pinned } = request;
        let lists = workspace.stocklists.all();
        let list =
            lists.iter().find(|list| list.of.id == stocklist).map(|list| pinned_of(&list.of));
        if pinned && list.is_none() {
            return Err(Error::Unknown);
        }
        let change = |facts: &mut Facts| {
            facts.pinned.retain(|one| one.stocklist != stocklist);
            facts.pinned.extend(list.filter(|_| pinned));
            let more = facts.pinned.len().saturating_sub(PINNED);
            facts.pinned.drain(..more);
        };
        workspace.account.learn(change).await?;
        workspace.account.announce(&[Topic::Stocklists]);
        Ok(Done {})
    }

    /// Writes the figures as a table or as a drawing.
    ///
    /// # Errors
    /// [`Error::Invalid`] for no days or too many; if no profile is open.
    pub async fn export_figures(&self, request: ExportFigures) -> Result<Exported, Error> {
        let workspace = self.workspace()?;
        let ExportFigures { of, format } = request;
        check_days(&of)?;
        let write = move || {
            let figures = counted(&workspace, &workspace.movements.known(), &of);
            Ok::<_, Error>(match format {
                FiguresFormat::Csv => write_table(&table::HEAD, table::rows(&figures).into_iter())?,
                FiguresFormat::Svg(words) => chart(&figures, &words),
            })
        };
        Ok(Exported { text: blocking(write).await?? })
    }
}

fn pinned_of(list: &Stocklist) -> PinnedStocklist {
    let name = list.name.clone().or_else(|| list.number.clone());
    PinnedStocklist {
        stocklist: list.id.clone(),
        name: name.unwrap_or_else(|| list.id.to_string()),
        destination: list.destination.as_ref().map(|place| PlaceRef {
            id: place.id.clone(),
            name: place.shown().to_owned(),
            type_code: place.type_code().cloned(),
        }),
    }
}

fn check_days(asked: &ReadHome) -> Result<(), Error> {
    if (1..=MOST_DAYS).contains(&asked.days) {
        return Ok(());
    }
    Err(Error::Invalid { field: "days", problem: "it is not from 1 to 366" })
}

fn counted(workspace: &Workspace, known: &[Arc<KnownMovement>], of: &ReadHome) -> Figures {
    let counted = figures(known, of.today, of.days);
    let (lists, days) = (workspace.stocklists.all(), counted.from..=counted.to);
    let made_from = |key| workspace.outbox.stocklist_of(key);
    Figures { stocklists: by_stocklist(known, &lists, made_from, &days), ..counted }
}

/// Something that waits, counted one by one.
#[derive(Default)]
struct WaitingCount {
    count: u32,
    since: Option<DateTime<Utc>>,
    movements: BTreeSet<MovementKey>,
}

impl WaitingCount {
    fn add(&mut self, count: u32, movement: Option<MovementKey>, since: Option<DateTime<Utc>>) {
        self.count += count;
        self.since = self.since.into_iter().chain(since).min();
        self.movements.extend(movement);
    }

    /// `None` where there is none.
    fn told(self, kind: WaitingKind, titles: &Titles) -> Option<Waiting> {
        let named = self.movements.iter().filter_map(|key| titles.of(*key));
        let about: Vec<_> = named.take(NAMED).map(str::to_owned).collect();
        let more = count_of(self.movements.len() - about.len());
        let mut movements = self.movements.into_iter();
        let movement = movements.next().filter(|_| movements.next().is_none());
        let Self { count, since, .. } = self;
        (count > 0).then_some(Waiting { kind, count, since, about, more, movement })
    }
}

/// Changes that need the user, and those that were never sent.
fn waiting_changes(workspace: &Workspace, titles: &Titles, unsent: Vec<Unsent>) -> Vec<Waiting> {
    let mut by_kind: HashMap<WaitingKind, WaitingCount> = HashMap::new();
    let mut add = |op: &Op| {
        let kind = match &op.state {
            OperationState::Stuck(_) => WaitingKind::Refused,
            OperationState::Conflict(_) => WaitingKind::Conflict,
            OperationState::Unknown(_) => WaitingKind::Question,
            _ => return,
        };
        by_kind.entry(kind).or_default().add(1, op.movement, Some(op.kept));
    };
    workspace.outbox.look_at_all(&mut add);
    // What is only proposed stands by itself.
    let proposed = workspace.editors.only_proposed();
    for one in unsent {
        let changes =
            one.changes - proposed.get(&one.movement).map_or(0, |it| one.changes.min(*it));
        if changes > 0 {
            let counted = by_kind.entry(WaitingKind::Unsent).or_default();
            counted.add(changes, Some(one.movement), None);
        }
    }
    use WaitingKind::{Conflict, Question, Refused, Unsent as NotSent};
    let told = |kind| by_kind.remove(&kind)?.told(kind, titles);
    [Refused, Conflict, Question, NotSent].into_iter().filter_map(told).collect()
}

/// Proposals that can be approved or rejected, and decisions that nobody looked at. What was refused stands among the
/// changes that need the user.
fn waiting_decisions(workspace: &Workspace, titles: &Titles) -> Vec<Waiting> {
    let (mut proposals, mut decided) = (WaitingCount::default(), WaitingCount::default());
    let rows = workspace.reviews.all();
    for row in rows.iter() {
        let movement = Some(row.line.movement);
        if row.stand.is_proposal() {
            proposals.add(1, movement, row.at);
        } else if row.stand == ReviewStand::Decided {
            decided.add(1, movement, None);
        }
    }
    let proposals = proposals.told(WaitingKind::Proposals, titles);
    proposals.into_iter().chain(decided.told(WaitingKind::Decided, titles)).collect()
}

/// Picks that were entered in walks, and walks on hold.
fn waiting_walks(workspace: &Workspace, titles: &Titles) -> Vec<Waiting> {
    let (mut picks, mut on_hold) = (WaitingCount::default(), WaitingCount::default());
    for (movement, lines) in workspace.open_walks.lines_entered() {
        picks.add(count_of(lines.len()), Some(movement), None);
    }
    for (_, open) in workspace.open_walks.all() {
        if open.walk.on_hold.is_some() {
            on_hold.add(1, None, Some(open.walk.begun));
            on_hold.movements.extend(open.walk.movements);
        }
    }
    let picks = picks.told(WaitingKind::Picks, titles);
    picks.into_iter().chain(on_hold.told(WaitingKind::OnHold, titles)).collect()
}

/// Movements by the day they are asked for, as the list of movements shows them.
fn asked_for(
    all: &[Arc<KnownMovement>],
    request: &ReadHome,
    kind: WaitingKind,
    by: Option<&PersonId>,
) -> Option<Waiting> {
    let before = Days::new(u64::from(kind.days()?.saturating_sub(1)));
    let filter = MovementFilter {
        requesters: by.cloned().into_iter().collect(),
        requested_from: request.today.checked_sub_days(before),
        requested_to: Some(request.today),
        ..MovementFilter::default()
    };
    let found: Vec<_> = all.iter().filter(|known| is_match(known, &filter)).collect();
    let places = found.iter().filter_map(|known| known.movement.destination.as_ref());
    let mut about = most_often(places.map(|place| (&place.id, place.name.clone())));
    let more = count_of(about.len().saturating_sub(NAMED));
    about.truncate(NAMED);
    let movement = found.first().filter(|_| found.len() == 1).map(|known| known.key);
    let count = count_of(found.len());
    (count > 0).then_some(Waiting { kind, count, since: None, about, more, movement })
}
