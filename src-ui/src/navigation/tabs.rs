//! The open tabs: which pages are open, which is the current one, what they are called.

use chrono::NaiveDate;
use contract::{
    ItemId, LineRef, LocationId, MovementKey, MovementRef, OpenTab, OpenTabs, PersonId, Profile,
    ReviewFilter, Settings, StartPage,
};
use leptos::prelude::*;

use crate::effect::effect;
use crate::i18n::I18n;
use crate::keys::Keys;
use crate::look::DisplaySettings;
use crate::navigation::{Route, Section};

/// Tabs are kept for so many profiles.
const PROFILES: usize = 10;

/// So many movements and walks are kept that were in front last.
const RECENT: usize = 8;

/// An open tab.
#[derive(Clone, PartialEq)]
pub struct Tab {
    /// Its number, never used again in this window.
    pub number: u32,
    /// What is in it.
    pub route: Route,
    /// What its page calls itself, once it knows.
    pub title: RwSignal<Option<String>>,
    /// It holds a draft, which closing it would throw away.
    pub unsent: RwSignal<bool>,
    /// What was changed in it is kept here and not sent; closing it changes nothing about that.
    pub waits: RwSignal<bool>,
    /// It was to be closed while it does; its page asks, and closes it or stays.
    pub closing: RwSignal<bool>,
    /// Its page is put together when it first comes to the front.
    pub rests: RwSignal<bool>,
    /// Its signals live as long as it does, whoever opened it: a toast may be gone by then.
    owner: Owner,
}

/// What the list of a section is to find.
#[derive(Clone, PartialEq)]
pub enum SearchTarget {
    /// Words.
    Text(String),
    /// What this person asked for.
    Person(PersonId),
    /// A place.
    Place(LocationId),
    /// Movements asked for in so many days up to today, or later.
    Requested {
        /// How many days.
        days: u32,
        /// Who asked; anybody where there is none.
        by: Option<PersonId>,
        /// Where they go; anywhere where there is none.
        to: Option<LocationId>,
    },
    /// Movements asked for from one day to another.
    Days {
        /// The first day.
        from: NaiveDate,
        /// The last day.
        to: NaiveDate,
    },
    /// Decisions.
    Review(Box<ReviewFilter>),
    /// What went wrong.
    Problems,
}

/// The tabs of the window; found by `use_tabs`.
#[derive(Clone, Copy)]
pub struct Tabs {
    all: RwSignal<Vec<Tab>>,
    current: RwSignal<u32>,
    next: StoredValue<u32>,
    keys: Keys,
    /// What a section's list is to find once it is in front.
    search: RwSignal<Option<(Section, SearchTarget)>>,
    /// Movements and walks that were in front last, the last one first.
    recent: RwSignal<Vec<OpenTab>>,
    /// The line that a movement's page goes to once it is known there.
    line: RwSignal<Option<LineRef>>,
    /// Is told of what was in a tab that was closed.
    closed: StoredValue<Option<Callback<Route>>>,
}

/// The tabs of the window.
pub fn use_tabs() -> Tabs {
    expect_context::<Tabs>()
}

/// The tab this page is in.
pub fn use_tab() -> Tab {
    expect_context::<Tab>()
}

impl Tab {
    /// What it is called.
    pub fn name(&self, i18n: I18n) -> String {
        self.title.get().unwrap_or_else(|| self.route.title(i18n))
    }
}

impl Tabs {
    /// Opens the tabs as they were left, or the first one, and keeps them. Called once by the frame.
    pub fn start(keys: Keys, look: DisplaySettings, profile: Profile) -> Self {
        let tabs = Self {
            all: RwSignal::new(Vec::new()),
            current: RwSignal::new(0),
            next: StoredValue::new(0),
            keys,
            search: RwSignal::new(None),
            recent: RwSignal::new(Vec::new()),
            line: RwSignal::new(None),
            closed: StoredValue::new(None),
        };
        provide_context(tabs);
        tabs.open_as_left(look, &profile);
        effect(move || tabs.note_recent());
        effect(move || {
            let open = tabs.as_left(&profile);
            look.change(|settings| {
                settings.tabs.retain(|tabs| tabs.profile != open.profile);
                settings.tabs.insert(0, open);
                settings.tabs.truncate(PROFILES);
            });
        });
        tabs
    }

    fn open_as_left(self, look: DisplaySettings, profile: &Profile) {
        let Settings { tabs, start, .. } = look.now();
        let left = tabs.into_iter().find(|tabs| tabs.profile == *profile);
        let (open, current) = match left {
            Some(left) => {
                self.recent.set(left.recent);
                (left.open, left.current)
            }
            None => (Vec::new(), 0),
        };
        let mut front = None;
        for (at, OpenTab { page, movement, title }) in open.into_iter().enumerate() {
            let Some(route) = Route::again(&page, movement) else { continue };
            let tab = self.tab(route);
            tab.title.set(title);
            tab.rests.set(true);
            front = front.filter(|_| at != current as usize).or(Some(tab.number));
            self.all.update(|all| all.push(tab));
        }
        match (start, front) {
            (StartPage::AsLeft, Some(number)) => self.go(number),
            (start, _) => self.open(first(start)),
        }
    }

    /// Notes what is in front, where it can be open again.
    fn note_recent(self) {
        let current = self.current.get();
        let tab = self.all.with(|all| all.iter().find(|tab| tab.number == current).cloned());
        let Some(tab) = tab else { return };
        let Some((page, Some(movement))) = tab.route.as_left() else { return };
        let (page, movement, title) = (page.to_owned(), Some(movement), tab.title.get());
        self.recent.update(|recent| {
            recent.retain(|open| open.page != page || open.movement != movement);
            recent.insert(0, OpenTab { page, movement, title });
            recent.truncate(RECENT);
        });
    }

    /// Movements and walks that were in front last, the last one first.
    pub fn recent(self) -> Vec<OpenTab> {
        self.recent.get()
    }

    fn as_left(self, profile: &Profile) -> OpenTabs {
        let current = self.current.get();
        let (mut open, mut front) = (Vec::new(), 0);
        for tab in self.all.get() {
            let Some((page, movement)) = tab.route.as_left() else { continue };
            if tab.number == current {
                front = open.len();
            }
            open.push(OpenTab { page: page.to_owned(), movement, title: tab.title.get() });
        }
        let current = u32::try_from(front).unwrap_or_default();
        let recent = self.recent.get();
        OpenTabs { profile: profile.clone(), open, current, recent }
    }

    /// All open tabs.
    pub fn all(self) -> Vec<Tab> {
        self.all.get()
    }

    /// The number of the current one.
    pub fn current(self) -> u32 {
        self.current.get()
    }

    /// The number of the current one, for event handlers.
    pub fn current_now(self) -> u32 {
        self.current.get_untracked()
    }

    /// What is in the current one.
    pub fn current_route(self) -> Option<Route> {
        let current = self.current.get();
        self.all.with(|all| all.iter().find(|tab| tab.number == current).map(|t| t.route.clone()))
    }

    /// Goes to the tab that holds this, or opens one.
    pub fn open(self, route: Route) {
        let open = self
            .all
            .with_untracked(|all| all.iter().find(|tab| tab.route == route).map(|tab| tab.number));
        let number = open.unwrap_or_else(|| {
            let tab = self.tab(route);
            let number = tab.number;
            self.all.update(|all| all.push(tab));
            number
        });
        self.go(number);
    }

    /// Opens a movement at one of its lines.
    pub fn open_line(self, line: LineRef) {
        let movement = MovementRef::Key(line.movement);
        self.line.set(Some(line));
        self.open(Route::Movement(movement));
    }

    /// The line a movement's page is to go to, told once.
    pub fn take_line(self, movement: MovementKey) -> Option<ItemId> {
        let line = self.line.get().filter(|line| line.movement == movement)?;
        self.line.set(None);
        Some(line.item)
    }

    /// Goes to a section's list, which is to find this.
    pub fn seek(self, section: Section, sought: SearchTarget) {
        self.search.set(Some((section, sought)));
        self.open(section.route());
    }

    /// What a section's list is to find, told once.
    pub fn take_search(self, section: Section) -> Option<SearchTarget> {
        let (_, sought) = self.search.get().filter(|(of, _)| *of == section)?;
        self.search.set(None);
        Some(sought)
    }

    /// Opens a tab behind the current one, if none holds this.
    pub fn open_behind(self, route: Route) {
        if !self.all.with_untracked(|all| all.iter().any(|tab| tab.route == route)) {
            let tab = self.tab(route);
            self.all.update(|all| all.push(tab));
        }
    }

    /// Puts another page into the place of a tab: what was made there, after making it.
    pub fn replace(self, number: u32, route: Route) {
        let tab = self.tab(route);
        let new = tab.number;
        self.all.update(|all| match all.iter_mut().find(|tab| tab.number == number) {
            Some(place) => *place = tab,
            None => all.push(tab),
        });
        self.go(new);
    }

    /// Makes a tab the current one.
    pub fn go(self, number: u32) {
        self.current.set(number);
        self.keys.set_tab(number);
    }

    /// Closes a tab; after the last one, the first page is open. One that holds something typed is
    /// shown instead, and asks.
    pub fn close(self, number: u32) {
        let at = self.all.with_untracked(|all| all.iter().position(|tab| tab.number == number));
        let Some(at) = at else { return };
        let closing = self.all.with_untracked(|all| {
            all.get(at).filter(|tab| tab.unsent.get_untracked()).map(|tab| tab.closing)
        });
        if let Some(closing) = closing {
            self.go(number);
            closing.set(true);
            return;
        }
        let closed = self.all.try_update(|all| all.remove(at));
        let left = self.all.with_untracked(|all| {
            all.get(at.min(all.len().saturating_sub(1))).map(|tab| tab.number)
        });
        match left {
            None => self.open(Route::Home),
            Some(next) if self.current_now() == number => self.go(next),
            Some(_) => {}
        }
        // In the tab that is in front now: what is said is of that one.
        if let Some((told, closed)) = self.closed.get_value().zip(closed) {
            told.run(closed.route);
        }
    }

    /// Tells of what was in a tab that is closed.
    pub fn on_closed(self, told: impl Fn(Route) + Send + Sync + 'static) {
        self.closed.set_value(Some(Callback::new(told)));
    }

    /// Goes to the next tab, or the one before.
    pub fn step(self, onward: bool) {
        let current = self.current_now();
        let to = self.all.with_untracked(|all| {
            let at = all.iter().position(|tab| tab.number == current)?;
            let count = all.len();
            all.get(if onward { (at + 1) % count } else { (at + count - 1) % count })
                .map(|t| t.number)
        });
        if let Some(to) = to {
            self.go(to);
        }
    }

    fn tab(self, route: Route) -> Tab {
        self.next.update_value(|next| *next += 1);
        let owner = Owner::default();
        let flag = || RwSignal::new(false);
        let (title, unsent, waits, closing, rests) =
            owner.with(|| (RwSignal::new(None), flag(), flag(), flag(), flag()));
        Tab { number: self.next.get_value(), route, title, unsent, waits, closing, rests, owner }
    }
}

/// The page that is in front at the start.
fn first(start: StartPage) -> Route {
    match start {
        StartPage::AsLeft | StartPage::Home => Route::Home,
        StartPage::Movements => Route::Movements,
        StartPage::Pick => Route::Pick,
        StartPage::Review => Route::Review,
    }
}
