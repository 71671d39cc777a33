//! One decision with what helps to judge it: what was asked for beside what goes, the last requests for the
//! product, and the lines around it.

use contract::{
    Decision, OtherLine, ProductRef, ReviewRow, ReviewStand, ReviewView, Stock, Suggestion,
};
use leptos::prelude::*;

use super::acts::Acts;
use super::meanwhile::{Changed, StandSaid};
use super::past::Requests;
use super::state::ReviewState;
use super::words::{NONE, quantities, stand};
use crate::components::{Icon, Show};
use crate::effect::memo;
use crate::i18n::{I18n, say, text};
use crate::wording::format::{Format, name_parts};
use crate::wording::words::{failure as failure_words, line_status, reason};

/// A product in the comparison.
#[derive(Clone, PartialEq)]
struct Side {
    product: ProductRef,
    quantity: Option<i64>,
    stock: Option<Stock>,
    /// What is known of it as a substitute; nothing of what was asked for.
    suggestion: Option<Suggestion>,
}

/// The card of the decision with the cursor.
#[component]
pub fn Card(page: ReviewState) -> impl IntoView {
    let i18n = page.i18n;
    // The list knows it first; what else there is comes behind.
    let row = memo(move || page.row());
    let view = memo(move || {
        let line = row.with(|row| row.as_ref().map(|row| row.line.clone()));
        page.view.reply.get().filter(|view| Some(&view.row.line) == line.as_ref())
    });
    let group = memo(move || page.group());
    view! {
        <article class="card" tabindex="-1" aria-label=text!(i18n, review.decision) data-testid="review-card">
            <StandSaid page />
            <div class="card-in">
                {move || row.get().map(|row| view! { <Title page row /> })}
                {move || group.get().map(|(name, beside)| view! {
                    <header>
                        <h2 dir="auto">{name}</h2>
                        <p class="byline"><span dir="auto">{beside}</span></p>
                    </header>
                })}
                {move || view.get().map(|view| view! { <Compared page view /> })}
            </div>
            <Acts page />
        </article>
    }
}

#[component]
fn Title(page: ReviewState, row: ReviewRow) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let name = row.product.name.clone().or_else(|| row.product.code.clone()).unwrap_or_default();
    let title = title(i18n, format, &row, &name);
    let (class, icon, state) = stand(i18n, format, &row);
    let movement = [row.identifier.clone(), row.name.clone()];
    let movement = movement.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let (of, number) = (movement.clone(), format.number(row.number));
    let line = say!(i18n, review.line_of, movement = of, number = number);
    let why = row.reason.as_deref().map(|code| reason(i18n, code));
    let comment = row.comments.clone().filter(|text| !text.trim().is_empty());
    let refused = match &row.stand {
        ReviewStand::Refused(Some(failure)) => Some(failure_words(i18n, failure)),
        _ => None,
    };
    view! {
        <header>
            <h2 dir="auto">{title}</h2>
            <p class="byline">
                <span class=format!("st {class}")><Icon name=icon />{state}</span>
                {row.person.map(|person| view! { <span dir="auto">{person}</span> })}
                {match row.gone {
                    true => view! { <bdi>{movement}</bdi> }.into_any(),
                    false => view! {
                        <button
                            type="button"
                            class="link"
                            data-testid="review-open"
                            on:click=move |_| page.open_line()
                        >
                            <bdi>{line}</bdi>
                        </button>
                    }
                    .into_any(),
                }}
                {why.map(|why| view! { <span class="reason" dir="auto">{why}</span> })}
                {comment.map(|text| view! { <q dir="auto">{text}</q> })}
            </p>
            {refused.map(|said| view! {
                <p class="st st-error" role="alert" dir="auto"><Icon name="circle-alert" />{said}</p>
            })}
        </header>
    }
}

fn title(i18n: I18n, format: Format, row: &ReviewRow, name: &str) -> String {
    use contract::ChangeKind::{Cancel, Revert, Substitute};
    match row.kind {
        Substitute => say!(i18n, review.title_substitute, name = name),
        Cancel => say!(i18n, review.title_cancel, name = name),
        Revert => say!(i18n, review.title_revert, name = name),
        _ => {
            let numbers = quantities(format, row).0;
            say!(i18n, review.title_revise, name = name, numbers = numbers)
        }
    }
}

/// What was asked for, and what goes instead.
fn sides(view: &ReviewView) -> (Side, Vec<Side>) {
    let line = view.line.as_ref();
    let asked = Side {
        product: view.row.product.clone(),
        quantity: view.row.requested,
        stock: line.and_then(|line| line.stock),
        suggestion: None,
    };
    let goes: Vec<(ProductRef, Option<i64>)> =
        match (&view.row.decision, line.and_then(|line| line.as_in_service.as_ref())) {
            (Some(Decision::Substitute { with, .. }), _) => {
                with.iter().map(|one| (one.product.clone(), Some(one.quantity.into()))).collect()
            }
            (None, Some(in_service)) => {
                let children = in_service.substitutions.iter();
                children.map(|child| (child.product.clone(), child.quantity_requested)).collect()
            }
            _ => Vec::new(),
        };
    let side = |(product, quantity): (ProductRef, Option<i64>)| {
        let mut known = line.into_iter().flat_map(|line| &line.suggestions);
        let known = known.find(|of| of.product.id == product.id).cloned();
        let named = view.row.with.iter().find(|of| of.id == product.id).cloned();
        Side {
            stock: known.as_ref().and_then(|known| known.stock),
            product: named.unwrap_or(product),
            quantity,
            suggestion: known,
        }
    };
    (asked, goes.into_iter().map(side).collect())
}

#[component]
fn Compared(page: ReviewState, view: ReviewView) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let (asked, goes) = sides(&view);
    let demand = (view.demand > 0).then(|| {
        let (pieces, number) = (format.number(view.demand), format.number(view.demand_in));
        say!(i18n, review.demand, count = view.demand_in, pieces = pieces, number = number)
    });
    let rest = rest(i18n, format, &view, &goes);
    let (ReviewView { history, others, row, lines, meanwhile, .. }, none) = (view, goes.is_empty());
    let changed = meanwhile.map(|meanwhile| view! { <Changed page row=row.clone() meanwhile /> });
    let movement = row.identifier.clone().or(row.name.clone()).unwrap_or_default();
    view! {
        {changed}
        <Versus page asked=asked.clone() goes />
        {rest.map(|(class, icon, said)| view! {
            <p class=class><Icon name=icon class="icon icon-sm" />{said}</p>
        })}
        {demand.map(|said| view! { <p class="hint" data-testid="review-demand">{said}</p> })}
        <Show when=move || none><p class="hint">{text!(i18n, review.nothing_instead)}</p></Show>
        <div class="duo">
            <Requests page row history />
            <section class="mini">
                <h3>
                    {say!(i18n, review.other_lines, movement = movement)}
                    <span class="faint">{say!(i18n, review.of_lines, number = format.number(lines))}</span>
                </h3>
                {others.into_iter().map(|other| view! { <Other page other /> }).collect_view()}
            </section>
        </div>
    }
}

/// Whether what goes is as much as was asked for.
fn rest(
    i18n: I18n,
    format: Format,
    view: &ReviewView,
    goes: &[Side],
) -> Option<(&'static str, &'static str, String)> {
    if goes.is_empty() {
        return None;
    }
    let asked = view.row.requested?;
    let sum: i64 = goes.iter().filter_map(|side| side.quantity).sum();
    let parts: Vec<_> =
        goes.iter().filter_map(|side| side.quantity).map(|it| format.number(it)).collect();
    let sum_said = match parts.as_slice() {
        [one] => one.clone(),
        _ => format!("{} = {}", parts.join(" + "), format.number(sum)),
    };
    let left = asked.saturating_sub(sum);
    Some(match left {
        0 => ("sumline", "circle-check", say!(i18n, review.nothing_left, sum = sum_said)),
        left if left > 0 => {
            let number = format.number(left);
            (
                "sumline st-warn",
                "triangle-alert",
                say!(i18n, review.less, sum = sum_said, number = number),
            )
        }
        left => {
            let number = format.number(left.saturating_neg());
            (
                "sumline st-warn",
                "triangle-alert",
                say!(i18n, review.more, sum = sum_said, number = number),
            )
        }
    })
}

#[component]
fn Versus(page: ReviewState, asked: Side, goes: Vec<Side>) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let number = move |number: Option<i64>| {
        number.map_or_else(|| NONE.to_owned(), |number| format.number(number))
    };
    let (any, several) = (!goes.is_empty(), goes.len() > 1);
    let head = move |at: usize| match several {
        true => say!(
            i18n,
            review.substitute_n,
            number = format.number(u32::try_from(at + 1).unwrap_or(0))
        ),
        false => say!(i18n, review.instead).to_owned(),
    };
    let all: Vec<Side> = std::iter::once(asked.clone()).chain(goes.clone()).collect();
    let cells = move |of: &dyn Fn(&Side) -> AnyView| all.iter().map(of).collect_view();
    let base = asked.stock;
    let stock = move |side: &Side| {
        let of = side.stock.and_then(|stock| stock.quantity);
        // That nothing is said of how many means that there are none.
        let there = side.stock.map(|_| of.unwrap_or(0));
        let less = matches!((there, side.quantity), (Some(there), Some(wanted)) if there < wanted);
        let said = match (side.stock, of) {
            (None, _) => say!(i18n, review.not_told).to_owned(),
            (Some(_), of) => number(of.or(Some(0))),
        };
        marked(said, less)
    };
    let expiry = move |side: &Side| {
        let day = side.stock.and_then(|stock| stock.expiry);
        let first = base.and_then(|stock| stock.expiry);
        let earlier = matches!((day, first), (Some(day), Some(first)) if day < first)
            && side.suggestion.is_some();
        let said = day.map_or_else(|| NONE.to_owned(), |day| format.full_day(day));
        marked(said, earlier)
    };
    let used = move |side: &Side| {
        let said = side.suggestion.as_ref().map(|known| match &known.used {
            Some(used) => {
                let (count, times) = (used.times, format.number(used.times));
                match used.last.map(|day| format.day(day)) {
                    Some(day) => say!(i18n, review.used, count = count, number = times, day = day),
                    None => say!(i18n, review.used_undated, count = count, number = times),
                }
            }
            None => say!(i18n, review.never).to_owned(),
        });
        marked(said.unwrap_or_else(|| NONE.to_owned()), false)
    };
    let refused = move |side: &Side| {
        let said = side.suggestion.as_ref().map(|known| match &known.refused {
            Some(refused) => {
                let when = format.moment(refused.at);
                say!(i18n, app.labelled, label = when, value = refused.text)
            }
            None => say!(i18n, review.never).to_owned(),
        });
        let is_refused = side.suggestion.as_ref().is_some_and(|known| known.refused.is_some());
        marked(said.unwrap_or_else(|| NONE.to_owned()), is_refused)
    };
    let name = |side: &Side| {
        let name = side.product.name.clone().unwrap_or_default();
        let (begins, rest) = name_parts(&name);
        let (begins, rest) = (begins.to_owned(), rest.to_owned());
        view! { <td><span class="name" dir="auto"><b>{begins}</b>{rest}</span></td> }.into_any()
    };
    let quantity =
        move |side: &Side| view! { <td class="num big">{number(side.quantity)}</td> }.into_any();
    let code = |side: &Side| {
        view! { <td><span class="code">{side.product.code.clone()}</span></td> }.into_any()
    };
    let category = |side: &Side| {
        let name = side.product.category.as_ref().and_then(|category| category.name.clone());
        marked(name.unwrap_or_else(|| NONE.to_owned()), false)
    };
    view! {
        <table class="versus" data-testid="review-versus">
            <thead>
                <tr>
                    <th scope="col" class="k"><span class="vh">{text!(i18n, review.property)}</span></th>
                    <th scope="col">{text!(i18n, review.asked_for)}</th>
                    {goes.iter().enumerate().map(|(at, _)| view! { <th scope="col">{head(at)}</th> }).collect_view()}
                </tr>
            </thead>
            <tbody>
                <tr><th scope="row">{text!(i18n, review.col_quantity)}</th>{cells(&quantity)}</tr>
                <tr><th scope="row">{text!(i18n, review.code)}</th>{cells(&code)}</tr>
                <tr><th scope="row">{text!(i18n, review.name)}</th>{cells(&name)}</tr>
                <tr><th scope="row">{text!(i18n, review.category)}</th>{cells(&category)}</tr>
                <tr><th scope="row">{text!(i18n, review.available)}</th>{cells(&stock)}</tr>
                <tr><th scope="row">{text!(i18n, review.expires)}</th>{cells(&expiry)}</tr>
                {any.then(|| view! {
                    <tr><th scope="row">{text!(i18n, review.used_before)}</th>{cells(&used)}</tr>
                    <tr><th scope="row">{text!(i18n, review.refused_before)}</th>{cells(&refused)}</tr>
                })}
            </tbody>
        </table>
    }
}

/// A value, marked where it speaks against what is decided.
fn marked(said: String, warns: bool) -> AnyView {
    match warns {
        true => view! {
            <td><span class="st st-warn"><Icon name="triangle-alert" />{said}</span></td>
        }
        .into_any(),
        false => view! { <td><bdi>{said}</bdi></td> }.into_any(),
    }
}

/// Another line of the movement.
#[component]
fn Other(page: ReviewState, other: OtherLine) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let name = other.product.name.clone().unwrap_or_default();
    let (begins, rest) = name_parts(&name);
    let (begins, rest) = (begins.to_owned(), rest.to_owned());
    let status = line_status(i18n, &other.status);
    view! {
        <div class="mini-row cols-near">
            <span class="code">{other.product.code}</span>
            <span class="trunc" dir="auto"><span class="name"><b>{begins}</b>{rest}</span></span>
            <span class="num n">{other.requested.map(|it| format.number(it))}</span>
            {status.map(|(class, icon, word)| view! {
                <span class=format!("st {class}")><Icon name=icon />{word}</span>
            })}
        </div>
    }
}
