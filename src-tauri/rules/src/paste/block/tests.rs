//! What is read out of blocks as people copy them.

use crate::search::text::fold;

use super::*;

const SHELF: [(&str, &str); 4] = [
    ("GLV-2207", "Gloves, nitrile, M"),
    ("GLV-2208", "Gloves, nitrile, L"),
    ("1005", "Gauze swab"),
    ("MSK-5001", "Mask, surgical"),
];

fn named(text: &str) -> Option<ProductRef> {
    let wanted = fold(text);
    let found = SHELF.iter().find(|(code, name)| fold(code) == wanted || fold(name) == wanted);
    found.map(|(code, _)| serde_json::from_value(serde_json::json!({ "id": code })).unwrap())
}

fn cells(block: &str) -> Vec<Vec<String>> {
    block.lines().map(|row| row.split('|').map(str::to_owned).collect()).collect()
}

/// Each row as `product code quantity`, those left out as `-`.
fn read_with(block: &str, mark: DecimalMark) -> Vec<String> {
    let shown = |row: BlockRow| match row {
        BlockRow::Skipped => "-".to_owned(),
        BlockRow::Asked(asked) => {
            let product = asked.product.map_or("?".to_owned(), |product| product.id.to_string());
            format!("{product}/{}/{}", asked.code, asked.quantity)
        }
    };
    rows(&cells(block), named, mark).0.into_iter().map(shown).collect()
}

/// The columns of which nothing is used.
fn unused(block: &str) -> Vec<String> {
    rows(&cells(block), named, DecimalMark::Point).1
}

fn read(block: &str) -> Vec<String> {
    read_with(block, DecimalMark::Point)
}

#[test]
fn codes_and_the_first_whole_numbers_after_them_are_found_by_content() {
    let block = "1|EA|glv-2207|Gloves|40|12\n2|EA|GLV-2208|Gloves|x|5\n3|EA|1005|Swab|7|1";
    let expected = ["GLV-2207/glv-2207/40", "GLV-2208/GLV-2208/x", "1005/1005/7"];
    assert_eq!(read(block), expected);
}

#[test]
fn columns_that_are_not_used_are_named_by_their_heads_or_numbers() {
    let with_heads = "Code|Name|Qty|Comment|Lot|\nGLV-2207|Gloves|4|for Ana||\n1005|Swab|7|||x";
    assert_eq!(unused(with_heads), ["Comment", "6"]);
    assert_eq!(unused("GLV-2207|40|urgent\nMSK-5001|7|"), ["3"]);
    assert_eq!(unused("GLV-2207|40\nMSK-5001|7"), [""; 0]);
}

#[test]
fn words_beside_codes_are_no_quantities() {
    let names = "GLV-2207|Gloves, nitrile, M\nMSK-5001|Mask, surgical";
    assert_eq!(read(names), ["GLV-2207/GLV-2207/", "MSK-5001/MSK-5001/"]);
    assert_eq!(unused(names), [""; 0], "they name the same products");
    let comments = "Code|Comment\nGLV-2207|for Ana\nMSK-5001|urgent";
    assert_eq!(read(comments), ["-", "GLV-2207/GLV-2207/", "MSK-5001/MSK-5001/"]);
    assert_eq!(unused(comments), ["Comment"]);
    let meant = |block: &str| {
        let (rows, _) = rows(&cells(block), named, DecimalMark::Point);
        rows.iter().filter(|row| matches!(row, BlockRow::Asked(asked) if asked.is_meant)).count()
    };
    assert_eq!(meant("GLV-2207|for Ana\nMSK-5001|1.5"), 1, "words may be anything");
    assert_eq!(meant("Code|Qty\nGLV-2207|ten"), 1, "unless they are called quantities");
}

#[test]
fn names_do_where_there_are_no_codes() {
    let block = "Gloves, nitrile, M|40\nMask, surgical|1,200";
    let expected = ["GLV-2207/Gloves, nitrile, M/40", "MSK-5001/Mask, surgical/1,200"];
    assert_eq!(read(block), expected);
}

#[test]
fn heads_say_what_columns_are_in_the_languages_people_write() {
    for heads in [
        "Quantity|Note|Product code",
        "QTY|Note|Code",
        "Qté|Remarque|Article",
        "Quantité demandée|Remarque|Désignation",
        "Menge|Notiz|Artikel-Nr.",
        "Cantidad|Nota|Código",
        "الكمية|ملاحظة|رمز المنتج",
        "Количество|Заметка|Артикул",
    ] {
        let block = format!("{heads}\n40|a|GLV-2207\n7|b|NO-SUCH\n|c|MSK-5001");
        let expected = ["-", "GLV-2207/GLV-2207/40", "?/NO-SUCH/7", "MSK-5001/MSK-5001/"];
        assert_eq!(read(&block), expected, "{heads}");
    }
}

#[test]
fn a_first_row_that_asks_for_something_is_no_row_of_heads() {
    assert_eq!(read("Item|40\nGLV-2207|3"), ["?/Item/40", "GLV-2207/GLV-2207/3"]);
    assert_eq!(read("Item 7|x\nGLV-2207|3"), ["?/Item 7/x", "GLV-2207/GLV-2207/3"]);
}

#[test]
fn what_a_row_holds_is_kept_also_where_nothing_of_it_is_understood() {
    let block = "GLV-2207|40\n|\nNO-SUCH|forty\n|Total of all|\n|12";
    let expected = ["GLV-2207/GLV-2207/40", "-", "?/NO-SUCH/forty", "?//Total of all", "?//12"];
    assert_eq!(read(block), expected);
    assert_eq!(read("NO-SUCH|forty"), ["?/NO-SUCH/forty"]);
    let block = "Code|Name|Qty\nGLV-2207|Gloves|4\n|Mask, surgical|5\n||6\n|Sum|\n";
    let expected = ["-", "GLV-2207/GLV-2207/4", "MSK-5001/Mask, surgical/5", "?//6", "?/Sum/"];
    assert_eq!(read(block), expected);
}

#[test]
fn numbers_follow_the_locale_when_columns_are_told_apart() {
    let block = "GLV-2207|1,5|3\nGLV-2208|2,5|4";
    let expected = ["GLV-2207/GLV-2207/3", "GLV-2208/GLV-2208/4"];
    assert_eq!(read_with(block, DecimalMark::Comma), expected);
}

#[test]
fn a_block_of_one_column_is_known_wherever_it_lies() {
    assert!(is_one_column(&cells("1\n2\n\n3")));
    assert!(is_one_column(&cells("|1\n|2||\n|3")));
    assert!(is_one_column(&cells("")));
    assert!(!is_one_column(&cells("1|\n|2")));
}

#[test]
fn a_column_loses_its_head_and_keeps_its_gaps() {
    assert_eq!(column(&cells("40\n \n7")), [Some("40"), None, Some("7")]);
    assert_eq!(column(&cells("Quantity\n40")), [Some("40")]);
    assert_eq!(column(&cells("forty\n7")), [Some("forty"), Some("7")]);
}

#[test]
fn titles_above_the_heads_ask_for_nothing() {
    let block = "Order of ward 3|\n|\nPrepared for Ana|\nQty|Code\n40|GLV-2207\nforty|NO-SUCH";
    let expected = ["-", "-", "-", "-", "GLV-2207/GLV-2207/40", "?/NO-SUCH/forty"];
    assert_eq!(read(block), expected);
    // A title that is one word of heads is none where heads follow.
    let titled = "Products|\nCode|Quantity\nGLV-2207|40";
    assert_eq!(read(titled), ["-", "-", "GLV-2207/GLV-2207/40"]);
    // What is asked for above heads is not lost.
    let late = "GLV-2207|40\nCode|Qty\nMSK-5001|7";
    let expected = ["GLV-2207/GLV-2207/40", "?/Code/Qty", "MSK-5001/MSK-5001/7"];
    assert_eq!(read(late), expected);
}

#[test]
fn columns_are_what_somebody_says_they_are() {
    let block = cells("Ward|Code|Old|New\nA|GLV-2207|40|60\nB|MSK-5001|7|9");
    let guessed = Columns::guess(&block, &named, DecimalMark::Point).told();
    let expected = ImportColumns { heads: Some(0), products: vec![1], quantity: Some(2) };
    assert_eq!(guessed, expected);
    let chosen = ImportColumns { quantity: Some(3), ..guessed };
    let (rows, unused) = Columns::chosen(&chosen).rows(&block, named);
    let quantity = |row: &BlockRow| match row {
        BlockRow::Asked(asked) => asked.quantity.clone(),
        BlockRow::Skipped => "-".to_owned(),
    };
    assert_eq!(rows.iter().map(quantity).collect::<Vec<_>>(), ["-", "60", "9"]);
    assert_eq!(unused, ["Ward", "Old"]);
    // Places that are not there name nothing.
    let nowhere = ImportColumns { heads: Some(9), products: vec![77], quantity: Some(u32::MAX) };
    let (rows, _) = Columns::chosen(&nowhere).rows(&block, named);
    assert_eq!(rows, vec![BlockRow::Skipped; 3]);
}
