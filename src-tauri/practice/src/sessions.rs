//! The sessions behind the `JSESSIONID` cookie (interface document, section 5).
//!
//! Used by the guard, the session routes and the fault handle. Sessions live in memory only: a
//! restarted service knows none of the old ones. Passwords are not looked at here.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};

use axum::http::{HeaderMap, header};

/// The cookie's name (interface document, section 5).
pub(crate) const COOKIE: &str = "JSESSIONID";
/// A session unused for this long is gone.
const IDLE: Duration = Duration::from_secs(2 * 60 * 60);

/// The user a session belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignedIn {
    /// User id.
    pub(crate) id: String,
    /// User name, as in the effect log.
    pub(crate) username: String,
    /// Id of the location that was chosen, if one was.
    pub(crate) place: Option<String>,
}

struct Session {
    user: Option<SignedIn>,
    used: Instant,
}

/// All live sessions, and the ids of all that ever were; clones share them.
#[derive(Clone)]
pub(crate) struct Sessions {
    all: Arc<Mutex<HashMap<String, Session>>>,
    given: Arc<Mutex<Vec<String>>>,
    idle: Duration,
}

impl Default for Sessions {
    fn default() -> Sessions {
        Sessions { all: Arc::default(), given: Arc::default(), idle: IDLE }
    }
}

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.all.lock()
    }

    fn is_live(&self, session: &Session) -> bool {
        session.used.elapsed() < self.idle
    }

    /// A new anonymous session: the value of its `Set-Cookie` header.
    pub(crate) fn fresh(&self) -> String {
        self.open(None)
    }

    fn open(&self, user: Option<SignedIn>) -> String {
        let id = uuid::Uuid::new_v4().simple().to_string().to_uppercase();
        let cookie =
            format!("{COOKIE}={id}; Path={}; HttpOnly; SameSite=Strict", crate::base::APPLICATION);
        self.given.lock().push(id.clone());
        let mut sessions = self.lock();
        // Anonymous sessions come with every refused request; the idle ones leave here.
        sessions.retain(|_, session| self.is_live(session));
        sessions.insert(id, Session { user, used: Instant::now() });
        cookie
    }

    /// Signs the user in: in the request's live session when it has one (then no cookie is
    /// sent), otherwise in a new session, whose `Set-Cookie` value is returned. A location that
    /// was chosen before stays, unless the login names another.
    pub(crate) fn sign_in(&self, headers: &HeaderMap, mut user: SignedIn) -> Option<String> {
        if let Some(id) = cookie(headers)
            && let Some(session) = self.lock().get_mut(&id).filter(|session| self.is_live(session))
        {
            let chosen = session.user.take().and_then(|before| before.place);
            user.place = user.place.or(chosen);
            session.user = Some(user);
            session.used = Instant::now();
            return None;
        }
        Some(self.open(Some(user)))
    }

    /// The user of the request's session, if it is live and signed in; its idle time starts anew.
    pub(crate) fn user(&self, headers: &HeaderMap) -> Option<SignedIn> {
        let id = cookie(headers)?;
        let mut sessions = self.lock();
        let session = sessions.get_mut(&id).filter(|session| self.is_live(session))?;
        session.used = Instant::now();
        session.user.clone()
    }

    /// Chooses a location for the request's session.
    pub(crate) fn choose(&self, headers: &HeaderMap, place: String) {
        let mut sessions = self.lock();
        let session = cookie(headers).and_then(|id| sessions.get_mut(&id));
        if let Some(user) = session.and_then(|session| session.user.as_mut()) {
            user.place = Some(place);
        }
    }

    /// Ends the request's session.
    pub(crate) fn end(&self, headers: &HeaderMap) {
        if let Some(id) = cookie(headers) {
            self.lock().remove(&id);
        }
    }

    /// The id of every session that was ever opened, in order.
    pub(crate) fn given(&self) -> Vec<String> {
        self.given.lock().clone()
    }

    /// Ends every session.
    pub(crate) fn clear(&self) {
        self.lock().clear();
    }
}

/// The session id in the request's `Cookie` headers.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE)
        .map(|(_, value)| value.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn with_cookie(text: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, HeaderValue::from_str(text).unwrap());
        headers
    }

    fn amara() -> SignedIn {
        SignedIn { id: "1".into(), username: "aokafor".into(), place: None }
    }

    #[test]
    fn the_session_cookie_is_found_among_others() {
        let headers = with_cookie("theme=dark; JSESSIONID=ABC; x=y");
        assert_eq!(cookie(&headers).as_deref(), Some("ABC"));
        assert_eq!(cookie(&with_cookie("theme=dark")), None);
    }

    #[test]
    fn an_anonymous_session_is_upgraded_without_a_new_cookie() {
        let sessions = Sessions::default();
        let headers = with_cookie(sessions.fresh().split(';').next().unwrap());
        assert_eq!(sessions.user(&headers), None);
        assert_eq!(sessions.sign_in(&headers, amara()), None);
        assert_eq!(sessions.user(&headers), Some(amara()));
        sessions.end(&headers);
        assert_eq!(sessions.user(&headers), None);
    }

    #[test]
    fn an_idle_session_is_gone_and_makes_room() {
        let sessions = Sessions { idle: Duration::ZERO, ..Sessions::default() };
        let cookie = sessions.sign_in(&HeaderMap::new(), amara()).unwrap();
        let headers = with_cookie(cookie.split(';').next().unwrap());
        assert_eq!(sessions.user(&headers), None);
        assert!(sessions.sign_in(&headers, amara()).is_some());
        assert_eq!(sessions.lock().len(), 1);
    }

    #[test]
    fn a_stale_cookie_gets_a_new_session() {
        let sessions = Sessions::default();
        assert!(sessions.sign_in(&with_cookie("JSESSIONID=STALE"), amara()).is_some());
    }
}
