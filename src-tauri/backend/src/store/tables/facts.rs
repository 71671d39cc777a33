//! Small facts of a profile: signed out or not, who the user is, how this service must be called.

use contract::{
    Capability, ChannelPlace, DepotPlan, ImportColumns, LocationId, PersonId, PickColumns,
    PinnedStocklist, PlaceRef, Sending, WalkOrder,
};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use uuid::Uuid;

use crate::error::StoreFault;

/// Who the user is, once that is settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Settled {
    /// The person; `None` if the question was skipped.
    pub person: Option<PersonId>,
}

/// What was learned about user and service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Who the user is.
    pub identity: Option<Settled>,
    /// Products are listed by POST here.
    pub products_by_post: bool,
    /// How the user wants to send.
    pub sending: Sending,
    /// The user holds all sending back.
    pub paused: bool,
    /// Reasons of this site, beside those of the interface document.
    pub reasons: Vec<String>,
    /// What came of trying calls that the interface document does not show.
    pub capabilities: Vec<Capability>,
    /// The service's own version, where it told it.
    pub service_version: Option<String>,
    /// The location the user works in, where the service has them choose one.
    pub location: Option<PlaceRef>,
    /// In which order the user walks.
    pub walk_order: WalkOrder,
    /// How the bins of depots are read.
    pub depots: Vec<(LocationId, DepotPlan)>,
    /// Where stations hand over proposals.
    pub channel: Option<ChannelPlace>,
    /// What this station is called there.
    pub station: Option<Uuid>,
    /// What the columns of tables that were imported are, by their heads; the last one first.
    pub imports: Vec<(String, ImportColumns)>,
    /// The same of pick lists.
    pub pick_lists: Vec<(String, PickColumns)>,
    /// Stocklists pinned to the first page, in the order they were pinned.
    pub pinned: Vec<PinnedStocklist>,
}

const IDENTITY: &str = "identity";
const PRODUCTS_BY_POST: &str = "products_by_post";
const SENDING: &str = "sending";
const PAUSED: &str = "paused";
const REASONS: &str = "reasons";
const CAPABILITIES: &str = "capabilities";
const SERVICE_VERSION: &str = "service_version";
const LOCATION: &str = "location";
const WALK_ORDER: &str = "walk_order";
const DEPOTS: &str = "depots";
const CHANNEL: &str = "channel";
const STATION: &str = "station";
const IMPORTS: &str = "imports";
const PICK_LISTS: &str = "pick_lists";
const PINNED: &str = "pinned";

/// Whether the profile's user signed out, so that its data is not to be shown.
pub(crate) fn signed_out(connection: &Connection) -> Result<bool, StoreFault> {
    Ok(connection.query_row("SELECT signed_out FROM profile", [], |row| row.get(0))?)
}

/// Keeps whether the user signed out.
pub(crate) fn set_signed_out(tx: &Transaction<'_>, signed_out: bool) -> Result<(), StoreFault> {
    tx.execute("UPDATE profile SET signed_out = ?1", [signed_out])?;
    Ok(())
}

/// Reads all facts.
pub(crate) fn load(connection: &Connection) -> Result<Facts, StoreFault> {
    Ok(Facts {
        identity: read(connection, IDENTITY)?,
        products_by_post: read(connection, PRODUCTS_BY_POST)?.unwrap_or_default(),
        sending: read(connection, SENDING)?.unwrap_or_default(),
        paused: read(connection, PAUSED)?.unwrap_or_default(),
        reasons: read(connection, REASONS)?.unwrap_or_default(),
        capabilities: read(connection, CAPABILITIES)?.unwrap_or_default(),
        service_version: read(connection, SERVICE_VERSION)?.unwrap_or_default(),
        location: read(connection, LOCATION)?.unwrap_or_default(),
        walk_order: read(connection, WALK_ORDER)?.unwrap_or_default(),
        depots: read(connection, DEPOTS)?.unwrap_or_default(),
        channel: read(connection, CHANNEL)?.unwrap_or_default(),
        station: read(connection, STATION)?.unwrap_or_default(),
        imports: read(connection, IMPORTS)?.unwrap_or_default(),
        pick_lists: read(connection, PICK_LISTS)?.unwrap_or_default(),
        pinned: read(connection, PINNED)?.unwrap_or_default(),
    })
}

/// Keeps all facts.
pub(crate) fn save(tx: &Transaction<'_>, facts: &Facts) -> Result<(), StoreFault> {
    if let Some(identity) = &facts.identity {
        write(tx, IDENTITY, identity)?;
    }
    write(tx, PRODUCTS_BY_POST, &facts.products_by_post)?;
    write(tx, SENDING, &facts.sending)?;
    write(tx, PAUSED, &facts.paused)?;
    write(tx, REASONS, &facts.reasons)?;
    write(tx, CAPABILITIES, &facts.capabilities)?;
    write(tx, SERVICE_VERSION, &facts.service_version)?;
    write(tx, LOCATION, &facts.location)?;
    write(tx, DEPOTS, &facts.depots)?;
    write(tx, CHANNEL, &facts.channel)?;
    write(tx, STATION, &facts.station)?;
    write(tx, IMPORTS, &facts.imports)?;
    write(tx, PICK_LISTS, &facts.pick_lists)?;
    write(tx, PINNED, &facts.pinned)?;
    write(tx, WALK_ORDER, &facts.walk_order)
}

fn read<T: DeserializeOwned>(connection: &Connection, name: &str) -> Result<Option<T>, StoreFault> {
    let body: Option<String> = connection
        .query_row("SELECT body FROM fact WHERE name = ?1", [name], |row| row.get(0))
        .optional()?;
    // A fact in a form of another version is asked or learned again.
    Ok(body.and_then(|body| serde_json::from_str(&body).ok()))
}

fn write<T: Serialize>(tx: &Transaction<'_>, name: &str, fact: &T) -> Result<(), StoreFault> {
    tx.execute(
        "INSERT INTO fact (name, body) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET body = excluded.body",
        params![name, serde_json::to_string(fact)?],
    )?;
    Ok(())
}
