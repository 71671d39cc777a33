//! The session on a shared computer: locking, unlocking, switching, and what is said where no
//! keychain answers.

use crate::act::{self, click, fill};
use crate::keys::{self, CONTROL, ENTER, SHIFT};
use crate::window::{Begin, Window, journey};
use crate::{check, find, watch};

/// A movement of the sample data that the list shows.
const READABLE: &str = "Emergency weekend stock";

#[test]
fn where_no_keychain_answers_it_is_said_and_nothing_is_offered() {
    journey("no_keychain", Begin::default(), |window| async move {
        let client = &window.client;
        find::text(client, "[data-testid='no-keychain']", "cannot be saved on this computer").await;
        assert!(!find::is_there(client, "[data-testid='signin-remember']").await);
        act::sign_in(client).await;
        window
    });
}

#[test]
fn a_password_in_the_keychain_signs_in_after_a_restart() {
    let begin = Begin { keychain: true, ..Begin::default() };
    journey("remembered", begin, remembered);
}

async fn remembered(window: Window) -> Window {
    let client = &window.client;
    fill(client, "signin-user", act::user()).await;
    fill(client, "signin-password", watch::PASSWORD).await;
    click(client, "signin-remember").await;
    click(client, "signin-submit").await;
    find::by_id(client, "movements-grid").await;
    let window = window.reopen().await;
    let client = &window.client;
    // The mirror is painted, and the sheet over it asks for no password: it has one.
    find::by_id(client, "signin-sheet").await;
    click(client, "signin-submit").await;
    find::gone(client, "[data-testid='signin-sheet']").await;
    find::text(client, "[data-testid='movements-grid']", READABLE).await;
    window
}

#[test]
fn a_locked_window_holds_nothing_to_read_and_opens_where_it_was() {
    journey("lock", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::text(client, "[data-testid='movements-grid']", READABLE).await;
        act::section(client, "products").await;
        find::cell(client, "products-grid", 0, "name").await;
        keys::chord(client, &[CONTROL, 'l']).await;
        find::text(client, "[data-testid='signin-sheet']", "Locked").await;
        find::gone(client, "[data-testid='frame']").await;
        let source = client.source().await.unwrap();
        assert!(!source.contains(READABLE), "a locked window can be read");
        assert!(!source.contains("products-grid"), "a locked window can be read");
        act::sign_in_again(client).await;
        find::cell(client, "products-grid", 0, "name").await;
        assert_eq!(tabs(&window).await, 2, "the open tabs outlive the lock");
        window
    });
}

#[test]
fn what_waits_of_one_user_is_named_and_not_shown_to_the_next() {
    journey("switch_user", Begin::default(), switch_user);
}

async fn switch_user(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    click(client, "outbox").await;
    click(client, "pause-sending").await;
    find::text(client, "[data-testid='outbox']", "paused").await;
    act::section(client, "products").await;
    click(client, "new-category").await;
    fill(client, "category-name", "Only mine").await;
    keys::press(client, &[ENTER]).await;
    find::outbox_says(client, "1").await;
    keys::chord(client, &[CONTROL, SHIFT, 'l']).await;
    find::text(client, "[data-testid='others-work']", "has 1 change waiting").await;
    let second = practice::sample::USERS[1].username;
    fill(client, "signin-user", second).await;
    fill(client, "signin-password", watch::PASSWORD).await;
    click(client, "signin-submit").await;
    find::by_id(client, "movements-grid").await;
    click(client, "outbox").await;
    find::text(client, "[data-testid='others-work']", act::user()).await;
    find::by_id(client, "outbox-empty").await;
    assert!(!client.source().await.unwrap().contains("Only mine"));
    assert!(check::effects(&window).is_empty(), "nothing of the first was sent");
    window
}

async fn tabs(window: &Window) -> usize {
    let tabs = fantoccini::Locator::Css("[data-testid='tab']");
    window.client.find_all(tabs).await.unwrap().len()
}
