//! A value that is proposed until somebody types another.

use leptos::prelude::*;

/// A field's value and what was last proposed for it.
pub struct Offered<T: Send + Sync + 'static> {
    /// What the field holds.
    pub value: RwSignal<T>,
    offer: RwSignal<T>,
}

impl<T: Send + Sync> Clone for Offered<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync> Copy for Offered<T> {}

impl<T: Clone + PartialEq + Send + Sync> Offered<T> {
    /// Holds the first proposal.
    pub fn new(offer: T) -> Self {
        Self { value: RwSignal::new(offer.clone()), offer: RwSignal::new(offer) }
    }

    /// Proposes another value: it is taken unless something was typed over the last proposal.
    pub fn offer(self, offer: T) {
        if !self.value.with_untracked(|value| self.offer.with_untracked(|last| value != last)) {
            self.value.set(offer.clone());
        }
        self.offer.set(offer);
    }

    /// Whether it holds something else than was proposed.
    pub fn is_typed(self) -> bool {
        self.value.with(|value| self.offer.with(|offer| value != offer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposal_is_taken_until_something_was_typed() {
        let owner = Owner::new();
        owner.with(|| {
            let name = Offered::new(String::new());
            name.offer("Weekly".into());
            assert_eq!(name.value.get_untracked(), "Weekly");
            name.offer("Daily".into());
            assert_eq!(name.value.get_untracked(), "Daily");
            name.value.set("Daily, urgent".into());
            name.offer("Weekly".into());
            assert_eq!(name.value.get_untracked(), "Daily, urgent");
            assert!(untrack(|| name.is_typed()));
            name.value.set("Weekly".into());
            assert!(!untrack(|| name.is_typed()), "typed back to what is proposed");
        });
    }
}
