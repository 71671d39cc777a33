//! How the service writes things down: one file per resource of the interface document's section 2
//! reads it into the contract's type, and writes what requests carry. Reading is tolerant, because
//! installations differ; writing is strict, because they differ.

pub(crate) mod category;
pub(crate) mod instruction;
pub(crate) mod item;
pub(crate) mod location;
pub(crate) mod movement;
pub(crate) mod observed;
pub(crate) mod person;
pub(crate) mod pick;
pub(crate) mod product;
pub(crate) mod session;
pub(crate) mod shape;
pub(crate) mod stocklist;

use serde::{Serialize, Serializer};

/// A count of whole pieces in a request. Nothing is written as the text "0": some installations
/// take the number 0 for "not given".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pieces(pub u32);

impl Serialize for Pieces {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            0 => to.serialize_str("0"),
            pieces => to.serialize_u32(pieces),
        }
    }
}

/// A flag in a request, written as text: a JSON `true` is an error to some installations.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Set;

impl Serialize for Set {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str("true")
    }
}
