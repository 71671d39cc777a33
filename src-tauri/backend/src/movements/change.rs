//! Commands `update_header` and `pick_line`: what a movement's own fields and picks are to become is
//! checked against what is known, and kept as operations. Deliberately absent: lines, which are edited
//! in the sheet (`editor`), sending, and any look at the service.

use std::sync::Arc;

use contract::{
    HeaderFields, ItemId, LineChange, LineItem, MovementKey, MovementRef, Operation, Pick,
    PickLine, Reason, Topic, UpdateHeader, Written,
};

use rusqlite::Transaction;

use crate::{
    Backend,
    error::{Error, StoreFault},
    outbox::{
        act::{last_place_of, picks_left},
        op::{Base, Op},
    },
    profile::Workspace,
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
        let key = workspace.key_of(&request.movement)?;
        check_fields(&request.change)?;
        let base = request.base.or_else(|| workspace.shown_header(key));
        workspace.check_places(key, &request.change)?;
        let body = Operation::UpdateHeader(request.change);
        let changes = vec![(body, base.map(|base| Base::Header(Box::new(base))))];
        workspace.keep_changes(key, changes, move |tx| drafts::forget(tx, key)).await
    }

    /// Keeps picks of a line, in the place of refused ones of the same stock.
    ///
    /// # Errors
    /// [`Error::Unknown`] for a movement not known here; [`Error::Invalid`] for no picks;
    /// [`Error::NotAllowed`] where one of the same stock waits or is asked about; if it cannot be kept.
    pub async fn pick_line(&self, request: PickLine) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let key = workspace.key_of(&request.movement)?;
        let (item, picks) = (request.item, request.picks);
        if picks.is_empty() {
            return Err(Error::Invalid { field: "picks", problem: "there are none" });
        }
        let body = Operation::Pick { item: item.clone(), picks: picks.clone() };
        let alone = workspace.taking_up.lock().await;
        let kept = workspace.kept_as(request.key, &body).await?;
        let ops = match kept {
            Some(op) => vec![op],
            None => {
                let line = workspace.line_of(key, &item).map(|line| Base::Line(Box::new(line)));
                let named = request.key.unwrap_or_else(|| workspace.common.clock.new_operation());
                let op = Op::new(named, Some(key), body, line, workspace.common.clock.now());
                workspace.keep_pick(key, op, &item, &picks).await?
            }
        };
        drop(alone);
        Ok(workspace.answer(key.0, &ops).await)
    }
}

impl Workspace {
    /// The key of a movement known here, or being made here.
    fn key_of(&self, named: &MovementRef) -> Result<MovementKey, Error> {
        if let Some(known) = self.movements.find(named) {
            return Ok(known.key);
        }
        match named {
            MovementRef::Key(key) if self.outbox.made_here(*key) => Ok(*key),
            _ => Err(Error::Unknown),
        }
    }

    async fn keep_changes(
        self: &Arc<Self>,
        key: MovementKey,
        changes: Vec<(Operation, Option<Base>)>,
        with: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault> + Send + 'static,
    ) -> Result<Written, Error> {
        let now = self.common.clock.now();
        let op =
            |(body, base)| Op::new(self.common.clock.new_operation(), Some(key), body, base, now);
        let ops = self.keep_ops(changes.into_iter().map(op).collect(), with).await?;
        Ok(self.answer(key.0, &ops).await)
    }

    async fn keep_ops(
        &self,
        ops: Vec<Op>,
        with: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault> + Send + 'static,
    ) -> Result<Vec<Op>, Error> {
        if self.session.lacks_updates() {
            return Err(Error::UpdatesNotOffered);
        }
        let ops = self.keep(ops, with).await?;
        self.common.changes.announce(&[Topic::Drafts]);
        Ok(ops)
    }

    /// Keeps a pick. Of refused ones only what it does not pick anew stays.
    async fn keep_pick(
        &self,
        movement: MovementKey,
        op: Op,
        item: &ItemId,
        picks: &[Pick],
    ) -> Result<Vec<Op>, Error> {
        if self.session.lacks_updates() {
            return Err(Error::UpdatesNotOffered);
        }
        let mut alike = self.outbox.of_movement(movement);
        alike.retain(|other| picks_left(&other.body, item, picks).is_some());
        if !alike.iter().all(Op::is_refused) {
            return Err(Error::NotAllowed(Reason::PickUnsettled));
        }
        let replaced: Vec<_> = alike.iter().map(|other| other.key).collect();
        let stays = |other: &Op| {
            let left = picks_left(&other.body, item, picks).filter(|left| !left.is_empty())?;
            Some(Operation::Pick { item: item.clone(), picks: left })
        };
        let (of, made) = (item.clone(), picks.to_vec());
        let forget = move |tx: &Transaction<'_>| drafts::forget_picks(tx, movement, &of, &made);
        let ops = self.keep_instead(vec![op], &replaced, stays, forget).await?;
        self.common.changes.announce(&[Topic::Drafts]);
        Ok(ops)
    }

    fn check_places(&self, key: MovementKey, change: &HeaderFields) -> Result<(), Error> {
        let known = self.shown_header(key).unwrap_or_default();
        let origin = change.origin.as_ref().or(known.origin.as_ref());
        let destination = change.destination.as_ref().or(known.destination.as_ref());
        let changed = change.origin.is_some() || change.destination.is_some();
        let same = origin.zip(destination).is_some_and(|(from, to)| from.id == to.id);
        if changed && same {
            let field = contract::FormField::Destination;
            let rule = contract::Rule::SamePlace;
            return Err(Error::Form(contract::FormProblem { field, rule }));
        }
        Ok(())
    }

    /// The line of a pick: the one picked, or the one in whose place what is picked goes.
    fn line_of(&self, key: MovementKey, item: &ItemId) -> Option<LineItem> {
        let known = self.movements.find(&key.into())?;
        let is_it = |line: &&LineItem| {
            line.id == *item || line.substitutions.iter().any(|child| child.id == *item)
        };
        known.movement.lines.as_ref()?.iter().find(is_it).cloned()
    }

    /// The last place a line has, or is to have.
    pub(crate) fn last_place(&self, key: MovementKey) -> u32 {
        let known = self.movements.find(&key.into());
        let lines = known.as_ref().and_then(|known| known.movement.lines.as_deref());
        last_place_of(lines.unwrap_or_default(), &self.outbox.of_movement(key))
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
