//! Known weaknesses of third-party crates, and yanked ones: cargo-deny over a snapshot of the RustSec
//! database that stands outside the project, because no test may need the network. The snapshot is a
//! file `rustsec-advisory-db-YYYY-MM-DD.tar.xz` with the database's folder `crates` at its top.
//!
//! Whether a crate is yanked is read from cargo's own copy of the registry's index, as new as cargo
//! fetched it last.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// The variable that names the snapshot's file.
const VARIABLE: &str = "STOCKHAND_ADVISORIES";
/// How the file's name begins and ends; the day it was taken stands between.
const NAME: (&str, &str) = ("rustsec-advisory-db-", ".tar.xz");
/// The folder in which cargo-deny looks for this database, named by the database's address.
const DATABASE: &str = "advisory-db-3157b0e258782691";
/// Days after which a snapshot is said to be old.
const FRESH: u64 = 60;
const SECONDS_OF_A_DAY: u64 = 24 * 60 * 60;

/// Checks the crates of Cargo.lock by the snapshot; says in one line that nothing was checked where
/// there is none.
pub fn check(project: &Project, deny: &Path) -> Outcome {
    let Some(file) = std::env::var_os(VARIABLE).filter(|file| !file.is_empty()) else {
        println!(
            "\n▸ Advisories and yanked crates were NOT checked: {VARIABLE} names no {}YYYY-MM-DD{}",
            NAME.0, NAME.1
        );
        return Ok(());
    };
    let snapshot = Snapshot::of(PathBuf::from(file))?;
    let rules = project.root.join("deny.toml");
    let rules = fs::read_to_string(&rules).map_err(|error| failed(&rules, &error))?;
    #[allow(clippy::disallowed_methods, reason = "the age of the snapshot is that of today")]
    let now = SystemTime::now();
    println!("\n▸ {}", snapshot.told(now));
    let folder = project.cache.join("advisories");
    let mut check = cargo_deny_check(&snapshot, &project.root, &rules, &folder, deny)?;
    process::step("Advisories and yanked crates", &mut check)
}

/// A snapshot of the database, and the day it was taken, in days since 1970.
struct Snapshot {
    file: PathBuf,
    date: String,
    day: u64,
}

impl Snapshot {
    /// Reads the day from the file's name.
    fn of(file: PathBuf) -> Outcome<Self> {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let date = name.strip_prefix(NAME.0).and_then(|name| name.strip_suffix(NAME.1));
        let known = date.and_then(|date| Some((date.to_owned(), day_of(date)?)));
        let Some((date, day)) = known else {
            return Err(format!("{VARIABLE}: {name} is not named {}YYYY-MM-DD{}.", NAME.0, NAME.1));
        };
        Ok(Self { file, date, day })
    }

    /// The day of the snapshot and its age, and plainly that it is old, if it is.
    fn told(&self, now: SystemTime) -> String {
        let today = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / SECONDS_OF_A_DAY;
        let age = today.saturating_sub(self.day);
        let old = if age > FRESH {
            format!("; OLDER THAN {FRESH} DAYS: what became known since is not checked")
        } else {
            String::new()
        };
        format!("Advisories as of {}, {age} days old{old}", self.date)
    }

    /// Puts the database where cargo-deny finds it.
    fn unpack(&self, folder: &Path) -> Outcome {
        let database = folder.join(DATABASE);
        if database.exists() {
            fs::remove_dir_all(&database).map_err(|error| failed(&database, &error))?;
        }
        let fetched = database.join(".git/FETCH_HEAD");
        fs::create_dir_all(database.join(".git")).map_err(|error| failed(&database, &error))?;
        process::output(Command::new("tar").arg("-xJf").arg(&self.file).arg("-C").arg(&database))?;
        if !database.join("crates").is_dir() {
            return Err(format!("{} holds no folder `crates`.", self.file.display()));
        }
        // By the time of this file cargo-deny tells how old the database is.
        let taken = UNIX_EPOCH + Duration::from_secs(self.day * SECONDS_OF_A_DAY);
        File::create(&fetched)
            .and_then(|file| file.set_modified(taken))
            .map_err(|error| failed(&fetched, &error))
    }
}

/// cargo-deny, ready to judge the crates of the project at `root` by these rules.
fn cargo_deny_check(
    snapshot: &Snapshot,
    root: &Path,
    rules: &str,
    folder: &Path,
    deny: &Path,
) -> Outcome<Command> {
    snapshot.unpack(folder)?;
    let copy = folder.join("deny.toml");
    fs::write(&copy, with_database(rules, folder)?).map_err(|error| failed(&copy, &error))?;
    let mut command = Command::new(deny);
    command
        .current_dir(root)
        .args(["--offline", "--log-level", "error", "--config"])
        .arg(&copy)
        .arg("check")
        // A crate that is missing in the index was not checked.
        .args(["--deny", "index-failure", "--deny", "index-cache-load-failure"])
        .arg("advisories");
    Ok(command)
}

/// The rules, and where the database is: cargo-deny reads that from its rules alone.
fn with_database(rules: &str, folder: &Path) -> Outcome<String> {
    const SECTION: &str = "[advisories]\n";
    if !rules.contains(SECTION) {
        return Err("deny.toml has no section `[advisories]`.".into());
    }
    let path = serde_json::Value::from(folder.to_string_lossy().into_owned());
    Ok(rules.replacen(SECTION, &format!("{SECTION}db-path = {path}\n"), 1))
}

/// The number of a day such as `2026-08-20`, counted from 1970-01-01.
fn day_of(date: &str) -> Option<u64> {
    let mut parts = date.split('-').map(str::parse::<u64>);
    let (year, month, day) = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
    let is_date = date.len() == 10
        && parts.next().is_none()
        && (1970..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day);
    // Years begin in March here, so that a leap day is the last of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day;
    const OF_1970: u64 = 719_469;
    is_date.then(|| days - OF_1970)
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}.", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup;

    const RULES: &str = "[advisories]\nmaximum-db-staleness = \"P3650D\"\nyanked = \"deny\"\n";

    /// A folder of its own for one test, gone afterwards.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        /// A snapshot with one advisory, against every version of this crate.
        fn snapshot(&self, against: &str) -> Snapshot {
            let database = self.0.join(format!("of-{against}"));
            let folder = database.join("crates").join(against);
            fs::create_dir_all(&folder).unwrap();
            let advisory = format!(
                "```toml\n[advisory]\nid = \"RUSTSEC-2026-9999\"\npackage = \"{against}\"\n\
                 date = \"2026-01-01\"\n[versions]\npatched = []\n```\n\n# Planted\n\nBy a test.\n"
            );
            fs::write(folder.join("RUSTSEC-2026-9999.md"), advisory).unwrap();
            let file = database.join("rustsec-advisory-db-2026-08-20.tar.xz");
            let mut pack = Command::new("tar");
            pack.arg("-cJf").arg(&file).arg("-C").arg(&database).arg("crates");
            process::output(&mut pack).unwrap();
            Snapshot::of(file).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn r_w10_an_advisory_against_a_crate_in_use_fails_the_check_and_no_other_does() {
        let project = Project::find().unwrap();
        let deny = setup::cargo_deny(&project).unwrap();
        let folder = Folder::new("stockhand-advisories");
        let found = |against: &str| {
            let (snapshot, unpacked) = (folder.snapshot(against), folder.0.join("unpacked"));
            let mut check =
                cargo_deny_check(&snapshot, &project.root, RULES, &unpacked, &deny).unwrap();
            let said = check.output().unwrap();
            let told = String::from_utf8_lossy(&said.stderr).into_owned();
            (!said.status.success()).then_some(told)
        };
        assert_eq!(found("openssl"), None, "no crate of that name is in use");
        let told = found("serde").unwrap();
        assert!(told.contains("RUSTSEC-2026-9999"), "{told}");
    }

    /// A home of cargo's whose copy of the index says that this version was withdrawn; all else in it is
    /// the real one's.
    fn home_without(folder: &Path, name: &str, version: &str) -> PathBuf {
        let real = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let real = real.unwrap_or_else(|| PathBuf::from(std::env::var_os("HOME").unwrap()));
        let real = if real.join("registry").is_dir() { real } else { real.join(".cargo") };
        let home = folder.join("cargo");
        fs::create_dir_all(home.join("registry")).unwrap();
        for (place, but) in [("", "registry"), ("registry", "index")] {
            for entry in fs::read_dir(real.join(place)).unwrap().map(Result::unwrap) {
                if entry.file_name() != but {
                    let link = home.join(place).join(entry.file_name());
                    std::os::unix::fs::symlink(entry.path(), link).unwrap();
                }
            }
        }
        let mut copy = Command::new("cp");
        copy.arg("-r").arg(real.join("registry/index")).arg(home.join("registry/index"));
        process::output(&mut copy).unwrap();
        let file = format!(".cache/{}/{}/{name}", &name[..2], &name[2..4]);
        let mut withdrawn = 0;
        for index in fs::read_dir(home.join("registry/index")).unwrap().map(Result::unwrap) {
            let Ok(entry) = fs::read(index.path().join(&file)) else { continue };
            let at = |from: usize, text: &str| {
                let found = entry[from..].windows(text.len()).position(|at| at == text.as_bytes());
                found.map(|at| from + at)
            };
            // Versions stand as JSON objects with zero bytes between, with or without spaces.
            let of_version =
                [format!("\"vers\":\"{version}\""), format!("\"vers\": \"{version}\"")];
            let Some(from) = of_version.iter().find_map(|text| at(0, text)) else { continue };
            let state = at(from, "\"yanked\":").unwrap();
            let no = at(state, "false").unwrap();
            let said = [&entry[..no], b"true", &entry[no + "false".len()..]].concat();
            fs::write(index.path().join(&file), said).unwrap();
            withdrawn += 1;
        }
        assert!(withdrawn > 0, "no index knows {name} {version}");
        home
    }

    #[test]
    fn r_w10_a_withdrawn_version_in_use_fails_the_check() {
        let project = Project::find().unwrap();
        let deny = setup::cargo_deny(&project).unwrap();
        let folder = Folder::new("stockhand-withdrawn");
        let lock = fs::read_to_string(project.root.join("Cargo.lock")).unwrap();
        let (_, anyhow) = lock.split_once("name = \"anyhow\"\nversion = \"").unwrap();
        let version = anyhow.split('"').next().unwrap();
        let snapshot = folder.snapshot("openssl");
        let mut check =
            cargo_deny_check(&snapshot, &project.root, RULES, &folder.0.join("x"), &deny).unwrap();
        check.env("CARGO_HOME", home_without(&folder.0, "anyhow", version));
        let said = check.output().unwrap();
        let told = String::from_utf8_lossy(&said.stderr);
        assert!(!said.status.success() && told.contains("yanked crate"), "{told}");
    }

    #[test]
    fn r_w10_every_crate_is_pinned_with_its_checksum_and_from_one_registry() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap();
        let mut sources = std::collections::BTreeSet::new();
        let mut ours = Vec::new();
        for package in lock.split("[[package]]\n").skip(1) {
            let value = |key: &str| {
                let line = package.lines().find_map(|line| line.strip_prefix(key));
                line.map(|value| value.trim_matches(['=', ' ', '"']).to_owned())
            };
            let name = value("name").unwrap();
            match value("source") {
                Some(source) => {
                    assert!(value("checksum").is_some(), "{name} has no checksum");
                    sources.insert(source);
                }
                None => ours.push(name),
            }
        }
        assert_eq!(sources.len(), 1, "{sources:?}");
        assert!(sources.iter().all(|source| source.starts_with("registry+")), "{sources:?}");
        let expected = [
            "backend",
            "bare",
            "client",
            "console",
            "contract",
            "cups",
            "house",
            "paper",
            "postgresql",
            "practice",
            "printers",
            "proof",
            "rules",
            "stockhand",
            "ui",
            "xtask",
        ];
        assert_eq!(ours, expected);
    }

    #[test]
    fn a_snapshot_without_advisories_is_none() {
        let folder = Folder::new("stockhand-no-advisories");
        let file = folder.0.join("rustsec-advisory-db-2026-08-20.tar.xz");
        fs::write(folder.0.join("README"), "nothing").unwrap();
        let mut pack = Command::new("tar");
        pack.arg("-cJf").arg(&file).arg("-C").arg(&folder.0).arg("README");
        process::output(&mut pack).unwrap();
        let told = Snapshot::of(file).unwrap().unpack(&folder.0.join("unpacked")).unwrap_err();
        assert!(told.contains("crates"), "{told}");
    }

    #[test]
    fn a_snapshot_tells_its_day_and_plainly_that_it_is_old() {
        let snapshot = |name: &str| Snapshot::of(PathBuf::from("/x").join(name));
        let taken = snapshot("rustsec-advisory-db-2026-08-20.tar.xz").unwrap();
        let on = |date: &str| {
            let day = day_of(date).unwrap();
            taken.told(UNIX_EPOCH + Duration::from_secs(day * SECONDS_OF_A_DAY))
        };
        assert_eq!(on("2026-10-19"), "Advisories as of 2026-08-20, 60 days old");
        assert!(on("2026-10-20").contains("61 days old; OLDER THAN 60 DAYS"));
        for name in ["db.tar.xz", "rustsec-advisory-db-2026-13-01.tar.xz"] {
            assert!(snapshot(name).err().is_some_and(|told| told.contains(name)));
        }
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        assert_eq!(day_of("1970-01-01"), Some(0));
        assert_eq!(day_of("2000-03-01"), Some(11_017));
        assert_eq!(day_of("2026-11-23"), Some(20_780));
        assert_eq!(day_of("2026-1-23"), None);
    }

    #[test]
    fn the_rules_of_the_project_take_the_database() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let rules = fs::read_to_string(root.join("deny.toml")).unwrap();
        let copy = with_database(&rules, Path::new("/there")).unwrap();
        assert!(copy.contains("[advisories]\ndb-path = \"/there\"\n"));
        assert!(with_database("[bans]\n", Path::new("/there")).is_err());
    }
}
