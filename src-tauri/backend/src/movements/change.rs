//! Commands `update_header` and `pick_line`: what a movement's own fields and picks are to become is
//! checked against what is known, and kept as operations. Deliberately absent: lines, which are edited
//! in the sheet (`editor`), sending, and any look at the service.

use contract::{HeaderFields, LineChange, Operation, PickLine, UpdateHeader, Written};

use crate::{
    Backend,
    error::Error,
    outbox::op::{Base, Op},
    store::drafts,
};

impl Backend {
    /// Keeps a change of a movement's own fields.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here; [`Error::Required`] for a name taken away;
    /// [`Error::Invalid`] for a change of nothing; if it cannot be kept.
    pub async fn update_header(&self, request: UpdateHeader) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let key = workspace.view.key_of(&request.movement)?;
        check_fields(&request.change)?;
        let base = request.base.or_else(|| workspace.view.shown_header(key));
        workspace.view.check_places(key, &request.change)?;
        let body = Operation::UpdateHeader(request.change);
        let changes = vec![(body, base.map(|base| Base::Header(Box::new(base))))];
        workspace.operations.keep_changes(key, changes, move |tx| drafts::forget(tx, key)).await
    }

    /// Keeps picks of a line, in the place of refused ones of the same stock.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here; [`Error::Invalid`] for no picks;
    /// [`Error::NotAllowed`] where one of the same stock waits or is asked about; if it cannot be kept.
    pub async fn pick_line(&self, request: PickLine) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let key = workspace.view.key_of(&request.movement)?;
        let (item, picks) = (request.item, request.picks);
        if picks.is_empty() {
            return Err(Error::Invalid { field: "picks", problem: "there are none" });
        }
        let body = Operation::Pick { item: item.clone(), picks: picks.clone() };
        let alone = workspace.operations.taking_up.lock().await;
        let kept = workspace.operations.kept_as(request.key, &body).await?;
        let ops = match kept {
            Some(op) => vec![op],
            None => {
                let line =
                    workspace.movements.line_of(key, &item).map(|line| Base::Line(Box::new(line)));
                let named =
                    request.key.unwrap_or_else(|| workspace.account.common.clock.new_operation());
                let op = Op::new(named, Some(key), body, line, workspace.account.now());
                workspace.operations.keep_pick(key, op, &item, &picks).await?
            }
        };
        drop(alone);
        Ok(workspace.operations.answer(key.0, &ops).await)
    }
}

fn check_fields(change: &HeaderFields) -> Result<(), Error> {
    if change.is_empty() {
        return Err(Error::Invalid { field: "change", problem: "it changes nothing" });
    }
    match &change.name {
        Some(name) if name.trim().is_empty() => Err(Error::Required("name")),
        _ => Ok(()),
    }
}

pub(crate) fn check_change(change: &LineChange) -> Result<(), Error> {
    match change {
        LineChange::Revise { reason_code, .. }
        | LineChange::Cancel { reason_code, .. }
        | LineChange::Substitute { reason_code, .. }
            if reason_code.trim().is_empty() =>
        {
            Err(Error::Required("reason_code"))
        }
        LineChange::Substitute { with, .. } if with.is_empty() => {
            Err(Error::Invalid { field: "with", problem: "there are no products" })
        }
        LineChange::Substitute { with, .. } if with.iter().any(|one| one.quantity == 0) => {
            Err(Error::Invalid { field: "with", problem: "a quantity must be 1 or more" })
        }
        LineChange::Update { product: None, quantity: None, sort_order: None, .. } => {
            Err(Error::Invalid { field: "change", problem: "it changes nothing" })
        }
        _ => Ok(()),
    }
}
