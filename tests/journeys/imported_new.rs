//! A new movement begins with a table: its rows are put right before anything is made of them, those that can be
//! sent are lines of the form, and all of it is kept with the movement. In English, in French, and right to left.

use fantoccini::Client;

use crate::keys::{CONTROL, ENTER, SHIFT, TAB, chord, press, type_text};
use crate::languages::french;
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, imported, pseudo};

/// Opens the page of a new movement, and there the window that asks for a table; by keyboard alone.
async fn ask(client: &Client) {
    act::section(client, "movements").await;
    find::cell(client, "movements-grid", 1, "name").await;
    act::click(client, "new-movement").await;
    // Not from the field, where the key pastes.
    find::focus(client, "[data-testid='start-import']").await;
    chord(client, &[CONTROL, SHIFT, 'v']).await;
    find::by_css(client, "[data-testid='import-text']:focus").await;
}

/// Types a text into a field of a row, and enters it.
async fn mend(client: &Client, row: usize, field: &str, text: &str) {
    let field =
        format!("[data-testid='import-trouble']:nth-child({row}) [data-testid='mend-{field}']");
    find::focus(client, &field).await;
    chord(client, &[CONTROL, 'a']).await;
    type_text(client, text).await;
    press(client, &[ENTER]).await;
}

#[test]
fn a_table_begins_a_movement_and_its_rows_are_put_right_before() {
    journey("imported_new", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        let codes = imported::codes(client, 4).await;
        ask(client).await;
        let rows = [
            format!("{} 20", codes[0]),
            format!("{} 2.5", codes[1]),
            "NOS-1001 7".to_owned(),
            "NOS-1002 8".to_owned(),
            "NOS-1003 9".to_owned(),
        ];
        // A new line in the field.
        for row in &rows {
            type_text(client, row).await;
            press(client, &[ENTER]).await;
        }
        press(client, &[TAB, TAB]).await;
        press(client, &[ENTER]).await;
        find::text(client, imported::OUTCOME, "1 added, 4 need attention").await;
        mend(client, 1, "quantity", "25").await;
        find::text(client, imported::OUTCOME, "2 added, 3 need attention").await;
        mend(client, 2, "product", &codes[2]).await;
        find::text(client, imported::OUTCOME, "3 added, 2 need attention").await;
        // It stays where it was, and says so.
        find::text(client, "[data-testid='import-trouble']:nth-child(2)", "Corrected").await;
        find::click(
            client,
            "[data-testid='import-trouble']:nth-child(3) [data-testid='leave-out']",
        )
        .await;
        find::text(client, imported::OUTCOME, "1 needs attention").await;
        act::click(client, "import-run").await;
        find::gone(client, "[data-testid='import-preview']").await;
        find::text(client, "[data-testid='import-open']", "1 row needs attention").await;
        find::text(client, &find::cell_css("preview-grid", 1, "quantity"), "25").await;
        act::header(client, "", "Central store", "Paediatrics").await;
        act::fill(client, "movement-name", "From a message").await;
        // The program ends before it is made: nothing of it is typed again.
        check::until_kept(&window, "From a message").await;
        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        act::click(client, "restored-show").await;
        find::text(client, &find::cell_css("preview-grid", 1, "quantity"), "25").await;
        find::text(client, "[data-testid='import-open']", "1 row needs attention").await;
        act::click(client, "create-movement").await;
        find::text(client, "[data-testid='movement-title']", "From a message").await;
        find::text(client, "[data-testid='lines-count']", "4 lines").await;
        find::chip_says(client, "chip-attention", "1").await;
        assert_eq!(check::operations(&window), ["createMovement"], "no line of it was sent");
        window
    });
}

/// A table as a French spreadsheet writes it.
fn french_table(codes: &[String]) -> String {
    format!("Code;Quantité\r\n{};1 200\r\n{};2,5\r\nINCONNU;7\r\n", codes[0], codes[1])
}

/// A table is selected, and what is wrong in it is put right.
async fn put_right(window: Window, table: &str, said: [&str; 2]) -> Window {
    let client = &window.client;
    ask(client).await;
    imported::select(client, table).await;
    find::text(client, imported::OUTCOME, said[0]).await;
    mend(client, 1, "quantity", "1 300").await;
    find::text(client, imported::OUTCOME, said[1]).await;
    act::click(client, "import-run").await;
    find::by_css(client, &find::cell_css("preview-grid", 1, "quantity")).await;
    act::header(client, "Commande", "Central store", "Paediatrics").await;
    act::click(client, "create-movement").await;
    find::text(client, "[data-testid='movement-title']", "Commande").await;
    find::chip_says(client, "chip-attention", "1").await;
    find::content(client, &find::cell_css("lines-grid", 1, "requested"), "300").await;
    window
}

#[test]
fn a_table_with_decimal_commas_begins_a_movement_in_french() {
    let begin = Begin { settings: french(), ..Begin::default() };
    journey("imported_french", begin, |window| async move {
        act::sign_in(&window.client).await;
        let table = french_table(&imported::codes(&window.client, 2).await);
        let said = ["1 ajoutée, 2 à revoir", "2 ajoutées, 1 à revoir"];
        put_right(window, &table, said).await
    });
}

#[test]
fn a_table_begins_a_movement_from_right_to_left() {
    journey("imported_pseudo", Begin { pseudo: true, ..Begin::default() }, |window| async move {
        act::sign_in(&window.client).await;
        let table = french_table(&imported::codes(&window.client, 2).await).replace("1 200", "12");
        let window = put_right(window, &table, ["4", "4"]).await;
        pseudo::whole(&window, "movement").await;
        window
    });
}
