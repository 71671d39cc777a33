//! The history checker: what the journals of two users tell against what the service logged. Pure. An
//! operation that counts as done has one effect, one that was given up has none, one that nobody knew
//! about has at most one and is settled; nothing is done that nobody asked for; and no field that the
//! other user changed is replaced by somebody who could have seen that and did not.

use std::collections::BTreeMap;

/// How an operation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It is in the service.
    Done,
    /// The user gave it up, or ended a conflict so.
    GivenUp,
    /// It has not ended.
    Open,
}

/// By what an operation is known again in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// It sets a field to a value nobody else sets; the field is the target.
    Field,
    /// It makes or decides something nobody else makes or decides.
    Unique,
    /// It takes a decision about a line back; the line is the target.
    Revert,
    /// It deletes a line; the line is the target.
    Delete,
}

/// An operation, as a journal tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Whose.
    pub user: usize,
    /// Its number in the history.
    pub number: u64,
    /// What it is known by.
    pub what: What,
    /// What it is about.
    pub target: String,
    /// How it ended.
    pub end: End,
    /// Its last attempt was not answered for certain.
    pub lost: bool,
    /// How often the user decided, edited or retried it.
    pub decisions: u64,
    /// For a field: the number of the value it was decided upon; `None` for the first value.
    pub base: Option<u64>,
    /// The line about which it decides. What the other user takes back may be decided once more.
    pub decides: Option<String>,
    /// It may bring a revert of that line with it.
    pub reverts: bool,
}

/// An effect, as the service logged it; in the order of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Whose.
    pub user: usize,
    /// The number of what was written, where it has one.
    pub number: Option<u64>,
    /// What it is known by.
    pub what: What,
    /// What it is about.
    pub target: String,
    /// The writer had read the target well after the value that is replaced was there.
    pub could_see: bool,
}

/// Everything that does not agree, in words; nothing if all does.
#[must_use]
pub fn violations(deeds: &[Deed], traces: &[Trace]) -> Vec<String> {
    let mut found = Vec::new();
    for deed in deeds {
        if deed.end == End::Open {
            found.push(format!("{deed:?} is not settled"));
        }
        match deed.what {
            What::Field | What::Unique => once(deed, traces, &mut found),
            What::Delete => seen(deed, traces, &mut found),
            // A line may be open because what was to be taken back never came about.
            What::Revert => {}
        }
    }
    asked_for(deeds, traces, &mut found);
    repeated(deeds, traces, &mut found);
    overwritten(deeds, traces, &mut found);
    found
}

/// One effect of what is done, none of what was given up, at most one of what was lost.
fn once(deed: &Deed, traces: &[Trace], found: &mut Vec<String>) {
    let times = effects_of(deed, traces);
    let taken_back = traces.iter().filter(|trace| {
        let by_other = trace.what == What::Revert && trace.user != deed.user;
        by_other && deed.decides.as_deref() == Some(trace.target.as_str())
    });
    let most = 1 + deed.decisions + u64::try_from(taken_back.count()).unwrap_or_default();
    let fits = match deed.end {
        End::Done => (1..=most).contains(&times),
        // What was sent again after the user decided may have been done before.
        End::GivenUp if deed.lost || deed.decisions > 0 => times <= most,
        End::GivenUp => times == 0,
        End::Open => times <= most,
    };
    if !fits {
        found.push(format!("{deed:?} has {times} effects"));
    }
}

/// How often a deed took effect. A field counts again only if somebody could have known better: its
/// value may have been put back to what it was, or the other user may have replaced it in the very
/// moment in which a request was made of what had just been read.
fn effects_of(deed: &Deed, traces: &[Trace]) -> u64 {
    let (mut times, mut before) = (0, None);
    for trace in traces.iter().filter(|t| t.what == deed.what && t.target == deed.target) {
        if is_of(trace, deed) {
            let put_back = before.is_some_and(|value| value == deed.base);
            let again = deed.what == What::Unique || (trace.could_see && !put_back);
            times += u64::from(times == 0 || again);
        }
        before = Some(trace.number);
    }
    times
}

/// What is gone is gone whoever did it: somebody did.
fn seen(deed: &Deed, traces: &[Trace], found: &mut Vec<String>) {
    let mut alike =
        traces.iter().filter(|trace| trace.what == deed.what && trace.target == deed.target);
    if deed.end == End::Done && alike.next().is_none() {
        found.push(format!("{deed:?} is nowhere in the log"));
    }
}

/// Nothing is done that nobody asked for.
fn asked_for(deeds: &[Deed], traces: &[Trace], found: &mut Vec<String>) {
    for trace in traces.iter().filter(|trace| matches!(trace.what, What::Unique | What::Field)) {
        let stale = trace.what == What::Field && !trace.could_see;
        if !stale && !deeds.iter().any(|deed| is_of(trace, deed)) {
            found.push(format!("{trace:?} was asked for by nobody"));
        }
    }
}

/// Reverts and deletions are not repeated without being asked for.
fn repeated(deeds: &[Deed], traces: &[Trace], found: &mut Vec<String>) {
    let mut times = BTreeMap::<(usize, What, &str), u64>::new();
    for trace in traces.iter().filter(|t| matches!(t.what, What::Revert | What::Delete)) {
        *times.entry((trace.user, trace.what, &trace.target)).or_default() += 1;
    }
    for ((user, what, target), times) in times {
        let may = deeds.iter().filter(|deed| {
            let same = deed.what == what && deed.target == target;
            let brings =
                what == What::Revert && deed.reverts && deed.decides.as_deref() == Some(target);
            let failed = deed.end == End::GivenUp && !deed.lost && deed.decisions == 0;
            deed.user == user && (same || brings) && !failed
        });
        let most: u64 = may.map(|deed| 1 + deed.decisions).sum();
        if times > most {
            let of = |deed: &&Deed| deed.user == user && deed.target == target;
            let asked: Vec<_> = deeds.iter().filter(of).collect();
            found.push(format!("{what:?} of {target} {times} times, not {most}: {asked:?}"));
        }
    }
}

/// No field the other user changed is replaced unseen.
fn overwritten(deeds: &[Deed], traces: &[Trace], found: &mut Vec<String>) {
    let mut values = BTreeMap::<&str, (usize, Option<u64>)>::new();
    for trace in traces.iter().filter(|trace| trace.what == What::Field) {
        let before = values.insert(&trace.target, (trace.user, trace.number));
        let Some((other, value)) = before.filter(|(other, _)| *other != trace.user) else {
            continue;
        };
        let deed = deeds.iter().find(|deed| is_of(trace, deed));
        let knew = deed.is_some_and(|deed| deed.base == value || deed.decisions > 0);
        if trace.could_see && !knew {
            found.push(format!("{trace:?} replaced {value:?} of user {other} unseen"));
        }
    }
}

fn is_of(trace: &Trace, deed: &Deed) -> bool {
    trace.user == deed.user
        && trace.what == deed.what
        && trace.target == deed.target
        && trace.number == Some(deed.number)
}

#[cfg(test)]
mod tests;
