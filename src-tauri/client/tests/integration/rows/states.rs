//! Rows and rules of section 3: states of a line and what leads from one to the next.

use client::{Paging, PicklistItem};
use contract::{Instruction, LineStatus};
use practice::sample;

use super::desk::{Desk, Gloves, children};
use crate::responder::accepted;

pub async fn create_pending(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = desk.read(&gloves.movement).await.lines.unwrap().remove(0);
    assert_eq!((line.status, line.quantity_requested), (LineStatus::Pending, Some(30)));
    assert_eq!((line.quantity_canceled, line.quantity_revised), (None, None));
}

pub async fn pending_update_pending(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.update()]).await;
    assert_eq!((line.status, line.quantity_canceled), (LineStatus::Pending, Some(0)));
    assert_eq!(line.product.id.as_str(), sample::GLOVES_L);
    assert_eq!((line.quantity_requested, line.quantity_revised), (Some(40), None));
}

pub async fn pending_revise_changed(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.revise(12)]).await;
    assert_eq!((line.status, line.quantity_revised), (LineStatus::Changed, Some(12)));
    assert_eq!((line.quantity_requested, line.quantity_canceled), (Some(30), Some(30)));
    assert_eq!(line.reason_code.as_deref(), Some("STOCKOUT"));
    assert_eq!(line.comments.as_deref(), Some("until Friday"));
}

pub async fn pending_substitute_substituted(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.substitute(sample::GLOVES_L, 25)]).await;
    assert_eq!((&line.status, line.quantity_canceled), (&LineStatus::Substituted, Some(30)));
    assert_eq!(children(&line), [(sample::GLOVES_L, Some(25))]);
    assert_eq!(line.substitutions[0].status, LineStatus::Approved);
    assert_eq!(line.reason_code.as_deref(), Some("BECAUSE"));
    assert_eq!(line.comments.as_deref(), Some("same size"));
}

pub async fn pending_cancel_canceled(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.cancel()]).await;
    assert_eq!((line.status, line.quantity_canceled), (LineStatus::Canceled, Some(30)));
    assert_eq!(line.reason_code.as_deref(), Some("CLINICAL"));
    assert_eq!(line.comments.as_deref(), Some("not needed"));
}

/// What leads away from PENDING, each way once.
fn decisions(gloves: &Gloves<'_>) -> [Instruction; 3] {
    [gloves.revise(12), gloves.substitute(sample::GLOVES_L, 25), gloves.cancel()]
}

pub async fn decided_revert_pending(desk: Desk) {
    let gloves = desk.gloves().await;
    for decision in decisions(&gloves) {
        assert_ne!(gloves.after(&[decision]).await.status, LineStatus::Pending);
        let line = gloves.after(&[gloves.revert()]).await;
        assert_eq!((&line.status, line.quantity_canceled), (&LineStatus::Pending, Some(0)));
        assert_eq!((&line.reason_code, &line.comments), (&None, &None));
        assert_eq!((line.quantity_requested, line.quantity_revised), (Some(30), None));
        assert!(line.substitutions.is_empty());
    }
}

pub async fn any_delete_removed(desk: Desk) {
    let open = desk.gloves().await;
    let gone = accepted(desk.instruct(&open.movement, &[open.delete()]).await);
    assert_eq!(gone.lines, Some(Vec::new()));
    let canceled = desk.gloves().await;
    canceled.after(&[canceled.cancel()]).await;
    let gone = accepted(desk.instruct(&canceled.movement, &[canceled.delete()]).await);
    assert_eq!(gone.lines, Some(Vec::new()));
    // Revised, it must be reverted first, which goes in a request of its own.
    let revised = desk.gloves().await;
    revised.after(&[revised.revise(12)]).await;
    revised.refused(&[revised.delete()]).await;
    revised.after(&[revised.revert()]).await;
    let gone = accepted(desk.instruct(&revised.movement, &[revised.delete()]).await);
    assert_eq!(gone.lines, Some(Vec::new()));
}

pub async fn several_substitutions(desk: Desk) {
    let gloves = desk.gloves().await;
    let both = [gloves.substitute(sample::GLOVES_L, 20), gloves.substitute(sample::GLOVES_S, 5)];
    let line = gloves.after(&both).await;
    assert_eq!(children(&line), [(sample::GLOVES_L, Some(20)), (sample::GLOVES_S, Some(5))]);
    assert_eq!(line.quantity_to_ship(), Some(25));
}

pub async fn change_a_substitution(desk: Desk) {
    let gloves = desk.gloves().await;
    gloves.after(&[gloves.substitute(sample::GLOVES_L, 20)]).await;
    let changed = [
        gloves.revert(),
        gloves.substitute(sample::GLOVES_S, 7),
        gloves.substitute(sample::GLOVES_L, 3),
    ];
    let line = gloves.after(&changed).await;
    assert_eq!(line.status, LineStatus::Substituted);
    assert_eq!(children(&line), [(sample::GLOVES_S, Some(7)), (sample::GLOVES_L, Some(3))]);
}

pub async fn revert_undoes_no_update_or_delete(desk: Desk) {
    let gloves = desk.gloves().await;
    gloves.after(&[gloves.update()]).await;
    gloves.after(&[gloves.cancel()]).await;
    let line = gloves.after(&[gloves.revert()]).await;
    assert_eq!((line.quantity_requested, line.sort_order), (Some(40), Some(300)));
    assert_eq!(line.product.id.as_str(), sample::GLOVES_L);
    accepted(desk.instruct(&gloves.movement, &[gloves.delete()]).await);
    gloves.refused(&[gloves.revert()]).await;
    assert_eq!(desk.read(&gloves.movement).await.lines, Some(Vec::new()));
}

pub async fn children_are_requisition_items(desk: Desk) {
    let gloves = desk.gloves().await;
    let line = gloves.after(&[gloves.substitute(sample::GLOVES_L, 25)]).await;
    let child = line.substitutions[0].id.as_str();
    let read = desk.client.generic_read(&desk.session, "requisitionItem", child).await;
    let record = &accepted(read)["data"];
    assert_eq!(record["id"], child);
    assert_eq!((&record["quantity"], &record["status"]), (&25.into(), &"APPROVED".into()));
}

/// Ids and quantities of all picks of a line.
async fn picks(desk: &Desk, gloves: &Gloves<'_>) -> Vec<(String, i64)> {
    let page = Paging { max: 100, offset: 0 };
    let all = accepted(desk.client.generic_list(&desk.session, "picklistItem", page).await);
    let rows = all["data"].as_array().unwrap().iter();
    rows.filter(|row| row["requisitionItem"]["id"] == gloves.line.as_str())
        .map(|row| {
            (row["id"].as_str().unwrap().to_owned(), row["quantityPicked"].as_i64().unwrap())
        })
        .collect()
}

pub async fn picks_are_made_edited_removed(desk: Desk) {
    let gloves = desk.gloves().await;
    let row = |id: Option<&str>, quantity_picked| PicklistItem {
        id: id.map(ToOwned::to_owned),
        inventory_item: sample::GLOVES_M_LOT.into(),
        bin_location: Some(sample::BIN_A_01_03.into()),
        quantity_picked,
    };
    let send = async |pick| accepted(desk.client.pick(&desk.session, &gloves.line, &[pick]).await);
    send(row(None, 10)).await;
    let (id, quantity) = picks(&desk, &gloves).await.remove(0);
    assert_eq!(quantity, 10);
    send(row(Some(&id), 4)).await;
    assert_eq!(picks(&desk, &gloves).await, [(id.clone(), 4)]);
    send(row(Some(&id), 0)).await;
    assert_eq!(picks(&desk, &gloves).await, []);
    assert_eq!(desk.applied(), ["createMovement", "createItem", "pick", "pick", "pick"]);
}
