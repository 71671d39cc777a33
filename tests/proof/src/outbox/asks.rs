//! One request of every kind of write, creations in their three forms: thirteen. Each knows which
//! request it becomes and which entries it leaves in the service's effect log.

use backend::Backend;
use contract::{
    Answer, CreateCategory, CreateMovement, HeaderFields, LineChange, MovementKey, NewMovement,
    OperationState, Pick, PickLine, Question, StartFrom, Substitute, UpdateHeader, Written,
};
use practice::{Effect, sample};
use serde_json::json;

use super::desk::{TODAY, Target, product};
use super::lines::{self, Command};
use crate::promise::Violation;

/// The kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Creates a movement of nothing.
    CreateEmpty,
    /// Creates a movement from a supplier.
    CreateInbound,
    /// Creates a movement from a stocklist.
    CreateFromStocklist,
    /// Changes a movement's own fields.
    UpdateHeader,
    /// Adds a line.
    CreateLine,
    /// Changes a line.
    UpdateLine,
    /// Revises a line.
    Revise,
    /// Lets two other products go instead of a line's.
    Substitute,
    /// Cancels a line.
    Cancel,
    /// Takes a cancellation back.
    Revert,
    /// Deletes a line.
    Delete,
    /// Picks a line.
    Pick,
    /// Creates a category.
    CreateCategory,
}

/// All of them.
pub const KINDS: [Kind; 13] = [
    Kind::CreateEmpty,
    Kind::CreateInbound,
    Kind::CreateFromStocklist,
    Kind::UpdateHeader,
    Kind::CreateLine,
    Kind::UpdateLine,
    Kind::Revise,
    Kind::Substitute,
    Kind::Cancel,
    Kind::Revert,
    Kind::Delete,
    Kind::Pick,
    Kind::CreateCategory,
];

/// A request for a change, as a page or a script makes it.
#[derive(Clone, Debug)]
pub enum Ask {
    /// `create_movement`
    Movement(CreateMovement),
    /// `update_header`
    Header(Box<UpdateHeader>),
    /// `edit_lines` and `send_changes`
    Lines(Vec<LineChange>),
    /// `pick_line`
    Pick(PickLine),
    /// `create_category`
    Category(CreateCategory),
}

impl Kind {
    /// A request of this kind; `mark` is a text that no other trial has.
    ///
    /// # Errors
    /// Never, but for a day that is none.
    pub fn ask(self, target: &Target, mark: &str) -> Result<Ask, Violation> {
        let item = || target.open.id.clone();
        let (reason_code, comments) = (mark.to_owned(), Some("By the proof".to_owned()));
        let change = match self {
            Self::CreateEmpty => return movement(mark, StartFrom::Empty),
            Self::CreateInbound => return movement(mark, StartFrom::Inbound),
            Self::CreateFromStocklist => {
                return movement(mark, StartFrom::Stocklist(sample::STOCKLIST_SHORT.into()));
            }
            Self::UpdateHeader => return Ok(header(target, mark)),
            Self::CreateCategory => {
                return Ok(Ask::Category(CreateCategory { key: None, name: mark.to_owned() }));
            }
            Self::Pick => return Ok(pick(target)),
            Self::CreateLine => LineChange::Create {
                product: product(sample::GLOVES_S),
                quantity: 12,
                sort_order: None,
                recipient: None,
            },
            Self::UpdateLine => LineChange::Update {
                item: item(),
                product: None,
                quantity: Some(41),
                sort_order: None,
            },
            Self::Revise => LineChange::Revise { item: item(), quantity: 7, reason_code, comments },
            Self::Substitute => {
                let other = |id, quantity| Substitute { product: product(id), quantity };
                let with = vec![other(sample::GLOVES_L, 30), other(sample::GLOVES_S, 10)];
                LineChange::Substitute { item: item(), with, reason_code, comments }
            }
            Self::Cancel => LineChange::Cancel { item: item(), reason_code, comments },
            Self::Revert => LineChange::Revert { item: target.canceled.id.clone() },
            Self::Delete => LineChange::Delete { item: item() },
        };
        Ok(Ask::Lines(vec![change]))
    }

    /// The path of the request it becomes, below the application path.
    #[must_use]
    pub fn path(self, target: &Target) -> String {
        match self {
            Self::CreateEmpty | Self::CreateInbound | Self::CreateFromStocklist => {
                "/api/stockMovements".to_owned()
            }
            Self::CreateCategory => "/api/categories".to_owned(),
            Self::Pick => format!("/api/stockMovementItems/{}", target.open.id),
            _ => format!("/api/stockMovements/{}", target.id),
        }
    }

    /// How many entries it leaves in the service's log when it is done once.
    #[must_use]
    pub fn once(self) -> usize {
        if self == Self::Substitute { 2 } else { 1 }
    }

    /// How many entries of it are in the log.
    #[must_use]
    pub fn entries(self, target: &Target, mark: &str, user: &str, log: &[Effect]) -> usize {
        self.those(target, mark, user, log).count()
    }

    /// What a user answers who looked into the log.
    #[must_use]
    pub fn answer(self, target: &Target, mark: &str, user: &str, log: &[Effect]) -> Answer {
        let Some(done) = self.those(target, mark, user, log).next() else {
            return Answer::NotDone;
        };
        let is_named =
            matches!(self, Self::CreateEmpty | Self::CreateInbound | Self::CreateFromStocklist);
        Answer::Done(done.movement.clone().filter(|_| is_named))
    }

    fn those<'a>(
        self,
        target: &'a Target,
        mark: &'a str,
        user: &'a str,
        log: &'a [Effect],
    ) -> impl Iterator<Item = &'a Effect> {
        let (operation, by_name) = match self {
            Self::CreateEmpty | Self::CreateInbound | Self::CreateFromStocklist => {
                ("createMovement", true)
            }
            Self::CreateCategory => ("createCategory", true),
            Self::UpdateHeader => ("updateHeader", false),
            Self::CreateLine => ("createItem", false),
            Self::UpdateLine => ("updateItem", false),
            Self::Revise => ("reviseItem", false),
            Self::Substitute => ("substituteItem", false),
            Self::Cancel => ("cancelItem", false),
            Self::Revert => ("revertItem", false),
            Self::Delete => ("deleteItem", false),
            Self::Pick => ("pick", false),
        };
        let own =
            log.iter().filter(move |effect| effect.operation == operation && effect.user == user);
        own.filter(move |effect| match by_name {
            true => effect.detail["name"] == mark,
            false => effect.movement.as_deref() == Some(target.id.as_str()),
        })
    }

    /// Whether a lost answer may leave it for the user to say: the service shows nothing of it.
    #[must_use]
    pub fn may_be_unknown(self) -> bool {
        matches!(self, Self::Pick | Self::CreateCategory)
    }

    /// Whether it may stand so after its answer was lost: asked about where nothing can be read, or
    /// where another movement that is new could be the one that was made.
    #[must_use]
    pub fn may_stand_as(self, state: &OperationState) -> bool {
        match state {
            OperationState::Unknown(Question::MovementMade(_)) => true,
            OperationState::Unknown(_) => self.may_be_unknown(),
            _ => false,
        }
    }
}

impl Ask {
    /// Asks a backend; the movement is that whose lines are changed.
    ///
    /// # Errors
    /// If it is not kept.
    pub async fn of(
        self,
        backend: &Backend,
        movement: MovementKey,
    ) -> Result<Written, backend::Error> {
        match self {
            Self::Movement(request) => backend.create_movement(request).await,
            Self::Header(request) => backend.update_header(*request).await,
            Self::Lines(changes) => lines::change(backend, movement, changes).await,
            Self::Pick(request) => backend.pick_line(request).await,
            Self::Category(request) => backend.create_category(request).await,
        }
    }

    /// The commands and the requests, as the console takes them one after another; the answer to the
    /// last says that it is kept.
    #[must_use]
    pub fn as_lines(&self, movement: MovementKey) -> Vec<Command> {
        match self {
            Self::Lines(changes) => lines::Requests::of(movement, changes.clone()).as_lines(),
            _ => self.as_line().into_iter().collect(),
        }
    }

    /// The one command and its request; none for lines, which take two.
    #[must_use]
    pub fn as_line(&self) -> Option<Command> {
        Some(match self {
            Self::Movement(request) => ("create_movement", json!(request)),
            Self::Header(request) => ("update_header", json!(request)),
            Self::Lines(_) => return None,
            Self::Pick(request) => ("pick_line", json!(request)),
            Self::Category(request) => ("create_category", json!(request)),
        })
    }
}

/// A movement to be made.
///
/// # Errors
/// Never, but for a day that is none.
pub fn movement(name: &str, start: StartFrom) -> Result<Ask, Violation> {
    let origin = match start {
        StartFrom::Inbound => sample::BRIGHTWELL_MEDICAL,
        _ => sample::NORTHGATE_STORE,
    };
    let form = NewMovement {
        start,
        name: name.to_owned(),
        description: format!("{name}, by the proof"),
        origin: Some(origin.into()),
        destination: Some(sample::CENTRAL_STORE.into()),
        date_requested: Some(TODAY.parse()?),
        requested_by: Some(sample::AMARA_OKAFOR.into()),
        lines: Vec::new(),
    };
    Ok(Ask::Movement(CreateMovement { key: None, form }))
}

fn header(target: &Target, mark: &str) -> Ask {
    let change = HeaderFields { description: Some(mark.to_owned()), ..HeaderFields::default() };
    let request = UpdateHeader { movement: target.id.clone().into(), base: None, change };
    Ask::Header(Box::new(request))
}

fn pick(target: &Target) -> Ask {
    let pick = Pick {
        id: None,
        inventory_item: sample::GLOVES_M_LOT.to_owned(),
        bin_location: Some(sample::BIN_A_01_03.into()),
        quantity: 7,
    };
    Ask::Pick(PickLine {
        key: None,
        movement: target.id.clone().into(),
        item: target.open.id.clone(),
        picks: vec![pick],
    })
}
