//! The editor of a movement's lines: a day's work in it by keyboard alone, in as few requests as the
//! interface allows.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use fantoccini::Client;
use practice::sample::{MOVEMENT_QUARTERLY, MOVEMENT_QUARTERLY_LINES};
use serde_json::Value;

use crate::keys::{
    CONTROL, DELETE, DOWN, END, ENTER, ESCAPE, SHIFT, TAB, UP, chord, press, type_text,
};
use crate::window::{Begin, Window, journey};
use crate::{check, find, lines, without_a_mouse};

/// Lines whose quantity is entered one by one.
const ENTERED: usize = 30;
/// The line that ten others are filled from.
const FILLED_FROM: u32 = 64;
/// Good rows of the block that is pasted.
const GOOD: usize = 47;
const REVISED: [u32; 5] = [45, 46, 47, 48, 49];
const CANCELED: [u32; 2] = [53, 54];
/// Revised to 0, and gone on with this key: the work goes on at the reasons of a cancellation.
const REVISED_TO_0: [(u32, char); 2] = [(56, ENTER), (57, TAB)];
/// A line that other products go in the stead of.
const REVERTED: u32 = 39;
/// The first was revised in the service before.
const DELETED: [u32; 2] = [50, 55];

#[test]
fn the_lines_of_a_long_movement_are_worked_through_by_keyboard_alone() {
    journey("editor", Begin::default(), work_through);
}

#[test]
fn the_lines_of_a_long_movement_are_worked_through_by_keyboard_alone_strict() {
    journey("editor_strict", Begin::strict(), work_through);
}

#[test]
fn the_focus_stays_on_its_line_when_the_others_are_shown_again() {
    journey("editor_shown", Begin::default(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        press(client, &['!']).await;
        find::text(client, "[data-testid='lines-count']", " of ").await;
        let mut there = lines::at(client).await;
        for _ in 0..8 {
            there = lines::step(client, DOWN).await;
        }
        press(client, &['!']).await;
        lines::until_all_are_shown(client).await;
        let same = |now: &lines::At| (now.line, &now.column) == (there.line, &there.column);
        lines::until(client, same).await;

        // As where the frames are faster than the answers: those rows are not the first to come.
        let hurry = "window.requestAnimationFrame = (draw) => setTimeout(draw, 0);";
        client.execute(hurry, Vec::new()).await.unwrap();
        chord(client, &[CONTROL, 'f']).await;
        type_text(client, "sterile").await;
        // Enter goes on once what was typed is found, not in the rows of before.
        press(client, &[ENTER]).await;
        assert_eq!(lines::at(client).await.row, 0);
        let product = find::cell(client, "lines-grid", 0, "product").await;
        let product = product.prop("textContent").await.unwrap().unwrap_or_default();
        assert!(product.contains("sterile"), "{product}");
        there = lines::step(client, DOWN).await;
        press(client, &[ESCAPE]).await;
        lines::until_all_are_shown(client).await;
        let same = |now: &lines::At| (now.line, &now.column) == (there.line, &there.column);
        lines::until(client, same).await;
        window
    });
}

#[test]
fn a_list_closed_with_esc_stays_closed_when_its_cell_was_out_of_sight() {
    journey("editor_list", Begin::default(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        chord(client, &[CONTROL, END]).await;
        lines::column(client, "code").await;
        type_text(client, "7").await;
        find::by_css(client, "[data-testid='search-list']").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='search-list']").await;
        let scroll = "document.querySelector('[data-testid=lines-grid]').scrollTop = arguments[0];";
        client.execute(scroll, vec![0.into()]).await.unwrap();
        find::gone(client, "[data-testid='cell-edit']").await;
        client.execute(scroll, vec![1_000_000.into()]).await.unwrap();
        let field = find::by_css(client, "[data-testid='cell-edit']:focus").await;
        assert_eq!(field.prop("value").await.unwrap().as_deref(), Some("7"));
        assert_eq!(field.attr("aria-expanded").await.unwrap().as_deref(), Some("false"));
        press(client, &[ESCAPE]).await;
        assert_eq!(lines::at(client).await.column, "code");
        window
    });
}

#[test]
fn who_gets_a_new_line_is_named_where_it_is_typed() {
    journey("editor_recipient", Begin::default(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        let before = movement(&window).await;
        let codes = free_codes(&window, &before, 1).await;
        chord(client, &[CONTROL, END]).await;
        lines::column(client, "code").await;
        type_text(client, &codes[0]).await;
        press(client, &[ENTER]).await;
        let field = "[data-testid='lines-grid'] [data-col='requested'] input:focus";
        find::by_css(client, field).await;
        press(client, &[ESCAPE]).await;
        lines::column(client, "recipient").await;
        type_text(client, "Amara Okafor").await;
        find::content(client, "[role='listbox'] [role='option']", "Amara Okafor").await;
        press(client, &[ENTER]).await;
        find::by_css(client, field).await;
        type_text(client, "4").await;
        press(client, &[ENTER]).await;
        find::chip_says(client, "chip-here", "1").await;
        chord(client, &[CONTROL, 's']).await;
        find::content(client, "[data-testid='drawer-count']", "1 change").await;
        chord(client, &[CONTROL, 's']).await;
        check::until_effects(&window, 1).await;
        let after = movement(&window).await;
        let made = after.last().unwrap();
        assert_eq!((code(made), quantity(made)), (codes[0].as_str(), Some(4)));
        assert!(made["recipient"].is_object(), "{made}");
        window
    });
}

async fn work_through(window: Window) -> Window {
    let client = &window.client;
    without_a_mouse::sign_in(&window).await;
    lines::open_the_long_one(&window).await;
    let before = movement(&window).await;
    assert_eq!(before.len(), MOVEMENT_QUARTERLY_LINES);

    // What goes in the stead of a line is told as below it.
    find::by_css(client, "[data-testid='lines-grid'] [role='row'][aria-level='2']").await;

    let entered = enter_quantities(client, ENTERED).await;
    fill_down(client).await;
    let (block, codes) = block(&window, &before).await;
    paste(&window, &block).await;
    undo_and_redo(client).await;
    chord(client, &[CONTROL, crate::keys::HOME]).await;
    lines::column(client, "requested").await;
    decide(client).await;
    delete(client).await;
    assert!(check::effects(&window).is_empty(), "nothing goes before it is sent");
    send(client).await;
    check::until_effects(&window, GOOD + ENTERED + 11 + 17).await;

    let effects = check::operations(&window);
    let mut counts = BTreeMap::new();
    for effect in &effects {
        *counts.entry(effect.as_str()).or_insert(0) += 1;
    }
    let expected = [
        ("cancelItem", 4),
        ("createItem", GOOD),
        ("deleteItem", 2),
        ("revertItem", 2),
        ("reviseItem", 5),
        ("substituteItem", 4),
        ("updateItem", ENTERED + 11),
    ];
    assert_eq!(counts, BTreeMap::from(expected));
    let posts =
        window.warehouse.faults().requests().into_iter().filter(|request| {
            request.method == "POST" && request.path.ends_with(MOVEMENT_QUARTERLY)
        });
    assert_eq!(posts.count(), 2, "what was revised is reverted before it can be deleted");
    let after = movement(&window).await;
    assert_eq!(after.len(), MOVEMENT_QUARTERLY_LINES + GOOD - 2);
    let quantities: BTreeMap<_, _> = after.iter().map(|line| (id(line), quantity(line))).collect();
    for (line, wanted) in entered {
        assert_eq!(quantities[id(&before[line as usize - 1])], Some(i64::from(wanted)), "{line}");
    }
    for line in FILLED_FROM..=FILLED_FROM + 10 {
        assert_eq!(quantities[id(&before[line as usize - 1])], Some(77), "{line}");
    }
    for line in DELETED {
        assert!(!quantities.contains_key(id(&before[line as usize - 1])), "{line}");
    }
    let now: BTreeSet<_> = after.iter().map(code).collect();
    assert!(codes.iter().all(|code| now.contains(code.as_str())));
    bad_rows_are_still_there(client).await;
    window
}

/// Enters so many quantities down the column, past lines that are decided upon; answers them by line.
pub async fn enter_quantities(client: &Client, count: usize) -> Vec<(u32, u32)> {
    let mut now = lines::column(client, "requested").await;
    let mut entered = Vec::new();
    while entered.len() < count {
        now = match now.line.filter(|_| !now.closed) {
            Some(line) => {
                let quantity = 100 + line;
                entered.push((line, quantity));
                lines::enter(client, &quantity.to_string()).await
            }
            None => lines::step(client, DOWN).await,
        };
    }
    entered
}

async fn fill_down(client: &Client) {
    lines::go(client, FILLED_FROM).await;
    lines::enter(client, "77").await;
    lines::step(client, UP).await;
    for _ in 0..10 {
        chord(client, &[SHIFT, DOWN]).await;
    }
    chord(client, &[CONTROL, 'd']).await;
    find::chip_says(client, "chip-here", "41").await;
}

/// Fifty rows: products the movement does not have, a code nobody knows, two that are no quantity.
async fn block(window: &Window, before: &[Value]) -> (String, Vec<String>) {
    let free = free_codes(window, before, GOOD + 2).await;
    let mut rows: Vec<_> =
        free.iter().take(GOOD).zip(1..).map(|(code, n)| format!("{code}\t{n}")).collect();
    rows.insert(3, "NOBODY-1\t5".to_owned());
    rows.insert(20, format!("{}\tabc", free[GOOD]));
    rows.insert(40, format!("{}\t2.5", free[GOOD + 1]));
    (rows.join("\n"), free[..GOOD].to_vec())
}

/// Codes of products the movement does not have.
pub async fn free_codes(window: &Window, lines: &[Value], count: usize) -> Vec<String> {
    let taken: BTreeSet<_> = lines.iter().map(code).collect();
    let products = check::get(window, "/api/products?max=1000").await;
    let products = products.as_array().or_else(|| products["data"].as_array()).unwrap();
    let codes = products.iter().filter_map(|product| product["productCode"].as_str());
    let free = codes.filter(|code| !taken.contains(code)).map(str::to_owned);
    let free: Vec<_> = free.take(count).collect();
    assert_eq!(free.len(), count);
    free
}

async fn paste(window: &Window, block: &str) {
    let client = &window.client;
    lines::copy_elsewhere(window, block).await;
    chord(client, &[CONTROL, END]).await;
    lines::column(client, "code").await;
    chord(client, &[CONTROL, 'v']).await;
    find::text(client, "[data-testid='accounts']", "47 added, 3 need attention").await;
    find::chip_says(client, "chip-all", "264").await;
}

async fn undo_and_redo(client: &Client) {
    chord(client, &[CONTROL, 'z']).await;
    find::chip_says(client, "chip-all", "214").await;
    chord(client, &[CONTROL, SHIFT, 'z']).await;
    find::chip_says(client, "chip-all", "264").await;
}

async fn decide(client: &Client) {
    for line in REVISED {
        begin(client, line, 'r', "revise-quantity").await;
        type_text(client, "3").await;
        until_a_reason(client).await;
        press(client, &['1', ENTER]).await;
    }
    for (line, products) in
        [(60, &["SYR-0502"][..]), (61, &["SYR-0510"][..]), (62, &["SYR-0610", "SYR-0603"][..])]
    {
        begin(client, line, 's', "swap-product").await;
        if line == 60 {
            // A code that is not there takes none of those like it.
            type_text(client, "SYR-0509").await;
            find::by_css(client, "[role='listbox'] [role='option']").await;
            press(client, &[ENTER]).await;
            find::text(client, "[data-testid='swap-error']", "No such product").await;
            find::by_css(client, "[data-testid='swap-product']:focus").await;
            chord(client, &[CONTROL, 'a']).await;
        }
        for (at, product) in products.iter().enumerate() {
            type_text(client, product).await;
            find::text(client, "[role='listbox'] [role='option']", product).await;
            press(client, &[ENTER]).await;
            find::by_css(client, "[data-testid='swap-quantity']:focus").await;
            if at + 1 < products.len() {
                type_text(client, "10").await;
                // Past the button that takes it away again, to a field for the rest.
                press(client, &[TAB, TAB]).await;
                find::by_css(client, "[data-testid='swap-product']:focus").await;
            }
        }
        until_a_reason(client).await;
        press(client, &['2', ENTER]).await;
    }
    // Both at once, with one reason, while the panel opens and takes columns away.
    press(client, &[crate::keys::ESCAPE]).await;
    find::gone(client, "[data-testid='line-panel']").await;
    lines::at(client).await;
    lines::go(client, CANCELED[0]).await;
    chord(client, &[SHIFT, DOWN]).await;
    press(client, &['c']).await;
    find::content(client, "[data-testid='line-panel'] h2", "2 lines").await;
    find::by_css(client, "[data-testid='reason']:focus").await;
    press(client, &['1', ENTER]).await;
    lines::at(client).await;
    for (line, key) in REVISED_TO_0 {
        begin(client, line, 'r', "revise-quantity").await;
        type_text(client, "0").await;
        press(client, &[key]).await;
        find::by_css(client, "[data-testid='zero-note']").await;
        find::by_css(client, "[data-testid='reason']:focus").await;
        press(client, &['1', ENTER]).await;
        lines::at(client).await;
    }
    begin(client, REVERTED, 'u', "line-keep").await;
    press(client, &[ENTER]).await;
    lines::at(client).await;
}

async fn delete(client: &Client) {
    for line in DELETED {
        lines::go(client, line).await;
        chord(client, &[CONTROL, DELETE]).await;
    }
}

async fn send(client: &Client) {
    chord(client, &[CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-count']", "106 changes").await;
    find::content(client, "[data-testid='drawer-requests']", "2 requests").await;
    find::content(client, "[data-testid='changes-grid']", "Quantity from").await;
    chord(client, &[CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-count']", "3 changes").await;
}

/// The rows that cannot be sent stay, each marked with what is wrong.
async fn bad_rows_are_still_there(client: &Client) {
    press(client, &[crate::keys::ESCAPE]).await;
    find::chip_says(client, "chip-here", "3").await;
    lines::at(client).await;
    find::click(client, "[data-testid='chip-here']").await;
    for said in ["NOBODY-1", "No such product", "Not a number", "Whole numbers only"] {
        find::content(client, "[data-testid='lines-grid']", said).await;
    }
}

/// Goes to a line and begins something with it; waits until the focus is in a field of it.
pub async fn begin(client: &Client, line: u32, key: char, field: &str) {
    lines::go(client, line).await;
    press(client, &[key]).await;
    find::content(client, "[data-testid='line-panel'] h2", &format!("Line {line}")).await;
    find::by_css(client, &format!("[data-testid='{field}']:focus")).await;
    // A letter, a digit and Enter as fast as the driver presses them are a slow scanner's code.
    tokio::time::sleep(Duration::from_millis(160)).await;
}

/// Goes on until a reason has the focus.
pub async fn until_a_reason(client: &Client) {
    for _ in 0..12 {
        press(client, &[TAB]).await;
        if find::is_there(client, "[data-testid='reason']:focus").await {
            return;
        }
    }
    panic!("Tab never comes to the reasons");
}

/// The lines of the long movement, as the service has them.
pub async fn movement(window: &Window) -> Vec<Value> {
    let path = format!("/api/stockMovements/{}", MOVEMENT_QUARTERLY);
    let movement = check::get(window, &path).await;
    movement["data"]["lineItems"].as_array().unwrap().clone()
}

pub fn id(line: &Value) -> &str {
    line["id"].as_str().unwrap()
}

pub fn quantity(line: &Value) -> Option<i64> {
    line["quantityRequested"].as_i64()
}

pub fn code(line: &Value) -> &str {
    let code = line["product"]["productCode"].as_str().or_else(|| line["productCode"].as_str());
    code.unwrap_or_default()
}
