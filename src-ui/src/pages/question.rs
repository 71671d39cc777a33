//! Asks the user whether an operation was done, where the service does not show it. Both answers
//! can be wrong, so each says what is at stake; none is preselected. Opened by setting
//! `Sheets::question`. Deliberately absent: a guess.

use contract::{
    Answer, AnswerQuestion, Operation, OperationKey, OperationRow, OperationState, Question,
};
use leptos::prelude::*;

use crate::components::{AskFoot, FailureNote, Sheet};
use crate::data::query::{Sending, use_command};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::navigation::Sheets;
use crate::wording::format::{Format, use_format};
use crate::wording::outbox_words as said;

/// The sheet, while a question is open.
#[component]
pub fn QuestionSheet() -> impl IntoView {
    let sheets = expect_context::<Sheets>();
    let row = sheets.question.get_untracked();
    row.and_then(|row| match row.state.clone() {
        OperationState::Unknown(question) => Some(view! { <Asked row question /> }),
        _ => None,
    })
}

/// What is known of an operation nobody knows the end of.
pub fn lead(i18n: I18n, format: Format, row: &OperationRow, question: &Question) -> String {
    let (what, time) = (said::title(i18n, row), format.exact(row.kept));
    match question {
        Question::NotShown => say!(i18n, question.shown_lead, what = what, time = time),
        _ => say!(i18n, question.lead, what = what, time = time),
    }
}

#[component]
fn Asked(row: OperationRow, question: Question) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let sheets = expect_context::<Sheets>();
    let answer = use_command::<AnswerQuestion>();
    let chosen = RwSignal::new(None::<usize>);
    let close = Callback::new(move |()| sheets.question.set(None));
    let ways = StoredValue::new(ways(&question));
    let title = title(i18n, &question);
    let key = row.key;
    let what = StoredValue::new(row);
    let body = StoredValue::new(question);
    let lead = Signal::derive(move || {
        what.with_value(|row| body.with_value(|body| lead(i18n, format, row, body)))
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        decide(answer, key, chosen.get_untracked(), ways, close);
    };
    let off = move || chosen.get().is_none().then(|| say!(i18n, question.choose).to_owned());
    view! {
        <Sheet title lead on_close=close testid="question-sheet">
            <form novalidate=true on:submit=submit>
                <div class="sheet-body">
                    <p>{move || body.with_value(|body| words(i18n, body, &what.get_value()))}</p>
                    <Ways ways chosen />
                    {move || answer.failure.get().map(|failure| view! { <FailureNote failure /> })}
                </div>
                <AskFoot
                    back=text!(i18n, question.later)
                    on_back=close
                    act=text!(i18n, question.save)
                    off=Signal::derive(off)
                    busy=answer.busy
                    testids=("question-later", "question-save")
                />
            </form>
        </Sheet>
    }
}

/// One of the answers: which candidate it was, that it was done, or that it was not.
#[derive(Clone, Debug, PartialEq, Eq)]
struct QuestionAnswer {
    /// What is answered.
    answer: Answer,
    /// What it is called, where it has a name of its own.
    name: Option<String>,
    /// Its kind, which has the words.
    kind: QuestionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuestionKind {
    Candidate,
    LineIt,
    Done,
    None,
    NotDone,
}

/// The answers there are, those that send nothing again first.
fn ways(question: &Question) -> Vec<QuestionAnswer> {
    let way = |answer, name, kind| QuestionAnswer { answer, name, kind };
    let not_done = way(Answer::NotDone, None, QuestionKind::NotDone);
    match question {
        Question::MovementMade(candidates) => {
            let ways = candidates.iter().map(|candidate| {
                let id = candidate.id.to_string();
                let name = Some(candidate.title.clone());
                way(Answer::Done(Some(id)), name, QuestionKind::Candidate)
            });
            let none =
                if candidates.is_empty() { QuestionKind::NotDone } else { QuestionKind::None };
            ways.chain([way(Answer::NotDone, None, none)]).collect()
        }
        Question::LineAdded(items) => {
            // Equal lines: which of them it is makes no difference to anybody.
            let line = items
                .first()
                .map(|item| way(Answer::Done(Some(item.to_string())), None, QuestionKind::LineIt));
            line.into_iter().chain([not_done]).collect()
        }
        Question::CategoryMade | Question::Picked | Question::NotShown => {
            vec![way(Answer::Done(None), None, QuestionKind::Done), not_done]
        }
    }
}

#[component]
fn Ways(ways: StoredValue<Vec<QuestionAnswer>>, chosen: RwSignal<Option<usize>>) -> impl IntoView {
    let i18n = use_i18n();
    let one = move |(at, way): (usize, QuestionAnswer)| {
        let kind = way.kind;
        let name = way.name;
        let label = move || name.clone().unwrap_or_else(|| label(i18n, kind).to_owned());
        view! {
            <label class="check way-radio">
                <input
                    type="radio"
                    name="answer"
                    data-testid=format!("answer-{at}")
                    prop:checked=move || chosen.get() == Some(at)
                    on:change=move |_| chosen.set(Some(at))
                />
                <span>
                    <b dir="auto">{label}</b>
                    <span class="faint small">{move || stake(i18n, kind)}</span>
                </span>
            </label>
        }
    };
    view! {
        <div class="radios" role="radiogroup" aria-label=text!(i18n, question.choose)>
            {ways.get_value().into_iter().enumerate().map(one).collect_view()}
        </div>
    }
}

fn decide(
    answer: Sending<AnswerQuestion>,
    operation: OperationKey,
    chosen: Option<usize>,
    ways: StoredValue<Vec<QuestionAnswer>>,
    close: Callback<()>,
) {
    let way = chosen.and_then(|at| ways.with_value(|ways| ways.get(at).cloned()));
    if let Some(way) = way {
        answer.send(AnswerQuestion { operation, answer: way.answer }, move |_| close.run(()));
    }
}

fn title(i18n: I18n, question: &Question) -> Signal<String> {
    match question {
        Question::MovementMade(_) => text!(i18n, question.movement_title),
        Question::CategoryMade => text!(i18n, question.category_title),
        Question::LineAdded(_) => text!(i18n, question.line_title),
        Question::Picked => text!(i18n, question.pick_title),
        Question::NotShown => text!(i18n, question.shown_title),
    }
}

/// What there is to see, and where to look.
fn words(i18n: I18n, question: &Question, row: &OperationRow) -> String {
    let count = |all: usize| u32::try_from(all).unwrap_or(u32::MAX);
    match question {
        Question::MovementMade(all) if all.is_empty() => {
            say!(i18n, question.movement_none).to_owned()
        }
        Question::MovementMade(_) => say!(i18n, question.movement).to_owned(),
        Question::CategoryMade => {
            let name = match &row.operation {
                Operation::CreateCategory { name } => name.as_str(),
                _ => &row.title,
            };
            say!(i18n, question.category, name = name)
        }
        Question::LineAdded(all) if all.is_empty() => say!(i18n, question.line_none).to_owned(),
        Question::LineAdded(all) => say!(i18n, question.line, count = count(all.len())),
        Question::Picked => say!(i18n, question.pick).to_owned(),
        Question::NotShown => say!(i18n, question.shown).to_owned(),
    }
}

fn label(i18n: I18n, kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::Candidate | QuestionKind::Done => say!(i18n, question.done),
        QuestionKind::LineIt => say!(i18n, question.line_it),
        QuestionKind::None => say!(i18n, question.none),
        QuestionKind::NotDone => say!(i18n, question.not_done),
    }
}

/// What happens if the answer is wrong.
fn stake(i18n: I18n, kind: QuestionKind) -> &'static str {
    match kind {
        QuestionKind::None | QuestionKind::NotDone => say!(i18n, question.stake_double),
        QuestionKind::Candidate | QuestionKind::Done | QuestionKind::LineIt => {
            say!(i18n, question.stake_lost)
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::Candidate;

    use super::*;

    #[test]
    fn the_answer_that_sends_again_is_always_there_and_comes_last() {
        let candidate = Candidate { id: "m1".into(), title: "483ZSA".into() };
        let questions = [
            Question::MovementMade(vec![candidate.clone()]),
            Question::MovementMade(Vec::new()),
            Question::CategoryMade,
            Question::LineAdded(vec!["i1".into(), "i2".into()]),
            Question::LineAdded(Vec::new()),
            Question::Picked,
            Question::NotShown,
        ];
        for question in questions {
            assert_eq!(ways(&question).last().unwrap().answer, Answer::NotDone, "{question:?}");
        }
        let one = ways(&Question::MovementMade(vec![candidate]));
        assert_eq!(one[0].answer, Answer::Done(Some("m1".into())));
        assert_eq!(one[1].kind, QuestionKind::None);
    }

    #[test]
    fn without_a_line_equal_to_it_nothing_can_be_called_done() {
        assert_eq!(ways(&Question::LineAdded(Vec::new())).len(), 1);
        assert_eq!(ways(&Question::LineAdded(vec!["i1".into(), "i2".into()])).len(), 2);
    }
}
