//! What a printer is sent.

use printers::{Job, JobState, Media, PrinterError, Sides};

use cups::{Server, job, pdf};

#[tokio::test]
async fn a_document_arrives_whole_with_what_was_asked_for() {
    let server = Server::with(&["office", "labels"]);
    let wanted = Job {
        copies: 3,
        media: Media::A4Landscape,
        sides: Sides::TwoLongEdge,
        title: "قائمة الانتقاء 7".to_owned(),
        ..job("office")
    };
    let id = server.printers().print(pdf(), &wanted).await.unwrap();
    assert_eq!((id.printer(), id.number()), ("office", 1));
    assert_eq!(server.until(&id, |state| *state == JobState::Done).await, JobState::Done);
    assert!(server.sent(&id) == pdf(), "the document is another one");
    let arguments = server.arguments(&id);
    assert_eq!(arguments[2..4], ["قائمة الانتقاء 7", "3"]);
    let has = |option: &str| arguments[4].split(' ').any(|it| it == option);
    for option in [
        "media=A4",
        "orientation-requested=4",
        "sides=two-sided-long-edge",
        "print-scaling=none",
        "number-up=1",
    ] {
        assert!(has(option), "{option}: {}", arguments[4]);
    }
}

#[tokio::test]
async fn each_paper_has_its_name() {
    let server = Server::with(&["office"]);
    let papers = [
        (Media::A4, "media=A4", false),
        (Media::Letter, "media=Letter", false),
        (Media::LetterLandscape, "media=Letter", true),
        (Media::Millimetres { width: 62.0, height: 29.5 }, "media=Custom.62x29.5mm", false),
    ];
    for (media, option, is_landscape) in papers {
        let wanted = Job { media, ..job("office") };
        let id = server.printers().print(pdf(), &wanted).await.unwrap();
        server.until(&id, |state| *state == JobState::Done).await;
        let options = server.arguments(&id)[4].clone();
        assert!(options.split(' ').any(|it| it == option), "{options}");
        assert!(options.contains("sides=one-sided"), "{options}");
        assert_eq!(options.contains("orientation-requested"), is_landscape, "{options}");
    }
}

#[tokio::test]
async fn a_hostile_title_is_a_title() {
    let server = Server::with(&["office"]);
    let long = "-o media=A5 ".repeat(400);
    let titles = [
        ("--help", "--help"),
        ("-d labels", "-d labels"),
        ("a\n-n 50\0\r\tb", "a -n 50 b"),
        ("$(touch x); `id` 'x' \"y\" \\", "$(touch x); `id` 'x' \"y\" \\"),
        ("", "untitled"),
        (long.as_str(), long[..200].trim_end()),
    ];
    for (title, expected) in titles {
        let wanted = Job { title: title.to_owned(), ..job("office") };
        let id = server.printers().print(pdf(), &wanted).await.unwrap();
        server.until(&id, |state| *state == JobState::Done).await;
        let arguments = server.arguments(&id);
        assert_eq!(arguments[2..4], [expected, "1"]);
        assert!(arguments[4].contains("media=A4"), "{}", arguments[4]);
    }
}

#[tokio::test]
async fn a_printer_with_a_hostile_name_is_printed_on_and_others_are_not_there() {
    let server = Server::with(&["office", "--help", "-x", "Büro(1)", "a;b`c`"]);
    for name in ["--help", "-x", "Büro(1)", "a;b`c`"] {
        let id = server.printers().print(pdf(), &job(name)).await.unwrap();
        assert_eq!(id.printer(), name);
        assert_eq!(id.to_string().parse(), Ok(id.clone()));
        server.until(&id, |state| *state == JobState::Done).await;
        assert!(server.sent(&id) == pdf(), "the document is another one");
    }
    let long = "a".repeat(4096);
    for name in
        ["", "-h", "nothing", "office\n", "office\0", "of fice", "office/x", "/", "طابعة", &long]
    {
        let told = server.printers().print(pdf(), &job(name)).await;
        assert!(matches!(told, Err(PrinterError::NoSuchPrinter { .. })), "{name:?}: {told:?}");
    }
}

#[tokio::test]
async fn what_cannot_be_asked_for_is_not_sent() {
    let server = Server::with(&["office"]);
    for copies in [0, 100, 255] {
        let told = server.printers().print(pdf(), &Job { copies, ..job("office") }).await;
        assert_eq!(told, Err(PrinterError::Copies { copies }));
    }
    let media = Media::Millimetres { width: f32::NAN, height: 29.0 };
    let told = server.printers().print(pdf(), &Job { media, ..job("office") }).await;
    assert!(matches!(told, Err(PrinterError::Size { .. })), "{told:?}");
    for bytes in [Vec::new(), b"#!/bin/sh\n".to_vec()] {
        assert_eq!(server.printers().print(bytes, &job("office")).await, Err(PrinterError::NotPdf));
    }
    let id = server.printers().print(pdf(), &Job { copies: 99, ..job("office") }).await.unwrap();
    assert_eq!(id.number(), 1);
    server.until(&id, |state| *state == JobState::Done).await;
    assert_eq!(server.arguments(&id)[3], "99");
}

#[tokio::test]
async fn a_printer_that_refuses_says_why() {
    let server = Server::with(&["office", "labels"]);
    server.set("cupsreject", &["-r", "moved to hall 4", "office"]);
    let told = server.printers().print(pdf(), &job("office")).await;
    let (printer, reason) = ("office".to_owned(), "moved to hall 4".to_owned());
    assert_eq!(told, Err(PrinterError::Rejecting { printer, reason }));
}
