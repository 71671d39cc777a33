//! What a mixed history left behind, brought into the form the checker reads: every operation with its
//! number and its end, every effect with its number, and whether its writer could have seen what it
//! replaced. The numbers are written into what is asked for: texts `N17N`, and 1,017 pieces.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use backend::{Backend, Clock};
use chrono::DateTime;
use contract::{
    HeaderFields, JournalEvent, JournalFilter, JournalRow, LineChange, ListJournal, Operation,
    OperationKey, OperationRow, OperationState, Rows,
};
use practice::Effect;

use super::asks::Ask;
use super::checker::{Deed, End, Trace, What};
use crate::promise::Violation;
use crate::proxy::Exchange;

/// Numbers of pieces begin here; what the desk prepares has fewer.
pub const PIECES: u64 = 1_000;

/// A service may take so long from doing something until a reading shows it.
const DOING: Duration = Duration::from_millis(100);

/// A history in the checker's words.
#[derive(Default)]
pub struct Story {
    /// All operations of both users.
    pub deeds: Vec<Deed>,
    /// All effects of both users.
    pub traces: Vec<Trace>,
    /// When the service did each of them.
    done: Vec<Instant>,
    exchanges: BTreeMap<usize, Vec<Exchange>>,
}

/// All entries of a journal, the oldest first.
///
/// # Errors
/// If it cannot be read.
pub async fn journal(backend: &Backend) -> Result<Vec<JournalRow>, Violation> {
    let mut all = Vec::new();
    loop {
        let rows = Rows { start: u32::try_from(all.len())?, count: 500, sort: Vec::new() };
        let request = ListJournal { rows, filter: JournalFilter::default() };
        let page = backend.list_journal(request).await?;
        let (last, of) = (page.rows.is_empty(), usize::try_from(page.total)?);
        all.extend(page.rows);
        if last || all.len() >= of {
            all.reverse();
            return Ok(all);
        }
    }
}

/// Whether a request has a place for its number.
#[must_use]
pub fn is_numbered(ask: &Ask) -> bool {
    let plain = |change: &LineChange| {
        matches!(change, LineChange::Revert { .. } | LineChange::Delete { .. })
    };
    !matches!(ask, Ask::Lines(changes) if changes.iter().any(plain))
}

/// Operations as they were asked for: what was given up of one is no more in it.
pub fn as_asked(rows: &mut [OperationRow], journal: &[JournalRow]) {
    let kept = journal.iter().filter(|entry| entry.event == JournalEvent::Kept);
    let asked: BTreeMap<_, _> = kept.map(|entry| (entry.key, &entry.operation)).collect();
    for row in rows {
        if let Some(Some(operation)) = asked.get(&row.key) {
            row.operation = operation.clone();
        }
    }
}

/// The number in what was asked for; none where nothing has a place for one.
#[must_use]
pub fn number_of(operation: &Operation) -> Option<u64> {
    match operation {
        Operation::CreateMovement(form) => marked(&form.name),
        Operation::CreateCategory { name } => marked(name),
        Operation::UpdateHeader(fields) => {
            fields.name.as_deref().or(fields.description.as_deref()).and_then(marked)
        }
        Operation::Pick { picks, .. } => picks.first().map(|pick| u64::from(pick.quantity)),
        Operation::ChangeLine(change) => match change {
            LineChange::Create { quantity, .. } => pieces(i64::from(*quantity)),
            LineChange::Update { quantity, .. } => pieces(i64::from((*quantity)?)),
            LineChange::Revise { reason_code, .. }
            | LineChange::Cancel { reason_code, .. }
            | LineChange::Substitute { reason_code, .. } => marked(reason_code),
            LineChange::Revert { .. } | LineChange::Delete { .. } => None,
        },
    }
}

/// The number in an effect.
#[must_use]
pub fn number_in(effect: &Effect) -> Option<u64> {
    let text = |name: &str| effect.detail[name].as_str().and_then(marked);
    match effect.operation.as_str() {
        "pick" => effect.detail["quantityPicked"].as_u64(),
        "createItem" | "updateItem" => effect.detail["quantityRequested"].as_i64().and_then(pieces),
        "updateHeader" => text("name").or_else(|| text("description")),
        _ => text("name").or_else(|| text("reasonCode")),
    }
}

fn marked(text: &str) -> Option<u64> {
    text.trim().strip_prefix('N')?.strip_suffix('N')?.parse().ok()
}

fn pieces(number: i64) -> Option<u64> {
    u64::try_from(number).ok()?.checked_sub(PIECES)
}

impl Story {
    /// The effects of two users, in the order of the log.
    ///
    /// # Errors
    /// If an effect does not say when it was done.
    pub fn of(effects: &[Effect], users: [&str; 2]) -> Result<Self, Violation> {
        let mut story = Self::default();
        for effect in effects {
            let Some(user) = users.iter().position(|user| *user == effect.user) else { continue };
            let item = effect.item.clone().unwrap_or_default();
            let movement = effect.movement.clone().unwrap_or_default();
            let trace = |what, target: String, number| Trace {
                user,
                number,
                what,
                target,
                could_see: false,
            };
            match effect.operation.as_str() {
                "updateHeader" => {
                    for (field, value) in effect.detail.as_object().into_iter().flatten() {
                        let number = value.as_str().and_then(marked);
                        let target = format!("{movement}/{field}");
                        story.traces.push(trace(What::Field, target, number));
                    }
                }
                "updateItem" => {
                    story.traces.push(trace(
                        What::Field,
                        format!("{movement}/{item}"),
                        number_in(effect),
                    ));
                }
                "revertItem" => story.traces.push(trace(What::Revert, item, None)),
                "deleteItem" => story.traces.push(trace(What::Delete, item, None)),
                // A line that the other user deleted before it was looked for is added once more.
                "createItem" if is_replaced(effect, effects) => {}
                _ => story.traces.push(trace(What::Unique, String::new(), number_in(effect))),
            }
            story.done.resize(story.traces.len(), moment_of(effect)?);
        }
        Ok(story)
    }

    /// Adds a user's operations, with what the journal tells of each, and what the proxy saw.
    pub fn tell(
        &mut self,
        user: usize,
        rows: &[OperationRow],
        journal: &[JournalRow],
        exchanges: &[Exchange],
    ) {
        self.exchanges.insert(user, exchanges.to_vec());
        let mut events = BTreeMap::<OperationKey, Vec<JournalEvent>>::new();
        for entry in journal {
            events.entry(entry.key).or_default().push(entry.event);
        }
        for row in rows {
            let events = events.get(&row.key).map(Vec::as_slice).unwrap_or_default();
            self.deeds.push(deed(user, row, events, exchanges));
        }
    }

    /// Finds out of every field that was replaced whether its writer had read it well after the value
    /// that was there.
    pub fn look(&mut self) {
        let mut last = BTreeMap::<String, usize>::new();
        for at in 0..self.traces.len() {
            let trace = self.traces[at].clone();
            if trace.what != What::Field {
                continue;
            }
            let before = last.insert(trace.target.clone(), at);
            self.traces[at].could_see = before.is_some_and(|before| {
                self.traces[before].user != trace.user && self.was_seen(&trace, self.done[before])
            });
        }
    }

    /// Whether every request of the writer that can have written the value began to be made from a
    /// reading after the other's value was there.
    fn was_seen(&self, trace: &Trace, there: Instant) -> bool {
        let movement = trace.target.split('/').next().unwrap_or_default();
        let path = format!("/api/stockMovements/{movement}");
        let all = self.exchanges.get(&trace.user).into_iter().flatten();
        let ours: Vec<_> = all.filter(|one| one.path == path).collect();
        let wrote = |one: &Exchange| {
            one.method == "POST" && trace.number.is_some_and(|number| tells(&one.request, number))
        };
        let mut writes = ours.iter().filter(|one| wrote(one) && handed(one, there)).peekable();
        writes.peek().is_some()
            && writes.all(|write| {
                let mut reads: Vec<Instant> = ours
                    .iter()
                    .filter(|one| one.method == "GET" && one.arrived < write.arrived)
                    .filter(|one| one.status == Some(200) && one.returned >= one.answer)
                    .map(|one| one.arrived)
                    .collect();
                // The very last may be a page's, that came between the sender's own and the write.
                reads.sort_unstable();
                let last = reads.len().checked_sub(2).or(reads.len().checked_sub(1));
                last.is_some_and(|at| reads[at] > there + DOING)
            })
    }

    /// What came to the service about the movements these words name, in its order: for whoever is to
    /// find out how it came to a violation.
    #[must_use]
    pub fn tale(&self, words: &str) -> String {
        let all =
            self.exchanges.iter().flat_map(|(user, all)| all.iter().map(move |one| (user, one)));
        let movement = |one: &Exchange| one.path.rsplit('/').next().unwrap_or_default().to_owned();
        let numbers: Vec<u64> = words
            .split("number: ")
            .filter_map(|rest| rest.split(',').next()?.parse().ok())
            .collect();
        let names = |one: &Exchange| numbers.iter().any(|number| tells(&one.request, *number));
        let mut about: Vec<_> =
            all.filter(|(_, one)| words.contains(&movement(one)) || names(one)).collect();
        about.sort_by_key(|(_, one)| one.handed_on.unwrap_or(one.arrived));
        let began = about.first().map(|(_, one)| one.arrived);
        let since = |at: Option<Instant>| {
            let since = at.zip(began).map(|(at, began)| at.saturating_duration_since(began));
            since.map_or_else(|| "never".to_owned(), |since| since.as_millis().to_string())
        };
        let lines = about.iter().map(|(user, one)| {
            let text = String::from_utf8_lossy(&one.request);
            let body = text.split("\r\n\r\n").nth(1).unwrap_or_default();
            format!(
                "\n  user {user} {} {}: came {}, handed on {}, ended {}; {:?}, {} of {} bytes back {body}",
                one.method,
                movement(one),
                since(Some(one.arrived)),
                since(one.handed_on),
                since(one.ended),
                one.status,
                one.returned,
                one.answer,
            )
        });
        let of = |trace: &&Trace| {
            let movement = trace.target.split('/').next().unwrap_or_default();
            !movement.is_empty() && words.contains(movement)
        };
        let traces = self.traces.iter().filter(of).map(|trace| format!("\n  {trace:?}"));
        traces.chain(lines).collect()
    }

    /// Whether a request came to the service so long after its client had seen the end of it.
    #[must_use]
    pub fn arrived_too_late(&self, limit: Duration) -> bool {
        self.exchanges.values().flatten().any(|one| {
            let late =
                one.handed_on.zip(one.ended).map(|(on, end)| on.saturating_duration_since(end));
            one.method == "POST" && late.is_some_and(|late| late > limit)
        })
    }
}

/// Whether a line that was added was deleted by somebody else, and the same was added again then.
fn is_replaced(added: &Effect, effects: &[Effect]) -> bool {
    let deleted = effects.iter().find(|effect| {
        effect.operation == "deleteItem" && effect.item == added.item && effect.user != added.user
    });
    deleted.is_some_and(|deleted| {
        effects.iter().any(|again| {
            again.operation == "createItem"
                && (again.seq > deleted.seq && again.user == added.user)
                && number_in(again) == number_in(added)
        })
    })
}

/// Whether a request may have been done after that.
fn handed(exchange: &Exchange, after: Instant) -> bool {
    // Two that come to the service at once may be done in the other order.
    exchange.handed_on.is_some_and(|at| at + DOING >= after)
}

/// Whether a request names a number, as a text or as pieces.
fn tells(request: &[u8], number: u64) -> bool {
    let text = String::from_utf8_lossy(request);
    let pieces = PIECES.saturating_add(number).to_string();
    text.contains(&format!("N{number}N"))
        || text.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == pieces)
}

/// The moment of an effect: the service runs on the clock of this computer.
fn moment_of(effect: &Effect) -> Result<Instant, Violation> {
    let at = DateTime::parse_from_rfc3339(&effect.at)?.to_utc();
    let ago = Clock::system().now().signed_duration_since(at).to_std().unwrap_or_default();
    Instant::now().checked_sub(ago).ok_or_else(|| Violation(format!("{effect:?} is too old")))
}

fn deed(user: usize, row: &OperationRow, events: &[JournalEvent], exchanges: &[Exchange]) -> Deed {
    let item = || match &row.operation {
        Operation::ChangeLine(change) => change.item().map(ToString::to_string),
        _ => None,
    };
    let movement = || movement_of(row, exchanges);
    let (what, target, base) = match &row.operation {
        Operation::UpdateHeader(fields) => {
            let field = if fields.name.is_some() { "name" } else { "description" };
            let seen = row.header.as_ref().and_then(|seen| seen_number(seen, field));
            (What::Field, format!("{}/{field}", movement()), seen)
        }
        Operation::ChangeLine(LineChange::Update { .. }) => {
            let seen = row.line.as_ref().and_then(|line| line.quantity_requested);
            let target = format!("{}/{}", movement(), item().unwrap_or_default());
            (What::Field, target, seen.and_then(pieces))
        }
        Operation::ChangeLine(LineChange::Revert { .. }) => {
            (What::Revert, item().unwrap_or_default(), None)
        }
        Operation::ChangeLine(LineChange::Delete { .. }) => {
            (What::Delete, item().unwrap_or_default(), None)
        }
        _ => (What::Unique, String::new(), None),
    };
    let decided = [
        JournalEvent::Decided,
        JournalEvent::Retried,
        JournalEvent::Edited,
        JournalEvent::Restored,
    ];
    Deed {
        user,
        number: number_of(&row.operation).unwrap_or(u64::MAX),
        what,
        target,
        end: match row.state {
            OperationState::Sent { .. } => End::Done,
            OperationState::Dropped { .. } => End::GivenUp,
            _ => End::Open,
        },
        lost: is_lost(events),
        decisions: u64::try_from(events.iter().filter(|e| decided.contains(e)).count())
            .unwrap_or_default(),
        base,
        decides: match &row.operation {
            Operation::ChangeLine(
                LineChange::Revise { item, .. }
                | LineChange::Substitute { item, .. }
                | LineChange::Cancel { item, .. },
            ) => Some(item.to_string()),
            _ => None,
        },
        // A decision in place of another takes that back in the same request.
        reverts: matches!(
            row.operation,
            Operation::ChangeLine(
                LineChange::Revise { .. }
                    | LineChange::Substitute { .. }
                    | LineChange::Cancel { .. }
            )
        ),
    }
}

/// The service's id of the movement an operation changes: the one its own requests were about.
fn movement_of(row: &OperationRow, exchanges: &[Exchange]) -> String {
    let number = number_of(&row.operation);
    let wrote = exchanges.iter().find(|one| {
        one.method == "POST"
            && one.path.starts_with("/api/stockMovements/")
            && number.is_some_and(|number| tells(&one.request, number))
    });
    let path = wrote.map(|one| one.path.trim_start_matches("/api/stockMovements/"));
    path.unwrap_or_default().to_owned()
}

fn seen_number(fields: &HeaderFields, field: &str) -> Option<u64> {
    let value = if field == "name" { &fields.name } else { &fields.description };
    value.as_deref().and_then(marked)
}

/// Whether the last attempt had no certain end. A refusal is one if it is the attempt's own answer.
fn is_lost(events: &[JournalEvent]) -> bool {
    let mut lost = false;
    let mut before = None;
    for event in events {
        lost = match event {
            JournalEvent::Attempted => true,
            JournalEvent::NotDone => false,
            JournalEvent::Refused if before == Some(JournalEvent::Attempted) => false,
            _ => lost,
        };
        before = Some(*event);
    }
    lost
}

#[cfg(test)]
mod tests;
