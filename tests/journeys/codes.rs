//! A code that is typed in part: what it means beyond doubt is taken, and what it may mean is offered
//! before anything is.

use fantoccini::Client;

use crate::keys::{ENTER, F2, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines};

/// Open lines.
const FIRST: u32 = 16;
const SECOND: u32 = 18;
const THIRD: u32 = 21;

/// The beginning of five codes, one of them, and the beginning of one alone.
const SEVERAL: &str = "NAC";
const ONE_OF_THEM: &str = "NAC-0010";
const ONE: &str = "nac-05";
const MEANT: &str = "NAC-0500";

#[test]
fn the_beginning_of_a_code_takes_the_product_that_is_meant_and_never_stands_for_one() {
    journey("codes", Begin::default(), codes);
}

async fn codes(window: Window) -> Window {
    let client = &window.client;
    let active = "[data-testid='search-list'] [role='option'].is-active";
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    lines::go(client, FIRST).await;
    lines::column(client, "code").await;
    type_text(client, SEVERAL).await;
    // What was found for fewer letters looks the same.
    find::by_css(client, &format!("[data-testid='search-list'][data-found-for='{SEVERAL}']")).await;
    find::text(client, "[data-testid='search-list'] [role='option']", ONE_OF_THEM).await;
    press(client, &[ENTER]).await;
    // It is no code: the field stays, and the list has the first that begins like it.
    find::content(client, active, ONE_OF_THEM).await;
    find::by_css(client, "[data-testid='cell-edit']:focus").await;
    press(client, &[ENTER]).await;
    lines::until(client, |at| at.line == Some(FIRST + 1)).await;
    has_code(client, FIRST, ONE_OF_THEM).await;

    lines::go(client, SECOND).await;
    type_text(client, ONE).await;
    find::content(client, active, MEANT).await;
    press(client, &[ENTER]).await;
    lines::until(client, |at| at.line == Some(SECOND + 1)).await;
    has_code(client, SECOND, MEANT).await;
    find::chip_says(client, "chip-here", "2").await;

    // Enter before anything was found: the text is kept as typed, and the line says what is wrong.
    lines::go(client, THIRD).await;
    press(client, &[F2]).await;
    let at_once = "const field = document.querySelector('[data-testid=cell-edit]');
        field.value = 'NAC';
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        field.dispatchEvent(new KeyboardEvent('keydown',
            { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));";
    client.execute(at_once, Vec::new()).await.unwrap();
    lines::until(client, |at| at.line == Some(THIRD + 1)).await;
    has_code(client, THIRD, SEVERAL).await;
    assert!(check::effects(&window).is_empty());
    window
}

/// Waits until a line shows this code.
async fn has_code(client: &Client, line: u32, code: &str) {
    let shows = format!(
        "return [...document.querySelectorAll('[data-testid=lines-grid] [data-index]')].some((row) =>
            row.querySelector('[data-col=number]')?.textContent.trim() === '{line}'
            && row.querySelector('[data-col=code]')?.textContent.trim() === '{code}');"
    );
    find::until_true(client, &shows).await;
}
