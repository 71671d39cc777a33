//! The second column: the movement's header. A field says what is wrong with it once it was left,
//! and what is worth knowing at once.

use contract::{FormField, ReadIdentity, Rule};
use leptos::prelude::*;

use super::create::Create;
use super::form::{MovementForm, StartsFrom};
use crate::components::Hint;
use crate::data::query::use_query;
use crate::effect::effect;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::header_fields::HeaderFields;
use crate::wording::words;

/// The header of the movement.
#[component]
pub fn Header(
    /// The form.
    form: MovementForm,
    /// What came of sending it.
    create: Create,
) -> impl IntoView {
    let i18n = use_i18n();
    let identity = use_query(|| Some(ReadIdentity {}));
    effect(move || {
        if let Some(identity) = identity.get() {
            form.offer_me(&identity);
        }
    });
    view! {
        <section class="new-head" aria-label=text!(i18n, nav.movement) data-region="header">
            <h2 class="label">{text!(i18n, nav.movement)}</h2>
            <HeaderFields
                fields=form.fields()
                hint=Callback::new(move |field| hint(i18n, form, create, field))
                on_leave=Callback::new(move |field| form.leave(field))
                inbound=Signal::derive(move || form.kind.get() == StartsFrom::Inbound)
                first=Signal::derive(move || !form.is_from_list())
            />
        </section>
    }
}

/// What is said at a field.
fn hint(i18n: I18n, form: MovementForm, create: Create, field: FormField) -> Hint {
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
