//! Starting and stopping the service.
//!
//! Called by the program and by tests. What is served is in `routes` and `control`.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use chrono::NaiveDate;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::base::APPLICATION;
use crate::faults::Faults;
use crate::line::{Door, Line};
use crate::requests::RequestLog;
use crate::sample::Scale;
use crate::sessions::Sessions;
use crate::shared::Shared;
use crate::store::effects::{self, Effect};
use crate::store::lots;
use crate::store::{Database, Seed, Store};
use crate::variants::{Variant, Variants};
use crate::{clock, control, routes, sample};

/// How long [`Running::stop`] waits for open connections.
const PATIENCE: Duration = Duration::from_secs(2);

/// How the service runs. The default: any free port, no control port, in memory, the sample data
/// alone, with the observed extensions, without variants, today.
#[derive(Debug, Clone)]
pub struct Options {
    /// Port on the loopback address; 0 takes a free one.
    pub port: u16,
    /// Port of the control address; `None` leaves it out, 0 takes a free one.
    pub control_port: Option<u16>,
    /// Where the data is.
    pub database: Database,
    /// How much data a new database holds.
    pub scale: Scale,
    /// Whether only what the interface document shows is served.
    pub strict: bool,
    /// Deviations where the document shows nothing.
    pub variants: Vec<Variant>,
    /// The day the sample data counts back from; `None` is today's local date.
    pub today: Option<NaiveDate>,
    /// The password of every sample user.
    pub password: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            port: 0,
            control_port: None,
            database: Database::Memory,
            scale: Scale::Sample,
            strict: false,
            variants: Vec::new(),
            today: None,
            password: sample::PASSWORD.to_owned(),
        }
    }
}

/// Why the service did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartFailure {
    /// The port could not be opened.
    #[error("port {port} could not be opened: {source}")]
    Port {
        /// The port asked for.
        port: u16,
        /// What the system said.
        source: std::io::Error,
    },
    /// The database could not be opened or filled.
    #[error("the database could not be opened: {0}")]
    Database(String),
}

/// The service; see [`Service::start`].
pub struct Service;

impl Service {
    /// Opens the database and the ports on 127.0.0.1 and serves until the answer is stopped or
    /// dropped. Must be called within a tokio runtime.
    pub async fn start(options: Options) -> Result<Running, StartFailure> {
        let today = options.today.unwrap_or_else(clock::today);
        let (database, scale) = (options.database, options.scale);
        let seed: Seed = Arc::new(move |conn| sample::fill(conn, today, scale));
        // Filling the sample data takes a moment: not on the runtime's own threads.
        let store = tokio::task::spawn_blocking(move || Store::open(&database, seed))
            .await
            .map_err(|error| StartFailure::Database(error.to_string()))?
            .map_err(StartFailure::Database)?;
        let (listener, base) = listen(options.port).await?;
        let sessions = Sessions::default();
        let given = sessions.clone();
        let requests = RequestLog::default();
        let faults = Faults::new(store.clone(), sessions.clone(), requests.clone());
        let base = format!("{base}{APPLICATION}");
        let shared = Arc::new(Shared {
            store: store.clone(),
            sessions,
            requests,
            faults: faults.clone(),
            variants: Variants::new(options.variants),
            strict: options.strict,
            password: options.password,
            base: base.clone(),
        });
        let (closing, closed) = watch::channel(());
        let mut tasks = vec![serve(listener, routes::service(shared), closed.clone())];
        let mut control = None;
        if let Some(port) = options.control_port {
            let (listener, address) = listen(port).await?;
            let router = control::router(store.clone(), faults.clone());
            tasks.push(serve(listener, router, closed));
            control = Some(address);
        }
        Ok(Running { base, control, store, sessions: given, faults, closing, tasks })
    }
}

/// Opens a port on the loopback address; there is no way to ask for another address.
async fn listen(port: u16) -> Result<(TcpListener, String), StartFailure> {
    let failure = |source| StartFailure::Port { port, source };
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let listener = TcpListener::bind(address).await.map_err(failure)?;
    let address = listener.local_addr().map_err(failure)?;
    Ok((listener, format!("http://{address}")))
}

fn serve(listener: TcpListener, router: Router, mut closed: watch::Receiver<()>) -> JoinHandle<()> {
    let service = router.into_make_service_with_connect_info::<Line>();
    let serving = axum::serve(Door::new(listener), service).with_graceful_shutdown(async move {
        // Ends with an error when the sender is gone, which is the sign to stop.
        while closed.changed().await.is_ok() {}
    });
    tokio::spawn(async move {
        if let Err(error) = serving.await {
            tracing::error!(%error, "the practice service stopped serving");
        }
    })
}

/// A running service. Dropping it stops the service too, without waiting.
pub struct Running {
    base: String,
    control: Option<String>,
    store: Store,
    sessions: Sessions,
    faults: Faults,
    closing: watch::Sender<()>,
    tasks: Vec<JoinHandle<()>>,
}

impl Running {
    /// The base address with the application path, without a slash at the end.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The control address, if there is one, without a slash at the end.
    pub fn control(&self) -> Option<&str> {
        self.control.as_deref()
    }

    /// Stops the service: open requests get two seconds to finish.
    pub async fn stop(self) {
        drop(self.closing);
        for task in self.tasks {
            let abort = task.abort_handle();
            if tokio::time::timeout(PATIENCE, task).await.is_err() {
                abort.abort();
            }
        }
    }

    /// Every applied write so far, in order. Reads the database on the calling thread.
    pub fn effects(&self) -> Vec<Effect> {
        effects::list(&self.store.lock(), 0).unwrap_or_default()
    }

    /// All that lies in bins, as a table that a site would write out for programs that cannot read it here.
    /// Reads the database on the calling thread.
    pub fn site_table(&self) -> String {
        lots::site_table(&self.store.lock()).unwrap_or_default()
    }

    /// The value of every session cookie given so far, in order: those that ended and those that
    /// nobody signed in to as well.
    pub fn sessions(&self) -> Vec<String> {
        self.sessions.given()
    }

    /// The handle to set faults, expire sessions, start over and see requests.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }
}
