//! What every call sends: method, path with query, body. Pure functions, one per row of the
//! interface document's section 4. Deliberately absent: hosts, headers and cookies, which are the
//! transport's.

pub(crate) mod observed;

use std::time::Duration;

use contract::{
    Endpoint, Instruction, ItemId, LocationId, MovementId, ObservedCall, StocklistQuery,
};
use reqwest::Method;
use serde::Serialize;
use url::form_urlencoded;

use crate::wire::movement::{HeaderUpdate, MovementHeader, UpdateBody};
use crate::wire::pick::{PickBody, PicklistItem};
use crate::wire::session::LoginBody;
use crate::{Limits, Trouble};

/// A page of a list: both are always sent, because without them an endpoint answers everything
/// (interface document, 8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paging {
    /// How many records at most.
    pub max: u32,
    /// Index of the first one, from 0.
    pub offset: u32,
}

/// How products are asked for. The interface document shows POST; installations list by GET and
/// make a product by POST, so POST is for those that answer 404 or 405 to GET.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProductsBy {
    /// `GET /api/products`
    Get,
    /// `POST /api/products` with an empty object, never with a name.
    Post,
}

/// Which way movements go, seen from a place (observed in newer installations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// They leave it.
    Outbound,
    /// They come to it.
    Inbound,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Outbound, Self::Inbound];
}

/// A request without its host.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Request {
    pub endpoint: Endpoint,
    pub method: Method,
    /// Path and query below the base address.
    pub target: String,
    pub body: Option<Vec<u8>>,
}

pub(crate) type Built = Result<Request, Trouble>;

impl Request {
    /// Whether it may change something in the service.
    pub fn is_write(&self) -> bool {
        is_write(self.endpoint)
    }

    /// How many bytes its answer may have, and how long it may take as a whole: lists, and whatever
    /// holds line items, are long.
    pub fn limits(&self, limits: &Limits) -> (u64, Duration) {
        match self.endpoint {
            Endpoint::Login
            | Endpoint::Logout
            | Endpoint::ChooseLocation
            | Endpoint::CreateCategory
            | Endpoint::Pick
            | Endpoint::ReadInternalLocation
            | Endpoint::Observed(
                ObservedCall::Status
                | ObservedCall::AppContext
                | ObservedCall::Session
                | ObservedCall::Substitutions,
            ) => (limits.other_bytes, limits.other_whole),
            _ => (limits.list_bytes, limits.list_whole),
        }
    }

    fn get(endpoint: Endpoint, target: String) -> Self {
        Self { endpoint, method: Method::GET, target, body: None }
    }

    fn post<B: Serialize>(endpoint: Endpoint, target: String, body: &B) -> Built {
        let body = serde_json::to_vec(body).map_err(|why| Trouble::Invalid(why.to_string()))?;
        Ok(Self { endpoint, method: Method::POST, target, body: Some(body) })
    }
}

/// Whether calls to it may change something in the service.
pub(crate) fn is_write(endpoint: Endpoint) -> bool {
    matches!(
        endpoint,
        Endpoint::CreateCategory
            | Endpoint::CreateMovement
            | Endpoint::UpdateMovement
            | Endpoint::Pick
    )
}

/// 4.1
pub(crate) fn login(user_name: &str, password: &str) -> Built {
    let body = LoginBody { username: user_name, password };
    Request::post(Endpoint::Login, "/api/login".into(), &body)
}

/// 4.1
pub(crate) fn logout() -> Built {
    Ok(Request {
        endpoint: Endpoint::Logout,
        method: Method::POST,
        target: "/api/logout".into(),
        body: None,
    })
}

/// Observed in real installations: beside login, of no section.
pub(crate) fn choose_location(id: &LocationId) -> Built {
    let target = format!("/api/chooseLocation/{}", segment(id.as_str())?);
    Ok(Request { endpoint: Endpoint::ChooseLocation, method: Method::PUT, target, body: None })
}

/// The smallest request that shows whether a list is offered to this session.
pub(crate) fn probe(endpoint: Endpoint) -> Built {
    let one = Paging { max: 1, offset: 0 };
    match endpoint {
        Endpoint::ListMovements => list_movements(one, true),
        Endpoint::ListStocklists => list_stocklists(&StocklistQuery::default(), one),
        Endpoint::ListProducts => list_products(one, ProductsBy::Get),
        _ => Err(Trouble::Invalid(format!("{endpoint:?} is not a list to probe"))),
    }
}

/// 4.2
pub(crate) fn create_category(name: &str) -> Built {
    let body = serde_json::json!({ "name": name });
    Request::post(Endpoint::CreateCategory, "/api/categories".into(), &body)
}

/// 4.3
pub(crate) fn list_movements(page: Paging, exclude_lines: bool) -> Built {
    let mut query = Query::paged(page);
    query.add("exclude", exclude_lines.then_some("lineItems"));
    Ok(Request::get(Endpoint::ListMovements, query.after("/api/stockMovements")))
}

/// The list of 4.3 as newer installations ask for it.
pub(crate) fn list_movements_one_way(
    page: Paging,
    direction: Direction,
    place: Option<&LocationId>,
) -> Built {
    let (direction, end) = match direction {
        Direction::Outbound => ("OUTBOUND", "origin"),
        Direction::Inbound => ("INBOUND", "destination"),
    };
    let mut query = Query::paged(page);
    query.add("exclude", Some("lineItems"));
    query.add("direction", Some(direction));
    query.add(end, place.map(LocationId::as_str));
    Ok(Request::get(Endpoint::ListMovements, query.after("/api/stockMovements")))
}

/// 4.3
pub(crate) fn read_movement(id: &MovementId) -> Built {
    Ok(Request::get(Endpoint::ReadMovement, movement_path(id)?))
}

/// 4.3
pub(crate) fn create_movement(header: &MovementHeader) -> Built {
    Request::post(Endpoint::CreateMovement, "/api/stockMovements".into(), &header.body()?)
}

/// 4.3 and 4.4
pub(crate) fn update_movement(
    id: &MovementId,
    header: &HeaderUpdate,
    instructions: &[Instruction],
) -> Built {
    let body = UpdateBody::new(header, instructions)?;
    Request::post(Endpoint::UpdateMovement, movement_path(id)?, &body)
}

/// 4.5
pub(crate) fn pick(item: &ItemId, picks: &[PicklistItem]) -> Built {
    let target = format!("/api/stockMovementItems/{}", segment(item.as_str())?);
    Request::post(Endpoint::Pick, target, &PickBody::new(picks))
}

/// 4.6
pub(crate) fn list_bin_locations(parent: Option<&LocationId>) -> Built {
    let mut query = Query::default();
    query.add("parentLocation.id", parent.map(LocationId::as_str));
    Ok(Request::get(Endpoint::ListBinLocations, query.after("/api/binLocations")))
}

/// 4.6
pub(crate) fn list_internal_locations(location: Option<&LocationId>) -> Built {
    let mut query = Query::default();
    query.add("location.id", location.map(LocationId::as_str));
    Ok(Request::get(Endpoint::ListInternalLocations, query.after("/api/internalLocations")))
}

/// 4.6
pub(crate) fn read_internal_location(id: &LocationId) -> Built {
    let target = format!("/api/internalLocations/{}", segment(id.as_str())?);
    Ok(Request::get(Endpoint::ReadInternalLocation, target))
}

/// 4.6
pub(crate) fn list_stocklists(filter: &StocklistQuery, page: Paging) -> Built {
    let mut query = Query::paged(page);
    query.add("name", filter.name.as_deref());
    query.add("requisitionNumber", filter.number.as_deref());
    query.add("origin.id", filter.origin.as_ref().map(LocationId::as_str));
    query.add("destination.id", filter.destination.as_ref().map(LocationId::as_str));
    Ok(Request::get(Endpoint::ListStocklists, query.after("/api/stocklists")))
}

/// 4.6
pub(crate) fn list_products(page: Paging, by: ProductsBy) -> Built {
    let target = Query::paged(page).after("/api/products");
    match by {
        ProductsBy::Get => Ok(Request::get(Endpoint::ListProducts, target)),
        ProductsBy::Post => Request::post(Endpoint::ListProducts, target, &serde_json::json!({})),
    }
}

/// 4.6
pub(crate) fn generic_list(object: &str, page: Paging) -> Built {
    let path = format!("/api/generic/{}", segment(object)?);
    Ok(Request::get(Endpoint::Generic, Query::paged(page).after(&path)))
}

/// 4.6
pub(crate) fn generic_read(object: &str, id: &str) -> Built {
    let target = format!("/api/generic/{}/{}", segment(object)?, segment(id)?);
    Ok(Request::get(Endpoint::Generic, target))
}

fn movement_path(id: &MovementId) -> Result<String, Trouble> {
    Ok(format!("/api/stockMovements/{}", segment(id.as_str())?))
}

/// An id as one path segment. The two names that move up in a path cannot be written as one, however
/// they are encoded.
fn segment(id: &str) -> Result<String, Trouble> {
    if matches!(id, "" | "." | "..") {
        return Err(Trouble::Invalid(format!("{id:?} is not an id")));
    }
    // A form writes a space as a plus sign, which in a path is a plus sign.
    Ok(form_urlencoded::byte_serialize(id.as_bytes()).collect::<String>().replace('+', "%20"))
}

#[derive(Default)]
struct Query(Vec<(&'static str, String)>);

impl Query {
    fn paged(page: Paging) -> Self {
        Self(vec![("max", page.max.to_string()), ("offset", page.offset.to_string())])
    }

    /// Empty filters are left out: sent, some services would look for the empty text.
    fn add(&mut self, key: &'static str, value: Option<&str>) {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            self.0.push((key, value.to_owned()));
        }
    }

    fn after(self, path: &str) -> String {
        if self.0.is_empty() {
            return path.to_owned();
        }
        let pairs = form_urlencoded::Serializer::new(String::new()).extend_pairs(self.0).finish();
        format!("{path}?{pairs}")
    }
}

#[cfg(test)]
mod tests;
