//! A sheet over the window: a modal dialog. The frame under it is inert; the focus goes to its
//! first field (or where `data-first` stands around it), stays inside and returns to where it was;
//! Esc is the safe way out.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::portal::Portal;
use leptos::prelude::*;
use leptos::web_sys::HtmlElement;

use crate::components::fields::field::unique_id;
use crate::components::{Button, ButtonKind, IconButton, Size};
use crate::dom;
use crate::effect::effect;
use crate::i18n::{text, use_i18n};
use crate::keys::{InSheet, use_keys};

/// A sheet. Draw it inside a `Show`: it is open while it is drawn.
#[component]
pub fn Sheet(
    /// Its title.
    #[prop(into)]
    title: Signal<String>,
    /// What stands under the title.
    #[prop(optional, into)]
    lead: Signal<String>,
    /// The safe way out: Esc and the cross. Without it there is no cross, and Esc does nothing.
    #[prop(optional, into)]
    on_close: Option<Callback<()>>,
    /// There is no way out for now, though there is one in principle.
    #[prop(optional)]
    held: bool,
    /// For a list or a grid.
    #[prop(optional)]
    wide: bool,
    /// It begins at its top, and not in the first empty field, which may lie far below.
    #[prop(optional)]
    from_top: bool,
    /// For tests.
    testid: &'static str,
    /// Body, foot (`SheetFoot`) and note.
    children: ChildrenFn,
) -> impl IntoView {
    let children = StoredValue::new(children);
    let on_close = on_close.filter(|_| !held);
    view! {
        <Portal>
            <Opened title lead on_close wide from_top testid>{children.with_value(|children| children())}</Opened>
        </Portal>
    }
}

#[component]
fn Opened(
    title: Signal<String>,
    lead: Signal<String>,
    on_close: Option<Callback<()>>,
    wide: bool,
    from_top: bool,
    testid: &'static str,
    children: Children,
) -> impl IntoView {
    let (i18n, keys) = (use_i18n(), use_keys());
    let scope = keys.open_sheet();
    provide_context(InSheet(scope.clone()));
    if let Some(close) = on_close {
        keys.bind(scope.clone(), "Esc", Some(text!(i18n, app.close)), move || close.run(()));
    }
    let sheet = NodeRef::<html::Div>::new();
    hold_focus(sheet, from_top);
    let id = unique_id("sheet");
    let lead_id = format!("{id}-lead");
    let (described, labelled) = (lead_id.clone(), id.clone());
    view! {
        <div class="sheet-layer" inert=move || !keys.is_top(&scope)>
            <div class="scrim">
                <div
                    class="sheet"
                    class:sheet-wide=wide
                    role="dialog"
                    aria-modal="true"
                    aria-labelledby=labelled
                    aria-describedby=described
                    tabindex="-1"
                    node_ref=sheet
                    data-testid=testid
                    on:keydown=move |event| keep_inside(sheet, &event)
                >
                    <div class="sheet-head">
                        <div class="sheet-head-row">
                            <h2 id=id>{title}</h2>
                            {on_close.map(|close| view! {
                                <span class="push"></span>
                                <IconButton
                                    label=text!(i18n, app.close)
                                    icon="x"
                                    size=Size::Small
                                    chord="Esc"
                                    on_press=close
                                    testid="sheet-close"
                                />
                            })}
                        </div>
                        <p class="dim" id=lead_id>{lead}</p>
                    </div>
                    {children()}
                </div>
            </div>
        </div>
    }
}

/// The buttons of a sheet, the filled one last.
#[component]
pub fn SheetFoot(
    /// The buttons; `<span class="push"></span>` pushes what follows to the end.
    children: Children,
) -> impl IntoView {
    view! { <div class="sheet-foot">{children()}</div> }
}

/// The foot of a sheet that asks something: the way back, and what is to be done.
#[component]
pub fn AskFoot(
    /// The way back.
    #[prop(into)]
    back: Signal<String>,
    /// It was taken.
    #[prop(into)]
    on_back: Callback<()>,
    /// What is to be done.
    #[prop(into)]
    act: Signal<String>,
    /// That is done; without it the form around it is sent.
    #[prop(optional, into)]
    on_act: Option<Callback<()>>,
    /// It is at work.
    #[prop(optional, into)]
    busy: Signal<bool>,
    /// Why it cannot be done now.
    #[prop(optional, into)]
    off: Signal<Option<String>>,
    /// For tests: of the way back, and of what is to be done.
    testids: (&'static str, &'static str),
) -> impl IntoView {
    let (kind, size, testid) = (ButtonKind::Primary, Size::Large, testids.1);
    let primary = match on_act {
        Some(on_press) => {
            view! { <Button label=act kind size off busy on_press testid /> }.into_any()
        }
        None => {
            let on_press = |()| ();
            view! { <Button label=act kind size chord="Enter" off busy submit=true on_press testid /> }
                .into_any()
        }
    };
    view! {
        <SheetFoot>
            <Button label=back size=Size::Large chord="Esc" on_press=on_back testid=testids.0 />
            <span class="push"></span>
            {primary}
        </SheetFoot>
    }
}

/// The foot of a sheet that only shows something.
#[component]
pub fn CloseFoot(
    /// Closes it.
    #[prop(into)]
    on_close: Callback<()>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <SheetFoot>
            <span class="push"></span>
            <Button
                label=text!(i18n, app.close)
                size=Size::Large
                chord="Esc"
                on_press=on_close
                testid
            />
        </SheetFoot>
    }
}

/// Takes the focus into the first empty field (or the first field, or the sheet), and gives it back.
pub(super) fn hold_focus(sheet: NodeRef<html::Div>, from_top: bool) {
    let before = StoredValue::new_local(dom::focused());
    effect(move || {
        let Some(sheet) = sheet.get() else { return };
        // At once where it is drawn: a key that comes in between is part of what goes on under it.
        let take = move |sheet: &HtmlElement| match from_top {
            true => dom::focus(sheet),
            false => focus_first(sheet),
        };
        if sheet.is_connected() {
            take(&sheet);
        } else {
            request_animation_frame(move || take(&sheet));
        }
    });
    on_cleanup(move || {
        let back = before.try_with_value(Clone::clone).flatten();
        // Once the frame is no longer inert.
        request_animation_frame(move || {
            if !dom::focus_is_lost() {
                return;
            }
            match back.filter(|back| back.is_connected() && back.tag_name() != "BODY") {
                Some(back) => dom::focus(&back),
                // What had the focus was drawn anew meanwhile, or nothing had it: a button pressed with
                // the mouse takes none.
                None => focus_the_list(),
            }
        });
    });
}

fn focus_first(sheet: &HtmlElement) {
    // What a field holds is put into it after it is drawn: a sheet that fills some names the one.
    let has_it = dom::focus_first(
        sheet,
        "[data-first] input, [data-first] textarea, [data-first] .btn-primary",
    ) || focus_first_empty(sheet)
        || dom::focus_first(sheet, ".sheet-foot .btn-primary");
    if !has_it {
        dom::focus(sheet);
    }
}

/// Gives the focus to the first field that is still empty, else to the first field.
pub fn focus_first_empty(inside: &HtmlElement) -> bool {
    let typed = "input:not([type=checkbox]):not([type=range]):not([type=radio]),textarea";
    let fields = dom::all(inside, typed);
    let is_empty = |field: &&HtmlElement| js_value(field).is_none_or(|value| value.is_empty());
    let Some(field) = fields.iter().find(is_empty).or_else(|| fields.first()) else { return false };
    dom::focus(field);
    true
}

fn focus_the_list() {
    if let Some(root) = dom::root() {
        dom::focus_cursor(&root);
    }
}

fn js_value(field: &HtmlElement) -> Option<String> {
    use wasm_bindgen::JsCast;
    field.dyn_ref::<leptos::web_sys::HtmlInputElement>().map(|input| input.value())
}

/// Tab at the last element goes on at the first.
pub(super) fn keep_inside(sheet: NodeRef<html::Div>, event: &KeyboardEvent) {
    // With Shift it is a key of its own on some systems, which the engine does not name.
    if event.code() != "Tab" {
        return;
    }
    let Some(sheet) = sheet.get_untracked() else { return };
    let reachable: Vec<HtmlElement> =
        dom::all(&sheet, dom::REACHABLE).into_iter().filter(dom::is_shown).collect();
    let (first, last) = (reachable.first(), reachable.last());
    let now = dom::focused();
    let (edge, to) = if event.shift_key() { (first, last) } else { (last, first) };
    if now.as_ref() == edge
        && let Some(to) = to
    {
        event.prevent_default();
        dom::focus(to);
    }
}
