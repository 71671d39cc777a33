//! Finding what a person would look for. Waits until it is there: how long that takes is not what
//! a journey proves, so the limit is generous.

use std::time::{Duration, Instant};

use fantoccini::elements::Element;
use fantoccini::{Client, Locator};

/// Longer than anything takes that works, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// The element with this test id.
pub async fn by_id(client: &Client, id: &str) -> Element {
    by_css(client, &format!("[data-testid='{id}']")).await
}

/// The first visible element of this selector.
pub async fn by_css(client: &Client, css: &str) -> Element {
    let begun = Instant::now();
    loop {
        for element in client.find_all(Locator::Css(css)).await.unwrap_or_default() {
            if element.is_displayed().await.unwrap_or(false) {
                return element;
            }
        }
        assert!(begun.elapsed() < PATIENCE, "nothing visible is `{css}`");
        pause().await;
    }
}

/// The selector of a grid's cell: by row (counted from 0 over the whole list, heads of groups
/// included) and column.
pub fn cell_css(grid: &str, row: u32, column: &str) -> String {
    format!("[data-testid='{grid}'] [data-index='{row}'] [data-col='{column}']")
}

/// The cell of a grid.
pub async fn cell(client: &Client, grid: &str, row: u32, column: &str) -> Element {
    by_css(client, &cell_css(grid, row, column)).await
}

/// Whether something visible has this selector now.
pub async fn is_there(client: &Client, css: &str) -> bool {
    for element in client.find_all(Locator::Css(css)).await.unwrap_or_default() {
        if element.is_displayed().await.unwrap_or(false) {
            return true;
        }
    }
    false
}

/// Waits until a text stands somewhere in the element.
pub async fn text(client: &Client, css: &str, wanted: &str) {
    let begun = Instant::now();
    let mut seen = String::new();
    while begun.elapsed() < PATIENCE {
        if let Ok(element) = client.find(Locator::Css(css)).await {
            seen = element.text().await.unwrap_or_default();
            if seen.contains(wanted) {
                return;
            }
        }
        pause().await;
    }
    panic!("`{css}` does not say `{wanted}` but `{seen}`");
}

/// Waits until nothing visible has this selector.
pub async fn gone(client: &Client, css: &str) {
    let begun = Instant::now();
    while is_there(client, css).await {
        assert!(begun.elapsed() < PATIENCE, "`{css}` is still there");
        pause().await;
    }
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(40)).await;
}
