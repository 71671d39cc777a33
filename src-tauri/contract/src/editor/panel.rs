//! What the panel beside the lines shows of one line, and what can be done with all that are chosen.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    ChangeKind, Decision, EditorLine, LineItem, LineStatus, ProductId, ProductRef, RowKey, Source,
};

/// A line, and what helps to decide about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineView {
    /// The line, as the grid shows it.
    pub line: EditorLine,
    /// The line as it is in the service, with what waits in the outbox; `None` for one added here.
    pub as_in_service: Option<Box<LineItem>>,
    /// What was decided about it here, and not sent.
    pub decision: Option<Decision>,
    /// What can be done with the lines chosen, each kind once.
    pub offers: Vec<Offer>,
    /// Products that may go instead, the likeliest first: where the service lists what may, those
    /// are before all others. Those the service refused once are last.
    pub suggestions: Vec<Suggestion>,
    /// All products the service lists as what may go instead (observed in real installations); `None`
    /// where it told no list.
    #[serde(default)]
    pub listed: Option<Vec<ProductId>>,
    /// Reasons to choose from, in the order of their keys.
    pub reasons: Vec<ReasonChoice>,
    /// Comments given before, the newest first.
    pub comments: Vec<String>,
    /// What there is of the line's own product where its movement begins; `None` where the service
    /// did not tell it (observed in real installations).
    #[serde(default)]
    pub stock: Option<Stock>,
    /// What was proposed about the line was rejected; gone once something else is decided about it here.
    #[serde(default)]
    pub rejected: Option<Rejection>,
    /// What somebody at another station proposes about the line, and nobody answered.
    #[serde(default)]
    pub elsewhere: Option<ProposedElsewhere>,
}

/// Something that can be done with the lines chosen, or with some of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// What.
    pub kind: ChangeKind,
    /// The lines it can be done with.
    pub rows: Vec<RowKey>,
    /// The others, by what stands against it.
    pub left_out: Vec<LeftOut>,
    /// What was decided otherwise about the lines here, was not sent, and would be lost by it.
    #[serde(default)]
    pub replaces: Vec<ReplacedDecisions>,
}

/// Decisions that were taken here and not sent, and in whose place another one is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplacedDecisions {
    /// Which kind.
    pub kind: ChangeKind,
    /// About how many lines.
    pub lines: u32,
}

/// Lines something cannot be done with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// What stands against it.
    pub why: WhyNot,
    /// How many they are.
    pub lines: u32,
}

/// Why something cannot be done with a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyNot {
    /// This status does not allow it (interface document, 3).
    Status(LineStatus),
    /// It was added here, and is not in the service.
    NotInService,
    /// It is to be deleted.
    Deleted,
    /// The service has it no more.
    Gone,
    /// It is on its way to the service.
    OnItsWay,
    /// The service takes no changes to lines.
    UpdatesNotOffered,
}

/// A product that may go instead of the line's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// The product.
    pub product: ProductRef,
    /// It went instead before, as far as lines are known here.
    pub used: Option<UsedBefore>,
    /// The service refused it once.
    pub refused: Option<RefusedBefore>,
    /// Whether the service lists it among what may go instead (observed in real installations);
    /// `None` where it told no list. One that is not listed will most likely be refused (interface
    /// document, 7).
    #[serde(default)]
    pub allowed: Option<bool>,
    /// What there is of it where the movement begins; `None` where the service did not tell it.
    #[serde(default)]
    pub stock: Option<Stock>,
    /// [`Source::Service`] if the service lists it, else [`Source::Seen`].
    #[serde(default)]
    pub source: Source,
}

/// What there is of a product in a place, as the service told it (observed in real installations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// How many pieces; `None` where it gave no number, as some installations do when there is
    /// nothing.
    pub quantity: Option<i64>,
    /// The day on which the first of them expires; `None` if none does, or where it was not told.
    pub expiry: Option<NaiveDate>,
    /// When the service told it: "as of 14:02".
    pub as_of: DateTime<Utc>,
}

/// How a product went instead of another before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedBefore {
    /// In how many lines.
    pub times: u32,
    /// The day the last of their movements was asked for.
    pub last: Option<NaiveDate>,
    /// Where that one went.
    pub place: Option<String>,
}

/// That the service refused to let a product go instead of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedBefore {
    /// When, the last time.
    pub at: DateTime<Utc>,
    /// In its words.
    pub text: String,
}

/// What is known of a product that went instead of another, or was to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnedPair {
    /// What went.
    pub instead: ProductRef,
    /// How often, and when last; `None` where it never did.
    pub used: Option<UsedBefore>,
    /// Reasons given for it, those given most first.
    pub reasons: Vec<String>,
    /// Who asked for the last of its movements.
    pub asked_by: Option<String>,
    /// That the service refused it.
    pub refused: Option<RefusedBefore>,
    /// A file of this site says so.
    pub from_file: bool,
}

/// A reason to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonChoice {
    /// The code, as the service writes it.
    pub code: String,
    /// It was kept by somebody here and can be forgotten; the others are of the interface document,
    /// or of the service, or were seen there.
    pub own: bool,
    /// What the service calls it, in the language it speaks to this user (observed in real
    /// installations); `None` where it did not tell it, and then the code is all there is.
    #[serde(default)]
    pub text: Option<String>,
    /// Where it was found first: document, site, service, or seen on lines.
    #[serde(default)]
    pub source: Source,
    /// Kinds of change the service lists it for: of `Revise`, `Cancel`, `Substitute` and `Pick`.
    /// Empty where it told none, and then it goes with all.
    #[serde(default)]
    pub kinds: Vec<ChangeKind>,
}

/// That somebody rejected what was proposed about a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rejection {
    /// When.
    pub at: DateTime<Utc>,
    /// By whom, as the service calls them.
    pub by: Option<String>,
    /// What was proposed.
    pub kind: ChangeKind,
    /// Why; may be empty.
    pub note: String,
}

/// What somebody at another station proposes about a line. Nothing of it is done by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposedElsewhere {
    /// What.
    pub decision: Decision,
    /// Who, as their service calls them.
    pub by: String,
    /// When, by the clock of their computer.
    pub at: DateTime<Utc>,
    /// Words that find it in the inbox.
    pub found_by: String,
}
