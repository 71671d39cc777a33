//! A table or a message becomes lines: what its columns are and what would come of it is shown before, every
//! row is accounted for, and one step of undo takes all of it back.

use fantoccini::{Client, Locator};
use serde_json::json;

use crate::history::invoke;
use crate::keys::{CONTROL, ENTER, SHIFT, TAB, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines, without_a_mouse};

/// What would come of it, in words.
pub const OUTCOME: &str = "[data-testid='import-outcome']";
const ACCOUNTS: &str = "[data-testid='accounts']";

/// Rows of a table, and those of them that cannot be sent as they are.
const ROWS: usize = 200;
const BAD: usize = 14;

/// The codes of so many products, once all were read.
pub async fn codes(client: &Client, count: usize) -> Vec<String> {
    act::section(client, "products").await;
    find::cell(client, "products-grid", 1, "name").await;
    let request = json!({ "rows": { "count": count, "sort": [{ "by": "code" }] } });
    let page = invoke(client, "list_products", request).await;
    let rows = page["rows"].as_array().unwrap().iter();
    rows.map(|row| row["product_code"].as_str().unwrap().to_owned()).collect()
}

/// A table as another program writes it: a title, heads in another order than ours, and rows of which every
/// fourteenth has a fault.
fn table(codes: &[String]) -> String {
    let mut rows = vec!["Commande du service;;".to_owned(), "Quantité;Remarque;Code".to_owned()];
    let step = ROWS / BAD;
    for (at, code) in codes.iter().take(ROWS).enumerate() {
        rows.push(match at {
            at if at % step != 0 || at / step >= BAD => format!("{};;{code}", at + 1),
            at if (at / step).is_multiple_of(2) => format!("{};;NO-SUCH-{at}", at + 1),
            _ => format!("2,5;urgent;{code}"),
        });
    }
    rows.join("\r\n")
}

/// Makes an empty movement, whose lines are in front then.
async fn empty_movement(window: &Window) {
    let client = &window.client;
    act::section(client, "movements").await;
    find::cell(client, "movements-grid", 1, "name").await;
    act::click(client, "new-movement").await;
    act::header(client, "From a spreadsheet", "Central store", "Paediatrics").await;
    act::click(client, "create-movement").await;
    find::text(client, "[data-testid='movement-title']", "From a spreadsheet").await;
    without_a_mouse::until_focused(window, "[data-testid='lines-grid']").await;
}

/// Selects a file in the window of the import.
pub async fn select(client: &Client, content: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("order.csv");
    std::fs::write(&file, content).unwrap();
    let field = client.find(Locator::Css("[data-testid='import-file']")).await.unwrap();
    field.send_keys(file.to_str().unwrap()).await.unwrap();
    find::by_css(client, OUTCOME).await;
}

#[test]
fn a_table_of_200_rows_with_14_bad_ones_becomes_a_movement() {
    journey("imported", Begin::default(), imported);
}

async fn imported(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    let content = table(&codes(client, ROWS).await);
    empty_movement(&window).await;
    chord(client, &[CONTROL, SHIFT, 'v']).await;
    find::by_id(client, "import-sheet").await;
    select(client, &content).await;
    find::text(client, OUTCOME, "202 rows: 186 added, 14 need attention, 2 skipped").await;
    let troubles = "return document.querySelectorAll('[data-testid=import-trouble]').length;";
    assert_eq!(client.execute(troubles, Vec::new()).await.unwrap(), BAD);
    let wrong = find::by_css(client, "[data-testid='mend-product']").await;
    assert_eq!(wrong.prop("value").await.unwrap().as_deref(), Some("NO-SUCH-0"));
    // What the columns are can be said otherwise.
    let quantity = find::by_id(client, "import-quantity").await;
    assert_eq!(quantity.prop("value").await.unwrap().as_deref(), Some("A · Quantité"));
    act::click(client, "import-run").await;
    find::gone(client, "[data-testid='import-preview']").await;
    find::text(client, ACCOUNTS, "186 added").await;
    find::text(client, "[data-testid='lines-count']", "200 lines").await;
    find::chip_says(client, "chip-attention", "14").await;

    // The same table once more: its columns are known, and it changes nothing.
    chord(client, &[CONTROL, SHIFT, 'v']).await;
    find::by_id(client, "import-sheet").await;
    select(client, &content).await;
    find::by_id(client, "import-remembered").await;
    find::text(client, OUTCOME, "186 unchanged").await;
    act::click(client, "import-cancel").await;
    find::gone(client, "[data-testid='import-preview']").await;
    lines::at(client).await;

    // One step takes all of it back.
    chord(client, &[CONTROL, 'z']).await;
    find::by_css(client, "[data-testid='lines-grid'] .row-entry").await;
    find::text(client, "[data-testid='lines-count']", "0 lines").await;
    window
}

#[test]
fn a_message_becomes_lines_by_keyboard_alone() {
    journey("imported_text", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        let codes = codes(client, 2).await;
        empty_movement(&window).await;
        chord(client, &[CONTROL, SHIFT, 'v']).await;
        find::by_css(client, "[data-testid='import-text']:focus").await;
        type_text(client, &format!("Hello, please send 20 x {} and 3 x {}", codes[0], codes[1]))
            .await;
        press(client, &[TAB, TAB]).await;
        find::by_css(client, "[data-testid='import-continue']:focus").await;
        press(client, &[ENTER]).await;
        find::says(client, OUTCOME, "2 rows: 2 added").await;
        // Backwards from its head it is the last of its buttons.
        chord(client, &[SHIFT, TAB]).await;
        find::by_css(client, "[data-testid='import-run']:focus").await;
        press(client, &[ENTER]).await;
        find::text(client, ACCOUNTS, "2 added").await;
        for (row, (code, pieces)) in (0..).zip([(&codes[0], "20"), (&codes[1], "3")]) {
            find::text(client, &find::cell_css("lines-grid", row, "code"), code).await;
            find::text(client, &find::cell_css("lines-grid", row, "requested"), pieces).await;
        }
        assert_eq!(check::operations(&window), ["createMovement"], "nothing of it was sent");
        window
    });
}

#[test]
fn a_file_that_is_dropped_on_the_lines_is_looked_at_and_a_broken_one_is_said() {
    journey("dropped", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        let codes = codes(client, 1).await;
        empty_movement(&window).await;
        let drop = "const [name, content] = arguments;
            const held = new DataTransfer();
            held.items.add(new File([content], name));
            const at = document.querySelector('[data-testid=lines-grid]');
            for (const kind of ['dragover', 'drop']) {
                at.dispatchEvent(new DragEvent(kind,
                    { dataTransfer: held, bubbles: true, cancelable: true }));
            }";
        let file = |name: &str, content: &str| vec![name.into(), content.into()];
        client.execute(drop, file("broken.xlsx", "PK\u{3}\u{4} is no workbook")).await.unwrap();
        find::by_css(client, "[data-testid='import-sheet'] [data-code='not_imported']").await;
        act::click(client, "import-cancel").await;
        find::gone(client, "[data-testid='import-sheet']").await;
        let content = format!("Code\tQty\n{}\t7\n", codes[0]);
        client.execute(drop, file("order.tsv", &content)).await.unwrap();
        find::says(client, OUTCOME, "2 rows: 1 added, 1 skipped").await;
        find::text(client, "[data-testid='import-preview']", "order.tsv").await;
        act::click(client, "import-run").await;
        find::text(client, &find::cell_css("lines-grid", 0, "code"), &codes[0]).await;
        window
    });
}
