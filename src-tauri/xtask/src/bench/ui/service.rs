//! The practice warehouse as a program of its own, with the large data, and what it was asked.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::http;
use crate::system::outcome::Outcome;

pub const LARGEST: &str = "Annual restock, all wards";

/// A warehouse. It ends with this value.
pub struct Warehouse {
    child: Child,
    /// Its base address.
    pub base: String,
    control: String,
}

impl Warehouse {
    /// Starts it with 100,000 products and 10,000 movements.
    pub fn start(program: &Path) -> Outcome<Self> {
        println!("\n▸ Starting the practice warehouse with its large data");
        let mut child = Command::new(program)
            .args(["--port", "0", "--control", "0", "--scale", "L"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{} could not be started: {error}.", program.display()))?;
        let stdout = child.stdout.take().ok_or("The warehouse has no output.")?;
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        match (lines.next(), lines.next()) {
            (Some(base), Some(control)) => Ok(Self { child, base, control: host_of(&control) }),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                Err("The practice warehouse did not start.".into())
            }
        }
    }

    /// The bytes of the bodies of all writes to movements so far, and how many these were.
    pub fn written(&self) -> Outcome<(u64, usize)> {
        let told = http::ask(&self.control, "GET", "/requests", None)?;
        let writes = told["requests"].as_array().into_iter().flatten().filter(|request| {
            let path = request["path"].as_str().unwrap_or_default();
            request["method"] == "POST" && path.contains("/api/stockMovements/")
        });
        let bytes = writes.map(|request| {
            let length = request["headers"]["content-length"].as_str();
            length
                .and_then(|length| length.parse::<u64>().ok())
                .ok_or_else(|| format!("A write does not say how long it is: {request}."))
        });
        let bytes = bytes.collect::<Outcome<Vec<_>>>()?;
        Ok((bytes.iter().sum(), bytes.len()))
    }
}

impl Drop for Warehouse {
    fn drop(&mut self) {
        // Nothing is left to do if it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The host and port of an address.
fn host_of(address: &str) -> String {
    let host = address.trim_start_matches("http://");
    host.split('/').next().unwrap_or(host).to_owned()
}

#[cfg(test)]
mod tests {
    use super::host_of;

    #[test]
    fn the_host_of_an_address_has_its_port() {
        assert_eq!(host_of("http://127.0.0.1:4711/stockroom"), "127.0.0.1:4711");
        assert_eq!(host_of("http://127.0.0.1:4711"), "127.0.0.1:4711");
    }
}
