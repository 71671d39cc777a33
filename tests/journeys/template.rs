//! A movement as a template: its header fills a new form, and its lines come with it as changes that are
//! not sent.

use crate::keys::{CONTROL, DOWN, SHIFT, chord, press};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines, without_a_mouse};

#[test]
fn a_movement_begins_another_with_its_header_and_its_lines() {
    journey("template", Begin::default(), template);
}

async fn template(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open(&window, "Quarterly").await;
    let counted = "return document.querySelector('[data-testid=lines-count]').textContent;";
    let lines_of = client.execute(counted, Vec::new()).await.unwrap();
    assert_ne!(lines_of, "0 lines");
    chord(client, &[CONTROL, SHIFT, 'd']).await;
    let named = "const field = document.querySelector('[data-testid=movement-name]');
        return field !== null && field.value.includes('Quarterly');";
    find::until_true(client, named).await;
    find::content(client, "[data-testid='template-chosen']", "Quarterly").await;
    act::fill(client, "movement-name", "Quarterly, once more").await;
    act::click(client, "create-movement").await;
    find::text(client, "[data-testid='pane'] [data-testid='movement-title']", "once more").await;
    let all = lines_of.as_str().unwrap().to_owned();
    find::says(client, "[data-testid='pane'] [data-testid='lines-count']", &all).await;
    let only = check::operations(&window);
    assert_eq!(only, ["createMovement"], "its lines are sent when somebody sends them");
    without_a_mouse::until_focused(&window, "[data-testid='lines-grid']").await;
    chord(client, &[CONTROL, 'z']).await;
    find::says(client, "[data-testid='pane'] [data-testid='lines-count']", "0 lines").await;

    // From the list as well, with the row that has the focus.
    act::section(client, "movements").await;
    find::cell(client, "movements-grid", 1, "name").await;
    find::focus(client, &find::cell_css("movements-grid", 1, "name")).await;
    press(client, &[DOWN]).await;
    chord(client, &[CONTROL, SHIFT, 'd']).await;
    find::by_css(client, "[data-testid='pane'] [data-testid='template-chosen']").await;
    window
}
