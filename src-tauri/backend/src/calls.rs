//! The road to the service: every call of a signed-in profile passes here. It keeps to two requests
//! in flight, hands the session over, measures the connection, lets a 401 end the session that
//! asked, and settles what an unclear answer means. Deliberately absent: retries, and what an answer
//! is good for.

use std::{
    future::Future,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use parking_lot::MutexGuard;

use client::{Client, Outcome, SessionCookies, Trouble, Unclear};
use contract::{Connection, Endpoint, Failure, Topic};
use tokio::time::{Instant, sleep};

use crate::{
    connection::{ConnectionChange, Measured},
    error::{Error, is_unreached},
    profile::{ALL_DATA, Workspace},
    session::{AuthenticatedClient, Live},
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

impl Workspace {
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
        let permit = self.common.permits.acquire().await.map_err(|_| Error::Closed)?;
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
        let Ok(_permit) = self.common.permits.acquire().await else { return Meaning::SignedOut };
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
            ConnectionChange::Notable => self.common.changes.announce(&[Topic::Connection]),
            ConnectionChange::Recovered => {
                // What failed for want of a connection may be asked again by whoever shows it.
                self.session.new_epoch();
                self.outbox.release();
                self.common.changes.announce(&[ALL_DATA, &[Topic::Connection]].concat());
            }
        }
    }

    fn unreached(self: &Arc<Self>, failure: Failure) {
        let change = self.measured().failed(self.common.clock.now(), failure);
        if change != ConnectionChange::None {
            self.common.changes.announce(&[Topic::Connection]);
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
        let workspace = Arc::clone(self);
        self.background.spawn(async move {
            let mut pause = FIRST_LOOK_OUT;
            loop {
                sleep(jittered(pause)).await;
                pause = (pause * 2).min(LAST_LOOK_OUT);
                if !workspace.measured().is_offline() {
                    break;
                }
                let call = |client: Client, cookies| async move {
                    client.probe(Some(&cookies), Endpoint::ListMovements).await
                };
                if workspace.read(Endpoint::ListMovements, call).await == Err(Error::NeedsSession) {
                    break;
                }
            }
            workspace.looking_out.store(false, Ordering::Release);
        });
    }

    fn session_ended(&self, generation: u64) {
        if self.session.ended(generation) {
            tracing::info!("the session in the service has ended");
            self.common.changes.announce(&[Topic::Session]);
        }
    }

    fn not_our_service(&self) -> Error {
        Error::NotOurService { host: self.base.host().to_owned() }
    }

    fn trouble(&self, endpoint: Endpoint, trouble: Trouble) -> Error {
        Error::Call { endpoint, host: self.base.host().to_owned(), trouble }
    }

    fn measured(&self) -> MutexGuard<'_, Measured> {
        self.measured.lock()
    }
}

/// Whether the service itself answered: something was sent, and it is known who answered.
pub(crate) fn is_answered<T>(outcome: &Outcome<T>) -> bool {
    match outcome {
        Outcome::NotWritten(_) | Outcome::Unclear(_) => false,
        Outcome::WrittenNoAnswer(trouble) => !is_unreached(trouble),
        _ => true,
    }
}

/// Between half the pause and the whole of it, so that many clients do not come back at once.
fn jittered(pause: Duration) -> Duration {
    let random = getrandom::u32().unwrap_or(u32::MAX / 2);
    pause.mul_f64(0.5 + f64::from(random) / f64::from(u32::MAX) / 2.0)
}
