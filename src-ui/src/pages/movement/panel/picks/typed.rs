//! What is typed about picking a line, and which picks it makes. Pure; quantities are read by whoever
//! knows the locale.

use contract::{
    EditProblem, ItemId, LocationId, MadePick, Pick, PickPart, PickStock, TypedPick, TypedPickOf,
};

use crate::pages::movement::panel::fields::pieces::{Read, pieces};

/// What is typed about picking a line: a quantity here and there. What is as it was before stands in
/// none of these.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picks {
    typed: Vec<QuantityInput>,
    /// More may be picked than is to go.
    pub beyond: bool,
    /// Expired stock may be picked. It is not kept: who comes back to it is asked again.
    pub expired: bool,
}

/// A quantity, and what it is of.
#[derive(Clone, Debug, PartialEq, Eq)]
struct QuantityInput {
    /// The part of the line, as its picks name it.
    part: ItemId,
    of: Of,
    quantity: String,
}

/// What a quantity is of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// A lot in a bin, as it is known to lie there: to be taken from.
    Stock(String, Option<LocationId>),
    /// A pick that was made, by the service's id: to be changed.
    Made(String),
    /// A lot and a bin that are typed.
    Other(Other),
}

/// A lot and a bin that are typed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Other {
    /// Names the row on screen.
    pub number: u32,
    /// Id of the inventory item; none where nothing is typed.
    pub inventory_item: Option<String>,
    /// The bin.
    pub bin: Option<LocationId>,
    /// What is typed for the lot and not taken yet.
    pub item_typed: Option<String>,
    /// What is typed for the bin and not taken yet.
    pub bin_typed: Option<String>,
}

/// What stands in the way of picking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PickProblem {
    /// A quantity.
    Quantity(ItemId, Of, EditProblem),
    /// The row of this number names no inventory item.
    NoItem(u32),
    /// What is typed for the bin of the row of this number is the name of none.
    NoBin(u32),
    /// So many more would be picked than are to go.
    Beyond(ItemId, i64),
    /// Expired stock would be picked.
    Expired(ItemId),
}

impl QuantityInput {
    fn other(&self) -> Option<&Other> {
        match &self.of {
            Of::Other(other) => Some(other),
            _ => None,
        }
    }
}

impl Other {
    /// Whether a text stands in the field of the bin that names none.
    fn has_stray_bin(&self) -> bool {
        self.bin.is_none() && self.bin_typed.as_ref().is_some_and(|text| !text.trim().is_empty())
    }
}

impl Of {
    /// Stock that is known.
    pub fn stock(stock: &PickStock) -> Self {
        Self::Stock(stock.inventory_item.clone(), stock.bin.as_ref().map(|bin| bin.id.clone()))
    }
}

impl Picks {
    /// What is kept of it while it is typed.
    pub fn kept(&self) -> Vec<TypedPick> {
        let of = |of: &Of| match of.clone() {
            Of::Stock(inventory_item, bin) => TypedPickOf::Stock { inventory_item, bin },
            Of::Made(id) => TypedPickOf::Made { id },
            Of::Other(Other { inventory_item, bin, item_typed, bin_typed, .. }) => {
                TypedPickOf::Other { inventory_item, bin, item_typed, bin_typed }
            }
        };
        let kept = |typed: &QuantityInput| TypedPick {
            part: typed.part.clone(),
            of: of(&typed.of),
            quantity: typed.quantity.clone(),
        };
        self.typed.iter().map(kept).collect()
    }

    /// Whether the same is typed in others; rows that were left blank say nothing.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let said = |picks: &Self| {
            picks.kept().into_iter().filter(TypedPick::is_something).collect::<Vec<_>>()
        };
        let allowed = |picks: &Self| (picks.beyond, picks.expired);
        said(self) == said(other) && allowed(self) == allowed(other)
    }

    /// What was kept, as it was typed.
    pub fn restored(kept: Vec<TypedPick>, beyond: bool) -> Self {
        let of = |number, of| match of {
            TypedPickOf::Stock { inventory_item, bin } => Of::Stock(inventory_item, bin),
            TypedPickOf::Made { id } => Of::Made(id),
            TypedPickOf::Other { inventory_item, bin, item_typed, bin_typed } => {
                Of::Other(Other { number, inventory_item, bin, item_typed, bin_typed })
            }
        };
        let typed = |(number, kept): (u32, TypedPick)| QuantityInput {
            part: kept.part,
            of: of(number, kept.of),
            quantity: kept.quantity,
        };
        Self { typed: (0..).zip(kept).map(typed).collect(), beyond, expired: false }
    }

    /// What is typed of something; nothing where nothing is.
    pub fn quantity(&self, part: &ItemId, of: &Of) -> Option<&str> {
        let typed = self.typed.iter().find(|typed| typed.part == *part && typed.of == *of);
        typed.map(|typed| typed.quantity.as_str())
    }

    /// Types a quantity; one that is as it was before is none.
    pub fn type_in(&mut self, part: &ItemId, of: &Of, quantity: String, before: &str) {
        if let Of::Other(other) = of {
            return self.change(other.number, |_, typed| *typed = quantity);
        }
        self.typed.retain(|typed| typed.part != *part || typed.of != *of);
        if quantity.trim() != before {
            self.typed.push(QuantityInput { part: part.clone(), of: of.clone(), quantity });
        }
    }

    /// Types what was to be picked: stock that is not listed is a lot that is typed.
    pub fn put(&mut self, part: &PickPart, of: Of, quantity: String) {
        let is_listed = |of: &Of| part.stock.iter().any(|stock| Of::stock(stock) == *of);
        match of {
            Of::Stock(item, bin) if !is_listed(&Of::Stock(item.clone(), bin.clone())) => {
                let number = self.add(&part.item);
                self.change(number, |other, typed| {
                    (other.inventory_item, other.bin, *typed) = (Some(item), bin, quantity);
                });
            }
            of => self.type_in(&part.item, &of, quantity, ""),
        }
    }

    /// Numbers of the rows of a part in which lot and bin are typed.
    pub fn others(&self, part: &ItemId) -> Vec<u32> {
        let of_part = self.typed.iter().filter(|typed| typed.part == *part);
        of_part.filter_map(|typed| typed.other().map(|other| other.number)).collect()
    }

    /// The lot and the bin of a row in which they are typed.
    pub fn other(&self, number: u32) -> Option<&Other> {
        self.typed.iter().filter_map(QuantityInput::other).find(|other| other.number == number)
    }

    /// Adds a row in which lot and bin are typed, and answers its number.
    pub fn add(&mut self, part: &ItemId) -> u32 {
        let numbers = self.typed.iter().filter_map(QuantityInput::other).map(|other| other.number);
        let number = numbers.max().map_or(0, |last| last + 1);
        let of = Of::Other(Other { number, ..Other::default() });
        self.typed.push(QuantityInput { part: part.clone(), of, quantity: String::new() });
        number
    }

    /// Changes a row in which lot and bin are typed.
    pub fn change(&mut self, number: u32, change: impl FnOnce(&mut Other, &mut String)) {
        for typed in &mut self.typed {
            if let Of::Other(other) = &mut typed.of
                && other.number == number
            {
                return change(other, &mut typed.quantity);
            }
        }
    }

    /// Takes a row away in which lot and bin are typed.
    pub fn remove(&mut self, number: u32) {
        self.typed.retain(|typed| typed.other().is_none_or(|other| other.number != number));
    }

    /// Forgets what is typed of a part.
    pub fn forget(&mut self, part: &ItemId) {
        self.typed.retain(|typed| typed.part != *part);
        self.beyond = false;
        self.expired = false;
    }

    /// How many pieces would be picked of a part.
    pub fn total(&self, part: &PickPart, read: Read<'_>) -> i64 {
        let of = |typed: &QuantityInput| {
            let quantity = pieces(&typed.quantity, 0, read).map_or(0, i64::from);
            match &typed.of {
                Of::Made(id) => made(part, id).map_or(0, |pick| quantity - pick.quantity),
                _ => quantity,
            }
        };
        let typed = self.typed.iter().filter(|typed| typed.part == part.item);
        part.picked + typed.map(of).sum::<i64>()
    }

    /// The most that a quantity can be and the part is picked in full: what is left of it, no more than
    /// lies there. Where nothing is left, a new pick is none.
    pub fn rest(&self, part: &PickPart, of: &Of, read: Read<'_>) -> Option<i64> {
        let mut without = self.clone();
        let before = match of {
            Of::Made(id) => made(part, id).map_or(0, |pick| pick.quantity),
            _ => 0,
        };
        without.typed.retain(|typed| typed.part != part.item || typed.of != *of);
        let left = part.required? - (without.total(part, read) - before);
        let lies = part.stock.iter().find(|stock| Of::stock(stock) == *of);
        let most = lies.and_then(|stock| stock.available).unwrap_or(i64::MAX);
        let rest = left.min(most).max(0);
        (rest > 0 || matches!(of, Of::Made(_))).then_some(rest)
    }

    /// Whether pieces of expired stock are typed of a part: also by the id of its item, and as more of a pick that
    /// was made.
    pub fn takes_expired(&self, part: &PickPart, read: Read<'_>) -> bool {
        let mut typed = self.typed.iter().filter(|typed| typed.part == part.item);
        typed.any(|typed| {
            let Ok(quantity) = pieces(&typed.quantity, 1, read) else { return false };
            let mut expired = part.stock.iter().filter(|stock| stock.expired);
            match &typed.of {
                Of::Other(Other { inventory_item: Some(item), .. }) => {
                    expired.any(|stock| stock.inventory_item == item.trim())
                }
                Of::Made(id) => made(part, id).is_some_and(|pick| {
                    let is_of = |stock: &PickStock| stock.inventory_item == pick.inventory_item;
                    i64::from(quantity) > pick.quantity && expired.any(is_of)
                }),
                of => expired.any(|stock| Of::stock(stock) == *of),
            }
        })
    }

    /// Whether nothing is typed of a part yet.
    pub fn is_untouched(&self, part: &PickPart) -> bool {
        self.typed.iter().all(|typed| typed.part != part.item)
    }

    /// Types what is suggested, in the place of all that is typed of stock that is known.
    pub fn suggest(&mut self, part: &PickPart) {
        self.typed.retain(|typed| typed.part != part.item || !matches!(typed.of, Of::Stock(..)));
        for pick in &part.suggested {
            let of = Of::Stock(pick.inventory_item.clone(), pick.bin_location.clone());
            let quantity = pick.quantity.to_string();
            self.typed.push(QuantityInput { part: part.item.clone(), of, quantity });
        }
    }

    /// The picks that are typed of a part; else everything that stands in their way.
    pub fn picks(&self, part: &PickPart, read: Read<'_>) -> Result<Vec<Pick>, Vec<PickProblem>> {
        let (mut picks, mut wrong) = (Vec::new(), Vec::new());
        for typed in self.typed.iter().filter(|typed| typed.part == part.item) {
            match pick_of(typed, part, read) {
                Ok(pick) => picks.extend(pick),
                Err(one) => wrong.push(*one),
            }
        }
        let total = self.total(part, read);
        let beyond = total.saturating_sub(part.required.unwrap_or(i64::MAX));
        // Taking back some of what is too much already is no more of it.
        if wrong.is_empty() && beyond > 0 && total > part.picked && !self.beyond {
            wrong.push(PickProblem::Beyond(part.item.clone(), beyond));
        }
        if !self.expired && self.takes_expired(part, read) {
            wrong.push(PickProblem::Expired(part.item.clone()));
        }
        if wrong.is_empty() { Ok(picks) } else { Err(wrong) }
    }
}

/// The pick a quantity makes; nothing where none is typed.
fn pick_of(
    typed: &QuantityInput,
    part: &PickPart,
    read: Read<'_>,
) -> Result<Option<Pick>, Box<PickProblem>> {
    let about =
        |problem| Box::new(PickProblem::Quantity(part.item.clone(), typed.of.clone(), problem));
    let least = i64::from(!matches!(typed.of, Of::Made(_)));
    let is_blank = typed.quantity.trim().is_empty();
    let quantity = || pieces(&typed.quantity, least, read).map_err(about);
    let new = |inventory_item: &str, bin_location: &Option<LocationId>, quantity| {
        let (inventory_item, bin_location) = (inventory_item.to_owned(), bin_location.clone());
        Some(Pick { id: None, inventory_item, bin_location, quantity })
    };
    Ok(match &typed.of {
        Of::Stock(..) if is_blank => None,
        Of::Stock(item, bin) => new(item, bin, quantity()?),
        Of::Other(other) => match &other.inventory_item {
            Some(_) if other.has_stray_bin() => {
                return Err(Box::new(PickProblem::NoBin(other.number)));
            }
            Some(item) => new(item, &other.bin, quantity()?),
            None if is_blank && other.bin.is_none() => None,
            None => return Err(Box::new(PickProblem::NoItem(other.number))),
        },
        // One that is there no more cannot be changed; what is shown then says so.
        Of::Made(id) => match made(part, id) {
            Some(pick) => Some(Pick {
                id: pick.id.clone(),
                inventory_item: pick.inventory_item.clone(),
                bin_location: pick.bin.as_ref().map(|bin| bin.id.clone()),
                quantity: quantity()?,
            }),
            None => None,
        },
    })
}

fn made<'a>(part: &'a PickPart, id: &str) -> Option<&'a MadePick> {
    part.picks.iter().find(|pick| pick.can_be_changed() && pick.id.as_deref() == Some(id))
}

#[cfg(test)]
mod tests;
