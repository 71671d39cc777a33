//! Of which line of a printed list a code is. Its task is gone to, wherever the picker stands by now: on paper one
//! has been there. Pure.

use contract::{PickTask, ScanFound, is_line_code};

use super::scene::{ScanScene, nothing};
use crate::picking::line_codes::code_without_lot;
use crate::picking::tape::TapeChange;
use crate::search::count_of;

/// What a code does that is of the line of a task; `None` for one that is of none.
pub(super) fn scanned_line(
    code: &str,
    scene: ScanScene<'_>,
) -> Option<(ScanFound, Vec<TapeChange>)> {
    let of_code = |task: &&PickTask| task.line_code.eq_ignore_ascii_case(code);
    let mut fits: Vec<&PickTask> = scene.tasks.iter().filter(of_code).collect();
    // What is left of a line goes before what was picked of it.
    if fits.iter().any(|task| !task.state.is_made()) {
        fits.retain(|task| !task.state.is_made());
    }
    if fits.is_empty() && is_line_code(code) {
        // It was printed before anybody knew where its line lies.
        let is_it = |task: &&PickTask| {
            !task.state.is_made() && code_without_lot(task).eq_ignore_ascii_case(code)
        };
        fits = scene.tasks.iter().filter(is_it).collect();
    }
    match fits.as_slice() {
        [] => None,
        [task] => Some(at_line(task, scene)),
        // Nothing can be entered of any of them.
        [.., last] if last.state.is_made() => Some(at_line(last, scene)),
        several => {
            let is_active = |task: &&&PickTask| Some(&*task.id) == scene.active;
            Some(match several.iter().find(is_active) {
                Some(task) => at_line(task, scene),
                None => {
                    let among = several.iter().map(|task| task.id.clone()).collect();
                    nothing(ScanFound::Several { tasks: count_of(several.len()), among })
                }
            })
        }
    }
}

/// What is said of a code that nothing has.
pub(super) fn unknown(code: &str) -> ScanFound {
    if is_line_code(code) { ScanFound::LineGone } else { ScanFound::Nothing }
}

/// The picker is at a task. Where a bin was scanned before, its own is the one from then on.
fn at_line(task: &PickTask, scene: ScanScene<'_>) -> (ScanFound, Vec<TapeChange>) {
    let is_open = !task.state.is_made();
    let bin = task.bin.as_ref().filter(|_| is_open && !scene.stands_at(task));
    let changes = bin.map(|bin| TapeChange::Bin { bin: bin.id.clone() }).into_iter().collect();
    let PickTask { id, product, bin, depot, state, .. } = task.clone();
    (ScanFound::Line { task: id, product, bin, depot, state }, changes)
}
