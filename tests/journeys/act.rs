//! What a person does, as one step each.

use fantoccini::Client;

use crate::find;
use crate::keys::{self, CONTROL};

/// The first sample user, who may do everything.
pub fn user() -> &'static str {
    practice::sample::USERS[0].username
}

/// Signs in on the first page and passes the question who one is.
pub async fn sign_in(client: &Client) {
    fill(client, "signin-user", user()).await;
    fill(client, "signin-password", practice::sample::PASSWORD).await;
    click(client, "signin-submit").await;
    find::by_id(client, "movements-grid").await;
}

/// Presses a button.
pub async fn click(client: &Client, id: &str) {
    find::by_id(client, id).await.click().await.unwrap();
}

/// Puts a text into a field, in place of what was there.
pub async fn fill(client: &Client, id: &str, text: &str) {
    let field = find::by_id(client, id).await;
    field.click().await.unwrap();
    keys::chord(client, &[CONTROL, 'a']).await;
    keys::type_text(client, text).await;
}

/// Opens a section by its place in the rail.
pub async fn section(client: &Client, id: &str) {
    click(client, &format!("rail-{id}")).await;
}
