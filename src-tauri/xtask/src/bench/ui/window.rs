//! A window of WebKitGTK and the driver that speaks with its page: the engine's own small browser, or
//! the program. Each has a driver of its own, so that several are open at once and take turns.

use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::http;
use crate::system::display::Screen;
use crate::system::outcome::Outcome;
use crate::system::process;

pub const ENTER: char = '\u{e007}';

/// A script may take so long, in ms.
const PATIENCE: u32 = 800_000;

/// Asks the page's `bench`, which answers later.
const ASK: &str = "const [method, given, done] = arguments;
    window.bench[method](...given).then((ok) => done({ ok }), (error) => done({ failed: String(error) }));";

/// A window.
pub struct Window {
    host: String,
    session: String,
    // Ends with this value.
    _driver: Driver,
}

/// The driver and everything it started.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        // It leads a group of its own: a bus, the driver, the window.
        let group = format!("-{}", self.0.id());
        process::succeeds(Command::new("kill").args(["-TERM", "--", &group]));
        // Nothing is left to do if it has ended already.
        let _ = self.0.wait();
    }
}

impl Window {
    /// A page in the engine's own browser.
    pub fn browser(screen: &Screen, address: &str) -> Outcome<Self> {
        let browser = mini_browser()?;
        let window = Self::open(screen, &browser, &["--automation"])?;
        window.send("POST", "/url", Some(&json!({ "url": address })))?;
        window.until(
            "return typeof window.bench === 'object' || typeof window.stockhandBench === 'object';",
        )?;
        Ok(window)
    }

    /// The program.
    pub fn program(screen: &Screen, program: &Path, arguments: &[&str]) -> Outcome<Self> {
        let window = Self::open(screen, program, arguments)?;
        window.until(
            "return location.protocol === 'tauri:' && Boolean(window.__TAURI_INTERNALS__);",
        )?;
        Ok(window)
    }

    fn open(screen: &Screen, program: &Path, arguments: &[&str]) -> Outcome<Self> {
        let port = free_port()?;
        let mut command = screen.command(Path::new("WebKitWebDriver"));
        command.arg(format!("--port={port}"));
        command.env("TAURI_WEBVIEW_AUTOMATION", "true");
        command.envs([("LANG", "C.UTF-8"), ("LANGUAGE", "en"), ("TZ", "UTC")]);
        command.stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let driver = command.spawn().map_err(|error| {
            format!("The driver could not be started: {error}. Package: webkit2gtk-driver.")
        })?;
        let driver = Driver(driver);
        let host = format!("127.0.0.1:{port}");
        until_it_listens(&host)?;
        let options = json!({ "binary": program, "args": arguments });
        let wanted = json!({ "webkitgtk:browserOptions": options });
        let opened = answer(&http::ask(
            &host,
            "POST",
            "/session",
            Some(&json!({ "capabilities": { "alwaysMatch": wanted } })),
        )?)?;
        let session = opened["sessionId"].as_str().ok_or("The driver opened no session.")?;
        let window = Self { session: session.to_owned(), host, _driver: driver };
        window.send("POST", "/timeouts", Some(&json!({ "script": PATIENCE })))?;
        window.send("POST", "/window/rect", Some(&json!({ "width": 1280, "height": 800 })))?;
        Ok(window)
    }

    /// Asks the page's `bench` something.
    pub fn ask(&self, method: &str, given: Value) -> Outcome<Value> {
        let body = json!({ "script": ASK, "args": [method, given] });
        let mut told = self.send("POST", "/execute/async", Some(&body))?;
        if let Some(failed) = told["failed"].as_str() {
            return Err(format!("In the page, {method}: {failed}."));
        }
        Ok(told["ok"].take())
    }

    /// Asks for a number.
    pub fn number(&self, method: &str, given: Value) -> Outcome<f64> {
        number(&self.ask(method, given)?)
    }

    /// Puts a script into the page.
    pub fn put(&self, script: &str) -> Outcome {
        self.run(script).map(drop)
    }

    /// Presses keys one after the other.
    pub fn press(&self, keys: &str) -> Outcome {
        let actions: Vec<_> = keys
            .chars()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.send("POST", "/actions", Some(&json!({ "actions": [keyboard] }))).map(drop)
    }

    fn run(&self, script: &str) -> Outcome<Value> {
        self.send("POST", "/execute/sync", Some(&json!({ "script": script, "args": [] })))
    }

    fn until(&self, script: &str) -> Outcome {
        let begun = Instant::now();
        loop {
            // While a page is coming, there may be nothing to run a script in.
            if self.run(script).is_ok_and(|is| is == true) {
                return Ok(());
            }
            if begun.elapsed() > Duration::from_secs(120) {
                return Err("The page does not come.".into());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Outcome<Value> {
        let path = format!("/session/{}{path}", self.session);
        answer(&http::ask(&self.host, method, &path, body)?)
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // Closes it in good order; if that fails, its driver's end does.
        let _ = self.send("DELETE", "", None);
    }
}

fn answer(told: &Value) -> Outcome<Value> {
    let value = &told["value"];
    match value["error"].as_str() {
        Some(error) => Err(format!("The driver says {error}: {}.", value["message"])),
        None => Ok(value.clone()),
    }
}

/// A number the page answered.
pub fn number(told: &Value) -> Outcome<f64> {
    told.as_f64().ok_or_else(|| format!("The page answered {told} where a number was asked for."))
}

/// Numbers the page answered.
pub fn numbers(told: &Value) -> Outcome<Vec<f64>> {
    told.as_array().into_iter().flatten().map(number).collect()
}

/// The browser that comes with the library the program uses.
fn mini_browser() -> Outcome<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").map_err(|error| format!("/usr/lib: {error}."))?;
    let mut found = folders
        .flatten()
        .map(|folder| folder.path().join("webkit2gtk-4.1/MiniBrowser"))
        .filter(|program| program.is_file());
    found.next().ok_or_else(|| {
        "WebKitGTK's own browser (webkit2gtk-4.1/MiniBrowser) is not below /usr/lib; it comes with \
         the package libwebkit2gtk-4.1-0 on Debian."
            .into()
    })
}

fn free_port() -> Outcome<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("{error}."))?;
    Ok(listener.local_addr().map_err(|error| format!("{error}."))?.port())
}

fn until_it_listens(host: &str) -> Outcome {
    let begun = Instant::now();
    while TcpStream::connect(host).is_err() {
        if begun.elapsed() > Duration::from_secs(60) {
            return Err("The driver does not listen.".into());
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    Ok(())
}
