//! What stations of one service tell each other through a channel. All of this is ours: the service knows
//! nothing of it, and it is no security boundary.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Decision, ItemId, MovementId, ProposalKey};

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
    /// A decision in the service was looked at.
    Reviewed {
        /// The line.
        item: ItemId,
        /// What was decided about it then.
        decided: String,
    },
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

/// How the channel stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChannelState {
    /// The folder; `None` while the channel is off.
    pub folder: Option<String>,
    /// When it was last read.
    pub read: Option<DateTime<Utc>>,
    /// Other stations that were heard.
    pub stations: u32,
    /// What this station has told and the folder does not hold yet.
    pub waiting: u32,
    /// Why it could not be read or written the last time, in the system's words.
    pub trouble: Option<String>,
}
