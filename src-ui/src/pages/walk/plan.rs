//! How the names of a depot's bins are read, and in which order one walks through its aisles, with what comes
//! of it. Kept for all walks of the depot.

use contract::{DepotPlan, PlannedBin, ReadDepotPlan, SaveDepotPlan};
use leptos::prelude::*;

use super::state::WalkPage;
use crate::components::{AskFoot, FailureNote, Segment, SegmentChoice, Sheet, TextField};
use crate::data::query::{use_command, use_query};
use crate::effect::{effect, memo};
use crate::i18n::{say, text};

/// A name has at most so many parts that are told apart here.
const PARTS: [(u8, &str); 4] = [(1, "1"), (2, "2"), (3, "3"), (4, "4")];

/// The sheet with the plan.
#[component]
pub fn PlanSheet(page: WalkPage, #[prop(into)] on_close: Callback<()>) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let (aisle, bay) = (RwSignal::new(1_u8), RwSignal::new(2_u8));
    let aisles = RwSignal::new(String::new());
    let kept = use_query(move || Some(ReadDepotPlan { walk: page.key, plan: None }));
    let begun = RwSignal::new(false);
    effect(move || {
        if let Some(view) = kept.get().filter(|_| !begun.get_untracked()) {
            begun.set(true);
            aisle.set(view.plan.aisle);
            bay.set(view.plan.bay);
            aisles.set(view.plan.aisles.join(", "));
        }
    });
    let plan = memo(move || DepotPlan {
        aisle: aisle.get(),
        bay: bay.get(),
        aisles: aisles.with(|text| {
            let each = text.split([',', ';', ' ']).map(str::trim).filter(|aisle| !aisle.is_empty());
            each.map(str::to_owned).collect()
        }),
    });
    let preview = use_query(move || {
        begun.get().then(|| ReadDepotPlan { walk: page.key, plan: Some(plan.get()) })
    });
    let save = use_command::<SaveDepotPlan>();
    let go = move |()| {
        let request = SaveDepotPlan { walk: page.key, plan: plan.get_untracked() };
        save.send(request, move |_| on_close.run(()));
    };
    let part =
        move |label, value: RwSignal<u8>, testids: [&'static str; 4]| {
            let choices = PARTS.into_iter().zip(testids).map(|((value, name), testid)| {
                SegmentChoice { value, label: Signal::stored(name.to_owned()), icon: None, testid }
            });
            let choices = choices.collect::<Vec<_>>();
            view! {
                <div class="plan-part">
                    <span class="label">{label}</span>
                    <Segment label choices value on_choose=move |part| value.set(part) />
                </div>
            }
        };
    let one = move |bin: PlannedBin| {
        let read = match bin.read {
            Some((aisle, bay)) => say!(i18n, walk.plan_read, aisle = aisle, bay = bay),
            None => say!(i18n, walk.plan_unread).to_owned(),
        };
        view! { <li><span class="code">{bin.name}</span><span class="faint">{read}</span></li> }
    };
    let bins = move || preview.get().map(|view| view.bins).unwrap_or_default();
    let told = move || {
        let view = preview.get()?;
        let (all, unread) = (format.number(view.all), format.number(view.unread));
        let depot = view.depot.map(|depot| depot.name).unwrap_or_default();
        Some(say!(i18n, walk.plan_told, depot = depot, all = all, unread = unread))
    };
    view! {
        <Sheet
            title=text!(i18n, walk.plan_title)
            lead=text!(i18n, walk.plan_text)
            on_close
            wide=true
            from_top=true
            testid="plan-sheet"
        >
            <div class="sheet-body">
                <div class="plan-parts">
                    {part(text!(i18n, walk.plan_aisle), aisle, ["aisle-1", "aisle-2", "aisle-3", "aisle-4"])}
                    {part(text!(i18n, walk.plan_bay), bay, ["bay-1", "bay-2", "bay-3", "bay-4"])}
                </div>
                <TextField
                    label=text!(i18n, walk.plan_aisles)
                    value=aisles
                    placeholder=text!(i18n, walk.plan_aisles_hint)
                    testid="plan-aisles"
                />
                <p class="hint" role="status" data-testid="plan-told"><bdi>{told}</bdi></p>
                <ol class="plan-bins" role="list" data-testid="plan-bins">
                    {move || bins().into_iter().map(one).collect_view()}
                </ol>
                {move || save.failure.get().map(|failure| view! { <FailureNote failure /> })}
            </div>
            <AskFoot
                back=text!(i18n, walk.cancel)
                on_back=on_close
                act=text!(i18n, walk.plan_save)
                on_act=go
                busy=save.busy
                testids=("plan-cancel", "plan-save")
            />
        </Sheet>
    }
}
