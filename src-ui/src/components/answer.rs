//! Draws a query in each of its states: skeletons until the first reply, the failure, an empty
//! state, or the content. A page that uses it cannot forget one of them.

use contract::Failure;
use leptos::prelude::*;

use super::{Bones, Button, Icon, Raw, Size};
use crate::data::query::Query;
use crate::effect::memo;
use crate::i18n::{text, use_i18n};
use crate::wording::words;

/// A query as it is drawn. `empty` is drawn instead of the content when it answers something.
#[component]
pub fn Answer<T, V>(
    /// The query.
    of: Query<T>,
    /// What to draw when there is nothing in the reply.
    #[prop(optional, into)]
    empty: Option<Callback<T, Option<AnyView>>>,
    /// The content.
    children: V,
) -> impl IntoView
where
    T: Clone + PartialEq + Send + Sync + 'static,
    V: Fn(T) -> AnyView + Send + Sync + 'static,
{
    let reply = memo(move || of.reply.get());
    move || match reply.get() {
        Some(reply) => {
            let nothing = empty.and_then(|empty| empty.run(reply.clone()));
            nothing.unwrap_or_else(|| children(reply))
        }
        None => match of.failure.get() {
            Some(failure) => view! {
                <FailureNote failure on_retry=Callback::new(move |()| of.ask_again()) />
            }
            .into_any(),
            None => view! { <Bones /> }.into_any(),
        },
    }
}

/// A failure where it happened: the sentence, the service's own words folded, a way to try again.
#[component]
pub fn FailureNote(
    /// What failed.
    failure: Failure,
    /// Tries again.
    #[prop(optional)]
    on_retry: Option<Callback<()>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let said = failure.service_text.clone();
    let code = failure.reason.code();
    view! {
        <div role="alert" data-testid="failure" data-code=code>
            <p class="hint-error">
                <Icon name="circle-alert" class="icon icon-sm" />
                <span>{move || words::failure(i18n, &failure)}</span>
            </p>
            {said.map(|raw| view! { <Raw raw /> })}
            {on_retry.map(|retry| view! {
                <Button label=text!(i18n, answer.retry) size=Size::Small on_press=retry testid="retry" />
            })}
        </div>
    }
}
