//! What is typed about a line beside it and not decided yet, as it is kept at every pause.

use serde::{Deserialize, Serialize};

use crate::{DecimalMark, ItemId, LocationId, ProductRef, RowKey};

/// What is typed about a line. Texts are as typed: none of them need be a value yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedLine {
    /// The line.
    pub row: RowKey,
    /// The revised quantity.
    #[serde(default)]
    pub quantity: String,
    /// What is to go instead.
    #[serde(default)]
    pub with: Vec<TypedSwap>,
    /// The reason's code.
    #[serde(default)]
    pub reason: String,
    /// Free text.
    #[serde(default)]
    pub comment: String,
    /// What is picked.
    #[serde(default)]
    pub picks: Vec<TypedPick>,
    /// More may be picked than is to go.
    #[serde(default)]
    pub beyond: bool,
    /// How quantities in it are written.
    #[serde(default)]
    pub decimal_mark: DecimalMark,
}

impl TypedLine {
    /// Nothing typed about a line.
    #[must_use]
    pub fn nothing(row: RowKey) -> Self {
        Self {
            row,
            quantity: String::new(),
            with: Vec::new(),
            reason: String::new(),
            comment: String::new(),
            picks: Vec::new(),
            beyond: false,
            decimal_mark: DecimalMark::default(),
        }
    }

    /// Whether anything is typed: a text, what is to go instead, or picks.
    #[must_use]
    pub fn is_something(&self) -> bool {
        let mut texts = [&self.quantity, &self.reason, &self.comment].into_iter();
        let swaps = self.with.iter().any(TypedSwap::is_something);
        texts.any(|text| !text.trim().is_empty()) || swaps || self.has_picks()
    }

    /// Whether picks are typed: a row that was added and left blank is none.
    #[must_use]
    pub fn has_picks(&self) -> bool {
        self.picks.iter().any(TypedPick::is_something)
    }
}

/// A product that is to go instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedSwap {
    /// The product, where one was chosen.
    pub product: Option<ProductRef>,
    /// What is typed where none was.
    pub typed: String,
    /// How many pieces.
    pub quantity: String,
}

impl TypedSwap {
    /// Whether anything stands in it.
    fn is_something(&self) -> bool {
        let is_text = |text: &str| !text.trim().is_empty();
        self.product.is_some() || is_text(&self.typed) || is_text(&self.quantity)
    }
}

/// A quantity that is picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedPick {
    /// The line, or what goes instead of it, as the service names it.
    pub part: ItemId,
    /// What it is of.
    pub of: TypedPickOf,
    /// How many pieces.
    pub quantity: String,
}

impl TypedPick {
    /// Whether anything stands in it.
    #[must_use]
    pub fn is_something(&self) -> bool {
        let is_text = |text: &Option<String>| text.as_ref().is_some_and(|it| !it.trim().is_empty());
        let is_named = match &self.of {
            TypedPickOf::Stock { .. } => false,
            // What is as it was made is not typed.
            TypedPickOf::Made { .. } => true,
            TypedPickOf::Other { inventory_item, bin, item_typed, bin_typed } => {
                inventory_item.is_some()
                    || bin.is_some()
                    || is_text(item_typed)
                    || is_text(bin_typed)
            }
        };
        is_named || !self.quantity.trim().is_empty()
    }
}

/// What a typed quantity is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TypedPickOf {
    /// A lot in a bin, as it is known to lie there.
    Stock {
        /// Id of the inventory item.
        inventory_item: String,
        /// The bin.
        bin: Option<LocationId>,
    },
    /// A pick that was made, by the service's id.
    Made {
        /// The id.
        id: String,
    },
    /// A lot and a bin that are typed.
    Other {
        /// Id of the inventory item.
        inventory_item: Option<String>,
        /// The bin.
        bin: Option<LocationId>,
        /// What is typed for the lot and not taken yet.
        #[serde(default)]
        item_typed: Option<String>,
        /// What is typed for the bin and not taken yet.
        #[serde(default)]
        bin_typed: Option<String>,
    },
}
