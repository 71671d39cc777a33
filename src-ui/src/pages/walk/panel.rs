//! The panel beside a walk: the task with the cursor in large type, how much of it is left, why less goes,
//! and the paper it can be checked off on.

use contract::{ChangeKind, MovementRef, PickTask, ReasonChoice, TaskState};
use leptos::prelude::*;

use super::columns::letter;
use super::state::WalkPage;
use super::words;
use crate::components::{Button, ButtonKind, IconButton, Panel, Show, Size};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::keys::{Scope, use_keys};
use crate::navigation::{Route, use_tabs};
use crate::wording::format::name_parts;
use crate::wording::words::{failure as failure_words, reason_name};

/// So many reasons are chips: each has a key of its own.
const KEYS: usize = 9;

/// The first of the reasons.
pub const FIRST_REASON: &str = "[data-testid=short-reasons] button";

/// The reasons that go with picks.
pub fn reasons(page: WalkPage) -> Vec<ReasonChoice> {
    let fits = |choice: &&ReasonChoice| {
        choice.kinds.is_empty() || choice.kinds.contains(&ChangeKind::Pick)
    };
    let all = page.with_state(|state| state.reasons.iter().filter(fits).cloned().collect());
    let mut all: Vec<ReasonChoice> = all.unwrap_or_default();
    all.truncate(KEYS);
    all
}

/// The panel of the task with the cursor.
#[component]
pub fn TaskPanel(page: WalkPage, #[prop(into)] on_close: Callback<()>) -> impl IntoView {
    let i18n = page.i18n;
    let keys = use_keys();
    let region = keys.region("task");
    let task = memo(move || page.task());
    let chips = memo(move || reasons(page));
    for at in 0..KEYS {
        let chord = (at + 1).to_string();
        let choose = move |_| {
            let reason = untrack(|| chips.with(|all| all.get(at).map(|it| it.code.clone())));
            let chosen = untrack(|| task.get()).zip(reason);
            let can = chosen.filter(|(task, _)| takes_reason(task));
            can.map(|(task, reason)| say_why(page, &task, &reason)).is_some()
        };
        let label = Some(text!(i18n, walk.choose_reason));
        keys.bind_if(Scope::Region(region.clone()), &chord, label, choose);
    }
    let title = move || {
        let number = task.with(|task| task.as_ref().map(|task| task.number));
        number.map_or_else(
            || say!(i18n, walk.title).to_owned(),
            |number| say!(i18n, walk.line, number = page.format.number(number)),
        )
    };
    let several =
        memo(move || page.with_state(|state| state.walk.movements.len() > 1).unwrap_or_default());
    let beside = move || {
        let of = task.get().and_then(|task| {
            let at = usize::try_from(task.place).ok()?;
            let movement = page.with_state(|state| state.walk.movements.get(at).cloned())??;
            let code = movement.identifier.or(movement.name)?;
            let letter = letter(&task).filter(|_| several.get());
            Some(letter.into_iter().chain([code]).collect::<Vec<_>>().join(" "))
        });
        of.unwrap_or_default()
    };
    let actions = move || {
        view! {
            <IconButton
                label=text!(i18n, walk.back)
                icon="arrow-up"
                chord="B"
                on_press=move |()| page.step(true)
                testid="task-back"
            />
            <IconButton
                label=text!(i18n, walk.next)
                icon="arrow-down"
                chord="N"
                on_press=move |()| page.step(false)
                testid="task-next"
            />
        }
    };
    view! {
        <Panel
            title=Signal::derive(title)
            beside=Signal::derive(beside)
            on_close
            actions
            region=Some(region)
            class="panel-pick"
            testid="task-panel"
        >
            {move || task.get().map(|task| view! { <Contents page task chips /> })}
        </Panel>
    }
}

/// Whether a reason can be given: nothing was picked of it yet, and something is left.
pub fn takes_reason(task: &PickTask) -> bool {
    let can = !task.state.is_made() && task.state != TaskState::Gone;
    can && task.left.is_none_or(|left| left > 0)
}

/// Takes a reason, and goes on.
pub fn say_why(page: WalkPage, task: &PickTask, reason: &str) {
    page.give_reason(task, reason);
    page.go_on(&task.id, false);
    page.grid.focus();
}

#[component]
fn Contents(page: WalkPage, task: PickTask, chips: Memo<Vec<ReasonChoice>>) -> impl IntoView {
    let i18n = page.i18n;
    let tabs = use_tabs();
    let movement = task.movement;
    let asks = takes_reason(&task);
    let checks = matches!(task.state, TaskState::Unknown | TaskState::CheckedOff);
    let nowhere = match task.no_stock {
        true => text!(i18n, walk.no_stock_text),
        false => text!(i18n, walk.unknown_text),
    };
    let is_checked = task.state == TaskState::CheckedOff;
    use TaskState::{Less, Refused, Short};
    let differs = matches!(task.state, Refused | Less | Short) || task.no_stock;
    let (reported, checked) = (task.clone(), task.clone());
    let lot = lot(page, &task);
    view! {
        <div class="panel-body">
            <Stop page task=task.clone() />
            <Figures page task=task.clone() />
            {lot.map(|lot| view! { <p class="hint" dir="auto">{lot}</p> })}
            {task.refused.is_some().then(|| view! {
                <div class="row-acts"><RefusedActs page task=task.clone() /></div>
            })}
            {asks.then(|| view! { <Reasons page task=task.clone() chips /> })}
            {checks.then(|| view! {
                <div class="sect">
                    <p class="hint">{nowhere}</p>
                    <Button
                        label=if is_checked { text!(i18n, walk.uncheck) } else { text!(i18n, walk.check_off) }
                        icon="check"
                        chord="Space"
                        on_press=move |()| page.check_off(&checked)
                        testid="check-off"
                    />
                </div>
            })}
        </div>
        <div class="panel-foot">
            {differs.then(|| view! {
                <Button
                    label=text!(i18n, walk.report)
                    icon="diff"
                    on_press=move |()| page.differs.set(Some(reported.clone()))
                    testid="report-difference"
                />
            })}
            <Button
                label=text!(i18n, walk.open_movement)
                kind=ButtonKind::Quiet
                on_press=move |()| tabs.open(Route::Movement(MovementRef::Key(movement)))
                testid="task-movement"
            />
        </div>
    }
}

/// What can be done about a pick that was refused.
#[component]
pub fn RefusedActs(page: WalkPage, task: PickTask, #[prop(optional)] size: Size) -> impl IntoView {
    let i18n = page.i18n;
    let (lower, elsewhere) = (task.clone(), task);
    view! {
        <Button
            label=text!(i18n, walk.again_quantity)
            icon="pencil-line"
            size
            chord="Enter"
            on_press=move |()| page.enter_again(&lower, false)
            testid="again-quantity"
        />
        <Button
            label=text!(i18n, walk.again_lot)
            icon="split"
            size
            chord="/"
            on_press=move |()| page.split_up(&elsewhere)
            testid="again-lot"
        />
    }
}

/// Where to go, and what to take there.
#[component]
fn Stop(page: WalkPage, task: PickTask) -> impl IntoView {
    let i18n = page.i18n;
    let bin = words::bin_of(i18n, &task);
    let class = if task.bin.is_some() { "bin" } else { "bin faint" };
    let name = task.product.name.clone().unwrap_or_default();
    let (begins, rest) = name_parts(&name);
    let (begins, rest) = (begins.to_owned(), rest.to_owned());
    let code = task.product.code.clone();
    let instead = task
        .instead_of
        .as_ref()
        .map(|other| say!(i18n, walk.instead_of, code = words::product(other)));
    view! {
        <div class="stop">
            <span class=class data-testid="task-bin">{bin}</span>
            <span class="name" dir="auto"><b>{begins}</b>{rest}</span>
            <span class="code dim">{code}</span>
            {instead.map(|said| view! { <span class="tag tag-violet">{said}</span> })}
        </div>
    }
}

/// How many are needed, entered and left.
#[component]
fn Figures(page: WalkPage, task: PickTask) -> impl IntoView {
    let i18n = page.i18n;
    let number = move |number: Option<i64>| words::number(page.format, number);
    let asked = task.asked;
    let left = task.left.map(|left| left.max(0));
    let entered = asked.zip(task.left).map(|(asked, left)| asked.saturating_sub(left));
    let there =
        task.available.map(|there| say!(i18n, pick.there, number = page.format.number(there)));
    view! {
        <dl class="figures">
            <div><dt>{text!(i18n, walk.col_required)}</dt><dd class="num">{number(asked)}</dd></div>
            <div>
                <dt>{text!(i18n, walk.col_quantity)}</dt>
                <dd class="num ink">{number(entered)}</dd>
            </div>
            <div><dt>{text!(i18n, walk.left_head)}</dt><dd class="num">{number(left)}</dd></div>
        </dl>
        {there.map(|there| view! { <p class="hint">{there}</p> })}
    }
}

/// The lot, until when it may be used, and what there is to see to.
fn lot(page: WalkPage, task: &PickTask) -> Option<String> {
    let i18n = page.i18n;
    let lot = task.lot.as_ref().map(|lot| say!(i18n, pick.lot, lot = lot));
    let day = task.expiry.map(|day| say!(i18n, pick.expires, day = page.format.full_day(day)));
    let facts: Vec<_> = lot.into_iter().chain(day).collect();
    let mut said = (!facts.is_empty()).then(|| facts.join(" · "));
    let state = match task.state {
        TaskState::Changed => Some(words::changed(i18n, page.format, task)),
        TaskState::Over => Some(words::over(i18n, page.format, task)),
        TaskState::Gone => Some(say!(i18n, walk.gone_text).to_owned()),
        _ => words::expiry(i18n, task),
    };
    if let Some(state) = state {
        said = Some(said.map_or_else(|| state.clone(), |said| format!("{said}. {state}")));
    }
    let refused = task.failure.as_ref();
    let refused = refused.map(|failure| failure_words(i18n, failure));
    match (said, refused) {
        (Some(said), Some(refused)) => Some(format!("{refused} {said}")),
        (said, refused) => said.or(refused),
    }
}

/// Why less goes.
#[component]
pub fn Reasons(page: WalkPage, task: PickTask, chips: Memo<Vec<ReasonChoice>>) -> impl IntoView {
    let i18n = page.i18n;
    let task = StoredValue::new(task);
    let chip = move |(at, choice): (usize, ReasonChoice)| {
        let code = choice.code.clone();
        let is_on = task.with_value(|task| task.reason.as_deref() == Some(code.as_str()));
        let name = reason_name(i18n, &choice);
        view! {
            <button
                type="button"
                class="chip"
                aria-pressed=is_on.to_string()
                data-testid="short-reason"
                on:click=move |_| task.with_value(|task| say_why(page, task, &code))
            >
                <kbd aria-hidden="true">{at + 1}</kbd>
                <b dir="auto">{name}</b>
            </button>
        }
    };
    view! {
        <div class="sect">
            <h3>{text!(i18n, walk.short_why)}<span class="faint"><kbd>"-"</kbd></span></h3>
            <div class="chips" role="group" aria-label=text!(i18n, walk.short_why) data-testid="short-reasons">
                {move || chips.get().into_iter().enumerate().map(chip).collect_view()}
            </div>
            <Show when=move || chips.with(Vec::is_empty)>
                <p class="hint">{text!(i18n, walk.no_reasons)}</p>
            </Show>
        </div>
    }
}
