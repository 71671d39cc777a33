//! The one overlay layer of the window, and what opens in it under (or over) an element: lists and
//! menus leave rows and panels that way.

use leptos::html;
use leptos::portal::Portal;
use leptos::prelude::*;
use leptos::web_sys::{Element, Node};
use wasm_bindgen::JsCast;

use crate::dom::{self, ElementRect};

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
    place_clear_of(anchor, anchor)
}

/// Beside an element, and not over anything of what it stands among.
pub fn place_clear_of(anchor: &Element, around: &Element) -> Lies {
    // As high as 26 lines of the usual text; twice the text has room twice as high.
    let most = 26.25 * dom::rem();
    let [anchor, around] = [anchor, around].map(dom::place_of);
    lies(anchor, around, dom::window_size(), dom::is_rtl(), most)
}

fn lies(
    anchor: ElementRect,
    around: ElementRect,
    (width, height): (f64, f64),
    is_rtl: bool,
    most: f64,
) -> Lies {
    const GAP: f64 = 4.0;
    const EDGE: f64 = 8.0;
    let below = height - around.bottom - 2.0 * GAP;
    let above = around.top - 2.0 * GAP;
    let under = below >= 200.0 || below >= above;
    // The wider side of the screen takes it when the start would push it out.
    let from_start =
        if is_rtl { anchor.right > width / 3.0 } else { anchor.left < width * 2.0 / 3.0 };
    let from_left = from_start != is_rtl;
    Lies {
        left: from_left.then_some(anchor.left.max(EDGE)),
        right: (!from_left).then_some((width - anchor.right).max(EDGE)),
        top: under.then_some(around.bottom + GAP),
        bottom: (!under).then_some(height - around.top + GAP),
        room: if under { below } else { above }.clamp(96.0, most.max(96.0)),
        width: anchor.right - anchor.left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_of_one_of_several_covers_none_of_them() {
        let window = (1280.0, 800.0);
        // A chip at the start of the first of three rows, in a panel at the end of the window.
        let chip = ElementRect { left: 950.0, right: 1050.0, top: 300.0, bottom: 324.0 };
        let all = ElementRect { left: 950.0, right: 1260.0, top: 300.0, bottom: 384.0 };
        let alone = lies(chip, chip, window, false, 420.0);
        assert_eq!((alone.top, alone.right), (Some(328.0), Some(230.0)), "over the next row");
        let clear = lies(chip, all, window, false, 420.0);
        assert_eq!((clear.top, clear.right), (Some(388.0), Some(230.0)));
        // Far down it lies over all of them.
        let down =
            |of: ElementRect| ElementRect { top: of.top + 400.0, bottom: of.bottom + 400.0, ..of };
        let clear = lies(down(chip), down(all), window, false, 420.0);
        assert_eq!((clear.top, clear.bottom), (None, Some(104.0)));
    }
}
