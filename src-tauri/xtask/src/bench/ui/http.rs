//! Just enough HTTP for programs on this computer: a request with a JSON body, and its answer. A
//! library of HTTP would be compiled by everybody who types `cargo xtask run` for the first time.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

use crate::system::outcome::Outcome;

/// Longer than anything takes that is measured.
const PATIENCE: Duration = Duration::from_secs(900);

/// Asks a program on this computer; answers the JSON it gives, whatever its status.
pub fn ask(host: &str, method: &str, path: &str, body: Option<&Value>) -> Outcome<Value> {
    let failed = |error: std::io::Error| format!("{method} {path}: {error}.");
    let mut stream = TcpStream::connect(host).map_err(failed)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
    let body = body.map(Value::to_string).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).map_err(failed)?;
    let answer = read_body(&mut BufReader::new(stream)).map_err(failed)?;
    serde_json::from_slice(&answer).map_err(|error| format!("{method} {path}: {error}."))
}

/// The lines of a message before its body, without their ends.
pub fn read_head(from: &mut impl BufRead) -> std::io::Result<Vec<String>> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        let read = from.read_line(&mut line)?;
        let line = line.trim_end();
        if read == 0 || line.is_empty() {
            return Ok(head);
        }
        head.push(line.to_owned());
    }
}

fn read_body(from: &mut impl BufRead) -> std::io::Result<Vec<u8>> {
    let head = read_head(from)?;
    let length = head.iter().filter_map(|line| line.split_once(':')).find_map(|(name, value)| {
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<u64>().ok())?
    });
    let mut body = Vec::new();
    match length {
        Some(length) => from.take(length).read_to_end(&mut body)?,
        None => from.read_to_end(&mut body)?,
    };
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_of_an_answer_ends_where_it_says_or_with_the_connection() {
        let body = |answer: &str| read_body(&mut answer.as_bytes()).unwrap();
        let told = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}rest";
        assert_eq!(body(told), b"{}");
        assert_eq!(body("HTTP/1.1 200 OK\r\n\r\n[1]"), b"[1]");
    }
}
