//! R-W2: a script that got into the page tries every way out, and the window stays where it is.

use std::time::{Duration, Instant};

use fantoccini::Client;
use proof::Counts;
use proof::figures::Figure;
use proof::trap::Trap;
use serde_json::json;

use crate::window::{Begin, Window, journey};
use crate::{act, find};

/// Each is run with `address`, a place outside.
const WAYS_OUT: [(&str, &str); 18] = [
    ("an address", "location.href = address;"),
    ("an address in place of this one", "location.replace(address);"),
    ("a link", "link({}).click();"),
    (
        "a link with Ctrl",
        "link({}).dispatchEvent(
            new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true }));",
    ),
    ("a link to another window", "link({ target: '_blank' }).click();"),
    ("a download", "link({ download: 'x' }).click();"),
    (
        "a refresh",
        "put('meta', { 'http-equiv': 'refresh', content: `0;url=${address}` }, document.head);",
    ),
    ("a window in this one", "window.open(address, '_self');"),
    ("a window", "window.open(address);"),
    ("a connection ahead", "put('link', { rel: 'preconnect', href: address }, document.head);"),
    ("a fetch", "fetch(address).catch(() => {});"),
    ("a beacon", "navigator.sendBeacon(address, 'x');"),
    ("an image", "put('img', { src: address });"),
    ("a form", "put('form', { action: address, method: 'post' }).submit();"),
    ("a frame", "put('iframe', { src: address });"),
    ("a worker", "new Worker(address);"),
    ("a web socket", "new WebSocket(address.replace('http', 'ws'));"),
    ("a script", "put('script', { src: address });"),
];

const TOOLS: &str = "const [address] = arguments;
    const put = (kind, attributes, where = document.body) => {
        const made = document.createElement(kind);
        Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
        where.append(made);
        return made;
    };
    const link = (attributes) => put('a', { href: address, ...attributes });
";

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
    for (name, script) in WAYS_OUT {
        let address = format!("http://{}/{}", trap.address(), name.replace(' ', "-"));
        // What throws here has found its way barred.
        let script = format!("{TOOLS} try {{ {script} }} catch (barred) {{}}");
        let run = client.execute(&script, vec![json!(address)]).await;
        assert!(run.is_ok(), "{name}: {run:?}");
        tokio::time::sleep(A_WHILE).await;
        assert_eq!(trap.connections(), 0, "{name} came through");
        is_here(client, name).await;
    }
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
    let counts = Counts::of([("connections", 0), ("ways", WAYS_OUT.len() as u64)]);
    let took = began.elapsed();
    let figure = Figure { row: "R-W2", long: false, start: 0, counts, took, ok: true };
    if let Err(problem) = figure.keep() {
        eprintln!("R-W2: the figure is not kept: {problem}");
    }
    window
}

/// The window shows the program, and the program answers.
async fn is_here(client: &Client, after: &str) {
    let address = client.current_url().await.unwrap();
    assert_eq!(address.scheme(), "tauri", "{after} led the window to {address}");
    find::by_id(client, "movements-grid").await;
    let session = crate::history::invoke(client, "session", json!({})).await;
    assert_eq!(session["signed_in"], true, "after {after} the program does not answer");
}
