//! Fields of days and of numbers: typed in the user's own way, read by the page's reader.

use chrono::NaiveDate;
use leptos::prelude::*;

use super::field::{FieldFrame, Hint, unique_id};
use crate::components::Icon;
use crate::effect::effect_after;
use crate::i18n::{say, use_i18n};

/// A day. What is typed is read when the field is left and written back in full; what is no day
/// stays as it was typed, with a message.
#[component]
pub fn DateField(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// The day.
    value: RwSignal<Option<NaiveDate>>,
    /// Reads a day as typed.
    read: Callback<String, Option<NaiveDate>>,
    /// Writes a day as it is shown.
    write: Callback<NaiveDate, String>,
    /// What stands under it while it holds a day, or nothing.
    #[prop(optional, into)]
    hint: Signal<Hint>,
    /// Stands beside the day, stepping back: its weekday.
    #[prop(optional, into)]
    beside: Signal<String>,
    /// What is typed and no day yet, for a page that keeps it.
    #[prop(optional)]
    typed: RwSignal<Option<String>>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let i18n = use_i18n();
    let id = unique_id("date");
    let described = format!("{id}-hint");
    let written = move || value.get().map(|day| write.run(day)).unwrap_or_default();
    // What is brought back from a draft says at once what is wrong with it.
    let is_unread =
        move |text: &String| !text.trim().is_empty() && read.run(text.clone()).is_none();
    let unread = RwSignal::new(typed.with_untracked(|text| text.as_ref().is_some_and(is_unread)));
    // The page may set another day.
    effect_after(move |before: Option<Option<NaiveDate>>| {
        let day = value.get();
        if day.is_some() && before.is_some_and(|before| before != day) {
            typed.set(None);
            unread.set(false);
        }
        day
    });
    let commit = move || {
        let Some(text) = typed.get_untracked() else { return };
        let day = read.run(text.clone());
        unread.set(is_unread(&text));
        value.set(day);
        if day.is_some() || text.trim().is_empty() {
            typed.set(None);
        }
    };
    let shown = Signal::derive(move || {
        if unread.get() { Hint::Error(say!(i18n, field.date_unread).into()) } else { hint.get() }
    });
    let field = id.clone();
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Enter" {
            commit();
        }
    };
    view! {
        <FieldFrame id label hint=shown>
            <div
                class="input"
                class:is-error=move || shown.get().is_error()
                class:is-warn=move || matches!(shown.get(), Hint::Warn(_))
            >
                <input
                    id=field
                    dir="auto"
                    autocomplete="off"
                    aria-invalid=move || shown.get().is_error().then_some("true")
                    aria-describedby=described
                    data-testid=testid
                    prop:value=move || typed.get().unwrap_or_else(written)
                    on:input=move |event| typed.set(Some(event_target_value(&event)))
                    // A field that goes away loses the focus after its signals are gone.
                    on:blur=move |_| if typed.try_get_untracked().is_some() { commit() }
                    on:keydown=on_key
                />
                <span class="unit">{beside}</span>
                <Icon name="calendar" class="icon icon-sm" />
            </div>
        </FieldFrame>
    }
}

/// A number as typed. The page reads it and says in the hint what is wrong; the wheel never changes
/// it.
#[component]
pub fn NumberField(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// As typed.
    value: RwSignal<String>,
    /// What stands under it.
    #[prop(optional, into)]
    hint: Signal<Hint>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let id = unique_id("number");
    let described = format!("{id}-hint");
    let field = id.clone();
    view! {
        <FieldFrame id label hint>
            <div class="input input-num" class:is-error=move || hint.get().is_error()>
                <input
                    id=field
                    inputmode="numeric"
                    autocomplete="off"
                    aria-invalid=move || hint.get().is_error().then_some("true")
                    aria-describedby=described
                    data-testid=testid
                    prop:value=move || value.get()
                    on:input=move |event| value.set(event_target_value(&event))
                />
            </div>
        </FieldFrame>
    }
}
