//! The form as it is filled: what was proposed, what was typed over it, what is wrong with it. Read
//! and written by every part of the page; sent by `create`.

mod kept;
mod offered;
mod start;

use chrono::NaiveDate;
use contract::{
    FormField, FormProblem, Identity, ImportStart, MovementKey, NewMovement, PreviewLine, Rule,
    StartFrom, Stocklist, StocklistId,
};
use leptos::prelude::*;

use super::lines::{Facts, Line};
use crate::effect::memo;
use crate::pages::header_fields::{FormFields, TypedFields};
use offered::Offered;
use start::FormLines;

pub use start::StartsFrom;

/// The form of a new movement. Ids of places and people are as fields with a list hold them.
#[derive(Clone, Copy)]
pub struct MovementForm {
    /// What it starts from.
    pub kind: RwSignal<StartsFrom>,
    /// The stocklist chosen.
    pub list: RwSignal<Option<ChosenStocklist>>,
    /// Name.
    pub name: Offered<String>,
    /// Free text.
    pub description: RwSignal<String>,
    /// Where goods come from.
    pub origin: Offered<Option<String>>,
    /// Where goods go to.
    pub destination: Offered<Option<String>>,
    /// The day it is asked for.
    pub date: Offered<Option<NaiveDate>>,
    /// Who asks for it.
    pub requester: Offered<Option<String>>,
    /// What is known of the table it starts from.
    pub import: RwSignal<ImportStart>,
    /// The lines of the chosen list, or of the table.
    pub lines: FormLines,
    /// How many tables were taken.
    pub tables: RwSignal<u32>,
    /// What is typed and no value yet.
    pub typed: TypedFields,
    /// The quantity being typed, and the index of its line.
    pub typing: RwSignal<Option<(usize, String)>>,
    /// What is to be sent.
    pub new: Memo<NewMovement>,
    /// Rules that do not hold.
    pub problems: Memo<Vec<FormProblem>>,
    /// What the foot says of the lines.
    pub facts: Memo<Facts>,
    /// The movement it began as a template of, also while it starts from something else.
    pub template: RwSignal<Option<MovementKey>>,
    left: RwSignal<Vec<FormField>>,
    tried: RwSignal<bool>,
    // Changed lines of lists chosen before: going back to one brings them back.
    aside: StoredValue<Vec<(StocklistId, Vec<Line>)>>,
}

/// The stocklist chosen, and what it proposes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenStocklist {
    /// Which one.
    pub id: StocklistId,
    name: String,
    origin: Option<String>,
    destination: Option<String>,
}

/// The signals `new` is made of.
#[derive(Clone, Copy)]
struct FormSignals {
    kind: RwSignal<StartsFrom>,
    list: RwSignal<Option<ChosenStocklist>>,
    import: RwSignal<ImportStart>,
    name: Offered<String>,
    description: RwSignal<String>,
    origin: Offered<Option<String>>,
    destination: Offered<Option<String>>,
    date: Offered<Option<NaiveDate>>,
    requester: Offered<Option<String>>,
    lines: FormLines,
}

impl MovementForm {
    /// An untouched form of today.
    pub fn start(kind: StartsFrom, today: fn() -> NaiveDate) -> Self {
        let kind = RwSignal::new(kind);
        let parts = FormSignals {
            kind,
            list: RwSignal::new(None),
            import: RwSignal::default(),
            name: Offered::new(String::new()),
            description: RwSignal::new(String::new()),
            origin: Offered::new(None),
            destination: Offered::new(None),
            date: Offered::new(Some(today())),
            requester: Offered::new(None),
            lines: FormLines::start(kind),
        };
        let FormSignals {
            kind,
            list,
            import,
            name,
            description,
            origin,
            destination,
            date,
            requester,
            lines,
        } = parts;
        let new = memo(move || parts.new_movement());
        Self {
            kind,
            list,
            import,
            name,
            description,
            origin,
            destination,
            date,
            requester,
            lines,
            tables: RwSignal::new(0),
            typed: TypedFields::default(),
            typing: RwSignal::new(None),
            new,
            problems: memo(move || new.with(|new| new.problems(today()))),
            facts: memo(move || match kind.get() {
                StartsFrom::Stocklist | StartsFrom::Import => lines.with(|lines| Facts::of(lines)),
                StartsFrom::Empty | StartsFrom::Inbound | StartsFrom::Template(_) => {
                    Facts::default()
                }
            }),
            template: RwSignal::new(None),
            left: RwSignal::new(Vec::new()),
            tried: RwSignal::new(false),
            aside: StoredValue::new(Vec::new()),
        }
    }

    /// Its header.
    pub fn fields(self) -> FormFields {
        FormFields {
            name: self.name.value,
            description: self.description,
            origin: self.origin.value,
            destination: self.destination.value,
            date: self.date.value,
            requester: self.requester.value,
            typed: self.typed,
        }
    }

    /// Proposes oneself as who asks for it.
    pub fn offer_me(self, identity: &Identity) {
        self.requester.offer(identity.me.as_ref().map(|me| me.id.to_string()));
    }

    /// Starts from something else. What was proposed by a list is proposed no more, what was typed
    /// stays; what is missing is said anew.
    pub fn start_from(self, kind: StartsFrom) {
        self.kind.set(kind);
        self.left.update(Vec::clear);
        self.tried.set(false);
        self.offer_list();
    }

    /// Takes a stocklist: its lines, and what it proposes.
    pub fn take_list(self, list: Stocklist) {
        // What was chosen for another list is of that list; what was filled in before any stays.
        if untrack(|| self.list_id()).is_some_and(|before| before != list.id) {
            self.origin.take_anew();
            self.destination.take_anew();
        }
        self.put_list_aside();
        let lines = list.items.iter().map(Line::of).collect();
        self.lines.list.set(changed_again(lines, self.take_aside(&list.id)));
        self.list.set(Some(ChosenStocklist::of(list)));
        self.offer_list();
    }

    /// Takes the rows of a table: those that can be sent are its lines.
    pub fn take_import(self, import: ImportStart, lines: &[PreviewLine]) {
        self.start_from(StartsFrom::Import);
        self.lines.table.set(lines.iter().map(Line::again).collect());
        self.tables.update(|tables| *tables = tables.wrapping_add(1));
        self.import.set(import);
        self.offer_list();
    }

    /// Starts from no list any more, and keeps what was typed in the last one.
    pub fn put_list_aside(self) {
        let list = self.list.try_update(Option::take).flatten();
        let mut lines = self.lines.list.try_update(std::mem::take).unwrap_or_default();
        lines.retain(Line::is_touched);
        if let Some(list) = list.filter(|_| !lines.is_empty()) {
            self.aside.update_value(|aside| aside.push((list.id, lines)));
        }
    }

    /// Changes a line.
    #[cfg(test)]
    pub fn change_line(self, index: usize, change: impl FnOnce(&mut Line)) {
        self.lines.update(|lines| {
            if let Some(line) = lines.get_mut(index) {
                change(line);
            }
        });
    }

    /// A field was left: from now on it says what is wrong with it.
    pub fn leave(self, field: FormField) {
        self.left.update(|left| {
            if !left.contains(&field) {
                left.push(field);
            }
        });
    }

    /// It was tried to create the movement: from now on every field says what is wrong with it.
    pub fn try_it(self) {
        self.tried.set(true);
    }

    /// What to say at a field: what is worth knowing at once, what is wrong once it was left.
    pub fn said_at(self, field: FormField) -> Option<Rule> {
        let rule =
            self.problems.with(|all| all.iter().find(|p| p.field == field).map(|p| p.rule))?;
        let left = |field| self.left.with(|left| left.contains(&field));
        // That two places are the same is noticed at either of them.
        let noticed = left(field) || rule == Rule::SamePlace && left(FormField::Origin);
        (!rule.blocks() || noticed || self.tried.get()).then_some(rule)
    }

    /// The first thing that keeps it from being sent: a rule, or a quantity that is none.
    pub fn first_obstacle(self) -> Option<FormField> {
        let of_header = self.problems.with(|all| {
            let blocking = all.iter().filter(|problem| problem.rule.blocks());
            blocking.map(|problem| problem.field).find(|field| !matches!(field, FormField::Line(_)))
        });
        of_header.or_else(|| self.bad_lines().first().copied().map(FormField::Line))
    }

    /// The lines that keep it from being sent, by their index.
    pub fn bad_lines(self) -> Vec<u32> {
        if !self.has_lines() {
            return Vec::new();
        }
        let mut bad: Vec<u32> = self.problems.with(|all| {
            let line = |problem: &FormProblem| match problem.field {
                FormField::Line(at) => problem.rule.blocks().then_some(at),
                _ => None,
            };
            all.iter().filter_map(line).collect()
        });
        bad.extend(self.lines.with(|lines| unread(lines)));
        bad.sort_unstable();
        bad.dedup();
        bad
    }

    /// Whether something was typed that is lost with the page.
    pub fn is_typed(self) -> bool {
        let lines = |lines: &Vec<Line>| lines.iter().any(Line::is_touched);
        self.name.is_typed()
            || self.description.with(|text| !text.trim().is_empty())
            || self.origin.is_typed()
            || self.destination.is_typed()
            || self.date.is_typed()
            || self.requester.is_typed()
            || self.lines.list.with(lines)
            || self.lines.table.with(lines)
            || self.import.with(|import| import.rows > 0)
            || self.aside.with_value(|aside| !aside.is_empty())
    }

    /// The stocklist chosen.
    pub fn list_id(self) -> Option<StocklistId> {
        self.list.with(|list| list.as_ref().map(|list| list.id.clone()))
    }

    /// Whether it starts with lines.
    pub fn has_lines(self) -> bool {
        matches!(self.kind.get(), StartsFrom::Stocklist | StartsFrom::Import)
    }

    /// Whether it starts from a stocklist.
    pub fn is_from_list(self) -> bool {
        self.kind.get() == StartsFrom::Stocklist
    }

    /// Whether it starts from a table that was read.
    pub fn has_import(self) -> bool {
        self.kind.get() == StartsFrom::Import && self.import.with(|import| import.rows > 0)
    }

    /// Its first lines are unsent changes of the movement already: they are changed there.
    pub fn is_handed_over(self) -> bool {
        let has_none = |import: &ImportStart| import.open.is_empty();
        self.has_import() && self.import.with(has_none) && self.lines.with(Vec::is_empty)
    }

    /// What has its first lines already starts from nothing else: rows of a table once they are in the movement,
    /// and a template that was asked for and refused.
    pub fn is_fixed(self, is_refused: bool) -> bool {
        let is_template = || matches!(self.kind.get(), StartsFrom::Template(_));
        self.is_handed_over() || is_refused && is_template()
    }

    /// The movement was asked for: the rows of a table are its unsent changes from now on.
    pub fn hand_over(self) {
        if self.has_import() {
            self.import.update(|import| import.open.clear());
            self.lines.table.update(Vec::clear);
        }
    }

    /// What was changed in a list before, for the form to go on with.
    fn take_aside(self, list: &StocklistId) -> Vec<Line> {
        let taken = self.aside.try_update_value(|aside| {
            let at = aside.iter().position(|(id, _)| id == list)?;
            Some(aside.remove(at).1)
        });
        taken.flatten().unwrap_or_default()
    }

    fn offer_list(self) {
        let kind = self.kind.get_untracked();
        let list = self.list.get_untracked().filter(|_| kind == StartsFrom::Stocklist);
        let (mut name, origin, destination) =
            list.map(|list| (list.name, list.origin, list.destination)).unwrap_or_default();
        if kind == StartsFrom::Import {
            name = self.import.with_untracked(|import| stem(&import.file_name).to_owned());
        }
        self.origin.offer(origin);
        self.destination.offer(destination);
        self.name.offer(name);
    }
}

impl ChosenStocklist {
    /// The list of a draft: what it proposed is in the draft's fields.
    fn again(id: StocklistId) -> Self {
        Self { id, name: String::new(), origin: None, destination: None }
    }

    fn of(list: Stocklist) -> Self {
        let id = |place: Option<contract::Location>| place.map(|place| place.id.to_string());
        Self {
            id: list.id,
            name: list.name.unwrap_or_default(),
            origin: id(list.origin),
            destination: id(list.destination),
        }
    }
}

impl FormSignals {
    fn previews(self) -> Vec<PreviewLine> {
        self.lines.with(|lines| lines.iter().map(|line| line.preview.clone()).collect())
    }

    fn new_movement(self) -> NewMovement {
        let list = self.list.with(|list| list.as_ref().map(|list| list.id.clone()));
        let (start, lines) = match self.kind.get() {
            StartsFrom::Stocklist => {
                // Without a list the id is empty, which the rules know.
                let id = list.unwrap_or_else(|| "".into());
                (StartFrom::Stocklist(id), self.previews())
            }
            StartsFrom::Empty => (StartFrom::Empty, Vec::new()),
            StartsFrom::Inbound => (StartFrom::Inbound, Vec::new()),
            StartsFrom::Template(of) => (StartFrom::Template(of), Vec::new()),
            StartsFrom::Import => (StartFrom::Import(self.import.get()), self.previews()),
        };
        NewMovement {
            start,
            name: self.name.value.get().trim().to_owned(),
            description: self.description.get().trim().to_owned(),
            origin: self.origin.value.get().map(Into::into),
            destination: self.destination.value.get().map(Into::into),
            date_requested: self.date.value.get(),
            requested_by: self.requester.value.get().map(Into::into),
            lines,
        }
    }
}

/// The lines of a list with those that were changed in it before. One that the list has no more is
/// wanted all the same.
fn changed_again(mut lines: Vec<Line>, changed: Vec<Line>) -> Vec<Line> {
    for mut line in changed {
        match lines.iter_mut().find(|listed| listed.preview.item == line.preview.item) {
            Some(listed) => {
                (line.listed, line.preview.listed) = (listed.listed, listed.preview.listed);
                *listed = line;
            }
            None => lines.push(line),
        }
    }
    lines
}

/// The name of a file without what says its kind.
fn stem(file_name: &str) -> &str {
    file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem)
}

/// The ticked lines whose quantity cannot be used.
fn unread(lines: &[Line]) -> Vec<u32> {
    let wrong = |(at, line): (usize, &Line)| {
        let is_wrong = line.preview.included && line.unread.is_some();
        is_wrong.then(|| u32::try_from(at).ok()).flatten()
    };
    lines.iter().enumerate().filter_map(wrong).collect()
}

#[cfg(test)]
mod tests;
