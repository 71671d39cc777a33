//! The walks that have not ended, in memory, with what was entered in them. `walks` changes them; the lines
//! of the editor and the counts of what is not sent read them.

use std::collections::{BTreeMap, HashMap};

use contract::{ItemId, MovementKey, RowKey, TypedLine, TypedPick, TypedPickOf, WalkKey};
use parking_lot::Mutex;
use rules::picking::tape::{LinesEntered, Tape, lines_entered};

use crate::{error::Error, store::tables::walks::StoredWalk};

/// A walk that has not ended.
#[derive(Clone, Debug)]
pub(crate) struct OpenWalk {
    pub walk: StoredWalk,
    pub tape: Tape,
}

/// All of them.
#[derive(Debug, Default)]
pub(crate) struct OpenWalks(Mutex<BTreeMap<WalkKey, OpenWalk>>);

impl OpenWalks {
    pub(crate) fn restore(&self, walks: Vec<(WalkKey, StoredWalk, Tape)>) {
        let open = walks.into_iter().map(|(key, walk, tape)| (key, OpenWalk { walk, tape }));
        self.0.lock().extend(open);
    }

    pub(crate) fn get(&self, key: WalkKey) -> Result<OpenWalk, Error> {
        self.0.lock().get(&key).cloned().ok_or(Error::Unknown)
    }

    pub(crate) fn put(&self, key: WalkKey, open: OpenWalk) {
        self.0.lock().insert(key, open);
    }

    pub(crate) fn remove(&self, key: WalkKey) {
        self.0.lock().remove(&key);
    }

    /// All, the newest last.
    pub(crate) fn all(&self) -> Vec<(WalkKey, OpenWalk)> {
        self.0.lock().iter().map(|(key, open)| (*key, open.clone())).collect()
    }

    /// All, without what was entered.
    pub(crate) fn begun(&self) -> Vec<(WalkKey, StoredWalk)> {
        self.0.lock().iter().map(|(key, open)| (*key, open.walk.clone())).collect()
    }

    /// The walk a movement is in.
    pub(crate) fn of(&self, movement: MovementKey) -> Option<WalkKey> {
        let walks = self.0.lock();
        let mut all = walks.iter();
        all.find(|(_, open)| open.walk.movements.contains(&movement)).map(|(key, _)| *key)
    }

    /// Lines of which a number was entered and not sent, by their movement.
    pub(crate) fn lines_entered(&self) -> LinesEntered {
        lines_entered(self.0.lock().values().map(|open| &open.tape))
    }

    /// Adds what was entered for a movement to what is typed of its lines.
    pub(crate) fn add_typed(&self, movement: MovementKey, typed: &mut HashMap<ItemId, TypedLine>) {
        let walks = self.0.lock();
        let open = walks.values().filter(|open| open.walk.movements.contains(&movement));
        for staged in open.map(|open| open.tape.staged()) {
            for part in staged.parts().filter(|part| part.movement == movement) {
                let nothing = || TypedLine::nothing(RowKey::Line(part.line.clone()));
                let line = typed.entry(part.line.clone()).or_insert_with(nothing);
                for (lot, entered) in staged.lots(part) {
                    let of = TypedPickOf::Stock {
                        inventory_item: lot.inventory_item.clone(),
                        bin: lot.bin.clone(),
                    };
                    // Typed in the panel too, it is one pick all the same.
                    line.picks.retain(|typed| typed.part != part.item || typed.of != of);
                    let (part, quantity) = (part.item.clone(), entered.quantity.to_string());
                    line.picks.push(TypedPick { part, of, quantity });
                }
            }
        }
    }
}
