//! What a machine can find wrong for people who use other means than eyes and a mouse: axe-core on
//! every screen, light and dark.

use contract::{Settings, Theme};
use serde_json::Value;

use crate::act::{self, click};
use crate::keys::{self, ESCAPE};
use crate::window::{Begin, Window, journey};
use crate::{find, tour};

#[test]
fn no_screen_has_a_serious_fault_light() {
    let settings = Settings { theme: Theme::Light, ..Settings::default() };
    journey("axe_light", Begin { settings, strict: false }, every_screen);
}

#[test]
fn no_screen_has_a_serious_fault_dark() {
    let settings = Settings { theme: Theme::Dark, ..Settings::default() };
    journey("axe_dark", Begin { settings, strict: false }, every_screen);
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
        find::cell(client, grid, 0, "name").await.click().await.unwrap();
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
    click(client, "rail-settings").await;
    find::by_id(client, "settings-sheet").await;
    found.extend(examine(&window, "settings").await);
    keys::press(client, &[ESCAPE]).await;
    window.warehouse.faults().expire_sessions();
    keys::press(client, &[keys::F5]).await;
    find::by_id(client, "signin-sheet").await;
    found.extend(examine(&window, "ended session").await);
    assert!(found.is_empty(), "{}", found.join("\n"));
    window
}

/// Runs axe-core in the page and answers its serious and critical findings.
async fn examine(window: &Window, screen: &str) -> Vec<String> {
    let axe = std::env::var("STOCKHAND_AXE").expect("cargo xtask test fetches axe-core");
    let source = std::fs::read_to_string(axe).unwrap();
    window.client.execute(&source, Vec::new()).await.unwrap();
    let run = "const done = arguments[arguments.length - 1];
        axe.run(document, { resultTypes: ['violations'] }).then(
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
