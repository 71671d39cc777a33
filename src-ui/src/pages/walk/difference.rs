//! Reports that something else lies there than is said: how many pieces are there is asked.

use contract::{PickTask, Quantity, ReportDifference, TaskState};
use leptos::prelude::*;

use super::state::WalkPage;
use super::words;
use crate::components::{AskFoot, FailureNote, Hint, NumberField, Sheet};
use crate::data::query::use_command;
use crate::i18n::{say, text};

/// The sheet, while a difference is reported.
#[component]
pub fn DifferenceSheet(page: WalkPage) -> impl IntoView {
    view! { {move || page.differs.get().map(|task| view! { <Opened page task /> })} }
}

#[component]
fn Opened(page: WalkPage, task: PickTask) -> impl IntoView {
    let (i18n, format, toasts) = (page.i18n, page.format, page.toasts);
    let report = use_command::<ReportDifference>();
    // What was refused was not counted by anybody.
    let so_far = task.quantity.filter(|_| task.state != TaskState::Refused);
    let count = RwSignal::new(so_far.map(|number| number.to_string()).unwrap_or_default());
    let tried = RwSignal::new(false);
    let close = move |()| page.differs.set(None);
    let read = move || match count.with(|text| format.read_quantity(text)) {
        Quantity::Whole(pieces) => u32::try_from(pieces).ok(),
        _ => None,
    };
    let hint = Signal::derive(move || match tried.get() && read().is_none() {
        true => Hint::Error(say!(i18n, walk.differ_unread).to_owned()),
        false => Hint::None,
    });
    let lead = {
        let (bin, code) = (words::bin_of(i18n, &task), words::product(&task.product));
        let should = words::number(format, task.available.or(task.required));
        say!(i18n, walk.differ_text, code = code, bin = bin, number = should)
    };
    let task = StoredValue::new(task.id);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(counted) = untrack(read) else { return tried.set(true) };
        let request =
            ReportDifference { walk: page.key, task: task.get_value(), counted: Some(counted) };
        report.send(request, move |_| {
            close(());
            toasts.say(untrack(|| say!(i18n, walk.reported).to_owned()));
        });
    };
    view! {
        <Sheet
            title=text!(i18n, walk.report)
            lead=Signal::stored(lead)
            on_close=close
            testid="difference-sheet"
        >
            <form on:submit=submit>
                <div class="sheet-body">
                    <NumberField
                        label=text!(i18n, walk.differ_count)
                        value=count
                        hint
                        testid="difference-count"
                    />
                    {move || report.failure.get().map(|failure| view! { <FailureNote failure /> })}
                </div>
                <AskFoot
                    back=text!(i18n, walk.cancel)
                    on_back=close
                    act=text!(i18n, walk.report)
                    busy=report.busy
                    testids=("difference-cancel", "difference-save")
                />
            </form>
        </Sheet>
    }
}
