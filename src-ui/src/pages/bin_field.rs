//! A field for a bin of a depot, found among those that were read.

use contract::{ListBinLocations, LocationKind, PlaceRef, Rows};
use leptos::prelude::*;

use crate::components::{Choice, Combobox};
use crate::data::query::use_query;
use crate::effect::effect;
use crate::i18n::{text, use_i18n};

/// So many bins are offered for what is typed.
const MOST: u32 = 50;

/// The field.
#[component]
pub fn BinField(
    /// The depot whose bins are offered; none while it is not known.
    #[prop(into)]
    depot: Signal<Option<PlaceRef>>,
    /// The id of the bin.
    value: RwSignal<Option<String>>,
    /// What is typed and not taken yet.
    typed: RwSignal<Option<String>>,
    /// Enter took what stands here.
    #[prop(optional, into)]
    on_enter: Option<Callback<()>>,
    /// For tests.
    testid: &'static str,
) -> impl IntoView {
    let i18n = use_i18n();
    let bins = use_query(move || {
        let (parent, text) = (depot.get()?.id, typed.get().unwrap_or_default());
        Some(ListBinLocations { parent, kind: LocationKind::Bins, rows: Rows::first(MOST), text })
    });
    // The name of the one chosen is known even while others are listed.
    let chosen = RwSignal::new(None::<Choice>);
    let choices = Signal::derive(move || {
        let listed = bins.reply.with(|list| list.as_ref().map(|list| list.rows.clone()));
        let mut all: Vec<Choice> = listed
            .unwrap_or_default()
            .into_iter()
            .map(|bin| Choice {
                id: bin.id.to_string(),
                label: bin.name.clone(),
                detail: bin.location_number.clone().unwrap_or_default(),
                ..Choice::default()
            })
            .collect();
        let known = chosen.get().filter(|known| all.iter().all(|one| one.id != known.id));
        all.extend(known);
        all
    });
    effect(move || {
        let Some(id) = value.get() else { return };
        let found = choices.with_untracked(|all| all.iter().find(|one| one.id == id).cloned());
        if found.is_some() && chosen.get_untracked() != found {
            chosen.set(found);
        }
    });
    let next = move |()| {
        if let Some(on_enter) = on_enter {
            on_enter.run(());
        }
    };
    view! {
        <Combobox
            label=text!(i18n, pick.bin)
            choices
            value
            typed
            free=true
            awaited=bins.asking
            unknown=text!(i18n, pick.unknown_bin)
            on_enter=next
            testid
        />
    }
}
