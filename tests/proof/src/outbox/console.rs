//! `stockhand-console` as a child that is killed: the product itself, without a window.

use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use super::seat::credentials;
use crate::figures::program;
use crate::promise::{Violation, check};

/// A running console.
pub struct Console {
    child: Child,
    input: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
    sent: u64,
}

/// How a console ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code; none if it was killed.
    pub code: Option<i32>,
    /// What it said beside its answers.
    pub said: String,
}

impl Console {
    /// Starts it over a data folder.
    ///
    /// # Errors
    /// If it is not built, or does not start.
    pub fn start(data: &Path) -> Result<Self, Violation> {
        Self::under(Command::new(program("stockhand-console")?), data)
    }

    /// Starts it by a program that starts others, such as `strace`; its name is to be the last
    /// argument so far.
    ///
    /// # Errors
    /// If it does not start.
    pub fn under(mut command: Command, data: &Path) -> Result<Self, Violation> {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.arg("--data").arg(data).kill_on_drop(true).spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| Violation("a console without pipes".into()))?;
        Ok(Self { child, input, answers: BufReader::new(output).lines(), sent: 0 })
    }

    /// Hands a command over without waiting for its answer; it is answered with this number.
    ///
    /// # Errors
    /// If the console is gone.
    pub async fn tell(&mut self, command: &str, request: &Value) -> Result<u64, Violation> {
        self.sent += 1;
        let line = json!({ "id": self.sent, "command": command, "request": request });
        self.input.write_all(format!("{line}\n").as_bytes()).await?;
        Ok(self.sent)
    }

    /// The next answer; none if the console is gone.
    pub async fn next(&mut self) -> Option<Value> {
        // A line that was cut off by a kill is no answer.
        while let Ok(Some(line)) = self.answers.next_line().await {
            if let Ok(answer) = serde_json::from_str::<Value>(&line)
                && answer.get("id").is_some()
            {
                return Some(answer);
            }
        }
        None
    }

    /// Hands a command over and waits for its answer: `reply` or `failure`.
    ///
    /// # Errors
    /// If the console is gone.
    pub async fn ask(&mut self, command: &str, request: &Value) -> Result<Value, Violation> {
        let number = self.tell(command, request).await?;
        while let Some(answer) = self.next().await {
            if answer["id"] == number {
                return Ok(answer);
            }
        }
        Err(Violation(format!("the console was gone before it answered {command}")))
    }

    /// Signs in as a sample user.
    ///
    /// # Errors
    /// If it is not accepted.
    pub async fn sign_in(&mut self, server: &str, user: &str) -> Result<(), Violation> {
        let answer = self.ask("sign_in", &json!(credentials(server, user))).await?;
        check(answer.get("reply").is_some(), || format!("signing in was answered {answer}"))
    }

    /// Kills it at once, and answers what it had still said. It is gone when this ends.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub async fn kill(mut self) -> Result<Vec<Value>, Violation> {
        self.child.start_kill()?;
        let mut rest = Vec::new();
        while let Some(answer) = self.next().await {
            rest.push(answer);
        }
        self.child.wait().await?;
        Ok(rest)
    }

    /// Ends its input and waits until it has closed what it opened.
    ///
    /// # Errors
    /// If it cannot be waited for.
    pub async fn end(self) -> Result<Ended, Violation> {
        let Self { mut child, input, mut answers, .. } = self;
        drop(input);
        while let Ok(Some(_)) = answers.next_line().await {}
        let mut said = String::new();
        if let Some(errors) = &mut child.stderr {
            errors.read_to_string(&mut said).await?;
        }
        Ok(Ended { code: child.wait().await?.code(), said })
    }
}
