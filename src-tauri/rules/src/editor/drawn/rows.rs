//! The types of a line as it is drawn: its values, problems and notes. Made by `draw`; `lines`
//! filters and sorts them.

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use crate::{movements::known::KnownMovement, search::order::LastOrder};
use contract::{
    ChangeKind, EditProblem, EditorColumn, LineChange, LineFilter, LineItem, Note, ProductId,
    ProductRef, RowKey, RowState, Sort,
};

use super::last_time::LastTime;
use crate::{
    editor::draft::sheet::{RowDraft, Seen},
    picking::picked::PickedLines,
};

/// What an order was made for.
#[derive(PartialEq)]
pub struct LineOrderKey {
    /// Which lines.
    pub filter: LineFilter,
    /// In which order.
    pub sort: Vec<Sort<EditorColumn>>,
    /// Lines whose substitutes are folded away.
    pub folded: Vec<RowKey>,
    /// What is picked, where that decides which lines there are, or in which order.
    pub picked: Option<Arc<PickedLines>>,
}

/// A row of the page. Lines are named by their place in the movement's order.
#[derive(Clone, Copy)]
pub enum PageRow {
    /// The line at this place.
    Line(usize),
    /// Of the line at this place, the product of this number that goes instead.
    Instead(usize, usize),
    /// Of the line at this place, the note of this number.
    Note(usize, usize),
}

/// The lines of a movement, in its order.
#[derive(Default)]
pub struct Drawn {
    /// The lines.
    pub rows: Vec<DrawnRow>,
    /// How many were asked for of each product the last time.
    pub last_time: LastTime,
    /// Products of which the service told too little beside a line, as the list of products has them.
    names: HashMap<ProductId, ProductRef>,
    by_key: OnceLock<HashMap<RowKey, usize>>,
    /// The last page that was asked for.
    pub order: LastOrder<LineOrderKey, PageRow>,
}

/// A line.
pub struct DrawnRow {
    /// Its name.
    pub key: RowKey,
    /// The line in the service.
    pub service: Option<InService>,
    /// The line with what waits in the outbox, where something does; of one that is gone, as it was
    /// last seen.
    pub waiting: Option<Box<LineItem>>,
    /// The line as it will be once all is sent, where the sheet changes it.
    pub over: Option<Box<LineItem>>,
    /// The line as a decision would have left it that was refused. Nothing counts on it.
    pub tried: Option<Box<LineItem>>,
    /// What is wanted of it and was not sent.
    pub draft: Option<Arc<RowDraft>>,
    /// Changes of it that were sent from here a while ago, where it is changed here.
    pub sent: Vec<LineChange>,
    /// A change of it is queued or on its way.
    pub sending: bool,
    /// The service was too busy for a change of it, which goes again by itself.
    pub busy: bool,
    /// It is to be deleted, by the sheet or by what waits in the outbox.
    pub deleted: bool,
    /// Nothing of it can be changed now: it is on its way, or gone.
    pub is_fixed: bool,
    /// The service has it no more.
    pub is_gone: bool,
    /// Its place among the lines; the service may not have told it.
    pub place: i64,
    /// What is wrong with it, or worth a look; the worst first.
    pub problems: Vec<EditProblem>,
    /// What there is to say of it.
    pub notes: Vec<Note>,
}

/// A line of the service, where it stands in the mirror.
#[derive(Clone)]
pub struct InService {
    /// The movement it is of.
    pub known: Arc<KnownMovement>,
    /// Where it stands there.
    pub at: usize,
}

impl InService {
    /// The line.
    pub fn line(&self) -> Option<&LineItem> {
        self.known.movement.lines.as_ref()?.get(self.at)
    }
}

impl Drawn {
    /// Lines as they were drawn.
    pub fn new(
        rows: Vec<DrawnRow>,
        last_time: LastTime,
        names: HashMap<ProductId, ProductRef>,
    ) -> Self {
        Self { rows, last_time, names, ..Self::default() }
    }

    /// A product with its code and its name, as far as they are known.
    pub fn named(&self, product: &ProductRef) -> ProductRef {
        let listed = self.names.get(&product.id);
        listed.map_or_else(|| product.clone(), |listed| completed(product, listed))
    }

    /// A line and its number, from 1.
    pub fn find(&self, key: &RowKey) -> Option<(u32, &DrawnRow)> {
        let by_key = self.by_key.get_or_init(|| {
            self.rows.iter().enumerate().map(|(at, row)| (row.key.clone(), at)).collect()
        });
        let at = *by_key.get(key)?;
        Some((crate::search::count_of(at + 1), &self.rows[at]))
    }
}

/// What is told of a product, and what is missing of it as the list of products has it.
pub fn completed(told: &ProductRef, listed: &ProductRef) -> ProductRef {
    ProductRef {
        id: told.id.clone(),
        code: told.code.clone().or_else(|| listed.code.clone()),
        name: told.name.clone().or_else(|| listed.name.clone()),
        description: told.description.clone().or_else(|| listed.description.clone()),
        category: told.category.clone().or_else(|| listed.category.clone()),
    }
}

/// Whether nobody could tell it from others by what is told of it.
pub fn is_nameless(product: &ProductRef) -> bool {
    !product.id.as_str().is_empty() && (product.code.is_none() || product.name.is_none())
}

impl DrawnRow {
    /// The line as the service has it, changed by what waits in the outbox; of one that is gone, as
    /// it was last seen. `None` for one added in the sheet.
    pub fn beneath(&self) -> Option<&LineItem> {
        match &self.waiting {
            Some(line) => Some(line),
            None => self.service.as_ref().and_then(InService::line),
        }
    }

    /// The line as it will be once all is sent. One that is added in the sheet has no id, and perhaps
    /// no product.
    pub fn line(&self) -> Option<&LineItem> {
        self.over.as_deref().or_else(|| self.beneath())
    }

    /// The line as it is shown: what was decided and refused stands there until it is dealt with.
    pub fn shown(&self) -> Option<&LineItem> {
        self.over.as_deref().or(self.tried.as_deref()).or_else(|| self.beneath())
    }

    /// The line as it is seen now, for what is decided upon it.
    pub fn seen(&self) -> Option<Seen> {
        let line = self.beneath()?.clone();
        let in_service = self.service.as_ref().and_then(InService::line);
        let service = in_service.filter(|service| **service != line).cloned();
        Some(Seen { line, service })
    }

    /// What is asked for; `None` while what was typed names no product.
    pub fn product(&self) -> Option<&ProductRef> {
        if self.draft.as_ref().is_some_and(|draft| draft.wants.typed_code().is_some()) {
            return None;
        }
        self.line().map(|line| &line.product).filter(|product| !product.id.as_str().is_empty())
    }

    /// Whether it is added in the sheet.
    pub fn is_added(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.wants.added)
    }

    /// Whether the sheet makes anything of it other than it is beneath. A line that only makes room
    /// for others was not changed by anybody.
    pub fn is_changed_here(&self) -> bool {
        let is_deleted = self.draft.as_ref().is_some_and(|draft| draft.wants.deleted);
        is_deleted || (self.over.is_some() && !self.only_follows())
    }

    /// Whether it only gets another place because others were put somewhere.
    pub fn only_follows(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| draft.wants.only_follows())
    }

    /// Where it stands.
    pub fn state(&self) -> RowState {
        let refused = |note: &Note| matches!(note, Note::Refused { .. } | Note::Unknown { .. });
        if self.notes.iter().any(refused) {
            RowState::Refused
        } else if !self.notes.is_empty() {
            RowState::ChangedElsewhere
        } else if self.is_added() {
            RowState::New
        } else if self.is_changed_here() || self.busy {
            RowState::Changed
        } else if self.sending {
            RowState::Sending
        } else {
            RowState::InService
        }
    }

    /// Whether a change of it that was sent waits to be decided upon.
    pub fn is_in_conflict(&self) -> bool {
        self.notes.iter().any(|note| matches!(note, Note::Conflict { .. }))
    }

    /// Whether it needs the user.
    pub fn needs_user(&self) -> bool {
        !self.problems.is_empty() || !self.notes.is_empty()
    }

    /// Whether its product, quantity and place can be changed now.
    pub fn is_updatable(&self) -> bool {
        let refusal = match (&self.draft, self.beneath()) {
            (Some(draft), Some(line)) => draft.wants.refusal_of_update(line),
            (None, Some(line)) => line.refusal(ChangeKind::Update),
            (_, None) => None,
        };
        !self.is_fixed && !self.deleted && refusal.is_none()
    }

    /// The cells that can be edited now.
    pub fn editable(&self) -> Vec<EditorColumn> {
        let mut columns = Vec::new();
        if self.is_updatable() {
            columns.extend([EditorColumn::Code, EditorColumn::Requested]);
        }
        if self.is_updatable() && self.is_added() {
            columns.push(EditorColumn::Recipient);
        }
        columns
    }
}
