//! The parts every pane has: its head with title, facts and actions, and the banner that says how
//! the service is reached when it is not as it should be.

use contract::{Connection, Failure, MovementRef, Reason, Restored};
use leptos::prelude::*;

use crate::components::{Banner, BannerTone, Button, FailureNote, Size};
use crate::data::outbox::use_outbox;
use crate::data::session::use_session;
use crate::dom;
use crate::effect::{effect_after, memo};
use crate::i18n::{say, text, use_i18n};
use crate::navigation::{Route, Sheets, StartKind, open_page, use_tabs};
use crate::wording::format::use_format;
use crate::wording::words;

/// A pane's head: title, facts, then actions, the filled one last.
#[component]
pub fn PaneHead(
    /// The title.
    #[prop(into)]
    title: Signal<String>,
    /// Facts beside it: numbers, age.
    #[prop(optional, into)]
    meta: Signal<String>,
    /// Actions.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="head">
            <h1 data-testid="title"><bdi>{title}</bdi></h1>
            <span class="meta num" role="status" data-testid="meta">{meta}</span>
            <span class="push"></span>
            {children.map(|children| children())}
        </div>
    }
}

/// What of the session makes a banner.
#[derive(Clone, PartialEq)]
enum Trouble {
    Ended,
    Offline { title: String, text: String, signed_in: bool },
    Resting { text: String },
    Slow { text: String },
    Missing { text: String },
    NeedsLocation,
}

/// The banner of a pane while the service is not reached, or slow, or nobody is signed in. `retry`
/// reads the pane's data anew; what failed for want of a session is read by itself once there is one.
#[component]
pub fn ServiceBanner(
    /// Reads the pane's data anew.
    #[prop(into)]
    retry: Callback<()>,
    /// Why the last reading failed, where the service was reached.
    #[prop(optional, into)]
    failure: Signal<Option<Failure>>,
) -> impl IntoView {
    let (i18n, format, session) = (use_i18n(), use_format(), use_session());
    let outbox = use_outbox();
    let sheets = expect_context::<Sheets>();
    let trouble = memo(move || {
        let state = session.state()?;
        // The sheet says it as soon as nobody is typing.
        if sheets.sign_in_waits.get() {
            return Some(Trouble::Ended);
        }
        match state.connection {
            Connection::Offline { since, .. } if !(state.signed_in && state.offline) => {
                Some(Trouble::Offline {
                    title: say!(i18n, connection.working_offline).into(),
                    text: {
                        let since = say!(i18n, connection.since, time = format.moment(since));
                        let goes = |kept: u32| {
                            let number = format.number(kept);
                            say!(i18n, connection.kept_offline, count = kept, number = number)
                        };
                        let rest = outbox.say_waiting(i18n, goes);
                        let rest =
                            rest.unwrap_or_else(|| say!(i18n, connection.read_before).into());
                        format!("{since}. {rest}")
                    },
                    signed_in: state.signed_in,
                })
            }
            _ if state.offline && state.signed_in => Some(Trouble::Resting {
                text: {
                    let goes = |kept: u32| {
                        let number = format.number(kept);
                        say!(i18n, connection.kept_resting, count = kept, number = number)
                    };
                    let rest = outbox.say_waiting(i18n, goes);
                    rest.unwrap_or_else(|| say!(i18n, connection.read_before).into())
                },
            }),
            _ if state.offline => Some(Trouble::Offline {
                title: say!(i18n, connection.working_offline).into(),
                text: {
                    let goes = |kept: u32| {
                        let number = format.number(kept);
                        say!(i18n, connection.kept_signed_out, count = kept, number = number)
                    };
                    let rest = outbox.say_waiting(i18n, goes);
                    let first = say!(i18n, connection.without_session);
                    rest.map_or_else(|| first.to_owned(), |rest| format!("{first} {rest}"))
                },
                signed_in: false,
            }),
            _ if state.needs_location => Some(Trouble::NeedsLocation),
            Connection::Slow { milliseconds } => {
                let seconds = format.seconds(milliseconds);
                let text = say!(i18n, connection.slow_text, seconds = seconds);
                Some(Trouble::Slow { text })
            }
            _ if !state.missing.is_empty() && failure.with(Option::is_none) => {
                let parts = state.missing.iter().map(|part| words::missing_part(i18n, *part));
                Some(Trouble::Missing { text: parts.collect::<Vec<_>>().join(" ") })
            }
            _ => None,
        }
    });
    effect_after(move |was_in: Option<bool>| {
        let is_in = session.state().is_some_and(|state| state.signed_in && !state.offline);
        if untrack(|| failure.with(|failure| is_due(was_in, is_in, failure.as_ref()))) {
            retry.run(());
        }
        is_in
    });
    let restored = move || outbox.restored().map(|restored| view! { <RestoredBanner restored /> });
    let service = move || {
        match trouble.get() {
        Some(Trouble::Ended) => view! {
            <Banner
                tone=BannerTone::Warning
                title=text!(i18n, signin.ended_banner)
                text=text!(i18n, signin.ended_banner_text)
                testid="session-ended"
            >
                <SignInButton />
            </Banner>
        }
        .into_any(),
        Some(Trouble::Offline { title, text, signed_in }) => {
            let button = if signed_in {
                view! {
                    <Button label=text!(i18n, connection.try_now) size=Size::Small on_press=retry testid="try-now" />
                }
                .into_any()
            } else {
                view! { <SignInButton /> }.into_any()
            };
            view! {
                <Banner tone=BannerTone::Offline title=Signal::stored(title) text=Signal::stored(text) testid="offline">
                    {button}
                </Banner>
            }
            .into_any()
        }
        Some(Trouble::Resting { text }) => view! {
            <Banner
                tone=BannerTone::Offline
                title=text!(i18n, connection.working_offline)
                text=Signal::stored(text)
                testid="resting"
            >
                <Button
                    label=text!(i18n, connection.go_online)
                    size=Size::Small
                    on_press=move |()| session.switch_offline(false)
                    testid="go-online"
                />
            </Banner>
        }
        .into_any(),
        Some(Trouble::Slow { text }) => view! {
            <Banner
                tone=BannerTone::Warning
                title=text!(i18n, connection.slow_title)
                text=Signal::stored(text)
                testid="slow"
            />
        }
        .into_any(),
        Some(Trouble::Missing { text }) => view! {
            <Banner
                tone=BannerTone::Warning
                title=text!(i18n, missing.title)
                text=Signal::stored(text)
                testid="missing"
            />
        }
        .into_any(),
        Some(Trouble::NeedsLocation) => view! {
            <Banner
                tone=BannerTone::Warning
                title=text!(i18n, location.banner_title)
                text=text!(i18n, location.banner_text)
                testid="needs-location"
            >
                <Button
                    label=text!(i18n, location.none)
                    size=Size::Small
                    on_press=move |()| sheets.location.set(true)
                    testid="banner-location"
                />
            </Banner>
        }
        .into_any(),
        None => failure
            .get()
            .filter(|failure| is_told(session.state().is_some_and(|s| s.signed_in && !s.offline), failure))
            .map(|failure| {
                view! { <div class="banner banner-red"><FailureNote failure on_retry=retry /></div> }
            })
            .into_any(),
    }
    };
    view! {
        {restored}
        {service}
    }
}

/// The way to the sheet that asks for the password.
#[component]
fn SignInButton() -> impl IntoView {
    let i18n = use_i18n();
    let sheets = expect_context::<Sheets>();
    view! {
        <Button
            label=text!(i18n, signin.submit)
            size=Size::Small
            on_press=move |()| sheets.sign_in_again.set(true)
            testid="sign-in-again"
        />
    }
}

/// It failed for want of a session alone.
fn wants_session(failure: &Failure) -> bool {
    matches!(failure.reason, Reason::NeedsSession | Reason::SignedOut)
}

/// Whether a pane says why its reading failed: that the session ended is said once, by the sheet.
fn is_told(is_in: bool, failure: &Failure) -> bool {
    is_in || !wants_session(failure)
}

/// Whether what failed is to be read by itself now: there is a session again, and nothing else was
/// wrong.
fn is_due(was_in: Option<bool>, is_in: bool, failure: Option<&Failure>) -> bool {
    is_in && was_in == Some(false) && failure.is_some_and(wants_session)
}

/// So many movements are opened at once of those whose lines were brought back.
const MOST_SHOWN: usize = 5;

/// That work was brought back after the program ended without being closed, until it was seen.
#[component]
fn RestoredBanner(restored: Restored) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (outbox, tabs) = (use_outbox(), use_tabs());
    let Restored { new_movements, headers, lines, movements, operations } = restored;
    let drafts = u32::try_from(new_movements.len() + headers.len()).unwrap_or(u32::MAX);
    let count_of = u32::try_from(movements.len()).unwrap_or(u32::MAX);
    let text = Signal::derive(move || {
        let forms = (drafts > 0)
            .then(|| say!(i18n, draft.forms, count = drafts, number = format.number(drafts)));
        let edits = (lines > 0).then(|| {
            let number = format.number(count_of);
            let movements = say!(i18n, draft.movements, count = count_of, number = number);
            let number = format.number(lines);
            say!(i18n, draft.edits, count = lines, number = number, movements = movements)
        });
        let changes = (operations > 0).then(|| {
            say!(i18n, draft.changes, count = operations, number = format.number(operations))
        });
        let mut said: Vec<String> = [edits, forms, changes].into_iter().flatten().collect();
        match said.pop() {
            Some(last) if !said.is_empty() => {
                say!(i18n, draft.both, forms = said.join(", "), changes = last)
            }
            last => format!("{}.", last.unwrap_or_default()),
        }
    });
    let show = move |()| {
        let changed = movements.iter().chain(&headers);
        let changed = changed.map(|key| Route::Movement(MovementRef::Key(*key)));
        let new = new_movements.iter().map(|key| Route::NewMovement(StartKind::Draft(*key)));
        let mut routes: Vec<Route> = changed.chain(new).take(MOST_SHOWN).collect();
        if routes.is_empty() {
            routes.push(Route::History);
        }
        // The last one opened is in front.
        for route in routes.into_iter().rev() {
            // This goes, and the focus with it.
            dom::focused().inspect(|now| drop(now.blur()));
            open_page(tabs, route);
        }
        outbox.seen_restored();
    };
    view! {
        <Banner tone=BannerTone::Restored title=text!(i18n, draft.restored) text testid="restored">
            <Button
                label=text!(i18n, draft.show)
                size=Size::Small
                on_press=show
                testid="restored-show"
            />
            <Button
                label=text!(i18n, draft.dismiss)
                size=Size::Small
                on_press=move |()| outbox.seen_restored()
                testid="restored-dismiss"
            />
        </Banner>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_for_want_of_a_session_is_read_once_when_there_is_one_again() {
        let refused = Failure::from(Reason::NeedsSession);
        assert!(is_due(Some(false), true, Some(&refused)));
        assert!(is_due(Some(false), true, Some(&Failure::from(Reason::SignedOut))));
        assert!(!is_due(Some(true), true, Some(&refused)), "it was refused nevertheless");
        assert!(!is_due(None, true, Some(&refused)), "the pane has just been opened");
        assert!(!is_due(Some(false), false, Some(&refused)));
        assert!(!is_due(Some(false), true, Some(&Failure::from(Reason::SameProduct))));
        assert!(!is_due(Some(false), true, None));
    }

    #[test]
    fn that_the_session_ended_is_said_by_the_sheet_alone() {
        let ended = Failure::from(Reason::SignedOut);
        assert!(!is_told(false, &ended));
        assert!(is_told(true, &ended), "refused though signed in");
        assert!(is_told(false, &Failure::from(Reason::SameProduct)));
    }
}
