//! A scanner types as fast as a machine and knows nothing of what has the focus: a code is never a
//! command, nor a quantity.

use fantoccini::Client;

use crate::keys::{self, CONTROL, DOWN, END, UP, chord};
use crate::scanner::{scan, scan_at_once};
use crate::window::{Begin, journey};
use crate::{act, check, editor, find, lines};

#[test]
fn a_scanned_code_is_no_command_and_no_quantity() {
    journey("scanned", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        // Where nothing uses a code it is shown.
        scan("5012345678900");
        find::content(client, "[data-testid='toasts']", "5012345678900").await;
        lines::open_the_long_one(&window).await;
        let before = editor::movement(&window).await;
        for column in ["code", "requested"] {
            lines::column(client, column).await;
            lines::go(client, 2).await;
            // Letters that are commands, and a number.
            for code in ["scrupm-0099", "c2", "5012345678900"] {
                scan(code);
                find::content(client, "[data-testid='toasts']", code).await;
                nothing_happened(client).await;
            }
        }
        // The code of a product goes to its line.
        let sought = &before[11];
        scan(editor::code(sought));
        lines::until(client, |at| at.line == Some(12)).await;
        assert!(check::effects(&window).is_empty());
        window
    });
}

#[test]
fn a_quantity_that_is_half_typed_is_entered_when_a_code_comes() {
    journey("scanned_in_a_cell", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let before = editor::movement(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, 16).await;
        keys::type_text(client, "75").await;
        find::by_css(client, "[data-testid='lines-grid'] .is-edit input").await;
        scan(editor::code(&before[11]));
        lines::until(client, |at| at.line == Some(12)).await;
        find::chip_says(client, "chip-here", "1").await;
        lines::go(client, 16).await;
        let cell = "[data-testid='lines-grid'] [role='gridcell']:focus";
        find::content(client, cell, "75").await;
        window
    });
}

#[test]
fn in_the_row_for_new_lines_each_code_adds_a_line_or_a_piece() {
    journey("scanned_new", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let before = editor::movement(&window).await;
        let codes = editor::free_codes(&window, &before, 2).await;
        chord(client, &[CONTROL, END]).await;
        lines::column(client, "code").await;
        for (number, code) in codes.iter().enumerate() {
            scan(code);
            find::chip_says(client, "chip-here", &(number + 1).to_string()).await;
        }
        // Each of them counts, however fast they follow each other.
        let [first, second] = [&*codes[0], &*codes[1]];
        scan_at_once(&[first, first, second, first]);
        find::content(client, "[data-testid='toasts']", &format!("{first}: requested quantity 4"))
            .await;
        find::chip_says(client, "chip-here", "2").await;
        // A line that was decided about takes no more, and nothing says that it did.
        scan(editor::code(&before[3]));
        find::content(client, "[data-testid='toasts']", "Line 4 is already revised").await;
        find::chip_says(client, "chip-here", "2").await;
        chord(client, &[CONTROL, 's']).await;
        find::by_id(client, "drawer-send").await;
        chord(client, &[CONTROL, 's']).await;
        check::until_effects(&window, 2).await;
        let added: Vec<_> = check::operations(&window);
        assert_eq!(added, ["createItem", "createItem"]);
        let after = editor::movement(&window).await;
        let new = &after[before.len()..];
        let quantities: Vec<_> = new.iter().map(|line| editor::quantity(line).unwrap()).collect();
        assert_eq!(quantities, [4, 2]);
        window
    });
}

async fn nothing_happened(client: &Client) {
    let opened = "[data-testid='line-panel'], [data-testid='lines-grid'] .is-edit input";
    assert!(!find::is_there(client, opened).await, "a code was taken for keys");
    find::chip_says(client, "chip-here", "0").await;
}

#[test]
fn whoever_picks_scans_wherever_the_focus_is_also_what_goes_instead() {
    journey("scanned_picking", Begin::extended(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, 3).await;
        keys::press(client, &['p']).await;
        let field =
            |code: &str| format!("[data-testid='pick-part'][data-code='{code}'] input:focus");
        find::by_css(client, &field("GLV-2208")).await;
        // The other product that goes instead of it, which has a line of its own, too.
        scan("GLV-2206");
        find::by_css(client, &field("GLV-2206")).await;
        find::content(client, CODE, "GLV-2207").await;
        // With the focus among the lines, it is picked all the same, and no request is changed.
        find::focus(client, CURSOR).await;
        scan("GLV-2208");
        find::by_css(client, &field("GLV-2208")).await;
        find::focus(client, CURSOR).await;
        scan("GLV-2306");
        find::content(client, CODE, "GLV-2306").await;
        find::by_css(client, "[data-testid='pick-part'] input:focus").await;
        // Through a line of which nothing goes, nothing else is begun than picking.
        for code in ["GLV-2209", "GLV-2207", "GLV-2209", "GLV-2306"] {
            let key = if code == "GLV-2207" { UP } else { DOWN };
            let key =
                if code == "GLV-2209" && at_line(client, "GLV-2306").await { UP } else { key };
            chord(client, &[CONTROL, key]).await;
            find::content(client, CODE, code).await;
            find::by_css(client, "[data-testid='act-pick'][aria-selected='true']").await;
        }
        find::chip_says(client, "chip-here", "0").await;
        window
    });
}

const CODE: &str = "[data-testid='line-panel'] [data-testid='line-code']";
const CURSOR: &str = "[data-testid='lines-grid'] [aria-rowindex] [role='gridcell'][tabindex='0']";

async fn at_line(client: &Client, code: &str) -> bool {
    let said = find::by_css(client, CODE).await.text().await.unwrap();
    said.contains(code)
}
