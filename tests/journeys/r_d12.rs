//! R-D12: whatever is pressed twice is done once.

use crate::act::{self, click, fill};
use crate::keys::{CONTROL, END, ENTER, ESCAPE, HOME, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{check, editor, find, history, lines, without_a_mouse};

/// Two clicks on an element, or two Enters in the field with the focus, before anything else can happen.
const TWICE: &str = "const [css, key] = arguments;
    const element = css ? document.querySelector(css) : document.activeElement;
    for (let twice = 0; twice < 2; twice++) {
        if (!key) { element.click(); continue; }
        const press = { key, code: key, bubbles: true, cancelable: true };
        const goes = element.dispatchEvent(new KeyboardEvent('keydown', press));
        // What the engine does with Enter in a form.
        if (goes && element.form) element.form.requestSubmit();
    }";

/// An open line whose stock lies in known bins.
const PICKED: u32 = 38;

#[test]
fn r_d12_whatever_is_pressed_twice_is_done_once() {
    journey("r_d12", Begin::extended(), press_twice);
}

async fn press_twice(window: Window) -> Window {
    let client = &window.client;
    without_a_mouse::sign_in(&window).await;
    make_a_category(&window).await;
    act::section(client, "movements").await;
    find::by_id(client, "movements-grid").await;
    lines::open_the_long_one(&window).await;
    add_a_line_and_send_it(&window).await;
    pick(&window).await;
    make_a_movement(&window).await;
    // What is kept later goes later: once this one is made, a second of each would be made too.
    history::make_a_category(&window, "Made after all of it").await;
    check::until_effects(&window, 5).await;
    find::outbox_says(client, "0").await;
    let done = check::operations(&window);
    let once = ["createCategory", "createItem", "pick", "createMovement", "createCategory"];
    assert_eq!(done, once);
    let all = check::get(&window, "/api/stockMovements?max=100&exclude=lineItems").await;
    let all = all["data"].as_array().unwrap();
    let made = all.iter().filter(|movement| movement["name"] == "Pressed twice");
    assert_eq!(made.count(), 1);
    window
}

async fn make_a_movement(window: &Window) {
    let client = &window.client;
    act::section(client, "movements").await;
    click(client, "new-movement").await;
    act::header(client, "Pressed twice", "Central store", "Paediatrics").await;
    twice(window, "[data-testid='create-movement']", "").await;
    let title = "[data-testid='pane'] [data-testid='movement-title']";
    find::text(client, title, "Pressed twice").await;
    check::until_effects(window, 4).await;
}

async fn make_a_category(window: &Window) {
    let client = &window.client;
    act::section(client, "products").await;
    click(client, "new-category").await;
    fill(client, "category-name", "Pressed twice").await;
    twice(window, "", "Enter").await;
    find::gone(client, "[data-testid='category-name']").await;
    check::until_effects(window, 1).await;
}

async fn add_a_line_and_send_it(window: &Window) {
    let client = &window.client;
    let before = editor::movement(window).await;
    let codes = editor::free_codes(window, &before, 1).await;
    chord(client, &[CONTROL, END]).await;
    lines::column(client, "code").await;
    type_text(client, &codes[0]).await;
    press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='lines-grid'] [data-col='requested'] input:focus").await;
    type_text(client, "4").await;
    twice(window, "", "Enter").await;
    find::chip_says(client, "chip-here", "1").await;
    chord(client, &[CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-count']", "1 change").await;
    twice(window, "[data-testid='drawer-send']", "").await;
    check::until_effects(window, 2).await;
    find::gone(client, "[data-testid='drawer-send']").await;
    assert_eq!(editor::movement(window).await.len(), before.len() + 1);
}

async fn pick(window: &Window) {
    let client = &window.client;
    chord(client, &[CONTROL, HOME]).await;
    lines::column(client, "requested").await;
    lines::go(client, PICKED).await;
    type_text(client, "p").await;
    find::focus(client, "[data-testid='pick-lot']:nth-child(1) input").await;
    type_text(client, "2").await;
    find::by_css(client, "[data-testid='picks-send']:not([aria-disabled='true'])").await;
    twice(window, "[data-testid='picks-send']", "").await;
    check::until_effects(window, 3).await;
    press(client, &[ESCAPE]).await;
}

pub async fn twice(window: &Window, css: &str, key: &str) {
    window.client.execute(TWICE, vec![css.into(), key.into()]).await.unwrap();
}
