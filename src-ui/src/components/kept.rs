//! Shows when a form was last saved on this computer, or why it could not be saved.

use leptos::prelude::*;

use super::Icon;
use crate::data::drafts::Keeper;
use crate::i18n::{say, use_i18n};
use crate::wording::format::use_format;
use crate::wording::words;

/// Beside the form's button.
#[component]
pub fn Kept(
    /// Keeps the form.
    keeper: Keeper,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    move || match (keeper.failure.get(), keeper.kept.get()) {
        (Some(failure), _) => {
            let why = words::failure(i18n, &failure);
            view! {
                <span class="hint-error small" role="alert" data-testid="draft-not-kept">
                    <Icon name="circle-alert" class="icon icon-sm" />
                    {say!(i18n, draft.not_kept, why = why)}
                </span>
            }
            .into_any()
        }
        (None, Some(at)) => {
            let time = format.time(at);
            view! {
                <span class="faint small num nowrap" data-testid="draft-kept">
                    {say!(i18n, draft.kept, time = time)}
                </span>
            }
            .into_any()
        }
        (None, None) => ().into_any(),
    }
}
