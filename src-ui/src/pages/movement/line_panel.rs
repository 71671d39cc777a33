//! The panel beside the lines: everything the service says of the line that has the focus.

use contract::{LineItem, Person};
use leptos::prelude::*;

use super::columns::status;
use super::facts::{Fact, Short, id, number, reason, words};
use super::lines::Place;
use crate::components::grid::Content;
use crate::components::{Icon, Panel};
use crate::format::{Format, name_parts, use_format};
use crate::i18n::{I18n, say, text, use_i18n};

/// The line that has the focus.
#[derive(Clone, Debug, PartialEq)]
pub struct Focused {
    /// Where it is in the movement.
    pub place: Place,
    /// The line.
    pub line: LineItem,
}

/// The panel.
#[component]
pub fn LinePanel(
    /// The line; the panel waits while there is none.
    focused: Signal<Option<Focused>>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let title = Signal::derive(move || {
        focused.with(|focused| focused.as_ref().map_or_else(String::new, |f| title(i18n, f.place)))
    });
    view! {
        <Panel title on_close testid="line-panel">
            <div class="panel-body">
                {move || focused.get().map(|focused| details(i18n, format, &focused.line))}
            </div>
            <NotHere />
        </Panel>
    }
}

/// What this screen does not do, and where it is done.
#[component]
pub fn NotHere() -> impl IntoView {
    let i18n = use_i18n();
    view! { <p class="panel-note" data-testid="not-here">{text!(i18n, movement.not_here)}</p> }
}

fn title(i18n: I18n, place: Place) -> String {
    let line = place.line + 1;
    match place.child {
        None => say!(i18n, movement.line, number = line),
        Some(child) => say!(i18n, movement.line_child, number = line, child = child + 1),
    }
}

fn details(i18n: I18n, format: Format, line: &LineItem) -> impl IntoView + use<> {
    let product = &line.product;
    let name = product.name.clone().unwrap_or_default();
    let (strong, rest) = name_parts(&name);
    let (strong, rest) = (strong.to_owned(), rest.to_owned());
    let shown = product.code.clone().unwrap_or_default();
    view! {
        <div class="orig">
            <div>
                <span class="code" data-testid="line-code">{shown}</span>
                <h3 class="name" dir="auto"><b>{strong}</b>{rest}</h3>
                {status_line(i18n, line)}
            </div>
            <dl>
                <Short label=text!(i18n, movement.col_requested) value=number(format, line.quantity_requested) />
                <Short label=text!(i18n, movement.col_ship) value=number(format, line.quantity_to_ship()) />
                <Short label=text!(i18n, movement.col_available) value=number(format, line.quantity_available) />
            </dl>
        </div>
        {instead(i18n, format, line)}
        {decision(i18n, format, line)}
        {packing(i18n, format, line)}
    }
}

/// The status, as in the grid.
fn status_line(i18n: I18n, line: &LineItem) -> impl IntoView + use<> {
    match status(i18n, &line.status) {
        Content::Status(class, icon, word) => {
            view! { <span class=format!("st {class}")><Icon name=icon />{word}</span> }.into_any()
        }
        Content::Reason(code) => view! { <span class="reason">{code}</span> }.into_any(),
        _ => ().into_any(),
    }
}

fn decision(i18n: I18n, format: Format, line: &LineItem) -> impl IntoView + use<> {
    let recipient = line.recipient.as_ref().map(Person::shown);
    let quantity = move |quantity| number(format, quantity);
    view! {
        <dl class="facts-list facts-even">
            <Fact label=text!(i18n, movement.col_reason) value=reason(line.reason_code.as_deref()) />
            <Fact label=text!(i18n, movement.col_comment) value=words(line.comments.as_deref()) />
            <Fact label=text!(i18n, movement.revised) value=quantity(line.quantity_revised) />
            <Fact label=text!(i18n, movement.quantity_canceled) value=quantity(line.quantity_canceled) />
            <Fact label=text!(i18n, movement.allowed) value=quantity(line.quantity_allowed) />
            <Fact label=text!(i18n, movement.col_recipient) value=words(recipient) />
        </dl>
    }
}

/// What goes in the stead of the line.
fn instead(i18n: I18n, format: Format, line: &LineItem) -> Option<impl IntoView + use<>> {
    let child = |child: &LineItem| {
        let product = child.product.clone();
        let quantity = child.quantity_to_ship().map(|quantity| format.number(quantity));
        view! {
            <li>
                <span class="code">{product.code}</span>
                <span class="trunc" dir="auto">{product.name}</span>
                <span class="num">{quantity}</span>
            </li>
        }
    };
    let children = line.substitutions.iter().map(child).collect_view();
    (!line.substitutions.is_empty()).then(|| {
        view! {
            <div class="sect">
                <h3>{text!(i18n, movement.instead)}</h3>
                <ul class="instead" data-testid="line-instead">{children}</ul>
            </div>
        }
    })
}

fn packing(i18n: I18n, format: Format, line: &LineItem) -> impl IntoView + use<> {
    let own = text!(i18n, movement.service_id);
    let product = text!(i18n, movement.product_id);
    let category = line.product.category.as_ref().and_then(|category| category.name.as_deref());
    view! {
        <dl class="facts-list facts-even small">
            <Fact label=text!(i18n, movement.category) value=words(category) />
            <Fact label=text!(i18n, movement.description) value=words(line.product.description.as_deref()) />
            <Fact label=text!(i18n, movement.pallet) value=words(line.pallet_name.as_deref()) />
            <Fact label=text!(i18n, movement.package) value=words(line.box_name.as_deref()) />
            <Fact label=text!(i18n, movement.sort_order) value=number(format, line.sort_order) />
            <Fact label=own value=id(own, line.id.as_str(), "line-id") />
            <Fact label=product value=id(product, line.product.id.as_str(), "product-id") />
        </dl>
    }
}
