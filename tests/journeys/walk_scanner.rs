//! A picker's whole walk by the scanner: three movements, two and forty lines, over eighteen bins and more;
//! with the service gone and the program killed in its middle. What the service applied is what was scanned,
//! and the tape has every scan. And the same road on a service that tells no lots, by the table of the site.

use std::collections::{BTreeMap, BTreeSet};

use fantoccini::{Client, Locator};
use serde_json::{Value, json};

use crate::history::invoke;
use crate::keys::{
    ALT, BACKSPACE, CONTROL, DOWN, ENTER, ESCAPE, SPACE, UP, chord, press, type_text,
};
use crate::scanner::{scan, scan_at_once};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, without_a_mouse};

const NOW: &str = "[data-testid='scan-now']";
const DEPOT: &str = "Central store";
/// So many pieces of one product are scanned within a second.
const MANY: usize = 20;

/// So many of a lot lie in a bin.
#[derive(Clone, Debug)]
struct Lot {
    item: String,
    code: String,
    bin: String,
    quantity: i64,
}

/// What is to be asked for: a product's code, and how many.
pub type Asked = (String, i64);

/// What lies in the depot and does not expire soon, by product; none of products with a lot that does.
fn lots(window: &Window) -> BTreeMap<String, Vec<Lot>> {
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    let now = chrono::DateTime::from_timestamp(now.try_into().unwrap(), 0).unwrap();
    let soon = now.date_naive() + chrono::Days::new(60);
    let mut lots: BTreeMap<String, Vec<Lot>> = BTreeMap::new();
    let mut expire = BTreeSet::new();
    for row in window.warehouse.site_table().lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let [item, code, _, day, bin, quantity] = cells[..] else { panic!("{row}") };
        if !bin.starts_with(['A', 'B', 'C']) {
            continue;
        }
        if day.parse::<chrono::NaiveDate>().is_ok_and(|day| day < soon) {
            expire.insert(code.to_owned());
        }
        lots.entry(code.to_owned()).or_default().push(Lot {
            item: item.to_owned(),
            code: code.to_owned(),
            bin: bin.to_owned(),
            quantity: quantity.parse().unwrap(),
        });
    }
    lots.retain(|code, _| !expire.contains(code));
    lots
}

/// Forty-one products that lie in one bin each, over as many bins as there are; the first one lies there
/// often. Before them one that lies in two.
fn plan(lots: &BTreeMap<String, Vec<Lot>>) -> (Vec<Lot>, Vec<Lot>) {
    let of = |count: usize| lots.values().filter(move |all| all.len() == count);
    let split =
        of(2).find(|all| all[0].bin != all[1].bin && all.iter().all(|lot| lot.quantity < 200));
    let mut singles: Vec<Lot> = of(1).map(|all| all[0].clone()).collect();
    singles.retain(|lot| lot.quantity >= 4);
    let many = singles.iter().position(|lot| lot.quantity >= 20).unwrap();
    let many = singles.remove(many);
    let (mut bins, mut first, mut rest) =
        (BTreeSet::from([many.bin.clone()]), vec![many], Vec::new());
    for lot in singles {
        if bins.insert(lot.bin.clone()) { first.push(lot) } else { rest.push(lot) }
    }
    let all: Vec<Lot> = first.into_iter().chain(rest).take(41).collect();
    assert_eq!(all.len(), 41, "the depot has too few products");
    assert!(bins.len() >= 18, "{} bins", bins.len());
    (all, split.expect("no product lies in two bins").clone())
}

/// Makes a movement with these lines that begins in a depot, as another client would.
pub async fn make(window: &Window, name: &str, depot: &str, lines: &[Asked]) {
    let products = check::get(window, "/api/products?max=1000").await;
    let id_of = |code: &str| {
        let mut all = products.as_array().unwrap().iter();
        all.find(|product| product["productCode"] == code).unwrap()["id"].clone()
    };
    let all = check::get(window, "/api/stockMovements?max=100&exclude=lineItems").await;
    let of_depot = |movement: &&Value| movement["origin"]["name"] == depot;
    let like = all["data"].as_array().unwrap().iter().find(of_depot).unwrap();
    let mut body = json!({
        "name": name,
        "description": name,
        "dateRequested": "11/01/2026",
        "origin.id": like["origin"]["id"],
        "destination.id": like["destination"]["id"],
        "requestedBy.id": like["requestedBy"]["id"],
    });
    let made = check::post(window, "/api/stockMovements", &body).await;
    let key = made["data"]["id"].as_str().unwrap().to_owned();
    let items = lines.iter().zip(1..).map(|((code, quantity), place)| {
        json!({ "product.id": id_of(code), "quantityRequested": quantity, "sortOrder": place * 100 })
    });
    body["lineItems"] = items.collect();
    check::post(window, &format!("/api/stockMovements/{key}"), &body).await;
}

/// Begins a walk of all movements with this word in their names.
pub async fn begin(client: &Client, word: &str, count: usize) {
    chord(client, &[ALT, '3']).await;
    find::by_id(client, "to-pick-grid").await;
    chord(client, &[CONTROL, 'f']).await;
    type_text(client, word).await;
    let last = find::cell_css("to-pick-grid", u32::try_from(count - 1).unwrap(), "name");
    find::text(client, &last, word).await;
    press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='to-pick-grid'] [data-index='0'] :focus").await;
    for row in 0..count {
        find::by_css(client, &format!("[data-testid='to-pick-grid'] [data-index='{row}'] :focus"))
            .await;
        press(client, &[SPACE]).await;
        press(client, &[DOWN]).await;
    }
    if count > 1 {
        find::content(client, "[data-testid='begin-walk']", &count.to_string()).await;
    }
    chord(client, &[CONTROL, ENTER]).await;
    find::by_id(client, "walk-progress").await;
}

async fn walk_key(client: &Client) -> Value {
    invoke(client, "list_walks", json!({})).await[0]["key"].clone()
}

/// All tasks of the walk, as the backend has them.
pub async fn tasks(client: &Client) -> Vec<Value> {
    let walk = walk_key(client).await;
    let request = json!({ "walk": walk, "count": 500 });
    invoke(client, "list_tasks", request).await["rows"].as_array().unwrap().clone()
}

/// The first task, once it is known where it lies.
async fn first_task(client: &Client) -> Value {
    find::text(client, &find::cell_css("tasks-grid", 0, "bin"), "A-0").await;
    tasks(client).await.remove(0)
}

/// Waits until the walk has so many tasks of which it is known where they lie.
pub async fn tasks_known(client: &Client, wanted: usize) -> Vec<Value> {
    for _ in 0..400 {
        let tasks = tasks(client).await;
        if tasks.iter().filter(|task| task["inventory_item"].is_string()).count() == wanted {
            return tasks;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{:#?}", tasks(client).await);
}

/// What a task's bin or its product is called.
pub fn text<'a>(task: &'a Value, of: &str) -> &'a str {
    let found = match of {
        "bin" => &task["bin"]["name"],
        _ => &task["product"]["code"],
    };
    found.as_str().unwrap()
}

/// What the service has picked: by line's product and bin's lot, so many pieces.
fn picked(window: &Window, codes: &BTreeMap<String, String>) -> BTreeMap<String, i64> {
    let mut picked = BTreeMap::new();
    for effect in check::effects(window).iter().filter(|effect| effect.operation == "pick") {
        let item = effect.detail["inventoryItem"].as_str().unwrap();
        *picked.entry(codes[item].clone()).or_default() +=
            effect.detail["quantityPicked"].as_i64().unwrap();
    }
    picked
}

/// Waits until what was scanned last is shown.
pub async fn heard(client: &Client, wanted: &str) {
    find::content(client, NOW, wanted).await;
}

async fn scan_pieces(client: &Client, code: &str, pieces: usize) {
    scan_at_once(&vec![code; pieces]);
    heard(client, &format!("{code}: {pieces}")).await;
}

/// A walk of three movements: what is asked for, and what is picked of it in the end.
struct ThreeMovements {
    /// Inventory items, and whose products they are.
    codes: BTreeMap<String, String>,
    /// As many pieces of it as are scanned in a second.
    many: Lot,
    /// Of these one is there alone.
    short: [String; 2],
    /// Pieces that are picked in the end.
    expected: BTreeMap<String, i64>,
    /// One pick for each line, and one more for the second bin of one of them.
    picks: usize,
}

/// Makes three movements of two and forty lines over eighteen bins and more.
async fn make_three(window: &Window) -> ThreeMovements {
    let lots = lots(window);
    let (singles, split) = plan(&lots);
    let split_asked = split.iter().map(|lot| lot.quantity).max().unwrap() + 1;
    let mut asked: Vec<Asked> = vec![(split[0].code.clone(), split_asked)];
    asked.extend(singles.iter().zip(0..).map(|(lot, at)| {
        let pieces = match at {
            0 => i64::try_from(MANY).unwrap(),
            1 | 2 => 3,
            at => 1 + at % 2,
        };
        (lot.code.clone(), pieces)
    }));
    for (lines, number) in asked.chunks(14).zip(1..) {
        make(window, &format!("Scanned walk {number}"), DEPOT, lines).await;
    }
    let short = [singles[1].code.clone(), singles[2].code.clone()];
    let mut expected: BTreeMap<String, i64> = asked.iter().cloned().collect();
    expected.extend(short.iter().map(|code| (code.clone(), 1)));
    let all = lots.values().flatten();
    ThreeMovements {
        codes: all.map(|lot| (lot.item.clone(), lot.code.clone())).collect(),
        many: singles[0].clone(),
        short,
        expected,
        picks: asked.len() + 1,
    }
}

/// Imports a table of the site; what would come of it is said before.
pub async fn import_table(window: &Window, table: &str) {
    let client = &window.client;
    // Products are known once their page was there.
    act::section(client, "products").await;
    find::cell(client, "products-grid", 1, "name").await;
    act::section(client, "pick").await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stock.csv");
    std::fs::write(&file, table).unwrap();
    act::click(client, "site-menu").await;
    act::click(client, "site-stock").await;
    find::content(client, "[data-testid='stock-in-use']", "No stock table").await;
    let field = client.find(Locator::Css("[data-testid='import-file']")).await.unwrap();
    field.send_keys(file.to_str().unwrap()).await.unwrap();
    find::content(client, "[data-testid='import-report']", "rows can be used").await;
    find::content(client, "[data-testid='stock-in-use']", "No stock table").await;
    act::click(client, "import-now").await;
    find::content(client, "[data-testid='stock-in-use']", "stock.csv").await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='stock-sheet']").await;
}

/// Scans all but what is scanned in a second; answers how many scans these were.
async fn scan_bin_by_bin(client: &Client, walk: &ThreeMovements) -> usize {
    let all = tasks_known(client, walk.picks).await;
    let bins: BTreeSet<&str> = all.iter().map(|task| text(task, "bin")).collect();
    assert!(bins.len() >= 18, "{bins:?}");
    let (mut scans, mut at) = (0, String::new());
    for task in &all {
        let (bin, code) = (text(task, "bin"), text(task, "code"));
        if code == walk.many.code {
            continue;
        }
        if bin != at {
            scan(bin);
            heard(client, bin).await;
            (scans, at) = (scans + 1, bin.to_owned());
        }
        let required = task["required"].as_i64().unwrap();
        if walk.short.iter().any(|short| short == code) {
            // One is there, and no more: why is said by a command and a key.
            scan_pieces(client, code, 1).await;
            scan("SH-SHORT");
            find::by_css(client, "[data-testid='short-reasons'] button:focus").await;
            press(client, &['1']).await;
            find::by_css(client, "[data-testid='tasks-grid'] :focus").await;
            scans += 2;
        } else if required > 3 {
            // More than anybody scans one by one.
            scan(&format!("{required}*{code}"));
            heard(client, &format!("{code}: {required}")).await;
            scans += 1;
        } else {
            let pieces = usize::try_from(required).unwrap();
            scan_pieces(client, code, pieces).await;
            scans += pieces;
        }
    }
    scans
}

/// The whole walk, over a gone service and a kill, until it is sent.
async fn scan_and_send(window: Window, walk: ThreeMovements) -> Window {
    let client = window.client.clone();
    begin(&client, "Scanned walk", 3).await;
    let mut scans = scan_bin_by_bin(&client, &walk).await;
    // A product of another walk changes nothing, and is named.
    scan("GLV-2207");
    heard(&client, "not in this walk").await;
    assert!(picked(&window, &walk.codes).is_empty());
    let many = walk.many.clone();
    let window = window
        .without_the_warehouse(|client| async move {
            scan(&many.bin);
            heard(&client, &many.bin).await;
            scan_at_once(&vec![many.code.as_str(); MANY]);
            heard(&client, &format!("{}: {MANY} of {MANY}", many.code)).await;
        })
        .await;
    scans += 2 + MANY;
    let window = window.kill().await;
    let client = &window.client;
    act::sign_in_again(client).await;
    find::content(client, "[data-testid='walk-progress']", "short").await;
    let request = json!({ "walk": walk_key(client).await, "count": 500 });
    let told = invoke(client, "list_scans", request).await;
    assert_eq!(told.as_array().unwrap().len(), scans, "no scan is lost, and none is twice");
    let before = check::effects(&window).len();
    scan("SH-SEND");
    check::until_effects(&window, before + walk.picks).await;
    find::outbox_says(client, "0").await;
    assert_eq!(picked(&window, &walk.codes), walk.expected);
    window
}

#[test]
fn a_walk_of_three_movements_is_scanned_over_a_gone_service_and_a_kill() {
    journey("walk_of_three", Begin::extended(), |window| async move {
        let walk = make_three(&window).await;
        without_a_mouse::sign_in(&window).await;
        scan_and_send(window, walk).await
    });
}

#[test]
fn the_same_walk_is_scanned_by_the_table_of_the_site_strict() {
    journey("walk_by_table", Begin::strict(), |window| async move {
        let walk = make_three(&window).await;
        without_a_mouse::sign_in(&window).await;
        import_table(&window, &window.warehouse.site_table()).await;
        scan_and_send(window, walk).await
    });
}

#[test]
fn the_same_walk_is_picked_by_keyboard_alone() {
    journey("walk_by_keys", Begin::extended(), |window| async move {
        let walk = make_three(&window).await;
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        begin(client, "Scanned walk", 3).await;
        let all = tasks_known(client, walk.picks).await;
        // The window shows it too: of a lot that is not known nothing can be taken.
        find::gone(client, "[data-testid='tasks-grid'] .st-warn").await;
        for (row, task) in (0..).zip(&all) {
            let cell = find::cell_css("tasks-grid", row, "quantity");
            find::by_css(client, &format!("{cell}:focus")).await;
            if walk.short.iter().any(|short| short == text(task, "code")) {
                type_text(client, "1").await;
                press(client, &[ENTER]).await;
                find::text(client, &cell, "1").await;
                press(client, &[UP]).await;
                find::by_css(client, &format!("{cell}:focus")).await;
                press(client, &['-']).await;
                find::by_css(client, "[data-testid='short-reasons'] button:focus").await;
                press(client, &['1']).await;
            } else {
                press(client, &[ENTER]).await;
            }
        }
        let progress = "[data-testid='walk-progress']";
        find::content(client, progress, &format!("{0} of {0}", walk.picks)).await;
        let before = check::effects(&window).len();
        chord(client, &[CONTROL, ENTER]).await;
        check::until_effects(&window, before + walk.picks).await;
        assert_eq!(picked(&window, &walk.codes), walk.expected);
        window
    });
}

#[test]
fn a_code_lands_in_no_field_and_under_no_sheet_and_is_counted_all_the_same() {
    journey("scan_anywhere", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        begin(client, "Quarterly", 1).await;
        let first = first_task(client).await;
        let (bin, code) = (text(&first, "bin").to_owned(), text(&first, "code").to_owned());
        scan(&bin);
        heard(client, &bin).await;
        // In the field for finding, where something is typed.
        let field = "[data-testid='find']";
        act::fill(client, "find", "A-0").await;
        scan(&code);
        heard(client, &format!("{code}: 1")).await;
        let value = find::by_css(client, field).await.prop("value").await.unwrap();
        assert_eq!(value.as_deref(), Some("A-0"), "what was typed stays");
        press(client, &[ESCAPE]).await;
        // Under a sheet that asks something, in its field.
        act::click(client, "walk-more").await;
        act::click(client, "walk-hold").await;
        act::fill(client, "hold-note", "Back at two").await;
        scan(&code);
        heard(client, &format!("{code}: 2")).await;
        let note = find::by_id(client, "hold-note").await.prop("value").await.unwrap();
        assert_eq!(note.as_deref(), Some("Back at two"));
        press(client, &[ESCAPE]).await;
        // With a menu open.
        find::gone(client, "[data-testid='hold-sheet']").await;
        act::click(client, "walk-more").await;
        find::by_css(client, "[role='menu']").await;
        scan(&code);
        heard(client, &format!("{code}: 3")).await;
        press(client, &[ESCAPE]).await;
        // Over the sheet that asks for the password.
        window.warehouse.faults().expire_sessions();
        invoke(client, "refresh", json!({ "what": "movements" })).await;
        act::click(client, "sign-in-again").await;
        find::by_id(client, "signin-sheet").await;
        scan(&code);
        heard(client, &format!("{code}: 4")).await;
        let password = find::by_id(client, "signin-password").await.prop("value").await.unwrap();
        assert_eq!(password.as_deref(), Some(""));
        act::sign_in_again(client).await;
        // Any of them is taken back.
        act::click(client, "scan-tape").await;
        find::by_id(client, "tape").await;
        let rows = client.find_all(Locator::Css("[data-testid='tape-row']")).await.unwrap();
        assert_eq!(rows.len(), 5);
        find::click(client, "[data-testid='tape-row']:nth-child(3) [data-testid='tape-take-back']")
            .await;
        find::gone(client, "[data-testid='tape-row']:nth-child(3) [data-testid='tape-take-back']")
            .await;
        press(client, &[ESCAPE]).await;
        find::text(client, &find::cell_css("tasks-grid", 0, "quantity"), "3").await;
        window
    });
}

#[test]
fn an_unknown_code_is_linked_to_its_product_and_known_from_then_on() {
    journey("scan_linked", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        begin(client, "Quarterly", 1).await;
        let first = first_task(client).await;
        let (bin, code) = (text(&first, "bin").to_owned(), text(&first, "code").to_owned());
        scan(&bin);
        heard(client, &bin).await;
        scan("4006501003638");
        heard(client, "4006501003638 is not known").await;
        press(client, &['l']).await;
        // The task with the cursor is the first answer.
        find::content(client, "[data-testid='which-product'] [data-testid='answer']", &code).await;
        press(client, &['1']).await;
        find::gone(client, "[data-testid='which-product']").await;
        heard(client, &format!("{code}: 1")).await;
        scan("4006501003638");
        heard(client, &format!("{code}: 2")).await;
        // Undone by one key, one scan after the other.
        press(client, &[BACKSPACE]).await;
        find::text(client, &find::cell_css("tasks-grid", 0, "quantity"), "1").await;
        window
    });
}

#[test]
fn one_task_at_a_time_is_picked_by_keys_alone() {
    journey("walk_focus", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        begin(client, "Quarterly", 1).await;
        find::by_css(client, "[data-testid='tasks-grid'] :focus").await;
        first_task(client).await;
        let all = tasks(client).await;
        let is_code = |at: usize| text(&all[at], "code").to_owned();
        press(client, &['f']).await;
        find::by_css(client, "[data-testid='focus-quantity']:focus").await;
        find::text(client, "[data-testid='focus-code']", &is_code(0)).await;
        // As it stands, by Enter; the next one is there.
        press(client, &[ENTER]).await;
        find::text(client, "[data-testid='focus-code']", &is_code(1)).await;
        // Fewer by their digits: why is asked in place.
        type_text(client, "1").await;
        press(client, &[ENTER]).await;
        find::by_css(client, "[data-testid='short-reasons'] button:focus").await;
        press(client, &['1']).await;
        find::text(client, "[data-testid='focus-code']", &is_code(2)).await;
        // Back and on again by letters.
        find::by_css(client, "[data-testid='focus-quantity']:focus").await;
        press(client, &['n']).await;
        find::text(client, "[data-testid='focus-code']", &is_code(3)).await;
        find::by_css(client, "[data-testid='focus-quantity']:focus").await;
        press(client, &['b']).await;
        find::text(client, "[data-testid='focus-code']", &is_code(2)).await;
        find::by_css(client, "[data-testid='focus-quantity']:focus").await;
        // A scan leads to its task, and types nothing.
        scan(text(&all[4], "bin"));
        heard(client, text(&all[4], "bin")).await;
        scan(&is_code(4));
        find::text(client, "[data-testid='focus-code']", &is_code(4)).await;
        let typed = find::by_id(client, "focus-quantity").await.prop("value").await.unwrap();
        assert_eq!(typed.as_deref(), Some(""));
        press(client, &[ESCAPE]).await;
        find::by_css(client, "[data-testid='tasks-grid'] :focus").await;
        let entered = tasks(client).await;
        let quantity = |at: usize| entered[at]["quantity"].as_i64();
        assert_eq!(quantity(0), all[0]["required"].as_i64());
        assert_eq!((quantity(1), quantity(2), quantity(4)), (Some(1), None, Some(1)));
        window
    });
}

#[test]
fn a_scanner_is_set_up_by_one_scan() {
    journey("scanner_setup", Begin::default(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        chord(client, &[CONTROL, ',']).await;
        find::by_id(client, "settings-sheet").await;
        find::focus(client, "[data-testid='scanner-test']").await;
        scan("~AQWZ-0123456789/M$");
        find::content(client, "[data-testid='scanner-found']", "The scanner works").await;
        act::click(client, "scanner-take").await;
        find::gone(client, "[data-testid='scanner-take']").await;
        let prefix = find::by_id(client, "scanner-prefix").await.prop("value").await.unwrap();
        assert_eq!(prefix.as_deref(), Some("~"));
        find::focus(client, "[data-testid='scanner-test']").await;
        scan("GLV-2207");
        find::content(client, "[data-testid='scanner-found']", "GLV-2207").await;
        window
    });
}
