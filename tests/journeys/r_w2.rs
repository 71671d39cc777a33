//! R-W2: a script that got into the page tries every way out, and the window stays where it is.

use std::time::{Duration, Instant};

use fantoccini::Client;
use proof::Counts;
use proof::figures::Figure;
use proof::trap::Trap;
use serde_json::json;

use crate::ways_out::{AWAY, CODE, REQUESTS, TOOLS};
use crate::window::{Begin, Window, journey};
use crate::{act, find};

/// As long as a connection on this computer takes, many times over.
const A_WHILE: Duration = Duration::from_millis(400);

#[test]
fn r_w2_no_script_leads_the_window_or_a_request_outside() {
    journey("r_w2", Begin::default(), try_every_way);
}

async fn try_every_way(window: Window) -> Window {
    let began = Instant::now();
    let client = &window.client;
    act::sign_in(client).await;
    let trap = Trap::open("127.0.0.1").await.unwrap();
    for way in AWAY {
        go(client, &trap, way).await;
        tokio::time::sleep(A_WHILE).await;
        assert_eq!(trap.connections(), 0, "{} came through", way.0);
        is_here(client, way.0).await;
    }
    // They do not wait for each other: what came through is the one named, or one before it.
    for way in REQUESTS.into_iter().chain(CODE) {
        go(client, &trap, way).await;
        assert_eq!(trap.connections(), 0, "{} or one before it came through", way.0);
    }
    tokio::time::sleep(A_WHILE * 3).await;
    assert_eq!(trap.connections(), 0, "a request came through");
    // The last is counted whatever happens: what counts nothing would prove nothing.
    let ran = client.execute("return window.ran.push(1)", Vec::new()).await.unwrap();
    assert_eq!(ran, json!(1), "code that is not the program's ran");
    is_here(client, "all of them").await;
    assert_eq!(client.windows().await.unwrap().len(), 1, "another window was opened");
    // A trap that never counts would prove nothing.
    let come = tokio::net::TcpStream::connect(trap.address()).await.unwrap();
    while trap.connections() == 0 {
        assert!(began.elapsed() < find::PATIENCE * 4, "the trap does not count");
        tokio::task::yield_now().await;
    }
    drop(come);
    tokio::time::sleep(A_WHILE).await;
    assert_eq!(trap.connections(), 1, "somebody else came late");
    let ways = AWAY.len() + REQUESTS.len() + CODE.len();
    let counts = Counts::of([("connections", 0), ("ways", ways as u64)]);
    let took = began.elapsed();
    let figure = Figure { row: "R-W2", long: false, start: 0, counts, took, ok: true };
    if let Err(problem) = figure.keep() {
        eprintln!("R-W2: the figure is not kept: {problem}");
    }
    window
}

/// Tries a way.
async fn go(client: &Client, trap: &Trap, (name, script): (&str, &str)) {
    let address = format!("http://{}/{}", trap.address(), name.replace(' ', "-"));
    // What throws here has found its way barred.
    let script = format!("{TOOLS} try {{ {script} }} catch (barred) {{}}");
    let run = client.execute(&script, vec![json!(address)]).await;
    assert!(run.is_ok(), "{name}: {run:?}");
}

/// The window shows the program, and the program answers.
async fn is_here(client: &Client, after: &str) {
    let address = client.current_url().await.unwrap();
    assert_eq!(address.scheme(), "tauri", "{after} led the window to {address}");
    find::by_id(client, "movements-grid").await;
    let session = crate::history::invoke(client, "session", json!({})).await;
    assert_eq!(session["signed_in"], true, "after {after} the program does not answer");
}
