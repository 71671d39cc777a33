//! R-D8: of two programs started at once on one data folder and one profile, one opens it and the
//! other is told that it is in use; with a session bus and without one. Programs of two users run
//! side by side.

use std::path::Path;
use std::process::Stdio;

use practice::{Running, Service, sample};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::figures::program;
use crate::promise::{Amount, Counts, Violation, check};
use crate::run::until_done;

/// How a program finds a session bus.
const BUS: &str = "DBUS_SESSION_BUS_ADDRESS";

/// Starts `count` pairs with a bus and as many without.
///
/// # Errors
/// If a profile was opened twice, or by nobody.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let service = Service::start(practice::Options::default()).await?;
        let bus = Bus::start().await?;
        let mut counts = Counts::default();
        for _ in 0..amount.count {
            for bus in [Some(bus.address.as_str()), None] {
                pair(&service, bus).await?;
                counts.add(if bus.is_some() { "pairs_with_a_bus" } else { "pairs_without" }, 1);
            }
        }
        service.stop().await;
        Ok(counts)
    })
}

async fn pair(service: &Running, bus: Option<&str>) -> Result<(), Violation> {
    let data = tempfile::tempdir()?;
    let (user, other) = (sample::USERS[0].username, sample::USERS[1].username);
    // Both are running before either is asked to open anything.
    let mut first = Console::start(data.path(), bus)?;
    let mut second = Console::start(data.path(), bus)?;
    let (one, two) = tokio::try_join!(
        first.sign_in(service.base(), user),
        second.sign_in(service.base(), user),
    )?;
    check(one.is_none() != two.is_none(), || format!("both were answered {one:?} and {two:?}"))?;
    let refused = one.or(two).unwrap_or_default();
    check(refused == "profile_in_use", || format!("the second was told {refused}"))?;
    let mut beside = Console::start(data.path(), bus)?;
    let told = beside.sign_in(service.base(), other).await?;
    check(told.is_none(), || format!("another user beside them was told {told:?}"))?;
    for console in [first, second, beside] {
        console.end().await?;
    }
    // Free again, and whole.
    let mut later = Console::start(data.path(), bus)?;
    let told = later.sign_in(service.base(), user).await?;
    check(told.is_none(), || format!("after both had ended, a third was told {told:?}"))?;
    later.end().await
}

/// A running console.
struct Console {
    child: Child,
    input: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Console {
    fn start(data: &Path, bus: Option<&str>) -> Result<Self, Violation> {
        let mut command = Command::new(program("stockhand-console")?);
        command.arg("--data").arg(data).env_remove(BUS).kill_on_drop(true);
        command.envs(bus.map(|address| (BUS, address)));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| Violation("a console without pipes".into()))?;
        Ok(Self { child, input, answers: BufReader::new(output).lines() })
    }

    /// Signs in, and answers the code of the failure if it did not open.
    async fn sign_in(&mut self, server: &str, user: &str) -> Result<Option<String>, Violation> {
        let request = json!({ "server": server, "user_name": user, "password": sample::PASSWORD });
        let line = json!({ "id": 1, "command": "sign_in", "request": request });
        self.input.write_all(format!("{line}\n").as_bytes()).await?;
        while let Some(line) = self.answers.next_line().await? {
            let answer: Value = serde_json::from_str(&line)?;
            if answer["id"] == 1 {
                return Ok(answer["failure"]["code"].as_str().map(str::to_owned));
            }
        }
        Err(Violation("a console ended without an answer".into()))
    }

    /// Ends its input and waits until it has closed what it opened.
    async fn end(self) -> Result<(), Violation> {
        let Self { mut child, input, mut answers } = self;
        drop(input);
        while answers.next_line().await?.is_some() {}
        let status = child.wait().await?;
        check(status.success(), || format!("a console ended with {status}"))
    }
}

/// A session bus of its own; it ends with this.
struct Bus {
    address: String,
    _daemon: Child,
}

impl Bus {
    async fn start() -> Result<Self, Violation> {
        let mut daemon = Command::new("dbus-daemon")
            .args(["--session", "--nofork", "--print-address=1"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(|problem| Violation(format!("dbus-daemon: {problem}")))?;
        let output = daemon.stdout.take().ok_or_else(|| Violation("no pipe".into()))?;
        let address = BufReader::new(output).lines().next_line().await?;
        let address = address.ok_or_else(|| Violation("the bus told no address".into()))?;
        Ok(Self { address, _daemon: daemon })
    }
}
