//! Barcodes that were learned to be of a product: listed, forgotten, and added by typing or scanning.

use contract::{Alias, ListAliases, ProductId, RemoveAlias, SaveAlias};
use leptos::prelude::*;

use crate::components::{Button, FailureNote, IconButton, Size, TextField};
use crate::data::query::{use_command, use_query};
use crate::i18n::{say, text, use_i18n};

/// The barcodes of a product.
#[component]
pub fn Barcodes(product: ProductId) -> impl IntoView {
    let i18n = use_i18n();
    let (save, remove) = (use_command::<SaveAlias>(), use_command::<RemoveAlias>());
    let code = RwSignal::new(String::new());
    let product = StoredValue::new(product);
    let known = use_query(move || Some(ListAliases { product: Some(product.get_value()) }));
    let all = move || known.get().unwrap_or_default();
    let one = move |alias: Alias| {
        let (code, forgotten) = (alias.code.clone(), alias.code);
        let label = say!(i18n, products.forget_code, code = code.clone());
        view! {
            <li data-testid="product-barcode">
                <span class="code">{code}</span>
                <IconButton
                    label=Signal::stored(label)
                    icon="x"
                    size=Size::Small
                    on_press=move |()| remove.send(RemoveAlias { code: forgotten.clone() }, |_| ())
                    testid="barcode-forget"
                />
            </li>
        }
    };
    let add = move || {
        let request = SaveAlias { code: code.get_untracked(), product: product.get_value() };
        save.send(request, move |_| code.set(String::new()));
    };
    view! {
        <div class="sect">
            <h3>{text!(i18n, products.barcodes)}</h3>
            <ul class="codes" role="list">{move || all().into_iter().map(one).collect_view()}</ul>
            <form
                class="code-add"
                on:submit=move |event| {
                    event.prevent_default();
                    add();
                }
            >
                <TextField label=text!(i18n, products.add_code) value=code testid="barcode-new" />
                <Button label=text!(i18n, products.add) submit=true on_press=|()| () testid="barcode-add" />
            </form>
            {move || save.failure.get().map(|failure| view! { <FailureNote failure /> })}
        </div>
    }
}
