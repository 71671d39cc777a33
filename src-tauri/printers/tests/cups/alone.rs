//! Without programs, without a server, and with one that does not answer.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use printers::{JobState, PrinterError, Printers};

use cups::{Server, job, pdf};

/// Runs a test of this file again in a process that has other variables.
fn again(test: &str, variables: &[(&str, &str)]) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env("PRINTERS_AGAIN", "yes");
    let done = command.envs(variables.iter().copied()).output().unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && told.contains("1 passed"), "{told}");
}

fn is_again() -> bool {
    std::env::var_os("PRINTERS_AGAIN").is_some()
}

#[tokio::test]
async fn without_the_programs_there_is_no_printing() {
    if !is_again() {
        return again("alone::without_the_programs_there_is_no_printing", &[("PATH", "/nowhere")]);
    }
    let printers = Printers::new();
    assert_eq!(printers.list().await, Err(PrinterError::Absent));
    assert_eq!(printers.print(pdf(), &job("office")).await, Err(PrinterError::Absent));
    assert_eq!(printers.state(&"office-1".parse().unwrap()).await, Err(PrinterError::Absent));
    assert_eq!(printers.cancel(&"office-1".parse().unwrap()).await, Err(PrinterError::Absent));
}

#[tokio::test]
async fn the_users_own_default_and_server_are_used() {
    if !is_again() {
        let server = Server::with(&["office", "labels"]);
        let variables = [("CUPS_SERVER", server.socket()), ("LPDEST", "labels".to_owned())];
        let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
        return again("alone::the_users_own_default_and_server_are_used", &variables);
    }
    let found = Printers::new().list().await.unwrap();
    let rows: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.is_default)).collect();
    assert_eq!(rows, [("labels", true), ("office", false)]);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_none() {
    for server in ["127.0.0.1:1", "/nowhere/socket", "nobody.invalid:631"] {
        let printers = Printers::at(server);
        assert_eq!(printers.list().await, Err(PrinterError::NoServer), "{server}");
        let told = printers.print(pdf(), &job("office")).await;
        assert_eq!(told, Err(PrinterError::NoServer), "{server}");
    }
}

#[tokio::test]
async fn a_server_that_hangs_is_not_waited_for() {
    let server = Server::with(&["office"]);
    let printers = server.printers();
    server.freeze(true);
    let hasty = printers.clone().within(Duration::from_millis(300));
    assert_eq!(hasty.list().await, Err(PrinterError::Late));
    let id = "office-1".parse().unwrap();
    assert_eq!(hasty.state(&id).await, Err(PrinterError::Late));
    assert_eq!(hasty.print(pdf(), &job("office")).await, Err(PrinterError::Unclear));
    server.freeze(false);
    assert_eq!(printers.list().await.unwrap().len(), 1);
}

/// Answers that begin well and are no answers.
#[tokio::test]
async fn a_server_that_speaks_nonsense_is_an_error() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let server = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let _ = stream.read(&mut [0; 64]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n\x01\x01");
        }
    });
    let printers = Printers::at(server).within(Duration::from_secs(2));
    let is_told = |error: &PrinterError| {
        matches!(error, PrinterError::Refused { .. } | PrinterError::Late | PrinterError::NoServer)
    };
    let error = printers.list().await.unwrap_err();
    assert!(is_told(&error), "{error:?}");
    let error = printers.state(&"office-1".parse().unwrap()).await.unwrap_err();
    assert!(is_told(&error), "{error:?}");
}

/// Much of a document passes the way to a server; no more than this does.
const PASSES: usize = 1_000_000;

/// A way to a server that breaks once much has passed it: for what passes, or for good.
fn breaking_way(socket: String, is_for_good: bool) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let passed = Arc::new(AtomicUsize::new(0));
    std::thread::spawn(move || {
        while !is_for_good || passed.load(Ordering::SeqCst) < PASSES {
            let Ok((near, _)) = listener.accept() else {
                std::thread::sleep(Duration::from_millis(5));
                continue;
            };
            near.set_nonblocking(false).unwrap();
            let far = UnixStream::connect(&socket).unwrap();
            let (mut back, mut from) = (near.try_clone().unwrap(), far.try_clone().unwrap());
            std::thread::spawn(move || std::io::copy(&mut from, &mut back));
            let passed = Arc::clone(&passed);
            std::thread::spawn(move || pass(near, far, &passed));
        }
    });
    address
}

fn pass(mut near: TcpStream, mut far: UnixStream, passed: &AtomicUsize) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = near.read(&mut bytes) {
        let before = passed.fetch_add(count, Ordering::SeqCst);
        if before < PASSES && before + count >= PASSES {
            break;
        }
        if far.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = near.shutdown(std::net::Shutdown::Both);
    let _ = far.shutdown(std::net::Shutdown::Both);
}

#[tokio::test]
async fn a_document_that_is_lost_on_its_way_is_not_taken_for_sent() {
    let server = Server::with(&["office"]);
    for is_for_good in [false, true] {
        let printers = Printers::at(breaking_way(server.socket(), is_for_good));
        let told = printers.print(pdf(), &job("office")).await;
        // Whether `lp` sees that the way broke, or takes its job for sent, is a matter of moments.
        let is_told = match &told {
            Err(PrinterError::Lost) => !is_for_good,
            told => *told == Err(PrinterError::Unclear),
        };
        assert!(is_told, "{told:?}: {}", server.log());
        if !is_for_good {
            let id = printers.print(pdf(), &job("office")).await.unwrap();
            server.until(&id, |state| *state == JobState::Done).await;
            // How it ended is told over a port as over a socket.
            assert_eq!(printers.state(&id).await, Ok(JobState::Done));
        }
    }
    // What is sent afterwards is printed, and half of a document never is.
    let id = server.printers().print(pdf(), &job("office")).await.unwrap();
    server.until(&id, |state| *state == JobState::Done).await;
    assert_eq!(id.number(), 4);
    let lost = ["office-1", "office-3"].map(|id| id.parse().unwrap());
    assert_eq!(server.printers().state(&lost[0]).await, Ok(JobState::Canceled));
    assert_eq!(server.printers().state(&lost[1]).await, Ok(JobState::Waiting));
    assert!(lost.iter().all(|id| !server.is_begun(id)), "{}", server.log());
}
