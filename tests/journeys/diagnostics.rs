//! What a service tells beyond its interface document: shown, used where it is there, and not missed
//! where it is not.

use fantoccini::Client;

use crate::act::{self, click, fill};
use crate::keys::{self, CONTROL};
use crate::window::{Begin, journey};
use crate::{find, lines};

const GRID: &str = "[data-testid='diagnostics-grid']";

const STATUS: &str = "[data-testid='pane'] [data-testid='status']";

#[test]
fn what_the_service_answers_is_shown_and_people_are_found_there() {
    journey("diagnostics", Begin::extended(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        // One of them asks about a line, and is not tried before one was read.
        lines::open_the_long_one(&window).await;
        open(client).await;
        find::content(client, GRID, "GET /api/persons").await;
        find::content(client, "[data-testid='log-folder']", "/program/log").await;
        find::content(client, STATUS, "offered").await;
        keys::press(client, &[keys::F5]).await;
        find::content(client, STATUS, "9 offered").await;
        keys::chord(client, &[CONTROL, 'e']).await;
        find::text(client, "[data-testid='export-sheet']", "Export: Extra functions").await;
        keys::press(client, &[keys::ESCAPE]).await;
        find::gone(client, "[data-testid='export-sheet']").await;
        ask_for_a_person(client).await;
        find::by_css(client, "[role='option'] [data-testid='option-served']").await;
        window
    });
}

#[test]
fn a_service_that_answers_nothing_more_is_enough() {
    journey("diagnostics_strict", Begin::strict(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        open(client).await;
        find::content(client, GRID, "Not offered").await;
        let said = "Stockhand works but shows less";
        find::text(client, "[data-testid='diagnostics-promise']", said).await;
        ask_for_a_person(client).await;
        assert!(!find::is_there(client, "[data-testid='option-served']").await);
        window
    });
}

async fn open(client: &Client) {
    click(client, "rail-settings").await;
    click(client, "settings-diagnostics").await;
    find::cell(client, "diagnostics-grid", 0, "use").await;
}

/// Begins to say who asks for a new movement.
async fn ask_for_a_person(client: &Client) {
    keys::chord(client, &[CONTROL, 'n']).await;
    fill(client, "movement-requester", "Rudnik").await;
    find::content(client, "[role='listbox'] [role='option']", "Tomasz Rudnik").await;
}
