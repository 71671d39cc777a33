//! Heads of groups among the rows of a list, and which groups are folded.

use contract::GroupKey;
use leptos::prelude::*;

use crate::components::grid::Row;
use crate::i18n::I18n;
use crate::wording::format::Format;
use crate::wording::words;

/// The groups whose rows are left out.
#[derive(Clone, Copy, Default)]
pub struct FoldedGroups(RwSignal<Vec<GroupKey>>);

impl FoldedGroups {
    /// Which ones.
    pub fn get(self) -> Vec<GroupKey> {
        self.0.get()
    }

    /// Folds none of them any more: other groups stand there.
    pub fn unfold(self) {
        self.0.set(Vec::new());
    }

    /// Folds or unfolds the group of this name.
    pub fn fold(self, name: &str) {
        self.0.update(|folded| {
            let before = folded.len();
            folded.retain(|key| group_name(key) != name);
            if folded.len() == before
                && let Ok(key) = crate::json::read(name.as_bytes())
            {
                folded.push(key);
            }
        });
    }
}

/// The name of a group among the rows, and back again.
pub fn group_name(key: &GroupKey) -> String {
    serde_json::to_string(key).unwrap_or_default()
}

/// The head of a group of so many rows.
pub fn group_head(i18n: I18n, format: Format, key: &GroupKey, rows: u32, folded: bool) -> Row {
    let (name, beside) = words::group(i18n, format, key);
    let rows = format.number(rows);
    let beside = beside.map_or(rows.clone(), |beside| format!("{rows} · {beside}"));
    Row::group(group_name(key), name, beside, folded)
}

#[cfg(test)]
mod tests {
    use contract::MovementKey;

    use super::*;

    #[test]
    fn a_group_is_named_and_read_back() {
        let name = GroupKey::Name("Theatre block A".into());
        let key = MovementKey(uuid::Uuid::nil());
        let identifier = Some("483ZSA".into());
        let movement = GroupKey::Movement { key, identifier, name: None };
        for key in [name, GroupKey::None, GroupKey::Proposals(Box::new(movement))] {
            let read: GroupKey = crate::json::read(group_name(&key).as_bytes()).unwrap();
            assert_eq!(read, key);
        }
    }
}
