//! The tools of the locations: the find field, and which lookup is shown.

use contract::LocationKind;
use leptos::html;
use leptos::prelude::*;

use crate::components::{FindField, Segment, SegmentChoice};
use crate::i18n::{say, text, use_i18n};

/// The tools.
#[component]
pub fn Tools(
    text: RwSignal<String>,
    kind: RwSignal<LocationKind>,
    find: NodeRef<html::Input>,
    children: Children,
) -> impl IntoView {
    let i18n = use_i18n();
    let choice = |value, label, testid| SegmentChoice { value, label, icon: None, testid };
    let choices = vec![
        choice(LocationKind::Bins, text!(i18n, locations.bins), "locations-bins"),
        choice(LocationKind::Internal, text!(i18n, locations.internal), "locations-internal"),
    ];
    view! {
        <div
            class="tools"
            role="toolbar"
            aria-label=move || say!(i18n, list.filters)
            data-region="tools"
        >
            <FindField
                label=text!(i18n, locations.find)
                placeholder=text!(i18n, locations.find_hint)
                value=text
                node=find
            />
            <span class="push"></span>
            <Segment
                label=text!(i18n, locations.kind)
                choices
                value=kind
                on_choose=move |chosen| kind.set(chosen)
            />
            {children()}
        </div>
    }
}
