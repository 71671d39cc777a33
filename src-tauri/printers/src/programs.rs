//! Running a client program of CUPS: in English, without a shell, and not for ever.

use std::fs::File;
use std::io::ErrorKind;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;
use tokio::time::timeout;

use crate::error::{PrinterError, shown};

/// More bytes than this are not read of what a program says.
const SAID: u64 = 8 << 20;

/// What a program said, and whether it says that it went well.
#[derive(Debug, Default)]
pub struct Told {
    /// On its standard output.
    pub out: String,
    /// On its standard error.
    pub wrong: String,
    /// Whether it ended well.
    pub is_well: bool,
}

impl Told {
    /// Its words as a refusal.
    pub fn refused(&self) -> PrinterError {
        let words = if self.wrong.trim().is_empty() { &self.out } else { &self.wrong };
        PrinterError::Refused { said: shown(words) }
    }
}

/// Runs a program, with the document as its input if there is one, asking this server.
///
/// # Errors
/// [`PrinterError::Absent`] without the program, [`PrinterError::Late`] if it took too long: then it
/// is killed.
pub async fn run(
    name: &str,
    arguments: &[String],
    server: Option<&str>,
    document: Option<File>,
    limit: Duration,
) -> Result<Told, PrinterError> {
    if !cfg!(unix) {
        return Err(PrinterError::Absent);
    }
    let mut command = Command::new(name);
    // English whatever the user's language, and names in any. A system without this locale has `C`.
    command.args(arguments).env("LC_ALL", "C.UTF-8").env_remove("LANGUAGE").current_dir("/");
    if let Some(server) = server {
        command.env("CUPS_SERVER", server);
    }
    command.stdin(document.map_or_else(Stdio::null, Stdio::from));
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => PrinterError::Absent,
        _ => PrinterError::System(format!("{name}: {error}")),
    })?;
    let (out, wrong) = (child.stdout.take(), child.stderr.take());
    let whole = async {
        let (out, wrong) = tokio::join!(read(out), read(wrong));
        child.wait().await.map(|ended| Told { out, wrong, is_well: ended.success() })
    };
    let told = timeout(limit, whole).await.map_err(|_| PrinterError::Late)?;
    told.map_err(|error| PrinterError::System(format!("{name}: {error}")))
}

/// All that is said, as far as it is kept; the rest is let go by.
async fn read(pipe: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut pipe) = pipe else { return String::new() };
    let mut bytes = Vec::new();
    // A pipe that breaks has said what it had to say.
    let _ = (&mut pipe).take(SAID).read_to_end(&mut bytes).await;
    let _ = tokio::io::copy(&mut pipe, &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&bytes).into_owned()
}
