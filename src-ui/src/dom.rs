//! What is asked of the document beyond Leptos: focus, sizes, places of elements. Called by the
//! frame and the components. Deliberately absent: JavaScript globals, which are `ipc`'s.

use leptos::prelude::*;
use leptos::web_sys::{
    self, Element, HtmlElement, HtmlInputElement, KeyboardEvent, KeyboardEventInit,
};
use wasm_bindgen::prelude::*;

use crate::ipc;

/// The attribute of `<html>` while keys are used.
const BY_KEYS: &str = "data-keys";

/// Where an element is on screen, in px.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ElementRect {
    /// Left edge.
    pub left: f64,
    /// Right edge.
    pub right: f64,
    /// Top edge.
    pub top: f64,
    /// Bottom edge.
    pub bottom: f64,
}

/// Writes panics to the console instead of losing them in "unreachable executed".
pub fn report_panics() {
    std::panic::set_hook(Box::new(|panic| crate::ipc::log(&panic.to_string())));
}

/// Takes away the frame that `index.html` painted before the code ran.
pub fn remove_shell() {
    if let Some(shell) = document().get_element_by_id("shell") {
        shell.remove();
    }
}

/// The `<html>` element, which carries theme, language and text size.
pub fn root() -> Option<HtmlElement> {
    document().document_element()?.dyn_into().ok()
}

/// Loads the page anew.
pub fn load_anew() {
    // It leads to the page itself, which is allowed.
    let _ = window().location().reload();
}

/// Whether this is asked for the first time in this window, also where the page was loaded anew.
pub fn is_first_time(name: &str) -> bool {
    // Where the engine keeps nothing it is always the first time.
    let Ok(Some(kept)) = window().session_storage() else { return true };
    let is_first = kept.get_item(name).is_ok_and(|before| before.is_none());
    let _ = kept.set_item(name, "");
    is_first
}

/// Sets an attribute of `<html>`, or takes it away.
pub fn set_root(name: &str, value: Option<&str>) {
    let Some(root) = root() else { return };
    // Attribute names here are constants of ours; the document cannot refuse them.
    let _ = match value {
        Some(value) => root.set_attribute(name, value),
        None => root.remove_attribute(name),
    };
}

/// Says whether the window is used by keys at the moment: then whatever has the focus shows it. The
/// engine's own guess goes by what had it before, which a pointer may have chosen.
pub fn set_by_keys(by_keys: bool) {
    if is_by_keys() != by_keys {
        set_root(BY_KEYS, by_keys.then_some(""));
    }
}

/// Whether the window is used by keys at the moment.
pub fn is_by_keys() -> bool {
    root().is_some_and(|root| root.has_attribute(BY_KEYS))
}

/// Whether the system asks for something, as a media query ("(prefers-contrast: more)").
pub fn prefers(query: &str) -> bool {
    let list = window().match_media(query).ok().flatten();
    list.is_some_and(|list| list.matches())
}

/// Whether the window can be seen: it is neither hidden nor made small.
pub fn is_in_sight() -> bool {
    !document().hidden()
}

/// Size of the window in px: width, height.
pub fn window_size() -> (f64, f64) {
    let root = root();
    let width = root.as_ref().map_or(0, |root| root.client_width());
    let height = root.as_ref().map_or(0, |root| root.client_height());
    (f64::from(width), f64::from(height))
}

/// One rem in px, as it is now.
pub fn rem() -> f64 {
    let size = root()
        .and_then(|root| window().get_computed_style(&root).ok().flatten())
        .and_then(|style| style.get_property_value("font-size").ok())
        .map(|size| ipc::number_at_start(&size));
    size.filter(|size| *size > 0.0).unwrap_or(16.0)
}

/// A length as CSS writes it, to a thousandth. Rust's own writing of fractions would be 20 kB of the
/// page.
#[allow(clippy::cast_possible_truncation)] // far below 9 * 10^15
pub fn css(length: f64, unit: &str) -> String {
    let thousandths = (length * 1000.0).round() as i64;
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, rest) = (thousandths.abs() / 1000, thousandths.abs() % 1000);
    let fraction = format!(".{rest:03}");
    let fraction = fraction.trim_end_matches('0').trim_end_matches('.');
    format!("{sign}{whole}{fraction}{unit}")
}

/// Whether text runs from right to left.
pub fn is_rtl() -> bool {
    root().is_some_and(|root| root.dir() == "rtl")
}

/// Where an element is on screen.
pub fn place_of(element: &Element) -> ElementRect {
    let at = element.get_bounding_client_rect();
    ElementRect { left: at.left(), right: at.right(), top: at.top(), bottom: at.bottom() }
}

/// How wide what is inside an element is, cut off or not, in px.
pub fn width_of_contents(element: &Element) -> f64 {
    let range = element.owner_document().and_then(|document| document.create_range().ok());
    let range = range.filter(|range| range.select_node_contents(element).is_ok());
    range.map_or(0.0, |range| range.get_bounding_client_rect().width())
}

/// Brings an element into view, scrolling what is around it no farther than needed.
pub fn reveal(element: &Element) {
    let mut around = element.parent_element();
    while let Some(scroller) = around {
        if scroller.scroll_height() > scroller.client_height() {
            let (at, edge) = (place_of(element), place_of(&scroller));
            let by = (at.top - edge.top).min(0.0) + (at.bottom - edge.bottom).max(0.0);
            #[allow(clippy::cast_possible_truncation)] // far below two thousand million px
            scroller.set_scroll_top(scroller.scroll_top() + by.round() as i32);
        }
        around = scroller.parent_element();
    }
}

/// The element that has the focus.
pub fn focused() -> Option<HtmlElement> {
    document().active_element()?.dyn_into().ok()
}

/// Whether nothing has the focus: what had it is gone.
pub fn focus_is_lost() -> bool {
    focused().is_none_or(|now| now.tag_name() == "BODY")
}

/// Whether the focus is on an element that matches, or inside one.
pub fn focus_is_in(selector: &str) -> bool {
    focused().is_some_and(|now| now.closest(selector).ok().flatten().is_some())
}

/// Gives an element the focus without scrolling anything.
pub fn focus(element: &HtmlElement) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    // An element that cannot take the focus leaves it where it was.
    let _ = element.focus_with_options(&options);
}

/// Brings an element into view, no farther than needed and clear of what the style keeps free.
pub fn scroll_to(element: &HtmlElement) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    options.set_inline(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Chooses the whole text of the field that has the focus, so that typing replaces it.
pub fn select_text() {
    if let Some(field) = focused().and_then(|now| now.dyn_into::<HtmlInputElement>().ok()) {
        field.select();
    }
}

/// Gives the focus to the first element inside that matches and is shown.
pub fn focus_first(inside: &Element, selector: &str) -> bool {
    let Some(found) = all(inside, selector).into_iter().find(is_shown) else { return false };
    focus(&found);
    true
}

/// Gives the focus to the cell with the cursor, or to what is being typed in it; answers whether there
/// is one.
pub fn focus_cursor(inside: &Element) -> bool {
    focus_first(inside, ".grid .is-edit input") || focus_first(inside, CURSOR)
}

/// Scrolls an element sideways as far as one inside it needs to be seen whole.
pub fn reveal_sideways(around: &Element, inside: &Element) {
    let (frame, item) = (place_of(around), place_of(inside));
    let by = if item.left < frame.left {
        item.left - frame.left
    } else {
        (item.right - frame.right).max(0.0).min(item.left - frame.left)
    };
    if by.abs() >= 1.0 {
        #[allow(clippy::cast_possible_truncation)] // a few thousand px
        around.set_scroll_left(around.scroll_left() + by.round() as i32);
    }
}

/// Scrolls what has no room sideways by so many px to its end: a wheel turns up and down alone.
pub fn scroll_sideways(element: &Element, by: f64) {
    let by = if is_rtl() { -by } else { by };
    #[allow(clippy::cast_possible_truncation)] // a few hundred px
    element.set_scroll_left(element.scroll_left() + by.round() as i32);
}

/// All elements inside that match, in the document's order.
pub fn all(inside: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = inside.query_selector_all(selector) else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}

/// Whether an element takes up room on screen.
pub fn is_shown(element: &HtmlElement) -> bool {
    element.offset_width() > 0 || element.offset_height() > 0
}

/// Whether letters typed now go into what has the focus, which has its own use for keys.
pub fn focus_takes_text() -> bool {
    focused().is_some_and(|now| takes_text(&now))
}

/// Whether letters typed now go into this element.
pub fn takes_text(element: &Element) -> bool {
    match element.tag_name().as_str() {
        "TEXTAREA" => true,
        "INPUT" => {
            let kind = element.get_attribute("type").unwrap_or_default();
            !matches!(kind.as_str(), "checkbox" | "radio" | "range" | "button")
        }
        _ => false,
    }
}

/// Whether a field takes digits alone, and leaves every other letter to the page as a command.
pub fn leaves_letters(field: &Element) -> bool {
    field.has_attribute("data-commands")
}

/// Whether what has the focus takes digits alone.
pub fn focused_leaves_letters() -> bool {
    focused().is_some_and(|now| leaves_letters(&now))
}

/// What Tab reaches of a grid: the cell with the cursor; the grid itself while that is not drawn.
pub const CURSOR: &str = ".grid[tabindex=\"0\"],.grid [tabindex=\"0\"]";

/// What Tab can reach, for the focus that stays inside a sheet.
pub const REACHABLE: &str = "a[href],button:not([disabled]):not([tabindex=\"-1\"]),\
    input:not([disabled]):not([tabindex=\"-1\"]),textarea:not([disabled]),[tabindex=\"0\"]";

/// Hears every key before anything on the page does, as long as the window stands.
pub fn on_keydown_first(hear: impl Fn(&KeyboardEvent) + 'static) {
    let handler = Closure::<dyn FnMut(KeyboardEvent)>::new(move |event| hear(&event));
    let listen = handler.as_ref().unchecked_ref();
    // A window takes any listener.
    let _ = window().add_event_listener_with_callback_and_bool("keydown", listen, true);
    handler.forget();
}

/// Presses Esc in the first visible field that matches, if there is one.
pub fn press_escape_in(selector: &str) {
    let field = root().and_then(|root| all(&root, selector).into_iter().find(is_shown));
    if let Some(field) = field {
        press_in(&field, "Escape", false);
    }
}

/// Presses a key in what has the focus, as if somebody did: a character that nobody else takes is text.
pub fn press(key: &str, ctrl: bool) {
    let Some(now) = focused() else { return };
    if !press_in(&now, key, ctrl) || ctrl || !takes_text(&now) {
        return;
    }
    let Some((field, text)) = held_by(&now) else { return };
    let end = u32::try_from(text.encode_utf16().count()).unwrap_or(u32::MAX);
    let (from, to) = (field.selection_start(), field.selection_end());
    let is_chosen = end > 0 && from == Ok(Some(0)) && to == Ok(Some(end));
    let mut text = if is_chosen { String::new() } else { text };
    match key {
        "Backspace" if !is_chosen => drop(text.pop()),
        "Backspace" => {}
        key if key.chars().count() == 1 => text.push_str(key),
        _ => return,
    }
    put_back(&field, &text);
}

/// Whether nobody took the key for something.
fn press_in(element: &Element, key: &str, ctrl: bool) -> bool {
    let options = KeyboardEventInit::new();
    options.set_key(key);
    options.set_ctrl_key(ctrl);
    options.set_bubbles(true);
    options.set_cancelable(true);
    let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &options);
    // What becomes of it is the element's.
    event.is_ok_and(|event| element.dispatch_event(&event) == Ok(true))
}

/// What a text field holds, to be put back by [`put_back`].
pub fn held_by(field: &Element) -> Option<(HtmlInputElement, String)> {
    let field: HtmlInputElement = field.clone().dyn_into().ok()?;
    let held = field.value();
    Some((field, held))
}

/// The time now in ms, as events have it.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Puts a text into a field as if it were typed there.
pub fn put_back(field: &HtmlInputElement, text: &str) {
    field.set_value(text);
    let options = web_sys::EventInit::new();
    options.set_bubbles(true);
    if let Ok(event) = web_sys::Event::new_with_event_init_dict("input", &options) {
        // What becomes of it is the field's.
        let _ = field.dispatch_event(&event);
    }
}

/// Calls `changed` with an element's inner size (width, height) now and whenever it changes, until
/// the owner is disposed of.
pub fn watch_size(element: &Element, changed: impl Fn(f64, f64) + 'static) {
    let handler = Closure::<dyn FnMut(Vec<web_sys::ResizeObserverEntry>)>::new(
        move |entries: Vec<web_sys::ResizeObserverEntry>| {
            if let Some(entry) = entries.last() {
                let size = entry.content_rect();
                changed(size.width(), size.height());
            }
        },
    );
    let Ok(observer) = web_sys::ResizeObserver::new(handler.as_ref().unchecked_ref()) else {
        return;
    };
    observer.observe(element);
    let kept = StoredValue::new_local((observer, handler));
    on_cleanup(move || {
        kept.with_value(|(observer, _)| observer.disconnect());
    });
}

#[cfg(test)]
mod tests {
    use super::css;

    #[test]
    fn lengths_are_written_as_css_reads_them() {
        let texts = [12.0, 2.25, 0.1 + 0.2, -0.5, 1234.5678, 0.0, -0.0001].map(|n| css(n, "rem"));
        let expected = ["12rem", "2.25rem", "0.3rem", "-0.5rem", "1234.568rem", "0rem", "0rem"];
        assert_eq!(texts, expected);
    }
}
