//! Passwords remembered in a keychain: one in memory here; the system's own is tried in the proofs.

use std::sync::Arc;

use backend::{Backend, Error, KeychainSource, Options};
use contract::*;
use keyring_core::{CredentialStore, mock};
use practice::sample;

use crate::harness::{Harness, code};

/// A warehouse, and a backend whose keychain this is.
async fn harness(
    open: impl Fn() -> Option<Arc<CredentialStore>> + Send + Sync + 'static,
) -> Harness {
    let mut harness = Harness::new().await;
    let source = KeychainSource::of(move || open().ok_or(keyring_core::Error::NoDefaultStore));
    let options = Options {
        clock: harness.clock.clone(),
        keychain: source,
        ..Options::new(harness.data.path().to_owned())
    };
    harness.backend = Backend::open(options).unwrap();
    harness
}

async fn with_keychain() -> Harness {
    let store = mock::Store::new().unwrap();
    harness(move || Some(store.clone())).await
}

async fn sign_in(harness: &Harness, password: &str) -> Result<SignedIn, Error> {
    let request = SignIn {
        server: format!("{}/", harness.service.base()),
        user_name: " aokafor".into(),
        password: password.into(),
        allow_plain_http: false,
        remember: true,
    };
    harness.backend.sign_in(request).await
}

async fn remembered(harness: &Harness) -> Result<SignedIn, Error> {
    let profile = harness.profile("aokafor");
    harness.backend.sign_in_remembered(SignInRemembered { profile }).await
}

async fn state(harness: &Harness) -> (bool, bool) {
    let profile = harness.profile("aokafor");
    let state = harness.backend.keychain(ReadKeychain { profile }).await.unwrap();
    (state.available, state.remembered)
}

#[tokio::test]
async fn a_password_is_remembered_once_the_service_has_accepted_it() {
    let harness = with_keychain().await;
    assert_eq!(state(&harness).await, (true, false));
    assert_eq!(remembered(&harness).await, Err(Error::NotRemembered));
    assert_eq!(sign_in(&harness, "wrong").await, Err(Error::NotAccepted));
    assert_eq!(state(&harness).await, (true, false));
    sign_in(&harness, sample::PASSWORD).await.unwrap();
    assert_eq!(state(&harness).await, (true, true));
    harness.backend.sign_out(SignOut {}).await.unwrap();
    let signed_in = remembered(&harness).await.unwrap();
    assert_eq!(signed_in.profile, harness.profile("aokafor"));
    assert!(harness.session().await.signed_in);
}

#[tokio::test]
async fn r_s8_a_remembered_password_that_is_not_accepted_any_more_is_tried_once_and_forgotten() {
    let harness = with_keychain().await;
    sign_in(&harness, sample::PASSWORD).await.unwrap();
    harness.backend.sign_out(SignOut {}).await.unwrap();
    let before = harness.count("POST /api/login");
    harness.fault(practice::Kind::Unauthorized, "POST", "/api/login");
    assert_eq!(remembered(&harness).await, Err(Error::NotAccepted));
    assert_eq!(harness.count("POST /api/login"), before + 1);
    assert_eq!(state(&harness).await, (true, false));
    assert_eq!(code(remembered(&harness).await), "not_remembered");
}

#[tokio::test]
async fn a_service_that_is_not_reached_does_not_cost_the_remembered_password() {
    let harness = with_keychain().await;
    sign_in(&harness, sample::PASSWORD).await.unwrap();
    harness.backend.sign_out(SignOut {}).await.unwrap();
    harness.portal(1, "/api/login");
    assert_eq!(code(remembered(&harness).await), "not_our_service");
    assert_eq!(state(&harness).await, (true, true));
    remembered(&harness).await.unwrap();
}

#[tokio::test]
async fn a_password_is_forgotten_when_the_user_says_so() {
    let harness = with_keychain().await;
    sign_in(&harness, sample::PASSWORD).await.unwrap();
    let profile = harness.profile("aokafor");
    harness.backend.forget_password(ForgetPassword { profile }).await.unwrap();
    assert_eq!(state(&harness).await, (true, false));
    assert!(harness.session().await.signed_in, "the session is another matter");
}

#[tokio::test]
async fn r_s7_signing_in_works_without_a_keychain_and_nothing_is_remembered() {
    let harness = harness(|| None).await;
    sign_in(&harness, sample::PASSWORD).await.unwrap();
    assert_eq!(state(&harness).await, (false, false));
    assert_eq!(code(remembered(&harness).await), "no_keychain");
    let profile = harness.profile("aokafor");
    let forgotten = harness.backend.forget_password(ForgetPassword { profile }).await;
    assert_eq!(code(forgotten), "no_keychain");
}

/// The keychain asks its user, who types the password into the window instead, as somebody else.
#[tokio::test]
async fn a_keychain_that_thinks_for_long_does_not_overtake_who_signed_in_meanwhile() {
    let store = mock::Store::new().unwrap();
    let (user, answer) = std::sync::mpsc::channel::<()>();
    let answer = std::sync::Mutex::new(answer);
    let (asked, mut is_asked) = tokio::sync::mpsc::unbounded_channel();
    let harness = harness(move || {
        let _ = asked.send(());
        let _ = answer.lock().unwrap().recv();
        Some(store.clone())
    });
    let harness = harness.await;
    sign_in(&harness, sample::PASSWORD).await.unwrap();
    is_asked.recv().await.unwrap();
    let (backend, profile) = (harness.backend.clone(), harness.profile("aokafor"));
    let waiting =
        tokio::spawn(async move { backend.sign_in_remembered(SignInRemembered { profile }).await });
    tokio::task::yield_now().await;
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    user.send(()).unwrap();
    assert!(matches!(waiting.await.unwrap(), Err(Error::Closed | Error::NoKeychain)));
    assert_eq!(harness.session().await.profile, Some(harness.profile("jweir")));
}
