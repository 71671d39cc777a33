//! Pick lists that come back: the list of a walk is exported as the page exports it, filled in, and imported. Every
//! row is accounted for, all of it is one step, and picks that were made stay as they are.

use std::collections::BTreeMap;

use backend::SheetFile;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use contract::*;
use practice::sample;

use crate::{drafts::kill, harness::Harness, walks::Picker};

const ENGLISH: [&str; 9] =
    ["Bin", "Code", "Product", "Movement", "Lot", "Expires", "Needed", "Picked", "Result"];
const FRENCH: [&str; 9] = [
    "Emplacement",
    "Code",
    "Produit",
    "Mouvement",
    "Lot",
    "Péremption",
    "Demandé",
    "Prélevé",
    "Résultat",
];

/// A task as the page exports it, with this number.
fn row(task: &PickTask, quantity: Option<i64>) -> Vec<SheetCell> {
    let text = |text: Option<String>| SheetCell::Text(text.unwrap_or_default());
    let number = |number: Option<i64>| number.map_or(SheetCell::empty(), SheetCell::Whole);
    let letter = "ABCDEFGHIJ".chars().nth(task.place as usize);
    vec![
        text(task.bin.as_ref().map(|bin| bin.name.clone()).or(Some("no bin".into()))),
        text(task.product.code.clone()),
        text(task.product.name.clone()),
        text(letter.map(String::from)),
        text(task.lot.clone()),
        task.expiry.map_or(SheetCell::empty(), SheetCell::Day),
        number(task.required),
        number(quantity),
        text(None),
    ]
}

fn written(format: SheetFormat, heads: &[&str], rows: &[Vec<SheetCell>]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list");
    let heads: Vec<_> = heads.iter().map(|head| (*head).to_owned()).collect();
    let mut file = SheetFile::begin(&path, format, "List", &heads).unwrap();
    file.add(rows).unwrap();
    file.finish().unwrap();
    std::fs::read(path).unwrap()
}

async fn open_file(harness: &Harness, bytes: &[u8]) -> ImportKey {
    let content = BASE64_STANDARD.encode(bytes);
    let request = OpenImport::File { name: "list".into(), content };
    harness.backend.open_import(request).await.unwrap().key
}

async fn open_text(harness: &Harness, text: &str) -> ImportKey {
    harness.backend.open_import(OpenImport::Text { text: text.into() }).await.unwrap().key
}

impl Picker<'_> {
    async fn preview(&self, import: ImportKey) -> PicksPreview {
        let (mended, decimal_mark) = (Vec::new(), DecimalMark::Point);
        let request = PreviewPicks {
            walk: self.walk,
            import,
            sheet: 0,
            without_hidden: false,
            columns: None,
            mended,
            decimal_mark,
        };
        self.harness.backend.preview_picks(request).await.unwrap()
    }

    async fn import(
        &self,
        import: ImportKey,
        columns: &PickColumns,
    ) -> Result<PicksImported, Failure> {
        let (columns, mended) = (columns.clone(), Vec::new());
        let decimal_mark = DecimalMark::Point;
        let request = ImportPicks {
            walk: self.walk,
            import,
            sheet: 0,
            without_hidden: false,
            columns,
            mended,
            decimal_mark,
        };
        Ok(self.harness.backend.import_picks(request).await?)
    }

    /// Looks at a table and imports it as it is taken; the one says what the other does.
    async fn take(&self, import: ImportKey) -> (PicksImported, Vec<PickTrouble>) {
        let told = self.preview(import).await;
        let PicksImported { entered, changed, same, empty, skipped, attention, .. } = told.outcome;
        assert_eq!(entered + changed + same + empty + skipped + attention, told.rows, "{told:?}");
        assert_eq!(self.import(import, &told.taken).await.unwrap(), told.outcome);
        (told.outcome, told.attention)
    }

    /// What is entered or picked of each task.
    async fn numbers(&self) -> BTreeMap<String, i64> {
        let tasks = self.tasks().await.into_iter();
        tasks.filter_map(|task| Some((task.id, task.quantity?))).collect()
    }
}

/// A harness that knows its products, with a walk of two movements and more than 60 tasks.
async fn walk(harness: &Harness) -> Picker<'_> {
    harness.refresh(DataSet::Products).await.unwrap();
    let both = [sample::MOVEMENT_QUARTERLY, sample::MOVEMENT_PENDING];
    let picker = Picker::begin(harness, &both).await;
    picker.told().await;
    // Of both movements.
    let both = |tasks: &Vec<PickTask>| {
        let told = |place| tasks.iter().any(|it| it.place == place && it.available.is_some());
        told(0) && told(1)
    };
    harness.until(|| picker.tasks(), both).await;
    picker
}

/// What somebody writes beside the tasks that can be picked: as many as are needed, now and then one less, and of
/// some nothing.
fn filled_in(tasks: &[PickTask]) -> BTreeMap<&str, i64> {
    let open = tasks.iter().filter(|task| task.state == TaskState::Open);
    let open = open.filter_map(|task| Some((&*task.id, task.required?)));
    let filled = open.enumerate().filter(|(at, _)| at % 5 != 0);
    filled.map(|(at, (id, needed))| (id, if at % 7 == 0 { needed - 1 } else { needed })).collect()
}

#[tokio::test]
async fn a_list_that_was_filled_in_comes_back_in_one_step() {
    let harness = Harness::probed().await;
    let picker = walk(&harness).await;
    let tasks = picker.tasks().await;
    let filled = filled_in(&tasks);
    assert!(filled.len() > 60, "{} of {}", filled.len(), tasks.len());
    let before = picker.numbers().await;
    let rows: Vec<_> =
        tasks.iter().map(|it| row(it, filled.get(&*it.id).copied().or(it.quantity))).collect();
    let of = |format, heads: &[&str]| written(format, heads, &rows);
    let lists = [
        of(SheetFormat::Csv, &ENGLISH),
        of(SheetFormat::Xlsx, &ENGLISH),
        of(SheetFormat::Csv, &FRENCH),
        of(SheetFormat::Xlsx, &FRENCH),
    ];
    for list in lists {
        let told = picker.preview(open_file(&harness, &list).await).await;
        let taken = PickColumns {
            heads: Some(0),
            product: Some(1),
            bin: Some(0),
            lot: Some(4),
            movement: Some(3),
            quantity: Some(7),
        };
        assert_eq!((&told.taken, told.rows as usize), (&taken, rows.len() + 1));
        assert_eq!(picker.numbers().await, before, "nothing is changed by looking");

        let (outcome, attention) = picker.take(open_file(&harness, &list).await).await;
        assert_eq!(attention, vec![]);
        assert_eq!((outcome.entered as usize, outcome.changed), (filled.len(), 0));
        assert_eq!((outcome.same as usize, outcome.skipped), (before.len(), 1));
        assert!(outcome.short > 5, "{outcome:?}");
        let after = picker.numbers().await;
        let entered: BTreeMap<_, _> =
            filled.iter().map(|(id, pieces)| ((*id).to_owned(), *pieces)).collect();
        let expected: BTreeMap<_, _> = before.clone().into_iter().chain(entered).collect();
        assert_eq!(after, expected);

        // The same once more changes nothing, and is no step.
        let (again, attention) = picker.take(open_file(&harness, &list).await).await;
        assert_eq!((again.entered, again.changed, attention), (0, 0, vec![]));
        assert_eq!(again.same as usize, expected.len());
        assert_eq!(picker.numbers().await, expected);
        let state = picker.undo(false).await;
        assert!(!state.can_undo, "it was one step");
        assert_eq!(picker.numbers().await, before);
    }
    assert_eq!(harness.operations(), [""; 0], "nothing of it is sent");
}

#[tokio::test]
async fn rows_that_are_not_sure_enter_nothing_and_the_others_do() {
    let harness = Harness::probed().await;
    let picker = walk(&harness).await;
    let code = "4006501003638";
    let learned = SaveAlias { code: format!("0{code}"), product: sample::GLOVES_M.into() };
    harness.backend.save_alias(learned).await.unwrap();
    let tasks = picker.tasks().await;
    let filled = filled_in(&tasks);
    let open = |at: usize| tasks.iter().filter(|it| filled.contains_key(&*it.id)).nth(at).unwrap();
    let of = |task: &PickTask, text: &str| {
        let mut row = row(task, None);
        row[7] = SheetCell::Text(text.into());
        row
    };
    let unknown = |column: usize, text: &str| {
        let mut row = row(open(1), Some(1));
        row[column] = SheetCell::Text(text.into());
        row
    };
    let gloves = tasks.iter().find(|it| {
        it.product.id == sample::GLOVES_M.into() && it.state == TaskState::Open && it.place == 1
    });
    // A spreadsheet took the barcode for a number.
    let mut by_barcode = row(gloves.unwrap(), Some(1));
    by_barcode[1] = SheetCell::Whole(code.parse().unwrap());
    let mut spaced = row(open(2), Some(1));
    let text = open(2).product.code.clone().unwrap().to_lowercase();
    spaced[1] = SheetCell::Text(format!(" {} {} ", &text[..2], &text[2..]));
    let rows = [
        of(open(0), "some"),
        of(open(0), "1.5"),
        of(open(0), "-1"),
        of(open(0), "2026-11-20"),
        of(open(0), "=B2"),
        of(open(0), "999999"),
        unknown(1, "NO-SUCH"),
        unknown(0, "Z-99-99"),
        unknown(3, "J"),
        unknown(4, "NO-LOT"),
        by_barcode,
        spaced,
        of(open(2), "1"),
        of(open(3), ""),
        vec![],
    ];
    let import = open_file(&harness, &written(SheetFormat::Xlsx, &ENGLISH, &rows)).await;
    let before = picker.numbers().await;
    let (outcome, attention) = picker.take(import).await;
    assert_eq!((outcome.entered, outcome.empty), (2, 1), "{outcome:?} {attention:?}");
    use PickProblem::*;
    let problem = |it: &PickTrouble| (it.row, it.problem.clone().unwrap());
    let problems: Vec<_> = attention.iter().map(problem).collect();
    let bad = [NotANumber, NotWhole, BelowZero, NotANumber, NotANumber];
    let bad: Vec<_> = (2..).zip(bad).collect();
    assert_eq!(problems[..5], bad);
    assert!(matches!(problems[5], (7, TooMany { .. })));
    let unknown = [(8, UnknownProduct), (9, UnknownBin), (10, UnknownMovement)];
    assert_eq!(problems[6..9], unknown);
    assert_eq!((attention[6].product.as_str(), attention[7].bin.as_str()), ("NO-SUCH", "Z-99-99"));
    assert_eq!(attention[0].quantity, "some");
    assert_eq!(problems.last(), Some(&(14, Twice { row: 13 })));
    assert_eq!(picker.numbers().await.len(), before.len() + 2);
}

#[tokio::test]
async fn what_was_imported_outlives_a_kill_and_its_columns_are_remembered() {
    let mut harness = Harness::probed().await;
    let (walk, numbers, chosen) = {
        let picker = Picker::of_pending(&harness).await;
        picker.told().await;
        let gloves = picker.gloves().await;
        let code = gloves.product.code.unwrap();
        let bin = gloves.bin.unwrap().name;
        let text = format!("Place\tCode\tOld\tNew\n{bin}\t{code}\t1\t0");
        let import = open_text(&harness, &text).await;
        let told = picker.preview(import).await;
        assert_eq!(
            (told.taken.bin, told.taken.quantity, told.is_remembered),
            (Some(0), Some(2), false)
        );
        let chosen = PickColumns { quantity: Some(3), ..told.taken };
        let outcome = picker.import(import, &chosen).await.unwrap();
        assert_eq!((outcome.entered, outcome.short), (1, 1), "0 as it is typed");
        let again = picker.import(import, &chosen).await.unwrap_err();
        assert_eq!(again.reason, Reason::Unknown, "it is closed");
        assert_eq!(picker.gloves().await.state, TaskState::Less, "a reason is to be given");
        (picker.walk, picker.numbers().await, chosen)
    };
    kill(&mut harness).await;
    harness.open_profile("aokafor").await.unwrap();
    let picker = Picker { harness: &harness, walk };
    assert_eq!(picker.numbers().await, numbers);
    let told =
        picker.preview(open_text(&harness, "\t\nPlace\tCode\tOld\tNew\nx\ty\t1\t2").await).await;
    assert_eq!(told.taken, PickColumns { heads: told.taken.heads, ..chosen });
    assert!(told.is_remembered);
    assert!(picker.undo(false).await.can_redo);
    assert!(picker.numbers().await.len() < numbers.len());
}

#[tokio::test]
async fn a_message_says_what_was_picked_and_greetings_say_nothing() {
    let harness = Harness::probed().await;
    harness.refresh(DataSet::Products).await.unwrap();
    let picker = Picker::of_pending(&harness).await;
    picker.told().await;
    let code = picker.gloves().await.product.code.unwrap();
    let text = format!("Hello,\n\n3 x {code}\n2 x NO-SUCH\n\nThank you");
    let (outcome, attention) = picker.take(open_text(&harness, &text).await).await;
    assert_eq!((outcome.entered, outcome.empty, outcome.skipped, outcome.attention), (1, 0, 4, 1));
    assert_eq!(
        (attention[0].row, attention[0].problem.as_ref()),
        (4, Some(&PickProblem::UnknownProduct))
    );
    assert_eq!(picker.gloves().await.quantity, Some(3));
}

#[tokio::test]
async fn where_no_lot_is_known_a_list_checks_off_what_was_done_on_paper() {
    let harness = Harness::strict().await;
    let picker = Picker::of_pending(&harness).await;
    let tasks = picker.tasks().await;
    let rows: Vec<_> = tasks.iter().map(|task| row(task, task.required)).collect();
    let import = open_file(&harness, &written(SheetFormat::Csv, &ENGLISH, &rows)).await;
    let (outcome, attention) = picker.take(import).await;
    assert_eq!(attention, vec![]);
    assert_eq!((outcome.entered as usize, outcome.checked as usize), (tasks.len(), tasks.len()));
    let progress = picker.state().await.walk.progress;
    assert_eq!((progress.checked as usize, progress.ready), (tasks.len(), 0));
    let state = picker.undo(false).await;
    assert_eq!((state.walk.progress.checked, state.can_undo), (0, false));
}

#[tokio::test]
async fn picks_that_were_sent_stay_and_a_walk_that_ended_takes_nothing() {
    let harness = Harness::probed().await;
    let picker = Picker::of_pending(&harness).await;
    let tasks = picker.told().await;
    let list = |written: &str| format!("Code\tBin\tQty\n{written}");
    let named = |task: &PickTask, pieces: i64| {
        let bin = task.bin.as_ref().map(|bin| bin.name.clone()).unwrap_or_default();
        format!("{}\t{bin}\t{pieces}\n", task.product.code.as_deref().unwrap_or_default())
    };
    let gloves = picker.gloves().await;
    let needed = gloves.required.unwrap();
    let (outcome, _) = picker.take(open_text(&harness, &list(&named(&gloves, needed))).await).await;
    assert_eq!(outcome.entered, 1);
    picker.send().await.unwrap();
    harness.settled().await;
    let is_picked = |tasks: &Vec<PickTask>| tasks.iter().any(|it| it.state == TaskState::Picked);
    harness.until(|| picker.tasks(), is_picked).await;
    // The same paper once more, with another row beside it.
    let is_other = |it: &&PickTask| it.state == TaskState::Open && it.id != gloves.id;
    let other = tasks.iter().find(is_other).unwrap();
    let both = named(&gloves, needed) + &named(&gloves, needed - 1) + &named(other, 1);
    let (outcome, attention) = picker.take(open_text(&harness, &list(&both)).await).await;
    assert_eq!((outcome.entered, outcome.same, outcome.attention), (1, 1, 1));
    let picked = PickProblem::Picked { quantity: Some(needed) };
    assert_eq!((attention[0].row, attention[0].problem.as_ref()), (3, Some(&picked)));
    assert_eq!(harness.operations(), ["pick"], "nothing is sent a second time");
    assert_eq!(picker.gloves().await.quantity, Some(needed));

    picker.undo(false).await;
    harness.backend.end_walk(EndWalk { walk: picker.walk }).await.unwrap();
    let import = open_text(&harness, &list(&both)).await;
    let refused = picker.import(import, &PickColumns::default()).await.unwrap_err();
    assert_eq!(refused.reason, Reason::Unknown);
}

#[tokio::test]
async fn a_quantity_that_may_be_one_or_a_thousand_enters_nothing() {
    let harness = Harness::probed().await;
    let picker = walk(&harness).await;
    let tasks = picker.tasks().await;
    let filled = filled_in(&tasks);
    let task = tasks.iter().find(|it| filled.contains_key(&*it.id)).unwrap();
    let mut doubtful = row(task, None);
    doubtful[7] = SheetCell::Text("1,000".into());
    let import = open_file(&harness, &written(SheetFormat::Csv, &ENGLISH, &[doubtful])).await;
    let before = picker.numbers().await;
    let (outcome, attention) = picker.take(import).await;
    assert_eq!((outcome.entered, outcome.changed, outcome.attention), (0, 0, 1));
    assert_eq!(attention[0].problem, Some(PickProblem::Doubtful { many: 1_000 }));
    assert_eq!(picker.numbers().await, before);
}
