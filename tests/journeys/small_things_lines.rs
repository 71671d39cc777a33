//! Small things of a movement's lines that were mended once: when the drawer closes, what a drag
//! does, where toasts lie, what is left to pick, what is told of a substitute.

use std::time::Duration;

use fantoccini::actions::{InputSource as _, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::{Client, Locator};
use practice::sample::MOVEMENT_QUARTERLY_LINES;

use crate::act::{self, click};
use crate::keys::{CONTROL, DELETE, DOWN, ENTER, ESCAPE, SHIFT, UP, chord, press, type_text};
use crate::scanner::scan;
use crate::window::{Begin, Window, journey};
use crate::{check, find, lines, without_a_mouse};

/// A line that nothing was decided about.
const OPEN: u32 = 16;

/// An open line of 43 sharps containers, of which there are more in the second bin. Two others of
/// them may replace it.
const BOXES: u32 = 38;
const CODE: &str = "BOX-5111";

#[test]
fn the_drawer_closes_when_it_is_empty_and_with_escape_from_the_lines() {
    journey("drawer_closes", Begin::default(), drawer_closes);
}

async fn drawer_closes(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    lines::column(client, "requested").await;
    let row = lines::go(client, OPEN).await.row;
    lines::enter(client, "71").await;
    find::chip_says(client, "chip-here", "1").await;

    open_the_drawer(client).await;
    let cell = find::cell_css("lines-grid", u32::try_from(row).unwrap(), "requested");
    find::click(client, &cell).await;
    lines::until(client, |at| at.row == row).await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='drawer-send']").await;
    // What is not sent is still told.
    find::by_id(client, "drawer-open").await;
    lines::until(client, |at| at.row == row).await;

    open_the_drawer(client).await;
    find::click(client, "[data-testid='drawer-discard']:not([aria-disabled])").await;
    find::gone(client, "[data-testid='drawer']").await;
    find::chip_says(client, "chip-here", "0").await;
    lines::at(client).await;
    assert!(check::effects(&window).is_empty());
    window
}

async fn open_the_drawer(client: &Client) {
    chord(client, &[CONTROL, 's']).await;
    find::by_css(client, "[data-testid='drawer'] [role='gridcell']:focus").await;
}

#[test]
fn the_end_of_a_head_is_drawn_where_it_has_a_grip_and_never_sorts() {
    journey("head_drawn", Begin::default(), head_drawn);
}

async fn head_drawn(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    let (product, requested) = (head("product"), head("requested"));
    let before = width(client, &requested).await;
    draw_the_end(client, &product, -80).await;
    // A column of a width of its own is drawn by the same hand.
    draw_the_end(client, &requested, 40).await;
    let wider = format!(
        "return document.querySelector(\"{requested}\").getBoundingClientRect().width > {};",
        before + 20.0
    );
    find::until_true(client, &wider).await;
    for (column, has_grip) in [(&product, false), (&requested, true)] {
        let head = client.find(Locator::Css(column)).await.unwrap();
        let sorted = head.attr("aria-sort").await.unwrap();
        assert_eq!(sorted, None, "{column}");
        let grip = format!("return document.querySelector(\"{column} .grip\") !== null;");
        assert_eq!(client.execute(&grip, Vec::new()).await.unwrap(), has_grip, "{column}");
    }
    // A press at one place does sort.
    draw_the_end(client, &product, 0).await;
    let sorted = format!(
        "return document.querySelector(\"{product}\").getAttribute('aria-sort') === 'ascending';"
    );
    find::until_true(client, &sorted).await;
    window
}

/// The selector of a column's head.
fn head(column: &str) -> String {
    format!("[data-testid='lines-grid'] [data-testid='column'][data-col='{column}']")
}

async fn width(client: &Client, css: &str) -> f64 {
    let (_, _, width, _) = client.find(Locator::Css(css)).await.unwrap().rectangle().await.unwrap();
    width
}

/// Draws a head's end by so many px.
async fn draw_the_end(client: &Client, css: &str, by: i32) {
    let duration = Some(Duration::from_millis(50));
    let end = (width(client, css).await / 2.0).floor() - 3.0;
    let element = client.find(Locator::Css(css)).await.unwrap();
    let mouse = MouseActions::new("mouse".to_owned())
        .then(PointerAction::MoveToElement { element, duration, x: end, y: 0.0 })
        .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
        .then(PointerAction::MoveBy { duration, x: f64::from(by), y: 0.0 })
        .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
    client.perform_actions(mouse).await.unwrap();
}

#[test]
fn what_was_copied_is_told_above_the_status_line_and_one_thing_at_a_time() {
    journey("toasts", Begin::default(), |window| async move {
        let client = &window.client;
        let said = "[data-testid='toasts'] .toast p";
        let lies = "const all = document.querySelectorAll('[data-testid=toasts] .toast');
            const toast = all[0].getBoundingClientRect();
            const foot = document.querySelector('[data-testid=pane] .foot').getBoundingClientRect();
            return all.length === 1 && foot.height > 0 && toast.bottom <= foot.top
                && toast.left > innerWidth / 2 && toast.right <= innerWidth;";
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        // Without the heads and the row for new lines.
        let rows = "return document.querySelector('[data-testid=lines-grid]').ariaRowCount - 2;";
        let rows = client.execute(rows, Vec::new()).await.unwrap().as_u64().unwrap();
        assert!(rows >= MOVEMENT_QUARTERLY_LINES as u64, "{rows}");
        chord(client, &[CONTROL, 'a']).await;
        chord(client, &[CONTROL, 'c']).await;
        find::says(client, said, &format!("{rows} lines copied")).await;
        find::until_true(client, lies).await;
        // It stays while the pointer is on it, so that there are two to be said.
        find::point_at(client, "[data-testid='toasts'] .toast").await;
        press(client, &[DOWN]).await;
        chord(client, &[SHIFT, DOWN]).await;
        chord(client, &[CONTROL, 'c']).await;
        find::says(client, said, "2 lines copied").await;
        find::until_true(client, lies).await;
        window
    });
}

#[test]
fn what_is_picked_in_full_is_not_to_be_picked_and_bins_are_sorted() {
    journey("to_pick", Begin::extended(), picked_in_full);
}

async fn picked_in_full(window: Window) -> Window {
    let client = &window.client;
    let (count, all) = ("[data-testid='lines-count']", MOVEMENT_QUARTERLY_LINES);
    without_a_mouse::sign_in(&window).await;
    lines::open_the_long_one(&window).await;
    lines::go(client, BOXES).await;
    type_text(client, "p").await;
    find::content(client, "[data-testid='line-code']", CODE).await;
    find::focus(client, "[data-testid='pick-lot']:nth-child(2) input").await;
    let before = to_pick(client).await;
    type_text(client, "43").await;
    find::content(client, "[data-testid='pick-rest']", "picked in full").await;
    chord(client, &[CONTROL, ENTER]).await;
    // Nothing is left of it: the next line comes.
    find::content(client, "[data-testid='line-code']", "SUT-1010").await;
    let left = (before - 1).to_string();
    find::chip_says(client, "chip-to-pick", &left).await;
    find::content(client, "[data-testid='lines-picked']", &format!("1 of {before} lines picked"))
        .await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='line-panel']").await;

    click(client, "chip-to-pick").await;
    find::says(client, count, &format!("{left} of {all} lines")).await;
    chord(client, &[CONTROL, 'f']).await;
    type_text(client, CODE).await;
    find::says(client, count, &format!("0 of {all} lines")).await;
    click(client, "chip-all").await;
    find::says(client, count, &format!("1 of {all} lines")).await;
    find::text(client, &find::cell_css("lines-grid", 0, "code"), CODE).await;
    chord(client, &[CONTROL, 'f']).await;
    chord(client, &[CONTROL, 'a']).await;
    press(client, &[DELETE]).await;
    lines::until_all_are_shown(client).await;

    // Where the rest lies, in the order of the bins, up and down.
    let bin = head("bin");
    for (sort, sign) in [("ascending", "<="), ("descending", ">=")] {
        find::click(client, &bin).await;
        find::by_css(client, &format!("{bin}[aria-sort='{sort}']")).await;
        find::until_true(client, &bins_are_in_order(sign)).await;
    }
    assert_eq!(check::operations(&window), ["pick"]);
    window
}

#[test]
fn among_lines_to_pick_nothing_is_skipped_and_a_code_leads_to_its_line() {
    journey("among_to_pick", Begin::extended(), among_to_pick);
}

/// The lines the cursor is seen on, frame by frame.
const WATCH_THE_CURSOR: &str = "window.__stood = new Set();
    const look = () => {
        const cell = document.querySelector('[data-testid=lines-grid] [data-col][tabindex=\"0\"]');
        const number = cell?.closest('[data-index]')?.querySelector('[data-col=number]');
        if (number) window.__stood.add(number.textContent.trim());
        const at = cell?.getBoundingClientRect().top;
        window.__still = at === window.__at ? window.__still + 1 : 0;
        window.__at = at;
        requestAnimationFrame(look);
    };
    look();";

/// The cell with the cursor.
const CURSOR: &str = "[data-testid='lines-grid'] [aria-rowindex] [role='gridcell'][tabindex='0']";

/// It has not moved for some frames: the rows around it have come.
const IT_STANDS_STILL: &str = "return window.__at !== undefined && window.__still > 20;";

/// The rows that a filter leaves are here.
const SOME_ARE_LEFT_OUT: &str = "const [shown, all] =
        document.querySelector('[data-testid=lines-count]').textContent.match(/\\d+/g);
    return all !== undefined && shown !== all;";

/// Lines that are picked are left out.
const TO_PICK_IS_ON: &str = "[data-testid='chip-to-pick'][aria-checked='true']";

async fn among_to_pick(window: Window) -> Window {
    let client = &window.client;
    let panel = "[data-testid='line-panel'] [data-testid='line-code']";
    without_a_mouse::sign_in(&window).await;
    lines::open_the_long_one(&window).await;
    lines::go(client, BOXES).await;
    client.execute(WATCH_THE_CURSOR, Vec::new()).await.unwrap();
    click(client, "chip-to-pick").await;
    // With others left out the cursor stays on its line, and a code still finds one of all.
    find::until_true(client, SOME_ARE_LEFT_OUT).await;
    find::until_true(client, IT_STANDS_STILL).await;
    find::focus(client, CURSOR).await;
    let stood = client.execute("return [...window.__stood];", Vec::new()).await.unwrap();
    assert_eq!(stood, serde_json::json!([BOXES.to_string()]), "on other lines meanwhile");
    lines::until(client, |at| at.line == Some(BOXES)).await;
    let shown = codes(client).await;
    let at = shown.iter().position(|code| code == CODE).unwrap();
    // One that is in no line changes nothing of what is shown.
    scan("5012345678900");
    find::content(client, "[data-testid='toasts']", "5012345678900: no line").await;
    lines::until(client, |at| at.line == Some(BOXES)).await;
    find::by_css(client, TO_PICK_IS_ON).await;
    press(client, &[UP]).await;
    press(client, &[UP]).await;
    scan(CODE);
    lines::until(client, |at| at.line == Some(BOXES)).await;
    find::by_css(client, "[data-testid='lines-grid'] [data-col='requested']:focus").await;
    // It is among those shown: the others stay left out, also where a code is picked next.
    find::by_css(client, TO_PICK_IS_ON).await;
    type_text(client, "p").await;
    find::content(client, panel, CODE).await;
    until_picking(client).await;
    scan(&shown[at + 1]);
    find::content(client, panel, &shown[at + 1]).await;
    until_picking(client).await;
    scan(CODE);
    find::content(client, panel, CODE).await;
    find::by_css(client, TO_PICK_IS_ON).await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='line-panel']").await;

    // A line that was picked leaves the list; the one that comes to its place is the next.
    find::until_true(client, SOME_ARE_LEFT_OUT).await;
    find::focus(client, CURSOR).await;
    lines::until(client, |at| at.line == Some(BOXES)).await;
    type_text(client, "p").await;
    find::content(client, panel, CODE).await;
    until_picking(client).await;
    type_text(client, "=").await;
    find::content(client, "[data-testid='pick-rest']", "picked in full").await;
    chord(client, &[CONTROL, ENTER]).await;
    find::content(client, panel, &shown[at + 1]).await;
    until_picking(client).await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='line-panel']").await;

    // The one that was picked is left out now: its code shows all lines, and that is said.
    scan(CODE);
    let said = format!("The filter hid {CODE}.");
    find::content(client, "[data-testid='toasts']", &said).await;
    lines::until(client, |at| at.line == Some(BOXES)).await;
    lines::until_all_are_shown(client).await;
    click(client, "chip-to-pick").await;
    find::until_true(client, SOME_ARE_LEFT_OUT).await;
    find::focus(client, CURSOR).await;

    // Lines that leave it together are followed by what came after the last of them.
    lines::go(client, 5).await;
    chord(client, &[SHIFT, DOWN]).await;
    chord(client, &[SHIFT, DOWN]).await;
    type_text(client, "c").await;
    find::by_css(client, "[data-testid='line-panel'] [data-testid='reason']").await;
    type_text(client, "1").await;
    chord(client, &[CONTROL, ENTER]).await;
    find::chip_says(client, "chip-here", "3").await;
    let left: u32 = to_pick(client).await;
    chord(client, &[CONTROL, 's']).await;
    find::by_id(client, "drawer-send").await;
    chord(client, &[CONTROL, 's']).await;
    find::chip_says(client, "chip-to-pick", &(left - 3).to_string()).await;
    lines::until(client, |at| at.line == Some(8)).await;
    window
}

/// How many lines are to be picked.
async fn to_pick(client: &Client) -> u32 {
    let chip = find::by_css(client, "[data-testid='chip-to-pick'] b").await;
    chip.text().await.unwrap().trim().parse().unwrap()
}

async fn until_picking(client: &Client) {
    find::by_css(client, "[data-testid='pick-part'] input:focus").await;
}

/// The codes of the lines on screen, from the top.
async fn codes(client: &Client) -> Vec<String> {
    let script = "return [...document.querySelectorAll('[data-testid=lines-grid] [data-index]')]
        .map((row) => [Number(row.dataset.index), row.querySelector('[data-col=code]')])
        .filter(([, cell]) => cell && cell.textContent.trim())
        .sort((one, other) => one[0] - other[0])
        .map(([, cell]) => cell.textContent.trim());";
    let codes = client.execute(script, Vec::new()).await.unwrap();
    codes.as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

#[test]
fn where_letters_are_text_the_status_line_offers_none_as_commands() {
    journey("hints", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::go(client, OPEN).await;
        for (column, offered) in [("requested", true), ("code", false), ("product", true)] {
            lines::column(client, column).await;
            let offers = format!(
                "return document.querySelector('[data-testid=pane] .foot').textContent
                    .includes('revise') === {offered};"
            );
            find::until_true(client, &offers).await;
        }
        // A code that is scanned on a quantity is answered as a code alone.
        lines::column(client, "requested").await;
        scan("scrupm-0099");
        let said = "scrupm-0099: no line of this movement has this product.";
        find::says(client, "[data-testid='toasts'] .toast p", said).await;
        let said = "return document.querySelectorAll('[data-testid=toasts] .toast').length;";
        assert_eq!(client.execute(said, Vec::new()).await.unwrap(), 1);
        window
    });
}

/// Whether the first bins of the lines on screen are in order; more than one bin is among them.
fn bins_are_in_order(sign: &str) -> String {
    format!(
        "const bins = [...document.querySelectorAll('[data-testid=lines-grid] [data-index]')]
            .map((row) => [Number(row.dataset.index), row.querySelector('[data-col=bin]')])
            .filter(([, cell]) => cell && cell.textContent.trim())
            .sort((one, other) => one[0] - other[0])
            .map(([, cell]) => cell.textContent.trim().split(' ')[0]);
        return new Set(bins).size > 1
            && bins.every((bin, at) => at === 0 || bins[at - 1] {sign} bin);"
    )
}

#[test]
fn beside_a_substitute_stands_whether_it_is_listed_and_reasons_are_in_sight() {
    journey("substitute", Begin::extended(), substitute);
}

async fn substitute(window: Window) -> Window {
    let client = &window.client;
    let (hint, warning) = (".swap .swap-hint", ".swap .swap-hint .hint-warn");
    without_a_mouse::sign_in(&window).await;
    lines::open_the_long_one(&window).await;
    lines::go(client, BOXES).await;
    type_text(client, "s").await;
    find::by_css(client, "[data-testid='swap-product']:focus").await;
    // What is suggested is reached from the empty field.
    press(client, &[DOWN]).await;
    find::by_css(client, "[data-testid='suggestion']:focus").await;
    find::focus(client, "[data-testid='swap-quantity']").await;
    press(client, &[DOWN]).await;
    find::by_css(client, "[data-testid='swap-quantity']:focus").await;
    find::focus(client, "[data-testid='swap-product']").await;
    // With all that is suggested the first reason is to be seen, without scrolling.
    find::by_id(client, "suggestion-allowed").await;
    let seen = "const place = (css) => document.querySelector(css).getBoundingClientRect();
        const chip = place('[data-testid=line-panel] [data-testid=reason]');
        const body = document.querySelector('[data-testid=line-panel] .panel-body');
        return [chip.height, chip.bottom, place('[data-testid=line-panel] .say').top,
            body.scrollTop, innerHeight];";
    let seen = client.execute(seen, Vec::new()).await.unwrap();
    let [height, bottom, foot, scrolled, window_height] =
        [0_usize, 1, 2, 3, 4].map(|at| seen[at].as_f64().unwrap());
    assert!(height > 0.0 && scrolled < 1.0 && window_height < 801.0, "{seen}");
    assert!(bottom <= foot + 0.5, "the first reason is out of sight: {seen}");

    // A product of another kind, then one of those the service lists.
    put_in(client, "GLV-2207").await;
    find::by_css(client, warning).await;
    find::content(client, hint, "not on the service’s list").await;
    // Which product it is stands beside it.
    find::content(client, hint, "nitrile").await;
    find::focus(client, "[data-testid='swap-product']").await;
    chord(client, &[CONTROL, 'a']).await;
    put_in(client, "BOX-5122").await;
    find::gone(client, warning).await;
    find::content(client, hint, "22 L").await;
    assert!(check::effects(&window).is_empty());
    window
}

/// Types a product over what the field holds, and takes it.
async fn put_in(client: &Client, code: &str) {
    type_text(client, code).await;
    find::text(client, "[role='listbox'] [role='option']", code).await;
    press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='swap-quantity']:focus").await;
}
