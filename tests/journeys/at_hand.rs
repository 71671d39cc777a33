//! What is at hand in the lines of a movement: the keys that work now, the lines that are still to be
//! decided, and what is told of a reason.

use std::time::Duration;

use practice::sample::MOVEMENT_QUARTERLY_LINES;

use crate::act::{self, click};
use crate::keys::{CONTROL, ENTER, ESCAPE, chord, press, type_text};
use crate::window::{Begin, journey};
use crate::{editor, find, lines};

/// A line that nothing was decided about, as the next is.
const OPEN: u32 = 16;

/// The cell of the lines that Tab reaches.
const CURSOR: &str = "[data-testid='lines-grid'] [aria-rowindex] [role='gridcell'][tabindex='0']";

/// Longer than a tooltip waits.
const TOLD: Duration = Duration::from_millis(1_500);

/// Whether the status line names these, and none of those.
fn names(these: &str, none: &str) -> String {
    format!(
        "const said = document.querySelector('[data-testid=pane] .foot').textContent;
        return said.includes('{these}') && !said.includes('{none}');"
    )
}

#[test]
fn while_somebody_types_the_status_line_names_no_letter() {
    journey("hints_typing", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, OPEN).await;
        find::until_true(client, &names("revise", "next cell")).await;
        type_text(client, "12").await;
        find::until_true(client, &names("next cell", "revise")).await;
        find::until_true(client, &names("F1", "revert")).await;
        press(client, &[ESCAPE]).await;
        find::until_true(client, &names("revise", "next cell")).await;
        // The find field takes letters, too.
        chord(client, &[CONTROL, 'f']).await;
        find::until_true(client, &names("F1", "revise")).await;
        press(client, &[ENTER]).await;
        lines::at(client).await;
        find::until_true(client, &names("revise", "F1")).await;
        window
    });
}

#[test]
fn what_is_typed_before_the_panel_is_there_is_meant_for_it() {
    journey("panel_ahead", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        let at = lines::go(client, OPEN).await;
        let row = u32::try_from(at.row).unwrap();
        let requested = find::cell(client, "lines-grid", row, "requested").await;
        let requested = requested.prop("textContent").await.unwrap();
        assert!(requested.as_deref().is_some_and(|said| !said.is_empty()), "{requested:?}");
        // No faster than fingers are, and no slower: the panel may not be there yet.
        for key in ['c', '1', ENTER] {
            press(client, &[key]).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        find::content(client, &find::cell_css("lines-grid", row, "status"), "Canceled").await;
        let now = find::cell(client, "lines-grid", row, "requested").await;
        let now = now.prop("textContent").await.unwrap();
        assert_eq!(now, requested, "the reason's digit is no quantity");
        find::chip_says(client, "chip-here", "1").await;
        window
    });
}

#[test]
fn lines_that_nobody_decided_about_are_shown_alone_until_they_are_decided() {
    journey("undecided", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let movement = editor::movement(&window).await;
        let open = movement.iter().filter(|line| line["statusCode"] == "PENDING").count();
        assert!(open > 1 && open < MOVEMENT_QUARTERLY_LINES, "{open}");
        find::chip_says(client, "chip-undecided", &open.to_string()).await;
        lines::column(client, "requested").await;
        lines::go(client, OPEN).await;
        click(client, "chip-undecided").await;
        let count = "[data-testid='lines-count']";
        let all = MOVEMENT_QUARTERLY_LINES;
        find::says(client, count, &format!("{open} of {all} lines")).await;
        find::focus(client, CURSOR).await;
        lines::until(client, |at| at.line == Some(OPEN)).await;
        type_text(client, "c").await;
        find::by_css(client, "[data-testid='line-panel'] [data-testid='reason']:focus").await;
        // A letter and a digit as fast as the driver presses them are a slow scanner's code.
        tokio::time::sleep(Duration::from_millis(160)).await;
        type_text(client, "1").await;
        chord(client, &[CONTROL, ENTER]).await;
        find::chip_says(client, "chip-here", "1").await;
        find::chip_says(client, "chip-undecided", &(open - 1).to_string()).await;
        find::says(client, count, &format!("{} of {all} lines", open - 1)).await;
        window
    });
}

#[test]
fn what_is_told_of_a_reason_lies_over_none_of_them() {
    journey("reason_tip", Begin::default(), |window| async move {
        let client = &window.client;
        let tip = "[data-testid='tip']";
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        editor::begin(client, OPEN, 'c', "reason").await;
        // The focus alone tells nothing; what is chosen is told under all of them.
        tokio::time::sleep(TOLD).await;
        assert!(!find::is_there(client, tip).await, "told of what nobody points at");
        press(client, &['1']).await;
        find::by_css(client, "[data-testid='reason-told'] p").await;
        find::point_at(client, "[data-testid='line-panel'] [data-testid='reason']").await;
        find::by_css(client, tip).await;
        let is_clear = "const place = (css) => document.querySelector(css).getBoundingClientRect();
            const [tip, all] = ['[data-testid=tip]', '[data-testid=reasons]'].map(place);
            return tip.height > 0 && (tip.top >= all.bottom || tip.bottom <= all.top);";
        find::until_true(client, is_clear).await;
        window
    });
}
