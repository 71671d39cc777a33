//! The tour: the main job as pictures, light and dark, for the README and for a look beside the
//! design.

use std::path::PathBuf;

use contract::{Settings, Theme};
use fantoccini::Client;
use practice::sample;

use crate::act::{self, click, fill};
use crate::keys::{self, ENTER};
use crate::walks::{find_movement, task};
use crate::window::{Begin, Window, journey, picture};
use crate::{find, history, watch};

#[test]
fn tour_light() {
    let settings = Settings { theme: Theme::Light, ..Settings::default() };
    journey("tour_light", Begin { settings, ..Begin::extended() }, |window| walk(window, ""));
}

#[test]
fn tour_dark() {
    let settings = Settings { theme: Theme::Dark, ..Settings::default() };
    journey("tour_dark", Begin { settings, ..Begin::extended() }, |window| walk(window, "-dark"));
}

async fn walk(window: Window, theme: &str) -> Window {
    let client = &window.client;
    fill(client, "signin-user", act::user()).await;
    fill(client, "signin-password", watch::PASSWORD).await;
    show(&format!("sign-in{theme}")).await;
    click(client, "signin-submit").await;
    // Lines are read behind; the picture waits for those of the rows on screen.
    find::click(client, &find::cell_css("movements-grid", 1, "name")).await;
    find::text(client, &find::cell_css("movements-grid", 8, "lines"), "").await;
    show(&format!("movements{theme}")).await;
    choose_weekly_list(&window).await;
    for (row, quantity) in [(1, "40"), (8, "60")] {
        find::click(client, &find::cell_css("preview-grid", row, "quantity")).await;
        keys::type_text(client, quantity).await;
        keys::press(client, &[ENTER]).await;
    }
    find::click(client, &find::cell_css("preview-grid", 9, "include")).await;
    find::click(client, &find::cell_css("preview-grid", 10, "quantity")).await;
    show(&format!("new-movement{theme}")).await;
    click(client, "create-movement").await;
    find::by_id(client, "movement-title").await;
    find::click(client, &find::cell_css("lines-grid", 2, "product")).await;
    show(&format!("movement{theme}")).await;
    for (section, grid, column) in [
        ("stocklists", "stocklists-grid", "name"),
        ("products", "products-grid", "name"),
        ("locations", "bins-grid", "name"),
    ] {
        act::section(client, section).await;
        find::click(client, &find::cell_css(grid, 3, column)).await;
        show(&format!("{section}{theme}")).await;
    }
    pick_and_review(client, theme).await;
    what_waits(&window, theme).await;
    window
}

/// A walk with what was taken, the inbox with a comparison, and the first page with a year of figures.
async fn pick_and_review(client: &Client, theme: &str) {
    find_movement(client, "Quarterly").await;
    keys::press(client, &[ENTER]).await;
    find::text(client, &task(0, "bin"), "A-01").await;
    for row in 1..5 {
        keys::press(client, &[ENTER]).await;
        find::by_css(client, &format!("{}:focus", task(row, "quantity"))).await;
    }
    find::content(client, &task(3, "result"), "left").await;
    show(&format!("walk{theme}")).await;
    keys::chord(client, &[keys::CONTROL, 'p']).await;
    find::by_css(client, "[data-testid='print-page']").await;
    click(client, "print-barcodes").await;
    click(client, "print-boxes").await;
    find::gone(client, ".print-page.is-old").await;
    show(&format!("print{theme}")).await;
    keys::press(client, &[keys::ESCAPE]).await;
    find::gone(client, "[data-testid='print-sheet']").await;
    act::section(client, "review").await;
    find::click(client, &find::cell_css("review-grid", 1, "product")).await;
    find::by_id(client, "review-versus").await;
    show(&format!("review{theme}")).await;
    act::section(client, "home").await;
    click(client, "home-365").await;
    find::by_id(client, "home-share").await;
    show(&format!("home{theme}")).await;
}

/// The history with what waits for the user, and the sheets that ask.
async fn what_waits(window: &Window, theme: &str) {
    let client = &window.client;
    window.warehouse.faults().add(history::refusal());
    history::make_a_category_that_is_refused(window, "Dressings and plasters").await;
    history::lose_an_answer(window, "Surgical drapes").await;
    history::make_a_conflict(window).await;
    click(client, "outbox").await;
    find::click(client, &find::cell_css("outbox-grid", 0, "what")).await;
    find::cell(client, "outbox-grid", 2, "what").await;
    show(&format!("history{theme}")).await;
    for (row, name) in [(1, "question"), (2, "conflict")] {
        find::click(client, &find::cell_css("outbox-grid", row, "what")).await;
        let action = find::cell_css("outbox-grid", row, "action");
        find::click(client, &format!("{action} button")).await;
        find::by_id(client, &format!("{name}-sheet")).await;
        show(&format!("{name}{theme}")).await;
        keys::press(client, &[keys::ESCAPE]).await;
    }
}

/// Opens a new movement from the weekly list of the sample data.
pub async fn choose_weekly_list(window: &Window) {
    let client = &window.client;
    keys::chord(client, &[keys::CONTROL, keys::SHIFT, 'n']).await;
    fill(client, "stocklist-search", "theatre").await;
    let option =
        format!("[data-testid='stocklist-option'][data-id='{}']", sample::STOCKLIST_WEEKLY);
    find::click(client, &option).await;
    find::cell(client, "preview-grid", 0, "quantity").await;
}

/// Takes a picture of one of several windows, if pictures are wanted.
pub async fn show_of(client: &Client, name: &str) {
    let Some(folder) = std::env::var_os("STOCKHAND_TOUR").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).unwrap();
    let taken = client.screenshot().await.unwrap();
    std::fs::write(folder.join(format!("{name}.png")), taken).unwrap();
}

/// Takes a picture of the window, if pictures are wanted.
pub async fn show(name: &str) {
    let Some(folder) = std::env::var_os("STOCKHAND_TOUR").map(PathBuf::from) else { return };
    // Lists drop and toasts rise for at most 200 ms; a picture shows them arrived.
    tokio::time::sleep(std::time::Duration::from_millis(600)).await;
    std::fs::create_dir_all(&folder).unwrap();
    assert!(picture(&folder.join(format!("{name}.png"))), "import (Debian: imagemagick)");
}
