//! Rows of section 7: the errors.

use client::{Outcome, Paging, PicklistItem};
use contract::Endpoint;
use practice::sample;

use super::desk::{Desk, refused};
use crate::responder::accepted;

pub async fn unauthorized(desk: Desk) {
    let missing = desk.client.probe(None, Endpoint::ListMovements).await;
    assert_eq!(missing, Outcome::SignedOut);
    desk.running.faults().expire_sessions();
    let page = Paging { max: 1, offset: 0 };
    // The answer to the first sets a fresh cookie, and the second must not carry it.
    for _ in 0..2 {
        let stale = desk.client.list_movements(&desk.session, page, true).await;
        assert_eq!(stale, Outcome::SignedOut);
    }
    let write = desk.client.create_category(&desk.session, "Wound care").await;
    assert_eq!(write, Outcome::SignedOut);
    assert!(desk.applied().is_empty());
    let again = accepted(desk.client.login("aokafor", &sample::PASSWORD.into()).await);
    accepted(desk.client.list_movements(&again, page, true).await);
}

pub async fn category_without_name(desk: Desk) {
    let no = refused(desk.client.create_category(&desk.session, "").await);
    assert_eq!((no.status, no.error_code), (500, Some(500)));
    assert!(no.message.contains("name") && no.message.contains("cannot be null"), "{}", no.message);
}

pub async fn substitute_not_allowed(desk: Desk) {
    let gloves = desk.gloves().await;
    let no = gloves.refused(&[gloves.substitute(sample::SYRINGE_5ML, 1)]).await;
    assert_eq!(no.error_code, Some(500));
    assert!(no.message.contains("is not a valid substitution of GLV-2207"), "{}", no.message);
    assert!(no.message.contains("SYR-0505"), "{}", no.message);
}

pub async fn substitute_self(desk: Desk) {
    let gloves = desk.gloves().await;
    let no = gloves.refused(&[gloves.substitute(sample::GLOVES_M, 1)]).await;
    assert_eq!(no.error_code, Some(500));
    assert_eq!(no.message.matches("GLV-2207").count(), 2, "{}", no.message);
    assert!(no.message.contains("is not a valid substitution of"), "{}", no.message);
}

pub async fn delete_revised(desk: Desk) {
    let gloves = desk.gloves().await;
    gloves.after(&[gloves.revise(12)]).await;
    let no = gloves.refused(&[gloves.delete()]).await;
    assert_eq!(no.error_code, Some(500));
    assert!(no.message.contains("foreign key"), "{}", no.message);
}

pub async fn pick_too_much(desk: Desk) {
    let gloves = desk.gloves().await;
    let on_hand = u32::try_from(sample::GLOVES_M_ON_HAND).unwrap();
    let pick = |quantity_picked| PicklistItem {
        id: None,
        inventory_item: sample::GLOVES_M_LOT.into(),
        bin_location: Some(sample::BIN_A_01_03.into()),
        quantity_picked,
    };
    let send = async |pick| desk.client.pick(&desk.session, &gloves.line, &[pick]).await;
    accepted(send(pick(on_hand)).await);
    let no = refused(send(pick(on_hand + 1)).await);
    assert!(no.message.contains("180") && no.message.contains("181"), "{}", no.message);
    assert_eq!(desk.applied(), ["createMovement", "createItem", "pick"]);
}
