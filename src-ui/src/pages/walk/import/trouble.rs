//! A row that enters nothing, and why.

use contract::{PickProblem, PickTrouble};
use leptos::prelude::*;

use crate::i18n::{I18n, say, use_i18n};
use crate::wording::format::{Format, use_format};

/// The row: what stands in it, and what is wrong.
#[component]
pub fn Trouble(trouble: PickTrouble) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let PickTrouble { row, product, bin, quantity, problem } = trouble;
    let row = say!(i18n, import.row, number = format.number(row));
    view! {
        <li data-testid="picks-trouble">
            <span class="num faint">{row}</span>
            <bdi class="code">{bin}</bdi>
            <bdi class="code">{product}</bdi>
            <bdi class="num">{quantity}</bdi>
            <span class="why">{problem_words(i18n, format, &problem)}</span>
        </li>
    }
}

/// What is wrong with a row.
fn problem_words(i18n: I18n, format: Format, problem: &PickProblem) -> String {
    let words = match problem {
        PickProblem::NoProduct => say!(i18n, picks_import.no_product),
        PickProblem::UnknownProduct => say!(i18n, picks_import.unknown_product),
        PickProblem::UnknownBin => say!(i18n, picks_import.unknown_bin),
        PickProblem::UnknownMovement => say!(i18n, picks_import.unknown_movement),
        PickProblem::NotInWalk => say!(i18n, picks_import.not_in_walk),
        PickProblem::OtherBin => say!(i18n, picks_import.other_bin),
        PickProblem::OtherLot => say!(i18n, picks_import.other_lot),
        PickProblem::OtherMovement => say!(i18n, picks_import.other_movement),
        PickProblem::Several { tasks } => {
            return say!(i18n, picks_import.several, number = format.number(*tasks));
        }
        PickProblem::Twice { row } => {
            return say!(i18n, picks_import.twice, number = format.number(*row));
        }
        PickProblem::Picked { quantity: Some(quantity) } => {
            let count = u32::try_from(*quantity).unwrap_or(u32::MAX);
            let number = format.number(*quantity);
            return say!(i18n, picks_import.picked, count = count, number = number);
        }
        PickProblem::Picked { quantity: None } => say!(i18n, picks_import.picked_several),
        PickProblem::Gone => say!(i18n, picks_import.gone),
        PickProblem::NoLot => say!(i18n, picks_import.no_lot),
        PickProblem::NotANumber => say!(i18n, picks_import.not_a_number),
        PickProblem::NotWhole => say!(i18n, picks_import.not_whole),
        PickProblem::BelowZero => say!(i18n, picks_import.below_zero),
        PickProblem::TooMany { most } => {
            let count = u32::try_from(*most).unwrap_or(u32::MAX);
            return say!(i18n, picks_import.too_many, count = count, number = format.number(*most));
        }
    };
    words.to_owned()
}
