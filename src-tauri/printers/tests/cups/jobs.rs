//! What becomes of a job, and of one that is canceled.

use printers::{Job, JobId, JobState, PrinterError, Stand};

use cups::{Server, job, pdf};

fn is_printing(state: &JobState) -> bool {
    matches!(state, JobState::Printing { .. })
}

#[tokio::test]
async fn a_printer_that_is_off_keeps_its_job_and_prints_it_once_it_is_on() {
    let server = Server::with(&["office"]);
    server.set("cupsdisable", &["-r", "out of paper", "office"]);
    let id = server.printers().print(pdf(), &job("office")).await.unwrap();
    let reason = "out of paper".to_owned();
    assert_eq!(server.printers().state(&id).await, Ok(JobState::Off { reason }));
    assert!(!server.is_begun(&id));
    server.set("cupsenable", &["office"]);
    server.until(&id, |state| *state == JobState::Done).await;
    assert!(server.sent(&id) == pdf(), "the document is another one");
}

#[tokio::test]
async fn a_job_waits_prints_and_is_done() {
    let server = Server::with(&["office"]);
    server.wait();
    let first = server.printers().print(pdf(), &job("office")).await.unwrap();
    let second = server.printers().print(pdf(), &job("office")).await.unwrap();
    server.until(&first, is_printing).await;
    assert_eq!(server.printers().state(&second).await, Ok(JobState::Waiting));
    server.go();
    for id in [first, second] {
        server.until(&id, |state| *state == JobState::Done).await;
    }
}

#[tokio::test]
async fn a_job_that_is_held_is_held() {
    let server = Server::with(&[]);
    server.add("office", &["-o", "job-hold-until-default=indefinite"]);
    let id = server.printers().print(pdf(), &job("office")).await.unwrap();
    assert_eq!(server.printers().state(&id).await, Ok(JobState::Held));
}

#[tokio::test]
async fn a_job_that_fails_is_aborted_or_stops_its_printer() {
    let server = Server::with(&["office"]);
    server.add("labels", &["-o", "printer-error-policy=abort-job"]);
    let fail = |printer| Job { title: "fail".to_owned(), ..job(printer) };
    let aborted = server.printers().print(pdf(), &fail("labels")).await.unwrap();
    server.until(&aborted, |state| *state == JobState::Aborted).await;
    let stopped = server.printers().print(pdf(), &fail("office")).await.unwrap();
    let state = server.until(&stopped, |state| matches!(state, JobState::Off { .. })).await;
    let JobState::Off { reason } = state else { unreachable!() };
    assert!(!reason.is_empty());
    let found = server.printers().list().await.unwrap();
    let office = found.iter().find(|printer| printer.name == "office").unwrap();
    assert!(matches!(office.stand, Stand::Paused | Stand::Stopped), "{office:?}");
    assert!(!office.message.is_empty(), "{office:?}");
}

#[tokio::test]
async fn a_printer_that_is_not_reached_says_so() {
    let server = Server::with(&[]);
    // Nobody listens at this port.
    let device = "ipp://127.0.0.1:1/ipp/print";
    server.set("lpadmin", &["-p", "far", "-v", device, "-E"]);
    let id = server.printers().print(pdf(), &job("far")).await.unwrap();
    let has_said = |state: &JobState| matches!(state, JobState::Off { reason } if reason.contains("unavailable"));
    server.until(&id, has_said).await;
    let found = server.printers().list().await.unwrap();
    assert_eq!(found[0].stand, Stand::Unreachable, "{found:?}");
}

#[tokio::test]
async fn a_job_is_canceled_while_it_waits_and_while_it_prints() {
    let server = Server::with(&["office"]);
    server.wait();
    let printing = server.printers().print(pdf(), &job("office")).await.unwrap();
    let waiting = server.printers().print(pdf(), &job("office")).await.unwrap();
    server.until(&printing, is_printing).await;
    for id in [&waiting, &printing] {
        assert_eq!(server.printers().cancel(id).await, Ok(()));
        server.until(id, |state| *state == JobState::Canceled).await;
    }
    server.go();
    assert_eq!(server.printers().cancel(&waiting).await, Err(PrinterError::Ended));
    assert!(!server.is_begun(&waiting));
}

#[tokio::test]
async fn canceling_a_job_cancels_no_other() {
    // The second printer is called as a job of the first.
    let server = Server::with(&["office", "office-2", "2"]);
    server.wait();
    let other = server.printers().print(pdf(), &job("office-2")).await.unwrap();
    let wanted = server.printers().print(pdf(), &job("office")).await.unwrap();
    let third = server.printers().print(pdf(), &job("2")).await.unwrap();
    assert_eq!(wanted.to_string(), "office-2");
    for id in [&other, &wanted, &third] {
        server.until(id, is_printing).await;
    }
    assert_eq!(server.printers().cancel(&wanted).await, Ok(()));
    server.until(&wanted, |state| *state == JobState::Canceled).await;
    server.go();
    for id in [&other, &third] {
        server.until(id, |state| *state == JobState::Done).await;
    }
}

#[tokio::test]
async fn a_job_that_nobody_knows_is_unknown() {
    let server = Server::with(&["office"]);
    let id: JobId = "office-99".parse().unwrap();
    assert_eq!(server.printers().state(&id).await, Ok(JobState::Unknown));
    assert_eq!(server.printers().cancel(&id).await, Err(PrinterError::NoSuchJob));
    let done = server.printers().print(pdf(), &job("office")).await.unwrap();
    server.until(&done, |state| *state == JobState::Done).await;
    assert_eq!(server.printers().cancel(&done).await, Err(PrinterError::Ended));
}

#[tokio::test]
async fn a_job_survives_its_server() {
    let mut server = Server::with(&["office"]);
    server.set("cupsdisable", &["office"]);
    let printers = server.printers();
    let id = printers.print(pdf(), &job("office")).await.unwrap();
    server.stop();
    assert_eq!(printers.list().await, Err(PrinterError::NoServer));
    assert_eq!(printers.state(&id).await, Err(PrinterError::NoServer));
    assert_eq!(printers.cancel(&id).await, Err(PrinterError::NoServer));
    assert_eq!(printers.print(pdf(), &job("office")).await, Err(PrinterError::NoServer));
    server.run();
    let waits = |state: &JobState| matches!(state, JobState::Off { .. });
    server.until(&id, waits).await;
    server.set("cupsenable", &["office"]);
    server.until(&id, |state| *state == JobState::Done).await;
    assert!(server.sent(&id) == pdf(), "the document is another one");
}
