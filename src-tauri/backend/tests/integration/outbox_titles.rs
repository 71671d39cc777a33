//! What lists of operations and of the journal cost in drawing: rows are called as their movements
//! are, and no movement is drawn for that.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use contract::*;
use practice::sample;
use tracing::{Event, Metadata, Subscriber, field, span, subscriber};

use crate::{
    act::{add, form, key, named, pending},
    harness::Harness,
};

/// Counts on this thread how often a movement is drawn with what waits for it.
#[derive(Clone, Default)]
struct Drawn(Arc<AtomicUsize>);

impl Drawn {
    fn take(&self) -> usize {
        self.0.swap(0, Ordering::Relaxed)
    }
}

impl Subscriber for Drawn {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "movement_drawn"
    }

    fn new_span(&self, _span: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _span: &span::Id, _values: &span::Record<'_>) {}

    fn record_follows_from(&self, _span: &span::Id, _follows: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut |field: &field::Field, value: &dyn std::fmt::Debug| {
            let is_it = format!("{value:?}") == "a movement is drawn with what waits";
            if field.name() == "message" && is_it {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
        });
    }

    fn enter(&self, _span: &span::Id) {}

    fn exit(&self, _span: &span::Id) {}
}

#[tokio::test]
async fn no_movement_is_drawn_to_call_the_operations_of_a_list_by_their_titles() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let identifier = harness.opened_anew(&pending()).await.movement.identifier.unwrap();
    harness.pause(true).await;
    let lines = (1..=30).map(|quantity| add(sample::GLOVES_M, quantity)).collect();
    harness.change(&pending(), lines).await;
    let made = MovementRef::from(key(1));
    harness.create(key(1), form("Made offline")).await;
    harness.update_header(&made, named("Renamed")).await;

    let drawn = Drawn::default();
    let counting = subscriber::set_default(drawn.clone());
    let request = ListOperations { start: 0, count: 1_000, filter: OperationFilter::default() };
    let rows = harness.backend.list_operations(request).await.unwrap().rows;
    assert_eq!(drawn.take(), 0, "for {} operations", rows.len());
    let titles: Vec<_> = rows.iter().map(|row| row.title.as_str()).collect();
    assert_eq!(titles[..30], [identifier.as_str(); 30]);
    assert_eq!(titles[30..], ["Renamed", "Renamed"]);

    // Open, it is drawn once, and not once more for each of its operations.
    let opened = harness.open(&pending()).await.unwrap();
    assert_eq!((opened.operations.len(), drawn.take()), (30, 1));
    drop(counting);
    assert!(opened.operations.iter().all(|row| row.title == identifier));
}
