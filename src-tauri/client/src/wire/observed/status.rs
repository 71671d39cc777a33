//! Whether the service works, told to everybody (observed in real installations).

use serde::Deserialize;

use crate::observed::Health;
use crate::wire::shape::read::{Flag, Missing, Object, Text, Wire};

/// `GET /api/status` as an object.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct StatusWire {
    status: Text,
    database: Object<DatabaseWire>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct DatabaseWire {
    status: Flag,
    message: Text,
}

impl Wire for StatusWire {
    type Record = Health;

    fn record(self) -> Result<Health, Missing> {
        if self.status.0.is_none() && self.database.0.is_none() {
            return Err(Missing("status"));
        }
        let database = self.database.0.unwrap_or_default();
        Ok(Health {
            status: self.status.0,
            database: database.status.0,
            message: database.message.0,
        })
    }
}
