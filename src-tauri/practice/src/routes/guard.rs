//! The guard in front of all paths: sessions, refused writes, statuses of errors
//! (interface document, sections 5 and 7).
//!
//! A middleware around the routes; the fault middleware borrows its refusal. Who may do what is
//! not shown in the document: every signed-in user may do everything.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Shared, SharedState, session};
use crate::APPLICATION;
use crate::answer::{self, Refusal};
use crate::sessions::Sessions;
use crate::variants::Variant;

/// Lets signed-in requests through, with the user among the request's extensions.
pub(crate) async fn guard(
    State(shared): SharedState,
    mut request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let path = path.strip_prefix(APPLICATION).unwrap_or(path).to_owned();
    if !path.starts_with("/api/") || path == "/api/login" || is_open_extension(&shared, &path) {
        return next.run(request).await;
    }
    let method = request.method().clone();
    let Some(user) = shared.sessions.user(request.headers()) else {
        return turn_away(&shared, method.as_str(), &path);
    };
    if shared.variants.on(Variant::ForbiddenWrites) && writes(&method, &path) {
        return Refusal::new(StatusCode::FORBIDDEN, "Access denied").into_response();
    }
    request.extensions_mut().insert(user);
    let mut response = next.run(request).await;
    if shared.variants.on(Variant::ErrorsAs200)
        && response.status() == StatusCode::INTERNAL_SERVER_ERROR
    {
        *response.status_mut() = StatusCode::OK;
    }
    response
}

fn is_open_extension(shared: &Shared, path: &str) -> bool {
    !shared.strict && path == "/api/status"
}

fn writes(method: &Method, path: &str) -> bool {
    method == Method::POST && !matches!(path, "/api/logout" | "/api/products")
}

fn turn_away(shared: &Shared, method: &str, path: &str) -> Response {
    let mut response = if shared.variants.on(Variant::LoginRedirect) {
        let place = format!("{}/auth/login", shared.base);
        (StatusCode::FOUND, [(header::LOCATION, place)]).into_response()
    } else if shared.variants.on(Variant::LoginPage) {
        session::login_page()
    } else {
        return unauthorized(&shared.sessions, method, path);
    };
    set_cookie(&mut response, &shared.sessions.fresh());
    response
}

/// The 401 of section 7 with a fresh session cookie (section 5, rule 5).
pub(crate) fn unauthorized(sessions: &Sessions, method: &str, path: &str) -> Response {
    let message =
        format!("Unauthorized user: Request requires authentication [{}]", action(method, path));
    let mut response = Refusal::new(StatusCode::UNAUTHORIZED, message).into_response();
    set_cookie(&mut response, &sessions.fresh());
    response
}

/// Adds a `Set-Cookie` header.
pub(crate) fn set_cookie(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// `<api>:<action>` of a request, as the 401 names it.
fn action(method: &str, path: &str) -> String {
    let segments: Vec<&str> = path.trim_matches('/').split('/').skip(1).collect();
    let writes = method == "POST";
    let (api, action) = match segments[..] {
        ["stockMovements"] => ("stockMovementApi", if writes { "create" } else { "list" }),
        ["stockMovements", _] => ("stockMovementApi", if writes { "update" } else { "read" }),
        ["stockMovements", _, action] => ("stockMovementApi", action),
        ["stockMovementItems", _] => {
            ("stockMovementItemApi", if writes { "updatePicklist" } else { "read" })
        }
        ["categories"] => ("categoryApi", if writes { "save" } else { "list" }),
        ["products"] => ("productApi", "list"),
        ["products", _, action] => ("productApi", action),
        ["binLocations"] => ("binLocationApi", "list"),
        ["internalLocations"] => ("internalLocationApi", "list"),
        ["internalLocations", _] => ("internalLocationApi", "read"),
        ["stocklists"] => ("stocklistApi", "list"),
        ["generic", _] => ("genericApi", "list"),
        ["generic", _, _] => ("genericApi", "read"),
        ["logout"] => ("api", "logout"),
        [other, ..] => (other, "index"),
        [] => ("api", "index"),
    };
    format!("{api}:{action}")
}

/// 200 with an HTML page.
pub(crate) fn page(text: &'static str) -> Response {
    answer::html(StatusCode::OK, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_refusal_names_api_and_action() {
        assert_eq!(action("GET", "/api/stockMovements"), "stockMovementApi:list");
        assert_eq!(action("POST", "/api/stockMovements/1"), "stockMovementApi:update");
        assert_eq!(action("GET", "/api/stockMovements/1/status"), "stockMovementApi:status");
        assert_eq!(action("GET", "/api/nonsense"), "nonsense:index");
        assert_eq!(action("GET", "/"), "api:index");
    }
}
