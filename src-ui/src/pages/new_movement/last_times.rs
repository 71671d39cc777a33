//! How many of each product were asked for the last time between the places of the form. Drawn by
//! `preview`, beside the quantity of the list.

use std::collections::HashMap;

use chrono::NaiveDate;
use contract::{LastTimes, ProductId, ReadLastTimes};
use leptos::prelude::*;

use super::form::MovementForm;
use crate::data::query::use_query;

/// What is known of the last time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownLastTime {
    pieces: HashMap<ProductId, i64>,
    is_whole: bool,
}

/// The last time a product was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastTime {
    /// So many.
    Pieces(i64),
    /// It was not, in any movement before.
    Never,
    /// Not every movement before was read.
    NotKnown,
}

impl KnownLastTime {
    /// Asks for it as soon as both places are known.
    pub fn start(form: MovementForm) -> Memo<Self> {
        let fields = form.fields();
        // While the date is none, the one before counts: the column does not come and go with a key.
        let day = Memo::new(move |before: Option<&Option<NaiveDate>>| {
            fields.date.get().or_else(|| before.copied().flatten())
        });
        let asked = use_query(move || {
            Some(ReadLastTimes {
                origin: fields.origin.get()?.into(),
                destination: fields.destination.get()?.into(),
                before: day.get()?,
            })
        });
        Memo::new(move |_| {
            asked.reply.with(|reply| reply.as_ref().map(Self::of)).unwrap_or_default()
        })
    }

    fn of(reply: &LastTimes) -> Self {
        let pieces = reply.products.iter().map(|of| (of.product.clone(), of.pieces)).collect();
        Self { pieces, is_whole: reply.is_whole }
    }

    /// Of a product.
    pub fn of_product(&self, product: &ProductId) -> LastTime {
        match self.pieces.get(product) {
            Some(pieces) => LastTime::Pieces(*pieces),
            None if self.is_whole => LastTime::Never,
            None => LastTime::NotKnown,
        }
    }

    /// Whether there is nothing to tell of any product.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use contract::LastTimeOf;

    use super::*;

    #[test]
    fn never_is_said_where_all_was_read_alone() {
        let products = vec![LastTimeOf { product: "p1".into(), pieces: 40 }];
        let read = KnownLastTime::of(&LastTimes { products: products.clone(), is_whole: true });
        let partly = KnownLastTime::of(&LastTimes { products, is_whole: false });
        assert_eq!(read.of_product(&"p1".into()), LastTime::Pieces(40));
        assert_eq!(read.of_product(&"p2".into()), LastTime::Never);
        assert_eq!(partly.of_product(&"p2".into()), LastTime::NotKnown);
        assert!(KnownLastTime::default().is_empty());
    }
}
