//! Commands `sign_out`, `lock` and `forget_data`: the session in the service ends, and the data here is hidden, now
//! and at the next start. Signing out closes the profile; locking keeps it at hand for the same
//! user; drafts and waiting work stay either way. `forget_data` signs out and deletes what is stored.

use std::{sync::Arc, time::Duration};

use client::Outcome;
use contract::{Done, ForgetData, Lock, SessionState, SignOut};
use tokio::time::timeout;

use crate::{
    Backend, Common,
    background::blocking,
    error::{Error, StoreFault},
    session::AuthenticatedClient,
    store::{facts, folder, work},
};

/// Nobody here waits longer than this for the service to hear of the end.
const FAREWELL: Duration = Duration::from_secs(5);

impl Backend {
    /// Hides the profile's data at once and ends the session in the service, if it can be reached.
    ///
    /// # Errors
    /// If it cannot be kept that the user signed out; nothing is hidden then.
    pub async fn sign_out(&self, _request: SignOut) -> Result<Done, Error> {
        let entering = self.inner.entering.lock().await;
        let Some(workspace) = self.peek_opened() else { return Ok(Done {}) };
        workspace.account.store.send(|tx| facts::set_signed_out(tx, true)).await?;
        let line = workspace.service.session.leave();
        self.take_opened();
        self.announce_everything();
        workspace.close().await;
        // Who signs in again need not wait for the farewell.
        drop(entering);
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        Ok(Done {})
    }

    /// Deletes what is stored here of the open profile, with its history, and signs out. The password
    /// in the keychain goes too.
    ///
    /// # Errors
    /// [`Error::NeedsSession`] if nobody is signed in; [`Error::Invalid`] while anything waits to be
    /// sent or is being filled in; [`Error::Store`] if it cannot be deleted.
    pub async fn forget_data(&self, _request: ForgetData) -> Result<Done, Error> {
        // Nobody signs in before it is gone: what they then kept would go with it.
        let entering = self.inner.entering.lock().await;
        let workspace = self.workspace()?;
        if !workspace.service.session.shown().signed_in {
            return Err(Error::NeedsSession);
        }
        // What the file holds counts, also what cannot be read.
        let is_free = workspace.account.store.send(|tx| {
            let is_free = !work::is_left(tx)?;
            if is_free {
                facts::set_signed_out(tx, true)?;
            }
            Ok(is_free)
        });
        if !is_free.await? {
            let problem = "something is not sent, or being filled in";
            return Err(Error::Invalid { field: "profile", problem });
        }
        let line = workspace.service.session.leave();
        self.take_opened();
        workspace.close().await;
        let stored = folder::of(&self.common().data, &workspace.account.profile);
        let deleted = blocking(move || std::fs::remove_dir_all(stored)).await;
        drop(entering);
        self.announce_everything();
        if self.inner.keychain.forget(&workspace.account.profile).await.is_err() {
            tracing::warn!("the keychain was not asked to forget a password");
        }
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        deleted?.map_err(|problem| StoreFault::Broken(problem.to_string()))?;
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
        let Some(workspace) = self.peek_opened() else { return Ok(self.session_state()) };
        let line = workspace.service.session.lock();
        self.announce_everything();
        let kept = workspace.account.store.send(|tx| facts::set_signed_out(tx, true)).await;
        drop((workspace, entering));
        if let Some(line) = line {
            say_farewell(self.common(), line).await;
        }
        kept?;
        Ok(self.session_state())
    }
}

/// Ends a session in the service; that it did not hear of it is no failure of ours.
pub(crate) async fn say_farewell(
    common: &Arc<Common>,
    AuthenticatedClient { client, cookies }: AuthenticatedClient,
) {
    let ended = timeout(FAREWELL, async {
        let _permit = common.permits.acquire().await;
        client.logout(&cookies).await
    });
    match ended.await {
        Ok(Outcome::Accepted(()) | Outcome::SignedOut) => {}
        _ => tracing::warn!("the service was not told of the end of a session"),
    }
}
