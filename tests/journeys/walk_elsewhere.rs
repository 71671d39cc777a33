//! What somebody picks is seen at another computer: who has it, how far, and why it is on hold; whoever picks it,
//! too, is asked first, and both are told.

use crate::handed_over::sign_in_second;
use crate::keys::{ALT, ENTER, ESCAPE, chord, press};
use crate::review::share;
use crate::tour::show_of;
use crate::walks::{find_movement, task};
use crate::window::{Begin, journey};
use crate::{act, check, find, without_a_mouse};

#[test]
fn a_walk_is_seen_at_another_computer_and_is_not_begun_there_unasked() {
    journey("walk_elsewhere", Begin::extended(), |window| async move {
        let folder = tempfile::tempdir().unwrap();
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        share(client, folder.path()).await;
        let colleague = window.colleague().await;
        let other = &colleague.client;
        sign_in_second(other).await;
        share(other, folder.path()).await;

        find_movement(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        find::text(client, &task(0, "bin"), "A-01").await;
        press(client, &[ENTER]).await;
        find::content(client, &task(0, "result"), "Picked").await;
        act::click(client, "walk-more").await;
        act::click(client, "walk-hold").await;
        act::fill(client, "hold-note", "Waiting for the cold room").await;
        press(client, &[ENTER]).await;
        find::content(client, "[data-testid='walk-on-hold']", "Waiting for the cold room").await;

        // The other one sees who has it, and is asked; the way back begins nothing.
        find_movement(other, "Quarterly").await;
        let name = find::cell_css("to-pick-grid", 0, "name");
        find::content(other, &name, "On hold: Amara Okafor").await;
        press(other, &[ENTER]).await;
        let asked = "[data-testid='pick-too-sheet']";
        find::content(other, asked, "Waiting for the cold room").await;
        find::content(other, asked, "Amara Okafor has done").await;
        show_of(other, "pick-too").await;
        // Enter once more, as by a scanner, begins nothing; nor does the way back.
        press(other, &[ENTER]).await;
        find::content(other, asked, "Waiting for the cold room").await;
        press(other, &[ESCAPE]).await;
        find::gone(other, asked).await;
        find::by_css(other, "[data-testid='to-pick-grid'] [data-index='0'] :focus").await;
        // From the movement it is asked, too.
        chord(other, &[ALT, '2']).await;
        act::fill(other, "find", "Quarterly").await;
        let movement = find::cell_css("movements-grid", 1, "name");
        find::text(other, &movement, "Quarterly").await;
        find::click(other, &movement).await;
        press(other, &[ENTER]).await;
        act::click(other, "pick-movement").await;
        act::click(other, "pick-too-begin").await;
        find::text(other, &task(0, "bin"), "A-01").await;
        let too = "[data-testid='walk-elsewhere']";
        find::content(other, too, "Waiting for the cold room").await;
        show_of(other, "walk-elsewhere").await;
        // Nothing of what was entered there is entered here.
        find::gone(other, "[data-testid='tasks-grid'] .is-local").await;
        find::content(client, too, "Jonas Weir").await;

        // What ends there is told here.
        act::click(other, "walk-more").await;
        act::click(other, "walk-end").await;
        find::by_id(other, "to-pick-grid").await;
        find::gone(client, too).await;
        chord(client, &[ALT, '3']).await;
        find::content(client, "[data-testid='walks-grid']", "Waiting for the cold room").await;
        assert!(check::operations(&window).is_empty());
        colleague.leave(&window).await;
        window
    });
}
