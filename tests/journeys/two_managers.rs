//! Two managers decide the same proposal: what the service accepted first holds, and the other is told before
//! anything is sent.

use crate::handed_over::sign_in_second;
use crate::keys::{ALT, chord, press};
use crate::review::{cell, go_to, propose, share, shows};
use crate::window::{Begin, journey};
use crate::{act, check, find, lines, tour, without_a_mouse};

/// Whether the channel is there.
const CHANNEL: &str = "[data-testid='review-channel']";

#[test]
fn of_two_managers_who_decide_the_same_the_second_is_told() {
    journey("two_managers", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        let share_folder = tempfile::tempdir().unwrap();
        let (folder, away) = (share_folder.path().join("here"), share_folder.path().join("away"));
        std::fs::create_dir(&folder).unwrap();
        share(client, &folder).await;
        lines::open_the_long_one(&window).await;
        propose(client, 5, 'r', "revise-quantity", "2").await;
        propose(client, 6, 'c', "reason", "").await;

        let colleague = window.colleague().await;
        let second = &colleague.client;
        sign_in_second(second).await;
        share(second, &folder).await;
        chord(second, &[ALT, '4']).await;
        find::chip_says(second, "review-proposals", "2").await;
        act::click(second, "review-proposals").await;
        shows(second, 2).await;

        // The share is away, so that neither hears of the other.
        std::fs::rename(&folder, &away).unwrap();
        find::content(second, CHANNEL, "interrupted").await;
        chord(client, &[ALT, '4']).await;
        find::chip_says(client, "review-proposals", "2").await;
        act::click(client, "review-proposals").await;
        shows(client, 2).await;
        find::click(client, &cell(1, "product")).await;
        press(client, &['a']).await;
        check::until_effects(&window, 1).await;

        find::click(second, &cell(1, "product")).await;
        press(second, &['a']).await;
        let byline = "[data-testid='review-card'] .byline";
        find::content(second, byline, "Already in the service").await;
        tour::show_of(second, "review-two-managers").await;
        assert_eq!(check::operations(&window), ["reviseItem"], "nothing was sent twice");
        // The other proposal is theirs to decide. The first may be settled by now, as both decided the same.
        go_to(second, 6, "exam, vinyl, size M").await;
        press(second, &['a']).await;
        check::until_effects(&window, 2).await;

        // The share is back: the one who was second sees whose answer holds.
        std::fs::rename(&away, &folder).unwrap();
        find::chip_says(second, "review-proposals", "0").await;
        find::content(second, CHANNEL, "Shared with").await;
        assert_eq!(check::operations(&window), ["reviseItem", "cancelItem"]);
        colleague.leave(&window).await;
        window
    });
}
