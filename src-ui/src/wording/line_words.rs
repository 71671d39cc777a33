//! What a line says of itself: the code of its product, and what is wrong with it, or worth a look, in the words of
//! its tag and its cell.

use contract::{EditProblem, ProductRef};

use crate::i18n::{I18n, say};
use crate::wording::format::Format;

/// The code of a product; its id where it has none.
pub fn code_of(product: &ProductRef) -> String {
    product.code.clone().unwrap_or_else(|| product.id.as_str().to_owned())
}

/// What is wrong, in words.
pub fn problem(i18n: I18n, format: Format, problem: &EditProblem) -> String {
    match problem {
        EditProblem::NoProduct => say!(i18n, editor.no_product).to_owned(),
        EditProblem::UnknownProduct => say!(i18n, editor.unknown_product).to_owned(),
        EditProblem::SeveralProducts => say!(i18n, editor.several_products).to_owned(),
        EditProblem::NoQuantity => say!(i18n, editor.no_quantity).to_owned(),
        EditProblem::NotANumber => say!(i18n, editor.not_a_number).to_owned(),
        EditProblem::Doubtful(many) => doubtful(i18n, format, *many),
        EditProblem::NotWhole => say!(i18n, editor.not_whole).to_owned(),
        EditProblem::BelowOne => say!(i18n, editor.below_one).to_owned(),
        EditProblem::TooMany => say!(i18n, editor.too_many).to_owned(),
        EditProblem::TooManyTogether => say!(i18n, editor.too_many_together).to_owned(),
        EditProblem::NoReason => say!(i18n, editor.no_reason).to_owned(),
        EditProblem::Remainder(pieces) => {
            say!(i18n, editor.remainder, number = format.number(*pieces))
        }
        EditProblem::Duplicate(line) => say!(i18n, editor.duplicate, line = *line),
        EditProblem::AboveAvailable(_) => say!(i18n, editor.above_available).to_owned(),
        EditProblem::UnreadProduct | EditProblem::NotListed => {
            say!(i18n, editor.not_listed).to_owned()
        }
    }
}

/// A quantity whose mark may group thousands: what it means then, and what it means otherwise.
pub fn doubtful(i18n: I18n, format: Format, many: i64) -> String {
    let (few, many) = (format.thousandths(many), format.number(many));
    say!(i18n, editor.doubtful, few = few, many = many)
}

/// Whether it is said beside the name. What the origin has stands in a column of its own.
pub fn is_tagged(problem: &EditProblem) -> bool {
    !matches!(problem, EditProblem::AboveAvailable(_))
}

/// Whether it is about the product as such, and said beside the name alone.
pub fn is_about_product(problem: &EditProblem) -> bool {
    matches!(problem, EditProblem::Duplicate(_) | EditProblem::NotListed)
}
