//! The profile that is painted first: the last one used, or the last one of `--server`. Its data is
//! read while the web view starts, so that it is there when the page asks.

use backend::Backend;
use contract::{OpenProfile, Profile, Settings};
use tauri::async_runtime::JoinHandle;
use tokio::sync::Mutex;

/// The first profile, being opened; none where nobody used one.
pub struct FirstProfile(Mutex<Option<JoinHandle<()>>>);

impl FirstProfile {
    /// Begins to open it.
    pub fn open(backend: &Backend, settings: Settings, server: Option<&str>) -> Self {
        let opening = first(settings.profiles, server).map(|profile| {
            let backend = backend.clone();
            tauri::async_runtime::spawn(async move {
                // One that cannot be opened leaves the sign-in page, which says why on trying.
                if let Err(problem) = backend.open_profile(OpenProfile { profile }).await {
                    tracing::warn!("the last profile could not be opened: {problem:?}");
                }
            })
        });
        Self(Mutex::new(opening))
    }

    /// Nothing to open: the page signs in to something itself.
    pub fn none() -> Self {
        Self(Mutex::new(None))
    }

    /// Waits until it is open, or is known not to open.
    pub async fn opened(&self) {
        if let Some(opening) = self.0.lock().await.take() {
            // It ends in any case: a failure is told above.
            let _ = opening.await;
        }
    }
}

fn first(profiles: Vec<Profile>, server: Option<&str>) -> Option<Profile> {
    profiles.into_iter().find(|profile| {
        server.is_none_or(|server| without_scheme(&profile.server) == without_scheme(server))
    })
}

/// Host and path of an address as people write it.
fn without_scheme(address: &str) -> &str {
    address.split_once("://").map_or(address, |(_, rest)| rest).trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(server: &str) -> Profile {
        Profile { server: server.into(), user_name: "ada".into() }
    }

    #[test]
    fn it_is_the_last_one_or_the_last_one_of_the_server_that_was_asked_for() {
        let all = || ["https://a.example", "https://b.example/stock"].map(profile).to_vec();
        let server = |asked| first(all(), asked).map(|profile| profile.server);
        assert_eq!(server(None).as_deref(), Some("https://a.example"));
        assert_eq!(server(Some("b.example/stock/")).as_deref(), Some("https://b.example/stock"));
        assert_eq!(server(Some("https://c.example")), None);
        assert_eq!(first(Vec::new(), None), None);
    }
}
