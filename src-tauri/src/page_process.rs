//! The page runs in a process of its own. Should it end, the window would show its last picture for
//! ever: the page is loaded again, and takes up the session and the drafts where they stand. Elsewhere
//! than on Linux the web view does that by itself. And should the page close itself, an empty window
//! would stay: the program closes with it.

use std::time::{Duration, Instant};

use tauri::{Manager as _, WebviewWindow};

#[cfg(target_os = "linux")]
use crate::closing;

/// So many ends within [`OFTEN`] are answered at once.
const AT_ONCE: usize = 3;

const OFTEN: Duration = Duration::from_secs(60);

/// Between loading again what ends again and again.
const PAUSE: Duration = Duration::from_secs(10);

/// Loads the page again whenever its process ends, and closes the window when the page is closed.
///
/// # Errors
/// The window is gone.
#[cfg(target_os = "linux")]
pub fn watch(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::WebViewExt as _;
    use webkit2gtk::glib::object::ObjectExt as _;

    let (again, app) = (window.clone(), window.app_handle().clone());
    window.with_webview(move |webview| {
        // Its handlers of `close` end with the web view, which the first of them destroys.
        webview.inner().connect_local("destroy", false, move |_| {
            closing::page_is_gone(&app);
            None
        });
        let ends = std::cell::RefCell::new(Vec::new());
        webview.inner().connect_web_process_terminated(move |_, reason| {
            let pause = pause(&mut ends.borrow_mut(), Instant::now());
            tracing::error!(?reason, ?pause, "the page's process ended; it is loaded again");
            let again = again.clone();
            tauri::async_runtime::spawn(async move {
                tokio::time::sleep(pause).await;
                if let Err(problem) = again.reload() {
                    tracing::error!("the page could not be loaded again: {problem}");
                }
            });
        });
    })
}

/// Elsewhere there is nothing to do.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn watch(_window: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

/// How long to wait before the page is loaded again: a page that cannot live must not keep the
/// processor busy.
fn pause(ends: &mut Vec<Instant>, now: Instant) -> Duration {
    ends.retain(|end| now.duration_since(*end) < OFTEN);
    ends.push(now);
    if ends.len() > AT_ONCE { PAUSE } else { Duration::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_ends_again_and_again_is_given_time() {
        let (mut ends, begin) = (Vec::new(), Instant::now());
        for _ in 0..AT_ONCE {
            assert_eq!(pause(&mut ends, begin), Duration::ZERO);
        }
        assert_eq!(pause(&mut ends, begin), PAUSE);
        assert_eq!(pause(&mut ends, begin + OFTEN), Duration::ZERO);
    }
}
