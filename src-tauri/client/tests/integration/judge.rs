//! An answer that was received elsewhere is judged as a call judges it.

use client::{Base, Outcome, Received, Refusal, Trouble, judge};
use contract::Endpoint;

use crate::fixture;

fn judged(endpoint: Endpoint, status: u16, body: &str) -> Outcome<usize> {
    let base = Base::parse("https://stock.example/stockroom").unwrap();
    let body = body.as_bytes();
    let set_cookie = Some("JSESSIONID=S1; Path=/stockroom");
    let received = Received { status, content_type: None, location: None, set_cookie, body };
    judge(&base, endpoint, received)
}

#[test]
fn each_calls_own_answer_is_accepted_with_its_number_of_records() {
    for (endpoint, name, records) in [
        (Endpoint::Login, "4.1-login.response.txt", 1),
        (Endpoint::Logout, "4.1-logout.response.txt", 1),
        (Endpoint::CreateCategory, "4.2-create-category.response.json", 1),
        (Endpoint::ReadMovement, "4.3-read-movement.response.json", 1),
        (Endpoint::CreateMovement, "4.3-create-movement.response.json", 1),
        (Endpoint::UpdateMovement, "4.3-update-movement.response.json", 1),
        (Endpoint::ReadInternalLocation, "4.6-internal-location.response.json", 1),
        (Endpoint::ReadInternalLocation, "oddities/location-unknown.json", 0),
        (Endpoint::Generic, "4.6-generic-list.response.json", 1),
    ] {
        let outcome = judged(endpoint, 200, &fixture::text(name));
        assert_eq!(outcome, Outcome::Accepted(records), "{name}");
    }
    for (endpoint, name) in [
        (Endpoint::ListMovements, "4.3-list-movements.response.json"),
        (Endpoint::ListBinLocations, "4.6-bin-locations.response.json"),
        (Endpoint::ListInternalLocations, "4.6-internal-locations.response.json"),
        (Endpoint::ListStocklists, "4.6-stocklists.response.json"),
        (Endpoint::ListProducts, "4.6-products.response.json"),
    ] {
        let answer = fixture::json(name);
        // One of them is shown without its wrapping.
        let records = answer.get("data").unwrap_or(&answer).as_array().unwrap().len();
        let outcome = judged(endpoint, 200, &fixture::text(name));
        assert_eq!(outcome, Outcome::Accepted(records), "{name}");
    }
}

#[test]
fn a_write_is_in_doubt_where_a_read_is_refused() {
    let refused = Refusal { status: 500, error_code: None, message: String::new() };
    assert_eq!(judged(Endpoint::ListProducts, 500, ""), Outcome::Refused(refused));
    let unsure = Trouble::NotUnderstood { status: 500, at: "status".into() };
    for endpoint in [Endpoint::CreateMovement, Endpoint::Pick] {
        assert_eq!(judged(endpoint, 500, ""), Outcome::WrittenNoAnswer(unsure.clone()));
    }
}

#[test]
fn what_was_received_is_printed_without_what_is_in_it() {
    let received = Received {
        status: 200,
        content_type: None,
        location: Some("secret"),
        set_cookie: Some("JSESSIONID=secret"),
        body: b"secret",
    };
    assert_eq!(format!("{received:?}"), "Received(200, 6 bytes)");
}
