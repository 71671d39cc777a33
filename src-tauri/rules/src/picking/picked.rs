//! How much of each line is picked and in which bins the rest lies, from the service's page with
//! the picks sent or waiting here.

use std::collections::{HashMap, HashSet};

use contract::{
    ItemId, LineItem, LinePicked, Operation, PickPart, PlaceRef, Quantity, TypedLine, TypedPick,
    TypedPickOf, read_quantity,
};

use super::first::counts;
use super::view::PickContext;

/// How much of which lines is picked; lines of which nothing goes are not among them.
#[derive(Debug, Default, PartialEq)]
pub struct PickedLines {
    lines: HashMap<ItemId, PickedLine>,
    /// Lines of which something is typed in their panel and not sent.
    typed: HashSet<ItemId>,
    /// Whether anything is known of it: the service told, or something was picked from here.
    is_known: bool,
}

/// What is known of one line.
#[derive(Debug, PartialEq)]
struct PickedLine {
    picked: LinePicked,
    bins: Vec<String>,
}

impl PickedLines {
    /// Of a line; `None` where nothing is known of it.
    pub fn of(&self, line: &ItemId) -> Option<LinePicked> {
        self.lines.get(line).map(|line| line.picked)
    }

    /// The bins of a line, by name: those to take the rest from, or those it came from.
    pub fn bins_of(&self, line: &ItemId) -> &[String] {
        self.lines.get(line).map_or(&[], |line| &line.bins)
    }

    /// Whether something of a line is typed in its panel and not sent.
    pub fn is_typed(&self, line: &ItemId) -> bool {
        self.typed.contains(line)
    }

    /// Whether anything is known.
    pub fn is_known(&self) -> bool {
        self.is_known
    }
}

impl PickContext<'_> {
    /// How much of each line is picked, with what is typed in its panel.
    pub fn picked(&self, typed: HashMap<ItemId, TypedLine>) -> PickedLines {
        let is_pick = |body: &Operation| matches!(body, Operation::Pick { .. });
        let waits = self.waiting.iter().any(|op| is_pick(&op.body));
        let is_known = self.rows.is_some() || !self.sent.is_empty() || waits;
        let of = |line: &LineItem| {
            let typed = typed.get(&line.id).filter(|typed| typed.has_picks());
            // Of the others nothing is known.
            let is_told = is_known || typed.is_some();
            let picked = is_told.then(|| self.picked_of(line, typed)).flatten();
            picked.map(|picked| (line.id.clone(), picked))
        };
        let lines = self.lines.iter().filter_map(of).collect();
        PickedLines { lines, typed: typed.into_keys().collect(), is_known }
    }

    fn picked_of(&self, line: &LineItem, typed: Option<&TypedLine>) -> Option<PickedLine> {
        let parts = self.parts(line);
        let mut picked = LinePicked { picked: 0, required: Some(0), typed: None };
        let mut bins: Vec<String> = Vec::new();
        for part in &parts {
            picked.picked += part.picked;
            picked.required = picked.required.zip(part.required).map(|(all, more)| all + more);
        }
        picked.typed = typed.map(|typed| parts.iter().map(|part| pieces_typed(part, typed)).sum());
        for bin in parts.iter().flat_map(|part| bins_of(part, picked.is_whole())) {
            if !bins.contains(&bin.name) {
                bins.push(bin.name.clone());
            }
        }
        (!parts.is_empty()).then_some(PickedLine { picked, bins })
    }
}

/// How many pieces more of a part are picked once what is typed is sent. A text that is no quantity
/// changes nothing.
fn pieces_typed(part: &PickPart, typed: &TypedLine) -> i64 {
    let more = |pick: &TypedPick| {
        let Quantity::Whole(pieces) = read_quantity(&pick.quantity, typed.decimal_mark) else {
            return 0;
        };
        let TypedPickOf::Made { id } = &pick.of else { return pieces.max(0) };
        let made = part.picks.iter().find(|made| made.id.as_ref() == Some(id) && counts(made));
        made.map_or(0, |made| pieces.max(0).saturating_sub(made.quantity))
    };
    let of_part = typed.picks.iter().filter(|pick| pick.part == part.item);
    of_part.map(more).fold(0, i64::saturating_add)
}

/// Where the rest of a part is to be taken from; of a line that is done, where it was taken from.
/// Nothing is said of a part of which nothing is left, and of stock that nobody counted all is.
fn bins_of(part: &PickPart, is_done: bool) -> Vec<&PlaceRef> {
    if is_done {
        let made = part.picks.iter().filter(|pick| counts(pick));
        return made.filter_map(|pick| pick.bin.as_ref()).collect();
    }
    if part.remaining == Some(0) {
        return Vec::new();
    }
    let bins = || part.stock.iter().filter_map(|lot| lot.bin.as_ref());
    if part.suggested.is_empty() {
        let uncounted = part.stock.iter().filter(|lot| lot.available.is_none());
        return uncounted.filter_map(|lot| lot.bin.as_ref()).collect();
    }
    let of = |id| bins().find(|bin| bin.id == id);
    part.suggested.iter().filter_map(|pick| of(pick.bin_location.clone()?)).collect()
}

#[cfg(test)]
mod tests;
