//! All that is known of the line: what was decided, what goes instead, its packing and its ids.

use contract::{LineItem, LineStatus, Person};
use leptos::prelude::*;

use super::state::PanelState;
use crate::i18n::{I18n, text};
use crate::pages::movement::header::facts::{Fact, id, number, reason, words};
use crate::wording::format::Format;

/// The facts.
#[component]
pub fn Details(state: PanelState) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    move || {
        let line = state.of_view(|view| view.as_in_service.clone())?;
        Some(view! {
            {instead(i18n, format, &line)}
            {decision(i18n, format, &line)}
            {packing(i18n, format, &line)}
        })
    }
}

fn decision(i18n: I18n, format: Format, line: &LineItem) -> impl IntoView + use<> {
    let recipient = line.recipient.as_ref().map(Person::shown);
    let quantity = move |quantity| number(format, quantity);
    let canceled = match is_request_replaced(line) {
        true => text!(i18n, movement.request_replaced),
        false => text!(i18n, movement.quantity_canceled),
    };
    view! {
        <dl class="facts-list facts-even">
            <Fact label=text!(i18n, movement.col_reason) value=reason(line.reason_code.as_deref()) />
            <Fact label=text!(i18n, movement.col_comment) value=words(line.comments.as_deref()) />
            <Fact label=text!(i18n, movement.revised) value=quantity(line.quantity_revised) />
            <Fact label=canceled value=quantity(line.quantity_canceled) />
            <Fact label=text!(i18n, movement.allowed) value=quantity(line.quantity_allowed) />
            <Fact label=text!(i18n, movement.col_recipient) value=words(recipient) />
        </dl>
    }
}

/// Whether what the service calls canceled is the whole request, in whose place something else goes:
/// then nobody canceled anything (interface document, 3).
fn is_request_replaced(line: &LineItem) -> bool {
    matches!(line.status, LineStatus::Changed | LineStatus::Substituted)
        && line.quantity_canceled.is_some()
        && line.quantity_canceled == line.quantity_requested
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
                <ul class="instead" role="list" data-testid="line-instead">{children}</ul>
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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(status: &str, requested: i64, canceled: Option<i64>) -> LineItem {
        let line = serde_json::json!({
            "id": "i1", "product": { "id": "p1" }, "status": status,
            "quantity_requested": requested, "quantity_canceled": canceled, "substitutions": [],
        });
        serde_json::from_value(line).unwrap()
    }

    #[test]
    fn only_what_somebody_canceled_is_said_to_be_canceled() {
        let replaced = |status, canceled| is_request_replaced(&line(status, 8, canceled));
        assert!(replaced("CHANGED", Some(8)), "8 were asked for, and others go instead");
        assert!(replaced("SUBSTITUTED", Some(8)));
        assert!(!replaced("CANCELED", Some(8)));
        assert!(!replaced("PENDING", Some(0)));
        assert!(!replaced("CHANGED", Some(3)), "the service told something else");
        assert!(!replaced("CHANGED", None));
    }
}
