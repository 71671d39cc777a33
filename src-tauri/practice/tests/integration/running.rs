//! Starting, stopping and keeping data in a file.

use practice::{Database, Options, Service, StartFailure};

use crate::desk::{Desk, client, options};

#[tokio::test]
async fn the_base_address_is_on_the_loopback_and_has_the_application_path() {
    let running = Service::start(options()).await.unwrap();
    assert!(running.base().starts_with("http://127.0.0.1:"));
    assert!(running.base().ends_with("/stockroom"));
    running.stop().await;
}

#[tokio::test]
async fn a_stopped_and_a_dropped_service_answer_no_more() {
    for stop in [true, false] {
        let running = Service::start(options()).await.unwrap();
        let url = format!("{}/api/status", running.base());
        let client = client();
        assert_eq!(client.get(&url).send().await.unwrap().status(), 200);
        if stop {
            running.stop().await;
        } else {
            drop(running);
            // However long it takes: the port closes.
            while tokio::net::TcpStream::connect(&url["http://".len()..].split('/').next().unwrap())
                .await
                .is_ok()
            {
                tokio::task::yield_now().await;
            }
        }
        assert!(crate::desk::client().get(&url).send().await.is_err());
    }
}

#[tokio::test]
async fn a_file_keeps_the_data_but_not_the_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::File(folder.path().join("practice.sqlite"));
    let desk = Desk::with(Options { database: database.clone(), ..options() }).await;
    let movement = desk.movement().await;
    let (cookie, effects) = (desk.cookie.clone(), desk.running.effects());
    desk.running.stop().await;
    let mut desk = Desk::closed(Options { database, ..options() }).await;
    desk.cookie = cookie;
    desk.get("/api/stockMovements").await.refused(401);
    desk.sign_in("aokafor").await;
    let kept = desk.get(&format!("/api/stockMovements/{movement}")).await.data();
    assert_eq!(kept["name"], "Top-up");
    assert_eq!(desk.running.effects(), effects);
}

#[tokio::test]
async fn a_taken_port_and_a_foreign_file_are_reasons_not_to_start() {
    let taken = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = taken.local_addr().unwrap().port();
    let failure = Service::start(Options { port, ..options() }).await.err().unwrap();
    assert!(matches!(failure, StartFailure::Port { port: named, .. } if named == port));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    std::fs::write(&path, "Dear warehouse, this is no database at all.".repeat(100)).unwrap();
    let options = Options { database: Database::File(path), ..options() };
    let failure = Service::start(options).await.err().unwrap();
    assert!(matches!(failure, StartFailure::Database(_)), "{failure}");
}

#[tokio::test]
async fn requests_at_the_same_time_are_all_applied() {
    let desk = std::sync::Arc::new(Desk::open().await);
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..24 {
        let desk = desk.clone();
        tasks.spawn(async move { desk.movement_with_gloves().await.0 });
    }
    let movements: std::collections::HashSet<String> = tasks.join_all().await.into_iter().collect();
    assert_eq!(movements.len(), 24);
    let numbers: Vec<i64> = desk.running.effects().iter().map(|effect| effect.seq).collect();
    assert_eq!(numbers, (1..=48).collect::<Vec<_>>());
}
