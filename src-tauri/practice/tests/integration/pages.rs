//! A movement read by steps, and the edit page among them.

use practice::{Variant, sample};
use serde_json::{Value, json};

use crate::desk::{Desk, array};

async fn page(desk: &Desk, movement: &str, step: u8) -> Value {
    desk.get(&format!("/api/stockMovements/{movement}?stepNumber={step}")).await.data()
}

async fn edit_items(desk: &Desk, movement: &str) -> Vec<Value> {
    array(&page(desk, movement, 3).await["editPage"]["editPageItems"]).clone()
}

#[tokio::test]
async fn a_page_stands_in_the_place_of_the_line_items_and_other_steps_show_them() {
    let desk = Desk::open().await;
    let plain = desk.get(&format!("/api/stockMovements/{}", sample::MOVEMENT_MIXED)).await.data();
    for (step, shown, hidden) in [(3, "editPage", "pickPage"), (4, "pickPage", "editPage")] {
        let movement = page(&desk, sample::MOVEMENT_MIXED, step).await;
        assert!(movement[shown].is_object() && movement[hidden].is_null());
        assert!(movement["lineItems"].is_null());
        for same in ["id", "name", "identifier", "origin", "requestedBy"] {
            assert_eq!(movement[same], plain[same], "{same}");
        }
        desk.get(&format!("/api/stockMovements/x?stepNumber={step}")).await.refused(404);
    }
    for other in ["2", "7", "", "x"] {
        let path = format!("/api/stockMovements/{}?stepNumber={other}", sample::MOVEMENT_MIXED);
        assert_eq!(desk.get(&path).await.data(), plain, "{other}");
    }
}

#[tokio::test]
async fn the_edit_page_has_a_row_for_every_line_item_with_its_state() {
    let desk = Desk::open().await;
    let path = format!("/api/stockMovements/{}", sample::MOVEMENT_MIXED);
    let lines = desk.get(&path).await.data()["lineItems"].clone();
    let items = edit_items(&desk, sample::MOVEMENT_MIXED).await;
    assert_eq!(items.len(), array(&lines).len());
    for (item, line) in items.iter().zip(array(&lines)) {
        assert_eq!(item["requisitionItemId"], line["id"]);
        for same in [
            "statusCode",
            "reasonCode",
            "comments",
            "productCode",
            "quantityRequested",
            "quantityRevised",
            "quantityAvailable",
            "sortOrder",
        ] {
            assert_eq!(item[same], line[same], "{same}");
        }
        let children = line["substitutions"].as_array().cloned().unwrap_or_default();
        let made = array(&item["substitutionItems"]);
        assert_eq!(made.len(), children.len());
        for (made, child) in made.iter().zip(&children) {
            assert_eq!(made["productId"], child["product"]["id"]);
            assert_eq!(made["quantitySelected"], child["quantityRequested"]);
        }
    }
}

#[tokio::test]
async fn the_edit_page_tells_what_may_replace_a_product_and_how_much_there_is() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with(sample::EXTENSION, 12).await;
    let rows = edit_items(&desk, &movement).await;
    let row = &rows[0];
    assert_eq!(row["requisitionItemId"], *item);
    assert_eq!(
        (&row["productName"], &row["substitutionStatus"]),
        (&json!("Extension line, 75 cm, each"), &json!("YES"))
    );
    assert_eq!(row["quantityAvailable"], 217);
    let substitutes = array(&row["availableSubstitutions"]);
    let of = |id: &str| substitutes.iter().find(|one| one["productId"] == id).unwrap();
    let (short, long) = (of(sample::EXTENSION_SHORT), of(sample::EXTENSION_LONG));
    let items = array(&short["availableItems"]);
    assert_eq!(items.len(), 2);
    let on_hand: i64 = items.iter().map(|one| one["quantityAvailable"].as_i64().unwrap()).sum();
    assert_eq!(short["quantityAvailable"], on_hand);
    assert_eq!(short["minExpirationDate"], items[0]["expirationDate"]);
    assert!(long["quantityAvailable"].is_null() && long["minExpirationDate"].is_null());
    assert_eq!(long["availableItems"], json!([]));
    let (movement, _) = desk.movement_with(sample::MORPHINE, 1).await;
    let row = &edit_items(&desk, &movement).await[0];
    assert_eq!(
        (&row["substitutionStatus"], &row["availableSubstitutions"]),
        (&json!("NO"), &json!([]))
    );
}

#[tokio::test]
async fn a_substitute_that_expires_earlier_is_told() {
    let desk = Desk::open().await;
    let (movement, _) = desk.movement_with(&sample::id("product", "DRS-2115"), 1).await;
    let row = &edit_items(&desk, &movement).await[0];
    assert_eq!(row["substitutionStatus"], "EARLIER");
    // 07/13/2026 before 02/16/2028.
    let other = array(&row["availableSubstitutions"])[1].clone();
    assert_eq!(
        (&row["minExpirationDate"], &other["minExpirationDate"]),
        (&json!("02/16/2028"), &json!("07/13/2026"))
    );
}

#[tokio::test]
async fn variants_of_line_items_are_variants_of_the_edit_page() {
    let desk = Desk::variant(Variant::ApprovedLines).await;
    let items = edit_items(&desk, sample::MOVEMENT_MIXED).await;
    assert!(items.iter().any(|item| item["statusCode"] == "APPROVED"));
    assert!(items.iter().all(|item| item["statusCode"] != "PENDING"));
}
