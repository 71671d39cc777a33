//! The window in French: words, numbers and dates.

use contract::{Language, Settings};

use crate::act::{self, click, fill};
use crate::keys::{self, ENTER};
use crate::window::{Begin, Window, journey};
use crate::{accessibility, check, find, lines, tour};

/// A window in French.
pub fn french() -> Settings {
    Settings { language: Some(Language::French), ..Settings::default() }
}

#[test]
fn the_main_job_is_done_in_french() {
    journey("french", Begin { settings: french(), ..Begin::default() }, main_job);
}

#[test]
fn the_main_job_is_done_in_french_strict() {
    journey("french_strict", Begin { settings: french(), ..Begin::strict() }, main_job);
}

async fn main_job(window: Window) -> Window {
    let client = &window.client;
    find::text(client, "main", "Mot de passe").await;
    act::sign_in(client).await;
    find::text(client, "[data-testid='rail-movements']", "Mouvements").await;
    click(client, "from-stocklist").await;
    fill(client, "stocklist-search", "STL-0101").await;
    find::click(client, "[data-testid='stocklist-option']").await;
    find::click(client, &find::cell_css("preview-grid", 0, "quantity")).await;
    // As a French keyboard writes a thousand.
    keys::type_text(client, "1 200").await;
    keys::press(client, &[ENTER]).await;
    fill(client, "movement-date", "23/11/2026").await;
    keys::press(client, &[keys::TAB]).await;
    click(client, "create-movement").await;
    find::by_id(client, "movement-title").await;
    assert_eq!(check::operations(&window), ["createMovement", "updateItem"]);
    let id = check::effects(&window)[0].movement.clone().unwrap();
    let movement = check::get(&window, &format!("/api/stockMovements/{id}")).await;
    assert_eq!(movement["data"]["dateRequested"], "11/23/2026");
    let quantities = movement["data"]["lineItems"].as_array().unwrap();
    assert!(quantities.iter().any(|line| line["quantityRequested"] == 1200));
    window
}

#[test]
fn the_print_sheet_speaks_french_and_so_does_its_paper() {
    let begin = Begin { settings: french(), ..Begin::default() };
    journey("french_print", begin, |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open(&window, "Quarterly").await;
        keys::chord(client, &[keys::CONTROL, 'p']).await;
        find::text(client, "[data-testid='print-sheet'] h2", "Imprimer\u{202f}: Lignes").await;
        find::content(client, "[data-testid='print-language']", "Français").await;
        find::by_id(client, "print-page").await;
        tour::show("print-french").await;
        let found = accessibility::examine(&window, "print").await;
        assert!(found.is_empty(), "{}", found.join("\n"));
        click(client, "print-labels").await;
        find::by_id(client, "print-stock").await;
        find::text(client, "[data-testid='print-count']", "étiquettes").await;
        tour::show("print-french-labels").await;
        keys::press(client, &[keys::ESCAPE]).await;
        window
    });
}

#[test]
fn the_language_changes_at_once_and_stays() {
    journey("language_changes", Begin::default(), |window| async move {
        act::sign_in(&window.client).await;
        click(&window.client, "rail-settings").await;
        click(&window.client, "settings-language-fr").await;
        find::text(&window.client, "[data-testid='rail-movements']", "Mouvements").await;
        keys::press(&window.client, &[keys::ESCAPE]).await;
        let window = window.reopen().await;
        find::text(&window.client, "body", "Mot de passe").await;
        window
    });
}
