//! Barcodes that were learned to be of a product: listed, forgotten, and added by typing or scanning.

use contract::{Alias, ListAliases, ProductId, RemoveAlias, SaveAlias};
use leptos::prelude::*;

use crate::components::{Button, FailureNote, IconButton, Size, TextField};
use crate::data::query::{Sending, use_command, use_query};
use crate::i18n::{say, text, use_i18n};

/// The barcodes of a product.
#[component]
pub fn Barcodes(product: ProductId) -> impl IntoView {
    let i18n = use_i18n();
    let (save, remove) = (use_command::<SaveAlias>(), use_command::<RemoveAlias>());
    let code = RwSignal::new(String::new());
    let product = StoredValue::new(product);
    let known =
        use_query(move || Some(ListAliases { product: Some(product.get_value()), code: None }));
    let all = move || known.get().unwrap_or_default();
    let one = move |alias: Alias| {
        if let Some(by) = alias.told_by {
            return view! { <Told code=alias.code by save product=product.get_value() /> }
                .into_any();
        }
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
        .into_any()
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

/// A barcode that somebody tells at another station: it counts nothing until it is used here.
#[component]
fn Told(
    code: String,
    /// Who says so.
    by: String,
    save: Sending<SaveAlias>,
    product: ProductId,
) -> impl IntoView {
    let i18n = use_i18n();
    let said = say!(i18n, products.told_by, person = by);
    let request = SaveAlias { code: code.clone(), product };
    view! {
        <li data-testid="product-barcode-told">
            <span>
                <span class="code">{code}</span>
                " "
                <bdi class="faint small">{said}</bdi>
            </span>
            <Button
                label=text!(i18n, products.use_code)
                size=Size::Small
                on_press=move |()| save.send(request.clone(), |_| ())
                testid="barcode-use"
            />
        </li>
    }
}
