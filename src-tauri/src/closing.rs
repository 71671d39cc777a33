//! Closing while work waits: the first request is held for a moment, in which the page says what
//! waits and when it goes. Nothing is asked; a second request, or any key, closes at once, but for Esc,
//! which keeps the window open. Closing in order, which stops sending and empties the log of the store,
//! comes after it in every case.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use backend::Backend;
use contract::{OutboxState, ReadOutbox};
use tauri::{AppHandle, CloseRequestApi, Emitter as _, Manager as _, Runtime};

use crate::place;

/// Name of the event the page hears.
pub const CLOSING: &str = "closing";

/// Long enough to read the sentence.
const READ_WITHIN: Duration = Duration::from_millis(2_500);

/// Longer than the question ever takes: a store that hangs does not hold the window.
const ANSWER_WITHIN: Duration = Duration::from_secs(1);

/// Whether the window was asked to close before.
#[derive(Debug, Default)]
pub struct Asked {
    before: AtomicBool,
    /// How often it was kept open since: what was asked before then closes nothing any more.
    stayed: AtomicU32,
}

/// The window is asked to close: at the first time, while something waits, it says so before.
pub fn requested<R: Runtime>(app: &AppHandle<R>, api: &CloseRequestApi) {
    let asked = app.state::<Asked>();
    if asked.before.swap(true, Ordering::Relaxed) {
        return;
    }
    api.prevent_close();
    let (app, stayed) = (app.clone(), asked.stayed.load(Ordering::Relaxed));
    tauri::async_runtime::spawn(async move {
        if let Some(state) = waiting(&app).await {
            say(&app, &state).await;
        }
        if app.state::<Asked>().stayed.load(Ordering::Relaxed) == stayed {
            close(&app);
        }
    });
}

/// Keeps the window open after all.
pub fn stay<R: Runtime>(app: &AppHandle<R>) {
    let asked = app.state::<Asked>();
    asked.stayed.fetch_add(1, Ordering::Relaxed);
    asked.before.store(false, Ordering::Relaxed);
}

/// The page is gone, be it with its window or by itself. Without it the window would stay empty.
#[cfg(target_os = "linux")]
pub fn page_is_gone<R: Runtime>(app: &AppHandle<R>) {
    if app.state::<Asked>().before.swap(true, Ordering::Relaxed) {
        return;
    }
    let app = app.clone();
    // The window says where it stands only after what is being handled now.
    tauri::async_runtime::spawn(async move { close(&app) });
}

/// Closes the window, and with it the program.
pub fn close<R: Runtime>(app: &AppHandle<R>) {
    app.state::<Asked>().before.store(true, Ordering::Relaxed);
    for window in app.webview_windows().into_values() {
        place::keep(app, &window);
        if let Err(problem) = window.destroy() {
            tracing::error!("the window could not be closed: {problem}");
        }
    }
}

async fn say<R: Runtime>(app: &AppHandle<R>, state: &OutboxState) {
    match app.emit(CLOSING, state) {
        Ok(()) => tokio::time::sleep(READ_WITHIN).await,
        Err(problem) => tracing::warn!("the page could not be told of closing: {problem}"),
    }
}

/// What waits of the open profile, if anything does.
async fn waiting<R: Runtime>(app: &AppHandle<R>) -> Option<OutboxState> {
    let backend = app.try_state::<Backend>()?;
    let asked = tokio::time::timeout(ANSWER_WITHIN, backend.outbox(ReadOutbox {}));
    asked
        .await
        .ok()?
        .ok()
        .filter(|state| state.waiting + state.attention > 0 || !state.unsent.is_empty())
}
