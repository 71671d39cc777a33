//! The drawer while it is on screen: what is shown, and what of it is ticked.

use contract::{
    ChangeStand, Changes, EditorState, Failure, ListChanges, ListOperations, MovementKey,
    OperationFilter, OperationRow, PlannedChange, RowKey,
};
use leptos::html;
use leptos::prelude::*;

use super::plan::{
    DrawerRow, Ticked, entries, following, instructions, merged_lines, ticked, turned_rows,
};
use crate::components::Toasts;
use crate::components::grid::GridHandle;
use crate::data::outbox::{Outbox, use_outbox};
use crate::data::query::{Query, use_query};
use crate::dom;
use crate::effect::{effect, effect_after, memo};
use crate::i18n::{I18n, say, use_i18n};
use crate::navigation::Sheets;
use crate::pages::movement::editing::queue::{Asking, EditQueue};
use crate::wording::format::{Format, use_format};

/// More operations than this do not wait for the user at once.
const MOST_PARKED: u32 = 1_000;

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawerContent {
    /// A sentence for each change.
    Sentences,
    /// What would be sent.
    Json,
    /// The lines that come of it.
    Result,
}

/// The drawer.
#[derive(Clone, Copy)]
pub struct DrawerState {
    /// How the editor stands.
    pub editor: Signal<EditorState>,
    /// Open or not.
    pub open: RwSignal<bool>,
    /// What is shown.
    pub shows: RwSignal<DrawerContent>,
    /// What would be sent.
    pub changes: Query<Changes>,
    /// What waits for the user.
    pub parked: Memo<Vec<OperationRow>>,
    /// All that it shows is known.
    pub is_here: Memo<bool>,
    /// Entries whose tick the user turned around.
    pub turned: RwSignal<Vec<String>>,
    /// Lines that only make room for others.
    order: RwSignal<Vec<RowKey>>,
    /// The page's hold on its grid.
    pub grid: GridHandle,
    /// The drawer's element.
    pub node: NodeRef<html::Section>,
    /// It was to be sent before it was known what would be.
    pub(super) hasty: RwSignal<bool>,
    /// The words.
    pub i18n: I18n,
    /// Numbers and days.
    pub format: Format,
    /// The movement.
    pub(super) movement: MovementKey,
    /// All that is done to the lines, in its order.
    pub(super) queue: EditQueue,
    /// Changes lines.
    pub(super) edit: Asking,
    /// Sends changes.
    pub(super) send: Asking,
    /// Sends again what was refused.
    pub(super) retry: Asking,
    /// Shows a line.
    pub(super) on_go: Callback<RowKey>,
    /// Keeps what is begun.
    pub(super) on_send: Callback<()>,
    /// Says that changes were sent.
    pub(super) on_sent: Callback<()>,
    /// Sheets about one operation.
    pub(super) sheets: Sheets,
    /// Where it is said what was done.
    pub(super) toasts: Toasts,
    /// What waits here.
    pub(super) outbox: Outbox,
}

impl DrawerState {
    /// Asks what would be sent while it is open.
    pub fn start(
        movement: MovementKey,
        editor: Signal<EditorState>,
        queue: EditQueue,
        open: RwSignal<bool>,
        on_go: Callback<RowKey>,
        on_send: Callback<()>,
        on_sent: Callback<()>,
    ) -> Self {
        let turned = RwSignal::new(Vec::<String>::new());
        let order = RwSignal::new(Vec::new());
        let changes = use_query(move || {
            let without =
                turned.with(|turned| order.with_untracked(|rows| turned_rows(rows, turned)));
            open.get().then_some(ListChanges { movement, without })
        });
        effect(move || {
            changes.reply.with(|changes| {
                order.set(changes.iter().flat_map(following).cloned().collect());
            });
        });
        let waiting = use_query(move || {
            let filter = OperationFilter {
                movement: Some(movement),
                attention: true,
                ..OperationFilter::default()
            };
            open.get().then_some(ListOperations { start: 0, count: MOST_PARKED, filter })
        });
        let parked = memo(move || {
            waiting
                .reply
                .with(|page| page.as_ref().map(|page| page.rows.clone()))
                .unwrap_or_default()
        });
        let is_here = memo(move || {
            let told = waiting.reply.with(Option::is_some) || waiting.failure.with(Option::is_some);
            changes.reply.with(Option::is_some) && told
        });
        let state = Self {
            editor,
            open,
            shows: RwSignal::new(DrawerContent::Sentences),
            changes,
            parked,
            is_here,
            turned,
            order,
            grid: GridHandle::default(),
            node: NodeRef::new(),
            hasty: RwSignal::new(false),
            i18n: use_i18n(),
            format: use_format(),
            movement,
            queue,
            edit: Asking::start(),
            send: Asking::start(),
            retry: Asking::start(),
            on_go,
            on_send,
            on_sent,
            sheets: expect_context(),
            toasts: expect_context(),
            outbox: use_outbox(),
        };
        // Opened again, it is as at first, with the focus in it.
        effect(move || {
            state.hasty.set(false);
            if open.get() {
                turned.set(Vec::new());
                state.shows.set(DrawerContent::Sentences);
            }
        });
        let is_drawn = memo(move || open.get() && is_here.get());
        effect(move || {
            if is_drawn.get() {
                state.take_focus();
                if state.hasty.get_untracked() {
                    state.send();
                }
            }
        });
        // Its last row goes with the focus in it, and then it has nothing to show. Opened with
        // nothing in it, it says so.
        let is_bare = memo(move || is_drawn.get() && state.is_empty());
        effect_after(move |had: Option<bool>| {
            let (is_bare, is_drawn) = (is_bare.get(), is_drawn.get());
            if is_bare && had == Some(true) {
                state.close();
            } else if is_bare && dom::focus_is_lost() {
                state.take_focus();
            }
            is_drawn && !is_bare
        });
        state
    }

    /// The same, with a grid on which the page has this hold.
    pub fn held_by(self, grid: GridHandle) -> Self {
        Self { grid, ..self }
    }

    /// How many changes wait here; what is typed in a panel is none of them.
    pub fn waits(self) -> u32 {
        self.editor.with(|editor| editor.changed_here - editor.only_in_panel + editor.refused)
    }

    /// Whether nothing waits here, as far as is known.
    pub fn is_empty(self) -> bool {
        self.is_here.get() && self.with_entries(|entries| entries.is_empty())
    }

    /// What it shows, in the order of the lines; nothing until all of it is known.
    pub fn with_entries<T>(self, told: impl FnOnce(&[DrawerRow<'_>]) -> T) -> T {
        let is_here = self.is_here.get();
        self.changes.reply.with(|changes| {
            self.parked.with(|parked| match changes.as_ref().filter(|_| is_here) {
                Some(changes) => told(&entries(changes, parked)),
                None => told(&[]),
            })
        })
    }

    /// "14 changes".
    pub fn title(self) -> String {
        let i18n = self.i18n;
        let count = match self.open.get() && self.is_here.get() {
            true => self.with_entries(counted),
            false => self.waits(),
        };
        say!(i18n, drawer.count, count = count, number = self.format.number(count))
    }

    /// What is ticked.
    pub fn ticked(self) -> Ticked {
        self.changes.reply.with(|changes| {
            let Some(changes) = changes else { return Ticked::default() };
            self.turned.with(|turned| self.with_entries(|entries| ticked(changes, entries, turned)))
        })
    }

    /// How many entries are ticked.
    pub fn ticked_count(self) -> u32 {
        let ticked = self.ticked();
        beside(ticked.rows.len() + ticked.parked.len(), &ticked.following)
    }

    /// How many entries go when sent.
    pub fn going(self) -> u32 {
        let ticked = self.ticked();
        beside(ticked.going.len() + ticked.refused.len(), &ticked.following)
    }

    /// Lines that stay here when the others are sent.
    pub(super) fn left_out(self) -> Vec<RowKey> {
        let turned = |order: &Vec<RowKey>| self.turned.with_untracked(|of| turned_rows(order, of));
        self.order.with_untracked(turned)
    }

    /// How many requests would be sent, of how many instructions.
    pub fn requests(self) -> (u32, u32) {
        self.changes.reply.with(|changes| {
            let Some(changes) = changes else { return (0, 0) };
            let instructions = self.turned.with(|turned| instructions(&changes.changes, turned));
            (changes.requests, instructions)
        })
    }

    /// Whether something waits for approval.
    pub fn approves(self) -> bool {
        self.changes.reply.with(|changes| {
            let all = changes.as_ref().map(|changes| changes.changes.as_slice());
            all.unwrap_or_default().iter().any(|change| change.stand == ChangeStand::Proposed)
        })
    }

    /// An answer is awaited.
    pub fn is_busy(self) -> bool {
        self.send.busy.get() || self.edit.busy.get() || self.retry.busy.get()
    }

    /// Why something could not be done, or is not known.
    pub fn failure(self) -> Option<Failure> {
        let all = [self.send.failure, self.edit.failure, self.retry.failure, self.changes.failure];
        all.into_iter().find_map(|failure| failure.get())
    }

    /// Turns the tick of a row around. With a line of a merge turn the others, and it is said so.
    pub fn turn(self, row: &str) {
        let found = untrack(|| {
            self.with_entries(|entries| {
                let entry = entries.iter().find(|entry| entry.name() == row)?;
                let lines = match entry {
                    DrawerRow::Change(change) => self.merged_lines(change),
                    DrawerRow::Parked(..) | DrawerRow::Order(_) => None,
                };
                Some((entry.key(), lines))
            })
        });
        let Some((key, lines)) = found else { return };
        self.turned.update(|turned| match turned.iter().position(|known| *known == key) {
            Some(at) => drop(turned.remove(at)),
            None => turned.push(key),
        });
        if let Some(lines) = lines {
            let number = self.format.number(lines);
            self.toasts.say(untrack(|| say!(self.i18n, drawer.merge, number = number)));
        }
    }

    /// How many lines go with a change because they are merged.
    pub(super) fn merged_lines(self, change: &PlannedChange) -> Option<u32> {
        self.changes.reply.with(|changes| merged_lines(&changes.as_ref()?.changes, change))
    }
}

/// How many changes these are. Lines that only make room for others are none beside others.
fn counted(entries: &[DrawerRow<'_>]) -> u32 {
    let own = entries.iter().filter(|entry| !matches!(entry, DrawerRow::Order(_))).count();
    u32::try_from(own.max(entries.len().min(1))).unwrap_or(u32::MAX)
}

/// So many, and lines that only make room for others: these are one where nothing else is.
fn beside(count: usize, following: &[RowKey]) -> u32 {
    u32::try_from(count.max(following.len().min(1))).unwrap_or(u32::MAX)
}
