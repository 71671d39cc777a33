//! Closing the page while something is filled in: asks once before the draft is discarded, and
//! offers undo afterwards. A creation that the service refused is discarded with its draft.

use contract::MovementKey;
use leptos::prelude::*;

use super::form::MovementForm;
use crate::components::{Button, ButtonKind, Sheet, SheetFoot, Show, Size, Toasts};
use crate::data::drafts::{Keeper, use_drafts};
use crate::effect::{effect, memo};
use crate::i18n::{say, text, use_i18n};
use crate::navigation::{use_tab, use_tabs};

/// The question, while the tab is to be closed.
#[component]
pub fn Closing(
    /// The form.
    form: MovementForm,
    /// Keeps it.
    keeper: Keeper,
    /// The movement to be.
    key: MovementKey,
) -> impl IntoView {
    let (i18n, tabs, tab) = (use_i18n(), use_tabs(), use_tab());
    let (drafts, toasts) = (use_drafts(), expect_context::<Toasts>());
    let (number, unsent, closing) = (tab.number, tab.unsent, tab.closing);
    let draft = memo(move || form.draft(key));
    effect(move || unsent.set(draft.with(Option::is_some)));
    let stay = Callback::new(move |()| closing.set(false));
    let discard = Callback::new(move |()| {
        let Some(draft) = draft.get_untracked() else { return };
        keeper.discard();
        unsent.set(false);
        tabs.close(number);
        toasts.offer_undo(untrack(|| say!(i18n, draft.discarded).into()), move || {
            drafts.open(tabs, draft.clone());
        });
    });
    view! {
        <Show when=move || closing.get()>
            <Sheet
                title=text!(i18n, draft.close_title)
                lead=text!(i18n, draft.close_text)
                on_close=stay
                testid="close-sheet"
            >
                <SheetFoot>
                    <Button
                        label=text!(i18n, draft.discard)
                        kind=ButtonKind::Danger
                        size=Size::Large
                        on_press=discard
                        testid="close-drop"
                    />
                    <span class="push"></span>
                    <Button
                        label=text!(i18n, draft.keep)
                        kind=ButtonKind::Primary
                        size=Size::Large
                        on_press=stay
                        testid="close-keep"
                    />
                </SheetFoot>
            </Sheet>
        </Show>
    }
}
