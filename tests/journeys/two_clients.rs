//! Two clients edit one header: the second sees what the first changed, field by field, before
//! anything is sent.

use practice::sample::MOVEMENT_QUARTERLY;
use serde_json::{Value, json};

use crate::act::{self, click, fill};
use crate::keys;
use crate::window::{Begin, Window, journey};
use crate::{check, editor, find, lines, watch};

/// The code in the head of the open movement.
pub const HEAD_CODE: &str = "[data-testid='pane'] [data-testid='movement-title'] .code";

#[test]
fn r_d13_the_second_of_two_sees_the_change_of_the_first_field_by_field() {
    journey("two_clients", Begin::default(), compare_and_decide);
}

#[test]
fn r_d13_the_second_of_two_sees_the_change_of_the_first_field_by_field_strict() {
    journey("two_clients_strict", Begin::strict(), compare_and_decide);
}

async fn compare_and_decide(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::click(client, &find::cell_css("movements-grid", 1, "name")).await;
    keys::press(client, &[keys::ENTER]).await;
    let code = find::by_css(client, HEAD_CODE).await.text().await.unwrap();
    keys::chord(client, &[keys::ALT, keys::ENTER]).await;
    find::by_id(client, "header-form").await;
    fill(client, "movement-name", "Mine, urgent").await;
    fill(client, "movement-description", "my words").await;
    let movement = change_it_elsewhere(&window, &code).await;
    keys::chord(client, &[keys::CONTROL, 's']).await;

    find::by_id(client, "conflict-sheet").await;
    assert_eq!(check::operations(&window), ["updateHeader"], "only the first one's");
    let fields = "[data-testid='conflict-sheet'] tbody";
    for said in ["Theirs, weekly", "Mine, urgent", "their words", "my words"] {
        find::text(client, fields, said).await;
    }
    // Nothing is chosen beforehand: a key pressed too soon throws nothing away.
    keys::press(client, &[keys::ENTER]).await;
    find::by_css(client, "[data-testid='conflict-decide'][aria-disabled='true']").await;
    click(client, "conflict-all-theirs").await;
    let mine = "[data-testid='conflict-field']:nth-child(1) [data-testid='conflict-mine']";
    find::click(client, mine).await;
    click(client, "conflict-decide").await;
    find::gone(client, "[data-testid='conflict-sheet']").await;
    find::text(client, "[data-testid='pane'] [data-testid='movement-title']", "Mine, urgent").await;
    find::gone(client, "[data-testid='state-parked']").await;
    let now = check::get(&window, &format!("/api/stockMovements/{movement}")).await;
    assert_eq!(now["data"]["name"], "Mine, urgent");
    assert_eq!(now["data"]["description"], "their words");
    assert_eq!(check::operations(&window), ["updateHeader", "updateHeader"]);
    window
}

#[test]
fn r_d13_two_people_in_two_windows_each_see_what_the_other_did() {
    journey("two_windows", Begin::default(), two_windows);
}

#[test]
fn r_d13_two_people_in_two_windows_each_see_what_the_other_did_strict() {
    journey("two_windows_strict", Begin::strict(), two_windows);
}

async fn two_windows(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    let colleague = window.colleague().await;
    let other = &colleague.client;
    fill(other, "signin-user", practice::sample::USERS[1].username).await;
    fill(other, "signin-password", watch::PASSWORD).await;
    click(other, "signin-submit").await;
    let mut codes = Vec::new();
    for (person, name) in [(client, "Mine, urgent"), (other, "Theirs, weekly")] {
        find::click(person, &find::cell_css("movements-grid", 1, "name")).await;
        keys::press(person, &[keys::ENTER]).await;
        codes.push(find::by_css(person, HEAD_CODE).await.text().await.unwrap());
        keys::chord(person, &[keys::ALT, keys::ENTER]).await;
        find::by_id(person, "header-form").await;
        fill(person, "movement-name", name).await;
    }
    assert_eq!(codes[0], codes[1], "both have the same movement before them");
    keys::chord(other, &[keys::CONTROL, 's']).await;
    find::gone(other, "[data-testid='header-form']").await;
    check::until_effects(&window, 1).await;
    keys::chord(client, &[keys::CONTROL, 's']).await;
    find::text(client, "[data-testid='conflict-sheet'] tbody", "Theirs, weekly").await;
    assert_eq!(check::operations(&window), ["updateHeader"], "only the colleague's");
    find::click(client, "[data-testid='conflict-all-mine']").await;
    click(client, "conflict-decide").await;
    find::gone(client, "[data-testid='conflict-sheet']").await;
    check::until_effects(&window, 2).await;
    let title = "[data-testid='pane'] [data-testid='movement-title']";
    find::text(client, title, "Mine, urgent").await;

    // The colleague presses nothing: what others do appears by itself.
    find::text(other, title, "Mine, urgent").await;
    colleague.leave(&window).await;
    window
}

#[test]
fn r_d13_the_second_of_two_sees_what_became_of_a_line_before_anything_is_sent() {
    journey("two_clients_lines", Begin::default(), compare_lines);
}

#[test]
fn r_d13_the_second_of_two_sees_what_became_of_a_line_before_anything_is_sent_strict() {
    journey("two_clients_lines_strict", Begin::strict(), compare_lines);
}

/// Lines of the long movement that are open, and next to each other.
const THEIRS: u32 = 16;
const OURS: u32 = 17;

async fn compare_lines(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    lines::column(client, "requested").await;
    let before = editor::movement(&window).await;
    let began = editor::quantity(&before[THEIRS as usize - 1]).unwrap();
    lines::go(client, THEIRS).await;
    lines::enter(client, "55").await;
    lines::enter(client, "70").await;
    find::chip_says(client, "chip-here", "2").await;
    change_a_line_elsewhere(&window, &before[THEIRS as usize - 1], 66).await;
    keys::chord(client, &[keys::CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-count']", "2 changes").await;
    keys::chord(client, &[keys::CONTROL, 's']).await;

    let said = format!("Someone changed the requested quantity to 66. Yours: 55. Before: {began}.");
    find::content(client, "[data-testid='lines-grid']", &said).await;
    let quantity = |lines: &[Value], line: u32| editor::quantity(&lines[line as usize - 1]);
    let now = editor::movement(&window).await;
    assert_eq!(quantity(&now, THEIRS), Some(66), "nothing is overwritten");
    keys::press(client, &[keys::ESCAPE]).await;
    find::click(client, "[data-testid='note-mine']").await;
    keys::chord(client, &[keys::CONTROL, 's']).await;
    find::by_css(client, "[data-testid='drawer-send']").await;
    keys::chord(client, &[keys::CONTROL, 's']).await;
    find::chip_says(client, "chip-here", "0").await;
    find::outbox_says(client, "0").await;
    let now = editor::movement(&window).await;
    assert_eq!((quantity(&now, THEIRS), quantity(&now, OURS)), (Some(55), Some(70)));

    // A line that became another one is marked until the page was left.
    let told = "[data-testid='pane'] [data-testid='lines-news']";
    assert!(!find::is_there(client, told).await, "what was sent from here is no news");
    change_a_line_elsewhere(&window, &now[OURS as usize], 33).await;
    keys::press(client, &[keys::F5]).await;
    find::text(client, told, "1 line changed in the service").await;
    find::by_css(client, "[data-testid='lines-grid'] .sym-news").await;
    keys::chord(client, &[keys::ALT, '2']).await;
    find::cell(client, "movements-grid", 1, "name").await;
    find::click(client, "[data-testid='tab'] + [data-testid='tab']").await;
    find::by_css(client, "[data-testid='pane'] [data-testid='lines-grid']").await;
    find::gone(client, told).await;
    window
}

#[test]
fn of_two_values_typed_for_a_line_in_conflict_the_later_is_kept() {
    journey("typed_in_a_conflict", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        let before = editor::movement(&window).await;
        lines::go(client, THEIRS).await;
        lines::enter(client, "55").await;
        find::chip_says(client, "chip-here", "1").await;
        change_a_line_elsewhere(&window, &before[THEIRS as usize - 1], 66).await;
        keys::chord(client, &[keys::CONTROL, 's']).await;
        find::by_id(client, "drawer-send").await;
        keys::chord(client, &[keys::CONTROL, 's']).await;
        find::content(client, "[data-testid='lines-grid']", "Yours: 55.").await;
        find::outbox_says(client, "1").await;
        keys::press(client, &[keys::ESCAPE]).await;
        find::gone(client, "[data-testid='drawer-close']").await;
        let its = "[data-testid='lines-grid'] .row:has(.sym-changed) [data-col='requested']";
        find::click(client, its).await;
        keys::type_text(client, "56").await;
        keys::press(client, &[keys::ENTER]).await;
        find::content(client, "[data-testid='lines-grid']", "Yours: 56.").await;
        find::click(client, "[data-testid='note-mine']").await;
        find::outbox_says(client, "0").await;
        find::chip_says(client, "chip-here", "0").await;
        let now = editor::movement(&window).await;
        assert_eq!(editor::quantity(&now[THEIRS as usize - 1]), Some(56));
        assert_eq!(check::operations(&window), ["updateItem", "updateItem"], "theirs, and ours");
        window
    });
}

/// Changes the quantity of a line as another client would.
async fn change_a_line_elsewhere(window: &Window, line: &Value, quantity: i64) {
    let change = json!({
        "id": line["id"],
        "product.id": line["product"]["id"],
        "quantityRequested": quantity,
        "sortOrder": line["sortOrder"],
    });
    send_a_line_elsewhere(window, &change).await;
}

/// Revises a line as another client would.
pub async fn revise_a_line_elsewhere(window: &Window, line: &Value, quantity: i64) {
    let change = json!({ "id": line["id"], "quantityRevised": quantity, "reasonCode": "STOCKOUT" });
    send_a_line_elsewhere(window, &change).await;
}

async fn send_a_line_elsewhere(window: &Window, change: &Value) {
    let path = format!("/api/stockMovements/{MOVEMENT_QUARTERLY}");
    let movement = check::get(window, &path).await["data"].take();
    let id = |part: &Value| json!({ "id": part["id"] });
    let body = json!({
        "name": movement["name"],
        "description": movement["description"],
        "dateRequested": movement["dateRequested"],
        "origin": id(&movement["origin"]),
        "destination": id(&movement["destination"]),
        "requestedBy": id(&movement["requestedBy"]),
        "lineItems": [change],
    });
    check::post(window, &path, &body).await;
}

#[test]
fn a_header_is_laid_aside_with_escape_and_comes_back_as_it_was() {
    journey("header_draft", Begin::default(), lay_aside_and_go_on);
}

#[test]
fn a_header_is_laid_aside_with_escape_and_comes_back_as_it_was_strict() {
    journey("header_draft_strict", Begin::strict(), lay_aside_and_go_on);
}

async fn lay_aside_and_go_on(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::click(client, &find::cell_css("movements-grid", 1, "name")).await;
    keys::press(client, &[keys::ENTER]).await;
    find::by_css(client, HEAD_CODE).await;
    keys::chord(client, &[keys::ALT, keys::ENTER]).await;
    fill(client, "movement-name", "Not quite done").await;
    check::until_kept(&window, "Not quite done").await;
    keys::press(client, &[keys::ESCAPE]).await;
    find::gone(client, "[data-testid='header-form']").await;
    // It is not out of sight: in the movement, at its tab, beside the outbox.
    find::by_id(client, "header-not-sent").await;
    find::by_css(client, "[data-testid='tab'][aria-selected='true'] .unsent").await;
    find::text(client, "[data-testid='unsent']", "1 not sent").await;
    let window = window.kill().await;
    let client = &window.client;
    act::sign_in_again(client).await;
    // Its tab is in front again.
    find::by_id(client, "header-form").await;
    let name = find::by_id(client, "movement-name").await;
    assert_eq!(name.prop("value").await.unwrap().as_deref(), Some("Not quite done"));
    keys::chord(client, &[keys::CONTROL, 's']).await;
    find::gone(client, "[data-testid='header-form']").await;
    find::text(client, "[data-testid='pane'] [data-testid='movement-title']", "Not quite").await;
    find::gone(client, "[data-testid='state-line']").await;
    find::gone(client, "[data-testid='unsent']").await;
    assert_eq!(check::operations(&window), ["updateHeader"]);
    window
}

/// Changes name and description as another client would; answers the movement's id.
pub async fn change_it_elsewhere(window: &Window, code: &str) -> String {
    let all = check::get(window, "/api/stockMovements?max=100&exclude=lineItems").await;
    let movements = all["data"].as_array().unwrap();
    let movement = movements.iter().find(|movement| movement["identifier"] == code).unwrap();
    let id = |part: &Value| json!({ "id": part["id"] });
    let body = json!({
        "name": "Theirs, weekly",
        "description": "their words",
        "dateRequested": movement["dateRequested"],
        "origin": id(&movement["origin"]),
        "destination": id(&movement["destination"]),
        "requestedBy": id(&movement["requestedBy"]),
    });
    let id = movement["id"].as_str().unwrap();
    check::post(window, &format!("/api/stockMovements/{id}"), &body).await;
    id.to_owned()
}
