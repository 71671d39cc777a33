//! A record for the tests of folder and database.

use chrono::DateTime;
use contract::{ItemId, SharedEvent};
use rules::channel::record::SharedRecord;
use uuid::Uuid;

/// What a station told about a line that was looked at; no two have the same name.
pub(super) fn record(service: &str, station: u128, number: u64, decided: &str) -> SharedRecord {
    let (item, decided) = (ItemId::from("a"), decided.to_owned());
    let bare = SharedRecord {
        service: service.into(),
        station: Uuid::from_u128(station),
        number,
        id: Uuid::from_u128(station * 1_000_000 + u128::from(number)),
        clock: number,
        at: DateTime::UNIX_EPOCH,
        by: "Somebody".into(),
        event: serde_json::to_value(SharedEvent::Reviewed { item, decided }).unwrap(),
        before: String::new(),
        hash: String::new(),
    };
    bare.sealed()
}
