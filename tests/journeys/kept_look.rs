//! What the user decides of the window and of what it stores: which columns are shown, what a service
//! is called, whether calls are made, what is deleted. And what is looked at by reading alone.

use crate::keys::{self, ALT, CONTROL, ENTER, ESCAPE, SHIFT, TAB};
use crate::window::{Begin, journey};
use crate::{act, check, desk, find, lines};

#[test]
fn columns_that_say_nothing_are_left_out_until_somebody_wants_them() {
    journey("columns", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        act::section(client, "locations").await;
        find::cell(client, "bins-grid", 1, "name").await;
        let head = "[data-testid='bins-grid'] [role='columnheader'][data-col='type']";
        assert!(!find::is_there(client, head).await, "the same of every bin");
        act::click(client, "columns").await;
        find::text(client, "[role='menuitemcheckbox'][aria-checked='false']", "empty or the same")
            .await;
        keys::press(client, &[ENTER]).await;
        find::gone(client, "[role='menu']").await;
        // The first entry is the number.
        let number = "[data-testid='bins-grid'] [role='columnheader'][data-col='number']";
        find::by_css(client, number).await;
        let window = window.reopen().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        act::section(client, "locations").await;
        find::by_css(client, number).await;
        // What the service tells of the current one.
        find::click(client, &find::cell_css("bins-grid", 1, "name")).await;
        find::content(client, "[data-testid='location-facts']", "Central store").await;
        window
    });
}

#[test]
fn what_an_icon_means_is_told_beside_it_and_what_can_be_read_is_not_told_again() {
    journey("tooltip", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        let (icon, tip) = ("[data-testid='pane'] [data-testid='refresh']", "[data-testid='tip']");
        find::point_at(client, icon).await;
        find::text(client, tip, "Refresh").await;
        let desktops =
            "return document.querySelectorAll('[data-testid=refresh][title]').length === 0";
        find::until_true(client, desktops).await;
        keys::press(client, &[ESCAPE]).await;
        find::gone(client, tip).await;
        // A name that stands there whole.
        find::point_at(client, &find::cell_css("movements-grid", 1, "name")).await;
        let given_back =
            "return document.querySelectorAll('[data-testid=refresh][title]').length > 0";
        find::until_true(client, given_back).await;
        // Whoever goes by keys is told too.
        find::focus(client, icon).await;
        keys::chord(client, &[SHIFT, TAB]).await;
        keys::press(client, &[TAB]).await;
        find::text(client, tip, "Refresh").await;
        window
    });
}

#[test]
fn the_window_opens_where_it_was_closed() {
    journey("window_place", Begin::default(), |window| async move {
        act::sign_in(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        desk::put(60, 40, 1100, 700);
        find::until_true(&window.client, "return innerWidth === 1100 && innerHeight === 700").await;
        desk::close();
        let window = window.closed().await;
        act::sign_in_again(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        assert_eq!(desk::place(), Some((60, 40, 1100, 700)));
        window
    });
}

#[test]
fn a_service_is_called_by_the_name_somebody_gave_it() {
    journey("service_name", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        keys::chord(client, &[ALT, '9']).await;
        act::fill(client, "service-name", "Hospital North").await;
        keys::press(client, &[keys::TAB]).await;
        find::click(client, "[data-testid='service-violet']").await;
        keys::press(client, &[keys::ESCAPE]).await;
        find::content(client, "[data-testid='profile']", "Hospital North").await;
        find::by_css(client, ".app[data-color='violet']").await;
        window
    });
}

#[test]
fn who_works_offline_by_choice_sends_when_going_online() {
    journey("resting", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        act::click(client, "person").await;
        act::click(client, "work-offline").await;
        find::by_id(client, "resting").await;
        find::click(client, &find::cell_css("lines-grid", 0, "requested")).await;
        lines::go(client, 16).await;
        lines::enter(client, "71").await;
        keys::chord(client, &[CONTROL, 's']).await;
        find::by_id(client, "drawer-send").await;
        keys::chord(client, &[CONTROL, 's']).await;
        find::content(client, "[data-testid='resting']", "1 change is saved on this computer")
            .await;
        assert!(check::effects(&window).is_empty(), "nothing is sent");
        act::click(client, "go-online").await;
        check::until_effects(&window, 1).await;
        find::gone(client, "[data-testid='resting']").await;
        window
    });
}

#[test]
fn stored_data_is_deleted_after_asking_twice() {
    journey("stored", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        keys::chord(client, &[ALT, '9']).await;
        // A double press deletes nothing: the second one lands on Cancel.
        act::click(client, "stored-ask").await;
        find::by_css(client, "[data-testid='stored-keep']:focus").await;
        keys::press(client, &[ENTER]).await;
        act::click(client, "stored-ask").await;
        act::click(client, "stored-delete").await;
        find::gone(client, "[data-testid='settings-sheet']").await;
        find::by_id(client, "signin-user").await;
        act::sign_in_at_home(client).await;
        act::section(client, "movements").await;
        find::cell(client, "movements-grid", 1, "name").await;
        window
    });
}

#[test]
fn damaged_settings_are_told_once_in_a_window() {
    journey("damaged", Begin::default(), |window| async move {
        let told = "The settings file was damaged.";
        act::sign_in(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        std::fs::write(window.folder().join("settings.json"), "{\"theme\":").unwrap();
        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::content(client, "[data-testid='toasts']", told).await;
        act::click(client, "person").await;
        act::click(client, "sign-out").await;
        find::by_id(client, "signin-submit").await;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        let said = "return document.querySelector('[data-testid=toasts]').textContent;";
        let said = client.execute(said, Vec::new()).await.unwrap();
        assert!(!said.as_str().unwrap().contains(told), "{said}");
        window
    });
}

#[test]
fn any_record_is_looked_at_field_by_field() {
    journey("explorer", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        act::click(client, "person").await;
        act::click(client, "menu-diagnostics").await;
        act::fill(client, "explorer-object", "product").await;
        keys::press(client, &[ENTER]).await;
        find::content(client, "[data-testid='explored-grid']", "[0].id").await;
        act::fill(client, "explorer-object", "nothing of that kind").await;
        keys::press(client, &[ENTER]).await;
        find::by_css(client, "[data-testid='explorer'] [role='alert']").await;
        assert!(check::effects(&window).is_empty(), "it reads alone");
        window
    });
}
