//! The program in a real window, on a practice warehouse of its own.

use std::fs::Permissions;
use std::future::Future;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use contract::{OpenTab, OpenTabs, Profile, Settings};
use fantoccini::error::CmdError;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use practice::{Database, Options, Running, Scale, Service, Variant};
use proof::session::page;
use proof::session::secrets::{Searched, Secret};
use serde_json::json;
use tokio::runtime::Runtime;

use crate::processes::{self, Driver, Screen, kill_program, program, until_it_is_gone};
use crate::{desk, watch};

/// The practice warehouse's calendar stands still, so that pictures can be compared.
pub const TODAY: &str = "2026-11-20";

/// Nothing listens there.
const NO_PRINT_SERVICE: &str = "127.0.0.1:9";

/// How a journey begins.
#[derive(Clone, Default)]
pub struct Begin {
    /// The practice warehouse answers nothing beyond the interface document.
    pub strict: bool,
    /// What is walked needs what it answers beyond the document, also where all journeys run strict.
    pub extended: bool,
    /// How it deviates where the document shows nothing; such a one is never strict by itself.
    pub variants: Vec<Variant>,
    /// It is filled with a large warehouse beside the sample data.
    pub large: bool,
    /// An open keychain answers the program.
    pub keychain: bool,
    /// Texts are 40 % longer and run from right to left, until the window is opened again.
    pub pseudo: bool,
    /// The window's size, where it is not the usual one.
    pub size: Option<(u32, u32)>,
    /// Preferences the window starts with.
    pub settings: Settings,
    /// Where the print service listens; nothing prints without it, whatever the computer has.
    pub print_service: Option<String>,
    /// Nothing was ever open: the first page is in front. The warehouse's calendar goes on, as what waits is
    /// counted from today. Otherwise the list of movements was left open.
    pub from_home: bool,
}

impl Begin {
    /// On a warehouse that answers nothing beyond the interface document.
    pub fn strict() -> Self {
        Self { strict: true, ..Self::default() }
    }

    /// On a warehouse that answers more than the interface document, whatever is asked for.
    pub fn extended() -> Self {
        Self { extended: true, ..Self::default() }
    }

    /// Whether the warehouse answers nothing beyond the document: by itself, or because all of them are
    /// to, which shows what each promises there.
    fn is_strict(&self) -> bool {
        let all = std::env::var_os("STOCKHAND_STRICT").is_some();
        self.strict || (all && !self.extended && self.variants.is_empty())
    }
}

/// Whether journeys that go over something again and again are to do it at length
/// (`cargo xtask soak window`).
pub fn is_long() -> bool {
    std::env::var_os("STOCKHAND_LONG").is_some()
}

/// A window, its warehouse and its data, for as long as the journey lasts.
pub struct Window {
    pub client: Client,
    pub warehouse: Running,
    // How the warehouse is started again where it was.
    options: Options,
    // What the warehouses that were stopped had given.
    earlier: Vec<Secret>,
    data: Arc<tempfile::TempDir>,
    keychain: bool,
    driver: Driver,
}

/// A second person's window on the same warehouse, with data of its own.
pub struct Colleague {
    pub client: Client,
    data: tempfile::TempDir,
    driver: Driver,
    _screen: Screen,
}

impl Colleague {
    /// Closes the window, and fails where it knew or left a secret.
    pub async fn leave(self, window: &Window) {
        let secrets = window.secrets();
        watch::look(&self.client, &secrets).await;
        end(self.client).await;
        drop(self.driver);
        until_it_is_gone(&program_data(&self.data)).await;
        look_on_disk(&program_data(&self.data), &secrets);
    }
}

/// So long a driver is given to end its session.
const ENDS: Duration = Duration::from_secs(20);

/// Ends the driver's session, and with it the program. A driver whose program ends before it has answered
/// may never answer; that the program is gone is seen in its data folder.
async fn end(client: Client) {
    if let Some(ended) = end_if_there(client).await {
        ended.unwrap();
    }
}

/// The same of a program that may be gone already, and the session with it.
async fn end_if_there(client: Client) -> Option<Result<(), CmdError>> {
    tokio::time::timeout(ENDS, client.close()).await.ok()
}

/// Walks a journey. One that fails leaves a picture of the window behind.
///
/// # Panics
/// If there is no screen: what was not walked has not passed.
pub fn journey<J, F>(name: &str, begin: Begin, walk: J)
where
    J: FnOnce(Window) -> F,
    F: Future<Output = Window>,
{
    let screen = std::env::var_os("DISPLAY");
    assert!(screen.is_some(), "{name} needs a screen: cargo xtask journeys {name} makes one");
    let runtime = Runtime::new().unwrap();
    let window = runtime.block_on(Window::open(begin));
    let (client, data) = (window.client.clone(), Arc::clone(&window.data));
    let walked = AssertUnwindSafe(|| {
        runtime.block_on(async {
            let window = walk(window).await;
            window.look().await;
            window
        })
    });
    match catch_unwind(walked) {
        Ok(window) => runtime.block_on(window.close()),
        Err(failure) => {
            runtime.block_on(give_up(name, client, &data));
            resume_unwind(failure);
        }
    }
}

impl Window {
    async fn open(begin: Begin) -> Self {
        let data = Arc::new(tempfile::tempdir().unwrap());
        let mut options = Options {
            database: Database::File(data.path().join("warehouse.sqlite")),
            strict: begin.is_strict(),
            variants: begin.variants.clone(),
            scale: if begin.large { Scale::Large } else { Scale::Sample },
            today: (!begin.from_home).then(|| TODAY.parse().unwrap()),
            password: watch::PASSWORD.to_owned(),
            ..Options::default()
        };
        let warehouse = Service::start(options.clone()).await.unwrap();
        options.port = port_of(warehouse.base());
        std::fs::create_dir(program_data(&data)).unwrap();
        let settings = match begin.from_home {
            true => begin.settings.clone(),
            false => with_movements_open(begin.settings.clone(), warehouse.base()),
        };
        seed(&program_data(&data), &settings);
        if let Some((width, height)) = begin.size {
            let place =
                json!({ "x": 0, "y": 0, "width": width, "height": height, "maximized": false });
            std::fs::write(program_data(&data).join("window.json"), place.to_string()).unwrap();
        }
        let keychain = begin.keychain;
        let pseudo = begin.pseudo.then_some(("STOCKHAND_PSEUDO", "1"));
        let printing = begin.print_service.as_deref().map(|socket| ("CUPS_SERVER", socket));
        let around: Vec<_> = pseudo.into_iter().chain(printing).collect();
        let (driver, client) = start_with(&around, &data, warehouse.base(), keychain).await;
        Self { client, warehouse, options, earlier: Vec::new(), data, keychain, driver }
    }

    /// Opens a window for somebody else at another computer.
    pub async fn colleague(&self) -> Colleague {
        let data = tempfile::tempdir().unwrap();
        std::fs::create_dir(program_data(&data)).unwrap();
        let settings = with_movements_open(Settings::default(), self.warehouse.base());
        seed(&program_data(&data), &settings);
        let (screen, display) = Screen::open();
        let around = [("DISPLAY", display.as_str())];
        let (driver, client) = start_with(&around, &data, self.warehouse.base(), false).await;
        Colleague { client, data, driver, _screen: screen }
    }

    /// Ends the program and opens it again on the same data.
    pub async fn reopen(self) -> Self {
        self.look().await;
        let secrets = self.secrets();
        let Self { client, warehouse, options, earlier, data, keychain, driver } = self;
        end(client).await;
        drop(driver);
        until_it_is_gone(&program_data(&data)).await;
        look_on_disk(&program_data(&data), &secrets);
        let (driver, client) = start(&data, warehouse.base(), keychain).await;
        Self { client, warehouse, options, earlier, data, keychain, driver }
    }

    /// Opens the program again that its user closed by the window's frame.
    pub async fn closed(self) -> Self {
        let secrets = self.secrets();
        let Self { client, warehouse, options, earlier, data, keychain, driver } = self;
        until_it_is_gone(&program_data(&data)).await;
        // The session of the driver is gone with the program it drove.
        let _ = end_if_there(client).await;
        drop(driver);
        look_on_disk(&program_data(&data), &secrets);
        let (driver, client) = start(&data, warehouse.base(), keychain).await;
        Self { client, warehouse, options, earlier, data, keychain, driver }
    }

    /// Kills the program, which gets no chance to do anything, and opens it again on the same data.
    pub async fn kill(self) -> Self {
        self.look().await;
        self.kill_without_a_look().await
    }

    /// The same where the driver has lost the page, and with it the way to look (R-S1).
    pub async fn kill_without_a_look(self) -> Self {
        let secrets = self.secrets();
        let Self { client, warehouse, options, earlier, data, keychain, driver } = self;
        let path = program_data(&data);
        let killed = kill_program(&path);
        assert!(killed, "no program runs on {}", path.display());
        // The session of the driver is gone with the program it drove.
        let _ = end_if_there(client).await;
        drop(driver);
        look_on_disk(&path, &secrets);
        let (driver, client) = start(&data, warehouse.base(), keychain).await;
        Self { client, warehouse, options, earlier, data, keychain, driver }
    }

    /// Kills the process the page runs in; the program itself goes on.
    pub fn kill_page(&self) {
        processes::kill_page(&program_data(&self.data));
    }

    /// Stops the warehouse, walks on without it, and starts it again where it was. Its sessions do
    /// not outlive it, its records do.
    pub async fn without_the_warehouse<J, F>(self, walk: J) -> Self
    where
        J: FnOnce(Client) -> F,
        F: Future<Output = ()>,
    {
        let Self { client, warehouse, options, mut earlier, data, keychain, driver } = self;
        earlier.extend(watch::secrets(&warehouse));
        warehouse.stop().await;
        walk(client.clone()).await;
        let warehouse = Service::start(options.clone()).await.unwrap();
        Self { client, warehouse, options, earlier, data, keychain, driver }
    }

    /// Stops the warehouse and starts one with the sample data alone where it was: what was made in it is
    /// gone, and so are its sessions.
    pub async fn with_a_new_warehouse(self) -> Self {
        let Self { client, warehouse, options, mut earlier, data, keychain, driver } = self;
        earlier.extend(watch::secrets(&warehouse));
        warehouse.stop().await;
        if let Database::File(file) = &options.database {
            for ending in ["sqlite", "sqlite-wal", "sqlite-shm"] {
                // Not all of them are there.
                let _ = std::fs::remove_file(file.with_extension(ending));
            }
        }
        let warehouse = Service::start(options.clone()).await.unwrap();
        Self { client, warehouse, options, earlier, data, keychain, driver }
    }

    /// What the page must not know (R-S1).
    pub fn secrets(&self) -> Vec<Secret> {
        [self.earlier.clone(), watch::secrets(&self.warehouse)].concat()
    }

    /// Fails where the page knows a session or the password.
    async fn look(&self) {
        let secrets = self.secrets();
        // The password is always one: without a session there is nothing to prove.
        assert!(secrets.len() > 1, "nobody signed in");
        watch::look(&self.client, &secrets).await;
    }

    /// Where the program keeps everything it writes: its data and log, and the page's own storage
    /// and cache.
    pub fn folder(&self) -> PathBuf {
        program_data(&self.data)
    }

    async fn close(self) {
        let secrets = self.secrets();
        end(self.client).await;
        drop(self.driver);
        until_it_is_gone(&program_data(&self.data)).await;
        look_on_disk(&program_data(&self.data), &secrets);
        self.warehouse.stop().await;
    }
}

/// Fails where the program, which has ended, left a session or the password on the disk (R-S2).
fn look_on_disk(folder: &Path, secrets: &[Secret]) {
    let (found, searched) = watch::on_disk(folder, secrets);
    assert!(found.is_empty(), "R-S2 is broken: {}", found.join("; "));
    let Searched { files, bytes } = searched;
    eprintln!("R-S2: {} secrets, {files} files, {bytes} bytes, 0 hits", secrets.len());
}

/// The program's own folder; the warehouse's file lies beside it.
fn program_data(data: &tempfile::TempDir) -> PathBuf {
    data.path().join("program")
}

fn port_of(base: &str) -> u16 {
    let port = base.trim_start_matches("http://").split(['/', ':']).nth(1);
    port.and_then(|port| port.parse().ok()).expect("the warehouse has a port")
}

/// Leaves what the window showed, and closes it.
async fn give_up(name: &str, client: Client, data: &tempfile::TempDir) {
    if processes::engine_crashed(&program_data(data)) {
        eprintln!("{name}: {ENGINE_CRASHED}");
    }
    let folder = std::env::temp_dir().join("stockhand-journeys");
    let _ = std::fs::create_dir_all(&folder);
    let path = folder.join(format!("{name}.png"));
    if picture(&path) {
        eprintln!("{name}: the window as it was: {}", path.display());
    }
    // A window that is gone says so here, and looks like one that paints nothing.
    eprintln!("{name}: its page: {:?}", client.current_url().await);
    let _ = end_if_there(client).await;
}

/// Said where the web engine crashed by itself. The program shows its page again, but the driver has lost
/// it, and what the journey proves cannot be seen any more: `cargo xtask` knows these words, and walks
/// the journey once more.
const ENGINE_CRASHED: &str = "the web engine crashed";

/// Takes a picture of the window from the screen itself: the driver's own may wait for ever for a
/// page that has nothing left to paint.
pub fn picture(path: &Path) -> bool {
    // Where the program is gone, what it left is looked at.
    let (x, y, width, height) = desk::place().unwrap_or((0, 0, 1280, 800));
    let part = format!("{width}x{height}+{x}+{y}");
    let mut import = Command::new("import");
    import.args(["-window", "root", "-crop", &part, "+repage", "-strip"]).arg(path);
    import.status().is_ok_and(|status| status.success())
}

/// The row of tabs, as it stands on the screen.
pub fn tabs_on_screen() -> Vec<u8> {
    let mut import = Command::new("import");
    import.args(["-window", "root", "-crop", "700x38+186+2", "-depth", "8", "rgb:-"]);
    let seen = import.output().expect("import (Debian: imagemagick)");
    assert!(!seen.stdout.is_empty(), "{}", String::from_utf8_lossy(&seen.stderr));
    seen.stdout
}

/// The preferences of people who left the list of movements open.
fn with_movements_open(settings: Settings, server: &str) -> Settings {
    let movements = || OpenTab { page: "movements".into(), movement: None, title: None };
    let of = |user: &practice::sample::User| OpenTabs {
        profile: Profile { server: server.to_owned(), user_name: user.username.to_owned() },
        open: vec![movements()],
        current: 0,
        recent: Vec::new(),
    };
    Settings { tabs: practice::sample::USERS.iter().map(of).collect(), ..settings }
}

/// Writes preferences as the program itself does.
fn seed(data: &Path, settings: &Settings) {
    let app = tauri::test::mock_builder()
        .plugin(tauri_plugin_store::Builder::new().build())
        .build(tauri::test::mock_context(tauri::test::noop_assets()))
        .unwrap();
    stockhand_app::SettingsFile::open(app.handle(), data).unwrap().write(settings).unwrap();
}

async fn start(data: &tempfile::TempDir, server: &str, keychain: bool) -> (Driver, Client) {
    start_with(&[], data, server, keychain).await
}

/// The same with more in the environment.
async fn start_with(
    environment: &[(&str, &str)],
    data: &tempfile::TempDir,
    server: &str,
    keychain: bool,
) -> (Driver, Client) {
    let port = free_port();
    let mut command =
        if keychain { beside_a_keychain(data.path()) } else { Command::new("WebKitWebDriver") };
    let driver = command
        .arg(format!("--port={port}"))
        .env("TAURI_WEBVIEW_AUTOMATION", "true")
        .env("STOCKHAND_WATCH", page::WATCH)
        // Nothing is promised about the language and zone of the machine this runs on.
        .envs([("LANG", "C.UTF-8"), ("LANGUAGE", "en"), ("TZ", "UTC")])
        .env("CUPS_SERVER", NO_PRINT_SERVICE)
        .envs(environment.iter().copied())
        .stdout(Stdio::null())
        .spawn()
        .expect("WebKitWebDriver (Debian: webkit2gtk-driver)");
    let driver = Driver(driver);
    until_it_listens(port).await;
    let mut capabilities = Capabilities::new();
    let options =
        json!({ "binary": program(), "args": ["--server", server, "--data", program_data(data)] });
    capabilities.insert("webkitgtk:browserOptions".into(), options);
    let client = ClientBuilder::new(HttpConnector::new())
        .capabilities(capabilities)
        .connect(&format!("http://127.0.0.1:{port}"))
        .await
        .expect("the window opens");
    watch::begin(&client).await;
    (driver, client)
}

/// The driver on a bus of its own with an open keychain, which keeps its file beside the data.
fn beside_a_keychain(data: &Path) -> Command {
    const UNLOCK: &str = "printf keyring | gnome-keyring-daemon --unlock --components=secrets \
                          >&2 || exit 1; exec WebKitWebDriver \"$@\"";
    let home = data.join("keychain");
    let run = home.join("run");
    std::fs::create_dir_all(&run).unwrap();
    // A keyring refuses a folder that others can look into.
    std::fs::set_permissions(&run, Permissions::from_mode(0o700)).unwrap();
    let mut command = Command::new("dbus-run-session");
    command.args(["--", "sh", "-c", UNLOCK, "sh"]);
    command.env("XDG_DATA_HOME", &home).env("XDG_RUNTIME_DIR", &run);
    command
}

/// A port for a driver, which takes none by itself. Every run looks elsewhere, and below the ports that
/// the system gives out, so that nobody takes it before the driver does.
fn free_port() -> u16 {
    static TURN: AtomicU32 = AtomicU32::new(0);
    let turns = 0..20_000_u32;
    let free = turns.map(|_| {
        let turn = std::process::id().wrapping_mul(97) + TURN.fetch_add(1, Ordering::Relaxed);
        10_000 + u16::try_from(turn % 20_000).unwrap_or_default()
    });
    let mut free = free.filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    free.next().expect("a free port")
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
