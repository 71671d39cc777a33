//! What a machine can find wrong for people who use other means than eyes and a mouse: axe-core on
//! every screen, light and dark.

use contract::{Settings, Theme};
use serde_json::Value;

use crate::act::{self, click};
use crate::keys::{self, ESCAPE};
use crate::scanner::scan;
use crate::window::{Begin, Window, journey};
use crate::{find, history, tour};

#[test]
fn r_c5_no_screen_has_a_serious_fault_light() {
    let settings = Settings { theme: Theme::Light, ..Settings::default() };
    journey("axe_light", Begin { settings, ..Begin::default() }, every_screen);
}

#[test]
fn r_c5_no_screen_has_a_serious_fault_dark() {
    let settings = Settings { theme: Theme::Dark, ..Settings::default() };
    journey("axe_dark", Begin { settings, ..Begin::default() }, every_screen);
}

async fn every_screen(window: Window) -> Window {
    let client = &window.client;
    let mut found = Vec::new();
    find::by_id(client, "signin-submit").await;
    found.extend(examine(&window, "sign-in").await);
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    found.extend(examine(&window, "movements").await);
    for (section, grid) in [("stocklists", "stocklists-grid"), ("products", "products-grid")] {
        act::section(client, section).await;
        find::click(client, &find::cell_css(grid, 0, "name")).await;
        found.extend(examine(&window, section).await);
    }
    click(client, "new-category").await;
    find::by_id(client, "category-name").await;
    found.extend(examine(&window, "new category").await);
    keys::press(client, &[ESCAPE]).await;
    act::section(client, "locations").await;
    find::cell(client, "bins-grid", 0, "name").await;
    found.extend(examine(&window, "locations").await);
    tour::choose_weekly_list(&window).await;
    found.extend(examine(&window, "new movement").await);
    click(client, "create-movement").await;
    find::by_id(client, "movement-title").await;
    found.extend(examine(&window, "movement").await);
    keys::chord(client, &[keys::CONTROL, 'p']).await;
    find::by_id(client, "print-page").await;
    tour::show("print-list").await;
    found.extend(examine(&window, "print").await);
    click(client, "print-enlarge").await;
    find::by_css(client, "[data-testid='print-page'].is-large").await;
    found.extend(examine(&window, "print, enlarged").await);
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='print-sheet']").await;
    editor(&window, &mut found).await;
    click(client, "pick-movement").await;
    find::cell(client, "tasks-grid", 0, "bin").await;
    find::by_id(client, "task-panel").await;
    scan("5012345678900");
    find::content(client, "[data-testid='scan-now']", "5012345678900").await;
    found.extend(examine(&window, "walk").await);
    walk(&window, &mut found).await;
    act::section(client, "pick").await;
    find::cell(client, "walks-grid", 0, "name").await;
    find::cell(client, "to-pick-grid", 0, "name").await;
    found.extend(examine(&window, "to pick").await);
    for (item, sheet) in [
        ("site-stock", "stock-sheet"),
        ("site-aliases", "aliases-sheet"),
        ("site-differences", "differences-sheet"),
    ] {
        click(client, "site-menu").await;
        click(client, item).await;
        find::by_id(client, sheet).await;
        found.extend(examine(&window, sheet).await);
        keys::press(client, &[ESCAPE]).await;
        find::gone(client, &format!("[data-testid='{sheet}']")).await;
    }
    act::section(client, "review").await;
    find::cell(client, "review-grid", 1, "product").await;
    find::by_id(client, "review-versus").await;
    found.extend(examine(&window, "review").await);
    act::section(client, "home").await;
    click(client, "home-365").await;
    click(client, "home-table").await;
    find::by_css(client, ".home-table tbody tr").await;
    found.extend(examine(&window, "home").await);
    keys::chord(client, &[keys::CONTROL, 'w']).await;
    keys::chord(client, &[keys::CONTROL, 'w']).await;
    keys::chord(client, &[keys::CONTROL, 'w']).await;
    keys::chord(client, &[keys::CONTROL, 'w']).await;
    find::by_id(client, "movement-title").await;
    header_and_conflict(&window, &mut found).await;
    history_and_questions(&window, &mut found).await;
    keys::chord(client, &[keys::CONTROL, 'k']).await;
    keys::type_text(client, "ward").await;
    find::by_css(client, "[data-testid='palette'] [role='group']").await;
    found.extend(examine(&window, "palette").await);
    keys::press(client, &[ESCAPE]).await;
    click(client, "person").await;
    click(client, "sign-out").await;
    find::by_id(client, "sign-out-sheet").await;
    found.extend(examine(&window, "sign-out").await);
    keys::press(client, &[ESCAPE]).await;
    click(client, "rail-settings").await;
    find::by_id(client, "settings-sheet").await;
    found.extend(examine(&window, "settings").await);
    click(client, "settings-diagnostics").await;
    find::click(client, &find::cell_css("diagnostics-grid", 0, "use")).await;
    keys::press(client, &[keys::ENTER]).await;
    find::by_id(client, "call-panel").await;
    found.extend(examine(&window, "diagnostics").await);
    keys::chord(client, &[keys::CONTROL, 'w']).await;
    window.warehouse.faults().expire_sessions();
    keys::press(client, &[keys::F5]).await;
    // Where codes are scanned, the sheet opens only when it is asked for.
    click(client, "sign-in-again").await;
    find::by_id(client, "signin-sheet").await;
    found.extend(examine(&window, "ended session").await);
    act::sign_in_again(client).await;
    keys::chord(client, &[keys::CONTROL, 'l']).await;
    find::text(client, "[data-testid='signin-sheet']", "Locked").await;
    found.extend(examine(&window, "locked").await);
    assert!(found.is_empty(), "{}", found.join("\n"));
    window
}

/// The lines while they are edited: a cell, an error, the panel, and what would be sent.
async fn editor(window: &Window, found: &mut Vec<String>) {
    let client = &window.client;
    find::click(client, &find::cell_css("lines-grid", 0, "requested")).await;
    keys::type_text(client, "2.5").await;
    find::by_id(client, "cell-edit").await;
    found.extend(examine(window, "cell").await);
    keys::press(client, &[keys::ENTER]).await;
    find::chip_says(client, "chip-here", "1").await;
    for (key, field) in [('r', "revise-quantity"), ('s', "swap-product"), ('c', "reason")] {
        find::click(client, &find::cell_css("lines-grid", 2, "requested")).await;
        keys::press(client, &[key]).await;
        find::by_css(client, &format!("[data-testid='{field}']:focus")).await;
        found.extend(examine(window, field).await);
    }
    find::click(client, &find::cell_css("lines-grid", 2, "requested")).await;
    keys::press(client, &['p']).await;
    click(client, "pick-other").await;
    find::by_id(client, "pick-other-item").await;
    found.extend(examine(window, "pick").await);
    keys::chord(client, &[keys::CONTROL, 's']).await;
    find::cell(client, "changes-grid", 0, "sentence").await;
    found.extend(examine(window, "changes").await);
    keys::press(client, &[ESCAPE]).await;
    find::click(client, &find::cell_css("lines-grid", 0, "product")).await;
    keys::chord(client, &[keys::CONTROL, 'z']).await;
    find::chip_says(client, "chip-here", "0").await;
    // Without a row, too, the changes have the focus, and Esc closes them.
    keys::chord(client, &[keys::CONTROL, 's']).await;
    find::by_css(client, "[data-testid='drawer-close']:focus").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='drawer-empty']").await;
}

/// What opens over a walk, and one task at a time.
async fn walk(window: &Window, found: &mut Vec<String>) {
    let client = &window.client;
    keys::press(client, &['l']).await;
    find::by_css(client, "[data-testid='which-product'] [data-testid='answer']").await;
    found.extend(examine(window, "which product").await);
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='which-product']").await;
    click(client, "scan-tape").await;
    find::by_id(client, "tape-row").await;
    found.extend(examine(window, "tape").await);
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='tape-sheet']").await;
    for (item, sheet) in [("walk-labels", "print-sheet"), ("walk-plan", "plan-sheet")] {
        click(client, "walk-more").await;
        click(client, item).await;
        find::by_id(client, sheet).await;
        found.extend(examine(window, sheet).await);
        keys::press(client, &[ESCAPE]).await;
        find::gone(client, &format!("[data-testid='{sheet}']")).await;
    }
    click(client, "view-focus").await;
    find::by_id(client, "focus-quantity").await;
    found.extend(examine(window, "one task").await);
    click(client, "view-desk").await;
    find::by_id(client, "tasks-grid").await;
}

/// The form of a header, and the sheet that compares it with what the service has.
async fn header_and_conflict(window: &Window, found: &mut Vec<String>) {
    let client = &window.client;
    keys::chord(client, &[keys::ALT, keys::ENTER]).await;
    find::by_id(client, "header-form").await;
    found.extend(examine(window, "header").await);
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='header-form']").await;
    history::make_a_conflict(window).await;
    click(client, "outbox").await;
    let action = find::cell_css("outbox-grid", 0, "action");
    find::click(client, &format!("{action} button")).await;
    find::by_id(client, "conflict-sheet").await;
    found.extend(examine(window, "conflict").await);
    click(client, "conflict-all-theirs").await;
    click(client, "conflict-decide").await;
    find::gone(client, "[data-testid='conflict-sheet']").await;
}

/// The history with a refusal and a question, and the sheets that lie over it.
async fn history_and_questions(window: &Window, found: &mut Vec<String>) {
    let client = &window.client;
    window.warehouse.faults().add(history::refusal());
    history::make_a_category_that_is_refused(window, "Refused").await;
    history::lose_an_answer(window, "Unknown").await;
    click(client, "outbox").await;
    find::click(client, &find::cell_css("outbox-grid", 1, "what")).await;
    find::by_id(client, "history-panel").await;
    found.extend(examine(window, "history").await);
    click(client, "act-answer").await;
    find::by_id(client, "question-sheet").await;
    found.extend(examine(window, "question").await);
    keys::press(client, &[ESCAPE]).await;
    keys::chord(client, &[keys::CONTROL, 'z']).await;
    find::by_id(client, "undo-sheet").await;
    found.extend(examine(window, "undo").await);
    keys::press(client, &[ESCAPE]).await;
}

/// Runs axe-core in the page and answers its serious and critical findings.
pub async fn examine(window: &Window, screen: &str) -> Vec<String> {
    let axe = std::env::var("STOCKHAND_AXE").expect("cargo xtask test fetches axe-core");
    let source = std::fs::read_to_string(axe).unwrap();
    window.client.execute(&source, Vec::new()).await.unwrap();
    // What is still coming in is paler than it will be: its colours are looked at when it is there.
    let run = "const done = arguments[arguments.length - 1];
        const ends = (one) => one.effect.getComputedTiming().iterations < Infinity;
        const coming = document.getAnimations().filter(ends).map((one) => one.finished);
        Promise.allSettled(coming).then(() =>
            axe.run(document, { resultTypes: ['violations'] })).then(
            (found) => done(found.violations), (problem) => done(String(problem)));";
    let found = window.client.execute_async(run, Vec::new()).await.unwrap();
    let violations = found.as_array().unwrap_or_else(|| panic!("{screen}: axe says {found}"));
    let grave = violations.iter().filter(|one| is_grave(one));
    grave.map(|one| format!("{screen}: {}", summary(one))).collect()
}

fn is_grave(violation: &Value) -> bool {
    matches!(violation["impact"].as_str(), Some("serious" | "critical"))
}

fn summary(violation: &Value) -> String {
    let nodes = violation["nodes"].as_array().cloned().unwrap_or_default();
    let places: Vec<_> = nodes.iter().take(4).map(|node| node["html"].to_string()).collect();
    format!("{} {}: {}", violation["impact"], violation["id"], places.join(" | "))
}
