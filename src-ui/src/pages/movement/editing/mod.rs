//! What is done to lines: from the page (`editor`), to several at once (`bulk`, `factor`), with blocks of the
//! clipboard (`blocks`), a stocklist (`insert`) or a scanned code (`scanned`); kept while it is typed
//! (`typing`), and asked for in its order (`queue`).

pub mod blocks;
pub mod bulk;
pub mod editor;
pub mod factor;
pub mod insert;
pub mod queue;
pub mod scanned;
pub mod typing;
