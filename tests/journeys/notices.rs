//! The desktop is told of what is new: a service of the journey's own stands for it on the bus of the session.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use practice::sample;
use zbus::blocking::{Connection, connection::Builder};
use zbus::zvariant::OwnedValue;

use crate::keys::{ALT, CONTROL, ESCAPE, SHIFT, TAB, chord, press};
use crate::review::{propose, share, shows};
use crate::window::{Begin, journey};
use crate::{act, check, find, history, lines, watch, without_a_mouse};

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";

/// A notice as the desktop got it.
#[derive(Clone, Debug)]
struct Notice {
    id: u32,
    title: String,
    text: String,
}

/// What stands for the desktop.
#[derive(Clone, Default)]
struct Desktop {
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
    fn open() -> (Self, Connection) {
        let desktop = Self::default();
        let bus = Builder::session().unwrap().name(NAME).unwrap();
        let bus = bus.serve_at(PATH, desktop.clone()).unwrap().build().unwrap();
        (desktop, bus)
    }

    /// Waits for a notice of these words.
    async fn until_shown(&self, title: &str, text: &str) -> Notice {
        let begun = Instant::now();
        loop {
            let is_it = |one: &&Notice| one.title == title && one.text.contains(text);
            if let Some(found) = self.shown.lock().iter().rfind(is_it).cloned() {
                return found;
            }
            assert!(begun.elapsed() < find::PATIENCE, "{:?}", self.shown.lock());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits for a second notice of this title.
    async fn until_shown_twice(&self, title: &str) {
        let begun = Instant::now();
        while self.titles().iter().filter(|one| *one == title).count() < 2 {
            assert!(begun.elapsed() < find::PATIENCE, "{:?}", self.titles());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn titles(&self) -> Vec<String> {
        self.shown.lock().iter().map(|notice| notice.title.clone()).collect()
    }
}

/// Presses a notice.
fn press_notice(bus: &Connection, notice: &Notice) {
    let action = (notice.id, "default");
    bus.emit_signal(None::<&str>, PATH, NAME, "ActionInvoked", &action).unwrap();
}

#[test]
fn the_desktop_tells_of_proposals_answers_and_refusals_and_a_press_opens_the_line() {
    journey("notices", Begin::extended(), |window| async move {
        let (desktop, bus) = tokio::task::spawn_blocking(Desktop::open).await.unwrap();
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        let folder = tempfile::tempdir().unwrap();
        share(client, folder.path()).await;

        let colleague = window.colleague().await;
        let manager = &colleague.client;
        act::fill(manager, "signin-user", sample::USERS[1].username).await;
        act::fill(manager, "signin-password", watch::PASSWORD).await;
        act::click(manager, "signin-submit").await;
        find::cell(manager, "movements-grid", 1, "name").await;
        share(manager, folder.path()).await;

        // A proposal is told to the manager, and a press opens its line.
        lines::open_the_long_one(&window).await;
        propose(client, 5, 'r', "revise-quantity", "2").await;
        let told = desktop.until_shown("1 proposal to decide", "Amara Okafor").await;
        let notice = told.clone();
        let bus = tokio::task::spawn_blocking(move || {
            press_notice(&bus, &notice);
            bus
        });
        let bus = bus.await.unwrap();
        find::by_css(manager, "[data-testid='pane'] [data-testid='movement-title']").await;
        lines::at(manager).await;

        // The answer is told to whoever proposed it.
        chord(manager, &[ALT, '4']).await;
        act::click(manager, "review-proposals").await;
        shows(manager, 1).await;
        find::click(manager, &find::cell_css("review-grid", 0, "product")).await;
        press(manager, &['x']).await;
        desktop.until_shown("1 proposal answered", "Jonas Weir").await;

        // Who wants to hear nothing of refusals does not; others still are told.
        chord(client, &[CONTROL, ',']).await;
        act::click(client, "settings-news-refusals").await;
        find::by_css(client, "[data-testid='settings-news-refusals']:not(:checked)").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='settings-sheet']").await;
        window.warehouse.faults().add(history::refusal());
        history::make_a_category_that_is_refused(&window, "Refused").await;
        chord(client, &[CONTROL, SHIFT, TAB]).await;
        without_a_mouse::until_focused(&window, "[data-testid='lines-grid']").await;
        propose(client, 6, 'c', "reason", "").await;
        desktop.until_shown_twice("1 proposal to decide").await;
        assert!(!desktop.titles().contains(&"1 change needs you".to_owned()));
        assert!(check::operations(&window).is_empty());
        drop(bus);
        colleague.leave(&window).await;
        window
    });
}
