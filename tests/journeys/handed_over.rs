//! What one proposes another decides, at two computers: office staff propose over three movements, the manager is
//! told by the desktop and answers all of it by keyboard, and whoever proposed sees each answer. Once through a
//! folder, once through a database.

use fantoccini::Client;
use postgresql::{DATABASE, PASSWORD, PLAIN, Server, USER};
use practice::sample;

use crate::desktop::Desktop;
use crate::keys::{ALT, CONTROL, ENTER, ESCAPE, SHIFT, TAB, chord, press, type_text};
use crate::review::{cell, go_to, propose, share, shows};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, history, lines, watch, without_a_mouse};

#[test]
fn six_substitutions_and_two_cancellations_are_decided_at_another_computer_through_a_folder() {
    journey("handed_over_folder", Begin::extended(), |window| async move {
        let folder = tempfile::tempdir().unwrap();
        decided_elsewhere(window, async |client| share(client, folder.path()).await).await
    });
}

#[test]
fn six_substitutions_and_two_cancellations_are_decided_at_another_computer_through_a_database() {
    journey("handed_over_database", Begin::extended(), |window| async move {
        let server = tokio::task::spawn_blocking(Server::start).await.unwrap();
        let script = history::invoke(&window.client, "channel_script", serde_json::json!({})).await;
        server.prepare(script["text"].as_str().unwrap());
        decided_elsewhere(window, async |client| connect(client, &server).await).await
    });
}

/// Uses a database as the channel.
async fn connect(client: &Client, server: &Server) {
    act::click(client, "rail-settings").await;
    act::click(client, "channel-kind-database").await;
    act::fill(client, "channel-host", &format!("{PLAIN}:{}", server.port())).await;
    act::fill(client, "channel-name", DATABASE).await;
    act::fill(client, "channel-user", USER).await;
    act::fill(client, "channel-password", PASSWORD).await;
    act::click(client, "channel-use-database").await;
    find::content(client, "[data-testid='channel-state']", "Other computers").await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='settings-sheet']").await;
}

/// A line: its movement, its number, and what tells its product.
type Line = (&'static str, u32, &'static str);

/// What goes instead: codes and quantities; an empty one is what is left.
type With = &'static [(&'static str, &'static str)];

const SUBSTITUTED: [(Line, With); 6] = [
    ((EMERGENCY, 1, "nitrile, size M"), &[("GLV-2208", "20"), ("GLV-2206", "23")]),
    ((EMERGENCY, 2, "Luer slip, 10 mL"), &[("SYR-0520", "")]),
    ((EMERGENCY, 7, "film, transparent"), &[("DRS-2215", "")]),
    ((DIALYSIS, 1, "acid, K 2.0"), &[("DLC-4002", "")]),
    ((DIALYSIS, 2, "high-flux"), &[("DLZ-1018", "")]),
    ((CASTOR, 3, "25 000 IU"), &[("HEP-2005", "")]),
];
const CANCELED: [Line; 2] = [(EMERGENCY, 4, "3 lumen"), (CASTOR, 1, "8 mg, tablets")];

const EMERGENCY: &str = "Emergency weekend stock";
const DIALYSIS: &str = "Dialysis concentrates";
const CASTOR: &str = "Castor delivery 0092";

async fn decided_elsewhere(window: Window, share: impl AsyncFn(&Client)) -> Window {
    let (desktop, bus) = tokio::task::spawn_blocking(Desktop::open).await.unwrap();
    let client = &window.client;
    without_a_mouse::sign_in(&window).await;
    share(client).await;
    let colleague = window.colleague().await;
    let manager = &colleague.client;
    sign_in_second(manager).await;
    share(manager).await;

    for movement in [EMERGENCY, DIALYSIS, CASTOR] {
        chord(client, &[ALT, '2']).await;
        find::cell(client, "movements-grid", 1, "name").await;
        lines::open(&window, movement).await;
        for ((_, line, _), with) in SUBSTITUTED.iter().filter(|(line, _)| line.0 == movement) {
            propose_instead(client, *line, with).await;
        }
        for (_, line, _) in CANCELED.iter().filter(|(of, ..)| *of == movement) {
            propose(client, *line, 'c', "reason", "").await;
        }
    }
    assert!(check::operations(&window).is_empty());
    desktop.until_shown("to decide", "Amara Okafor").await;

    // One is replaced, one rejected with a note, one canceled, and the other five approved at once.
    chord(manager, &[ALT, '4']).await;
    find::chip_says(manager, "review-proposals", "8").await;
    act::click(manager, "review-proposals").await;
    shows(manager, 8).await;
    go_to(manager, 2, SUBSTITUTED[4].0.2).await;
    act::fill(manager, "review-note", "There are enough").await;
    go_to(manager, 2, SUBSTITUTED[4].0.2).await;
    press(manager, &['x']).await;
    shows(manager, 7).await;
    go_to(manager, 3, SUBSTITUTED[5].0.2).await;
    press(manager, &['c']).await;
    check::until_effects(&window, 1).await;
    shows(manager, 6).await;
    go_to(manager, 7, SUBSTITUTED[2].0.2).await;
    press(manager, &['p']).await;
    find::by_css(manager, "[data-testid='pane'] [data-testid='movement-title']").await;
    lines::at(manager).await;
    press(manager, &['r']).await;
    find::by_css(manager, "[data-testid='revise-quantity']:focus").await;
    type_text(manager, "1").await;
    press(manager, &[TAB]).await;
    find::by_css(manager, "[data-testid='reason']:focus").await;
    press(manager, &['1']).await;
    find::content(manager, "[data-testid='pane'] [data-testid='line-preview']", "Stockout").await;
    find::click(manager, "[data-testid='pane'] [data-testid='line-send']").await;
    check::until_effects(&window, 2).await;
    chord(manager, &[ALT, '4']).await;
    shows(manager, 5).await;
    find::click(manager, &cell(1, "product")).await;
    chord(manager, &[CONTROL, 'a']).await;
    find::content(manager, "[data-testid='review-card']", "5 selected").await;
    let before = posts(&window);
    press(manager, &['a']).await;
    // Each product that goes instead is one.
    check::until_effects(&window, 8).await;
    find::chip_says(manager, "review-proposals", "0").await;
    assert_eq!(posts(&window) - before, 3, "one request for each movement");
    let mut done = check::operations(&window);
    assert_eq!(done[..2], ["cancelItem", "reviseItem"]);
    done.drain(..2);
    done.sort();
    assert_eq!(done, [["cancelItem"; 2].as_slice(), ["substituteItem"; 4].as_slice()].concat());

    // Whoever proposed them sees each answer.
    chord(client, &[ALT, '4']).await;
    find::cell(client, "review-grid", 1, "product").await;
    act::click(client, "review-proposals").await;
    shows(client, 8).await;
    let byline = "[data-testid='review-card'] .byline";
    let answers = [
        "Approved by",
        "Approved by",
        "Decided differently by",
        "Approved by",
        "There are enough",
        "canceled by",
    ];
    for (((_, line, product), _), answer) in SUBSTITUTED.iter().zip(answers) {
        go_to(client, *line, product).await;
        find::content(client, byline, answer).await;
    }
    for (_, line, product) in CANCELED {
        go_to(client, line, product).await;
        find::content(client, byline, "Approved by").await;
    }
    desktop.until_shown("answered", "Jonas Weir").await;
    assert_eq!(check::effects(&window).len(), 8, "and nothing else was sent");
    drop(bus);
    colleague.leave(&window).await;
    window
}

/// Signs in as somebody else than in the first window.
pub async fn sign_in_second(client: &Client) {
    act::fill(client, "signin-user", sample::USERS[1].username).await;
    act::fill(client, "signin-password", watch::PASSWORD).await;
    act::click(client, "signin-submit").await;
    find::cell(client, "movements-grid", 1, "name").await;
}

/// Requests that changed a movement.
fn posts(window: &Window) -> usize {
    let all = window.warehouse.faults().requests();
    let is_change = |path: &str| path.contains("/api/stockMovements/");
    all.iter().filter(|request| request.method == "POST" && is_change(&request.path)).count()
}

/// Proposes other products instead of a line's own.
async fn propose_instead(client: &Client, line: u32, with: &[(&str, &str)]) {
    lines::go(client, line).await;
    press(client, &['s']).await;
    for (at, (code, quantity)) in with.iter().enumerate() {
        if at > 0 {
            // Past what takes the row before away.
            press(client, &[TAB, TAB]).await;
        }
        find::by_css(client, "[data-testid='swap-product']:focus").await;
        type_text(client, code).await;
        find::text(client, "[role='listbox'] [role='option']", code).await;
        press(client, &[ENTER]).await;
        find::by_css(client, "[data-testid='swap-quantity']:focus").await;
        if !quantity.is_empty() {
            chord(client, &[CONTROL, 'a']).await;
            type_text(client, quantity).await;
        }
    }
    find::click(client, "[data-testid='pane'] [data-testid='reason']").await;
    find::content(client, "[data-testid='pane'] [data-testid='line-preview']", with[0].0).await;
    chord(client, &[CONTROL, SHIFT, ENTER]).await;
    lines::at(client).await;
}
