//! A CUPS server of a test's own: a real one, in a temporary folder, behind a socket there, with printers that
//! keep what they are sent. It ends with the test.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::must_use_candidate,
    clippy::missing_panics_doc,
    missing_docs,
    reason = "a test that cannot go on panics"
)]

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use printers::{Job, JobId, JobState, Media, Printers, Sides};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

/// Where Debian has the server's programs; each test has a folder of its own with those it needs.
const PROGRAMS: &str = "/usr/lib/cups";

/// A device that keeps what it is sent: the arguments and the document of each job, by its number. As
/// long as a file `wait` is in its folder, a job is not done; a job called `fail` fails.
const DEVICE: &str = r#"#!/bin/sh
[ $# = 0 ] && { echo 'direct kept "Kept" "Kept"'; exit 0; }
out=${DEVICE_URI#kept:}
printf '%s\n' "$@" > "$out/$1.arguments"
if [ $# -gt 5 ]; then cat "$6"; else cat; fi > "$out/$1.part"
while [ -e "$out/wait" ]; do sleep 0.05; done
[ "$3" = fail ] && { echo 'ERROR: no luck today' >&2; exit 1; }
mv "$out/$1.part" "$out/$1.pdf"
"#;

/// A server that runs, or was stopped.
pub struct Server {
    folder: TempDir,
    running: Option<Child>,
}

impl Server {
    /// Starts a server without printers.
    pub fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        // The device runs as another user than root.
        open(root, 0o755);
        let folders =
            ["etc", "spool", "cache", "state", "temporary", "logs", "out", "programs/backend"];
        for name in folders {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        open(&root.join("out"), 0o777);
        let device = root.join("programs/backend/kept");
        fs::write(&device, DEVICE).unwrap();
        open(&device, 0o755);
        for program in ["daemon", "notifier", "backend/ipp"] {
            let real = Path::new(PROGRAMS).join(program);
            assert!(real.exists(), "{} is not there: cargo xtask setup", real.display());
            symlink(real, root.join("programs").join(program)).unwrap();
        }
        let at = root.display();
        let files = format!(
            "SystemGroup root\nUser lp\nGroup lp\nFileDevice Yes\nCreateSelfSignedCerts no\n\
             ServerRoot {at}/etc\nRequestRoot {at}/spool\nCacheDir {at}/cache\nStateDir {at}/state\n\
             TempDir {at}/temporary\nServerBin {at}/programs\nAccessLog {at}/logs/access\n\
             ErrorLog {at}/logs/error\nPageLog {at}/logs/page\n"
        );
        let rules = format!(
            "LogLevel debug\nListen {at}/socket\nBrowsing No\nWebInterface No\n\
             DefaultAuthType None\nDefaultEncryption Never\nErrorPolicy stop-printer\n\
             DirtyCleanInterval 0\n\
             <Location />\nOrder allow,deny\nAllow all\n</Location>\n\
             <Policy default>\nJobPrivateAccess all\nJobPrivateValues none\n\
             SubscriptionPrivateAccess all\nSubscriptionPrivateValues none\n\
             <Limit All>\nOrder deny,allow\nAllow all\n</Limit>\n</Policy>\n"
        );
        fs::write(root.join("etc/cups-files.conf"), files).unwrap();
        fs::write(root.join("etc/cupsd.conf"), rules).unwrap();
        let mut server = Self { folder, running: None };
        server.run();
        server
    }

    /// Starts one with printers of these names, the first of them the default.
    pub fn with(names: &[&str]) -> Self {
        let server = Self::start();
        for name in names {
            server.add(name, &[]);
        }
        if let Some(name) = names.first() {
            server.set("lpadmin", &["-d", name]);
        }
        server
    }

    /// Adds a printer whose device keeps what it is sent.
    pub fn add(&self, name: &str, more: &[&str]) {
        let device = format!("kept:{}", self.out().display());
        self.set("lpadmin", &[&["-p", name, "-v", &device, "-E"], more].concat());
    }

    /// Runs a program of an administrator.
    pub fn set(&self, program: &str, arguments: &[&str]) {
        let sbin = Path::new("/usr/sbin").join(program);
        let program = if sbin.exists() { sbin } else { PathBuf::from(program) };
        let mut command = Command::new(&program);
        let done = command.args(arguments).env("CUPS_SERVER", self.socket()).output();
        let done = done.unwrap_or_else(|error| {
            panic!("{}: {error}. Install it with: cargo xtask setup", program.display())
        });
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{} {arguments:?}: {told}", program.display());
    }

    /// Its printers.
    pub fn printers(&self) -> Printers {
        Printers::at(self.socket())
    }

    /// Where it listens.
    pub fn socket(&self) -> String {
        self.folder.path().join("socket").to_str().unwrap().to_owned()
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    /// What the device was sent for a job.
    pub fn sent(&self, id: &JobId) -> Vec<u8> {
        self.document(id.number()).unwrap()
    }

    /// What the device was sent for the job of this number, once it has all of it.
    pub fn document(&self, number: u32) -> Option<Vec<u8>> {
        fs::read(self.out().join(format!("{number}.pdf"))).ok()
    }

    /// Whether anything of a job was sent to the device.
    pub fn is_begun(&self, id: &JobId) -> bool {
        self.out().join(format!("{}.arguments", id.number())).exists()
    }

    /// How the device was called for a job: number, user, title, copies, options.
    pub fn arguments(&self, id: &JobId) -> Vec<String> {
        let file = self.out().join(format!("{}.arguments", id.number()));
        fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect()
    }

    /// Lets the device take its time until [`Self::go`].
    pub fn wait(&self) {
        fs::write(self.out().join("wait"), "").unwrap();
    }

    /// Lets it finish.
    pub fn go(&self) {
        fs::remove_file(self.out().join("wait")).unwrap();
    }

    /// Stops it where it is, or lets it go on.
    pub fn freeze(&self, is_frozen: bool) {
        let signal = if is_frozen { Signal::STOP } else { Signal::CONT };
        let id = Pid::from_child(self.running.as_ref().unwrap());
        kill_process(id, signal).unwrap();
    }

    /// Ends it.
    pub fn stop(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        // It ends its devices itself, if it is asked to end.
        let _ = kill_process(Pid::from_child(&running), Signal::CONT);
        let _ = kill_process(Pid::from_child(&running), Signal::TERM);
        for _ in 0..200 {
            if running.try_wait().is_ok_and(|ended| ended.is_some()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        let _ = running.kill();
        let _ = running.wait();
    }

    /// Starts it again, with the jobs it had.
    pub fn run(&mut self) {
        let _ = fs::remove_file(self.socket());
        let etc = self.folder.path().join("etc");
        let mut program = Command::new("/usr/sbin/cupsd");
        program.arg("-f").arg("-s").arg(etc.join("cups-files.conf"));
        program.arg("-c").arg(etc.join("cupsd.conf"));
        let said = fs::File::create(self.folder.path().join("logs/said")).unwrap();
        program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
        let running = program.spawn().unwrap_or_else(|error| {
            panic!("cupsd is not there ({error}). Install it with: cargo xtask setup")
        });
        self.running = Some(running);
        for _ in 0..600 {
            if std::os::unix::net::UnixStream::connect(self.socket()).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("cupsd does not listen: {}", self.log());
    }

    /// What it wrote down.
    pub fn log(&self) -> String {
        let read = |name| fs::read_to_string(self.folder.path().join("logs").join(name));
        ["said", "error"].map(|name| read(name).unwrap_or_default()).concat()
    }

    /// Waits until a job is in a state, and fails with the log where it never is.
    pub async fn until(&self, id: &JobId, is_so: impl Fn(&JobState) -> bool) -> JobState {
        let mut state = JobState::Unknown;
        for _ in 0..400 {
            state = self.printers().state(id).await.unwrap();
            if is_so(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{id} is {state:?}\n{}", self.log());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A device that waits ends by itself.
        let _ = fs::remove_file(self.out().join("wait"));
        self.stop();
    }
}

fn open(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// A job for a printer, once on A4.
pub fn job(printer: &str) -> Job {
    Job {
        printer: printer.to_owned(),
        title: "Pick list".to_owned(),
        copies: 1,
        media: Media::A4,
        sides: Sides::One,
    }
}

/// Bytes that begin as a PDF, with all there are in them, and not few.
pub fn pdf() -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    bytes.extend((0..3_000_000_u32).map(|at| at.wrapping_mul(0x9e37_79b1).to_be_bytes()[0]));
    bytes
}
