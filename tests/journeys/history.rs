//! What waits and what was done: a change the service refused is seen in its own words, corrected,
//! tried again, given up and taken up; a change that was sent is taken back; the journal is whole.

use fantoccini::Client;
use practice::{Fault, sample};

use crate::act::{self, click, fill};
use crate::keys::{self, CONTROL, DELETE, ENTER, ESCAPE};
use crate::window::{Begin, Window, journey};
use crate::{check, editor, find, lines, two_clients};

/// How the service refuses in these journeys.
const WORDS: &str = "Category was not saved. Validation failed for name.";

#[test]
fn a_refused_change_is_seen_corrected_and_sent() {
    journey("history_refused", Begin::default(), correct_and_send);
}

#[test]
fn a_refused_change_is_seen_corrected_and_sent_strict() {
    journey("history_refused_strict", Begin::strict(), correct_and_send);
}

async fn correct_and_send(window: Window) -> Window {
    refuse_a_category(&window, "Dressinks").await;
    let client = &window.client;
    find::outbox_says(client, "1").await;
    find::content(client, &find::cell_css("outbox-grid", 0, "standing"), WORDS).await;
    find::text(client, "[data-testid='history-panel'] [data-testid='failure']", "not saved").await;
    // Tried as it is, it is refused again; corrected, it goes.
    window.warehouse.faults().add(refusal());
    find::click(client, &find::cell_css("outbox-grid", 0, "what")).await;
    keys::press(client, &['r']).await;
    find::text(client, "[data-testid='history-panel']", "tried 2 times").await;
    find::click(client, &find::cell_css("outbox-grid", 0, "what")).await;
    keys::press(client, &['e']).await;
    fill(client, "category-edit-name", "Dressings").await;
    keys::press(client, &[ENTER]).await;
    find::by_id(client, "outbox-empty").await;
    find::content(client, &find::cell_css("journal-grid", 0, "result"), "Done").await;
    let made = check::effects(&window);
    assert_eq!(made.len(), 1, "{made:?}");
    assert_eq!(made[0].detail["name"], "Dressings");
    window
}

#[test]
fn a_change_given_up_is_taken_up_again_at_a_press() {
    journey("history_discard", Begin::default(), |window| async move {
        refuse_a_category(&window, "Dressings").await;
        let client = &window.client;
        find::click(client, &find::cell_css("outbox-grid", 0, "what")).await;
        keys::press(client, &[DELETE]).await;
        find::by_id(client, "outbox-empty").await;
        assert!(check::effects(&window).is_empty(), "what was given up is not sent");
        click(client, "toast-undo").await;
        find::content(client, &find::cell_css("journal-grid", 0, "result"), "Done").await;
        assert_eq!(check::operations(&window), ["createCategory"]);
        window
    });
}

#[test]
fn a_change_that_was_sent_is_taken_back_after_a_look_at_the_way_back() {
    journey("history_undo", Begin::default(), take_back);
}

#[test]
fn a_change_that_was_sent_is_taken_back_after_a_look_at_the_way_back_strict() {
    journey("history_undo_strict", Begin::strict(), take_back);
}

async fn take_back(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    let line = revise_a_line(&window).await;
    click(client, "outbox").await;
    find::content(client, &find::cell_css("journal-grid", 0, "result"), "Done").await;
    // Whatever it is about is named, also beside the open details.
    find::by_css(client, &format!("{} .code", find::cell_css("journal-grid", 0, "code"))).await;
    find::gone(client, "[data-testid='journal-grid'] [data-index='1']").await;
    find::click(client, &find::cell_css("journal-grid", 0, "change")).await;
    find::text(client, "[data-testid='history-panel']", "Revert").await;
    keys::chord(client, &[CONTROL, 'z']).await;
    find::text(client, "[data-testid='undo-sheet']", "Revert").await;
    assert_eq!(check::operations(&window).len(), 1, "nothing before the press");
    click(client, "undo-do").await;
    find::content(client, &find::cell_css("journal-grid", 0, "what"), "Revert").await;
    find::content(client, &find::cell_css("journal-grid", 0, "result"), "Done").await;
    let movement = check::get(&window, &format!("/api/stockMovements/{}", line.movement)).await;
    let lines = movement["data"]["lineItems"].as_array().unwrap();
    let now = lines.iter().find(|now| now["id"] == line.item.as_str()).unwrap();
    assert_eq!(now["statusCode"], "PENDING");
    find::text(client, "[data-testid='journal-check']", "not altered").await;
    // The open details speak another language at once.
    let standing = "[data-testid='history-panel'] [data-testid='standing']";
    find::text(client, standing, "Done").await;
    click(client, "rail-settings").await;
    click(client, "settings-language-fr").await;
    find::text(client, standing, "Fait").await;
    window
}

#[test]
fn a_question_says_what_is_at_stake_and_nothing_is_chosen_beforehand() {
    journey("history_question", Begin::default(), answer_the_question);
}

#[test]
fn a_question_says_what_is_at_stake_and_nothing_is_chosen_beforehand_strict() {
    journey("history_question_strict", Begin::strict(), answer_the_question);
}

async fn answer_the_question(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    // The service lists no categories, so only the user can look.
    lose_an_answer(&window, "Dressings").await;
    click(client, "outbox").await;
    find::content(
        client,
        &find::cell_css("outbox-grid", 0, "standing"),
        "Not known whether it was done",
    )
    .await;
    find::click(client, &find::cell_css("outbox-grid", 0, "what")).await;
    keys::press(client, &[ENTER]).await;
    find::content(client, "[data-testid='unclear']", "no answer came").await;
    click(client, "row-action").await;
    find::text(client, "[data-testid='question-sheet']", "duplicate").await;
    click(client, "question-save").await;
    assert!(find::is_there(client, "[data-testid='question-sheet']").await);
    click(client, "answer-0").await;
    click(client, "question-save").await;
    find::by_id(client, "outbox-empty").await;
    assert_eq!(check::operations(&window), ["createCategory"], "not sent again");
    window
}

#[test]
fn sending_is_held_back_and_goes_on_at_a_press() {
    journey("history_pause", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        click(client, "outbox").await;
        click(client, "pause-sending").await;
        find::text(client, "[data-testid='outbox']", "paused").await;
        make_a_category(&window, "Dressings").await;
        click(client, "outbox").await;
        find::content(client, &find::cell_css("outbox-grid", 0, "standing"), "Waiting").await;
        // Another change, kept and answered meanwhile: the first one had its time.
        make_a_category(&window, "Gloves").await;
        assert!(check::effects(&window).is_empty(), "nothing is sent while it is held back");
        click(client, "outbox").await;
        click(client, "pause-sending").await;
        find::by_id(client, "outbox-empty").await;
        assert_eq!(check::operations(&window), ["createCategory", "createCategory"]);
        window
    });
}

#[test]
fn the_journal_is_found_filtered_and_offered_for_export() {
    journey("history_export", Begin::default(), |window| async move {
        refuse_a_category(&window, "Dressings").await;
        let client = &window.client;
        click(client, "chip-problems").await;
        find::content(client, &find::cell_css("journal-grid", 0, "result"), "Refused").await;
        keys::chord(client, &[CONTROL, 'f']).await;
        keys::type_text(client, "nothing like this").await;
        find::by_id(client, "no-match").await;
        click(client, "clear-filters").await;
        // One row for the change, whatever happened to it; its steps stand beside it.
        find::content(client, &find::cell_css("journal-grid", 0, "result"), "Refused").await;
        find::gone(client, "[data-testid='journal-grid'] [data-index='1']").await;
        find::click(client, &find::cell_css("journal-grid", 0, "change")).await;
        let steps = find::by_id(client, "steps").await.text().await.unwrap();
        let at = |word: &str| steps.find(word).unwrap_or_else(|| panic!("{word}: {steps}"));
        assert!(
            at("Saved") < at("Tried to send") && at("Tried to send") < at("Refused"),
            "{steps}"
        );
        keys::chord(client, &[CONTROL, 'e']).await;
        find::by_id(client, "export-csv").await;
        find::by_id(client, "export-json").await;
        keys::press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='export-csv']").await;
        let text = export(&window, "csv").await;
        // Spreadsheets read accents right where a mark tells them how.
        assert!(text.starts_with("\u{feff}\"entry\",\"time\",\"who\""), "{text}");
        assert!(text.contains(WORDS), "{text}");
        window
    });
}

/// The service refuses the next category.
pub fn refusal() -> Fault {
    let body = serde_json::json!({ "errorCode": 500, "errorMessage": WORDS }).to_string();
    let answer =
        practice::Kind::Answer { status: 500, content_type: "application/json".into(), body };
    Fault::new(answer).method("POST").path("/api/categories")
}

/// Signs in, lets the service refuse a new category, and opens the history.
async fn refuse_a_category(window: &Window, name: &str) {
    act::sign_in(&window.client).await;
    window.warehouse.faults().add(refusal());
    make_a_category_that_is_refused(window, name).await;
    click(&window.client, "outbox").await;
    find::cell(&window.client, "outbox-grid", 0, "what").await;
}

/// The sheet for a new category.
const CATEGORY: &str = "[data-testid='category-sheet']";

/// Makes a category by the sheet, which closes: it was made, is kept here, or will be asked about.
pub async fn make_a_category(window: &Window, name: &str) {
    enter_a_category(&window.client, name).await;
    find::gone(&window.client, CATEGORY).await;
}

/// The same of one the service refuses: the sheet says so, and is left.
pub async fn make_a_category_that_is_refused(window: &Window, name: &str) {
    let client = &window.client;
    enter_a_category(client, name).await;
    find::by_css(client, &format!("{CATEGORY} [data-testid='failure']")).await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, CATEGORY).await;
}

async fn enter_a_category(client: &Client, name: &str) {
    act::section(client, "products").await;
    // For a moment after one was made a press counts as the second of a double one.
    find::click(client, "[data-testid='new-category']:not([aria-disabled])").await;
    fill(client, "category-name", name).await;
    keys::press(client, &[ENTER]).await;
}

/// A header that two change at once: the question is put off.
pub async fn make_a_conflict(window: &Window) {
    let client = &window.client;
    act::section(client, "movements").await;
    find::click(client, &find::cell_css("movements-grid", 1, "name")).await;
    keys::press(client, &[ENTER]).await;
    let code = find::by_css(client, two_clients::HEAD_CODE).await.text().await.unwrap();
    keys::chord(client, &[keys::ALT, ENTER]).await;
    find::by_id(client, "header-form").await;
    fill(client, "movement-name", "Emergency weekend stock, corrected").await;
    two_clients::change_it_elsewhere(window, &code).await;
    keys::chord(client, &[CONTROL, 's']).await;
    find::by_id(client, "conflict-sheet").await;
    keys::press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='conflict-sheet']").await;
}

/// A category that was made, and nobody here knows.
pub async fn lose_an_answer(window: &Window, name: &str) {
    let lost = Fault::new(practice::Kind::DropAfter).method("POST").path("/api/categories");
    window.warehouse.faults().add(lost);
    make_a_category(window, name).await;
}

/// A line that was revised.
struct Revised {
    movement: String,
    item: String,
}

/// An open line of the long movement.
const REVISED: u32 = 60;

/// Revises a line in the editor, and sends it.
async fn revise_a_line(window: &Window) -> Revised {
    let client = &window.client;
    lines::open_the_long_one(window).await;
    let item =
        editor::movement(window).await[REVISED as usize - 1]["id"].as_str().unwrap().to_owned();
    editor::begin(client, REVISED, 'r', "revise-quantity").await;
    keys::type_text(client, "3").await;
    editor::until_a_reason(client).await;
    keys::press(client, &['1', ENTER]).await;
    lines::at(client).await;
    keys::chord(client, &[CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-count']", "1 change").await;
    keys::chord(client, &[CONTROL, 's']).await;
    check::until_effects(window, 1).await;
    Revised { movement: sample::MOVEMENT_QUARTERLY.to_owned(), item }
}

/// The export without the system's dialog, which no journey can press.
async fn export(window: &Window, format: &str) -> String {
    let exported =
        invoke(&window.client, "export_journal", serde_json::json!({ "format": format })).await;
    exported["text"].as_str().unwrap().to_owned()
}

/// Sends a command as the page does.
pub async fn invoke(
    client: &Client,
    command: &str,
    request: serde_json::Value,
) -> serde_json::Value {
    let send = "const done = arguments[arguments.length - 1];
        const read = (reply) => reply instanceof ArrayBuffer
            ? JSON.parse(new TextDecoder().decode(reply)) : reply;
        window.__TAURI_INTERNALS__.invoke(arguments[0], { request: arguments[1] })
            .then((reply) => done(read(reply)), (failure) => done({ failure }));";
    client.execute_async(send, vec![command.into(), request]).await.unwrap()
}
