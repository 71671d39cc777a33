//! Lines that are only here so far.

use contract::{LineItem, LineStatus, ProductRef};

/// A line that nothing was decided about.
pub fn new_line(product: ProductRef, quantity: i64, sort_order: Option<i64>) -> LineItem {
    LineItem {
        id: "".into(),
        product,
        pallet_name: None,
        box_name: None,
        status: LineStatus::Pending,
        quantity_requested: Some(quantity),
        quantity_allowed: None,
        quantity_available: None,
        quantity_canceled: None,
        quantity_revised: None,
        substitutions: Vec::new(),
        reason_code: None,
        comments: None,
        recipient: None,
        sort_order,
    }
}
