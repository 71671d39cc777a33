//! A value that is proposed until somebody types another.

use leptos::prelude::*;

/// A field's value and what was last proposed for it.
pub struct Offered<T: Send + Sync + 'static> {
    /// What the field holds.
    pub value: RwSignal<T>,
    /// `None`: what the field holds was typed, whatever is proposed.
    offer: RwSignal<Option<T>>,
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
        Self { value: RwSignal::new(offer.clone()), offer: RwSignal::new(Some(offer)) }
    }

    /// Proposes another value: it is taken unless something was typed over the last proposal.
    pub fn offer(self, offer: T) {
        if !untrack(|| self.is_typed()) {
            self.value.set(offer.clone());
            self.offer.set(Some(offer));
        } else if self.offer.with_untracked(Option::is_some) {
            self.offer.set(Some(offer));
        }
    }

    /// Takes the next proposal, whatever was typed.
    pub fn take_anew(self) {
        self.offer.set(Some(self.value.get_untracked()));
    }

    /// Holds what was typed before; `open` for proposals where that is nothing.
    pub fn restore(self, value: T, open: bool) {
        self.offer.set(open.then(|| value.clone()));
        self.value.set(value);
    }

    /// Whether it holds something else than was proposed.
    pub fn is_typed(self) -> bool {
        self.value.with(|value| self.offer.with(|offer| offer.as_ref() != Some(value)))
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
            name.value.set("Mine".into());
            name.take_anew();
            name.offer("Monthly".into());
            assert_eq!(name.value.get_untracked(), "Monthly");
        });
    }
}
