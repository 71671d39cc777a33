//! Every call of a signed-in profile: at most two at once, with the session's cookies. Measures how
//! long answers take, ends the session on its own 401, and probes what an unclear answer means.
//! Deliberately absent: retries, and what an answer is good for.

use std::{
    future::Future,
    hash::Hash,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chrono::TimeDelta;
use client::{Client, Outcome, SessionCookies, Trouble, Unclear, observed::Context};
use contract::{Connection, Endpoint, Failure, MissingPart, MovementId, ObservedCall, Topic};
use parking_lot::{Mutex, MutexGuard};
use tokio::time::{Instant, sleep};

use super::{
    cache::{Begun, Cache, Flight, Turn},
    connection::{ConnectionChange, Measured, patient},
    gates::Gates,
};
use crate::{
    account::{ALL_DATA, Account},
    error::{Error, is_answered, is_unreached, lacks_location},
    outbox::queue::Outbox,
    session::state::{AuthenticatedClient, Live, Session},
};

/// The first look-out after the service went away; each next one waits twice as long.
const FIRST_LOOK_OUT: Duration = Duration::from_secs(2);

/// No look-out waits longer than this.
const LAST_LOOK_OUT: Duration = Duration::from_secs(60);

/// What a page in the place of an answer turned out to mean.
enum Meaning {
    /// The session stands.
    SignedIn,
    /// It has ended.
    SignedOut,
    /// Something else answers in the place of the service.
    NotOurService,
    /// The service cannot be asked either.
    Unreached(Trouble),
}

/// The service of a profile.
pub(crate) struct Service {
    pub account: Arc<Account>,
    pub session: Session,
    /// Calls about one movement go one after another.
    pub movement_gates: Gates<MovementId>,
    /// What waits to be sent; it is told when the service is reached again.
    outbox: Arc<Outbox>,
    measured: Mutex<Measured>,
    /// Somebody looks out for a service that went away.
    looking_out: AtomicBool,
    /// One probe at a time says what an unclear answer meant.
    clarifying: tokio::sync::Mutex<()>,
}

impl Service {
    pub(crate) fn new(account: &Arc<Account>, outbox: &Arc<Outbox>) -> Self {
        Self {
            account: Arc::clone(account),
            session: Session::default(),
            movement_gates: Gates::default(),
            outbox: Arc::clone(outbox),
            measured: Mutex::default(),
            looking_out: AtomicBool::new(false),
            clarifying: tokio::sync::Mutex::default(),
        }
    }

    /// Begins a reading behind, or joins who is at it. Only with a session: else the service is not asked.
    ///
    /// # Errors
    /// [`Error::NeedsSession`] if nobody is signed in.
    pub(crate) fn begin_reading<K, V, F>(
        &self,
        cache: &Cache<K, V>,
        key: &K,
        read: impl FnOnce(Turn<K, V>) -> F,
    ) -> Result<Flight, Error>
    where
        K: Eq + Hash + Clone,
        F: Future<Output = ()> + Send + 'static,
    {
        if !self.session.is_live() {
            return Err(Error::NeedsSession);
        }
        Ok(match cache.begin(key, self.session.epoch()) {
            Begun::Joined(flight) => flight,
            Begun::Mine(turn, flight) => {
                self.account.background.spawn(read(turn));
                flight
            }
        })
    }

    /// Reads: an answer that never came is a failure like any other.
    pub(crate) async fn read<T, F>(
        self: &Arc<Self>,
        endpoint: Endpoint,
        call: impl FnOnce(Client, SessionCookies) -> F + Send,
    ) -> Result<T, Error>
    where
        T: Send,
        F: Future<Output = Outcome<T>> + Send,
    {
        let (live, outcome) = self.call(endpoint, call).await?;
        match outcome {
            Outcome::Accepted(value) => Ok(value),
            Outcome::Unclear(unclear) => Err(match self.meaning(&live).await {
                Meaning::SignedIn => Error::Unclear { status: unclear.status },
                Meaning::SignedOut => Error::SignedOut,
                Meaning::NotOurService => self.not_our_service(),
                Meaning::Unreached(trouble) => self.trouble(endpoint, trouble),
            }),
            Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble) => {
                Err(self.trouble(endpoint, trouble))
            }
            refusal => Err(self.refused(&live, endpoint, refusal).await),
        }
    }

    /// Writes: a request that may have reached the service is in doubt until its effect is seen.
    pub(crate) async fn write<T, F>(
        self: &Arc<Self>,
        endpoint: Endpoint,
        call: impl FnOnce(Client, SessionCookies) -> F + Send,
    ) -> Result<T, Error>
    where
        T: Send,
        F: Future<Output = Outcome<T>> + Send,
    {
        let (live, outcome) = self.call(endpoint, call).await?;
        match outcome {
            Outcome::Accepted(value) => Ok(value),
            Outcome::Unclear(unclear) => Err(match self.meaning(&live).await {
                // Sent to its sign-in page, a service has not looked at the request.
                Meaning::SignedOut if unclear.login_page => Error::SignedOut,
                _ => Error::NoAnswer(endpoint),
            }),
            Outcome::WrittenNoAnswer(Trouble::Busy { .. }) => Err(Error::Busy(endpoint)),
            Outcome::WrittenNoAnswer(_) => Err(Error::NoAnswer(endpoint)),
            Outcome::NotWritten(trouble) => Err(self.trouble(endpoint, trouble)),
            refusal => Err(self.refused(&live, endpoint, refusal).await),
        }
    }

    /// The outcomes in which the service said no.
    async fn refused<T>(&self, live: &Live, endpoint: Endpoint, outcome: Outcome<T>) -> Error {
        let error = match outcome {
            Outcome::Refused(refusal) => Error::Refused(refusal),
            Outcome::Forbidden => Error::Forbidden(endpoint),
            _ => Error::SignedOut,
        };
        self.unless_for_want_of_location(live, endpoint, error).await
    }

    /// Makes a call with the session that stands when its turn comes.
    async fn call<T, F>(
        self: &Arc<Self>,
        endpoint: Endpoint,
        call: impl FnOnce(Client, SessionCookies) -> F + Send,
    ) -> Result<(Live, Outcome<T>), Error>
    where
        T: Send,
        F: Future<Output = Outcome<T>> + Send,
    {
        let permit = self.account.common.permits.acquire().await.map_err(|_| Error::Closed)?;
        let live = self.session.live().ok_or(Error::NeedsSession)?;
        let AuthenticatedClient { client, cookies } = live.line.clone();
        let outcome = self.measured_call(endpoint, call(client, cookies)).await;
        if matches!(outcome, Outcome::SignedOut) {
            self.session_ended(live.generation);
        }
        // Only now, so that the next in line does not call with a session known to have ended.
        drop(permit);
        Ok((live, outcome))
    }

    /// Settles what a page in the place of an answer means, by one probe with the same cookies.
    async fn meaning(self: &Arc<Self>, live: &Live) -> Meaning {
        let _alone = self.clarifying.lock().await;
        if !self.session.stands(live.generation) {
            return Meaning::SignedOut;
        }
        let Ok(_permit) = self.account.common.permits.acquire().await else {
            return Meaning::SignedOut;
        };
        let AuthenticatedClient { client, cookies } = &live.line;
        let probe = client.probe(Some(cookies), Endpoint::ListMovements);
        match self.measured_call(Endpoint::ListMovements, probe).await {
            Outcome::Accepted(()) | Outcome::Refused(_) | Outcome::Forbidden => Meaning::SignedIn,
            Outcome::SignedOut | Outcome::Unclear(Unclear { login_page: true, .. }) => {
                self.session_ended(live.generation);
                Meaning::SignedOut
            }
            Outcome::Unclear(_) => {
                self.unreached(self.not_our_service().into());
                Meaning::NotOurService
            }
            Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble)
                if is_unreached(&trouble) =>
            {
                Meaning::Unreached(trouble)
            }
            // It answers in no form we know, but it does not say that the session is over.
            Outcome::NotWritten(_) | Outcome::WrittenNoAnswer(_) => Meaning::SignedIn,
        }
    }

    /// Makes a call and learns from it how the service is reached.
    pub(crate) async fn measured_call<T>(
        self: &Arc<Self>,
        endpoint: Endpoint,
        call: impl Future<Output = Outcome<T>>,
    ) -> Outcome<T> {
        let began = Instant::now();
        let outcome = call.await;
        match &outcome {
            Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble)
                if is_unreached(trouble) =>
            {
                self.unreached(self.trouble(endpoint, trouble.clone()).into());
            }
            outcome if is_answered(outcome) => self.reached(began.elapsed()),
            _ => {}
        }
        // After what else an answer means: a service that answers again may ask for a pause.
        if let Outcome::NotWritten(trouble) | Outcome::WrittenNoAnswer(trouble) = &outcome
            && let Trouble::Busy { retry_after, .. } = trouble
        {
            self.outbox.wait_at_least(*retry_after);
        }
        outcome
    }

    /// How the service is reached, as the header shows it.
    pub(crate) fn connection(&self) -> Connection {
        self.measured().shown()
    }

    /// How old something may be before it is read anew: a slow service is asked less often.
    pub(crate) fn patient(&self, age: TimeDelta) -> TimeDelta {
        patient(&self.connection(), age)
    }

    /// Learns, for this session, whether the service takes changes to movements.
    pub(crate) fn learn_updates(&self, offered: bool) {
        if self.session.lacks_updates() == offered {
            self.session.set_missing(MissingPart::Updates, !offered);
            self.account.announce(&[Topic::Session]);
        }
    }

    /// Whether the service is known not to be reached.
    pub(crate) fn is_offline(&self) -> bool {
        self.measured().is_offline()
    }

    /// An answer came after so long.
    pub(crate) fn reached(&self, after: Duration) {
        let milliseconds = u32::try_from(after.as_millis()).unwrap_or(u32::MAX);
        let change = self.measured().answered(milliseconds);
        match change {
            ConnectionChange::None => {}
            ConnectionChange::Notable => self.account.announce(&[Topic::Connection]),
            ConnectionChange::Recovered => {
                // What failed for want of a connection may be asked again by whoever shows it.
                self.session.new_epoch();
                self.outbox.release();
                self.account.announce(&[ALL_DATA, &[Topic::Connection]].concat());
            }
        }
    }

    fn unreached(self: &Arc<Self>, failure: Failure) {
        let change = self.measured().failed(self.account.now(), failure);
        if change != ConnectionChange::None {
            self.account.announce(&[Topic::Connection]);
        }
        self.look_out();
    }

    /// Looks out for a service that went away, ever less often, until it answers or nobody is
    /// signed in any more.
    pub(crate) fn look_out(self: &Arc<Self>) {
        let wanted = self.session.is_live() && self.measured().is_offline();
        if !wanted || self.looking_out.swap(true, Ordering::AcqRel) {
            return;
        }
        let this = Arc::clone(self);
        self.account.background.spawn(async move {
            let mut pause = FIRST_LOOK_OUT;
            loop {
                sleep(jittered(pause)).await;
                pause = (pause * 2).min(LAST_LOOK_OUT);
                if !this.measured().is_offline() {
                    break;
                }
                let call = |client: Client, cookies| async move {
                    client.probe(Some(&cookies), Endpoint::ListMovements).await
                };
                if this.read(Endpoint::ListMovements, call).await == Err(Error::NeedsSession) {
                    break;
                }
            }
            this.looking_out.store(false, Ordering::Release);
        });
    }

    fn session_ended(&self, generation: u64) {
        if self.session.ended(generation) {
            tracing::info!("the session in the service has ended");
            self.account.announce(&[Topic::Session]);
        }
    }

    /// What a refusal means where the session may have no location: the service is asked once.
    async fn unless_for_want_of_location(
        &self,
        live: &Live,
        endpoint: Endpoint,
        error: Error,
    ) -> Error {
        let Error::Refused(refusal) = &error else { return error };
        if !lacks_location(refusal)
            || matches!(endpoint, Endpoint::Observed(_) | Endpoint::ChooseLocation)
        {
            return error;
        }
        if self.session.needs_location() {
            return Error::NeedsLocation;
        }
        let Some(was_chosen) = self.session.may_need_location(live.generation) else {
            return error;
        };
        match self.has_no_location(&live.line, was_chosen).await {
            Some(true) if self.session.set_needs_location(live.generation) => {
                self.account.announce(&[Topic::Session, Topic::Outbox]);
                Error::NeedsLocation
            }
            _ => error,
        }
    }

    /// Asks the service whether a session has no location. Those calls fail where it has none too;
    /// where one was chosen, that is no sign of it. `None` if it cannot be known.
    pub(crate) async fn has_no_location(
        &self,
        line: &AuthenticatedClient,
        was_chosen: bool,
    ) -> Option<bool> {
        let AuthenticatedClient { client, cookies } = line;
        let _permit = self.account.common.permits.acquire().await.ok()?;
        for call in [ObservedCall::AppContext, ObservedCall::Session] {
            let outcome = match call {
                ObservedCall::AppContext => client.app_context(cookies).await,
                _ => client.session_context(cookies).await,
            };
            match outcome {
                Outcome::Accepted(Context { location, .. }) => return Some(location.is_none()),
                Outcome::Refused(refusal) if lacks_location(&refusal) => return Some(!was_chosen),
                Outcome::Refused(_) => {}
                _ => return None,
            }
        }
        Some(false)
    }

    fn not_our_service(&self) -> Error {
        Error::NotOurService { host: self.account.base.host().to_owned() }
    }

    fn trouble(&self, endpoint: Endpoint, trouble: Trouble) -> Error {
        Error::Call { endpoint, host: self.account.base.host().to_owned(), trouble }
    }

    fn measured(&self) -> MutexGuard<'_, Measured> {
        self.measured.lock()
    }
}

/// Between half the pause and the whole of it, so that many clients do not come back at once.
fn jittered(pause: Duration) -> Duration {
    let random = getrandom::u32().unwrap_or(u32::MAX / 2);
    pause.mul_f64(0.5 + f64::from(random) / f64::from(u32::MAX) / 2.0)
}
