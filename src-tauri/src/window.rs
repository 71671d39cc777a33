//! The one window, which shows the program's own page and goes nowhere else, and the watch over its
//! first paint: WebKitGTK without working graphics shows an empty window without a word, so the
//! program says the word.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use backend::{Flags, private};
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager, Url, WebviewUrl, WebviewWindowBuilder};

use crate::place::{self, Place};
use crate::{flags::Startup, page_process, trying};

/// What the window is called inside the program.
pub const MAIN: &str = "main";

/// Longer than any start that works.
const FIRST_PAINT_LIMIT: Duration = Duration::from_secs(10);

/// A proxy that is not there, on a port where nobody listens: the page's own files and the commands
/// come from the program without any connection, and nothing else is to be reached.
const NO_PROXY: &str = "http://127.0.0.1:9";

/// Whether the page said that it painted.
#[derive(Debug, Default)]
pub struct FirstPaint(AtomicBool);

impl FirstPaint {
    /// The page painted its first screen.
    pub fn happened(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it did.
    pub fn has_happened(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Opens the window where it was, or at its usual size.
pub fn open(app: &AppHandle) -> Startup {
    let mut window = WebviewWindowBuilder::new(app, MAIN, WebviewUrl::default())
        .title("Stockhand")
        .inner_size(1280.0, 800.0)
        .min_inner_size(640.0, 480.0)
        // Files dropped on the window belong to the page.
        .disable_drag_drop_handler()
        // A policy cannot keep a page from being left; these do.
        .on_navigation(is_own)
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .proxy_url(Url::parse(NO_PROXY)?);
    if let Some(data) = app.state::<Flags>().data.as_ref() {
        if let Some(place) = Place::read(data, &place::screens(app.available_monitors())) {
            window = window
                .inner_size(place.width, place.height)
                .position(place.x, place.y)
                .maximized(place.maximized);
        }
        let folder = data.join("webview");
        private::folder(&folder)?;
        window = window.data_directory(folder);
    }
    for script in [trying::pseudo(), trying::watch()].into_iter().flatten() {
        window = window.initialization_script(script);
    }
    page_process::watch(&window.build()?)?;
    watch_first_paint(app.clone());
    Ok(())
}

/// Whether an address is one of the program's own pages.
fn is_own(url: &Url) -> bool {
    // Where the web view knows no scheme of the program's own, Tauri gives it such a host.
    let (scheme, host) =
        if cfg!(windows) { ("http", "tauri.localhost") } else { ("tauri", "localhost") };
    url.scheme() == scheme && url.host_str() == Some(host) && url.port().is_none()
}

fn watch_first_paint(app: AppHandle) {
    tauri::async_runtime::spawn(async move {
        tokio::time::sleep(FIRST_PAINT_LIMIT).await;
        if !app.state::<FirstPaint>().0.load(Ordering::Relaxed) {
            tracing::error!(
                "The window has painted nothing. On a computer without working graphics drivers, \
                 start it with WEBKIT_DISABLE_COMPOSITING_MODE=1 WEBKIT_DISABLE_DMABUF_RENDERER=1."
            );
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_programs_own_pages_are_told_from_all_others() {
        let own = |url: &str| is_own(&Url::parse(url).unwrap());
        let base = if cfg!(windows) { "http://tauri.localhost" } else { "tauri://localhost" };
        assert!(own(base) && own(&format!("{base}/index.html#movements")));
        let elsewhere = [
            "https://localhost/",
            "http://127.0.0.1:8080/",
            "tauri://elsewhere.example/",
            "tauri://localhost:8080/",
            "file:///etc/passwd",
            "data:text/html,x",
            "blob:tauri://localhost/0",
            "about:blank",
        ];
        for url in elsewhere {
            assert!(!own(url), "{url}");
        }
    }
}
