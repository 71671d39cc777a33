//! What waits: one entry for each kind, with how many, what it is about, and since when. A press leads to it.

use contract::{MovementRef, OnlyReview, ReviewFilter, Waiting, WaitingKind};
use leptos::prelude::*;

use super::state::HomeState;
use crate::components::{Bones, Icon, Show, each};
use crate::effect::memo;
use crate::i18n::{I18n, say, text};
use crate::navigation::{Route, SearchTarget, Section, bring_to_front};

/// What waits.
#[component]
pub fn Waits(page: HomeState) -> impl IntoView {
    let (i18n, view) = (page.i18n, page.view);
    let waits = memo(move || view.reply.with(|view| view.as_ref().map(|view| view.waits.clone())));
    let nothing = move || waits.with(|waits| waits.as_ref().is_some_and(Vec::is_empty));
    view! {
        <h2 id="home-waits">{text!(i18n, home.waiting)}</h2>
        <Show when=move || waits.with(Option::is_none) && view.failure.with(Option::is_none)>
            <Bones />
        </Show>
        <Show when=nothing>
            <p class="wait-none" data-testid="home-nothing">{text!(i18n, home.nothing)}</p>
        </Show>
        <ul class="waits" data-testid="home-waits">
            {each(
                move || waits.get().unwrap_or_default(),
                |waiting| name(waiting.kind).to_owned(),
                move |waiting| view! { <Entry page first=waiting /> }.into_any(),
            )}
        </ul>
    }
}

/// One kind. It stays where it is while its numbers change.
#[component]
fn Entry(page: HomeState, first: Waiting) -> impl IntoView {
    let (i18n, format, kind) = (page.i18n, page.format, first.kind);
    let now = memo(move || {
        let found = page.view.reply.with(|view| {
            let waits = view.as_ref()?.waits.iter();
            waits.into_iter().find(|waiting| waiting.kind == kind).cloned()
        });
        found.unwrap_or_else(|| first.clone())
    });
    let about = move || {
        let waiting = now.get();
        let more = (waiting.more > 0).then(|| {
            let number = format.number(waiting.more);
            say!(i18n, home.and_more, count = waiting.more, number = number)
        });
        waiting.about.into_iter().chain(more).collect::<Vec<_>>().join(", ")
    };
    let age = move || {
        let since = now.with(|waiting| waiting.since);
        since.map(|since| say!(i18n, connection.since, time = format.moment(since)))
    };
    let (tone, symbol) = drawn(kind);
    let (letter, class) = symbol.unwrap_or_default();
    view! {
        <li>
            <button
                type="button"
                class=format!("wait {tone}")
                data-entry=""
                data-testid=format!("home-{}", name(kind))
                on:click=move |_| bring_to_front(|| page.go_to(&now.get_untracked()))
            >
                <span class="wait-n num">{move || format.number(now.with(|it| it.count))}</span>
                " "
                <span class="wait-t">
                    <span>
                        {(!letter.is_empty()).then(|| view! {
                            <span class=format!("sym {class}") aria-hidden="true">{letter}</span>
                        })}
                        {move || words(i18n, kind)}
                    </span>
                    " "
                    <span class="wait-s" dir="auto">{about}</span>
                </span>
                " "
                <span class="wait-a num">{age}</span>
                <Icon name="chevron-right" class="icon icon-sm icon-dir" />
            </button>
        </li>
    }
}

impl HomeState {
    /// Goes to what waits.
    fn go_to(self, waiting: &Waiting) {
        use WaitingKind::{
            Conflict, Decided, Mine, New, OnHold, Picks, Proposals, Question, Refused, Unsent,
        };
        let tabs = self.tabs;
        let review = |only| {
            let filter = ReviewFilter { only, ..ReviewFilter::default() };
            tabs.seek(Section::Review, SearchTarget::Review(Box::new(filter)));
        };
        match (waiting.kind, waiting.movement) {
            (Refused | Conflict | Question, _) => {
                tabs.seek(Section::History, SearchTarget::Problems);
            }
            (Unsent, Some(movement)) => tabs.open(Route::Movement(MovementRef::Key(movement))),
            (Unsent, None) => tabs.open(Route::History),
            (Proposals, _) => review(OnlyReview::ToDecide),
            (Decided, _) => review(OnlyReview::Decided),
            (Picks | OnHold, _) => tabs.open(Route::Pick),
            (kind @ (New | Mine), _) => {
                let me = self.view.reply.with_untracked(|view| view.as_ref()?.me.clone());
                let by = me.filter(|_| kind == Mine);
                let days = kind.days().unwrap_or_default();
                let target = SearchTarget::Requested { days, by, to: None };
                tabs.seek(Section::Movements, target);
            }
        }
    }
}

/// How it is drawn: its colour, and the symbol that stands for it elsewhere in the window.
fn drawn(kind: WaitingKind) -> (&'static str, Option<(&'static str, &'static str)>) {
    match kind {
        WaitingKind::Refused => ("wait-red", Some(("!", "sym-refused"))),
        WaitingKind::Conflict | WaitingKind::Question => ("wait-amber", Some(("?", "sym-changed"))),
        WaitingKind::Unsent => ("wait-ink", Some(("~", "sym-local"))),
        _ => ("", None),
    }
}

fn words(i18n: I18n, kind: WaitingKind) -> &'static str {
    match kind {
        WaitingKind::Refused => say!(i18n, home.refused),
        WaitingKind::Conflict => say!(i18n, home.conflict),
        WaitingKind::Question => say!(i18n, home.question),
        WaitingKind::Unsent => say!(i18n, home.unsent),
        WaitingKind::Proposals => say!(i18n, home.proposals),
        WaitingKind::Decided => say!(i18n, home.decided),
        WaitingKind::Picks => say!(i18n, home.picks),
        WaitingKind::OnHold => say!(i18n, home.on_hold),
        WaitingKind::New => say!(i18n, home.new),
        WaitingKind::Mine => say!(i18n, home.mine),
    }
}

fn name(kind: WaitingKind) -> &'static str {
    match kind {
        WaitingKind::Refused => "refused",
        WaitingKind::Conflict => "conflict",
        WaitingKind::Question => "question",
        WaitingKind::Unsent => "unsent",
        WaitingKind::Proposals => "proposals",
        WaitingKind::Decided => "decided",
        WaitingKind::Picks => "picks",
        WaitingKind::OnHold => "on-hold",
        WaitingKind::New => "new",
        WaitingKind::Mine => "mine",
    }
}
