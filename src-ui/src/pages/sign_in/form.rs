//! The form both sign-in views share: its values, what is said beside which field, and the check
//! whether the service answers.

use std::time::Duration;

use contract::{
    CertificateProblem, CheckServer, ChooseCertificate, Failure, Keychain, Profile, ReadKeychain,
    Reason, ServerAnswer, SignIn,
};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::web_sys::HtmlElement;

use crate::components::{Button, Check, FailureNote, Hint, Icon, Show, focus_first_empty};
use crate::data::query::{Query, Sending, use_command, use_query};
use crate::data::session::{Session, use_session};
use crate::dom;
use crate::effect::effect_after;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::look::use_look;
use crate::wording::address::host_of;
use crate::wording::words;

/// How long after the address is left the service is asked.
const PAUSE: Duration = Duration::from_millis(300);

/// The form.
#[derive(Clone, Copy)]
pub struct SignInForm {
    /// Address of the service.
    pub server: RwSignal<String>,
    /// User name.
    pub user: RwSignal<String>,
    /// Password.
    pub password: RwSignal<String>,
    /// The password is to be remembered in the system's keychain.
    pub remember: RwSignal<bool>,
    /// Plain http is wanted all the same.
    pub allow_http: RwSignal<bool>,
    /// Said under the address.
    pub server_hint: Signal<Hint>,
    /// Said under the user name.
    pub user_hint: Signal<Hint>,
    /// Said under the password.
    pub password_hint: Signal<Hint>,
    /// What is said under the button: failures that belong to no field.
    pub other: Signal<Option<Failure>>,
    /// Whose password the keychain is asked about.
    whose: RwSignal<Profile>,
    keychain: Query<Keychain>,
    checked: RwSignal<Option<(String, Result<ServerAnswer, Failure>)>>,
    checking: Sending<CheckServer>,
    pending: StoredValue<Option<TimeoutHandle>>,
    /// It was tried to sign in: what is empty says so.
    tried: RwSignal<bool>,
    /// Nobody's work lies under it: once signed in, the page is loaded anew.
    anew: bool,
    session: Session,
}

/// The field a failure belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FailedField {
    Server,
    User,
    Password,
    Below,
}

impl SignInForm {
    /// Begins with the given profile, whose address cannot be changed, or with the one that was chosen
    /// in the menu; without one with the address of `--server`, or with the profile used last.
    pub fn start(profile: Option<Profile>) -> Self {
        let (session, i18n) = (use_session(), use_i18n());
        let last = use_look().now().profiles.into_iter().next();
        let anew = profile.is_none();
        let profile = profile.or_else(|| session.take_wanted());
        let (same, server) = beginning(profile, session.options.get_untracked().server, last);
        let server = RwSignal::new(server);
        let checked = RwSignal::new(None::<(String, Result<ServerAnswer, Failure>)>);
        let checking = use_command::<CheckServer>();
        session.try_anew();
        let tried = RwSignal::new(false);
        let empty = move |place: FailedField, field: RwSignal<String>| {
            let is_empty = tried.get() && field.with(|text| text.trim().is_empty());
            is_empty.then(|| Hint::Error(needed(i18n, place).to_owned()))
        };
        let failure = move || session.not_signed_in();
        let at = move |place: FailedField| {
            let failure = failure().filter(|failure| place_of(failure) == place)?;
            Some(Hint::Error(words::failure(i18n, &failure)))
        };
        let answer = move || {
            let (address, answer) = checked.get()?;
            (address == server.get()).then_some(answer)
        };
        let server_hint = Signal::derive(move || {
            if let Some(error) =
                empty(FailedField::Server, server).or_else(|| at(FailedField::Server))
            {
                return error;
            }
            match answer() {
                Some(Ok(answer)) => Hint::Good(answers(i18n, answer)),
                Some(Err(failure)) if !is_plain_http(&failure) => {
                    Hint::Error(words::failure(i18n, &failure))
                }
                _ if checking.busy.get() => Hint::Note(say!(i18n, signin.checking).into()),
                _ => Hint::Note(say!(i18n, signin.server_hint).into()),
            }
        });
        let user_name = same.as_ref().map(|profile| profile.user_name.clone()).unwrap_or_default();
        let whose = Profile { server: server.get_untracked(), user_name: user_name.clone() };
        let whose = RwSignal::new(whose);
        let (user, password) = (RwSignal::new(user_name), RwSignal::new(String::new()));
        let user_hint = Signal::derive(move || {
            empty(FailedField::User, user).or_else(|| at(FailedField::User)).unwrap_or_default()
        });
        let keychain = use_query(move || Some(ReadKeychain { profile: whose.get() }));
        let password_hint = Signal::derive(move || {
            let is_kept = keychain.get().is_some_and(|keychain| keychain.remembered)
                && password.with(String::is_empty)
                && whose.with(|whose| whose.user_name == user.get());
            let note = is_kept.then(|| Hint::Note(say!(i18n, session.remembered).into()));
            let needed = || empty(FailedField::Password, password);
            at(FailedField::Password).or(note).or_else(needed).unwrap_or_default()
        });
        forget_failure(session, [server, user, password]);
        retype_password(session);
        // The sheet has no field of the address: what is wrong there is said under the button.
        let is_elsewhere = move |failure: &Failure| match place_of(failure) {
            FailedField::Below => true,
            FailedField::Server => !anew && !is_plain_http(failure),
            FailedField::User | FailedField::Password => false,
        };
        let other = Signal::derive(move || failure().filter(is_elsewhere));
        let allow_http = RwSignal::new(session.plain_http_is_allowed(&server.get_untracked()));
        Self {
            server,
            user,
            password,
            remember: RwSignal::new(false),
            allow_http,
            server_hint,
            user_hint,
            password_hint,
            other,
            whose,
            keychain,
            checked,
            checking,
            pending: StoredValue::new(None),
            tried,
            anew,
            session,
        }
    }

    /// Signs in: with what was typed, or, where nothing was, with what the keychain remembers. Not
    /// while a field is empty, which then says so and gets the focus.
    pub fn submit(self, around: &HtmlElement) {
        let profile = self.profile();
        let remembered = self.keychain.reply.with_untracked(|keychain| {
            keychain.as_ref().is_some_and(|keychain| keychain.remembered)
        });
        let is_asked = self.whose.with_untracked(|whose| *whose == profile);
        if remembered && is_asked && self.password.with_untracked(String::is_empty) {
            return self.session.sign_in_remembered(profile);
        }
        self.tried.set(true);
        let fields = [self.server, self.user, self.password];
        if fields.iter().any(|field| field.with_untracked(|text| text.trim().is_empty())) {
            focus_first_empty(around);
            return;
        }
        let request = SignIn {
            server: profile.server,
            user_name: profile.user_name,
            password: self.password.get_untracked(),
            allow_plain_http: self.needs_tick() && self.allow_http.get_untracked(),
            remember: self.remember.get_untracked(),
        };
        self.session.sign_in(request, self.anew);
    }

    /// Asks the keychain about whoever is typed now.
    pub fn ask_keychain(self) {
        let profile = self.profile();
        if self.whose.with_untracked(|whose| *whose != profile) {
            self.whose.set(profile);
        }
    }

    fn profile(self) -> Profile {
        Profile {
            server: self.server.get_untracked().trim().to_owned(),
            user_name: self.user.get_untracked().trim().to_owned(),
        }
    }

    /// Asks, shortly after the address was left, whether the service answers there.
    pub fn check(self) {
        self.pending.update_value(|pending| {
            if let Some(pending) = pending.take() {
                pending.clear();
            }
        });
        let server = self.server.get_untracked();
        let known =
            self.checked.with_untracked(|c| c.as_ref().is_some_and(|(at, _)| *at == server));
        if server.trim().is_empty() || known {
            return;
        }
        let asked = set_timeout_with_handle(move || self.ask(server), PAUSE);
        self.pending.set_value(asked.ok());
    }

    /// Whether the address asks for a tick before the password may travel unprotected.
    pub fn needs_tick(self) -> bool {
        let refused = |failure: Option<Failure>| failure.as_ref().is_some_and(is_plain_http);
        let checked = self.checked.with(|checked| match checked {
            Some((_, Err(failure))) => Some(failure.clone()),
            _ => None,
        });
        let address = self.server.get();
        let typed = ipc::lower(address.trim_start());
        let host = host_of(typed.trim_start_matches("http://")).to_owned();
        let here = ["localhost", "127.0.0.1", "[::1]"].iter().any(|h| host.starts_with(h));
        (typed.starts_with("http://") && !here)
            || refused(self.session.not_signed_in())
            || refused(checked)
    }

    fn ask(self, server: String) {
        let address = server.clone();
        let checked = self.checked;
        self.checking.send(CheckServer { server }, move |answer| {
            checked.set(Some((address, Ok(answer))));
        });
    }
}

/// The tick that allows plain http, with its warning, where the address needs it.
#[component]
pub fn PlainHttp(form: SignInForm) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <Show when=move || form.needs_tick()>
            <div>
                <p class="hint-warn">
                    <Icon name="triangle-alert" class="icon icon-sm" />
                    <span>{text!(i18n, signin.http_warning)}</span>
                </p>
                <Check label=text!(i18n, signin.allow_http) value=form.allow_http testid="signin-allow-http" />
            </div>
        </Show>
    }
}

/// The way to trust the service's certificate, where it is not trusted by this computer.
#[component]
pub fn OwnCertificate(form: SignInForm) -> impl IntoView {
    let i18n = use_i18n();
    let choose = use_command::<ChooseCertificate>();
    let wanted = move || {
        let failure = form.session.not_signed_in().or_else(|| form.checking.failure.get());
        failure.is_some_and(|failure| {
            use CertificateProblem::{OldRevocationList, UnknownIssuer};
            matches!(
                failure.reason,
                Reason::InvalidCertificate { why: UnknownIssuer | OldRevocationList, .. }
            )
        })
    };
    let take = move |()| {
        choose.send(ChooseCertificate { server: form.profile().server }, move |trusted| {
            if trusted.is_some() {
                form.session.try_anew();
                form.checked.set(None);
                form.check();
            }
        });
    };
    view! {
        <Show when=wanted>
            <Button
                label=text!(i18n, settings.authority_choose)
                busy=choose.busy
                on_press=take
                testid="signin-certificate"
            />
        </Show>
        {move || choose.failure.get().map(|failure| view! { <FailureNote failure /> })}
    }
}

/// The tick that keeps the password in the system's keychain; where there is none, that it is asked
/// each time.
#[component]
pub fn Remember(form: SignInForm) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let keychain = form.keychain.get()?;
        Some(if keychain.available {
            let label = text!(i18n, session.remember);
            view! { <Check label value=form.remember testid="signin-remember" /> }.into_any()
        } else {
            let sentence = text!(i18n, session.no_keychain);
            view! { <p class="faint small" data-testid="no-keychain">{sentence}</p> }.into_any()
        })
    }
}

/// What went wrong that belongs to no field.
#[component]
pub fn Outcome(form: SignInForm) -> impl IntoView {
    let session = use_session();
    let failed = move || form.other.get().or_else(|| session.practice.failure.get());
    move || failed().map(|failure| view! { <FailureNote failure /> })
}

/// Whose fields the form begins with, and at which address: those of a given profile whatever the program
/// was started with; else those used last, where that is the service it was started for.
fn beginning(
    profile: Option<Profile>,
    started_for: Option<String>,
    last: Option<Profile>,
) -> (Option<Profile>, String) {
    let is_meant = |known: &Profile| started_for.as_ref().is_none_or(|it| *it == known.server);
    let same = profile.or(last.filter(is_meant));
    let server = same.as_ref().map(|known| known.server.clone()).or(started_for);
    (same, server.unwrap_or_default())
}

/// What is said of the last try is about what was typed then.
fn forget_failure(session: Session, fields: [RwSignal<String>; 3]) {
    effect_after(move |before: Option<()>| {
        fields.iter().for_each(|field| field.track());
        if before.is_some() {
            session.try_anew();
        }
    });
}

/// A password that was not accepted has the focus, and what is typed next takes its place.
fn retype_password(session: Session) {
    effect_after(move |before: Option<bool>| {
        let failure = session.not_signed_in();
        let is_refused = failure.is_some_and(|failure| place_of(&failure) == FailedField::Password);
        if is_refused && before == Some(false) {
            request_animation_frame(|| {
                let field = "[data-testid=signin-password]";
                if dom::root().is_some_and(|root| dom::focus_first(&root, field)) {
                    dom::select_text();
                }
            });
        }
        is_refused
    });
}

/// What is said of an empty field.
fn needed(i18n: I18n, place: FailedField) -> &'static str {
    match place {
        FailedField::User => say!(i18n, failure.user_needed),
        FailedField::Password => say!(i18n, failure.password_needed),
        FailedField::Server | FailedField::Below => say!(i18n, failure.server_needed),
    }
}

fn answers(i18n: crate::i18n::I18n, answer: ServerAnswer) -> String {
    let number = answer.milliseconds;
    match answer.proxy {
        Some(proxy) => say!(i18n, signin.answers_proxy, proxy = proxy, number = number),
        None => say!(i18n, signin.answers, number = number),
    }
}

fn is_plain_http(failure: &Failure) -> bool {
    matches!(failure.reason, Reason::PlainHttp { .. })
}

fn place_of(failure: &Failure) -> FailedField {
    match (&failure.reason, failure.field.as_deref()) {
        (_, Some("server")) => FailedField::Server,
        (_, Some("user_name")) => FailedField::User,
        (_, Some("password"))
        | (Reason::NotAccepted | Reason::NoKeychain | Reason::NotRemembered, _) => {
            FailedField::Password
        }
        (
            Reason::Unreachable { .. }
            | Reason::InvalidCertificate { .. }
            | Reason::NotOurService { .. }
            | Reason::NoDatabase { .. }
            | Reason::InvalidAddress { .. }
            | Reason::PlainHttp { .. },
            _,
        ) => FailedField::Server,
        _ => FailedField::Below,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_that_ended_begins_anew_at_its_own_address_whatever_the_program_was_started_for() {
        let of = |server: &str| Profile { server: server.into(), user_name: "ao".into() };
        let other = Some("https://other.example".to_owned());
        let mine = beginning(Some(of("https://mine.example")), other.clone(), None);
        assert_eq!(mine, (Some(of("https://mine.example")), "https://mine.example".into()));
        let last = beginning(None, other.clone(), Some(of("https://mine.example")));
        assert_eq!(last, (None, "https://other.example".into()));
        let same = beginning(None, other, Some(of("https://other.example")));
        assert_eq!(same, (Some(of("https://other.example")), "https://other.example".into()));
        let used = beginning(None, None, Some(of("https://mine.example")));
        assert_eq!(used.1, "https://mine.example");
        assert_eq!(beginning(None, None, None), (None, String::new()));
    }
}
