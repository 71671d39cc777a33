//! What is wanted of one line: laid over the line, and dropped where it is so already. Pure.

use crate::movements::lines::new_line;
use contract::{
    ChangeKind, Decision, ItemId, LineChange, LineItem, LineStatus, Person, PersonRef, ProductRef,
    Quantity, Reason, Substitute,
};

use super::sheet::{Aspects, Decided, Recipient, TypedQuantity, WantedProduct};
use crate::{
    editor::drawn::problems::MOST,
    outbox::{compare::shows, predict::predict},
};

impl Aspects {
    /// What a line is, aspect by aspect.
    pub fn of(line: &LineItem) -> Self {
        let decided = Decided::alone(decision_of(line));
        let quantity = match line.quantity_requested {
            Some(pieces) => TypedQuantity::of(pieces),
            None => TypedQuantity { text: String::new(), means: Quantity::Empty },
        };
        Self {
            added: false,
            product: Some(Box::new(WantedProduct::Product(line.product.clone()))),
            quantity: Some(quantity),
            recipient: Some(Box::new(Recipient(line.recipient.as_ref().map(PersonRef::from)))),
            place: line.sort_order.and_then(|place| u32::try_from(place).ok()),
            follows: false,
            decision: Some(Box::new(decided)),
            deleted: false,
            merged: None,
        }
    }

    /// The aspects in which two differ, as `self` has them.
    pub fn where_differ(&self, before: &Self, after: &Self) -> Self {
        let mut differ = Self::default();
        macro_rules! each {
            ($($aspect:ident),*) => {$(
                if before.$aspect != after.$aspect {
                    differ.$aspect.clone_from(&self.$aspect);
                }
            )*};
        }
        each!(added, product, quantity, recipient, place, follows, decision, deleted, merged);
        differ
    }

    /// Takes the aspects in which `before` and `after` differ from `from`.
    pub fn take_where_differ(&mut self, from: &Self, before: &Self, after: &Self) {
        macro_rules! each {
            ($($aspect:ident),*) => {$(
                if before.$aspect != after.$aspect {
                    self.$aspect.clone_from(&from.$aspect);
                }
            )*};
        }
        each!(added, product, quantity, recipient, place, decision, deleted, merged);
        // Forth and back, a line that made room for others follows them.
        self.follows |= before.place != after.place && (before.follows || after.follows);
        self.follows &= self.place.is_some();
    }

    /// Drops what the line is already.
    pub fn drop_what_is_so(&mut self, line: &LineItem) {
        if self.product().is_some_and(|product| product.id == line.product.id) {
            self.product = None;
        }
        let is_requested = |typed: &TypedQuantity| match typed.means {
            Quantity::Whole(pieces) => line.quantity_requested == Some(pieces),
            Quantity::Empty => line.quantity_requested.is_none(),
            _ => false,
        };
        self.quantity = self.quantity.take().filter(|typed| !is_requested(typed));
        let recipient = line.recipient.as_ref().map(PersonRef::from);
        self.recipient = self.recipient.take().filter(|wanted| wanted.0 != recipient);
        self.place = self.place.filter(|place| line.sort_order != Some(i64::from(*place)));
        self.follows &= self.place.is_some();
        self.decision = self.decision.take().filter(|decided| !is_decided(line, &decided.decision));
        self.drop_idle_merge();
    }

    /// Drops the part in a merge of a line of which the merge wants nothing any more.
    pub fn drop_idle_merge(&mut self) {
        if !self.added && !self.deleted && self.quantity.is_none() {
            self.merged = None;
        }
    }

    /// Wants no other place for the line.
    pub fn leave_in_place(&mut self) {
        (self.place, self.follows) = (None, false);
    }

    /// Whether nothing else is wanted than that the line follows others that were put somewhere.
    pub fn only_follows(&self) -> bool {
        let Self {
            added,
            product,
            quantity,
            recipient,
            place: _,
            follows,
            decision,
            deleted,
            merged: _,
        } = self;
        let is_changed = *added
            || *deleted
            || product.is_some()
            || quantity.is_some()
            || recipient.is_some()
            || decision.is_some();
        *follows && !is_changed
    }

    /// The product wanted, where it is one.
    pub fn product(&self) -> Option<&ProductRef> {
        match self.product.as_deref()? {
            WantedProduct::Product(product) => Some(product),
            WantedProduct::Typed(_) => None,
        }
    }

    /// What was typed where a product is wanted.
    pub fn typed_code(&self) -> Option<&str> {
        match self.product.as_deref()? {
            WantedProduct::Product(_) => None,
            WantedProduct::Typed(text) => Some(text),
        }
    }

    /// What was decided and not sent.
    pub fn decided(&self) -> Option<&Decision> {
        self.decision.as_deref().map(|decided| &decided.decision)
    }

    /// Why product, quantity and place of a line cannot be changed, as it will be. What was decided
    /// here alone does not keep anybody from mending what cannot be sent.
    pub fn refusal_of_update(&self, beneath: &LineItem) -> Option<Reason> {
        let reason = self.over(Some(beneath)).refusal(ChangeKind::Update)?;
        if self.can_be_sent() { Some(reason) } else { beneath.refusal(ChangeKind::Update) }
    }

    /// Whether what was typed are a product and a quantity.
    fn can_be_sent(&self) -> bool {
        let is_wrong = |typed: &TypedQuantity| !matches!(typed.means, Quantity::Whole(1..=MOST));
        self.typed_code().is_none() && !self.quantity.as_ref().is_some_and(is_wrong)
    }

    /// The line once all of this is sent, but for its deletion. One that is added has no id, and
    /// perhaps no product.
    pub fn over(&self, beneath: Option<&LineItem>) -> LineItem {
        let mut line = beneath.cloned().unwrap_or_else(nameless);
        if let Some(product) = self.product() {
            // How many there are, and may go, is told of the product asked for until now.
            (line.quantity_available, line.quantity_allowed) = (None, None);
            line.product = product.clone();
        }
        if let Some(typed) = &self.quantity {
            line.quantity_requested = match typed.means {
                Quantity::Whole(pieces) => Some(pieces),
                _ => None,
            };
        }
        if let Some(recipient) = &self.recipient {
            line.recipient = recipient.0.clone().map(bare);
        }
        line.sort_order = self.place.map(i64::from).or(line.sort_order);
        match self.decided() {
            Some(decision) => {
                let change = change_of(line.id.clone(), decision.clone());
                predict(line.clone(), &change).unwrap_or(line)
            }
            None => line,
        }
    }
}

/// A decision as an instruction.
pub fn change_of(item: ItemId, decision: Decision) -> LineChange {
    match decision {
        Decision::Revise { quantity, reason_code, comments } => {
            LineChange::Revise { item, quantity, reason_code, comments }
        }
        Decision::Substitute { with, reason_code, comments } => {
            LineChange::Substitute { item, with, reason_code, comments }
        }
        Decision::Cancel { reason_code, comments } => {
            LineChange::Cancel { item, reason_code, comments }
        }
        Decision::Revert => LineChange::Revert { item },
    }
}

/// Whether the line is decided like this already; a revert is no decision.
fn is_decided(line: &LineItem, decision: &Decision) -> bool {
    match decision {
        Decision::Revert => line.is_open(),
        decision => shows(&change_of(line.id.clone(), decision.clone()), line),
    }
}

/// What was decided about a line; of an open one, a revert.
fn decision_of(line: &LineItem) -> Decision {
    let reason_code = line.reason_code.clone().unwrap_or_default();
    let comments = line.comments.clone();
    let pieces =
        |pieces: Option<i64>| u32::try_from(pieces.unwrap_or_default()).unwrap_or_default();
    match line.status {
        LineStatus::Changed => {
            Decision::Revise { quantity: pieces(line.quantity_revised), reason_code, comments }
        }
        LineStatus::Canceled => Decision::Cancel { reason_code, comments },
        LineStatus::Substituted => {
            let one = |child: &LineItem| Substitute {
                product: child.product.clone(),
                quantity: pieces(child.quantity_requested),
            };
            let with = line.substitutions.iter().map(one).collect();
            Decision::Substitute { with, reason_code, comments }
        }
        _ => Decision::Revert,
    }
}

fn nameless() -> LineItem {
    LineItem { quantity_requested: None, ..new_line(nothing(), 0, None) }
}

/// No product: of a line of which none is known.
pub fn nothing() -> ProductRef {
    ProductRef { id: "".into(), code: None, name: None, description: None, category: None }
}

/// A person of whom no more is known than a reference tells.
pub fn bare(person: PersonRef) -> Person {
    Person {
        id: person.id,
        name: Some(person.name),
        first_name: None,
        last_name: None,
        username: None,
        email: None,
    }
}
