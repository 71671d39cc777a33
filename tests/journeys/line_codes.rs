//! A pick list is printed with a barcode for each line and comes back by the scanner: the code of a line, its
//! quantity, the next code; in the list, and one task at a time. What is sent is what was typed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use cups::Server;
use fantoccini::Client;
use serde_json::Value;

use crate::keys::{CONTROL, ENTER, ESCAPE, chord, press, type_text};
use crate::printed::{another_page, document};
use crate::scanner::scan;
use crate::walk_scanner::{begin, heard, tasks};
use crate::walks::task;
use crate::window::{Begin, journey};
use crate::{act, check, find, without_a_mouse};

const PROGRESS: &str = "[data-testid='walk-progress']";

/// A line that is picked from one bin, and the row it stands in.
struct ListedLine {
    row: u32,
    code: String,
    product: String,
    item: String,
    needed: i64,
}

/// Begins a walk of the long movement; answers its lines that are picked from one bin each.
async fn begin_walk(client: &Client) -> Vec<ListedLine> {
    begin(client, "Quarterly", 1).await;
    find::text(client, &task(0, "bin"), "A-0").await;
    find::by_css(client, "[data-testid='tasks-grid'] :focus").await;
    let line = |(row, task): (u32, &Value)| {
        let item = task["inventory_item"].as_str()?.to_owned();
        let needed = task["required"].as_i64().filter(|needed| task["asked"] == *needed)?;
        let [code, product] = [&task["line_code"], &task["product"]["code"]];
        let [code, product] = [code, product].map(|text| text.as_str().unwrap().to_owned());
        Some(ListedLine { row, code, product, item, needed })
    };
    (0..).zip(&tasks(client).await).filter_map(line).collect()
}

/// The codes of lines that a scanner reads on printed pages.
fn line_codes_on(document: &[u8]) -> BTreeSet<String> {
    let folder = tempfile::tempdir().unwrap();
    let (file, page) = (folder.path().join("list.pdf"), folder.path().join("page"));
    std::fs::write(&file, document).unwrap();
    let mut draw = Command::new("pdftoppm");
    assert!(draw.args(["-gray", "-r", "300"]).arg(&file).arg(&page).status().unwrap().success());
    let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
    let read = |page: PathBuf| {
        let mut scanner = Command::new("zbarimg");
        scanner.args(["--quiet", "--nodbus", "--raw", "-Sdisable", "-Scode128.enable"]);
        String::from_utf8(scanner.arg(page).output().unwrap().stdout).unwrap()
    };
    let pages = files.filter(|file| file.extension().is_some_and(|ending| ending == "pgm"));
    let told: String = pages.map(read).collect();
    told.lines().filter(|code| code.starts_with("SH")).map(str::to_owned).collect()
}

/// Scans the code of a line in the list, and types how many were picked.
async fn scan_and_type(client: &Client, line: &ListedLine) {
    scan(&line.code);
    heard(client, &format!("Line of {}", line.product)).await;
    find::by_css(client, &format!("{}:focus", task(line.row, "quantity"))).await;
    type_text(client, &line.needed.to_string()).await;
}

#[test]
fn a_list_is_printed_and_its_quantities_come_back_by_the_codes_of_its_lines() {
    let server = Server::with(&["office"]);
    let begin = Begin { print_service: Some(server.socket()), ..Begin::extended() };
    journey("line_codes", begin, |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        let lines = begin_walk(client).await;
        chord(client, &[CONTROL, 'p']).await;
        another_page(client).await;
        act::click(client, "print-line-codes").await;
        another_page(client).await;
        find::by_css(client, "[data-testid='print-print']:not([aria-disabled='true'])").await;
        act::click(client, "print-print").await;
        find::content(client, "[data-testid='toasts']", "Printed on office").await;
        find::gone(client, "[data-testid='print-sheet']").await;
        let on_paper = line_codes_on(&document(&server, 1).await);
        let missing: Vec<_> = lines.iter().filter(|line| !on_paper.contains(&line.code)).collect();
        assert!(missing.is_empty(), "{} of {} are missing", missing.len(), lines.len());

        // In whatever order somebody takes them.
        let mut expected = BTreeMap::new();
        for (done, line) in (1..).zip([&lines[2], &lines[lines.len() - 1], &lines[0]]) {
            scan_and_type(client, line).await;
            press(client, &[ENTER]).await;
            find::content(client, PROGRESS, &format!("{done} of")).await;
            *expected.entry(line.item.clone()).or_insert(0) += line.needed;
        }
        // The next code enters what was typed before it.
        for line in [&lines[4], &lines[5]] {
            scan_and_type(client, line).await;
            *expected.entry(line.item.clone()).or_insert(0) += line.needed;
        }
        find::content(client, PROGRESS, "4 of").await;
        press(client, &[ENTER]).await;
        find::content(client, PROGRESS, "5 of").await;
        assert!(check::operations(&window).is_empty(), "nothing is sent by a code");
        chord(client, &[CONTROL, ENTER]).await;
        check::until_effects(&window, 5).await;
        find::outbox_says(client, "0").await;
        assert_eq!(check::operations(&window), ["pick"; 5]);
        let mut picked = BTreeMap::new();
        for effect in check::effects(&window) {
            let item = effect.detail["inventoryItem"].as_str().unwrap().to_owned();
            *picked.entry(item).or_insert(0) += effect.detail["quantityPicked"].as_i64().unwrap();
        }
        assert_eq!(picked, expected);
        window
    });
}

#[test]
fn one_task_at_a_time_the_code_of_a_line_shows_it_and_one_that_is_gone_says_so() {
    journey("line_codes_focus", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        let lines = begin_walk(client).await;
        scan("SH000000000000");
        heard(client, "no such line in this walk").await;
        press(client, &['f']).await;
        let field = "[data-testid='focus-quantity']:focus";
        find::by_css(client, field).await;
        let shows = async |line: &ListedLine| {
            scan(&line.code);
            heard(client, &format!("Line of {}", line.product)).await;
            find::text(client, "[data-testid='focus-code']", &line.product).await;
            find::by_css(client, field).await;
            type_text(client, &line.needed.to_string()).await;
        };
        shows(&lines[6]).await;
        press(client, &[ENTER]).await;
        find::content(client, PROGRESS, "1 of").await;
        // The next code enters what was typed before it.
        shows(&lines[8]).await;
        shows(&lines[3]).await;
        find::content(client, PROGRESS, "2 of").await;
        press(client, &[ENTER]).await;
        find::content(client, PROGRESS, "3 of").await;
        // Whatever is shown, the line is gone to.
        press(client, &[ESCAPE]).await;
        find::by_css(client, "[data-testid='tasks-grid'] :focus").await;
        chord(client, &[CONTROL, 'f']).await;
        type_text(client, "no such bin").await;
        find::by_id(client, "no-match").await;
        scan_and_type(client, &lines[0]).await;
        press(client, &[ENTER]).await;
        find::content(client, PROGRESS, "4 of").await;
        let all = tasks(client).await;
        for at in [0, 3, 6, 8] {
            let task = all.iter().find(|task| task["line_code"] == lines[at].code.as_str());
            assert_eq!(task.unwrap()["quantity"].as_i64(), Some(lines[at].needed));
        }
        let entered = all.iter().filter(|task| task["quantity"].is_i64());
        assert_eq!(entered.count(), 4);
        assert!(check::operations(&window).is_empty());
        window
    });
}
