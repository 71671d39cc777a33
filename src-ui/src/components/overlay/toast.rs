//! Toasts: what was just done, for eight seconds, longer while the pointer or the focus is on them.
//! Never for errors, which stay where they happened.

use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;

use crate::components::{Button, Icon, Size, each};
use crate::i18n::{text, use_i18n};
use crate::keys::{Keys, use_keys};

/// How long a toast stays.
const STAYS: Duration = Duration::from_secs(8);

/// What a toast offers to do. It outlives the page it comes from.
#[derive(Clone)]
struct Offer {
    word: Word,
    run: Arc<dyn Fn() + Send + Sync>,
}

/// What is on the button of an offer.
#[derive(Clone, Copy)]
enum Word {
    Undo,
    Open,
}

#[derive(Clone)]
struct Toast {
    number: u32,
    icon: &'static str,
    text: String,
    offer: Option<Offer>,
    /// The tab it is about.
    tab: u32,
    /// It was said while a sheet was open, and nothing is to be pressed. Others wait until that is closed:
    /// they would lie over it.
    of_sheet: bool,
}

/// The window's toasts; found by `expect_context::<Toasts>()`.
#[derive(Clone, Copy)]
pub struct Toasts {
    shown: RwSignal<Vec<Toast>>,
    held: RwSignal<bool>,
    next: StoredValue<u32>,
    keys: Keys,
}

impl Toasts {
    /// Makes the place for toasts. Called once, by the app.
    pub fn start() -> Self {
        let toasts = Self {
            shown: RwSignal::new(Vec::new()),
            held: RwSignal::new(false),
            next: StoredValue::new(0),
            keys: use_keys(),
        };
        provide_context(toasts);
        toasts
    }

    /// Says what was done.
    pub fn say(self, text: String) {
        self.show("check", text, None);
    }

    /// Says why nothing was done, or not all.
    pub fn tell(self, text: String) {
        self.show("triangle-alert", text, None);
    }

    /// Says what was done, and takes it back at a press. The page may be gone by then: `undo` uses
    /// only what the window owns.
    pub fn offer_undo(self, text: String, undo: impl Fn() + Send + Sync + 'static) {
        self.show("check", text, Some(Offer { word: Word::Undo, run: Arc::new(undo) }));
    }

    /// Says what needs a look, and opens it at a press. As with undo, the page may be gone by then.
    pub fn offer_open(self, text: String, open: impl Fn() + Send + Sync + 'static) {
        let offer = Offer { word: Word::Open, run: Arc::new(open) };
        self.show("triangle-alert", text, Some(offer));
    }

    /// Takes all away: what was said to one user is not for the next.
    pub fn clear(self) {
        self.shown.set(Vec::new());
    }

    fn show(self, icon: &'static str, text: String, offer: Option<Offer>) {
        self.next.update_value(|next| *next = next.wrapping_add(1));
        let number = self.next.get_value();
        self.shown.update(|shown| {
            // Said again, it stands there once, and stays longer.
            shown.retain(|toast| toast.offer.is_some() || toast.text != text);
            let tab = untrack(|| self.keys.tab());
            let of_sheet = offer.is_none() && untrack(|| self.keys.sheet_is_open());
            shown.push(Toast { number, icon, text, offer, tab, of_sheet });
        });
        self.expire(number);
    }

    fn expire(self, number: u32) {
        set_timeout(
            move || {
                if self.held.get_untracked() || untrack(|| self.waits(number)) {
                    self.expire(number);
                } else {
                    self.take_away(number);
                }
            },
            STAYS,
        );
    }

    /// The one on top. What was done in another tab is over with it; what offers something stays.
    fn top(self) -> Option<Toast> {
        let (tab, under_sheet) = (self.keys.tab(), self.keys.sheet_is_open());
        let is_here = |toast: &&Toast| {
            (toast.offer.is_some() || toast.tab == tab) && (toast.of_sheet || !under_sheet)
        };
        self.shown.with(|all| all.iter().rev().find(is_here).cloned())
    }

    /// Whether it is to be shown once the sheet over it is closed.
    fn waits(self, number: u32) -> bool {
        let is_under = |toast: &Toast| toast.number == number && !toast.of_sheet;
        self.keys.sheet_is_open() && self.shown.with(|all| all.iter().any(is_under))
    }

    fn take_away(self, number: u32) {
        self.shown.update(|shown| shown.retain(|toast| toast.number != number));
    }
}

/// Where toasts are drawn; once in the window.
#[component]
pub fn ToastPlace() -> impl IntoView {
    let i18n = use_i18n();
    let toasts = expect_context::<Toasts>();
    let hold = move |held: bool| toasts.held.set(held);
    let button = move |number: u32, offer: Offer| {
        let (label, testid) = match offer.word {
            Word::Undo => (text!(i18n, app.undo), "toast-undo"),
            Word::Open => (text!(i18n, history.open), "toast-open"),
        };
        let press = move |()| {
            toasts.take_away(number);
            // A toast that goes from under the pointer or the focus is left by neither.
            toasts.held.set(false);
            (offer.run)();
        };
        view! { <Button label size=Size::Small on_press=press testid /> }
    };
    let drawn = move |toast: Toast| {
        view! {
            <div class="toast">
                <Icon name=toast.icon />
                // A bare text beside others is not in the tree that is read out.
                <p>{toast.text}</p>
                {toast.offer.map(|offer| button(toast.number, offer))}
            </div>
        }
        .into_any()
    };
    view! {
        <div
            class="toast-place"
            role="status"
            data-region="toasts"
            data-testid="toasts"
            on:pointerenter=move |_| hold(true)
            on:pointerleave=move |_| hold(false)
            on:focusin=move |_| hold(true)
            on:focusout=move |_| hold(false)
        >
            // One at a time: what lies under it comes back when it goes.
            {each(
                move || toasts.top().into_iter().collect::<Vec<_>>(),
                |toast| toast.number.to_string(),
                drawn,
            )}
        </div>
    }
}
