//! The window's one key dispatcher: a registry of bindings, each in a scope, and a single listener
//! that finds the one that holds. What the status line, tooltips and the list of keys show comes
//! from the same registry, so no key is shown that does not work. Widgets that own their keys while
//! they are open (a list under a field, a menu, a cell being edited) keep the event to themselves.
//!
//! To add a key on a page: `keys.on_page("Ctrl+E", text!(i18n, …), move || …)`.

mod burst;
mod chord;
mod held;
mod held_state;
mod places;
mod scan_state;
mod scans;
mod scope;
mod typing;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::web_sys::Element;
use wasm_bindgen::JsCast;

use held_state::HeldKeys;
use scan_state::Scans;
use scope::{element_of, here};
use typing::TypingState;

pub use chord::Chord;
pub use scan_state::ScannerKey;
pub use scope::{InSheet, InTab, KeyPress, Scope};

use crate::dom;
use crate::i18n::{I18n, say, use_i18n};

#[derive(Clone)]
struct Binding {
    number: u32,
    scope: Scope,
    chord: Option<Chord>,
    label: Option<Signal<String>>,
    /// Answers whether it did something; if not, the search goes on.
    run: Callback<KeyPress, bool>,
}

/// The registry; one for the window, found by `use_keys`.
#[derive(Clone, Copy)]
pub struct Keys {
    bindings: RwSignal<Vec<Binding>>,
    next: StoredValue<u32>,
    /// Open sheets, the topmost last.
    sheets: RwSignal<Vec<u32>>,
    current_tab: RwSignal<u32>,
    /// Single characters command nothing.
    single_off: RwSignal<bool>,
    /// Whether somebody is typing.
    typing: TypingState,
    /// What is scanned.
    scans: Scans,
    /// Keys meant for what is about to be shown.
    held: HeldKeys,
    /// Regions around what had the focus last.
    last: StoredValue<Vec<String>>,
    i18n: I18n,
}

/// A key as it is listed: where, which caps, what it does.
pub struct ListedKey {
    /// Its scope.
    pub scope: Scope,
    /// The caps of each key that does it.
    pub caps: Vec<Vec<String>>,
    /// What it does.
    pub label: Signal<String>,
    chord: Chord,
    run: Callback<KeyPress, bool>,
}

impl ListedKey {
    /// Whether it is an action of its own. Keys that move or choose are none, nor are those of which each
    /// does something else of the same name: rows up or down, the first or the ninth reason.
    pub fn is_action(&self) -> bool {
        let key = self.chord.key.as_str();
        let moves = key.starts_with("Arrow")
            || matches!(key, "Home" | "End" | "PageUp" | "PageDown" | "Tab" | "Escape" | "F6");
        let counts = self.caps.len() > 1 && key.bytes().all(|byte| byte.is_ascii_digit());
        !moves && !counts
    }

    /// What the key does, to be done later; it answers whether anything was done.
    pub fn act(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let (run, chord) = (self.run, self.chord.clone());
        move || run.try_run(KeyPress { chord: chord.clone(), typed: String::new() }) == Some(true)
    }
}

/// The window's keys.
pub fn use_keys() -> Keys {
    expect_context::<Keys>()
}

impl Keys {
    /// Makes the registry and starts listening. Called once, by the app.
    pub fn start() -> Self {
        let keys = Self {
            bindings: RwSignal::new(Vec::new()),
            next: StoredValue::new(0),
            sheets: RwSignal::new(Vec::new()),
            current_tab: RwSignal::new(0),
            single_off: RwSignal::new(false),
            typing: TypingState::default(),
            scans: Scans::default(),
            held: HeldKeys::default(),
            last: StoredValue::new(Vec::new()),
            i18n: use_i18n(),
        };
        let listener = window_event_listener(leptos::ev::keydown, move |event| keys.hear(&event));
        let focus = window_event_listener(leptos::ev::focusin, move |event| {
            keys.last.set_value(regions_around(element_of(&event)));
        });
        keys.typing.watch();
        keys.hear_scans();
        let pointer = window_event_listener(leptos::ev::pointerdown, |_| dom::set_by_keys(false));
        on_cleanup(move || {
            listener.remove();
            focus.remove();
            pointer.remove();
        });
        provide_context(keys);
        keys
    }

    /// Whether somebody is typing, and would type on into whatever took the focus now.
    pub fn is_typing(self) -> bool {
        self.typing.is_typing()
    }

    /// Whether a key does something now, as the user wants it: in a text field a letter is its text.
    pub fn works_now(self, chord: &str) -> bool {
        let is_text = self.typing.is_in_text() && Chord::parse(chord).types();
        !is_text && self.is_on(chord)
    }

    /// Binds a key until the owner (component) is disposed of. Without a label it is not listed.
    pub fn bind(
        self,
        scope: Scope,
        chord: &str,
        label: Option<Signal<String>>,
        run: impl Fn() + Send + Sync + 'static,
    ) {
        let run = Callback::new(move |_| {
            run();
            true
        });
        self.add(scope, Some(Chord::parse(chord)), label, run);
    }

    /// Binds a key of the tab this component is in, or of the sheet.
    pub fn on_page(
        self,
        chord: &str,
        label: Signal<String>,
        run: impl Fn() + Send + Sync + 'static,
    ) {
        self.bind(here(), chord, Some(label), run);
    }

    /// Binds a key that may decline (answer `false`), so that the search for another goes on.
    pub fn bind_if(
        self,
        scope: Scope,
        chord: &str,
        label: Option<Signal<String>>,
        run: impl Fn(KeyPress) -> bool + Send + Sync + 'static,
    ) {
        self.add(scope, Some(Chord::parse(chord)), label, Callback::new(run));
    }

    /// Hears every key of a scope that no other binding of the scope took.
    pub fn rest_of(self, scope: Scope, run: impl Fn(KeyPress) -> bool + Send + Sync + 'static) {
        self.add(scope, None, None, Callback::new(run));
    }

    /// A name for a region of its own: two tabs may hold the same kind of grid.
    pub fn region(self, name: &str) -> String {
        format!("{name}-{}", self.number())
    }

    /// Says which tab is the current one.
    pub fn set_tab(self, tab: u32) {
        self.current_tab.set(tab);
    }

    /// The number of the current tab.
    pub fn tab(self) -> u32 {
        self.current_tab.get()
    }

    /// Says whether single characters command something.
    pub fn switch_single(self, off: bool) {
        self.single_off.set(off);
    }

    /// Whether a key does something, as the user wants it.
    pub fn is_on(self, chord: &str) -> bool {
        self.holds(&Chord::parse(chord))
    }

    fn holds(self, chord: &Chord) -> bool {
        !(self.single_off.get() && chord.is_single())
    }

    /// Registers a sheet that lies over the window, until the owner is disposed of.
    pub fn open_sheet(self) -> Scope {
        let number = self.number();
        self.sheets.update(|open| open.push(number));
        on_cleanup(move || {
            self.sheets.try_update(|open| open.retain(|sheet| *sheet != number));
        });
        Scope::Sheet(number)
    }

    /// Whether a sheet lies over the window.
    pub fn sheet_is_open(self) -> bool {
        self.sheets.with(|open| !open.is_empty())
    }

    /// Whether this is the topmost sheet.
    pub fn is_top(self, scope: &Scope) -> bool {
        self.sheets.with(|open| open.last().map(|top| Scope::Sheet(*top)).as_ref() == Some(scope))
    }

    /// The caps of a key, in the language of the moment; none of one that does nothing.
    pub fn caps(self, chord: &str) -> Vec<String> {
        let chord = Chord::parse(chord);
        if self.holds(&chord) { self.caps_of(&chord) } else { Vec::new() }
    }

    /// A key as a screen reader is told of it; nothing of one that does nothing.
    pub fn named(self, chord: Option<&str>) -> Option<String> {
        let chord = Chord::parse(chord?);
        self.holds(&chord).then(|| chord.named())
    }

    /// A tooltip: the name and, in brackets, its key.
    pub fn tip(self, name: &str, chord: Option<&str>) -> String {
        match chord.filter(|chord| self.is_on(chord)) {
            Some(chord) => format!("{name} ({})", self.caps(chord).join(" ")),
            None => name.to_owned(),
        }
    }

    /// All keys with a label that hold where the focus was last, in the order they were bound. A key
    /// that does something around it does nothing else; one that does nothing now has an empty label.
    pub fn listed(self) -> Vec<ListedKey> {
        let scopes = self.scopes(&self.regions_of(None));
        let bindings = self.bindings.get();
        let labelled = |binding: &Binding| binding.label.zip(binding.chord.clone());
        let is_around = |binding: &Binding| {
            matches!(binding.scope, Scope::Region(_)) && scopes.contains(&binding.scope)
        };
        let around: Vec<Chord> = bindings
            .iter()
            .filter(|binding| is_around(binding))
            .filter_map(|binding| Some(labelled(binding)?.1))
            .collect();
        let mut listed: Vec<ListedKey> = Vec::new();
        for binding in &bindings {
            let Some((label, chord)) = labelled(binding) else { continue };
            let is_taken = !is_around(binding) && around.contains(&chord);
            let does_nothing = label.with(String::is_empty);
            if is_taken || does_nothing || !scopes.contains(&binding.scope) || !self.holds(&chord) {
                continue;
            }
            let caps = self.caps_of(&chord);
            match listed
                .iter_mut()
                .find(|l| l.scope == binding.scope && l.label.get() == label.get())
            {
                // Two grids of a page bind the same key for the same.
                Some(twin) if twin.caps.contains(&caps) => {}
                Some(twin) => twin.caps.push(caps),
                None => {
                    let scope = binding.scope.clone();
                    let (chord, run) = (chord.clone(), binding.run);
                    listed.push(ListedKey { scope, caps: vec![caps], label, chord, run });
                }
            }
        }
        listed
    }

    fn caps_of(self, chord: &Chord) -> Vec<String> {
        let i18n = self.i18n;
        chord.caps(|key| {
            Some(String::from(match key {
                "Ctrl" => say!(i18n, key.ctrl),
                "Enter" => say!(i18n, key.enter),
                "Space" => say!(i18n, key.space),
                "Escape" => say!(i18n, key.escape),
                "Delete" => say!(i18n, key.delete),
                "Insert" => say!(i18n, key.insert),
                "Home" => say!(i18n, key.home),
                "End" => say!(i18n, key.end),
                "PageUp" => say!(i18n, key.page_up),
                "PageDown" => say!(i18n, key.page_down),
                "Tab" => say!(i18n, key.tab),
                _ => return None,
            }))
        })
    }

    fn number(self) -> u32 {
        self.next
            .try_update_value(|next| {
                *next += 1;
                *next
            })
            .unwrap_or_default()
    }

    fn add(
        self,
        scope: Scope,
        chord: Option<Chord>,
        label: Option<Signal<String>>,
        run: Callback<KeyPress, bool>,
    ) {
        let number = self.number();
        let binding = Binding { number, scope, chord, label, run };
        self.bindings.update(|all| all.push(binding));
        on_cleanup(move || {
            self.bindings.try_update(|all| all.retain(|binding| binding.number != number));
        });
    }

    fn hear(self, event: &KeyboardEvent) {
        // While an input method composes a character, keys are its own.
        if event.default_prevented() || event.is_composing() {
            return;
        }
        dom::set_by_keys(true);
        let ctrl = event.ctrl_key() || event.meta_key();
        // With Shift it is a key of its own on some systems, which the engine does not name.
        let key = if event.code() == "Tab" { "Tab".to_owned() } else { event.key() };
        let chord = Chord::pressed(&key, ctrl, event.alt_key(), event.shift_key());
        let target = element_of(event);
        if chord.types() {
            self.typing.note_letter();
        }
        let is_digit = key.bytes().all(|byte| byte.is_ascii_digit());
        let is_text =
            |field: &Element| dom::takes_text(field) && (is_digit || !dom::leaves_letters(field));
        if chord.types() && target.as_ref().is_some_and(is_text) {
            return;
        }
        let regions = self.regions_of(target);
        let press = KeyPress { chord, typed: event.key() };
        let mut scopes = self.scopes(&regions);
        while !scopes.is_empty() {
            // What the window presses itself is no scan.
            if event.is_trusted() && self.may_be_scan(&press, &scopes[0]) {
                event.prevent_default();
                return self.run_later(press, scopes);
            }
            let scope = scopes.remove(0);
            if self.run_in(&scope, &press) {
                event.prevent_default();
                return;
            }
        }
    }

    /// The regions a key is pressed in. Where nothing has the focus it was lost with what is being
    /// drawn anew, and the key is meant for that; not under a sheet.
    fn regions_of(self, target: Option<Element>) -> Vec<String> {
        if target.as_ref().is_some_and(|target| target.tag_name() != "BODY") {
            return regions_around(target);
        }
        let is_under = self.sheets.with_untracked(|open| !open.is_empty());
        let last = if is_under { Vec::new() } else { self.last.get_value() };
        last.into_iter().filter(|name| region_is_shown(name)).collect()
    }

    /// The scopes that hold, the narrowest first.
    fn scopes(self, regions: &[String]) -> Vec<Scope> {
        let mut scopes: Vec<Scope> = regions.iter().cloned().map(Scope::Region).collect();
        match self.sheets.with_untracked(|open| open.last().copied()) {
            Some(top) => scopes.push(Scope::Sheet(top)),
            None => {
                scopes.push(Scope::Tab(self.current_tab.get_untracked()));
                scopes.push(Scope::Window);
            }
        }
        scopes.push(Scope::Always);
        scopes
    }

    fn run_in(self, scope: &Scope, press: &KeyPress) -> bool {
        let holds = untrack(|| self.holds(&press.chord));
        let mut exact = Vec::new();
        let mut rest = Vec::new();
        self.bindings.with_untracked(|all| {
            // What was bound last lies on top.
            for binding in all.iter().rev().filter(|binding| binding.scope == *scope) {
                match &binding.chord {
                    Some(chord) if holds && *chord == press.chord => exact.push(binding.run),
                    None => rest.push(binding.run),
                    Some(_) => {}
                }
            }
        });
        exact.into_iter().chain(rest).any(|run| run.run(press.clone()))
    }
}

fn region_is_shown(name: &str) -> bool {
    let selector = format!("[data-region=\"{name}\"]");
    let found = document().query_selector(&selector).ok().flatten();
    found.and_then(|found| found.dyn_into().ok()).is_some_and(|found| dom::is_shown(&found))
}

/// Names of the regions around an element, the innermost first.
fn regions_around(element: Option<Element>) -> Vec<String> {
    let mut names = Vec::new();
    let mut around = element.and_then(|element| element.closest("[data-region]").ok().flatten());
    while let Some(region) = around {
        names.extend(region.get_attribute("data-region"));
        around = region
            .parent_element()
            .and_then(|parent| parent.closest("[data-region]").ok().flatten());
    }
    names
}
