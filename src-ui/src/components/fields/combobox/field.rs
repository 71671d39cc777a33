//! What a field with a list holds, and what its keys and its focus do to it.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::choice::Choice;
use super::listbox::found;
use super::listed::{listed, place_of};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, use_i18n};
use crate::letters;

/// The state of a field.
#[derive(Clone, Copy)]
pub struct ComboboxField {
    choices: Signal<Vec<Choice>>,
    pub value: RwSignal<Option<String>>,
    free: bool,
    /// A text that names no entry stays.
    keeps: bool,
    /// Entries for what is typed are still to come.
    awaited: Option<Signal<bool>>,
    /// What is to be done once they are here.
    wanted: StoredValue<Option<PendingKey>>,
    pub i18n: I18n,
    /// As typed, until something is taken.
    text: RwSignal<Option<String>>,
    /// What was chosen before something was typed.
    before: StoredValue<Option<String>>,
    pub open: RwSignal<bool>,
    /// The entry the arrows led to; before they led anywhere it is the first.
    active: RwSignal<Option<String>>,
    /// What the list offers.
    pub matching: Memo<Vec<Choice>>,
    /// Where in it the active entry stands.
    pub place: Memo<usize>,
}

impl ComboboxField {
    pub fn start(
        choices: Signal<Vec<Choice>>,
        value: RwSignal<Option<String>>,
        (free, keeps): (bool, bool),
        text: RwSignal<Option<String>>,
        awaited: Option<Signal<bool>>,
    ) -> Self {
        let (i18n, open) = (use_i18n(), RwSignal::new(false));
        let active = RwSignal::new(None::<String>);
        let listed = listed(choices, text, open);
        let matching = memo(move || {
            let mut matching = listed.with(|listed| listed.entries.clone());
            let typed = text.get().unwrap_or_default();
            matching.extend(own(choices, i18n, typed.trim()).filter(|_| free));
            matching
        });
        let place = memo(move || {
            active.with(|active| matching.with(|all| place_of(active.as_deref(), all)))
        });
        let before = StoredValue::new(value.get_untracked());
        let wanted = StoredValue::new(None);
        let field = Self {
            choices,
            value,
            free,
            keeps,
            awaited,
            wanted,
            i18n,
            text,
            before,
            open,
            active,
            matching,
            place,
        };
        effect(move || {
            if !awaited.is_some_and(|awaited| awaited.get()) {
                match wanted.try_update_value(Option::take).flatten() {
                    Some(PendingKey::Enter(lead)) => field.enter(lead),
                    Some(PendingKey::Leave) => field.leave(),
                    None => {}
                }
            }
        });
        field
    }

    fn is_awaited(self) -> bool {
        self.awaited.is_some_and(|awaited| awaited.get_untracked())
    }

    pub fn label_of(self, id: &str) -> String {
        let known =
            self.choices.with(|all| all.iter().find(|c| c.id == id).map(|c| c.label.clone()));
        known.unwrap_or_else(|| id.to_owned())
    }

    pub fn shown(self) -> String {
        let chosen = move || self.value.get().map(|id| self.label_of(&id)).unwrap_or_default();
        self.text.get().unwrap_or_else(chosen)
    }

    /// Whether it was left with a text that names no entry.
    pub fn is_stray(self) -> bool {
        !self.open.get()
            && self.text.with(|text| text.as_ref().is_some_and(|text| !text.trim().is_empty()))
    }

    pub fn type_in(self, text: String) {
        if self.text.with_untracked(Option::is_none) {
            self.before.set_value(self.value.get_untracked());
        }
        self.wanted.set_value(None);
        self.text.set(Some(text));
        self.active.set(None);
        self.open.set(true);
    }

    /// Opens the list at the chosen entry.
    pub fn show(self) {
        if !self.open.get_untracked() {
            self.active.set(self.value.get_untracked());
            self.open.set(true);
        }
    }

    /// Makes the entry so many places further on the active one.
    fn step(self, by: isize) {
        let to = self.place.get_untracked().saturating_add_signed(by);
        let id = self.matching.with_untracked(|all| {
            let last = all.len().saturating_sub(1);
            all.get(to.min(last)).map(|choice| choice.id.clone())
        });
        self.active.set(id);
    }

    pub fn take(self, choice: &Choice) {
        self.value.set(Some(choice.id.clone()));
        self.close();
    }

    /// What was chosen before something was typed.
    fn restore(self) {
        if self.text.with_untracked(Option::is_some) {
            self.value.set(self.before.get_value());
        }
        self.close();
    }

    fn close(self) {
        self.wanted.set_value(None);
        self.text.set(None);
        self.open.set(false);
        self.active.set(None);
    }

    /// The focus left. An element that goes away loses it too, after its signals are gone.
    pub fn left(self) {
        match self.text.try_get_untracked() {
            Some(Some(_)) if self.is_awaited() => {
                self.wanted.set_value(Some(PendingKey::Leave));
                self.open.set(false);
            }
            Some(_) => self.leave(),
            None => {}
        }
    }

    /// The entry that stands for a text, typed in full.
    fn exact(self, text: &str) -> Option<Choice> {
        let text = text.trim();
        let is_meant = |choice: &&Choice| {
            letters::lower(&choice.label) == letters::lower(text) || choice.id == text
        };
        self.choices.with_untracked(|all| all.iter().find(is_meant).cloned())
    }

    /// What Enter takes: the entry the arrows led to; else the one that is typed in full, else the
    /// first. What is typed is an id only if the arrows led there, or where it looks like one and the list
    /// is not asked for: a name that is misspelt is none.
    fn chosen(self) -> Option<Choice> {
        let at_place = || {
            let place = self.place.get_untracked();
            self.matching.with_untracked(|all| all.get(place).cloned())
        };
        let text = self.text.get_untracked().filter(|text| !text.trim().is_empty());
        if self.active.with_untracked(Option::is_some) || text.is_none() {
            return at_place();
        }
        let is_known = |choice: &Choice| {
            self.choices.with_untracked(|all| all.iter().any(|known| known.id == choice.id))
        };
        let exact = text.and_then(|text| self.exact(&text));
        let may_be_id =
            |choice: &Choice| self.awaited.is_none() && (!self.keeps || looks_like_id(&choice.id));
        exact.or_else(|| at_place().filter(|choice| is_known(choice) || may_be_id(choice)))
    }

    fn enter(self, lead: Option<Callback<()>>) {
        let is_typed = self
            .text
            .with_untracked(|text| text.as_ref().is_some_and(|text| !text.trim().is_empty()));
        let is_taken = if let Some(choice) = self.chosen() {
            self.take(&choice);
            true
        } else {
            self.leave();
            // Of a text that came to nothing, what was chosen before is not what is meant.
            let before = self.before.get_value();
            self.value.with_untracked(|now| now.is_some() && (!is_typed || *now != before))
        };
        if let Some(lead) = lead.filter(|_| is_taken) {
            lead.run(());
        }
    }

    /// The entry that is meant where Tab leads on: the one the arrows led to, or the only one that is
    /// found by its name. Of a list that is asked for, others may be on their way.
    fn meant(self) -> Option<Choice> {
        let text = self.text.get_untracked().filter(|text| !text.trim().is_empty())?;
        if !self.keeps || self.awaited.is_some() {
            return None;
        }
        if self.active.with_untracked(Option::is_some) {
            return self.chosen();
        }
        let found = self.choices.with_untracked(|all| found(all, &text));
        let typed = letters::folded(text.trim());
        match &found[..] {
            [only] if letters::folded(&only.label).contains(&typed) => Some(only.clone()),
            _ => None,
        }
    }

    /// The field is left: an entry typed in full is taken, an emptied field is emptied. A text that
    /// names no entry stays and chooses nothing, or is an id, or goes.
    fn leave(self) {
        let Some(text) = self.text.get_untracked() else { return self.close() };
        let text = text.trim();
        match self.exact(text) {
            Some(choice) => self.take(&choice),
            None if text.is_empty() => {
                self.value.set(None);
                self.close();
            }
            None if self.keeps => {
                self.value.set(None);
                self.open.set(false);
                self.active.set(None);
            }
            None => {
                let own = untrack(|| own(self.choices, self.i18n, text)).filter(|_| self.free);
                let own =
                    own.filter(|_| self.choices.with_untracked(|all| found(all, text).is_empty()));
                if let Some(own) = own {
                    self.value.set(Some(own.id));
                }
                self.close();
            }
        }
    }

    pub fn on_key(self, event: &KeyboardEvent, on_enter: Option<Callback<()>>) {
        let open = self.open.get_untracked();
        let is_held = event.ctrl_key() || event.meta_key();
        match event.key().as_str() {
            "ArrowDown" | "ArrowUp" if is_held => return,
            "Tab" if open && !is_held => {
                // The focus goes on all the same.
                return self.meant().iter().for_each(|choice| self.take(choice));
            }
            "ArrowDown" | "ArrowUp" if !open => self.show(),
            "ArrowDown" => self.step(1),
            "ArrowUp" => self.step(-1),
            "Enter" if open => {
                // Ctrl+Enter takes it too, and then is the page's.
                if event.ctrl_key() || event.meta_key() {
                    return self.enter(None);
                }
                if self.is_awaited() {
                    self.wanted.set_value(Some(PendingKey::Enter(on_enter)));
                } else {
                    self.enter(on_enter);
                }
            }
            // What stands there is chosen already.
            "Enter" if !self.is_awaited() && self.text.with_untracked(Option::is_none) => {
                let lead = on_enter.filter(|_| self.value.with_untracked(Option::is_some));
                let Some(lead) = lead.filter(|_| !event.ctrl_key() && !event.meta_key()) else {
                    return;
                };
                lead.run(());
            }
            "Escape" if open || self.text.get_untracked().is_some() => self.restore(),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}

/// What a key or the focus asked for before the entries for what is typed were here.
#[derive(Clone, Copy)]
enum PendingKey {
    /// Enter was pressed; it leads on.
    Enter(Option<Callback<()>>),
    /// The field was left.
    Leave,
}

/// Whether a text can be the id of a record rather than a name: one long word with a digit in it.
fn looks_like_id(text: &str) -> bool {
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    has_digit && text.len() >= 8 && !text.contains(char::is_whitespace)
}

/// What is typed, as an entry that stands for itself; `None` where an entry has this id.
fn own(choices: Signal<Vec<Choice>>, i18n: I18n, id: &str) -> Option<Choice> {
    let is_known = choices.with(|all| all.iter().any(|choice| choice.id == id));
    (!id.is_empty() && !is_known).then(|| Choice {
        id: id.to_owned(),
        label: say!(i18n, field.use_id, id = id),
        ..Choice::default()
    })
}
