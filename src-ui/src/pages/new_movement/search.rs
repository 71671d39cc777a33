//! Finding a stocklist: what is typed, what the backend finds, which one is active, which one was
//! chosen. Drawn by `source`.

use contract::{
    DataSet, Failure, ListStocklists, OpenStocklist, Page, Refresh, Rows, Stocklist,
    StocklistFilter, StocklistId, StocklistQuery, StocklistRow,
};
use leptos::prelude::*;

use super::form::MovementForm;
use super::marks::{Where, found_in, words};
use crate::data::query::{Query, Sending, use_command, use_query};
use crate::data::rows::Whole;
use crate::effect::{effect, memo};
use crate::navigation::use_tab;

/// How many lists are asked for at once: so many that the nearest is among them.
const ASKED: u32 = 500;

/// How many are drawn; who looks for another one types.
pub const DRAWN: usize = 60;

/// Finding a stocklist.
#[derive(Clone, Copy)]
pub struct StocklistSearch {
    /// As typed.
    pub text: RwSignal<String>,
    /// The lists found, the nearest first.
    pub found: Memo<Vec<(StocklistRow, Where)>>,
    /// The active one.
    pub active: RwSignal<usize>,
    /// What is known of the lists as a whole.
    pub whole: Memo<Option<Whole>>,
    /// The list chosen, as it comes in.
    pub opening: Query<Stocklist>,
    /// The list chosen.
    pub wanted: RwSignal<Option<StocklistId>>,
    /// Enter was pressed before the lists for what was typed were there.
    waiting: RwSignal<bool>,
    /// Another list than the one taken is looked for.
    another: RwSignal<bool>,
    tab: u32,
    lists: Query<Page<StocklistRow>>,
    refresh: Sending<Refresh>,
    form: MovementForm,
}

impl StocklistSearch {
    /// Begins with all lists, or with one chosen.
    pub fn start(form: MovementForm, wanted: Option<StocklistId>) -> Self {
        let text = RwSignal::new(String::new());
        let wanted = RwSignal::new(wanted);
        let lists: Query<Page<StocklistRow>> = use_query(move || {
            let filter = StocklistFilter { text: text.get(), ..StocklistFilter::default() };
            form.is_from_list().then(|| ListStocklists { rows: Rows::first(ASKED), filter })
        });
        let opening: Query<Stocklist> =
            use_query(move || Some(OpenStocklist { stocklist: wanted.get()? }));
        let search = Self {
            text,
            found: memo(move || {
                let words = words(&text.get());
                lists.reply.with(|page| nearest_first(page.as_ref(), &words))
            }),
            active: RwSignal::new(0),
            whole: memo(move || lists.reply.with(|page| page.as_ref().map(whole_of))),
            opening,
            wanted,
            waiting: RwSignal::new(false),
            another: RwSignal::new(false),
            tab: use_tab().number,
            lists,
            refresh: use_command(),
            form,
        };
        effect(move || search.take_what_came());
        // While nothing is looked for, the chosen one is active.
        effect(move || {
            let at = search.found.with(|all| search.place_of_chosen(all));
            if search.text.with_untracked(|text| text.trim().is_empty()) {
                search.active.set(at.unwrap_or(0));
            }
        });
        effect(move || {
            if !lists.asking.get() && search.waiting.get() {
                search.waiting.set(false);
                search.take();
            }
        });
        search
    }

    /// The id of the list under the field; several tabs may have one.
    pub fn list_id(self) -> String {
        format!("stocklists-{}", self.tab)
    }

    /// The id of an entry of that list.
    pub fn option_id(self, at: usize) -> String {
        format!("stocklists-{}-{at}", self.tab)
    }

    /// Another text was typed.
    pub fn type_in(self, text: String) {
        self.text.set(text);
        self.active.set(0);
    }

    /// Goes to a list above or below.
    pub fn step(self, down: bool) {
        let last = self.found.with_untracked(Vec::len).min(DRAWN).saturating_sub(1);
        self.active
            .update(|at| *at = if down { (*at + 1).min(last) } else { at.saturating_sub(1) });
    }

    /// Chooses the active list, once the lists for what was typed are there.
    pub fn enter(self) {
        if self.lists.asking.get_untracked() {
            self.waiting.set(true);
        } else {
            self.take();
        }
    }

    /// Chooses a list. Chosen once more, one that could not be read is asked for again.
    pub fn choose(self, id: StocklistId) {
        let at = self.found.with_untracked(|all| all.iter().position(|(row, _)| row.id == id));
        self.active.set(at.unwrap_or(0));
        self.another.set(false);
        if self.wanted.with_untracked(|wanted| wanted.as_ref() == Some(&id)) {
            self.opening.ask_again();
        } else {
            self.opening.failure.set(None);
            self.wanted.set(Some(id));
        }
    }

    /// Whether a list is still to be chosen, or another one.
    pub fn is_choosing(self) -> bool {
        let has_one = || self.form.list_id().is_some() || self.is_on_its_way();
        self.form.is_from_list() && (self.another.get() || !has_one())
    }

    /// Name and number of the list chosen, as far as they are known.
    pub fn chosen(self) -> (String, String) {
        let Some(wanted) = self.wanted.get() else { return <_>::default() };
        let row = self.found.with(|all| all.iter().find(|(row, _)| row.id == wanted).cloned());
        let opened = self.opening.get().filter(|list| list.id == wanted);
        let name = opened.and_then(|list| list.name);
        let number = row.as_ref().and_then(|(row, _)| row.number.clone());
        (name.or(row.map(|(row, _)| row.name)).unwrap_or_default(), number.unwrap_or_default())
    }

    /// Looks for another list than the one chosen, which stays until one is.
    pub fn look_for_another(self) {
        self.another.set(true);
    }

    /// Empties the field; an empty one goes back to the list that was chosen, if there is one.
    pub fn escape(self) -> bool {
        if self.text.with_untracked(String::is_empty) {
            return self.another.try_update(std::mem::take).unwrap_or_default();
        }
        self.type_in(String::new());
        true
    }

    /// Reads all lists anew.
    pub fn read_anew(self) {
        let what = DataSet::Stocklists(StocklistQuery::default());
        self.refresh.send(Refresh { what }, |_| ());
    }

    /// Why the lists are not as they should be.
    pub fn failure(self) -> Option<Failure> {
        let behind = self.whole.with(|whole| whole.as_ref()?.freshness.failure.clone());
        self.refresh.failure.get().or_else(|| self.lists.failure.get()).or(behind)
    }

    /// The asking itself failed.
    pub fn has_failed(self) -> bool {
        self.lists.failure.with(Option::is_some)
    }

    /// A list was chosen, and its lines are not here yet.
    pub fn is_on_its_way(self) -> bool {
        self.waiting.get() || self.is_wanting() && self.opening.failure.with(Option::is_none)
    }

    /// Why the lines of the chosen list are not here.
    pub fn opening_failure(self) -> Option<Failure> {
        self.opening.failure.get().filter(|_| self.is_wanting())
    }

    fn is_wanting(self) -> bool {
        let taken = self.form.list_id();
        self.wanted.get().is_some_and(|wanted| taken != Some(wanted))
    }

    fn place_of_chosen(self, all: &[(StocklistRow, Where)]) -> Option<usize> {
        let wanted = self.wanted.get_untracked()?;
        all.iter().position(|(row, _)| row.id == wanted)
    }

    fn take(self) {
        let active = self.active.get_untracked();
        let id = self.found.with_untracked(|all| all.get(active).map(|(row, _)| row.id.clone()));
        if let Some(id) = id {
            self.choose(id);
        }
    }

    /// Takes a list into the form when it has come in, once: a later reading does not take away
    /// what is being previewed. Of a list that cannot be read nothing is made, nor of the last one.
    fn take_what_came(self) {
        let list = self.opening.get();
        let failed = self.opening.failure.with(Option::is_some);
        if !untrack(|| self.is_wanting()) {
            return;
        }
        let wanted = self.wanted.get_untracked();
        match list.filter(|list| Some(&list.id) == wanted.as_ref()) {
            Some(list) => self.form.take_list(list),
            None if failed => self.form.put_list_aside(),
            None => {}
        }
    }
}

fn whole_of(page: &Page<StocklistRow>) -> Whole {
    Whole {
        total: page.total,
        matching: page.matching,
        known: page.known,
        unread: 0,
        idle: Vec::new(),
        freshness: page.freshness.clone(),
    }
}

fn nearest_first(
    page: Option<&Page<StocklistRow>>,
    words: &[String],
) -> Vec<(StocklistRow, Where)> {
    let rows = page.iter().flat_map(|page| &page.rows);
    let found: Vec<_> = rows.map(|row| (row, found_in(row, words))).collect();
    // Four looks cost the page less than a sort of its own would.
    let nearest =
        Where::ALL.into_iter().flat_map(|wanted| found.iter().filter(move |f| f.1 == wanted));
    nearest.map(|(row, found)| ((*row).clone(), *found)).collect()
}
