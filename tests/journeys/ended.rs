//! The session ends while a movement is being made: it exists once, after signing in over the screen.
//! And it ends in the middle of batches: one sheet asks for each end.

use std::collections::BTreeSet;

use practice::{Fault, Kind};
use serde_json::json;

use crate::act::{self, click};
use crate::history::make_a_category;
use crate::window::{Begin, Window, journey};
use crate::{check, find};

#[test]
fn a_movement_made_while_the_session_ends_exists_once_after_signing_in() {
    journey("ended_create", Begin::default(), create_without_a_session);
}

#[test]
fn a_movement_made_while_the_session_ends_exists_once_after_signing_in_strict() {
    journey("ended_create_strict", Begin::strict(), create_without_a_session);
}

async fn create_without_a_session(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    click(client, "new-movement").await;
    act::header(client, "Made without a session", "Central store", "Paediatrics").await;
    let fault = Fault::new(Kind::Unauthorized).method("POST").path("/api/stockMovements");
    window.warehouse.faults().add(fault);
    click(client, "create-movement").await;
    find::by_id(client, "signin-sheet").await;
    assert!(check::effects(&window).is_empty());
    find::outbox_says(client, "1").await;
    act::sign_in_again(client).await;
    let title = "[data-testid='pane'] [data-testid='movement-title']";
    find::text(client, title, "Made without a session").await;
    find::by_css(client, "[data-testid='pane'] .code[data-testid='movement-code']").await;
    find::gone(client, "[data-testid='state-line']").await;
    assert_eq!(check::operations(&window), ["createMovement"]);
    window
}

/// Counts the sign-in sheets that are ever put into the page, and how many there are at once at most.
const COUNT_SHEETS: &str = "const css = \"[data-testid='signin-sheet']\";
    const [seen, body] = [new Set(), document.body];
    const look = () => {
        const there = document.querySelectorAll(css);
        there.forEach((sheet) => seen.add(sheet));
        body.dataset.sheets = seen.size;
        body.dataset.atOnce = Math.max(there.length, Number(body.dataset.atOnce ?? 0));
    };
    new MutationObserver((changes) => {
        for (const node of changes.flatMap((change) => [...change.addedNodes])) {
            if (node.matches?.(css)) seen.add(node);
            node.querySelectorAll?.(css).forEach((sheet) => seen.add(sheet));
        }
        look();
    }).observe(document, { childList: true, subtree: true });
    look();";

/// Changes that are sent together.
const BATCH: usize = 6;

/// So often the session ends, each time in the middle of a batch.
const ENDS: usize = 3;

#[test]
fn r_s4_each_end_of_a_session_in_a_batch_shows_one_sheet() {
    journey("r_s4", Begin::default(), ends_in_batches);
}

async fn ends_in_batches(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    client.execute(COUNT_SHEETS, Vec::new()).await.unwrap();
    click(client, "outbox").await;
    for end in 1..=ENDS {
        click(client, "pause-sending").await;
        find::text(client, "[data-testid='outbox']", "paused").await;
        for number in 0..BATCH {
            make_a_category(&window, &format!("Of batch {end}, {number}")).await;
        }
        click(client, "outbox").await;
        find::outbox_says(client, &BATCH.to_string()).await;
        // Two are under way at once, and both are refused.
        let fault = Fault::new(Kind::Unauthorized).method("POST").path("/api/categories").times(2);
        window.warehouse.faults().add(fault);
        click(client, "pause-sending").await;
        find::by_css(client, &format!("body[data-sheets='{end}']")).await;
        window.warehouse.faults().clear();
        act::sign_in_again(client).await;
        check::until_effects(&window, end * BATCH).await;
        find::by_id(client, "outbox-empty").await;
    }
    let counted = "return [document.body.dataset.sheets, document.body.dataset.atOnce];";
    let counted = client.execute(counted, Vec::new()).await.unwrap();
    assert_eq!(counted, json!([ENDS.to_string(), "1"]), "sheets in all, and at once");
    let effects = check::effects(&window);
    let names: BTreeSet<_> =
        effects.iter().map(|effect| effect.detail["name"].to_string()).collect();
    assert_eq!((names.len(), effects.len()), (ENDS * BATCH, ENDS * BATCH), "each once");
    window
}
