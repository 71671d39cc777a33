//! What calls send that the interface document does not show; each was observed in real
//! installations, and each is a GET.

use contract::{Endpoint, LocationId, MovementId, ObservedCall, ProductId};

use super::{Built, Query, Request, movement_path, segment};
use crate::observed::Activity;

pub(crate) fn health() -> Built {
    Ok(get(ObservedCall::Status, "/api/status".into()))
}

pub(crate) fn app_context() -> Built {
    Ok(get(ObservedCall::AppContext, "/api/getAppContext".into()))
}

pub(crate) fn session_context() -> Built {
    Ok(get(ObservedCall::Session, "/api/getSession".into()))
}

pub(crate) fn find_people(name: &str) -> Built {
    Ok(get(ObservedCall::People, named(name).after("/api/persons")))
}

pub(crate) fn find_places(name: &str) -> Built {
    Ok(get(ObservedCall::Places, named(name).after("/api/locations")))
}

pub(crate) fn list_places() -> Built {
    Ok(get(ObservedCall::Places, "/api/locations".into()))
}

pub(crate) fn list_reasons(activity: Activity) -> Built {
    let mut query = Query::default();
    query.add("activityCode", Some(activity.code()));
    Ok(get(ObservedCall::ReasonCodes, query.after("/api/reasonCodes")))
}

pub(crate) fn substitutions(product: &ProductId, place: &LocationId) -> Built {
    let path = format!("/api/products/{}/substitutions", segment(product.as_str())?);
    let mut query = Query::default();
    query.add("location.id", Some(place.as_str()));
    Ok(get(ObservedCall::Substitutions, query.after(&path)))
}

pub(crate) fn edit_page(id: &MovementId) -> Built {
    let mut query = Query::default();
    query.add("stepNumber", Some("3"));
    Ok(get(ObservedCall::EditPage, query.after(&movement_path(id)?)))
}

pub(crate) fn pick_page(id: &MovementId) -> Built {
    let mut query = Query::default();
    query.add("stepNumber", Some("4"));
    // Without it newer installations throw their picks away and pick anew.
    query.add("refreshPicklistItems", Some("false"));
    Ok(get(ObservedCall::PickPage, query.after(&movement_path(id)?)))
}

fn get(call: ObservedCall, target: String) -> Request {
    Request::get(Endpoint::Observed(call), target)
}

fn named(name: &str) -> Query {
    let mut query = Query::default();
    query.add("name", Some(name));
    query
}

#[cfg(test)]
mod tests {
    use reqwest::Method;

    use super::*;
    use crate::Limits;

    fn all() -> Vec<(&'static str, Built)> {
        let movement = MovementId::from("m/1 ?");
        vec![
            ("/api/status", health()),
            ("/api/getAppContext", app_context()),
            ("/api/getSession", session_context()),
            ("/api/persons?name=ok+%26", find_people("ok &")),
            ("/api/locations?name=the", find_places("the")),
            ("/api/locations", list_places()),
            (
                "/api/reasonCodes?activityCode=MODIFY_REQUISITION_ITEM",
                list_reasons(Activity::Modify),
            ),
            (
                "/api/products/p%2F1/substitutions?location.id=l1",
                substitutions(&"p/1".into(), &"l1".into()),
            ),
            ("/api/stockMovements/m%2F1%20%3F?stepNumber=3", edit_page(&movement)),
            (
                "/api/stockMovements/m%2F1%20%3F?stepNumber=4&refreshPicklistItems=false",
                pick_page(&movement),
            ),
        ]
    }

    #[test]
    fn every_call_only_reads_and_is_one_of_the_list() {
        let mut calls = Vec::new();
        for (target, built) in all() {
            let request = built.unwrap();
            assert_eq!(request.target, target);
            assert_eq!((&request.method, &request.body), (&Method::GET, &None), "{target}");
            assert!(!request.is_write(), "{target}");
            let Endpoint::Observed(call) = request.endpoint else { panic!("{target}") };
            calls.push(call);
        }
        calls.sort_unstable();
        calls.dedup();
        assert_eq!(calls, ObservedCall::ALL);
    }

    #[test]
    fn an_id_that_is_no_path_segment_is_not_sent() {
        assert!(substitutions(&"..".into(), &"l1".into()).is_err());
        assert!(edit_page(&"".into()).is_err());
        assert!(pick_page(&".".into()).is_err());
    }

    #[test]
    fn pages_and_lists_may_be_long_and_the_rest_may_not() {
        let limits = Limits::default();
        for (target, built) in all() {
            let (bytes, _) = built.unwrap().limits(&limits);
            let is_short = ["/api/status", "/api/get", "/api/products"]
                .iter()
                .any(|path| target.starts_with(path))
                || target.ends_with("/status");
            let expected = if is_short { limits.other_bytes } else { limits.list_bytes };
            assert_eq!(bytes, expected, "{target}");
        }
    }
}
