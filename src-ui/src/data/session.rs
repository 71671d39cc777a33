//! Who is signed in where, as the window sees it, and what happens at its start: which profile is
//! painted, whether the practice warehouse opens by itself. Used by the app, the frame and the two
//! sign-in forms. Deliberately absent: the session itself, which is the backend's.

use contract::{
    Failure, Lock, MissingPart, OpenPractice, Profile, ReadSession, ReadStartOptions, SessionState,
    SignIn, SignInRemembered, SignOut, StartOptions, SwitchOffline, TornSettings, WorkOffline,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::data::query::{Query, Sending, use_command, use_query};
use crate::effect::effect;
use crate::look::DisplaySettings;
use crate::wording::address::host_of;
use crate::{dom, ipc};

/// The session as the window sees it.
#[derive(Clone, Copy)]
pub struct Session {
    state: Query<SessionState>,
    /// What the program was started with.
    pub options: RwSignal<StartOptions>,
    /// The start is over: what is to be painted is known.
    pub started: RwSignal<bool>,
    /// Signing in.
    pub sign_in: Sending<SignIn>,
    /// Opening the practice warehouse.
    pub practice: Sending<OpenPractice>,
    remembered: Sending<SignInRemembered>,
    sign_out: Sending<SignOut>,
    lock: Sending<Lock>,
    offline: Sending<WorkOffline>,
    switch: Sending<SwitchOffline>,
    /// Who is to sign in next, chosen among those who did before.
    wanted: StoredValue<Option<Profile>>,
    /// The page is about to be loaded anew.
    pub leaves: RwSignal<bool>,
    /// The user signs out.
    signs_out: RwSignal<bool>,
    look: DisplaySettings,
    /// Whether somebody was signed in since the window opened.
    was_in: StoredValue<bool>,
}

/// The window's session.
pub fn use_session() -> Session {
    expect_context::<Session>()
}

impl Session {
    /// Makes the session and begins the start. Called once, by the app.
    pub fn start(look: DisplaySettings) -> Self {
        let session = Self {
            state: use_query(|| Some(ReadSession {})),
            options: RwSignal::new(StartOptions::default()),
            started: RwSignal::new(false),
            sign_in: use_command(),
            practice: use_command(),
            remembered: use_command(),
            sign_out: use_command(),
            lock: use_command(),
            offline: use_command(),
            switch: use_command(),
            wanted: StoredValue::new(None),
            leaves: RwSignal::new(false),
            signs_out: RwSignal::new(false),
            look,
            was_in: StoredValue::new(false),
        };
        effect(move || {
            if session.state().is_some_and(|state| state.signed_in) {
                session.was_in.set_value(true);
            }
        });
        // The profile is gone before the service has heard the farewell.
        effect(move || {
            if session.sign_out.failure.with(Option::is_some) {
                session.signs_out.set(false);
            } else if session.signs_out.get() && session.profile().is_none() {
                session.leave();
            }
        });
        provide_context(session);
        spawn_local(session.begin());
        session
    }

    /// Where the session stands; `None` until it is known.
    pub fn state(self) -> Option<SessionState> {
        self.state.get()
    }

    /// The profile whose data is shown.
    pub fn profile(self) -> Option<Profile> {
        self.state.reply.with(|state| state.as_ref()?.profile.clone())
    }

    /// The service is known to take no changes to movements: a newer generation takes them elsewhere.
    pub fn lacks_updates(self) -> bool {
        self.state.reply.with(|state| {
            state.as_ref().is_some_and(|state| state.missing.contains(&MissingPart::Updates))
        })
    }

    /// The session in the service is gone, and the user has not chosen to go on without.
    pub fn is_lost(self) -> bool {
        self.state.reply.with(|state| {
            state
                .as_ref()
                .is_some_and(|state| state.profile.is_some() && !state.signed_in && !state.offline)
        })
    }

    /// The window is locked: nothing is shown until its user signs in.
    pub fn is_locked(self) -> bool {
        self.state.reply.with(|state| state.as_ref().is_some_and(|state| state.locked))
    }

    /// What became of damaged preferences, to be told once.
    pub fn torn_settings(self) -> Option<TornSettings> {
        let torn = self.options.with_untracked(|options| options.torn_settings.clone());
        torn.filter(|torn| dom::is_first_time(&torn.kept_as))
    }

    /// Somebody is being signed in.
    pub fn is_signing_in(self) -> bool {
        self.sign_in.busy.get() || self.remembered.busy.get()
    }

    /// Why signing in failed, in whichever way.
    pub fn not_signed_in(self) -> Option<Failure> {
        self.sign_in.failure.get().or_else(|| self.remembered.failure.get())
    }

    /// Forgets why signing in failed.
    pub fn try_anew(self) {
        self.sign_in.failure.set(None);
        self.remembered.failure.set(None);
    }

    /// Whether somebody was signed in since the window opened: then a missing session has ended.
    pub fn was_signed_in(self) -> bool {
        self.was_in.get_value()
    }

    /// The warehouse shown is the practice one.
    pub fn is_practice(self) -> bool {
        self.state.reply.with(|state| state.as_ref().is_some_and(|state| state.practice))
    }

    /// Signs in and remembers the profile as the last one used. On the sign-in page (`anew`), the page is
    /// then loaded anew: the engine keeps copies of what was typed for as long as a page lives. Where
    /// somebody goes on with what they were doing, it is not.
    pub fn sign_in(self, request: SignIn, anew: bool) {
        if request.allow_plain_http {
            let host = host_of(&request.server).to_owned();
            self.look.change(|settings| {
                if !settings.plain_http_hosts.contains(&host) {
                    settings.plain_http_hosts.push(host);
                }
            });
        }
        self.remembered.failure.set(None);
        self.sign_in.send(request, move |signed_in| {
            if anew {
                self.leaves.set(true);
                self.remember(signed_in.profile, dom::load_anew);
            } else {
                self.entered(signed_in.profile);
            }
        });
    }

    /// Signs in with the password in the system's keychain.
    pub fn sign_in_remembered(self, profile: Profile) {
        self.sign_in.failure.set(None);
        self.remembered
            .send(SignInRemembered { profile }, move |signed_in| self.entered(signed_in.profile));
    }

    /// Ends the session and hides everything until its user signs in again.
    pub fn lock(self) {
        self.lock.send(Lock {}, move |_| self.state.ask_again());
    }

    /// Opens the practice warehouse and signs in to it.
    pub fn open_practice(self) {
        self.practice.send(OpenPractice {}, move |signed_in| self.entered(signed_in.profile));
    }

    /// Goes on with saved data and without a session.
    pub fn work_offline(self) {
        self.offline.send(WorkOffline {}, move |_| self.state.ask_again());
    }

    /// Makes no calls from now on, or makes them again.
    pub fn switch_offline(self, offline: bool) {
        self.switch.send(SwitchOffline { offline }, move |_| self.state.ask_again());
    }

    /// Whether no calls are made although somebody is signed in.
    pub fn rests(self) -> bool {
        let rests = |state: &SessionState| state.signed_in && state.offline;
        self.state.reply.with(|state| state.as_ref().is_some_and(rests))
    }

    /// Asks where the session stands: something else ended it.
    pub fn look_again(self) {
        self.state.ask_again();
    }

    /// Ends the session and hides this profile's data; the page is loaded anew, so that nothing of it is
    /// left in its memory.
    pub fn sign_out(self) {
        self.signs_out.set(true);
        self.sign_out.send(SignOut {}, move |_| self.leave());
    }

    fn leave(self) {
        if !self.leaves.get_untracked() {
            self.leaves.set(true);
            dom::load_anew();
        }
    }

    /// The sign-in page, which is opened next, begins with this profile: what is stored for it is shown
    /// to its user alone.
    pub fn want(self, profile: Profile) {
        self.wanted.set_value(Some(profile));
    }

    /// Who is to sign in, if somebody was chosen; asked once.
    pub fn take_wanted(self) -> Option<Profile> {
        self.wanted.try_update_value(Option::take).flatten()
    }

    /// Whether plain http to this address was allowed before.
    pub fn plain_http_is_allowed(self, address: &str) -> bool {
        let host = host_of(address);
        self.look.now().plain_http_hosts.iter().any(|known| known == host)
    }

    /// Somebody signed in, and the page goes on.
    fn entered(self, profile: Profile) {
        self.remember(profile, || ());
        self.state.ask_again();
    }

    fn remember(self, profile: Profile, then: impl FnOnce() + 'static) {
        let first = |settings: &mut contract::Settings| {
            settings.profiles.retain(|known| *known != profile);
            settings.profiles.insert(0, profile);
        };
        self.look.change_then(first, then);
    }

    async fn begin(self) {
        let mut practice = false;
        if let Ok(options) = ipc::call(&ReadStartOptions {}).await {
            self.look.take(options.settings.clone());
            practice = options.practice;
            self.options.set(options);
        }
        if let Ok(state) = ipc::call(&ReadSession {}).await {
            // Where somebody is, the page was loaded anew, or the profile used last is open.
            practice &= state.profile.is_none();
            // What is painted first is known at once, so that nothing else is painted before it.
            self.state.reply.set(Some(state));
        }
        if practice {
            self.open_practice();
        }
        self.started.set(true);
    }
}
