//! Requests that read: lists, single records, and reading anew.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{
    GroupKey, LocationId, MovementColumn, MovementFilter, MovementGrouping, MovementKey,
    MovementRef, ProductColumn, ProductFilter, Rows, StocklistColumn, StocklistFilter, StocklistId,
    StocklistQuery,
};

/// Reads a data set from the service anew; answers when that is done. A reading already under way
/// is joined, not doubled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refresh {
    /// Which data set.
    pub what: DataSet,
}

/// Something that can be read anew.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataSet {
    /// All movements, without their lines.
    Movements,
    /// One movement with its lines.
    Movement(MovementRef),
    /// The stocklists the service gives for these filters.
    Stocklists(StocklistQuery),
    /// All products.
    Products,
    /// The bins of a place.
    BinLocations(LocationId),
    /// The internal locations of a place.
    InternalLocations(LocationId),
}

/// Reads movements already known, from this computer. Asks the service behind it when they were
/// never read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListMovements {
    /// Which rows.
    pub rows: Rows<MovementColumn>,
    /// Which movements.
    #[serde(default)]
    pub filter: MovementFilter,
    /// Gathered by what; `None` for a plain list.
    #[serde(default)]
    pub group: Option<MovementGrouping>,
    /// Groups whose rows are left out.
    #[serde(default)]
    pub folded: Vec<GroupKey>,
    /// The user's today, for groups by day; without it days are grouped one by one.
    #[serde(default)]
    pub today: Option<NaiveDate>,
}

/// Says which movements are on screen without their lines being known: they are read behind, a few
/// at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookAtMovements {
    /// Their keys.
    pub keys: Vec<MovementKey>,
}

/// Opens a movement: from this computer if its lines are known, and read anew behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenMovement {
    /// Which one.
    pub movement: MovementRef,
    /// Its lines are read by [`ListLines`](crate::ListLines): they are left out of the reply.
    #[serde(default)]
    pub without_lines: bool,
}

/// Reads stocklists already known; asks the service behind it when these filters were never asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListStocklists {
    /// Which rows.
    pub rows: Rows<StocklistColumn>,
    /// Which stocklists.
    #[serde(default)]
    pub filter: StocklistFilter,
}

/// Reads one stocklist with its items.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenStocklist {
    /// Which one.
    pub stocklist: StocklistId,
}

/// Reads products already known; asks the service behind it when they were never read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListProducts {
    /// Which rows.
    pub rows: Rows<ProductColumn>,
    /// Which products.
    #[serde(default)]
    pub filter: ProductFilter,
}

/// Asks for the categories as seen on products and made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListCategories {}

/// A category and how many products of the mirror have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryCount {
    /// Its name.
    pub name: String,
    /// Products that have it.
    pub products: u32,
}

/// The user has seen what became of a movement in the service: its news are none any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenMovement {
    /// The movement.
    pub movement: MovementKey,
}

/// Asks for all places harvested from movements, stocklists and parents of bins, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPlaces {}

/// Asks for all people harvested from movements and stocklists, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPeople {}

/// Reads the bins or internal locations of a place; asks the service behind it when they were never
/// read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListBinLocations {
    /// The place.
    pub parent: LocationId,
    /// Bins, or internal locations.
    pub kind: LocationKind,
    /// Which rows.
    pub rows: Rows<LocationColumn>,
    /// Words to be found in name or number; all of them must be there.
    #[serde(default)]
    pub text: String,
}

/// Which lookup of the interface document's 4.6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocationKind {
    /// `/api/binLocations`
    Bins,
    /// `/api/internalLocations`
    Internal,
}

/// Columns of the locations screen. Names and numbers sort as people count: A-2 before A-10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocationColumn {
    /// `name`
    Name,
    /// `locationNumber`
    Number,
    /// Name of the kind.
    Type,
    /// Name of the place it lies in.
    Parent,
}

/// Reads one internal location (interface document, 4.6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenLocation {
    /// Which one.
    pub location: LocationId,
}
