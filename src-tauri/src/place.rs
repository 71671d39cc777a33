//! Where the window stood: kept in the data folder as it closes, taken as it opens. Not by
//! `tauri-plugin-window-state`, which writes in place, into another folder, for everybody to read.

use std::path::{Path, PathBuf};

use backend::private;
use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Manager as _, Monitor, Runtime, WebviewWindow};

use backend::Flags;

/// Place and size, in logical px.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// From the left edge of all screens.
    pub x: f64,
    /// From the top edge of all screens.
    pub y: f64,
    /// Without its frame.
    pub width: f64,
    /// Without its frame.
    pub height: f64,
    /// It fills its screen; the others are those of before.
    pub maximized: bool,
}

/// A part of the desk, in logical px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screen {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl From<&Monitor> for Screen {
    fn from(monitor: &Monitor) -> Self {
        let scale = monitor.scale_factor();
        let (at, size) = (monitor.position(), monitor.size());
        let (at, size) = (at.to_logical::<f64>(scale), size.to_logical::<f64>(scale));
        Self { x: at.x, y: at.y, width: size.width, height: size.height }
    }
}

impl Screen {
    /// Whether enough of the window's upper edge is here to take hold of it.
    fn holds(&self, place: &Place) -> bool {
        const HOLD: f64 = 64.0;
        place.x + place.width >= self.x + HOLD
            && place.x + HOLD <= self.x + self.width
            && place.y >= self.y
            && place.y + HOLD <= self.y + self.height
    }
}

impl Place {
    /// As it was kept, if it can be read and lies on one of the screens there are now; no larger than
    /// that one.
    pub fn read(data: &Path, screens: &[Screen]) -> Option<Self> {
        let kept: Self = serde_json::from_slice(&private::read(&file(data)).ok()?).ok()?;
        let screen = screens.iter().find(|screen| screen.holds(&kept))?;
        Some(Self {
            width: kept.width.min(screen.width),
            height: kept.height.min(screen.height),
            ..kept
        })
    }

    /// Keeps it. What cannot be kept is where it was before, or the usual.
    fn keep(&self, data: &Path) {
        let bytes = serde_json::to_vec(self).unwrap_or_default();
        if let Err(problem) = private::replace(&file(data), &bytes) {
            tracing::warn!("the window's place could not be kept: {problem}");
        }
    }

    fn of<R: Runtime>(window: &WebviewWindow<R>, before: Option<Self>) -> tauri::Result<Self> {
        let maximized = window.is_maximized()?;
        if let Some(before) = before.filter(|_| maximized) {
            return Ok(Self { maximized, ..before });
        }
        let scale = window.scale_factor()?;
        let at = window.outer_position()?.to_logical::<f64>(scale);
        let size = window.inner_size()?.to_logical::<f64>(scale);
        Ok(Self { x: at.x, y: at.y, width: size.width, height: size.height, maximized })
    }
}

/// The screens there are.
pub fn screens(monitors: tauri::Result<Vec<Monitor>>) -> Vec<Screen> {
    monitors.unwrap_or_default().iter().map(Screen::from).collect()
}

/// Keeps where the window stands, unless it is hidden in the task bar.
pub fn keep<R: Runtime>(app: &AppHandle<R>, window: &WebviewWindow<R>) {
    let data = app.try_state::<Flags>().and_then(|flags| flags.data.clone());
    let Some(data) = data.filter(|_| !window.is_minimized().unwrap_or_default()) else { return };
    match Place::of(window, Place::read(&data, &screens(window.available_monitors()))) {
        Ok(place) if place.width >= 1.0 && place.height >= 1.0 => place.keep(&data),
        Ok(_) => {}
        Err(problem) => tracing::warn!("the window does not say where it stands: {problem}"),
    }
}

fn file(data: &Path) -> PathBuf {
    data.join("window.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Screen = Screen { x: 0.0, y: 0.0, width: 1600.0, height: 1000.0 };

    fn place(x: f64, y: f64, width: f64, height: f64) -> Place {
        Place { x, y, width, height, maximized: false }
    }

    fn again(kept: Place, screens: &[Screen]) -> Option<Place> {
        let data = tempfile::tempdir().unwrap();
        kept.keep(data.path());
        Place::read(data.path(), screens)
    }

    #[test]
    fn a_window_comes_back_where_it_was() {
        let kept = Place { maximized: true, ..place(40.0, 30.0, 1100.5, 700.0) };
        assert_eq!(again(kept, &[SCREEN]), Some(kept));
        let left = Screen { x: -1600.0, ..SCREEN };
        let kept = place(-1500.0, 10.0, 900.0, 700.0);
        assert_eq!(again(kept, &[SCREEN, left]), Some(kept));
    }

    #[test]
    fn a_screen_that_is_gone_or_smaller_now_does_not_hide_it() {
        assert_eq!(again(place(-1500.0, 10.0, 900.0, 700.0), &[SCREEN]), None);
        assert_eq!(again(place(40.0, 980.0, 900.0, 700.0), &[SCREEN]), None);
        let large = again(place(40.0, 30.0, 2400.0, 1300.0), &[SCREEN]).unwrap();
        assert_eq!((large.width, large.height), (1600.0, 1000.0));
    }

    #[test]
    fn a_torn_file_is_none() {
        let data = tempfile::tempdir().unwrap();
        assert_eq!(Place::read(data.path(), &[SCREEN]), None);
        std::fs::write(file(data.path()), "{\"x\":1").unwrap();
        assert_eq!(Place::read(data.path(), &[SCREEN]), None);
    }
}
