//! Commands about the profile whose data is shown: one is open at a time; signing in, opening and
//! signing out replace it here.

use std::{future, future::Future, sync::Arc};

use client::Base;
use contract::{
    OpenProfile, Profile, ReadSession, SessionState, SwitchOffline, Topic, WorkOffline,
};

use crate::{
    Backend,
    account::ALL_DATA,
    background::blocking,
    error::Error,
    session::farewell::say_farewell,
    store::{Store, tables::facts},
    workspace::Workspace,
};

impl Backend {
    /// Opens a profile's saved data without a session, so that it can be painted while the user
    /// signs in. For a user who signed out, who never signed in here, or after whom somebody else
    /// signed in, nothing changes.
    ///
    /// # Errors
    /// If the address cannot be one, or if the data is in use, newer, or cannot be read.
    pub async fn open_profile(&self, request: OpenProfile) -> Result<SessionState, Error> {
        let base = Base::parse(&request.profile.server)?;
        let profile = Profile {
            server: base.to_string(),
            user_name: request.profile.user_name.trim().into(),
        };
        let _entering = self.inner.entering.lock().await;
        let is_open =
            self.peek_opened().is_some_and(|workspace| workspace.account.profile == profile);
        let (backend, owner) = (self.clone(), profile.clone());
        let was_last = blocking(move || backend.inner.last_user.may_be(&owner)).await?;
        if !is_open && was_last && Store::exists(&self.common().data, &profile) {
            let next = Workspace::open(self.common(), profile, base).await?;
            if next.account.store.read(facts::signed_out).await? {
                next.close().await;
            } else {
                self.switch_to(next).await;
            }
        }
        Ok(self.session_state())
    }

    /// Goes on with saved data and without a session. A session that stands is left alone. It does
    /// not fail.
    pub fn work_offline(
        &self,
        _request: WorkOffline,
    ) -> impl Future<Output = Result<SessionState, Error>> + Send + use<> {
        if let Some(workspace) = self.peek_opened() {
            workspace.service.session.work_offline();
            self.common().changes.announce(&[Topic::Session]);
        }
        future::ready(Ok(self.session_state()))
    }

    /// Makes no calls from now on although a session stands, or makes them again: what waited is sent
    /// then.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn switch_offline(
        &self,
        request: SwitchOffline,
    ) -> impl Future<Output = Result<SessionState, Error>> + Send + use<> {
        future::ready(self.workspace().map(|workspace| {
            workspace.service.session.rest(request.offline);
            if !request.offline {
                workspace.outbox.release();
                workspace.service.look_out();
            }
            self.announce_everything();
            self.session_state()
        }))
    }

    /// Says where the session stands. It does not fail.
    pub fn session(
        &self,
        _request: ReadSession,
    ) -> impl Future<Output = Result<SessionState, Error>> + Send + use<> {
        future::ready(Ok(self.session_state()))
    }

    /// Shows another profile, closes the one before it, and behind that ends its session.
    pub(crate) async fn switch_to(&self, next: Arc<Workspace>) {
        let before = self.take_opened();
        self.put_workspace(Arc::clone(&next));
        self.announce_everything();
        let Some(before) = before else { return };
        let line = before.service.session.leave();
        before.close().await;
        if let Some(line) = line {
            let common = Arc::clone(self.common());
            next.account.background.spawn(async move { say_farewell(&common, line).await });
        }
    }

    /// Another session or another profile: nothing shown before holds any more.
    pub(crate) fn announce_everything(&self) {
        let of_the_user =
            [Topic::Session, Topic::Connection, Topic::Outbox, Topic::Drafts, Topic::Editor];
        let topics = [&of_the_user, ALL_DATA].concat();
        self.common().changes.announce(&topics);
    }

    pub(crate) fn session_state(&self) -> SessionState {
        let Some(workspace) = self.peek_opened() else {
            return SessionState {
                profile: None,
                signed_in: false,
                offline: false,
                locked: false,
                connection: Default::default(),
                missing: Vec::new(),
                location: None,
                needs_location: false,
                saved_as_of: None,
                proxy: None,
                practice: false,
            };
        };
        let session = workspace.service.session.shown();
        SessionState {
            signed_in: session.signed_in,
            offline: session.offline,
            locked: session.locked,
            connection: workspace.service.connection(),
            missing: session.found.missing,
            location: session.found.location,
            needs_location: session.found.needs_location,
            saved_as_of: if session.locked { None } else { workspace.saved_as_of() },
            proxy: session.proxy,
            practice: self.is_practice(workspace.account.base.as_str()),
            profile: Some(workspace.account.profile.clone()),
        }
    }
}
