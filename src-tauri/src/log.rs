//! The log: as text on standard error, and in the data folder as one JSON object a line, in a file of
//! its own for each day. `STOCKHAND_LOG` chooses what it holds; secrets are in none of it, because
//! nobody writes them. Lines that cannot be written in time are dropped: nothing waits for the log.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use parking_lot::Mutex;

use backend::private;
use tracing::Subscriber;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_appender::rolling::{RollingFileAppender, Rotation};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer};

/// So many days are kept.
const KEPT: usize = 5;

/// So many lines wait to be written; a burst of more than that says nothing new.
const MOST_WAITING: usize = 2_000;

/// The one file of this process, once the data folder is known. The subscriber of a process is one,
/// too, and is there before.
static FILE: OnceLock<NonBlocking> = OnceLock::new();

/// Starts the log once.
pub fn start() {
    let filter =
        EnvFilter::try_from_env("STOCKHAND_LOG").unwrap_or_else(|_| EnvFilter::new("warn"));
    let log = tracing_subscriber::registry()
        .with(filter)
        .with(tracing_subscriber::fmt::layer().with_writer(io::stderr))
        .with(as_json(ToFile));
    // A second start in one process, as in tests, keeps the first log.
    let _ = log.try_init();
}

/// Where the log is kept, for as long as this lives.
pub struct LogFolder {
    path: PathBuf,
    // Writes what still waits when it is dropped.
    writing: Mutex<Option<WorkerGuard>>,
}

impl LogFolder {
    /// Keeps the log in the data folder from here on. Where that cannot be, the program goes on
    /// without.
    pub fn open(data: &Path) -> Self {
        let path = data.join("log");
        let writing = match writer(&path) {
            Ok((file, guard)) => {
                // The first one of a process stays.
                let _ = FILE.set(file);
                Some(guard)
            }
            Err(problem) => {
                tracing::warn!(?problem, "the log is kept in no file");
                None
            }
        };
        Self { path, writing: Mutex::new(writing) }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what still waits, before the program ends.
    pub fn close(&self) {
        drop(self.writing.lock().take());
    }
}

fn writer(folder: &Path) -> io::Result<(NonBlocking, WorkerGuard)> {
    private::folder(folder)?;
    let daily = RollingFileAppender::builder()
        .rotation(Rotation::DAILY)
        .filename_prefix("stockhand")
        .filename_suffix("jsonl")
        .max_log_files(KEPT)
        .build(folder)
        .map_err(io::Error::other)?;
    Ok(NonBlockingBuilder::default().lossy(true).buffered_lines_limit(MOST_WAITING).finish(daily))
}

fn as_json<S, W>(writer: W) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    tracing_subscriber::fmt::layer().json().with_writer(writer)
}

/// The file, once there is one.
struct ToFile;

impl<'w> MakeWriter<'w> for ToFile {
    type Writer = Box<dyn Write>;

    fn make_writer(&'w self) -> Self::Writer {
        match FILE.get() {
            Some(file) => Box::new(file.clone()),
            None => Box::new(io::sink()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything logged while this runs, as it stands in the files of a folder.
    fn logged(folder: &Path, work: impl FnOnce()) -> Vec<String> {
        let (file, guard) = writer(folder).unwrap();
        let subscriber = tracing_subscriber::registry().with(as_json(move || file.clone()));
        tracing::subscriber::with_default(subscriber, work);
        drop(guard);
        let files = std::fs::read_dir(folder).unwrap().flatten();
        let texts = files.map(|file| std::fs::read_to_string(file.path()).unwrap());
        texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn r_w8_an_event_is_one_json_object_on_one_line_whatever_it_holds() {
        let data = tempfile::tempdir().unwrap();
        let hostile = [
            "two\nlines",
            "cr\rlf\r\n{\"level\":\"ERROR\",\"forged\":true}",
            "esc \u{1b}[2J\u{1b}]0;title\u{7}",
            "nul \0 \u{85} \u{2028} \u{2029} \u{202e}",
            "quote \" and \\ backslash",
        ];
        let lines = logged(&data.path().join("log"), || {
            for text in hostile {
                tracing::error!(details = text, "as a field");
                tracing::error!("as the message: {text}");
                tracing::error!(details = %text, also = ?text, "printed");
                tracing::error_span!("call", text).in_scope(|| tracing::warn!("in a span"));
            }
        });
        assert_eq!(lines.len(), hostile.len() * 4);
        for line in &lines {
            let event: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(event["level"].is_string() && event["forged"].is_null(), "{line}");
            assert!(!line.contains(|letter: char| letter.is_ascii_control()), "{line:?}");
        }
        for text in hostile {
            let holds = |line: &&String| {
                let event: serde_json::Value = serde_json::from_str(line).unwrap();
                event["fields"]["details"] == text
            };
            assert_eq!(lines.iter().filter(holds).count(), 2, "{text:?} is there as it was");
        }
    }

    #[test]
    fn r_w8_a_log_that_cannot_be_kept_holds_nothing_up() {
        let data = tempfile::tempdir().unwrap();
        // A file stands where the folder is to be.
        std::fs::write(data.path().join("log"), "").unwrap();
        let folder = LogFolder::open(data.path());
        tracing::error!("nobody reads this");
        folder.close();
        assert_eq!(std::fs::read(data.path().join("log")).unwrap(), b"");
    }

    #[test]
    #[cfg(unix)]
    fn r_w8_nobody_else_reads_the_log() {
        use std::os::unix::fs::PermissionsExt as _;

        let data = tempfile::tempdir().unwrap();
        let path = data.path().join("log");
        assert_eq!(logged(&path, || tracing::error!("something")).len(), 1);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
    }
}
