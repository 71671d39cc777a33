//! A list with two codes in each row, of any length. `cargo xtask bench paper` measures it, too.

use paper::{
    Body, Cell, Code, Column, ColumnKind, Document, Group, PageSize, Row, TableSheet, Words,
};

/// Names of products in five scripts.
pub const NAMES: [&str; 5] = [
    "Amoxicillin, oral suspension, 250 mg per 5 ml, bottle of 100 ml",
    "Перчатки смотровые, нитриловые, размер M, коробка",
    "باراسيتامول، أقراص، 500 ملغ، علبة من 100 قرص",
    "ยาพาราเซตามอล ชนิดเม็ด 500 มก. กล่อง 100 เม็ด",
    "阿莫西林胶囊，250毫克，每盒24粒",
];

pub fn words() -> Words {
    Words {
        as_of: "Data as of 27 Nov 2026, 14:02".into(),
        page: "Page {page} of {pages}".into(),
        not_sent: "Not sent to the service yet".into(),
        nothing: "No lines match.".into(),
        continued: "{group}, continued".into(),
        code: "Code {text}".into(),
        check_box: "Check box".into(),
        blank: "To be filled in".into(),
    }
}

pub fn document(title: &str, body: Body) -> Document {
    Document {
        title: title.into(),
        language: "en".into(),
        right_to_left: false,
        page: PageSize::A4,
        words: words(),
        large: false,
        body,
    }
}

pub fn column(head: &str, kind: ColumnKind, strong: bool) -> Column {
    Column { head: head.into(), kind, strong }
}

/// The bin, code, name and quantity of a line.
pub fn line(at: usize) -> (String, String, &'static str, String) {
    let bin = format!("{}-{:02}-{:02}", ["A", "B", "C"][at / 200 % 3], at / 8 % 25 + 1, at % 8 + 1);
    let code = format!("{}-{:04}", ["CEF", "AMX", "GLV"][at % 3], 1000 + at);
    (bin, code, NAMES[at % 5], ((at * 37) % 1900 + 1).to_string())
}

/// A list with Code 128 and QR in each row, its products named so in turns.
pub fn coded_list(lines: usize, names: &[&str]) -> TableSheet {
    let rows = (0..lines).map(|at| {
        let (bin, code, _, quantity) = line(at);
        let name = names[at % names.len()];
        let cells = vec![
            Cell::text(bin),
            Cell::text(name).with_second(code.clone()),
            Cell::text(quantity),
            Cell::code(Code::Code128(code.clone())),
            Cell::code(Code::Qr(format!("{code}/{at}"))),
        ];
        Row { cells }
    });
    TableSheet {
        columns: vec![
            column("Bin", ColumnKind::Code, true),
            column("Product", ColumnKind::Text, false),
            column("Quantity", ColumnKind::Number, true),
            column("Product code", ColumnKind::Barcode, false),
            column("Line", ColumnKind::Barcode, false),
        ],
        groups: vec![Group { rows: rows.collect(), ..Group::default() }],
        ..TableSheet::default()
    }
}
