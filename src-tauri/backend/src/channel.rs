//! The channel through which stations of one service hand over proposals: every station writes records into a
//! file of its own in a shared folder, and reads those of the others. What it wrote and heard is kept here, so
//! that a folder that is gone, cut or copied loses nothing. Nothing that came over it is done by itself.

mod folder;

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use contract::{ChannelState, SharedEvent, Topic};
use parking_lot::Mutex;
use rules::{
    channel::{
        record::{Record, hash},
        shared::Shared,
    },
    search::count_of,
};
use uuid::Uuid;

use self::folder::Folder;
use crate::{
    account::Account, background::blocking, error::Error, session::identity::UserIdentity,
    store::tables::channel,
};

/// So often the folder is looked at.
pub(crate) const PACE: Duration = Duration::from_secs(3);

/// The channel of a profile.
pub(crate) struct Channel {
    pub account: Arc<Account>,
    pub identity: Arc<UserIdentity>,
    pub known: Mutex<KnownRecords>,
    /// One after the other uses the folder, which may take its time.
    pub alone: tokio::sync::Mutex<Option<Folder>>,
    /// One record after the other: each is chained to the one before.
    pub telling: tokio::sync::Mutex<()>,
}

/// What was told and heard.
#[derive(Default)]
pub(crate) struct KnownRecords {
    /// What all of it comes to.
    pub shared: Shared,
    /// What this station told, in its order.
    own: Vec<Record>,
    /// Those of them that stand in the folder.
    there: HashSet<Uuid>,
    read: Option<DateTime<Utc>>,
    trouble: Option<String>,
}

impl Channel {
    pub(crate) fn restore(&self, records: Vec<(Record, DateTime<Utc>)>) {
        let station = self.account.facts().station;
        let mut known = self.known.lock();
        for (record, heard) in records {
            known.shared.take(&record, heard);
            if Some(record.station) == station {
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
        let station = self.account.common.clock.new_operation().0;
        self.account.learn(|facts| facts.station = Some(station)).await?;
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
        self.account.learn(|facts| facts.channel = folder).await?;
        let mut known = self.known.lock();
        known.there.clear();
        (known.read, known.trouble) = (None, None);
        drop(known);
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
        if events.is_empty() {
            return Ok(());
        }
        let station = self.station().await?;
        let by = self.identity.own_name();
        let by = by.unwrap_or_else(|| self.account.profile.user_name.clone());
        let at = self.account.now();
        let _telling = self.telling.lock().await;
        let mut records: Vec<Record> = Vec::with_capacity(events.len());
        {
            let known = self.known.lock();
            let (mut clock, mut last) = (known.shared.next_clock(), known.own.last().cloned());
            for event in events {
                let number = last.as_ref().map_or(1, |last| last.number + 1);
                let before = last.as_ref().map(|last| last.hash.clone()).unwrap_or_default();
                let record = Record {
                    service: self.service(),
                    station,
                    number,
                    id: self.account.common.clock.new_operation().0,
                    clock,
                    at,
                    by: by.clone(),
                    event: serde_json::to_value(&event).unwrap_or_default(),
                    before,
                    hash: String::new(),
                };
                let record = record.sealed();
                last = Some(record.clone());
                clock += 1;
                records.push(record);
            }
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
    /// is told of and looked for again.
    pub(crate) async fn sync(&self) -> Result<(), Error> {
        let Some(path) = self.account.facts().channel else { return Ok(()) };
        let station = self.station().await?;
        let mut alone = self.alone.lock().await;
        let mut there = self.known.lock().there.clone();
        let (service, folder) = (self.service(), alone.take());
        let read = move || {
            let root = PathBuf::from(path);
            let mut folder = match folder.filter(|folder| folder.is_in(&root)) {
                Some(folder) => folder,
                None => Folder::open(root, &service, station)?,
            };
            let read = folder.read_new()?;
            std::io::Result::Ok((folder, read))
        };
        let done = match blocking(read).await? {
            Ok((mut folder, read)) => {
                // Its own file may have been cut, or be another one by now.
                if read.own_anew {
                    there.clear();
                }
                there.extend(read.records.iter().map(|record| record.id));
                let missing: Vec<Record> = {
                    let known = self.known.lock();
                    let own = known.own.iter();
                    own.filter(|record| !there.contains(&record.id)).cloned().collect()
                };
                there.extend(missing.iter().map(|record| record.id));
                let write = move || folder.append(&missing).map(|()| folder);
                blocking(write).await?.map(|folder| (folder, read.records, there))
            }
            Err(error) => Err(error),
        };
        let at = self.account.now();
        let (folder, records, there) = match done {
            Ok(done) => done,
            Err(error) => {
                let trouble = Some(error.to_string());
                let mut known = self.known.lock();
                let is_news = known.trouble != trouble;
                known.there.clear();
                known.trouble = trouble;
                drop(known);
                if is_news {
                    self.account.announce(&[Topic::Review]);
                }
                return Ok(());
            }
        };
        *alone = Some(folder);
        let new: Vec<Record> = {
            let known = self.known.lock();
            let mut seen = HashSet::new();
            let is_new = |record: &Record| !known.shared.has(record.id) && seen.insert(record.id);
            records.into_iter().filter(is_new).collect()
        };
        if !new.is_empty() {
            let saved = new.clone();
            self.account.store.send(move |tx| channel::save(tx, &saved, at)).await?;
        }
        let mut known = self.known.lock();
        for record in &new {
            known.shared.take(record, at);
            // Its own of another day, found again: numbers go on behind them.
            if record.station == station {
                known.own.push(record.clone());
            }
        }
        known.own.sort_by_key(|record| record.number);
        let is_news = !new.is_empty() || known.trouble.is_some() || known.read.is_none();
        (known.there, known.read, known.trouble) = (there, Some(at), None);
        drop(known);
        if is_news {
            self.account.announce(&[Topic::Review]);
        }
        Ok(())
    }
}
