//! What `lpstat` says of printers, read.

use std::collections::{BTreeMap, BTreeSet};

use crate::job::is_name;

/// A printer of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printer {
    /// Its name, by which it is printed on.
    pub name: String,
    /// What people call it; its name where nobody said.
    pub description: String,
    /// Where it is; empty where nobody said.
    pub location: String,
    /// Whether it is the default: the user's own, or else the system's.
    pub is_default: bool,
    /// Whether it takes jobs now and prints them.
    pub stand: Stand,
    /// Why it stands so, as keywords of IPP: `paused`, `media-empty-error`. May be empty.
    pub reasons: Vec<String>,
    /// Why it stands so, in words of the server or its administrator. May be empty.
    pub message: String,
}

/// Whether a printer takes jobs now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stand {
    /// It takes them and prints them.
    Ready,
    /// It keeps them until somebody lets it go on: it was switched off, or stopped after a failure.
    Paused,
    /// It keeps them, and says itself that it stopped.
    Stopped,
    /// It keeps them, and its device is not reached.
    Unreachable,
    /// It refuses them.
    Rejecting,
}

impl Stand {
    /// Whether a job that is sent now is taken, be it printed now or later.
    #[must_use]
    pub fn takes_jobs(self) -> bool {
        self != Self::Rejecting
    }

    /// Whether jobs wait until somebody lets the printer go on.
    pub(crate) fn is_off(self) -> bool {
        matches!(self, Self::Paused | Self::Stopped)
    }
}

/// What is said about printers: by `lpstat -l -p`, `-a`, `-d` and `-l -e`.
pub fn printers(long: &str, accepting: &str, default: &str, known: &str) -> Vec<Printer> {
    let refusals = refusals(accepting);
    let default = default_name(default);
    let mut found = described(long);
    let names: BTreeSet<String> = found.iter().map(|printer| printer.name.clone()).collect();
    found.extend(only_known(known).filter(|printer| !names.contains(&printer.name)));
    for printer in &mut found {
        if let Some(reason) = refusals.get(&printer.name) {
            printer.stand = Stand::Rejecting;
            if printer.message.is_empty() {
                printer.message.clone_from(reason);
            }
        }
        printer.is_default = default.as_deref() == Some(printer.name.as_str());
    }
    found
}

/// Which printers refuse jobs and why, from what `lpstat -a` says.
pub fn refusals(accepting: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut refusing: Option<String> = None;
    for line in accepting.lines() {
        if let Some(reason) = line.strip_prefix('\t') {
            if let Some(name) = &refusing {
                found.insert(name.clone(), known_reason(reason));
            }
            continue;
        }
        refusing = None;
        let Some((name, rest)) = line.split_once(' ') else { continue };
        if is_name(name) && rest.starts_with("not accepting requests") {
            found.insert(name.to_owned(), String::new());
            refusing = Some(name.to_owned());
        }
    }
    found
}

/// The name in what `lpstat -d` says, without the set of options behind it.
fn default_name(told: &str) -> Option<String> {
    let name = told.lines().find_map(|line| line.strip_prefix("system default destination: "))?;
    let name = name.split('/').next().unwrap_or_default().trim();
    is_name(name).then(|| name.to_owned())
}

/// Printers that have no queue yet: they get one once they are printed on.
fn only_known(told: &str) -> impl Iterator<Item = Printer> {
    let names = told.lines().filter_map(|line| line.split(' ').next());
    let names: BTreeSet<_> = names.filter(|name| is_name(name)).collect();
    names.into_iter().map(|name| blank(name, Stand::Ready))
}

fn blank(name: &str, stand: Stand) -> Printer {
    Printer {
        name: name.to_owned(),
        description: name.to_owned(),
        location: String::new(),
        is_default: false,
        stand,
        reasons: Vec::new(),
        message: String::new(),
    }
}

/// The printers in what `lpstat -l -p` says: a line for each, and lines that are set in below it.
fn described(long: &str) -> Vec<Printer> {
    let mut found: Vec<Printer> = Vec::new();
    let mut is_message = false;
    for line in long.lines() {
        if let Some(printer) = heading(line) {
            found.push(printer);
            is_message = true;
            continue;
        }
        let (Some(printer), Some(line)) = (found.last_mut(), line.strip_prefix('\t')) else {
            continue;
        };
        if line.starts_with("Form mounted:") {
            is_message = false;
        } else if is_message {
            let words = known_reason(line);
            let between = if printer.message.is_empty() || words.is_empty() { "" } else { " " };
            printer.message = format!("{}{between}{words}", printer.message);
        } else if let Some(words) = line.strip_prefix("Description:") {
            if !words.trim().is_empty() {
                words.trim().clone_into(&mut printer.description);
            }
        } else if let Some(words) = line.strip_prefix("Location:") {
            words.trim().clone_into(&mut printer.location);
        } else if let Some(words) = line.strip_prefix("Alerts:") {
            let reasons = words.split_whitespace().filter(|reason| *reason != "none");
            printer.reasons = reasons.map(str::to_owned).collect();
        }
    }
    for printer in &mut found {
        judge(printer);
    }
    found
}

/// `printer office is idle.  enabled since …`
fn heading(line: &str) -> Option<Printer> {
    let (name, rest) = line.strip_prefix("printer ")?.split_once(' ')?;
    let is_stopped = rest.starts_with("disabled");
    let is_heading = is_stopped || rest.starts_with("is idle") || rest.starts_with("now printing");
    let stand = if is_stopped { Stand::Stopped } else { Stand::Ready };
    (is_name(name) && is_heading).then(|| blank(name, stand))
}

/// What a server says where nobody gave a reason is none.
fn known_reason(words: &str) -> String {
    let words = words.trim();
    let is_none =
        matches!(words, "reason unknown" | "Reason unknown" | "Paused" | "Rejecting Jobs");
    if is_none { String::new() } else { words.to_owned() }
}

/// Tells a printer that was switched off from one that stopped, and one that is not reached from one
/// that is ready.
fn judge(printer: &mut Printer) {
    let has = |wanted: &str| printer.reasons.iter().any(|reason| reason.starts_with(wanted));
    if printer.stand == Stand::Stopped {
        if has("paused") {
            printer.stand = Stand::Paused;
        }
        return;
    }
    if has("offline") || has("timed-out") || is_unreachable(&printer.message) {
        printer.stand = Stand::Unreachable;
    }
}

/// Whether a message says that a device is not reached: what the backends of CUPS say while they try, as
/// there is a keyword only in part of the cases.
pub fn is_unreachable(message: &str) -> bool {
    let words = message.to_lowercase();
    let tries = ["may not exist or is unavailable", "unable to locate", "not responding"];
    words.contains("unreachable") || tries.iter().any(|it| words.contains(it))
}

#[cfg(test)]
mod tests;
