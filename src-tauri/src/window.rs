//! The one window, and the watch over its first paint: WebKitGTK without working graphics shows an
//! empty window without a word, so the program says the word.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tauri::{AppHandle, Manager, WebviewUrl, WebviewWindowBuilder};

use crate::{Flags, Startup};

/// Longer than any start that works.
const FIRST_PAINT_LIMIT: Duration = Duration::from_secs(10);

/// Whether the page said that it painted.
#[derive(Debug, Default)]
pub struct FirstPaint(AtomicBool);

impl FirstPaint {
    /// The page painted its first screen.
    pub fn happened(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Opens the window at its usual size.
pub fn open(app: &AppHandle) -> Startup {
    let mut window = WebviewWindowBuilder::new(app, "main", WebviewUrl::default())
        .title("Stockhand")
        .inner_size(1280.0, 800.0)
        .min_inner_size(640.0, 480.0)
        // Files dropped on the window belong to the page.
        .disable_drag_drop_handler();
    if let Some(data) = app.state::<Flags>().data.as_ref() {
        window = window.data_directory(data.join("webview"));
    }
    window.build()?;
    watch_first_paint(app.clone());
    Ok(())
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
