//! A practice warehouse, a backend with a data folder of its own, and a clock moved by hand: what
//! every flow begins with.

use std::{path::Path, time::Duration};

use backend::{Backend, Clock, Error, Limits, Options, Pace};
use chrono::{DateTime, NaiveDate, TimeDelta};
use contract::*;
use practice::{Fault, Kind, Running, Service, Variant, sample};
use tempfile::TempDir;

use crate::wire::Wire;

/// The day of the practice warehouse and of the clock.
pub const TODAY: &str = "2026-11-20";

pub struct Harness {
    pub service: Running,
    /// The address the backend knows the service by.
    pub base: String,
    pub data: TempDir,
    pub clock: Clock,
    pub pace: Pace,
    pub backend: Backend,
}

/// Patient where an answer is on its way, and quick where people wait for seconds.
pub const QUICK: Pace = Pace {
    absence_settles: Duration::from_millis(300),
    first_pause: Duration::from_millis(5),
    longest_pause: Duration::from_millis(40),
    answer_within: Duration::from_secs(20),
    lost_attempts: 5,
};

/// What is not found is never taken for not done while a test lasts.
pub const UNBELIEVING: Pace = Pace {
    absence_settles: Duration::from_secs(3_600),
    answer_within: Duration::from_millis(200),
    ..QUICK
};

impl Harness {
    /// A warehouse as the interface document has it, nobody signed in.
    pub async fn new() -> Self {
        Self::with(&[]).await
    }

    /// A warehouse that deviates where the document shows nothing.
    pub async fn with(variants: &[Variant]) -> Self {
        Self::at_pace(variants, QUICK).await
    }

    /// The same with an outbox as patient as that.
    pub async fn at_pace(variants: &[Variant], pace: Pace) -> Self {
        let variants = variants.to_vec();
        Self::of(practice::Options { variants, ..practice::Options::default() }, pace).await
    }

    /// A warehouse that serves what the interface document shows and nothing else, with the first
    /// sample user signed in.
    pub async fn strict() -> Self {
        let options = practice::Options { strict: true, ..practice::Options::default() };
        let harness = Self::of(options, QUICK).await;
        harness.sign_in().await.unwrap();
        harness
    }

    /// A warehouse whose records are in a file, with the first sample user signed in.
    pub async fn in_file(path: &Path) -> Self {
        let database = practice::Database::File(path.to_owned());
        let options = practice::Options { database, ..practice::Options::default() };
        let harness = Self::of(options, QUICK).await;
        harness.sign_in().await.unwrap();
        harness
    }

    async fn of(options: practice::Options, pace: Pace) -> Self {
        let options = practice::Options { today: Some(day(TODAY)), ..options };
        let service = Service::start(options).await.unwrap();
        let data = tempfile::tempdir().unwrap();
        let noon = format!("{TODAY}T12:00:00Z").parse::<DateTime<chrono::Utc>>().unwrap();
        let clock = Clock::manual(noon);
        let backend = open_at_pace(&data, &clock, pace);
        let base = service.base().to_owned();
        Self { service, base, data, clock, pace, backend }
    }

    /// A warehouse at the other end of a wire, with the first sample user signed in.
    pub async fn wired() -> (Self, Wire) {
        let mut harness = Self::new().await;
        let wire = Wire::to(&harness.base).await;
        harness.base.clone_from(&wire.base);
        harness.sign_in().await.unwrap();
        (harness, wire)
    }

    /// A warehouse with the first sample user signed in.
    pub async fn signed_in() -> Self {
        Self::signed_in_at(QUICK).await
    }

    /// The same with an outbox as patient as that.
    pub async fn signed_in_at(pace: Pace) -> Self {
        let harness = Self::at_pace(&[], pace).await;
        harness.sign_in().await.unwrap();
        harness
    }

    /// The same in a warehouse that deviates.
    pub async fn signed_in_with(variants: &[Variant]) -> Self {
        let harness = Self::with(variants).await;
        harness.sign_in().await.unwrap();
        harness
    }

    pub async fn sign_in(&self) -> Result<SignedIn, Error> {
        self.sign_in_as("aokafor", sample::PASSWORD).await
    }

    pub async fn sign_in_as(&self, user_name: &str, password: &str) -> Result<SignedIn, Error> {
        self.backend.sign_in(self.login(user_name, password)).await
    }

    pub fn login(&self, user_name: &str, password: &str) -> SignIn {
        SignIn {
            server: self.base.clone(),
            user_name: user_name.to_owned(),
            password: password.to_owned(),
            allow_plain_http: false,
            remember: false,
        }
    }

    pub fn profile(&self, user_name: &str) -> Profile {
        Profile { server: self.base.clone(), user_name: user_name.to_owned() }
    }

    /// Ends the backend and starts it again over the same folder, as after closing the window.
    pub async fn restart(&mut self) {
        self.backend.close().await;
        self.backend = open_at_pace(&self.data, &self.clock, self.pace);
    }

    /// What is painted at a start: the saved data of a user who did not sign out.
    pub async fn open_profile(&self, user_name: &str) -> Result<SessionState, Error> {
        self.backend.open_profile(OpenProfile { profile: self.profile(user_name) }).await
    }

    pub async fn session(&self) -> SessionState {
        self.backend.session(ReadSession {}).await.unwrap()
    }

    pub async fn refresh(&self, what: DataSet) -> Result<Done, Error> {
        self.backend.refresh(Refresh { what }).await
    }

    /// Reads all there is to list; locations, those of the central store.
    pub async fn refresh_every_list(&self) {
        let depot = LocationId::from(sample::CENTRAL_STORE);
        for what in [
            DataSet::Movements,
            DataSet::Stocklists(StocklistQuery::default()),
            DataSet::Products,
            DataSet::BinLocations(depot.clone()),
            DataSet::InternalLocations(depot),
        ] {
            self.refresh(what).await.unwrap();
        }
    }

    pub async fn movements(&self) -> Page<Entry<MovementRow>> {
        self.backend.list_movements(list_movements()).await.unwrap()
    }

    /// Reads a movement anew, and shows it.
    pub async fn opened_anew(&self, movement: &MovementRef) -> OpenedMovement {
        self.refresh(DataSet::Movement(movement.clone())).await.unwrap();
        self.open(movement).await.unwrap()
    }

    pub async fn open(&self, movement: &MovementRef) -> Result<OpenedMovement, Error> {
        let movement = movement.clone();
        self.backend.open_movement(OpenMovement { movement, without_lines: false }).await
    }

    /// Method, path and query of every request received, without the application path.
    pub fn requests(&self) -> Vec<String> {
        let requests = self.service.faults().requests();
        let shown = requests.iter().map(|request| {
            let path = request.path.strip_prefix("/stockroom").unwrap_or(&request.path);
            let mark = if request.query.is_empty() { "" } else { "?" };
            format!("{} {path}{mark}{}", request.method, request.query)
        });
        shown.collect()
    }

    /// How many requests begin like this.
    pub fn count(&self, begin: &str) -> usize {
        self.requests().iter().filter(|request| request.starts_with(begin)).count()
    }

    /// The operations the service applied, in order.
    pub fn operations(&self) -> Vec<String> {
        self.service.effects().into_iter().map(|effect| effect.operation).collect()
    }

    pub fn fault(&self, kind: Kind, method: &str, path: &str) {
        self.service.faults().add(Fault::new(kind).method(method).path(path));
    }

    /// The service answers the next such request with this status and an error body.
    pub fn refuse(&self, status: u16, method: &str, path: &str) {
        self.service.faults().add(Fault::status(status).method(method).path(path));
    }

    /// A page of something else stands in the place of the next such answers.
    pub fn portal(&self, times: u32, path: &str) {
        self.page(times, path, "<html><body><h1>Welcome to the guest network</h1></body></html>");
    }

    /// A page stands in the place of the next such answers.
    pub fn page(&self, times: u32, path: &str, body: &str) {
        let content_type = "text/html".to_owned();
        let page = Kind::Answer { status: 200, content_type, body: body.to_owned() };
        self.service.faults().add(Fault::new(page).path(path).times(times));
    }

    /// Waits until the service has received a request that begins like this.
    pub async fn received(&self, begin: &str, times: usize) {
        let received = async {
            while self.count(begin) < times {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), received).await.expect("it never came");
    }

    /// Waits until what is shown meets a condition, asking again whenever something changes.
    pub async fn until<T, F: Future<Output = T>>(
        &self,
        show: impl Fn() -> F,
        is_met: impl Fn(&T) -> bool,
    ) -> T {
        let mut changes = self.backend.changes();
        let met = async {
            loop {
                let shown = show().await;
                if is_met(&shown) {
                    return shown;
                }
                let _ = tokio::time::timeout(Duration::from_millis(200), changes.recv()).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), met).await.expect("it never came about")
    }

    pub fn later(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }
}

pub fn open(data: &TempDir, clock: &Clock) -> Backend {
    open_at_pace(data, clock, QUICK)
}

pub fn open_at_pace(data: &TempDir, clock: &Clock, pace: Pace) -> Backend {
    let limits = Limits {
        first_byte_read: Duration::from_secs(5),
        first_byte_write: Duration::from_secs(5),
        ..Limits::default()
    };
    let (clock, path) = (clock.clone(), data.path().to_owned());
    let options = Options { clock, limits, pace, ..Options::new(path) };
    Backend::open(options).unwrap()
}

pub fn list_movements() -> ListMovements {
    ListMovements {
        rows: Rows::first(100),
        filter: MovementFilter::default(),
        group: None,
        folded: Vec::new(),
        today: None,
    }
}

pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// The rows of a list that is not grouped.
pub fn rows(page: &Page<Entry<MovementRow>>) -> Vec<&MovementRow> {
    page.rows.iter().filter_map(Entry::row).collect()
}

/// The code of the failure the window would see.
pub fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> &'static str {
    Failure::from(result.expect_err("it should have failed")).reason.code()
}
