//! What is lost of what was not sent is said, before and after: decisions that another one about several
//! lines takes the place of.

use crate::keys::{ENTER, ESCAPE, SHIFT, UP, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, check, editor, find, lines};

/// A line that other products may replace, and what goes instead.
const SUBSTITUTED: u32 = 60;
const INSTEAD: &str = "SYR-0502";

#[test]
fn whoever_cancels_several_lines_is_told_which_unsent_decisions_are_lost() {
    journey("replaced_decisions", Begin::default(), several_canceled);
}

async fn several_canceled(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    lines::column(client, "requested").await;
    editor::begin(client, SUBSTITUTED, 's', "swap-product").await;
    type_text(client, INSTEAD).await;
    find::text(client, "[role='listbox'] [role='option']", INSTEAD).await;
    press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='swap-quantity']:focus").await;
    editor::until_a_reason(client).await;
    press(client, &['2', ENTER]).await;
    find::chip_says(client, "chip-here", "1").await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='line-panel']").await;

    lines::go(client, SUBSTITUTED).await;
    chord(client, &[SHIFT, UP]).await;
    press(client, &['c']).await;
    find::content(client, "[data-testid='line-panel'] h2", "2 lines").await;
    find::by_css(client, "[data-testid='reason']:focus").await;
    let will = "1 unsent substitution will be replaced.";
    find::content(client, "[data-testid='line-panel'] .say", will).await;
    press(client, &['1', ENTER]).await;
    find::content(client, "[data-testid='toasts']", "1 unsent substitution replaced").await;
    find::chip_says(client, "chip-here", "2").await;
    assert!(check::effects(&window).is_empty());
    window
}
