//! What is typed about a line before it is decided, and what decision it makes. Pure; quantities are
//! read by whoever knows the locale. What can be done with the rows of a substitution is in `rows`, how it is kept in `kept`.

mod kept;
mod rows;

use contract::{
    Decision, EditProblem, LineItem, LineStatus, LineView, ProductId, ProductRef, Quantity,
    Substitute,
};

use super::action::LineAction;
use super::fields::pieces::{Read, pieces};
use super::picks::Picks;

/// What is typed about a line. One reason and one comment serve whatever is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionForm {
    /// The revised quantity, as typed.
    pub quantity: String,
    /// What is to go instead. The last row may be blank: the next product is typed there.
    pub with: Vec<Swap>,
    /// The reason's code.
    pub reason: String,
    /// Free text.
    pub comment: String,
    /// What is picked.
    pub picks: Picks,
}

/// A product that is to go instead, as far as it is typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Swap {
    /// Names the row on screen.
    pub number: u32,
    /// The product.
    pub product: Option<ProductRef>,
    /// What is typed where no product is chosen.
    pub typed: String,
    /// How many pieces, as typed.
    pub quantity: String,
}

/// What stands in the way of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecisionProblem {
    /// The revised quantity.
    Quantity(EditProblem),
    /// No product is to go instead.
    NoRows,
    /// The row of this number names no product.
    NoProduct(u32),
    /// What is typed in the row of this number is no product.
    UnknownProduct(u32),
    /// The row of this number has the line's own product.
    SameProduct(u32),
    /// The row of this number has a product that an earlier one has.
    Twice(u32),
    /// The quantity of the row of this number.
    RowQuantity(u32, EditProblem),
    /// No reason is given.
    NoReason,
}

impl Swap {
    /// Whether nothing was typed.
    pub fn is_blank(&self) -> bool {
        self.product.is_none() && self.typed.trim().is_empty() && self.quantity.trim().is_empty()
    }

    /// The product by its id or as it is typed, and the quantity; nothing of a blank row.
    fn meaning(&self) -> Option<(Result<ProductId, &str>, &str)> {
        let product = self.product.as_ref().map(|product| product.id.clone());
        let named = product.ok_or(self.typed.trim());
        (!self.is_blank()).then(|| (named, self.quantity.trim()))
    }

    fn pieces(&self, read: Read<'_>) -> i64 {
        match read(&self.quantity) {
            Quantity::Whole(pieces) => pieces.max(0),
            _ => 0,
        }
    }
}

impl DecisionForm {
    /// What it begins with: the decision made here, else the one that was refused, else the one the
    /// service has.
    pub fn begin(view: &LineView, refused: Option<Decision>) -> Self {
        let line = view.as_in_service.as_deref();
        let requested =
            view.line.requested.or_else(|| line.and_then(|line| line.quantity_requested));
        let decided = view.decision.clone().or(refused);
        let decided = decided.or_else(|| line.and_then(decided_in_service));
        let mut form = Self::default();
        let (reason, comment) = match decided {
            Some(Decision::Revise { quantity, reason_code, comments }) => {
                form.quantity = quantity.to_string();
                (reason_code, comments)
            }
            Some(Decision::Substitute { with, reason_code, comments }) => {
                form.with = with.into_iter().map(swap).collect();
                (reason_code, comments)
            }
            Some(Decision::Cancel { reason_code, comments }) => (reason_code, comments),
            Some(Decision::Revert) | None => (String::new(), None),
        };
        (form.reason, form.comment) = (reason, comment.unwrap_or_default());
        if form.quantity.is_empty() {
            form.quantity = requested.map(|pieces| pieces.to_string()).unwrap_or_default();
        }
        for (swap, number) in form.with.iter_mut().zip(0..) {
            swap.number = number;
        }
        if form.with.is_empty() {
            form.with.push(Swap::default());
        }
        form
    }

    /// Whether another form says the same: rows that were left blank say nothing, and a product is the same
    /// by whoever it is told.
    pub fn says_the_same(&self, other: &Self) -> bool {
        let texts = |form: &Self| {
            [&form.quantity, &form.reason, &form.comment].map(|text| text.trim().to_owned())
        };
        texts(self) == texts(other)
            && self.meanings().eq(other.meanings())
            && self.picks.says_the_same(&other.picks)
    }

    fn meanings(&self) -> impl Iterator<Item = (Result<ProductId, &str>, &str)> {
        self.with.iter().filter_map(Swap::meaning)
    }

    /// What is typed, as a decision; else everything that stands in its way.
    pub fn decision(
        &self,
        act: LineAction,
        product: Option<&ProductRef>,
        read: Read<'_>,
    ) -> Result<Decision, Vec<DecisionProblem>> {
        let mut wrong = Vec::new();
        let reason_code = self.reason.trim().to_owned();
        let comments = Some(self.comment.trim().to_owned()).filter(|text| !text.is_empty());
        let decision = match act {
            LineAction::Revise => match pieces(&self.quantity, 0, read) {
                Ok(0) => Decision::Cancel { reason_code, comments },
                Ok(quantity) => Decision::Revise { quantity, reason_code, comments },
                Err(problem) => {
                    wrong.push(DecisionProblem::Quantity(problem));
                    Decision::Revert
                }
            },
            LineAction::Substitute => {
                let with = self.substitutes(product, read, &mut wrong);
                Decision::Substitute { with, reason_code, comments }
            }
            LineAction::Cancel => Decision::Cancel { reason_code, comments },
            LineAction::Revert | LineAction::Pick | LineAction::Delete | LineAction::Details => {
                Decision::Revert
            }
        };
        let needs_reason =
            matches!(act, LineAction::Revise | LineAction::Substitute | LineAction::Cancel);
        if needs_reason && self.reason.trim().is_empty() {
            wrong.push(DecisionProblem::NoReason);
        }
        if wrong.is_empty() { Ok(decision) } else { Err(wrong) }
    }

    fn substitutes(
        &self,
        of: Option<&ProductRef>,
        read: Read<'_>,
        wrong: &mut Vec<DecisionProblem>,
    ) -> Vec<Substitute> {
        let mut with: Vec<Substitute> = Vec::new();
        for row in self.with.iter().filter(|row| !row.is_blank()) {
            let Some(product) = &row.product else {
                let is_typed = !row.typed.trim().is_empty();
                let what = if is_typed {
                    DecisionProblem::UnknownProduct
                } else {
                    DecisionProblem::NoProduct
                };
                wrong.push(what(row.number));
                continue;
            };
            let quantity = pieces(&row.quantity, 1, read)
                .map_err(|problem| wrong.push(DecisionProblem::RowQuantity(row.number, problem)))
                .unwrap_or_default();
            if of.is_some_and(|of| of.id == product.id) {
                wrong.push(DecisionProblem::SameProduct(row.number));
            } else if with.iter().any(|earlier| earlier.product.id == product.id) {
                wrong.push(DecisionProblem::Twice(row.number));
            }
            with.push(Substitute { product: product.clone(), quantity });
        }
        if with.is_empty() && wrong.is_empty() {
            wrong.push(DecisionProblem::NoRows);
        }
        with
    }
}

/// What the service has decided of a line.
pub fn decided_in_service(line: &LineItem) -> Option<Decision> {
    let pieces =
        |pieces: Option<i64>| u32::try_from(pieces.unwrap_or_default()).unwrap_or_default();
    let (reason_code, comments) =
        (line.reason_code.clone().unwrap_or_default(), line.comments.clone());
    match line.status {
        LineStatus::Changed => {
            let quantity = pieces(line.quantity_revised);
            Some(Decision::Revise { quantity, reason_code, comments })
        }
        LineStatus::Substituted => {
            let with = line.substitutions.iter().map(|child| Substitute {
                product: child.product.clone(),
                quantity: pieces(child.quantity_requested),
            });
            Some(Decision::Substitute { with: with.collect(), reason_code, comments })
        }
        LineStatus::Canceled => Some(Decision::Cancel { reason_code, comments }),
        _ => None,
    }
}

fn swap(of: Substitute) -> Swap {
    let Substitute { product, quantity } = of;
    Swap { product: Some(product), quantity: quantity.to_string(), ..Swap::default() }
}

#[cfg(test)]
mod tests;
