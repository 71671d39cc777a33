//! A cell that gets the focus as soon as its row has been loaded.

/// A cell to go to once its row is here.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingMove {
    pub row: u32,
    pub key: String,
    /// The cursor stays in its column where it is none.
    pub column: &'static str,
    pub then: OnArrival,
}

/// What becomes of a cell once it is there.
#[derive(Clone, Debug, PartialEq)]
pub enum OnArrival {
    /// The cursor is on it; the focus stays where it is.
    Stay,
    /// It has the focus.
    Focus,
    /// It is edited, from this text.
    Edit(String),
}
