//! The rules of the interface document as pure functions: what a request body says (fields,
//! headers, instructions, picks) and what an instruction does to a line item.
//!
//! Called by the routes (reading) and the store (transitions). Nothing here touches the database.

pub(crate) mod fields;
pub(crate) mod header;
pub(crate) mod instruction;
pub(crate) mod pick;
pub(crate) mod standing;
