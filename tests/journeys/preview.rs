//! The lines of a new movement before it exists: typed, pasted, filled and taken back as in the
//! editor; what is wrong is led to, line by line.

use fantoccini::Client;

use crate::act::{self, click, fill};
use crate::keys::{CONTROL, DOWN, ENTER, SHIFT, TAB, chord, press, type_text};
use crate::window::{Begin, journey};
use crate::{check, find};

#[test]
fn what_cannot_be_sent_is_led_to_line_by_line() {
    journey("bad_lines", Begin::default(), |window| async move {
        let client = &window.client;
        from_the_short_list(client).await;
        for row in [1, 3] {
            find::click(client, &find::cell_css("preview-grid", row, "quantity")).await;
            type_text(client, "4x").await;
            press(client, &[ENTER]).await;
        }
        find::text(client, "[data-testid='create-says']", "2 lines need attention.").await;
        for row in [1, 3, 1] {
            chord(client, &[CONTROL, ENTER]).await;
            let bad = find::cell_css("preview-grid", row, "quantity");
            find::by_css(client, &format!("{bad}:focus")).await;
        }
        assert!(check::effects(&window).is_empty());
        // Corrected where one is led to.
        type_text(client, "4").await;
        press(client, &[ENTER]).await;
        find::text(client, "[data-testid='create-says']", "Line 4:").await;
        window
    });
}

#[test]
fn the_cursor_begins_at_a_quantity_also_in_a_list_that_was_never_used() {
    journey("preview_first", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        chord(client, &[CONTROL, SHIFT, 'n']).await;
        // Nothing was ever made of it: there is no column of the last time.
        fill(client, "stocklist-search", "STL-0108").await;
        find::by_id(client, "stocklist-option").await;
        press(client, &[ENTER]).await;
        find::cell(client, "preview-grid", 0, "quantity").await;
        find::gone(client, "[data-testid='preview-grid'] [data-col='last_time']").await;
        let cursor = "[data-testid='preview-grid'] [data-col='quantity'][tabindex='0']";
        find::by_css(client, cursor).await;
        find::focus(client, cursor).await;
        type_text(client, "7").await;
        press(client, &[ENTER]).await;
        find::text(client, &find::cell_css("preview-grid", 0, "quantity"), "7").await;
        window
    });
}

#[test]
fn a_column_of_quantities_is_pasted_filled_and_taken_back() {
    journey("preview_block", Begin::default(), |window| async move {
        let client = &window.client;
        from_the_short_list(client).await;
        let before = quantities(client).await;
        copy_from(client, "movement-name", "41\n42\n43").await;
        find::click(client, &find::cell_css("preview-grid", 1, "quantity")).await;
        chord(client, &[CONTROL, 'v']).await;
        find::content(client, "[data-testid='toasts']", "3 quantities pasted.").await;
        let pasted = [before[0].as_str(), "41", "42", "43", &before[4]];
        until(client, &pasted).await;
        // Filled down from the first of two.
        chord(client, &[SHIFT, DOWN]).await;
        chord(client, &[CONTROL, 'd']).await;
        until(client, &[&before[0], "41", "41", "43", &before[4]]).await;
        for _ in 0..2 {
            chord(client, &[CONTROL, 'z']).await;
        }
        until(client, &before.iter().map(String::as_str).collect::<Vec<_>>()).await;
        chord(client, &[CONTROL, SHIFT, 'z']).await;
        until(client, &pasted).await;
        click(client, "create-movement").await;
        find::by_id(client, "movement-title").await;
        let operations = check::operations(&window);
        assert_eq!(operations, ["createMovement", "updateItem", "updateItem", "updateItem"]);
        window
    });
}

#[test]
fn a_table_that_names_products_goes_to_their_lines() {
    journey("preview_table", Begin::default(), |window| async move {
        let client = &window.client;
        from_the_short_list(client).await;
        let before = quantities(client).await;
        let code = |row| find::cell_css("preview-grid", row, "code");
        let mut codes = Vec::new();
        for row in [3, 0] {
            codes.push(find::by_css(client, &code(row)).await.text().await.unwrap());
        }
        let block = format!("Code\tQty\n{}\t33\nNO-SUCH-CODE\t1\n{}\t30", codes[0], codes[1]);
        copy_from(client, "movement-name", &block).await;
        find::click(client, &find::cell_css("preview-grid", 2, "quantity")).await;
        chord(client, &[CONTROL, 'v']).await;
        let said = "2 quantities pasted. 1 row not used: it matches no line of this stocklist.";
        find::content(client, "[data-testid='toasts']", said).await;
        until(client, &["30", &before[1], &before[2], "33", &before[4]]).await;
        window
    });
}

#[test]
fn a_place_that_does_not_exist_is_no_id_unless_it_is_meant() {
    journey("no_such_place", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        click(client, "new-movement").await;
        act::header(client, "Ward round", "Central store", "Paediatrics").await;
        let destination = "[data-testid='movement-destination']";
        fill(client, "movement-destination", "Ward that does not exist").await;
        press(client, &[TAB]).await;
        find::by_css(client, &format!("{destination}[aria-invalid='true']")).await;
        chord(client, &[CONTROL, ENTER]).await;
        find::by_css(client, &format!("{destination}:focus")).await;
        let field = find::by_css(client, destination).await;
        let kept = field.prop("value").await.unwrap();
        assert_eq!(kept.as_deref(), Some("Ward that does not exist"), "what was typed is lost");
        assert!(check::effects(&window).is_empty());
        // Taken from the list as an id, it is one.
        fill(client, "movement-destination", "ward-77").await;
        find::content(client, "[role='listbox'] [role='option']", "ward-77").await;
        press(client, &[DOWN, ENTER]).await;
        find::gone(client, &format!("{destination}[aria-invalid='true']")).await;
        window
    });
}

/// Signs in and takes the list with the fewest lines.
async fn from_the_short_list(client: &Client) {
    act::sign_in(client).await;
    chord(client, &[CONTROL, SHIFT, 'n']).await;
    fill(client, "stocklist-search", "STL-0101").await;
    find::click(client, "[data-testid='stocklist-option']").await;
    find::cell(client, "preview-grid", 4, "quantity").await;
}

async fn quantities(client: &Client) -> Vec<String> {
    let mut texts = Vec::new();
    for row in 0..5 {
        let cell = find::cell(client, "preview-grid", row, "quantity").await;
        texts.push(cell.text().await.unwrap());
    }
    texts
}

async fn until(client: &Client, wanted: &[&str]) {
    for (row, wanted) in (0..).zip(wanted) {
        find::text(client, &find::cell_css("preview-grid", row, "quantity"), wanted).await;
    }
}

/// Puts a block on the clipboard as another program would, by the keys of a field.
async fn copy_from(client: &Client, field: &str, block: &str) {
    find::focus(client, &format!("[data-testid='{field}']")).await;
    let copy = "const block = arguments[0];
        document.addEventListener('copy', (event) => {
            event.clipboardData.setData('text/plain', block);
            event.preventDefault();
            window.__copied = true;
        }, { once: true, capture: true });";
    client.execute(copy, vec![block.into()]).await.unwrap();
    chord(client, &[CONTROL, 'a']).await;
    chord(client, &[CONTROL, 'c']).await;
    assert_eq!(client.execute("return window.__copied;", Vec::new()).await.unwrap(), true);
}
