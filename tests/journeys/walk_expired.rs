//! Expired stock of which the table of the site tells: it is offered last, and is taken only where it is meant.

use crate::keys::{ENTER, SPACE, TAB, press};
use crate::walk_scanner::{import_table, tasks};
use crate::walks::{find_movement, task};
use crate::window::{Begin, journey};
use crate::{check, find, without_a_mouse};

/// An open line of the long movement; nothing goes instead of this product, nor it instead of others.
const CODE: &str = "GLV-3060";

/// Lots of it alone. The program goes by the computer's calendar, the sample data by one that stands still: what
/// has expired for the program is told apart by days that are far from both.
const TABLE: &str = "inventoryItemId,productCode,lotNumber,expirationDate,binName,quantity
lot-good,GLV-3060,GOOD-LOT,2099-12-31,A-01-01,5000
lot-other,GLV-3060,OTHER-LOT,,B-01-01,5000
lot-old,GLV-3060,OLD-LOT,2020-01-31,A-01-02,5000";

const SHEET: &str = "[data-testid='split-sheet']";

/// What is said where the tick is missing.
const MISSING: &str = "[data-testid='split-sheet'] .is-missing .hint-error";

fn answer(at: u32) -> String {
    format!("{SHEET} [data-testid='answer']:nth-child({at})")
}

#[test]
fn expired_stock_is_offered_last_and_taken_only_where_it_is_meant_strict() {
    journey("walk_expired", Begin::strict(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        import_table(&window, TABLE).await;
        find_movement(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        // What lies somewhere comes first: from the lot that expires next, of those that have not.
        find::content(client, &task(0, "bin"), "A-01-01").await;
        find::content(client, &task(0, "code"), CODE).await;
        let needed = tasks(client).await[0]["required"].clone();
        find::focus(client, &task(0, "quantity")).await;
        press(client, &['/']).await;
        find::content(client, &answer(1), "OTHER-LOT").await;
        find::content(client, &answer(2), "OLD-LOT").await;
        find::content(client, &answer(2), "Expired").await;
        assert!(!find::is_there(client, &answer(3)).await, "its own lot is none of them");
        find::by_css(client, &format!("{}:focus", answer(1))).await;

        // Without the tick it is not taken; the second time it is said anew.
        press(client, &[TAB]).await;
        find::by_css(client, &format!("{}:focus", answer(2))).await;
        press(client, &[ENTER]).await;
        find::content(client, MISSING, "Select the checkbox to confirm.").await;
        let tick = "[data-testid='split-expired']:focus";
        find::by_css(client, tick).await;
        let seen = "document.querySelector(arguments[0]).setAttribute('data-seen', '');";
        client.execute(seen, vec![MISSING.into()]).await.unwrap();
        press(client, &['2']).await;
        let anew = format!("{MISSING}:not([data-seen])");
        find::content(client, &anew, "Select the checkbox to confirm.").await;
        find::by_css(client, tick).await;
        find::content(client, "[data-testid='walk-progress']", "0 of").await;

        // The tick leads back to what was tried first.
        press(client, &[SPACE]).await;
        find::by_css(client, &format!("{}:focus", answer(2))).await;
        find::gone(client, MISSING).await;
        press(client, &[ENTER]).await;
        find::gone(client, SHEET).await;
        find::content(client, "[data-testid='walk-progress']", "1 of").await;
        find::content(client, &task(0, "bin"), "A-01-02").await;
        let taken = tasks(client).await.remove(0);
        assert_eq!(taken["inventory_item"], "lot-old", "{taken}");
        assert_eq!(taken["quantity"], needed, "{taken}");
        assert!(check::operations(&window).is_empty());
        window
    });
}
