//! What a manager asks: on which lines of which movements was something decided.

use crate::window::{Begin, journey};
use crate::{act, find};

#[test]
fn movements_with_decided_lines_are_found_and_counted_by_what_was_decided() {
    journey("decided", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        // Lines that were never read are read for the answer, also of movements out of sight.
        act::click(client, "filter-decided").await;
        find::click(client, "[role='option']:first-child").await;
        find::gone(client, "[data-testid='unread']").await;
        let quarterly = "[data-testid='movements-grid'] [data-col='decisions'] \
            [title='7 Substituted, 5 Canceled, 5 Revised']";
        find::by_css(client, quarterly).await;
        let all = "[data-testid='movements-grid'] [role='row']:has([data-col='name'] .name)";
        let with = format!("{all}:has([data-col='decisions'] .st-substituted)");
        let shown = client.find_all(fantoccini::Locator::Css(all)).await.unwrap().len();
        assert_ne!(shown, 0);
        assert_eq!(client.find_all(fantoccini::Locator::Css(&with)).await.unwrap().len(), shown);
        window
    });
}
