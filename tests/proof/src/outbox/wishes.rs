//! What the users of the mixed histories ask for about lines: whatever the line they see allows, with
//! the number of the request written into it. Deliberately absent: what becomes of it.

use contract::{LineChange, LineItem, MovementId, Pick, PickLine, Substitute};
use practice::sample;

use super::asks::Ask;
use super::desk::product;
use super::story::PIECES;
use crate::promise::Violation;
use crate::random::Random;

/// A change of a line, as its status allows it; nothing if there is no line.
///
/// # Errors
/// Never.
pub fn changed(
    lines: &[LineItem],
    random: &mut Random,
    number: u64,
) -> Result<Option<Ask>, Violation> {
    let pieces = u32::try_from(PIECES + number)?;
    let reason_code = format!("N{number}N");
    let create = LineChange::Create {
        product: product(sample::GLOVES_S),
        quantity: pieces,
        sort_order: None,
        recipient: None,
    };
    let line = lines.get(random.below(lines.len()));
    let change = match (line, random.below(9)) {
        (None, _) | (_, 0) => create,
        (Some(line), 1) => LineChange::Delete { item: line.id.clone() },
        (Some(line), what) => {
            let item = line.id.clone();
            match what {
                _ if !line.is_open() => LineChange::Revert { item },
                2..5 => LineChange::Update {
                    item,
                    product: None,
                    quantity: Some(pieces),
                    sort_order: None,
                },
                5 => LineChange::Cancel { item, reason_code, comments: None },
                6 => {
                    let with = Substitute { product: product(sample::GLOVES_L), quantity: pieces };
                    LineChange::Substitute { item, with: vec![with], reason_code, comments: None }
                }
                _ => LineChange::Revise { item, quantity: 9, reason_code, comments: None },
            }
        }
    };
    Ok(Some(Ask::Lines(vec![change])))
}

/// A pick of so many pieces as the number says.
///
/// # Errors
/// If the number is none of pieces.
pub fn picked(
    id: &MovementId,
    lines: &[LineItem],
    random: &mut Random,
    number: u64,
) -> Result<Ask, Violation> {
    let line = lines.get(random.below(lines.len()));
    let item = line.map_or_else(|| "gone".into(), |line| line.id.clone());
    let picks = vec![Pick {
        id: None,
        inventory_item: sample::GLOVES_M_LOT.to_owned(),
        bin_location: Some(sample::BIN_A_01_03.into()),
        quantity: u32::try_from(number)?,
    }];
    Ok(Ask::Pick(PickLine { key: None, movement: id.clone().into(), item, picks }))
}
