//! Line items and what their status allows (interface document, 2.2 and 3).

use serde::{Deserialize, Serialize};

use crate::{ItemId, Person, ProductRef};

/// A line of a movement (interface document, 2.2). Quantities are whole pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineItem {
    /// The service's id.
    pub id: ItemId,
    /// What is moved.
    pub product: ProductRef,
    /// Outer packing.
    pub pallet_name: Option<String>,
    /// Inner packing.
    pub box_name: Option<String>,
    /// Where the line stands.
    pub status: LineStatus,
    /// How many were asked for.
    pub quantity_requested: Option<i64>,
    /// How many a stocklist allows.
    pub quantity_allowed: Option<i64>,
    /// How many the origin has, where the service tells.
    pub quantity_available: Option<i64>,
    /// How many of the original request do not leave: equals the request once changed.
    pub quantity_canceled: Option<i64>,
    /// The revised quantity of a changed line.
    pub quantity_revised: Option<i64>,
    /// Children of a substituted line.
    pub substitutions: Vec<LineItem>,
    /// Why it was changed; open text, STOCKOUT, BECAUSE and CLINICAL are shown in the document.
    pub reason_code: Option<String>,
    /// Free text about the change.
    pub comments: Option<String>,
    /// Who gets it.
    pub recipient: Option<Person>,
    /// Place in the movement. Stocklists count from 0; a 0 that was sent may come back as null, so
    /// a line read with 0 or null is updated without it.
    pub sort_order: Option<i64>,
}

/// `statusCode` of a line, open: unknown codes are kept as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum LineStatus {
    /// Nothing was decided yet.
    Pending,
    /// Its quantity was revised.
    Changed,
    /// Other products go instead.
    Substituted,
    /// Nothing of it goes.
    Canceled,
    /// On a child: it goes. On a top-level line some installations write this for PENDING.
    Approved,
    /// Any other code; the empty one stands for "not given".
    Other(String),
}

impl LineStatus {
    /// The code as the service writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Pending => "PENDING",
            Self::Changed => "CHANGED",
            Self::Substituted => "SUBSTITUTED",
            Self::Canceled => "CANCELED",
            Self::Approved => "APPROVED",
            Self::Other(code) => code,
        }
    }
}

impl From<String> for LineStatus {
    fn from(code: String) -> Self {
        match code.as_str() {
            "PENDING" => Self::Pending,
            "CHANGED" => Self::Changed,
            "SUBSTITUTED" => Self::Substituted,
            "CANCELED" => Self::Canceled,
            "APPROVED" => Self::Approved,
            _ => Self::Other(code),
        }
    }
}

impl From<LineStatus> for String {
    fn from(status: LineStatus) -> Self {
        status.as_str().to_owned()
    }
}

impl LineItem {
    /// Whether section 3's actions on PENDING lines may be offered: PENDING, APPROVED or an unknown
    /// code, and no child. For top-level lines.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let status = matches!(
            self.status,
            LineStatus::Pending | LineStatus::Approved | LineStatus::Other(_)
        );
        status && self.substitutions.is_empty()
    }

    /// How many will leave: the revised quantity, the children's, none of a canceled line, else the
    /// request. `None` where the service gave no number to derive it from.
    #[must_use]
    pub fn quantity_to_ship(&self) -> Option<i64> {
        match self.status {
            LineStatus::Changed => self.quantity_revised.or(self.quantity_requested),
            LineStatus::Canceled => Some(0),
            LineStatus::Substituted => {
                self.substitutions.iter().map(|child| child.quantity_requested).sum()
            }
            _ => self.quantity_requested,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn line(status: LineStatus) -> LineItem {
        LineItem {
            id: "i1".into(),
            product: ProductRef {
                id: "p1".into(),
                code: Some("GLV-2207".into()),
                name: None,
                description: None,
                category: None,
            },
            pallet_name: None,
            box_name: None,
            status,
            quantity_requested: Some(30),
            quantity_allowed: None,
            quantity_available: None,
            quantity_canceled: None,
            quantity_revised: None,
            substitutions: Vec::new(),
            reason_code: None,
            comments: None,
            recipient: None,
            sort_order: Some(100),
        }
    }

    #[test]
    fn a_line_with_a_child_is_not_open_whatever_its_status_says() {
        let mut parent = line(LineStatus::Approved);
        assert!(parent.is_open());
        parent.substitutions.push(line(LineStatus::Approved));
        assert!(!parent.is_open());
    }

    #[test]
    fn an_unknown_status_survives_the_border_and_counts_as_open() {
        let unknown = line(LineStatus::from("ON_HOLD".to_owned()));
        let json = serde_json::to_string(&unknown).unwrap();
        let back: LineItem = serde_json::from_str(&json).unwrap();
        assert_eq!(back.status, LineStatus::Other("ON_HOLD".into()));
        assert!(back.is_open());
    }

    #[test]
    fn what_ships_follows_the_decision_taken() {
        assert_eq!(line(LineStatus::Pending).quantity_to_ship(), Some(30));
        assert_eq!(line(LineStatus::Canceled).quantity_to_ship(), Some(0));
        let revised = LineItem { quantity_revised: Some(12), ..line(LineStatus::Changed) };
        assert_eq!(revised.quantity_to_ship(), Some(12));
        let mut replaced = line(LineStatus::Substituted);
        for quantity in [20, 5] {
            let child =
                LineItem { quantity_requested: Some(quantity), ..line(LineStatus::Approved) };
            replaced.substitutions.push(child);
        }
        assert_eq!(replaced.quantity_to_ship(), Some(25));
    }
}
