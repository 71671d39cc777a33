//! The console as a script uses it: lines in, lines out, through the real program.
#![allow(missing_docs, reason = "a test program has no readers of its interface")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use practice::sample;
use serde_json::{Value, json};

/// Runs the console on these lines and answers what it printed.
fn run(arguments: &[&str], lines: &[String]) -> Vec<Value> {
    let mut console = Command::new(env!("CARGO_BIN_EXE_stockhand-console"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = console.stdin.take().unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
    }
    drop(input);
    let output = console.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn line(id: u32, command: &str, request: Value) -> String {
    json!({ "id": id, "command": command, "request": request }).to_string()
}

fn answer(answers: &[Value], id: u32) -> &Value {
    answers.iter().find(|answer| answer["id"] == id).unwrap_or_else(|| panic!("no answer {id}"))
}

fn sign_in(id: u32) -> String {
    let user = sample::USERS[0].username;
    line(id, "sign_in", json!({ "user_name": user, "password": sample::PASSWORD }))
}

#[test]
fn a_script_signs_in_makes_a_movement_under_its_own_key_and_opens_it_by_that_key() {
    let key = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f";
    let list = sample::id("stocklist", "STL-0107");
    let first = run(
        &["--practice"],
        &[
            sign_in(1),
            line(2, "refresh", json!({ "what": { "stocklists": {} } })),
            line(3, "list_stocklists", json!({ "rows": { "count": 50 } })),
            line(4, "open_stocklist", json!({ "stocklist": list })),
        ],
    );
    assert_eq!(answer(&first, 1)["reply"]["profile"]["user_name"], sample::USERS[0].username);
    assert_eq!(answer(&first, 3)["reply"]["total"], 14);
    let stocklist = &answer(&first, 4)["reply"];
    let form = json!({
        "start": { "stocklist": list },
        "name": "Theatre block A, weekly",
        "origin": stocklist["origin"]["id"],
        "destination": stocklist["destination"]["id"],
        "date_requested": "2026-11-20",
        "requested_by": sample::id("user", sample::USERS[0].username),
    });
    let by_key = json!({ "movement": { "key": key } });
    let second = run(
        &["--practice"],
        &[
            sign_in(1),
            line(2, "create_movement", json!({ "key": key, "form": form })),
            line(3, "open_movement", by_key.clone()),
            line(4, "create_movement", json!({ "key": key, "form": form })),
            line(5, "refresh", json!({ "what": "movements" })),
            line(
                6,
                "list_movements",
                json!({
                "rows": { "count": 100 }, "filter": { "text": "theatre block a weekly" } }),
            ),
        ],
    );
    assert_eq!(answer(&second, 2)["reply"]["key"], key);
    assert_eq!(answer(&second, 2)["reply"]["state"]["state"], "sent");
    let opened = &answer(&second, 3)["reply"];
    assert_eq!(opened["key"], key);
    let lines = opened["movement"]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), stocklist["items"].as_array().unwrap().len());
    assert_eq!(answer(&second, 4)["reply"]["state"], answer(&second, 2)["reply"]["state"]);
    let rows = answer(&second, 6)["reply"]["rows"].as_array().unwrap();
    let made = rows.iter().filter(|entry| entry["row"]["key"] == key).count();
    assert_eq!(made, 1, "asked for twice under one key, made once");
}

#[test]
fn every_line_is_answered_in_its_order_also_the_malformed_ones() {
    let answers = run(
        &["--practice"],
        &[
            "{ not json".into(),
            line(2, "no_such_command", json!({})),
            line(3, "list_movements", json!({ "rows": "all" })),
            line(4, "list_movements", json!({ "rows": { "count": 1 } })),
            r#"{"id":5,"command":"session"}"#.into(),
        ],
    );
    let codes: Vec<_> = answers.iter().map(|answer| &answer["failure"]["code"]).collect();
    assert_eq!(
        codes,
        ["invalid_request", "invalid_request", "invalid_request", "needs_session", "null"]
            .map(|code| if code == "null" { Value::Null } else { code.into() })
            .iter()
            .collect::<Vec<_>>()
    );
    assert_eq!(answers[4]["reply"]["signed_in"], false);
}

#[test]
fn help_lists_every_command_with_an_example() {
    let answers = run(&["--practice"], &[line(1, "help", json!({}))]);
    let commands = answer(&answers, 1)["reply"].as_array().unwrap();
    assert_eq!(commands.len(), contract::BACKEND_COMMANDS.len());
    assert!(commands.iter().all(|command| command["request"].is_object()));
}

#[test]
fn a_wrong_password_is_a_failure_with_its_code_and_a_sentence() {
    let user = sample::USERS[0].username;
    let wrong = json!({ "user_name": user, "password": "wrong" });
    let answers = run(&["--practice"], &[line(1, "sign_in", wrong)]);
    let failure = &answer(&answers, 1)["failure"];
    assert_eq!(failure["code"], "not_accepted");
    assert!(failure["message"].as_str().unwrap().ends_with('.'));
}

#[test]
fn changes_are_told_between_the_answers() {
    let answers =
        run(&["--practice"], &[sign_in(1), line(2, "refresh", json!({ "what": "products" }))]);
    let told: Vec<_> = answers.iter().filter(|line| line.get("changed").is_some()).collect();
    assert!(told.iter().any(|line| line["changed"].to_string().contains("products")), "{told:?}");
}

#[test]
fn unknown_flags_are_refused() {
    let console = Command::new(env!("CARGO_BIN_EXE_stockhand-console")).arg("--fast").output();
    let output = console.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--fast"));
}
