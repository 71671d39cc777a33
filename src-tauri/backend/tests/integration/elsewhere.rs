//! Who is asked before an unknown address is called, and who is shown what without a password.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use backend::{Backend, Consent, Elsewhere, Options};
use contract::CheckServer;
use practice::sample;

use crate::harness::Harness;

/// Somebody who says yes or no where no page can, and how often they were asked.
fn asked(yes: bool) -> (Elsewhere, Arc<AtomicU32>) {
    let times = Arc::new(AtomicU32::new(0));
    let counted = times.clone();
    let ask = Arc::new(move |_: String| -> Consent {
        counted.fetch_add(1, Ordering::SeqCst);
        Box::pin(std::future::ready(yes))
    });
    (Elsewhere::Asked { known: Vec::new(), ask }, times)
}

#[tokio::test]
async fn a_yes_to_an_address_holds_and_a_no_does_not() {
    for yes in [true, false] {
        let (mut harness, other) = (Harness::new().await, Harness::new().await);
        let (elsewhere, times) = asked(yes);
        let data = harness.data.path().to_owned();
        harness.backend = Backend::open(Options { elsewhere, ..Options::new(data) }).unwrap();
        let check =
            |server: &str| harness.backend.check_server(CheckServer { server: server.to_owned() });
        check(other.service.base()).await.expect("nothing was shown yet");
        harness.sign_in().await.unwrap();
        check(harness.service.base()).await.expect("its profile is here");
        assert_eq!(times.load(Ordering::SeqCst), 0, "nobody was asked");
        let first = check(other.service.base()).await;
        let second = check(other.service.base()).await;
        assert_eq!((first.is_ok(), second.is_ok()), (yes, yes));
        let expected = if yes { 1 } else { 2 };
        assert_eq!(times.load(Ordering::SeqCst), expected);
    }
}

#[tokio::test]
async fn r_s6_without_a_password_only_who_signed_in_last_is_shown() {
    let mut harness = Harness::signed_in().await;
    harness.restart().await;
    let shown = harness.open_profile("aokafor").await.unwrap();
    assert_eq!(shown.profile.unwrap().user_name, "aokafor", "nobody came after them");
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    for _ in 0..2 {
        let shown = harness.open_profile("aokafor").await.unwrap();
        assert_ne!(shown.profile.map(|profile| profile.user_name).as_deref(), Some("aokafor"));
        // Nor after a start.
        harness.restart().await;
    }
    assert_eq!(harness.open_profile("aokafor").await.unwrap().profile, None);
    let shown = harness.open_profile("jweir").await.unwrap();
    assert_eq!(shown.profile.unwrap().user_name, "jweir");
    // A note that cannot be read may name anybody.
    harness.restart().await;
    std::fs::write(harness.data.path().join("last-user.json"), "{").unwrap();
    assert_eq!(harness.open_profile("jweir").await.unwrap().profile, None);
    harness.sign_in().await.expect("with the password, everybody is let in");
}
