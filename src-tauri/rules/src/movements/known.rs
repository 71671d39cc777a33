//! All movements known here, in memory: headers from lists, lines from readings of one movement,
//! under our own keys. Crawls, readings and creations change them. Time and keys come in as arguments.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, OnceLock},
};

use chrono::{DateTime, Utc};
use contract::{Decisions, LineItem, Movement, MovementId, MovementKey, MovementRef, ReviewState};

use crate::{
    movements::news::News,
    search::{count_of, text::fold},
};

/// A movement as the service answered it, and when. Both times are taken while no other request about
/// the movement is under way: they tell the order in which the service dealt with the requests.
#[derive(Clone, Debug)]
pub struct Answered {
    /// As it was answered.
    pub movement: Movement,
    /// When it was asked for.
    pub asked: DateTime<Utc>,
    /// When the answer came.
    pub came: DateTime<Utc>,
}

/// A movement as it is known here.
#[derive(Clone, Debug)]
pub struct KnownMovement {
    /// Our own name of it.
    pub key: MovementKey,
    /// As last read. Its lines may be older than its header, and are `None` if never read.
    pub movement: Movement,
    /// When the header was last read.
    pub seen: DateTime<Utc>,
    /// When the lines were last read.
    pub lines_seen: Option<DateTime<Utc>>,
    /// A full list held it once.
    pub listed: bool,
    /// A full list held it once, and the last one did not.
    pub gone: bool,
    /// What became of it in the service since the user last left it.
    pub news: Arc<News>,
    /// Header and products of its lines, folded for search; made when first searched.
    pub folded: OnceLock<String>,
}

/// The movements known here.
#[derive(Clone, Debug, Default)]
pub struct MovementSet {
    by_key: HashMap<MovementKey, Arc<KnownMovement>>,
    by_id: HashMap<MovementId, MovementKey>,
    /// Keys that were given to a movement before it turned out to be one made here.
    renamed: HashMap<MovementKey, MovementKey>,
}

impl MovementSet {
    /// Puts in what the store held.
    pub fn restore(movements: impl IntoIterator<Item = KnownMovement>) -> Self {
        let mut set = Self::default();
        for known in movements {
            set.put(known);
        }
        set
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether none is known.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// All of them, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<KnownMovement>> {
        self.by_key.values()
    }

    /// One of them.
    pub fn get(&self, key: MovementKey) -> Option<&Arc<KnownMovement>> {
        self.by_key.get(self.renamed.get(&key).unwrap_or(&key))
    }

    /// One of them, by our key or by the service's id.
    pub fn find(&self, named: &MovementRef) -> Option<&Arc<KnownMovement>> {
        match named {
            MovementRef::Key(key) => self.get(*key),
            MovementRef::Id(id) => self.get(*self.by_id.get(id)?),
        }
    }

    /// Takes in a header from a list asked for at `asked`. A header read since is newer and stays;
    /// lines stay in any case, because lists leave them out. Answers what changed.
    pub fn take_header(
        &mut self,
        mut movement: Movement,
        asked: DateTime<Utc>,
        now: DateTime<Utc>,
        new_key: impl FnOnce() -> MovementKey,
    ) -> Arc<KnownMovement> {
        (movement.lines, movement.lines_left_out) = (None, 0);
        let Some(before) = self.find(&MovementRef::Id(movement.id.clone())) else {
            return self.put(KnownMovement {
                listed: true,
                ..KnownMovement::new(new_key(), movement, now)
            });
        };
        let mut known = KnownMovement { listed: true, gone: false, ..before.as_ref().clone() };
        if !is_newer(known.seen, asked, now) {
            let had = known.movement;
            movement.lines = had.lines;
            movement.lines_left_out = had.lines_left_out;
            // Every movement has these: a list that shows none leaves them out.
            movement.origin = movement.origin.or(had.origin);
            movement.destination = movement.destination.or(had.destination);
            movement.requested_by = movement.requested_by.or(had.requested_by);
            known.movement = movement;
            known.seen = now;
            known.folded = OnceLock::new();
        }
        self.put(known)
    }

    /// Takes in a movement that was read, made or changed alone. What came after it was asked for is
    /// newer and stays. `key` is the name it must have, if it must have one: a list may have shown a
    /// movement that is being made here before its maker was answered.
    pub fn take_movement(
        &mut self,
        answered: Answered,
        now: DateTime<Utc>,
        key: Option<MovementKey>,
        new_key: impl FnOnce() -> MovementKey,
    ) -> Arc<KnownMovement> {
        let Answered { mut movement, asked, came } = answered;
        let Some(before) = self.find(&MovementRef::Id(movement.id.clone())).cloned() else {
            let lines_seen = movement.lines.is_some().then_some(came);
            let key = key.unwrap_or_else(new_key);
            return self
                .put(KnownMovement { lines_seen, ..KnownMovement::new(key, movement, came) });
        };
        let key = key.unwrap_or(before.key);
        if key != before.key {
            self.by_key.remove(&before.key);
            self.renamed.insert(before.key, key);
        }
        let is_newer = |seen| is_newer(seen, asked, now);
        if is_newer(before.seen) && before.lines_seen.is_some_and(is_newer) {
            return self.put(KnownMovement { key, ..before.as_ref().clone() });
        }
        let lines_seen = if movement.lines.is_some() {
            Some(came)
        } else {
            movement.lines.clone_from(&before.movement.lines);
            movement.lines_left_out = before.movement.lines_left_out;
            before.lines_seen
        };
        // Whether the last list held it is for lists to say.
        let (listed, gone) = (before.listed, before.gone);
        let news = Arc::clone(&before.news);
        self.put(KnownMovement {
            lines_seen,
            listed,
            gone,
            news,
            ..KnownMovement::new(key, movement, came)
        })
    }

    /// Takes what differs between two readings as news, found by `compare`: a list leaves lines out.
    pub fn tell_news(
        &mut self,
        before: &KnownMovement,
        known: Arc<KnownMovement>,
        compare: fn(News, &Movement, &Movement) -> News,
    ) -> Arc<KnownMovement> {
        let news = compare((*before.news).clone(), &before.movement, &known.movement);
        if news == *known.news {
            return known;
        }
        self.put(KnownMovement { news: Arc::new(news), ..(*known).clone() })
    }

    /// The user has seen what became of a movement.
    pub fn seen(&mut self, key: MovementKey) {
        if let Some(known) = self.get(key).cloned() {
            self.put(KnownMovement { news: Arc::default(), ..(*known).clone() });
        }
    }

    /// After a full list begun at `began`: what it did not hold, although an earlier one did, is
    /// gone. Answers what changed.
    pub fn mark_gone(
        &mut self,
        held: &HashSet<MovementId>,
        began: DateTime<Utc>,
    ) -> Vec<Arc<KnownMovement>> {
        let missing: Vec<_> = self
            .iter()
            .filter(|known| known.listed && !known.gone && known.seen < began)
            .filter(|known| !held.contains(&known.movement.id))
            .cloned()
            .collect();
        missing
            .into_iter()
            .map(|known| self.put(KnownMovement { gone: true, ..(*known).clone() }))
            .collect()
    }

    /// The service says there is no such movement any more.
    pub fn mark_one_gone(&mut self, key: MovementKey) -> Option<Arc<KnownMovement>> {
        let known = self.get(key)?;
        let gone = KnownMovement { gone: true, ..known.as_ref().clone() };
        Some(self.put(gone))
    }

    fn put(&mut self, known: KnownMovement) -> Arc<KnownMovement> {
        let known = Arc::new(known);
        self.by_id.insert(known.movement.id.clone(), known.key);
        self.by_key.insert(known.key, Arc::clone(&known));
        known
    }
}

impl KnownMovement {
    fn new(key: MovementKey, movement: Movement, now: DateTime<Utc>) -> Self {
        Self {
            key,
            movement,
            seen: now,
            lines_seen: None,
            listed: false,
            gone: false,
            news: Arc::default(),
            folded: OnceLock::new(),
        }
    }

    /// A movement that waits here to be made.
    pub fn to_be_made(
        key: MovementKey,
        movement: Movement,
        kept: DateTime<Utc>,
        lines_seen: Option<DateTime<Utc>>,
    ) -> Self {
        Self { lines_seen, ..Self::new(key, movement, kept) }
    }

    /// How many lines the service has of it; `None` while they were never read.
    pub fn line_count(&self) -> Option<u32> {
        let read = count_of(self.movement.lines.as_deref()?.len());
        Some(read.saturating_add(self.movement.lines_left_out))
    }

    /// State derived from the lines; `None` while not all of them are known.
    pub fn review(&self) -> Option<ReviewState> {
        self.all_lines().map(ReviewState::of)
    }

    /// What was decided on how many lines; `None` while not all of them are known.
    pub fn decisions(&self) -> Option<Decisions> {
        self.all_lines().map(Decisions::of)
    }

    fn all_lines(&self) -> Option<&[LineItem]> {
        self.movement.lines.as_deref().filter(|_| self.movement.has_all_lines())
    }

    /// What a search looks through: the header, and codes and names of products of known lines.
    pub fn folded(&self) -> &str {
        self.folded.get_or_init(|| fold(&self.searched().collect::<Vec<_>>().join("\n")))
    }

    fn searched(&self) -> impl Iterator<Item = &str> {
        let movement = &self.movement;
        let header = [&movement.identifier, &movement.name, &movement.description];
        let places = [&movement.origin, &movement.destination];
        let products = movement.lines.iter().flatten().flat_map(products_of);
        header
            .into_iter()
            .filter_map(Option::as_deref)
            .chain(places.into_iter().flatten().map(|place| place.name.as_str()))
            .chain(movement.requested_by.as_ref().map(|person| person.shown()))
            .chain(products.filter_map(Option::as_deref))
    }
}

/// Whether what was seen is newer than what was asked for then. A time to come was written by a clock
/// that was wrong, and must not keep the truth out until it comes.
fn is_newer(seen: DateTime<Utc>, asked: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    seen > asked && seen <= now
}

/// Code and name of a line's product and of those that go instead.
fn products_of(line: &LineItem) -> Vec<&Option<String>> {
    let mut found = vec![&line.product.code, &line.product.name];
    found.extend(line.substitutions.iter().flat_map(products_of));
    found
}

#[cfg(test)]
mod tests;
