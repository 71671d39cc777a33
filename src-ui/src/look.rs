//! The preferences of this window and how they look: theme, contrast, density, motion, text size
//! and language on `<html>`. Read once at the start, kept through `save_settings` at every change.
//! Found by `use_look`.

use contract::{Density, Failure, Language, SaveSettings, ServiceColor, Settings, TextSize, Theme};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::effect::effect;
use crate::i18n::{self, I18n, format_tag, language_of, use_i18n};
use crate::wording::address::{host_of, without_scheme};
use crate::{dom, ipc};

/// The colors of services, by their names in the style sheets.
pub const SERVICE_COLORS: [(ServiceColor, &str); 6] = [
    (ServiceColor::Teal, "teal"),
    (ServiceColor::Violet, "violet"),
    (ServiceColor::Rose, "rose"),
    (ServiceColor::Olive, "olive"),
    (ServiceColor::Brown, "brown"),
    (ServiceColor::Slate, "slate"),
];

/// The preferences, and what follows from them.
#[derive(Clone, Copy)]
pub struct DisplaySettings {
    settings: RwSignal<Settings>,
    /// Height of a grid row in px.
    pub row: RwSignal<f64>,
    /// The tag numbers and dates are written by.
    pub tag: RwSignal<String>,
    not_kept: RwSignal<Option<Failure>>,
    i18n: I18n,
}

/// The window's preferences.
pub fn use_look() -> DisplaySettings {
    expect_context::<DisplaySettings>()
}

impl DisplaySettings {
    /// Makes the preferences (defaults, until they are read) and keeps `<html>` true to them.
    pub fn start() -> Self {
        let look = Self {
            settings: RwSignal::new(Settings::default()),
            row: RwSignal::new(28.0),
            tag: RwSignal::new(String::new()),
            not_kept: RwSignal::new(None),
            i18n: use_i18n(),
        };
        effect(move || look.settings.with(|settings| look.show(settings)));
        provide_context(look);
        look
    }

    /// Takes what was kept.
    pub fn take(self, kept: Settings) {
        self.settings.set(kept);
    }

    /// The preferences.
    pub fn get(self) -> Settings {
        self.settings.get()
    }

    /// The preferences, for event handlers.
    pub fn now(self) -> Settings {
        self.settings.get_untracked()
    }

    /// Changes preferences: they show at once and are kept behind.
    pub fn change(self, change: impl FnOnce(&mut Settings)) {
        self.change_then(change, || ());
    }

    /// The same, and does something more when they are kept, or cannot be.
    pub fn change_then(self, change: impl FnOnce(&mut Settings), then: impl FnOnce() + 'static) {
        let before = self.settings.get_untracked();
        self.settings.update(change);
        let settings = self.settings.get_untracked();
        if settings == before {
            return then();
        }
        spawn_local(async move {
            self.not_kept.set(ipc::call(&SaveSettings { settings }).await.err());
            then();
        });
    }

    /// What a service is called here: as somebody chose, else by its host.
    pub fn service_name(self, server: &str) -> String {
        let name = self.settings.with(|settings| settings.service(server).name);
        if name.is_empty() { host_of(server).to_owned() } else { name }
    }

    /// What a service is called here, and its address where that is something else: two services
    /// called alike are told apart by it.
    pub fn service_title(self, server: &str) -> String {
        let (name, address) = (self.service_name(server), without_scheme(server));
        if name == host_of(server) { address.to_owned() } else { format!("{name} · {address}") }
    }

    /// The color of a service, by its name in the style sheets.
    pub fn service_color(self, server: &str) -> &'static str {
        let color = self.settings.with(|settings| settings.service(server).color);
        SERVICE_COLORS.into_iter().find(|(known, _)| *known == color).map_or("", |(_, name)| name)
    }

    /// Why the last change was not kept; it is shown nevertheless.
    pub fn not_kept(self) -> Option<Failure> {
        self.not_kept.get()
    }

    /// The language in use.
    pub fn language(self) -> Language {
        let chosen = self.settings.with(|settings| settings.language);
        chosen.unwrap_or_else(|| language_of(&ipc::system_language()))
    }

    /// Makes text larger or smaller by steps of 10 %.
    pub fn zoom(self, steps: i16) {
        self.change(|settings| {
            let percent = settings.text_size.percent().saturating_add_signed(steps * 10);
            settings.text_size = TextSize::from(percent);
        });
    }

    /// Sets text back to 100 %.
    pub fn zoom_to_normal(self) {
        self.change(|settings| settings.text_size = TextSize::default());
    }

    fn show(self, settings: &Settings) {
        let language = self.language();
        dom::set_root("lang", Some(i18n::name(language)));
        let is_rtl = i18n::is_right_to_left(language);
        dom::set_root("dir", Some(if is_rtl { "rtl" } else { "ltr" }));
        dom::set_root(
            "data-theme",
            match settings.theme {
                Theme::System => None,
                Theme::Light => Some("light"),
                Theme::Dark => Some("dark"),
            },
        );
        dom::set_root(
            "data-contrast",
            settings.high_contrast.map(|on| if on { "more" } else { "no" }),
        );
        dom::set_root(
            "data-motion",
            settings.reduced_motion.map(|on| if on { "reduce" } else { "full" }),
        );
        let comfortable = settings.density == Density::Comfortable;
        dom::set_root("data-density", comfortable.then_some("comfortable"));
        if let Some(root) = dom::root() {
            let zoom = f64::from(settings.text_size.percent()) / 100.0;
            // Set through the CSSOM, which the policy allows; a number is never refused.
            let _ = root.style().set_property("--text-zoom", &dom::css(zoom, ""));
        }
        self.row.set(dom::rem() * if comfortable { 2.25 } else { 1.75 });
        self.tag.set(format_tag(language, &ipc::system_language()));
        self.i18n.speak(language);
    }
}
