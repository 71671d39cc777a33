//! Twice the text in a window of the usual size: what has the focus is in sight, and nothing that tells
//! things apart is cut off.

use contract::{Settings, TextSize};

use crate::keys::{CONTROL, END, F6, HOME, TAB, chord, press};
use crate::window::{Begin, journey};
use crate::{act, find, lines, tour};

/// What has the focus lies in the window, and nothing covers its beginning.
const FOCUS_IS_IN_SIGHT: &str = "const now = document.activeElement;
    const at = now.getBoundingClientRect();
    const [x, y] = [at.left + Math.min(at.width / 2, 20), at.top + Math.min(at.height / 2, 12)];
    const hit = document.elementFromPoint(x, y);
    return now !== document.body && hit !== null && now.contains(hit);";

fn large() -> Begin {
    let settings = Settings { text_size: TextSize::from(200), ..Settings::default() };
    Begin { settings, ..Begin::extended() }
}

#[test]
fn the_next_part_of_the_window_is_scrolled_to() {
    journey("large_regions", large(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        // A page that scrolls as a whole: what it starts from, its header, its lines, what creates it.
        tour::choose_weekly_list(&window).await;
        let mut seen = Vec::new();
        for _ in 0..8 {
            press(client, &[F6]).await;
            find::until_true(client, FOCUS_IS_IN_SIGHT).await;
            let region = "return document.activeElement.closest('[data-region]').dataset.region;";
            let region = client.execute(region, Vec::new()).await.unwrap();
            seen.push(region.as_str().unwrap().to_owned());
        }
        for region in ["preview", "commit"] {
            assert!(seen.iter().any(|one| one.contains(region)), "{region} is not among {seen:?}");
        }
        window
    });
}

#[test]
fn the_print_sheet_is_reached_whole() {
    journey("large_print", large(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        chord(client, &[CONTROL, 'p']).await;
        find::by_id(client, "print-page").await;
        tour::show("print-large").await;
        act::click(client, "print-labels").await;
        find::by_id(client, "print-stock").await;
        tour::show("print-large-labels").await;
        // What Tab reaches comes into sight.
        find::focus(client, "[data-testid='print-copies']").await;
        for field in ["first", "outlines", "page-before", "page-after", "enlarge", "cancel", "save"]
        {
            press(client, &[TAB]).await;
            find::by_css(client, &format!("[data-testid='print-{field}']:focus")).await;
            find::until_true(client, FOCUS_IS_IN_SIGHT).await;
        }
        window
    });
}

#[test]
fn filters_and_names_are_not_cut_off_without_a_way_to_read_them() {
    journey("large_lines", large(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        // The last filter comes into sight when the keys lead to it.
        find::focus(client, "[data-testid='chip-all']").await;
        press(client, &[END]).await;
        let whole = "const chip = document.querySelector('[data-testid=chip-to-pick]');
            const [at, around] = [chip, chip.parentElement].map((one) => one.getBoundingClientRect());
            return chip === document.activeElement
                && at.left >= around.left - 1 && at.right <= around.right + 1;";
        find::until_true(client, whole).await;
        press(client, &[HOME]).await;
        // A name that does not fit has two lines.
        let two = "const names = [...document.querySelectorAll(
                '[data-testid=lines-grid] [data-index] [data-col=product] > :is(.name, .trunc)')];
            const lines = (one) => one.getBoundingClientRect().height
                / (parseFloat(getComputedStyle(one).fontSize) * 1.1);
            return names.some((one) => lines(one) > 1.5)
                && names.every((one) => lines(one) < 2.5
                    && one.getBoundingClientRect().height <= one.closest('.row').clientHeight);";
        find::until_true(client, two).await;
        window
    });
}
