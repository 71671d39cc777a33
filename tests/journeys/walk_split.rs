//! What is taken from another bin or lot, and what is looked for, in the view of one task: expired stock is taken
//! only where it is meant, and what is typed to find a bin is no command.

use fantoccini::Locator;

use crate::keys::{ENTER, ESCAPE, press, type_text};
use crate::walks::{find_movement, task};
use crate::window::{Begin, journey};
use crate::{act, check, editor, find, without_a_mouse};

#[test]
fn expired_stock_is_taken_from_elsewhere_only_where_it_is_meant_strict() {
    journey("walk_expired", Begin::strict(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        act::section(client, "products").await;
        find::cell(client, "products-grid", 1, "name").await;
        let lines = editor::movement(&window).await;
        let codes = lines.iter().filter_map(|line| line["product"]["productCode"].as_str());
        // A table of the site in which one of two lots of this product has expired.
        let table = window.warehouse.site_table();
        let mut rows = table.lines();
        let head = rows.next().unwrap();
        let rows: Vec<Vec<&str>> = rows.map(|row| row.split(',').collect()).collect();
        let in_table = |code: &str| rows.iter().find(|row| row[1] == code);
        let (code, good) = codes.filter_map(|code| Some((code, in_table(code)?))).next().unwrap();
        let bin = rows.iter().find(|row| row[4] != good[4]).unwrap()[4];
        let mut lines = vec![head.to_owned(), good.join(",")];
        lines.push(format!("expired-1,{code},OLD-LOT,2020-01-31,{bin},5000"));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("stock.csv");
        std::fs::write(&file, lines.join("\n")).unwrap();
        act::section(client, "pick").await;
        act::click(client, "site-menu").await;
        act::click(client, "site-stock").await;
        find::by_id(client, "stock-in-use").await;
        let field = client.find(Locator::Css("[data-testid='import-file']")).await.unwrap();
        field.send_keys(file.to_str().unwrap()).await.unwrap();
        act::click(client, "import-now").await;
        find::content(client, "[data-testid='stock-in-use']", "stock.csv").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='stock-sheet']").await;

        find_movement(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        // What lies somewhere comes first.
        find::content(client, &task(0, "code"), code).await;
        find::content(client, &task(0, "lot"), good[2]).await;
        find::focus(client, &task(0, "quantity")).await;
        press(client, &['/']).await;
        find::content(client, "[data-testid='answer']:focus", "OLD-LOT").await;
        press(client, &[ENTER]).await;
        find::content(client, "[data-testid='split-sheet'] .is-missing", "checkbox").await;
        find::content(client, "[data-testid='walk-progress']", "0 of").await;
        act::click(client, "split-expired").await;
        find::click(client, "[data-testid='answer']").await;
        find::gone(client, "[data-testid='split-sheet']").await;
        find::content(client, "[data-testid='tasks-grid']", "OLD-LOT").await;
        assert!(check::operations(&window).is_empty());
        window
    });
}

#[test]
fn what_is_typed_to_find_a_bin_is_no_command_in_the_view_of_one_task() {
    journey("walk_find_bin", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        find_movement(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        find::text(client, &task(0, "bin"), "A-01").await;
        press(client, &['f']).await;
        find::by_css(client, "[data-testid='focus-quantity']:focus").await;
        press(client, &['g']).await;
        find::by_css(client, "[data-testid='pane'] [data-testid='find']:focus").await;
        type_text(client, "b").await;
        // The task shown is another one by now.
        find::content(client, "[data-testid='focus-bin']", "B-").await;
        type_text(client, "-03").await;
        let field = "document.querySelector(\"[data-testid='pane'] [data-testid='find']\").value";
        find::until_true(client, &format!("return {field} === 'b-03';")).await;
        find::by_css(client, "[data-testid='pane'] [data-testid='find']:focus").await;
        find::content(client, "[data-testid='focus-bin']", "B-03").await;
        assert!(!find::is_there(client, "[data-testid='short-reasons']").await);
        find::content(client, "[data-testid='walk-progress']", "0 of").await;
        window
    });
}
