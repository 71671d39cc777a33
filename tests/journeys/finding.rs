//! Finding a record and opening it, and the tabs that stay open.

use crate::keys::{CONTROL, ENTER, chord, press, type_text};
use crate::window::{Begin, journey};
use crate::{act, find, two_clients};

const CELL: &str = "[data-testid='movements-grid'] [data-index='1'] [role='gridcell']:focus";

#[test]
fn what_is_found_opens_at_the_second_enter() {
    journey("find_and_open", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        // What one comes to first is a movement, not the head of its group.
        find::by_css(client, CELL).await;
        let cells = "[data-testid='movements-grid'] [data-index] [data-col='code']";
        let codes = client.find_all(fantoccini::Locator::Css(cells)).await.unwrap();
        let code = codes[3].text().await.unwrap();
        chord(client, &[CONTROL, 'f']).await;
        type_text(client, &code).await;
        press(client, &[ENTER]).await;
        find::by_css(client, CELL).await;
        find::text(client, &find::cell_css("movements-grid", 1, "code"), &code).await;
        press(client, &[ENTER]).await;
        find::by_id(client, "movement-title").await;
        find::text(client, two_clients::HEAD_CODE, &code).await;
        window
    });
}

#[test]
fn tabs_are_open_again_after_a_restart() {
    journey("tabs_again", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        let code = find::cell(client, "movements-grid", 1, "code").await.text().await.unwrap();
        find::by_css(client, CELL).await;
        press(client, &[ENTER]).await;
        find::by_id(client, "movement-title").await;
        act::section(client, "products").await;
        find::cell(client, "products-grid", 0, "name").await;
        let window = window.reopen().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::cell(client, "products-grid", 0, "name").await;
        let tabs = client.find_all(fantoccini::Locator::Css("[data-testid='tab']")).await.unwrap();
        let mut names = Vec::new();
        for tab in &tabs {
            names.push(tab.prop("textContent").await.unwrap().unwrap_or_default());
        }
        assert_eq!(names.len(), 3, "{names:?}");
        assert!(names[1].contains(&code), "{names:?}");
        assert_eq!(tabs[2].attr("aria-selected").await.unwrap().as_deref(), Some("true"));
        // The movement is put together when its tab comes to the front.
        tabs[1].click().await.unwrap();
        find::by_id(client, "movement-title").await;
        window
    });
}
