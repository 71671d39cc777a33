//! What stands in a cell, drawn: text, codes, names, numbers, symbols, shares, ticks.

use leptos::prelude::*;

use super::model::{Against, Column, Content, Kind, Row, Symbol};
use super::moves::Cursor;
use super::state::GridState;
use crate::components::Icon;
use crate::format::name_parts;
use crate::i18n::{say, text, use_i18n};

/// The content of a cell.
pub fn content(grid: GridState, content: &Content, column: &Column, place: usize) -> AnyView {
    match content.clone() {
        Content::Empty => ().into_any(),
        Content::Absent => absent().into_any(),
        Content::Text(text)
        | Content::Dim(text)
        | Content::Number(text)
        | Content::Ordinal(text) => plain(text).into_any(),
        Content::Faint(text) | Content::Hint(text) => span("faint", text).into_any(),
        Content::Code(text) => span("code", text).into_any(),
        Content::Reason(text) => span("reason", text).into_any(),
        Content::Tag(class, word) => span(format!("tag {class}"), word).into_any(),
        Content::Bin(text) => bin(&text).into_any(),
        Content::Name(text) => name(&text).into_any(),
        Content::NameTagged(text, class, word) => view! {
            <span class="trunc" dir="auto">{name(&text)}</span>
            <span class=format!("tag {class}")><Icon name=tag_icon(class) />{word}</span>
        }
        .into_any(),
        Content::To(text) => view! { {arrow()}<bdi>{text}</bdi> }.into_any(),
        Content::Outcome(text, Against::Same) => span("faint", text).into_any(),
        Content::Outcome(text, Against::Other) => view! { {arrow()}{text} }.into_any(),
        Content::Outcome(text, Against::Own) => plain(text).into_any(),
        Content::Symbol(symbol) => sign(symbol).into_any(),
        Content::Status(class, icon, word) => view! {
            <span class=format!("st {class}")><Icon name=icon /><span class="trunc" dir="auto">{word}</span></span>
        }
        .into_any(),
        Content::Share { done, all, shown, label } => view! {
            <progress class="bar" value=done max=all aria-label=label></progress>
            <span class="num">{shown}</span>
        }
        .into_any(),
        Content::Check(ticked) => tick(grid, column, ticked, place).into_any(),
        Content::Press(words) => button(grid, words, place).into_any(),
    }
}

/// The icon of a tag: what its colour says is said by it too.
fn tag_icon(class: &str) -> &'static str {
    match class {
        "tag-red" => "circle-alert",
        "tag-amber" => "triangle-alert",
        "tag-violet" => "clock",
        _ => "trash-2",
    }
}

/// What a cut text says in full, as a tooltip.
pub fn full_text(content: &Content) -> Option<String> {
    match content {
        Content::Name(text)
        | Content::NameTagged(text, ..)
        | Content::Text(text)
        | Content::Dim(text)
        | Content::To(text)
        | Content::Reason(text) => Some(text.clone()),
        _ => None,
    }
}

/// What stands before a name in a tree: what folds its children, or the corner of a child.
pub fn lead(row: &Row, content: &Content) -> Option<AnyView> {
    if !matches!(content, Content::Name(_) | Content::NameTagged(..)) {
        return None;
    }
    match (&row.kind, row.unfolded) {
        (Kind::Child, _) => {
            let corner = "icon icon-sm icon-dir faint";
            Some(view! { <Icon name="corner-down-right" class=corner /> }.into_any())
        }
        (Kind::Record, Some(unfolded)) => {
            let i18n = use_i18n();
            let (icon, class) = if unfolded {
                ("chevron-down", "icon icon-sm")
            } else {
                ("chevron-right", "icon icon-sm icon-dir")
            };
            let view = view! {
                <button
                    type="button"
                    class="twist"
                    tabindex="-1"
                    aria-label=text!(i18n, grid.twist)
                    data-testid="twist"
                >
                    <Icon name=icon class />
                </button>
            };
            Some(view.into_any())
        }
        _ => None,
    }
}

/// Text in an element of its own: a WebDriver takes text that lies bare in a cell for hidden.
fn plain(text: String) -> impl IntoView {
    view! { <span>{text}</span> }
}

fn span(class: impl Into<String>, text: String) -> impl IntoView {
    view! { <span class=class.into()>{text}</span> }
}

fn arrow() -> impl IntoView {
    view! { <Icon name="arrow-right" class="icon icon-sm icon-dir arrow" /> }
}

fn absent() -> impl IntoView {
    let i18n = use_i18n();
    let word = move || say!(i18n, grid.absent);
    view! { <span class="faint" title=word aria-label=word role="img">"–"</span> }
}

fn name(text: &str) -> impl IntoView + use<> {
    let (strong, rest) = name_parts(text);
    let (strong, rest) = (strong.to_owned(), rest.to_owned());
    view! { <span class="name"><b>{strong}</b>{rest}</span> }
}

fn sign(symbol: Symbol) -> impl IntoView {
    let word = symbol.word;
    view! {
        <span class=symbol.class role="img" title=word.clone() aria-label=word>{symbol.glyph}</span>
    }
}

/// A bin's name: its hyphens step back.
fn bin(name: &str) -> impl IntoView + use<> {
    let parts: Vec<String> = name.split('-').map(str::to_owned).collect();
    let drawn = parts.into_iter().enumerate().map(|(at, part)| {
        let hyphen = (at > 0).then(|| view! { <i>"-"</i> });
        view! { {hyphen}{part} }
    });
    view! { <span class="bin">{drawn.collect_view()}</span> }
}

/// The focus stays in the cell: Enter there presses it.
fn button(grid: GridState, words: String, place: usize) -> impl IntoView {
    let press = move |_| {
        let cursor = grid.cursor.get_untracked();
        grid.press(Cursor { column: place, ..cursor });
    };
    view! {
        <button type="button" class="btn btn-sm" tabindex="-1" data-testid="row-action" on:click=press>
            {words}
        </button>
    }
}

fn tick(grid: GridState, column: &Column, ticked: bool, place: usize) -> impl IntoView + use<> {
    let label = column.label;
    let toggle = move |_| {
        let cursor = grid.cursor.get_untracked();
        grid.toggle_check(Cursor { column: place, ..cursor });
    };
    view! {
        <span class="check check-only">
            <input
                type="checkbox"
                tabindex="-1"
                aria-label=label
                prop:checked=ticked
                on:change=toggle
            />
        </span>
    }
}
