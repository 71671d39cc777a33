//! The program is killed while something is being typed: after the next start it is there again.

use serde_json::json;

use crate::act::{self, click, fill};
use crate::history::invoke;
use crate::keys;
use crate::window::{Begin, Window, journey};
use crate::{check, find};

/// The tab of a form beside the one of the list.
const DRAFT_TAB: &str = "[data-testid='tab'] + [data-testid='tab']";

#[test]
fn what_was_being_typed_is_there_after_the_program_was_killed() {
    journey("killed", Begin::default(), killed_while_typing);
}

#[test]
fn what_was_being_typed_is_there_after_the_program_was_killed_strict() {
    journey("killed_strict", Begin::strict(), killed_while_typing);
}

async fn killed_while_typing(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    keys::chord(client, &[keys::CONTROL, keys::SHIFT, 'n']).await;
    fill(client, "stocklist-search", "STL-0101").await;
    find::click(client, "[data-testid='stocklist-option']").await;
    find::cell(client, "preview-grid", 0, "quantity").await;
    fill(client, "movement-name", "Half typed na").await;
    fill(client, "movement-date", "24 or 25").await;
    find::click(client, &find::cell_css("preview-grid", 0, "quantity")).await;
    // Typed, and not entered.
    keys::type_text(client, "3").await;
    check::until_kept(&window, "\"3\"").await;
    let window = window.kill().await;
    let client = &window.client;
    act::sign_in_again(client).await;
    find::text(client, "[data-testid='pane'] [data-testid='restored']", "1 draft").await;
    click(client, "restored-show").await;
    find::gone(client, "[data-testid='restored']").await;
    let name = find::by_id(client, "movement-name").await;
    assert_eq!(name.prop("value").await.unwrap().as_deref(), Some("Half typed na"));
    let date = find::by_id(client, "movement-date").await;
    assert_eq!(date.prop("value").await.unwrap().as_deref(), Some("24 or 25"));
    find::text(client, &find::cell_css("preview-grid", 0, "quantity"), "3").await;
    assert!(check::effects(&window).is_empty());
    window
}

#[test]
fn the_note_of_what_came_back_goes_with_what_it_is_about() {
    journey("restored_gone", Begin::default(), |window| async move {
        act::sign_in(&window.client).await;
        click(&window.client, "new-movement").await;
        fill(&window.client, "movement-name", "Not wanted after all").await;
        check::until_kept(&window, "Not wanted after all").await;
        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::text(client, "[data-testid='pane'] [data-testid='restored']", "1 draft").await;
        find::click(client, DRAFT_TAB).await;
        find::by_id(client, "movement-name").await;
        keys::chord(client, &[keys::CONTROL, 'w']).await;
        click(client, "close-drop").await;
        find::gone(client, "[data-testid='restored']").await;
        window
    });
}

#[test]
fn a_draft_thrown_away_is_brought_back_at_a_press_and_stays_away_otherwise() {
    journey("discarded", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        click(client, "new-movement").await;
        fill(client, "movement-name", "On second thoughts").await;
        keys::chord(client, &[keys::CONTROL, 'w']).await;
        click(client, "close-drop").await;
        click(client, "toast-undo").await;
        let name = find::by_id(client, "movement-name").await;
        assert_eq!(name.prop("value").await.unwrap().as_deref(), Some("On second thoughts"));
        find::by_id(client, "draft-kept").await;
        keys::chord(client, &[keys::CONTROL, 'w']).await;
        click(client, "close-drop").await;
        find::gone(client, "[data-testid='movement-name']").await;
        check::until_kept(&window, "[]").await;
        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        // What was brought back is told with what waits.
        let waits = invoke(client, "outbox", json!({})).await;
        assert!(waits["waiting"] == 0 && waits["restored"].is_null(), "{waits}");
        assert!(!find::is_there(client, "[data-testid='restored']").await);
        window
    });
}
