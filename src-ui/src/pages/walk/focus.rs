//! One task at a time, in very large type: where to go, how many to take, and what comes then. Digits are
//! the quantity, letters are commands.

use contract::{PickTask, TaskState, TaskView};
use leptos::html;
use leptos::prelude::*;

use super::columns::letter;
use super::panel::{Reasons, RefusedActs, reasons, say_why, takes_reason};
use super::state::WalkPage;
use super::words;
use crate::components::{Button, ButtonKind, Icon, Progress, Show, Size};
use crate::dom;
use crate::effect::{effect, effect_after, memo};
use crate::i18n::{say, text};
use crate::keys::{Scope, use_keys};
use crate::wording::format::name_parts;
use crate::wording::words::failure as failure_words;

/// The view of one task.
#[component]
pub fn FocusView(page: WalkPage) -> impl IntoView {
    let (i18n, keys, format) = (page.i18n, use_keys(), page.format);
    let region = keys.region("focus");
    let (typed, field) = (page.typed, NodeRef::<html::Input>::new());
    let view = memo(move || page.focused.reply.get().flatten());
    let task = memo(move || view.with(|view| view.as_ref().map(|view| view.task.clone())));
    let shown = memo(move || task.with(|task| task.as_ref().map(|task| task.id.clone())));
    // Another task begins with nothing typed, and takes what is typed.
    effect(move || {
        // A memo that nobody reads tells of no change.
        let _ = shown.get();
        typed.set(String::new());
        request_animation_frame(move || {
            // Not while somebody types elsewhere: what is looked for may lead to the task.
            let Some(field) = field.try_get_untracked().flatten() else { return };
            if !keys.sheet_is_open() && !dom::focus_takes_text() {
                dom::focus(&field);
            }
            let is_there = dom::focused().is_some_and(|now| now.is_same_node(Some(&field)));
            if let Some(id) = shown.get_untracked().filter(|_| is_there) {
                page.press_typed(&id);
            }
        });
    });
    let confirm = move || {
        if let Some(task) = task.get_untracked() {
            take(page, &task);
        }
    };
    keys.bind_if(
        Scope::Region(region.clone()),
        "Enter",
        Some(text!(i18n, walk.hint_confirm)),
        move |_| {
            let in_field = field.get_untracked().zip(dom::focused());
            let is_there = in_field.is_some_and(|(field, now)| now.is_same_node(Some(&field)));
            if is_there {
                confirm();
            }
            is_there
        },
    );
    let chips = memo(move || reasons(page));
    for at in 0..9 {
        let choose = move |_| {
            let reason = chips.with_untracked(|all| all.get(at).map(|it| it.code.clone()));
            let in_reasons = dom::focus_is_in("[data-testid=short-reasons]");
            let chosen = task.get_untracked().filter(|_| in_reasons).zip(reason);
            chosen.map(|(task, reason)| say_why(page, &task, &reason)).is_some()
        };
        keys.bind_if(Scope::Region(region.clone()), &(at + 1_usize).to_string(), None, choose);
    }
    let done =
        Signal::derive(move || page.with_state(|state| state.walk.progress.done).unwrap_or(0));
    let all =
        Signal::derive(move || page.with_state(|state| state.walk.progress.tasks).unwrap_or(0));
    let label = Signal::derive(move || {
        view.with(|view| match view {
            Some(TaskView { place, of, .. }) => {
                let (place, of) = (format.number(*place), format.number(*of));
                say!(i18n, walk.place_of, place = place, of = of)
            }
            None => String::new(),
        })
    });
    let confirm_label = Signal::derive(move || {
        let typed = typed.get();
        let needed =
            task.with(|task| task.as_ref().and_then(|task| task.quantity.or(task.required)));
        let number = match typed.trim() {
            "" => needed.map(|needed| format.number(needed)),
            typed => Some(typed.to_owned()),
        };
        number.map_or_else(
            || say!(i18n, walk.confirm).to_owned(),
            |number| say!(i18n, walk.confirm_number, number = number),
        )
    });
    let asks_reason = memo(move || {
        task.with(|task| {
            task.as_ref().is_some_and(|task| takes_reason(task) && task.state != TaskState::Open)
        })
    });
    let wants = page.wants_reason;
    let short_is_open = RwSignal::new(None::<String>);
    effect_after(move |before: Option<u32>| {
        let now = wants.get();
        if before.is_some_and(|before| before != now) {
            short_is_open.set(shown.get_untracked());
        }
        now
    });
    let is_asked = move || {
        asks_reason.get() || short_is_open.get().is_some() && short_is_open.get() == shown.get()
    };
    // Drawn anew for another task or reason alone: the focus may be in it.
    let reason_of = memo(move || {
        let task = task.get().filter(|_| is_asked());
        task.map(|task| (task.id, task.reason))
    });
    let why = move || {
        let (id, reason) = reason_of.get()?;
        let task = task.get_untracked()?;
        Some(view! { <Reasons page task=PickTask { id, reason, ..task } chips /> })
    };
    let refused = move || {
        let task = task.get().filter(|task| task.refused.is_some())?;
        let said = task.failure.as_ref().map(|failure| failure_words(i18n, failure));
        Some(view! {
            <p class="st st-error" role="alert" dir="auto">{said}</p>
            <div class="row-acts"><RefusedActs page task size=Size::Huge /></div>
        })
    };
    let short = move |()| page.ask_reason();
    let is_unknown = memo(move || {
        task.with(|task| {
            task.as_ref().is_some_and(|task| {
                matches!(task.state, TaskState::Unknown | TaskState::CheckedOff)
            })
        })
    });
    view! {
        <section class="focus" aria-label=label data-region=region data-testid="focus-view">
            <div class="focus-bar"><Progress label=text!(i18n, walk.progress) done all /></div>
            {move || task.get().map(|task| view! { <Line page task label /> })}
            <div class="focus-act">
                <label class="input input-num">
                    <span class="vh">{text!(i18n, walk.col_quantity)}</span>
                    <input
                        inputmode="numeric"
                        data-commands=""
                        data-testid="focus-quantity"
                        autocomplete="off"
                        node_ref=field
                        aria-disabled=move || is_unknown.get().then_some("true")
                        placeholder=move || task.with(|task| {
                            let number = task.as_ref().and_then(|task| task.quantity.or(task.required));
                            number.map(|number| format.number(number)).unwrap_or_default()
                        })
                        prop:value=move || typed.get()
                        on:input=move |event| typed.set(event_target_value(&event))
                    />
                </label>
                <Show
                    when=move || is_unknown.get()
                    fallback=move || view! {
                        <Button
                            label=confirm_label
                            kind=ButtonKind::Primary
                            size=Size::Huge
                            icon="check"
                            chord="Enter"
                            on_press=move |()| confirm()
                            testid="focus-confirm"
                        />
                    }
                >
                    <Button
                        label=text!(i18n, walk.check_off)
                        kind=ButtonKind::Primary
                        size=Size::Huge
                        icon="check"
                        chord="Space"
                        on_press=move |()| if let Some(task) = task.get_untracked() {
                            page.check_off(&task);
                        }
                        testid="focus-check-off"
                    />
                </Show>
                <Button
                    label=text!(i18n, walk.command_short)
                    size=Size::Huge
                    icon="circle-minus"
                    chord="-"
                    on_press=short
                    testid="focus-short"
                />
                <Button
                    label=text!(i18n, walk.split_short)
                    size=Size::Huge
                    icon="split"
                    chord="/"
                    on_press=move |()| if let Some(task) = task.get_untracked() {
                        page.split_up(&task);
                    }
                    testid="focus-split"
                />
                <span class="push"></span>
                <Button
                    label=text!(i18n, walk.hint_back)
                    kind=ButtonKind::Quiet
                    size=Size::Huge
                    icon="arrow-up"
                    chord="B"
                    on_press=move |()| page.step(true)
                    testid="focus-back"
                />
            </div>
            <div class="focus-why">
                {why}
                {refused}
            </div>
            <Next page view />
        </section>
    }
}

/// Enters what is typed, and answers how many pieces that are.
pub fn enter_typed(page: WalkPage, task: &PickTask) -> Option<u32> {
    let text = page.typed.get_untracked();
    let pieces = words::pieces(page.format.read_quantity(&text));
    match pieces {
        Some(_) => {
            page.enter_quantity(&task.id, pieces);
            page.typed.set(String::new());
        }
        None => page.toasts.tell(say!(page.i18n, walk.not_whole, text = text)),
    }
    pieces
}

/// Enter: takes what is typed, or the task as it stands; where that is less than needed, asks why.
fn take(page: WalkPage, task: &PickTask) {
    if page.typed.with_untracked(|text| text.trim().is_empty()) {
        if !page.confirm(task) {
            match task.state {
                TaskState::Unknown => page.toasts.tell(say!(page.i18n, walk.tick_it).to_owned()),
                _ => page.ask_reason(),
            }
        }
        return;
    }
    let Some(pieces) = enter_typed(page, task) else { return };
    if task.required.is_none_or(|required| required <= i64::from(pieces)) {
        page.go_on(&task.id, false);
    } else {
        page.ask_reason();
    }
}

/// Where to go, and what to take there.
#[component]
fn Line(page: WalkPage, task: PickTask, label: Signal<String>) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let several = page.with_state(|state| state.walk.movements.len() > 1).unwrap_or_default();
    let tote = letter(&task).filter(|_| several);
    let bin = words::bin_of(i18n, &task);
    let class = if task.bin.is_some() { "bin" } else { "bin faint" };
    let name = task.product.name.clone().unwrap_or_default();
    let (begins, rest) = name_parts(&name);
    let (begins, rest) = (begins.to_owned(), rest.to_owned());
    let instead = task.instead_of.as_ref();
    let instead = instead.map(|other| say!(i18n, walk.instead_of, code = words::product(other)));
    let take = words::number(format, task.required.or(task.asked));
    let entered = task.quantity.map(|number| format.number(number));
    let left = task.left.filter(|left| *left > 0).map(|left| format.number(left));
    let day = task.expiry.map(|day| format.full_day(day));
    let expiry = words::expiry(i18n, &task);
    let lot = task.lot.clone();
    let facts = [
        (text!(i18n, walk.col_lot), lot, "lot"),
        (text!(i18n, walk.col_expires), day, "num"),
        (text!(i18n, walk.col_quantity), entered, "num ink"),
        (text!(i18n, walk.left_head), left, "num"),
    ];
    let fact = |(name, value, class): (Signal<String>, Option<String>, &'static str)| {
        value.map(|value| {
            view! {
                <div><dt>{name}</dt>" "<dd class=class><bdi>{value}</bdi></dd></div>
            }
        })
    };
    let state = words::result_said(i18n, format, &task);
    view! {
        <div class="focus-line">
            <div>
                <div class="over">{text!(i18n, walk.go_to)}</div>
                <span class=class data-testid="focus-bin"><bdi>{bin}</bdi></span>
            </div>
            <div class="take">
                <div class="over">
                    {text!(i18n, walk.take)}
                    {tote.map(|tote| view! { " " <span class="tag" data-testid="focus-letter">{tote}</span> })}
                </div>
                <div class="qty num" data-testid="focus-take">{take}</div>
            </div>
            <div class="what">
                <span class="name" dir="auto"><b>{begins}</b>{rest}</span>
                <span>
                    <span class="code" data-testid="focus-code">{task.product.code.clone()}</span>
                    {instead.map(|said| view! { " " <span class="tag tag-violet">{said}</span> })}
                </span>
            </div>
            <dl class="facts">
                <div><dd class="faint num">{label}</dd></div>
                {facts.into_iter().map(fact).collect_view()}
            </dl>
            <p class="focus-state" role="status">
                {expiry.map(|said| view! {
                    <span class="st st-warn"><Icon name="triangle-alert" />{said}</span>
                })}
                {state.map(|(class, icon, said)| view! {
                    <span class=format!("st {class}") data-testid="focus-state"><Icon name=icon />{said}</span>
                })}
            </p>
        </div>
    }
}

/// What comes then.
#[component]
fn Next(page: WalkPage, view: Memo<Option<TaskView>>) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let next = move || view.get().and_then(|view| view.next);
    move || match next() {
        Some(next) => {
            let bin = words::bin_of(i18n, &next);
            let name = next.product.name.clone().unwrap_or_else(|| words::product(&next.product));
            view! {
                <div class="focus-next" data-testid="focus-next">
                    <span class="faint">{text!(i18n, walk.then)}</span>
                    <span class="bin"><bdi>{bin}</bdi></span>
                    <span class="trunc" dir="auto">{name}</span>
                    <b class="num push">{words::number(format, next.required)}</b>
                </div>
            }
            .into_any()
        }
        None => view! {
            <div class="focus-next"><span class="faint">{text!(i18n, walk.last_task)}</span></div>
        }
        .into_any(),
    }
}
