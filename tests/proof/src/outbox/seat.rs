//! A seat: a user of the product at work, with a data folder and a proxy of their own before the
//! service, and an outbox in a hurry.

use std::path::Path;
use std::time::{Duration, Instant};

use backend::{Backend, Clock, Limits, Options, Pace};
use contract::{
    Answer, AnswerQuestion, ChooseLocation, ListOperations, MovementId, MovementRef, OpenMovement,
    OpenProfile, OpenedMovement, OperationFilter, OperationKey, OperationRow, OperationState,
    Profile, ReadSession, SignIn,
};
use practice::{Running, sample};
use tempfile::TempDir;

use crate::promise::Violation;
use crate::proxy::Proxy;

/// No trial may take longer to come to rest; it is no promise, only an end.
const PATIENCE: Duration = Duration::from_secs(90);

/// The largest window of operations the backend answers.
const MOST: u32 = 1_000;

/// A user at work.
pub struct Seat {
    /// The user's name.
    pub user: &'static str,
    /// Between them and the service.
    pub proxy: Proxy,
    /// Their data folder.
    pub data: TempDir,
    /// The product.
    pub backend: Backend,
    pace: Pace,
}

/// An outbox that believes an absence after so many milliseconds, and pauses for a few.
#[must_use]
pub fn hurried(absence_settles: u64) -> Pace {
    Pace {
        absence_settles: Duration::from_millis(absence_settles),
        first_pause: Duration::from_millis(4),
        longest_pause: Duration::from_millis(20),
        answer_within: Duration::ZERO,
        lost_attempts: 5,
    }
}

impl Seat {
    /// Takes a seat before a service and signs in. Users are those of the sample, by number.
    ///
    /// # Errors
    /// If it is not accepted.
    pub async fn take(service: &Running, user: usize, pace: Pace) -> Result<Self, Violation> {
        let proxy = Proxy::before(service.base()).await?;
        let data = tempfile::tempdir()?;
        let backend = open(data.path(), pace, Limits::default())?;
        let seat = Self { user: sample::USERS[user].username, proxy, data, backend, pace };
        seat.sign_in().await?;
        Ok(seat)
    }

    /// Signs in, again or for the first time.
    ///
    /// # Errors
    /// If it is not accepted.
    pub async fn sign_in(&self) -> Result<(), Violation> {
        enter(&self.backend, self.proxy.base(), self.user).await
    }

    /// Opens the data folder anew, once whoever had it open is gone, and signs in.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub async fn come_back(&mut self) -> Result<(), Violation> {
        self.backend = open(self.data.path(), self.pace, Limits::default())?;
        self.sign_in().await
    }

    /// Reads a movement with its lines, so that it is known here.
    ///
    /// # Errors
    /// If it is not answered.
    pub async fn look_at(&self, id: &MovementId) -> Result<OpenedMovement, Violation> {
        let movement = MovementRef::Id(id.clone());
        Ok(self.backend.open_movement(OpenMovement { movement, without_lines: false }).await?)
    }

    /// Waits until nothing moves by itself any more, and answers what waits for the user.
    ///
    /// # Errors
    /// If it never comes to rest.
    pub async fn at_rest(&self) -> Result<Vec<OperationRow>, Violation> {
        let began = Instant::now();
        loop {
            let open = operations(&self.backend, false).await?;
            if open.iter().all(|row| needs_user(&row.state)) {
                return Ok(open);
            }
            if began.elapsed() > PATIENCE {
                let states: Vec<_> = open.iter().map(|row| &row.state).collect();
                return Err(Violation(format!("it never came to rest: {states:?}")));
            }
            tokio::time::sleep(Duration::from_millis(3)).await;
        }
    }

    /// Answers what nothing but the service's log tells.
    ///
    /// # Errors
    /// If the answer is not taken.
    pub async fn answer(&self, operation: OperationKey, answer: Answer) -> Result<(), Violation> {
        self.backend.answer_question(AnswerQuestion { operation, answer }).await?;
        Ok(())
    }
}

/// A backend over a folder.
///
/// # Errors
/// If the folder cannot be made.
pub fn open(data: &Path, pace: Pace, limits: Limits) -> Result<Backend, Violation> {
    Ok(Backend::open(Options { pace, limits, ..Options::new(data.to_owned()) })?)
}

/// A backend with a clock moved by hand.
///
/// # Errors
/// If the folder cannot be made.
pub fn open_at(
    data: &Path,
    pace: Pace,
    limits: Limits,
    clock: &Clock,
) -> Result<Backend, Violation> {
    let options = Options { pace, limits, clock: clock.clone(), ..Options::new(data.to_owned()) };
    Ok(Backend::open(options)?)
}

/// Signs in, and chooses a location where the service wants one, as people do.
///
/// # Errors
/// If either is not accepted.
pub async fn enter(backend: &Backend, server: &str, user: &str) -> Result<(), Violation> {
    backend.sign_in(credentials(server, user)).await?;
    if backend.session(ReadSession {}).await?.needs_location {
        let location = Some(sample::CENTRAL_STORE.into());
        backend.choose_location(ChooseLocation { location }).await?;
    }
    Ok(())
}

/// Opens a user's saved work without a session.
///
/// # Errors
/// If there is none.
pub async fn open_profile(backend: &Backend, server: &str, user: &str) -> Result<(), Violation> {
    let profile = Profile { server: server.to_owned(), user_name: user.to_owned() };
    let session = backend.open_profile(OpenProfile { profile }).await?;
    session.profile.map(drop).ok_or_else(|| Violation(format!("nothing was kept for {user}")))
}

/// What a sample user types.
#[must_use]
pub fn credentials(server: &str, user: &str) -> SignIn {
    SignIn {
        server: server.to_owned(),
        user_name: user.to_owned(),
        password: sample::PASSWORD.to_owned(),
        allow_plain_http: false,
        remember: false,
    }
}

/// All operations that have not ended, or all there are.
///
/// # Errors
/// If they cannot be read.
pub async fn operations(backend: &Backend, ended: bool) -> Result<Vec<OperationRow>, Violation> {
    let mut all = Vec::new();
    loop {
        let start = u32::try_from(all.len())?;
        let filter = OperationFilter { ended, ..OperationFilter::default() };
        let page = backend.list_operations(ListOperations { start, count: MOST, filter }).await?;
        let last = page.rows.is_empty();
        all.extend(page.rows);
        if last || all.len() >= usize::try_from(page.total)? {
            return Ok(all);
        }
    }
}

/// Whether an operation waits for the user.
#[must_use]
pub fn needs_user(state: &OperationState) -> bool {
    matches!(
        state,
        OperationState::Unknown(_) | OperationState::Conflict(_) | OperationState::Stuck(_)
    )
}
