//! The second column: the movement's header. A field says what is wrong with it once it was left,
//! and what is worth knowing at once.

use contract::{FormField, ListPeople, ListPlaces, Place, ReadIdentity, Rule};
use leptos::prelude::*;

use super::create::Create;
use super::day::from_today;
use super::form::{Form, Kind};
use super::places::{End, people_choices, place_choices};
use crate::components::{Choice, Combobox, DateField, Hint, TextField};
use crate::format::use_format;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::query::use_query;
use crate::{ipc, words};

/// The header of the movement.
#[component]
pub fn Header(
    /// The form.
    form: Form,
    /// What came of sending it.
    create: Create,
) -> impl IntoView {
    let i18n = use_i18n();
    let hint = move |field| Signal::derive(move || hint(i18n, form, create, field));
    let left = move |field| move |_| form.leave(field);
    view! {
        <section
            class="new-head"
            aria-label=move || say!(i18n, nav.movement)
            data-region="header"
        >
            <h2 class="label">{move || say!(i18n, nav.movement)}</h2>
            <div
                data-first=move || (!form.has_lines()).then_some("")
                on:focusout=left(FormField::Name)
            >
                <TextField
                    label=text!(i18n, new_movement.name)
                    value=form.name.value
                    hint=hint(FormField::Name)
                    testid="movement-name"
                />
            </div>
            <TextField
                label=text!(i18n, new_movement.description)
                value=form.description
                placeholder=text!(i18n, new_movement.description_hint)
                area=true
                optional=true
                testid="movement-description"
            />
            <Places form create />
            <div on:focusout=left(FormField::DateRequested)>
                <Day form hint=hint(FormField::DateRequested) />
            </div>
            <div on:focusout=left(FormField::RequestedBy)>
                <Requester form hint=hint(FormField::RequestedBy) />
            </div>
        </section>
    }
}

/// Where goods come from, and where they go to.
#[component]
fn Places(form: Form, create: Create) -> impl IntoView {
    let i18n = use_i18n();
    let places = use_query(|| Some(ListPlaces {}));
    let choices = move |end: Signal<End>| {
        Signal::derive(move || {
            let type_name = |code: &_| words::place_type(i18n, code);
            places
                .reply
                .with(|all| place_choices(all.as_deref().unwrap_or_default(), end.get(), type_name))
        })
    };
    let origin_end = Signal::derive(move || match form.kind.get() {
        Kind::Inbound => End::Supplier,
        Kind::Stocklist | Kind::Empty => End::Origin,
    });
    let origin_hint = Signal::derive(move || {
        let said = hint(i18n, form, create, FormField::Origin);
        let id = form.origin.value.get();
        let place = places.reply.with(|all| seen(all.as_ref(), id.as_deref()).cloned());
        match (said, id, place) {
            (Hint::None, Some(_), Some(place)) if is_no_supplier(form, &place) => {
                Hint::Warn(say!(i18n, new_movement.no_supplier, place = place.name))
            }
            (Hint::None, Some(_), None) if places.reply.with(Option::is_some) => unseen(i18n),
            (said, ..) => said,
        }
    });
    let destination_hint = Signal::derive(move || {
        let said = hint(i18n, form, create, FormField::Destination);
        let id = form.destination.value.get();
        let is_seen = places.reply.with(|all| {
            all.is_none() || id.is_none() || seen(all.as_ref(), id.as_deref()).is_some()
        });
        if said == Hint::None && !is_seen { unseen(i18n) } else { said }
    });
    view! {
        <div on:focusout=move |_| form.leave(FormField::Origin)>
            <Combobox
                label=text!(i18n, new_movement.origin)
                choices=choices(origin_end)
                value=form.origin.value
                hint=origin_hint
                free=true
                testid="movement-origin"
            />
        </div>
        <div on:focusout=move |_| form.leave(FormField::Destination)>
            <Combobox
                label=text!(i18n, new_movement.destination)
                choices=choices(Signal::stored(End::Destination))
                value=form.destination.value
                hint=destination_hint
                free=true
                testid="movement-destination"
            />
        </div>
    }
}

/// The day it is asked for, typed in the user's own way or as a distance from today.
#[component]
fn Day(form: Form, hint: Signal<Hint>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let read = Callback::new(move |text: String| {
        let today = say!(i18n, new_movement.today);
        // An apostrophe is typed straight more often than not.
        let typed = text.replace('\'', "’");
        from_today(&text, ipc::today()).or_else(|| format.read_day(&typed, &[today]))
    });
    let weekday = move || form.date.value.get().map(|day| format.short_weekday(day));
    view! {
        <DateField
            label=text!(i18n, new_movement.date)
            value=form.date.value
            read
            write=Callback::new(move |day| format.full_day(day))
            hint
            beside=Signal::derive(move || weekday().unwrap_or_default())
            testid="movement-date"
        />
    }
}

/// Who asks for it: oneself, where that is known.
#[component]
fn Requester(form: Form, hint: Signal<Hint>) -> impl IntoView {
    let i18n = use_i18n();
    let people = use_query(|| Some(ListPeople {}));
    let identity = use_query(|| Some(ReadIdentity {}));
    Effect::new(move || {
        if let Some(identity) = identity.get() {
            form.offer_me(&identity);
        }
    });
    let choices = Memo::new(move |_| -> Vec<Choice> {
        let me = identity.get().and_then(|identity| identity.me);
        people.reply.with(|all| people_choices(all.as_deref().unwrap_or_default(), me.as_ref()))
    });
    let hint = Signal::derive(move || {
        let id = form.requester.value.get();
        let is_seen = people.reply.with(Option::is_none)
            || id.is_none_or(|id| choices.with(|all| all.iter().any(|choice| choice.id == id)));
        let said = hint.get();
        if said == Hint::None && !is_seen { unseen(i18n) } else { said }
    });
    view! {
        <Combobox
            label=text!(i18n, new_movement.requester)
            choices
            value=form.requester.value
            hint
            free=true
            people=true
            testid="movement-requester"
        />
    }
}

/// What is said at a field.
fn hint(i18n: I18n, form: Form, create: Create, field: FormField) -> Hint {
    if let Some(refused) = create.refused_at(field) {
        return Hint::Error(refused);
    }
    match form.said_at(field) {
        None => Hint::None,
        Some(rule) if rule.blocks() => Hint::Error(words::rule(i18n, field, rule)),
        Some(rule @ Rule::DaysAhead(_)) => {
            let ahead = words::rule(i18n, field, rule);
            Hint::Warn(format!("{ahead} {}", say!(i18n, new_movement.may_refuse)))
        }
        Some(rule) => Hint::Warn(words::rule(i18n, field, rule)),
    }
}

/// An id that was pasted, and that no record read here has.
fn unseen(i18n: I18n) -> Hint {
    Hint::Note(say!(i18n, new_movement.unseen).into())
}

fn seen<'a>(places: Option<&'a Vec<Place>>, id: Option<&str>) -> Option<&'a Place> {
    places?.iter().find(|place| Some(place.id.as_str()) == id)
}

fn is_no_supplier(form: Form, place: &Place) -> bool {
    form.kind.get() == Kind::Inbound && place.type_code.is_some() && !place.is_supplier()
}
