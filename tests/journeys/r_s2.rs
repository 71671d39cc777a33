//! R-S2 in a real window: what the program and its page leave on the disk holds neither the password
//! nor a session, after an end in order and after a kill; and the search sees what is planted.

use crate::act;
use crate::window::{Begin, Window, journey};
use crate::{find, watch};

#[test]
fn r_s2_a_window_leaves_neither_password_nor_session_on_the_disk() {
    journey("r_s2", Begin::default(), |window| async move {
        act::sign_in(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        // Each end is looked behind, as in every journey.
        let window = window.reopen().await;
        act::sign_in_again(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        let window = window.kill().await;
        act::sign_in_again(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        planted(&window);
        window
    });
}

/// A search that could find nothing proves nothing.
fn planted(window: &Window) {
    let session = window.warehouse.sessions().pop().unwrap();
    let file = window.folder().join("planted");
    let utf16 = session.encode_utf16().flat_map(u16::to_le_bytes);
    std::fs::write(&file, [0; 3].into_iter().chain(utf16).collect::<Vec<u8>>()).unwrap();
    let (found, _) = watch::on_disk(&window.folder(), &window.secrets());
    std::fs::remove_file(&file).unwrap();
    let place = format!("low byte first at byte 3 of {}", file.display());
    assert!(found.iter().any(|hit| hit.ends_with(&place)), "{place} is not in {found:?}");
}
