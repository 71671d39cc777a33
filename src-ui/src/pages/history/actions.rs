//! What can be done about one operation, and what each act is called.

use contract::{Operation, OperationRow, OperationState};

use crate::i18n::{I18n, say};

/// Something that can be done about one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationAction {
    /// Try it again as it is.
    Retry,
    /// Change what it asks for.
    Edit,
    /// See what both sides changed.
    Compare,
    /// Say whether it was done.
    Answer,
    /// Give it up.
    Discard,
    /// Take it up again.
    Restore,
    /// Take it back.
    Undo,
    /// Go to its movement.
    Open,
}

impl OperationAction {
    /// Its button in the panel, for tests.
    pub fn testid(self) -> &'static str {
        match self {
            Self::Retry => "act-retry",
            Self::Edit => "act-edit",
            Self::Compare => "act-compare",
            Self::Answer => "act-answer",
            Self::Discard => "act-discard",
            Self::Restore => "act-restore",
            Self::Undo => "act-undo",
            Self::Open => "act-open",
        }
    }
}

/// What can be done about an operation, the likeliest last.
pub fn acts_of(row: &OperationRow) -> Vec<OperationAction> {
    let mut acts = Vec::new();
    match &row.state {
        OperationState::Queued => {
            acts.push(OperationAction::Discard);
            acts.extend(can_be_edited(&row.operation).then_some(OperationAction::Edit));
        }
        OperationState::Stuck(_) => {
            acts.extend([OperationAction::Discard, OperationAction::Retry]);
            acts.extend(can_be_edited(&row.operation).then_some(OperationAction::Edit));
        }
        OperationState::Conflict(_) => {
            acts.extend([OperationAction::Discard, OperationAction::Compare])
        }
        OperationState::Unknown(_) => acts.push(OperationAction::Answer),
        OperationState::Dropped { .. } => acts.push(OperationAction::Restore),
        OperationState::Sent { .. } => {
            acts.extend(row.movement.map(|_| OperationAction::Open));
            acts.extend(can_be_undone(row).then_some(OperationAction::Undo));
        }
        OperationState::Sending | OperationState::Unsure | OperationState::Busy => {
            acts.extend(row.movement.map(|_| OperationAction::Open));
        }
    }
    acts
}

/// The one thing that helps an operation that waits for the user: the button in its row.
pub fn first_act(row: &OperationRow) -> Option<OperationAction> {
    let waits = matches!(
        row.state,
        OperationState::Stuck(_) | OperationState::Conflict(_) | OperationState::Unknown(_)
    );
    acts_of(row).pop().filter(|_| waits)
}

/// Lines are corrected where they stand; here only what has a form of its own.
pub fn can_be_edited(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::CreateMovement(_)
            | Operation::UpdateHeader(_)
            | Operation::CreateCategory { .. }
    )
}

/// There is a way back, and nobody took it yet.
pub fn can_be_undone(row: &OperationRow) -> bool {
    row.undo.as_ref().is_some_and(|undo| !undo.asked)
}

/// What an act is called.
pub fn label(i18n: I18n, act: OperationAction) -> &'static str {
    match act {
        OperationAction::Retry => say!(i18n, history.retry),
        OperationAction::Edit => say!(i18n, history.edit),
        OperationAction::Compare => say!(i18n, history.compare),
        OperationAction::Answer => say!(i18n, history.answer),
        OperationAction::Discard => say!(i18n, history.discard),
        OperationAction::Restore => say!(i18n, history.restore),
        OperationAction::Undo => say!(i18n, history.undo),
        OperationAction::Open => say!(i18n, history.open),
    }
}

#[cfg(test)]
mod tests {
    use contract::{ItemId, LineChange, OperationKey, Question, Reason, Undo};

    use super::*;

    fn row(operation: Operation, state: OperationState) -> OperationRow {
        OperationRow {
            key: OperationKey(uuid::Uuid::nil()),
            movement: None,
            title: String::new(),
            operation,
            line: None,
            header: None,
            merge: None,
            state,
            kept: chrono::DateTime::UNIX_EPOCH,
            attempts: 1,
            undo: None,
        }
    }

    fn category() -> Operation {
        Operation::CreateCategory { name: "Dressings".into() }
    }

    fn revert() -> Operation {
        Operation::ChangeLine(LineChange::Revert { item: ItemId::from("i1") })
    }

    fn stuck() -> OperationState {
        OperationState::Stuck(Reason::Refused { status: 500 }.into())
    }

    #[test]
    fn what_has_a_form_is_corrected_first_and_what_has_none_is_tried_again() {
        assert_eq!(first_act(&row(category(), stuck())), Some(OperationAction::Edit));
        assert_eq!(first_act(&row(revert(), stuck())), Some(OperationAction::Retry));
        assert!(acts_of(&row(revert(), stuck())).contains(&OperationAction::Discard));
    }

    #[test]
    fn what_is_on_its_way_or_goes_by_itself_has_no_button_in_its_row() {
        assert_eq!(first_act(&row(category(), OperationState::Queued)), None);
        assert_eq!(acts_of(&row(category(), OperationState::Sending)), []);
        assert_eq!(acts_of(&row(category(), OperationState::Unsure)), []);
    }

    #[test]
    fn whether_it_was_done_is_answered_before_anything_else() {
        let asked = row(category(), OperationState::Unknown(Question::CategoryMade));
        assert_eq!(acts_of(&asked), [OperationAction::Answer]);
    }

    #[test]
    fn only_what_has_a_way_back_can_be_undone() {
        let at = chrono::DateTime::UNIX_EPOCH;
        let sent = OperationState::Sent { at, id: None, seen: false };
        assert_eq!(acts_of(&row(category(), sent.clone())), []);
        let undo = Some(Undo { operations: vec![revert()], faithful: true, asked: false });
        let there = OperationRow { undo, ..row(revert(), sent.clone()) };
        assert_eq!(acts_of(&there), [OperationAction::Undo]);
        let undo = Some(Undo { operations: vec![revert()], faithful: true, asked: true });
        assert_eq!(
            acts_of(&OperationRow { undo, ..row(revert(), sent) }),
            [],
            "taken back already"
        );
    }
}
