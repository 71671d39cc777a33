//! The tools of a movement's lines: the find field and the quick filters.

use leptos::html;
use leptos::prelude::*;

use super::lines::Only;
use super::view::LinesView;
use crate::components::{ChipChoice, ChipGroup, FindField};
use crate::format::use_format;
use crate::i18n::{say, text, use_i18n};

/// The tools.
#[component]
pub fn Tools(view: LinesView, find: NodeRef<html::Input>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let chip = move |only: Only, label, testid| ChipChoice {
        value: only,
        label,
        count: Signal::derive(move || format.number(view.counts.get().of_only(only))),
        testid,
    };
    let choices = vec![
        chip(Only::All, text!(i18n, movement.all), "chip-all"),
        chip(Only::Changed, text!(i18n, movement.changed), "chip-changed"),
        chip(Only::Substituted, text!(i18n, movement.substituted), "chip-substituted"),
        chip(Only::Canceled, text!(i18n, movement.canceled), "chip-canceled"),
    ];
    view! {
        <div
            class="tools"
            role="toolbar"
            aria-label=move || say!(i18n, movement.filters)
            data-region="tools"
        >
            <FindField
                label=text!(i18n, movement.find)
                placeholder=text!(i18n, movement.find)
                value=view.text
                node=find
            />
            <ChipGroup label=text!(i18n, movement.show) choices value=view.only />
        </div>
    }
}
