//! Passwords remembered in a keychain: one in memory here; the system's own is tried in the proofs.

use std::sync::Arc;

use backend::{Backend, Error, KeychainSource, Options};
use contract::*;
use keyring_core::{CredentialStore, mock};
use practice::sample;

use crate::house::{House, code};

/// A warehouse, and a backend whose keychain this is.
async fn house(open: impl Fn() -> Option<Arc<CredentialStore>> + Send + Sync + 'static) -> House {
    let mut house = House::new().await;
    let source = KeychainSource::of(move || open().ok_or(keyring_core::Error::NoDefaultStore));
    let options = Options {
        clock: house.clock.clone(),
        keychain: source,
        ..Options::new(house.data.path().to_owned())
    };
    house.backend = Backend::open(options).unwrap();
    house
}

async fn with_keychain() -> House {
    let store = mock::Store::new().unwrap();
    house(move || Some(store.clone())).await
}

async fn sign_in(house: &House, password: &str) -> Result<SignedIn, Error> {
    let request = SignIn {
        server: format!("{}/", house.service.base()),
        user_name: " aokafor".into(),
        password: password.into(),
        allow_plain_http: false,
        remember: true,
    };
    house.backend.sign_in(request).await
}

async fn remembered(house: &House) -> Result<SignedIn, Error> {
    let profile = house.profile("aokafor");
    house.backend.sign_in_remembered(SignInRemembered { profile }).await
}

async fn state(house: &House) -> (bool, bool) {
    let profile = house.profile("aokafor");
    let state = house.backend.keychain(ReadKeychain { profile }).await.unwrap();
    (state.available, state.remembered)
}

#[tokio::test]
async fn a_password_is_remembered_once_the_service_has_accepted_it() {
    let house = with_keychain().await;
    assert_eq!(state(&house).await, (true, false));
    assert_eq!(remembered(&house).await, Err(Error::NotRemembered));
    assert_eq!(sign_in(&house, "wrong").await, Err(Error::NotAccepted));
    assert_eq!(state(&house).await, (true, false));
    sign_in(&house, sample::PASSWORD).await.unwrap();
    assert_eq!(state(&house).await, (true, true));
    house.backend.sign_out(SignOut {}).await.unwrap();
    let signed_in = remembered(&house).await.unwrap();
    assert_eq!(signed_in.profile, house.profile("aokafor"));
    assert!(house.session().await.signed_in);
}

#[tokio::test]
async fn r_s8_a_remembered_password_that_is_not_accepted_any_more_is_tried_once_and_forgotten() {
    let house = with_keychain().await;
    sign_in(&house, sample::PASSWORD).await.unwrap();
    house.backend.sign_out(SignOut {}).await.unwrap();
    let before = house.count("POST /api/login");
    house.fault(practice::Kind::Unauthorized, "POST", "/api/login");
    assert_eq!(remembered(&house).await, Err(Error::NotAccepted));
    assert_eq!(house.count("POST /api/login"), before + 1);
    assert_eq!(state(&house).await, (true, false));
    assert_eq!(code(remembered(&house).await), "not_remembered");
}

#[tokio::test]
async fn a_service_that_is_not_reached_does_not_cost_the_remembered_password() {
    let house = with_keychain().await;
    sign_in(&house, sample::PASSWORD).await.unwrap();
    house.backend.sign_out(SignOut {}).await.unwrap();
    house.portal(1, "/api/login");
    assert_eq!(code(remembered(&house).await), "not_our_service");
    assert_eq!(state(&house).await, (true, true));
    remembered(&house).await.unwrap();
}

#[tokio::test]
async fn a_password_is_forgotten_when_the_user_says_so() {
    let house = with_keychain().await;
    sign_in(&house, sample::PASSWORD).await.unwrap();
    let profile = house.profile("aokafor");
    house.backend.forget_password(ForgetPassword { profile }).await.unwrap();
    assert_eq!(state(&house).await, (true, false));
    assert!(house.session().await.signed_in, "the session is another matter");
}

#[tokio::test]
async fn r_s7_signing_in_works_without_a_keychain_and_nothing_is_remembered() {
    let house = house(|| None).await;
    sign_in(&house, sample::PASSWORD).await.unwrap();
    assert_eq!(state(&house).await, (false, false));
    assert_eq!(code(remembered(&house).await), "no_keychain");
    let profile = house.profile("aokafor");
    let forgotten = house.backend.forget_password(ForgetPassword { profile }).await;
    assert_eq!(code(forgotten), "no_keychain");
}

/// The keychain asks its user, who types the password into the window instead, as somebody else.
#[tokio::test]
async fn a_keychain_that_thinks_for_long_does_not_overtake_who_signed_in_meanwhile() {
    let store = mock::Store::new().unwrap();
    let (user, answer) = std::sync::mpsc::channel::<()>();
    let answer = std::sync::Mutex::new(answer);
    let (asked, mut is_asked) = tokio::sync::mpsc::unbounded_channel();
    let house = house(move || {
        let _ = asked.send(());
        let _ = answer.lock().unwrap().recv();
        Some(store.clone())
    });
    let house = house.await;
    sign_in(&house, sample::PASSWORD).await.unwrap();
    is_asked.recv().await.unwrap();
    let (backend, profile) = (house.backend.clone(), house.profile("aokafor"));
    let waiting =
        tokio::spawn(async move { backend.sign_in_remembered(SignInRemembered { profile }).await });
    tokio::task::yield_now().await;
    house.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    user.send(()).unwrap();
    assert!(matches!(waiting.await.unwrap(), Err(Error::Closed | Error::NoKeychain)));
    assert_eq!(house.session().await.profile, Some(house.profile("jweir")));
}
