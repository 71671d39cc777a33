//! The program in a real window, on a practice warehouse of its own.

use std::future::Future;
use std::net::{TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use contract::Settings;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use practice::{Database, Options, Running, Service};
use serde_json::json;
use tokio::runtime::Runtime;

/// The practice warehouse's calendar stands still, so that pictures can be compared.
pub const TODAY: &str = "2026-11-20";

/// How a journey begins.
#[derive(Clone, Default)]
pub struct Begin {
    /// The practice warehouse answers nothing beyond the interface document.
    pub strict: bool,
    /// Preferences the window starts with.
    pub settings: Settings,
}

/// A window, its warehouse and its data, for as long as the journey lasts.
pub struct Window {
    pub client: Client,
    pub warehouse: Running,
    data: tempfile::TempDir,
    driver: Driver,
}

/// The WebDriver's process. It ends with this value.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Walks a journey; says so and does nothing where there is no screen. A journey that fails leaves
/// a picture of the window behind.
pub fn journey<J, F>(name: &str, begin: Begin, walk: J)
where
    J: FnOnce(Window) -> F,
    F: Future<Output = Window>,
{
    if std::env::var_os("DISPLAY").is_none() {
        eprintln!("{name}: not walked, there is no screen; cargo xtask test makes one");
        return;
    }
    let runtime = Runtime::new().unwrap();
    let window = runtime.block_on(Window::open(begin));
    let client = window.client.clone();
    match catch_unwind(AssertUnwindSafe(|| runtime.block_on(walk(window)))) {
        Ok(window) => runtime.block_on(window.close()),
        Err(failure) => {
            runtime.block_on(give_up(name, client));
            resume_unwind(failure);
        }
    }
}

impl Window {
    async fn open(begin: Begin) -> Self {
        let warehouse = Service::start(Options {
            database: Database::Memory,
            strict: begin.strict,
            today: Some(TODAY.parse().unwrap()),
            ..Options::default()
        })
        .await
        .unwrap();
        let data = tempfile::tempdir().unwrap();
        seed(data.path(), &begin.settings);
        let (driver, client) = start(data.path(), warehouse.base()).await;
        Self { client, warehouse, data, driver }
    }

    /// Ends the program and opens it again on the same data.
    pub async fn reopen(self) -> Self {
        let Self { client, warehouse, data, driver } = self;
        client.close().await.unwrap();
        drop(driver);
        let (driver, client) = start(data.path(), warehouse.base()).await;
        Self { client, warehouse, data, driver }
    }

    async fn close(self) {
        self.client.close().await.unwrap();
        drop(self.driver);
        self.warehouse.stop().await;
    }
}

/// Leaves what the window showed, and closes it.
async fn give_up(name: &str, client: Client) {
    let folder = std::env::temp_dir().join("stockhand-journeys");
    let _ = std::fs::create_dir_all(&folder);
    let path = folder.join(format!("{name}.png"));
    if picture(&path) {
        eprintln!("{name}: the window as it was: {}", path.display());
    }
    let _ = client.close().await;
}

/// Takes a picture of the window from the screen itself: the driver's own may wait for ever for a
/// page that has nothing left to paint.
pub fn picture(path: &Path) -> bool {
    let mut import = Command::new("import");
    import.args(["-window", "root", "-crop", "1280x800+0+0", "+repage", "-strip"]).arg(path);
    import.status().is_ok_and(|status| status.success())
}

/// Writes preferences as the program itself does.
fn seed(data: &Path, settings: &Settings) {
    let app = tauri::test::mock_builder()
        .plugin(tauri_plugin_store::Builder::new().build())
        .build(tauri::test::mock_context(tauri::test::noop_assets()))
        .unwrap();
    stockhand_app::SettingsFile::open(app.handle(), data).unwrap().write(settings).unwrap();
}

async fn start(data: &Path, server: &str) -> (Driver, Client) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let driver = Command::new("WebKitWebDriver")
        .arg(format!("--port={port}"))
        .env("TAURI_WEBVIEW_AUTOMATION", "true")
        // Nothing is promised about the language and zone of the machine this runs on.
        .envs([("LANG", "C.UTF-8"), ("LANGUAGE", "en"), ("TZ", "UTC")])
        .stdout(Stdio::null())
        .spawn()
        .expect("WebKitWebDriver (Debian: webkit2gtk-driver)");
    let driver = Driver(driver);
    until_it_listens(port).await;
    let mut capabilities = Capabilities::new();
    let options = json!({ "binary": program(), "args": ["--server", server, "--data", data] });
    capabilities.insert("webkitgtk:browserOptions".into(), options);
    let client = ClientBuilder::new(HttpConnector::new())
        .capabilities(capabilities)
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .expect("the window opens");
    (driver, client)
}

async fn until_it_listens(port: u16) {
    for _ in 0..200 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the WebDriver does not listen");
}

fn program() -> PathBuf {
    std::env::var_os("STOCKHAND_APP")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_stockhand")), PathBuf::from)
}
