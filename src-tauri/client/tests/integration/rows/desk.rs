//! A practice service of its own with somebody signed in, and the steps rows have in common.

use chrono::NaiveDate;
use client::{
    Authorities, Base, Client, HeaderUpdate, Limits, MovementHeader, Outcome, Refusal,
    SessionCookies,
};
use contract::{Instruction, ItemId, LineItem, Movement, MovementId};
use practice::{Options, Running, Service, sample};

use crate::responder::accepted;

pub struct Desk {
    pub running: Running,
    pub client: Client,
    pub session: SessionCookies,
}

impl Desk {
    pub async fn open(strict: bool) -> Self {
        Self::with(Options { strict, ..Options::default() }).await
    }

    pub async fn with(options: Options) -> Self {
        let options = Options { today: Some(today()), ..options };
        let running = Service::start(options).await.unwrap();
        let base = Base::parse(running.base()).unwrap();
        let client = Client::new(base, Limits::default(), &Authorities::none()).unwrap();
        let login = client.login("aokafor", &sample::PASSWORD.into()).await;
        Self { running, client, session: accepted(login) }
    }

    pub fn new_movement() -> MovementHeader {
        MovementHeader {
            name: "Theatre A, again".into(),
            description: "For the second table".into(),
            origin: sample::CENTRAL_STORE.into(),
            destination: sample::THEATRE_BLOCK_A.into(),
            requested_by: sample::AMARA_OKAFOR.into(),
            date_requested: today(),
            stocklist: None,
        }
    }

    pub async fn movement(&self) -> MovementId {
        accepted(self.client.create_movement(&self.session, &Self::new_movement()).await).id
    }

    /// A movement with one open line of 30 gloves.
    pub async fn gloves(&self) -> Gloves<'_> {
        let movement = self.movement().await;
        let create = Instruction::Create {
            product: sample::GLOVES_M.into(),
            quantity: 30,
            sort_order: 100,
            recipient: None,
        };
        let made = accepted(self.instruct(&movement, &[create]).await);
        let line = made.lines.unwrap().remove(0).id;
        Gloves { desk: self, movement, line }
    }

    pub async fn instruct(
        &self,
        movement: &MovementId,
        instructions: &[Instruction],
    ) -> Outcome<Movement> {
        let header = HeaderUpdate { id: Some(movement.clone()), ..HeaderUpdate::default() };
        self.client.update_movement(&self.session, movement, &header, instructions).await
    }

    pub async fn read(&self, movement: &MovementId) -> Movement {
        accepted(self.client.read_movement(&self.session, movement).await)
    }

    /// The operations the service applied, in order.
    pub fn applied(&self) -> Vec<String> {
        self.running.effects().into_iter().map(|effect| effect.operation).collect()
    }
}

/// A movement with one line.
pub struct Gloves<'a> {
    pub desk: &'a Desk,
    pub movement: MovementId,
    pub line: ItemId,
}

impl Gloves<'_> {
    /// The line after instructions, as a new reading has it too.
    pub async fn after(&self, instructions: &[Instruction]) -> LineItem {
        let answered = accepted(self.desk.instruct(&self.movement, instructions).await);
        assert_eq!(self.desk.read(&self.movement).await, answered);
        let mut lines = answered.lines.unwrap().into_iter();
        lines.find(|line| line.id == self.line).unwrap()
    }

    /// What the service says to instructions it does not take; the movement stays as it was.
    pub async fn refused(&self, instructions: &[Instruction]) -> Refusal {
        let before = self.desk.read(&self.movement).await;
        let outcome = self.desk.instruct(&self.movement, instructions).await;
        assert_eq!(self.desk.read(&self.movement).await, before);
        refused(outcome)
    }

    pub fn revise(&self, quantity: u32) -> Instruction {
        Instruction::Revise {
            id: self.line.clone(),
            quantity,
            reason_code: "STOCKOUT".into(),
            comments: Some("until Friday".into()),
        }
    }

    pub fn substitute(&self, product: &str, quantity: u32) -> Instruction {
        Instruction::Substitute {
            id: self.line.clone(),
            new_product: product.into(),
            new_quantity: quantity,
            reason_code: "BECAUSE".into(),
            comments: Some("same size".into()),
        }
    }

    pub fn cancel(&self) -> Instruction {
        Instruction::Cancel {
            id: self.line.clone(),
            reason_code: "CLINICAL".into(),
            comments: Some("not needed".into()),
        }
    }

    pub fn update(&self) -> Instruction {
        Instruction::Update {
            id: self.line.clone(),
            product: Some(sample::GLOVES_L.into()),
            quantity: Some(40),
            sort_order: Some(300),
        }
    }

    pub fn revert(&self) -> Instruction {
        Instruction::Revert { id: self.line.clone() }
    }

    pub fn delete(&self) -> Instruction {
        Instruction::Delete { id: self.line.clone() }
    }
}

pub fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
}

pub fn refused<T: std::fmt::Debug>(outcome: Outcome<T>) -> Refusal {
    match outcome {
        Outcome::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    }
}

/// Product and quantity of a line's children.
pub fn children(line: &LineItem) -> Vec<(&str, Option<i64>)> {
    line.substitutions
        .iter()
        .map(|child| (child.product.id.as_str(), child.quantity_requested))
        .collect()
}
