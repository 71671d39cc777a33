//! R-W2: the program's own commands carry nothing outside for a script that got into the page.

use std::net::TcpListener;

use practice::sample;
use serde_json::{Value, json};

use crate::commands::Shell;

/// A place outside, which sees who comes.
struct Trap {
    listener: TcpListener,
    address: String,
}

impl Trap {
    fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("http://{}/carried-away", listener.local_addr().unwrap());
        Self { listener, address }
    }

    fn was_called(&self) -> bool {
        self.listener.accept().is_ok()
    }
}

fn sign_in(server: &str) -> Value {
    let (user_name, password) = (sample::USERS[0].username, sample::PASSWORD);
    json!({ "server": server, "user_name": user_name, "password": password })
}

#[test]
fn r_w2_once_data_is_shown_no_command_calls_an_unknown_address_without_a_dialog() {
    let (shell, trap) = (Shell::open(), Trap::open());
    let practice = shell.call("open_practice", json!({})).unwrap()["profile"].clone();
    let server = practice["server"].as_str().unwrap();
    for command in ["check_server", "sign_in"] {
        let answer = shell.call(command, sign_in(&trap.address)).unwrap_err();
        assert_eq!(answer["reason"]["code"], "not_confirmed", "{command}: {answer}");
    }
    shell.call("check_server", json!({ "server": server })).unwrap();
    shell.call("sign_in", sign_in(server)).unwrap();
    let place = json!({ "host": "127.0.0.2", "port": 1, "name": "stock", "user": "stock" });
    let request = json!({ "place": place, "password": "secret" });
    let answer = shell.call("choose_channel", request).unwrap_err();
    assert_eq!(answer["reason"]["code"], "not_confirmed", "choose_channel: {answer}");
    // Leaving first changes nothing: the page may still know what it was shown.
    shell.call("sign_out", json!({})).unwrap();
    let answer = shell.call("check_server", json!({ "server": trap.address })).unwrap_err();
    assert_eq!(answer["reason"]["code"], "not_confirmed");
    assert!(!trap.was_called());
}

#[test]
fn r_w2_the_pages_word_alone_sends_no_password_unprotected() {
    let shell = Shell::open();
    let mut request = sign_in("http://stock.example/warehouse");
    let answer = shell.call("sign_in", request.clone()).unwrap_err();
    assert_eq!(answer["reason"]["code"], "plain_http");
    // Nothing was shown yet, and the page says that somebody ticked it.
    request["allow_plain_http"] = true.into();
    let answer = shell.call("sign_in", request).unwrap_err();
    assert_eq!(answer["reason"]["code"], "not_confirmed", "{answer}");
}

#[test]
fn r_w2_addresses_are_checked_for_a_page_so_often_and_no_more() {
    let shell = Shell::open();
    let practice = shell.call("start_options", json!({})).unwrap();
    assert_eq!(practice["server"], Value::Null);
    let trap = Trap::open();
    // Nothing was shown yet, so an address is called: one where nobody listens any more.
    let closed = trap.address.clone();
    drop(trap);
    let codes: Vec<_> = (0..21)
        .map(|_| shell.call("check_server", json!({ "server": closed })).unwrap_err())
        .map(|answer| answer["reason"]["code"].as_str().unwrap().to_owned())
        .collect();
    assert!(codes[..20].iter().all(|code| code == "unreachable"), "{codes:?}");
    assert_eq!(codes[20], "invalid_request");
}

#[test]
fn r_w2_no_page_says_whom_to_trust() {
    let shell = Shell::open();
    let pem = include_str!("../../src-tauri/backend/tests/integration/authority.pem");
    let request = json!({ "server": "https://stock.example", "file_name": "root.pem", "pem": pem });
    assert!(shell.call("trust_certificate", request).is_err());
    let trusted = shell.call("certificate", json!({ "server": "https://stock.example" })).unwrap();
    assert_eq!(trusted, Value::Null);
    assert!(!shell.data.path().join("trusted").exists());
}

#[test]
fn r_w2_the_practice_warehouse_lets_in_the_window_and_no_other_program() {
    let shell = Shell::open();
    let practice = shell.call("open_practice", json!({})).unwrap()["profile"].clone();
    let server = practice["server"].as_str().unwrap();
    // Whoever knows the words of the manual types them in the window.
    shell.call("sign_in", sign_in(server)).unwrap();
    let wrong = json!({ "server": server, "user_name": "aokafor", "password": "practise" });
    let answer = shell.call("sign_in", wrong).unwrap_err();
    assert_eq!(answer["reason"]["code"], "not_accepted");
    // Another program that found the port has the words of the manual, and they do not help it.
    let data = tempfile::tempdir().unwrap();
    let other = tauri::async_runtime::block_on(async {
        let other = backend::Backend::open(backend::Options::new(data.path().into())).unwrap();
        let request = serde_json::from_value(sign_in(server)).unwrap();
        other.sign_in(request).await
    });
    assert_eq!(other.unwrap_err(), backend::Error::NotAccepted);
}
