//! What changed in the backend becomes the window's one event, `changed`, with the topics.

use backend::Backend;
use contract::Topic;
use tauri::{AppHandle, Emitter, Runtime};
use tokio::sync::broadcast::error::RecvError;

/// Name of the event.
pub const CHANGED: &str = "changed";

/// Passes changes on for as long as the backend lives.
pub fn pump<R: Runtime>(app: AppHandle<R>, backend: &Backend) {
    let mut changes = backend.changes();
    tauri::async_runtime::spawn(async move {
        loop {
            match changes.recv().await {
                Ok(topics) => announce(&app, &topics),
                // What was missed is not known, so it may be anything.
                Err(RecvError::Lagged(_)) => announce(&app, &Topic::ALL),
                Err(RecvError::Closed) => return,
            }
        }
    });
}

/// Tells the window that these topics changed.
pub fn announce<R: Runtime>(app: &AppHandle<R>, topics: &[Topic]) {
    if let Err(problem) = app.emit(CHANGED, topics) {
        tracing::warn!("the window could not be told of a change: {problem}");
    }
}
