//! Login and logout (interface document, sections 4.1 and 5).
//!
//! Behind the guard, which lets login through. Sessions themselves are in `sessions`.

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::input::{Object, Segments};
use crate::answer::{self, Refusal, set_cookie};
use crate::sessions::SignedIn;
use crate::shared::{Shared, SharedState};
use crate::store::{people, places};
use crate::variants::Variant;

/// `POST /api/login`. What wrong credentials answer is not shown (section 5, rule 6): 401 with a
/// text. Installations are seen to take the id of a location too, and to ignore an unknown one.
pub(crate) async fn login(
    State(shared): SharedState,
    headers: HeaderMap,
    body: Object,
) -> Result<Response, Refusal> {
    let username = body.fields().text("username")?.unwrap_or_default();
    let password = body.fields().text("password")?.unwrap_or_default();
    let name = username.clone();
    let id = shared.store.read(move |conn| people::id_of(conn, &name)).await?;
    let Some(id) = id.filter(|_| same(password.as_bytes(), shared.password.as_bytes())) else {
        return Ok(failed(&shared));
    };
    let place = match body.fields().text("location")?.filter(|_| !shared.strict) {
        Some(place) => name_of(&shared, place.clone()).await?.map(|_| place),
        None => None,
    };
    let cookie = shared.sessions.sign_in(&headers, SignedIn { id, username, place });
    let mut response = answer::html(StatusCode::OK, "Authentication was successful");
    if let Some(cookie) = cookie {
        set_cookie(&mut response, &cookie);
    }
    Ok(response)
}

fn failed(shared: &Shared) -> Response {
    let status = match shared.variants.on(Variant::Login200Failure) {
        true => StatusCode::OK,
        false => StatusCode::UNAUTHORIZED,
    };
    answer::html(status, "Authentication failed")
}

/// Compares in a time that does not tell where the texts differ.
fn same(given: &[u8], wanted: &[u8]) -> bool {
    let differences = given.iter().zip(wanted).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == wanted.len() && differences == 0
}

/// The name of a location, if there is such a one.
async fn name_of(shared: &Shared, place: String) -> Result<Option<String>, Refusal> {
    let found = shared.store.read(move |conn| places::find(conn, &place)).await?;
    Ok(found.map(|place| place["name"].as_str().unwrap_or_default().to_owned()))
}

/// `/api/chooseLocation/<id>`, seen in installations: the location of this session.
pub(super) async fn choose_location(
    State(shared): SharedState,
    Extension(user): Extension<SignedIn>,
    headers: HeaderMap,
    segments: Segments,
) -> Result<Response, Refusal> {
    let id = segments.get("id");
    let missing = || Refusal::missing(format!("location with ID {id}"));
    let name = name_of(&shared, id.clone()).await?.ok_or_else(missing)?;
    shared.sessions.choose(&headers, id);
    let text = format!("User {} is now logged into {name}", user.username);
    Ok(answer::typed(StatusCode::OK, answer::HTML, text))
}

/// `POST /api/logout`.
pub(crate) async fn logout(State(shared): SharedState, headers: HeaderMap) -> Response {
    shared.sessions.end(&headers);
    answer::html(StatusCode::OK, "Logout was successful")
}

/// The page that redirected clients end up on.
pub(crate) async fn page() -> Response {
    login_page()
}

/// A login form, as a browser would get it.
pub(crate) fn login_page() -> Response {
    answer::html(
        StatusCode::OK,
        "<!DOCTYPE html><html lang=\"en\"><head><title>Login</title></head><body>\
         <form method=\"post\"><input name=\"username\"><input name=\"password\" type=\"password\">\
         <button>Login</button></form></body></html>",
    )
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn only_equal_texts_are_the_same() {
        assert!(same(b"practice", b"practice"));
        for other in [&b""[..], b"practic", b"practicE", b"practice1"] {
            assert!(!same(other, b"practice"));
        }
    }
}
