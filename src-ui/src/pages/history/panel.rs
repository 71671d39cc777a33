//! The panel beside the history: what an operation changes, why it waits in the service's words,
//! what taking it back would be, and what can be done about it.

use contract::{
    JournalColumn, JournalFilter, JournalRow, ListJournal, OperationKey, OperationRow,
    OperationState, Rows, Sort,
};
use leptos::prelude::*;

use super::actions::{OperationAction, acts_of};
use super::acts::{Acts, WayBack};
use super::columns::{took, who};
use super::state::History;
use crate::components::{Button, ButtonKind, FailureNote, Icon, IconButton, Panel, Size};
use crate::data::query::use_query;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::question;
use crate::wording::format::{Format, use_format};
use crate::wording::outbox_words as said;

/// More steps than this no operation has that anybody reads through.
const STEPS: u32 = 100;

/// The panel of the entry or operation that is looked at.
#[component]
pub fn EntryPanel(
    history: History,
    acts: Acts,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let title = Signal::derive(move || {
        let of_operation = history.operation.get().map(|row| said::title(i18n, &row));
        of_operation.or_else(|| history.entry.get().map(|row| row.title)).unwrap_or_default()
    });
    let copy = move || {
        view! {
            <IconButton
                label=text!(i18n, history.copy)
                icon="copy"
                on_press=move |()| {
                    if let Some(row) = history.operation.get_untracked() {
                        acts.copy(&row);
                    }
                }
                testid="copy-details"
            />
        }
    };
    view! {
        <Panel title actions=copy on_close class="panel-journal" testid="history-panel">
            <div class="panel-body">
                {move || {
                    i18n.track();
                    view! { <Facts operation=history.operation.get() entry=history.entry.get() /> }
                }}
            </div>
            {move || history.operation.get().map(|row| view! { <Foot row acts /> })}
        </Panel>
    }
}

#[component]
fn Facts(operation: Option<OperationRow>, entry: Option<JournalRow>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let name = operation.as_ref().and_then(|row| row.line.as_ref()?.product.name.clone());
    // Where the title above names a product, its movement is named here.
    let of_line =
        operation.as_ref().filter(|row| said::code(&row.operation, row.line.as_deref()).is_some());
    let title = of_line.map(|row| row.title.clone());
    let about = about(i18n, format, operation.as_ref(), entry.as_ref());
    let refused = entry.and_then(|entry| entry.failure);
    view! {
        <div>
            {name.map(|name| view! { <h3 class="pname" dir="auto">{name}</h3> })}
            {title.map(|title| view! { <p dir="auto">{title}</p> })}
            <p class="faint small"><bdi>{about}</bdi></p>
        </div>
        {operation.map(|row| {
            let key = row.key;
            view! {
                <Operation row refused />
                <Steps key />
            }
        })}
    }
}

/// Who, when, how long, how often.
fn about(
    i18n: I18n,
    format: Format,
    operation: Option<&OperationRow>,
    entry: Option<&JournalRow>,
) -> String {
    let mut parts = Vec::new();
    if let Some(entry) = entry {
        let (who, time) = (who(entry), format.exact(entry.at));
        parts.push(say!(i18n, history.entry, who = who, time = time));
        let took = entry.milliseconds.map(|ms| took(i18n, format, ms));
        parts.extend(took.map(|time| say!(i18n, history.took, time = time)));
    } else if let Some(row) = operation {
        parts.push(say!(i18n, history.kept_at, time = format.exact(row.kept)));
        let tried = row.attempts;
        parts.extend((tried > 0).then(|| say!(i18n, history.attempts, count = tried)));
    }
    parts.join(", ")
}

#[component]
fn Operation(row: OperationRow, refused: Option<contract::Failure>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (class, icon, word) = said::state(i18n, &row.state);
    let failure = match &row.state {
        OperationState::Stuck(failure) => Some(failure.clone()),
        _ => refused,
    };
    let unclear = match &row.state {
        OperationState::Unknown(question) => Some(question::lead(i18n, format, &row, question)),
        _ => None,
    };
    let ended = matches!(row.state, OperationState::Sent { .. });
    let merge = (row.merge.is_some() && !ended).then(|| say!(i18n, history.merge));
    let changes = said::changes(i18n, format, &row);
    let has_before = changes.iter().any(|(_, before, _)| before.is_some());
    let change = move |(label, before, after): said::Change| {
        view! {
            <tr>
                <th scope="row">{label}</th>
                {has_before.then(|| view! { <td dir="auto" class="num faint">{before}</td> })}
                <td dir="auto" class="num strong">{after}</td>
            </tr>
        }
    };
    view! {
        {match failure {
            Some(failure) => view! { <FailureNote failure /> }.into_any(),
            None => view! {
                <p class=format!("st {class}") data-testid="standing"><Icon name=icon />{word}</p>
            }
            .into_any(),
        }}
        {unclear.map(|said| view! { <p dir="auto" data-testid="unclear">{said}</p> })}
        {merge.map(|said| view! { <p class="faint small" data-testid="of-merge">{said}</p> })}
        <table class="ba" data-testid="changes">
            <thead>
                <tr>
                    <th scope="col"><span class="vh">{text!(i18n, history.field)}</span></th>
                    {has_before.then(|| view! { <th scope="col">{text!(i18n, history.before)}</th> })}
                    <th scope="col">{text!(i18n, history.after)}</th>
                </tr>
            </thead>
            <tbody>{changes.into_iter().map(change).collect_view()}</tbody>
        </table>
        {ended.then(|| view! {
            <div class="sect">
                <h3>{text!(i18n, history.undo_would)}</h3>
                <WayBack row />
            </div>
        })}
    }
}

/// What happened to an operation, step by step.
#[component]
fn Steps(key: OperationKey) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let steps = use_query(move || {
        let filter = JournalFilter { operation: Some(key), ..JournalFilter::default() };
        let by = Sort { by: JournalColumn::At, descending: false };
        Some(ListJournal { rows: Rows { start: 0, count: STEPS, sort: vec![by] }, filter })
    });
    let step = move |row: JournalRow| {
        let (class, icon, word) = said::event(i18n, row.event);
        view! {
            <li>
                <span class="num faint">{format.exact(row.at)}</span>
                <span class=format!("st {class}")><Icon name=icon />{word}</span>
            </li>
        }
    };
    move || {
        let rows = steps.get()?.rows;
        (rows.len() > 1).then(|| {
            view! {
                <div class="sect">
                    <h3>{text!(i18n, history.steps)}</h3>
                    <ol class="steps-made" data-testid="steps">
                        {rows.into_iter().map(step).collect_view()}
                    </ol>
                </div>
            }
        })
    }
}

/// The buttons: the likeliest one stands out.
#[component]
fn Foot(row: OperationRow, acts: Acts) -> impl IntoView {
    let all = acts_of(&row);
    let last = all.len().saturating_sub(1);
    let row = StoredValue::new(row);
    let buttons = all.into_iter().enumerate().map(|(at, act)| {
        let stands_out = at == last && act != OperationAction::Discard;
        let kind = if stands_out { ButtonKind::Primary } else { ButtonKind::Plain };
        view! {
            <Button
                label=acts.label(act)
                kind
                size=Size::Normal
                on_press=move |()| row.with_value(|row| acts.run(act, row))
                testid=act.testid()
            />
        }
    });
    let buttons: Vec<_> = buttons.collect();
    (!buttons.is_empty()).then(|| view! { <div class="panel-foot">{buttons}</div> })
}
