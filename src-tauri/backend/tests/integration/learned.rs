//! What is learned of pairs of products: seen in movements, refused by the service, read from a file, written
//! into one, and forgotten, over a restart.

use contract::*;
use practice::sample::{GLOVES_L, GLOVES_M, SYRINGE_5ML};

use crate::{
    act::{pending, product, substitute},
    editing::{Editor, decided},
    harness::Harness,
};

async fn pairs(harness: &Harness, product: &str) -> Vec<LearnedPair> {
    harness.backend.list_pairs(ListPairs { product: product.into() }).await.unwrap()
}

async fn export(harness: &Harness) -> String {
    let table = SiteFile::Pairs;
    harness.backend.export_table(ExportTable { table }).await.unwrap().text
}

async fn import(harness: &Harness, text: &str) -> ImportReport {
    let (table, file_name) = (SiteFile::Pairs, "pairs.csv".to_owned());
    let request = ImportTable { table, file_name, text: text.to_owned(), dry_run: false };
    harness.backend.import_table(request).await.unwrap()
}

fn code(pair: &LearnedPair) -> String {
    pair.instead.code.clone().unwrap_or_default()
}

#[tokio::test]
async fn what_went_instead_is_listed_forgotten_and_learned_anew() {
    let mut harness = Harness::signed_in().await;
    let before = pairs(&harness, GLOVES_M).await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    harness.change(&pending(), vec![substitute(&gloves.id, &[(GLOVES_L, 2)])]).await;
    harness.settled().await;
    let times = |pairs: &[LearnedPair]| {
        let found = pairs.iter().find(|pair| pair.instead.id.as_str() == GLOVES_L);
        found.and_then(|pair| pair.used.as_ref()).map_or(0, |used| used.times)
    };
    let now = pairs(&harness, GLOVES_M).await;
    assert_eq!(times(&now), times(&before) + 1);
    let learned = now.iter().find(|pair| pair.instead.id.as_str() == GLOVES_L).unwrap();
    assert!(learned.reasons.contains(&"STOCKOUT".to_owned()), "{learned:?}");
    assert!(export(&harness).await.contains("\"GLV-2207\",\"GLV-2208\""));

    let forget = ForgetPair { product: GLOVES_M.into(), instead: GLOVES_L.into() };
    harness.backend.forget_pair(forget).await.unwrap();
    assert_eq!(times(&pairs(&harness, GLOVES_M).await), 0);
    harness.restart().await;
    harness.sign_in().await.unwrap();
    assert_eq!(times(&pairs(&harness, GLOVES_M).await), 0, "over a restart, too");
    assert!(!export(&harness).await.contains("\"GLV-2207\",\"GLV-2208\""));
}

#[tokio::test]
async fn what_the_service_refused_is_listed_with_its_words_and_forgotten() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let syringe = ProductRef { code: Some("SYR-0505".into()), ..product(SYRINGE_5ML) };
    let with = vec![Substitute { product: syringe, quantity: 2 }];
    let decision = Decision::Substitute { with, reason_code: "STOCKOUT".into(), comments: None };
    editor.edit(vec![decided(&gloves.id, decision)]).await;
    editor.send().await;
    harness.settled().await;
    let refused = |pairs: &[LearnedPair]| {
        pairs
            .iter()
            .filter_map(|pair| Some(pair.refused.as_ref()?.text.clone()))
            .collect::<Vec<_>>()
    };
    // It is noted behind what settles.
    let now = harness.until(|| pairs(&harness, GLOVES_M), |now| refused(now).len() == 1).await;
    assert!(refused(&now)[0].contains("SYR-0505"), "{now:?}");
    let forget = ForgetPair { product: GLOVES_M.into(), instead: SYRINGE_5ML.into() };
    harness.backend.forget_pair(forget).await.unwrap();
    assert!(refused(&pairs(&harness, GLOVES_M).await).is_empty());
}

#[tokio::test]
async fn a_table_of_pairs_goes_in_and_out_and_twice_is_as_once() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Products).await.unwrap();
    let text = "productCode,substituteCode,times,last,place,reason\n\
                GLV-2207,GLV-2206,7,2026-11-02,Theatre block A,STOCKOUT\n\
                GLV-2207,SYR-0505,,,,\n\
                GLV-2207,NONE-1,1,,,\n";
    for _ in 0..2 {
        let report = import(&harness, text).await;
        assert_eq!((report.rows, report.used), (3, 2));
        let all = pairs(&harness, GLOVES_M).await;
        let small = all.iter().find(|pair| code(pair) == "GLV-2206").unwrap();
        assert!(small.from_file && small.reasons.contains(&"STOCKOUT".to_owned()));
        assert!(small.used.as_ref().unwrap().times >= 7);
    }
    let out = export(&harness).await;
    let before = pairs(&harness, GLOVES_M).await;
    import(&harness, &out).await;
    let told = |pairs: Vec<LearnedPair>| {
        pairs.into_iter().map(|pair| (code(&pair), pair.used)).collect::<Vec<_>>()
    };
    assert_eq!(told(pairs(&harness, GLOVES_M).await), told(before));
    // A suggestion is made of it, too.
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let rows = vec![RowKey::Line(gloves.id.clone())];
    let view = harness.backend.open_line(OpenLine { movement: editor.movement, rows }).await;
    let suggested = view.unwrap().suggestions;
    let used = suggested.iter().find(|one| one.product.id.as_str() == SYRINGE_5ML);
    assert_eq!(used.unwrap().used.as_ref().unwrap().times, 1);
}
