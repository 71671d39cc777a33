//! A row that enters nothing, and why; it is put right or left out where it stands.

use contract::{PickProblem, PickTrouble};
use leptos::prelude::*;

use super::state::PicksImport;
use crate::effect::memo;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::import::{MendableRow, MendedPart, RowStand};
use crate::wording::format::{Format, use_format};
use crate::wording::line_words::doubtful;

/// The row: what stands in it, and what is wrong.
#[component]
pub fn Trouble(import: PicksImport, at: u32) -> impl IntoView {
    let (i18n, format, reply) = (use_i18n(), use_format(), import.preview.reply);
    let trouble = memo(move || {
        reply.with(|it| it.as_ref()?.attention.iter().find(|it| it.at == at).cloned())
    });
    let of = move |part: fn(&PickTrouble) -> &String| {
        Signal::derive(move || {
            trouble.with(|it| it.as_ref().map(part).cloned()).unwrap_or_default()
        })
    };
    let stand = move || {
        trouble.with(|it| match it.as_ref() {
            Some(PickTrouble { is_left_out: true, .. }) => RowStand::LeftOut,
            Some(PickTrouble { problem: Some(problem), .. }) => {
                RowStand::Wrong(problem_words(i18n, format, problem))
            }
            _ => RowStand::Mended,
        })
    };
    let bin = MendedPart {
        label: text!(i18n, walk.col_bin),
        value: of(|it| &it.bin),
        of: |row| &mut row.bin,
        testid: "mend-bin",
    };
    let product = MendedPart {
        label: text!(i18n, import.product),
        value: of(|it| &it.product),
        of: |row| &mut row.product,
        testid: "mend-product",
    };
    let quantity = MendedPart {
        label: text!(i18n, import.quantity),
        value: of(|it| &it.quantity),
        of: |row| &mut row.quantity,
        testid: "mend-quantity",
    };
    view! {
        <MendableRow
            mending=import.mending
            at
            number=Signal::derive(move || trouble.with(|it| it.as_ref().map_or(0, |it| it.row)))
            parts=vec![bin, product, quantity]
            stand=Signal::derive(stand)
        />
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
        PickProblem::Doubtful { many } => return doubtful(i18n, format, *many),
        PickProblem::NotWhole => say!(i18n, picks_import.not_whole),
        PickProblem::BelowZero => say!(i18n, picks_import.below_zero),
        PickProblem::TooMany { most } => {
            let count = u32::try_from(*most).unwrap_or(u32::MAX);
            return say!(i18n, picks_import.too_many, count = count, number = format.number(*most));
        }
    };
    words.to_owned()
}
