//! Decisions about a line that the service refused. The form starts with their values; they stay
//! refused until the user makes another decision. Pure.

use contract::{
    Decision, LineChange, Operation, OperationKey, OperationRow, OperationState, RowKey,
};

/// The refused decisions about a line, the last one last.
pub fn refused(operations: &[OperationRow], row: &RowKey) -> Vec<(OperationKey, Decision)> {
    let decision = |of: &OperationRow| match (&of.operation, &of.state) {
        (Operation::ChangeLine(change), OperationState::Stuck(_)) => {
            let is_of_it = matches!(row, RowKey::Line(id) if change.item() == Some(id));
            decision_of(change).filter(|_| is_of_it).map(|decision| (of.key, decision))
        }
        _ => None,
    };
    operations.iter().filter_map(decision).collect()
}

fn decision_of(change: &LineChange) -> Option<Decision> {
    Some(match change.clone() {
        LineChange::Revise { quantity, reason_code, comments, .. } => {
            Decision::Revise { quantity, reason_code, comments }
        }
        LineChange::Substitute { with, reason_code, comments, .. } => {
            Decision::Substitute { with, reason_code, comments }
        }
        LineChange::Cancel { reason_code, comments, .. } => {
            Decision::Cancel { reason_code, comments }
        }
        LineChange::Revert { .. } => Decision::Revert,
        LineChange::Create { .. } | LineChange::Update { .. } | LineChange::Delete { .. } => {
            return None;
        }
    })
}

#[cfg(test)]
mod tests {
    use contract::{Failure, ItemId, Reason};

    use super::*;

    fn row(change: LineChange, state: OperationState) -> OperationRow {
        OperationRow {
            key: "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap(),
            movement: None,
            title: String::new(),
            operation: Operation::ChangeLine(change),
            line: None,
            header: None,
            merge: None,
            state,
            kept: Default::default(),
            attempts: 1,
            undo: None,
        }
    }

    #[test]
    fn refused_decisions_are_those_of_the_line_that_the_service_said_no_to() {
        let cancel = |id: &str| LineChange::Cancel {
            item: id.into(),
            reason_code: "STOCKOUT".to_owned(),
            comments: None,
        };
        let stuck = || OperationState::Stuck(Failure::from(Reason::Internal));
        let all = [
            row(cancel("a"), OperationState::Queued),
            row(LineChange::Delete { item: "a".into() }, stuck()),
            row(cancel("b"), stuck()),
            row(cancel("a"), stuck()),
        ];
        let of = |id: ItemId| refused(&all, &RowKey::Line(id));
        let canceled = Decision::Cancel { reason_code: "STOCKOUT".to_owned(), comments: None };
        assert_eq!(of("a".into()), [(all[3].key, canceled)]);
        assert_eq!(of("c".into()), []);
    }
}
