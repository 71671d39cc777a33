//! What can change. A command's reply names the topics it is made of; whoever changes a cache or
//! the store announces the topic, and every query that reads it asks again.

use serde::{Deserialize, Serialize};

/// One kind of data that can change behind a page's back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Signed in or out, another profile, who "me" is.
    Session,
    /// Reachability of the service, as measured by our own calls.
    Connection,
    /// Movements and their lines.
    Movements,
    /// Stocklists and their items.
    Stocklists,
    /// Products and categories seen on them.
    Products,
    /// Places, internal locations and bins.
    Locations,
    /// People harvested from movements and stocklists.
    People,
    /// Operations and the journal: what waits here, and what became of it.
    Outbox,
    /// Forms being filled in.
    Drafts,
    /// Lines changed here and not sent.
    Editor,
    /// Walks, and what was entered in them.
    Walks,
    /// What was reviewed and rejected.
    Review,
    /// What the service tells beyond the interface document: which calls it answers, and what they
    /// said about lines.
    Observed,
    /// Preferences of this window.
    Settings,
}

impl Topic {
    /// Every topic: what a listener that missed something is told.
    pub const ALL: [Self; 14] = [
        Self::Session,
        Self::Connection,
        Self::Movements,
        Self::Stocklists,
        Self::Products,
        Self::Locations,
        Self::People,
        Self::Outbox,
        Self::Drafts,
        Self::Editor,
        Self::Walks,
        Self::Review,
        Self::Observed,
        Self::Settings,
    ];
}
