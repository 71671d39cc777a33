//! R-S7: without a keychain nothing is remembered, it is said, nothing hangs, and nothing is written
//! in its place. Tried without a bus, on a bus without a keychain, on one that answers nothing, with a
//! locked keychain nobody unlocks, and, so that the difference is seen, with an open one.

use std::time::Duration;

use practice::{Running, Service, sample};
use serde_json::json;

use super::secrets::{Searched, Secret, find_in_folder};
use super::stage::{Around, Console, Home};
use crate::promise::{Amount, Counts, Violation, check};
use crate::run::until_done;

/// The limit of every question to a keychain is 3 s; a busy computer gets threefold.
const LIMIT: Duration = Duration::from_secs(9);

/// Tries all surroundings `count` times.
///
/// # Errors
/// If something hung, was remembered, or was written.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async move {
        let mut counts = Counts::of([("files", 0), ("hangs", 0)]);
        let service = Service::start(practice::Options::default()).await?;
        for _ in 0..amount.count {
            for around in [Around::Nothing, Around::Bus, Around::SilentBus] {
                without(around, &service).await?;
                counts.add("runs", 1);
            }
            locked(&service).await?;
            counts.add("runs", 1);
        }
        service.stop().await;
        Ok(counts)
    })
}

async fn without(around: Around, service: &Running) -> Result<(), Violation> {
    let home = Home::new()?;
    let mut console = Console::start(&home, around)?;
    answers(&mut console, service, around).await?;
    let said = console.end().await?;
    let log = String::from_utf8_lossy(&said.log);
    let told = ["keychain is not available", "keychain does not answer"];
    let told: usize = told.iter().map(|words| log.matches(words).count()).sum();
    check(told == 1, || format!("{around:?}: it was told {told} times"))?;
    nothing_written(&home, around)
}

/// The password is in the keychain, and the keychain is locked at the next start.
async fn locked(service: &Running) -> Result<(), Violation> {
    let home = Home::new()?;
    let mut console = Console::start(&home, Around::Keyring)?;
    let profile = json!({ "profile": sign_in(&mut console, service).await? });
    let open = console.reply("keychain", profile.clone()).await?;
    check(open == json!({ "available": true, "remembered": true }), || format!("open: {open}"))?;
    console.reply("sign_out", json!({})).await?;
    console.reply("sign_in_remembered", profile).await?;
    console.end().await?;
    let mut console = Console::start(&home, Around::LockedKeyring)?;
    answers(&mut console, service, Around::LockedKeyring).await?;
    console.end().await?;
    let mut console = Console::start(&home, Around::Keyring)?;
    let profile = json!({ "server": service.base(), "user_name": sample::USERS[0].username });
    console.reply("sign_in_remembered", json!({ "profile": profile })).await?;
    console.end().await?;
    Ok(())
}

/// Every question is answered with no, in time, and signing in works all the same.
async fn answers(
    console: &mut Console,
    service: &Running,
    around: Around,
) -> Result<(), Violation> {
    let profile = json!({ "server": service.base(), "user_name": sample::USERS[0].username });
    let profile = json!({ "profile": profile });
    let expected = [
        ("keychain", Ok(json!({ "available": false, "remembered": false }))),
        ("sign_in_remembered", Err("no_keychain".to_owned())),
        ("forget_password", Err("no_keychain".to_owned())),
    ];
    for (command, expected) in expected {
        let (answer, took) = console.timed(command, profile.clone()).await?;
        check(answer == expected, || format!("{around:?}: {command} answered {answer:?}"))?;
        check(took <= LIMIT, || format!("{around:?}: {command} took {took:?}"))?;
    }
    sign_in(console, service).await?;
    let (after, took) = console.timed("keychain", profile).await?;
    let remembered = after.unwrap_or_default()["remembered"] == true;
    check(!remembered, || format!("{around:?}: it was remembered"))?;
    check(took <= LIMIT, || format!("{around:?}: the question after took {took:?}"))
}

async fn sign_in(console: &mut Console, service: &Running) -> Result<serde_json::Value, Violation> {
    let request = json!({
        "server": service.base(), "user_name": sample::USERS[0].username,
        "password": sample::PASSWORD, "remember": true,
    });
    Ok(console.reply("sign_in", request).await?["profile"].clone())
}

fn nothing_written(home: &Home, around: Around) -> Result<(), Violation> {
    let others = home.other_files()?;
    check(others.is_empty(), || format!("{around:?}: beside its data stands {others:?}"))?;
    let password = [Secret::new("the password", &format!("\"{}\"", sample::PASSWORD))];
    let found = find_in_folder(&password, &home.data(), &mut Searched::default())?;
    check(found.is_empty(), || format!("{around:?}: {found:?}"))
}
