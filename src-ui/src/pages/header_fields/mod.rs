//! The fields of a movement's header, as the form of a new movement and the one of an existing
//! movement show them: name, description, places, day, person. Deliberately absent: what is wrong
//! with them and what becomes of them, which each form knows.

mod day;
mod fields;
mod find;
mod places;

use contract::{Failure, FormField, ListPeople, ListPlaces, Place, ReadIdentity};
use leptos::prelude::*;

use crate::components::{Choice, Combobox, DateField, Hint, TextField};
use crate::data::query::use_query;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::wording::format::use_format;
use crate::wording::words;
use crate::{dom, ipc};
use day::from_today;
use fields::seen;
use find::find_places;
use places::{End, place_choices};

pub use fields::{FormFields, KnownNames, TypedFields};
pub use find::find_people;
pub use places::people_choices;

/// The fields, one under the other.
#[component]
pub fn HeaderFields(
    /// The fields.
    fields: FormFields,
    /// What is said at one of them.
    hint: Callback<FormField, Hint>,
    /// One of them was left.
    on_leave: Callback<FormField>,
    /// What is said at the description, which no rule is about.
    #[prop(optional, into)]
    description_hint: Signal<Hint>,
    /// Goods come in from outside.
    #[prop(optional, into)]
    inbound: Signal<bool>,
    /// The work begins at the name.
    #[prop(optional, into)]
    first: Signal<bool>,
) -> impl IntoView {
    let i18n = use_i18n();
    let hint = move |field| Signal::derive(move || hint.run(field));
    let left = move |field| {
        move |_| {
            // A field that goes away loses the focus after its page is gone.
            on_leave.try_run(field);
        }
    };
    view! {
        <div
            data-first=move || first.get().then_some("")
            on:focusout=left(FormField::Name)
        >
            <TextField
                label=text!(i18n, new_movement.name)
                value=fields.name
                hint=hint(FormField::Name)
                testid="movement-name"
            />
        </div>
        <TextField
            label=text!(i18n, new_movement.description)
            value=fields.description
            hint=description_hint
            placeholder=text!(i18n, new_movement.description_hint)
            area=true
            optional=true
            testid="movement-description"
        />
        <div on:focusout=left(FormField::Origin)>
            <PlaceField
                label=text!(i18n, new_movement.origin)
                end=Signal::derive(move || if inbound.get() { End::Supplier } else { End::Origin })
                value=fields.origin
                typed=fields.typed.origin
                hint=hint(FormField::Origin)
                testid="movement-origin"
            />
        </div>
        <div on:focusout=left(FormField::Destination)>
            <PlaceField
                label=text!(i18n, new_movement.destination)
                end=Signal::stored(End::Destination)
                value=fields.destination
                typed=fields.typed.destination
                hint=hint(FormField::Destination)
                testid="movement-destination"
            />
        </div>
        <div on:focusout=left(FormField::DateRequested)>
            <Day fields hint=hint(FormField::DateRequested) />
        </div>
        <div on:focusout=left(FormField::RequestedBy)>
            <Requester fields hint=hint(FormField::RequestedBy) />
        </div>
    }
}

/// Where goods come from, or where they go to.
#[component]
fn PlaceField(
    label: Signal<String>,
    end: Signal<End>,
    value: RwSignal<Option<String>>,
    typed: RwSignal<Option<String>>,
    hint: Signal<Hint>,
    testid: &'static str,
) -> impl IntoView {
    let i18n = use_i18n();
    let places = use_query(|| Some(ListPlaces {}));
    let found = find_places(typed);
    let choices = memo(move || -> Vec<Choice> {
        let type_name = |code: &_| words::place_type(i18n, code);
        places.reply.with(|all| {
            let all = all.as_deref().unwrap_or_default();
            found.reply.with(|found| {
                let found = found.as_ref().map_or(&[][..], |found| &found.rows);
                place_choices(all, found, end.get(), type_name)
            })
        })
    });
    let hint = Signal::derive(move || {
        let (said, id) = (hint.get(), value.get());
        let place = places.reply.with(|all| seen(all.as_ref(), id.as_deref()).cloned());
        match (said, id, place) {
            (Hint::None, Some(_), Some(place))
                if end.get() == End::Supplier && is_other(&place) =>
            {
                Hint::Warn(say!(i18n, new_movement.no_supplier, place = place.name))
            }
            (Hint::None, Some(_), None) if places.reply.with(Option::is_some) => unseen(i18n),
            (said, ..) => said,
        }
    });
    let unknown = text!(i18n, new_movement.no_place);
    view! { <Combobox label choices value hint free=true typed unknown testid /> }
}

/// The day it is asked for, typed in the user's own way or as a distance from today.
#[component]
fn Day(fields: FormFields, hint: Signal<Hint>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let read = Callback::new(move |text: String| {
        let words = [say!(i18n, new_movement.today), say!(i18n, new_movement.tomorrow)];
        // An apostrophe is typed straight more often than not.
        let typed = text.replace('\'', "’");
        from_today(&text, ipc::today()).or_else(|| format.read_day(&typed, &words))
    });
    let weekday = move || fields.date.get().map(|day| format.short_weekday(day));
    view! {
        <DateField
            label=text!(i18n, new_movement.date)
            value=fields.date
            read
            write=Callback::new(move |day| format.full_day(day))
            hint
            beside=Signal::derive(move || weekday().unwrap_or_default())
            typed=fields.typed.date
            testid="movement-date"
        />
    }
}

/// Who asks for it.
#[component]
fn Requester(fields: FormFields, hint: Signal<Hint>) -> impl IntoView {
    let i18n = use_i18n();
    let people = use_query(|| Some(ListPeople {}));
    let identity = use_query(|| Some(ReadIdentity {}));
    let found = find_people(fields.typed.requester);
    let choices = memo(move || -> Vec<Choice> {
        let me = identity.get().and_then(|identity| identity.me);
        people.reply.with(|all| {
            let all = all.as_deref().unwrap_or_default();
            found.reply.with(|found| {
                let found = found.as_ref().map_or(&[][..], |found| &found.rows);
                people_choices(all, found, me.as_ref())
            })
        })
    });
    let hint = Signal::derive(move || {
        let id = fields.requester.get();
        let is_seen = people.reply.with(Option::is_none)
            || id.is_none_or(|id| choices.with(|all| all.iter().any(|choice| choice.id == id)));
        let said = hint.get();
        if said == Hint::None && !is_seen { unseen(i18n) } else { said }
    });
    view! {
        <Combobox
            label=text!(i18n, new_movement.requester)
            choices
            value=fields.requester
            hint
            free=true
            people=true
            typed=fields.typed.requester
            unknown=text!(i18n, new_movement.no_person)
            testid="movement-requester"
        />
    }
}

/// Gives the focus back to where it was before a form could not be changed for a moment.
pub fn keep_focus(busy: Signal<bool>) {
    let before = StoredValue::new_local(None);
    effect(move || {
        if busy.get() {
            before.set_value(dom::focused());
        } else if let Some(before) = before.try_update_value(Option::take).flatten() {
            request_animation_frame(move || dom::focus(&before));
        }
    });
}

/// The field of the form a failure points at.
pub fn field_of(failure: &Failure) -> Option<FormField> {
    match failure.field.as_deref()? {
        "start" => Some(FormField::Start),
        "name" => Some(FormField::Name),
        "origin" => Some(FormField::Origin),
        "destination" => Some(FormField::Destination),
        "date_requested" => Some(FormField::DateRequested),
        "requested_by" => Some(FormField::RequestedBy),
        _ => None,
    }
}

/// An id that was pasted, and that no record read here has.
fn unseen(i18n: I18n) -> Hint {
    Hint::Note(say!(i18n, new_movement.unseen).into())
}

/// A place that is known to be no supplier.
fn is_other(place: &Place) -> bool {
    place.type_code.is_some() && !place.is_supplier()
}
