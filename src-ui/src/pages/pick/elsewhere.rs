//! What somebody picks at another station: how it is told in the list, and the question before it is picked here,
//! too.

use contract::{MovementKey, ToPickRow, WalkElsewhere};
use leptos::prelude::*;

use super::WalkChoice;
use crate::components::{AskFoot, Sheet};
use crate::effect::memo;
use crate::i18n::{I18n, say, text};
use crate::wording::format::Format;

/// Who has a movement, in the list.
pub fn tag(i18n: I18n, walk: &WalkElsewhere) -> String {
    match walk.on_hold {
        Some(_) => say!(i18n, to_pick.elsewhere_on_hold, name = walk.by),
        None => say!(i18n, to_pick.elsewhere, name = walk.by),
    }
}

/// How far somebody is, and what was noted.
pub fn stand(i18n: I18n, format: Format, walk: &WalkElsewhere) -> String {
    let (done, all) = (format.number(walk.stand.done), format.number(walk.stand.tasks));
    let (name, time) = (&walk.by, format.moment(walk.at));
    let far = say!(i18n, to_pick.elsewhere_far, name = name, done = done, all = all, time = time);
    let unsent = (walk.stand.unsent > 0).then(|| {
        let number = format.number(walk.stand.unsent);
        say!(i18n, to_pick.elsewhere_unsent, count = walk.stand.unsent, number = number)
    });
    let note = walk.on_hold.as_deref().map(|note| match note.trim() {
        "" => say!(i18n, walk.on_hold).to_owned(),
        note => say!(i18n, walk.on_hold_for, note = note),
    });
    [Some(far), unsent, note].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Asks whether movements are to be picked here, too, that somebody picks at another station.
#[component]
pub(super) fn PickTooSheet(choice: WalkChoice) -> impl IntoView {
    let (i18n, format) = (choice.i18n, choice.format);
    let is_open = memo(move || choice.asking.with(|asking| !asking.is_empty()));
    let close = Callback::new(move |()| choice.asking.set(Vec::new()));
    let both = move |()| {
        let movements = choice.asking.get_untracked();
        close.run(());
        choice.begin(movements);
    };
    let one = move |(row, walk): (ToPickRow, WalkElsewhere)| {
        let names = [row.identifier, row.name].into_iter().flatten().collect::<Vec<_>>().join(" ");
        view! {
            <li>
                <strong>{names}</strong>
                <span>{stand(i18n, format, &walk)}</span>
            </li>
        }
    };
    move || {
        is_open.get().then(|| {
            view! {
                <Sheet
                    title=text!(i18n, to_pick.too_title)
                    lead=text!(i18n, to_pick.too_text)
                    on_close=close
                    testid="pick-too-sheet"
                >
                    <div class="sheet-body">
                        <ul class="pick-too">
                            {untrack(|| choice.elsewhere(&choice.asking.get()))
                                .into_iter()
                                .map(one)
                                .collect_view()}
                        </ul>
                    </div>
                    <AskFoot
                        back=text!(i18n, to_pick.too_cancel)
                        on_back=close
                        act=text!(i18n, to_pick.too_begin)
                        on_act=both
                        testids=("pick-too-cancel", "pick-too-begin")
                    />
                </Sheet>
            }
        })
    }
}

impl WalkChoice {
    /// Those among movements that somebody picks at another station.
    pub(super) fn elsewhere(self, movements: &[MovementKey]) -> Vec<(ToPickRow, WalkElsewhere)> {
        let rows = movements.iter().filter_map(|key| self.rows.find(|row| row.key == *key));
        rows.filter_map(|row| Some((row.clone(), row.elsewhere?))).collect()
    }
}
