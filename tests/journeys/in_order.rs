//! What is done to the lines of a movement goes in the order it was done, however slow the computer:
//! what was typed last goes with what is sent, and no decision overtakes a quantity.

use std::collections::BTreeMap;

use crate::keys::{CONTROL, DELETE, ENTER, UP, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{check, editor, find, lines, without_a_mouse};

/// Lines that nothing was decided about.
const TYPED: [u32; 2] = [64, 65];

/// Makes the next requests of this name late, as on a computer that has much else to do.
const LATE: &str = "const [name, times, late] = arguments;
    const fetch = window.fetch.bind(window);
    let left = times;
    window.fetch = async (...request) => {
        if (String(request[0]).endsWith('/' + name) && left-- > 0) {
            await new Promise((go) => setTimeout(go, late));
        }
        return fetch(...request);
    };";

/// Types a text over the cell and presses Ctrl+S twice, all before anything else can happen.
const TYPE_AND_SEND: &str = "const field = document.activeElement;
    field.value = arguments[0];
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    for (let twice = 0; twice < 2; twice++) {
        const press = { key: 's', code: 'KeyS', ctrlKey: true, bubbles: true, cancelable: true };
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', press));
    }";

#[test]
fn what_was_typed_last_goes_with_what_is_sent_at_once() {
    journey("in_order_sent", Begin::default(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        let before = editor::movement(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, TYPED[0]).await;
        be_late(&window, "edit_lines", 2, 700).await;
        lines::enter(client, "401").await;
        type_text(client, "4").await;
        find::by_css(client, "[data-testid='cell-edit']:focus").await;
        client.execute(TYPE_AND_SEND, vec!["402".into()]).await.unwrap();
        check::until_effects(&window, 2).await;
        let after = quantities(&window).await;
        for (line, wanted) in TYPED.into_iter().zip([401, 402]) {
            assert_eq!(after[editor::id(&before[line as usize - 1])], Some(wanted), "{line}");
        }
        let posts = window.warehouse.faults().requests();
        let posts = posts.iter().filter(|it| it.method == "POST" && it.path.contains("Movements/"));
        assert_eq!(posts.count(), 1, "both in one request");
        window
    });
}

#[test]
fn no_decision_overtakes_a_quantity_that_was_typed_before_it() {
    journey("in_order_decided", Begin::default(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        let before = editor::movement(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, TYPED[0]).await;
        be_late(&window, "edit_lines", 1, 3_000).await;
        lines::enter(client, "403").await;
        press(client, &[UP, 'c']).await;
        find::by_css(client, "[data-testid='reason']:focus").await;
        press(client, &['1', ENTER]).await;
        lines::at(client).await;
        // Deleted by its key, at once after it was typed.
        lines::go(client, TYPED[1]).await;
        lines::enter(client, "404").await;
        press(client, &[UP]).await;
        chord(client, &[CONTROL, DELETE]).await;
        find::chip_says(client, "chip-here", "2").await;
        chord(client, &[CONTROL, 's']).await;
        find::content(client, "[data-testid='drawer-count']", "3 changes").await;
        chord(client, &[CONTROL, 's']).await;
        check::until_effects(&window, 3).await;
        let mut done = check::operations(&window);
        done.sort();
        assert_eq!(done, ["cancelItem", "deleteItem", "updateItem"]);
        let after = quantities(&window).await;
        assert_eq!(after[editor::id(&before[TYPED[0] as usize - 1])], Some(403));
        assert!(!after.contains_key(editor::id(&before[TYPED[1] as usize - 1])));
        window
    });
}

pub async fn be_late(window: &Window, name: &str, times: u32, milliseconds: u32) {
    let arguments = vec![name.into(), times.into(), milliseconds.into()];
    window.client.execute(LATE, arguments).await.unwrap();
}

async fn quantities(window: &Window) -> BTreeMap<String, Option<i64>> {
    let lines = editor::movement(window).await;
    lines.iter().map(|line| (editor::id(line).to_owned(), editor::quantity(line))).collect()
}
