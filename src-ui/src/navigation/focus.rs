//! Where the focus goes when another page comes to the front, and from one part of the window to the
//! next.

use super::{Route, Tabs};
use crate::dom;
use leptos::prelude::request_animation_frame;

/// Opens a page by its key.
pub fn open_page(tabs: Tabs, route: Route) {
    bring_to_front(|| tabs.open(route));
}

/// The page that is in front after this takes the focus, also from the rail and the top bar.
pub fn bring_to_front(go: impl FnOnce()) {
    if let Some(now) = dom::focused().filter(|now| now.closest("main").ok().flatten().is_none()) {
        // One that has no focus to lose loses none.
        let _ = now.blur();
    }
    go();
    // Where it was in front already, nothing comes to the front.
    request_animation_frame(|| {
        let pane = dom::root().and_then(|root| dom::all(&root, "#main").pop());
        if let Some(pane) = pane.filter(|_| dom::focus_is_lost()) {
            take_focus(pane);
        }
    });
}

/// Gives the focus to a pane that has come to the front: to the field where its work begins
/// (`data-first` around it), else to its list, else to itself; unless something (a tab, the rail)
/// has it.
pub fn take_focus(pane: leptos::web_sys::HtmlElement) {
    request_animation_frame(move || {
        let held = dom::focused()
            .is_some_and(|now| now.tag_name() != "BODY" && now != pane && dom::is_shown(&now));
        let has_first = || dom::focus_first(&pane, "[data-first] input, button[data-first]");
        if !held && !has_first() && !dom::focus_cursor(&pane) {
            dom::focus(&pane);
        }
    });
}

/// Scrolls to a part of the window that was just given the focus: as much of it as there is room for,
/// and what has the focus in it.
fn bring_into_view(region: &leptos::web_sys::HtmlElement) {
    dom::scroll_to(region);
    if let Some(now) = dom::focused() {
        dom::scroll_to(&now);
    }
}

/// Gives the focus to the next part of the window: top bar, rail, tools, grid, panel.
pub fn next_region(onward: bool) {
    let Some(root) = dom::root() else { return };
    let regions: Vec<_> =
        dom::all(&root, "[data-region]").into_iter().filter(dom::is_shown).collect();
    let now = dom::focused();
    let inside =
        |region: &&leptos::web_sys::HtmlElement| region.contains(now.as_deref().map(AsRef::as_ref));
    // A grid inside a panel is a part of its own: the innermost one counts, and it comes last.
    let at = regions.iter().rposition(|region| inside(&region));
    let count = regions.len();
    for step in 1..=count {
        let to = match (at, onward) {
            (Some(at), true) => (at + step) % count,
            (Some(at), false) => (at + count - step % count) % count,
            (None, true) => step - 1,
            (None, false) => count - step,
        };
        let Some(region) = regions.get(to) else { return };
        let focusable = "[tabindex=\"0\"],[aria-current],input,button:not([tabindex=\"-1\"])";
        if dom::focus_first(region, focusable) {
            return bring_into_view(region);
        }
    }
}
