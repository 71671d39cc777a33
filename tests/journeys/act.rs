//! What a person does, as one step each.

use fantoccini::Client;

use crate::keys::{self, CONTROL, ENTER};
use crate::{find, watch};

/// The first sample user, who may do everything.
pub fn user() -> &'static str {
    practice::sample::USERS[0].username
}

/// Signs in where the list of movements was left open.
pub async fn sign_in(client: &Client) {
    enter(client).await;
    find::by_id(client, "movements-grid").await;
}

/// Signs in where nothing was left open: the first page is in front.
pub async fn sign_in_at_home(client: &Client) {
    enter(client).await;
    find::by_id(client, "home-decided").await;
}

async fn enter(client: &Client) {
    fill(client, "signin-user", user()).await;
    fill(client, "signin-password", watch::PASSWORD).await;
    click(client, "signin-submit").await;
}

/// Signs in on the sheet that lies over the window, once it is there, and waits until it is gone.
pub async fn sign_in_again(client: &Client) {
    find::by_id(client, "signin-sheet").await;
    // The name is known, so the password is typed at once.
    find::until_true(client, "return document.activeElement.dataset.testid === 'signin-password';")
        .await;
    keys::type_text(client, watch::PASSWORD).await;
    keys::press(client, &[ENTER]).await;
    find::gone(client, "[data-testid='signin-sheet']").await;
}

/// Presses a button.
pub async fn click(client: &Client, id: &str) {
    find::click(client, &format!("[data-testid='{id}']")).await;
}

/// Puts a text into a field, in place of what was there.
pub async fn fill(client: &Client, id: &str, text: &str) {
    find::focus(client, &format!("[data-testid='{id}']")).await;
    keys::chord(client, &[CONTROL, 'a']).await;
    keys::type_text(client, text).await;
}

/// Fills the header of a new movement; requester and date are as proposed.
pub async fn header(client: &Client, name: &str, origin: &str, destination: &str) {
    fill(client, "movement-name", name).await;
    for (id, place) in [("movement-origin", origin), ("movement-destination", destination)] {
        fill(client, id, place).await;
        find::by_css(client, "[role='listbox'] [role='option']").await;
        keys::press(client, &[ENTER]).await;
    }
}

/// Opens a section by its place in the rail.
pub async fn section(client: &Client, id: &str) {
    click(client, &format!("rail-{id}")).await;
}
