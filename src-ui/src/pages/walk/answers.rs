//! Answers to what a scan leaves open, in a list: the first nine have a digit each.

use contract::WalkScan;
use leptos::html;
use leptos::prelude::*;

use crate::data::query::once;
use crate::dom;
use crate::effect::memo;
use crate::keys::{Scope, use_keys};

/// So many answers have a key of their own.
pub const KEYS: usize = 9;

/// An answer.
#[derive(Clone, PartialEq)]
pub struct Answered {
    /// What names it.
    pub id: String,
    /// A code or a bin.
    pub code: String,
    /// What it is called.
    pub label: String,
    /// A number beside it.
    pub beside: String,
}

/// Takes a scan out of those that are asked about, with those of the same code behind it: how many these are.
/// What else was scanned meanwhile waits for its own answer.
pub fn take_out(asks: &mut Vec<WalkScan>, scan: &WalkScan) -> usize {
    let before = asks.len();
    asks.retain(|other| other.code != scan.code || other.found != scan.found);
    before - asks.len()
}

/// Answers to select from, the first nine by their digits.
#[component]
pub fn Answers(
    /// The answers.
    #[prop(into)]
    answers: Signal<Vec<Answered>>,
    /// One was selected.
    #[prop(into)]
    on_choose: Callback<Answered>,
    /// A region beside them in which the digits select them too.
    #[prop(optional, into)]
    beside: Option<String>,
) -> impl IntoView {
    let keys = use_keys();
    let (region, list) = (keys.region("answers"), NodeRef::<html::Div>::new());
    let regions: Vec<String> = beside.into_iter().chain([region.clone()]).collect();
    let is_any = memo(move || answers.with(|all| !all.is_empty()));
    // They may come once the sheet is open already.
    once(
        move || is_any.get(),
        move || {
            request_animation_frame(move || {
                if let Some(list) = list.try_get_untracked().flatten() {
                    dom::focus_first(&list, "button");
                }
            });
        },
    );
    for (at, region) in (0..KEYS).flat_map(|at| regions.iter().map(move |region| (at, region))) {
        let choose = move |_| {
            let answer = answers.with_untracked(|all| all.get(at).cloned());
            answer.map(|answer| on_choose.run(answer)).is_some()
        };
        keys.bind_if(Scope::Region(region.clone()), &(at + 1).to_string(), None, choose);
    }
    let one = move |(at, answer): (usize, Answered)| {
        let Answered { code, label, beside, .. } = answer.clone();
        view! {
            <button
                type="button"
                class="answer"
                data-testid="answer"
                on:click=move |_| on_choose.run(answer.clone())
            >
                {(at < KEYS).then(|| view! { <kbd aria-hidden="true">{at + 1}</kbd> })}
                <span class="code">{code}</span>
                <span class="trunc" dir="auto">{label}</span>
                <span class="faint num">{beside}</span>
            </button>
        }
    };
    view! {
        <div class="answers" data-region=region data-first="" node_ref=list>
            {move || answers.get().into_iter().enumerate().map(one).collect_view()}
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(code: &str) -> WalkScan {
        let found = serde_json::json!({ "several": { "tasks": 2, "among": ["t1", "t2"] } });
        let scan =
            serde_json::json!({ "at": "2026-11-20T08:00:00Z", "code": code, "found": found });
        serde_json::from_value(scan).unwrap()
    }

    #[test]
    fn what_is_scanned_while_an_answer_is_awaited_is_counted_with_it_or_asked_next() {
        let mut asks = ["A", "B", "A"].map(scan).to_vec();
        let first = asks[0].clone();
        assert_eq!(take_out(&mut asks, &first), 2, "each of them counts");
        assert_eq!(asks, [scan("B")], "another code waits for its own answer");
        assert_eq!(take_out(&mut asks, &first), 0, "it is answered once");
    }
}
