//! What stays on this computer: the mirror after a restart, keys, the lock, newer data.

use std::time::Duration;

use backend::{Backend, Clock, Error, Options, StoreFault};
use contract::*;
use practice::{Kind, sample};

use crate::{
    act::*,
    editing::*,
    harness::{Harness, code, list_movements, open, rows},
};

#[tokio::test]
async fn a_restart_paints_from_the_mirror_without_the_service() {
    let harness = Harness::signed_in().await;
    let depot = LocationId::from(sample::CENTRAL_STORE);
    harness.refresh_every_list().await;
    let profile = harness.profile("aokafor");
    let before = harness.movements().await;
    harness.backend.close().await;
    let Harness { service, data, clock, .. } = harness;
    service.stop().await;

    let backend = open(&data, &clock);
    let session = backend.open_profile(OpenProfile { profile: profile.clone() }).await.unwrap();
    assert_eq!(session.profile, Some(profile));
    assert_eq!((session.signed_in, session.saved_as_of), (false, Some(clock.now())));
    let page = backend.list_movements(list_movements()).await.unwrap();
    assert_eq!(page, before);
    let stocklists = ListStocklists { rows: Rows::first(1), filter: Default::default() };
    assert_eq!(
        backend.list_stocklists(stocklists).await.unwrap().known as usize,
        sample::STOCKLISTS
    );
    let products = ListProducts { rows: Rows::first(1), filter: Default::default() };
    assert_eq!(backend.list_products(products).await.unwrap().known as usize, sample::PRODUCTS);
    for kind in [LocationKind::Bins, LocationKind::Internal] {
        let request = ListBinLocations {
            parent: depot.clone(),
            kind,
            rows: Rows::first(1),
            text: String::new(),
        };
        let page = backend.list_bin_locations(request).await.unwrap();
        assert!(page.known > 0 && page.freshness.as_of.is_some(), "{kind:?}");
    }
    assert!(!backend.list_people(ListPeople {}).await.unwrap().is_empty());
    assert!(!backend.list_places(ListPlaces {}).await.unwrap().is_empty());
}

#[tokio::test]
async fn keys_survive_a_restart_and_a_new_reading() {
    let mut harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let keys = |page: &Page<Entry<MovementRow>>| {
        let mut keys: Vec<_> =
            rows(page).into_iter().map(|row| (row.id.clone(), row.key)).collect();
        keys.sort();
        keys
    };
    let before = keys(&harness.movements().await);
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(keys(&harness.movements().await), before);
    harness.sign_in().await.unwrap();
    harness.refresh(DataSet::Movements).await.unwrap();
    assert_eq!(keys(&harness.movements().await), before);
}

#[tokio::test]
async fn nothing_is_opened_for_a_user_who_never_signed_in_here() {
    let harness = Harness::new().await;
    assert_eq!(harness.open_profile("aokafor").await.unwrap().profile, None);
    assert!(!harness.data.path().join("profiles").exists(), "and no folder is made");
}

#[tokio::test]
async fn a_profile_is_open_in_one_window_at_a_time() {
    let harness = Harness::signed_in().await;
    let other = open(&harness.data, &harness.clock);
    let request = || OpenProfile { profile: harness.profile("aokafor") };
    assert_eq!(other.open_profile(request()).await, Err(Error::Store(StoreFault::InUse)));
    harness.backend.sign_out(SignOut {}).await.unwrap();
    harness.sign_in().await.unwrap();
    assert_eq!(code(other.open_profile(request()).await), "profile_in_use");
    harness.backend.close().await;
    assert!(other.open_profile(request()).await.unwrap().profile.is_some());
}

#[tokio::test]
async fn signing_in_to_a_profile_open_elsewhere_gives_the_session_back() {
    let harness = Harness::signed_in().await;
    let other = open(&harness.data, &harness.clock);
    let request = harness.login("aokafor", sample::PASSWORD);
    assert_eq!(other.sign_in(request).await, Err(Error::Store(StoreFault::InUse)));
    assert_eq!(harness.count("POST /api/logout"), 1);
    harness.refresh(DataSet::Products).await.expect("the first window's session stands");
}

#[tokio::test]
async fn switching_to_another_profile_frees_the_one_before() {
    let harness = Harness::signed_in().await;
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let other = open(&harness.data, &harness.clock);
    let first = other.sign_in(harness.login("aokafor", sample::PASSWORD)).await;
    assert_eq!(first.unwrap().profile, harness.profile("aokafor"));
}

#[tokio::test]
async fn data_of_a_newer_version_is_refused_and_not_touched() {
    let harness = Harness::signed_in().await;
    harness.backend.close().await;
    let folder = std::fs::read_dir(harness.data.path().join("profiles")).unwrap().next().unwrap();
    let file = folder.unwrap().path().join("profile.sqlite");
    let newer = rusqlite::Connection::open(&file).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    let before = std::fs::read(&file).unwrap();
    let backend = open(&harness.data, &harness.clock);
    let opened = backend.open_profile(OpenProfile { profile: harness.profile("aokafor") }).await;
    assert_eq!(code(opened), "newer_data");
    assert_eq!(std::fs::read(&file).unwrap(), before);
}

#[tokio::test]
async fn a_closed_backend_answers_that_nobody_is_signed_in() {
    let harness = Harness::signed_in().await;
    harness.backend.close().await;
    assert_eq!(harness.refresh(DataSet::Movements).await, Err(Error::NeedsSession));
    assert_eq!(harness.session().await.profile, None);
}

#[test]
fn a_data_folder_that_cannot_be_made_is_a_storage_failure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let options = Options { clock: Clock::system(), ..Options::new(file.join("data")) };
    let failure = Failure::from(Backend::open(options).err().unwrap());
    assert_eq!(failure.reason, Reason::Storage);
}

#[tokio::test]
async fn the_password_and_the_session_are_nowhere_in_the_data_folder() {
    let harness = Harness::new().await;
    harness.sign_in().await.unwrap();
    harness.refresh(DataSet::Movements).await.unwrap();
    let requests = harness.service.faults().requests();
    let cookie = requests.last().unwrap().headers["cookie"].clone();
    let session = cookie.split_once('=').unwrap().1.to_owned();
    assert!(session.len() > 8);
    let mut folders = vec![harness.data.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let content = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            assert!(!content.contains(&session), "{}", path.display());
            assert!(!content.contains("\"practice\""), "{}", path.display());
        }
    }
}

#[tokio::test]
async fn what_the_service_answered_to_a_change_stays_though_a_reading_of_before_came_meanwhile() {
    let harness = Harness::strict().await;
    let editor = Editor::of_pending(&harness).await;
    let lines = editor.items().await;
    editor.edit(lines[..6].iter().map(|line| typed(&line.id, "77")).collect()).await;
    let read = format!("GET {MOVEMENT}{}", sample::MOVEMENT_PENDING);
    let before = harness.count(&read);
    // The reading that comes before a change, and one of the page, begun while that one is answered.
    harness.fault(Kind::Delay(Duration::from_millis(300)), "GET", MOVEMENT);
    harness.fault(Kind::Delay(Duration::from_millis(1_500)), "GET", MOVEMENT);
    let page = async {
        harness.received(&read, before + 1).await;
        harness.refresh(DataSet::Movement(pending())).await.unwrap();
    };
    let time_goes_on = async {
        harness.received(&read, before + 2).await;
        harness.until(|| harness.outbox(), |outbox| outbox.sending == 6).await;
        // The change waits for the reading to end, which tells of a later time.
        tokio::time::sleep(Duration::from_millis(200)).await;
        harness.later(1);
    };
    tokio::join!(editor.send(), page, time_goes_on);
    harness.settled().await;
    let shown = |lines: Vec<LineItem>| -> Vec<_> {
        lines[..6].iter().map(|line| line.quantity_requested).collect()
    };
    assert_eq!(shown(editor.items().await), [Some(77); 6]);
    harness.refresh(DataSet::Movement(pending())).await.unwrap();
    assert_eq!(shown(editor.items().await), [Some(77); 6]);
    assert_eq!(editor.state().await.news, 0, "all of it was sent from here");
}
