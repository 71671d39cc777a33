//! Printing: pages are seen before they are printed, as a list, as labels and as codes.

use fantoccini::Client;
use serde_json::json;

use crate::history::invoke;
use crate::keys::{CONTROL, ESCAPE, chord, press};
use crate::window::{Begin, journey};
use crate::{act, find, lines};

/// Waits until another page is drawn than at the last call.
async fn another_page(client: &Client) {
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
        find::by_css(client, "[data-testid='print-page'][src^='data:image/png;base64,iVBOR']").await;
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
