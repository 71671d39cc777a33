//! The program: its first lines, its options and its end.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

fn practice() -> Command {
    Command::new(env!("CARGO_BIN_EXE_practice"))
}

#[test]
fn the_first_lines_are_the_addresses() {
    let mut child = practice()
        .args(["--port", "0", "--control", "0", "--strict", "--variant", "created-201"])
        .args(["--today", "2026-03-20"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (base, control) = (lines.next().unwrap().unwrap(), lines.next().unwrap().unwrap());
    assert!(base.starts_with("http://127.0.0.1:") && base.ends_with("/stockroom"), "{base}");
    assert!(control.starts_with("http://127.0.0.1:"), "{control}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_program_well() {
    let mut child = practice().stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert!(child.wait().unwrap().success());
}

#[test]
fn wrong_options_are_answered_with_a_sentence_and_2() {
    for options in [
        &["--nonsense"][..],
        &["--port"],
        &["--port", "many"],
        &["--port", "70000"],
        &["--variant", "nonsense"],
        &["--today", "tomorrow"],
        &["--scale", "XL"],
    ] {
        let output = practice().args(options).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        let sentence = String::from_utf8(output.stderr).unwrap();
        assert!(sentence.trim_end().ends_with(['.', ']']), "{sentence}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn the_help_names_every_option_and_says_what_the_large_scale_holds() {
    let output = practice().arg("--help").output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for part in [
        "--port",
        "--control",
        "--strict",
        "--variant",
        "--data",
        "--scale S|L",
        "--today",
        "--password",
        "10,000 movements",
        "100,000 products",
        "2,000\nlocations",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn the_variants_are_listed() {
    let output = practice().args(["--variant", "help"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert_eq!(text.lines().count(), practice::Variant::ALL.len());
    assert!(text.contains("login-redirect"));
}
