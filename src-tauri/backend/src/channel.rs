//! The channel through which stations of one service hand over proposals: every station writes records into a
//! file of its own in a shared folder, and reads those of the others. What it wrote and heard is kept here, so
//! that a folder that is gone, cut or copied loses nothing. Nothing that came over it is done by itself.

mod folder;
mod jobs;

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    pin::pin,
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use contract::{ChannelState, SharedEvent, Topic};
use parking_lot::Mutex;
use rules::{
    channel::{
        record::{MOST, SharedRecord, cleaned, hash},
        shared::Shared,
    },
    search::count_of,
};
use tokio::sync::{MutexGuard, Notify};
use uuid::Uuid;

use self::{
    folder::Folder,
    jobs::{JobEnd, Jobs},
};
use crate::{
    account::Account,
    error::Error,
    session::identity::UserIdentity,
    store::tables::{channel, facts::Facts},
};

/// So often the folder is looked at.
pub(crate) const PACE: Duration = Duration::from_secs(3);

/// So long a folder is waited for; it is told of then.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is told of a folder that is waited for.
const SILENT: &str = "The folder does not answer.";

/// The channel of a profile.
pub(crate) struct Channel {
    pub account: Arc<Account>,
    pub identity: Arc<UserIdentity>,
    pub known: Mutex<KnownRecords>,
    pub alone: FolderUse,
    /// Held while it is found out what to tell and until it is told: nothing is told twice, and each record is
    /// chained to the one before.
    pub telling: tokio::sync::Mutex<()>,
}

/// The use of the folder, which may take its time.
#[derive(Default)]
pub(crate) struct FolderUse {
    /// One after the other uses it.
    using: tokio::sync::Mutex<Using>,
    /// Another folder was chosen: this one is not waited for.
    left: Notify,
}

/// The folder, and what is done in it.
#[derive(Default)]
struct Using {
    folder: Option<Folder>,
    jobs: Jobs<Done>,
}

/// What was done in a folder.
#[derive(Default)]
struct Done {
    /// The folder, unless it could not be opened or read.
    folder: Option<Folder>,
    records: Vec<SharedRecord>,
    trouble: Option<String>,
}

impl Done {
    /// Reads what is new. Where this station's own file cannot be read, what others wrote is.
    fn read(folder: std::io::Result<Folder>) -> Self {
        let read = folder.and_then(|mut folder| {
            let records = folder.read_others()?;
            Ok((folder, records))
        });
        let (mut folder, mut records) = match read {
            Ok(read) => read,
            Err(error) => return Self { trouble: Some(error.to_string()), ..Self::default() },
        };
        let own = folder.read_own().map(|own| records.extend(own));
        Self { folder: Some(folder), records, trouble: own.err().map(|error| error.to_string()) }
    }

    /// Writes what does not stand in it.
    fn write(mut folder: Folder, missing: &[SharedRecord]) -> Self {
        let written = folder.append(missing);
        let trouble = written.err().map(|error| error.to_string());
        Self { folder: Some(folder), records: Vec::new(), trouble }
    }
}

/// What was told and heard.
#[derive(Default)]
pub(crate) struct KnownRecords {
    /// What all of it comes to.
    pub shared: Shared,
    /// What this station told, in its order.
    own: Vec<SharedRecord>,
    /// Those of them that stand in the folder.
    there: HashSet<Uuid>,
    read: Option<DateTime<Utc>>,
    trouble: Option<String>,
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

    /// Whether a folder is chosen.
    pub(crate) fn is_on(&self) -> bool {
        self.account.facts().channel.is_some()
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

    /// Chooses a folder, or none.
    pub(crate) async fn choose(&self, folder: Option<String>) -> Result<(), Error> {
        let folder = folder.map(|path| path.trim().to_owned()).filter(|path| !path.is_empty());
        if let Some(path) = &folder
            && !Path::new(path).is_absolute()
        {
            return Err(Error::Invalid { field: "folder", problem: "it is no whole path" });
        }
        if self.account.facts().channel != folder {
            self.account.learn(|facts| facts.channel = folder).await?;
            let mut known = self.known.lock();
            known.there.clear();
            (known.read, known.trouble) = (None, None);
            drop(known);
            self.alone.left.notify_waiters();
        }
        self.account.announce(&[Topic::Review]);
        Ok(())
    }

    /// How it stands.
    pub(crate) fn state(&self) -> ChannelState {
        let facts = self.account.facts();
        let known = self.known.lock();
        let waiting = known.own.iter().filter(|record| !known.there.contains(&record.id));
        ChannelState {
            read: known.read,
            stations: count_of(known.shared.others(facts.station.unwrap_or_default())),
            waiting: facts.channel.as_ref().map_or(0, |_| count_of(waiting.count())),
            trouble: known.trouble.clone(),
            folder: facts.channel,
        }
    }

    /// Tells the others, from now on: it is kept here first, and stands in the folder once that is there.
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

    /// Reads what is new in the folder, and writes what does not stand in it yet. A folder that is not there
    /// is told of and looked for again; one that does not answer is left to itself until it does.
    pub(crate) async fn sync(&self) -> Result<(), Error> {
        let mut using = self.alone.using.lock().await;
        let mut left = pin!(self.alone.left.notified());
        let Some(path) = self.account.facts().channel else { return Ok(()) };
        let station = self.station().await?;
        let root = PathBuf::from(&path);
        let (service, folder) = (self.service(), using.folder.take());
        let read = {
            let (root, folder) = (root.clone(), folder.filter(|folder| folder.is_in(&root)));
            move || Done::read(folder.map_or_else(|| Folder::open(root, &service, station), Ok))
        };
        let done = using.jobs.run(&root, PATIENCE, left.as_mut(), read).await?;
        let Done { mut folder, records, mut trouble } = match done {
            JobEnd::Ended(done) => done,
            JobEnd::Silent => {
                self.stands(&path, None, None, Some(SILENT.to_owned()), false);
                return Ok(());
            }
            JobEnd::Left => return Ok(()),
        };
        // What was read is taken in first: it may be that nothing can be written.
        let at = self.account.now();
        let is_new = self.take_in(records, station, at).await?;
        let read = folder.as_ref().map(|_| at);
        let missing = folder.as_ref().map(|folder| self.missing(folder)).unwrap_or_default();
        if let (None, false) = (&trouble, missing.is_empty())
            && let Some(open) = folder.take()
        {
            let write = move || Done::write(open, &missing);
            let done = using.jobs.run(&root, PATIENCE, left.as_mut(), write).await?;
            match done {
                JobEnd::Ended(done) => (folder, trouble) = (done.folder, done.trouble),
                JobEnd::Silent | JobEnd::Left => {
                    self.stands(&path, read, None, Some(SILENT.to_owned()), is_new);
                    return Ok(());
                }
            }
        }
        let there = folder.as_ref().map(|folder| folder.there().clone()).unwrap_or_default();
        using.folder = folder;
        self.stands(&path, read, Some(there), trouble, is_new);
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

    /// What was told and does not stand in this station's file.
    fn missing(&self, folder: &Folder) -> Vec<SharedRecord> {
        let known = self.known.lock();
        let own = known.own.iter();
        own.filter(|record| !folder.there().contains(&record.id)).cloned().collect()
    }

    /// Tells how a folder stands, unless another one was chosen meanwhile.
    fn stands(
        &self,
        path: &str,
        read: Option<DateTime<Utc>>,
        there: Option<HashSet<Uuid>>,
        trouble: Option<String>,
        is_new: bool,
    ) {
        let is_chosen = self.account.facts().channel.as_deref() == Some(path);
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
            self.account.announce(&[Topic::Review]);
        }
    }
}
