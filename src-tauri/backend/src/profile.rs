//! The profile whose data is shown: service address and user name, its file, everything read from
//! it in memory, its session and its work behind. One is open at a time; signing in, opening and
//! signing out replace it here. Deliberately absent: what the data means; `movements` and `lookups`
//! know that.

use std::{
    future::{self, Future},
    sync::{Arc, atomic::AtomicBool},
};

use parking_lot::{Mutex, MutexGuard};

use client::Base;
use contract::{
    DataSet, Location, LocationId, LocationKind, MissingPart, MovementId, MovementKey, OpenProfile,
    Profile, ReadSession, SessionState, SwitchOffline, Topic, WorkOffline,
};

use crate::{
    Backend, Common,
    background::{Background, blocking},
    cache::Cache,
    connection::Measured,
    directory::Directory,
    editor::{Editors, past::Past},
    error::Error,
    gates::Gates,
    lookups::{
        categories::Categories, locations::LocationKey, products::Products, stocklists::Stocklists,
    },
    movements::Movements,
    observed::Observed,
    outbox::Outbox,
    session::Session,
    sign_out::say_farewell,
    store::{
        Store, editor,
        facts::{self, Facts},
        load::{self, Saved},
        operations,
    },
};

/// All topics a profile's data is made of.
pub(crate) const ALL_DATA: &[Topic] =
    &[Topic::Movements, Topic::Stocklists, Topic::Products, Topic::Locations, Topic::People];

/// An open profile.
pub(crate) struct Workspace {
    pub common: Arc<Common>,
    pub profile: Profile,
    pub base: Base,
    pub store: Arc<Store>,
    pub session: Session,
    pub background: Background,
    pub measured: Mutex<Measured>,
    /// Somebody looks out for a service that went away.
    pub looking_out: AtomicBool,
    /// One probe at a time says what an unclear answer meant.
    pub clarifying: tokio::sync::Mutex<()>,
    /// Calls about one movement go one after another.
    pub movement_gates: Gates<MovementId>,
    /// Creations of one key go one after another.
    pub creation_gates: Gates<MovementKey>,
    /// What was given up is taken up again by one press at a time.
    pub taking_up: tokio::sync::Mutex<()>,
    pub outbox: Outbox,
    pub editors: Editors,
    pub movements: Movements,
    pub past: Past,
    pub stocklists: Stocklists,
    pub products: Products,
    pub locations: Cache<LocationKey, Vec<Location>>,
    pub single_locations: Cache<LocationId, Location>,
    pub categories: Categories,
    pub directory: Directory,
    pub observed: Observed,
    facts: Mutex<Facts>,
}

impl Workspace {
    /// Opens a profile's file and reads all of it into memory.
    pub(crate) async fn open(
        common: &Arc<Common>,
        profile: Profile,
        base: Base,
    ) -> Result<Arc<Self>, Error> {
        let (data, owner) = (common.data.clone(), profile.clone());
        let store = blocking(move || Store::open(&data, &owner)).await??;
        let content = store
            .read(|file| {
                let work = (operations::load(file)?, editor::load(file)?);
                Ok((load::all(file)?, work, facts::load(file)?))
            })
            .await;
        match content {
            Ok((saved, (waiting, sheets), facts)) => {
                let workspace = Self::new(common, profile, base, store, facts);
                workspace.outbox.restore(waiting);
                workspace.outbox.set_paused(workspace.lock_facts().paused);
                workspace.editors.restore(sheets);
                workspace.restore(saved);
                let workspace = Arc::new(workspace);
                workspace.start_sender();
                Ok(workspace)
            }
            Err(fault) => {
                store.close().await;
                Err(fault.into())
            }
        }
    }

    fn new(
        common: &Arc<Common>,
        profile: Profile,
        base: Base,
        store: Arc<Store>,
        facts: Facts,
    ) -> Self {
        let changes = &common.changes;
        Self {
            common: Arc::clone(common),
            profile,
            base,
            store,
            session: Session::default(),
            background: Background::default(),
            measured: Mutex::default(),
            looking_out: AtomicBool::new(false),
            clarifying: tokio::sync::Mutex::default(),
            movement_gates: Gates::default(),
            creation_gates: Gates::default(),
            taking_up: tokio::sync::Mutex::default(),
            outbox: Outbox::new(common.pace),
            editors: Editors::default(),
            movements: Movements::new(changes),
            past: Past::default(),
            stocklists: Stocklists::new(changes),
            products: Products::new(changes),
            locations: Cache::new(changes, &[Topic::Locations]),
            single_locations: Cache::new(changes, &[Topic::Locations]),
            categories: Categories::default(),
            directory: Directory::default(),
            observed: Observed::new(changes),
            facts: Mutex::new(facts),
        }
    }

    fn restore(&self, saved: Saved) {
        let age = |data_set: &DataSet| saved.ages.get(data_set).copied();
        self.movements.restore(saved.movements, age(&DataSet::Movements));
        self.directory.restore(saved.people, saved.places);
        self.categories.restore(saved.categories);
        if let Some(age) = age(&DataSet::Products) {
            self.products.restore(saved.products, age);
        }
        for (asked, stocklists) in saved.stocklists {
            let age = age(&DataSet::Stocklists(asked.clone()));
            self.stocklists.restore(asked, stocklists, age);
        }
        for ((kind, parent), locations) in saved.locations {
            let age = age(&match kind {
                LocationKind::Bins => DataSet::BinLocations(parent.clone()),
                LocationKind::Internal => DataSet::InternalLocations(parent.clone()),
            });
            self.locations.restore((kind, parent), locations, age);
        }
    }

    /// What was learned about user and service.
    pub(crate) fn facts(&self) -> Facts {
        self.lock_facts().clone()
    }

    /// Learns something about user or service, and keeps it.
    pub(crate) async fn learn(&self, change: impl FnOnce(&mut Facts)) -> Result<(), Error> {
        let kept = {
            let mut facts = self.lock_facts();
            change(&mut facts);
            let facts = facts.clone();
            self.store.send(move |tx| facts::save(tx, &facts))
        };
        Ok(kept.await?)
    }

    /// Learns, for this session, whether the service takes changes to movements.
    pub(crate) fn learn_updates(&self, offered: bool) {
        if self.session.lacks_updates() == offered {
            self.session.set_missing(MissingPart::Updates, !offered);
            self.common.changes.announce(&[Topic::Session]);
        }
    }

    /// Ends work behind and closes the file. The session is given up here, not in the service.
    pub(crate) async fn close(&self) {
        self.session.leave();
        self.background.end().await;
        self.store.close().await;
    }

    fn lock_facts(&self) -> MutexGuard<'_, Facts> {
        self.facts.lock()
    }
}

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
        let is_open = self.peek_opened().is_some_and(|workspace| workspace.profile == profile);
        let (backend, owner) = (self.clone(), profile.clone());
        let was_last = blocking(move || backend.inner.last_user.may_be(&owner)).await?;
        if !is_open && was_last && Store::exists(&self.common().data, &profile) {
            let next = Workspace::open(self.common(), profile, base).await?;
            if next.store.read(facts::signed_out).await? {
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
            workspace.session.work_offline();
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
            workspace.session.rest(request.offline);
            if !request.offline {
                workspace.outbox.release();
                workspace.look_out();
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
        let line = before.session.leave();
        before.close().await;
        if let Some(line) = line {
            let common = Arc::clone(self.common());
            next.background.spawn(async move { say_farewell(&common, line).await });
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
        let session = workspace.session.shown();
        SessionState {
            signed_in: session.signed_in,
            offline: session.offline,
            locked: session.locked,
            connection: workspace.connection(),
            missing: session.found.missing,
            location: session.found.location,
            needs_location: session.found.needs_location,
            saved_as_of: if session.locked { None } else { workspace.saved_as_of() },
            proxy: session.proxy,
            practice: self.is_practice(workspace.base.as_str()),
            profile: Some(workspace.profile.clone()),
        }
    }
}
