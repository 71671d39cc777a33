//! Which printers there are, and how they stand.

use printers::{Printer, Stand};

use cups::Server;

async fn printer(server: &Server, name: &str) -> Printer {
    let found = server.printers().list().await.unwrap();
    found.into_iter().find(|printer| printer.name == name).unwrap()
}

#[tokio::test]
async fn printers_are_listed_with_their_names_and_the_default() {
    let server = Server::with(&["office", "labels"]);
    server.set("lpadmin", &["-p", "labels", "-D", "Étiquettes du dépôt", "-L", "Hall 3, مستودع"]);
    let found = server.printers().list().await.unwrap();
    let rows: Vec<_> = found
        .iter()
        .map(|it| (&*it.name, &*it.description, &*it.location, it.is_default, it.stand))
        .collect();
    let expected = [
        ("labels", "Étiquettes du dépôt", "Hall 3, مستودع", false, Stand::Ready),
        ("office", "office", "", true, Stand::Ready),
    ];
    assert_eq!(rows, expected);
}

#[tokio::test]
async fn a_server_without_printers_has_an_empty_list() {
    let server = Server::start();
    assert_eq!(server.printers().list().await, Ok(Vec::new()));
}

#[tokio::test]
async fn a_printer_says_why_it_does_not_print() {
    let server = Server::with(&["office"]);
    server.set("cupsdisable", &["-r", "out of paper", "office"]);
    let office = printer(&server, "office").await;
    assert_eq!((office.stand, office.message.as_str()), (Stand::Paused, "out of paper"));
    assert_eq!(office.reasons, ["paused"]);
    assert!(office.stand.takes_jobs());

    server.set("cupsreject", &["-r", "moved to hall 4", "office"]);
    let office = printer(&server, "office").await;
    assert_eq!((office.stand, office.message.as_str()), (Stand::Rejecting, "moved to hall 4"));
    assert!(!office.stand.takes_jobs());
    // CUPS keeps one message for both.
    server.set("cupsenable", &["office"]);
    let office = printer(&server, "office").await;
    assert_eq!((office.stand, office.message.as_str()), (Stand::Rejecting, ""));

    server.set("cupsaccept", &["office"]);
    let office = printer(&server, "office").await;
    assert_eq!((office.stand, office.message.as_str()), (Stand::Ready, ""));
}

#[tokio::test]
async fn strange_names_are_listed_and_nothing_else_comes_of_them() {
    let names = ["--help", "-x", "9", "Büro(1)", "printer", "a;b`c`", "office-1"];
    let server = Server::with(&names);
    // Words that look like lines of another printer's are words.
    server.set("lpadmin", &["-p", "9", "-D", "is idle.", "-L", "Alerts: paused"]);
    let mut found = server.printers().list().await.unwrap();
    found.sort_by(|one, other| one.name.cmp(&other.name));
    let mut expected = names.to_vec();
    expected.sort_unstable();
    assert_eq!(found.iter().map(|printer| printer.name.as_str()).collect::<Vec<_>>(), expected);
    assert!(found.iter().all(|printer| printer.stand == Stand::Ready), "{found:?}");
    assert_eq!(found.iter().filter(|printer| printer.is_default).count(), 1);
}
