//! A walk through two depots in which bins have the same names: which one is meant is asked and not guessed.

use practice::sample::{CENTRAL_STORE, HOSPITAL_PHARMACY, NORTHGATE_STORE};
use practice::{Fault, Kind};
use serde_json::json;

use crate::history::invoke;
use crate::keys::press;
use crate::scanner::scan;
use crate::walk_scanner::{begin, heard, import_table, make, tasks, tasks_known, text};
use crate::walks::task;
use crate::window::{Begin, Window, journey};
use crate::{check, find, without_a_mouse};

/// Lies in the central store, in a bin whose name another one has in the other depot.
const HERE: &str = "GLV-2205";
/// Lies in another bin of the central store.
const ASIDE: &str = "GLV-2208";
/// Lies in the bin of that name in the other depot.
const THERE: &str = "GLV-2206";

/// A table of the site tells of no depot: a bin is that of the depot a movement begins in.
const TABLE: &str = "inventoryItemId,productCode,lotNumber,expirationDate,binName,quantity
lot-here,GLV-2205,LOT-1,,A-01-01,50
lot-aside,GLV-2208,LOT-2,,C-02-04,50
lot-there,GLV-2206,LOT-3,,A-01-01,50";

#[test]
fn a_walk_leads_through_two_depots_whose_bins_have_the_same_names_strict() {
    journey("walk_depots", Begin::strict(), |window| async move {
        let asked = |code: &str| (code.to_owned(), 3_i64);
        make(&window, "Two depots 1", "Central store", &[HERE, ASIDE].map(asked)).await;
        make(&window, "Two depots 2", "Northgate store", &[THERE].map(asked)).await;
        let made = check::effects(&window).len();
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        read_bins(&window).await;
        import_table(&window, TABLE).await;
        begin(client, "Two depots", 2).await;
        let all = tasks_known(client, 3).await;
        let row = |code: &str| {
            let at = all.iter().position(|task| text(task, "code") == code).unwrap();
            u32::try_from(at).unwrap()
        };
        let (here, there) = ("A-01-01 · Central store", "A-01-01 · Northgate store");
        for (code, bin) in [(HERE, here), (ASIDE, "C-02-04 · Central store"), (THERE, there)] {
            find::content(client, &task(row(code), "bin"), bin).await;
        }

        // The cursor is before neither of the two.
        find::focus(client, &task(row(ASIDE), "quantity")).await;
        scan("A-01-01");
        heard(client, "A-01-01 fits 2 tasks").await;
        let sheet = "[data-testid='which-task']";
        find::by_css(client, &format!("{sheet} [data-testid='answer']:focus")).await;
        let place = 1 + u32::from(row(HERE) < row(THERE));
        let answer = |at: u32| format!("{sheet} [data-testid='answer']:nth-child({at})");
        find::content(client, &answer(place), there).await;
        find::content(client, &answer(3 - place), here).await;
        press(client, &[char::from_digit(place, 10).unwrap()]).await;
        find::gone(client, sheet).await;
        heard(client, &format!("Bin {there}")).await;
        // That is where the picker stands now, and nowhere else.
        scan(THERE);
        heard(client, &format!("{THERE}: 1 of 3")).await;
        find::text(client, &task(row(THERE), "quantity"), "1").await;
        scan(HERE);
        heard(client, &format!("{HERE}: wrong bin. Pick it from {here}")).await;

        // A bin of a depot through which no movement leads.
        let before = tasks(client).await;
        scan("F-01-01");
        let said = "Bin F-01-01 is in Hospital pharmacy, where nothing is to be picked";
        heard(client, said).await;
        assert_eq!(tasks(client).await, before);
        scan(THERE);
        heard(client, &format!("{THERE}: 2 of 3")).await;
        assert_eq!(check::effects(&window).len(), made, "nothing is sent");
        window
    });
}

/// Reads the bins of the depots. No two depots of the sample data have bins of the same names, and no client can
/// rename one: of Northgate the service answers once that its aisles D and E are A and B.
async fn read_bins(window: &Window) {
    let path = format!("/api/binLocations?parentLocation.id={NORTHGATE_STORE}");
    let mut bins = check::get(window, &path).await;
    for bin in bins["data"].as_array_mut().unwrap() {
        let name = bin["name"].as_str().unwrap().replace('D', "A").replace('E', "B");
        bin["name"] = name.into();
    }
    let content_type = "application/json".to_owned();
    let renamed = Kind::Answer { status: 200, content_type, body: bins.to_string() };
    let renamed = Fault::new(renamed).method("GET").path("/api/binLocations");
    window.warehouse.faults().add(renamed);
    // Each is read before the next is asked for, and is not read again while it is so new.
    for depot in [NORTHGATE_STORE, CENTRAL_STORE, HOSPITAL_PHARMACY] {
        let what = json!({ "bin_locations": depot });
        let read = invoke(&window.client, "refresh", json!({ "what": what })).await;
        assert!(read["failure"].is_null(), "{depot}: {read}");
    }
}
