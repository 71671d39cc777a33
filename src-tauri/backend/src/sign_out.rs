//! Commands `sign_out` and `lock`: the session in the service ends, and the data here is hidden, now
//! and at the next start. Signing out closes the profile; locking keeps it at hand for the same
//! user. Deliberately absent: deleting anything; drafts and waiting work stay either way.

use std::{sync::Arc, time::Duration};

use client::Outcome;
use contract::{Done, Lock, SessionState, SignOut};
use tokio::time::timeout;

use crate::{Backend, Common, error::Error, session::Line, store::facts};

/// Nobody here waits longer than this for the service to hear of the end.
const FAREWELL: Duration = Duration::from_secs(5);

impl Backend {
    /// Hides the profile's data at once and ends the session in the service, if it can be reached.
    ///
    /// # Errors
    /// If it cannot be kept that the user signed out; nothing is hidden then.
    pub async fn sign_out(&self, _request: SignOut) -> Result<Done, Error> {
        let entering = self.inner.entering.lock().await;
        let Some(opened) = self.peek_opened() else { return Ok(Done {}) };
        opened.store.send(|tx| facts::set_signed_out(tx, true)).await?;
        let line = opened.session.leave();
        self.take_opened();
        self.announce_everything();
        opened.close().await;
        // Who signs in again need not wait for the farewell.
        drop(entering);
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        Ok(Done {})
    }

    /// Hides everything until the same user signs in again, and ends the session in the service, if
    /// it can be reached. What waits to be sent stays, and goes on then. After a restart it counts
    /// as signed out: nothing is painted.
    ///
    /// # Errors
    /// If it cannot be kept that the window was locked; it is hidden now all the same.
    pub async fn lock(&self, _request: Lock) -> Result<SessionState, Error> {
        let entering = self.inner.entering.lock().await;
        let Some(opened) = self.peek_opened() else { return Ok(self.session_state()) };
        let line = opened.session.lock();
        self.announce_everything();
        let kept = opened.store.send(|tx| facts::set_signed_out(tx, true)).await;
        drop((opened, entering));
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        kept?;
        Ok(self.session_state())
    }
}

/// Ends a session in the service; that it did not hear of it is no failure of ours.
pub(crate) async fn say_farewell(common: &Arc<Common>, Line { client, cookies }: Line) {
    let ended = timeout(FAREWELL, async {
        let _permit = common.permits.acquire().await;
        client.logout(&cookies).await
    });
    match ended.await {
        Ok(Outcome::Accepted(()) | Outcome::SignedOut) => {}
        _ => tracing::warn!("the service was not told of the end of a session"),
    }
}
