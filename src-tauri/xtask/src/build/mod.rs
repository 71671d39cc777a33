//! What is built before anything is run: the page, the tests; and what the page weighs.

pub mod tests_built;
pub mod ui;
pub mod wasm_size;
