//! The header of a stock movement as a request gives it (interface document, sections 2.1, 4.3).
//!
//! Called by the movement routes. Whether the named records exist is the store's question;
//! `identifier` is the service's own and deliberately not read.

use chrono::NaiveDate;

use super::fields::Fields;
use crate::answer::Refusal;

/// Header fields of a request; absent ones are `None` and stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Header {
    /// `name`, not blank.
    pub(crate) name: Option<String>,
    /// `description`, possibly empty.
    pub(crate) description: Option<String>,
    /// `origin.id`.
    pub(crate) origin: Option<String>,
    /// `destination.id`.
    pub(crate) destination: Option<String>,
    /// `requestedBy.id`.
    pub(crate) requested_by: Option<String>,
    /// `dateRequested`.
    pub(crate) date_requested: Option<NaiveDate>,
}

impl Header {
    /// Reads the header fields; a field of a wrong type or form is an error naming it.
    pub(crate) fn read(fields: Fields<'_>) -> Result<Header, Refusal> {
        let not_blank = |key: &str| match fields.text(key)? {
            Some(text) if text.trim().is_empty() => Err(Refusal::field(key, "cannot be blank")),
            other => Ok(other),
        };
        Ok(Header {
            name: not_blank("name")?,
            description: fields.text("description")?,
            origin: not_blank("origin.id")?,
            destination: not_blank("destination.id")?,
            requested_by: not_blank("requestedBy.id")?,
            date_requested: fields.date("dateRequested")?,
        })
    }

    /// Refuses a header that cannot make a new movement, naming everything that is missing.
    pub(crate) fn complete(&self) -> Result<(), Refusal> {
        let present = [
            ("name", self.name.is_some()),
            ("origin.id", self.origin.is_some()),
            ("destination.id", self.destination.is_some()),
            ("requestedBy.id", self.requested_by.is_some()),
            ("dateRequested", self.date_requested.is_some()),
        ];
        let missing: Vec<String> = present
            .iter()
            .filter(|(_, there)| !there)
            .map(|(name, _)| format!("{name}: cannot be null"))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(Refusal::invalid(format!("Validation errors: {}", missing.join("; "))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: Value) -> Result<Header, Refusal> {
        Header::read(Fields(value.as_object().unwrap()))
    }

    #[test]
    fn a_missing_field_is_named() {
        let header = read(json!({"name": "x", "origin.id": "1", "requestedBy.id": "2"})).unwrap();
        let refused = header.complete().unwrap_err();
        assert_eq!(
            refused.message,
            "Validation errors: destination.id: cannot be null; dateRequested: cannot be null"
        );
    }

    #[test]
    fn nested_references_are_not_understood() {
        assert_eq!(read(json!({"origin": {"id": "1"}})).unwrap(), Header::default());
    }

    #[test]
    fn a_description_may_be_emptied_but_a_name_may_not() {
        assert_eq!(read(json!({"description": ""})).unwrap().description.as_deref(), Some(""));
        assert!(read(json!({"name": " "})).is_err());
    }
}
