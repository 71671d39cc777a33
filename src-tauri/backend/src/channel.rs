//! The channel through which stations of one service hand over proposals: every station writes records into a
//! file of its own in a shared folder, or into a database, and reads those of the others. What it wrote and heard
//! is kept here, so that a channel that is gone, cut or copied loses nothing. Nothing that came over it is done
//! by itself.

pub(crate) mod database;
mod done;
mod folder;
mod jobs;
#[cfg(test)]
mod scene;
mod shown;

use std::{
    collections::HashSet,
    path::Path,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, Utc};
use contract::{ChannelDatabase, ChannelPlace, ChannelTrouble, SharedEvent, Topic};
use parking_lot::Mutex;
use rules::channel::{
    record::{MOST, SharedRecord, cleaned, hash},
    shared::Shared,
};
use secrecy::SecretString;
use tokio::{
    sync::{MutexGuard, Notify},
    time::timeout,
};
use uuid::Uuid;

use self::{
    database::Database,
    done::Done,
    folder::Folder,
    jobs::{JobEnd, Jobs},
};
use crate::{
    account::Account,
    error::Error,
    service::certificate,
    session::identity::UserIdentity,
    store::tables::{channel, facts::Facts},
};

/// So often the channel is looked at.
const PACE: Duration = Duration::from_secs(3);

/// So long a folder is waited for; it is told of then.
const PATIENCE: Duration = Duration::from_secs(10);

/// The channel of a profile.
pub(crate) struct Channel {
    pub account: Arc<Account>,
    pub identity: Arc<UserIdentity>,
    pub known: Mutex<KnownRecords>,
    pub alone: ChannelUse,
    /// Held while it is found out what to tell and until it is told: nothing is told twice, and each record is
    /// chained to the one before.
    pub telling: tokio::sync::Mutex<()>,
}

/// The use of folder and database, which may take their time.
#[derive(Default)]
pub(crate) struct ChannelUse {
    /// One after the other uses it.
    using: tokio::sync::Mutex<Using>,
    /// Another place was chosen: this one is not waited for.
    left: Notify,
    /// Somebody tells something, or the connection ended.
    woken: Arc<Notify>,
    /// The password of a database's user, for as long as the profile is open.
    password: Mutex<Option<DatabasePassword>>,
    /// It is to be tried at once, whatever the database said before.
    again: AtomicBool,
}

/// The password of a database's user.
#[derive(Clone)]
struct DatabasePassword {
    of: ChannelDatabase,
    password: SecretString,
    /// It was typed, and the database did not accept it yet: only then it is remembered.
    is_new: bool,
}

/// Folder or database, and what is done in the folder.
#[derive(Default)]
struct Using {
    folder: Option<Folder>,
    jobs: Jobs<Done>,
    database: Option<Database>,
}

/// What was told and heard.
#[derive(Default)]
pub(crate) struct KnownRecords {
    /// What all of it comes to.
    pub shared: Shared,
    /// What this station told, in its order.
    own: Vec<SharedRecord>,
    /// Those of them that stand in the channel.
    there: HashSet<Uuid>,
    read: Option<DateTime<Utc>>,
    trouble: Option<ChannelTrouble>,
}

impl Channel {
    pub(crate) fn restore(&self, records: Vec<(SharedRecord, DateTime<Utc>)>) {
        let station = self.account.facts().station;
        let mut known = self.known.lock();
        for (record, heard) in records {
            if known.shared.take(&record, heard) && Some(record.station) == station {
                known.own.push(record);
            }
        }
        known.own.sort_by_key(|record| record.number);
    }

    /// Whether it is at this place.
    pub(crate) fn is_at(&self, place: Option<&ChannelPlace>) -> bool {
        self.account.facts().channel.as_ref() == place
    }

    /// Whether a place is chosen.
    pub(crate) fn is_on(&self) -> bool {
        self.account.facts().channel.is_some()
    }

    /// This station's name, while a place is chosen.
    pub(crate) fn own_station(&self) -> Option<Uuid> {
        let facts = self.account.facts();
        facts.station.filter(|_| facts.channel.is_some())
    }

    /// This station's name, given when it is first asked for.
    pub(crate) async fn station(&self) -> Result<Uuid, Error> {
        if let Some(station) = self.account.facts().station {
            return Ok(station);
        }
        let mut station = self.account.common.clock.new_operation().0;
        // Somebody else may have asked for it at the same moment: there is one name.
        let learned = |facts: &mut Facts| station = *facts.station.get_or_insert(station);
        self.account.learn(learned).await?;
        Ok(station)
    }

    /// Chooses where it is, or none; a new password is kept in the system's keychain.
    pub(crate) async fn choose(
        &self,
        place: Option<ChannelPlace>,
        password: Option<SecretString>,
    ) -> Result<(), Error> {
        let before = self.account.facts().channel;
        let typed = match (&place, password) {
            (Some(ChannelPlace::Database(of)), Some(password)) => {
                Some(DatabasePassword { of: of.clone(), password, is_new: true })
            }
            _ => None,
        };
        if before != place {
            self.account.learn(|facts| facts.channel = place).await?;
            *self.alone.password.lock() = None;
            self.forget_password_of(before.as_ref()).await;
            let mut known = self.known.lock();
            known.there.clear();
            (known.read, known.trouble) = (None, None);
            drop(known);
            self.alone.left.notify_waiters();
        }
        if typed.is_some() {
            *self.alone.password.lock() = typed;
        }
        self.alone.again.store(true, Ordering::Release);
        self.account.announce(&[Topic::Review, Topic::Walks]);
        Ok(())
    }

    /// Forgets the password of a database that is used no more.
    pub(crate) async fn forget_password_of(&self, place: Option<&ChannelPlace>) {
        let Some(ChannelPlace::Database(database)) = place else { return };
        let entry = (&self.account.profile, database);
        if self.account.common.keychain.forget(entry).await.is_err() {
            tracing::warn!("the keychain was not asked to forget a database's password");
        }
    }

    /// Tells the others, from now on: it is kept here first, and stands in the channel once that is there.
    pub(crate) async fn tell(&self, events: Vec<SharedEvent>) -> Result<(), Error> {
        let telling = self.telling.lock().await;
        self.tell_at_once(&telling, events).await
    }

    /// The same for somebody who found out meanwhile what to tell.
    pub(crate) async fn tell_at_once(
        &self,
        _telling: &MutexGuard<'_, ()>,
        events: Vec<SharedEvent>,
    ) -> Result<(), Error> {
        if events.is_empty() {
            return Ok(());
        }
        let station = self.station().await?;
        let by = self.identity.own_name();
        let by = by.unwrap_or_else(|| self.account.profile.user_name.clone());
        let at = self.account.now();
        let mut records: Vec<SharedRecord> = Vec::with_capacity(events.len());
        {
            let known = self.known.lock();
            let (mut clock, mut last) = (known.shared.next_clock(), known.own.last().cloned());
            for event in events {
                let number = last.as_ref().map_or(1, |last| last.number.saturating_add(1));
                let before = last.as_ref().map(|last| last.hash.clone()).unwrap_or_default();
                let record = SharedRecord {
                    service: self.service(),
                    station,
                    number,
                    id: self.account.common.clock.new_operation().0,
                    clock,
                    at,
                    by: by.clone(),
                    event: serde_json::to_value(cleaned(event)).unwrap_or_default(),
                    before,
                    hash: String::new(),
                };
                let record = record.sealed();
                // Nobody would read it, and it would be told again and again.
                if number > MOST || !record.fits() {
                    tracing::debug!(number, "what others could not read is not told");
                    continue;
                }
                last = Some(record.clone());
                clock = clock.saturating_add(1).min(MOST);
                records.push(record);
            }
        }
        if records.is_empty() {
            return Ok(());
        }
        let saved = records.clone();
        self.account.store.send(move |tx| channel::save(tx, &saved, at)).await?;
        let mut known = self.known.lock();
        for record in records {
            known.shared.take(&record, at);
            known.own.push(record);
        }
        drop(known);
        self.account.announce(&[Topic::Review]);
        Ok(())
    }

    /// The service, as records name it.
    fn service(&self) -> String {
        let base = self.account.profile.server.trim_end_matches('/').to_lowercase();
        hash(base.as_bytes()).chars().take(32).collect()
    }

    /// Waits until it is time to look again.
    pub(crate) async fn pause(&self) {
        // That nobody woke it is as good.
        let _ = timeout(PACE, self.alone.woken.notified()).await;
    }

    /// Reads what is new in the channel, and writes what does not stand in it yet. A place that cannot be used is
    /// told of and tried again.
    pub(crate) async fn sync(&self) -> Result<(), Error> {
        let mut using = self.alone.using.lock().await;
        let left = pin!(self.alone.left.notified());
        let Some(place) = self.account.facts().channel else {
            using.database = None;
            return Ok(());
        };
        let station = self.station().await?;
        match &place {
            ChannelPlace::Folder(path) => {
                using.database = None;
                self.sync_folder(&mut using, &place, Path::new(path), station, left).await
            }
            ChannelPlace::Database(to) => tokio::select! {
                done = self.sync_database(&mut using, &place, to, station) => done,
                () = left => Ok(()),
            },
        }
    }

    /// The same in a database. Whoever stops half way begins again at its first record.
    async fn sync_database(
        &self,
        using: &mut Using,
        place: &ChannelPlace,
        to: &ChannelDatabase,
        station: Uuid,
    ) -> Result<(), Error> {
        let open = using.database.take().filter(|database| database.to == *to);
        let mut database =
            open.unwrap_or_else(|| Database::new(to.clone(), self.service(), station));
        // One that was typed anew is tried, also while another one holds.
        let is_typed = self.alone.password.lock().as_ref().is_some_and(|it| it.is_new);
        let connected = match database.is_open() && !is_typed {
            true => Ok(()),
            false => self.connect(&mut database).await?,
        };
        let (records, mut trouble) = match connected {
            Ok(()) => database.read().await,
            Err(trouble) => (Vec::new(), Some(trouble)),
        };
        let at = self.account.now();
        let is_new = self.take_in(records, station, at).await?;
        let read = trouble.is_none().then_some(at);
        let missing = self.missing(database.there());
        if trouble.is_none() && !missing.is_empty() {
            trouble = database.write(&missing).await.err();
        }
        self.stands(place, read, Some(database.there().clone()), trouble, is_new);
        using.database = Some(database);
        Ok(())
    }

    async fn connect(&self, database: &mut Database) -> Result<Result<(), ChannelTrouble>, Error> {
        let again = self.alone.again.swap(false, Ordering::AcqRel);
        if let Some(trouble) = database.refusal().filter(|_| !again) {
            return Ok(Err(trouble));
        }
        let (common, base) = (&self.account.common, &self.account.base);
        let authorities = certificate::authorities(common, base).await?;
        let entry = (&self.account.profile, &database.to);
        let known = self.alone.password.lock().clone();
        let (password, is_new) = match known.filter(|known| known.of == database.to) {
            Some(known) => (known.password, known.is_new),
            None => match common.keychain.recall(entry).await {
                Ok(password) => (password, false),
                Err(_) => return Ok(Err(database.refuse(ChannelTrouble::NoPassword))),
            },
        };
        let connected = database.connect(&password, authorities, &self.alone.woken).await;
        if connected.is_ok() {
            if is_new {
                common.keychain.remember((&self.account.profile, &database.to), password.clone());
            }
            let (of, is_new) = (database.to.clone(), false);
            *self.alone.password.lock() = Some(DatabasePassword { of, password, is_new });
        }
        Ok(connected)
    }

    /// The same in a folder; one that does not answer is left to itself until it does.
    async fn sync_folder(
        &self,
        using: &mut Using,
        place: &ChannelPlace,
        root: &Path,
        station: Uuid,
        mut left: Pin<&mut impl Future<Output = ()>>,
    ) -> Result<(), Error> {
        let root = root.to_owned();
        let (service, folder) = (self.service(), using.folder.take());
        let read = {
            let (root, folder) = (root.clone(), folder.filter(|folder| folder.is_in(&root)));
            move || Done::read(folder.map_or_else(|| Folder::open(root, &service, station), Ok))
        };
        let done = using.jobs.run(&root, PATIENCE, left.as_mut(), read).await?;
        let Done { mut folder, records, mut trouble } = match done {
            JobEnd::Ended(done) => done,
            JobEnd::Silent => {
                self.stands(place, None, None, Some(ChannelTrouble::Silent), false);
                return Ok(());
            }
            JobEnd::Left => return Ok(()),
        };
        // What was read is taken in first: it may be that nothing can be written.
        let at = self.account.now();
        let is_new = self.take_in(records, station, at).await?;
        let read = folder.as_ref().map(|_| at);
        let missing =
            folder.as_ref().map(|folder| self.missing(folder.there())).unwrap_or_default();
        if let (None, false) = (&trouble, missing.is_empty())
            && let Some(open) = folder.take()
        {
            let write = move || Done::write(open, &missing);
            let done = using.jobs.run(&root, PATIENCE, left.as_mut(), write).await?;
            match done {
                JobEnd::Ended(done) => (folder, trouble) = (done.folder, done.trouble),
                JobEnd::Silent | JobEnd::Left => {
                    self.stands(place, read, None, Some(ChannelTrouble::Silent), is_new);
                    return Ok(());
                }
            }
        }
        let there = folder.as_ref().map(|folder| folder.there().clone()).unwrap_or_default();
        using.folder = folder;
        self.stands(place, read, Some(there), trouble, is_new);
        Ok(())
    }

    /// Takes in what was read, and keeps it; answers whether anything of it is new.
    async fn take_in(
        &self,
        records: Vec<SharedRecord>,
        station: Uuid,
        at: DateTime<Utc>,
    ) -> Result<bool, Error> {
        let new: Vec<SharedRecord> = {
            let known = self.known.lock();
            let mut seen = HashSet::new();
            let is_new =
                |record: &SharedRecord| !known.shared.has(record.id) && seen.insert(record.id);
            records.into_iter().filter(is_new).collect()
        };
        if new.is_empty() {
            return Ok(false);
        }
        let saved = new.clone();
        self.account.store.send(move |tx| channel::save(tx, &saved, at)).await?;
        let mut known = self.known.lock();
        for record in new {
            // Its own of another day, found again: numbers go on behind them.
            if known.shared.take(&record, at) && record.station == station {
                known.own.push(record);
            }
        }
        known.own.sort_by_key(|record| record.number);
        Ok(true)
    }

    /// What was told and does not stand there.
    fn missing(&self, there: &HashSet<Uuid>) -> Vec<SharedRecord> {
        let known = self.known.lock();
        let own = known.own.iter();
        own.filter(|record| !there.contains(&record.id)).cloned().collect()
    }

    /// Tells how a place stands, unless another one was chosen meanwhile.
    fn stands(
        &self,
        place: &ChannelPlace,
        read: Option<DateTime<Utc>>,
        there: Option<HashSet<Uuid>>,
        trouble: Option<ChannelTrouble>,
        is_new: bool,
    ) {
        let is_chosen = self.account.facts().channel.as_ref() == Some(place);
        let mut known = self.known.lock();
        let mut is_news = is_new;
        if is_chosen {
            let there = there.filter(|there| *there != known.there);
            is_news |= known.trouble != trouble || there.is_some();
            is_news |= known.read.is_none() && read.is_some();
            (known.read, known.trouble) = (read.or(known.read), trouble);
            known.there = there.unwrap_or_else(|| std::mem::take(&mut known.there));
        }
        drop(known);
        if is_news {
            self.account.announce(&[Topic::Review, Topic::Walks]);
        }
    }
}
