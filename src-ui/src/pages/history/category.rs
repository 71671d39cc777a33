//! The sheet that corrects the name of a category the service refused, or that waits.

use contract::{EditOperation, Operation};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use super::acts::Acts;
use crate::components::{AskFoot, FailureNote, Sheet, Show, Size, TextField};
use crate::data::query::use_command;
use crate::i18n::{text, use_i18n};

/// The sheet, while a category is being corrected.
#[component]
pub fn CategorySheet(acts: Acts) -> impl IntoView {
    view! { <Show when=move || acts.correcting.with(Option::is_some)><Opened acts /></Show> }
}

#[component]
fn Opened(acts: Acts) -> impl IntoView {
    let i18n = use_i18n();
    let row = acts.correcting.get_untracked();
    let key = row.as_ref().map(|row| row.key);
    let name = RwSignal::new(match row.map(|row| row.operation) {
        Some(Operation::CreateCategory { name }) => name,
        _ => String::new(),
    });
    let edit = use_command::<EditOperation>();
    let close = Callback::new(move |()| acts.correcting.set(None));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(operation) = key else { return };
        let name = name.get_untracked().trim().to_owned();
        let with = Operation::CreateCategory { name };
        edit.send(EditOperation { operation, with }, move |_| close.run(()));
    };
    view! {
        <Sheet
            title=text!(i18n, history.category_title)
            lead=text!(i18n, products.category_lead)
            on_close=close
            testid="category-edit-sheet"
        >
            <form novalidate=true on:submit=submit>
                <div class="sheet-body">
                    <TextField
                        label=text!(i18n, products.col_name)
                        value=name
                        size=Size::Large
                        testid="category-edit-name"
                    />
                    {move || edit.failure.get().map(|failure| view! { <FailureNote failure /> })}
                </div>
                <AskFoot
                    back=text!(i18n, products.category_cancel)
                    on_back=close
                    act=text!(i18n, history.category_save)
                    busy=edit.busy
                    testids=("category-edit-cancel", "category-edit-save")
                />
            </form>
        </Sheet>
    }
}
