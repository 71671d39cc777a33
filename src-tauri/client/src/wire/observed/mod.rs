//! Answers of calls the interface document does not show, as they were observed in real
//! installations. Read even more tolerantly than the document's: every field may be absent, and a
//! row that makes no sense is left out, because nothing depends on any of them.

pub(crate) mod context;
pub(crate) mod edit_page;
pub(crate) mod pick_page;
pub(crate) mod reason;
pub(crate) mod rows;
pub(crate) mod status;
pub(crate) mod stock;
pub(crate) mod substitutions;
