//! Lines in, lines out: one command after the other, with changes in between.

use backend::Backend;
use contract::{Failure, Reason, Topic};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Stdout};
use tokio::sync::broadcast::error::TryRecvError;
use tokio::sync::{broadcast, mpsc};

use crate::dispatch;

/// What changed, as the backend tells it.
pub type Changes = broadcast::Receiver<Vec<Topic>>;

#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    id: Value,
    command: String,
    #[serde(default)]
    request: Option<Value>,
}

/// Answers every line of standard input until it ends.
///
/// # Errors
/// Standard input or output cannot be used.
pub async fn run(
    backend: &Backend,
    server: Option<&str>,
    changes: &mut Changes,
) -> std::io::Result<()> {
    let (lines, mut wanted) = mpsc::channel(1);
    let reader = tokio::spawn(read_lines(lines));
    let mut out = tokio::io::stdout();
    loop {
        tokio::select! {
            // A line that waits is answered before changes are told.
            biased;
            line = wanted.recv() => match line {
                Some(line) => {
                    let answer = answer(backend, server, &line).await;
                    write_changes(&mut out, changes).await?;
                    write(&mut out, &answer).await?;
                }
                None => break,
            },
            topics = changes.recv() => if let Ok(topics) = topics {
                write(&mut out, &json!({ "changed": topics })).await?;
            },
        }
    }
    reader.await.map_err(std::io::Error::other)?
}

/// Tells what changed since the last line.
///
/// # Errors
/// Standard output cannot be used.
pub async fn tell_rest(changes: &mut Changes) -> std::io::Result<()> {
    write_changes(&mut tokio::io::stdout(), changes).await
}

/// Reads ahead by one line, so that a pause in the input does not hold changes back.
async fn read_lines(lines: mpsc::Sender<String>) -> std::io::Result<()> {
    let mut input = BufReader::new(tokio::io::stdin());
    loop {
        // A line may hold a password: each has memory of its own, which is wiped when it is freed.
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line).await? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !text.is_empty() && lines.send(text).await.is_err() {
            break;
        }
    }
    Ok(())
}

async fn answer(backend: &Backend, server: Option<&str>, text: &str) -> Value {
    let line: Line = match serde_json::from_str(text) {
        Ok(line) => line,
        Err(problem) => {
            let reason = Reason::InvalidRequest { problem: problem.to_string() };
            return json!({ "id": null, "failure": failure(&reason.into()) });
        }
    };
    let request = with_server(&line.command, line.request.unwrap_or_else(|| json!({})), server);
    match dispatch::run(backend, &line.command, request).await {
        Ok(reply) => json!({ "id": line.id, "reply": reply }),
        Err(problem) => json!({ "id": line.id, "failure": failure(&problem) }),
    }
}

/// Scripts need not know the practice warehouse's address: requests that name none get it.
fn with_server(command: &str, mut request: Value, server: Option<&str>) -> Value {
    let wants = matches!(command, "sign_in" | "check_server");
    if let (true, Some(fields), Some(server)) = (wants, request.as_object_mut(), server) {
        fields.entry("server").or_insert_with(|| server.into());
    }
    request
}

fn failure(failure: &Failure) -> Value {
    json!({
        "code": failure.reason.code(),
        "message": failure.to_string(),
        "field": failure.field,
        "service_text": failure.service_text,
        "reason": failure.reason,
    })
}

async fn write_changes(out: &mut Stdout, changes: &mut Changes) -> std::io::Result<()> {
    loop {
        match changes.try_recv() {
            Ok(topics) => write(out, &json!({ "changed": topics })).await?,
            // What was missed is not known; the next reading shows it.
            Err(TryRecvError::Lagged(_)) => {}
            Err(TryRecvError::Empty | TryRecvError::Closed) => return Ok(()),
        }
    }
}

async fn write(out: &mut Stdout, value: &Value) -> std::io::Result<()> {
    let mut line = value.to_string();
    line.push('\n');
    out.write_all(line.as_bytes()).await?;
    out.flush().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_missing_server_is_filled_in() {
        let base = Some("http://127.0.0.1:1/stockroom");
        assert_eq!(
            with_server("sign_in", json!({"user_name": "a"}), base)["server"],
            "http://127.0.0.1:1/stockroom"
        );
        let named = with_server("sign_in", json!({"server": "https://stock.example"}), base);
        assert_eq!(named["server"], "https://stock.example");
        assert_eq!(with_server("session", json!({}), base), json!({}));
    }
}
