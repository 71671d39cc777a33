//! Search or command: from anywhere to anything, by keys alone, and back to where one was.

use fantoccini::Client;

use crate::keys::{CONTROL, ENTER, ESCAPE, TAB, chord, press, type_text};
use crate::window::{Begin, journey};
use crate::{act, find, two_clients};

const CELL: &str = "[data-testid='movements-grid'] [role='gridcell']:focus";
const FIELD: &str = "[data-testid='palette-find']:focus";
const FIRST: &str = "[data-testid='palette-entry'].is-active";

async fn open_palette(client: &Client) {
    chord(client, &[CONTROL, 'k']).await;
    find::by_css(client, FIELD).await;
}

#[test]
fn search_leads_to_what_is_typed_however_fast_it_is_confirmed() {
    journey("palette", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::by_css(client, CELL).await;
        let code = find::cell(client, "movements-grid", 4, "code").await.text().await.unwrap();
        // Enter waits for what is found.
        open_palette(client).await;
        type_text(client, &format!("#{code}")).await;
        press(client, &[ENTER]).await;
        find::by_id(client, "movement-title").await;
        find::text(client, two_clients::HEAD_CODE, &code).await;
        // A product, from inside a movement.
        open_palette(client).await;
        type_text(client, "/GLV-2207").await;
        press(client, &[ENTER]).await;
        find::text(client, &find::cell_css("products-grid", 0, "code"), "GLV-2207").await;
        // A person leads to what they asked for.
        open_palette(client).await;
        type_text(client, "@weir").await;
        find::content(client, FIRST, "Jonas Weir").await;
        press(client, &[ENTER]).await;
        find::content(client, "[data-testid='filter-by']", "Jonas Weir").await;
        find::by_css(client, CELL).await;
        // An action does what its key does.
        open_palette(client).await;
        type_text(client, ">hide menu").await;
        press(client, &[ENTER]).await;
        find::by_css(client, "[data-testid='frame'][data-rail='icons']").await;
        window
    });
}

#[test]
fn the_palette_closes_to_where_one_was_and_its_letters_command_nothing() {
    journey("palette_closed", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::by_css(client, CELL).await;
        open_palette(client).await;
        // What is at hand is there before anything is typed.
        find::content(client, "[data-testid='palette']", "Keyboard shortcuts").await;
        type_text(client, "zzrsc?").await;
        find::content(client, "[data-testid='palette']", "Nothing found").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='palette']").await;
        find::by_css(client, CELL).await;
        assert!(!find::is_there(client, "[data-testid='keys-sheet']").await);
        // Tab goes on to the next kind.
        open_palette(client).await;
        type_text(client, "ward").await;
        find::content(client, FIRST, "ward").await;
        // What is found comes kind by kind; where there is one alone, there is none to go on to.
        find::by_css(client, "[data-testid='palette'] [role='group']:nth-child(3)").await;
        let first = find::by_css(client, FIRST).await.attr("id").await.unwrap();
        press(client, &[TAB]).await;
        find::by_css(client, FIELD).await;
        let next = find::by_css(client, FIRST).await.attr("id").await.unwrap();
        assert_ne!(first, next);
        // The key that opened it closes it.
        chord(client, &[CONTROL, 'k']).await;
        find::gone(client, "[data-testid='palette']").await;
        find::by_css(client, CELL).await;
        window
    });
}
