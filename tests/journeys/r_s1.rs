//! R-S1: a whole day with every way in and out of a session; at each station the page is looked
//! through. What is watched in every journey, and that the watch sees what is planted.

use std::collections::BTreeSet;
use std::time::Instant;

use fantoccini::Client;
use proof::Counts;
use proof::figures::Figure;
use proof::session::page;
use proof::session::secrets::{Secret, find};
use serde_json::{Value, json};

use crate::act::{self, click, fill};
use crate::keys::{self, CONTROL, ENTER, F5};
use crate::window::{Begin, Window, journey};
use crate::{check, find, history, watch};

/// A wrong password is kept as carefully: it may be the right one of something else.
const WRONG: &str = "Falsch/\"7&!";

/// Times the right password is typed on this day.
const LOGINS: usize = 3;

#[test]
fn r_s1_the_page_never_learns_the_session_and_forgets_the_password() {
    journey("r_s1", Begin::default(), a_day);
}

async fn a_day(window: Window) -> Window {
    let began = Instant::now();
    let client = &window.client;
    let mut looks = 0;
    fill(client, "signin-user", act::user()).await;
    fill(client, "signin-password", WRONG).await;
    click(client, "signin-submit").await;
    find::text(client, "main", "not accept").await;
    look(&window, "refused", &mut looks).await;

    mark(client).await;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    forgotten(&window, "signed in", &mut looks).await;
    // The page in which the password was typed is gone, with whatever its engine kept of it.
    assert!(!is_marked(client).await, "the same page as before signing in");
    mark(client).await;

    click(client, "new-movement").await;
    act::header(client, "Ward round, loose items", "Central store", "Paediatrics").await;
    click(client, "create-movement").await;
    find::by_css(client, "[data-testid='pane'] .code[data-testid='movement-code']").await;
    assert_eq!(check::operations(&window), ["createMovement"]);
    forgotten(&window, "made", &mut looks).await;

    window.warehouse.faults().expire_sessions();
    act::section(client, "products").await;
    // They were read for the editor already; the service is asked again at the press of a key.
    find::cell(client, "products-grid", 0, "code").await;
    keys::press(client, &[F5]).await;
    find::by_id(client, "signin-sheet").await;
    look(&window, "ended", &mut looks).await;
    unlock(&window).await;
    find::cell(client, "products-grid", 0, "code").await;
    forgotten(&window, "signed in again", &mut looks).await;

    keys::chord(client, &[CONTROL, 'l']).await;
    find::text(client, "[data-testid='signin-sheet']", "Locked").await;
    look(&window, "locked", &mut looks).await;
    unlock(&window).await;
    forgotten(&window, "unlocked", &mut looks).await;
    assert!(is_marked(client).await, "nobody's work is interrupted");

    click(client, "person").await;
    click(client, "sign-out").await;
    find::by_id(client, "signin-submit").await;
    assert!(!is_marked(client).await, "the same page as before signing out");
    forgotten(&window, "signed out", &mut looks).await;

    let messages = used(&window).await;
    let counts = Counts::of([("hits", 0), ("looks", looks), ("messages", messages)]);
    let took = began.elapsed();
    let figure = Figure { row: "R-S1", long: false, start: 0, counts, took, ok: true };
    if let Err(problem) = figure.keep() {
        eprintln!("R-S1: the figure is not kept: {problem}");
    }
    window
}

/// Marks this page; one that is loaded after it has no mark.
async fn mark(client: &Client) {
    client.execute("window.marked = true;", Vec::new()).await.unwrap();
}

async fn is_marked(client: &Client) -> bool {
    client.execute("return window.marked === true;", Vec::new()).await.unwrap() == true
}

async fn unlock(window: &Window) {
    fill(&window.client, "signin-password", watch::PASSWORD).await;
    keys::press(&window.client, &[ENTER]).await;
    find::gone(&window.client, "[data-testid='signin-sheet']").await;
}

fn secrets(window: &Window) -> Vec<Secret> {
    let wrong = Secret::new("a wrong password", WRONG);
    window.secrets().into_iter().chain([wrong]).collect()
}

/// Looks through all the page knows.
async fn look(window: &Window, station: &str, looks: &mut u64) {
    let found = page::found(&secrets(window), &watch::collect(&window.client).await);
    assert!(found.is_empty(), "{station}: {}", found.join("; "));
    *looks += 1;
}

/// The same, and no field holds the password any more: not its own either.
async fn forgotten(window: &Window, station: &str, looks: &mut u64) {
    let held = "return [...document.querySelectorAll('input')].map((field) => field.value);";
    let held = window.client.execute(held, Vec::new()).await.unwrap().to_string();
    let found = find(&secrets(window), held.as_bytes());
    assert!(found.is_empty(), "{station}: {} in a field", found.join("; "));
    look(window, station, looks).await;
}

/// A search that could find nothing proves nothing: each password was seen where it may stand, and
/// the sessions that were looked for are those that were used. Answers the number of messages.
async fn used(window: &Window) -> u64 {
    let collected = watch::collect(&window.client).await;
    let messages = collected["messages"].as_array().unwrap();
    let asked = |message: &Value, password: &str| {
        let text = message["asked"].as_str().unwrap();
        message["address"].as_str().unwrap().ends_with("/sign_in")
            && !find(&[Secret::new("it", password)], text.as_bytes()).is_empty()
    };
    let times = |password: &str| messages.iter().filter(|one| asked(one, password)).count();
    assert_eq!((times(watch::PASSWORD), times(WRONG)), (LOGINS, 1));
    assert!(!collected["events"].as_array().unwrap().is_empty(), "no event was seen");

    let given: BTreeSet<_> = window.warehouse.sessions().into_iter().collect();
    let requests = window.warehouse.faults().requests();
    let cookies = requests.iter().filter(|request| request.user.is_some());
    let cookies: Vec<_> = cookies.filter_map(|one| one.headers.get("cookie")).collect();
    let used = given.iter().filter(|session| cookies.iter().any(|one| one.contains(*session)));
    assert_eq!(used.count(), LOGINS, "each login has a session of its own, and it is used");
    messages.len() as u64
}

#[test]
fn r_s1_what_is_planted_in_the_page_is_found() {
    journey("r_s1_planted", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        let session = window.warehouse.sessions().remove(0);
        let plant = "const [password, session] = arguments;
            sessionStorage.setItem('planted', session);
            document.body.dataset.planted = password;";
        client.execute(plant, vec![json!(watch::PASSWORD), json!(session)]).await.unwrap();
        // Neither an address nor a draft has to do with passwords.
        // The scheme is refused before anything is called.
        let address = format!("ftp://{}", watch::PASSWORD);
        history::invoke(client, "check_server", json!({ "server": address })).await;
        let collected = watch::collect(client).await;
        let found = page::found(&window.secrets(), &collected).join("; ");
        for place in
            ["session as itself in the page's session", "the page's content", "check_server"]
        {
            assert!(found.contains(place), "{place} is not in: {found}");
        }
        // The journey's own look is to find nothing again.
        let pull = "sessionStorage.clear(); delete document.body.dataset.planted;
            window.__messages.length = 0;";
        client.execute(pull, Vec::new()).await.unwrap();
        window
    });
}
