//! Buttons. One filled button per window; an action that cannot be done now is off and says why.

use leptos::ev::MouseEvent;
use leptos::prelude::*;

use super::{Icon, KeyCaps};
use crate::keys::use_keys;

/// How much a button weighs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonKind {
    /// Beside the main one.
    #[default]
    Plain,
    /// The one filled button of the window.
    Primary,
    /// The main action, in a region without the focus.
    Soft,
    /// Barely there.
    Quiet,
    /// Takes something away.
    Danger,
    /// Like a link, in a sentence.
    Link,
}

/// How large a button or field is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Size {
    /// In banners and rows.
    Small,
    /// On screens.
    #[default]
    Normal,
    /// In sheets and at sign-in.
    Large,
    /// Where one thing at a time is done, in very large type.
    Huge,
}

/// A button.
#[component]
pub fn Button(
    /// Its words.
    #[prop(into)]
    label: Signal<String>,
    /// What it does.
    #[prop(into)]
    on_press: Callback<()>,
    /// Its weight.
    #[prop(optional)]
    kind: ButtonKind,
    /// Its size.
    #[prop(optional)]
    size: Size,
    /// Its icon.
    #[prop(optional, into)]
    icon: Option<&'static str>,
    /// The key that does the same; bound elsewhere.
    #[prop(optional, into)]
    chord: Option<&'static str>,
    /// Why it cannot be pressed now; `None` when it can.
    #[prop(optional, into)]
    off: Signal<Option<String>>,
    /// It is at work.
    #[prop(optional, into)]
    busy: Signal<bool>,
    /// It sends the form it is in.
    #[prop(optional)]
    submit: bool,
    /// It is as wide as its place.
    #[prop(optional)]
    block: bool,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let (keys, class) = (use_keys(), class_of(kind, size, block));
    let is_off = move || busy.get() || off.with(Option::is_some);
    let press = move |event: MouseEvent| {
        if is_off() {
            event.prevent_default();
        } else if !submit {
            on_press.run(());
        }
    };
    view! {
        <button
            type=if submit { "submit" } else { "button" }
            class=class
            class:is-busy=move || busy.get()
            aria-disabled=move || is_off().then_some("true")
            aria-keyshortcuts=move || keys.named(chord)
            title=move || off.get()
            data-testid=testid
            on:click=press
        >
            {move || {
                if busy.get() {
                    Some(view! { <span class="spin-box"><Icon name="loader-circle" class="icon spin" /></span> }.into_any())
                } else {
                    icon.map(|icon| view! { <Icon name=icon /> }.into_any())
                }
            }}
            {label}
            {chord.map(|chord| view! { <KeyCaps chord /> })}
        </button>
    }
}

/// A button that is an icon; its name and key are its tooltip.
#[component]
pub fn IconButton(
    /// Its name.
    #[prop(into)]
    label: Signal<String>,
    /// Its icon.
    icon: &'static str,
    /// What it does.
    #[prop(into)]
    on_press: Callback<()>,
    /// The key that does the same; bound elsewhere.
    #[prop(optional, into)]
    chord: Option<&'static str>,
    /// It is pressed and stays so; `None` for a button that does not stay.
    #[prop(optional, into)]
    pressed: Signal<Option<bool>>,
    /// Why it cannot be pressed now; `None` when it can.
    #[prop(optional, into)]
    off: Signal<Option<String>>,
    /// It is at work: its icon turns.
    #[prop(optional, into)]
    busy: Signal<bool>,
    /// Its size.
    #[prop(optional)]
    size: Size,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let keys = use_keys();
    let class = if size == Size::Small { "icon-btn icon-btn-sm" } else { "icon-btn" };
    let press = move |_| {
        if off.with(Option::is_none) {
            on_press.run(());
        }
    };
    view! {
        <button
            type="button"
            class=class
            aria-label=label
            aria-keyshortcuts=move || keys.named(chord)
            title=move || off.get().unwrap_or_else(|| keys.tip(&label.get(), chord))
            aria-pressed=move || pressed.get().map(|on| on.to_string())
            aria-busy=move || busy.get().then_some("true")
            aria-disabled=move || off.with(Option::is_some).then_some("true")
            data-testid=testid
            on:click=press
        >
            <svg class="icon" class:spin=move || busy.get() aria-hidden="true">
                <use href=format!("#i-{icon}")></use>
            </svg>
        </button>
    }
}

fn class_of(kind: ButtonKind, size: Size, block: bool) -> String {
    let kind = match kind {
        ButtonKind::Plain => "",
        ButtonKind::Primary => " btn-primary",
        ButtonKind::Soft => " btn-soft",
        ButtonKind::Quiet => " btn-quiet",
        ButtonKind::Danger => " btn-danger",
        ButtonKind::Link => " btn-link",
    };
    let size = match size {
        Size::Small => " btn-sm",
        Size::Normal => "",
        Size::Large => " btn-lg",
        Size::Huge => " btn-xl",
    };
    format!("btn{kind}{size}{}", if block { " btn-block" } else { "" })
}
