//! Substitutions and reasons of the past, found in the movements known here. Gathered again only
//! when somebody asks after a change.

use std::{collections::HashMap, sync::Arc};

use contract::ProductId;
use rules::{
    movements::known::KnownMovement,
    review::pairs::{Pair, by_count, pairs},
    search::order::LastOrder,
};

use crate::movements::mirror::Movements;

/// What was gathered last.
#[derive(Default)]
pub(crate) struct Past {
    pairs: LastOrder<u64, Pair>,
    reasons: LastOrder<u64, String>,
}

impl Past {
    /// All pairs, by the line's product.
    pub(super) fn pairs(&self, movements: &Movements) -> Arc<Vec<Pair>> {
        let version = movements.list.version();
        self.pairs.of(version, |_| pairs(&movements.known()))
    }

    /// What went instead of a product, in no order.
    pub(super) fn went_instead_of(&self, movements: &Movements, product: &ProductId) -> Vec<Pair> {
        let all = self.pairs(movements);
        let from = all.partition_point(|pair| pair.product.id < *product);
        all[from..].iter().take_while(|pair| pair.product.id == *product).cloned().collect()
    }

    /// Reasons given in the service, those given most first.
    pub(super) fn reasons_seen(&self, movements: &Movements) -> Arc<Vec<String>> {
        let version = movements.list.version();
        self.reasons.of(version, |_| reasons(&movements.known()))
    }
}

fn reasons(known: &[Arc<KnownMovement>]) -> Vec<String> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    let lines = known.iter().filter_map(|known| known.movement.lines.as_ref()).flatten();
    let given = lines.filter_map(|line| line.reason_code.as_deref().map(str::trim));
    for reason in given.filter(|reason| !reason.is_empty()) {
        *counts.entry(reason).or_default() += 1;
    }
    by_count(counts)
}
