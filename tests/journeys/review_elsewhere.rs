//! A proposal whose line becomes another one in the service while a manager looks at it: that is said, it cannot
//! be approved any more, and the keys go on.

use practice::sample::MOVEMENT_QUARTERLY;
use serde_json::json;

use crate::history::invoke;
use crate::keys::{ALT, chord, press};
use crate::review::{go_to, propose, shows};
use crate::two_clients::revise_a_line_elsewhere;
use crate::window::{Begin, journey};
use crate::{act, check, editor, find, lines, without_a_mouse};

const APPROVE: &str = "[data-testid='review-approve']";
const SAID: &str = "[data-testid='review-stand-said']";

#[test]
fn a_proposal_whose_line_changes_under_the_cursor_says_so_and_can_be_rejected() {
    journey("review_elsewhere", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        let before = editor::movement(&window).await;
        propose(client, 5, 'r', "revise-quantity", "2").await;
        propose(client, 6, 'c', "reason", "").await;
        chord(client, &[ALT, '4']).await;
        find::chip_says(client, "review-proposals", "2").await;
        act::click(client, "review-proposals").await;
        shows(client, 2).await;
        go_to(client, 5, "exam, vinyl, size S").await;
        // The focus is on the button that goes.
        find::by_css(client, APPROVE).await;
        let take = "document.querySelector(arguments[0]).focus();";
        client.execute(take, vec![APPROVE.into()]).await.unwrap();
        find::by_css(client, &format!("{APPROVE}:focus")).await;
        let silent = format!("return document.querySelector({SAID:?}).textContent === '';");
        find::until_true(client, &silent).await;

        revise_a_line_elsewhere(&window, &before[4], 3).await;
        let what = json!({ "movement": { "id": MOVEMENT_QUARTERLY } });
        let read = invoke(client, "refresh", json!({ "what": what })).await;
        assert!(read["failure"].is_null(), "{read}");
        find::content(client, SAID, "Changed in the service").await;
        find::gone(client, APPROVE).await;
        find::by_css(client, "[data-testid='review-grid'] :focus").await;
        find::by_id(client, "review-meanwhile").await;

        // It is the one that is rejected; the other one stays.
        press(client, &['x']).await;
        find::chip_says(client, "review-proposals", "1").await;
        find::content(client, "[data-testid='review-grid']", "exam, vinyl, size M").await;
        find::by_css(client, APPROVE).await;
        assert_eq!(check::operations(&window), ["reviseItem"], "theirs alone");
        window
    });
}
