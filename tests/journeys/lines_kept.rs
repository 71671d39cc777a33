//! What is typed into the lines of a movement outlives whatever happens: the program is killed in the
//! middle of it, again and again; the session ends, again and again.

use std::time::{Duration, Instant};

use fantoccini::Client;
use practice::{Fault, Kind};
use serde_json::Value;

use crate::act;
use crate::keys::{self, CONTROL, DOWN, END, ENTER, ESCAPE, press, type_text};
use crate::window::{Begin, Window, is_long, journey};
use crate::{check, editor, find, lines, scanner};

/// How often the program is killed, and how often at length.
const KILLS: [u32; 2] = [10, 50];
/// The first of the lines whose quantities are entered meanwhile.
const FIRST: u32 = 16;
/// A cell being typed in is kept at most so old.
const TYPED: Duration = Duration::from_millis(500);

#[test]
fn every_cell_and_the_way_back_are_there_after_each_of_many_kills() {
    journey("lines_killed", Begin::default(), killed_again_and_again);
}

async fn killed_again_and_again(window: Window) -> Window {
    act::sign_in(&window.client).await;
    lines::open_the_long_one(&window).await;
    let kills = KILLS[usize::from(is_long())];
    let open: Vec<_> = open_lines(&editor::movement(&window).await).collect();
    let mut window = window;
    for kill in 0..kills {
        let client = &window.client;
        lines::column(client, "requested").await;
        lines::go(client, open[kill as usize]).await;
        lines::enter(client, &(300 + kill).to_string()).await;
        let kept = (kill + 1).to_string();
        find::chip_says(client, "chip-here", &kept).await;
        let typed = format!("9{kill}");
        lines::go(client, open[kill as usize + 1]).await;
        type_text(client, &typed).await;
        // At another moment each time.
        tokio::time::sleep(TYPED + Duration::from_millis(u64::from(kill * 53 % 200))).await;
        window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        // Its tab is in front again, and the cell that was being typed in.
        find::text(client, "[data-testid='pane'] [data-testid='restored']", "1 movement").await;
        find::chip_says(client, "chip-here", &kept).await;
        let editor = find::by_css(client, "[data-testid='lines-grid'] input:focus").await;
        assert_eq!(editor.prop("value").await.unwrap().as_deref(), Some(typed.as_str()));
        press(client, &[ESCAPE]).await;
        lines::column(client, "requested").await;
        for before in 0..=kill {
            lines::go(client, open[before as usize]).await;
            let cell = "[data-testid='lines-grid'] [role='gridcell']:focus";
            find::text(client, cell, &(300 + before).to_string()).await;
        }
    }
    let client = &window.client;
    for left in (0..kills).rev() {
        keys::chord(client, &[CONTROL, 'z']).await;
        find::chip_says(client, "chip-here", &left.to_string()).await;
    }
    assert!(check::effects(&window).is_empty());
    window
}

/// Numbers of the lines that nothing was decided about.
fn open_lines(lines: &[Value]) -> impl Iterator<Item = u32> {
    let numbered = lines.iter().zip(1..).filter(|(line, _)| line["statusCode"] == "PENDING");
    numbered.map(|(_, number)| number).filter(|number| *number >= FIRST)
}

/// How many lines are entered while the session ends, and how many at length.
const ENTERED: [usize; 2] = [60, 300];
/// It ends so often.
const EVERY: Duration = Duration::from_secs(20);

#[test]
fn many_lines_are_entered_while_the_session_ends_again_and_again() {
    let begin = Begin { large: is_long(), ..Begin::default() };
    journey("lines_ended", begin, entered_without_a_session);
}

#[test]
fn many_lines_are_entered_while_the_session_ends_again_and_again_strict() {
    let begin = Begin { large: is_long(), ..Begin::strict() };
    journey("lines_ended_strict", begin, entered_without_a_session);
}

async fn entered_without_a_session(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    if is_long() {
        until_products_are_read(client).await;
    }
    lines::open_the_long_one(&window).await;
    let before = editor::movement(&window).await;
    let entered = ENTERED[usize::from(is_long())];
    let codes = editor::free_codes(&window, &before, entered).await;
    keys::chord(client, &[CONTROL, END]).await;
    lines::column(client, "code").await;
    let (mut ended, mut is_out) = (Instant::now(), false);
    for (code, quantity) in codes.iter().zip(1_u32..) {
        if ended.elapsed() > EVERY || quantity == 3 {
            window.warehouse.faults().expire_sessions();
            // Reading anew is how the window learns of it.
            press(client, &[keys::F5]).await;
            (ended, is_out) = (Instant::now(), true);
        }
        type_text(client, code).await;
        press(client, &[ENTER]).await;
        type_text(client, &quantity.to_string()).await;
        press(client, &[ENTER]).await;
        if find::is_there(client, "[data-testid='signin-sheet']").await {
            act::sign_in_again(client).await;
            is_out = false;
            lines::at(client).await;
        }
    }
    find::chip_says(client, "chip-here", &entered.to_string()).await;
    // The sheet waits for a pause of the hands, which there may have been none of yet.
    if is_out {
        act::sign_in_again(client).await;
    }
    keys::chord(client, &[CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-count']", &format!("{entered} changes")).await;
    keys::chord(client, &[CONTROL, 's']).await;
    check::until_effects(&window, entered).await;
    let after = editor::movement(&window).await;
    let new: Vec<_> = after[before.len()..]
        .iter()
        .map(|line| (editor::code(line).to_owned(), editor::quantity(line)))
        .collect();
    let wanted: Vec<_> = codes.into_iter().zip((1..).map(Some)).collect();
    assert_eq!(new, wanted, "each once, as it was typed, in its order");
    window
}

/// The window reads so many rows at once.
const READ_AT_ONCE: usize = 64;
/// Scanned around the row where the next reading begins.
const SCANNED: usize = 6;

#[test]
fn what_is_scanned_is_whole_where_the_rows_in_the_window_end() {
    journey("lines_scanned", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let before = editor::movement(&window).await;
        let rows = "return document.querySelector('[data-testid=lines-grid]').ariaRowCount - 2;";
        let rows = client.execute(rows, Vec::new()).await.unwrap().as_u64().unwrap();
        // One row lies above those that are scanned, the next reading begins in the middle of them.
        let filled = 5 * READ_AT_ONCE - SCANNED / 2 - usize::try_from(rows).unwrap();
        let codes = editor::free_codes(&window, &before, filled + SCANNED).await;
        let (pasted, scanned) = codes.split_at(filled);
        let block: Vec<_> = pasted.iter().map(|code| format!("{code}\t1")).collect();
        lines::copy_elsewhere(&window, &block.join("\n")).await;
        keys::chord(client, &[CONTROL, END]).await;
        lines::column(client, "code").await;
        keys::chord(client, &[CONTROL, 'v']).await;
        find::chip_says(client, "chip-here", &filled.to_string()).await;
        keys::chord(client, &[CONTROL, END]).await;
        lines::column(client, "code").await;
        for (code, number) in scanned.iter().zip(filled + 1..) {
            scanner::scan(code);
            find::chip_says(client, "chip-here", &number.to_string()).await;
        }
        for code in scanned.iter().rev() {
            lines::step(client, keys::UP).await;
            find::text(client, "[data-testid='lines-grid'] [role='gridcell']:focus", code).await;
        }
        // Whoever knows what goes does not wait until the drawer says so.
        keys::chord(client, &[CONTROL, 's']).await;
        keys::chord(client, &[CONTROL, 's']).await;
        check::until_effects(&window, filled + SCANNED).await;
        window
    });
}

/// Waits until all products are known: codes are typed as fast as a scanner sends them.
async fn until_products_are_read(client: &Client) {
    act::section(client, "products").await;
    let begun = Instant::now();
    let status = "[data-testid='pane'] [data-testid='status']";
    while !find::by_css(client, status).await.text().await.unwrap().contains("100,000") {
        assert!(begun.elapsed() < Duration::from_secs(300), "the products are not read");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    act::section(client, "movements").await;
    find::by_id(client, "movements-grid").await;
}

/// Longer than hands rest that are in no field.
const RESTS: Duration = Duration::from_secs(7);

#[test]
fn a_cell_begun_when_the_session_ends_goes_on_where_it_was() {
    journey("lines_begun", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, FIRST).await;
        end_the_session_late(&window).await;
        type_text(client, "12").await;
        until_it_ended_under_the_hands(client).await;
        type_text(client, "3").await;
        press(client, &[ENTER]).await;
        find::chip_says(client, "chip-here", "1").await;
        // Once the cell is left it is asked for, and nothing of the quantity went into it.
        find::by_id(client, "signin-sheet").await;
        let password = find::by_id(client, "signin-password").await;
        assert_eq!(password.prop("value").await.unwrap().as_deref(), Some(""));
        find::gone(client, "[data-testid='session-ended']").await;
        act::sign_in_again(client).await;
        lines::step(client, keys::UP).await;
        let cell = "[data-testid='lines-grid'] [role='gridcell']:focus";
        find::text(client, cell, "123").await;
        press(client, &[DOWN]).await;
        window
    });
}

#[test]
fn whoever_looks_up_a_quantity_when_the_session_ends_types_it_where_it_belongs() {
    journey("lines_looked_up", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        let codes = editor::free_codes(&window, &editor::movement(&window).await, 1).await;
        keys::chord(client, &[CONTROL, END]).await;
        lines::column(client, "code").await;
        end_the_session_late(&window).await;
        type_text(client, &codes[0]).await;
        press(client, &[ENTER]).await;
        // The field is open, and nothing was typed into it yet.
        let field = "[data-testid='lines-grid'] [data-col='requested'] input:focus";
        find::by_css(client, field).await;
        until_it_ended_under_the_hands(client).await;
        find::by_css(client, field).await;
        // Whoever wants to sign in now does not wait.
        find::click(client, "[data-testid='pane'] [data-testid='sign-in-again']").await;
        act::sign_in_again(client).await;
        find::gone(client, "[data-testid='session-ended']").await;
        window
    });
}

/// Ends the session, and lets the window learn of it when a cell is being typed in, not before.
async fn end_the_session_late(window: &Window) {
    let late = Fault::new(Kind::Delay(Duration::from_secs(4))).method("GET");
    window.warehouse.faults().add(late.path("/api/stockMovements"));
    window.warehouse.faults().expire_sessions();
    press(&window.client, &[keys::F5]).await;
}

/// Waits until the window says that the session has ended. Whoever is in a field is left there, however
/// long they look at their paper.
async fn until_it_ended_under_the_hands(client: &Client) {
    let said = "[data-testid='pane'] [data-testid='session-ended']";
    find::text(client, said, "Your session has ended.").await;
    tokio::time::sleep(RESTS).await;
    assert!(!find::is_there(client, "[data-testid='signin-sheet']").await, "it took the focus");
}
