//! The desk: another user of the service, without faults in between, who prepares movements for the
//! rows to work on. Deliberately absent: the outbox; nothing of the product is used but its client.

use client::{Client, HeaderUpdate, MovementHeader, Outcome, SessionCookies};
use contract::{Instruction, LineItem, LineStatus, MovementId, ProductRef};
use practice::{Running, sample};

use crate::promise::Violation;
use crate::responder::{base, client};

/// The user at the desk; no seat is given to them.
const USER: &str = "ebrandt";

/// The day of everything that is made.
pub const TODAY: &str = "2026-11-20";

/// The desk, signed in.
pub struct Desk {
    client: Client,
    session: SessionCookies,
}

/// A movement prepared for one trial.
#[derive(Clone, Debug)]
pub struct Target {
    /// The service's id.
    pub id: MovementId,
    /// Gloves, open: to be updated, revised, substituted, canceled, deleted, picked.
    pub open: LineItem,
    /// Gloves, canceled: to be reverted.
    pub canceled: LineItem,
    /// Syringes, open: a bystander.
    pub other: LineItem,
}

impl Desk {
    /// Signs in.
    ///
    /// # Errors
    /// If it is not accepted.
    pub async fn open(service: &Running) -> Result<Self, Violation> {
        let client = client(base(service.base())?, client::Limits::default())?;
        let session = accepted(client.login(USER, &sample::PASSWORD.into()).await)?;
        Ok(Self { client, session })
    }

    /// Prepares a movement with three lines.
    ///
    /// # Errors
    /// If the service does not do it.
    pub async fn target(&self, name: &str) -> Result<Target, Violation> {
        let id = self.movement(name).await?;
        let line = |product: &str, quantity, sort_order| Instruction::Create {
            product: product.into(),
            quantity,
            sort_order,
            recipient: None,
        };
        let lines = [
            line(sample::GLOVES_M, 40, 100),
            line(sample::GLOVES_M, 30, 200),
            line(sample::SYRINGE_5ML, 20, 300),
        ];
        let lines = self.change(&id, &lines).await?;
        let [_, second, _] = lines.as_slice() else { return Err(unexpected(&lines)) };
        let cancel = Instruction::Cancel {
            id: second.id.clone(),
            reason_code: "STOCKOUT".into(),
            comments: None,
        };
        match <[_; 3]>::try_from(self.change(&id, &[cancel]).await?) {
            Ok([open, canceled, other]) if canceled.status == LineStatus::Canceled => {
                Ok(Target { id, open, canceled, other })
            }
            Ok(lines) => Err(unexpected(&lines)),
            Err(lines) => Err(unexpected(&lines)),
        }
    }

    /// Prepares a movement with so many open lines.
    ///
    /// # Errors
    /// If the service does not do it.
    pub async fn with_lines(
        &self,
        name: &str,
        count: u32,
    ) -> Result<(MovementId, Vec<LineItem>), Violation> {
        let id = self.movement(name).await?;
        let line = |number: u32| Instruction::Create {
            product: sample::GLOVES_M.into(),
            quantity: 50,
            sort_order: (number + 1) * 100,
            recipient: None,
        };
        let lines: Vec<_> = (0..count).map(line).collect();
        let lines = self.change(&id, &lines).await?;
        Ok((id, lines))
    }

    /// Changes lines of a movement, and answers all of them.
    ///
    /// # Errors
    /// If the service does not do it.
    pub async fn change(
        &self,
        id: &MovementId,
        instructions: &[Instruction],
    ) -> Result<Vec<LineItem>, Violation> {
        let header = HeaderUpdate::default();
        let call = self.client.update_movement(&self.session, id, &header, instructions);
        Ok(accepted(call.await)?.lines.unwrap_or_default())
    }

    async fn movement(&self, name: &str) -> Result<MovementId, Violation> {
        let header = MovementHeader {
            name: name.to_owned(),
            description: "Prepared".to_owned(),
            origin: sample::CENTRAL_STORE.into(),
            destination: sample::THEATRE_BLOCK_A.into(),
            requested_by: sample::AMARA_OKAFOR.into(),
            date_requested: TODAY.parse()?,
            stocklist: None,
        };
        Ok(accepted(self.client.create_movement(&self.session, &header).await)?.id)
    }
}

/// A product by its id, as a change names it.
#[must_use]
pub fn product(id: &str) -> ProductRef {
    ProductRef { id: id.into(), code: None, name: None, description: None, category: None }
}

fn accepted<T: std::fmt::Debug>(outcome: Outcome<T>) -> Result<T, Violation> {
    match outcome {
        Outcome::Accepted(value) => Ok(value),
        other => Err(Violation(format!("the desk was answered {other:?}"))),
    }
}

fn unexpected(lines: &[LineItem]) -> Violation {
    Violation(format!("the desk found other lines: {lines:?}"))
}
