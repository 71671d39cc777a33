//! What the service tells beyond the interface document: the road of those calls (`extensions`), their
//! last answers in memory (`answers`), and what they are about. `capabilities` finds out which of them
//! are offered; the editor, the picking and the lookups use them.

pub(crate) mod answers;
pub(crate) mod extensions;
pub(crate) mod pages;
pub(crate) mod read_reasons;
pub(crate) mod reasons;
pub(crate) mod typed;
