//! Fields of text: a label above, a message below, linked to it. Values are signals of the page's.

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::html;
use leptos::prelude::*;

use crate::components::{Icon, IconButton, Show, Size, each};
use crate::i18n::{say, text, use_i18n};

/// What stands under a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Hint {
    /// Nothing.
    #[default]
    None,
    /// Worth knowing.
    Note(String),
    /// Done or in order.
    Good(String),
    /// Worth a look.
    Warn(String),
    /// Wrong: what it must be.
    Error(String),
}

impl Hint {
    /// Whether the value cannot be used.
    pub fn is_error(&self) -> bool {
        matches!(self, Self::Error(_))
    }

    fn class(&self) -> &'static str {
        match self {
            Self::Error(_) => " is-error",
            Self::Warn(_) => " is-warn",
            _ => "",
        }
    }
}

/// A number no other element of the window has, for ids.
pub fn unique_id(prefix: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("{prefix}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Label above, message below. The control inside must carry `id` and, for the message,
/// `aria-describedby` = `id` + "-hint".
#[component]
pub fn FieldFrame(
    /// The control's id.
    id: String,
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// What stands under it.
    #[prop(optional, into)]
    hint: Signal<Hint>,
    /// It may stay empty, and says so.
    #[prop(optional)]
    optional: bool,
    /// The label is read out and not seen: the control itself says what it is for.
    #[prop(optional)]
    label_hidden: bool,
    /// The control.
    children: Children,
) -> impl IntoView {
    let i18n = use_i18n();
    let hint_id = format!("{id}-hint");
    view! {
        <div class="field">
            <label for=id class:vh=label_hidden>
                {label}
                {optional.then(|| view! {
                    <span class="faint">{text!(i18n, field.optional)}</span>
                })}
            </label>
            {children()}
            <HintLine id=hint_id hint />
        </div>
    }
}

#[component]
fn HintLine(id: String, hint: Signal<Hint>) -> impl IntoView {
    // The line is there before its words, and each wording is an element: so a change is read out.
    view! {
        <div id=id aria-live="polite" data-testid="hint">
            {each(
                move || Some(hint.get()).filter(|hint| *hint != Hint::None).into_iter().collect(),
                |hint| format!("{hint:?}"),
                drawn,
            )}
        </div>
    }
}

fn drawn(hint: Hint) -> AnyView {
    match hint {
        Hint::None => ().into_any(),
        Hint::Note(text) => view! { <p class="hint">{text}</p> }.into_any(),
        Hint::Good(text) => line("hint-ok", "check", text),
        Hint::Warn(text) => line("hint-warn", "triangle-alert", text),
        Hint::Error(text) => line("hint-error", "circle-alert", text),
    }
}

fn line(class: &'static str, icon: &'static str, text: String) -> AnyView {
    view! { <div class=class><Icon name=icon class="icon icon-sm" /><p>{text}</p></div> }.into_any()
}

/// A field of text.
#[component]
pub fn TextField(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// Its value.
    value: RwSignal<String>,
    /// What stands under it.
    #[prop(optional, into)]
    hint: Signal<Hint>,
    /// Its size.
    #[prop(optional)]
    size: Size,
    /// What the browser may fill in (`username`); nothing by default.
    #[prop(default = "off")]
    autocomplete: &'static str,
    /// Shown while it is empty.
    #[prop(optional, into)]
    placeholder: Signal<String>,
    /// Several lines.
    #[prop(optional)]
    area: bool,
    /// It may stay empty, and says so.
    #[prop(optional)]
    optional: bool,
    /// The label is read out and not seen: what is shown while it is empty says what it is for.
    #[prop(optional)]
    label_hidden: bool,
    /// It was left.
    #[prop(optional, into)]
    on_leave: Option<Callback<()>>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let id = unique_id("field");
    let described = format!("{id}-hint");
    let size = if size == Size::Large { " input-lg" } else { "" };
    let class = move || format!("input{size}{}", hint.get().class());
    let invalid = move || hint.get().is_error().then_some("true");
    let left = move |_| {
        if let Some(on_leave) = on_leave {
            // A field that goes away loses the focus after its page is gone.
            on_leave.try_run(());
        }
    };
    let control = if area {
        view! {
            <textarea
                id=id.clone()
                class=class
                rows="2"
                aria-invalid=invalid
                aria-describedby=described
                placeholder=placeholder
                data-testid=testid
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
                on:blur=left
            ></textarea>
        }
        .into_any()
    } else {
        view! {
            <input
                id=id.clone()
                class=class
                autocomplete=autocomplete
                spellcheck="false"
                aria-invalid=invalid
                aria-describedby=described
                placeholder=placeholder
                data-testid=testid
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
                on:blur=left
            />
        }
        .into_any()
    };
    view! { <FieldFrame id label hint optional label_hidden>{control}</FieldFrame> }
}

/// A password, shown on request.
#[component]
pub fn PasswordField(
    /// The label.
    #[prop(into)]
    label: Signal<String>,
    /// Its value.
    value: RwSignal<String>,
    /// What stands under it.
    #[prop(optional, into)]
    hint: Signal<Hint>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let i18n = use_i18n();
    let shown = RwSignal::new(false);
    let id = unique_id("password");
    let described = format!("{id}-hint");
    let name = Signal::derive(move || {
        String::from(if shown.get() {
            say!(i18n, signin.hide_password)
        } else {
            say!(i18n, signin.show_password)
        })
    });
    let field = id.clone();
    view! {
        <FieldFrame id label hint>
            <div class=move || format!("input input-lg{}", hint.get().class())>
                <input
                    id=field
                    type=move || if shown.get() { "text" } else { "password" }
                    autocomplete="current-password"
                    spellcheck="false"
                    aria-invalid=move || hint.get().is_error().then_some("true")
                    aria-describedby=described
                    data-testid=testid
                    prop:value=move || value.get()
                    on:input=move |event| value.set(event_target_value(&event))
                />
                <IconButton
                    label=name
                    icon="eye"
                    size=Size::Small
                    pressed=Signal::derive(move || Some(shown.get()))
                    on_press=move |()| shown.update(|shown| *shown = !*shown)
                    testid="show-password"
                />
            </div>
        </FieldFrame>
    }
}

/// The find field of a screen. Esc empties it.
#[component]
pub fn FindField(
    /// Its name, read out.
    #[prop(into)]
    label: Signal<String>,
    /// What can be found by.
    #[prop(into)]
    placeholder: Signal<String>,
    /// What is looked for.
    value: RwSignal<String>,
    /// For the key that goes here.
    #[prop(optional)]
    node: NodeRef<html::Input>,
) -> impl IntoView {
    let i18n = use_i18n();
    let clear = text!(i18n, field.clear);
    let on_key = move |event: leptos::ev::KeyboardEvent| {
        if event.key() == "Escape" && !value.with_untracked(String::is_empty) {
            value.set(String::new());
            event.prevent_default();
            event.stop_propagation();
        }
    };
    view! {
        <div class="input">
            <Icon name="search" />
            <input
                node_ref=node
                aria-label=label
                autocomplete="off"
                spellcheck="false"
                placeholder=placeholder
                data-testid="find"
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
                on:keydown=on_key
            />
            <Show when=move || value.with(|value| !value.is_empty())>
                <IconButton
                    label=clear
                    icon="x"
                    size=Size::Small
                    on_press=move |()| value.set(String::new())
                    testid="find-clear"
                />
            </Show>
        </div>
    }
}
