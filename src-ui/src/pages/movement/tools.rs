//! The tools of a movement's lines (the find field and the quick filters), and the facts of the
//! status line that go with them.

use leptos::html;
use leptos::prelude::*;

use super::lines::Only;
use super::view::LinesView;
use crate::components::{ChipChoice, ChipGroup, FindField, Icon};
use crate::format::use_format;
use crate::i18n::{say, text, use_i18n};

/// The tools.
#[component]
pub fn Tools(view: LinesView, find: NodeRef<html::Input>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let chip = move |only: Only, label, testid| ChipChoice {
        value: only,
        label,
        count: Signal::derive(move || {
            let is_known = view.lines.with(Option::is_some);
            let count = is_known.then(|| format.number(view.counts.get().of_only(only)));
            count.unwrap_or_default()
        }),
        testid,
    };
    let choices = vec![
        chip(Only::All, text!(i18n, movement.all), "chip-all"),
        chip(Only::Changed, text!(i18n, movement.only_changed), "chip-changed"),
        chip(Only::Substituted, text!(i18n, movement.only_substituted), "chip-substituted"),
        chip(Only::Canceled, text!(i18n, movement.only_canceled), "chip-canceled"),
    ];
    view! {
        <div
            class="tools"
            role="toolbar"
            aria-label=text!(i18n, movement.filters)
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

/// The facts of the status line: how many lines are shown, and how many of them were decided on.
#[component]
pub fn Facts(view: LinesView) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let shown = Memo::new(move |_| {
        let lines = view.places.with(|all| all.iter().filter(|p| p.child.is_none()).count());
        u32::try_from(lines).unwrap_or(u32::MAX)
    });
    let lines = move || {
        let all = view.counts.get().all;
        let number = format.number(all);
        if shown.get() == all {
            say!(i18n, movement.count, count = all, number = number)
        } else {
            let shown = format.number(shown.get());
            say!(i18n, movement.count_shown, count = all, shown = shown, number = number)
        }
    };
    let fact = move |number: u32, icon: &'static str, class: &'static str, words: String| {
        (number > 0).then(
            || view! { <span class=class><Icon name=icon class="icon icon-sm" />{words}</span> },
        )
    };
    let decided = move || {
        let counts = view.counts.get();
        let (changed, substituted, canceled) =
            (counts.changed, counts.substituted, counts.canceled);
        view! {
            {fact(changed, "diff", "st-changed", {
                let number = format.number(changed);
                say!(i18n, movement.count_changed, count = changed, number = number)
            })}
            {fact(substituted, "replace", "st-substituted", {
                let number = format.number(substituted);
                say!(i18n, movement.count_substituted, count = substituted, number = number)
            })}
            {fact(canceled, "ban", "st-canceled", {
                let number = format.number(canceled);
                say!(i18n, movement.count_canceled, count = canceled, number = number)
            })}
        }
    };
    move || view.lines.with(Option::is_some).then(|| view! { <span>{lines}</span>{decided} })
}
