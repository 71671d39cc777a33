//! The lines of a movement by keyboard: where the focus is, and how to get it elsewhere.

use std::time::{Duration, Instant};

use fantoccini::Client;
use serde_json::Value;

use crate::keys::{self, CONTROL, DELETE, DOWN, ENTER, HOME, RIGHT, UP};
use crate::window::Window;
use crate::{find, without_a_mouse};

/// A cell that has the focus.
#[derive(Clone, Debug, PartialEq)]
pub struct At {
    pub row: u64,
    pub column: String,
    /// The line's number; nothing in the row for a new line.
    pub line: Option<u32>,
    /// Nothing can be typed into it.
    pub closed: bool,
}

const AT: &str = "const cell = document.activeElement;
    const row = cell.closest('[data-testid=lines-grid] [data-index]');
    if (!row || !cell.matches('[role=gridcell], [role=rowheader]')) return null;
    const number = row.querySelector('[data-col=number]');
    return { row: Number(row.dataset.index), column: cell.dataset.col,
        line: number ? number.textContent.trim() : '',
        closed: cell.getAttribute('aria-readonly') === 'true' };";

/// Opens the long movement of the sample data from the list.
pub async fn open_the_long_one(window: &Window) {
    open(window, "Quarterly").await;
}

/// Opens the only movement whose name has this in it from the list, which is in front.
pub async fn open(window: &Window, name: &str) {
    let client = &window.client;
    keys::chord(client, &[CONTROL, 'f']).await;
    keys::type_text(client, name).await;
    find::text(client, &find::cell_css("movements-grid", 1, "name"), name).await;
    keys::press(client, &[ENTER]).await;
    without_a_mouse::until_focused(window, "[data-testid='movements-grid']").await;
    keys::press(client, &[DOWN, ENTER]).await;
    find::cell(client, "lines-grid", 1, "requested").await;
    without_a_mouse::until_focused(window, "[data-testid='lines-grid']").await;
}

/// The cell that has the focus, once one has.
pub async fn at(client: &Client) -> At {
    until(client, |_| true).await
}

/// Presses a key and waits until another cell has the focus.
pub async fn step(client: &Client, key: char) -> At {
    let before = at(client).await;
    keys::press(client, &[key]).await;
    until(client, |now| *now != before).await
}

/// Goes to a line of the column the focus is in.
pub async fn go(client: &Client, line: u32) -> At {
    let mut now = at(client).await;
    let mut key = DOWN;
    for _ in 0..400 {
        // Rows of what goes in the stead of a line have no number.
        if let Some(there) = now.line {
            if there == line {
                return now;
            }
            key = if there > line { UP } else { DOWN };
        }
        now = step(client, key).await;
    }
    panic!("line {line} is not reached");
}

/// Goes to a column of the row the focus is in.
pub async fn column(client: &Client, column: &str) -> At {
    let mut now = at(client).await;
    if now.column != "number" {
        now = step(client, HOME).await;
    }
    while now.column != column {
        now = step(client, RIGHT).await;
    }
    now
}

/// Types a text over the cell and goes down.
pub async fn enter(client: &Client, text: &str) -> At {
    let before = at(client).await;
    keys::type_text(client, text).await;
    keys::press(client, &[ENTER]).await;
    until(client, |now| now.row != before.row).await
}

/// Puts a block on the clipboard as another program would, and gives the focus back to the lines.
pub async fn copy_elsewhere(window: &Window, block: &str) {
    let client = &window.client;
    keys::chord(client, &[CONTROL, 'f']).await;
    keys::type_text(client, "x").await;
    find::text(client, "[data-testid='lines-count']", " of ").await;
    keys::chord(client, &[CONTROL, 'a']).await;
    let copy = "const block = arguments[0];
        document.addEventListener('copy', (event) => {
            event.clipboardData.setData('text/plain', block);
            event.preventDefault();
            window.__copied = true;
        }, { once: true, capture: true });";
    client.execute(copy, vec![block.into()]).await.unwrap();
    keys::chord(client, &[CONTROL, 'c']).await;
    assert_eq!(client.execute("return window.__copied;", Vec::new()).await.unwrap(), true);
    keys::press(client, &[DELETE]).await;
    // The find field is empty; what it found is not shown any more.
    until_all_are_shown(client).await;
    keys::press(client, &[ENTER]).await;
    at(client).await;
}

/// Waits until no line is left out.
pub async fn until_all_are_shown(client: &Client) {
    let all =
        "return !document.querySelector('[data-testid=lines-count]').textContent.includes(' of ')";
    let begun = Instant::now();
    while client.execute(all, Vec::new()).await.unwrap() != true {
        assert!(begun.elapsed() < find::PATIENCE, "the lines stay filtered");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The cell that has the focus, once it is one of these.
pub async fn until(client: &Client, is_it: impl Fn(&At) -> bool) -> At {
    let begun = Instant::now();
    loop {
        let now = client.execute(AT, Vec::new()).await.unwrap();
        if let Some(now) = read(&now).filter(&is_it) {
            return now;
        }
        assert!(begun.elapsed() < find::PATIENCE, "the focus is elsewhere: {now}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn read(now: &Value) -> Option<At> {
    Some(At {
        row: now["row"].as_u64()?,
        column: now["column"].as_str()?.to_owned(),
        line: now["line"].as_str()?.parse().ok(),
        closed: now["closed"].as_bool()?,
    })
}
