//! Tables that come in and go out, and a proposal that somebody else was first with: one walk for pictures
//! in each look (`cargo xtask tour --looks`), with axe-core on each of them. It goes by places alone, as
//! `tour_screens` does.

use fantoccini::Client;
use practice::sample::MOVEMENT_QUARTERLY;
use serde_json::json;

use crate::accessibility::examine;
use crate::act::{self, click, fill};
use crate::keys::{self, CONTROL, ENTER, ESCAPE, SHIFT};
use crate::tour::show;
use crate::tour_screens::look;
use crate::window::{Window, journey};
use crate::{editor, find, history, lines, two_clients};

/// Lines that something is proposed for.
const PROPOSED: [u32; 2] = [5, 6];

/// Rows of which some cannot be sent as they are.
const ROWS: [&str; 4] = ["GLV-2207 20", "SYR-0505 2", "NOS-1001 7", "GLV-2306 1.999"];

#[test]
fn tour_every_table() {
    journey("tour_every_table", look(), walk);
}

async fn walk(window: Window) -> Window {
    let client = &window.client;
    let mut found = Vec::new();
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    begins_a_movement(&window, &mut found).await;
    into_a_movement(&window, &mut found).await;
    into_a_walk(&window, &mut found).await;
    two_managers(&window, &mut found).await;
    assert!(found.is_empty(), "{}", found.join("\n"));
    window
}

/// Takes a picture, and examines what it shows.
async fn look_at(window: &Window, name: &str, found: &mut Vec<String>) {
    show(name).await;
    found.extend(examine(window, name).await);
}

/// Opens the window that asks for rows, and reads these.
async fn read(client: &Client, rows: &[&str]) {
    keys::chord(client, &[CONTROL, SHIFT, 'v']).await;
    find::by_css(client, "[data-testid='import-text']:focus").await;
    for row in rows {
        keys::type_text(client, row).await;
        keys::press(client, &[ENTER]).await;
    }
    click(client, "import-continue").await;
}

async fn begins_a_movement(window: &Window, found: &mut Vec<String>) {
    let client = &window.client;
    click(client, "new-movement").await;
    find::focus(client, "[data-testid='start-import']").await;
    look_at(window, "new-movement-table", found).await;
    read(client, &ROWS).await;
    find::by_id(client, "import-troubles").await;
    look_at(window, "new-movement-rows", found).await;
    click(client, "import-run").await;
    find::gone(client, "[data-testid='import-preview']").await;
    find::cell(client, "preview-grid", 1, "quantity").await;
    look_at(window, "new-movement-of-rows", found).await;
}

async fn into_a_movement(window: &Window, found: &mut Vec<String>) {
    let client = &window.client;
    act::section(client, "movements").await;
    find::cell(client, "movements-grid", 1, "name").await;
    lines::open_the_long_one(window).await;
    lines::go(client, PROPOSED[0]).await;
    read(client, &ROWS).await;
    find::by_id(client, "import-troubles").await;
    look_at(window, "movement-rows", found).await;
    click(client, "import-cancel").await;
    find::gone(client, "[data-testid='import-preview']").await;
    lines::go(client, PROPOSED[0]).await;
    keys::chord(client, &[CONTROL, 'e']).await;
    find::by_css(client, "[data-testid='export-xlsx']:focus").await;
    look_at(window, "movement-export", found).await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='export-sheet']").await;
    keys::chord(client, &[CONTROL, SHIFT, 'c']).await;
    fill(client, "compare-with", "Theatre block A, weekly").await;
    find::by_css(client, "[role='listbox'] [role='option']").await;
    keys::press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='compare-grid'] [data-index='3']").await;
    look_at(window, "movement-compared", found).await;
    click(client, "compare-close").await;
    find::gone(client, "[data-testid='compare-sheet']").await;
}

async fn into_a_walk(window: &Window, found: &mut Vec<String>) {
    let client = &window.client;
    click(client, "pick-movement").await;
    find::text(client, &find::cell_css("tasks-grid", 0, "bin"), "A-01").await;
    find::focus(client, &find::cell_css("tasks-grid", 0, "quantity")).await;
    read(client, &["A-01-01;NOS-1001;5"]).await;
    find::by_id(client, "import-trouble").await;
    look_at(window, "walk-import", found).await;
    click(client, "import-cancel").await;
    find::gone(client, "[data-testid='import-preview']").await;
}

async fn two_managers(window: &Window, found: &mut Vec<String>) {
    let client = &window.client;
    act::section(client, "movements").await;
    find::cell(client, "movements-grid", 1, "name").await;
    lines::open_the_long_one(window).await;
    let before = editor::movement(window).await;
    for line in PROPOSED {
        lines::go(client, line).await;
        keys::press(client, &['c']).await;
        find::by_css(client, "[data-testid='pane'] [data-testid='reason']:focus").await;
        keys::press(client, &['1']).await;
        let chosen = "[data-testid='pane'] [data-testid='reason'][aria-checked='true']";
        find::by_css(client, chosen).await;
        keys::chord(client, &[CONTROL, SHIFT, ENTER]).await;
        lines::at(client).await;
    }
    act::section(client, "review").await;
    find::cell(client, "review-grid", 2, "product").await;
    click(client, "review-proposals").await;
    find::click(client, &find::cell_css("review-grid", 1, "product")).await;
    find::by_css(client, "[data-testid='review-card'] h2").await;
    look_at(window, "review-proposals", found).await;
    two_clients::revise_a_line_elsewhere(window, &before[PROPOSED[0] as usize - 1], 3).await;
    let what = json!({ "movement": { "id": MOVEMENT_QUARTERLY } });
    history::invoke(client, "refresh", json!({ "what": what })).await;
    find::by_css(client, "[data-testid='review-card'] .byline .st-warn").await;
    find::by_id(client, "review-meanwhile").await;
    look_at(window, "review-first-elsewhere", found).await;
}
