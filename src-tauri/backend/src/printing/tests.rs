//! On a print service of the test's own.
#![cfg(target_os = "linux")]

use contract::{LabelSheetSize, PaperCodes, PaperLabels, PaperWords};
use cups::{Server, pdf};

use super::*;

fn paper(form: PaperForm) -> Paper {
    Paper {
        title: "Codes".into(),
        form,
        size: PaperSize::Letter,
        language: "en".into(),
        right_to_left: false,
        words: PaperWords::default(),
    }
}

fn codes() -> Paper {
    paper(PaperForm::Codes(PaperCodes::default()))
}

fn order(printer: &str) -> PrintOrder {
    PrintOrder { printer: printer.to_owned(), copies: 2, two_sided: true }
}

#[test]
fn labels_are_printed_on_what_they_are_on() {
    let labels = |stock| {
        let (skip, copies, code) = (0, 1, 0);
        PaperForm::Labels(PaperLabels {
            stock,
            skip,
            copies,
            outlines: false,
            code,
            item: None,
            lines: Vec::new(),
        })
    };
    assert_eq!(media(&codes()), Media::Letter);
    let LabelStock::Sheet(sheet) = LabelStock::default() else { unreachable!("it is one") };
    let sheet = LabelStock::Sheet(LabelSheetSize { page: PaperSize::A4, ..sheet });
    assert_eq!(media(&paper(labels(sheet))), Media::A4);
    let roll = media(&paper(labels(LabelStock::Roll(625, 290))));
    assert_eq!(roll, Media::Millimetres { width: 62.5, height: 29.0 });
}

#[tokio::test]
async fn pages_are_printed_and_what_became_of_them_is_told() {
    let server = Server::with(&["ward", "office"]);
    server.set("lpadmin", &["-d", "office"]);
    server.set("lpadmin", &["-p", "office", "-D", "Office, 2nd floor", "-L", "Room 12"]);
    let printers = SystemPrinters::at(server.socket());
    let listed = printers.list().await.unwrap();
    let names: Vec<_> = listed.printers.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["office", "ward"], "the default one first");
    let office = listed.printers.first().unwrap();
    assert_eq!((&*office.description, &*office.location), ("Office, 2nd floor", "Room 12"));
    let job = printers.print(pdf(), &codes(), order("office")).await.unwrap();
    let id = id(&job.job).unwrap();
    server.until(&id, |state| *state == JobState::Done).await;
    assert_eq!(printers.state(&job.job).await.unwrap().state, PrintState::Done);
    assert!(server.sent(&id) == pdf(), "the document is another one");
    assert_eq!(server.arguments(&id)[3], "2");
    // Too late, and no failure.
    printers.cancel(&job.job).await.unwrap();
}

#[tokio::test]
async fn a_printer_that_is_off_or_refuses_says_so() {
    let server = Server::with(&["office", "ward"]);
    let printers = SystemPrinters::at(server.socket());
    server.set("cupsdisable", &["-r", "out of paper", "office"]);
    server.set("cupsreject", &["-r", "moved away", "ward"]);
    let listed = printers.list().await.unwrap().printers;
    let stands: Vec<_> = listed.iter().map(|it| (it.stand, it.message.as_str())).collect();
    let expected = [(PrinterStand::Waits, "out of paper"), (PrinterStand::Refuses, "moved away")];
    assert_eq!(stands, expected);
    let job = printers.print(pdf(), &codes(), order("office")).await.unwrap();
    assert_eq!(job.state, PrintState::Off("out of paper".into()));
    printers.cancel(&job.job).await.unwrap();
    assert_eq!(printers.state(&job.job).await.unwrap().state, PrintState::GivenUp);
    let refused = printers.print(pdf(), &codes(), order("ward")).await.unwrap_err();
    assert_eq!(refused.reason, Reason::PrinterRefused { said: "moved away".into() });
}

#[tokio::test]
async fn where_nothing_prints_there_are_no_printers() {
    let mut server = Server::with(&["office"]);
    server.stop();
    let printers = SystemPrinters::at(server.socket());
    assert_eq!(printers.list().await.unwrap(), PrinterList::default());
    let failed = printers.print(pdf(), &codes(), order("office")).await.unwrap_err();
    assert_eq!(failed.reason, Reason::NoPrintService);
    assert!(printers.state("no job").await.is_err());
}
