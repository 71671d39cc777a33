//! The log on standard error. `STOCKHAND_LOG` chooses what it holds; secrets are in none of it,
//! because nobody writes them.

use tracing_subscriber::EnvFilter;

/// Starts the log once.
pub fn start() {
    let filter =
        EnvFilter::try_from_env("STOCKHAND_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    // A second start in one process, as in tests, keeps the first log.
    let _ = log.try_init();
}
