//! Reasons as the service lists them (observed in real installations).

use serde::Deserialize;

use crate::observed::ReasonCode;
use crate::wire::shape::read::{Id, Missing, Text, Whole, Wire};

/// A row of `GET /api/reasonCodes` as an object.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct ReasonWire {
    id: Id,
    name: Text,
    sort_order: Whole,
}

impl Wire for ReasonWire {
    type Record = ReasonCode;

    fn record(self) -> Result<ReasonCode, Missing> {
        let code = self.id.0.ok_or(Missing("id"))?;
        // Some installations have no words for a code, and write it once more.
        let text = self.name.0.filter(|name| *name != code);
        Ok(ReasonCode { code, text, sort_order: self.sort_order.0 })
    }
}
