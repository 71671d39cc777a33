//! The window from right to left, its texts 40 % longer: what a language that needs it would find in
//! its way. `cargo xtask tour --looks` takes pictures of it.

use fantoccini::Client;
use serde_json::Value;

use crate::keys::{CONTROL, chord};
use crate::window::{Begin, Window, journey};
use crate::{accessibility, act, find, lines, tour};

/// What can be pressed and does not lie wholly in the window, those in lists left out, which scroll
/// sideways by themselves; and how much wider than the window the page is.
const OUTSIDE: &str = "const page = document.documentElement;
    const shown = (one) => one.checkVisibility() && !one.closest('[role=grid]');
    const out = (at) => at.width > 0 && (at.left < -1 || at.right > page.clientWidth + 1);
    const all = [...document.querySelectorAll('button, input, textarea, [role=button]')];
    const outside = all.filter(shown).filter((one) => out(one.getBoundingClientRect()));
    return { outside: outside.map((one) => one.outerHTML.slice(0, 200)),
        wider: Math.max(page.scrollWidth, document.body.scrollWidth) - page.clientWidth };";

/// The status of a line that was decided about; that of an ordinary one is a sign.
const STATUS: &str = "[data-testid='lines-grid'] [data-col='status'] .st:not(.st-pending)";

/// Words of statuses of which a part is cut off.
const CUT_STATUSES: &str = "const all = document.querySelectorAll(
        '[data-testid=lines-grid] [data-col=status] .st:not(.st-pending) > .trunc');
    return [...all].filter((one) => one.scrollWidth > one.clientWidth)
        .map((one) => one.textContent);";

#[test]
fn long_texts_from_right_to_left_leave_the_editor_whole() {
    let begin = Begin { pseudo: true, ..Begin::default() };
    journey("pseudo", begin, |window| async move {
        let client = &window.client;
        find::by_id(client, "signin-submit").await;
        whole(&window, "sign-in").await;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        is_long(client, "rail-movements", "movements").await;
        is_long(client, "rail-products", "products").await;
        whole(&window, "movements").await;
        lines::open_the_long_one(&window).await;
        whole(&window, "editor").await;
        find::by_css(client, STATUS).await;
        let cut = client.execute(CUT_STATUSES, Vec::new()).await.unwrap();
        assert_eq!(cut, Value::Array(Vec::new()));
        chord(client, &[CONTROL, 'p']).await;
        find::by_id(client, "print-page").await;
        tour::show("print-rtl").await;
        whole(&window, "print").await;
        act::click(client, "print-labels").await;
        find::by_id(client, "print-stock").await;
        find::gone(client, ".print-page.is-old").await;
        tour::show("print-rtl-labels").await;
        whole(&window, "print labels").await;
        window
    });
}

/// The entry of the rail says its text of `nav`, between brackets and 40 % longer.
async fn is_long(client: &Client, entry: &str, key: &str) {
    let texts: Value = serde_json::from_str(include_str!("../../src-ui/locales/en.json")).unwrap();
    let english = texts["nav"][key].as_str().unwrap().chars().count();
    let entry = find::by_id(client, entry).await;
    let said = entry.prop("textContent").await.unwrap().unwrap();
    let told = said.split_once('[').and_then(|(_, told)| told.split_once(']'));
    let told = told.unwrap_or_else(|| panic!("no brackets: {said}")).0.chars().count() + 2;
    assert!(told * 10 >= english * 14, "{told} letters for {english}: {said}");
}

/// Nothing of the screen sticks out, and the checker finds no grave fault.
/// Nothing of a screen stands outside the window or is cut, and axe has nothing against it.
pub async fn whole(window: &Window, screen: &str) {
    let client = &window.client;
    let direction = "return getComputedStyle(document.body).direction + document.dir;";
    let direction = client.execute(direction, Vec::new()).await.unwrap();
    assert_eq!(direction, "rtlrtl", "{screen}");
    let seen = client.execute(OUTSIDE, Vec::new()).await.unwrap();
    assert_eq!(seen["outside"], Value::Array(Vec::new()), "{screen}");
    assert_eq!(seen["wider"], 0, "{screen} scrolls sideways");
    let found = accessibility::examine(window, screen).await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}
