//! Beginning a walk, from the list of what is to be picked and from a movement: whoever picks one of the movements
//! at another station is told of first.

use contract::{BeginWalk, Failure, ListPickedElsewhere, MovementKey, WalkElsewhere, WalkMovement};
use leptos::prelude::*;

use crate::components::{AskFoot, Sheet};
use crate::data::query::{Sending, use_command};
use crate::effect::memo;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::navigation::{Route, Tabs, use_tabs};
use crate::wording::format::{Format, use_format};

/// Begins walks.
#[derive(Clone, Copy)]
pub struct WalkStarter {
    /// What is to be begun, while it is asked whether it is.
    wanted: RwSignal<Vec<MovementKey>>,
    /// Those of them that somebody picks at another station.
    asking: RwSignal<Vec<WalkMovement>>,
    looking: Sending<ListPickedElsewhere>,
    sending: Sending<BeginWalk>,
    begun: Callback<Vec<MovementKey>>,
    tabs: Tabs,
    i18n: I18n,
    format: Format,
}

impl WalkStarter {
    /// Nothing is begun; `begun` is told with which movements a walk was.
    pub fn start(begun: Callback<Vec<MovementKey>>) -> Self {
        Self {
            wanted: RwSignal::new(Vec::new()),
            asking: RwSignal::new(Vec::new()),
            looking: use_command(),
            sending: use_command(),
            begun,
            tabs: use_tabs(),
            i18n: use_i18n(),
            format: use_format(),
        }
    }

    /// Begins a walk with movements, or goes on with the one that a single movement is in.
    pub fn begin(self, movements: Vec<MovementKey>) {
        if self.busy().get_untracked() || movements.is_empty() {
            return;
        }
        let request = ListPickedElsewhere { movements: movements.clone() };
        self.looking.send(request, move |elsewhere| match elsewhere.is_empty() {
            true => self.go(movements),
            false => {
                self.wanted.set(movements);
                self.asking.set(elsewhere);
            }
        });
    }

    fn go(self, movements: Vec<MovementKey>) {
        let begun = movements.clone();
        self.sending.send(BeginWalk { key: None, movements }, move |walk| {
            self.begun.run(begun);
            self.tabs.open(Route::Walk(walk));
        });
    }

    /// Whether one is being begun.
    pub fn busy(self) -> Signal<bool> {
        Signal::derive(move || self.looking.busy.get() || self.sending.busy.get())
    }

    /// Why the last one was not.
    pub fn failure(self) -> Option<Failure> {
        self.looking.failure.get().or_else(|| self.sending.failure.get())
    }
}

/// Who has a movement, in the list.
pub fn tag(i18n: I18n, walk: &WalkElsewhere) -> String {
    match walk.on_hold {
        Some(_) => say!(i18n, to_pick.elsewhere_on_hold, name = walk.by),
        None => say!(i18n, to_pick.elsewhere, name = walk.by),
    }
}

/// How far somebody is, and what was noted.
pub fn stand(i18n: I18n, format: Format, walk: &WalkElsewhere) -> String {
    let (name, time, stand) = (&walk.by, format.moment(walk.at), walk.stand);
    let far = match stand.tasks {
        0 => say!(i18n, to_pick.elsewhere_begun, name = name, time = time),
        tasks => {
            let (done, all) = (format.number(stand.done), format.number(tasks));
            say!(i18n, to_pick.elsewhere_far, name = name, done = done, all = all, time = time)
        }
    };
    let unsent = (stand.unsent > 0).then(|| {
        let number = format.number(stand.unsent);
        say!(i18n, to_pick.elsewhere_unsent, count = stand.unsent, number = number)
    });
    let note = walk.on_hold.as_deref().map(|note| match note.trim() {
        "" => say!(i18n, walk.on_hold).to_owned(),
        note => say!(i18n, walk.on_hold_for, note = note),
    });
    [Some(far), unsent, note].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What names a movement.
pub fn movement_name(movement: &WalkMovement) -> String {
    let parts = [movement.identifier.as_deref(), movement.name.as_deref()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Asks whether movements are to be picked here, too, that somebody picks at another station.
#[component]
pub fn PickTooSheet(starter: WalkStarter) -> impl IntoView {
    let (i18n, format) = (starter.i18n, starter.format);
    let is_open = memo(move || starter.asking.with(|asking| !asking.is_empty()));
    let close = Callback::new(move |()| starter.asking.set(Vec::new()));
    let both = move |()| {
        close.run(());
        starter.go(starter.wanted.get_untracked());
    };
    let one = move |movement: WalkMovement| {
        let told = movement.elsewhere.as_ref().map(|walk| stand(i18n, format, walk));
        view! {
            <li>
                <strong>{movement_name(&movement)}</strong>
                <span>{told}</span>
            </li>
        }
    };
    move || {
        // Enter alone does nothing: it may have been pressed twice, or sent by a scanner.
        is_open.get().then(|| {
            view! {
                <Sheet
                    title=text!(i18n, to_pick.too_title)
                    lead=text!(i18n, to_pick.too_text)
                    on_close=close
                    from_top=true
                    testid="pick-too-sheet"
                >
                    <div class="sheet-body">
                        <ul class="pick-too">
                            {starter.asking.get_untracked().into_iter().map(one).collect_view()}
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
