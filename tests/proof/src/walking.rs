//! `cargo xtask bench walk`: metres walked in the sample depot for one, three and ten movements, in the order
//! of their lines, in that of texts, and in those of a walk; and the shortest way of all where it can be
//! found. Aisles lie side by side on a plain grid, and one changes them at their ends.

use std::collections::BTreeSet;
use std::fmt;

use backend::Backend;
use contract::{
    BeginWalk, BinLocation, DataSet, EndWalk, ListBinLocations, ListTasks, ListToPick,
    LocationKind, MovementRef, OnlyTasks, OpenMovement, OrderWalk, PickTask, ProbeCapabilities,
    Refresh, Rows, SignIn, ToPickRow, WalkKey, WalkOrder,
};
use practice::{Service, sample};
use rules::picking::route::{Depot, Stop};

use crate::promise::Violation;
use crate::run::until_done;

/// So many movements are walked together.
const TOGETHER: [usize; 3] = [1, 3, 10];

/// The metres of walks through the bins of so many movements.
#[derive(Clone, Copy, Debug)]
pub struct WalkFigure {
    /// How many movements.
    pub movements: usize,
    /// How many bays are visited.
    pub stops: usize,
    /// In the order of the lines.
    pub unsorted: f64,
    /// By the bins' names as texts.
    pub texts: f64,
    /// By the bins' names as people count.
    pub bins: f64,
    /// Up and down the aisles.
    pub serpentine: f64,
    /// The shortest way that is found.
    pub shortest: f64,
    /// The shortest way of all, where there are few enough stops to try them all.
    pub least: Option<f64>,
}

impl fmt::Display for WalkFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { movements, stops, unsorted, texts, bins, serpentine, shortest, least } = self;
        write!(
            f,
            "{movements:2} movements, {stops:2} bays: unsorted {unsorted:.0} m, as texts {texts:.0} m, \
             by bin {bins:.0} m, serpentine {serpentine:.0} m, shortest way {shortest:.0} m"
        )?;
        match least {
            Some(least) => write!(f, ", least of all {least:.0} m ({:.2} times)", shortest / least),
            None => write!(f, ", too many bays to try every way"),
        }
    }
}

/// Walks through the sample depot.
///
/// # Errors
/// If the practice warehouse or the program does not do its part.
pub fn run() -> Result<Vec<WalkFigure>, Violation> {
    until_done(async {
        let service = Service::start(practice::Options::default()).await?;
        let data = tempfile::tempdir()?;
        let backend = Backend::open(backend::Options::new(data.path().to_owned()))?;
        let figures = walk(&backend, service.base()).await;
        backend.close().await;
        service.stop().await;
        figures
    })
}

async fn walk(backend: &Backend, base: &str) -> Result<Vec<WalkFigure>, Violation> {
    let (server, password) = (base.to_owned(), sample::PASSWORD.to_owned());
    let user_name = "aokafor".to_owned();
    let sign_in = SignIn { server, user_name, password, allow_plain_http: false, remember: false };
    backend.sign_in(sign_in).await?;
    backend.refresh(Refresh { what: DataSet::Movements }).await?;
    let depot_id = contract::LocationId::from(sample::CENTRAL_STORE);
    let what = DataSet::BinLocations(depot_id.clone());
    backend.refresh(Refresh { what }).await?;
    let to_pick = ListToPick { start: 0, count: 1_000, text: String::new() };
    let listed = backend.list_to_pick(to_pick).await?.rows;
    let is_here = |row: &ToPickRow| row.origin.as_ref().is_some_and(|it| it.id == depot_id);
    let mut movements = Vec::new();
    for row in listed.into_iter().filter(is_here) {
        let movement = MovementRef::Key(row.key);
        let request = OpenMovement { movement, without_lines: true };
        backend.open_movement(request).await?;
        backend.refresh(Refresh { what: DataSet::Movement(row.key.into()) }).await?;
        movements.push(row.key);
    }
    backend.probe_capabilities(ProbeCapabilities {}).await?;
    let depot = depot(backend, depot_id).await?;
    let mut figures = Vec::new();
    for count in TOGETHER {
        let chosen: Vec<_> = movements.iter().copied().take(count).collect();
        let begun = backend.begin_walk(BeginWalk { key: None, movements: chosen }).await;
        let walk = begun?;
        figures.push(figure(backend, walk, count, &depot).await?);
        backend.end_walk(EndWalk { walk }).await?;
    }
    Ok(figures)
}

async fn depot(backend: &Backend, parent: contract::LocationId) -> Result<Depot, Violation> {
    let rows = Rows { start: 0, count: 1_000, sort: Vec::new() };
    let (kind, text) = (LocationKind::Bins, String::new());
    let request = ListBinLocations { parent, kind, rows, text };
    let bins: Vec<BinLocation> = backend.list_bin_locations(request).await?.rows;
    let names: Vec<String> = bins.into_iter().map(|bin| bin.name).collect();
    Ok(Depot::of(names.iter().map(String::as_str), contract::DepotPlan::default()))
}

async fn figure(
    backend: &Backend,
    walk: WalkKey,
    movements: usize,
    depot: &Depot,
) -> Result<WalkFigure, Violation> {
    let mut tasks = told(backend, walk).await?;
    tasks.sort_by_key(|task| (task.place, task.number));
    let unsorted = bins_of(&tasks);
    let mut texts = unsorted.clone();
    texts.sort();
    let metres = |bins: &[String]| depot.length_of(&stops(depot, bins));
    let mut ordered = Vec::new();
    for order in [WalkOrder::Bins, WalkOrder::Serpentine, WalkOrder::Shortest] {
        backend.order_walk(OrderWalk { walk, order }).await?;
        ordered.push(metres(&bins_of(&told(backend, walk).await?)));
    }
    let visited: BTreeSet<String> = texts.iter().cloned().collect();
    let mut visited = stops(depot, &visited.into_iter().collect::<Vec<_>>());
    visited.dedup();
    Ok(WalkFigure {
        movements,
        stops: visited.len(),
        unsorted: metres(&unsorted),
        texts: metres(&texts),
        bins: ordered[0],
        serpentine: ordered[1],
        shortest: ordered[2],
        least: depot.least(&visited),
    })
}

/// The tasks of a walk once the service told what lies where.
async fn told(backend: &Backend, walk: WalkKey) -> Result<Vec<PickTask>, Violation> {
    let (text, only) = (String::new(), OnlyTasks::All);
    let request = ListTasks { walk, start: 0, count: 1_000, text, only };
    let mut changes = backend.changes();
    loop {
        let page = backend.list_tasks(request.clone()).await?;
        if page.rows.iter().any(|task| task.bin.is_some()) {
            return Ok(page.rows);
        }
        // More comes behind, and is announced.
        changes.recv().await?;
    }
}

fn bins_of(tasks: &[PickTask]) -> Vec<String> {
    tasks.iter().filter_map(|task| Some(task.bin.as_ref()?.name.clone())).collect()
}

fn stops(depot: &Depot, bins: &[String]) -> Vec<Stop> {
    bins.iter().filter_map(|bin| depot.stop(bin)).collect()
}
