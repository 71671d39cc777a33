//! The first page: what waits is seen first, each entry leads to what it counts, figures have a table behind them,
//! and which page is in front at the start.

use std::time::{Duration, Instant};

use fantoccini::Client;
use practice::{Fault, Kind};
use serde_json::json;

use crate::act::{self, click};
use crate::keys::{ALT, CONTROL, DOWN, ENTER, chord, press};
use crate::window::{Begin, journey};
use crate::{check, find, history, lines};

fn from_home() -> Begin {
    Begin { from_home: true, ..Begin::default() }
}

/// The service refuses the next change of a movement.
fn refusal() -> Fault {
    let body = json!({ "errorCode": 500, "errorMessage": "No such quantity" }).to_string();
    let answer = Kind::Answer { status: 500, content_type: "application/json".into(), body };
    Fault::new(answer).method("POST").path("/api/stockMovements/")
}

/// Waits until the page counts as many decisions as there are: lines are read behind, one movement after another.
async fn until_all_is_counted(client: &Client) {
    let begun = Instant::now();
    loop {
        let facts = history::invoke(client, "review_facts", json!({})).await;
        let shown = find::by_css(client, &count_css("decided")).await.text().await.unwrap();
        let is_read = !find::is_there(client, "[data-testid='home-unread']").await;
        if is_read && shown.parse().ok() == facts["decided"].as_u64() {
            return;
        }
        assert!(begun.elapsed() < find::PATIENCE, "{shown} of {facts}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Waits until the foot of the page says how many it shows.
async fn shows(client: &Client, begin: &str) {
    let facts = "document.querySelector(\"[data-testid='pane'] .facts\").innerText";
    find::until_true(client, &format!("return {facts}.startsWith('{begin}');")).await;
}

fn count_css(kind: &str) -> String {
    format!("[data-testid='home-{kind}'] .wait-n")
}

/// Presses the arrow until an entry has the focus, and opens it.
async fn open(client: &Client, kind: &str) {
    let entry = format!("[data-testid='home-{kind}']");
    for _ in 0..20 {
        press(client, &[DOWN]).await;
        if find::is_there(client, &format!("{entry}:focus")).await {
            press(client, &[ENTER]).await;
            return;
        }
    }
    panic!("the arrow never comes to `{kind}`");
}

#[test]
fn what_waits_is_seen_first_and_each_entry_leads_to_it_by_keyboard() {
    journey("home", from_home(), |window| async move {
        let client = &window.client;
        act::sign_in_at_home(client).await;
        // Nothing was done here: what waits is what others did.
        for kind in ["refused", "unsent", "proposals", "picks", "on-hold"] {
            assert!(
                !find::is_there(client, &format!("[data-testid='home-{kind}']")).await,
                "{kind}"
            );
        }
        until_all_is_counted(client).await;
        open(client, "decided").await;
        find::by_css(client, "[data-testid='review-decided'][aria-checked='true']").await;
        find::cell(client, "review-grid", 1, "product").await;
        // One change that is not sent leads to its movement.
        chord(client, &[ALT, '2']).await;
        find::cell(client, "movements-grid", 1, "name").await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, 16).await;
        lines::enter(client, "71").await;
        find::text(client, "[data-testid='unsent']", "1 not sent").await;
        chord(client, &[ALT, '1']).await;
        find::text(client, &count_css("unsent"), "1").await;
        open(client, "unsent").await;
        find::by_css(client, "[data-testid='pane'] [data-testid='movement-title']").await;
        // It was open last.
        chord(client, &[ALT, '1']).await;
        find::by_id(client, "home-recent").await;
        open(client, "recent").await;
        find::by_css(client, "[data-testid='pane'] [data-testid='movement-title']").await;
        // What the service refuses leads to the history, which shows what went wrong alone.
        window.warehouse.faults().add(refusal());
        chord(client, &[CONTROL, 's']).await;
        find::by_id(client, "drawer-send").await;
        chord(client, &[CONTROL, 's']).await;
        find::gone(client, "[data-testid='unsent']").await;
        chord(client, &[ALT, '1']).await;
        find::text(client, &count_css("refused"), "1").await;
        find::gone(client, "[data-testid='home-unsent']").await;
        open(client, "refused").await;
        find::by_css(client, "[data-testid='chip-problems'][aria-pressed='true']").await;
        find::cell(client, "outbox-grid", 0, "what").await;
        chord(client, &[ALT, '1']).await;
        // The list shows as many as its entry says.
        let new = find::by_css(client, &count_css("new")).await.text().await.unwrap();
        open(client, "new").await;
        shows(client, &format!("{new} movement")).await;
        assert!(check::operations(&window).is_empty());
        window
    });
}

#[test]
fn the_figures_have_a_table_and_each_number_leads_to_what_it_counts() {
    journey("home_figures", from_home(), |window| async move {
        let client = &window.client;
        act::sign_in_at_home(client).await;
        find::by_id(client, "home-share").await;
        find::gone(client, "[data-testid='home-unread']").await;
        click(client, "home-table").await;
        find::by_css(client, ".home-table tbody tr").await;
        // Each part of the time leads to the movements of its days.
        click(client, "home-part").await;
        find::cell(client, "movements-grid", 1, "name").await;
        find::by_css(client, "[data-testid='pane'] [data-testid='filter-requested'].is-on").await;
        chord(client, &[ALT, '1']).await;
        // The line has words of its own.
        find::by_css(client, "svg.trend[role='img'][aria-label]").await;
        let said = |css: &str| format!("return document.querySelector(\"{css}\").innerText;");
        let number = said("[data-testid='home-reason'] .num");
        let lines = client.execute(&number, Vec::new()).await.unwrap();
        click(client, "home-reason").await;
        find::by_id(client, "review-scope").await;
        shows(client, &format!("{} decision", lines.as_str().unwrap())).await;
        chord(client, &[ALT, '1']).await;
        click(client, "home-place").await;
        find::cell(client, "movements-grid", 1, "name").await;
        find::by_css(client, "[data-testid='pane'] [data-testid='filter-destination'].is-on").await;
        chord(client, &[ALT, '1']).await;
        click(client, "home-365").await;
        find::by_css(client, "[data-testid='home-365'][aria-checked='true']").await;
        // So many days are told by month, of each place, in a table behind the same words.
        find::by_css(client, ".home-months tbody th[scope='row']").await;
        window
    });
}

#[test]
fn the_page_that_is_chosen_is_in_front_at_the_start_with_the_tabs_that_were_left() {
    journey("home_start", from_home(), |window| async move {
        let client = &window.client;
        act::sign_in_at_home(client).await;
        chord(client, &[ALT, '2']).await;
        find::cell(client, "movements-grid", 1, "name").await;
        chord(client, &[CONTROL, ',']).await;
        click(client, "settings-start-home").await;
        find::by_css(client, "[data-testid='settings-start-home'][aria-checked='true']").await;
        let window = window.reopen().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::by_id(client, "home-new").await;
        find::until_true(
            client,
            "return document.querySelectorAll('[data-testid=tab]').length === 2;",
        )
        .await;
        window
    });
}

#[test]
fn a_pinned_stocklist_begins_a_movement_from_the_first_page() {
    journey("pinned", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        act::section(client, "stocklists").await;
        find::click(client, &find::cell_css("stocklists-grid", 0, "name")).await;
        act::click(client, "stocklist-pin").await;
        find::text(client, "[data-testid='stocklist-pin']", "Unpin").await;
        act::section(client, "home").await;
        act::click(client, "home-pinned").await;
        find::by_id(client, "stocklist-chosen").await;
        find::cell(client, "preview-grid", 0, "quantity").await;
        // Taken off, it is gone from the page.
        act::section(client, "stocklists").await;
        act::click(client, "stocklist-pin").await;
        find::content(client, "[data-testid='pane'] [data-testid='stocklist-pin']", "Pin to Home")
            .await;
        act::section(client, "home").await;
        find::gone(client, "[data-testid='pane'] [data-testid='home-pinned']").await;
        window
    });
}
