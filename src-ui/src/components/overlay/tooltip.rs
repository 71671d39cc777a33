//! Tooltips of our own in place of the desktop's: what an element's `title` says is shown after a
//! moment beside the element, never over it, and not at all where it is only what can be read there. What
//! is told of one of several choices lies beside all of them. By keys it is shown of buttons, and of cells
//! that are cut off.
//! Readers of the screen hear the `title` itself.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::web_sys::{Element, EventTarget, Node};
use wasm_bindgen::JsCast;

use super::popup::{Lies, place_clear_of};
use crate::dom;

/// How long a pointer rests before something is told.
const REST: Duration = Duration::from_millis(500);

/// The roles of the cells of a list.
const CELLS: [&str; 2] = ["gridcell", "rowheader"];

/// Choices of which one is taken.
const CHOICES: &str = "[role=radiogroup]";

/// What is pointed at, and what its `title` was: while it is pointed at it has none, or the desktop
/// would show its own.
struct Pointed {
    element: Element,
    title: String,
    /// What stood in it: a cell is drawn anew with other contents under a resting pointer.
    contents: Option<String>,
    timer: Option<TimeoutHandle>,
}

impl Pointed {
    fn stop(&mut self) {
        if let Some(timer) = self.timer.take() {
            timer.clear();
        }
    }

    fn give_back(mut self) {
        self.stop();
        let is_as_it_was = self.element.text_content() == self.contents;
        if is_as_it_was && !self.element.has_attribute("title") {
            // An element takes any title.
            let _ = self.element.set_attribute("title", &self.title);
        }
    }
}

/// Shows tooltips; once in the window, over everything.
#[component]
pub fn Tooltips() -> impl IntoView {
    let shown = RwSignal::new(None::<(String, Lies)>);
    let pointed = StoredValue::new_local(None::<Pointed>);
    let leave = move || {
        pointed.try_update_value(|pointed| pointed.take().map(Pointed::give_back));
        if shown.with_untracked(Option::is_some) {
            shown.set(None);
        }
    };
    let come = move |target: Option<EventTarget>, by_keys: bool| {
        let target = target.and_then(|target| target.dyn_into::<Element>().ok());
        let titled = target.as_ref().and_then(|target| target.closest("[title]").ok().flatten());
        let stays = pointed.with_value(|pointed| {
            let (Some(pointed), Some(target)) = (pointed, &target) else { return false };
            let is_inner = |titled: &Element| titled.contains(Some(pointed.element.as_ref()));
            pointed.element.contains(Some(target.as_ref())) && titled.as_ref().is_none_or(is_inner)
        });
        if stays {
            return;
        }
        leave();
        // Of a cell the keys tell what is cut off: everything else of it is read there. What a choice is,
        // the keys tell when they choose it.
        let is_told = |element: &Element| {
            let is_button = element.tag_name() == "BUTTON" && !has_role(element, &["radio"]);
            is_button || has_role(element, &CELLS) && is_cut(element)
        };
        let element = titled.filter(|element| !by_keys || is_told(element));
        let Some(element) = element else { return };
        let title = element.get_attribute("title").unwrap_or_default();
        if title.trim().is_empty() {
            return;
        }
        let contents = element.text_content();
        // What has the focus keeps it: it is heard there, and the desktop shows it to pointers alone.
        if !by_keys {
            // An element gives any attribute up.
            let _ = element.remove_attribute("title");
        }
        let tells_more = contents.as_deref().map(str::trim) != Some(title.trim());
        let timer = (tells_more || is_cut(&element)).then(|| {
            let (element, title) = (element.clone(), title.clone());
            let show = move || {
                if element.is_connected() {
                    let among = element.closest(CHOICES).ok().flatten();
                    let lies = place_clear_of(&element, among.as_ref().unwrap_or(&element));
                    drop(shown.try_set(Some((title, lies))));
                }
            };
            set_timeout_with_handle(show, REST).ok()
        });
        pointed.set_value(Some(Pointed { element, title, contents, timer: timer.flatten() }));
    };
    let over = window_event_listener(leptos::ev::pointerover, move |event| {
        come(event.target(), false);
    });
    let focused = window_event_listener(leptos::ev::focusin, move |event| {
        if dom::is_by_keys() {
            come(event.target(), true);
        }
    });
    // Whoever presses, types, scrolls or goes away has seen enough.
    let hide = move || {
        pointed.try_update_value(|pointed| pointed.as_mut().map(Pointed::stop));
        if shown.with_untracked(Option::is_some) {
            shown.set(None);
        }
    };
    let down = window_event_listener(leptos::ev::pointerdown, move |_| hide());
    let key = window_event_listener(leptos::ev::keydown, move |_| hide());
    let wheel = window_event_listener(leptos::ev::wheel, move |_| hide());
    let blur = window_event_listener(leptos::ev::blur, move |_| leave());
    let out = window_event_listener(leptos::ev::pointerout, move |event| {
        if event.related_target().and_then(|to| to.dyn_into::<Node>().ok()).is_none() {
            leave();
        }
    });
    on_cleanup(move || {
        for listener in [over, focused, down, key, wheel, blur, out] {
            listener.remove();
        }
    });
    let px = |value: Option<f64>| value.map_or("auto".to_owned(), |value| dom::css(value, "px"));
    move || {
        shown.get().map(|(title, lies)| {
            view! {
                <div
                    class="tip"
                    dir="auto"
                    aria-hidden="true"
                    style:left=px(lies.left)
                    style:right=px(lies.right)
                    style:top=px(lies.top)
                    style:bottom=px(lies.bottom)
                    data-testid="tip"
                >
                    {title}
                </div>
            }
        })
    }
}

fn has_role(element: &Element, roles: &[&str]) -> bool {
    element.get_attribute("role").is_some_and(|role| roles.contains(&role.as_str()))
}

/// Whether a part of what stands in an element is cut off, at its end or under its last line.
fn is_cut(element: &Element) -> bool {
    let is_narrow = |element: &Element| element.scroll_width() > element.client_width();
    // A line more than there is room for; letters reach a little beyond their line in any case.
    let is_low = |element: &Element| {
        let (all, room) = (element.scroll_height(), element.client_height());
        room > 0 && all * 5 > room * 7
    };
    let inner = dom::all(element, ".trunc, .name");
    is_narrow(element) || inner.iter().any(|inner| is_narrow(inner) || is_low(inner))
}
