//! The inbox in groups: the cursor goes on past a head, the keys decide about a whole group on its head, and a
//! group is folded.

use crate::keys::{ALT, ENTER, UP, chord, press};
use crate::review::{cell, propose, shows};
use crate::window::{Begin, journey};
use crate::{act, check, find, lines, tour, without_a_mouse};

#[test]
fn a_group_is_decided_on_its_head_and_one_that_is_folded_is_not() {
    journey("review_groups", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        for (movement, proposed) in [
            ("Emergency weekend stock", [1, 4].as_slice()),
            ("Dialysis concentrates", [1, 2].as_slice()),
        ] {
            chord(client, &[ALT, '2']).await;
            find::cell(client, "movements-grid", 1, "name").await;
            lines::open(&window, movement).await;
            for line in proposed {
                propose(client, *line, 'c', "reason", "").await;
            }
        }
        chord(client, &[ALT, '4']).await;
        act::click(client, "review-proposals").await;
        shows(client, 4).await;
        // The last of a group is decided, and the next key is for the first of the next one.
        find::focus(client, &cell(2, "product")).await;
        press(client, &['a']).await;
        check::until_effects(&window, 1).await;
        shows(client, 3).await;
        find::by_css(client, &format!("{}:focus", cell(3, "product"))).await;
        press(client, &['a']).await;
        check::until_effects(&window, 2).await;
        shows(client, 2).await;
        // Of a group that is folded nobody sees what is decided.
        find::by_css(client, &format!("{}:focus", cell(3, "product"))).await;
        press(client, &[UP]).await;
        find::gone(client, "[data-testid='review-open']").await;
        tour::show("review-group").await;
        press(client, &[ENTER]).await;
        shows(client, 1).await;
        press(client, &['x']).await;
        find::content(client, "[data-testid='toasts']", "Unfold the group first").await;
        find::chip_says(client, "review-proposals", "2").await;
        press(client, &[ENTER]).await;
        shows(client, 2).await;
        press(client, &['x']).await;
        find::chip_says(client, "review-proposals", "1").await;
        shows(client, 1).await;
        assert_eq!(check::operations(&window), ["cancelItem"; 2]);
        window
    });
}
