//! Reading the service's own reasons, where it offers them.

use std::sync::Arc;

use chrono::TimeDelta;
use client::observed::Activity;
use contract::ObservedCall;

use super::{
    extensions::Extensions,
    reasons::{ListedReason, gathered},
};
use crate::error::Error;

/// Reasons change rarely; they are read anew when somebody looks at them and they are older.
const AGE: TimeDelta = TimeDelta::hours(12);

impl Extensions {
    /// The service's reasons as far as they were ever told, in its order; asks behind where they are
    /// old, or were never told.
    pub(crate) async fn listed_reasons(self: &Arc<Self>) -> Result<Arc<Vec<ListedReason>>, Error> {
        let cache = &self.observed.reasons;
        self.recall(ObservedCall::ReasonCodes, cache, &()).await?;
        self.read_reasons_behind();
        Ok(cache.look(&()).value.unwrap_or_default())
    }

    /// Reads them behind, where the service offers them.
    pub(crate) fn read_reasons_behind(self: &Arc<Self>) {
        let cache = &self.observed.reasons;
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        let due = cache.is_due(&(), now, AGE, epoch);
        if due && self.service.session.is_live() && self.wants(ObservedCall::ReasonCodes) {
            let this = Arc::clone(self);
            let ask = |()| async move { this.ask_reasons().await };
            self.read_observed(ObservedCall::ReasonCodes, cache, &(), ask);
        }
    }

    async fn ask_reasons(&self) -> Result<Vec<ListedReason>, Error> {
        let mut lists = Vec::new();
        for activity in Activity::ALL {
            let call = |client: client::Client, cookies| async move {
                client.list_reasons(&cookies, activity).await
            };
            lists.push((activity, self.ask_observed(ObservedCall::ReasonCodes, call).await?));
        }
        Ok(gathered(lists))
    }
}
