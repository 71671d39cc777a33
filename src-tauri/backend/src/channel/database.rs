//! A PostgreSQL database in which stations tell each other things. An administrator prepares it once with
//! [`SCRIPT`]; from then on a station adds records and reads on from where it left off, and is woken when others
//! tell something. The encryption is that of the service's own connections.

use std::{collections::HashSet, error::Error as _, future::poll_fn, sync::Arc, time::Duration};

use client::Authorities;
use contract::{ChannelDatabase, ChannelTrouble};
use rules::channel::record::SharedRecord;
use secrecy::{ExposeSecret as _, SecretString};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    sync::Notify,
    task::{JoinSet, spawn_blocking},
    time::{Instant, timeout},
};
use tokio_postgres::{
    AsyncMessage, Client, Config, Connection, NoTls, config::SslMode, error::SqlState,
};
use tokio_postgres_rustls::MakeRustlsConnect;
use uuid::Uuid;

/// With this an administrator prepares a database.
pub(crate) const SCRIPT: &str = include_str!("prepare.sql");

/// What the script makes at least.
const VERSION: i32 = 1;

/// So long an answer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// So long a server is left alone that refused the user: it may count how often it is asked.
const AFTER_REFUSAL: Duration = Duration::from_secs(60);

/// So many records are asked for, and told, at once.
const MOST: usize = 200;

/// The words of a server are cut here.
const LONGEST_WORDS: usize = 200;

/// A database that is used as the channel.
pub(super) struct Database {
    pub to: ChannelDatabase,
    service: String,
    station: Uuid,
    open: Option<Open>,
    /// The last record that was read: in a database that was put back to an earlier day another one stands there.
    last: Option<(i64, Uuid)>,
    /// This station's records that stand in it.
    there: HashSet<Uuid>,
    refused: Option<(Instant, ChannelTrouble)>,
}

/// A connection, and the task that hears on it.
struct Open {
    client: Client,
    /// It ends with this.
    _hears: JoinSet<()>,
}

impl Database {
    pub(super) fn new(to: ChannelDatabase, service: String, station: Uuid) -> Self {
        let (last, there) = (None, HashSet::new());
        Self { to, service, station, open: None, last, there, refused: None }
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.as_ref().is_some_and(|open| !open.client.is_closed())
    }

    /// Whether it refused the user so lately that it is not asked again.
    pub(super) fn refusal(&self) -> Option<ChannelTrouble> {
        let (at, trouble) = self.refused.as_ref()?;
        (at.elapsed() < AFTER_REFUSAL).then(|| trouble.clone())
    }

    /// This station's records that stand in it.
    pub(super) fn there(&self) -> &HashSet<Uuid> {
        &self.there
    }

    /// Connects, and wakes somebody from then on whenever a station tells something.
    pub(super) async fn connect(
        &mut self,
        password: &SecretString,
        authorities: Authorities,
        wake: &Arc<Notify>,
    ) -> Result<(), ChannelTrouble> {
        (self.open, self.refused) = (None, None);
        let connected = self.connected(password, authorities, wake).await;
        self.open = Some(connected.map_err(|trouble| match trouble {
            ChannelTrouble::Refused { .. } => self.refuse(trouble),
            trouble => trouble,
        })?);
        Ok(())
    }

    /// Leaves it alone for a while, and says why.
    pub(super) fn refuse(&mut self, trouble: ChannelTrouble) -> ChannelTrouble {
        self.refused = Some((Instant::now(), trouble.clone()));
        trouble
    }

    async fn connected(
        &mut self,
        password: &SecretString,
        authorities: Authorities,
        wake: &Arc<Notify>,
    ) -> Result<Open, ChannelTrouble> {
        let mut config = Config::new();
        config
            .host(&self.to.host)
            .port(self.to.port)
            .dbname(&self.to.name)
            .user(&self.to.user)
            .password(password.expose_secret())
            .application_name("Stockhand")
            .connect_timeout(PATIENCE);
        let mut hears = JoinSet::new();
        // Nothing travels within this computer; everywhere else nobody is trusted unseen.
        let client = if self.to.is_on_this_computer() {
            config.ssl_mode(SslMode::Disable);
            let (client, connection) = in_time(config.connect(NoTls)).await?;
            hears.spawn(hear(connection, Arc::clone(wake)));
            client
        } else {
            config.ssl_mode(SslMode::Require);
            // The system's authorities are files that are read.
            let tls = spawn_blocking(move || authorities.tls_of_database()).await;
            let tls = tls.map_err(|error| ChannelTrouble::Failed { why: error.to_string() })?;
            let tls = tls.map_err(|error| ChannelTrouble::NotTrusted { why: error.to_string() })?;
            let (client, connection) = in_time(config.connect(MakeRustlsConnect::new(tls))).await?;
            hears.spawn(hear(connection, Arc::clone(wake)));
            client
        };
        let version = in_time(client.query_one("SELECT stockhand.version()", &[])).await?;
        let version: Option<i32> = version.try_get(0).map_err(|error| trouble(&error))?;
        if version.is_none_or(|version| version < VERSION) {
            return Err(ChannelTrouble::NotPrepared);
        }
        // From here on nothing is told unheard: what was told before is read now.
        in_time(client.batch_execute(&format!("LISTEN stockhand_{}", self.service))).await?;
        let open = Open { client, _hears: hears };
        if let Some((place, id)) = self.last {
            let found = self.ask(&open.client, place.saturating_sub(1), 1).await?;
            if found.first().is_none_or(|found| (found.place, found.id) != (place, id)) {
                self.last = None;
                self.there.clear();
            }
        }
        Ok(open)
    }

    /// Reads what is new, with what stood in the way of the rest.
    pub(super) async fn read(&mut self) -> (Vec<SharedRecord>, Option<ChannelTrouble>) {
        let mut records = Vec::new();
        loop {
            let Some(open) = &self.open else { return (records, Some(ChannelTrouble::Silent)) };
            let after = self.last.map_or(0, |(place, _)| place);
            let found = match self.ask(&open.client, after, MOST).await {
                Ok(found) => found,
                Err(trouble) => {
                    self.open = None;
                    return (records, Some(trouble));
                }
            };
            let is_all = found.len() < MOST;
            for found in found {
                self.last = Some((found.place, found.id));
                let record = SharedRecord::read(found.body.as_bytes(), &self.service);
                let Some(record) = record.filter(|record| record.id == found.id) else { continue };
                if record.station == self.station {
                    self.there.insert(record.id);
                }
                records.push(record);
            }
            if is_all {
                return (records, None);
            }
        }
    }

    async fn ask(
        &self,
        client: &Client,
        after: i64,
        most: usize,
    ) -> Result<Vec<Found>, ChannelTrouble> {
        let most = i32::try_from(most).unwrap_or(i32::MAX);
        let asked = "SELECT place, id, body FROM stockhand.heard($1, $2, $3)";
        let rows = in_time(client.query(asked, &[&self.service, &after, &most])).await?;
        let found = |row: tokio_postgres::Row| {
            Ok(Found { place: row.try_get(0)?, id: row.try_get(1)?, body: row.try_get(2)? })
        };
        rows.into_iter().map(found).collect::<Result<_, _>>().map_err(|error| trouble(&error))
    }

    /// Tells records, each once however often it is told.
    pub(super) async fn write(&mut self, records: &[SharedRecord]) -> Result<(), ChannelTrouble> {
        for records in records.chunks(MOST) {
            let Some(open) = &self.open else { return Err(ChannelTrouble::Silent) };
            let ids: Vec<Uuid> = records.iter().map(|record| record.id).collect();
            let bodies: Vec<String> = records.iter().map(SharedRecord::text).collect();
            let told = "SELECT stockhand.tell($1, $2, $3)";
            if let Err(trouble) =
                in_time(open.client.query(told, &[&self.service, &ids, &bodies])).await
            {
                self.open = None;
                return Err(trouble);
            }
            self.there.extend(ids);
        }
        Ok(())
    }
}

/// A record as it stands in the database.
struct Found {
    place: i64,
    id: Uuid,
    body: String,
}

/// Keeps a connection going, and wakes somebody whenever there is something to read. That it ended is found out by
/// whoever reads next: a server that ends every connection at once is not asked without a pause.
async fn hear<S, T>(mut connection: Connection<S, T>, wake: Arc<Notify>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
    T: AsyncRead + AsyncWrite + Unpin + Send,
{
    while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
        match message {
            Ok(AsyncMessage::Notification(_)) => wake.notify_one(),
            Ok(_) => {}
            Err(error) => {
                tracing::debug!(%error, "the channel's connection ended");
                break;
            }
        }
    }
}

/// What comes of a question within the time anybody waits.
async fn in_time<T>(
    asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, ChannelTrouble> {
    let answer = timeout(PATIENCE, asked).await.map_err(|_| ChannelTrouble::Silent)?;
    answer.map_err(|error| trouble(&error))
}

/// What an error says to whoever set the channel up.
fn trouble(error: &tokio_postgres::Error) -> ChannelTrouble {
    let own = match error.as_db_error() {
        Some(told) => told.message().to_owned(),
        None => error.source().map_or_else(|| error.to_string(), ToString::to_string),
    };
    let why: String =
        own.chars().filter(|letter| !letter.is_control()).take(LONGEST_WORDS).collect();
    let Some(code) = error.code() else {
        // The library tells this from other errors by its words alone.
        let is_tls = error.to_string().starts_with("error performing TLS handshake");
        return if is_tls {
            ChannelTrouble::NotTrusted { why }
        } else {
            ChannelTrouble::Failed { why }
        };
    };
    let refused = [
        SqlState::INVALID_PASSWORD,
        SqlState::INVALID_AUTHORIZATION_SPECIFICATION,
        SqlState::INSUFFICIENT_PRIVILEGE,
    ];
    let unknown = [SqlState::UNDEFINED_FUNCTION, SqlState::INVALID_SCHEMA_NAME];
    match code {
        code if refused.contains(code) => ChannelTrouble::Refused { why },
        code if unknown.contains(code) => ChannelTrouble::NotPrepared,
        _ => ChannelTrouble::Failed { why },
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use postgresql::{DATABASE, PASSWORD, PLAIN, Server, USER};

    use super::*;
    use crate::channel::scene;

    const SERVICE: &str = "00112233445566778899aabbccddeeff";

    fn record(number: u64) -> SharedRecord {
        scene::record(SERVICE, 1, number, "")
    }

    /// Nobody looks now and then here: without a word of the server it would wait for ever.
    #[tokio::test]
    async fn whoever_is_connected_is_woken_when_others_tell_something() {
        let mut server = Server::prepared(SCRIPT);
        let to = ChannelDatabase {
            host: PLAIN.into(),
            port: server.port(),
            name: DATABASE.into(),
            user: USER.into(),
        };
        let wake = Arc::new(Notify::new());
        let (password, trusted) = (SecretString::from(PASSWORD), Authorities::none);
        let station = |number| Database::new(to.clone(), SERVICE.into(), Uuid::from_u128(number));
        let (mut one, mut other) = (station(1), station(2));
        other.connect(&password, trusted(), &wake).await.unwrap();
        assert_eq!(other.read().await, (Vec::new(), None));
        one.connect(&password, trusted(), &Arc::default()).await.unwrap();
        let all: Vec<_> = (1..=450).map(record).collect();
        one.write(&all).await.unwrap();
        one.write(&all[..2]).await.unwrap();
        wake.notified().await;
        assert_eq!(other.read().await, (all.clone(), None));
        assert_eq!(other.read().await, (Vec::new(), None));
        // What it told itself is known there once it is read.
        let mut again = station(1);
        again.connect(&password, trusted(), &Arc::default()).await.unwrap();
        assert_eq!((again.read().await.0.len(), again.there().len()), (450, 450));
        server.stop();
        assert!(other.read().await.1.is_some());
        assert!(!other.is_open());
    }
}
