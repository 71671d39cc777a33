//! `stockhand-console` in a home of its own, with a session bus and a keyring or without, and
//! everything it says. The rows that look at a whole program from outside use it.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::figures::program;
use crate::promise::Violation;

/// Whatever does not answer within this hangs.
const HANGS: Duration = Duration::from_secs(60);

/// With this rule a bus answers its clients, and without it never.
const ANSWERS: &str = r#"<allow eavesdrop="true"/>"#;

/// What a program finds around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// No session bus.
    Nothing,
    /// A bus without a keychain.
    Bus,
    /// A bus that takes every message and answers none.
    SilentBus,
    /// A keychain nobody has unlocked, and nobody is there who could.
    LockedKeyring,
    /// An open keychain.
    Keyring,
}

/// A home: the folders a program writes to, all of them new.
#[derive(Debug)]
pub struct Home(TempDir);

impl Home {
    /// Makes one.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> Result<Self, Violation> {
        let home = Self(tempfile::tempdir()?);
        // A bus and a keyring refuse a folder that others can look into.
        let mut builder = std::fs::DirBuilder::new();
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(home.folder("run"))?;
        Ok(home)
    }

    /// All of it.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// What the program keeps.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.folder("data")
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// The names of all files that are not the program's data, nor the stage's own.
    ///
    /// # Errors
    /// If a folder cannot be read.
    pub fn other_files(&self) -> Result<Vec<String>, Violation> {
        let mut found = Vec::new();
        let mut folders = vec![self.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let entry = entry?;
                let (path, kind) = (entry.path(), entry.file_type()?);
                if kind.is_dir() && path != self.data() {
                    folders.push(path);
                } else if kind.is_file() && !path.ends_with("pid") && !path.ends_with("bus.conf") {
                    found.push(path.display().to_string());
                }
            }
        }
        Ok(found)
    }
}

/// A running program.
#[derive(Debug)]
pub struct Console {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    said: Vec<u8>,
    log: JoinHandle<std::io::Result<Vec<u8>>>,
    pid: PathBuf,
    asked: u64,
}

/// What a program wrote, to the last byte.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// On standard output.
    pub output: Vec<u8>,
    /// On standard error: its log, and that of whatever was around it.
    pub log: Vec<u8>,
}

impl Console {
    /// Starts it with the log at its finest.
    ///
    /// # Errors
    /// If it is not built, or what is to be around it is not installed.
    pub fn start(home: &Home, around: Around) -> Result<Self, Violation> {
        let mut command = match around {
            Around::Nothing => Command::new("sh"),
            Around::Bus | Around::SilentBus => {
                let rule = if around == Around::Bus { ANSWERS } else { "" };
                std::fs::write(home.folder("bus.conf"), bus(rule))?;
                let mut command = Command::new("dbus-run-session");
                command.arg("--config-file").arg(home.folder("bus.conf")).args(["--", "sh"]);
                command
            }
            Around::LockedKeyring | Around::Keyring => {
                let mut command = Command::new("dbus-run-session");
                command.args(["--", "sh"]);
                command
            }
        };
        let unlock = match around {
            Around::Keyring => {
                "printf keyring | gnome-keyring-daemon --unlock --components=secrets >&2 || exit 1; "
            }
            _ => "",
        };
        // `exec` keeps the number, so that the program itself can be killed and nothing else.
        command.arg("-c").arg(format!(r#"{unlock}echo $$ > "$HOME/pid"; exec "$0" "$@""#));
        command.arg(program("stockhand-console")?).arg("--data").arg(home.data());
        command.env("HOME", home.path()).env("STOCKHAND_LOG", "trace");
        let folders = [
            ("XDG_DATA_HOME", "share"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_RUNTIME_DIR", "run"),
        ];
        command.envs(folders.map(|(name, folder)| (name, home.folder(folder))));
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY"] {
            command.env_remove(name);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.kill_on_drop(true).spawn().map_err(|error| {
            Violation(format!(
                "{around:?} could not be staged: {error}; dbus and gnome-keyring are needed"
            ))
        })?;
        let missing = || Violation("a standard stream is missing".into());
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let mut errors = child.stderr.take().ok_or_else(missing)?;
        let log = tokio::spawn(async move {
            let mut log = Vec::new();
            errors.read_to_end(&mut log).await?;
            Ok(log)
        });
        let pid = home.folder("pid");
        Ok(Self { child, input, output, said: Vec::new(), log, pid, asked: 0 })
    }

    /// Sends a command and waits for its answer: the reply, or the code of the failure.
    ///
    /// # Errors
    /// If the program ends, hangs, or answers something else.
    pub async fn ask(
        &mut self,
        command: &str,
        request: Value,
    ) -> Result<Result<Value, String>, Violation> {
        self.asked += 1;
        let line = json!({ "id": self.asked, "command": command, "request": request });
        self.input.write_all(format!("{line}\n").as_bytes()).await?;
        let answered = timeout(HANGS, self.answer()).await;
        let answer = answered.map_err(|_| Violation(format!("{command} hangs")))??;
        match answer["failure"]["code"].as_str() {
            Some(code) => Ok(Err(code.to_owned())),
            None => Ok(Ok(answer["reply"].clone())),
        }
    }

    /// As [`Console::ask`], where only a reply will do.
    ///
    /// # Errors
    /// Those, and a failure.
    pub async fn reply(&mut self, command: &str, request: Value) -> Result<Value, Violation> {
        let answer = self.ask(command, request).await?;
        answer.map_err(|code| Violation(format!("{command} failed: {code}")))
    }

    /// As [`Console::ask`], with how long it took.
    ///
    /// # Errors
    /// Those of [`Console::ask`].
    pub async fn timed(
        &mut self,
        command: &str,
        request: Value,
    ) -> Result<(Result<Value, String>, Duration), Violation> {
        let began = Instant::now();
        Ok((self.ask(command, request).await?, began.elapsed()))
    }

    /// Ends its input and waits until it has closed everything.
    ///
    /// # Errors
    /// If it does not end well, or hangs.
    pub async fn end(mut self) -> Result<Said, Violation> {
        drop(self.input);
        let rest = async {
            self.output.read_to_end(&mut self.said).await?;
            let status = self.child.wait().await?;
            Ok::<_, Violation>((status, self.log.await??))
        };
        let ended = timeout(HANGS, rest).await;
        let (status, log) = ended.map_err(|_| Violation("it does not end".into()))??;
        let said = Said { output: self.said, log };
        if status.success() {
            return Ok(said);
        }
        let log = String::from_utf8_lossy(&said.log);
        let end: String = log.chars().skip(log.chars().count().saturating_sub(600)).collect();
        Err(Violation(format!("it ended with {status}: {end}")))
    }

    /// Kills it as it stands.
    ///
    /// # Errors
    /// If it has ended before.
    pub async fn kill(mut self) -> Result<Said, Violation> {
        let pid = std::fs::read_to_string(&self.pid)?;
        let killed = Command::new("kill").args(["-9", pid.trim()]).status().await?;
        if !killed.success() {
            return Err(Violation("it had ended before it was killed".into()));
        }
        let rest = async {
            self.output.read_to_end(&mut self.said).await?;
            self.child.wait().await?;
            Ok::<_, Violation>(self.log.await??)
        };
        let ended = timeout(HANGS, rest).await;
        let log = ended.map_err(|_| Violation("what was around it does not end".into()))??;
        Ok(Said { output: self.said, log })
    }

    async fn answer(&mut self) -> Result<Value, Violation> {
        loop {
            let begin = self.said.len();
            if self.output.read_until(b'\n', &mut self.said).await? == 0 {
                return Err(Violation("it ended in the middle".into()));
            }
            let line: Value = serde_json::from_slice(&self.said[begin..])?;
            if line["id"] == self.asked {
                return Ok(line);
            }
        }
    }
}

/// The configuration of a bus that starts no services.
fn bus(rule: &str) -> String {
    format!(
        r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow own="*"/>
    {rule}
  </policy>
</busconfig>
"#
    )
}
