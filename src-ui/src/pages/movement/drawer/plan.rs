//! What of the changes shown is ticked, and what that means. Pure.

use std::collections::BTreeSet;

use contract::{
    ChangeStand, Changes, LineChange, OperationKey, OperationRow, OperationState, PlannedChange,
    RowKey,
};

/// A row of the drawer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawerRow<'a> {
    /// A change that was not sent.
    Change(&'a PlannedChange),
    /// One that waits for the user in the outbox, with the number of its line.
    Parked(&'a OperationRow, Option<u32>),
    /// So many lines get another place because others were put somewhere.
    Order(u32),
}

/// What is to be done with the entries ticked.
#[derive(Debug, Default, PartialEq)]
pub struct Ticked {
    /// Changes.
    pub rows: Vec<RowKey>,
    /// Of these, those that go when sent.
    pub going: Vec<RowKey>,
    /// Lines that only make room for others.
    pub following: Vec<RowKey>,
    /// Operations the user may give up.
    pub parked: Vec<OperationKey>,
    /// Of these, those the service refused: sent again when sent.
    pub refused: Vec<OperationKey>,
}

impl DrawerRow<'_> {
    /// What names its row: a line may have two changes, an update and a decision.
    pub fn name(&self) -> String {
        let what = match self {
            Self::Change(change) => change.kind as u8,
            Self::Parked(..) | Self::Order(_) => 0,
        };
        let of = match self {
            Self::Change(change) => named(change.row.as_ref()),
            Self::Parked(..) | Self::Order(_) => self.key(),
        };
        format!("{what} {of}")
    }

    /// What names its tick: a line goes with all its changes, and a merge with all its lines.
    pub fn key(&self) -> String {
        match self {
            Self::Change(change) => named(change.merge.as_ref().or(change.row.as_ref())),
            Self::Parked(row, _) => format!("op:{}", row.key),
            Self::Order(_) => ORDER.to_owned(),
        }
    }

    /// The number of its line.
    fn number(&self) -> Option<u32> {
        match self {
            Self::Change(change) => change.number,
            Self::Parked(_, number) => *number,
            Self::Order(_) => None,
        }
    }

    /// Whether it is ticked at first: whatever goes by itself.
    fn is_going(&self) -> bool {
        match self {
            Self::Change(change) => goes(&change.stand),
            Self::Parked(..) => false,
            Self::Order(_) => true,
        }
    }

    /// Whether it is ticked, where the user turned these around.
    pub fn is_ticked(&self, turned: &[String]) -> bool {
        self.is_going() != turned.contains(&self.key())
    }
}

/// What names the tick of the lines that only make room for others.
const ORDER: &str = "order";

/// Whether the tick of a change is set.
pub fn is_sent(change: &PlannedChange, turned: &[String]) -> bool {
    match change.follows {
        true => DrawerRow::Order(1).is_ticked(turned),
        false => DrawerRow::Change(change).is_ticked(turned),
    }
}

/// The lines whose tick was turned around; `order`: those that only make room for others.
pub fn turned_rows(order: &[RowKey], turned: &[String]) -> Vec<RowKey> {
    let named = turned.iter().filter_map(|key| key.parse().ok());
    let is_turned = turned.iter().any(|key| key == ORDER);
    named.chain(order.iter().filter(|_| is_turned).cloned()).collect()
}

/// What a row of this name is about: a line, or an operation.
pub fn about(name: &str) -> &str {
    name.split_once(' ').map_or(name, |(_, key)| key)
}

fn named(row: Option<&RowKey>) -> String {
    row.map_or_else(String::new, RowKey::to_string)
}

/// How many lines go with a change because they are merged; `None` where none does.
pub fn merged_lines(changes: &[PlannedChange], change: &PlannedChange) -> Option<u32> {
    let merge = change.merge.as_ref()?;
    let parts = changes.iter().filter(|other| other.merge.as_ref() == Some(merge));
    let lines: BTreeSet<_> = parts.filter_map(|part| part.row.as_ref()).collect();
    u32::try_from(lines.len()).ok().filter(|lines| *lines > 1)
}

/// Whether a change goes when all are sent.
pub fn goes(stand: &ChangeStand) -> bool {
    matches!(stand, ChangeStand::Ready | ChangeStand::Look(_))
}

/// All entries in the order of the lines: what was not sent, and what waits for the user; last what is
/// about no line.
pub fn entries<'a>(changes: &'a Changes, parked: &'a [OperationRow]) -> Vec<DrawerRow<'a>> {
    let number = |row: &OperationRow| {
        changes.waiting.iter().find(|(key, _)| *key == row.key).map(|(_, number)| *number)
    };
    let parked = parked.iter().filter(|row| row.movement.is_some());
    let parked = parked.map(|row| DrawerRow::Parked(row, number(row)));
    let own = changes.changes.iter().filter(|change| !change.follows).map(DrawerRow::Change);
    let mut all: Vec<_> = own.chain(parked).collect();
    all.sort_by_key(|entry| entry.number().unwrap_or(u32::MAX));
    let following = following(changes).count();
    if following > 0 {
        all.push(DrawerRow::Order(u32::try_from(following).unwrap_or(u32::MAX)));
    }
    all
}

/// Lines that only make room for others.
pub fn following(changes: &Changes) -> impl Iterator<Item = &RowKey> {
    changes.changes.iter().filter(|change| change.follows).filter_map(|change| change.row.as_ref())
}

/// What of it is ticked.
pub fn ticked(changes: &Changes, entries: &[DrawerRow<'_>], turned: &[String]) -> Ticked {
    let mut ticked = Ticked::default();
    for entry in entries.iter().filter(|entry| entry.is_ticked(turned)) {
        match entry {
            DrawerRow::Change(change) => {
                let Some(row) = &change.row else { continue };
                add(&mut ticked.rows, row);
                if goes(&change.stand) {
                    add(&mut ticked.going, row);
                }
            }
            DrawerRow::Parked(row, _) => match row.state {
                OperationState::Stuck(_) => {
                    ticked.parked.push(row.key);
                    ticked.refused.push(row.key);
                }
                OperationState::Conflict(_) => ticked.parked.push(row.key),
                // Whether it was done must be said first.
                _ => {}
            },
            DrawerRow::Order(_) => ticked.following.extend(following(changes).cloned()),
        }
    }
    ticked
}

/// A line may have several changes; it is named once.
fn add(rows: &mut Vec<RowKey>, row: &RowKey) {
    if rows.last() != Some(row) {
        rows.push(row.clone());
    }
}

/// How many instructions of the changes go.
pub fn instructions(changes: &[PlannedChange], turned: &[String]) -> u32 {
    let going = changes.iter().filter(|change| goes(&change.stand) && is_sent(change, turned));
    let count = |change: &PlannedChange| entries_of(&change.instructions);
    u32::try_from(going.map(count).sum::<usize>()).unwrap_or(u32::MAX)
}

/// Every product that goes instead travels as an entry of its own.
fn entries_of(instructions: &[LineChange]) -> usize {
    let of = |change: &LineChange| match change {
        LineChange::Substitute { with, .. } => with.len(),
        _ => 1,
    };
    instructions.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use contract::{EditProblem, Operation, Reason};
    use serde_json::json;

    use super::*;

    fn change(row: &str, stand: ChangeStand) -> PlannedChange {
        let change = json!({
            "row": row, "number": 1, "product": null, "kind": "cancel", "header": null,
            "instructions": [{ "cancel": { "item": "i", "reason_code": "STOCKOUT" } }],
            "before": null, "after": null, "stand": "ready",
        });
        PlannedChange { stand, ..serde_json::from_value(change).unwrap() }
    }

    fn parked(n: u128, state: OperationState) -> OperationRow {
        OperationRow {
            key: OperationKey(uuid::Uuid::from_u128(n)),
            movement: Some(contract::MovementKey(uuid::Uuid::nil())),
            title: String::new(),
            operation: Operation::CreateCategory { name: String::new() },
            line: None,
            header: None,
            merge: None,
            state,
            kept: chrono::DateTime::UNIX_EPOCH,
            attempts: 1,
            undo: None,
        }
    }

    fn changes() -> Changes {
        all(vec![
            change("l:a", ChangeStand::Ready),
            change("l:b", ChangeStand::Look(EditProblem::Duplicate(1))),
            change("l:c", ChangeStand::Blocked(EditProblem::NoReason)),
            change("l:d", ChangeStand::Proposed),
            change("l:e", ChangeStand::Elsewhere),
        ])
    }

    fn all(changes: Vec<PlannedChange>) -> Changes {
        Changes { changes, ..Changes::default() }
    }

    fn keys(rows: &[RowKey]) -> Vec<String> {
        rows.iter().map(RowKey::to_string).collect()
    }

    #[test]
    fn what_goes_by_itself_is_ticked_and_nothing_else() {
        let changes = changes();
        let refused = [parked(1, OperationState::Stuck(Reason::Gone.into()))];
        let ticked = ticked(&changes, &entries(&changes, &refused), &[]);
        assert_eq!(keys(&ticked.rows), ["l:a", "l:b"]);
        assert_eq!(keys(&ticked.going), ["l:a", "l:b"]);
        assert_eq!((ticked.parked.len(), ticked.refused.len()), (0, 0));
        assert_eq!(instructions(&changes.changes, &[]), 2);
    }

    #[test]
    fn a_tick_turned_around_leaves_out_or_takes_in() {
        let changes = changes();
        let waiting = [
            parked(1, OperationState::Stuck(Reason::Gone.into())),
            parked(2, OperationState::Conflict(Vec::new())),
            parked(3, OperationState::Unknown(contract::Question::Picked)),
        ];
        let mut turned: Vec<String> = ["l:a", "l:c", "l:d"].map(String::from).into();
        turned.extend(waiting.iter().map(|row| DrawerRow::Parked(row, None).key()));
        let ticked = ticked(&changes, &entries(&changes, &waiting), &turned);
        assert_eq!(keys(&ticked.rows), ["l:b", "l:c", "l:d"]);
        assert_eq!(keys(&ticked.going), ["l:b"], "what cannot go does not, ticked or not");
        assert_eq!((ticked.parked.len(), ticked.refused.len()), (2, 1), "unknown ones stay");
        assert_eq!(instructions(&changes.changes, &turned), 1);
    }

    #[test]
    fn a_line_with_two_changes_is_named_once() {
        let twice = all(vec![change("l:a", ChangeStand::Ready); 2]);
        assert_eq!(keys(&ticked(&twice, &entries(&twice, &[]), &[]).going), ["l:a"]);
        assert_eq!(instructions(&twice.changes, &[]), 2);
    }

    #[test]
    fn lines_that_make_room_for_another_are_one_entry_with_one_tick() {
        let follows =
            |row: &str| PlannedChange { follows: true, ..change(row, ChangeStand::Ready) };
        let moved = all(vec![change("l:a", ChangeStand::Ready), follows("l:b"), follows("l:c")]);
        let shown = entries(&moved, &[]);
        assert_eq!(shown[1..], [DrawerRow::Order(2)]);
        let all = ticked(&moved, &shown, &[]);
        assert_eq!((keys(&all.going), keys(&all.following)), (vec!["l:a".into()], keys_of(&moved)));
        assert_eq!(instructions(&moved.changes, &[]), 3, "all of them are sent");
        let turned = [ORDER.to_owned()];
        assert_eq!(keys(&turned_rows(&all.following, &turned)), ["l:b", "l:c"]);
        assert_eq!(instructions(&moved.changes, &turned), 1);
    }

    fn keys_of(changes: &Changes) -> Vec<String> {
        following(changes).map(RowKey::to_string).collect()
    }

    #[test]
    fn a_row_is_named_by_what_it_changes_and_ticked_with_its_line() {
        let cancel = change("l:a b", ChangeStand::Ready);
        let update = PlannedChange { kind: contract::ChangeKind::Update, ..cancel.clone() };
        let names =
            [DrawerRow::Change(&cancel), DrawerRow::Change(&update)].map(|entry| entry.name());
        assert_ne!(names[0], names[1]);
        assert_eq!(names.each_ref().map(|name| about(name)), ["l:a b", "l:a b"]);
    }

    #[test]
    fn the_lines_of_a_merge_have_one_tick_and_each_its_own_name() {
        let part = |row: &str| PlannedChange {
            merge: "l:a".parse().ok(),
            ..change(row, ChangeStand::Ready)
        };
        let changes =
            all(vec![part("l:a"), change("l:b", ChangeStand::Ready), part("l:c"), part("l:c")]);
        let shown = entries(&changes, &[]);
        let names: Vec<_> = shown.iter().map(DrawerRow::name).collect();
        assert_eq!([&names[0], &names[2]].map(|name| about(name)), ["l:a", "l:c"]);
        let turned = [shown[2].key()];
        assert_eq!(keys(&ticked(&changes, &shown, &turned).going), ["l:b"]);
        assert_eq!(keys(&turned_rows(&[], &turned)), ["l:a"]);
        assert_eq!(instructions(&changes.changes, &turned), 1);
        let lines = |at: usize| merged_lines(&changes.changes, &changes.changes[at]);
        assert_eq!([lines(0), lines(1), lines(2)], [Some(2), None, Some(2)]);
        let alone = all(vec![part("l:a")]);
        assert_eq!(merged_lines(&alone.changes, &alone.changes[0]), None, "the other is sent");
    }

    #[test]
    fn what_was_refused_stands_at_its_line() {
        let of_line = |row: &str, number: u32| PlannedChange {
            number: Some(number),
            ..change(row, ChangeStand::Ready)
        };
        let stuck = |n: u128| parked(n, OperationState::Stuck(Reason::Gone.into()));
        let refused = [stuck(1), stuck(2)];
        let waiting = vec![(refused[1].key, 3)];
        let changes = Changes { waiting, ..all(vec![of_line("l:a", 2), of_line("l:b", 7)]) };
        let names = entries(&changes, &refused);
        let names: Vec<_> = names.iter().map(DrawerRow::key).collect();
        let (first, second) = (format!("op:{}", refused[0].key), format!("op:{}", refused[1].key));
        assert_eq!(names, ["l:a", &second, "l:b", &first], "last what is about no line");
    }
}
