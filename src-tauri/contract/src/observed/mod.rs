//! What services tell beyond the interface document: which of the calls seen in real installations
//! this one answers, and what they are good for. Nothing may depend on any of them being there.

pub(crate) mod call;
pub(crate) mod capability;
pub(crate) mod find;
pub(crate) mod pick_page;
pub(crate) mod picking;
