//! The requests about the first page.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{FiguresFormat, StocklistId};

/// Asks what waits and how much of what was asked for goes. Lines of movements that the figures need and that
/// were never read are read behind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadHome {
    /// Today, where the user is.
    pub today: NaiveDate,
    /// How many days the figures go back, today included: 1 to [`MOST_DAYS`].
    pub days: u32,
}

/// Writes the figures as text, as the first page shows them now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportFigures {
    /// Of which days.
    pub of: ReadHome,
    /// In which form.
    pub format: FiguresFormat,
}

/// Figures go back so many days at most.
pub const MOST_DAYS: u32 = 366;

/// Asks for what somebody may want to be told of at once: what there is now, told before or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadNews {}

/// Asks for the stocklists that are pinned to the first page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPinned {}

/// Pins a stocklist to the first page, or takes it off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinStocklist {
    /// Which.
    pub stocklist: StocklistId,
    /// It is pinned.
    pub pinned: bool,
}
