//! The comment of a decision: free text.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use crate::i18n::text;
use crate::pages::movement::panel::state::PanelState;

/// Free text; the arrow up brings back what was written before.
#[component]
pub fn Comment(state: PanelState) -> impl IntoView {
    let i18n = state.i18n;
    let at = RwSignal::new(None::<usize>);
    let on_key = move |event: KeyboardEvent| {
        let to = match (event.key().as_str(), at.get_untracked()) {
            ("ArrowUp", None) => Some(0),
            ("ArrowUp", Some(at)) => Some(at + 1),
            ("ArrowDown", Some(0)) => None,
            ("ArrowDown", Some(at)) => Some(at - 1),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        let before = to.map(|to| untrack(|| state.of_view(|view| view.comments.get(to).cloned())));
        match before {
            // There is none older: the oldest stays.
            Some(None) => {}
            Some(Some(comment)) => {
                at.set(to);
                state.form.update(|form| form.comment = comment);
            }
            None => {
                at.set(None);
                state.form.update(|form| form.comment.clear());
            }
        }
    };
    let has_some = move || state.of_view(|view| Some(!view.comments.is_empty())) == Some(true);
    view! {
        <input
            class="input"
            autocomplete="off"
            aria-label=text!(i18n, movement.col_comment)
            placeholder=text!(i18n, panel.comment)
            title=move || has_some().then(|| text!(i18n, panel.recall).get())
            dir="auto"
            data-testid="comment"
            prop:value=move || state.form.with(|form| form.comment.clone())
            on:input=move |event| {
                at.set(None);
                let typed = event_target_value(&event);
                state.form.update(|form| form.comment = typed);
            }
            on:keydown=on_key
        />
    }
}
