//! The list of keys: what works on this screen now, read from the dispatcher.

use leptos::prelude::*;

use crate::components::Sheet;
use crate::i18n::{text, use_i18n};
use crate::keys::{ListedKey, Scope, use_keys};
use crate::navigation::Sheets;

/// The list of keys.
#[component]
pub fn KeysSheet() -> impl IntoView {
    let (i18n, keys) = (use_i18n(), use_keys());
    let sheets = expect_context::<Sheets>();
    // What is listed is what holds where the sheet was opened.
    let listed = StoredValue::new(untrack(|| keys.listed()));
    let group = move |title: Signal<String>, of: fn(&Scope) -> bool| {
        let entries: Vec<_> =
            listed.with_value(|all| all.iter().filter(|l| of(&l.scope)).map(entry).collect());
        (!entries.is_empty())
            .then(|| view! { <section><h3>{title}</h3><ul>{entries}</ul></section> })
    };
    view! {
        <Sheet
            title=text!(i18n, app.keys)
            on_close=move |()| sheets.keys.set(false)
            wide=true
            testid="keys-sheet"
        >
            <div class="sheet-body key-list">
                {group(text!(i18n, app.keys_page), |scope| {
                    matches!(scope, Scope::Tab(_) | Scope::Sheet(_))
                })}
                {group(text!(i18n, app.keys_grid), |scope| matches!(scope, Scope::Region(_)))}
                {group(text!(i18n, app.keys_global), |scope| {
                    matches!(scope, Scope::Window | Scope::Always)
                })}
            </div>
        </Sheet>
    }
}

fn entry(listed: &ListedKey) -> impl IntoView + use<> {
    let label = listed.label;
    let key = |caps: &Vec<String>| {
        let caps = caps.iter().map(|cap| view! { <kbd>{cap.clone()}</kbd> }).collect_view();
        view! { <span class="keys">{caps}</span> }
    };
    let keys = listed.caps.iter().map(key).collect_view();
    view! { <li><span>{label}</span><span class="alike">{keys}</span></li> }
}
