//! Two hundred changes sent at once, one of which the service refuses.

use fantoccini::Client;
use practice::sample::MOVEMENT_QUARTERLY;

use crate::keys::{CONTROL, END, ENTER, ESCAPE, HOME, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, check, editor, find, lines};

/// New lines, pasted.
const PASTED: usize = 170;
/// Quantities entered one by one.
const ENTERED: usize = 29;
/// A line of syringes, in the stead of which a gown goes.
const REFUSED: u32 = 60;
const GOWN: &str = "GWN-4101";
/// What finding the refused one may take beyond the first request: log2(200) + 2.
const FURTHER: usize = 9;

#[test]
fn of_two_hundred_changes_sent_at_once_the_refused_one_stays_and_says_why() {
    journey("batch", Begin::default(), send_two_hundred);
}

#[test]
fn of_two_hundred_changes_sent_at_once_the_refused_one_stays_and_says_why_strict() {
    journey("batch_strict", Begin::strict(), send_two_hundred);
}

async fn send_two_hundred(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    let before = editor::movement(&window).await;
    let codes = editor::free_codes(&window, &before, PASTED).await;
    let block: Vec<_> = codes.iter().zip(1..).map(|(code, n)| format!("{code}\t{n}")).collect();
    lines::copy_elsewhere(&window, &block.join("\n")).await;
    chord(client, &[CONTROL, END]).await;
    lines::column(client, "code").await;
    chord(client, &[CONTROL, 'v']).await;
    find::chip_says(client, "chip-here", &PASTED.to_string()).await;
    chord(client, &[CONTROL, HOME]).await;
    editor::enter_quantities(client, ENTERED).await;
    editor::begin(client, REFUSED, 's', "swap-product").await;
    type_text(client, GOWN).await;
    find::text(client, "[role='listbox'] [role='option']", GOWN).await;
    press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='swap-quantity']:focus").await;
    editor::until_a_reason(client).await;
    press(client, &['1', ENTER]).await;
    lines::at(client).await;

    chord(client, &[CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-count']", "200 changes").await;
    chord(client, &[CONTROL, 's']).await;
    check::until_effects(&window, PASTED + ENTERED).await;
    find::content(client, "[data-testid='lines-grid']", "does not allow GWN-4101").await;
    find::outbox_says(client, "1").await;
    let of = |wanted: &str| check::operations(&window).iter().filter(|of| *of == wanted).count();
    assert_eq!((of("createItem"), of("updateItem")), (PASTED, ENTERED), "each once");
    assert_eq!(check::effects(&window).len(), PASTED + ENTERED);
    let posts =
        window.warehouse.faults().requests().into_iter().filter(|request| {
            request.method == "POST" && request.path.ends_with(MOVEMENT_QUARTERLY)
        });
    let further = posts.count() - 1;
    assert!(further <= FURTHER, "{further} further requests");
    another_takes_its_place(client).await;
    window
}

/// What was refused stays so while another product is looked for, until one is kept.
async fn another_takes_its_place(client: &Client) {
    press(client, &[ESCAPE]).await;
    find::click(client, "[data-testid='note-another']").await;
    find::content(client, "[data-testid='line-panel']", "does not allow GWN-4101").await;
    press(client, &[ESCAPE]).await;
    find::content(client, "[data-testid='lines-grid']", "does not allow GWN-4101").await;
    find::outbox_says(client, "1").await;
    find::click(client, "[data-testid='note-another']").await;
    find::click(client, "[data-testid='suggestion']:not(.is-struck)").await;
    find::by_css(client, "[data-testid='swap-quantity']:focus").await;
    press(client, &[ENTER]).await;
    find::gone(client, "[data-testid='note-another']").await;
}
