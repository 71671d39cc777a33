//! The desktop is told of what is new.

use practice::sample;

use crate::desktop::{Desktop, press_notice};
use crate::keys::{ALT, CONTROL, ESCAPE, SHIFT, TAB, chord, press};
use crate::review::{propose, share, shows};
use crate::window::{Begin, journey};
use crate::{act, check, find, history, lines, watch, without_a_mouse};

#[test]
fn the_desktop_tells_of_proposals_answers_and_refusals_and_a_press_opens_the_line() {
    journey("notices", Begin::extended(), |window| async move {
        let (desktop, bus) = tokio::task::spawn_blocking(Desktop::open).await.unwrap();
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        let folder = tempfile::tempdir().unwrap();
        share(client, folder.path()).await;

        let colleague = window.colleague().await;
        let manager = &colleague.client;
        act::fill(manager, "signin-user", sample::USERS[1].username).await;
        act::fill(manager, "signin-password", watch::PASSWORD).await;
        act::click(manager, "signin-submit").await;
        find::cell(manager, "movements-grid", 1, "name").await;
        share(manager, folder.path()).await;

        // A proposal is told to the manager, and a press opens its line.
        lines::open_the_long_one(&window).await;
        propose(client, 5, 'r', "revise-quantity", "2").await;
        let told = desktop.until_shown("1 proposal to decide", "Amara Okafor").await;
        let notice = told.clone();
        let bus = tokio::task::spawn_blocking(move || {
            press_notice(&bus, &notice);
            bus
        });
        let bus = bus.await.unwrap();
        find::by_css(manager, "[data-testid='pane'] [data-testid='movement-title']").await;
        lines::at(manager).await;

        // The answer is told to whoever proposed it.
        chord(manager, &[ALT, '4']).await;
        act::click(manager, "review-proposals").await;
        shows(manager, 1).await;
        find::click(manager, &find::cell_css("review-grid", 1, "product")).await;
        press(manager, &['x']).await;
        desktop.until_shown("1 proposal answered", "Jonas Weir").await;

        // Who wants to hear nothing of refusals does not; others still are told.
        chord(client, &[CONTROL, ',']).await;
        act::click(client, "settings-news-refusals").await;
        find::by_css(client, "[data-testid='settings-news-refusals']:not(:checked)").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='settings-sheet']").await;
        window.warehouse.faults().add(history::refusal());
        history::make_a_category_that_is_refused(&window, "Refused").await;
        chord(client, &[CONTROL, SHIFT, TAB]).await;
        without_a_mouse::until_focused(&window, "[data-testid='lines-grid']").await;
        propose(client, 6, 'c', "reason", "").await;
        desktop.until_shown_twice("1 proposal to decide").await;
        assert!(!desktop.titles().contains(&"1 change needs your answer".to_owned()));
        assert!(check::operations(&window).is_empty());
        drop(bus);
        colleague.leave(&window).await;
        window
    });
}
