//! What a site keeps for picking: barcodes that are learned, a table of what lies where for a service that
//! does not tell it, lines taken from elsewhere, and what is found to differ.

use contract::*;
use practice::sample;

use crate::{drafts::kill, harness::Harness, walks::Picker};

const BARCODE: &str = "4006501003638";

async fn aliases(harness: &Harness) -> Vec<String> {
    let all = harness.backend.list_aliases(ListAliases::default()).await.unwrap();
    all.into_iter().map(|alias| alias.code).collect()
}

async fn import(harness: &Harness, table: SiteFile, text: &str, dry_run: bool) -> ImportReport {
    let (file_name, text) = ("table.csv".to_owned(), text.to_owned());
    let request = ImportTable { table, file_name, text, dry_run };
    harness.backend.import_table(request).await.unwrap()
}

#[tokio::test]
async fn a_barcode_is_learned_for_its_product_kept_and_forgotten() {
    let mut harness = Harness::probed().await;
    let walk = {
        let picker = Picker::of_pending(&harness).await;
        picker.told().await;
        assert_eq!(picker.scan(BARCODE).await, ScanFound::Nothing);
        let product = ProductId::from(sample::GLOVES_M);
        let unknown = SaveAlias { code: BARCODE.into(), product: "nobody".into() };
        assert!(harness.backend.save_alias(unknown).await.is_err());
        let nothing = SaveAlias { code: " ".into(), product: product.clone() };
        assert!(harness.backend.save_alias(nothing).await.is_err());
        let learned = SaveAlias { code: BARCODE.into(), product };
        harness.backend.save_alias(learned).await.unwrap();
        picker.walk
    };
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(aliases(&harness).await, [BARCODE]);
    let picker = Picker { harness: &harness, walk };
    // With and without zeros before it, and inside a label of the GS1 system.
    for (count, code) in [(1, BARCODE), (2, "04006501003638"), (3, "(01)04006501003638")] {
        let found = picker.scan(code).await;
        let is_it = matches!(found, ScanFound::Counted { quantity, .. } if quantity == count);
        assert!(is_it, "{code}: {found:?}");
    }
    let exported =
        harness.backend.export_table(ExportTable { table: SiteFile::Aliases }).await.unwrap();
    assert!(exported.text.contains("\"4006501003638\",\"GLV-2207\""), "{}", exported.text);
    harness.backend.remove_alias(RemoveAlias { code: BARCODE.into() }).await.unwrap();
    assert!(aliases(&harness).await.is_empty());
    assert_eq!(picker.scan(BARCODE).await, ScanFound::Nothing);
    // What was written out is read again; looking at it alone learns nothing.
    harness.sign_in().await.unwrap();
    harness.refresh(DataSet::Products).await.unwrap();
    let report = import(&harness, SiteFile::Aliases, &exported.text, true).await;
    assert_eq!((report.rows, report.used), (1, 1));
    assert!(aliases(&harness).await.is_empty());
    import(&harness, SiteFile::Aliases, &exported.text, false).await;
    assert_eq!(aliases(&harness).await, [BARCODE]);
}

#[tokio::test]
async fn a_strict_service_is_picked_from_by_the_table_of_the_site() {
    let harness = Harness::strict().await;
    let picker = Picker::of_pending(&harness).await;
    let gloves = picker.gloves().await;
    assert_eq!(gloves.state, TaskState::Unknown);
    let table = harness.service.site_table();
    harness.refresh(DataSet::Products).await.unwrap();
    let report = import(&harness, SiteFile::Stock, &table, true).await;
    assert!(report.used > 100 && report.left_out() == 0, "{report:?}");
    assert_eq!(report.unknown_products, 0, "{report:?}");
    assert_eq!(harness.backend.site_facts(ReadSiteFacts {}).await.unwrap().table, None);
    assert_eq!(picker.gloves().await.state, TaskState::Unknown, "only looked at");
    import(&harness, SiteFile::Stock, &table, false).await;
    // The bins are read behind.
    let is_known = |task: &PickTask| task.bin.is_some();
    let gloves = harness.until(|| picker.gloves(), is_known).await;
    assert_eq!(gloves.bin.as_ref().unwrap().name, "A-01-03");
    assert_eq!(gloves.inventory_item.as_deref(), Some(sample::GLOVES_M_LOT));
    assert_eq!((gloves.state, gloves.available), (TaskState::Open, Some(sample::GLOVES_M_ON_HAND)));
    picker.scan("A-01-03").await;
    let found = picker.scan("2*GLV-2207").await;
    assert!(matches!(found, ScanFound::Counted { quantity: 2, added: 2, .. }), "{found:?}");
    assert_eq!(picker.send().await.unwrap().kept, 1);
    harness.settled().await;
    assert_eq!(harness.operations(), ["pick"]);
    harness.backend.remove_site_table(RemoveSiteTable {}).await.unwrap();
    assert_eq!(harness.backend.site_facts(ReadSiteFacts {}).await.unwrap().table, None);
    let tasks = picker.tasks().await;
    let others = tasks.iter().filter(|task| task.product.id != gloves.product.id);
    assert!(others.into_iter().all(|task| task.state == TaskState::Unknown));
    let written = ExportTable { table: SiteFile::Stock };
    assert!(harness.backend.export_table(written).await.is_err());
}

#[tokio::test]
async fn any_scan_is_taken_back_and_one_that_is_brought_back_by_undo_is_there_again() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let gloves = picker.gloves().await;
    let code = gloves.product.code.clone().unwrap();
    picker.scan(&gloves.bin.clone().unwrap().name).await;
    for _ in 0..3 {
        picker.scan(&code).await;
    }
    let walk = picker.walk;
    let take_back = |scan| harness.backend.take_back_scan(TakeBackScan { walk, scan: Some(scan) });
    take_back(2).await.unwrap();
    take_back(2).await.unwrap();
    assert_eq!(picker.gloves().await.quantity, Some(2), "once");
    let flags: Vec<bool> = picker.scans().await.into_iter().map(|(_, back)| back).collect();
    assert_eq!(flags, [false, false, true, false]);
    assert!(take_back(1).await.is_err(), "a bin counts nothing");
    assert!(take_back(99).await.is_err());
    picker.undo(false).await;
    assert_eq!(picker.gloves().await.quantity, Some(3));
    assert!(picker.scans().await.iter().all(|(_, back)| !back));
    let last = TakeBackScan { walk, scan: None };
    harness.backend.take_back_scan(last).await.unwrap();
    assert_eq!(picker.gloves().await.quantity, Some(2));
    // What was typed since, or sent, is of more than one scan.
    picker.quantity(&picker.gloves().await, 5).await;
    assert!(take_back(3).await.is_err());
    assert_eq!(picker.gloves().await.quantity, Some(5));
}

#[tokio::test]
async fn the_last_scan_that_counts_is_taken_back_behind_those_that_counted_nothing() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let gloves = picker.gloves().await;
    let walk = picker.walk;
    let take_back = || harness.backend.take_back_scan(TakeBackScan { walk, scan: None });
    assert_eq!(picker.scan("no such code").await, ScanFound::Nothing);
    assert_eq!(take_back().await.unwrap().scan, None, "there is nothing to take back");
    let (bin, code) = (gloves.bin.unwrap().name, gloves.product.code.unwrap());
    picker.scan(&bin).await;
    picker.scan(&code).await;
    picker.scan(&code).await;
    picker.scan("no such code").await;
    for left in [Some(1), None] {
        let taken = take_back().await.unwrap().scan.unwrap();
        assert_eq!((taken.code.as_str(), taken.taken_back), (code.as_str(), true));
        assert_eq!(picker.gloves().await.quantity, left);
    }
    assert_eq!(take_back().await.unwrap().scan, None);
}

#[tokio::test]
async fn commands_and_numbers_are_scanned_too() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let gloves = picker.gloves().await;
    let at = |code: &str| {
        let (walk, code, task) = (picker.walk, code.to_owned(), Some(gloves.id.clone()));
        let scan = harness.backend.scan_code(ScanCode { walk, code, task });
        async { scan.await.unwrap().scan.unwrap().found }
    };
    at("2*").await;
    assert_eq!(picker.gloves().await.quantity, Some(2));
    at("SH-UNDO").await;
    assert_eq!(picker.gloves().await.quantity, None);
    at("SH-CONFIRM").await;
    assert_eq!(picker.gloves().await.state, TaskState::Entered);
    for command in ScanCommand::ALL {
        let found = at(command.code()).await;
        assert!(matches!(found, ScanFound::Command { command: heard, .. } if heard == command));
    }
    let bars = DrawBarcodes { texts: vec!["SH-SEND".into(), "é".into(), String::new()] };
    let bars = harness.backend.draw_barcodes(bars).await.unwrap();
    // Start, seven characters and the check character of 11 modules each, and the stop of 13.
    assert_eq!(bars[0].modules.len(), 11 * 9 + 13);
    assert!(
        bars[0].modules.starts_with("11010010000") && bars[0].modules.ends_with("1100011101011")
    );
    assert!(bars[1].modules.is_empty() && bars[2].modules.is_empty());
}

/// A task of a line whose product lies in another place too.
async fn in_two_places(picker: &Picker<'_>) -> (PickTask, PickStock) {
    for task in picker.tasks().await {
        let view = ReadPickView { movement: task.movement, item: task.line.clone(), anew: false };
        let view = picker.harness.backend.pick_view(view).await.unwrap();
        let of = (task.inventory_item.clone(), task.bin.clone());
        let other = view.parts.into_iter().flat_map(|part| part.stock).find(|lot| {
            let is_there = lot.available.is_some_and(|pieces| pieces > 1);
            is_there && (Some(lot.inventory_item.clone()), lot.bin.clone()) != of
        });
        if let Some(other) = other.filter(|_| task.inventory_item.is_some()) {
            return (task, other);
        }
    }
    panic!("no product of the movement lies in two places");
}

#[tokio::test]
async fn a_line_is_taken_from_elsewhere_too_and_what_differs_is_kept() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let (task, lot) = in_two_places(&picker).await;
    picker.quantity(&task, 1).await;
    let from = PickStep::From {
        task: task.id.clone(),
        inventory_item: lot.inventory_item.clone(),
        bin: lot.bin.as_ref().map(|bin| bin.id.clone()),
        more: 1,
        instead: false,
    };
    // So many more each time.
    picker.enter(from.clone()).await.unwrap();
    picker.enter(from).await.unwrap();
    let tasks = picker.tasks().await;
    let of_line = tasks.iter().filter(|other| other.line == task.line);
    let entered: Vec<_> = of_line.filter_map(|task| task.quantity).collect();
    assert_eq!(entered.iter().sum::<i64>(), 3, "{entered:?}");
    // All of it from elsewhere instead: the number moves, in one step.
    let task = picker.tasks().await.into_iter().find(|other| other.id == task.id).unwrap();
    let instead = PickStep::From {
        task: task.id.clone(),
        inventory_item: "typed-by-hand".into(),
        bin: None,
        more: 1,
        instead: true,
    };
    picker.enter(instead).await.unwrap();
    let tasks = picker.tasks().await;
    let of_line = || tasks.iter().filter(|other| other.line == task.line);
    let by_hand = of_line().find(|it| it.inventory_item.as_deref() == Some("typed-by-hand"));
    assert_eq!(by_hand.and_then(|it| it.quantity), Some(1));
    assert_eq!(of_line().filter_map(|task| task.quantity).sum::<i64>(), 3);
    assert!(of_line().all(|it| it.id != task.id || it.quantity.is_none()));
    picker.undo(false).await;
    let gloves = picker.gloves().await;

    let report = |task: &str, counted| {
        let (walk, task) = (picker.walk, task.to_owned());
        harness.backend.report_difference(ReportDifference { walk, task, counted })
    };
    assert!(report("nothing", None).await.is_err());
    report(&gloves.id, Some(7)).await.unwrap();
    report(&gloves.id, None).await.unwrap();
    let found = harness.backend.list_differences(ListDifferences {}).await.unwrap();
    assert_eq!((found.len(), found[1].counted), (2, Some(7)));
    assert_eq!(found[1].expected, gloves.available);
    let table = ExportTable { table: SiteFile::Differences };
    let exported = harness.backend.export_table(table).await.unwrap();
    assert!(exported.text.contains("\"GLV-2207\"") && exported.text.contains("\"A-01-03\""));
    let numbers = vec![found[1].number];
    harness.backend.forget_differences(ForgetDifferences { numbers }).await.unwrap();
    let left = harness.backend.list_differences(ListDifferences {}).await.unwrap();
    assert_eq!(left, found[..1], "the other one stays");
    assert!(harness.operations().is_empty());
}
