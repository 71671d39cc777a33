//! The console as a script uses it: lines in, lines out, through the real program.
#![allow(missing_docs, reason = "a test program has no readers of its interface")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on fails")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

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

/// A console that is talked to line by line.
struct Talk {
    console: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: u32,
}

impl Talk {
    /// With the practice warehouse, and its first user signed in.
    fn begin() -> Self {
        let mut console = Command::new(env!("CARGO_BIN_EXE_stockhand-console"))
            .arg("--practice")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = console.stdin.take().unwrap();
        let output = BufReader::new(console.stdout.take().unwrap());
        let mut talk = Self { console, input, output, asked: 0 };
        let user = sample::USERS[0].username;
        talk.ask("sign_in", json!({ "user_name": user, "password": sample::PASSWORD }));
        talk
    }

    /// Asks, and waits for the reply.
    fn ask(&mut self, command: &str, request: Value) -> Value {
        self.asked += 1;
        writeln!(self.input, "{}", line(self.asked, command, request)).unwrap();
        loop {
            let mut text = String::new();
            assert!(self.output.read_line(&mut text).unwrap() > 0, "it ended");
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == self.asked {
                assert!(answer["failure"].is_null(), "{command}: {answer}");
                return answer["reply"].clone();
            }
        }
    }

    /// Waits until nothing goes by itself any more; answers what waits for the user.
    fn settled(&mut self) -> u64 {
        loop {
            let outbox = self.ask("outbox", json!({}));
            if outbox["waiting"] == 0 {
                // The file is written in the order of asking: what comes of it is kept by then.
                self.ask("save_sending", json!({ "sending": {} }));
                return outbox["attention"].as_u64().unwrap();
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }

    fn end(mut self) {
        drop(self.input);
        assert!(self.console.wait().unwrap().success());
    }
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
    let mut talk = Talk::begin();
    let create = json!({ "key": key, "form": form });
    assert_eq!(talk.ask("create_movement", create.clone())["key"], key);
    assert_eq!(talk.settled(), 0);
    let opened = talk.ask("open_movement", json!({ "movement": { "key": key } }));
    assert_eq!((&opened["key"], &opened["state"]), (&json!(key), &json!("in_service")));
    let lines = opened["movement"]["lines"].as_array().unwrap();
    assert_eq!(lines.len(), stocklist["items"].as_array().unwrap().len());
    let again = talk.ask("create_movement", create);
    assert_eq!(again["state"]["sent"]["id"], opened["movement"]["id"]);
    talk.ask("refresh", json!({ "what": "movements" }));
    let filter = json!({ "text": "theatre block a weekly" });
    let list = talk.ask("list_movements", json!({ "rows": { "count": 100 }, "filter": filter }));
    let rows = list["rows"].as_array().unwrap();
    let made = rows.iter().filter(|entry| entry["row"]["key"] == key).count();
    assert_eq!(made, 1, "asked for twice under one key, made once");
    talk.end();
}

#[test]
fn a_script_changes_a_movement_waits_for_it_and_takes_it_back() {
    let mut talk = Talk::begin();
    let movement = json!({ "id": sample::MOVEMENT_PENDING });
    let opened = talk.ask("open_movement", json!({ "movement": movement }));
    let (before, item) = (&opened["movement"]["name"], &opened["movement"]["lines"][0]["id"]);
    let renamed = json!({ "name": "Renamed by a script" });
    talk.ask("update_header", json!({ "movement": movement, "change": renamed }));
    let revise = json!({ "revise": { "quantity": 1, "reason_code": "STOCKOUT" } });
    let row = format!("l:{}", item.as_str().unwrap());
    let edits = json!([{ "decide": { "row": row, "decision": revise } }]);
    let key = &opened["key"];
    talk.ask("edit_lines", json!({ "movement": key, "step": "decide", "edits": edits }));
    talk.ask("send_changes", json!({ "movement": key, "only": [row] }));
    assert_eq!(talk.settled(), 0);
    let changed = talk.ask("open_movement", json!({ "movement": movement }));
    assert_eq!(changed["movement"]["name"], "Renamed by a script");
    assert_eq!(changed["movement"]["lines"][0]["quantity_revised"], 1);

    let all = json!({ "count": 10, "filter": { "ended": true } });
    let operations = talk.ask("list_operations", all);
    let operations = operations["rows"].as_array().unwrap();
    assert_eq!(operations.len(), 2);
    for operation in operations {
        assert!(operation["state"]["sent"].is_object(), "{operation}");
        talk.ask("undo_operation", json!({ "operation": operation["key"] }));
    }
    assert_eq!(talk.settled(), 0);
    let back = talk.ask("open_movement", json!({ "movement": movement }));
    assert_eq!(&back["movement"]["name"], before);
    assert_eq!(back["movement"]["lines"][0]["status"], "PENDING");
    // The file may be a moment behind what is shown.
    let four_were_sent = (0..500).any(|_| {
        let journal = talk.ask("list_journal", json!({ "rows": { "count": 100 } }));
        let events = journal["rows"].as_array().unwrap().iter().map(|row| &row["event"]);
        let all = events.filter(|event| **event == "sent").count() == 4;
        if !all {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        all
    });
    assert!(four_were_sent);
    assert_eq!(talk.ask("check_journal", json!({})), json!({ "entries": 12, "fault": null }));
    talk.end();
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
