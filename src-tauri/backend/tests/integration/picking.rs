//! What there is to pick for a line: from a service that shows it, from one that does not, and
//! without one.

use backend::Clock;
use contract::*;
use practice::{Fault, Kind, sample};

use crate::{
    act::*,
    capabilities::by_itself,
    editing::Editor,
    harness::{Harness, code},
};

/// The line of gloves in the movement whose lines are open.
pub struct Gloves<'a> {
    pub harness: &'a Harness,
    pub movement: MovementKey,
    pub line: LineItem,
}

impl<'a> Gloves<'a> {
    pub async fn of(harness: &'a Harness) -> Self {
        let editor = Editor::of_pending(harness).await;
        let line = editor.gloves().await;
        Self { harness, movement: editor.movement, line }
    }

    pub async fn view(&self) -> PickView {
        self.ask(false).await.unwrap()
    }

    async fn ask(&self, anew: bool) -> Result<PickView, backend::Error> {
        let (movement, item) = (self.movement, self.line.id.clone());
        self.harness.backend.pick_view(ReadPickView { movement, item, anew }).await
    }

    /// The view once the service told it.
    pub async fn told(&self) -> PickView {
        self.harness.until(|| self.view(), |view| view.source == Source::Service).await
    }

    /// Waits until the picks the service shows are these.
    pub async fn until_picks(&self, quantities: &[i64]) -> Vec<MadePick> {
        let is_so = |view: &PickView| {
            let picks = &view.parts[0].picks;
            picks.iter().map(|pick| pick.quantity).eq(quantities.iter().copied())
                && picks.iter().all(|pick| pick.stand == PickStand::InService)
        };
        self.harness.until(|| self.view(), is_so).await.parts.remove(0).picks
    }

    pub async fn pick(&self, picks: Vec<Pick>) -> Written {
        self.harness.pick(&pending(), &self.line.id, picks).await.unwrap()
    }
}

#[tokio::test]
async fn a_movement_that_becomes_known_late_is_asked_about_at_once() {
    let mut harness = Harness::new().await;
    let data = tempfile::tempdir().unwrap();
    harness.backend = by_itself(&harness, &data);
    harness.sign_in().await.unwrap();
    // Whatever needs no record was tried before any was here.
    let is_tried = |known: &Capabilities| {
        let people = known.rows.iter().find(|row| row.call == ObservedCall::People);
        !known.probing && people.is_some_and(|row| row.outcome == Probed::Offered)
    };
    harness.until(|| harness.capabilities(), is_tried).await;
    harness.open(&pending()).await.unwrap();
    let view = Gloves::of(&harness).await.told().await;
    assert!(!view.parts.is_empty());
}

fn pages(harness: &Harness) -> usize {
    harness.requests().iter().filter(|request| request.contains("stepNumber=4")).count()
}

fn only(view: &PickView) -> &PickPart {
    assert_eq!(view.parts.len(), 1, "{view:?}");
    &view.parts[0]
}

#[tokio::test]
async fn the_service_tells_lots_bins_and_quantities_and_what_to_take_first() {
    let harness = Harness::probed().await;
    let gloves = Gloves::of(&harness).await;
    let view = gloves.told().await;
    assert_eq!((view.item.clone(), view.why_not.clone()), (gloves.line.id.clone(), None));
    assert_eq!(view.freshness.as_of, Some(harness.clock.now()));
    assert_eq!(view.origin.as_ref().unwrap().id, sample::CENTRAL_STORE.into());
    let part = only(&view);
    assert_eq!((&part.item, &part.product.id), (&gloves.line.id, &sample::GLOVES_M.into()));
    assert_eq!((part.required, part.picked), (gloves.line.quantity_requested, 0));
    assert_eq!(part.remaining, part.required);
    let lot = &part.stock[0];
    assert_eq!(lot.inventory_item, sample::GLOVES_M_LOT);
    assert_eq!(lot.bin.as_ref().unwrap().name, "A-01-03");
    assert_eq!((lot.available, lot.source), (Some(sample::GLOVES_M_ON_HAND), Source::Service));
    assert!(lot.lot.is_some() && lot.expiry.is_some());
    assert!(part.stock.is_sorted_by_key(|lot| (lot.expiry.is_none(), lot.expiry)));
    let suggested: i64 = part.suggested.iter().map(|pick| i64::from(pick.quantity)).sum();
    assert!(suggested > 0 && Some(suggested) <= part.remaining);
    assert!(part.suggested.iter().all(|pick| pick.id.is_none() && pick.bin_location.is_some()));
}

#[tokio::test]
async fn a_lot_expires_when_its_last_day_is_over_where_the_computer_stands() {
    let mut harness = Harness::probed().await;
    let view = Gloves::of(&harness).await.told().await;
    let last = only(&view).stock.iter().filter_map(|lot| lot.expiry).max().unwrap();
    let next = last.succ_opt().unwrap();
    // In UTC it is another day each time.
    for (time, expired) in
        [(format!("{last}T23:30:00-05:00"), false), (format!("{next}T00:30:00+09:00"), true)]
    {
        harness.clock = Clock::manual_at(time.parse().unwrap());
        harness.restart().await;
        harness.open_profile("aokafor").await.unwrap();
        harness.sign_in().await.unwrap();
        let view = Gloves::of(&harness).await.told().await;
        let lot = only(&view).stock.iter().find(|lot| lot.expiry == Some(last)).unwrap();
        let left = (!expired).then_some(0);
        assert_eq!((lot.expired, lot.expires_in), (expired, left), "{time}");
    }
}

#[tokio::test]
async fn what_is_suggested_can_be_sent_as_it_is_and_is_read_back_changed_and_taken_back() {
    let harness = Harness::probed().await;
    let gloves = Gloves::of(&harness).await;
    let suggested = only(&gloves.told().await).suggested.clone();
    let first = Pick { quantity: 3, ..suggested[0].clone() };
    gloves.pick(vec![first.clone()]).await;
    let made = gloves.until_picks(&[3]).await.remove(0);
    assert!(made.can_be_changed());
    assert_eq!(
        (&made.inventory_item, &made.bin.as_ref().map(|bin| bin.id.clone())),
        (&first.inventory_item, &first.bin_location)
    );
    let view = gloves.view().await;
    assert_eq!(
        (only(&view).picked, only(&view).remaining),
        (3, only(&view).required.map(|n| n - 3))
    );
    gloves.pick(vec![Pick { id: made.id.clone(), quantity: 2, ..first.clone() }]).await;
    let changed = gloves.until_picks(&[2]).await.remove(0);
    assert_eq!(changed.id, made.id);
    gloves.pick(vec![Pick { id: made.id.clone(), quantity: 0, ..first }]).await;
    assert_eq!(gloves.until_picks(&[]).await, []);
    assert_eq!(harness.operations(), ["pick"; 3]);
}

#[tokio::test]
async fn a_pick_that_waits_is_drawn_over_what_the_service_shows() {
    let harness = Harness::probed().await;
    let gloves_of = Gloves::of(&harness).await;
    gloves_of.told().await;
    harness.pause(true).await;
    gloves_of.pick(vec![gloves(4)]).await;
    let view = gloves_of.view().await;
    let pick = &only(&view).picks[0];
    assert_eq!((pick.quantity, pick.stand, &pick.id), (4, PickStand::Waiting, &None));
    assert!(pick.operation.is_some() && !pick.can_be_changed());
    assert_eq!(
        (pick.bin.as_ref().unwrap().name.as_str(), &pick.lot),
        ("A-01-03", &only(&view).stock[0].lot)
    );
    assert_eq!(only(&view).picked, 4);
    harness.pause(false).await;
    gloves_of.until_picks(&[4]).await;
}

#[tokio::test]
async fn what_the_service_told_is_there_without_it_and_says_how_old_it_is() {
    let mut harness = Harness::probed().await;
    let told = {
        let gloves = Gloves::of(&harness).await;
        gloves.told().await;
        gloves.pick(vec![crate::act::gloves(3)]).await;
        gloves.until_picks(&[3]).await;
        harness.settled().await;
        gloves.view().await
    };
    harness.later(3_600);
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let gloves = Gloves::of(&harness).await;
    let view = gloves.view().await;
    assert_eq!(view.parts, told.parts);
    assert_eq!((view.source, view.freshness.as_of), (Source::Service, told.freshness.as_of));
}

#[tokio::test]
async fn a_strict_service_is_not_asked_and_what_was_picked_from_here_is_shown_with_its_bins() {
    let mut harness = Harness::strict().await;
    harness.open(&pending()).await.unwrap();
    harness.probe().await.unwrap();
    {
        let gloves_of = Gloves::of(&harness).await;
        let view = gloves_of.view().await;
        assert_eq!(view.source, Source::Seen);
        assert_eq!((&only(&view).stock[..], &only(&view).suggested[..]), (&[][..], &[][..]));
        assert_eq!(view.freshness, Freshness::default());
        gloves_of.pick(vec![gloves(3)]).await;
        harness.settled().await;
        let named = |view: &PickView| {
            let lot = only(view).stock.first();
            lot.is_some_and(|lot| lot.bin.as_ref().is_some_and(|bin| bin.name == "A-01-03"))
        };
        let view = harness.until(|| gloves_of.view(), named).await;
        let part = only(&view);
        let lot = &part.stock[0];
        assert_eq!((lot.source, lot.available), (Source::Seen, None), "unknown is not nothing");
        assert_eq!(part.suggested, []);
        let pick = &part.picks[0];
        assert_eq!((pick.quantity, pick.stand, &pick.id), (3, PickStand::Sent, &None));
        assert!(pick.sent.is_some() && !pick.can_be_changed());
        assert_eq!(part.picked, 3);
    }
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let view = Gloves::of(&harness).await.view().await;
    assert_eq!(only(&view).picks[0].stand, PickStand::Sent);
    assert_eq!(only(&view).stock[0].bin.as_ref().unwrap().name, "A-01-03");
    assert_eq!(pages(&harness), 0);
}

#[tokio::test]
async fn of_a_substituted_line_what_goes_instead_is_picked() {
    let harness = Harness::probed().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
    let line = editor.of_status(LineStatus::Substituted).await;
    let canceled = editor.of_status(LineStatus::Canceled).await;
    let ask = |item: &ItemId| {
        let (movement, item) = (editor.movement, item.clone());
        harness.backend.pick_view(ReadPickView { movement, item, anew: false })
    };
    let told = async || ask(&line.id).await.unwrap();
    let view = harness.until(told, |view| view.source == Source::Service).await;
    let items: Vec<_> = view.parts.iter().map(|part| part.item.clone()).collect();
    let children: Vec<_> = line.substitutions.iter().map(|child| child.id.clone()).collect();
    assert_eq!(items, children);
    let by_child = ask(&children[0]).await.unwrap();
    assert_eq!(by_child, ask(&line.id).await.unwrap(), "asked for by what goes instead");
    let nothing = ask(&canceled.id).await.unwrap();
    assert_eq!(nothing.parts, []);
    assert_eq!(nothing.why_not, Some(WhyNot::Status(LineStatus::Canceled)));
}

#[tokio::test]
async fn a_page_that_cannot_be_read_is_told_and_leaves_what_was_seen() {
    let harness = Harness::probed().await;
    let gloves = Gloves::of(&harness).await;
    let before = gloves.told().await;
    let answer = |status, content_type: &str, body: &str| Kind::Answer {
        status,
        content_type: content_type.into(),
        body: body.into(),
    };
    let json = "application/json";
    for kind in [
        Kind::Unauthorized,
        Kind::DropBefore,
        answer(403, json, ""),
        answer(302, "text/html", ""),
        answer(200, "text/html", "<html><h1>Welcome</h1></html>"),
        answer(200, json, r#"{"data":{"id":"m","pickPage":null}}"#),
        answer(200, json, r#"{"data":{"id":"m","pickPage":"#),
    ] {
        let movement = format!("/api/stockMovements/{}", sample::MOVEMENT_PENDING);
        harness.service.faults().add(Fault::new(kind.clone()).method("GET").path(movement));
        gloves.ask(true).await.unwrap();
        let failed = harness.until(|| gloves.view(), |view| view.freshness.failure.is_some()).await;
        assert_eq!(failed.parts, before.parts, "{kind:?}");
        assert!(harness.is_online(&harness.session().await), "{kind:?}");
        gloves.ask(true).await.unwrap();
        harness.until(|| gloves.view(), |view| view.freshness.failure.is_none()).await;
    }
}

#[tokio::test]
async fn rows_that_make_no_sense_are_left_out() {
    let harness = Harness::probed().await;
    let gloves = Gloves::of(&harness).await;
    gloves.told().await;
    let item = gloves.line.id.as_str();
    let body = serde_json::json!({ "data": { "id": "m", "pickPage": { "pickPageItems": [
        null, 7, [], { "requisitionItem.id": null },
        { "requisitionItem.id": item, "availableItems": [null, { "quantityAvailable": 3 },
            { "inventoryItem.id": "v1", "quantityAvailable": "3", "expirationDate": "soon" }],
          "picklistItems": [{ "quantityPicked": 3 }, "x"] },
    ] } } });
    let body = body.to_string();
    let odd = Kind::Answer { status: 200, content_type: "application/json".into(), body };
    let movement = format!("/api/stockMovements/{}", sample::MOVEMENT_PENDING);
    harness.service.faults().add(Fault::new(odd).method("GET").path(movement));
    gloves.ask(true).await.unwrap();
    let is_odd = |view: &PickView| only(view).stock[0].inventory_item == "v1";
    let view = harness.until(|| gloves.view(), is_odd).await;
    let part = only(&view);
    assert_eq!((part.stock.len(), part.picks.len()), (1, 0));
    assert_eq!((part.stock[0].available, part.stock[0].expiry), (Some(3), None));
}

#[tokio::test]
async fn what_is_not_known_is_not_shown() {
    let harness = Harness::probed().await;
    let gloves = Gloves::of(&harness).await;
    let ask = |movement, item: &str| {
        harness.backend.pick_view(ReadPickView { movement, item: item.into(), anew: false })
    };
    assert_eq!(code(ask(key(9), gloves.line.id.as_str()).await), "unknown");
    assert_eq!(code(ask(gloves.movement, "nowhere").await), "unknown");
}
