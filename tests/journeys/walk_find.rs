//! What is looked for in the view of one task: what is typed to find a bin or a product is no command.

use crate::keys::{ENTER, press, type_text};
use crate::walks::{find_movement, task};
use crate::window::{Begin, journey};
use crate::{find, without_a_mouse};

#[test]
fn what_is_typed_to_find_a_bin_is_no_command_in_the_view_of_one_task() {
    journey("walk_find_bin", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        find_movement(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        find::text(client, &task(0, "bin"), "A-01").await;
        press(client, &['f']).await;
        find::by_css(client, "[data-testid='focus-quantity']:focus").await;
        press(client, &['g']).await;
        find::by_css(client, "[data-testid='pane'] [data-testid='find']:focus").await;
        let code = "document.querySelector(\"[data-testid='focus-code']\").textContent";
        let before = client.execute(&format!("return {code};"), Vec::new()).await.unwrap();
        type_text(client, "dl").await;
        // The task shown is another one by now.
        find::until_true(client, &format!("return {code} !== {before};")).await;
        type_text(client, "z-10").await;
        let field = "document.querySelector(\"[data-testid='pane'] [data-testid='find']\").value";
        find::until_true(client, &format!("return {field} === 'dlz-10';")).await;
        find::by_css(client, "[data-testid='pane'] [data-testid='find']:focus").await;
        find::content(client, "[data-testid='focus-code']", "DLZ-10").await;
        // Enter leads to what was found.
        press(client, &[ENTER]).await;
        find::by_css(client, "[data-testid='focus-quantity']:focus").await;
        assert!(!find::is_there(client, "[data-testid='short-reasons']").await);
        find::content(client, "[data-testid='walk-progress']", "0 of").await;
        window
    });
}
