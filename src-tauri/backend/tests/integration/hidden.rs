//! What must not be seen: anything at all while the window is locked, and one user's work by
//! another. Over every command of the list, so that a new one is tried too.

use backend::{Backend, Error};
use contract::*;
use practice::sample;
use serde_json::Value;

use crate::{act::MOVEMENTS, harness::Harness};

/// Commands that hold nothing of a profile.
const OPEN: [&str; 16] = [
    "check_server",
    "sign_in",
    "sign_out",
    "sign_in_remembered",
    "keychain",
    "forget_password",
    "lock",
    "open_profile",
    "work_offline",
    "session",
    // Without a profile it tells only for whom work waits, as the sign-in sheet shows it.
    "outbox",
    // It draws what it is given.
    "draw_barcodes",
    "certificate",
    "trust_certificate",
    "forget_certificate",
    // The same for everybody.
    "channel_script",
];

macro_rules! answers {
    (
        backend { $($name:ident($request:ident) -> $reply:ty, reads $reads:tt, as $form:ident,
            example $example:literal;)* }
        window { $($window:tt)* }
    ) => {
        /// What each command answers to its example.
        async fn answers(backend: &Backend) -> Vec<(&'static str, Result<Value, Error>)> {
            let mut all = Vec::new();
            $(
                if !OPEN.contains(&stringify!($name)) {
                    let request: $request = serde_json::from_str($example).unwrap();
                    let answer = backend.$name(request).await;
                    let answer = answer.map(|reply| serde_json::to_value(reply).unwrap());
                    all.push((stringify!($name), answer));
                }
            )*
            all
        }
    };
}

with_commands!(answers);

#[tokio::test]
async fn no_command_of_the_list_shows_or_changes_anything_while_the_window_is_locked() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.backend.lock(Lock {}).await.unwrap();
    let answers = answers(&harness.backend).await;
    assert!(answers.len() > 25, "all of them");
    for (command, answer) in answers {
        let failure = answer.map_err(|error| Failure::from(error).reason.code());
        assert_eq!(failure, Err("needs_session"), "{command}");
    }
    assert_eq!(harness.operations(), [""; 0]);
}

/// The first user's words, wherever they are.
const MARK: &str = "of Amara alone";

#[tokio::test]
async fn r_s6_nothing_of_one_user_is_readable_as_another_and_their_work_waits_for_them() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.backend.pause_sending(PauseSending { paused: true }).await.unwrap();
    harness.backend.create_category(CreateCategory { key: None, name: MARK.into() }).await.unwrap();
    let draft = <SaveDraft as Command>::EXAMPLE.replace("Theatre", MARK);
    harness.backend.save_draft(serde_json::from_str(&draft).unwrap()).await.unwrap();
    assert_eq!(marked(&harness.backend).await, ["list_operations", "list_journal", "list_drafts"]);

    // What they may see themselves is read behind: it comes after it was looked what was there.
    harness.refuse(503, "GET", MOVEMENTS);
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let outbox = harness.backend.outbox(ReadOutbox {}).await.unwrap();
    let theirs = OtherWork { profile: harness.profile("aokafor"), waiting: 1, unsent: 0 };
    assert_eq!((outbox.waiting, outbox.attention, outbox.others), (0, 0, vec![theirs]));
    assert_eq!(harness.movements().await.known, 0);
    assert_eq!(marked(&harness.backend).await, [""; 0]);
    assert_eq!(harness.operations(), [""; 0], "nothing of it was sent");

    // Its owner held it back: it goes when they are back and let it go.
    harness.sign_in().await.unwrap();
    harness.backend.pause_sending(PauseSending { paused: false }).await.unwrap();
    let outbox = || async { harness.backend.outbox(ReadOutbox {}).await.unwrap() };
    harness.until(outbox, |outbox| outbox.waiting == 0).await;
    assert_eq!(marked(&harness.backend).await, ["list_categories", "list_journal", "list_drafts"]);
    let effects = harness.service.effects();
    let made: Vec<_> = effects.iter().map(|effect| (&*effect.operation, &*effect.user)).collect();
    assert_eq!(made, [("createCategory", "aokafor")], "once, and by who asked for it");
}

/// Which readings answer with the first user's words.
async fn marked(backend: &Backend) -> Vec<&'static str> {
    let mut marked = Vec::new();
    for (command, answer) in readings(backend).await {
        if answer.is_ok_and(|reply| reply.to_string().contains(MARK)) {
            marked.push(command);
        }
    }
    marked
}

macro_rules! readings {
    (
        backend { $($name:ident($request:ident) -> $reply:ty, reads [$($topic:ident),*],
            as $form:ident, example $example:literal;)* }
        window { $($window:tt)* }
    ) => {
        /// What each command that reads something answers to its example.
        async fn readings(backend: &Backend) -> Vec<(&'static str, Result<Value, Error>)> {
            let mut all = Vec::new();
            $(
                if !<$request as Command>::READS.is_empty() && !OPEN.contains(&stringify!($name)) {
                    let request: $request = serde_json::from_str($example).unwrap();
                    let answer = backend.$name(request).await;
                    let answer = answer.map(|reply| serde_json::to_value(reply).unwrap());
                    all.push((stringify!($name), answer));
                }
            )*
            all
        }
    };
}

with_commands!(readings);
