//! What a grid shows is exported by one key: what is asked, that it is exactly what is shown, and that
//! nothing of it is a formula. The dialog in which a file is chosen is the system's, which no journey can
//! press: files are written in the backend's tests.

use fantoccini::{Client, Locator};
use serde_json::json;

use crate::history::invoke;
use crate::keys::{CONTROL, ENTER, ESCAPE, SHIFT, TAB, chord, press, type_text};
use crate::window::{Begin, journey};
use crate::{act, editor, find, lines};

const CELL: &str = "[data-testid='movements-grid'] [role='gridcell']:focus";

/// Takes the text of the clipboard as another program would, by the keys of the find field.
async fn clipboard(client: &Client) -> Vec<Vec<String>> {
    chord(client, &[CONTROL, 'f']).await;
    find::by_css(client, "[data-testid='pane'] .tools input:focus").await;
    let hear = "document.addEventListener('paste', (event) => {
            window.__pasted = event.clipboardData.getData('text/plain');
            event.preventDefault();
        }, { once: true, capture: true });";
    client.execute(hear, Vec::new()).await.unwrap();
    chord(client, &[CONTROL, 'v']).await;
    find::until_true(client, "return typeof window.__pasted === 'string';").await;
    let pasted = client.execute("return window.__pasted;", Vec::new()).await.unwrap();
    client.execute("delete window.__pasted;", Vec::new()).await.unwrap();
    let rows = pasted.as_str().unwrap().lines();
    rows.map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

/// Copies what is shown, by keys alone: the first choice has the focus, the last stands two before it.
async fn copy(client: &Client) -> Vec<Vec<String>> {
    chord(client, &[CONTROL, 'e']).await;
    find::by_css(client, "[data-testid='export-xlsx']:focus").await;
    chord(client, &[SHIFT, TAB]).await;
    chord(client, &[SHIFT, TAB]).await;
    find::by_css(client, "[data-testid='export-clipboard']:focus").await;
    press(client, &[ENTER]).await;
    find::gone(client, "[data-testid='export-sheet']").await;
    find::content(client, "[data-testid='toasts']", "Copied to the clipboard").await;
    clipboard(client).await
}

/// The columns on screen, from the first to the last.
async fn heads(client: &Client, grid: &str) -> Vec<String> {
    let css = format!("[data-testid='{grid}'] [role='columnheader']");
    let all = client.find_all(Locator::Css(&css)).await.unwrap();
    let mut columns = Vec::new();
    for head in all {
        columns.push(head.attr("data-col").await.unwrap().unwrap());
    }
    columns
}

#[test]
fn what_is_filtered_sorted_and_shown_is_exported() {
    journey("exported", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::by_css(client, CELL).await;
        // Esc leaves everything as it was.
        chord(client, &[CONTROL, 'e']).await;
        find::text(client, "[data-testid='export-sheet']", "Export: Movements").await;
        let all = invoke(client, "list_movements", json!({ "rows": { "count": 1 } })).await;
        let said = format!("{} rows", all["matching"]);
        find::text(client, "[data-testid='export-sheet']", &said).await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='export-sheet']").await;
        find::by_css(client, CELL).await;

        let columns = heads(client, "movements-grid").await;
        let rows = copy(client).await;
        assert_eq!(rows.len() as u64, 1 + all["matching"].as_u64().unwrap());
        assert!(rows.iter().all(|row| row.len() == columns.len()), "{columns:?}");
        let day = columns.iter().position(|column| column == "requested").unwrap();
        let is_day = |row: &Vec<String>| row[day].is_empty() || row[day].starts_with("20");
        assert!(rows[1..].iter().all(is_day), "days have their years");

        // What is looked for is what goes.
        let code = columns.iter().position(|column| column == "code").unwrap();
        let wanted = rows[3][code].clone();
        type_text(client, &wanted).await;
        find::text(client, &find::cell_css("movements-grid", 1, "code"), &wanted).await;
        press(client, &[ENTER]).await;
        find::by_css(client, CELL).await;
        chord(client, &[CONTROL, 'e']).await;
        find::text(client, "[data-testid='export-sheet']", "1 row, ").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='export-sheet']").await;
        let found = copy(client).await;
        assert_eq!(found, [rows[0].clone(), rows[3].clone()]);
        window
    });
}

#[test]
fn the_lines_of_a_movement_are_exported_with_plain_numbers() {
    journey("exported_lines", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        lines::open_the_long_one(&window).await;
        let shown = editor::movement(&window).await;
        let columns = heads(client, "lines-grid").await;
        let rows = copy(client).await;
        assert!(rows.len() > shown.len(), "{} rows", rows.len());
        let requested = columns.iter().position(|column| column == "requested").unwrap();
        let is_plain =
            |row: &&Vec<String>| row[requested].bytes().all(|byte| byte.is_ascii_digit());
        assert_eq!(rows[1..].iter().filter(is_plain).count(), rows.len() - 1);
        window
    });
}

#[test]
fn the_changes_in_the_drawer_are_exported_while_the_focus_is_there() {
    journey("exported_changes", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        lines::open_the_long_one(&window).await;
        lines::at(client).await;
        lines::column(client, "requested").await;
        lines::enter(client, "7777").await;
        chord(client, &[CONTROL, 's']).await;
        find::by_css(client, "[data-testid='drawer'] [role='gridcell']:focus").await;
        chord(client, &[CONTROL, 'e']).await;
        find::text(client, "[data-testid='export-sheet']", "Export: Changes").await;
        find::text(client, "[data-testid='export-sheet']", "1 row, ").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='export-sheet']").await;
        // So are the lines that come of them, with the focus beside their grid.
        act::click(client, "drawer-result-tab").await;
        find::cell(client, "changes-grid", 0, "ship").await;
        chord(client, &[CONTROL, 'e']).await;
        find::text(client, "[data-testid='export-sheet']", "Export: Changes").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='export-sheet']").await;
        // What is no list is not exported, nor are the lines in its place.
        act::click(client, "drawer-json-tab").await;
        find::by_id(client, "drawer-json").await;
        chord(client, &[CONTROL, 'e']).await;
        find::content(client, "[data-testid='toasts']", "nothing to export").await;
        assert!(!find::is_there(client, "[data-testid='export-sheet']").await);
        window
    });
}

#[test]
fn every_list_offers_its_export() {
    journey("exported_lists", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        for (section, name) in [("stocklists", "Stocklists"), ("products", "Products")] {
            act::section(client, section).await;
            find::cell(client, &format!("{section}-grid"), 0, "name").await;
            chord(client, &[CONTROL, 'e']).await;
            find::text(client, "[data-testid='export-sheet']", &format!("Export: {name}")).await;
            press(client, &[ESCAPE]).await;
            find::gone(client, "[data-testid='export-sheet']").await;
        }
        // A table that nobody began has no rows added to it, and no file comes of it.
        let rows = json!({ "sheet": 77, "rows": [[{ "text": "=1+1" }]] });
        assert!(invoke(client, "add_sheet_rows", rows).await["failure"].is_object());
        let finish = json!({ "sheet": 77 });
        assert!(invoke(client, "finish_sheet", finish).await["failure"].is_object());
        window
    });
}
