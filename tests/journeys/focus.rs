//! The focus is where the hands are: no key falls beside it, and it is seen.

use std::time::{Duration, Instant};

use fantoccini::Client;
use serde_json::Value;

use crate::keys::{self, ALT, CONTROL, DOWN, END, ENTER, ESCAPE, F2, F6, UP, press, type_text};
use crate::window::{Begin, journey};
use crate::{act, editor, find, in_order, lines};

/// Lines nothing was decided about.
const LINES: [u32; 3] = [16, 17, 18];
/// A line that is to be picked, as the next is.
const TO_PICK: u32 = 38;
/// Rows of a block; its account stands above the lines then.
const PASTED: usize = 12;
/// No page has more parts to go through.
const REGIONS: usize = 8;

#[test]
fn keys_typed_while_a_panel_closes_go_to_the_lines() {
    journey("focus_panel", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        for (line, kept) in LINES.iter().zip(1..) {
            lines::go(client, *line).await;
            press(client, &['r']).await;
            find::by_css(client, "[data-testid='line-panel'] input:focus").await;
            keys::press_at_once(client, &format!("{ESCAPE}{DOWN}7{line}{ENTER}")).await;
            find::chip_says(client, "chip-here", &kept.to_string()).await;
            lines::go(client, line + 1).await;
            let focused = "[data-testid='lines-grid'] [role='gridcell']:focus";
            find::text(client, focused, &format!("7{line}")).await;
        }
        window
    });
}

#[test]
fn whatever_has_the_focus_shows_it_also_after_a_click() {
    journey("focus_shown", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let number = LINES[0] - 1;
        find::click(client, &find::cell_css("lines-grid", number, "requested")).await;
        press(client, &['c']).await;
        find::by_css(client, "[data-testid='line-panel'] :focus").await;
        let ring = "return getComputedStyle(document.activeElement).outlineStyle;";
        assert_eq!(client.execute(ring, Vec::new()).await.unwrap(), "solid");
        window
    });
}

#[test]
fn the_form_of_the_header_opens_from_a_cell_that_is_typed_in_and_the_text_is_kept() {
    journey("focus_header", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, LINES[0]).await;
        type_text(client, "76").await;
        keys::chord(client, &[ALT, ENTER]).await;
        find::by_css(client, "[data-testid='header-form'] :focus").await;
        find::chip_says(client, "chip-here", "1").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='header-form']").await;
        lines::go(client, LINES[0]).await;
        // In a cell that can be typed in, F2 is the cell's.
        press(client, &[F2]).await;
        let field = find::by_id(client, "cell-edit").await;
        assert_eq!(field.prop("value").await.unwrap().as_deref(), Some("76"));
        window
    });
}

#[test]
fn the_row_with_the_focus_stays_on_screen_when_something_comes_above() {
    journey("focus_seen", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let codes = editor::free_codes(&window, &editor::movement(&window).await, PASTED).await;
        lines::copy_elsewhere(&window, &codes.join("\n")).await;
        keys::chord(client, &[CONTROL, END]).await;
        lines::column(client, "code").await;
        keys::chord(client, &[CONTROL, 'v']).await;
        find::by_id(client, "accounts").await;
        lines::at(client).await;
        until_seen(client).await;
        type_text(client, "7").await;
        press(client, &[ESCAPE]).await;
        until_seen(client).await;
        press(client, &[ESCAPE]).await;
        let there = lines::step(client, UP).await;
        keys::chord(client, &[CONTROL, 's']).await;
        find::by_css(client, "[data-testid='drawer'] [role='gridcell']:focus").await;
        press(client, &[ESCAPE]).await;
        lines::until(client, |now| *now == there).await;
        until_seen(client).await;
        window
    });
}

#[test]
fn a_page_called_by_its_key_takes_the_focus_from_the_rail() {
    journey("focus_called", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        // The second time it is in front already.
        for key in ['4', '4', 'n'] {
            for _ in 0..REGIONS {
                if !find::is_there(client, ".rail :focus").await {
                    press(client, &[F6]).await;
                }
            }
            find::by_css(client, ".rail :focus").await;
            let with = if key == 'n' { CONTROL } else { ALT };
            keys::chord(client, &[with, key]).await;
            find::by_css(client, "[data-testid='pane'] :focus").await;
        }
        find::by_css(client, "[data-testid='pane'] [data-first] input:focus").await;
        window
    });
}

/// Waits until what has the focus lies whole within the lines on screen. What comes above or below
/// them is there a moment before they have moved.
async fn until_seen(client: &Client) {
    let hidden = "const cell = document.activeElement.getBoundingClientRect();
        const grid = document.querySelector('[data-testid=lines-grid]').getBoundingClientRect();
        const seen = cell.height && cell.bottom <= grid.bottom + 1 && cell.top >= grid.top;
        return seen ? null : [document.activeElement.outerHTML, cell, grid];";
    let begun = Instant::now();
    loop {
        let hidden = client.execute(hidden, Vec::new()).await.unwrap();
        if hidden == Value::Null {
            return;
        }
        assert!(begun.elapsed() < find::PATIENCE, "out of sight: {hidden}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn a_tab_that_is_clicked_or_closed_gives_the_focus_to_its_page() {
    journey("focus_tab", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let [first, second] = ["[data-testid='tab']", "[data-testid='tab'] + [data-testid='tab']"];
        let in_grid = |name: &str| format!("main [data-testid='{name}'] :focus");
        for (tab, grid) in
            [(first, "movements-grid"), (second, "lines-grid"), (second, "lines-grid")]
        {
            find::click(client, tab).await;
            find::by_css(client, &in_grid(grid)).await;
        }
        find::click(client, "[aria-selected='true'] [data-testid='tab-close']").await;
        find::by_css(client, &in_grid("movements-grid")).await;
        window
    });
}

#[test]
fn whoever_goes_on_while_a_filter_comes_is_not_fetched_back() {
    journey("focus_goes_on", Begin::extended(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, TO_PICK).await;
        in_order::be_late(&window, "list_lines", 4, 800).await;
        let filter = "document.querySelector('[data-testid=chip-to-pick]').click();";
        client.execute(filter, Vec::new()).await.unwrap();
        let there = lines::step(client, DOWN).await.line;
        assert!(there.is_some_and(|line| line != TO_PICK), "{there:?}");
        // Longer than what is waited for comes, or is given up.
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        assert_eq!(lines::at(client).await.line, there);
        window
    });
}
