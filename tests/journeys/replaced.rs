//! What is lost of what was not sent is said, before and after: decisions that another one about several
//! lines takes the place of, and quantities that a block does.

use crate::keys::{CONTROL, END, ENTER, ESCAPE, HOME, SHIFT, UP, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, check, editor, find, lines};

/// A line that other products may replace, and what goes instead.
const SUBSTITUTED: u32 = 60;
const INSTEAD: &str = "SYR-0502";

/// An open line whose quantity is typed.
const TYPED: u32 = 16;

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
    let will = "1 unsent substitution will be overwritten.";
    find::content(client, "[data-testid='line-panel'] .say", will).await;
    press(client, &['1', ENTER]).await;
    find::content(client, "[data-testid='toasts']", "1 unsent substitution overwritten").await;
    find::chip_says(client, "chip-here", "2").await;
    assert!(check::effects(&window).is_empty());
    window
}

#[test]
fn a_block_names_the_lines_whose_typed_quantities_it_replaces() {
    journey("replaced_quantities", Begin::default(), block_pasted);
}

async fn block_pasted(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    lines::column(client, "code").await;
    lines::go(client, TYPED).await;
    let code = client.execute("return document.activeElement.textContent;", Vec::new()).await;
    let code = code.unwrap().as_str().unwrap().trim().to_owned();
    lines::column(client, "requested").await;
    lines::enter(client, "71").await;
    find::chip_says(client, "chip-here", "1").await;
    lines::copy_elsewhere(&window, &format!("{code}\t72")).await;
    chord(client, &[CONTROL, END]).await;
    lines::column(client, "code").await;
    chord(client, &[CONTROL, 'v']).await;
    let said = format!("1 unsent quantity overwritten (line {TYPED} {code}: 71 → 72)");
    find::content(client, "[data-testid='accounts']", &said).await;
    act::click(client, "accounts-undo").await;
    find::gone(client, "[data-testid='accounts']").await;
    chord(client, &[CONTROL, HOME]).await;
    lines::column(client, "requested").await;
    lines::go(client, TYPED).await;
    let cell = "[data-testid='lines-grid'] [data-col='requested']:focus";
    find::content(client, cell, "71").await;
    window
}
