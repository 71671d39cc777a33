//! The first of the rows that need attention, with what is wrong and which products may be meant. Each is put right
//! or left out where it stands, and stays there then.

use contract::ImportTrouble;
use leptos::prelude::*;

use super::look::LinesLook;
use crate::components::{Button, Size};
use crate::dom;
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};
use crate::pages::import::looked::ImportAttention;
use crate::pages::import::mend::{MendableRow, MendedPart, RowStand};
use crate::wording::format::use_format;
use crate::wording::line_words::{code_of, problem as problem_words};

/// The rows.
#[component]
pub fn Outcome(
    /// The table.
    look: LinesLook,
    /// What becomes of rows that need attention.
    hint: Signal<String>,
) -> impl IntoView {
    let reply = look.preview.reply;
    let told = move || {
        let of = |trouble: &ImportTrouble| (trouble.at, trouble.problem.is_some());
        let told = reply.with(|it| Some(it.as_ref()?.attention.iter().map(of).collect()));
        told.unwrap_or_else(Vec::new)
    };
    let is_remembered = move || reply.with(|it| it.as_ref().is_some_and(|it| it.is_remembered));
    let all = move || reply.with(|it| it.as_ref().map_or(0, |it| it.outcome.attention));
    view! {
        <ImportAttention
            hint
            is_remembered=Signal::derive(is_remembered)
            told=Signal::derive(told)
            all=Signal::derive(all)
            row=move |at| view! { <Trouble look at /> }.into_any()
        />
    }
}

/// A row that needs attention, or did.
#[component]
fn Trouble(look: LinesLook, at: u32) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let trouble = memo(move || {
        look.preview.reply.with(|it| it.as_ref()?.attention.iter().find(|it| it.at == at).cloned())
    });
    let of = move |part: fn(&ImportTrouble) -> &String| {
        Signal::derive(move || {
            trouble.with(|it| it.as_ref().map(part).cloned()).unwrap_or_default()
        })
    };
    let stand = move || {
        trouble.with(|it| match it.as_ref() {
            Some(ImportTrouble { is_left_out: true, .. }) => RowStand::LeftOut,
            Some(ImportTrouble { problem: Some(problem), .. }) => {
                RowStand::Wrong(problem_words(i18n, format, problem))
            }
            _ => RowStand::Mended,
        })
    };
    let near = move || {
        let near = trouble.with(|it| it.as_ref().map(|it| it.near.clone())).unwrap_or_default();
        (!near.is_empty() && stand() != RowStand::LeftOut).then(|| {
            let products = near.into_iter().map(|product| {
                let (code, name) = (code_of(&product), product.name.clone().unwrap_or_default());
                let label = match name.is_empty() {
                    true => code,
                    false => format!("{code} · {name}"),
                };
                let take = move |()| {
                    // The button goes; who pressed it goes on in the row.
                    let row = dom::focused().and_then(|now| now.closest("li").ok().flatten());
                    look.mending.mend(at, |row| {
                        row.product = Some(code_of(&product));
                        row.meant = Some(product.clone());
                    });
                    if let Some(row) = row {
                        dom::focus_first(&row, "[data-testid=mend-quantity]");
                    }
                };
                view! { <Button label size=Size::Small on_press=take testid="import-near" /> }
            });
            view! { <span class="near">{say!(i18n, import.near)}" "{products.collect_view()}</span> }
        })
    };
    let parts = vec![
        MendedPart {
            label: text!(i18n, import.product),
            value: of(|it| &it.product),
            of: |row| &mut row.product,
            testid: "mend-product",
        },
        MendedPart {
            label: text!(i18n, import.quantity),
            value: of(|it| &it.quantity),
            of: |row| &mut row.quantity,
            testid: "mend-quantity",
        },
    ];
    view! {
        <MendableRow
            mending=look.mending
            at
            number=Signal::derive(move || trouble.with(|it| it.as_ref().map_or(0, |it| it.row)))
            parts
            stand=Signal::derive(stand)
            near=move || near
        />
    }
}
