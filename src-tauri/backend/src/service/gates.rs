//! Locks by key: one task at a time per movement or key, in the order of asking.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Weak},
};

use parking_lot::Mutex;

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// A gate per key, as long as somebody stands in it or before it.
pub(crate) struct Gates<K>(Mutex<HashMap<K, Weak<AsyncMutex<()>>>>);

impl<K> Default for Gates<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash + Clone> Gates<K> {
    /// Waits until nobody else is inside, and enters. Dropping what is returned leaves.
    pub(crate) async fn enter(&self, key: &K) -> OwnedMutexGuard<()> {
        self.gate(key).lock_owned().await
    }

    fn gate(&self, key: &K) -> Arc<AsyncMutex<()>> {
        let mut gates = self.0.lock();
        if let Some(gate) = gates.get(key).and_then(Weak::upgrade) {
            return gate;
        }
        gates.retain(|_, gate| gate.strong_count() > 0);
        let gate = Arc::new(AsyncMutex::new(()));
        gates.insert(key.clone(), Arc::downgrade(&gate));
        gate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_at_a_time_per_key_and_keys_do_not_wait_for_each_other() {
        let gates = Gates::default();
        let inside = gates.enter(&"m1").await;
        let _other = gates.enter(&"m2").await;
        let mut second = Box::pin(gates.enter(&"m1"));
        tokio::select! {
            biased;
            _ = &mut second => panic!("two inside one gate"),
            () = std::future::ready(()) => {}
        }
        drop(inside);
        second.await;
    }
}
