//! Lines, bins and what lies in them, for the tests of picking.

use std::collections::HashMap;

use chrono::DateTime;
use contract::{
    AvailableLot, ItemId, LineItem, LocationId, MovementKey, OperationKey, Pick, PickRow, PickStep,
    PickTask, PlaceRef, ProductRef, TaskState, WalkOrder, WalkProgress,
};
use uuid::Uuid;

use super::{
    depots::Depots,
    site::SiteStock,
    steps::changes_of,
    tape::{Tape, TapeStep},
    tasks::TaskList,
    view::{PickContext, SentPicks},
};
use crate::editor::error::EditError;
use crate::movements::lines::new_line;

pub const MOVEMENT: MovementKey = MovementKey(Uuid::from_u128(1));

/// A walk of one movement, and what was entered in it.
pub struct Scene {
    pub lines: Vec<LineItem>,
    /// Those of its lines that are picked in a second depot.
    pub second: Vec<ItemId>,
    pub rows: Option<Vec<PickRow>>,
    pub sent: Vec<SentPicks>,
    pub site: SiteStock,
    pub tape: Tape,
}

impl Scene {
    /// A line of 50 pieces of which 30 lie in one bin and 40 in the next.
    pub fn split() -> Self {
        let rows = Some(vec![row("a", &[("v1", "A-2", 30), ("v2", "A-10", 40)])]);
        Self::of(vec![line("a", "A", 50, 100)], rows)
    }

    pub fn of(lines: Vec<LineItem>, rows: Option<Vec<PickRow>>) -> Self {
        Self {
            lines,
            second: Vec::new(),
            rows,
            sent: Vec::new(),
            site: SiteStock::default(),
            tape: Tape::default(),
        }
    }

    pub fn finish(&self) -> (Vec<PickTask>, WalkProgress) {
        let staged = self.tape.staged();
        let mut list = TaskList::default();
        let bins = HashMap::new();
        let is_second = |line: &LineItem| self.second.contains(&line.id);
        let (second, first): (Vec<LineItem>, Vec<LineItem>) =
            self.lines.iter().cloned().partition(is_second);
        list.add(&PickContext { lines: &first, ..self.context(&bins) }, 0, &staged);
        if !second.is_empty() {
            list.add(&PickContext { lines: &second, ..self.context(&bins) }, 1, &staged);
            list.tell_depots(&["one", "two"].map(|id| Some(bin(id, id))));
        }
        list.add_gone(&staged, |_| None);
        list.finish(&Depots::default(), WalkOrder::Bins)
    }

    pub fn context<'a>(&'a self, bins: &'a HashMap<LocationId, PlaceRef>) -> PickContext<'a> {
        PickContext {
            lines: &self.lines,
            movement: MOVEMENT,
            rows: self.rows.as_deref(),
            as_of: None,
            sent: &self.sent,
            waiting: &[],
            site: &self.site,
            bins,
            today: "2026-11-20".parse().unwrap(),
        }
    }

    pub fn tasks(&self) -> Vec<PickTask> {
        self.finish().0
    }

    pub fn try_to(&mut self, step: &PickStep) -> Result<(), EditError> {
        let changes = changes_of(step, &self.tasks(), &self.tape.staged())?;
        self.tape.push(TapeStep { at: DateTime::UNIX_EPOCH, sent: false, changes });
        Ok(())
    }

    pub fn enter(&mut self, at: usize, quantity: u32) {
        let (task, quantity) = (self.tasks()[at].id.clone(), Some(quantity));
        self.try_to(&PickStep::Quantity { task, quantity }).unwrap();
    }

    pub fn reason(&mut self, at: usize, reason: &str) {
        let (task, reason) = (self.tasks()[at].id.clone(), Some(reason.to_owned()));
        self.try_to(&PickStep::Reason { task, reason }).unwrap();
    }

    /// Bin, wanted, entered and state of each task.
    pub fn told(&self) -> Vec<(String, Option<i64>, Option<i64>, TaskState)> {
        let bin =
            |task: &PickTask| task.bin.as_ref().map_or_else(String::new, |bin| bin.name.clone());
        let tasks = self.tasks();
        tasks.iter().map(|task| (bin(task), task.required, task.quantity, task.state)).collect()
    }
}

pub fn sent(item: &str, quantity: u32) -> SentPicks {
    let pick = Pick { id: None, inventory_item: "v1".into(), bin_location: None, quantity };
    SentPicks {
        key: OperationKey(Uuid::from_u128(7)),
        movement: MOVEMENT,
        item: item.into(),
        product: None,
        picks: vec![pick],
        at: DateTime::UNIX_EPOCH,
        id: None,
    }
}

pub fn line(id: &str, code: &str, quantity: i64, place: i64) -> LineItem {
    let product = ProductRef {
        id: code.into(),
        code: Some(code.into()),
        name: None,
        description: None,
        category: None,
    };
    LineItem { id: id.into(), ..new_line(product, quantity, Some(place)) }
}

pub fn bin(id: &str, name: &str) -> PlaceRef {
    PlaceRef { id: id.into(), name: name.into(), type_code: None }
}

/// A row of the service's page, with so much of a lot in each bin.
pub fn row(item: &str, lots: &[(&str, &str, i64)]) -> PickRow {
    let available = lots.iter().map(|(lot, place, quantity)| AvailableLot {
        inventory_item: (*lot).to_owned(),
        lot: None,
        expiry: None,
        bin: Some(bin(place, place)),
        quantity: Some(*quantity),
        status: None,
    });
    PickRow {
        item: item.into(),
        product: None,
        product_code: None,
        required: None,
        available: available.collect(),
        picks: Vec::new(),
        sort_order: None,
    }
}
