//! What a scan leaves open is asked: which of several tasks is meant, or of which product a code is. Nothing
//! is guessed.

use contract::{ListAliases, PickTask, SaveAlias, ScanFound, WalkScan};
use leptos::prelude::*;

use super::answers::{Answered, Answers, KEYS};
use super::state::WalkPage;
use super::words;
use crate::components::{FailureNote, Sheet, Show, TextField};
use crate::data::query::{use_command, use_query};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::ipc;

/// The sheet that asks.
#[component]
pub fn Asking(page: WalkPage) -> impl IntoView {
    let first = memo(move || page.asks.with(|asks| asks.first().cloned()));
    let asked = move || {
        first.get().map(|scan| match scan.found {
            ScanFound::Several { .. } => view! { <WhichTask page scan /> }.into_any(),
            _ => view! { <WhichProduct page scan /> }.into_any(),
        })
    };
    view! { {asked} }
}

/// Which of the tasks is meant that a code fits.
#[component]
fn WhichTask(page: WalkPage, scan: WalkScan) -> impl IntoView {
    let i18n = page.i18n;
    let among = match &scan.found {
        ScanFound::Several { among, .. } => among.clone(),
        _ => Vec::new(),
    };
    let tasks = page.use_tasks();
    let answers = Signal::derive(move || {
        let all = tasks.get();
        all.iter()
            .filter(|task| among.contains(&task.id))
            .map(|task| task_answer(page, task))
            .collect()
    });
    let code = StoredValue::new(scan.code.clone());
    let scan = StoredValue::new(scan);
    let choose = move |answer: Answered| {
        page.go_to(&answer.id);
        // Each of them counts.
        for _ in 0..page.answered(&scan.get_value()) {
            page.scan_for(code.get_value(), Some(answer.id.clone()));
        }
    };
    let close = move |()| {
        page.answered(&scan.get_value());
    };
    view! {
        <Sheet
            title=text!(i18n, walk.which_task)
            lead=Signal::derive(move || say!(i18n, walk.which_task_text, code = code.get_value()))
            on_close=close
            testid="which-task"
        >
            <div class="sheet-body"><Answers answers on_choose=choose /></div>
        </Sheet>
    }
}

fn task_answer(page: WalkPage, task: &PickTask) -> Answered {
    let i18n = page.i18n;
    let lot = task.lot.as_ref().map(|lot| say!(i18n, pick.lot, lot = lot));
    let number = words::number(page.format, task.required);
    Answered {
        id: task.id.clone(),
        code: words::bin_of(i18n, task),
        label: [Some(words::product(&task.product)), lot]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" · "),
        beside: number,
    }
}

/// Of which product of the walk a code is that nobody knows. It is learned, and counted then.
#[component]
fn WhichProduct(page: WalkPage, scan: WalkScan) -> impl IntoView {
    let i18n = page.i18n;
    let learn = use_command::<SaveAlias>();
    let (text, tasks) = (RwSignal::new(String::new()), page.use_tasks());
    let current = page.current.get_untracked();
    let asked = scan.code.clone();
    let told = use_query(move || Some(ListAliases { product: None, code: Some(asked.clone()) }));
    // Nothing moves once it is shown: a digit may be pressed at once.
    let is_told =
        memo(move || told.reply.with(Option::is_some) || told.failure.with(Option::is_some));
    let answers = memo(move || {
        if !is_told.get() {
            return Vec::new();
        }
        let told = told.get().unwrap_or_default().into_iter().next();
        // That of which others say that it is this one comes first, then the one before which the picker stands.
        let is_it =
            |task: &PickTask| told.as_ref().is_some_and(|told| told.product.id == task.product.id);
        let is_here = |task: &PickTask| Some(&task.id) == current.as_ref();
        let mut all = tasks.get();
        all.sort_by_key(|task| (!is_it(task), !is_here(task)));
        let wanted = ipc::lower(text.get().trim());
        let mut answers: Vec<Answered> = Vec::new();
        for task in all {
            let by = told.as_ref().filter(|_| is_it(&task)).and_then(|told| told.told_by.clone());
            let beside =
                by.map(|person| say!(i18n, products.told_by, person = person)).unwrap_or_default();
            let label = task.product.name.clone().unwrap_or_default();
            let code = task.product.code.clone().unwrap_or_default();
            let is_found = [&label, &code].into_iter().any(|it| ipc::lower(it).contains(&wanted));
            let id = task.product.id.to_string();
            if is_found && !answers.iter().any(|answer| answer.id == id) {
                answers.push(Answered { id, code, label, beside });
            }
        }
        answers
    });
    let code = StoredValue::new(scan.code.clone());
    let scan = StoredValue::new(scan);
    let close = move |()| {
        page.answered(&scan.get_value());
    };
    let choose = move |answer: Answered| {
        let request = SaveAlias { code: code.get_value(), product: answer.id.as_str().into() };
        learn.send(request, move |_| {
            close(());
            page.hear_code(code.get_value());
        });
    };
    view! {
        <Sheet
            title=Signal::derive(move || say!(i18n, walk.which_product, code = code.get_value()))
            lead=text!(i18n, walk.which_product_text)
            on_close=close
            testid="which-product"
        >
            <div class="sheet-body">
                <Answers answers on_choose=choose />
                <Show when=move || { tasks.with(Vec::len) > KEYS }>
                    <TextField label=text!(i18n, walk.find_product) value=text testid="find-product" />
                </Show>
                {move || learn.failure.get().map(|failure| view! { <FailureNote failure /> })}
            </div>
        </Sheet>
    }
}
