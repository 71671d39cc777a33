//! A service that is too busy for every fourth write: what it did not take is told as not sent, and when
//! it goes again.

use practice::Variant;

use crate::keys::{CONTROL, chord};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines};

#[test]
fn a_change_that_meets_a_busy_service_is_told_as_not_sent() {
    let begin = Begin { variants: vec![Variant::Busy503], ..Begin::default() };
    journey("busy", begin, busy);
}

async fn busy(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    lines::open_the_long_one(&window).await;
    lines::column(client, "requested").await;
    let mut row = 0;
    for (sent, line) in (0..).zip([16, 17, 18, 19]) {
        check::until_effects(&window, sent).await;
        row = lines::go(client, line).await.row;
        lines::enter(client, "71").await;
        find::chip_says(client, "chip-here", "1").await;
        chord(client, &[CONTROL, 's']).await;
        find::by_id(client, "drawer-send").await;
        chord(client, &[CONTROL, 's']).await;
        find::gone(client, "[data-testid='drawer']").await;
        lines::at(client).await;
    }
    let line = "[data-testid='pane'] [data-testid='state-line']";
    find::text(client, line, "The service is busy.").await;
    find::text(client, line, "Next try").await;
    let mark = format!("[data-testid='lines-grid'] [data-index='{row}'] .sym-local");
    find::by_css(client, &mark).await;
    act::click(client, "outbox").await;
    find::content(client, "[data-testid='pane']", "Service busy, sent again within 2 minutes")
        .await;
    assert_eq!(check::effects(&window).len(), 3);
    window
}
