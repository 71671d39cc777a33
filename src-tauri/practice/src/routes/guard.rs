//! The guard in front of all paths: sessions, refused writes, statuses of errors
//! (interface document, sections 5 and 7).
//!
//! A middleware around the routes; the fault middleware borrows its refusal. Who may do what is
//! not shown in the document: every signed-in user may do everything.

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::session;
use crate::answer::{self, Refusal, set_cookie};
use crate::base::APPLICATION;
use crate::sessions::{Sessions, SignedIn};
use crate::shared::{Shared, SharedState};
use crate::variants::Variant;

/// The page a refused role ends up on, where it is one.
pub(super) const DENIED: &str = "/errors/handleForbidden";

/// Lets signed-in requests through, with the user among the request's extensions.
pub(crate) async fn guard(State(shared): SharedState, request: Request, next: Next) -> Response {
    let mut response = check(&shared, request, next).await;
    if shared.variants.on(Variant::SessionCookiesMany) {
        let own: Vec<_> = response.headers().get_all(header::SET_COOKIE).iter().cloned().collect();
        response.headers_mut().insert(header::SET_COOKIE, BALANCER);
        own.into_iter().for_each(|own| {
            response.headers_mut().append(header::SET_COOKIE, own);
        });
    }
    response
}

/// What a load balancer adds.
const BALANCER: HeaderValue = HeaderValue::from_static("ROUTE=node-1; Path=/; HttpOnly");

async fn check(shared: &Shared, mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let path = path.strip_prefix(APPLICATION).unwrap_or(path).to_owned();
    if !path.starts_with("/api/") || path == "/api/login" || is_open_extension(shared, &path) {
        return next.run(request).await;
    }
    let method = request.method().clone();
    let Some(user) = shared.sessions.user(request.headers()) else {
        return turn_away(shared, method.as_str(), &path);
    };
    if let Some(refusal) = refuse(shared, &user, &method, &path) {
        return refusal;
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

/// What the variants refuse to a signed-in user.
fn refuse(shared: &Shared, user: &SignedIn, method: &Method, path: &str) -> Option<Response> {
    let on = |variant| shared.variants.on(variant);
    if on(Variant::NeedsLocation) && user.place.is_none() && needs_location(path) {
        let text = "Cannot get property 'id' on null object";
        return Some(Refusal::failed(text).into_response());
    }
    if !writes(method, path) {
        return None;
    }
    if on(Variant::ForbiddenWrites) {
        return Some(Refusal::new(StatusCode::FORBIDDEN, "Access denied").into_response());
    }
    if on(Variant::ReadOnlyRole) {
        let place = format!("{}{DENIED}", shared.base);
        return Some((StatusCode::FOUND, [(header::LOCATION, place)]).into_response());
    }
    let busy = || Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "The service is busy");
    shared.variants.is_busy().then(|| ([(header::RETRY_AFTER, "1")], busy()).into_response())
}

fn writes(method: &Method, path: &str) -> bool {
    let reads = matches!(path, "/api/logout" | "/api/products");
    method == Method::POST && !reads && !path.starts_with(CHOOSE)
}

/// Where a location is chosen.
const CHOOSE: &str = "/api/chooseLocation/";

fn needs_location(path: &str) -> bool {
    !matches!(path, "/api/logout" | "/api/locations") && !path.starts_with(CHOOSE)
}

/// The page that refused roles end up on.
pub(super) async fn denied() -> Response {
    answer::html(
        StatusCode::OK,
        "<!DOCTYPE html><html lang=\"en\"><title>Access denied</title><p>Access denied</p></html>",
    )
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
