//! Who is signed in, and where (observed in real installations, older and newer ones under two
//! names and in one shape).

use serde::Deserialize;

use crate::observed::Context;
use crate::wire::location::{self, PlaceWire};
use crate::wire::person::{self, PersonWire};
use crate::wire::shape::read::{Id, Missing, Object, Text, Wire};

/// `GET /api/getAppContext` and `GET /api/getSession` as an object; of their many settings only
/// those that say something here.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct ContextWire {
    user: Object<PersonWire>,
    #[serde(rename = "user.id")]
    user_id: Id,
    location: Object<PlaceWire>,
    #[serde(rename = "location.id")]
    location_id: Id,
    #[serde(rename = "location.name")]
    location_name: Text,
    app_version: Text,
    active_language_tag: Text,
    active_language: Text,
}

impl Wire for ContextWire {
    type Record = Context;

    fn record(self) -> Result<Context, Missing> {
        Ok(Context {
            user: person::referred(self.user, self.user_id).ok_or(Missing("user"))?,
            location: location::place(self.location, self.location_id, self.location_name),
            version: self.app_version.0,
            language: self.active_language_tag.0.or(self.active_language.0),
        })
    }
}
