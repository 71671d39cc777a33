//! A row of the preferences.

use leptos::prelude::*;

/// A row: its name and what it does, then its control.
#[component]
pub fn SetRow(
    /// Its name.
    name: Signal<String>,
    /// What it does.
    #[prop(optional, into)]
    explanation: Signal<String>,
    /// Beside the explanation: keys that do the same.
    #[prop(optional, into)]
    keys: ViewFn,
    /// Its control.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="set-row">
            <div>
                <h3>{name}</h3>
                <p>{explanation}" "{keys.run()}</p>
            </div>
            {children()}
        </div>
    }
}
