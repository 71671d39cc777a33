use std::sync::{
    Mutex,
    atomic::AtomicBool,
    mpsc::{Receiver, Sender, channel},
};

use keyring_core::mock;
use secrecy::ExposeSecret;
use tokio::sync::broadcast;

use super::*;

fn profile(user_name: &str) -> Profile {
    Profile { server: "https://stock.example/stockroom".into(), user_name: user_name.into() }
}

fn password(text: &str) -> SecretString {
    SecretString::from(text)
}

fn known(found: &Result<SecretString, Error>) -> Option<&str> {
    found.as_ref().ok().map(ExposeSecret::expose_secret)
}

/// A keychain in memory.
fn in_memory() -> KeychainSource {
    let store = mock::Store::new().unwrap();
    KeychainSource::of(move || Ok(store.clone()))
}

fn keychain(source: KeychainSource) -> (Keychain, broadcast::Receiver<Vec<Topic>>) {
    let changes = Changes::new();
    let told = changes.listen();
    (Keychain::new(source, changes), told)
}

/// A keychain that asks its user first, and the user: it opens once something is sent.
fn asking() -> (KeychainSource, Sender<()>) {
    let (user, answer) = channel();
    let (answer, store): (Mutex<Receiver<()>>, _) = (answer.into(), mock::Store::new().unwrap());
    let open = move || {
        let _ = answer.lock().unwrap().recv();
        Ok(store.clone() as Arc<CredentialStore>)
    };
    (KeychainSource::of(open), user)
}

fn no_service() -> keyring_core::Error {
    keyring_core::Error::PlatformFailure("ServiceUnknown: org.freedesktop.secrets".into())
}

#[tokio::test]
async fn each_profile_has_an_entry_of_its_own_until_it_is_forgotten() {
    let (keychain, _) = keychain(in_memory());
    let (amara, joy) = (profile("aokafor"), profile("jweir"));
    keychain.remember(&amara, password("first"));
    keychain.remember(&joy, password("second"));
    keychain.remember(&amara, password("third"));
    assert_eq!(known(&keychain.recall(&amara).await), Some("third"));
    assert_eq!(known(&keychain.recall(&joy).await), Some("second"));
    keychain.forget(&amara).await.unwrap();
    assert_eq!(keychain.recall(&amara).await.err(), Some(Error::NotRemembered));
    let state = |remembered| contract::Keychain { available: true, remembered };
    assert_eq!(keychain.state(&amara).await, state(false));
    assert_eq!(keychain.state(&joy).await, state(true));
    keychain.forget(&amara).await.expect("what is not there need not be forgotten");
}

#[tokio::test]
async fn entries_are_named_by_program_user_and_address() {
    let store = mock::Store::new().unwrap();
    let held = store.clone();
    let (keychain, _) = keychain(KeychainSource::of(move || Ok(held.clone())));
    keychain.remember(&profile("aokafor"), password("kept"));
    keychain.settle().await;
    let names: Vec<_> =
        store.inner.lock().unwrap().get_mut().iter().map(|cred| cred.specifiers.clone()).collect();
    let user = "aokafor@https://stock.example/stockroom".to_owned();
    assert_eq!(names, [("app.stockhand.desktop".to_owned(), user)]);
}

#[tokio::test]
async fn r_s7_without_a_keychain_nothing_is_remembered_and_every_question_is_answered() {
    let (keychain, _) = keychain(KeychainSource::of(|| Err(no_service())));
    let amara = profile("aokafor");
    keychain.remember(&amara, password("kept"));
    assert_eq!(keychain.state(&amara).await, contract::Keychain::default());
    assert_eq!(keychain.recall(&amara).await.err(), Some(Error::NoKeychain));
    assert_eq!(keychain.forget(&amara).await, Err(Error::NoKeychain));
}

#[tokio::test]
async fn a_keychain_that_comes_up_later_is_found() {
    let up = Arc::new(AtomicBool::new(false));
    let (is_up, store) = (Arc::clone(&up), mock::Store::new().unwrap());
    let open = move || match is_up.load(Ordering::Relaxed) {
        true => Ok(store.clone() as Arc<CredentialStore>),
        false => Err(no_service()),
    };
    let (keychain, _) = keychain(KeychainSource::of(open));
    assert!(!keychain.state(&profile("aokafor")).await.available);
    up.store(true, Ordering::Relaxed);
    assert!(keychain.state(&profile("aokafor")).await.available);
}

/// The clock is stopped, and goes on only when everybody waits: so it is the limit that ends the
/// first question, and nothing else.
#[tokio::test(start_paused = true)]
async fn r_s7_a_locked_keychain_is_left_at_the_limit_and_found_once_it_opens() {
    let (source, user) = asking();
    let (keychain, mut told) = keychain(source);
    let amara = profile("aokafor");
    keychain.remember(&amara, password("kept"));
    let began = tokio::time::Instant::now();
    assert!(!keychain.state(&amara).await.available);
    assert_eq!(began.elapsed(), LIMIT);
    assert_eq!(keychain.recall(&amara).await.err(), Some(Error::NoKeychain));
    assert_eq!(began.elapsed(), LIMIT, "the next one need not wait again");
    tokio::time::resume();
    user.send(()).unwrap();
    // Told twice, or once for both: that the password is in, and that the keychain answers.
    while keychain.late.load(Ordering::Acquire) > 0 {
        told.recv().await.unwrap();
    }
    let state = contract::Keychain { available: true, remembered: true };
    assert_eq!(keychain.state(&amara).await, state);
    assert_eq!(known(&keychain.recall(&amara).await), Some("kept"));
}

#[tokio::test(start_paused = true)]
async fn what_was_to_be_forgotten_while_it_was_locked_is_forgotten_once_it_opens() {
    let (source, user) = asking();
    let (keychain, mut told) = keychain(source);
    let amara = profile("aokafor");
    keychain.remember(&amara, password("kept"));
    assert!(!keychain.state(&amara).await.available);
    assert_eq!(keychain.forget(&amara).await, Err(Error::NoKeychain));
    tokio::time::resume();
    user.send(()).unwrap();
    while keychain.late.load(Ordering::Acquire) > 0 {
        told.recv().await.unwrap();
    }
    assert!(!keychain.state(&amara).await.remembered);
}

#[tokio::test]
async fn nothing_is_opened_before_somebody_asks() {
    let source = KeychainSource::of(|| panic!("nobody asked"));
    let (keychain, _) = keychain(source);
    keychain.settle().await;
    assert!(keychain.thread.get().is_none());
}
