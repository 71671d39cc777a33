//! Everything by keyboard alone: no step of these journeys touches an element.

use std::time::{Duration, Instant};

use fantoccini::Client;

use crate::keys::{
    ALT, CONTROL, DOWN, END, ENTER, ESCAPE, HOME, SHIFT, SPACE, TAB, chord, press, type_text,
};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, watch};

#[test]
fn r_c5_a_movement_is_made_from_a_stocklist_without_a_mouse() {
    journey("no_mouse", Begin::default(), main_job);
}

#[test]
fn r_c5_a_movement_is_made_from_a_stocklist_without_a_mouse_strict() {
    journey("no_mouse_strict", Begin::strict(), main_job);
}

async fn main_job(window: Window) -> Window {
    let client = &window.client;
    sign_in(&window).await;
    chord(client, &[CONTROL, SHIFT, 'n']).await;
    find::by_css(client, "[data-testid='stocklist-search']:focus").await;
    type_text(client, "crash").await;
    find::text(client, "[data-testid='stocklist-option']", "crash").await;
    press(client, &[ENTER]).await;
    find::cell(client, "preview-grid", 0, "quantity").await;
    // To the grid and its last column, the quantity.
    until_focused(&window, "[data-testid='preview-grid']").await;
    press(client, &[END]).await;
    type_text(client, "9").await;
    press(client, &[ENTER]).await;
    type_text(client, "8").await;
    press(client, &[ENTER, SPACE]).await;
    find::text(client, &find::cell_css("preview-grid", 2, "quantity"), "not included").await;
    chord(client, &[CONTROL, ENTER]).await;
    find::by_id(client, "movement-title").await;
    let operations = check::operations(&window);
    assert_eq!(operations, ["createMovement", "updateItem", "updateItem", "deleteItem"]);
    // What was done stands in the history.
    chord(client, &[ALT, '8']).await;
    find::cell(client, "journal-grid", 0, "change").await;
    until_focused(&window, "[data-testid='journal-grid']").await;
    press(client, &[DOWN]).await;
    window
}

#[test]
fn r_c5_every_section_opens_and_its_grid_is_walked_without_a_mouse() {
    journey("sections", Begin::default(), |window| async move {
        let client = &window.client;
        sign_in(&window).await;
        // The history is empty until something was done.
        chord(client, &[ALT, '8']).await;
        find::by_id(client, "outbox-empty").await;
        find::by_css(client, "[data-testid='pane'] [data-testid='empty']").await;
        for (key, grid, row) in [
            ('3', "to-pick-grid", 1),
            ('5', "stocklists-grid", 1),
            ('6', "products-grid", 1),
            ('7', "bins-grid", 0),
            ('2', "movements-grid", 1),
        ] {
            chord(client, &[ALT, key]).await;
            find::cell(client, grid, row, "name").await;
            until_focused(&window, &format!("[data-testid='{grid}']")).await;
            // Of the movements the second one of the first day.
            press(client, &[DOWN]).await;
            if grid == "stocklists-grid" {
                walk_through_lists(client).await;
            }
        }
        press(client, &[ENTER]).await;
        find::by_id(client, "movement-title").await;
        chord(client, &[CONTROL, 'w']).await;
        press(client, &['?']).await;
        find::by_css(client, "[role='dialog']").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[role='dialog']").await;
        chord(client, &[CONTROL, ',']).await;
        find::by_id(client, "settings-sheet").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='settings-sheet']").await;
        window
    });
}

/// Beside each list stand its items, and none of a list before.
async fn walk_through_lists(client: &Client) {
    press(client, &[DOWN; 6]).await;
    chord(client, &[CONTROL, HOME]).await;
    let items = "const panel = document.querySelector('[data-testid=stocklist-panel]');
        const said = panel.querySelector('.panel-sub .num').textContent;
        return [parseInt(said), panel.querySelectorAll('.grid-body > [data-index]').length];";
    let first = find::cell(client, "stocklists-grid", 0, "name").await.text().await.unwrap();
    find::content(client, "[data-testid='stocklist-panel'] h2", &first).await;
    let begun = Instant::now();
    loop {
        let counted = client.execute(items, Vec::new()).await.unwrap();
        if counted[0].as_u64().is_some() && counted[0] == counted[1] {
            return;
        }
        assert!(begun.elapsed() < find::PATIENCE, "said and drawn: {counted}");
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

/// Signs in by keyboard.
pub async fn sign_in(window: &Window) {
    let client = &window.client;
    until_focused(window, "[data-testid='signin-user']").await;
    type_text(client, act::user()).await;
    until_focused(window, "[data-testid='signin-password']").await;
    type_text(client, watch::PASSWORD).await;
    press(client, &[ENTER]).await;
    find::cell(client, "movements-grid", 1, "name").await;
}

/// Presses Tab until the focus is in this part of the window.
pub async fn until_focused(window: &Window, css: &str) {
    find::by_css(&window.client, css).await;
    let inside = format!("{css}:focus, {css}:focus-within");
    for _ in 0..60 {
        if find::is_there(&window.client, &inside).await {
            return;
        }
        press(&window.client, &[TAB]).await;
    }
    panic!("Tab never comes to `{css}`");
}
