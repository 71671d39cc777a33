//! The panel with everything the service says of the movement itself.

use contract::Person;
use leptos::prelude::*;

use super::facts::{Fact, id, words};
use super::not_here::NotHere;
use super::view::Header;
use crate::components::{Button, Panel};
use crate::i18n::{I18n, text, use_i18n};
use crate::pages::new_movement::{TemplateButton, TemplateStarter};
use crate::wording::format::{Format, use_format};
use crate::wording::words as say_review;

/// The panel.
#[component]
pub fn AboutPanel(
    /// The movement.
    header: Memo<Option<Header>>,
    /// Begins another like it.
    templates: TemplateStarter,
    /// It is compared with another.
    comparing: RwSignal<bool>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    view! {
        <Panel title=text!(i18n, movement.about) on_close testid="movement-panel">
            <div class="panel-body">{move || header.get().map(|h| facts(i18n, format, &h))}</div>
            <div class="panel-body panel-acts">
                <TemplateButton key=Signal::derive(move || Some(header.get()?.key)) templates />
                <Button
                    label=text!(i18n, compare.act)
                    icon="git-compare"
                    chord="Ctrl+Shift+C"
                    on_press=move |()| comparing.set(true)
                    testid="compare"
                />
            </div>
            <NotHere />
        </Panel>
    }
}

fn facts(i18n: I18n, format: Format, header: &Header) -> impl IntoView + use<> {
    let place = |place: &Option<contract::PlaceRef>| place.as_ref().map(|p| p.name.clone());
    let (origin, destination) = (place(&header.origin), place(&header.destination));
    let day = header.day(i18n, format);
    let person = header.requested_by.as_ref();
    let mail = person.and_then(|person| person.email.as_deref());
    let review = header.review.map(|review| say_review::review(i18n, format, review));
    let read = format.moment(header.as_of);
    let own = text!(i18n, movement.service_id);
    let made_from = text!(i18n, movement.made_from);
    let stocklist =
        header.stocklist.as_ref().map(|list| id(made_from, list.as_str(), "stocklist-id"));
    view! {
        <dl class="facts-list facts-even">
            <Fact label=text!(i18n, movement.name) value=words(Some(&header.name)) />
            <Fact label=text!(i18n, movement.description) value=words(header.description.as_deref()) />
            <Fact label=text!(i18n, movement.origin) value=words(origin.as_deref()) />
            <Fact label=text!(i18n, movement.destination) value=words(destination.as_deref()) />
            <Fact label=text!(i18n, movement.requested_for) value=words(day.as_deref()) />
            <Fact label=text!(i18n, movement.requested_by) value=words(person.map(Person::shown)) />
            <Fact label=text!(i18n, movement.mail) value=words(mail) />
            <Fact label=text!(i18n, movement.reviewed) value=words(review.as_deref()) />
            <Fact label=text!(i18n, movement.read_at) value=words(Some(&read)) />
        </dl>
        <dl class="facts-list facts-even small">
            <Fact label=own value=id(own, header.id.as_str(), "movement-id") />
            {stocklist.map(|value| view! { <Fact label=made_from value /> })}
        </dl>
    }
}
