use contract::{OperationState, SeenPick};
use serde_json::json;
use uuid::Uuid;

use super::*;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000 + seconds, 0).unwrap()
}

fn key(n: u128) -> OperationKey {
    OperationKey(Uuid::from_u128(n))
}

const MOVEMENT: MovementKey = MovementKey(Uuid::from_u128(1));

fn line(id: &str, status: &str, quantity: i64) -> LineItem {
    let value = json!({
        "id": id, "product": { "id": "p1", "code": "GLV" }, "status": status,
        "quantity_requested": quantity, "substitutions": [], "sort_order": 100,
    });
    serde_json::from_value(value).unwrap()
}

fn place(id: &str) -> PlaceRef {
    PlaceRef { id: id.into(), name: format!("Bin {id}"), type_code: None }
}

fn available(id: &str, expiry: &str, quantity: i64) -> AvailableLot {
    AvailableLot {
        inventory_item: id.into(),
        lot: Some(format!("lot of {id}")),
        expiry: expiry.parse().ok(),
        bin: Some(place("b1")),
        quantity: Some(quantity),
        status: None,
    }
}

fn seen(id: &str, quantity: i64) -> SeenPick {
    SeenPick {
        id: id.into(),
        inventory_item: "v1".into(),
        lot: None,
        expiry: None,
        bin: Some(place("b1")),
        quantity,
    }
}

fn row(item: &str, available: Vec<AvailableLot>, picks: Vec<SeenPick>) -> PickRow {
    PickRow {
        item: item.into(),
        product: Some("p1".into()),
        product_code: None,
        required: Some(7),
        available,
        picks,
        sort_order: Some(100),
    }
}

fn pick(id: Option<&str>, quantity: u32) -> Pick {
    let (id, bin_location) = (id.map(Into::into), Some("b1".into()));
    Pick { id, inventory_item: "v1".into(), bin_location, quantity }
}

fn sent(n: u128, item: &str, picks: Vec<Pick>, seconds: i64, id: Option<&str>) -> SentPicks {
    SentPicks {
        key: key(n),
        movement: MOVEMENT,
        item: item.into(),
        product: Some("p1".into()),
        picks,
        at: at(seconds),
        id: id.map(Into::into),
    }
}

fn op(n: u128, item: &str, picks: Vec<Pick>, state: OperationState) -> Op {
    let body = Operation::Pick { item: item.into(), picks };
    Op { state, ..Op::new(key(n), Some(MOVEMENT), body, None, at(0)) }
}

/// A movement of one line, and what is known of it.
struct Known {
    line: LineItem,
    rows: Option<Vec<PickRow>>,
    sent: Vec<SentPicks>,
    waiting: Vec<Op>,
}

impl Known {
    fn of(line: LineItem) -> Self {
        Self { line, rows: None, sent: Vec::new(), waiting: Vec::new() }
    }

    fn with(line: LineItem, rows: Vec<PickRow>) -> Self {
        Self { rows: Some(rows), ..Self::of(line) }
    }

    fn parts(&self) -> Vec<PickPart> {
        let bins = HashMap::from([("b1".into(), place("b1"))]);
        let scene = PickContext {
            lines: std::slice::from_ref(&self.line),
            movement: MOVEMENT,
            rows: self.rows.as_deref(),
            as_of: self.rows.as_ref().map(|_| at(10)),
            sent: &self.sent,
            waiting: &self.waiting,
            site: &crate::picking::site::SiteStock::default(),
            bins: &bins,
            today: "2026-11-20".parse().unwrap(),
        };
        scene.parts(&self.line)
    }

    fn part(&self) -> PickPart {
        let mut parts = self.parts();
        assert_eq!(parts.len(), 1);
        parts.remove(0)
    }

    fn picks(&self) -> Vec<(Option<String>, i64, PickStand)> {
        let picks = self.part().picks.into_iter();
        picks.map(|pick| (pick.id, pick.quantity, pick.stand)).collect()
    }
}

fn id(id: &str) -> Option<String> {
    Some(id.to_owned())
}

#[test]
fn the_page_tells_what_lies_where_and_what_was_picked() {
    let lots = vec![available("v2", "2027-01-01", 5), available("v1", "2026-12-01", 4)];
    let known = Known::with(line("i1", "PENDING", 12), vec![row("i1", lots, vec![seen("k1", 3)])]);
    let part = known.part();
    assert_eq!((part.required, part.picked, part.remaining), (Some(12), 3, Some(9)));
    let stock: Vec<_> = part.stock.iter().map(|lot| lot.inventory_item.as_str()).collect();
    assert_eq!(stock, ["v1", "v2"]);
    assert!(part.stock.iter().all(|lot| lot.source == Source::Service));
    let suggested: Vec<_> =
        part.suggested.iter().map(|pick| (pick.inventory_item.as_str(), pick.quantity)).collect();
    assert_eq!(suggested, [("v1", 1), ("v2", 5)], "three of the first were taken");
    assert_eq!(known.picks(), [(id("k1"), 3, PickStand::InService)]);
    assert!(part.picks[0].can_be_changed());
}

#[test]
fn stock_that_expired_or_is_held_back_is_shown_as_such() {
    let recalled = AvailableLot { status: Some("RECALLED".into()), ..available("v1", "", 4) };
    let free =
        AvailableLot { status: Some("AVAILABLE".into()), ..available("v2", "2026-11-20", 4) };
    let expired = available("v3", "2026-11-19", 4);
    let known = Known::with(
        line("i1", "PENDING", 4),
        vec![row("i1", vec![recalled, free, expired], vec![])],
    );
    let part = known.part();
    let of = |id: &str| part.stock.iter().find(|lot| lot.inventory_item == id).unwrap();
    assert_eq!(of("v1").held_back.as_deref(), Some("RECALLED"));
    assert_eq!((&of("v2").held_back, of("v2").expired), (&None, false), "good until tonight");
    assert!(of("v3").expired);
    let left = ["v1", "v2", "v3"].map(|id| of(id).expires_in);
    assert_eq!(left, [None, Some(0), None], "of the last day it is said that it is");
    assert_eq!(part.suggested.len(), 1);
    assert_eq!(part.suggested[0].inventory_item, "v2");
}

#[test]
fn a_pick_that_was_taken_back_and_is_kept_with_nothing_in_it_is_no_pick() {
    let known = Known::with(line("i1", "PENDING", 4), vec![row("i1", vec![], vec![seen("k1", 0)])]);
    assert_eq!(known.picks(), []);
}

#[test]
fn what_was_sent_since_the_page_was_told_is_added_and_what_was_sent_before_is_not() {
    let mut known =
        Known::with(line("i1", "PENDING", 9), vec![row("i1", vec![], vec![seen("k1", 3)])]);
    known.sent = vec![
        sent(1, "i1", vec![pick(None, 3)], 9, None),
        sent(2, "i1", vec![pick(None, 2)], 11, None),
        sent(3, "i1", vec![pick(None, 3)], 12, Some("k1")),
        sent(4, "other", vec![pick(None, 1)], 13, None),
    ];
    let expected = [(id("k1"), 3, PickStand::InService), (None, 2, PickStand::Sent)];
    assert_eq!(known.picks(), expected);
    let part = known.part();
    assert_eq!((part.picked, part.remaining), (5, Some(4)));
    assert_eq!((part.picks[1].operation, part.picks[1].sent), (Some(key(2)), Some(at(11))));
    assert!(!part.picks[1].can_be_changed(), "nobody told its name");
}

#[test]
fn what_waits_is_drawn_over_it_and_what_needs_the_user_stands_beside_it() {
    let mut known = Known::with(
        line("i1", "PENDING", 9),
        vec![row("i1", vec![], vec![seen("k1", 3), seen("k2", 2), seen("k3", 1)])],
    );
    known.waiting = vec![
        op(1, "i1", vec![pick(Some("k1"), 5)], OperationState::Queued),
        op(2, "i1", vec![pick(Some("k2"), 0)], OperationState::Unsure),
        op(3, "i1", vec![pick(Some("k3"), 9)], OperationState::Unknown(contract::Question::Picked)),
        op(4, "i1", vec![pick(None, 1)], OperationState::Sending),
    ];
    let expected = [
        (id("k1"), 5, PickStand::Waiting),
        (id("k2"), 0, PickStand::Waiting),
        (id("k3"), 1, PickStand::InService),
        (id("k3"), 9, PickStand::Attention),
        (None, 1, PickStand::Waiting),
    ];
    assert_eq!(known.picks(), expected);
    assert_eq!(known.part().picked, 7);
}

#[test]
fn a_pick_that_was_refused_says_why() {
    let mut known = Known::of(line("i1", "PENDING", 9));
    let failure = contract::Failure::from(contract::Reason::Refused { status: 500 });
    let stuck = OperationState::Stuck(failure.clone());
    known.waiting = vec![
        op(1, "i1", vec![pick(None, 5)], stuck),
        op(2, "i1", vec![pick(None, 1)], OperationState::Unknown(contract::Question::Picked)),
    ];
    let why: Vec<_> = known.part().picks.into_iter().map(|pick| pick.failure).collect();
    assert_eq!(why, [Some(failure), None]);
}

#[test]
fn without_a_page_what_was_picked_from_here_is_all_there_is() {
    let mut known = Known::of(line("i1", "PENDING", 9));
    known.sent = vec![
        sent(1, "i1", vec![pick(None, 3)], 1, None),
        sent(2, "i1", vec![pick(Some("k7"), 4)], 2, None),
        sent(3, "i1", vec![pick(Some("k7"), 2)], 3, None),
        sent(4, "i1", vec![pick(Some("k8"), 1)], 4, None),
        sent(5, "i1", vec![pick(Some("k8"), 0)], 5, None),
        SentPicks {
            movement: MovementKey(Uuid::from_u128(2)),
            ..sent(6, "x", vec![pick(None, 1)], 6, None)
        },
    ];
    assert_eq!(known.picks(), [(None, 3, PickStand::Sent), (id("k7"), 2, PickStand::Sent)]);
    let part = known.part();
    assert_eq!(part.stock.len(), 1, "one lot in one bin, however often it was taken");
    let lot = &part.stock[0];
    assert_eq!((lot.source, lot.available), (Source::Seen, None));
    assert_eq!(lot.bin.as_ref().unwrap().name, "Bin b1", "as it was read");
    assert_eq!(part.suggested, [], "nobody knows how much is there");
}

#[test]
fn a_bin_nobody_ever_read_is_called_by_its_id() {
    let mut known = Known::of(line("i1", "PENDING", 9));
    let elsewhere = Pick { bin_location: Some("b9".into()), ..pick(None, 1) };
    known.sent = vec![sent(1, "i1", vec![elsewhere], 1, None)];
    assert_eq!(known.part().picks[0].bin.as_ref().unwrap().name, "b9");
}

#[test]
fn of_a_substituted_line_each_product_that_goes_instead_is_picked() {
    let mut substituted = line("i1", "SUBSTITUTED", 20);
    for (id, product, quantity) in [("c1", "p2", 5), ("c2", "p3", 15)] {
        let mut child = line(id, "APPROVED", quantity);
        child.product.id = product.into();
        substituted.substitutions.push(child);
    }
    let known = Known::with(substituted, vec![row("c2", vec![available("v1", "", 9)], vec![])]);
    let parts = known.parts();
    let shown: Vec<_> =
        parts.iter().map(|part| (part.item.as_str(), part.required, part.stock.len())).collect();
    assert_eq!(shown, [("c1", Some(5), 0), ("c2", Some(15), 1)]);
}

#[test]
fn nothing_of_a_canceled_line_is_picked_and_of_a_revised_one_what_goes() {
    assert_eq!(Known::of(line("i1", "CANCELED", 9)).parts(), []);
    let revised =
        |quantity| LineItem { quantity_revised: Some(quantity), ..line("i1", "CHANGED", 9) };
    assert_eq!(Known::of(revised(4)).part().required, Some(4));
    assert_eq!(Known::of(revised(0)).parts(), []);
}

#[test]
fn a_revised_line_is_found_under_an_id_of_no_line_if_nothing_else_can_be_meant() {
    let revised = || LineItem { quantity_revised: Some(4), ..line("i1", "CHANGED", 9) };
    let hidden = || row("hidden", vec![available("v1", "", 9)], vec![]);
    let item = |known: &Known| known.part().item.to_string();
    assert_eq!(item(&Known::with(revised(), vec![hidden()])), "hidden");
    let by_code = PickRow { product: None, product_code: Some("GLV".into()), ..hidden() };
    assert_eq!(item(&Known::with(revised(), vec![by_code])), "hidden");
    assert_eq!(item(&Known::with(revised(), vec![hidden(), hidden()])), "i1", "two of them");
    let elsewhere = PickRow { sort_order: Some(200), ..hidden() };
    assert_eq!(item(&Known::with(revised(), vec![elsewhere])), "i1");
    let other = PickRow { product: Some("p9".into()), ..hidden() };
    assert_eq!(item(&Known::with(revised(), vec![other])), "i1");
    assert_eq!(item(&Known::with(line("i1", "PENDING", 9), vec![hidden()])), "i1");
}

#[test]
fn a_line_without_a_quantity_asks_for_what_the_page_says() {
    let unknown = LineItem { quantity_requested: None, ..line("i1", "PENDING", 0) };
    let known = Known::with(unknown, vec![row("i1", vec![], vec![])]);
    assert_eq!(known.part().required, Some(7));
}
