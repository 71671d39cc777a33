//! The app: makes what the whole window shares (keys, look, changes, session, toasts), and draws
//! either the sign-in page or the frame with its pages; the sheets lie over both.

use contract::{FirstPainted, Profile};
use leptos::html;
use leptos::prelude::*;

use crate::components::{Layer, Show, Toasts, Tooltips};
use crate::data::outbox::Outbox;
use crate::data::query::{Changes, once, use_command};
use crate::data::session::Session;
use crate::effect::{effect, effect_after, memo};
use crate::frame::Frame;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::{Keys, Scope};
use crate::look::DisplaySettings;
use crate::navigation::Sheets;
use crate::pages::{
    self, ClosingNote, ConflictSheet, IdentitySheet, KeysSheet, LocationSheet, QuestionSheet,
    SettingsSheet, SignInPage, SignInSheet, SignOutSheet,
};

/// What the window shows under its sheets.
#[derive(Clone, PartialEq)]
enum WindowContent {
    /// It begins, or is loaded anew.
    Nothing,
    SignIn,
    /// The pages of this profile.
    Frame(Profile),
}

/// The window.
#[component]
pub fn App() -> impl IntoView {
    I18n::start();
    let keys = Keys::start();
    let look = DisplaySettings::start();
    effect(move || keys.switch_single(look.get().single_keys_off));
    let scanner = memo(move || look.get().scanner);
    effect(move || scanner.with(|scanner| keys.set_scanner(scanner)));
    Changes::start();
    let toasts = Toasts::start();
    let i18n = use_i18n();
    keys.on_unused_scan(move |code| toasts.tell(untrack(|| say!(i18n, app.scanned, code = code))));
    let session = Session::start(look);
    Outbox::start();
    let sheets = Sheets::start();
    bind_keys(keys, look, sheets);
    let profile = memo(move || session.profile());
    // Another profile, or one signed in anew, is another window: tabs and filters are not carried.
    effect_after(move |before: Option<bool>| {
        let somebody = profile.get().is_some();
        sheets.other_service.set(false);
        if before == Some(true) {
            toasts.clear();
        }
        somebody
    });
    // The shell waits to hear that something is on screen: two frames after it was put there.
    let painted = use_command::<FirstPainted>();
    let say_painted = move || painted.send(FirstPainted {}, |_| ());
    once(
        move || session.started.get(),
        move || request_animation_frame(move || request_animation_frame(say_painted)),
    );
    // What was set to what it is already does not draw the frame anew, and lose its tabs.
    let shows = RwSignal::new(WindowContent::Nothing);
    effect(move || {
        let before = shows.get_untracked();
        let now = if !session.started.get() || session.leaves.get() {
            WindowContent::Nothing
        } else if before == WindowContent::SignIn && session.sign_in.busy.get() {
            // Whether that leads anywhere is known when it is answered.
            WindowContent::SignIn
        } else {
            let elsewhere = sheets.other_service.get();
            profile.get().filter(|_| !elsewhere).map_or(WindowContent::SignIn, WindowContent::Frame)
        };
        if now != before {
            shows.set(now);
        }
    });
    let page = move || match shows.get() {
        WindowContent::Nothing => ().into_any(),
        WindowContent::SignIn => view! { <SignInPage /> }.into_any(),
        WindowContent::Frame(profile) => view! {
            <Frame profile page=pages::view palette=pages::palette />
        }
        .into_any(),
    };
    let in_frame = memo(move || shows.with(|shows| matches!(shows, WindowContent::Frame(_))));
    let wanted = memo(move || {
        let wanted = session.is_lost() || sheets.sign_in_again.get();
        session.started.get() && wanted && !sheets.other_service.get()
    });
    // A sheet that opened under somebody's hands would take their letters for a password; where there is
    // a scanner, the next code at any time.
    let may_open = move || {
        let is_asked_for = session.is_locked() || sheets.sign_in_again.get();
        is_asked_for || !(keys.is_typing() || keys.has_scanned())
    };
    let opens = memo(move || wanted.get() && may_open());
    let lost = RwSignal::new(false);
    effect(move || lost.set(opens.get() || (wanted.get() && lost.get_untracked())));
    // An effect of its own: `opens` stays as it is where the sheet waits.
    effect(move || sheets.sign_in_waits.set(wanted.get() && !lost.get()));
    let signed_in = memo(move || session.state().is_some_and(|state| state.signed_in));
    effect(move || {
        if signed_in.get() {
            sheets.sign_in_again.set(false);
            sheets.other_service.set(false);
        }
    });
    offer_locations(keys, session, sheets);
    let locating =
        memo(move || sheets.location.get() && in_frame.get() && signed_in.get() && !lost.get());
    let compared =
        move || sheets.conflict.with(Option::is_some) || sheets.line_conflict.with(Option::is_some);
    let (slot, under) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    let hidden = move || session.is_locked() && !sheets.other_service.get();
    keep_out_of_sight(slot, under, memo(hidden), sheets);
    view! {
        <div class="slot-under" node_ref=slot>
            <div class="under" node_ref=under inert=move || keys.sheet_is_open()>{page}</div>
        </div>
        <Show when=move || lost.get()><SignInSheet /></Show>
        <Show when=move || locating.get()><LocationSheet /></Show>
        <Show when=move || in_frame.get() && !lost.get() && !locating.get()>
            <IdentitySheet />
        </Show>
        <Show when=compared><ConflictSheet /></Show>
        <Show when=move || sheets.question.with(Option::is_some)><QuestionSheet /></Show>
        <Show when=move || sheets.settings.get()><SettingsSheet /></Show>
        <Show when=move || sheets.keys.get()><KeysSheet /></Show>
        <Show when=move || sheets.sign_out.get() && in_frame.get()><SignOutSheet /></Show>
        <Layer />
        <Tooltips />
        <ClosingNote />
    }
}

/// Opens the sheet of locations once when the service wants one, and not under somebody's hands.
fn offer_locations(keys: Keys, session: Session, sheets: Sheets) {
    let wanted = memo(move || session.state().is_some_and(|state| state.needs_location));
    let opens = memo(move || wanted.get() && !keys.is_typing());
    let offered = StoredValue::new(false);
    effect(move || {
        if !wanted.get() {
            offered.set_value(false);
            sheets.location.set(false);
        } else if opens.get() && !offered.get_value() {
            offered.set_value(true);
            sheets.location.set(true);
        }
    });
}

/// While the window is locked, what it shows is not in the document: the pages live on, and nobody
/// can read them.
fn keep_out_of_sight(
    slot: NodeRef<html::Div>,
    under: NodeRef<html::Div>,
    hidden: Memo<bool>,
    sheets: Sheets,
) {
    effect(move || {
        let (Some(slot), Some(under)) = (slot.get(), under.get()) else { return };
        if hidden.get() {
            sheets.conflict.set(None);
            sheets.line_conflict.set(None);
            sheets.question.set(None);
            sheets.palette.set(false);
            sheets.sign_out.set(false);
            under.remove();
        } else if under.parent_element().is_none() {
            // It was taken out of there: it can be put back.
            let _ = slot.append_child(&under);
        }
    });
}

fn bind_keys(keys: Keys, look: DisplaySettings, sheets: Sheets) {
    let i18n = use_i18n();
    let always = Scope::Always;
    for chord in ["Ctrl++", "Ctrl+="] {
        keys.bind(always.clone(), chord, Some(text!(i18n, app.zoom_in)), move || look.zoom(1));
    }
    keys.bind(always.clone(), "Ctrl+-", Some(text!(i18n, app.zoom_out)), move || look.zoom(-1));
    keys.bind(always.clone(), "Ctrl+0", Some(text!(i18n, app.zoom_normal)), move || {
        look.zoom_to_normal();
    });
    keys.bind(Scope::Window, "Ctrl+,", Some(text!(i18n, nav.settings)), move || {
        sheets.settings.set(true);
    });
    for chord in ["?", "F1"] {
        keys.bind(always.clone(), chord, Some(text!(i18n, app.keys)), move || {
            sheets.keys.set(true)
        });
    }
}
