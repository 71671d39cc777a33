//! What the panel beside the lines shows where the service tells more than the interface document:
//! what there is of a product, what may go instead of it, and its reasons in its own words.

use contract::*;
use practice::{Fault, Kind, sample};

use crate::{act::*, editing::*, harness::Harness};

/// The view of a line of a product that others may replace, in a movement of the central store.
struct Line<'a> {
    editor: Editor<'a>,
    item: LineItem,
}

impl<'a> Line<'a> {
    async fn of(harness: &'a Harness) -> Self {
        harness.open(&pending()).await.unwrap();
        harness.change(&pending(), vec![add(sample::EXTENSION, 12)]).await;
        harness.settled().await;
        Self::again(harness).await
    }

    async fn again(harness: &'a Harness) -> Self {
        let editor = Editor::of_pending(harness).await;
        let items = editor.items().await;
        let mut items = items.into_iter();
        let item = items.find(|line| line.product.id == sample::EXTENSION.into()).unwrap();
        Self { editor, item }
    }

    async fn view(&self) -> LineView {
        let rows = vec![row(&self.item.id)];
        let request = OpenLine { movement: self.editor.movement, rows };
        self.editor.harness.backend.open_line(request).await.unwrap()
    }

    async fn told(&self) -> LineView {
        self.editor.harness.until(|| self.view(), |view| view.stock.is_some()).await
    }
}

fn of<'a>(view: &'a LineView, id: &str) -> &'a Suggestion {
    view.suggestions.iter().find(|one| one.product.id == id.into()).expect("it is not suggested")
}

fn check_told(view: &LineView, harness: &Harness) {
    let stock = view.stock.unwrap();
    assert_eq!((stock.quantity, stock.as_of), (Some(217), harness.clock.now()));
    assert!(stock.expiry.is_some());
    let (short, long) = (of(view, sample::EXTENSION_SHORT), of(view, sample::EXTENSION_LONG));
    for one in [short, long] {
        assert_eq!((one.allowed, one.source), (Some(true), Source::Service));
        assert!(one.product.code.is_some() && one.product.name.is_some());
    }
    assert!(short.stock.unwrap().quantity.unwrap() > 0 && short.stock.unwrap().expiry.is_some());
    assert_eq!((long.stock.unwrap().quantity, long.stock.unwrap().expiry), (None, None));
    assert_eq!(view.suggestions[0].product.id, sample::EXTENSION_SHORT.into(), "it is there");
    let listed = view.listed.as_ref().unwrap();
    assert!(
        listed.contains(&long.product.id)
            && !listed.contains(&view.line.product.as_ref().unwrap().id)
    );
    let others = view.suggestions.iter().filter(|one| one.source == Source::Seen);
    assert!(others.into_iter().all(|one| one.allowed == Some(false) && one.stock.is_none()));
}

#[tokio::test]
async fn what_may_go_instead_comes_with_what_there_is_of_it_and_stays_without_the_service() {
    let mut harness = Harness::probed().await;
    {
        let line = Line::of(&harness).await;
        check_told(&line.told().await, &harness);
        let asked = harness.requests();
        let pages = asked.iter().filter(|request| request.contains("stepNumber=3")).count();
        assert_eq!(pages, 1 + 1, "the page of the whole movement, once, and once tried");
        assert_eq!(harness.count(&format!("GET /api/products/{}", sample::EXTENSION)), 0);
    }
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    check_told(&Line::again(&harness).await.view().await, &harness);
}

#[tokio::test]
async fn without_a_page_the_product_itself_is_asked_about() {
    let mut harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    let movement = format!("/api/stockMovements/{}", sample::MOVEMENT_PENDING);
    harness.service.faults().add(Fault::status(500).method("GET").path(movement));
    harness.probe().await.unwrap();
    {
        let line = Line::of(&harness).await;
        check_told(&line.told().await, &harness);
        let asked = format!(
            "GET /api/products/{}/substitutions?location.id={}",
            sample::EXTENSION,
            sample::CENTRAL_STORE
        );
        assert_eq!(harness.count(&asked), 1);
    }
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    check_told(&Line::again(&harness).await.view().await, &harness);
}

#[tokio::test]
async fn what_the_service_told_is_asked_again_when_it_is_old() {
    let harness = Harness::probed().await;
    let line = Line::of(&harness).await;
    line.told().await;
    let pages = || harness.requests().iter().filter(|one| one.contains("stepNumber=3")).count();
    let before = pages();
    line.view().await;
    assert_eq!(pages(), before);
    harness.later(61);
    line.view().await;
    let is_new = |view: &LineView| view.stock.unwrap().as_of == harness.clock.now();
    harness.until(|| line.view(), is_new).await;
    assert_eq!(pages(), before + 1);
}

#[tokio::test]
async fn a_strict_service_is_not_asked_and_nothing_is_called_allowed() {
    let harness = Harness::strict().await;
    harness.open(&pending()).await.unwrap();
    harness.probe().await.unwrap();
    harness.refresh(DataSet::Products).await.unwrap();
    let line = Line::of(&harness).await;
    let tried = harness.requests().iter().filter(|one| one.contains("stepNumber")).count();
    let view = line.view().await;
    assert_eq!(view.stock, None);
    assert!(view.suggestions.iter().all(|one| one.allowed.is_none() && one.stock.is_none()));
    assert!(view.suggestions.iter().all(|one| one.source == Source::Seen));
    assert!(view.reasons.iter().all(|one| one.text.is_none() && one.kinds.is_empty()));
    let now = harness.requests().iter().filter(|one| one.contains("stepNumber")).count();
    assert_eq!(now, tried);
}

#[tokio::test]
async fn a_page_that_cannot_be_read_leaves_the_panel_as_it_is_without_one() {
    let answer = |status, body: &str| Kind::Answer {
        status,
        content_type: "application/json".into(),
        body: body.into(),
    };
    let odd = [
        Kind::Unauthorized,
        answer(200, r#"{"data":{"id":"m","editPage":{"editPageItems":[7,null,{"x":[]}]}}}"#),
        answer(200, r#"{"data":{"id":"m","editPage":null}}"#),
        answer(200, "{"),
        answer(302, ""),
    ];
    for kind in odd {
        let harness = Harness::probed().await;
        let always = |fault: Fault| harness.service.faults().add(fault.times(1_000));
        // Nor can the product be asked about alone.
        always(Fault::status(500).path("/api/products/"));
        let line = Line::of(&harness).await;
        let before = harness.requests().len();
        let movement = format!("/api/stockMovements/{}", sample::MOVEMENT_PENDING);
        always(Fault::new(kind.clone()).method("GET").path(movement));
        // A reading that was under way when the clock was moved on is not asked for again at once.
        let asked = async || {
            harness.later(61);
            assert_eq!(line.view().await.stock, None, "{kind:?}");
            harness.requests().len()
        };
        harness.until(asked, |now| *now > before).await;
        let view = line.view().await;
        assert!(view.stock.is_none() && view.suggestions.iter().all(|one| one.allowed.is_none()));
        assert!(harness.is_online(&harness.session().await), "{kind:?}");
    }
}

fn reason<'a>(view: &'a LineView, code: &str) -> &'a ReasonChoice {
    view.reasons.iter().find(|reason| reason.code == code).expect("no such reason")
}

#[tokio::test]
async fn the_services_reasons_come_in_its_words_and_stay_without_it() {
    let mut harness = Harness::probed().await;
    let listed = |view: &LineView| view.reasons.iter().any(|one| one.source == Source::Service);
    {
        let line = Line::of(&harness).await;
        let view = harness.until(|| line.view(), listed).await;
        let codes: Vec<_> = view.reasons[..3].iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes, ["STOCKOUT", "CLINICAL", "BECAUSE"], "keys stay where they are");
        let stockout = reason(&view, "STOCKOUT");
        assert_eq!(
            (stockout.text.as_deref(), stockout.source),
            (Some("Stock out"), Source::Document)
        );
        assert_eq!(stockout.kinds.len(), 4, "{stockout:?}");
        let other = reason(&view, "CANCELED_BY_REQUESTER");
        assert_eq!(other.text.as_deref(), Some("Canceled by requester"));
        assert_eq!(other.kinds, [ChangeKind::Revise, ChangeKind::Cancel]);
        assert_eq!(reason(&view, "COULD_NOT_LOCATE").kinds, [ChangeKind::Pick]);
        assert_eq!(reason(&view, "CLINICAL").text, None, "the service does not know it");
    }
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let view = Line::again(&harness).await.view().await;
    assert!(listed(&view));
    assert_eq!(reason(&view, "STOCKOUT").text.as_deref(), Some("Stock out"));
    assert_eq!(harness.count("GET /api/reasonCodes"), 1 + 3, "once tried, once for each use");
}
