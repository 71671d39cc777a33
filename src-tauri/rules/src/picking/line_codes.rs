//! Codes of the lines of a printed pick list. Each is made of what its task is of, so that it is the same after every
//! reading, after a restart and at another station: our own name of the movement, which no other station knows, is
//! no part of it. Pure.

use blake3::Hasher;
use contract::{LINE_CODE_DIGITS, LINE_CODE_MARK, PickTask};

/// So many codes there are.
const ALL: u64 = 1_000_000_000_000;

/// The code of a task's line; a pick that was made has that of the task it was made of.
pub fn line_code(task: &PickTask) -> String {
    let item = task.inventory_item.as_deref().unwrap_or_default();
    code(task, item, task.bin.as_ref().map_or("", |bin| bin.id.as_str()))
}

/// The code that its line had while it was not known what to take, and where.
pub fn code_without_lot(task: &PickTask) -> String {
    code(task, "", "")
}

/// Of a line several products may go: each has codes of its own. An item's number is another one before the
/// service's rows are read, its product is the same.
fn code(task: &PickTask, item: &str, bin: &str) -> String {
    let mut hasher = Hasher::new();
    for name in [task.line.as_str(), task.product.id.as_str(), item, bin] {
        hasher.update(name.as_bytes()).update(&[0]);
    }
    let mut first = [0; 8];
    hasher.finalize_xof().fill(&mut first);
    let number = u64::from_le_bytes(first) % ALL;
    format!("{LINE_CODE_MARK}{number:0LINE_CODE_DIGITS$}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use contract::{MovementKey, is_line_code};
    use uuid::Uuid;

    use super::*;
    use crate::picking::scene::{Scene, line, row};

    fn codes(scene: &Scene) -> Vec<String> {
        scene.tasks().into_iter().map(|task| task.line_code).collect()
    }

    #[test]
    fn two_thousand_lines_have_a_code_each_that_is_short() {
        let ids: Vec<_> = (0..2_000).map(|at| format!("line-{at}")).collect();
        let rows = ids.iter().map(|id| row(id, &[("v1", "A-1", 1_000_000)])).collect();
        let lines = ids.iter().zip(1..).map(|(id, place)| line(id, "A", 2, place * 100)).collect();
        let codes = codes(&Scene::of(lines, Some(rows)));
        assert!(codes.iter().all(|code| code.len() == 14 && is_line_code(code)), "{codes:?}");
        assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), 2_000);
    }

    #[test]
    fn paper_of_today_is_scanned_by_versions_to_come() {
        // The codes of two bins of a line: whoever changes them makes printed lists worthless.
        assert_eq!(codes(&Scene::split()), ["SH899810687947", "SH123604821430"]);
    }

    #[test]
    fn a_code_stays_whatever_is_entered_and_wherever_it_is_read() {
        let mut scene = Scene::split();
        let before = codes(&scene);
        scene.enter(0, 30);
        assert_eq!(codes(&scene), before);
        let task = scene.tasks().remove(0);
        // Another station has a name of its own for the movement, and another walk.
        let there = PickTask {
            id: "other".into(),
            movement: MovementKey(Uuid::from_u128(2)),
            place: 4,
            number: 7,
            ..task.clone()
        };
        assert_eq!(line_code(&there), line_code(&task));
        let elsewhere = PickTask { bin: None, ..task.clone() };
        assert_ne!(line_code(&elsewhere), line_code(&task));
    }

    #[test]
    fn what_is_no_code_of_a_line_is_known_by_its_form() {
        assert!(is_line_code("SH060136147086") && is_line_code("sh000000000000"));
        let others =
            ["SH06013614708", "SH0601361470861", "SK060136147086", "SH-NEXT", "S", "", "é1"];
        assert!(!others.into_iter().any(is_line_code));
        assert!(!is_line_code("SH06013614708a") && !is_line_code("SH06013614708²"));
    }
}
