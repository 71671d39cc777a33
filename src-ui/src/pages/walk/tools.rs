//! The tools of a walk: what is looked for, which tasks are shown, in which order one walks, and what leaves the
//! window.

use contract::{OnlyTasks, OrderWalk, WalkOrder, WalkProgress};
use leptos::html;
use leptos::prelude::*;

use super::columns::columns;
use super::state::WalkPage;
use crate::components::grid::{Column, ColumnStand, ShownTable};
use crate::components::{ChipChoice, ChipGroup, Choice, ChoiceChip, FindField};
use crate::data::query::use_command;
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::pages::begin_walk::movement_name;
use crate::pages::export::{ExportTool, Exported};
use crate::pages::pick::LETTERS;

/// In which order one walks.
#[component]
fn Order(page: WalkPage) -> impl IntoView {
    let i18n = page.i18n;
    let command = use_command::<OrderWalk>();
    let orders = [WalkOrder::Bins, WalkOrder::Serpentine, WalkOrder::Shortest];
    let choices = Signal::derive(move || {
        let labels =
            [say!(i18n, walk.by_bin), say!(i18n, walk.serpentine), say!(i18n, walk.shortest)];
        let choice = |(label, order): (&str, WalkOrder)| Choice {
            id: id_of(order).to_owned(),
            label: label.to_owned(),
            ..Choice::default()
        };
        labels.into_iter().zip(orders).map(choice).collect::<Vec<_>>()
    });
    let value = Signal::derive(move || {
        let order = page.with_state(|state| state.walk.order).unwrap_or_default();
        id_of(order).to_owned()
    });
    let choose = move |id: String| {
        if let Some(order) = orders.into_iter().find(|order| id_of(*order) == id) {
            command.send(OrderWalk { walk: page.key, order }, |_| ());
        }
    };
    view! {
        <ChoiceChip
            label=text!(i18n, walk.order)
            choices
            value
            on_choose=choose
            testid="walk-order"
        />
    }
}

fn id_of(order: WalkOrder) -> &'static str {
    match order {
        WalkOrder::Bins => "bins",
        WalkOrder::Serpentine => "serpentine",
        WalkOrder::Shortest => "shortest",
    }
}

/// What is looked for, and which tasks are shown.
#[component]
pub fn Tools(page: WalkPage, find: NodeRef<html::Input>) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let progress = memo(move || page.with_state(|state| state.walk.progress).unwrap_or_default());
    let count = move |of: fn(&WalkProgress) -> u32| {
        Signal::derive(move || progress.with(|progress| format.number(of(progress))))
    };
    let chip = move |value, label, icon, of, testid| ChipChoice {
        value,
        label,
        icon,
        count: count(of),
        testid,
    };
    let choices = vec![
        chip(OnlyTasks::All, text!(i18n, walk.all), None, |it| it.tasks, "only-all"),
        chip(OnlyTasks::Open, text!(i18n, walk.only_open), None, |it| it.todo, "only-open"),
        chip(
            OnlyTasks::Attention,
            text!(i18n, walk.only_attention),
            Some("triangle-alert"),
            |it| it.attention,
            "only-attention",
        ),
        chip(OnlyTasks::Short, text!(i18n, walk.only_short), None, |it| it.short, "only-short"),
    ];
    let movements =
        move || page.with_state(|state| state.walk.movements.clone()).unwrap_or_default();
    // On paper each movement is told with its letter, and one alone with its code.
    let facts = Signal::derive(move || match movements().as_slice() {
        [one] => vec![(say!(i18n, export.movement).to_owned(), movement_name(one))],
        several => {
            let lettered = LETTERS.chars().map(String::from).zip(several);
            lettered.map(|(letter, movement)| (letter, movement_name(movement))).collect()
        }
    });
    let code = Signal::derive(move || match movements().as_slice() {
        [one] => one.identifier.clone(),
        _ => None,
    });
    // One task at a time there is no grid, and its tasks are there all the same.
    let undrawn = Signal::derive(move || {
        let shown = || {
            let placed = |(at, column): (usize, Column)| match column.on_paper {
                true => (at, column, ColumnStand::Beside),
                false => (at, column, ColumnStand::OnScreen),
            };
            let columns = columns(i18n).into_iter().enumerate().map(placed).collect();
            ShownTable { name: "tasks", data: page.rows.grid, columns }
        };
        (page.focus.get() && page.rows.grid.listed.get() > 0).then(shown)
    });
    let tasks = Exported::new(page.grid, text!(i18n, walk.tasks)).about(facts).coded(code);
    let keys = Signal::derive(move || movements().iter().map(|movement| movement.key).collect());
    let tasks = tasks.of(keys).undrawn(undrawn);
    view! {
        <div class="tools" role="toolbar" aria-label=text!(i18n, list.filters) data-region="tools">
            <FindField
                label=text!(i18n, walk.find)
                placeholder=text!(i18n, walk.find_hint)
                value=page.text
                node=find
            />
            <ChipGroup label=text!(i18n, walk.which) choices value=page.only />
            <span class="push"></span>
            <Order page />
            <ExportTool grids=vec![tasks] labels=page.labels />
        </div>
    }
}
