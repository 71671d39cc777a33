//! The variants of single answers and records: each once, done as some installations do it.

use practice::{Options, Variant, sample};
use serde_json::{Value, json};

use crate::desk::{Answer, Desk, array, header_fields, options, text};

fn path(movement: &str) -> String {
    format!("/api/stockMovements/{movement}")
}

fn pick_path(item: &str) -> String {
    format!("/api/stockMovementItems/{item}")
}

async fn with(variants: &[Variant]) -> Desk {
    Desk::with(Options { variants: variants.to_vec(), ..options() }).await
}

/// A movement from a stocklist.
async fn from_stocklist(desk: &Desk) -> Answer {
    let mut fields = header_fields();
    fields["stocklist.id"] = json!(sample::STOCKLIST_SHORT);
    desk.post("/api/stockMovements", fields).await
}

#[tokio::test]
async fn own_names_ignore_the_name_that_is_sent() {
    for variant in [Variant::GeneratedNames, Variant::NameAndDescriptionOwn] {
        let desk = Desk::variant(variant).await;
        let movement = desk.movement().await;
        let body = json!({"name": "Mine", "description": "For tomorrow"});
        let updated = desk.post(&path(&movement), body).await.data();
        assert_eq!(updated["name"], "Central store-Theatre block A-20Mar2026");
        assert_eq!(updated["description"], "For tomorrow");
        let last = desk.running.effects().pop().unwrap();
        assert_eq!(last.detail, json!({"description": "For tomorrow"}));
    }
}

#[tokio::test]
async fn own_descriptions_are_empty_at_first() {
    let desk = Desk::variant(Variant::NameAndDescriptionOwn).await;
    let created = desk.post("/api/stockMovements", header_fields()).await.data();
    assert_eq!(created["description"], "");
    assert_eq!(desk.get(&path(&text(&created["id"]))).await.data()["description"], "");
    let desk = Desk::variant(Variant::GeneratedNames).await;
    let created = desk.post("/api/stockMovements", header_fields()).await.data();
    assert_eq!(created["description"], "For tonight");
}

#[tokio::test]
async fn empty_fields_left_keeps_what_was_there() {
    let cleared = json!({"description": "", "name": ""});
    let desk = Desk::variant(Variant::EmptyFieldsLeft).await;
    let movement = desk.movement().await;
    let updated = desk.post(&path(&movement), cleared).await.data();
    assert_eq!(
        (&updated["description"], &updated["name"]),
        (&json!("For tonight"), &json!("Top-up"))
    );
    assert_eq!(desk.running.effects().len(), 1);
    let desk = Desk::open().await;
    let movement = desk.movement().await;
    let updated = desk.post(&path(&movement), json!({"description": ""})).await.data();
    assert_eq!(updated["description"], "");
}

#[tokio::test]
async fn lists_may_ignore_the_offset_and_be_capped() {
    let ids = |answer: Answer| -> Vec<String> {
        array(&answer.data()).iter().map(|row| text(&row["id"])).collect()
    };
    let desk = Desk::variant(Variant::ListIgnoresOffset).await;
    let first = ids(desk.get("/api/stockMovements?max=5").await);
    assert_eq!(first, ids(desk.get("/api/stockMovements?max=5&offset=5").await));
    let desk = Desk::variant(Variant::ListCapped).await;
    for asked in ["", "?max=500", "?max=11"] {
        assert_eq!(ids(desk.get(&format!("/api/stockMovements{asked}")).await).len(), 10);
    }
    assert_eq!(ids(desk.get("/api/stockMovements?max=3").await).len(), 3);
    assert_eq!(array(&desk.get("/api/products?max=99").await.json).len(), 10);
}

#[tokio::test]
async fn list_null_references_are_there_when_the_movement_is_read() {
    let desk = Desk::variant(Variant::ListNullReferences).await;
    let list = desk.get("/api/stockMovements").await.data();
    for row in array(&list) {
        assert!(["origin", "destination", "requestedBy"].iter().all(|key| row[key].is_null()));
    }
    let movement = desk.get(&path(&text(&list[0]["id"]))).await.data();
    assert!(movement["origin"]["id"].is_string() && movement["requestedBy"]["id"].is_string());
}

#[tokio::test]
async fn list_projections_are_counted_extracts() {
    let desk = Desk::variant(Variant::ListProjections).await;
    let list = desk.get("/api/stockMovements").await.json;
    assert_eq!(list["totalCount"], array(&list["data"]).len());
    assert!(list["data"][0].get("lineItems").is_none());
    assert_eq!(list["data"][0]["statusCode"], "PENDING");
    let none = desk.get("/api/stockMovements?offset=5000").await.json;
    assert_eq!(none, json!({"data": [], "totalCount": []}));
}

#[tokio::test]
async fn one_bad_record_is_the_second_of_a_list() {
    let desk = Desk::variant(Variant::OneBadRecord).await;
    let movements = desk.get("/api/stockMovements").await.data();
    let products = desk.get("/api/products").await.json;
    for list in [movements, products] {
        let bad: Vec<usize> =
            (0..array(&list).len()).filter(|at| !list[*at]["id"].is_string()).collect();
        assert_eq!(bad, [1]);
        assert_eq!(list[1]["name"], 7);
    }
}

#[tokio::test]
async fn object_lists_have_no_brackets_around_one() {
    let desk = Desk::variant(Variant::ObjectLists).await;
    assert!(desk.get("/api/stockMovements?max=1").await.json["data"]["id"].is_string());
    assert!(desk.get("/api/products?max=1").await.json["id"].is_string());
    assert_eq!(array(&desk.get("/api/stockMovements?max=2").await.json["data"]).len(), 2);
    let movement = desk.movement().await;
    let entry = json!([{"product.id": sample::GLOVES_M, "quantityRequested": 4}]);
    let answer = desk.instruct(&movement, entry).await.json;
    assert_eq!(answer["data"]["lineItems"]["quantityRequested"], 4);
}

#[tokio::test]
async fn dates_come_as_instants_null_or_iso() {
    for (variant, shown) in [
        (Variant::DatesAsInstants, json!("2026-03-19T19:00:00Z")),
        (Variant::DatesNull, Value::Null),
        (Variant::DatesIso, json!("2026-03-20")),
    ] {
        let desk = Desk::variant(variant).await;
        let created = desk.post("/api/stockMovements", header_fields()).await.data();
        assert_eq!(created["dateRequested"], shown);
        assert_eq!(desk.get("/api/stockMovements").await.data()[0]["dateRequested"], shown);
        let body = json!({"dateRequested": "03/20/2026"});
        desk.post(&path(&text(&created["id"])), body).await.data();
        assert_eq!(desk.running.effects().len(), 1, "the day is the same one");
    }
}

#[tokio::test]
async fn create_line_odd_is_odd_in_that_answer_alone() {
    let desk = Desk::variant(Variant::CreateLineOdd).await;
    let created = from_stocklist(&desk).await.data();
    assert_eq!(created["lineItems"][0]["quantityRequested"], "many");
    let read = desk.get(&path(&text(&created["id"]))).await.data();
    assert!(array(&read["lineItems"]).iter().all(|line| line["quantityRequested"].is_i64()));
}

#[tokio::test]
async fn stray_404_comes_once_in_five_updates_and_does_nothing() {
    let desk = Desk::variant(Variant::Stray404).await;
    let movement = desk.movement().await;
    let mut strays = Vec::new();
    for number in 1..=10 {
        let body = json!({"description": format!("Number {number}")});
        if desk.post(&path(&movement), body).await.status == 404 {
            strays.push(number);
        }
    }
    assert_eq!(strays, [5, 10]);
    assert_eq!(desk.running.effects().len(), 1 + 8);
    assert_eq!(desk.get(&path(&movement)).await.data()["description"], "Number 9");
}

#[tokio::test]
async fn answer_before_shows_what_the_instructions_found() {
    let desk = Desk::variant(Variant::AnswerBefore).await;
    let movement = desk.movement().await;
    let entry = json!([{"product.id": sample::GLOVES_M, "quantityRequested": 4}]);
    assert_eq!(desk.instruct(&movement, entry).await.data()["lineItems"], json!([]));
    assert_eq!(array(&desk.get(&path(&movement)).await.data()["lineItems"]).len(), 1);
    let header = desk.post(&path(&movement), json!({"description": "Now"})).await.data();
    assert_eq!(header["description"], "Now");
}

#[tokio::test]
async fn children_missing_are_there_when_the_movement_is_read() {
    let desk = Desk::variant(Variant::ChildrenMissing).await;
    let (movement, item) = desk.movement_with_gloves().await;
    let entry = json!([{"id": item, "substitute": "true", "newProduct.id": sample::GLOVES_L,
        "newQuantity": 3, "reasonCode": "STOCKOUT"}]);
    let answer = desk.instruct(&movement, entry).await.data();
    assert_eq!(answer["lineItems"][0]["statusCode"], "SUBSTITUTED");
    assert!(answer["lineItems"][0].get("substitutions").is_none());
    let read = desk.get(&path(&movement)).await.data();
    assert_eq!(read["lineItems"][0]["substitutions"][0]["quantityRequested"], 3);
}

#[tokio::test]
async fn sparse_answers_hold_no_null() {
    let desk = Desk::variant(Variant::SparseAnswers).await;
    let (movement, _) = desk.movement_with_gloves().await;
    for path in [path(&movement), "/api/stocklists".to_owned(), "/api/products".to_owned()] {
        let answer = desk.get(&path).await;
        assert!(answer.status == 200 && !answer.text.contains("null"), "{}", answer.text);
    }
}

#[tokio::test]
async fn numbers_come_as_text_and_categories_dotted() {
    let desk = with(&[Variant::NumbersAsText, Variant::DottedCategories]).await;
    let (movement, _) = desk.movement_with_gloves().await;
    let line = desk.get(&path(&movement)).await.data()["lineItems"][0].clone();
    assert_eq!((&line["quantityRequested"], &line["sortOrder"]), (&json!("10"), &json!("100")));
    assert!(line["product"]["category.id"].is_string(), "{line}");
    assert!(line["product"]["category.name"].is_string(), "{line}");
    assert!(line["product"].get("category").is_none());
}

#[tokio::test]
async fn one_name_holds_what_no_text_can() {
    let desk = Desk::variant(Variant::LoneSurrogate).await;
    let products = desk.get("/api/products").await.text;
    assert_eq!(products.matches("\\ud83d\"").count(), 1);
    let desk = Desk::variant(Variant::NotUtf8).await;
    let url = format!("{}/api/products", desk.running.base());
    let request = crate::desk::client().get(url).header("cookie", desk.cookie.as_ref().unwrap());
    let bytes = request.send().await.unwrap().bytes().await.unwrap();
    assert_eq!(bytes.iter().filter(|byte| **byte == 0xff).count(), 1);
}

#[tokio::test]
async fn zero_pick_stored_keeps_a_pick_of_nothing_until_an_empty_one_removes_it() {
    let desk = Desk::variant(Variant::ZeroPickStored).await;
    let (movement, item) = desk.movement_with_gloves().await;
    let row = |id: &str, quantity: Value| {
        json!({"picklistItems": [{"id": id, "inventoryItem.id": sample::GLOVES_M_LOT,
            "binLocation.id": sample::BIN_A_01_03, "quantityPicked": quantity}]})
    };
    let page = format!("{}?stepNumber=4", path(&movement));
    let picks = async || {
        let page = desk.get(&page).await.data();
        page["pickPage"]["pickPageItems"][0]["picklistItems"].clone()
    };
    desk.post(&pick_path(&item), row("", json!(4))).await.data();
    let id = text(&picks().await[0]["id"]);
    for zero in [json!(0), json!("0")] {
        desk.post(&pick_path(&item), row(&id, zero)).await.data();
        assert_eq!(picks().await[0]["quantityPicked"], 0);
    }
    desk.post(&pick_path(&item), row(&id, json!(""))).await.data();
    assert_eq!(picks().await, json!([]));
}

#[tokio::test]
async fn pick_answer_late_comes_after_the_pick() {
    let desk = Desk::variant(Variant::PickAnswerLate).await;
    let (_, item) = desk.movement_with_gloves().await;
    let body = json!({"picklistItems": [{"inventoryItem.id": sample::GLOVES_M_LOT,
        "binLocation.id": sample::BIN_A_01_03, "quantityPicked": 4}]});
    let done = async {
        while desk.running.effects().len() < 3 {
            tokio::task::yield_now().await;
        }
    };
    let (pick, path) = (desk.running.effects().len(), pick_path(&item));
    let answered = desk.post(&path, body);
    tokio::pin!(answered);
    tokio::select! {
        biased;
        () = done => {}
        answer = &mut answered => panic!("answered before it was done: {answer:?}"),
    }
    assert_eq!(pick, 2);
    answered.await.data();
}
