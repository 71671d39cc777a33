//! Twice the text in a window of the usual size: what has the focus is in sight, and nothing that tells
//! things apart is cut off.

use contract::{Settings, TextSize};

use crate::keys::{F6, press};
use crate::window::{Begin, journey};
use crate::{act, find, tour};

/// What has the focus lies in the window, and nothing covers its beginning.
const FOCUS_IS_IN_SIGHT: &str = "const now = document.activeElement;
    const at = now.getBoundingClientRect();
    const [x, y] = [at.left + Math.min(at.width / 2, 20), at.top + Math.min(at.height / 2, 12)];
    const hit = document.elementFromPoint(x, y);
    return now !== document.body && hit !== null && now.contains(hit);";

fn large() -> Begin {
    let settings = Settings { text_size: TextSize::from(200), ..Settings::default() };
    Begin { settings, ..Begin::extended() }
}

#[test]
fn the_next_part_of_the_window_is_scrolled_to() {
    journey("large_regions", large(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        // A page that scrolls as a whole: what it starts from, its header, its lines, what creates it.
        tour::choose_weekly_list(&window).await;
        let mut seen = Vec::new();
        for _ in 0..8 {
            press(client, &[F6]).await;
            find::until_true(client, FOCUS_IS_IN_SIGHT).await;
            let region = "return document.activeElement.closest('[data-region]').dataset.region;";
            let region = client.execute(region, Vec::new()).await.unwrap();
            seen.push(region.as_str().unwrap().to_owned());
        }
        for region in ["preview", "commit"] {
            assert!(seen.iter().any(|one| one.contains(region)), "{region} is not among {seen:?}");
        }
        window
    });
}
