//! What a line was when something was proposed about it, beside what the service has now; and what is said when the
//! decision that somebody looks at comes to stand elsewhere.

use contract::{
    DecidedThen, Decision, LineRef, LineThen, Meanwhile, ProductRef, ReviewRow, ReviewStand,
};
use leptos::prelude::*;

use super::state::ReviewState;
use super::words::{NONE, kind, stand};
use crate::components::{Icon, Said};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text};
use crate::wording::format::Format;
use crate::wording::words::line_status;

/// A column of the comparison.
struct LineColumn {
    asked: String,
    decided: String,
}

/// What the line was, what it is now, and what is proposed.
#[component]
pub fn Changed(page: ReviewState, row: ReviewRow, meanwhile: Meanwhile) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let unknown = || LineColumn { asked: NONE.to_owned(), decided: NONE.to_owned() };
    let was = meanwhile.was.as_ref().map_or_else(unknown, |was| then(i18n, format, was));
    let gone =
        || LineColumn { asked: say!(i18n, review.gone).to_owned(), decided: NONE.to_owned() };
    let now = meanwhile.now.as_ref().map_or_else(gone, |now| then(i18n, format, now));
    let said = not_as_proposed(i18n, meanwhile.now.is_none());
    let proposed = proposed(i18n, format, &row);
    let cell = |text: String| view! { <td><bdi>{text}</bdi></td> };
    view! {
        <p class="sumline st-warn">
            <Icon name="triangle-alert" class="icon icon-sm" />
            {said}
        </p>
        <table class="versus" data-testid="review-meanwhile">
            <thead>
                <tr>
                    <th scope="col" class="k"><span class="vh">{text!(i18n, review.property)}</span></th>
                    <th scope="col">{text!(i18n, review.when_proposed)}</th>
                    <th scope="col">{text!(i18n, review.now_in_service)}</th>
                    <th scope="col">{text!(i18n, review.proposed)}</th>
                </tr>
            </thead>
            <tbody>
                <tr>
                    <th scope="row">{text!(i18n, review.asked_for)}</th>
                    {cell(was.asked)}
                    {cell(now.asked)}
                    {cell(NONE.to_owned())}
                </tr>
                <tr>
                    <th scope="row">{text!(i18n, review.col_kind)}</th>
                    {cell(was.decided)}
                    {cell(now.decided)}
                    {cell(proposed)}
                </tr>
            </tbody>
        </table>
    }
}

/// What is said of a proposal that cannot be sent as it is.
pub fn not_as_proposed(i18n: I18n, is_gone: bool) -> &'static str {
    match is_gone {
        true => say!(i18n, review.line_gone),
        false => say!(i18n, review.not_as_proposed),
    }
}

/// A product and how many of it.
fn pieces(format: Format, product: &ProductRef, number: Option<i64>) -> String {
    let name = product.name.clone().or_else(|| product.code.clone());
    let name = name.unwrap_or_else(|| product.id.to_string());
    match number {
        Some(number) => format!("{} × {name}", format.number(number)),
        None => name,
    }
}

/// A line as it was at some moment.
fn then(i18n: I18n, format: Format, line: &LineThen) -> LineColumn {
    let decided = match &line.decided {
        DecidedThen::Nothing => say!(i18n, review.none_decided).to_owned(),
        DecidedThen::Revised(number) => {
            say!(i18n, review.decided_revised, number = format.number(*number))
        }
        DecidedThen::Canceled => say!(i18n, movement.canceled).to_owned(),
        DecidedThen::Substituted(with) => {
            let with = with.iter().map(|(product, number)| pieces(format, product, Some(*number)));
            with.collect::<Vec<_>>().join(", ")
        }
        DecidedThen::Other(status) => {
            let word = line_status(i18n, status).map(|(_, _, word)| word);
            word.unwrap_or_else(|| status.as_str()).to_owned()
        }
    };
    LineColumn { asked: pieces(format, &line.product, line.requested), decided }
}

/// What is proposed.
fn proposed(i18n: I18n, format: Format, row: &ReviewRow) -> String {
    match &row.decision {
        Some(Decision::Substitute { with, .. }) => {
            let with = with.iter().map(|one| {
                let named = row.with.iter().find(|of| of.id == one.product.id);
                pieces(format, named.unwrap_or(&one.product), Some(one.quantity.into()))
            });
            with.collect::<Vec<_>>().join(", ")
        }
        Some(Decision::Revise { quantity, .. }) => {
            say!(i18n, review.decided_revised, number = format.number(*quantity))
        }
        Some(Decision::Cancel { .. }) => say!(i18n, movement.canceled).to_owned(),
        Some(Decision::Revert) | None => kind(i18n, row.kind).2.to_owned(),
    }
}

/// The decision with the cursor as it is told: its line, where it stands and whether the line is gone, and that in
/// words.
type ToldStand = (LineRef, (ReviewStand, bool), String);

/// Reads out where the decision with the cursor stands once it stands elsewhere than before.
#[component]
pub fn StandSaid(page: ReviewState) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let words = RwSignal::new(None::<String>);
    let told = memo(move || {
        let row = page.row()?;
        let said = stand(i18n, format, &row).2;
        Some((row.line, (row.stand, row.gone), said))
    });
    let before = StoredValue::new(None::<ToldStand>);
    effect(move || {
        let now = told.get();
        words.set(said_anew(before.get_value().as_ref(), now.as_ref()));
        before.set_value(now);
    });
    view! { <div class="vh"><Said words testid="review-stand-said" /></div> }
}

/// What is said of a decision that was looked at before; nothing of another one, which is read out as it is reached.
fn said_anew(before: Option<&ToldStand>, now: Option<&ToldStand>) -> Option<String> {
    let ((line, was, _), (same, is, said)) = (before?, now?);
    (line == same && was != is).then(|| said.clone())
}

#[cfg(test)]
mod tests {
    use contract::MovementKey;

    use super::*;

    fn told(item: &str, stand: ReviewStand, said: &str) -> ToldStand {
        let line = LineRef { movement: MovementKey(uuid::Uuid::nil()), item: item.into() };
        (line, (stand, false), said.to_owned())
    }

    #[test]
    fn a_decision_that_comes_to_stand_elsewhere_is_said_while_somebody_looks_at_it() {
        let proposed = told("a", ReviewStand::Proposed, "Proposed");
        let changed = told("a", ReviewStand::Elsewhere, "Changed in the service");
        let said = said_anew(Some(&proposed), Some(&changed));
        assert_eq!(said.as_deref(), Some("Changed in the service"));
        assert_eq!(said_anew(Some(&changed), Some(&changed)), None);
        let later = told("a", ReviewStand::Proposed, "Proposed 13:58");
        assert_eq!(said_anew(Some(&proposed), Some(&later)), None, "it stands where it stood");
        let other = told("b", ReviewStand::Elsewhere, "Changed in the service");
        assert_eq!(said_anew(Some(&proposed), Some(&other)), None, "the cursor moved");
        let mut gone = told("a", ReviewStand::Elsewhere, "Deleted in the service");
        gone.1.1 = true;
        let said = said_anew(Some(&changed), Some(&gone));
        assert_eq!(said.as_deref(), Some("Deleted in the service"));
        assert_eq!(said_anew(None, Some(&changed)), None);
        assert_eq!(said_anew(Some(&changed), None), None);
    }
}
