//! What stands for the desktop where journeys look at its notices: a service on the bus of the session.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use zbus::blocking::{Connection, connection::Builder};
use zbus::zvariant::OwnedValue;

use crate::find;

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// A notice as the desktop got it.
#[derive(Clone, Debug)]
pub struct Notice {
    id: u32,
    title: String,
    text: String,
}

/// What stands for the desktop.
#[derive(Clone, Default)]
pub struct Desktop {
    shown: Arc<Mutex<Vec<Notice>>>,
}

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Desktop {
    fn get_capabilities(&self) -> Vec<String> {
        ["actions", "body", "body-markup"].map(str::to_owned).to_vec()
    }

    #[allow(clippy::too_many_arguments, reason = "as the desktop's own interface has it")]
    fn notify(
        &self,
        _app: String,
        replaces: u32,
        _icon: String,
        title: String,
        text: String,
        _actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _within: i32,
    ) -> u32 {
        let mut shown = self.shown.lock();
        let new = u32::try_from(shown.len()).unwrap() + 1;
        let id = if replaces > 0 { replaces } else { new };
        shown.push(Notice { id, title, text });
        id
    }

    fn close_notification(&self, _id: u32) {}

    fn get_server_information(&self) -> (String, String, String, String) {
        let named = ["Journey", "Stockhand", "1", "1.2"].map(str::to_owned);
        let [name, vendor, version, spec] = named;
        (name, vendor, version, spec)
    }
}

impl Desktop {
    /// Takes the desktop's place. Windows of other journeys are on the same bus.
    pub fn open() -> (Self, Connection) {
        let desktop = Self::default();
        let bus = Builder::session().unwrap().name(NAME).unwrap();
        let bus = bus.serve_at(PATH, desktop.clone()).unwrap().build().unwrap();
        (desktop, bus)
    }

    /// Waits for a notice with these words in its title and in its text.
    pub async fn until_shown(&self, title: &str, text: &str) -> Notice {
        let begun = Instant::now();
        loop {
            let is_it = |one: &&Notice| one.title.contains(title) && one.text.contains(text);
            if let Some(found) = self.shown.lock().iter().rfind(is_it).cloned() {
                return found;
            }
            assert!(begun.elapsed() < find::PATIENCE, "{:?}", self.shown.lock());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits for a second notice of this title.
    pub async fn until_shown_twice(&self, title: &str) {
        let begun = Instant::now();
        while self.titles().iter().filter(|one| *one == title).count() < 2 {
            assert!(begun.elapsed() < find::PATIENCE, "{:?}", self.titles());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub fn titles(&self) -> Vec<String> {
        self.shown.lock().iter().map(|notice| notice.title.clone()).collect()
    }
}

/// Presses a notice.
pub fn press_notice(bus: &Connection, notice: &Notice) {
    let action = (notice.id, "default");
    bus.emit_signal(None::<&str>, PATH, NAME, "ActionInvoked", &action).unwrap();
}
