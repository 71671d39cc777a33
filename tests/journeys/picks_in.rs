//! A pick list that was filled in comes back: its quantities go to the tasks of their rows, as one step.

use std::path::Path;

use fantoccini::{Client, Locator};
use serde_json::json;

use crate::history::invoke;
use crate::keys::{CONTROL, ENTER, SHIFT, TAB, chord, press, type_text};
use crate::walks::{find_movement, task};
use crate::window::{Begin, journey};
use crate::{act, check, find};

/// What would come of the rows.
const OUTCOME: &str = "[data-testid='import-outcome']";

/// Lines of a sheet of paper.
const LINES: usize = 60;

/// Begins a walk of the long movement, of which the service tells what lies where; answers its tasks.
async fn begin(client: &Client) -> Vec<serde_json::Value> {
    find_movement(client, "Quarterly").await;
    press(client, &[ENTER]).await;
    find::text(client, &task(0, "bin"), "A-01").await;
    find::by_css(client, "[data-testid='tasks-grid'] [data-index='0'] [data-col='quantity']:focus")
        .await;
    let walks = invoke(client, "list_walks", json!({})).await;
    let walk = walks[0]["key"].clone();
    let ask = json!({ "walk": walk, "start": 0, "count": 500, "text": "", "only": "all" });
    let tasks = invoke(client, "list_tasks", ask).await;
    tasks["rows"].as_array().unwrap_or_else(|| panic!("{tasks}")).clone()
}

/// Selects a file: the field lies under its button.
async fn select(client: &Client, file: &Path) {
    find::by_id(client, "import-sheet").await;
    let field = client.find(Locator::Css("[data-testid='import-file']")).await.unwrap();
    field.send_keys(file.to_str().unwrap()).await.unwrap();
}

#[test]
fn a_sheet_of_60_lines_comes_back_by_its_file_and_one_step_takes_it_back() {
    journey("picks_in", Begin::extended(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        let tasks = begin(client).await;
        let known = |task: &&serde_json::Value| task["inventory_item"].is_string();
        let row = |task: &serde_json::Value| {
            let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
            let (bin, code) = (text(&task["bin"]["name"]), text(&task["product"]["code"]));
            // What is needed tells tasks apart that are alike in all else.
            format!(
                "{bin};{code};{};{needed};{needed}",
                text(&task["lot"]),
                needed = task["required"]
            )
        };
        let rows: Vec<_> = tasks.iter().filter(known).take(LINES).map(row).collect();
        assert_eq!(rows.len(), LINES);
        let content =
            format!("Bin;Code;Lot;Needed;Picked\n{}\nA-01-01;NO-SUCH;;5;5\n", rows.join("\n"));
        let file = std::env::temp_dir().join(format!("stockhand-picks-{}.csv", std::process::id()));
        std::fs::write(&file, content).unwrap();
        chord(client, &[CONTROL, SHIFT, 'v']).await;
        select(client, &file).await;
        find::text(client, OUTCOME, "62 rows: 60 entered, 1 skipped, 1 needs attention").await;
        let wrong = "[data-testid='import-trouble'] [data-testid='mend-product']";
        let wrong = find::by_css(client, wrong).await;
        assert_eq!(wrong.prop("value").await.unwrap().as_deref(), Some("NO-SUCH"));
        act::click(client, "leave-out").await;
        find::text(client, OUTCOME, "62 rows: 60 entered, 2 skipped").await;
        act::click(client, "import-run").await;
        find::content(client, "[data-testid='toasts']", "60 entered").await;
        // The same sheet once more changes nothing.
        chord(client, &[CONTROL, SHIFT, 'v']).await;
        select(client, &file).await;
        find::text(client, OUTCOME, "60 already the same").await;
        find::by_css(client, "[data-testid='import-run'][aria-disabled='true']").await;
        act::click(client, "import-cancel").await;
        std::fs::remove_file(&file).unwrap();
        // One step takes all of it back.
        chord(client, &[CONTROL, 'z']).await;
        find::content(client, "[data-testid='walk-progress']", "0 of").await;
        assert!(check::operations(&window).is_empty(), "nothing of it was sent");
        window
    });
}

#[test]
fn quantities_are_pasted_by_keyboard_alone() {
    journey("picks_in_keyboard", Begin::extended(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        begin(client).await;
        let mut rows = Vec::new();
        for row in 0..3 {
            let mut cells = Vec::new();
            for column in ["bin", "code", "required"] {
                let cell = find::by_css(client, &task(row, column)).await;
                cells.push(cell.text().await.unwrap().trim().to_owned());
            }
            rows.push(cells.join(";"));
        }
        chord(client, &[CONTROL, SHIFT, 'v']).await;
        find::by_css(client, "[data-testid='import-text']:focus").await;
        for row in rows {
            type_text(client, &row).await;
            press(client, &[ENTER]).await;
        }
        press(client, &[TAB, TAB]).await;
        find::by_css(client, "[data-testid='import-continue']:focus").await;
        press(client, &[ENTER]).await;
        find::text(client, OUTCOME, "3 entered").await;
        chord(client, &[SHIFT, TAB]).await;
        find::by_css(client, "[data-testid='import-run']:focus").await;
        press(client, &[ENTER]).await;
        find::content(client, "[data-testid='walk-progress']", "3 of").await;
        window
    });
}
