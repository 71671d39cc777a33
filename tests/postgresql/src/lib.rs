//! A PostgreSQL server of a test's own: a real one, on a temporary folder and a free port, with a certificate of
//! an authority made for it. It ends with the test.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    reason = "a test that cannot go on panics"
)]

use std::{
    fs,
    net::TcpListener,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU16, Ordering},
    thread::sleep,
    time::Duration,
};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// The name of the database.
pub const DATABASE: &str = "warehouse";
/// The user of the stations.
pub const USER: &str = "stockhand";
/// That user's password.
pub const PASSWORD: &str = "a long password of stations";
/// Who made the database.
const OWNER: &str = "owner";
/// As another computer would call it: encrypted, and nothing but.
pub const ENCRYPTED: &str = "127.0.0.2";
/// As this computer calls it, without encryption.
pub const PLAIN: &str = "127.0.0.1";

/// A server that runs, or was stopped.
pub struct Server {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
    running: Option<Child>,
    authority: String,
}

impl Server {
    /// Makes a server with an empty database and starts it.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let authority = certificate(folder.path());
        let programs = programs();
        let mut server = Self { folder, programs, port, running: None, authority };
        server.give_away();
        let mut made = server.program("initdb");
        made.args(["--username", OWNER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C"]);
        ended(made.arg("--no-sync").arg("--pgdata").arg(server.data()));
        let access = format!(
            "host all {OWNER} {PLAIN}/32 trust\n\
             host all all {PLAIN}/32 scram-sha-256\n\
             hostssl all all {ENCRYPTED}/32 scram-sha-256\n\
             hostssl all all 127.0.0.0/8 scram-sha-256\n"
        );
        fs::write(server.data().join("pg_hba.conf"), access).unwrap();
        server.run();
        server.sql_in("postgres", &format!("CREATE DATABASE {DATABASE}"));
        server
    }

    /// The same with what an administrator does besides.
    pub fn prepared(script: &str) -> Self {
        let server = Self::start();
        server.prepare(script);
        server
    }

    /// Runs the script for administrators, and makes the user of the stations.
    pub fn prepare(&self, script: &str) {
        self.sql(script);
        self.sql(&format!(
            "CREATE ROLE {USER} LOGIN PASSWORD '{PASSWORD}' IN ROLE stockhand_station"
        ));
    }

    /// The port it listens at.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The certificate of its authority, as PEM.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// What the owner of the database is answered.
    pub fn sql(&self, text: &str) -> String {
        self.sql_in(DATABASE, text)
    }

    fn sql_in(&self, database: &str, text: &str) -> String {
        let file = self.folder.path().join("script.sql");
        fs::write(&file, text).unwrap();
        let mut asked = Command::new("psql");
        asked.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align"]);
        asked.args(["--set", "ON_ERROR_STOP=on", "--host", PLAIN, "--username", OWNER]);
        asked.args(["--port", &self.port.to_string(), "--dbname", database, "--file"]);
        ended(asked.arg(file)).trim().to_owned()
    }

    /// Ends it in the middle of whatever it does.
    pub fn stop(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        let id = i32::try_from(running.id()).ok().and_then(Pid::from_raw);
        if let Some(id) = id {
            // Without waiting for whoever is connected, or for what is being written.
            let _ = kill_process(id, Signal::QUIT);
        }
        let _ = running.wait();
    }

    /// Starts it again.
    pub fn run(&mut self) {
        let settings = [
            format!("listen_addresses={PLAIN},{ENCRYPTED}"),
            "unix_socket_directories=".to_owned(),
            "fsync=off".to_owned(),
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", self.folder.path().join("server.pem").display()),
            format!("ssl_key_file={}", self.folder.path().join("server.key").display()),
        ];
        let mut program = self.program("postgres");
        program.arg("-D").arg(self.data()).args(["-p", &self.port.to_string()]);
        for setting in settings {
            program.args(["-c", &setting]);
        }
        let log = fs::File::create(self.folder.path().join("log")).unwrap();
        let running = program.stdout(Stdio::null()).stderr(log).stdin(Stdio::null());
        self.running = Some(running.spawn().unwrap());
        for _ in 0..600 {
            let mut asked = self.program("pg_isready");
            asked.args(["--quiet", "--host", PLAIN, "--port", &self.port.to_string()]);
            if asked.status().unwrap().success() {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("{}", fs::read_to_string(self.folder.path().join("log")).unwrap_or_default());
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A program of the server. It refuses to run as root: then it runs as the user Debian made for it.
    fn program(&self, name: &str) -> Command {
        let mut program = Command::new(self.programs.join(name));
        program.current_dir(self.folder.path());
        if let Some((user, group)) = owner() {
            program.uid(user).gid(group);
        }
        program
    }

    /// The server's user must own what it uses.
    fn give_away(&self) {
        let Some((user, group)) = owner() else { return };
        for file in ["", "server.pem", "server.key"] {
            let path = self.folder.path().join(file);
            std::os::unix::fs::chown(path, Some(user), Some(group)).unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A port below those that connections get by themselves: nobody takes it while the server is down.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 10_000).unwrap();
    loop {
        let port = 12_000 + (first + NEXT.fetch_add(1, Ordering::Relaxed)) % 18_000;
        if TcpListener::bind((PLAIN, port)).is_ok() && TcpListener::bind((ENCRYPTED, port)).is_ok()
        {
            return port;
        }
    }
}

/// Where the newest server's programs are.
fn programs() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL: cargo xtask setup");
    let versions = versions.filter_map(|entry| {
        let entry = entry.unwrap();
        Some((entry.file_name().to_str()?.parse::<u32>().ok()?, entry.path().join("bin")))
    });
    let with_server = versions.filter(|(_, programs)| programs.join("postgres").is_file());
    with_server.max().expect("PostgreSQL's server: cargo xtask setup").1
}

/// The user and group a server runs as where this runs as root.
fn owner() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let entry = users.lines().find(|line| line.starts_with("postgres:")).unwrap().to_owned();
    let mut numbers = entry.split(':').skip(2).map(|number| number.parse().unwrap());
    Some((numbers.next().unwrap(), numbers.next().unwrap()))
}

/// Makes an authority and a certificate of the server; answers the authority's own.
fn certificate(folder: &Path) -> String {
    let key = KeyPair::generate().unwrap();
    let mut of_authority = CertificateParams::new(Vec::new()).unwrap();
    of_authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = of_authority.self_signed(&key).unwrap().pem();
    let issuer = Issuer::new(of_authority, key);
    let own = KeyPair::generate().unwrap();
    let of_server = CertificateParams::new(vec![ENCRYPTED.to_owned()]).unwrap();
    let signed = of_server.signed_by(&own, &issuer).unwrap();
    fs::write(folder.join("server.pem"), signed.pem()).unwrap();
    let secret = folder.join("server.key");
    fs::write(&secret, own.serialize_pem()).unwrap();
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o600)).unwrap();
    authority
}

fn ended(program: &mut Command) -> String {
    let done = program.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}
