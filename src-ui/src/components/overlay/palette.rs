//! Search or command: one field that finds whatever there is to go to or to do. Arrows move, Enter
//! takes, Tab goes on to the next group, Esc closes. The focus stays in the field.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::portal::Portal;
use leptos::prelude::*;

use super::sheet::{hold_focus, keep_inside};
use crate::components::Icon;
use crate::components::fields::field::unique_id;
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::use_keys;

/// What the engine calls a key that an input method took.
const COMPOSING: u32 = 229;

/// Something to go to or to do.
#[derive(Clone)]
pub struct PaletteEntry {
    /// What names it among the others of its group.
    pub id: String,
    /// Its icon.
    pub icon: &'static str,
    /// A code before what it is called; may be empty.
    pub code: String,
    /// What it is called.
    pub label: String,
    /// Beside that, stepping back; may be empty.
    pub detail: String,
    /// The caps of the keys that do the same.
    pub caps: Vec<Vec<String>>,
    /// Goes there, or does it; called after the palette is closed.
    pub run: Arc<dyn Fn() + Send + Sync>,
}

/// Entries of one kind.
#[derive(Clone)]
pub struct PaletteGroup {
    /// What they are.
    pub title: &'static str,
    /// How many there are besides those that are listed.
    pub more: u32,
    /// The first of them.
    pub entries: Vec<PaletteEntry>,
}

/// A character that a text begins with to find things of one kind alone.
#[derive(Clone, Copy)]
pub struct PaletteMark {
    /// The character.
    pub mark: &'static str,
    /// What it finds.
    pub finds: Signal<String>,
}

/// The palette. Draw it inside a `Show`: it is open while it is drawn.
#[component]
pub fn Palette(
    /// What is typed.
    text: RwSignal<String>,
    /// What is found.
    groups: Signal<Vec<PaletteGroup>>,
    /// Whether what is found is found by what is typed now; Enter waits for it.
    settled: Signal<bool>,
    /// Enter was pressed: what is typed is looked for at once.
    #[prop(into)]
    on_enter: Callback<()>,
    /// Characters that a text can begin with.
    marks: Vec<PaletteMark>,
    /// It is to be closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let marks = StoredValue::new(marks);
    view! {
        <Portal><Opened text groups settled on_enter marks=marks.get_value() on_close /></Portal>
    }
}

/// The state of an open palette.
#[derive(Clone, Copy)]
struct Choosing {
    groups: Signal<Vec<PaletteGroup>>,
    /// How many entries there are.
    count: Memo<usize>,
    /// The entry the arrows led to, by its group and its name: others may come before it.
    active: RwSignal<Option<(&'static str, String)>>,
    /// Where it stands; the first one where none is, or it is gone.
    place: Memo<usize>,
    on_close: Callback<()>,
}

impl Choosing {
    fn go_to(self, place: usize) {
        let entry = self.groups.with_untracked(|groups| {
            entries(groups).nth(place).map(|(group, entry)| (group, entry.id.clone()))
        });
        self.active.set(entry);
    }

    fn step(self, by: isize) {
        let last = self.count.get_untracked().saturating_sub(1);
        self.go_to(self.place.get_untracked().saturating_add_signed(by).min(last));
    }

    /// Goes on to the first entry of the next group, or of the one before; round at the ends.
    fn step_group(self, onward: bool) {
        let now = self.place.get_untracked();
        let starts = self.groups.with_untracked(|groups| {
            let ends = groups.iter().scan(0, |at, group| {
                let start = *at;
                *at += group.entries.len();
                Some(start)
            });
            ends.collect::<Vec<usize>>()
        });
        let to = match onward {
            true => starts.iter().find(|start| **start > now).or(starts.first()),
            false => starts.iter().rfind(|start| **start < now).or(starts.last()),
        };
        self.go_to(to.copied().unwrap_or_default());
    }

    /// Takes the active entry.
    fn take(self) {
        let place = self.place.get_untracked();
        let entry = self
            .groups
            .with_untracked(|groups| entries(groups).nth(place).map(|(_, entry)| entry.clone()));
        if let Some(entry) = entry {
            self.run(entry.run);
        }
    }

    fn run(self, run: Arc<dyn Fn() + Send + Sync>) {
        self.on_close.run(());
        // Once the focus is back where it was: what is done may be about what is there.
        request_animation_frame(move || request_animation_frame(move || run()));
    }
}

/// All entries, each with the title of its group.
fn entries(groups: &[PaletteGroup]) -> impl Iterator<Item = (&'static str, &PaletteEntry)> {
    groups.iter().flat_map(|group| group.entries.iter().map(|entry| (group.title, entry)))
}

#[component]
fn Opened(
    text: RwSignal<String>,
    groups: Signal<Vec<PaletteGroup>>,
    settled: Signal<bool>,
    on_enter: Callback<()>,
    marks: Vec<PaletteMark>,
    on_close: Callback<()>,
) -> impl IntoView {
    let (i18n, keys) = (use_i18n(), use_keys());
    let scope = keys.open_sheet();
    keys.bind(scope.clone(), "Esc", Some(text!(i18n, app.close)), move || on_close.run(()));
    // The key that opened it.
    keys.bind(scope.clone(), "Ctrl+K", None, move || on_close.run(()));
    let palette = NodeRef::<html::Div>::new();
    hold_focus(palette, false);
    let count =
        memo(move || groups.with(|groups| groups.iter().map(|group| group.entries.len()).sum()));
    let active = RwSignal::new(None);
    let place = memo(move || {
        active.with(|active: &Option<(&'static str, String)>| {
            let Some((group, id)) = active else { return 0 };
            let is_it =
                |(of, entry): (&'static str, &PaletteEntry)| of == *group && entry.id == *id;
            groups.with(|groups| entries(groups).position(is_it)).unwrap_or_default()
        })
    });
    let choosing = Choosing { groups, count, active, place, on_close };
    let waits = RwSignal::new(false);
    effect(move || {
        text.track();
        choosing.active.set(None);
        waits.set(false);
    });
    effect(move || {
        if settled.get() && waits.get() {
            waits.set(false);
            choosing.take();
        }
    });
    let on_key = move |event: KeyboardEvent| {
        // While an input method composes a character, keys are its own; the last one too.
        if event.is_composing() || event.key_code() == COMPOSING {
            return;
        }
        // With Shift it is a key of its own on some systems, which the engine does not name.
        let key = if event.code() == "Tab" { "Tab".to_owned() } else { event.key() };
        match key.as_str() {
            "ArrowDown" => choosing.step(1),
            "ArrowUp" => choosing.step(-1),
            "PageDown" => choosing.step(8),
            "PageUp" => choosing.step(-8),
            "Tab" => choosing.step_group(!event.shift_key()),
            "Enter" => {
                on_enter.run(());
                // What is found by what is typed is asked for by then, and may be on its way.
                request_animation_frame(move || {
                    waits.try_set(true);
                });
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let id = unique_id("palette");
    let (list_id, controls) = (id.clone(), id.clone());
    let active_id = move || (count.get() > 0).then(|| format!("{id}-{}", choosing.place.get()));
    view! {
        <div class="sheet-layer" inert=move || !keys.is_top(&scope)>
            <div class="scrim scrim-top" on:mousedown=move |_| on_close.run(())>
                <div
                    class="palette"
                    role="dialog"
                    aria-modal="true"
                    aria-label=text!(i18n, palette.title)
                    tabindex="-1"
                    node_ref=palette
                    data-testid="palette"
                    on:mousedown=|event| event.stop_propagation()
                    on:keydown=move |event| keep_inside(palette, &event)
                >
                    <div class="palette-find" data-first="">
                        <Icon name="search" class="icon icon-lg" />
                        <input
                            role="combobox"
                            aria-autocomplete="list"
                            aria-expanded="true"
                            aria-controls=controls
                            aria-activedescendant=active_id
                            aria-label=text!(i18n, palette.title)
                            placeholder=text!(i18n, palette.hint)
                            autocomplete="off"
                            spellcheck="false"
                            data-testid="palette-find"
                            prop:value=move || text.get()
                            on:input=move |event| text.set(event_target_value(&event))
                            on:keydown=on_key
                        />
                    </div>
                    <Entries choosing id=list_id i18n settled />
                    <div
                        class="palette-foot"
                        aria-hidden="true"
                        on:mousedown=|event| event.prevent_default()
                    >
                        <span><kbd>"↑"</kbd><kbd>"↓"</kbd> {text!(i18n, palette.moves)}</span>
                        <span>{move || cap(keys.caps("Enter"))} {text!(i18n, palette.take)}</span>
                        <span>
                            {move || cap(keys.caps("Tab"))} {text!(i18n, palette.next)}
                        </span>
                        <span class="push">{move || marks.iter().map(|mark| view! {
                            <span><b>{mark.mark}</b> {mark.finds}</span>
                        }).collect_view()}</span>
                    </div>
                </div>
            </div>
        </div>
    }
}

fn cap(caps: Vec<String>) -> impl IntoView {
    caps.into_iter().map(|cap| view! { <kbd>{cap}</kbd> }).collect_view()
}

#[component]
fn Entries(choosing: Choosing, id: String, i18n: I18n, settled: Signal<bool>) -> impl IntoView {
    let list = NodeRef::<html::Div>::new();
    effect(move || {
        let at = choosing.place.get();
        let options = list.get().map(|list| dom::all(&list, "[role=option]")).unwrap_or_default();
        if let Some(option) = options.get(at) {
            option.scroll_into_view_with_bool(false);
        }
    });
    let own = id.clone();
    let drawn = move || {
        let groups = choosing.groups.get();
        let mut at = 0;
        let all = groups.into_iter().map(|group| {
            let first = at;
            at += group.entries.len();
            view! { <Group choosing id=id.clone() i18n first group /> }
        });
        all.collect_view()
    };
    let nothing =
        move || {
            (choosing.count.get() == 0).then(|| view! {
            <div class="option faint" role="option" aria-disabled="true" aria-selected="false">
                {move || settled.get().then(|| say!(i18n, field.nothing_found))}
            </div>
        })
        };
    view! {
        <div
            class="palette-list"
            // The field keeps the focus.
            on:mousedown=|event| event.prevent_default()
            role="listbox"
            id=own
            aria-label=text!(i18n, palette.results)
            node_ref=list
        >
            {drawn} {nothing}
        </div>
    }
}

#[component]
fn Group(
    choosing: Choosing,
    id: String,
    i18n: I18n,
    first: usize,
    group: PaletteGroup,
) -> impl IntoView {
    let PaletteGroup { title, more, entries } = group;
    let more = (more > 0).then(|| say!(i18n, palette.more, number = more));
    let entries = entries.into_iter().zip(first..).map(|(entry, at)| {
        let PaletteEntry { icon, code, label, detail, caps, run, .. } = entry;
        let code = (!code.is_empty()).then(|| view! { <span class="code">{code}</span> " " });
        let keys = caps.into_iter().map(|caps| view! { <span class="keys">{cap(caps)}</span> });
        let is_active = move || choosing.place.get() == at;
        view! {
            <div
                class="option"
                class:is-active=is_active
                role="option"
                id=format!("{id}-{at}")
                aria-selected=move || is_active().to_string()
                data-testid="palette-entry"
                on:click=move |_| choosing.run(Arc::clone(&run))
            >
                <Icon name=icon />
                <span class="trunc">
                    {code} <bdi class="name">{label}</bdi> <span class="ctx"><bdi>{detail}</bdi></span>
                </span>
                <span class="end">{keys.collect_view()}</span>
            </div>
        }
    });
    view! {
        <div role="group" aria-label=title>
            <div class="list-label" aria-hidden="true">{title} " " <span class="num">{more}</span></div>
            {entries.collect_view()}
        </div>
    }
}
