use contract::{PASTED_CELLS, PASTED_COLUMNS};

use super::*;

fn cells(rows: &[&[&str]]) -> Vec<Vec<String>> {
    rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
}

fn text(text: &str) -> Vec<Vec<String>> {
    Block::read(text, "").unwrap().cells
}

fn read(text: &str, html: &str) -> Block {
    Block::read(text, html).unwrap()
}

fn html(html: &str) -> Vec<Vec<String>> {
    Block::read("", html).unwrap().cells
}

#[test]
fn rows_end_with_any_line_end_and_the_last_one_adds_none() {
    let expected = cells(&[&["A", "1"], &["B", "2"]]);
    for written in ["A\t1\nB\t2", "A\t1\r\nB\t2\r\n", "A\t1\rB\t2\r", "A\t1\nB\t2\n"] {
        assert_eq!(text(written), expected, "{written:?}");
    }
}

#[test]
fn empty_cells_and_rows_keep_their_places() {
    assert_eq!(text("\tA\t\n\nB"), cells(&[&["", "A", ""], &[""], &["B"]]));
    assert_eq!(text("A\t"), cells(&[&["A", ""]]));
    assert!(text("").is_empty());
}

#[test]
fn quoted_cells_hold_tabs_line_ends_and_quotation_marks() {
    let quoted = "\"two\r\nlines\"\t\"a \"\"b\"\" c\"\r\n\"tab\there\"\t3";
    let expected = cells(&[&["two\nlines", "a \"b\" c"], &["tab\there", "3"]]);
    assert_eq!(text(quoted), expected);
}

#[test]
fn a_quotation_mark_that_ends_nowhere_is_a_part_of_the_text() {
    assert_eq!(text("\"Tube 3\" long\t5"), cells(&[&["\"Tube 3\" long", "5"]]));
    assert_eq!(text("5\" tube\t2\n\"open\t1"), cells(&[&["5\" tube", "2"], &["\"open", "1"]]));
}

#[test]
fn the_space_around_a_cell_is_none_of_it() {
    assert_eq!(text(" A-1 \t 20 "), cells(&[&["A-1", "20"]]));
}

#[test]
fn what_is_written_is_read_again_the_same() {
    let all = cells(&[
        &["CAN-1832", "80", ""],
        &["two\nlines", "tab\there", "\"quoted\""],
        &["", "a < b & c > d", "5\" tube"],
        &["", "", ""],
    ]);
    let block = Block { cells: all.clone() };
    assert_eq!(text(&block.text()), all);
    assert_eq!(html(&block.html()), all);
}

#[test]
fn no_copied_text_is_a_formula_and_each_is_pasted_as_it_was() {
    let formulas = ["=1+1", "+1", "-5", "@SUM(1)", "\u{200b}=1", "\u{feff}-1", "＝1"];
    for formula in formulas {
        let all = cells(&[&[formula, "80"], &[&format!("'{formula}"), &format!("''{formula}")]]);
        let block = Block { cells: all.clone() };
        assert!(block.text().starts_with(&format!("'{formula}\t80\n''{formula}")));
        assert_eq!(text(&block.text()), all);
        assert_eq!(read(&block.text(), &block.html()).cells, all);
    }
    let words = cells(&[&["'80", "O'Neill", "'", "a-b"]]);
    let block = Block { cells: words.clone() };
    assert_eq!(block.text(), "'80\tO'Neill\t'\ta-b");
    assert_eq!(text(&block.text()), words);
}

#[test]
fn a_copied_table_says_which_cells_are_texts() {
    let block = Block { cells: cells(&[&["=1", "0012", "80", "1.5"]]) };
    let html = block.html();
    let formats: Vec<_> = html.split("<td").skip(1).map(|cell| cell.contains("\\@")).collect();
    assert_eq!(formats, [true, true, false, true]);
    assert_eq!(super::tests::html(&html), block.cells);
}

#[test]
fn the_first_table_is_read_with_its_merged_cells() {
    let page = "<html><head><style>td { color: red }</style></head><body>\
        <!--StartFragment--><table border=0 title='a > b'>\
        <TR><TH colspan=2>Product<th>Qty</tr>\
        <tr><td rowspan=\"2\">A</td><td>one</td><td>1</td></tr>\
        <tr><td>two<td>2</tr></table><table><tr><td>other</table>";
    let expected = cells(&[&["Product", "", "Qty"], &["A", "one", "1"], &["", "two", "2"]]);
    assert_eq!(html(page), expected);
}

#[test]
fn a_merged_cell_at_the_end_of_rows_leaves_its_places_empty_in_each() {
    let page = "<table><tr><td>a<td rowspan=3>b<tr><td>c<tr><td>d<tr><td>e<td>f</table>";
    let expected = cells(&[&["a", "b"], &["c", ""], &["d", ""], &["e", "f"]]);
    assert_eq!(html(page), expected);
}

#[test]
fn a_table_of_many_cells_or_columns_is_not_read_however_few_letters_it_has() {
    let of_columns = |count: usize| vec!["1"; count].join("\t");
    let of_rows = |count: usize| vec!["A\t1"; count].join("\n");
    assert!(Block::read(&of_columns(PASTED_COLUMNS), "").is_ok());
    assert_eq!(Block::read(&of_columns(PASTED_COLUMNS + 1), ""), Err(TooLarge));
    assert!(Block::read(&of_rows(PASTED_CELLS / 2), "").is_ok());
    assert_eq!(Block::read(&of_rows(PASTED_CELLS / 2 + 1), ""), Err(TooLarge));
    let merged = |cell: &str| Block::read("", &format!("<table><tr>{cell}</table>"));
    assert!(merged("<td colspan=200>a").is_ok());
    for cell in ["<td colspan=201>a", "<td colspan=4000000000>a", "<td>a<td colspan=200>b"] {
        assert_eq!(merged(cell), Err(TooLarge), "{cell}");
    }
    // Each row is a few letters, and as wide as the merged cell above it.
    let below = |rows: usize| {
        let rows = "<tr>".repeat(rows);
        merged(&format!("<td colspan=200 rowspan=4000000000>a{rows}"))
    };
    assert!(below(PASTED_CELLS / PASTED_COLUMNS - 1).is_ok());
    assert_eq!(below(PASTED_CELLS / PASTED_COLUMNS), Err(TooLarge));
    let page = "<td colspan=1000 rowspan=1000>x</td>".repeat(550);
    assert_eq!(merged(&page), Err(TooLarge));
}

#[test]
fn what_is_no_text_of_the_page_is_passed_over_once() {
    let page = format!("{}<table><tr><td>a</table>", "<style></STYLE>".repeat(50_000));
    assert_eq!(html(&page), cells(&[&["a"]]));
}

#[test]
fn text_of_cells_is_read_as_a_browser_shows_it() {
    let page = "<table><tr><td>\n   Glove,\n size&nbsp;M <b>box</b>/100</td>\
        <td>a<br>b</td><td><p>1</p><p>2</p></td><td>&lt;5&#32;&#xE9;&amp;&unknown; &</td></tr></table>";
    let expected = cells(&[&["Glove, size M box/100", "a\nb", "1\n2", "<5 é&&unknown; &"]]);
    assert_eq!(html(page), expected);
}

#[test]
fn a_table_inside_a_cell_is_text_of_the_cell() {
    let page = "<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>";
    assert_eq!(html(page), cells(&[&["ab", "c"]]));
}

#[test]
fn broken_pages_are_read_as_far_as_they_go() {
    for page in
        ["<", "<table", "<table><tr><td>a", "<td>a</td>", "<!-- <table>", "</table></table>"]
    {
        assert!(html(page).len() <= 1, "{page}");
    }
    assert_eq!(html("<table><td>a<td>b"), cells(&[&["a", "b"]]));
}

#[test]
fn the_richer_of_text_and_table_is_taken() {
    let table = "<table><tr><td>A<td>1</table>";
    assert_eq!(read("A\t1\nB\t2", table).cells.len(), 2, "the text has more");
    assert_eq!(read("A 1", table).cells, cells(&[&["A", "1"]]));
    assert_eq!(read("A\n1", table).cells, cells(&[&["A", "1"]]), "the table is wider");
    let spaced = "a  b\t1";
    assert_eq!(read(spaced, "<table><tr><td>a  b<td>1</table>").cells[0][0], "a  b");
    assert_eq!(read("just words", "<p>just words</p>").cells, cells(&[&["just words"]]));
    assert!(read(" \n", "<table></table>").is_empty());
}
