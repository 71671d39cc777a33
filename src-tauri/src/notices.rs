//! Notices of the desktop, and the count at the window's icon. Where the desktop offers none, nothing is shown,
//! and nothing else fails.

use contract::{LineRef, ShowNotice};
use notify_rust::Notification;
use parking_lot::Mutex;
use tauri::{AppHandle, Emitter as _, Manager as _, Runtime};

use crate::window;

/// Name of the event that says a notice was pressed, with the line it is about.
pub const PRESSED: &str = "notice_pressed";

/// The notice that is shown: there is one at a time, and the next takes its place.
#[derive(Default)]
pub(crate) struct ShownNotice(Mutex<Option<u32>>);

/// Shows a notice; a press on it brings the window to the front and tells it the line.
pub(crate) fn show<R: Runtime>(app: &AppHandle<R>, notice: ShowNotice) {
    let app = app.clone();
    // It waits for the press, which may come in an hour.
    std::thread::spawn(move || {
        if let Err(problem) = show_and_wait(&app, notice) {
            tracing::debug!("the desktop shows no notices: {problem}");
        }
    });
}

#[cfg(target_os = "linux")]
fn show_and_wait<R: Runtime>(
    app: &AppHandle<R>,
    notice: ShowNotice,
) -> Result<(), notify_rust::error::Error> {
    let reads_markup = notify_rust::get_capabilities()?.iter().any(|one| one == "body-markup");
    let text = if reads_markup { without_markup(&notice.text) } else { notice.text };
    let mut notification = Notification::new();
    notification
        .appname("Stockhand")
        .summary(&notice.title)
        .body(&text)
        .action("default", "default")
        .hint(notify_rust::Hint::DesktopEntry("stockhand".to_owned()));
    let shown = {
        let state = app.state::<ShownNotice>();
        let mut last = state.0.lock();
        if let Some(last) = *last {
            notification.id(last);
        }
        let shown = notification.show()?;
        *last = Some(shown.id());
        shown
    };
    shown.wait_for_action(|action| {
        if action == "default" {
            pressed(app, notice.line.clone());
        }
    });
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn show_and_wait<R: Runtime>(
    _app: &AppHandle<R>,
    notice: ShowNotice,
) -> Result<(), notify_rust::error::Error> {
    let mut notification = Notification::new();
    notification.appname("Stockhand").summary(&notice.title).body(&notice.text);
    notification.show().map(drop)
}

#[cfg(target_os = "linux")]
fn pressed<R: Runtime>(app: &AppHandle<R>, line: Option<LineRef>) {
    if let Some(window) = app.get_webview_window(window::MAIN) {
        // A desktop that does not let programs come to the front keeps it where it is.
        let _ = window.unminimize();
        let _ = window.set_focus();
    }
    if let Err(problem) = app.emit(PRESSED, line) {
        tracing::warn!("the window could not be told of a pressed notice: {problem}");
    }
}

/// Shows a count at the window's icon, or none for 0.
pub(crate) fn count<R: Runtime>(app: &AppHandle<R>, count: u32) {
    let shown = (count > 0).then_some(i64::from(count));
    if let Some(window) = app.get_webview_window(window::MAIN)
        && let Err(problem) = window.set_badge_count(shown)
    {
        tracing::debug!("the desktop shows no counts: {problem}");
    }
}

/// A text that reads the same where the desktop takes it for markup.
fn without_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_markup() {
        let name = "<a href='https://evil.example'>R&D ward</a>";
        let shown = "&lt;a href='https://evil.example'&gt;R&amp;D ward&lt;/a&gt;";
        assert_eq!(without_markup(name), shown);
    }
}
