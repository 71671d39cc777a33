//! Finding what a person would look for. Waits until it is there: how long that takes is not what
//! a journey proves, so the limit is generous.

use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, MouseActions, PointerAction};
use fantoccini::elements::Element;
use fantoccini::error::{CmdError, ErrorStatus};
use fantoccini::{Client, Locator};

/// Longer than anything takes that works, on a slow machine; also than a window waits before it looks
/// again for what others did.
pub const PATIENCE: Duration = Duration::from_secs(75);

/// The element with this test id.
pub async fn by_id(client: &Client, id: &str) -> Element {
    by_css(client, &format!("[data-testid='{id}']")).await
}

/// The first visible element of this selector.
pub async fn by_css(client: &Client, css: &str) -> Element {
    let begun = Instant::now();
    loop {
        let found = client.find_all(Locator::Css(css)).await;
        let failed = found.as_ref().err().map(ToString::to_string);
        for element in found.unwrap_or_default() {
            if element.is_displayed().await.unwrap_or(false) {
                return element;
            }
        }
        assert!(begun.elapsed() < PATIENCE, "nothing visible is `{css}`, {failed:?}");
        pause().await;
    }
}

/// Answers once the element can be pressed: it stands still, is on screen, and nothing covers it. No,
/// if it is gone.
const CAN_BE_PRESSED: &str = "const [element, css, done] = arguments;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    let before = '';
    const look = () => {
        if (!element.isConnected) return done(false);
        const at = element.getBoundingClientRect();
        const now = [at.x, at.y, at.width, at.height].join();
        const hit = document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2);
        if (now === before && hit && (element.contains(hit) || hit.contains(element))) {
            window.__felt = false;
            const feel = ({ target }) => {
                // Drawn anew, another element stands for it.
                const stands = element.isConnected ? element : target.closest(css);
                window.__felt = stands !== null && stands.contains(target);
            };
            window.addEventListener('mousedown', feel, { capture: true, once: true });
            return done(true);
        }
        before = now;
        requestAnimationFrame(look);
    };
    look();";

/// Presses the mouse once on the first visible element of this selector, when it can be pressed: while
/// a page is being put together, what is aimed at moves, is covered or is drawn anew.
pub async fn click(client: &Client, css: &str) {
    let begun = Instant::now();
    loop {
        let element = by_css(client, css).await;
        let aim = vec![serde_json::to_value(&element).unwrap(), css.into()];
        let can_be_pressed = client.execute_async(CAN_BE_PRESSED, aim).await;
        if can_be_pressed.is_ok_and(|can| can == true) {
            let pressed = element.click().await;
            if pressed.is_ok() {
                assert!(is_felt(client).await, "the press on `{css}` went beside it");
                return;
            }
            let in_vain = pressed.as_ref().is_err_and(is_in_vain);
            assert!(in_vain, "the press on `{css}` failed: {pressed:?}");
        }
        assert!(begun.elapsed() < PATIENCE, "`{css}` cannot be pressed");
        pause().await;
    }
}

/// Whether the element felt the press. A page that was loaded anew by it knows nothing of one, and while
/// it is on its way it answers nothing.
async fn is_felt(client: &Client) -> bool {
    let begun = Instant::now();
    loop {
        match client.execute("return window.__felt;", Vec::new()).await {
            Ok(felt) => return felt != false,
            Err(failure) => assert!(begun.elapsed() < PATIENCE, "the page is gone: {failure}"),
        }
        pause().await;
    }
}

/// The element went, or something came over it, after it could be pressed: nothing was pressed.
fn is_in_vain(failure: &CmdError) -> bool {
    let is_covered = matches!(
        failure,
        CmdError::Standard(said) if said.error == ErrorStatus::ElementClickIntercepted
    );
    is_covered || failure.is_stale_element_reference() || failure.is_element_not_interactable()
}

/// Presses on a field, and waits until the keys go there.
pub async fn focus(client: &Client, css: &str) {
    click(client, css).await;
    by_css(client, &format!("{css}:focus")).await;
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
    if let Some(seen) = other_text(client, css, |seen| seen.contains(wanted)).await {
        panic!("`{css}` does not say `{wanted}` but `{seen}`");
    }
}

/// Waits until the element says this and nothing else: a number stands in larger ones too.
pub async fn says(client: &Client, css: &str, wanted: &str) {
    if let Some(seen) = other_text(client, css, |seen| seen.trim() == wanted).await {
        panic!("`{css}` does not say just `{wanted}` but `{seen}`");
    }
}

/// Waits until a chip counts so many.
pub async fn chip_says(client: &Client, id: &str, count: &str) {
    says(client, &format!("[data-testid='{id}'] b"), count).await;
}

/// Waits until so many changes are in the outbox.
pub async fn outbox_says(client: &Client, count: &str) {
    says(client, "[data-testid='outbox'] b", count).await;
}

/// Waits until the text of the element is as wanted; answers what it is where that never comes.
async fn other_text(
    client: &Client,
    css: &str,
    is_wanted: impl Fn(&str) -> bool,
) -> Option<String> {
    let begun = Instant::now();
    let mut seen = String::new();
    while begun.elapsed() < PATIENCE {
        if let Ok(element) = client.find(Locator::Css(css)).await {
            seen = element.text().await.unwrap_or_default();
            if is_wanted(&seen) {
                return None;
            }
        }
        pause().await;
    }
    Some(seen)
}

/// Waits until a text stands in the element, cut or not: the driver reads nothing of what a cell
/// too narrow for it cuts off.
pub async fn content(client: &Client, css: &str, wanted: &str) {
    let begun = Instant::now();
    let mut seen = None;
    while begun.elapsed() < PATIENCE {
        if let Ok(element) = client.find(Locator::Css(css)).await {
            seen = element.prop("textContent").await.unwrap_or_default();
            if seen.as_ref().is_some_and(|seen| seen.contains(wanted)) {
                return;
            }
        }
        pause().await;
    }
    panic!("`{css}` does not hold `{wanted}` but {seen:?}");
}

/// Moves the pointer over an element, and presses nothing.
pub async fn point_at(client: &Client, css: &str) {
    let element = by_css(client, css).await;
    let over = PointerAction::MoveToElement {
        element,
        duration: Some(Duration::from_millis(50)),
        x: 0.0,
        y: 0.0,
    };
    let mouse = MouseActions::new("mouse".to_owned()).then(over);
    client.perform_actions(mouse).await.unwrap();
}

/// Waits until a script answers yes.
pub async fn until_true(client: &Client, script: &str) {
    let begun = Instant::now();
    loop {
        // One that fails has not answered: what it looks at may not be there yet.
        let answer = client.execute(script, Vec::new()).await;
        if answer.as_ref().is_ok_and(|answer| *answer == true) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "`{script}` is not so: {answer:?}");
        pause().await;
    }
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
