//! The one overlay layer of the window, and what opens in it under (or over) an element: lists and
//! menus leave rows and panels that way.

use leptos::html;
use leptos::portal::Portal;
use leptos::prelude::*;
use leptos::web_sys::{Element, Node};
use wasm_bindgen::JsCast;

use crate::dom;

/// Where popups are drawn; once in the window, over everything.
#[component]
pub fn Layer() -> impl IntoView {
    view! { <div class="layer" id="layer"></div> }
}

/// Where a popup lies, in px from the window's edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lies {
    pub left: Option<f64>,
    pub right: Option<f64>,
    pub top: Option<f64>,
    pub bottom: Option<f64>,
    room: f64,
    width: f64,
}

/// Something that opens beside an element, and closes when a press goes elsewhere.
#[component]
pub fn Popup(
    /// The element it belongs to.
    anchor: NodeRef<html::Div>,
    /// Open or not.
    open: RwSignal<bool>,
    /// At least as wide as the element.
    #[prop(optional)]
    wide: bool,
    /// What is in it.
    children: ChildrenFn,
) -> impl IntoView {
    let children = StoredValue::new(children);
    view! {
        {move || {
            let mount = layer().filter(|_| open.get())?;
            Some(view! {
                <Portal mount>
                    <Opened anchor open wide>{children.with_value(|children| children())}</Opened>
                </Portal>
            })
        }}
    }
}

#[component]
fn Opened(
    anchor: NodeRef<html::Div>,
    open: RwSignal<bool>,
    wide: bool,
    children: Children,
) -> impl IntoView {
    let own = NodeRef::<html::Div>::new();
    let lies = anchor.get_untracked().map(|anchor| place_beside(&anchor)).unwrap_or_default();
    let listener = window_event_listener(leptos::ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let within =
            |element: Option<&Element>| element.is_some_and(|e| e.contains(target.as_ref()));
        let anchor = anchor.get_untracked();
        let own = own.get_untracked();
        if !within(anchor.as_deref().map(AsRef::as_ref))
            && !within(own.as_deref().map(AsRef::as_ref))
        {
            open.set(false);
        }
    });
    on_cleanup(move || listener.remove());
    let px = |value: Option<f64>| value.map_or("auto".to_owned(), |value| dom::css(value, "px"));
    let width = if wide { dom::css(lies.width, "px") } else { "0".to_owned() };
    view! {
        <div
            class="pop"
            node_ref=own
            style:left=px(lies.left)
            style:right=px(lies.right)
            style:top=px(lies.top)
            style:bottom=px(lies.bottom)
            style=("--pop-min", width)
            style=("--pop-max", dom::css(lies.room, "px"))
        >
            {children()}
        </div>
    }
}

fn layer() -> Option<Element> {
    document().get_element_by_id("layer")
}

/// Under an element, or over it where there is more room.
pub fn place_beside(anchor: &Element) -> Lies {
    const GAP: f64 = 4.0;
    const EDGE: f64 = 8.0;
    // As high as 26 lines of the usual text; twice the text has room twice as high.
    let most = 26.25 * dom::rem();
    let at = dom::place_of(anchor);
    let (width, height) = dom::window_size();
    let below = height - at.bottom - 2.0 * GAP;
    let above = at.top - 2.0 * GAP;
    let under = below >= 200.0 || below >= above;
    // The wider side of the screen takes it when the start would push it out.
    let from_start =
        if dom::is_rtl() { at.right > width / 3.0 } else { at.left < width * 2.0 / 3.0 };
    let from_left = from_start != dom::is_rtl();
    Lies {
        left: from_left.then_some(at.left.max(EDGE)),
        right: (!from_left).then_some((width - at.right).max(EDGE)),
        top: under.then_some(at.bottom + GAP),
        bottom: (!under).then_some(height - at.top + GAP),
        room: if under { below } else { above }.clamp(96.0, most.max(96.0)),
        width: at.right - at.left,
    }
}
