//! Changes on their way to the service, and what became of them: operations, where each stands, the
//! journal that remembers them, and drafts of what was not asked for yet. Deliberately absent: how
//! they travel; that is the backend's.

pub(crate) mod conflict;
pub(crate) mod draft;
pub(crate) mod instruction;
pub(crate) mod journal;
pub(crate) mod merge;
pub(crate) mod operation;
pub(crate) mod state;
