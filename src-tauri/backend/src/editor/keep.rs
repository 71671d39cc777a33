//! Saves a movement's unsent changes, one transaction at a time; memory changes only after the
//! commit. Used by the commands of the editor, and by whoever sends what is in a sheet.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use contract::{
    DecimalMark, LineEdit, MovementKey, OperationKey, Person, PersonRef, RowKey, StepKind,
    StepName, Topic, TypedCell,
};
use rules::search::text::fold;
use rusqlite::Transaction;
use tokio::sync::OwnedMutexGuard;

use super::{
    draft::{
        apply::apply,
        means::CellParser,
        sheet::{Sheet, SheetChange, UndoEntry},
        touched::EditContext,
        undo::{redo, undo},
    },
    drawing::LineDrafts,
    drawn::rows::Drawn,
};
use crate::{
    background::blocking,
    error::{Error, StoreFault},
    store::tables::editor::{self, Save},
};

/// A movement's sheet, as long as nobody else can change it.
pub(crate) struct Editing {
    drafts: Arc<LineDrafts>,
    /// The movement's own name, whatever it was asked for by.
    pub movement: MovementKey,
    pub sheet: Arc<Sheet>,
    /// The lines as they are drawn now.
    pub drawn: Arc<Drawn>,
    at: DateTime<Utc>,
    _inside: OwnedMutexGuard<()>,
}

impl LineDrafts {
    /// Begins to change a movement's sheet, when nobody else does.
    pub(crate) async fn edit_sheet(
        self: &Arc<Self>,
        movement: MovementKey,
    ) -> Result<Editing, Error> {
        let movement = self.movements.name_now(movement);
        let inside = self.editors.gates.enter(&movement).await;
        let this = Arc::clone(self);
        let drawn = blocking(move || this.drawn(movement)).await??;
        let sheet = self.editors.sheet(movement);
        let (drafts, at) = (Arc::clone(self), self.account.now());
        Ok(Editing { drafts, movement, sheet, drawn, at, _inside: inside })
    }

    /// Nothing was ever wanted of a movement's lines.
    pub(crate) fn is_untouched(&self, movement: MovementKey) -> bool {
        *self.editors.sheet(movement) == Sheet::default()
    }

    /// Begins the sheet of a movement that is about to be asked for, and is not known yet.
    pub(crate) async fn new_sheet(self: &Arc<Self>, movement: MovementKey) -> Editing {
        let inside = self.editors.gates.enter(&movement).await;
        let (drafts, at) = (Arc::clone(self), self.account.now());
        let (sheet, drawn) = (self.editors.sheet(movement), Arc::default());
        Editing { drafts, movement, sheet, drawn, at, _inside: inside }
    }

    /// What undo would take back and redo do again, and whether undo reaches what only History can
    /// take back.
    pub(super) async fn steps(
        &self,
        sheet: &Sheet,
        drawn: &Drawn,
    ) -> Result<(Option<StepName>, bool, Option<StepName>), Error> {
        self.look_for_additions(sheet, drawn).await?;
        let became = |key| self.line_added_by(key);
        let scene = EditContext { drawn, sheet, became: &became };
        let last = sheet.last_done();
        let goes_back = last.is_some_and(|step| undo(&scene, step).is_ok());
        let next = sheet.first_undone().filter(|step| redo(&scene, step).is_ok());
        let name = |step: &Arc<UndoEntry>| step.name();
        Ok((last.filter(|_| goes_back).map(name), last.is_some() && !goes_back, next.map(name)))
    }

    /// Looks in the file for what became of additions that undo and redo are about.
    async fn look_for_additions(&self, sheet: &Sheet, drawn: &Drawn) -> Result<(), Error> {
        let steps = [sheet.last_done(), sheet.first_undone()];
        for step in steps.into_iter().flatten().flat_map(|step| &step.rows) {
            let RowKey::New(key) = step.row else { continue };
            let is_here = sheet.draft(&step.row).is_some() || drawn.find(&step.row).is_some();
            let is_sent = sheet.sent(&step.row) > 0;
            if is_sent && !is_here && self.line_added_by(key).is_none() {
                let id = self.operations.ended_op(key).await?.and_then(|op| op.id);
                let line = id.map(|id| (key, RowKey::Line(id.into())));
                self.editors.became().extend(line);
            }
        }
        Ok(())
    }

    /// The line that an addition became, as far as that is known without the file.
    fn line_added_by(&self, key: OperationKey) -> Option<RowKey> {
        let known = self.editors.became().get(&key).cloned();
        known.or_else(|| Some(RowKey::Line(self.outbox.newest(key)?.id?.into())))
    }

    /// The one person shown by this name, signing in by it, or with this id.
    pub(super) fn person_named(&self, text: &str) -> Option<PersonRef> {
        let typed = fold(text.trim());
        let fits = |person: &Person| {
            person.id.as_str() == text.trim()
                || fold(person.shown()) == typed
                || person.username.as_deref().is_some_and(|name| fold(name) == typed)
        };
        let mut fitting = self.directory.people().into_iter().filter(|person| fits(person));
        let found = fitting.next()?;
        fitting.next().is_none().then(|| PersonRef::from(&found))
    }
}

impl Editing {
    /// What edits make of the sheet.
    pub(crate) fn apply(
        &self,
        kind: StepKind,
        edits: &[LineEdit],
        decimal_mark: DecimalMark,
    ) -> Result<SheetChange, Error> {
        let index = self.drafts.products.index();
        let became = |key| self.drafts.line_added_by(key);
        let scene = EditContext { drawn: &self.drawn, sheet: &self.sheet, became: &became };
        let means = CellParser {
            product: &|text| index.named(text),
            person: &|text| self.drafts.person_named(text),
            new_key: &|| self.drafts.account.common.clock.new_operation(),
            decimal_mark,
        };
        Ok(apply(&scene, &means, kind, edits)?)
    }

    /// What taking the last step back makes of the sheet, or doing the one taken back last again;
    /// `None` if there is none, or nothing brings it about.
    pub(crate) async fn step_back(&self, again: bool) -> Result<Option<SheetChange>, Error> {
        self.drafts.look_for_additions(&self.sheet, &self.drawn).await?;
        let became = |key| self.drafts.line_added_by(key);
        let scene = EditContext { drawn: &self.drawn, sheet: &self.sheet, became: &became };
        let (step, take): (_, fn(&EditContext<'_>, &UndoEntry) -> _) =
            if again { (self.sheet.first_undone(), redo) } else { (self.sheet.last_done(), undo) };
        Ok(step.and_then(|step| take(&scene, step).ok()))
    }

    /// Keeps a change, and makes it true here.
    pub(crate) async fn keep(self, change: SheetChange) -> Result<(), Error> {
        if change == SheetChange::default() {
            return Ok(());
        }
        let save = self.save(&change);
        self.drafts.account.store.send(save).await?;
        self.done(change);
        Ok(())
    }

    /// Writes a change, for whoever writes something else in the same transaction and then calls
    /// [`Self::done`].
    pub(crate) fn save(
        &self,
        change: &SheetChange,
    ) -> impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault> + Send + use<> {
        let save = Save::of(self.movement, &self.sheet, change, self.at);
        move |tx| editor::save(tx, &save)
    }

    /// A change was kept: it is true here from now on.
    pub(crate) fn done(self, change: SheetChange) {
        let at = self.at;
        self.change(|sheet| sheet.take(change, at));
        self.drafts.account.announce(&[Topic::Editor]);
    }

    /// What is being typed was kept.
    pub(crate) fn typing(self, typing: Option<TypedCell>) {
        self.change(|sheet| sheet.typing = typing);
    }

    fn change(&self, change: impl FnOnce(&mut Sheet)) {
        let mut sheets = self.drafts.editors.sheets();
        change(Arc::make_mut(sheets.entry(self.movement).or_default()));
    }
}
