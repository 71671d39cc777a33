//! Dates of movements where a service writes points in time instead of days (interface document, 2.1:
//! MM/DD/YYYY): nothing that was read is written back as another day.

use contract::*;
use practice::{Fault, Kind, sample};
use serde_json::{Value, json};

use crate::{
    act::*,
    harness::{Harness, day},
};

/// A point in time whose day in UTC is the one before the movement's.
const EVENING_BEFORE: &str = "2026-11-09T23:00:00Z";
/// A point in time that is of another day in every zone.
const DAYS_BEFORE: &str = "2026-11-07T23:00:00Z";

fn wire(movement: &Movement, name: &str, date: &str) -> Value {
    let place = |place: &Option<PlaceRef>| {
        let place = place.as_ref().unwrap();
        json!({ "id": place.id, "name": place.name })
    };
    let person = movement.requested_by.as_ref().unwrap();
    json!({ "data": {
        "id": movement.id, "name": name, "description": movement.description,
        "identifier": "483ZSA", "dateRequested": date, "lineItems": [],
        "origin": place(&movement.origin), "destination": place(&movement.destination),
        "requestedBy": { "id": person.id },
    } })
}

fn answer(harness: &Harness, method: &str, path: &str, body: &Value) {
    let content_type = "application/json".to_owned();
    let kind = Kind::Answer { status: 200, content_type, body: body.to_string() };
    harness.service.faults().add(Fault::new(kind).method(method).path(path));
}

fn dated(date: &str) -> HeaderFields {
    HeaderFields { date_requested: Some(day(date)), ..named("Renamed") }
}

#[tokio::test]
async fn a_point_in_time_is_never_written_back_as_the_day_before() {
    let harness = Harness::signed_in().await;
    let before = harness.open(&pending()).await.unwrap().movement;
    assert_eq!(before.date_text, None);
    let earlier = before.date_requested.unwrap().pred_opt().unwrap();
    let instant = earlier.format("%Y-%m-%dT23:00:00Z").to_string();
    let body = wire(&before, "Emergency weekend stock", &instant);
    answer(&harness, "GET", MOVEMENT, &body);
    let read = harness.opened_anew(&pending()).await.movement;
    assert_eq!((read.date_requested, read.date_text), (Some(earlier), Some(instant)));
    answer(&harness, "GET", MOVEMENT, &body);
    harness.change(&pending(), vec![add(sample::GLOVES_M, 1)]).await;
    harness.settled().await;
    assert_eq!(harness.operations(), ["createItem"]);
    let after = harness.opened_anew(&pending()).await.movement;
    assert_eq!(after.date_requested, before.date_requested, "the day stands as it was");
}

#[tokio::test]
async fn a_date_that_comes_back_as_another_one_is_not_called_sent() {
    let harness = Harness::signed_in().await;
    let before = harness.open(&pending()).await.unwrap().movement;
    answer(&harness, "POST", MOVEMENT, &wire(&before, "Renamed", DAYS_BEFORE));
    let written = harness.update_header(&pending(), dated("2026-11-10")).await;
    let WriteState::Stuck(failure) = written.state else { panic!("{written:?}") };
    let (sent, shown) = (day("2026-11-10"), DAYS_BEFORE.to_owned());
    assert_eq!(failure.reason, Reason::OtherDate { sent, shown });
    assert_eq!(failure.field.as_deref(), Some("date_requested"));
}

#[tokio::test]
async fn a_movement_made_of_another_day_is_made_and_its_date_is_said() {
    let harness = Harness::signed_in().await;
    let like = harness.open(&pending()).await.unwrap().movement;
    let made = Movement { id: "made".into(), ..like };
    answer(&harness, "POST", MOVEMENTS, &wire(&made, "Theatre", DAYS_BEFORE));
    let mut form = form("Theatre");
    form.date_requested = Some(day("2026-11-10"));
    let request = CreateMovement { key: Some(key(1)), form };
    let written = harness.backend.create_movement(request).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    harness.settled().await;
    let (code, _) = stuck(&harness.header_op().await.state);
    assert_eq!(code, "other_date");
}

#[tokio::test]
async fn a_point_in_time_of_the_evening_before_may_be_the_day_that_was_sent() {
    let harness = Harness::signed_in().await;
    let before = harness.open(&pending()).await.unwrap().movement;
    answer(&harness, "POST", MOVEMENT, &wire(&before, "Renamed", EVENING_BEFORE));
    let written = harness.update_header(&pending(), dated("2026-11-10")).await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
}
