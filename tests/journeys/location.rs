//! Where the user works: asked where the service refuses calls until it knows, remembered, changed
//! from the top bar; and what is said of a service of a newer generation.

use contract::{Settings, Theme};
use fantoccini::Client;
use practice::{Fault, Variant};

use crate::act::{self, click, fill};
use crate::keys::{self, ENTER, ESCAPE};
use crate::window::{Begin, Window, journey};
use crate::{accessibility, check, find, watch};

const SHEET: &str = "[data-testid='location-sheet']";

const GRID: &str = "[data-testid='movements-grid']";

const BAR: &str = "[data-testid='location']";

/// A movement of the sample data that the list shows.
const READABLE: &str = "Emergency weekend stock";

#[test]
fn a_location_that_is_needed_is_chosen_once_and_what_waited_goes() {
    let settings = Settings { theme: Theme::Dark, ..Settings::default() };
    let begin = Begin { settings, variants: vec![Variant::NeedsLocation], ..Begin::default() };
    journey("location", begin, needed);
}

async fn needed(window: Window) -> Window {
    let client = &window.client;
    sign_in(client).await;
    find::text(client, SHEET, "Where do you work?").await;
    look_right(&window, "location").await;
    // It can wait, and so does what is to be sent.
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, SHEET).await;
    find::text(client, "[data-testid='needs-location']", "No location is selected.").await;
    look_right(&window, "no location").await;
    act::section(client, "products").await;
    click(client, "new-category").await;
    fill(client, "category-name", "Dressings, large").await;
    keys::press(client, &[ENTER]).await;
    click(client, "outbox").await;
    let held = "Will be sent when you select your location";
    find::text(client, "[data-testid='outbox-held']", held).await;
    assert!(check::effects(&window).is_empty(), "nothing is sent before");

    find::content(client, BAR, "Select a location").await;
    click(client, "location").await;
    // Refused, it is said, and there is a way on; what was chosen stays in the field.
    window.warehouse.faults().add(Fault::status(404).method("PUT"));
    pick(client, "Central store").await;
    find::by_css(client, "[data-testid='location-sheet'] [data-testid='failure']").await;
    find::by_id(client, "location-without").await;
    look_right(&window, "refused location").await;
    choose(client, "Central store").await;
    find::content(client, BAR, "Central store").await;
    check::until_effects(&window, 1).await;
    act::section(client, "movements").await;
    find::text(client, GRID, READABLE).await;
    assert!(!find::is_there(client, "[data-testid='needs-location']").await);

    let window = window.reopen().await;
    let client = &window.client;
    act::sign_in_again(client).await;
    find::content(client, BAR, "Central store").await;
    assert!(!find::is_there(client, SHEET).await, "it is remembered");
    // The session has it, as the list that can be read again shows.
    keys::press(client, &[keys::F5]).await;
    find::text(client, GRID, READABLE).await;
    assert!(!find::is_there(client, "[data-testid='needs-location']").await);
    click(client, "location").await;
    // What finds nothing confirms nothing.
    fill(client, "location-find", "Hospitl").await;
    find::gone(client, "[role='listbox'] [role='option']:not([aria-disabled])").await;
    keys::press(client, &[ENTER]).await;
    find::by_css(client, SHEET).await;
    choose(client, "Hospital pharmacy").await;
    find::content(client, BAR, "Hospital pharmacy").await;
    window
}

#[test]
fn a_service_of_a_newer_generation_is_read_and_says_in_one_sentence_what_it_cannot_do() {
    let begin = Begin { variants: vec![Variant::Newer], ..Begin::default() };
    journey("newer", begin, newer);
}

async fn newer(window: Window) -> Window {
    let client = &window.client;
    sign_in(client).await;
    choose(client, "Central store").await;
    // Names are the service's own there; what comes to the location is listed beside what leaves it.
    find::text(client, GRID, "Central store-Intensive care").await;
    find::text(client, GRID, "Brightwell Medical-Central store").await;
    let said = find::by_id(client, "missing").await.text().await.unwrap();
    let no_changes = "this service does not accept changes to movements.";
    assert!(said.contains(no_changes), "{said}");
    assert!(!said.contains("You cannot see"), "it shows what it is asked for: {said}");
    // A movement that would never get a line is not offered, by button or by key.
    find::gone(client, "[data-testid='new-movement']").await;
    keys::chord(client, &[keys::CONTROL, 'n']).await;
    find::by_id(client, "stocklist-search").await;
    find::text(client, "[data-testid='lines-closed']", "gets the lines of the stocklist").await;
    assert!(!find::is_there(client, "[data-testid='start-empty']").await);
    keys::chord(client, &[keys::CONTROL, 'w']).await;
    // F5 reads the list again.
    let lists = || {
        let all = window.warehouse.faults().requests();
        all.iter().filter(|one| one.path.ends_with("/api/stockMovements")).count()
    };
    let before = lists();
    find::by_css(client, "[data-testid='refresh']:not([aria-busy='true'])").await;
    keys::press(client, &[keys::F5]).await;
    while lists() == before {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    window
}

async fn look_right(window: &Window, screen: &str) {
    let found = accessibility::examine(window, screen).await;
    assert!(found.is_empty(), "{}", found.join("\n"));
}

async fn sign_in(client: &Client) {
    fill(client, "signin-user", act::user()).await;
    fill(client, "signin-password", watch::PASSWORD).await;
    click(client, "signin-submit").await;
    find::by_css(client, SHEET).await;
}

/// Chooses a location, and the sheet is gone.
async fn choose(client: &Client, name: &str) {
    pick(client, name).await;
    find::gone(client, SHEET).await;
}

/// Finds a location by a part of its name; Enter takes and confirms it.
async fn pick(client: &Client, name: &str) {
    fill(client, "location-find", name).await;
    find::content(client, "[role='listbox'] [role='option']", name).await;
    keys::press(client, &[ENTER]).await;
}
