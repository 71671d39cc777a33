//! What the panel beside the lines shows: the line, what can be done with all that are chosen, and
//! what helps to decide.

use contract::*;
use practice::sample;

use crate::{
    act::*,
    editing::*,
    harness::{Harness, code},
};

impl Editor<'_> {
    async fn view(&self, rows: &[RowKey]) -> LineView {
        let request = OpenLine { movement: self.movement, rows: rows.to_vec() };
        self.harness.backend.open_line(request).await.unwrap()
    }

    async fn view_of(&self, line: &LineItem) -> LineView {
        self.view(&[row(&line.id)]).await
    }
}

/// A harness that has read all products.
async fn with_products() -> Harness {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Products).await.unwrap();
    harness
}

/// A product as people choose it, with all that is known of it.
async fn chosen(harness: &Harness, id: &str) -> ProductRef {
    let filter = ProductFilter::default();
    let request = ListProducts { rows: Rows::first(1_000), filter };
    let page = harness.backend.list_products(request).await.unwrap();
    let row = page.rows.iter().find(|row| row.product.id == id.into()).unwrap();
    ProductRef::from(&row.product)
}

async fn by(harness: &Harness, id: &str, quantity: u32) -> Decision {
    let with = vec![Substitute { product: chosen(harness, id).await, quantity }];
    Decision::Substitute { with, reason_code: "STOCKOUT".into(), comments: None }
}

fn offer(view: &LineView, kind: ChangeKind) -> &Offer {
    view.offers.iter().find(|offer| offer.kind == kind).unwrap()
}

/// Why a kind of change can be made of none of the lines.
fn off(view: &LineView, kind: ChangeKind) -> Vec<WhyNot> {
    let offer = offer(view, kind);
    assert!(offer.rows.is_empty(), "{offer:?}");
    offer.left_out.iter().map(|left_out| left_out.why.clone()).collect()
}

fn ids(suggestions: &[Suggestion]) -> Vec<&str> {
    suggestions.iter().map(|one| one.product.id.as_str()).collect()
}

fn codes(view: &LineView) -> Vec<(&str, bool)> {
    view.reasons.iter().map(|choice| (choice.code.as_str(), choice.own)).collect()
}

#[tokio::test]
async fn an_open_line_offers_everything_but_a_revert() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let view = editor.view_of(&gloves).await;
    assert_eq!((view.line.number, view.as_in_service.as_deref()), (1, Some(&gloves)));
    assert_eq!(view.line.product.as_ref().unwrap().id, sample::GLOVES_M.into());
    assert_eq!(view.decision, None);
    for kind in [ChangeKind::Revise, ChangeKind::Substitute, ChangeKind::Cancel, ChangeKind::Delete]
    {
        assert_eq!(offer(&view, kind).rows, [row(&gloves.id)], "{kind:?}");
    }
    assert_eq!(off(&view, ChangeKind::Revert), [WhyNot::Status(LineStatus::Pending)]);
}

#[tokio::test]
async fn what_was_decided_here_is_told_and_can_be_decided_otherwise_or_taken_back() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    editor.edit(vec![decided(&gloves.id, to_cancel())]).await;
    let view = editor.view_of(&gloves).await;
    assert_eq!(view.decision, Some(to_cancel()));
    assert_eq!(view.as_in_service.as_deref(), Some(&gloves), "nothing was sent");
    assert_eq!(view.line.status, Some(LineStatus::Canceled));
    for kind in [ChangeKind::Revise, ChangeKind::Cancel, ChangeKind::Revert] {
        assert_eq!(offer(&view, kind).rows.len(), 1, "{kind:?}");
    }
    editor.edit(vec![decided(&gloves.id, Decision::Revert)]).await;
    let view = editor.view_of(&gloves).await;
    assert_eq!((view.decision, view.line.status), (None, Some(LineStatus::Pending)));
    assert_eq!(harness.updates(), 0);
}

#[tokio::test]
async fn of_several_lines_it_says_which_are_left_out_and_why() {
    let harness = Harness::signed_in().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
    let mut lines = Vec::new();
    for status in [LineStatus::Pending, LineStatus::Changed, LineStatus::Canceled] {
        lines.push(editor.of_status(status).await);
    }
    editor.edit(vec![added(1, sample::SYRINGE_5ML, "5")]).await;
    let mut rows: Vec<_> = lines.iter().map(|line| row(&line.id)).collect();
    rows.extend([new_row(1), row(&"nowhere".into())]);
    let view = editor.view(&rows).await;
    let cancel = offer(&view, ChangeKind::Cancel);
    assert_eq!(cancel.rows, rows[..1]);
    let why = [
        WhyNot::Status(LineStatus::Changed),
        WhyNot::Status(LineStatus::Canceled),
        WhyNot::NotInService,
        WhyNot::Gone,
    ];
    let why = why.map(|why| LeftOut { why, lines: 1 });
    assert_eq!(cancel.left_out, why);
    assert_eq!(offer(&view, ChangeKind::Revert).rows, rows[1..3]);
    assert_eq!(offer(&view, ChangeKind::Delete).rows, rows[..4], "also one that was revised");
    let counted = |offer: &Offer| {
        offer.rows.len() as u32 + offer.left_out.iter().map(|left| left.lines).sum::<u32>()
    };
    assert!(view.offers.iter().all(|offer| counted(offer) == 5));
}

#[tokio::test]
async fn of_several_lines_it_says_which_unsent_decisions_would_be_lost_and_undo_brings_them_back() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let items = editor.items().await;
    let others: Vec<_> = items.iter().filter(|line| line.id != gloves.id).take(3).collect();
    let instead = by(&harness, sample::GLOVES_L, 4).await;
    let unsent = [
        (&gloves.id, instead.clone()),
        (&others[0].id, to_revise(1)),
        (&others[1].id, to_cancel()),
    ];
    editor.edit(unsent.into_iter().map(|(item, of)| decided(item, of)).collect()).await;
    let rows: Vec<_> = [&gloves].into_iter().chain(others).map(|line| row(&line.id)).collect();
    let view = editor.view(&rows).await;
    let replaced = |kind| ReplacedDecisions { kind, lines: 1 };
    let cancel = offer(&view, ChangeKind::Cancel);
    assert_eq!(cancel.rows.len(), 4);
    assert_eq!(
        cancel.replaces,
        [replaced(ChangeKind::Substitute), replaced(ChangeKind::Revise)],
        "a cancellation takes no other one away"
    );
    for kind in [ChangeKind::Revert, ChangeKind::Delete] {
        assert_eq!(offer(&view, kind).replaces, [], "{kind:?}");
    }
    let cancel = |key: &RowKey| LineEdit::Decide {
        row: key.clone(),
        decision: Some(to_cancel()),
        proposed: false,
    };
    editor.edit(rows.iter().map(cancel).collect()).await;
    assert_eq!(editor.view_of(&gloves).await.decision, Some(to_cancel()));
    editor.undo().await;
    assert_eq!(editor.view_of(&gloves).await.decision, Some(instead));
}

#[tokio::test]
async fn a_line_to_be_deleted_takes_no_decision_and_its_deletion_can_be_taken_back() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    editor.edit(vec![deleted(&gloves.id)]).await;
    let view = editor.view_of(&gloves).await;
    assert!(view.line.deleted);
    assert_eq!(off(&view, ChangeKind::Revise), [WhyNot::Deleted]);
    assert_eq!(offer(&view, ChangeKind::Delete).rows.len(), 1);
}

#[tokio::test]
async fn a_substitution_put_in_the_place_of_another_is_offered_on_a_substituted_line() {
    let harness = Harness::signed_in().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
    let line = editor.of_status(LineStatus::Substituted).await;
    let view = editor.view_of(&line).await;
    assert_eq!(offer(&view, ChangeKind::Substitute).rows.len(), 1);
    assert_eq!(off(&view, ChangeKind::Revise), [WhyNot::Status(LineStatus::Substituted)]);
}

#[tokio::test]
async fn products_of_the_category_are_suggested_until_one_went_instead() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let alike = editor.view_of(&gloves).await.suggestions;
    assert!(ids(&alike).contains(&sample::GLOVES_S), "{alike:?}");
    assert!(!ids(&alike).contains(&sample::GLOVES_M), "not itself");
    assert!(alike.iter().all(|one| one.refused.is_none()));

    editor.edit(vec![decided(&gloves.id, by(&harness, sample::GLOVES_L, 20).await)]).await;
    editor.send().await;
    harness.settled().await;
    editor.in_service(&gloves.id).await.unwrap();
    let suggested = editor.view_of(&gloves).await.suggestions;
    assert_eq!(ids(&suggested)[0], sample::GLOVES_L);
    let used = suggested[0].used.as_ref().unwrap();
    let movement = harness.open(&editor.movement.into()).await.unwrap().movement;
    assert!(used.times >= 1);
    assert_eq!(used.last, movement.date_requested);
    assert_eq!(used.place, movement.destination.map(|place| place.name));
}

#[tokio::test]
async fn a_product_the_service_refused_is_last_and_tells_why_also_after_a_restart() {
    let mut harness = with_products().await;
    let gloves = {
        let editor = Editor::of_pending(&harness).await;
        let gloves = editor.gloves().await;
        editor.edit(vec![decided(&gloves.id, by(&harness, sample::MORPHINE, 1).await)]).await;
        editor.send().await;
        assert_eq!(harness.settled().await.attention, 1);
        assert_eq!(stuck(&harness.op_about(&gloves.id).await.state).0, "refused");
        let suggested = editor.view_of(&gloves).await.suggestions;
        assert!(suggested.len() > 1, "{suggested:?}");
        let (last, before) = suggested.split_last().unwrap();
        assert!(before.iter().all(|one| one.refused.is_none()));
        assert_eq!(last.product.id, sample::MORPHINE.into());
        let refused = last.refused.as_ref().unwrap();
        assert!(refused.text.contains(NO_SUBSTITUTION), "{refused:?}");
        assert_eq!(refused.at, harness.clock.now());
        gloves
    };
    harness.later(86_400);
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    let suggested = editor.view_of(&gloves).await.suggestions;
    let last = suggested.last().unwrap();
    assert_eq!(last.product.id, sample::MORPHINE.into());
    assert!(last.refused.as_ref().is_some_and(|refused| refused.at < harness.clock.now()));
    // What it was refused for is no other line's.
    let other = editor.items().await.into_iter().find(|line| line.id != gloves.id).unwrap();
    let others = editor.view_of(&other).await.suggestions;
    assert!(others.iter().all(|one| one.refused.is_none()), "{others:?}");
}

#[tokio::test]
async fn reasons_of_the_site_stand_behind_those_of_the_document_and_are_kept() {
    let mut harness = Harness::signed_in().await;
    {
        let editor = Editor::of_pending(&harness).await;
        let gloves = editor.gloves().await;
        let document = [("STOCKOUT", false), ("CLINICAL", false), ("BECAUSE", false)];
        let view = editor.view_of(&gloves).await;
        assert_eq!(codes(&view)[..3], document);
        let reasons = [" DAMAGED ", "CLINICAL", "", "DAMAGED"].map(str::to_owned).into();
        harness.backend.save_reasons(SaveReasons { reasons }).await.unwrap();
    }
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let view = editor.view_of(&gloves).await;
    let own: Vec<_> = codes(&view).into_iter().filter(|(_, own)| *own).collect();
    assert_eq!(own, [("DAMAGED", true)]);
    harness.backend.save_reasons(SaveReasons { reasons: Vec::new() }).await.unwrap();
    let view = editor.view_of(&gloves).await;
    assert!(codes(&view).iter().all(|(_, own)| !own));
}

#[tokio::test]
async fn comments_given_before_come_back_the_newest_first_each_once() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let lines = editor.items().await;
    for (line, comment) in lines.iter().zip(["Rest on Friday", "Asked Ada", "Rest on Friday"]) {
        let comments = Some(comment.to_owned());
        let revise = Decision::Revise { quantity: 1, reason_code: "STOCKOUT".into(), comments };
        editor.edit(vec![decided(&line.id, revise)]).await;
        editor.send().await;
    }
    let view = editor.view_of(&lines[4]).await;
    assert_eq!(view.comments, ["Rest on Friday", "Asked Ada"]);
}

#[tokio::test]
async fn a_line_that_is_not_there_is_not_shown() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let asked = |rows| OpenLine { movement: editor.movement, rows };
    let nowhere = harness.backend.open_line(asked(vec![row(&"nowhere".into())])).await;
    assert_eq!(code(nowhere), "unknown");
    assert_eq!(code(harness.backend.open_line(asked(Vec::new())).await), "invalid_request");
    let elsewhere = OpenLine { movement: key(9), rows: vec![row(&"i1".into())] };
    assert_eq!(code(harness.backend.open_line(elsewhere).await), "unknown");
}
