//! What becomes of rows of a block, in examples and in every mixture.

use std::cell::Cell;
use std::num::NonZeroU32;

use uuid::Uuid;

use super::*;

fn product(id: &str) -> ProductRef {
    serde_json::from_value(serde_json::json!({ "id": id })).unwrap()
}

/// Texts of one letter name products; longer ones name none.
fn named(text: &str) -> Option<ProductRef> {
    (text.chars().count() == 1).then(|| product(text))
}

fn line(id: &str, product: &str, requested: Option<i64>, is_open: bool) -> PastedLine {
    let (key, product) = (RowKey::Line(id.into()), Some(product.into()));
    PastedLine { key, product, requested, is_open, typed: None }
}

fn with<T>(take: impl FnOnce(&PasteResolver<'_>) -> T) -> T {
    let n = Cell::new(0);
    let new_key = || {
        n.set(n.get() + 1);
        OperationKey(Uuid::from_u128(n.get()))
    };
    let person = |name: &str| {
        (name == "Amara")
            .then(|| serde_json::from_value(serde_json::json!({"id": "u1", "name": name})).unwrap())
    };
    let mark = DecimalMark::Point;
    take(&PasteResolver { mark, product: &named, person: &person, new_key: &new_key })
}

fn asked(code: &str, quantity: &str) -> BlockRow {
    let (code, quantity) = (code.to_owned(), quantity.to_owned());
    BlockRow::Asked(Asked { product: named(&code), code, quantity, is_meant: true, doubtful: None })
}

fn counts(pasted: &Pasted) -> [u32; 6] {
    let Pasted { added, merged, changed, same, attention, skipped, .. } = pasted;
    [*added, *merged, *changed, *same, *attention, *skipped]
}

/// An edit in short: which line, what it gets.
fn shown(edit: &LineEdit) -> String {
    match edit {
        LineEdit::Add { product, code, quantity, .. } => {
            let product = product.as_ref().map_or("?", |product| product.id.as_str());
            format!("add {product}/{code}/{quantity}")
        }
        LineEdit::Cell { row, column, text } => format!("{row} {column:?} {text}"),
        LineEdit::Product { row, product } => format!("{row} product {}", product.id),
        LineEdit::Recipient { row, recipient } => {
            format!("{row} recipient {}", recipient.as_ref().unwrap().id)
        }
        other => panic!("{other:?}"),
    }
}

fn edits(account: &Account) -> Vec<String> {
    account.edits.iter().map(shown).collect()
}

#[test]
fn rows_change_open_lines_add_others_and_are_added_up_within_the_block() {
    let lines = [
        line("1", "a", Some(10), true),
        line("2", "b", Some(20), true),
        line("3", "b", Some(21), true),
        line("4", "c", Some(30), false),
    ];
    let rows = vec![
        BlockRow::Skipped,
        asked("a", "10"),
        asked("b", "5"),
        asked("c", "7"),
        asked("b", "1,000"),
        asked("d", "1"),
        asked("d", "2"),
    ];
    let account = with(|means| take_rows(rows, &lines, means));
    assert_eq!(counts(&account.pasted), [2, 2, 1, 1, 0, 1]);
    assert_eq!(edits(&account), ["l:2 Requested 1005", "add c//7", "add d//3"]);
    assert_eq!(account.pasted.rows.len(), 4);
}

#[test]
fn quantities_that_were_typed_and_take_others_are_counted() {
    let typed = |id: &str| PastedLine { typed: unsent(7, "10"), ..line(id, id, Some(10), true) };
    let lines = [typed("a"), typed("b"), typed("c"), line("d", "d", Some(10), true)];
    let rows = vec![asked("a", "10"), asked("b", "11"), asked("c", "ten"), asked("d", "12")];
    let account = with(|means| take_rows(rows, &lines, means));
    assert_eq!((account.pasted.replaced, counts(&account.pasted)), (2, [0, 0, 2, 1, 1, 0]));
    let texts = ["10", "11", "x", "12"].map(Some);
    let column = |column| with(|means| take_column(&texts, column, &lines, means));
    assert_eq!(column(EditorColumn::Requested).pasted.replaced, 2);
    assert_eq!(column(EditorColumn::Code).pasted.replaced, 0);
}

fn unsent(number: u32, text: &str) -> Option<UnsentQuantity> {
    Some(UnsentQuantity { number, product: Some(format!("P-{number}")), text: text.to_owned() })
}

#[test]
fn the_first_quantities_that_are_replaced_are_told_with_what_they_were_and_are() {
    let ids = ["a", "b", "c", "d", "e", "f", "g"];
    let lines: Vec<_> = (1..)
        .zip(ids)
        .map(|(number, id)| PastedLine { typed: unsent(number, "x"), ..line(id, id, None, true) })
        .collect();
    let rows = |codes: &[&str]| codes.iter().map(|code| asked(code, "1,000")).collect();
    let all = with(|means| take_rows(rows(&ids), &lines, means)).pasted;
    assert_eq!((all.replaced, all.replaced_first.len()), (7, NAMED));
    let two = with(|means| take_rows(rows(&["c", "a", "h"]), &lines, means)).pasted;
    let replaced = |number: u32| ReplacedQuantity {
        number,
        product: Some(format!("P-{number}")),
        before: "x".to_owned(),
        after: "1000".to_owned(),
    };
    assert_eq!(two.replaced_first, [replaced(3), replaced(1)], "in the order of the block");
    let texts = ["2", "x"].map(Some);
    let column = with(|means| take_column(&texts, EditorColumn::Requested, &lines, means)).pasted;
    let after: Vec<_> = column.replaced_first.iter().map(|one| &*one.after).collect();
    assert_eq!(after, ["2", "x"]);
}

#[test]
fn a_bad_quantity_stands_on_the_line_of_its_product() {
    let lines = ["a", "b", "c", "d"].map(|id| line(id, id, Some(10), id != "d"));
    let rows = vec![
        asked("a", "ten"),
        asked("a", "eleven"),
        asked("b", ""),
        asked("c", "1.5"),
        asked("c", "3"),
        asked("d", "x"),
    ];
    let account = with(|means| take_rows(rows, &lines, means));
    assert_eq!(counts(&account.pasted), [0, 0, 1, 0, 4, 1]);
    // What a second row says of a line, or of one that cannot be changed, is kept beside it.
    let expected =
        ["l:a Requested ten", "add a/a/eleven", "add c/c/1.5", "l:c Requested 3", "add d/d/x"];
    assert_eq!(edits(&account), expected);
    let words = Asked {
        product: named("a"),
        code: "a".into(),
        quantity: "for Ana".into(),
        ..Asked::default()
    };
    let account = with(|means| take_rows(vec![BlockRow::Asked(words)], &lines, means));
    assert_eq!(edits(&account), ["add a/a/for Ana"], "the line's own quantity stays");
}

#[test]
fn a_doubtful_quantity_is_kept_so_that_no_cell_reads_it_and_is_added_to_nothing() {
    let lines = [line("1", "b", Some(10), true)];
    let doubtful = |code: &str| {
        let (product, code) = (named(code), code.to_owned());
        let (quantity, doubtful) = ("20,000".to_owned(), NonZeroU32::new(20_000));
        BlockRow::Asked(Asked { product, code, quantity, is_meant: true, doubtful })
    };
    let rows = vec![asked("a", "3"), doubtful("a"), doubtful("b")];
    let account = with(|means| take_rows(rows, &lines, means));
    assert_eq!(counts(&account.pasted), [1, 0, 0, 0, 2, 0]);
    assert_eq!(edits(&account), ["add a//3", "add a/a/20,000?", "l:1 Requested 20,000?"]);
    for mark in [DecimalMark::Point, DecimalMark::Comma] {
        assert_eq!(read_quantity("20,000?", mark), Quantity::NotANumber);
    }
}

#[test]
fn a_row_that_cannot_be_sent_is_a_line_that_keeps_what_was_pasted() {
    let lines = [line("1", "b", Some(10), true)];
    let rows = vec![
        asked("a", "1.5"),
        asked("a", ""),
        asked("a", "0"),
        asked("a", "-3"),
        asked("a", "ten"),
        asked("a", "99999999999"),
        asked("nowhere", "4"),
        asked("", "4"),
    ];
    let account = with(|means| take_rows(rows, &lines, means));
    assert_eq!(counts(&account.pasted), [0, 0, 0, 0, 8, 0]);
    let kept = [
        "add a/a/1.5",
        "add a/a/",
        "add a/a/0",
        "add a/a/-3",
        "add a/a/ten",
        "add a/a/99999999999",
        "add ?/nowhere/4",
        "add ?//4",
    ];
    assert_eq!(edits(&account), kept);
}

#[test]
fn a_sum_beyond_what_the_service_counts_needs_attention() {
    let lines = [line("1", "a", Some(10), true)];
    let most = u32::MAX.to_string();
    let rows = || vec![asked("a", &most), asked("a", "1"), asked("b", &most), asked("b", "1")];
    let account = with(|means| take_rows(rows(), &lines, means));
    assert_eq!(counts(&account.pasted), [0, 2, 0, 0, 2, 0]);
}

#[test]
fn a_column_of_quantities_fills_the_lines_downwards_and_drops_nothing() {
    let targets = [
        line("1", "a", Some(10), true),
        line("2", "b", Some(20), true),
        line("3", "c", Some(30), false),
        line("4", "d", Some(40), true),
        line("5", "e", Some(50), true),
    ];
    let texts = [Some("11"), None, Some("31"), Some("forty"), Some("50"), Some("60")];
    let column = EditorColumn::Requested;
    let account = with(|means| take_column(&texts, column, &targets, means));
    assert_eq!(counts(&account.pasted), [0, 0, 1, 1, 3, 1]);
    let expected = ["l:1 Requested 11", "add ?//31", "l:4 Requested forty", "add ?//60"];
    assert_eq!(edits(&account), expected);
}

#[test]
fn a_column_of_codes_gives_lines_their_products() {
    let without = PastedLine { requested: None, ..line("3", "c", None, true) };
    let targets = [line("1", "a", Some(10), true), line("2", "b", Some(20), true), without];
    let texts = [Some("x"), Some("b"), Some("y"), Some("z"), Some("nowhere")];
    let account = with(|means| take_column(&texts, EditorColumn::Code, &targets, means));
    assert_eq!(counts(&account.pasted), [0, 0, 1, 1, 3, 0]);
    let expected = ["l:1 product x", "l:3 product y", "add z/z/", "add ?/nowhere/"];
    assert_eq!(edits(&account), expected);
}

#[test]
fn recipients_are_given_to_lines_added_here_alone() {
    let new = |n| PastedLine {
        key: RowKey::New(OperationKey(Uuid::from_u128(n))),
        ..line("", "b", Some(2), true)
    };
    let targets = [line("1", "a", Some(1), true), new(7), new(8)];
    let texts = [Some("Amara"), Some("Amara"), Some("Nobody")];
    let account = with(|means| take_column(&texts, EditorColumn::Recipient, &targets, means));
    assert_eq!(counts(&account.pasted), [0, 0, 1, 0, 2, 0]);
    assert_eq!(edits(&account)[1], format!("{} recipient u1", targets[1].key));
}

/// A number below `most`, each time another one.
fn roll(seed: &mut u64, most: usize) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    usize::try_from(*seed % most as u64).unwrap()
}

const CODES: [&str; 8] = ["a", "b", "c", "d", "é", "nowhere", "", "Code"];
const QUANTITIES: [&str; 9] = ["1", "2", "1,200", "0", "-1", "1.5", "ten", "", "4294967295"];

#[test]
fn every_row_of_every_block_is_counted_once_and_no_piece_is_lost() {
    let mut seed = 0x5eed;
    for _ in 0..5_000 {
        let lines: Vec<_> = (0..roll(&mut seed, 5))
            .map(|n| {
                let (product, pieces) = (CODES[roll(&mut seed, 5)], roll(&mut seed, 3));
                line(&n.to_string(), product, Some(pieces as i64), roll(&mut seed, 3) > 0)
            })
            .collect();
        let row = |seed: &mut u64| match roll(seed, 6) {
            0 => BlockRow::Skipped,
            _ => asked(CODES[roll(seed, CODES.len())], QUANTITIES[roll(seed, QUANTITIES.len())]),
        };
        let rows: Vec<_> = (0..roll(&mut seed, 12)).map(|_| row(&mut seed)).collect();
        let account = with(|means| take_rows(rows.clone(), &lines, means));
        let shown = format!("{lines:?} {rows:?} {account:?}");
        assert_eq!(counts(&account.pasted).iter().sum::<u32>() as usize, rows.len(), "{shown}");
        assert_eq!(pieces_in(&rows), pieces_of(&account, &lines), "{shown}");
        for row in &rows {
            let BlockRow::Asked(Asked { product, code, quantity, .. }) = row else { continue };
            let is_good = product.is_some() && pieces(quantity, DecimalMark::Point).is_some();
            let of_product = |line: &&PastedLine| {
                line.is_open
                    && product.as_ref().is_some_and(|it| line.product == Some(it.id.clone()))
            };
            let line = lines.iter().find(of_product);
            let kept = |edit: &LineEdit| match edit {
                LineEdit::Add { code: kept_code, quantity: kept, .. } => {
                    kept_code == code && kept == quantity
                }
                LineEdit::Cell { row, text, .. } => {
                    line.is_some_and(|line| line.key == *row) && text == quantity
                }
                _ => false,
            };
            let asks_for_nothing = line.is_some() && quantity.is_empty();
            let is_kept = is_good || asks_for_nothing || account.edits.iter().any(kept);
            assert!(is_kept, "{row:?} in {shown}");
        }
    }
}

/// Pieces that good rows of a block ask for.
fn pieces_in(rows: &[BlockRow]) -> i64 {
    let asked = rows.iter().filter_map(|row| match row {
        BlockRow::Asked(asked) if asked.product.is_some() => {
            pieces(&asked.quantity, DecimalMark::Point)
        }
        _ => None,
    });
    asked.map(i64::from).sum()
}

/// Pieces in the lines concerned that name their product and quantity.
fn pieces_of(account: &Account, lines: &[PastedLine]) -> i64 {
    let in_edits = account.edits.iter().filter_map(|edit| match edit {
        LineEdit::Add { product: Some(_), code, quantity, .. } if code.is_empty() => Some(quantity),
        LineEdit::Cell { text, .. } => Some(text),
        _ => None,
    });
    let can_be_sent = in_edits.filter_map(|text| text.parse::<i64>().ok().filter(|it| *it > 0));
    let in_edits: i64 = can_be_sent.sum();
    let edited = |key: &RowKey| {
        account.edits.iter().any(|edit| matches!(edit, LineEdit::Cell { row, .. } if row == key))
    };
    let same = account.pasted.rows.iter().filter(|key| !edited(key));
    let same = same.filter_map(|key| lines.iter().find(|line| line.key == *key));
    in_edits + same.filter_map(|line| line.requested).sum::<i64>()
}

#[test]
fn every_text_of_every_column_is_counted_once() {
    let mut seed = 0xc0de;
    let columns = [EditorColumn::Code, EditorColumn::Requested, EditorColumn::Recipient];
    for _ in 0..2_000 {
        let targets: Vec<_> = (0..roll(&mut seed, 5))
            .map(|n| line(&n.to_string(), "a", Some(1), roll(&mut seed, 3) > 0))
            .collect();
        let texts: Vec<_> = (0..roll(&mut seed, 8))
            .map(|_| {
                [CODES, ["1", "2", "x9", "0", "1.5", "", "a", "b"]].concat()[roll(&mut seed, 16)]
            })
            .map(|text| Some(text).filter(|text| !text.is_empty()))
            .collect();
        let column = columns[roll(&mut seed, 3)];
        let account = with(|means| take_column(&texts, column, &targets, means));
        let counted = counts(&account.pasted).iter().sum::<u32>() as usize;
        assert_eq!(counted, texts.len(), "{texts:?} {targets:?}");
        assert_eq!(account.pasted.rows.len() as u32, counted as u32 - account.pasted.skipped);
    }
}
