//! A row that needs attention, put right or left out where it stands; and what somebody says of such rows. A row
//! that was put right stays where it is.

use contract::MendedRow;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::components::Icon;
use crate::effect::memo;
use crate::i18n::{say, use_i18n};
use crate::wording::format::use_format;

/// What somebody says of rows, instead of what stands in them.
#[derive(Clone, Copy)]
pub struct Mending(RwSignal<Vec<MendedRow>>);

/// What is to be said of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowStand {
    /// It needs attention, in words.
    Wrong(String),
    /// Nothing is made of it.
    LeftOut,
    /// It is put right.
    Mended,
}

/// A part of a row that can be put right.
#[derive(Clone, Copy)]
pub struct MendedPart {
    /// What it is, for who does not see its place.
    pub label: Signal<String>,
    /// What stands there.
    pub value: Signal<String>,
    /// Where what is said of it goes.
    pub of: fn(&mut MendedRow) -> &mut Option<String>,
    /// For tests.
    pub testid: &'static str,
}

impl Mending {
    /// Nothing is said.
    pub fn start() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    /// What is said; asks again as it changes.
    pub fn rows(self) -> Vec<MendedRow> {
        self.0.get()
    }

    /// What was said of one table is nothing about another.
    pub fn forget(self) {
        if self.0.with_untracked(|rows| !rows.is_empty()) {
            self.0.set(Vec::new());
        }
    }

    /// What is said of a part of the row at this place.
    fn said(self, at: u32, of: fn(&mut MendedRow) -> &mut Option<String>) -> Option<String> {
        let mut row = self.0.with(|rows| rows.iter().find(|row| row.at == at).cloned())?;
        of(&mut row).take()
    }

    /// Says something of the row at this place.
    pub fn mend(self, at: u32, mend: impl FnOnce(&mut MendedRow)) {
        self.0.update(|rows| {
            if let Some(row) = rows.iter_mut().find(|row| row.at == at) {
                return mend(row);
            }
            let mut row = MendedRow { at, ..MendedRow::default() };
            mend(&mut row);
            rows.push(row);
        });
    }
}

/// The row.
#[component]
pub fn MendableRow(
    /// What is said of rows.
    mending: Mending,
    /// Its place.
    at: u32,
    /// Its number in the file.
    number: Signal<u32>,
    /// Its parts.
    parts: Vec<MendedPart>,
    /// What is to be said of it.
    stand: Signal<RowStand>,
    /// What may be meant.
    #[prop(optional, into)]
    near: ViewFn,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let row = move || say!(i18n, import.row, number = format.number(number.get()));
    let is_left_out = Signal::derive(move || stand.get() == RowStand::LeftOut);
    let fields = parts.into_iter().map(|part| {
        let label = Signal::derive(move || {
            say!(i18n, import.part_of, part = part.label.get(), row = row())
        });
        let enter = move |text: String| mending.mend(at, |row| *(part.of)(row) = Some(text));
        // What was said stands there at once, whatever the answer to it takes.
        let value = memo(move || mending.said(at, part.of).unwrap_or_else(|| part.value.get()));
        view! { <MendField label value on_enter=enter off=is_left_out testid=part.testid /> }
    });
    let said = move || {
        let (class, icon, words) = match stand.get() {
            RowStand::Wrong(words) => ("st st-warn", "triangle-alert", words),
            RowStand::LeftOut => {
                ("st st-ink", "circle-minus", say!(i18n, import.left_out).to_owned())
            }
            RowStand::Mended => ("st st-ok", "check", say!(i18n, import.mended).to_owned()),
        };
        view! { <span class=class><Icon name=icon />{words}</span> }
    };
    let leave_out = move |_| mending.mend(at, |row| row.is_left_out = !row.is_left_out);
    let act = move || match is_left_out.get() {
        true => say!(i18n, import.take_in),
        false => say!(i18n, import.leave_out),
    };
    let act_of = move || say!(i18n, import.part_of, part = act(), row = row());
    view! {
        <li data-testid="import-trouble" class:is-left-out=move || is_left_out.get()>
            <span class="num faint">{row}</span>
            {fields.collect_view()}
            <span class="why"><span role="status">{said}</span>{near.run()}</span>
            <button
                type="button"
                class="btn btn-sm"
                aria-label=act_of
                data-testid="leave-out"
                on:click=leave_out
            >
                {act}
            </button>
        </li>
    }
}

/// A field of a row: entered with Enter, and when it is left.
#[component]
fn MendField(
    label: Signal<String>,
    value: Memo<String>,
    #[prop(into)] on_enter: Callback<String>,
    off: Signal<bool>,
    testid: &'static str,
) -> impl IntoView {
    let typed: RwSignal<Option<String>> = RwSignal::new(None);
    let shown = move || typed.get().unwrap_or_else(|| value.get());
    let enter = move |event| {
        typed.set(None);
        on_enter.run(event_target_value(&event));
    };
    let on_key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            // The browser enters it; the window does not go on with the import.
            "Enter" if !event.is_composing() => {}
            // What was typed goes first, then the window.
            "Escape" if typed.with_untracked(Option::is_some) => typed.set(None),
            _ => return,
        }
        event.stop_propagation();
    };
    view! {
        <div class="input mend">
            <input
                aria-label=label
                autocomplete="off"
                spellcheck="false"
                dir="auto"
                disabled=off
                data-testid=testid
                prop:value=shown
                on:input=move |event| typed.set(Some(event_target_value(&event)))
                on:change=enter
                on:blur=move |_| typed.set(None)
                on:keydown=on_key
            />
        </div>
    }
}
