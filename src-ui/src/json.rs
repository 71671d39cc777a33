//! Reads replies and kept texts. Text is parsed into a `Value` first, and each type is read out of
//! that: read straight from text as well, each type would be in the page twice.

use serde::de::DeserializeOwned;
use serde_json::{Error, Value};

/// What JSON text says, as a type of the contract's.
pub fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Error> {
    take(serde_json::from_slice(text)?)
}

/// What parsed JSON says, as a type of the contract's.
pub fn take<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    serde_json::from_value(value)
}

/// A variant without fields, by its name.
pub fn named<T: DeserializeOwned>(name: &str) -> Result<T, Error> {
    take(name.into())
}

#[cfg(test)]
mod tests;
