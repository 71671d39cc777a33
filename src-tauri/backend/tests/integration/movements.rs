//! The list of movements, one movement, and looking at many (interface document, 4.3).

use backend::Error;
use contract::*;
use practice::{Fault, Kind, sample};

use crate::{
    act::{MOVEMENT, stuck},
    editing::{Editor, typed},
    harness::{Harness, TODAY, code, day, list_movements, rows},
};

const ALL: u32 = sample::MOVEMENTS as u32;

fn by_id(id: &str) -> MovementRef {
    MovementRef::Id(id.into())
}

#[tokio::test]
async fn the_list_is_crawled_without_lines_newest_first() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    assert_eq!(
        harness.requests()[2..],
        [
            "GET /api/stockMovements?max=100&offset=0&exclude=lineItems".to_owned(),
            format!("GET /api/stockMovements?max=100&offset={ALL}&exclude=lineItems")
        ]
    );
    let page = harness.movements().await;
    assert_eq!((page.known, page.matching, page.total), (ALL, ALL, ALL));
    let days: Vec<_> = rows(&page).iter().map(|row| row.date_requested.unwrap()).collect();
    assert!(days.windows(2).all(|pair| pair[0] >= pair[1]));
    assert!(rows(&page).iter().all(|row| row.lines.is_none() && row.review.is_none()));
}

#[tokio::test]
async fn a_filter_a_sort_and_a_window_work_together() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let inbound = MovementFilter {
        origins: vec![sample::BRIGHTWELL_MEDICAL.into(), sample::CASTOR_PHARMA.into()],
        ..MovementFilter::default()
    };
    let sort = vec![Sort { by: MovementColumn::Name, descending: true }];
    let rows_asked = |start| Rows { start, count: 2, sort: sort.clone() };
    let request = |start| ListMovements {
        rows: rows_asked(start),
        filter: inbound.clone(),
        ..list_movements()
    };
    let first = harness.backend.list_movements(request(0)).await.unwrap();
    let second = harness.backend.list_movements(request(2)).await.unwrap();
    assert!(first.matching >= 3, "the sample has inbound movements");
    assert_eq!((second.start, second.matching, second.known), (2, first.matching, ALL));
    let names: Vec<_> =
        rows(&first).into_iter().chain(rows(&second)).map(|row| row.name.clone()).collect();
    assert!(names.windows(2).all(|pair| pair[0].to_lowercase() >= pair[1].to_lowercase()));
}

#[tokio::test]
async fn groups_have_heads_that_count_and_folded_ones_hide_their_rows() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let grouped = ListMovements {
        group: Some(MovementGrouping::Requested),
        today: Some(day(TODAY)),
        ..list_movements()
    };
    let page = harness.backend.list_movements(grouped.clone()).await.unwrap();
    let heads = |page: &Page<Entry<MovementRow>>| {
        let heads = page.rows.iter().filter_map(|entry| match entry {
            Entry::Group { key, rows, folded } => Some((key.clone(), *rows, *folded)),
            Entry::Row { .. } => None,
        });
        heads.collect::<Vec<_>>()
    };
    let all = heads(&page);
    assert_eq!(all.iter().map(|(_, rows, _)| rows).sum::<u32>(), ALL);
    assert_eq!(page.total as usize, sample::MOVEMENTS + all.len());
    assert_eq!(page.matching, ALL);
    let folded = vec![all[0].0.clone()];
    let page = harness.backend.list_movements(ListMovements { folded, ..grouped }).await.unwrap();
    assert_eq!(heads(&page)[0], (all[0].0.clone(), all[0].1, true));
    assert_eq!(page.total as usize, sample::MOVEMENTS + all.len() - all[0].1 as usize);
}

#[tokio::test]
async fn looking_at_movements_fills_their_lines_behind() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let page = harness.movements().await;
    let keys: Vec<_> = rows(&page).iter().map(|row| row.key).collect();
    harness.backend.look_at_movements(LookAtMovements { keys: keys.clone() }).await.unwrap();
    let is_filled = |page: &Page<_>| rows(page).iter().all(|row| row.lines.is_some());
    let page = harness.until(|| harness.movements(), is_filled).await;
    let mixed = rows(&page).into_iter().find(|row| row.id == Some(sample::MOVEMENT_MIXED.into()));
    assert!(matches!(mixed.unwrap().review, Some(ReviewState::Reviewed { .. })));
    let canceled =
        rows(&page).into_iter().find(|row| row.id == Some(sample::MOVEMENT_CANCELED.into()));
    assert_eq!(canceled.unwrap().review, Some(ReviewState::NothingToShip));
    let before = harness.requests().len();
    harness.backend.look_at_movements(LookAtMovements { keys }).await.unwrap();
    harness.refresh(DataSet::Products).await.unwrap();
    let reads = &harness.requests()[before..];
    assert!(reads.iter().all(|request| request.contains("/api/products")), "{reads:?}");
}

#[tokio::test]
async fn lists_read_later_do_not_forget_lines() {
    let harness = Harness::signed_in().await;
    harness.open(&by_id(sample::MOVEMENT_PENDING)).await.unwrap();
    harness.later(60);
    harness.refresh(DataSet::Movements).await.unwrap();
    let page = harness.movements().await;
    let row = rows(&page).into_iter().find(|row| row.id == Some(sample::MOVEMENT_PENDING.into()));
    assert_eq!(row.unwrap().lines, Some(8));
}

#[tokio::test]
async fn a_movement_is_opened_by_id_or_key_and_read_anew_behind() {
    let harness = Harness::signed_in().await;
    let opened = harness.open(&by_id(sample::MOVEMENT_MIXED)).await.unwrap();
    assert!(opened.movement.lines.as_ref().is_some_and(|lines| !lines.is_empty()));
    assert_eq!((opened.gone, opened.operations), (false, Vec::new()));
    let path = format!("GET /api/stockMovements/{}", sample::MOVEMENT_MIXED);
    assert_eq!(harness.count(&path), 1);
    harness.later(60);
    let again = harness.open(&opened.key.into()).await.unwrap();
    assert_eq!(again.movement, opened.movement, "what is known, at once");
    harness.received(&path, 2).await;
}

#[tokio::test]
async fn a_movement_is_opened_without_its_lines_where_they_are_read_by_windows() {
    let harness = Harness::signed_in().await;
    let whole = harness.open(&by_id(sample::MOVEMENT_MIXED)).await.unwrap();
    let request = OpenMovement { movement: whole.key.into(), without_lines: true };
    let opened = harness.backend.open_movement(request).await.unwrap();
    assert_eq!(opened.movement, Movement { lines: None, ..whole.movement });
    assert!(whole.review.is_some() && opened.review == whole.review, "they are known here");
}

#[tokio::test]
async fn a_movement_nobody_knows_is_unknown() {
    let mut harness = Harness::signed_in().await;
    assert_eq!(harness.open(&by_id("no-such-movement")).await, Err(Error::Unknown));
    let key: MovementKey = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap();
    assert_eq!(harness.open(&key.into()).await, Err(Error::Unknown));
    assert_eq!(harness.refresh(DataSet::Movement(key.into())).await, Err(Error::Unknown));
    let change = crate::act::named("x");
    let written = crate::act::update_header(&harness.backend, &key.into(), change).await;
    assert_eq!(written, Err(Error::Unknown));
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(code(harness.open(&by_id("no-such-movement")).await), "needs_session");
    assert_eq!(harness.open(&key.into()).await, Err(Error::Unknown));
}

#[tokio::test]
async fn a_known_movement_is_shown_without_the_service_even_if_its_lines_are_not_known() {
    let mut harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let opened = harness.open(&by_id(sample::MOVEMENT_PENDING)).await.unwrap();
    assert_eq!(opened.movement.name.as_deref(), Some("Emergency weekend stock"));
    assert_eq!((opened.movement.lines, opened.review), (None, None));
}

#[tokio::test]
async fn a_movement_the_service_forgot_is_gone_and_still_shown() {
    let harness = Harness::signed_in().await;
    let opened = harness.open(&by_id(sample::MOVEMENT_PENDING)).await.unwrap();
    harness.refuse(404, "GET", "/api/stockMovements/");
    let read = harness.refresh(DataSet::Movement(opened.key.into())).await;
    assert_eq!(read, Ok(Done {}), "that it is gone is what was read");
    let shown = harness.open(&opened.key.into()).await.unwrap();
    assert!(shown.gone);
    assert_eq!(shown.movement, opened.movement);
}

#[tokio::test]
async fn what_is_not_sent_of_a_movement_the_service_forgot_is_kept_and_nothing_is_called_failed() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let (known, line) = (editor.items().await, editor.items().await.remove(0).id);
    editor.edit(vec![typed(&line, "77")]).await;
    let this = || DataSet::Movement(editor.movement.into());
    // What was read behind since it was opened must not answer for what is read below.
    harness.refresh(this()).await.unwrap();
    // Started again with nothing in its memory, it knows neither the session nor the movement.
    harness.service.faults().expire_sessions();
    assert_eq!(harness.refresh(this()).await, Err(Error::SignedOut));
    harness.sign_in().await.unwrap();
    harness.service.faults().add(Fault::status(404).method("GET").path(MOVEMENT).times(99));
    harness.refresh(this()).await.unwrap();
    let shown = harness.open(&editor.movement.into()).await.unwrap();
    assert!(shown.gone);
    assert_eq!(shown.movement.lines.as_ref(), Some(&known), "as it is known here");
    let lines = ListLines {
        movement: editor.movement,
        rows: Rows::first(10),
        filter: LineFilter::default(),
        folded: Vec::new(),
    };
    let page = harness.backend.list_lines(lines).await.unwrap();
    assert_eq!((page.known as usize, page.freshness.failure), (known.len(), None));
    assert_eq!(editor.state().await.changed_here, 1);
    editor.send().await;
    assert_eq!(harness.settled().await.attention, 1);
    assert_eq!(stuck(&harness.op_about(&line).await.state).0, "gone");
    assert_eq!(harness.updates(), 0);
}

#[tokio::test]
async fn an_answer_about_another_movement_does_not_take_the_place_of_this_one() {
    let harness = Harness::signed_in().await;
    let opened = harness.open(&by_id(sample::MOVEMENT_PENDING)).await.unwrap();
    let other = format!(r#"{{"data":{{"id":"{}","name":"x"}}}}"#, sample::MOVEMENT_EMPTY);
    let answer = Kind::Answer { status: 200, content_type: "application/json".into(), body: other };
    harness.fault(answer, "GET", "/api/stockMovements/");
    let read = harness.refresh(DataSet::Movement(opened.key.into())).await;
    assert_eq!(code(read), "not_understood");
    let shown = harness.open(&opened.key.into()).await.unwrap();
    assert_eq!(shown.movement, opened.movement);
}
