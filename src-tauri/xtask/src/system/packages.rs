//! Debian's packages: which are needed, which are missing, and how they come in.

use std::process::Command;

use crate::system::outcome::Outcome;
use crate::system::process;

/// Needed to build the window and to open it.
pub const BUILD: &[&str] = &[
    "build-essential",
    "pkg-config",
    "libwebkit2gtk-4.1-dev",
    "librsvg2-dev",
    "libdbus-1-dev",
    "libxdo-dev",
];

/// Needed besides to drive the window without a screen, to take its picture, to remember a password
/// in a keychain, to hand something over through a database, to read a workbook as others do and to open it
/// in another program, to look at what is printed: as a picture, by its codes, as a file, and in scripts that
/// the program's own fonts lack, and to print it through a server.
pub const TESTS: &[&str] = &[
    "webkit2gtk-driver",
    "xvfb",
    "xauth",
    "dbus-x11",
    "imagemagick",
    "gnome-keyring",
    "strace",
    "postgresql",
    "python3-openpyxl",
    "poppler-utils",
    "zbar-tools",
    "dmtx-utils",
    "qpdf",
    "fonts-noto-core",
    "fonts-droid-fallback",
    "cups-daemon",
    "cups-client",
    "libreoffice-calc-nogui",
];

/// Installs what is missing: through apt when that needs no password, else it says the line to type.
pub fn ensure(wanted: &[&str]) -> Outcome {
    if !process::is_there("dpkg-query") {
        println!(
            "This is not a Debian or Ubuntu system, so packages are not looked after here. Needed: {}.",
            wanted.join(" ")
        );
        return Ok(());
    }
    let missing: Vec<&str> = wanted.iter().copied().filter(|name| !is_installed(name)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    println!("▸ System packages missing: {}", missing.join(" "));
    let Some(sudo) = privilege() else {
        return Err(format!(
            "These system packages are missing, and installing them needs a password. Type this line, then try again:\n\n    sudo apt-get update && sudo apt-get install -y {}",
            missing.join(" ")
        ));
    };
    apt(sudo, "Reading the package lists", &["update"])?;
    let install: Vec<&str> =
        ["install", "-y", "--no-install-recommends"].into_iter().chain(missing).collect();
    apt(sudo, "Installing system packages", &install)
}

fn is_installed(package: &str) -> bool {
    let query = Command::new("dpkg-query").args(["-W", "-f=${Status}", package]).output();
    query.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).contains("ok installed"))
}

/// How apt may be called without asking: directly as root, or through sudo; `None` if neither.
fn privilege() -> Option<bool> {
    let root = process::output(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if root {
        return Some(false);
    }
    process::succeeds(Command::new("sudo").args(["-n", "true"])).then_some(true)
}

fn apt(sudo: bool, title: &str, arguments: &[&str]) -> Outcome {
    let mut command = if sudo {
        let mut command = Command::new("sudo");
        command.args(["-n", "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        command
    } else {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    command.arg("-q").args(arguments);
    process::step(title, &mut command)
        .map_err(|sentence| format!("{sentence} Is the network reachable, and is apt free?"))
}
