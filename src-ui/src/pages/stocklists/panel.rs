//! The panel beside the stocklists: the current list with its items, and the way to a movement.

use contract::{ComparedList, ListPinned, OpenStocklist, PinStocklist, Stocklist, StocklistId};
use leptos::prelude::*;

use super::exported::PanelLines;
use super::facts::MoreFacts;
use super::items::Items;
use crate::components::grid::GridHandle;
use crate::components::{Bones, Button, ButtonKind, Empty, FailureNote, Icon, Panel, Show};
use crate::data::query::{Query, use_command, use_query};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::pages::compare::CompareSheet;
use crate::wording::format::{Format, use_format};

/// The panel of the current stocklist.
#[component]
pub fn StocklistPanel(
    /// Which one.
    current: RwSignal<Option<StocklistId>>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
    /// A movement is to be made from it.
    on_create: Callback<StocklistId>,
    /// The page's hold on its lines.
    lines: PanelLines,
) -> impl IntoView {
    let i18n = use_i18n();
    let shows_more = RwSignal::new(false);
    let asked = use_query(move || Some(OpenStocklist { stocklist: current.get()? }));
    let list = shown(current, asked);
    effect(move || list.with(|list| lines.are_of(list.as_ref())));
    let title = move || {
        let name = list.with(|list| list.as_ref().map(name_of));
        name.unwrap_or_else(|| say!(i18n, stocklists.title).to_owned())
    };
    let retry = Callback::new(move |()| asked.ask_again());
    let number = move || list.with(|list| list.as_ref()?.number.clone()).unwrap_or_default();
    // Drawn anew only when it differs: the focus may be among the items while they are read again.
    let drawn = memo(move || list.get().ok_or_else(|| asked.failure.get()));
    let is_of_before = memo(move || {
        let drawn = list.with(|list| list.as_ref().map(|list| list.id.clone()));
        drawn.is_some() && drawn != current.get()
    });
    view! {
        <Panel
            title=Signal::derive(title)
            beside=Signal::derive(number)
            busy=is_of_before
            on_close
            class="panel-wide panel-coded"
            testid="stocklist-panel"
        >
            {move || match drawn.get() {
                Ok(list) => {
                    view! { <Contents list shows_more on_create grid=lines.grid /> }.into_any()
                }
                Err(Some(failure)) => {
                    view! { <div class="panel-body"><FailureNote failure on_retry=retry /></div> }
                        .into_any()
                }
                Err(None) => view! { <div class="panel-body"><Bones /></div> }.into_any(),
            }}
        </Panel>
    }
}

/// The list to draw: the one asked for, or the one before while that is on its way, so that walking
/// through the lists does not flicker.
fn shown(
    current: RwSignal<Option<StocklistId>>,
    asked: Query<Stocklist>,
) -> Memo<Option<Stocklist>> {
    Memo::new(move |before: Option<&Option<Stocklist>>| {
        let current = current.get();
        let reply = asked
            .reply
            .with(|reply| reply.clone().filter(|list| current.as_ref() == Some(&list.id)));
        let failed = asked.failure.with(Option::is_some);
        reply.or_else(|| before.cloned().flatten().filter(|_| !failed))
    })
}

#[component]
fn Contents(
    list: Stocklist,
    shows_more: RwSignal<bool>,
    on_create: Callback<StocklistId>,
    grid: GridHandle,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let Stocklist { id, items, description, .. } = list.clone();
    let name = name_of(&list);
    let label = Signal::derive(move || say!(i18n, stocklists.lines_of, name = name));
    let body = if items.is_empty() {
        let title = text!(i18n, stocklists.no_lines);
        view! { <Empty icon="clipboard-list" title testid="no-items" /> }.into_any()
    } else {
        view! { <Items label items grid /> }.into_any()
    };
    let (comparing, pinned_id) = (RwSignal::new(false), id.clone());
    let (compared, called) = (ComparedList::Stocklist(id.clone()), name_of(&list));
    view! {
        <Show when=move || comparing.get()>
            <CompareSheet
                first=compared.clone()
                name=Signal::stored(called.clone())
                on_close=move |()| comparing.set(false)
            />
        </Show>
        <div class="panel-sub"><Facts list=list.clone() i18n format /></div>
        <MoreFacts list open=shows_more i18n format />
        {body}
        <div class="panel-foot">
            <p class="small dim note" dir="auto">{description}</p>
            <Pin of=pinned_id />
            <Button
                label=text!(i18n, compare.act)
                icon="git-compare"
                on_press=move |()| comparing.set(true)
                testid="compare"
            />
            <Button
                label=text!(i18n, stocklists.create)
                kind=ButtonKind::Primary
                chord="Ctrl+Enter"
                on_press=move |()| on_create.run(id.clone())
                testid="stocklist-create"
            />
        </div>
    }
}

/// Pins the list to the first page, or takes it off.
#[component]
fn Pin(of: StocklistId) -> impl IntoView {
    let i18n = use_i18n();
    let (pinned, pin) = (use_query(|| Some(ListPinned {})), use_command::<PinStocklist>());
    let of = StoredValue::new(of);
    let is_pinned = Signal::derive(move || {
        let all = pinned.get().unwrap_or_default();
        of.with_value(|of| all.iter().any(|one| one.stocklist == *of))
    });
    let label = Signal::derive(move || match is_pinned.get() {
        true => say!(i18n, stocklists.unpin).to_owned(),
        false => say!(i18n, stocklists.pin).to_owned(),
    });
    // Until it is known whether it is pinned, nothing is turned over.
    let busy = Signal::derive(move || pin.busy.get() || pinned.reply.with(Option::is_none));
    let press = move |()| {
        let (stocklist, pinned) = (of.get_value(), !is_pinned.get_untracked());
        pin.send(PinStocklist { stocklist, pinned }, |_| ());
    };
    view! {
        <Button label icon="house" busy on_press=press testid="stocklist-pin" />
    }
}

/// Where from, where to, how many items, who asked for it and when.
#[component]
fn Facts(list: Stocklist, i18n: I18n, format: Format) -> impl IntoView {
    let place =
        |place: &Option<contract::Location>| place.as_ref().map(|place| place.shown().to_owned());
    let (origin, destination) = (place(&list.origin), place(&list.destination));
    let count = u32::try_from(list.items.len()).unwrap_or(u32::MAX);
    let by = list.people.requested_by.as_ref().map(|person| person.shown().to_owned());
    let date = list.dates.requested.map(ipc::local_day);
    let absent = move || say!(i18n, grid.absent);
    let items = move || say!(i18n, stocklists.lines, count = count, number = format.number(count));
    let asked = move || {
        let parts = [by.clone(), date.map(|day| format.day(day))];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let has_asked = list.people.requested_by.is_some() || date.is_some();
    view! {
        <span>
            <bdi>{move || origin.clone().unwrap_or_else(|| absent().to_owned())}</bdi>
            " "
            <Icon name="arrow-right" class="icon icon-sm icon-dir" />
            " "
            <b class="medium">
                <bdi>{move || destination.clone().unwrap_or_else(|| absent().to_owned())}</bdi>
            </b>
        </span>
        <span class="faint" aria-hidden="true">"·"</span>
        <span class="num">{items}</span>
        {has_asked.then(|| view! {
            <span class="faint" aria-hidden="true">"·"</span>
            <span><bdi>{asked}</bdi></span>
        })}
    }
}

fn name_of(list: &Stocklist) -> String {
    list.name.clone().or_else(|| list.number.clone()).unwrap_or_else(|| list.id.to_string())
}
