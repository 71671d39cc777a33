//! The conflict sheet: a change that was decided upon here, and the same field changed by somebody
//! else meanwhile. Field by field: as it was, in the service now, yours. Nothing was sent, and
//! nothing of the service's is overwritten without a choice here. Opened by `Sheets::conflict`, and
//! for a line of which nothing waits in the outbox by `Sheets::line_conflict`.

use contract::{
    ConflictField, FieldConflict, OperationRow, OperationState, ResolveConflict, WriteState,
};
use leptos::prelude::*;

use crate::components::{AskFoot, Button, FailureNote, Sheet, Size, Toasts, unique_id};
use crate::data::outbox::{Outbox, use_outbox};
use crate::data::query::{Sending, use_command};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::navigation::{LineConflict, Sheets};
use crate::wording::format::{Format, use_format};
use crate::wording::outbox_words;
pub use crate::wording::words::field_name as name;

/// A conflict being decided.
#[derive(Clone, Copy)]
struct Deciding {
    row: StoredValue<Option<OperationRow>>,
    line_conflict: StoredValue<Option<LineConflict>>,
    fields: StoredValue<Vec<FieldConflict>>,
    /// For each field, whether it is to be as asked for here, once that was chosen.
    mine: RwSignal<Vec<Option<bool>>>,
    resolve: Sending<ResolveConflict>,
    sheets: Sheets,
    toasts: Toasts,
    outbox: Outbox,
    i18n: I18n,
    format: Format,
}

impl Deciding {
    /// Nothing is chosen at first: what was typed is not thrown away by a key pressed too soon.
    fn start() -> Self {
        let sheets = expect_context::<Sheets>();
        let (row, line_conflict) =
            (sheets.conflict.get_untracked(), sheets.line_conflict.get_untracked());
        let fields = match (row.as_ref().map(|row| &row.state), &line_conflict) {
            (Some(OperationState::Conflict(fields)), _) => fields.clone(),
            (None, Some(line_conflict)) => line_conflict.fields.clone(),
            _ => Vec::new(),
        };
        Self {
            row: StoredValue::new(row),
            line_conflict: StoredValue::new(line_conflict),
            mine: RwSignal::new(vec![None; fields.len()]),
            fields: StoredValue::new(fields),
            resolve: use_command(),
            sheets,
            toasts: expect_context(),
            outbox: use_outbox(),
            i18n: use_i18n(),
            format: use_format(),
        }
    }

    fn title(self) -> String {
        let i18n = self.i18n;
        let title = self.row.with_value(|row| row.as_ref().map(|row| row.title.clone()));
        say!(i18n, conflict.title, title = title.unwrap_or_else(|| self.line()))
    }

    fn lead(self) -> String {
        let i18n = self.i18n;
        let what = |row: &OperationRow| outbox_words::title(i18n, row);
        let what = self.row.with_value(|row| row.as_ref().map(what));
        let what = what.unwrap_or_else(|| self.line());
        // One that was sent met another at the service itself: both may be there.
        if self.row.with_value(|row| row.as_ref().is_some_and(|row| row.attempts > 0)) {
            return say!(i18n, conflict.lead_sent, what = what);
        }
        say!(i18n, conflict.lead, what = what)
    }

    /// The line of which nothing was sent yet.
    fn line(self) -> String {
        self.line_conflict
            .with_value(|it| it.as_ref().map(|it| it.title.clone()))
            .unwrap_or_default()
    }

    fn is_queued(self) -> bool {
        self.row.with_value(Option::is_some)
    }

    /// Why it cannot be decided yet.
    fn why_not(self) -> Option<String> {
        let open = self.mine.with(|mine| mine.contains(&None));
        open.then(|| say!(self.i18n, conflict.choose).to_owned())
    }

    /// What the button does.
    fn label(self) -> String {
        let (i18n, format) = (self.i18n, self.format);
        if self.why_not().is_some() {
            return say!(i18n, question.save).to_owned();
        }
        let mine = self.mine.with(|mine| mine.iter().filter(|mine| **mine == Some(true)).count());
        match u32::try_from(mine).unwrap_or(u32::MAX) {
            0 => say!(i18n, conflict.keep_theirs).to_owned(),
            count if self.is_queued() => {
                say!(i18n, conflict.send_mine, count = count, number = format.number(count))
            }
            count => say!(i18n, conflict.keep_mine, count = count, number = format.number(count)),
        }
    }

    fn close(self) {
        self.sheets.conflict.set(None);
        self.sheets.line_conflict.set(None);
    }

    fn decide(self) {
        let keep =
            self.mine.with_untracked(|mine| self.fields.with_value(|fields| chosen(fields, mine)));
        let Some(operation) = self.row.with_value(|row| row.as_ref().map(|row| row.key)) else {
            if let Some(line_conflict) = self.line_conflict.get_value() {
                // The page it came from may be gone.
                line_conflict.decide.try_run(keep);
            }
            return self.close();
        };
        self.resolve.send(ResolveConflict { operation, keep }, move |written| {
            self.close();
            let (i18n, format) = (self.i18n, self.format);
            let said = untrack(|| match written.state {
                WriteState::Sent { at, .. } => {
                    Some(say!(i18n, conflict.sent, time = format.moment(at)))
                }
                WriteState::Kept { at } => Some(self.outbox.say_kept(i18n, format, at)),
                // The page it came from says what became of it.
                WriteState::Stuck(_) | WriteState::Asks => None,
            });
            said.into_iter().for_each(|said| self.toasts.say(said));
        });
    }
}

/// The sheet, while there is a conflict to be compared.
#[component]
pub fn ConflictSheet() -> impl IntoView {
    let i18n = use_i18n();
    let deciding = Deciding::start();
    let close = Callback::new(move |()| deciding.close());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        deciding.decide();
    };
    let failure = move || deciding.resolve.failure.get();
    view! {
        <Sheet
            title=Signal::derive(move || deciding.title())
            lead=Signal::derive(move || deciding.lead())
            on_close=close
            wide=true
            testid="conflict-sheet"
        >
            <form on:submit=submit>
                <div class="sheet-body">
                    <ForAll deciding />
                    <Fields deciding />
                    {move || failure().map(|failure| view! { <FailureNote failure /> })}
                </div>
                <AskFoot
                    back=text!(i18n, conflict.later)
                    on_back=close
                    act=Signal::derive(move || deciding.label())
                    off=Signal::derive(move || deciding.why_not())
                    busy=deciding.resolve.busy
                    testids=("conflict-later", "conflict-decide")
                />
            </form>
        </Sheet>
    }
}

/// One side for all fields at once.
#[component]
fn ForAll(deciding: Deciding) -> impl IntoView {
    let i18n = use_i18n();
    let all = move |ours: bool| move |()| deciding.mine.update(|mine| mine.fill(Some(ours)));
    view! {
        <div class="conflict-all">
            <Button
                label=text!(i18n, conflict.all_theirs)
                size=Size::Small
                on_press=all(false)
                testid="conflict-all-theirs"
            />
            <Button
                label=text!(i18n, conflict.all_mine)
                size=Size::Small
                on_press=all(true)
                testid="conflict-all-mine"
            />
        </div>
    }
}

/// The fields, one to a row: each is a choice between the service's value and one's own.
#[component]
fn Fields(deciding: Deciding) -> impl IntoView {
    let i18n = use_i18n();
    let rows = move || {
        let mine = deciding.mine;
        let rows = deciding.fields.get_value().into_iter().enumerate();
        rows.map(|(at, field)| view! { <Field at field mine /> }).collect_view()
    };
    view! {
        <table class="ba ba-choice">
            <thead>
                <tr>
                    <th scope="col"><span class="vh">{text!(i18n, conflict.field)}</span></th>
                    <th scope="col">{text!(i18n, conflict.began)}</th>
                    <th scope="col">{text!(i18n, conflict.theirs)}</th>
                    <th scope="col">{text!(i18n, conflict.mine)}</th>
                </tr>
            </thead>
            <tbody data-first="">{rows}</tbody>
        </table>
    }
}

#[component]
fn Field(at: usize, field: FieldConflict, mine: RwSignal<Vec<Option<bool>>>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let group = unique_id("conflict");
    let name = name(i18n, field.field);
    let value = move |value: &Option<String>| shown(i18n, format, field.field, value.as_deref());
    let choice = |ours: bool, value: String, side: &'static str, testid: &'static str| {
        let label = say!(i18n, app.labelled, label = format!("{name}, {side}"), value = value);
        view! {
            <td>
                <label class="check">
                    <input
                        type="radio"
                        name=group.clone()
                        aria-label=label
                        data-testid=testid
                        prop:checked=move || mine.with(|mine| mine.get(at) == Some(&Some(ours)))
                        on:change=move |_| mine.update(|mine| if let Some(mine) = mine.get_mut(at) {
                            *mine = Some(ours);
                        })
                    />
                    <bdi>{value}</bdi>
                </label>
            </td>
        }
    };
    let ours = match is_deletion(&field) {
        true => say!(i18n, sentence.delete).to_owned(),
        false => value(&field.ours),
    };
    view! {
        <tr data-testid="conflict-field">
            <th scope="row">{name}</th>
            <td class="dim" data-testid="conflict-base"><bdi>{value(&field.base)}</bdi></td>
            {choice(false, value(&field.theirs), say!(i18n, conflict.theirs), "conflict-theirs")}
            {choice(true, ours, say!(i18n, conflict.mine), "conflict-mine")}
        </tr>
    }
}

/// The fields that are to be as asked for here.
fn chosen(fields: &[FieldConflict], mine: &[Option<bool>]) -> Vec<ConflictField> {
    fields
        .iter()
        .zip(mine)
        .filter(|(_, mine)| **mine == Some(true))
        .map(|(field, _)| field.field)
        .collect()
}

/// Whether ours is that the line is to be deleted.
pub fn is_deletion(of: &FieldConflict) -> bool {
    let of_line = matches!(
        of.field,
        ConflictField::Product
            | ConflictField::Quantity
            | ConflictField::SortOrder
            | ConflictField::Decision
    );
    of_line && of.ours.is_none()
}

/// A value as the field's kind is written: days in the user's way, pieces with their groups.
pub fn shown(i18n: I18n, format: Format, field: ConflictField, value: Option<&str>) -> String {
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return String::from(if field == ConflictField::Line {
            say!(i18n, conflict.gone)
        } else {
            say!(i18n, conflict.nothing)
        });
    };
    let read = match field {
        ConflictField::DateRequested => value.parse().ok().map(|day| format.full_day(day)),
        ConflictField::Quantity => value.parse::<i64>().ok().map(|pieces| format.number(pieces)),
        ConflictField::Decision => outbox_words::settled(i18n, format, value),
        _ => None,
    };
    read.unwrap_or_else(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conflict(field: ConflictField) -> FieldConflict {
        FieldConflict { field, base: None, theirs: None, ours: None }
    }

    #[test]
    fn only_what_was_chosen_is_kept() {
        let fields = [conflict(ConflictField::Name), conflict(ConflictField::Destination)];
        assert_eq!(chosen(&fields, &[Some(false), None]), []);
        assert_eq!(chosen(&fields, &[Some(false), Some(true)]), [ConflictField::Destination]);
        assert_eq!(chosen(&fields, &[]), [], "a field without a choice stays the service's");
    }
}
