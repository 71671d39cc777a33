//! Rows of 2.3, the fields of an instruction, and of 4.4, the instructions.

use contract::{Instruction, LineStatus};
use practice::sample;

use super::desk::{Desk, children};
use crate::responder::accepted;

fn create(product: &str, quantity: u32, sort_order: u32) -> Instruction {
    Instruction::Create { product: product.into(), quantity, sort_order, recipient: None }
}

pub async fn id(desk: Desk) {
    let gloves = desk.gloves().await;
    let twin = create(sample::GLOVES_M, 30, 200);
    accepted(desk.instruct(&gloves.movement, &[twin]).await);
    assert_eq!(gloves.after(&[gloves.cancel()]).await.status, LineStatus::Canceled);
    let lines = desk.read(&gloves.movement).await.lines.unwrap();
    let states: Vec<_> = lines.iter().map(|line| line.status.as_str()).collect();
    assert_eq!(states, ["CANCELED", "PENDING"], "the twin without that id stays");
}

pub async fn product_id(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = &desk.read(&gloves.movement).await.lines.unwrap()[0];
    assert_eq!(line.product.id.as_str(), sample::GLOVES_M);
    let update = Instruction::Update {
        id: gloves.line.clone(),
        product: Some(sample::SYRINGE_5ML.into()),
        quantity: None,
        sort_order: None,
    };
    let line = gloves.after(&[update]).await;
    assert_eq!(line.product.code.as_deref(), Some("SYR-0505"));
    assert_eq!(line.quantity_requested, Some(30), "what is not given stays");
}

pub async fn quantity_requested(desk: Desk) {
    let gloves = desk.gloves().await;
    let update = |quantity| Instruction::Update {
        id: gloves.line.clone(),
        product: None,
        quantity: Some(quantity),
        sort_order: None,
    };
    // Written as a number, and nothing as the text "0".
    for quantity in [1, 0, 2_000_000_000] {
        let line = gloves.after(&[update(quantity)]).await;
        assert_eq!(line.quantity_requested, Some(quantity.into()));
    }
    gloves.refused(&[update(u32::MAX)]).await;
}

pub async fn sort_order(desk: Desk) {
    let gloves = desk.gloves().await;
    let rest = [create(sample::GLOVES_S, 2, 300), create(sample::GLOVES_L, 1, 50)];
    let movement = accepted(desk.instruct(&gloves.movement, &rest).await);
    let lines = movement.lines.unwrap();
    let places: Vec<_> = lines.iter().map(|line| line.sort_order).collect();
    assert_eq!(places, [Some(50), Some(100), Some(300)]);
    let last = Instruction::Update {
        id: gloves.line.clone(),
        product: None,
        quantity: None,
        sort_order: Some(400),
    };
    assert_eq!(gloves.after(&[last]).await.sort_order, Some(400));
    let lines = desk.read(&gloves.movement).await.lines.unwrap();
    assert_eq!(lines[2].id, gloves.line);
}

pub async fn recipient_id(desk: Desk) {
    let movement = desk.movement().await;
    let create = Instruction::Create {
        product: sample::GLOVES_M.into(),
        quantity: 1,
        sort_order: 100,
        recipient: Some(sample::JONAS_WEIR.into()),
    };
    accepted(desk.instruct(&movement, &[create]).await);
    let line = desk.read(&movement).await.lines.unwrap().remove(0);
    let recipient = line.recipient.unwrap();
    assert_eq!((recipient.id.as_str(), recipient.shown()), (sample::JONAS_WEIR, "Jonas Weir"));
}

pub async fn quantity_revised(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.revise(12)]).await;
    assert_eq!((line.status, line.quantity_revised), (LineStatus::Changed, Some(12)));
    assert_eq!(desk.applied(), ["createMovement", "createItem", "reviseItem"]);
}

pub async fn reason_code(desk: Desk) {
    let gloves = desk.gloves().await;
    for (instruction, code) in [
        (gloves.revise(12), "STOCKOUT"),
        (gloves.substitute(sample::GLOVES_L, 5), "BECAUSE"),
        (gloves.cancel(), "CLINICAL"),
    ] {
        let line = gloves.after(&[instruction]).await;
        assert_eq!(line.reason_code.as_deref(), Some(code));
        gloves.after(&[gloves.revert()]).await;
    }
    let without =
        Instruction::Cancel { id: gloves.line.clone(), reason_code: String::new(), comments: None };
    assert!(gloves.refused(&[without]).await.message.contains("reasonCode"));
}

pub async fn comments(desk: Desk) {
    let gloves = desk.gloves().await;
    let without = Instruction::Cancel {
        id: gloves.line.clone(),
        reason_code: "STOCKOUT".into(),
        comments: None,
    };
    assert_eq!(gloves.after(&[without]).await.comments, None);
    for (instruction, text) in [
        (gloves.revise(12), "until Friday"),
        (gloves.substitute(sample::GLOVES_L, 5), "same size"),
        (gloves.cancel(), "not needed"),
    ] {
        gloves.after(&[gloves.revert()]).await;
        assert_eq!(gloves.after(&[instruction]).await.comments.as_deref(), Some(text));
    }
}

pub async fn substitute(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.substitute(sample::GLOVES_L, 25)]).await;
    assert_eq!(line.status, LineStatus::Substituted);
    assert_eq!(children(&line), [(sample::GLOVES_L, Some(25))]);
    assert_eq!(desk.applied(), ["createMovement", "createItem", "substituteItem"]);
}

pub async fn new_product_id(desk: Desk) {
    let gloves = desk.gloves().await;
    for product in [sample::GLOVES_S, sample::GLOVES_L] {
        let line = gloves.after(&[gloves.substitute(product, 3)]).await;
        assert_eq!(children(&line), [(product, Some(3))]);
        assert_eq!(line.product.id.as_str(), sample::GLOVES_M, "the original stays");
        gloves.after(&[gloves.revert()]).await;
    }
    let unknown = gloves.refused(&[gloves.substitute("nothing", 3)]).await;
    assert!(unknown.message.contains("newProduct.id"), "{}", unknown.message);
}

pub async fn new_quantity(desk: Desk) {
    let gloves = desk.gloves().await;
    for quantity in [1, 500] {
        let line = gloves.after(&[gloves.substitute(sample::GLOVES_L, quantity)]).await;
        assert_eq!(children(&line), [(sample::GLOVES_L, Some(quantity.into()))]);
        assert_eq!(line.quantity_requested, Some(30), "the original stays");
        gloves.after(&[gloves.revert()]).await;
    }
}

pub async fn cancel(desk: Desk) {
    let gloves = desk.gloves().await;
    assert_eq!(gloves.after(&[gloves.cancel()]).await.status, LineStatus::Canceled);
    assert_eq!(desk.applied(), ["createMovement", "createItem", "cancelItem"]);
}

pub async fn revert(desk: Desk) {
    let gloves = desk.gloves().await;
    gloves.after(&[gloves.cancel()]).await;
    assert_eq!(gloves.after(&[gloves.revert()]).await.status, LineStatus::Pending);
    assert_eq!(desk.applied(), ["createMovement", "createItem", "cancelItem", "revertItem"]);
}

pub async fn delete(desk: Desk) {
    let gloves = desk.gloves().await;
    let movement = accepted(desk.instruct(&gloves.movement, &[gloves.delete()]).await);
    assert_eq!(movement.lines, Some(Vec::new()));
    assert_eq!(desk.read(&gloves.movement).await.lines, Some(Vec::new()));
    assert_eq!(desk.applied(), ["createMovement", "createItem", "deleteItem"]);
}

pub async fn create_item(desk: Desk) {
    let movement = desk.movement().await;
    let both = [create(sample::GLOVES_M, 30, 100), create(sample::SYRINGE_5ML, 4, 200)];
    let made = accepted(desk.instruct(&movement, &both).await).lines.unwrap();
    let made: Vec<_> = made
        .iter()
        .map(|line| (line.product.id.as_str(), line.quantity_requested, line.sort_order))
        .collect();
    let wanted =
        [(sample::GLOVES_M, Some(30), Some(100)), (sample::SYRINGE_5ML, Some(4), Some(200))];
    assert_eq!(made, wanted);
}

pub async fn update_item(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.update()]).await;
    assert_eq!(line.product.id.as_str(), sample::GLOVES_L);
    assert_eq!((line.quantity_requested, line.sort_order), (Some(40), Some(300)));
    assert_eq!(desk.applied(), ["createMovement", "createItem", "updateItem"]);
}
