//! R-N7: no answer makes a reader panic or hang, and what is told of it is short, plain and names a
//! place. Malformed relatives of the fixtures and of the corpus go to the readers of all calls; the
//! corpus itself goes to each of them at each status.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use std::{fs, panic, thread};

use client::{Base, Outcome, Received, Trouble, judge};
use contract::{Endpoint, ObservedCall};
use serde::de::IgnoredAny;
use serde_json::Value;

use super::{lies, mutate};
use crate::promise::{Amount, Counts, Violation, check};
use crate::random::Random;
use crate::responder::base;
use crate::rows;

/// When an answer counts as one that hangs: far beyond what the slowest computer takes for it.
const HANGS: Duration = Duration::from_secs(20);
/// Threads that read at once.
const READERS: u64 = 2;
/// Answers to every one that is told over a socket.
const PER_LIE: u64 = 500;

const ENDPOINTS: [Endpoint; 24] = [
    Endpoint::Login,
    Endpoint::Logout,
    Endpoint::ChooseLocation,
    Endpoint::CreateCategory,
    Endpoint::ListMovements,
    Endpoint::ReadMovement,
    Endpoint::CreateMovement,
    Endpoint::UpdateMovement,
    Endpoint::Pick,
    Endpoint::ListBinLocations,
    Endpoint::ListStocklists,
    Endpoint::ListInternalLocations,
    Endpoint::ReadInternalLocation,
    Endpoint::ListProducts,
    Endpoint::Generic,
    Endpoint::Observed(ObservedCall::Status),
    Endpoint::Observed(ObservedCall::AppContext),
    Endpoint::Observed(ObservedCall::Session),
    Endpoint::Observed(ObservedCall::People),
    Endpoint::Observed(ObservedCall::Places),
    Endpoint::Observed(ObservedCall::ReasonCodes),
    Endpoint::Observed(ObservedCall::Substitutions),
    Endpoint::Observed(ObservedCall::EditPage),
    Endpoint::Observed(ObservedCall::PickPage),
];
const STATUSES: [u16; 12] = [200, 201, 204, 302, 400, 401, 403, 404, 500, 503, 599, 99];

/// Reads `count` malformed answers, the corpus, and some lies over sockets.
///
/// # Errors
/// If a reader panics or hangs, answers part of a list, or tells what it must not.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    let random = rows::find("R-N7")?.random(amount.start);
    let seeds = Arc::new(Seeds::read()?);
    let mut counts = watched(seeds, amount.count, &random)?;
    counts.take_in(&lies::told(amount.count.div_ceil(PER_LIE), random.branch("lies"))?);
    Ok(counts)
}

/// Well-formed and odd answers, with the calls that accept each.
struct Seeds {
    base: Base,
    bodies: Vec<Vec<u8>>,
    accepted_by: Vec<Vec<Endpoint>>,
}

impl Seeds {
    fn read() -> Result<Self, Violation> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        for folder in
            ["../fixtures", "../fixtures/observed", "../fixtures/oddities", "corpus/answers"]
        {
            for entry in fs::read_dir(here.join(folder))? {
                files.push(entry?.path());
            }
        }
        // The order of a folder is nobody's promise, and the random numbers count on it.
        files.sort();
        let bodies: Vec<_> =
            files.iter().filter(|path| path.is_file()).map(fs::read).collect::<Result<_, _>>()?;
        let base = base("http://stock.example/stockroom")?;
        let accepting = |body: &Vec<u8>| -> Vec<Endpoint> {
            let accepts = |endpoint: &Endpoint| {
                matches!(judge(&base, *endpoint, received(200, body)), Outcome::Accepted(1..))
            };
            ENDPOINTS.into_iter().filter(accepts).collect()
        };
        let accepted_by = bodies.iter().map(accepting).collect();
        Ok(Self { base, bodies, accepted_by })
    }
}

fn received(status: u16, body: &[u8]) -> Received<'_> {
    Received { status, content_type: None, location: None, set_cookie: None, body }
}

/// Reads on threads that are watched from here: one that hangs cannot say so itself.
fn watched(seeds: Arc<Seeds>, count: u64, random: &Random) -> Result<Counts, Violation> {
    let (tell, told) = mpsc::channel();
    let at: Arc<[AtomicU64]> = (0..READERS).map(AtomicU64::new).collect();
    for reader in 0..READERS {
        let (seeds, random, tell, at) = (seeds.clone(), random.clone(), tell.clone(), at.clone());
        thread::spawn(move || {
            let outcome = corpus(&seeds, reader).and_then(|mut counts| {
                for number in (reader..count).step_by(READERS as usize) {
                    at[reader as usize].store(number, Ordering::Relaxed);
                    one(&seeds, &random, number, &mut counts)?;
                }
                Ok(counts)
            });
            // Nobody listens any more if another reader has failed.
            let _ = tell.send(outcome);
        });
    }
    let mut counts = Counts::of([("panics", 0), ("hangs", 0)]);
    let mut seen = (Vec::new(), Instant::now());
    for _ in 0..READERS {
        loop {
            match told.recv_timeout(Duration::from_millis(200)) {
                Ok(outcome) => {
                    counts.take_in(&outcome?);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {
                    let now: Vec<_> = at.iter().map(|at| at.load(Ordering::Relaxed)).collect();
                    if now != seen.0 {
                        seen = (now, Instant::now());
                    }
                    let stuck = seen.1.elapsed() > HANGS;
                    check(!stuck, || format!("one of the answers {:?} hangs", seen.0))?;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Violation("a reader ended without a word".into()));
                }
            }
        }
    }
    Ok(counts)
}

/// The corpus as it is, shared among the readers.
fn corpus(seeds: &Seeds, reader: u64) -> Result<Counts, Violation> {
    let mut counts = Counts::default();
    for (number, body) in seeds.bodies.iter().enumerate() {
        if number as u64 % READERS != reader {
            continue;
        }
        for endpoint in ENDPOINTS {
            for status in STATUSES {
                read(&seeds.base, endpoint, received(status, body))?;
                counts.add("answers of the corpus", 1);
            }
        }
    }
    Ok(counts)
}

/// The answer of this number: what it is follows from the start and the number alone.
fn one(seeds: &Seeds, random: &Random, number: u64, counts: &mut Counts) -> Result<(), Violation> {
    let mut random = random.branch(&number.to_string());
    let seed = random.below(seeds.bodies.len());
    let body = mutate::malformed(&seeds.bodies, seed, &mut random);
    // Most go to a call that would accept the seed: there a reader reads deepest.
    let own = &seeds.accepted_by[seed];
    let stays = !own.is_empty() && !random.once_in(4);
    let endpoint = *random.pick(if stays { own } else { &ENDPOINTS });
    let status = if random.once_in(3) { *random.pick(&STATUSES) } else { 200 };
    let received = Received {
        content_type: random.once_in(4).then_some("text/html; charset=\u{7f}"),
        location: random.once_in(2).then_some(*random.pick(LOCATIONS)),
        set_cookie: random.once_in(2).then_some(*random.pick(COOKIES)),
        ..received(status, &body)
    };
    let accepted = read(&seeds.base, endpoint, received)
        .map_err(|Violation(words)| Violation(format!("answer {number}: {words}")))?;
    counts.add("answers", 1);
    counts.add("accepted all the same", accepted.into());
    Ok(())
}

const LOCATIONS: &[&str] =
    &["", "/", "//", "http://", "http://[", "/stockroom/auth/login;x", "\u{0}", "%"];
const COOKIES: &[&str] = &[
    "",
    "=",
    ";",
    "JSESSIONID",
    "JSESSIONID=",
    "JSESSIONID=a;Max-Age=x",
    "JSESSIONID=\u{e9}",
    "a=b;;;=",
];

/// Whether it was accepted.
fn read(base: &Base, endpoint: Endpoint, received: Received<'_>) -> Result<bool, Violation> {
    let shown = || {
        let body = String::from_utf8_lossy(received.body);
        format!(
            "{endpoint:?} {}: {:?}",
            received.status,
            body.chars().take(300).collect::<String>()
        )
    };
    let outcome = panic::catch_unwind(|| judge(base, endpoint, received))
        .map_err(|_| Violation(format!("panicked at {}", shown())))?;
    let plain = match &outcome {
        Outcome::Accepted(records) => whole_list(endpoint, received.body, *records),
        Outcome::Refused(refusal) => {
            let message = &refusal.message;
            message.chars().count() <= 2000 && !message.chars().any(|c| c.is_control() && c != '\n')
        }
        Outcome::Unclear(unclear) => {
            unclear.location.as_ref().is_none_or(|location| location.chars().count() <= 200)
        }
        Outcome::WrittenNoAnswer(Trouble::NotUnderstood { at, .. }) => {
            (1..=120).contains(&at.chars().count()) && at.is_ascii()
        }
        Outcome::SignedOut | Outcome::Forbidden => true,
        Outcome::NotWritten(_) | Outcome::WrittenNoAnswer(_) => false,
    };
    check(plain, || format!("{outcome:?} for {}", shown()))?;
    Ok(matches!(outcome, Outcome::Accepted(_)))
}

/// So many records can be those of a list: something of it must be readable.
fn is_of(list: &[Value], records: usize) -> bool {
    records <= list.len() && (records > 0 || list.is_empty())
}

/// A list is read whole, or without the rows that cannot be read; a list of one may be that one.
fn whole_list(endpoint: Endpoint, body: &[u8], records: usize) -> bool {
    let lists = matches!(
        endpoint,
        Endpoint::ListMovements
            | Endpoint::ListBinLocations
            | Endpoint::ListStocklists
            | Endpoint::ListInternalLocations
            | Endpoint::ListProducts
    );
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(object)) if lists => object.get("data").is_some_and(|data| match data {
            Value::Array(list) => is_of(list, records),
            Value::Object(_) => records == 1,
            _ => false,
        }),
        Ok(Value::Array(list)) if lists => is_of(&list, records),
        // Fields that mean nothing are passed over with their 1e400, but the whole must be JSON.
        Err(_) => {
            matches!(
                endpoint,
                Endpoint::Login | Endpoint::Logout | Endpoint::ChooseLocation | Endpoint::Pick
            ) || serde_json::from_slice::<IgnoredAny>(body).is_ok()
        }
        Ok(_) => true,
    }
}
