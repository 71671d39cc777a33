//! Printing: pages are seen before they are printed, as a list, as labels and as codes, in a language of their own.

use std::process::Command;
use std::time::Duration;

use cups::Server;
use fantoccini::Client;
use serde_json::json;

use crate::history::invoke;
use crate::keys::{CONTROL, DELETE, DOWN, ENTER, ESCAPE, SPACE, TAB, chord, press};
use crate::walks::{find_movement, task};
use crate::window::{Begin, journey};
use crate::{act, find, lines, tour};

/// Waits until another page is drawn than at the last call.
pub async fn another_page(client: &Client) {
    let is_another = "const page = document.querySelector(\"[data-testid='print-page']\");
        const is_another = page !== null && page.src !== window.__page;
        if (is_another) window.__page = page.src;
        return is_another;";
    find::until_true(client, is_another).await;
}

#[test]
fn what_is_shown_is_seen_as_it_will_be_printed() {
    journey("printed", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open(&window, "Quarterly").await;
        chord(client, &[CONTROL, 'p']).await;
        find::text(client, "[data-testid='print-sheet'] h2", "Print: Lines").await;
        find::text(client, "[data-testid='print-no-printer']", "no printers").await;
        find::by_css(client, "[data-testid='print-save']:focus").await;
        find::by_css(client, "[data-testid='print-page'][src^='data:image/png;base64,iVBOR']")
            .await;
        another_page(client).await;
        find::text(client, "[data-testid='print-pages']", "Page 1 of ").await;
        // What is chosen is seen.
        act::click(client, "print-barcodes").await;
        another_page(client).await;
        act::click(client, "print-large").await;
        another_page(client).await;
        act::click(client, "print-page-after").await;
        another_page(client).await;
        find::text(client, "[data-testid='print-pages']", "Page 2 of ").await;
        // Labels of the same lines, of a size that is none, and of one.
        act::click(client, "print-labels").await;
        find::text(client, "[data-testid='print-pages']", "Page 1 of ").await;
        another_page(client).await;
        act::fill(client, "print-copies", "0").await;
        find::by_css(client, "[data-testid='print-save'][aria-disabled='true']").await;
        find::text(client, "[data-testid='print-waits']", "Check the numbers").await;
        act::fill(client, "print-copies", "3").await;
        another_page(client).await;
        // The codes that are commands.
        act::click(client, "print-commands").await;
        another_page(client).await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='print-sheet']").await;
        lines::at(client).await;
        // The other key asks for the other forms.
        chord(client, &[CONTROL, 'e']).await;
        find::by_css(client, "[data-testid='export-xlsx']:focus").await;
        assert!(!find::is_there(client, "[data-testid='print-sheet']").await);
        press(client, &[ESCAPE]).await;
        // A table that nobody began is not drawn.
        let draw = json!({ "sheet": 77, "page": 0, "width": 400, "paper": {
            "title": "", "form": { "codes": { "intro": "", "sections": [] } }, "size": "a4",
            "language": "en", "right_to_left": false, "words": {},
        } });
        assert!(invoke(client, "draw_page", draw).await["failure"].is_object());
        window
    });
}

/// Waits until the printer has all of a job.
pub async fn document(server: &Server, job: u32) -> Vec<u8> {
    for _ in 0..400 {
        match server.document(job) {
            Some(document) => return document,
            None => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
    panic!("job {job} is not printed: {}", server.log())
}

#[test]
fn a_walk_prints_its_labels_from_its_menu_also_one_task_at_a_time() {
    journey("printed_walk", Begin::extended(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find_movement(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        // Where things lie is read behind.
        find::text(client, &task(0, "bin"), "A-01").await;
        act::click(client, "walk-more").await;
        act::click(client, "walk-labels").await;
        find::text(client, "[data-testid='print-count']", "labels").await;
        another_page(client).await;
        // So large that codes are scanned from the screen.
        act::click(client, "print-enlarge").await;
        another_page(client).await;
        let is_whole = "const page = document.querySelector(\"[data-testid='print-page']\");
            const label = page.clientWidth / 3;
            return label > 560 && label < page.parentElement.clientWidth;";
        find::until_true(client, is_whole).await;
        tour::show("print-enlarged").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='print-sheet']").await;
        // The key prints what was printed last, which was no label.
        chord(client, &[CONTROL, 'p']).await;
        find::by_id(client, "print-boxes").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='print-sheet']").await;
        act::click(client, "view-focus").await;
        find::by_id(client, "focus-quantity").await;
        act::click(client, "walk-more").await;
        act::click(client, "walk-labels").await;
        find::text(client, "[data-testid='print-count']", "labels").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='print-sheet']").await;
        window
    });
}

/// The words on printed pages.
fn words(document: &[u8]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&file, document).unwrap();
    let out = Command::new("pdftotext").arg("-layout").arg(file.path()).arg("-").output().unwrap();
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn paper_has_its_own_language_and_what_was_printed_is_offered_again() {
    let server = Server::with(&["office"]);
    let begin = Begin { print_service: Some(server.socket()), ..Begin::default() };
    journey("printed_again", begin, |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open(&window, "Quarterly").await;
        chord(client, &[CONTROL, 'p']).await;
        another_page(client).await;
        find::content(client, "[data-testid='print-language']", "English").await;
        act::click(client, "print-boxes").await;
        another_page(client).await;
        act::click(client, "print-language").await;
        find::click(client, "[role='listbox'] [role='option']:nth-child(2)").await;
        another_page(client).await;
        // The window speaks as before.
        find::text(client, "[data-testid='print-sheet'] h2", "Print: Lines").await;
        find::by_css(client, "[data-testid='print-print']:not([aria-disabled='true'])").await;
        act::click(client, "print-print").await;
        find::content(client, "[data-testid='toasts']", "Printed on office").await;
        let told = words(&document(&server, 1).await);
        for french in ["Lignes", "Produit", "Données du", "Page 1 sur"] {
            assert!(told.contains(french), "{french}: {told}");
        }
        for english in ["Product", "Data as of", "Page 1 of"] {
            assert!(!told.contains(english), "{english}: {told}");
        }
        // After a restart, too, it is offered as it was printed.
        let window = window.reopen().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        lines::at(client).await;
        chord(client, &[CONTROL, 'p']).await;
        find::content(client, "[data-testid='print-language']", "Français").await;
        find::by_css(client, "[data-testid='print-boxes']:checked").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='print-sheet']").await;
        // Other lists have boxes of their own, and the same language.
        act::section(client, "products").await;
        find::click(client, &find::cell_css("products-grid", 1, "name")).await;
        chord(client, &[CONTROL, 'p']).await;
        find::content(client, "[data-testid='print-language']", "Français").await;
        find::by_css(client, "[data-testid='print-boxes']:not(:checked)").await;
        press(client, &[ESCAPE]).await;
        window
    });
}

/// The entry of a list that the keys are on.
const ACTIVE: &str = "[role='option'].is-active";

/// Opens the list of columns, by keys from where it is said what is printed.
async fn open_columns(client: &Client) {
    find::focus(client, "[data-testid='print-list']").await;
    for chip in ["language", "size", "list-columns"] {
        press(client, &[TAB]).await;
        find::by_css(client, &format!("[data-testid='print-{chip}']:focus")).await;
    }
    press(client, &[DOWN]).await;
    find::by_css(client, "[data-testid='list-find']:focus").await;
}

/// Leaves the products out, by keys in the list of columns: they stand behind numbers and codes.
async fn leave_out_products(client: &Client) {
    press(client, &[DOWN, DOWN]).await;
    find::content(client, ACTIVE, "Product").await;
    press(client, &[SPACE]).await;
    find::by_css(client, &format!("{ACTIVE}[aria-selected='false']")).await;
}

/// Leaves the list of columns for its chip.
async fn close_columns(client: &Client) {
    press(client, &[ESCAPE]).await;
    find::gone(client, "[role='option']").await;
    find::by_css(client, "[data-testid='print-list-columns']:focus").await;
}

/// Prints, and answers the words on the pages.
async fn print(client: &Client, server: &Server, job: u32) -> String {
    find::by_css(client, "[data-testid='print-print']:not([aria-disabled='true'])").await;
    act::click(client, "print-print").await;
    find::gone(client, "[data-testid='print-sheet']").await;
    words(&document(server, job).await)
}

#[test]
fn columns_are_left_out_by_keyboard_and_that_is_offered_again() {
    const SELECTED: &str = "[role='option'][aria-selected='true']";
    let server = Server::with(&["office"]);
    let begin = Begin { print_service: Some(server.socket()), ..Begin::default() };
    journey("printed_columns", begin, |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open(&window, "Quarterly").await;
        chord(client, &[CONTROL, 'p']).await;
        another_page(client).await;
        open_columns(client).await;
        leave_out_products(client).await;
        another_page(client).await;
        press(client, &[SPACE]).await;
        find::by_css(client, &format!("{ACTIVE}[aria-selected='true']")).await;
        another_page(client).await;
        close_columns(client).await;
        let told = print(client, &server, 1).await;
        assert!(told.contains("Code") && told.contains("Product"), "{told}");
        chord(client, &[CONTROL, 'p']).await;
        open_columns(client).await;
        leave_out_products(client).await;
        close_columns(client).await;
        let told = print(client, &server, 2).await;
        assert!(told.contains("Code") && !told.contains("Product"), "{told}");
        // After a restart, too, they are left out.
        let window = window.reopen().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        lines::at(client).await;
        chord(client, &[CONTROL, 'p']).await;
        another_page(client).await;
        open_columns(client).await;
        find::content(client, "[role='option'][aria-selected='false']", "Product").await;
        // Without any column there is no list, and it is said why.
        let count = format!("return document.querySelectorAll(\"{SELECTED}\").length");
        let selected = client.execute(&count, Vec::new()).await.unwrap().as_u64().unwrap();
        for left in (0..selected).rev() {
            find::click(client, SELECTED).await;
            find::until_true(client, &format!("{count} === {left};")).await;
        }
        find::text(client, "[data-testid='print-waits']", "Select at least one").await;
        find::by_css(client, "[data-testid='print-save'][aria-disabled='true']").await;
        // One key goes back to those on screen.
        close_columns(client).await;
        press(client, &[DELETE]).await;
        another_page(client).await;
        find::by_css(client, "[data-testid='print-save']:not([aria-disabled='true'])").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='print-sheet']").await;
        window
    });
}

#[test]
fn pages_are_printed_and_a_printer_that_is_off_says_so() {
    let server = Server::with(&["office", "labels"]);
    server.set("lpadmin", &["-p", "office", "-D", "Office, 2nd floor"]);
    let begin = Begin { print_service: Some(server.socket()), ..Begin::default() };
    journey("printed_on_paper", begin, |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        act::section(client, "products").await;
        find::click(client, &find::cell_css("products-grid", 1, "name")).await;
        chord(client, &[CONTROL, 'p']).await;
        find::content(client, "[data-testid='print-printer']", "Office, 2nd floor").await;
        // What is printed most is printed by two keys.
        find::by_css(client, "[data-testid='print-print']:focus:not([aria-disabled='true'])").await;
        press(client, &[ENTER]).await;
        find::gone(client, "[data-testid='print-sheet']").await;
        find::content(client, "[data-testid='toasts']", "Printed on Office, 2nd floor").await;
        assert!(document(&server, 1).await.starts_with(b"%PDF-1.7"));
        // One that is off keeps the pages, and they can be taken back.
        server.set("cupsdisable", &["-r", "out of paper", "labels"]);
        chord(client, &[CONTROL, 'p']).await;
        find::by_id(client, "print-page").await;
        act::click(client, "print-labels").await;
        act::click(client, "print-printer").await;
        find::click(client, "[role='listbox'] [role='option']:nth-child(2)").await;
        find::text(client, "[data-testid='print-stand']", "out of paper").await;
        find::by_css(client, "[data-testid='print-print']:not([aria-disabled='true'])").await;
        act::click(client, "print-print").await;
        find::text(client, "[data-testid='print-said']", "out of paper").await;
        act::click(client, "print-stop").await;
        find::text(client, "[data-testid='print-said']", "did not print").await;
        // It goes on, and so does the work.
        server.set("cupsenable", &["labels"]);
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='print-sheet']").await;
        chord(client, &[CONTROL, 'p']).await;
        find::content(client, "[data-testid='print-printer']", "labels").await;
        find::by_css(client, "[data-testid='print-print']:not([aria-disabled='true'])").await;
        act::click(client, "print-print").await;
        find::content(client, "[data-testid='toasts']", "Printed on labels").await;
        assert!(document(&server, 3).await.starts_with(b"%PDF-1.7"));
        assert!(server.document(2).is_none(), "it was given up");
        // The service of the system ends.
        drop(server);
        chord(client, &[CONTROL, 'p']).await;
        find::text(client, "[data-testid='print-no-printer']", "no printers").await;
        press(client, &[ESCAPE]).await;
        window
    });
}
