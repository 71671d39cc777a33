//! The same over a real PostgreSQL server, which an administrator prepared with the script, and which ends in
//! the middle, is put back to an earlier day, and holds what nobody of ours wrote.

use std::sync::Arc;

use backend::{KeychainSource, Options};
use keyring_core::mock;
use postgresql::{DATABASE, ENCRYPTED, PASSWORD, PLAIN, Server, USER};

use super::*;

/// The script for administrators.
async fn script(harness: &Harness) -> String {
    harness.backend.channel_script(ReadChannelScript {}).await.unwrap().text
}

fn at(server: &Server, host: &str) -> ChannelDatabase {
    let (host, name, user) = (host.to_owned(), DATABASE.to_owned(), USER.to_owned());
    ChannelDatabase { host, port: server.port(), name, user }
}

impl Station<'_> {
    /// Uses the database, or looks into it once more.
    async fn connect(&self, to: &ChannelDatabase, password: Option<&str>) -> ChannelState {
        let place = Some(ChannelPlace::Database(to.clone()));
        let password = password.map(str::to_owned);
        self.backend.choose_channel(ChooseChannel { place, password }).await.unwrap()
    }

    /// The same, again and again, until it stands without trouble.
    async fn connected(&self, to: &ChannelDatabase) -> ChannelState {
        for _ in 0..200 {
            let state = self.connect(to, Some(PASSWORD)).await;
            if (&state.trouble, state.waiting) == (&None, 0) {
                return state;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("it never stood without trouble");
    }

    async fn trust(&self, pem: &str) {
        let server = self.harness.base.clone();
        let request = TrustCertificate { server, file_name: "root.pem".into(), pem: pem.into() };
        self.backend.trust_certificate(request).await.unwrap();
    }
}

#[tokio::test]
async fn proposals_reach_others_encrypted_and_what_stands_in_the_way_is_told_in_kind() {
    let harness = Harness::new().await;
    let mut server = Server::start();
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_cancel())).await;
    let to = at(&server, ENCRYPTED);
    let state = office.connect(&to, None).await;
    assert_eq!((state.trouble, state.waiting), (Some(ChannelTrouble::NoPassword), 1));
    let trouble = office.connect(&to, Some(PASSWORD)).await.trouble;
    assert!(matches!(trouble, Some(ChannelTrouble::NotTrusted { .. })), "{trouble:?}");
    office.trust(server.authority()).await;
    let trouble = office.connect(&to, Some(PASSWORD)).await.trouble;
    assert!(matches!(trouble, Some(ChannelTrouble::Refused { .. })), "{trouble:?}");
    // A user without the script, then the script, which may run again.
    server.sql(&format!("CREATE ROLE {USER} LOGIN PASSWORD '{PASSWORD}'"));
    let trouble = office.connect(&to, Some(PASSWORD)).await.trouble;
    assert_eq!(trouble, Some(ChannelTrouble::NotPrepared));
    for _ in 0..2 {
        server.sql(&script(&harness).await);
    }
    let trouble = office.connect(&to, Some(PASSWORD)).await.trouble;
    assert!(matches!(trouble, Some(ChannelTrouble::Refused { .. })), "{trouble:?}");
    server.sql(&format!("GRANT stockhand_station TO {USER}"));
    let trouble = office.connect(&to, Some("another")).await.trouble;
    assert!(matches!(trouble, Some(ChannelTrouble::Refused { .. })), "{trouble:?}");
    let state = office.connect(&to, Some(PASSWORD)).await;
    assert_eq!((state.trouble, state.waiting), (None, 0));
    let encrypted = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                     WHERE application_name = 'Stockhand'";
    assert_eq!(server.sql(encrypted), "t");

    manager.trust(server.authority()).await;
    let state = manager.connect(&to, Some(PASSWORD)).await;
    assert_eq!((state.stations, state.trouble), (1, None));
    let rows = manager.inbox(OnlyReview::Proposals).await;
    assert_eq!(rows.len(), 1);
    manager.act(&[&rows[0]], ReviewAct::Reject { note: "Stock comes".into() }).await;
    // Nobody looks here: the background does, once the server said that there is something.
    let mut stand = ReviewStand::Proposed;
    for _ in 0..500 {
        stand = office.inbox(OnlyReview::Proposals).await.remove(0).stand;
        if matches!(stand, ReviewStand::Answered(_)) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(matches!(stand, ReviewStand::Answered(_)), "{stand:?}");

    // The server goes, and work goes on; it comes back, and all of it is told.
    server.stop();
    office.decide(&lines[2], Some(to_cancel())).await;
    let state = office.connect(&to, Some(PASSWORD)).await;
    assert!(state.trouble.is_some() && state.waiting == 1, "{state:?}");
    server.run();
    office.connected(&to).await;
    manager.connected(&to).await;
    assert_eq!(manager.proposals().await.len(), 1);

    let nobody = ChannelDatabase { port: 1, ..to.clone() };
    let trouble = office.connect(&nobody, Some(PASSWORD)).await.trouble;
    assert!(matches!(trouble, Some(ChannelTrouble::Failed { .. })), "{trouble:?}");
    for no_place in [
        ChannelDatabase { host: " ".into(), ..to.clone() },
        ChannelDatabase { host: "/var/run/postgresql".into(), ..to.clone() },
        ChannelDatabase { name: String::new(), ..to.clone() },
        ChannelDatabase { user: "a\0b".into(), ..to.clone() },
        ChannelDatabase { user: "stock@db.example:5432/x?".into(), ..to.clone() },
        ChannelDatabase { name: "\u{202e}ware".into(), ..to.clone() },
    ] {
        let place = Some(ChannelPlace::Database(no_place));
        let refused = office.backend.choose_channel(ChooseChannel { place, password: None });
        assert!(refused.await.is_err());
    }
}

#[tokio::test]
async fn a_station_can_add_and_read_and_nothing_else_and_strange_records_are_passed_over() {
    let harness = Harness::new().await;
    let server = Server::prepared(&script(&harness).await);
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    office.decide(&lines[1], Some(to_cancel())).await;
    let to = at(&server, PLAIN);
    office.connected(&to).await;
    let service = server.sql("SELECT service FROM stockhand.record LIMIT 1");
    for forbidden in [
        "SELECT * FROM stockhand.record",
        "DELETE FROM stockhand.record",
        "UPDATE stockhand.record SET body = ''",
        "INSERT INTO stockhand.migration (version) VALUES (9)",
        "CREATE TABLE stockhand.mine (id integer)",
        "DROP FUNCTION stockhand.version()",
    ] {
        let refused = server.sql(&format!(
            "DO $$ BEGIN SET ROLE {USER}; {forbidden}; EXCEPTION WHEN insufficient_privilege THEN \
             RESET ROLE; RAISE NOTICE 'refused'; RETURN; END $$; SELECT current_user;"
        ));
        assert_eq!(refused, "owner", "{forbidden}");
    }
    // What somebody else may put there.
    let tell = |id: u8, body: &str| {
        let id = format!("00000000-0000-0000-0000-0000000000{id:02}");
        format!("SELECT stockhand.tell('{service}', ARRAY['{id}']::uuid[], ARRAY[{body}])")
    };
    server.sql(&tell(1, "'no record'"));
    server.sql(&tell(2, "repeat('x', 65536)"));
    server.sql(&tell(3, "(SELECT body FROM stockhand.record ORDER BY place LIMIT 1)"));
    for refused in [tell(4, "repeat('x', 65537)"), tell(5, "NULL")] {
        server.sql(&format!(
            "DO $$ BEGIN PERFORM {}; RAISE EXCEPTION 'taken'; EXCEPTION WHEN check_violation \
             OR not_null_violation THEN NULL; END $$",
            refused.trim_start_matches("SELECT ")
        ));
    }
    let state = manager.connected(&to).await;
    assert_eq!((state.stations, state.trouble), (1, None));
    assert_eq!(manager.proposals().await.len(), 1);
}

#[tokio::test]
async fn a_database_that_was_put_back_to_an_earlier_day_is_told_all_of_it_again() {
    let harness = Harness::new().await;
    let mut server = Server::prepared(&script(&harness).await);
    let [office, manager] = Station::two(&harness).await;
    let lines = items(&office.lines().await);
    let to = at(&server, PLAIN);
    for item in &lines[1..4] {
        office.decide(item, Some(to_cancel())).await;
        office.connected(&to).await;
    }
    let told = "SELECT count(*) FROM stockhand.record";
    let before = server.sql(told);
    server.sql(
        "DELETE FROM stockhand.record; \
         ALTER TABLE stockhand.record ALTER COLUMN place RESTART; \
         SELECT stockhand.tell(repeat('0', 32), ARRAY[gen_random_uuid()], ARRAY['of another']);",
    );
    // As it is with every server that was put back, its connections end.
    server.stop();
    server.run();
    office.connected(&to).await;
    assert_eq!(server.sql(&format!("{told} WHERE body <> 'of another'")), before);
    manager.connected(&to).await;
    assert_eq!(manager.proposals().await.len(), 3);
}

#[tokio::test]
async fn the_password_is_in_the_keychain_alone_and_goes_with_the_channel() {
    let harness = Harness::new().await;
    let server = Server::prepared(&script(&harness).await);
    let (store, data) = (mock::Store::new().unwrap(), tempfile::tempdir().unwrap());
    let open = || {
        let store = Arc::clone(&store);
        let keychain = KeychainSource::of(move || Ok(store.clone()));
        let clock = harness.clock.clone();
        Backend::open(Options { clock, keychain, ..Options::new(data.path().to_owned()) }).unwrap()
    };
    let choose = async |backend: &Backend, place, password: Option<&str>| {
        let password = password.map(str::to_owned);
        backend.choose_channel(ChooseChannel { place, password }).await.unwrap()
    };
    let place = Some(ChannelPlace::Database(at(&server, PLAIN)));
    let backend = open();
    backend.sign_in(harness.login(USERS[0], sample::PASSWORD)).await.unwrap();
    assert_eq!(choose(&backend, place.clone(), Some(PASSWORD)).await.trouble, None);
    backend.close().await;
    let profile = harness.profile(USERS[0]);
    let backend = open();
    backend.open_profile(OpenProfile { profile: profile.clone() }).await.unwrap();
    let state = choose(&backend, place.clone(), None).await;
    assert_eq!((state.trouble, state.read.is_some()), (None, true));
    for file in walk(data.path()) {
        let bytes = fs::read(&file).unwrap();
        let is_there = bytes.windows(PASSWORD.len()).any(|part| part == PASSWORD.as_bytes());
        assert!(!is_there, "{}", file.display());
    }
    // A wrong one that is typed while the right one holds is told, and does not take its place.
    let trouble = choose(&backend, place.clone(), Some("another")).await.trouble;
    assert!(matches!(trouble, Some(ChannelTrouble::Refused { .. })), "{trouble:?}");
    backend.close().await;
    let backend = open();
    backend.open_profile(OpenProfile { profile: profile.clone() }).await.unwrap();
    assert_eq!(choose(&backend, place.clone(), None).await.trouble, None);
    // Nothing stays behind of a channel that is left: no connection, no password.
    choose(&backend, None, None).await;
    let connected = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'Stockhand'";
    for turn in 0.. {
        if server.sql(connected) == "0" {
            break;
        }
        assert!(turn < 100, "a connection stayed");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let trouble = choose(&backend, place.clone(), None).await.trouble;
    assert_eq!(trouble, Some(ChannelTrouble::NoPassword));
    backend.close().await;
    let backend = open();
    backend.open_profile(OpenProfile { profile }).await.unwrap();
    let trouble = choose(&backend, place, None).await.trouble;
    assert_eq!(trouble, Some(ChannelTrouble::NoPassword));
    backend.close().await;
}

/// All files in a folder.
fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[tokio::test]
async fn r_h2_three_stations_agree_after_a_server_ended_again_and_again_and_stations_were_killed() {
    let harness = Harness::new().await;
    let mut server = Server::prepared(&script(&harness).await);
    let to = at(&server, PLAIN);
    let mut stations = Vec::new();
    for user in USERS {
        stations.push(Station::begin(&harness, user).await);
    }
    for station in &stations {
        station.connected(&to).await;
    }
    let (mut restarts, mut is_gone) = (0, false);
    let happens = |draw: &mut Draw| {
        // It is gone for a while, and something happens meanwhile.
        if is_gone {
            server.run();
            is_gone = false;
        } else if draw.below(60) == 0 {
            server.stop();
            (restarts, is_gone) = (restarts + 1, true);
        }
    };
    let share = async |station: &Station<'_>| station.connect(&to, Some(PASSWORD)).await;
    disturb(&mut stations, share, happens).await;
    assert!(restarts >= 10, "{restarts}");
    if is_gone {
        server.run();
    }
    all_agree(&stations, async |station| station.connected(&to).await).await;
}
