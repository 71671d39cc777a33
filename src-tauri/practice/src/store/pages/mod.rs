//! The pages of the service's own editor: a movement read with a step instead of its line items,
//! and the state of the movement that follows from them.
//!
//! Called by the movement routes unless the service is strict, for the interface document shows
//! neither. Both pages are made from what line items answer; nothing of them is stored.

mod edit;
mod pick;

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{lines, movements};
use crate::answer::Refusal;
use crate::rules::standing::Status;

/// A page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// What can be decided: revise, substitute, cancel.
    Edit,
    /// What can be picked, and what was.
    Pick,
}

impl Step {
    /// The page of a step number; the other steps show the movement as usual.
    pub(crate) fn of(number: &str) -> Option<Step> {
        match number {
            "3" => Some(Step::Edit),
            "4" => Some(Step::Pick),
            _ => None,
        }
    }
}

/// A movement with a page in the place of its line items.
pub(crate) fn find(conn: &Connection, id: &str, step: Step) -> Result<Value, Refusal> {
    let mut movement = movements::head(conn, id)?;
    let lines = lines::of_movement(conn, id)?;
    for absent in ["lineItems", "editPage", "pickPage"] {
        movement[absent] = Value::Null;
    }
    match step {
        Step::Edit => {
            movement["editPage"] = json!({ "editPageItems": edit::items(conn, id, &lines)? });
        }
        Step::Pick => {
            movement["pickPage"] = json!({ "pickPageItems": pick::items(conn, id, &lines)? });
        }
    }
    Ok(movement)
}

/// The state of a movement as a whole, from its line items and picks.
pub(crate) fn status(conn: &Connection, id: &str) -> Result<&'static str, Refusal> {
    movements::head(conn, id)?;
    let lines = lines::of_movement(conn, id)?;
    let picks = pick::items(conn, id, &lines)?;
    let every = |status| picks.iter().all(|item| item["pickStatusCode"] == status);
    Ok(if lines.is_empty() {
        "CREATED"
    } else if !every(pick::NOT_PICKED) {
        if every(pick::PICKED) { "PICKED" } else { "PICKING" }
    } else if lines.iter().all(|line| line["statusCode"] == Status::Pending.code()) {
        "EDITING"
    } else {
        "VERIFYING"
    })
}
