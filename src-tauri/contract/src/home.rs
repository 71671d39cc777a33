//! The first page: what waits for somebody, and how much of what was asked for goes. All of it is counted from
//! what is known on this computer; the interface document has no call that counts.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::{Freshness, MovementKey, PersonId, PlaceRef, ProductRef, StocklistId};

/// What the first page shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HomeView {
    /// What waits, the most urgent first. What there is none of is left out.
    pub waits: Vec<Waiting>,
    /// What became of what was asked for.
    pub figures: Figures,
    /// Who the user is in the service, where that is known.
    pub me: Option<PersonId>,
    /// How many movements are known here.
    pub known: u32,
    /// How old the list of movements is.
    pub freshness: Freshness,
}

/// A stocklist that is pinned to the first page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PinnedStocklist {
    /// Which.
    pub stocklist: StocklistId,
    /// Its name, as it was read last.
    pub name: String,
    /// Where goods go to.
    pub destination: Option<PlaceRef>,
}

/// Something that waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// What it is.
    pub kind: WaitingKind,
    /// How many.
    pub count: u32,
    /// Since when the oldest waits, where it waits at all and that was kept.
    pub since: Option<DateTime<Utc>>,
    /// What it is about, by name: movements, or where they go to. At most three.
    pub about: Vec<String>,
    /// How many more names there are.
    pub more: u32,
    /// The movement, where it is about one alone.
    pub movement: Option<MovementKey>,
}

/// What can wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WaitingKind {
    /// Changes the service refused.
    Refused,
    /// Changes that met another one of somebody else.
    Conflict,
    /// Changes of which nothing tells whether they were done.
    Question,
    /// Changes that were made here and not sent: lines and headers, with picks that were typed.
    Unsent,
    /// Proposals that can be approved or rejected.
    Proposals,
    /// Decisions in the service that nobody looked at here.
    Decided,
    /// Lines of which picks were entered in a walk and not sent.
    Picks,
    /// Walks on hold.
    OnHold,
    /// Movements asked for since yesterday.
    New,
    /// Movements the user asked for in the last seven days.
    Mine,
}

impl WaitingKind {
    /// How many days up to today are counted, of kinds that are counted by the day a movement is asked for.
    #[must_use]
    pub fn days(self) -> Option<u32> {
        match self {
            Self::New => Some(2),
            Self::Mine => Some(7),
            _ => None,
        }
    }
}

/// How much of what was asked for goes, in movements of some days, as far as their lines were read. Nothing goes
/// of a line that is canceled; of one that is open, all that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// How many lines are counted.
    pub lines: u32,
    /// How many movements of these days are not counted: their lines were never read.
    pub unread: u32,
    /// Of all lines.
    pub all: Share,
    /// Of all lines of as many days before.
    pub before: Share,
    /// In parts of the time, the oldest first; parts in which nothing was asked for are left out.
    pub trend: Vec<PeriodShare>,
    /// By where it goes, the most first.
    pub destinations: Vec<PlaceShare>,
    /// By the stocklist that movements follow, the one of which least goes first.
    pub stocklists: Vec<StocklistShare>,
    /// Why something else was decided, the most lines first.
    pub reasons: Vec<ReasonLines>,
    /// Products instead of which others go, the most lines first.
    pub substituted: Vec<ProductLines>,
}

/// How many pieces go of those that were asked for; of a line of which more goes, no more than was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Pieces asked for.
    pub requested: i64,
    /// Pieces that go.
    pub goes: i64,
}

impl Share {
    /// In tenths of a percent, rounded down: 1,000 says that all goes. `None` where nothing was asked for.
    #[must_use]
    pub fn permille(self) -> Option<u32> {
        let share = (i128::from(self.goes) * 1_000).checked_div(i128::from(self.requested))?;
        u32::try_from(share).ok()
    }
}

/// What goes in a part of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodShare {
    /// Its first day.
    pub from: NaiveDate,
    /// Its last day.
    pub to: NaiveDate,
    /// What goes.
    pub share: Share,
}

/// What goes to a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceShare {
    /// The place.
    pub place: PlaceRef,
    /// What goes there.
    pub share: Share,
    /// The same by month, the oldest first, where the figures go back so far that they are parted by months.
    #[serde(default)]
    pub months: Vec<PeriodShare>,
}

/// What goes of a stocklist's quantities in the movements that follow it. The interface document does not tell
/// which list a movement was made from: it follows the list it was made from here, or else, of the lists between
/// the same places all of whose products it holds, the longest; none where two are as long.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StocklistShare {
    /// The stocklist.
    pub stocklist: StocklistId,
    /// Its name; the id where the service gave none.
    pub name: String,
    /// How many movements follow it.
    pub movements: u32,
    /// What the list says for each of them, as it is now, and what goes of that.
    pub share: Share,
}

/// On how many lines a reason was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonLines {
    /// The reason, as a code.
    pub code: String,
    /// On how many lines.
    pub lines: u32,
}

/// On how many lines something is decided about a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductLines {
    /// The product.
    pub product: ProductRef,
    /// On how many lines.
    pub lines: u32,
}

/// What a file of the figures is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FiguresFormat {
    /// All of them, as comma separated values.
    Csv,
    /// The share over the time, as a drawing (SVG).
    Svg(ChartWords),
}

/// The words of a drawing, in the language of who looks at it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ChartWords {
    /// What is shown.
    pub title: String,
    /// A sentence below the title.
    pub lead: String,
    /// What the numbers beside the drawing are.
    pub upward: String,
    /// What the days below it are.
    pub onward: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_down_and_unknown_where_nothing_was_asked_for() {
        let share = |requested, goes| Share { requested, goes }.permille();
        assert_eq!(share(0, 0), None);
        assert_eq!((share(3, 2), share(3, 3), share(3, 0)), (Some(666), Some(1_000), Some(0)));
        // What is not all is not shown as all.
        assert_eq!(share(1_000_000, 999_999), Some(999));
        assert_eq!(share(i64::MAX, i64::MAX), Some(1_000));
    }
}
