//! Lines as rows of a page: filtered, sorted, each followed by what goes instead of it and what there
//! is to say of it, and handed over as the window of rows that was asked for. Pure.

use std::sync::Arc;

use crate::search::{
    Counts, count_of,
    order::{Value, sort},
    text::{Words, fold},
    window,
};
use contract::{
    Decision, EditorColumn, EditorLine, EditorRow, Freshness, InsteadRow, ItemId, LineFilter,
    LineItem, LinePicked, LineStatus, ListLines, NoteRow, OnlyLines, Page, PersonRef, Quantity,
    RowKey, RowState,
};

use super::rows::{Drawn, DrawnRow, LineOrderKey, PageRow};
use crate::{editor::draft::sheet::Aspects, picking::picked::PickedLines};

impl Drawn {
    /// The window of rows asked for.
    pub fn page(
        &self,
        request: &ListLines,
        picked: &Arc<PickedLines>,
        freshness: Freshness,
    ) -> Page<EditorRow> {
        let is_sorted_so = request.rows.sort.iter().any(|sort| is_by_picks(sort.by));
        let only = request.filter.only;
        let decides = is_sorted_so || matches!(only, OnlyLines::ToPick | OnlyLines::ChangedHere);
        let question = LineOrderKey {
            filter: request.filter.clone(),
            sort: request.rows.sort.clone(),
            folded: request.folded.clone(),
            picked: decides.then(|| Arc::clone(picked)),
        };
        let entries = self.order.of(question, |question| self.entries(question));
        let is_line = |entry: &&PageRow| matches!(entry, PageRow::Line(_));
        let matching = entries.iter().filter(is_line).count();
        let counts = Counts { matching, known: self.rows.len() };
        let page = window(&entries, &request.rows, counts, freshness, |entry| match *entry {
            PageRow::Line(at) => {
                let line = self.editor_line(at, &request.folded);
                let row = &self.rows[at];
                let (state, edited) = (row.state_with(picked), row.edited_with(picked));
                let (picked, bins) = (row.picked(picked), row.bins(picked).to_vec());
                EditorRow::Line(Box::new(EditorLine { state, edited, picked, bins, ..line }))
            }
            PageRow::Instead(at, child) => {
                let instead = self.rows[at].instead(child);
                let product = self.named(&instead.product);
                EditorRow::Instead(Box::new(InsteadRow { product, ..instead }))
            }
            PageRow::Note(at, note) => {
                let row = &self.rows[at];
                let (of, note) = (row.key.clone(), row.notes[note].clone());
                EditorRow::Note(Box::new(NoteRow { of, note }))
            }
        });
        Page { idle: self.idle(picked), ..page }
    }

    /// The columns in which no line has anything, of those that only show.
    fn idle(&self, picked: &PickedLines) -> Vec<String> {
        let has = |says: fn(&LineItem) -> bool| {
            let is_said = |line: &LineItem| says(line) || line.substitutions.iter().any(says);
            self.rows.iter().any(|row| row.shown().is_some_and(is_said))
        };
        let asked = &self.last_time.requested;
        let has_last_time =
            |row: &DrawnRow| row.product().is_some_and(|it| asked.contains_key(&it.id));
        let columns = [
            (
                "category",
                has(|line| line.product.category.as_ref().is_some_and(|it| it.name.is_some())),
            ),
            ("picked", self.rows.iter().any(|row| row.picked(picked).is_some())),
            ("bin", self.rows.iter().any(|row| !row.bins(picked).is_empty())),
            ("reason", has(|line| is_told(line.reason_code.as_ref()))),
            ("available", has(|line| line.quantity_available.is_some())),
            ("last_time", self.rows.iter().any(has_last_time)),
            ("comment", has(|line| is_told(line.comments.as_ref()))),
        ];
        let idle = columns.into_iter().filter(|(_, has)| !has && !self.rows.is_empty());
        idle.map(|(column, _)| column.to_owned()).collect()
    }

    /// A line as the grid shows it, named by its place in the movement's order.
    pub fn editor_line(&self, at: usize, folded: &[RowKey]) -> EditorLine {
        let row = &self.rows[at];
        let (line, shown) = (row.line(), row.shown());
        let product = row.product().map(|product| self.named(product));
        let last_time = row.product().and_then(|product| self.last_time.requested.get(&product.id));
        let wants = row.draft.as_ref().map(|draft| &draft.wants);
        let unfolded = line.is_some_and(|line| !line.substitutions.is_empty());
        EditorLine {
            key: row.key.clone(),
            number: count_of(at + 1),
            state: row.state(),
            last_time: last_time.copied(),
            first_time: last_time.is_none() && self.last_time.is_whole,
            product,
            code_typed: wants.and_then(Aspects::typed_code).filter(not_blank).map(str::to_owned),
            requested: line.and_then(|line| line.quantity_requested),
            requested_typed: wants.and_then(typed_quantity).filter(not_blank).map(str::to_owned),
            to_ship: shown.and_then(LineItem::quantity_to_ship),
            picked: None,
            bins: Vec::new(),
            status: shown.filter(|_| row.is_in_service()).map(|line| line.status.clone()),
            reason_code: shown.and_then(|line| line.reason_code.clone()),
            comments: shown.and_then(|line| line.comments.clone()),
            available: line.and_then(|line| line.quantity_available),
            recipient: line.and_then(|line| line.recipient.as_ref()).map(PersonRef::from),
            edited: row.edited(),
            editable: row.editable(),
            problems: row.problems.clone(),
            deleted: row.deleted,
            proposed: wants.and_then(|wants| wants.decision.as_ref()).is_some_and(|it| it.proposed),
            proposed_elsewhere: false,
            news: row.is_news(),
            unfolded: unfolded.then(|| !folded.contains(&row.key)),
        }
    }

    fn entries(&self, question: &LineOrderKey) -> Vec<PageRow> {
        let words = Words::of(&question.filter.text);
        let has_words = !question.filter.text.trim().is_empty();
        let mut lines: Vec<usize> = (0..self.rows.len())
            .filter(|at| self.rows[*at].is_one_of(question))
            .filter(|at| !has_words || words.are_in(&self.rows[*at].searched(&question.filter)))
            .collect();
        if !question.sort.is_empty() {
            sort(
                &mut lines,
                &question.sort,
                |at, column| self.value(*at, column, question),
                Ord::cmp,
            );
        }
        let folded: std::collections::HashSet<_> = question.folded.iter().collect();
        let mut entries = Vec::with_capacity(lines.len());
        for at in lines {
            entries.push(PageRow::Line(at));
            let row = &self.rows[at];
            let children = row.line().map_or(0, |line| line.substitutions.len());
            if children > 0 && !folded.contains(&row.key) {
                entries.extend((0..children).map(|child| PageRow::Instead(at, child)));
            }
            entries.extend((0..row.notes.len()).map(|note| PageRow::Note(at, note)));
        }
        entries
    }

    fn value(&self, at: usize, column: EditorColumn, question: &LineOrderKey) -> Value {
        let row = &self.rows[at];
        let line = row.line();
        let product = row.product();
        let text = |text: Option<&String>| Value::text(text.map(String::as_str));
        match column {
            EditorColumn::Number => Value::number(Some(count_of(at))),
            EditorColumn::State => {
                let state = question.picked.as_deref().map(|picked| row.state_with(picked));
                Value::number(Some(state.unwrap_or_else(|| row.state()) as i64))
            }
            EditorColumn::Code => match row.draft.as_ref().and_then(|it| it.wants.typed_code()) {
                Some(typed) => Value::text(Some(typed)),
                None => text(product.and_then(|product| product.code.as_ref())),
            },
            EditorColumn::Product => text(product.and_then(|product| product.name.as_ref())),
            EditorColumn::Category => {
                let category = product.and_then(|product| product.category.as_ref());
                text(category.and_then(|category| category.name.as_ref()))
            }
            EditorColumn::Requested => Value::number(line.and_then(|line| line.quantity_requested)),
            EditorColumn::ToShip => Value::number(line.and_then(LineItem::quantity_to_ship)),
            EditorColumn::Picked => {
                let picked = question.picked.as_deref().and_then(|picked| row.picked(picked));
                Value::number(picked.map(|picked| picked.picked))
            }
            EditorColumn::Bin => {
                let bins = question.picked.as_deref().map(|picked| row.bins(picked));
                Value::text(bins.and_then(<[String]>::first).map(String::as_str))
            }
            EditorColumn::Status => {
                let line = line.filter(|_| row.is_in_service());
                Value::text(line.map(|line| line.status.as_str()))
            }
            EditorColumn::Reason => {
                let reason = line.and_then(|line| line.reason_code.as_deref());
                Value::text(reason.map(|code| reason_words(code, &question.filter)).as_deref())
            }
            EditorColumn::Available => Value::number(line.and_then(|line| line.quantity_available)),
            EditorColumn::Comment => text(line.and_then(|line| line.comments.as_ref())),
            EditorColumn::Recipient => {
                let recipient = line.and_then(|line| line.recipient.as_ref());
                Value::text(recipient.map(contract::Person::shown))
            }
            EditorColumn::LastTime => {
                let requested = &self.last_time.requested;
                Value::number(product.and_then(|product| requested.get(&product.id)).copied())
            }
        }
    }
}

impl DrawnRow {
    /// Whether it became another one since the user last left the movement.
    pub fn is_news(&self) -> bool {
        let service = self.service.as_ref().map(|service| &service.known.news.lines);
        match (&self.key, service) {
            (RowKey::Line(item), Some(lines)) => lines.contains(item),
            _ => false,
        }
    }

    /// Whether the service has it, or had it.
    fn is_in_service(&self) -> bool {
        matches!(self.key, RowKey::Line(_))
    }

    /// The line of the service that can be picked; of one that is to be deleted nothing is to be.
    fn to_pick(&self) -> Option<&ItemId> {
        match &self.key {
            RowKey::Line(item) if !self.deleted => Some(item),
            _ => None,
        }
    }

    /// How much of it is picked.
    pub fn picked(&self, picked: &PickedLines) -> Option<LinePicked> {
        self.to_pick().and_then(|item| picked.of(item))
    }

    /// Whether something of it is typed in its panel and not sent.
    pub fn is_typed_in_panel(&self, picked: &PickedLines) -> bool {
        matches!(&self.key, RowKey::Line(item) if picked.is_typed(item))
    }

    /// Whether the sheet has something of it that is not sent.
    pub fn is_unsent(&self) -> bool {
        self.is_added() || self.is_changed_here()
    }

    /// Whether nothing was decided about it yet, here or in the service.
    pub fn is_undecided(&self) -> bool {
        !self.deleted && !self.is_gone && self.line().is_some_and(LineItem::is_open)
    }

    /// Where it stands, with what is typed in its panel.
    fn state_with(&self, picked: &PickedLines) -> RowState {
        match self.state() {
            RowState::InService | RowState::Sending if self.is_typed_in_panel(picked) => {
                RowState::Changed
            }
            state => state,
        }
    }

    /// Cells of what is not sent, with what is typed of its picks.
    fn edited_with(&self, picked: &PickedLines) -> Vec<EditorColumn> {
        let mut edited = self.edited();
        if self.picked(picked).is_some_and(|picked| picked.typed.is_some()) {
            edited.push(EditorColumn::Picked);
        }
        edited
    }

    /// The bins to take it from.
    fn bins<'a>(&self, picked: &'a PickedLines) -> &'a [String] {
        self.to_pick().map_or(&[], |item| picked.bins_of(item))
    }

    fn is_one_of(&self, question: &LineOrderKey) -> bool {
        let is = |status: &LineStatus| self.line().is_some_and(|line| line.status == *status);
        match question.filter.only {
            OnlyLines::All => true,
            OnlyLines::Attention => self.needs_user(),
            OnlyLines::ChangedHere => {
                let picked = question.picked.as_deref();
                self.is_unsent() || picked.is_some_and(|picked| self.is_typed_in_panel(picked))
            }
            OnlyLines::Undecided => self.is_undecided(),
            OnlyLines::Changed => is(&LineStatus::Changed),
            OnlyLines::Substituted => is(&LineStatus::Substituted),
            OnlyLines::Canceled => is(&LineStatus::Canceled),
            OnlyLines::ToPick => {
                let picked = question.picked.as_deref().filter(|picked| picked.is_known());
                match picked {
                    Some(picked) => self.picked(picked).is_some_and(|picked| !picked.is_whole()),
                    // Where nothing is known, whatever goes is still to be picked.
                    None => {
                        !self.deleted && self.line().and_then(LineItem::quantity_to_ship) != Some(0)
                    }
                }
            }
        }
    }

    /// The text a search looks through.
    fn searched(&self, filter: &LineFilter) -> String {
        let reason = self.line().and_then(|line| line.reason_code.as_deref());
        let reason = reason.map(|code| reason_words(code, filter));
        let mut texts = Vec::new();
        texts.extend(reason.as_deref());
        texts.extend(self.draft.as_ref().and_then(|draft| draft.wants.typed_code()));
        if let Some(line) = self.line() {
            texts.extend([&line.reason_code, &line.comments].into_iter().flatten().map(|it| &**it));
            for product in std::iter::once(line).chain(&line.substitutions).map(|it| &it.product) {
                let category = product.category.as_ref().and_then(|it| it.name.as_ref());
                let parts = [product.code.as_ref(), product.name.as_ref(), category];
                texts.extend(parts.into_iter().flatten().map(String::as_str));
            }
        }
        fold(&texts.join("\n"))
    }

    /// Cells of what was typed, chosen and decided here, where it differs from what is beneath. What
    /// follows from it, and what is empty by it, nobody put there.
    fn edited(&self) -> Vec<EditorColumn> {
        let nothing = Aspects::default();
        let wants = self.draft.as_ref().map_or(&nothing, |draft| &draft.wants);
        let differs = |of: fn(&LineItem) -> Option<String>| match (self.shown(), self.beneath()) {
            (Some(line), Some(beneath)) => of(line) != of(beneath),
            _ => false,
        };
        let told = |of: fn(&LineItem) -> Option<String>| {
            let text = self.shown().and_then(of);
            text.is_some_and(|text| !text.trim().is_empty()) && differs(of)
        };
        let ships = match wants.decided() {
            Some(Decision::Substitute { .. }) => true,
            Some(_) => differs(|line| line.quantity_to_ship().map(|pieces| pieces.to_string())),
            None => self.over.is_none() && self.tried.is_some(),
        };
        let cells = [
            (EditorColumn::Number, wants.place.is_some() && !wants.added && !wants.follows),
            (EditorColumn::Code, wants.product.is_some()),
            (EditorColumn::Requested, wants.quantity.is_some()),
            (EditorColumn::ToShip, ships),
            (EditorColumn::Status, differs(|line| Some(line.status.as_str().to_owned()))),
            (EditorColumn::Reason, told(|line| line.reason_code.clone())),
            (EditorColumn::Comment, told(|line| line.comments.clone())),
            (EditorColumn::Recipient, wants.recipient.is_some()),
        ];
        cells.into_iter().filter(|(_, is_edited)| *is_edited).map(|(column, _)| column).collect()
    }

    fn instead(&self, at: usize) -> InsteadRow {
        let child = self.line().and_then(|line| line.substitutions.get(at));
        let decided = self.draft.as_ref().and_then(|draft| draft.wants.decided());
        InsteadRow {
            of: self.key.clone(),
            at: count_of(at),
            product: child
                .map_or_else(crate::editor::draft::aspects::nothing, |child| child.product.clone()),
            quantity: child.and_then(|child| child.quantity_requested),
            available: child.and_then(|child| child.quantity_available),
            local: matches!(decided, Some(Decision::Substitute { .. })),
        }
    }
}

/// Whether lines sorted by a column stand in another order once something is picked or typed of it.
fn is_by_picks(column: EditorColumn) -> bool {
    matches!(column, EditorColumn::Picked | EditorColumn::Bin | EditorColumn::State)
}

/// What the window calls a reason.
fn reason_words(code: &str, filter: &LineFilter) -> String {
    let named = filter.reasons.iter().find(|(named, _)| named == code);
    named.map_or_else(|| code.replace('_', " "), |(_, words)| words.clone())
}

fn is_told(text: Option<&String>) -> bool {
    text.is_some_and(|text| !text.trim().is_empty())
}

/// What stands in the quantity's cell where it is no quantity.
fn typed_quantity(wants: &Aspects) -> Option<&str> {
    let typed = wants.quantity.as_ref()?;
    (!matches!(typed.means, Quantity::Whole(_))).then_some(&*typed.text)
}

fn not_blank(text: &&str) -> bool {
    !text.trim().is_empty()
}

#[cfg(test)]
mod tests;
