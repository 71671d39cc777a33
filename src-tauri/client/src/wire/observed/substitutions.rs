//! What may go instead of a product, with what there is of each (observed in real installations
//! under two names).

use contract::AvailableLot;
use serde::Deserialize;

use super::rows::{IsThere, RowsInside};
use super::stock::{LotWire, SubstituteWire};
use crate::observed::Substitutions;
use crate::wire::shape::read::{Missing, Wire};

/// `GET /api/products/<id>/substitutions` as an object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct SubstitutionsWire {
    product: IsThere,
    available_items: RowsInside<LotWire>,
    substitutions: RowsInside<SubstituteWire>,
    product_associations: RowsInside<SubstituteWire>,
}

impl Wire for SubstitutionsWire {
    type Record = Substitutions;

    fn record(self) -> Result<Substitutions, Missing> {
        if !self.product.0 {
            return Err(Missing("product"));
        }
        let lots = self.available_items.records;
        let mut substitutes = self.substitutions.records;
        if substitutes.is_empty() {
            substitutes = self.product_associations.records;
        }
        Ok(Substitutions { quantity: total(&lots), expiry: first_expiry(&lots), substitutes })
    }
}

/// `None` where no lot has a number.
fn total(lots: &[AvailableLot]) -> Option<i64> {
    lots.iter().filter_map(|lot| lot.quantity).reduce(i64::saturating_add)
}

fn first_expiry(lots: &[AvailableLot]) -> Option<chrono::NaiveDate> {
    lots.iter().filter_map(|lot| lot.expiry).min()
}
