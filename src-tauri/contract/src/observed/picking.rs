//! What there is to pick for one line: what can be taken from where, what was picked so far, and
//! what to take first.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::{Failure, Freshness, ItemId, OperationKey, Pick, PlaceRef, ProductRef, Source, WhyNot};

/// All that is known about picking one line. Quantities are whole pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PickView {
    /// The line asked about.
    pub item: ItemId,
    /// Where goods come from: its bins are listed by `list_bin_locations`.
    pub origin: Option<PlaceRef>,
    /// What is to be picked: the line itself, or in the place of a substituted one each product that
    /// goes instead. Empty where nothing is.
    pub parts: Vec<PickPart>,
    /// What stands against picking it.
    pub why_not: Option<WhyNot>,
    /// [`Source::Service`] if the service told what lies where (observed in real installations),
    /// now or at `freshness.as_of`; [`Source::Seen`] if all there is was seen here: picks sent from
    /// this computer, and bins as they were read.
    pub source: Source,
    /// How old the service's word is. All empty where it does not tell, or was not asked yet.
    pub freshness: Freshness,
}

/// One thing that is to be picked for a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickPart {
    /// What [`PickLine::item`](crate::PickLine) must name. It can differ from the line: the children
    /// of a substituted line are picked each by its own id, and some installations pick a revised
    /// line by another id than the line's (observed).
    pub item: ItemId,
    /// What is to be taken.
    pub product: ProductRef,
    /// How many pieces are to go: revised, else requested. `None` where the service gave no number.
    pub required: Option<i64>,
    /// How many were picked so far, with what is on its way from here.
    pub picked: i64,
    /// How many are left; never below 0.
    pub remaining: Option<i64>,
    /// What can be taken: what expires first comes first, what never expires last.
    pub stock: Vec<PickStock>,
    /// What to take of it so that what expires first goes first, as picks that can be sent as they
    /// are. What has expired or is held back is left out, so they may come to less than `remaining`.
    /// Empty where the quantities that lie there are not known.
    pub suggested: Vec<Pick>,
    /// Picks of it, in the order they were made.
    pub picks: Vec<MadePick>,
}

/// A lot of a product in a bin (interface document, 2.4 `inventoryItem` and `binLocation`, whose
/// fields are not shown; observed in real installations, or seen on picks from here).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickStock {
    /// Id of the inventory item.
    pub inventory_item: String,
    /// Number of the lot; `None` for goods without one, and where nobody told it.
    pub lot: Option<String>,
    /// The last day on which it may be used; `None` for goods that do not expire, and where nobody
    /// told it.
    pub expiry: Option<NaiveDate>,
    /// The bin; `None` for stock without one.
    pub bin: Option<PlaceRef>,
    /// How many pieces there are, less those picked for the line; `None` where nobody told it, which
    /// is not 0.
    pub available: Option<i64>,
    /// Why the service holds it back, in its own word (observed: RECALLED, HOLD, …); `None` if it
    /// does not.
    pub held_back: Option<String>,
    /// It expired before today.
    pub expired: bool,
    /// How many days there are until its last one, 0 on that day; `None` where these are many, where it
    /// expired, and where its last day is not known.
    #[serde(default)]
    pub expires_in: Option<u32>,
    /// Who says so.
    pub source: Source,
}

/// A pick of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadePick {
    /// Id of the picklist item, by which its quantity can be changed, or set to 0 to take it back
    /// (interface document, 2.4 and 4.5). `None` where the service did not tell it: then it cannot be
    /// changed from here.
    pub id: Option<String>,
    /// Id of the inventory item it was taken from.
    pub inventory_item: String,
    /// Number of the lot, where it is known.
    pub lot: Option<String>,
    /// The last day on which it may be used, where it is known.
    pub expiry: Option<NaiveDate>,
    /// The bin it was taken from.
    pub bin: Option<PlaceRef>,
    /// How many pieces; for one that waits to be changed, how many they are to become.
    pub quantity: i64,
    /// Where it stands.
    pub stand: PickStand,
    /// The operation from here that made it or is to change it, where there is one.
    pub operation: Option<OperationKey>,
    /// When it was sent from here, where it was.
    pub sent: Option<DateTime<Utc>>,
    /// Why it was refused, for one that waits for the user because of that. `None` where nothing
    /// tells whether it was done, and for all others.
    #[serde(default)]
    pub failure: Option<Failure>,
}

/// Where a pick stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PickStand {
    /// The service shows it (observed in real installations).
    InService,
    /// It was sent from here, and the service has not shown it since, or never does.
    Sent,
    /// It is kept here, and goes by itself.
    Waiting,
    /// It was refused, or nothing tells whether it was done: it waits for the user.
    Attention,
}

impl MadePick {
    /// Whether its quantity can be changed, or the pick taken back.
    #[must_use]
    pub fn can_be_changed(&self) -> bool {
        self.id.is_some() && self.stand == PickStand::InService
    }
}
