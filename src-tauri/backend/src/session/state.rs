//! The session of one profile: this file alone writes it. Every session has a generation, and an
//! answer counts only against the generation that asked: a late 401 of an old session leaves a new
//! one alone. Deliberately absent: calls; `service` makes them and says here how they went.

use client::{Client, SessionCookies};
use contract::{MissingPart, MovementId, PlaceRef};
use parking_lot::{Mutex, MutexGuard};

/// The session, or none.
#[derive(Default)]
pub(crate) struct Session(Mutex<SessionSlot>);

#[derive(Default)]
struct SessionSlot {
    line: Generations<AuthenticatedClient>,
    offline: bool,
    /// The user wants no calls while the session stands.
    resting: bool,
    locked: bool,
    found: ServiceFacts,
    /// Whether the service was asked if the session has a location, since one was chosen.
    asked_for_location: bool,
    /// Movements that are there, and whose update was answered "not found".
    updates_not_found: Vec<MovementId>,
    /// Grows whenever what failed before may work now: a new session, a service reached again.
    epoch: u64,
}

/// What was found out of the service, for this session.
#[derive(Clone, Debug, Default)]
pub(crate) struct ServiceFacts {
    /// What it does not answer.
    pub missing: Vec<MissingPart>,
    /// It lists movements one way at a time.
    pub one_way: bool,
    /// The location the session works in.
    pub location: Option<PlaceRef>,
    /// It refuses calls until a location is chosen.
    pub needs_location: bool,
}

/// What a call needs.
#[derive(Clone)]
pub(crate) struct AuthenticatedClient {
    /// The service.
    pub client: Client,
    /// What proves the session.
    pub cookies: SessionCookies,
}

/// A line, and which session it belongs to.
#[derive(Clone)]
pub(crate) struct Live {
    /// Which session.
    pub generation: u64,
    /// How to call with it.
    pub line: AuthenticatedClient,
}

/// What a "not found" to an update of a movement that is there tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UpdateNotFound {
    /// Nothing yet: a proxy or a server that is starting says it too.
    First,
    /// This movement takes no updates; of others nothing is known.
    Again,
    /// No movement does, for as long as this session stands.
    Everywhere,
}

/// The session as it is shown.
pub(crate) struct Shown {
    /// A session stands.
    pub signed_in: bool,
    /// The user chose to work without one, or to make no calls with it.
    pub offline: bool,
    /// The user locked the window.
    pub locked: bool,
    /// What was found out of the service.
    pub found: ServiceFacts,
    /// The proxy in between.
    pub proxy: Option<String>,
}

impl Session {
    /// The session to call with, if one stands.
    pub(crate) fn live(&self) -> Option<Live> {
        let state = self.state();
        let (generation, line) = state.line.current().filter(|_| !state.resting)?;
        Some(Live { generation, line: line.clone() })
    }

    /// Whether there is a session to call with.
    pub(crate) fn is_live(&self) -> bool {
        let state = self.state();
        state.line.current().is_some() && !state.resting
    }

    /// Whether the user wants no calls while the session stands.
    pub(crate) fn rests(&self) -> bool {
        let state = self.state();
        state.line.current().is_some() && state.resting
    }

    /// No calls from now on, or calls again. Without a session nothing is to be chosen.
    pub(crate) fn rest(&self, resting: bool) {
        let mut state = self.state();
        let resting = resting && state.line.current().is_some();
        if state.resting && !resting {
            state.epoch += 1;
        }
        state.resting = resting;
    }

    /// Whether this generation is the one that stands.
    pub(crate) fn stands(&self, generation: u64) -> bool {
        self.state().stands(generation)
    }

    /// A session began; the one before it, if any, is handed back.
    pub(crate) fn begin(
        &self,
        line: AuthenticatedClient,
        found: ServiceFacts,
    ) -> Option<AuthenticatedClient> {
        let mut state = self.state();
        state.epoch += 1;
        (state.offline, state.resting, state.locked) = (false, false, false);
        (state.found, state.asked_for_location) = (found, false);
        state.updates_not_found.clear();
        state.line.begin(line)
    }

    /// The service said that this generation's session has ended. Answers whether that was news.
    pub(crate) fn ended(&self, generation: u64) -> bool {
        self.state().line.ended(generation)
    }

    /// Gives the session up, to sign out or to open another profile.
    pub(crate) fn leave(&self) -> Option<AuthenticatedClient> {
        let mut state = self.state();
        (state.offline, state.resting) = (false, false);
        state.found = ServiceFacts::default();
        state.updates_not_found.clear();
        state.line.leave()
    }

    /// Gives the session up and hides everything until the next one begins.
    pub(crate) fn lock(&self) -> Option<AuthenticatedClient> {
        self.state().locked = true;
        self.leave()
    }

    /// Whether everything is hidden.
    pub(crate) fn is_locked(&self) -> bool {
        self.state().locked
    }

    /// The user goes on with saved data; a session that stands is left alone, and a lock too.
    pub(crate) fn work_offline(&self) {
        let mut state = self.state();
        state.offline = state.line.current().is_none() && !state.locked;
    }

    /// What failed before may work now.
    pub(crate) fn new_epoch(&self) {
        self.state().epoch += 1;
    }

    /// The number that grows with each such moment.
    pub(crate) fn epoch(&self) -> u64 {
        self.state().epoch
    }

    /// Learned after signing in: the service lacks a part, or has it after all.
    pub(crate) fn set_missing(&self, part: MissingPart, missing: bool) {
        let mut state = self.state();
        state.found.missing.retain(|known| *known != part);
        if missing {
            state.found.missing.push(part);
        }
    }

    /// A location was chosen for this generation, and this was found out with it. Answers whether
    /// that session stands.
    pub(crate) fn located(&self, generation: u64, found: ServiceFacts) -> bool {
        let mut state = self.state();
        let stands = state.stands(generation);
        if stands {
            (state.found, state.asked_for_location) = (found, false);
            state.epoch += 1;
        }
        stands
    }

    /// The service told the location of this generation. Answers whether that was news.
    pub(crate) fn told_location(&self, generation: u64, location: PlaceRef) -> bool {
        let mut state = self.state();
        let is_news = state.stands(generation) && state.found.location.is_none();
        if is_news {
            state.found.location = Some(location);
        }
        is_news
    }

    /// The location the session works in.
    pub(crate) fn location(&self) -> Option<PlaceRef> {
        self.state().found.location.clone()
    }

    /// Whether the service lists movements one way at a time.
    pub(crate) fn lists_one_way(&self) -> bool {
        self.state().found.one_way
    }

    /// Whether the service refuses calls until a location is chosen.
    pub(crate) fn needs_location(&self) -> bool {
        self.state().found.needs_location
    }

    /// Whether a refusal may be for want of a location; true inside where one was chosen. It is to
    /// be asked once, and again after a location was chosen.
    pub(crate) fn may_need_location(&self, generation: u64) -> Option<bool> {
        let mut state = self.state();
        if !state.stands(generation) || state.asked_for_location {
            return None;
        }
        state.asked_for_location = true;
        Some(state.found.location.is_some())
    }

    /// The user goes on without a location: what is refused is refused.
    pub(crate) fn goes_without_location(&self, generation: u64) {
        let mut state = self.state();
        if state.stands(generation) {
            (state.found.needs_location, state.asked_for_location) = (false, true);
            state.epoch += 1;
        }
    }

    /// The service refuses this generation's calls for want of a location. Answers whether that
    /// session stands.
    pub(crate) fn set_needs_location(&self, generation: u64) -> bool {
        let mut state = self.state();
        let stands = state.stands(generation);
        if stands {
            (state.found.needs_location, state.found.location) = (true, None);
        }
        stands
    }

    /// Whether the service was found to take no changes to movements, in this session.
    pub(crate) fn lacks_updates(&self) -> bool {
        self.state().found.missing.contains(&MissingPart::Updates)
    }

    /// An update of this movement was answered "not found", though the movement can be read.
    pub(crate) fn update_not_found(&self, id: &MovementId) -> UpdateNotFound {
        let mut state = self.state();
        let again = state.updates_not_found.contains(id);
        if !again {
            state.updates_not_found.push(id.clone());
        }
        match state.updates_not_found.len() {
            1 if again => UpdateNotFound::Again,
            1 => UpdateNotFound::First,
            _ => UpdateNotFound::Everywhere,
        }
    }

    /// An update was done: what was thought of others does not hold.
    pub(crate) fn update_done(&self) {
        self.state().updates_not_found.clear();
    }

    /// The session as it is shown.
    pub(crate) fn shown(&self) -> Shown {
        let state = self.state();
        let current = state.line.current();
        Shown {
            signed_in: current.is_some(),
            offline: state.offline || current.is_some() && state.resting,
            locked: state.locked,
            found: state.found.clone(),
            proxy: current.and_then(|(_, line)| line.client.proxy()),
        }
    }

    fn state(&self) -> MutexGuard<'_, SessionSlot> {
        self.0.lock()
    }
}

impl SessionSlot {
    fn stands(&self, generation: u64) -> bool {
        self.line.current().is_some_and(|(current, _)| current == generation)
    }
}

/// One thing at a time, numbered, so that what is said about an earlier one does not hurt it.
struct Generations<T> {
    last: u64,
    current: Option<T>,
}

impl<T> Default for Generations<T> {
    fn default() -> Self {
        Self { last: 0, current: None }
    }
}

impl<T> Generations<T> {
    fn current(&self) -> Option<(u64, &T)> {
        self.current.as_ref().map(|current| (self.last, current))
    }

    fn begin(&mut self, next: T) -> Option<T> {
        self.last += 1;
        self.current.replace(next)
    }

    fn ended(&mut self, generation: u64) -> bool {
        generation == self.last && self.current.take().is_some()
    }

    fn leave(&mut self) -> Option<T> {
        self.current.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_end_of_an_old_session_leaves_the_new_one_alone() {
        let mut sessions = Generations::default();
        sessions.begin("first");
        let asked_by = sessions.current().unwrap().0;
        assert_eq!(sessions.begin("second"), Some("first"));
        assert!(!sessions.ended(asked_by));
        assert_eq!(sessions.current().unwrap().1, &"second");
    }

    #[test]
    fn an_end_is_news_once() {
        let mut sessions = Generations::default();
        sessions.begin("first");
        assert!(sessions.ended(1));
        assert!(!sessions.ended(1));
        assert!(sessions.current().is_none());
    }

    #[test]
    fn a_session_after_an_end_has_a_number_of_its_own() {
        let mut sessions = Generations::default();
        sessions.begin("first");
        sessions.ended(1);
        sessions.begin("second");
        assert!(!sessions.ended(1), "the late word of the first");
        assert_eq!(sessions.current(), Some((2, &"second")));
    }

    /// Every order in which the answers to calls of the old session, all of them 401s, and a new
    /// session can come, for up to six calls in flight.
    #[test]
    fn r_s3_late_answers_of_an_old_session_leave_a_new_one_alone_in_all_orders() {
        let mut orders = 0;
        for calls in 1..=6 {
            // The new session comes in the place of the last number.
            in_all_orders(&mut (0..=calls).collect::<Vec<_>>(), 0, &mut |order| {
                let mut sessions = Generations::default();
                sessions.begin("old");
                let asked_by = vec![sessions.current().unwrap().0; calls];
                let (mut begun, mut news) = (false, 0);
                for event in order {
                    match asked_by.get(*event) {
                        Some(generation) => news += u32::from(sessions.ended(*generation)),
                        None => {
                            sessions.begin("new");
                            begun = true;
                        }
                    }
                    let stands = sessions.current().map(|(_, session)| *session);
                    assert_eq!(stands, begun.then_some("new"), "{order:?}");
                }
                // The old one's end is news if somebody learned of it before the new one began.
                assert_eq!(news, u32::from(order[0] != calls), "{order:?}");
                orders += 1;
            });
        }
        assert_eq!(orders, 2 + 6 + 24 + 120 + 720 + 5_040);
    }

    fn in_all_orders(of: &mut Vec<usize>, from: usize, what: &mut impl FnMut(&[usize])) {
        if from == of.len() {
            return what(of);
        }
        for other in from..of.len() {
            of.swap(from, other);
            in_all_orders(of, from + 1, what);
            of.swap(from, other);
        }
    }

    #[test]
    fn a_lock_ends_with_the_next_session_and_with_nothing_else() {
        let session = Session::default();
        assert!(session.lock().is_none());
        session.work_offline();
        session.leave();
        let shown = session.shown();
        assert!(session.is_locked() && shown.locked && !shown.offline);
    }

    #[test]
    fn without_a_session_there_is_nothing_to_rest() {
        let session = Session::default();
        session.rest(true);
        assert!(!session.rests() && !session.shown().offline);
    }

    #[test]
    fn updates_are_missing_only_where_two_movements_say_so() {
        let session = Session::default();
        let (one, other) = (MovementId::from("m1"), MovementId::from("m2"));
        assert_eq!(session.update_not_found(&one), UpdateNotFound::First);
        assert_eq!(session.update_not_found(&one), UpdateNotFound::Again);
        session.update_done();
        assert_eq!(session.update_not_found(&other), UpdateNotFound::First, "one was a stray");
        assert_eq!(session.update_not_found(&one), UpdateNotFound::Everywhere);
        session.leave();
        assert_eq!(session.update_not_found(&one), UpdateNotFound::First, "another session");
    }

    #[test]
    fn a_part_is_missing_once_and_can_come_back() {
        let session = Session::default();
        session.set_missing(MissingPart::Updates, true);
        session.set_missing(MissingPart::Updates, true);
        assert_eq!(session.shown().found.missing, [MissingPart::Updates]);
        session.set_missing(MissingPart::Updates, false);
        assert_eq!(session.shown().found.missing, []);
    }
}
