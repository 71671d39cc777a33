//! What search or command finds: open tabs, movements, stocklists, products, locations, people, and
//! what a key does where the focus was. Of each kind the first are listed; a mark before the words
//! finds one kind alone.

use std::sync::Arc;
use std::time::Duration;

use contract::{
    Entry, FindPeople, FindPlaces, FindProducts, ListMovements, ListStocklists, MovementFilter,
    MovementRef, MovementRow, Person, Place, ProductRef, Rows, StocklistFilter, StocklistRow,
};
use leptos::prelude::*;

use crate::components::{Palette, PaletteEntry, PaletteGroup, PaletteMark, Toasts};
use crate::data::query::{Query, Quiet, use_query};
use crate::effect::memo;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::keys::{ListedKey, Scope, use_keys};
use crate::letters;
use crate::navigation::{Route, SearchTarget, Section, Sheets, Tabs, bring_to_front, use_tabs};

/// So many of a kind are listed beside others.
const FEW: u32 = 5;

/// So many of a kind are listed alone.
const MANY: u32 = 50;

/// A kind of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Tabs,
    Movements,
    Stocklists,
    Products,
    Places,
    People,
    Actions,
}

/// The characters that a text begins with to find one kind alone.
const MARKS: [(&str, Kind); 5] = [
    ("#", Kind::Movements),
    ("/", Kind::Products),
    (":", Kind::Places),
    ("@", Kind::People),
    (">", Kind::Actions),
];

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wanted {
    /// The only kind, if a mark stands before the words.
    only: Option<Kind>,
    words: String,
}

impl Wanted {
    fn of(text: &str) -> Self {
        let text = text.trim();
        let marked = MARKS.iter().find_map(|(mark, kind)| Some((*kind, text.strip_prefix(mark)?)));
        let (only, words) = marked.map_or((None, text), |(kind, words)| (Some(kind), words.trim()));
        Self { only, words: words.to_owned() }
    }

    /// How many of a kind are listed; `None` if it is not looked for. Without words only what is at
    /// hand is.
    fn count(&self, kind: Kind) -> Option<u32> {
        let is_at_hand = matches!(kind, Kind::Tabs | Kind::Actions);
        match self.only {
            Some(only) => (only == kind).then_some(MANY),
            None if is_at_hand && self.words.is_empty() => Some(MANY),
            None => (is_at_hand || !self.words.is_empty()).then_some(FEW),
        }
    }

    /// Whether a text has all the words.
    fn fits(&self, text: &str) -> bool {
        let text = letters::folded(text);
        self.words.split_whitespace().all(|word| text.contains(letters::folded(word).as_str()))
    }
}

/// What finds it.
#[derive(Clone, Copy)]
struct Finding {
    wanted: Memo<Wanted>,
    movements: Query<contract::Page<Entry<MovementRow>>>,
    stocklists: Query<contract::Page<StocklistRow>>,
    products: Query<Vec<contract::FoundProduct>>,
    places: Query<contract::FoundPlaces>,
    people: Query<contract::FoundPeople>,
    /// What keys did where the palette was opened.
    keys: StoredValue<Vec<ListedKey>>,
    tabs: Tabs,
    toasts: Toasts,
    i18n: I18n,
}

/// Search or command, over the frame.
pub fn palette() -> AnyView {
    view! { <Opened /> }.into_any()
}

#[component]
fn Opened() -> impl IntoView {
    let i18n = use_i18n();
    let sheets = expect_context::<Sheets>();
    // What is listed is what holds where the palette was opened.
    let keys = StoredValue::new(untrack(|| use_keys().listed()));
    let text = RwSignal::new(String::new());
    let quiet = Quiet::after(text.into(), Duration::from_millis(80));
    let finding = Finding::start(memo(move || Wanted::of(&quiet.get())), keys, i18n);
    let settled = move || text.get() == quiet.get() && !finding.is_asking();
    let mark = |(mark, kind): (&'static str, Kind)| {
        let finds = match kind {
            Kind::Movements => text!(i18n, palette.movements),
            Kind::Products => text!(i18n, palette.products),
            Kind::Places => text!(i18n, palette.places),
            Kind::People => text!(i18n, palette.people),
            _ => text!(i18n, palette.acts),
        };
        PaletteMark { mark, finds }
    };
    view! {
        <Palette
            text
            groups=Signal::derive(move || finding.groups())
            settled=Signal::derive(settled)
            on_enter=move |()| quiet.end()
            marks=MARKS.map(mark).to_vec()
            on_close=move |()| sheets.palette.set(false)
        />
    }
}

impl Finding {
    fn start(wanted: Memo<Wanted>, keys: StoredValue<Vec<ListedKey>>, i18n: I18n) -> Self {
        let asked = move |kind: Kind| {
            wanted.with(|wanted| Some((wanted.count(kind)?, wanted.words.clone())))
        };
        let movements = move || {
            let (count, text) = asked(Kind::Movements)?;
            let filter = MovementFilter { text, ..MovementFilter::default() };
            let (rows, folded) = (Rows::first(count), Vec::new());
            Some(ListMovements { rows, filter, group: None, folded, today: None })
        };
        let stocklists = move || {
            let (count, text) = asked(Kind::Stocklists)?;
            let filter = StocklistFilter { text, ..StocklistFilter::default() };
            Some(ListStocklists { rows: Rows::first(count), filter })
        };
        let products = move || {
            let (count, text) = asked(Kind::Products)?;
            Some(FindProducts { text, count, movement: None })
        };
        let places = move || {
            let (count, text) = asked(Kind::Places)?;
            Some(FindPlaces { text, count })
        };
        let people = move || {
            let (count, text) = asked(Kind::People)?;
            Some(FindPeople { text, count })
        };
        Self {
            wanted,
            movements: use_query(movements),
            stocklists: use_query(stocklists),
            products: use_query(products),
            places: use_query(places),
            people: use_query(people),
            keys,
            tabs: use_tabs(),
            toasts: expect_context(),
            i18n,
        }
    }

    fn is_asking(self) -> bool {
        self.movements.asking.get()
            || self.stocklists.asking.get()
            || self.products.asking.get()
            || self.places.asking.get()
            || self.people.asking.get()
    }

    /// All that is found, by kind; kinds of which nothing is found are left out.
    fn groups(self) -> Vec<PaletteGroup> {
        let i18n = self.i18n;
        let movements =
            self.movements.get().map(|page| (page.matching, self.of_movements(page.rows)));
        let stocklists =
            self.stocklists.get().map(|page| (page.matching, self.of_stocklists(page.rows)));
        let products = self.products.get().unwrap_or_default().into_iter();
        let products = products.map(|found| self.of_product(found.product)).collect();
        let places = self.places.get().map(|found| found.rows).unwrap_or_default().into_iter();
        let places = places.map(|found| self.of_place(found.place)).collect();
        let people = self.people.get().map(|found| found.rows).unwrap_or_default().into_iter();
        let people = people.map(|found| self.of_person(&found.person)).collect();
        let group = |title, matching: u32, entries: Vec<PaletteEntry>| {
            let listed = u32::try_from(entries.len()).unwrap_or(u32::MAX);
            PaletteGroup { title, more: matching.saturating_sub(listed), entries }
        };
        let (matching_movements, movements) = movements.unwrap_or_default();
        let (matching_lists, stocklists) = stocklists.unwrap_or_default();
        let all = [
            group(say!(i18n, palette.open), 0, self.of_tabs()),
            group(say!(i18n, nav.movements), matching_movements, movements),
            group(say!(i18n, nav.stocklists), matching_lists, stocklists),
            group(say!(i18n, nav.products), 0, products),
            group(say!(i18n, nav.locations), 0, places),
            group(say!(i18n, palette.requested_by), 0, people),
            group(say!(i18n, palette.actions), 0, self.of_actions()),
        ];
        all.into_iter().filter(|group| !group.entries.is_empty()).collect()
    }

    fn of_tabs(self) -> Vec<PaletteEntry> {
        let (tabs, i18n) = (self.tabs, self.i18n);
        let wanted = self.wanted.get();
        let Some(most) = wanted.count(Kind::Tabs) else { return Vec::new() };
        let others = tabs.all().into_iter().filter(|tab| tab.number != tabs.current());
        let named = others.map(|tab| (tab.name(i18n), tab));
        let fitting = named.filter(|(name, _)| wanted.fits(name)).take(most as usize);
        let entry = |(name, tab): (String, crate::navigation::Tab)| {
            let number = tab.number;
            let entry = entry(tab.route.icon(), name, move || bring_to_front(|| tabs.go(number)));
            PaletteEntry { id: number.to_string(), ..entry }
        };
        fitting.map(entry).collect()
    }

    fn of_movements(self, rows: Vec<Entry<MovementRow>>) -> Vec<PaletteEntry> {
        let tabs = self.tabs;
        let rows = rows.into_iter().filter_map(Entry::into_row);
        let movement = |row: MovementRow| {
            let key = row.key;
            let places = [row.origin, row.destination].into_iter().flatten();
            let route = move || Route::Movement(MovementRef::Key(key));
            PaletteEntry {
                id: key.to_string(),
                code: row.identifier.unwrap_or_default(),
                detail: places.map(|place| place.name).collect::<Vec<_>>().join(" → "),
                ..entry("file-text", row.name, move || bring_to_front(|| tabs.open(route())))
            }
        };
        rows.map(movement).collect()
    }

    fn of_stocklists(self, rows: Vec<StocklistRow>) -> Vec<PaletteEntry> {
        let list = |row: StocklistRow| {
            let sought = SearchTarget::Text(row.name.clone());
            PaletteEntry {
                id: row.id.to_string(),
                code: row.number.unwrap_or_default(),
                detail: row.destination.map(|place| place.name).unwrap_or_default(),
                ..self.leads_to(Section::Stocklists, "clipboard-list", row.name, sought)
            }
        };
        rows.into_iter().map(list).collect()
    }

    fn of_product(self, product: ProductRef) -> PaletteEntry {
        let code = product.code.unwrap_or_default();
        let name = product.name.clone().unwrap_or_else(|| product.id.to_string());
        let sought = SearchTarget::Text(if code.is_empty() { name.clone() } else { code.clone() });
        PaletteEntry {
            id: product.id.to_string(),
            code,
            detail: product.category.and_then(|category| category.name).unwrap_or_default(),
            ..self.leads_to(Section::Products, "package", name, sought)
        }
    }

    fn of_place(self, place: Place) -> PaletteEntry {
        let (id, sought) = (place.id.to_string(), SearchTarget::Place(place.id));
        let entry = self.leads_to(Section::Locations, "warehouse", place.name, sought);
        PaletteEntry { id, ..entry }
    }

    fn of_person(self, person: &Person) -> PaletteEntry {
        let sought = SearchTarget::Person(person.id.clone());
        let entry = self.leads_to(Section::Movements, "user", person.shown().to_owned(), sought);
        PaletteEntry { id: person.id.to_string(), ..entry }
    }

    /// An entry that leads to a section's list, which finds it.
    fn leads_to(
        self,
        section: Section,
        icon: &'static str,
        label: String,
        sought: SearchTarget,
    ) -> PaletteEntry {
        let tabs = self.tabs;
        entry(icon, label, move || bring_to_front(|| tabs.seek(section, sought.clone())))
    }

    /// What keys do: those of what had the focus and of its page first.
    fn of_actions(self) -> Vec<PaletteEntry> {
        let wanted = self.wanted.get();
        let Some(most) = wanted.count(Kind::Actions) else { return Vec::new() };
        self.keys.with_value(|keys| {
            let is_here = |key: &&ListedKey| matches!(key.scope, Scope::Region(_) | Scope::Tab(_));
            let (here, everywhere): (Vec<_>, Vec<_>) = keys.iter().partition(is_here);
            let all = here.into_iter().chain(everywhere).filter(|key| key.is_action());
            // What was bound may be gone by now.
            let named = all.filter_map(|key| Some((key.label.try_get()?, key)));
            let is_meant = |label: &String| !label.is_empty() && wanted.fits(label);
            let fitting = named.filter(|(label, _)| is_meant(label)).take(most as usize);
            let (toasts, i18n) = (self.toasts, self.i18n);
            let action = |(label, key): (String, &ListedKey)| {
                let act = key.act();
                let run = move || {
                    if !act() {
                        toasts.tell(untrack(|| say!(i18n, palette.not_now).to_owned()));
                    }
                };
                PaletteEntry { caps: key.caps.clone(), ..entry("keyboard", label, run) }
            };
            fitting.map(action).collect()
        })
    }
}

fn entry(
    icon: &'static str,
    label: String,
    run: impl Fn() + Send + Sync + 'static,
) -> PaletteEntry {
    let (code, detail, caps) = (String::new(), String::new(), Vec::new());
    PaletteEntry { id: label.clone(), icon, code, label, detail, caps, run: Arc::new(run) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(only: Option<Kind>, words: &str) -> Wanted {
        Wanted { only, words: words.to_owned() }
    }

    #[test]
    fn a_mark_before_the_words_finds_one_kind_alone() {
        assert_eq!(Wanted::of("  ward 3 "), wanted(None, "ward 3"));
        assert_eq!(Wanted::of("#483"), wanted(Some(Kind::Movements), "483"));
        assert_eq!(Wanted::of("> send"), wanted(Some(Kind::Actions), "send"));
        assert_eq!(Wanted::of("@"), wanted(Some(Kind::People), ""));
        assert_eq!(Wanted::of("a > b"), wanted(None, "a > b"));
    }

    #[test]
    fn without_words_only_what_is_at_hand_is_listed() {
        let counts = |text: &str| {
            [Kind::Tabs, Kind::Movements, Kind::Actions].map(|kind| Wanted::of(text).count(kind))
        };
        assert_eq!(counts(""), [Some(MANY), None, Some(MANY)]);
        assert_eq!(counts("x"), [Some(FEW), Some(FEW), Some(FEW)]);
        assert_eq!(counts("#"), [None, Some(MANY), None]);
    }

    #[test]
    fn all_words_must_be_there_in_any_order() {
        assert!(Wanted::of("sign OUT").fits("Out you sign"));
        assert!(Wanted::of("").fits("anything"));
        assert!(!Wanted::of("sign in").fits("Sign out"));
    }
}
