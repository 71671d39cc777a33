//! What stations of one service tell each other through a channel. All of this is ours: the service knows
//! nothing of it, and it is no security boundary.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Decision, ItemId, MovementId, ProductId, ProposalKey, WalkKey};

/// Something one station tells the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SharedEvent {
    /// A decision is proposed.
    Proposed(Box<SharedProposal>),
    /// It is proposed no more.
    Withdrawn {
        /// Which.
        proposal: ProposalKey,
    },
    /// Somebody decided about a proposal.
    Answered {
        /// Which.
        proposal: ProposalKey,
        /// What became of it.
        answer: ProposalAnswer,
    },
    /// Whoever rejected a proposal takes that back.
    TakenBack {
        /// Which.
        proposal: ProposalKey,
    },
    /// A decision in the service was looked at.
    Reviewed {
        /// The line.
        item: ItemId,
        /// What was decided about it then.
        decided: String,
    },
    /// A barcode was learned to be of a product, or is forgotten.
    Barcode {
        /// The code as it was scanned.
        code: String,
        /// Whose it is; `None` for one that is forgotten.
        product: Option<ProductId>,
    },
    /// Movements are picked together, or are not any more.
    Walk(Box<SharedWalk>),
}

/// A walk as its station tells it. What is entered in it stays at that station until it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedWalk {
    /// Its name.
    pub walk: WalkKey,
    /// Its movements; none once it has ended.
    pub movements: Vec<MovementId>,
    /// It is on hold; the text says why, and may be empty.
    #[serde(default)]
    pub on_hold: Option<String>,
    /// How far it is.
    pub stand: WalkStand,
}

/// How far a walk is, in tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkStand {
    /// All of them.
    pub tasks: u32,
    /// Those that need nothing more.
    pub done: u32,
    /// Those of which something is entered and not sent.
    pub unsent: u32,
}

/// A walk at another station with a movement that is known here, as it was told last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkElsewhere {
    /// Who walks, as their service calls them.
    pub by: String,
    /// When it was told, by the clock of their computer.
    pub at: DateTime<Utc>,
    /// It is on hold; the text says why, and may be empty.
    pub on_hold: Option<String>,
    /// How far it is.
    pub stand: WalkStand,
}

/// A decision that somebody proposes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedProposal {
    /// Its name.
    pub key: ProposalKey,
    /// The movement.
    pub movement: MovementId,
    /// The line.
    pub item: ItemId,
    /// What is proposed.
    pub decision: Decision,
    /// What the line was then; earlier versions do not tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<ProposalBase>,
}

/// What a line was when something was proposed about it, as far as that tells whether it is another one by now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposalBase {
    /// What was asked for.
    pub product: ProductId,
    /// How many; `None` where the service gave no number.
    pub requested: Option<i64>,
    /// What was decided about it; `None` while nothing was.
    pub decided: Option<String>,
}

/// What became of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProposalAnswer {
    /// The service has it as it was proposed.
    Approved,
    /// It is not wanted.
    Rejected {
        /// Why; may be empty.
        note: String,
    },
    /// The line is canceled instead.
    Canceled,
    /// Something else was decided instead.
    Replaced,
}

/// What became of a proposal, and who said so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedAnswer {
    /// What.
    pub answer: ProposalAnswer,
    /// Who, as their service calls them.
    pub by: String,
    /// When, by the clock of their computer.
    pub at: DateTime<Utc>,
}

/// Where stations hand things over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ChannelPlace {
    /// A shared folder, by its whole path.
    Folder(String),
    /// A database that an administrator prepared.
    Database(ChannelDatabase),
}

/// A PostgreSQL database. Its password is kept in the system's keychain, and nowhere else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelDatabase {
    /// The server's name or address.
    pub host: String,
    /// Its port; PostgreSQL's own is 5432.
    pub port: u16,
    /// The database's name.
    pub name: String,
    /// The user of the database, who is none of the service's.
    pub user: String,
}

impl ChannelDatabase {
    /// Its port, where none is named.
    pub const PORT: u16 = 5432;

    /// Whether it is on this computer: nothing travels then.
    #[must_use]
    pub fn is_on_this_computer(&self) -> bool {
        ["localhost", "127.0.0.1", "::1"].contains(&self.host.as_str())
    }
}

/// The address, without a password.
impl fmt::Display for ChannelDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, name, user } = self;
        match host.contains(':') {
            true => write!(f, "postgresql://[{host}]:{port}/{name}?user={user}"),
            false => write!(f, "postgresql://{host}:{port}/{name}?user={user}"),
        }
    }
}

/// Why the channel could not be used the last time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChannelTrouble {
    /// It does not answer.
    Silent,
    /// It cannot be reached, read or written.
    Failed {
        /// Why, in the system's words.
        why: String,
    },
    /// The database needs a password, and the keychain has none.
    NoPassword,
    /// The database does not accept this user with this password, or not from this computer.
    Refused {
        /// Why, in the server's words.
        why: String,
    },
    /// The server offers no encryption, or its certificate is not trusted.
    NotTrusted {
        /// Why, in the system's words.
        why: String,
    },
    /// The administrator's script was not run in this database, or an older one was.
    NotPrepared,
}

/// How the channel stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelState {
    /// Where it is; `None` while it is off.
    pub place: Option<ChannelPlace>,
    /// When it was last read.
    pub read: Option<DateTime<Utc>>,
    /// Other stations that were heard.
    pub stations: u32,
    /// What this station has told and the channel does not hold yet.
    pub waiting: u32,
    /// Why it could not be read or written the last time.
    pub trouble: Option<ChannelTrouble>,
}
