//! Command `create_movement`: two requests, and what holds between them. First the movement is made
//! (interface document, 4.3); the form is kept before, so that an answer that never comes leaves a
//! trace. Then one update (4.4) brings its lines to what was previewed; until that is seen to be
//! done, what is left can be finished at any time. One key has one effect, however often it is sent.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, Utc};
use client::{HeaderUpdate, MovementHeader, Refusal};
use contract::{
    CreateMovement, Endpoint, FormField, FormProblem, LineItem, Movement, MovementKey, NewMovement,
    PreviewLine, Rule, Written,
};

use super::{
    adjust::adjustments,
    creations::{Creation, Made},
};
use crate::{Backend, error::Error, lists::count_of, profile::Opened};

impl Backend {
    /// Makes a movement and brings its lines to what was previewed.
    ///
    /// # Errors
    /// What keeps the form from being sent; what the service refused; [`Error::NoAnswer`] if it is
    /// not known whether it was made: the same key is then not sent again before that is known.
    /// That the lines were not sent is no error but a state of what was written.
    pub async fn create_movement(&self, request: CreateMovement) -> Result<Written, Error> {
        let opened = self.opened()?;
        let header = header(&request.form, opened.common.clock.now().date_naive())?;
        let key = request.key.unwrap_or_else(|| opened.common.clock.new_key());
        // A second click, or a second window, waits here and then finds what the first one did.
        let _alone = opened.creation_gates.enter(&key).await;
        match opened.movements.creations.get(key) {
            Some(creation) if creation.made.is_some() => return opened.written(key, &creation),
            Some(creation) => {
                if let Some(written) = opened.settle_creation(key, creation).await? {
                    return Ok(written);
                }
            }
            None if opened.movements.find(&key.into()).is_some() => {
                let problem = "this key names a movement that was not made here";
                return Err(Error::Invalid { field: "key", problem });
            }
            None => {}
        }
        opened.make_movement(key, request.form, header).await
    }
}

impl Opened {
    async fn make_movement(
        self: &Arc<Self>,
        key: MovementKey,
        form: NewMovement,
        header: MovementHeader,
    ) -> Result<Written, Error> {
        if !self.session.is_live() {
            return Err(Error::NeedsSession);
        }
        let asked = self.common.clock.now();
        let creation = Creation {
            form,
            attempted: asked,
            list_as_of: self.movements.list.look(&()).freshness.as_of,
            made: None,
            changes: 0,
            failure: None,
        };
        self.keep_creation(key, &creation).await?;
        match self.writes().create_movement(header).await {
            Ok(movement) => self.movement_made(key, creation, movement, asked).await,
            Err(Error::NoAnswer(endpoint)) => {
                self.look_for_it_behind();
                Err(Error::NoAnswer(endpoint))
            }
            Err(error) => {
                self.forget_creation(key).await?;
                Err(error)
            }
        }
    }

    /// The service made it: notes that, and goes on with the lines.
    pub(crate) async fn movement_made(
        self: &Arc<Self>,
        key: MovementKey,
        mut creation: Creation,
        movement: Movement,
        asked: DateTime<Utc>,
    ) -> Result<Written, Error> {
        creation.made = Some(Made { id: movement.id.clone(), at: self.common.clock.now() });
        creation.changes = creation.form.changes();
        self.keep_made(key, &creation, movement.clone(), asked).await?;
        self.bring_lines(key, creation, Some(movement)).await
    }

    /// Brings the lines of a movement made here to what was previewed, notes how far that came, and
    /// answers it. `newest` is the movement as just read; without it it is read first.
    pub(crate) async fn bring_lines(
        self: &Arc<Self>,
        key: MovementKey,
        mut creation: Creation,
        newest: Option<Movement>,
    ) -> Result<Written, Error> {
        if creation.form.lines.is_empty() {
            creation.changes = 0;
        } else {
            let left = self.adjust_lines(key, &creation, newest).await;
            (creation.changes, creation.failure) = match left {
                Ok(()) => (0, None),
                Err((changes, error)) => (changes.max(1), Some(error.into())),
            };
        }
        self.keep_creation(key, &creation).await?;
        self.read_code_behind(key);
        self.common.changes.announce(&[contract::Topic::Movements]);
        self.written(key, &creation)
    }

    /// One update that holds all adjustments, and a look at what came of it. A failure comes with
    /// the number of changes that are left.
    async fn adjust_lines(
        self: &Arc<Self>,
        key: MovementKey,
        creation: &Creation,
        newest: Option<Movement>,
    ) -> Result<(), (u32, Error)> {
        let before = creation.changes;
        let movement = self.with_its_lines(key, creation, newest).await.map_err(|e| (before, e))?;
        let preview = &creation.form.lines;
        let instructions = adjustments(preview, lines_of(&movement));
        if instructions.is_empty() {
            return Ok(());
        }
        let left = count_of(instructions.len());
        let asked = self.common.clock.now();
        let answer =
            self.writes().update_movement(&movement.id, header_of(&movement), instructions).await;
        let after = answer.map_err(|error| (left, error))?;
        let taken = self.take_movement(after.clone(), asked, Some(key)).await;
        taken.map_err(|error| (left, error))?;
        let after = self.with_its_lines(key, creation, Some(after)).await.map_err(|e| (left, e))?;
        self.verify(preview, &after)
    }

    /// The service said it did it; whether it did shows in the lines.
    fn verify(&self, preview: &[PreviewLine], after: &Movement) -> Result<(), (u32, Error)> {
        let left = adjustments(preview, lines_of(after));
        if left.is_empty() {
            return Ok(());
        }
        tracing::warn!(left = left.len(), "the service accepted changes and did not make them all");
        let message = String::new();
        let refusal = Refusal { status: 200, error_code: None, message };
        Err((count_of(left.len()), Error::Refused(refusal)))
    }

    /// A movement whose lines are known, read anew where an answer left them out.
    async fn with_its_lines(
        self: &Arc<Self>,
        key: MovementKey,
        creation: &Creation,
        newest: Option<Movement>,
    ) -> Result<Movement, Error> {
        if let Some(movement) = newest.filter(|movement| movement.lines.is_some()) {
            return Ok(movement);
        }
        let Some(Made { id, .. }) = &creation.made else { return Err(Error::Unknown) };
        let asked = self.common.clock.now();
        let movement = self.ask_movement(id).await?;
        self.take_movement(movement.clone(), asked, Some(key)).await?;
        Ok(movement)
    }

    /// The code is often given a moment after the movement; it fills in behind.
    fn read_code_behind(self: &Arc<Self>, key: MovementKey) {
        let known = self.movements.find(&key.into());
        if let Some(known) = known.filter(|known| known.movement.identifier.is_none()) {
            let _ = self.read_movement(key, &known.movement.id);
        }
    }

    /// Shows the user whether a movement is there whose making was not answered.
    fn look_for_it_behind(self: &Arc<Self>) {
        let opened = Arc::clone(self);
        self.background.spawn(async move {
            let _ = opened.read_movements_afresh().await;
        });
    }
}

/// The form as it is sent, if nothing keeps it from being sent.
fn header(form: &NewMovement, today: NaiveDate) -> Result<MovementHeader, Error> {
    if let Some(problem) = form.problems(today).into_iter().find(|problem| problem.rule.blocks()) {
        return Err(Error::Form(problem));
    }
    if form.lines.iter().any(|line| u32::try_from(line.quantity).is_err()) {
        let problem = "a quantity must be a whole number of at most 4294967295";
        return Err(Error::Invalid { field: "lines", problem });
    }
    let missing = |field| Error::Form(FormProblem { field, rule: Rule::Required });
    let stocklist = match &form.start {
        contract::StartFrom::Stocklist(id) => Some(id.clone()),
        contract::StartFrom::Empty | contract::StartFrom::Inbound => None,
    };
    Ok(MovementHeader {
        name: form.name.trim().to_owned(),
        description: form.description.trim().to_owned(),
        origin: form.origin.clone().ok_or_else(|| missing(FormField::Origin))?,
        destination: form.destination.clone().ok_or_else(|| missing(FormField::Destination))?,
        requested_by: form.requested_by.clone().ok_or_else(|| missing(FormField::RequestedBy))?,
        date_requested: form.date_requested.ok_or_else(|| missing(FormField::DateRequested))?,
        stocklist,
    })
}

/// The header an update sends along: as the movement was just read, so that nobody's change to it is
/// taken back.
fn header_of(movement: &Movement) -> HeaderUpdate {
    HeaderUpdate {
        id: Some(movement.id.clone()),
        name: movement.name.clone(),
        description: movement.description.clone(),
        identifier: movement.identifier.clone(),
        origin: movement.origin.as_ref().map(|place| place.id.clone()),
        destination: movement.destination.as_ref().map(|place| place.id.clone()),
        date_requested: movement.date_requested,
        requested_by: movement.requested_by.as_ref().map(|person| person.id.clone()),
    }
}

fn lines_of(movement: &Movement) -> &[LineItem] {
    movement.lines.as_deref().unwrap_or_default()
}

/// A creation that was not answered is of this call.
pub(crate) const UNANSWERED: Error = Error::NoAnswer(Endpoint::CreateMovement);
