//! The observed extensions beside the document's own paths: who, where, why, and what replaces
//! what.

use practice::{Options, sample};
use serde_json::{Value, json};

use crate::desk::{Desk, array, options, text};

fn names(list: &Value) -> Vec<String> {
    array(list).iter().map(|entry| text(&entry["name"])).collect()
}

#[tokio::test]
async fn the_status_is_told_to_everybody() {
    let mut desk = Desk::open().await;
    desk.cookie = None;
    let status = desk.get("/api/status").await;
    assert_eq!(status.status, 200);
    let database = json!({"status": true, "message": "Database is available"});
    assert_eq!(status.json, json!({"status": "OK", "database": database}));
}

#[tokio::test]
async fn session_and_context_tell_who_is_signed_in() {
    let mut desk = Desk::open().await;
    for path in ["/api/getSession", "/api/getAppContext"] {
        desk.sign_in("aokafor").await;
        let session = desk.get(path).await.data();
        assert_eq!(session["user"]["id"], sample::AMARA_OKAFOR);
        assert_eq!(session["user"]["username"], "aokafor");
        assert_eq!(session["isSuperuser"], true);
        assert!(session["location"].is_null());
        assert_eq!(session["activeLanguage"], "en");
        desk.sign_in("jweir").await;
        assert_eq!(desk.get(path).await.data()["isSuperuser"], false);
    }
    let context = desk.get("/api/getAppContext").await.data();
    assert!(context["appVersion"].is_string());
    assert_eq!(context["supportedLocales"][0]["code"], "en");
    assert!(desk.get("/api/getSession").await.data().get("appVersion").is_none());
}

#[tokio::test]
async fn people_are_found_by_a_part_of_their_name() {
    let desk = Desk::open().await;
    let found = desk.get("/api/persons?name=OK").await.data();
    assert_eq!(names(&found), ["Amara Okafor"]);
    assert_eq!(found[0]["email"], "aokafor@st-aldhelm.example");
    assert_eq!(array(&desk.get("/api/persons").await.data()).len(), sample::USERS.len());
    assert_eq!(desk.get("/api/persons?name=nobody").await.data(), json!([]));
}

#[tokio::test]
async fn locations_are_the_top_ones_by_name_and_type() {
    let desk = Desk::open().await;
    let all = desk.get("/api/locations").await.data();
    assert_eq!(array(&all).len(), 11);
    assert!(array(&all).iter().all(|place| place["parentLocation"].is_null()));
    assert_eq!(names(&desk.get("/api/locations?name=STORE").await.data()).len(), 2);
    let depots = desk.get("/api/locations?locationTypeCode=DEPOT").await.data();
    assert_eq!(names(&depots), ["Central store", "Northgate store", "Hospital pharmacy"]);
    let path = "/api/locations?locationTypeCode=DEPOT&locationTypeCode=SUPPLIER";
    assert_eq!(array(&desk.get(path).await.data()).len(), 5);
    let both = desk.get("/api/locations?name=gate&locationTypeCode=DEPOT").await.data();
    assert_eq!(both[0]["id"], sample::NORTHGATE_STORE);
    assert_eq!(both[0]["locationType"]["locationTypeCode"], "DEPOT");
    assert_eq!(desk.get("/api/locations?locationTypeCode=WARD&name=gate").await.data(), json!([]));
}

#[tokio::test]
async fn reason_codes_are_listed_for_what_they_are_given_for() {
    let desk = Desk::open().await;
    let codes = async |query: &str| -> Vec<String> {
        let list = desk.get(&format!("/api/reasonCodes{query}")).await.data();
        let orders: Vec<i64> =
            array(&list).iter().map(|one| one["sortOrder"].as_i64().unwrap()).collect();
        assert!(orders.is_sorted(), "{orders:?}");
        array(&list).iter().map(|one| text(&one["id"])).collect()
    };
    let all = codes("").await;
    assert_eq!(all.len(), 22);
    let first = json!({"id": "STOCKOUT", "name": "Stock out", "sortOrder": 1});
    assert_eq!(desk.get("/api/reasonCodes").await.data()[0], first);
    let substitute = codes("?activityCode=SUBSTITUTE_REQUISITION_ITEM").await;
    assert_eq!(substitute.len(), 14);
    assert!(substitute.contains(&"REPLACED_BY_FORMULARY_ITEM".to_owned()));
    let modify = codes("?activityCode=MODIFY_REQUISITION_ITEM").await;
    assert_eq!(modify.len(), 16);
    assert!(modify.contains(&"CANCELED_BY_REQUESTER".to_owned()));
    assert_eq!(codes("?activityCode=MODIFY_PICKLIST_ITEM").await.len(), 10);
    let two = "?activityCode=MODIFY_REQUISITION_ITEM&activityCode=SUBSTITUTE_REQUISITION_ITEM";
    let two = codes(two).await;
    assert_eq!(two.len(), 19);
    assert!(substitute.iter().chain(&modify).all(|code| two.contains(code)));
    assert_eq!(codes("?activityCode=SOMETHING_ELSE").await, all);
}

#[tokio::test]
async fn a_product_tells_what_may_replace_it_with_what_there_is() {
    let desk = Desk::open().await;
    let path = format!(
        "/api/products/{}/substitutions?location.id={}",
        sample::EXTENSION,
        sample::CENTRAL_STORE
    );
    let found = desk.get(&path).await.data();
    assert_eq!(found["product"]["productCode"], "EXT-5075");
    assert_eq!(
        (&found["hasAssociations"], &found["hasEarlierExpiringItems"]),
        (&json!(true), &json!(false))
    );
    let own = array(&found["availableItems"]);
    assert_eq!(own.len(), 2);
    for item in own {
        assert!(text(&item["inventoryItem"]["expirationDate"]).ends_with("T00:00:00Z"));
        assert!(item["inventoryItem"]["lotNumber"].is_string());
        assert!(item["quantity"].as_i64().unwrap() > 0);
    }
    let list = array(&found["substitutions"]);
    assert_eq!(list.len(), 2);
    let of = |id: &str| list.iter().find(|one| one["product"]["id"] == id).unwrap();
    let (short, long) = (of(sample::EXTENSION_SHORT), of(sample::EXTENSION_LONG));
    assert_eq!((&short["type"], &short["comments"]), (&json!("SUBSTITUTE"), &Value::Null));
    let quantities =
        array(&short["availableItems"]).iter().map(|item| item["quantity"].as_i64().unwrap());
    assert_eq!(short["availableQuantity"], quantities.sum::<i64>());
    assert_eq!(
        short["minExpirationDate"],
        short["availableItems"][0]["inventoryItem"]["expirationDate"]
    );
    assert_eq!((&long["availableQuantity"], &long["availableItems"]), (&Value::Null, &json!([])));
    assert!(long["minExpirationDate"].is_null());
}

#[tokio::test]
async fn associated_products_are_the_same_under_another_name_and_by_type() {
    let desk = Desk::open().await;
    let product = format!("/api/products/{}", sample::EXTENSION);
    let substitutions = desk.get(&format!("{product}/substitutions")).await.data();
    let list = substitutions["substitutions"].clone();
    for query in ["", "?type=SUBSTITUTE", "?type=EQUIVALENT&type=SUBSTITUTE"] {
        let found = desk.get(&format!("{product}/associatedProducts{query}")).await.data();
        assert_eq!(found["productAssociations"], list, "{query}");
        assert_eq!(found["availableItems"], substitutions["availableItems"]);
    }
    let other = desk.get(&format!("{product}/associatedProducts?type=EQUIVALENT")).await.data();
    assert_eq!(other["productAssociations"], json!([]));
    assert_eq!(other["hasAssociations"], false);
}

#[tokio::test]
async fn lots_count_in_the_named_location_or_everywhere() {
    let desk = Desk::open().await;
    let path = format!("/api/products/{}/substitutions", sample::GLOVES_M);
    let quantity = async |query: &str| {
        desk.get(&format!("{path}{query}")).await.data()["availableItems"][0]["quantity"].clone()
    };
    let central = quantity(&format!("?location.id={}", sample::CENTRAL_STORE)).await;
    assert_eq!(central, sample::GLOVES_M_ON_HAND);
    // The lot lies in other depots too.
    assert!(quantity("").await.as_i64().unwrap() > sample::GLOVES_M_ON_HAND);
    let path = format!("/api/products/{}/associatedProducts", sample::MORPHINE);
    let morphine = desk.get(&path).await.data();
    assert_eq!(
        (&morphine["hasAssociations"], &morphine["productAssociations"]),
        (&json!(false), &json!([]))
    );
    for kind in ["substitutions", "associatedProducts"] {
        desk.get(&format!("/api/products/nothing/{kind}")).await.refused(404);
    }
}

#[tokio::test]
async fn a_strict_service_has_no_extensions() {
    let desk = Desk::with(Options { strict: true, ..options() }).await;
    let unknown = desk.get("/api/nonsense").await.json;
    let (product, movement) = (sample::EXTENSION, sample::MOVEMENT_MIXED);
    for path in [
        "/api/status".to_owned(),
        "/api/getSession".to_owned(),
        "/api/getAppContext".to_owned(),
        "/api/persons".to_owned(),
        "/api/locations".to_owned(),
        "/api/reasonCodes".to_owned(),
        format!("/api/products/{product}/substitutions"),
        format!("/api/products/{product}/associatedProducts"),
        format!("/api/stockMovements/{movement}/status"),
    ] {
        let answer = desk.get(&path).await;
        assert_eq!(answer.json["errorCode"], unknown["errorCode"]);
        assert_eq!(answer.refused(404), format!("Resource not found: /stockroom{path}"));
    }
    let plain = desk.get(&format!("/api/stockMovements/{movement}")).await.json;
    for step in ["3", "4"] {
        let path = format!("/api/stockMovements/{movement}?stepNumber={step}");
        assert_eq!(desk.get(&path).await.json, plain, "a step means nothing to it");
    }
}
