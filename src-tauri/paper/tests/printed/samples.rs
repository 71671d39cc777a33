//! Documents as the print centre makes them.

use paper::{
    BigCode, Cell, Code, CodeSection, CodeSheet, ColumnKind, Fact, Group, Gs1Element, Gs1Symbol,
    Label, LabelSheet, LabelStock, PageSize, Row, Signature, TableSheet,
};

use crate::coded::{column, line};

fn fact(label: &str, value: &str, is_code: bool) -> Fact {
    Fact { label: label.into(), value: value.into(), is_code }
}

/// A pick list in walking order, with a drawn code in each row or without.
pub fn pick_list(lines: usize, codes: bool) -> TableSheet {
    let mut columns = vec![
        column("", ColumnKind::Check, false),
        column("Bin", ColumnKind::Code, true),
        column("Product", ColumnKind::Text, false),
        column("Lot", ColumnKind::Code, false),
        column("Quantity", ColumnKind::Number, true),
        column("Unit", ColumnKind::Short, false),
        column("Picked", ColumnKind::Blank { width: 16.0 }, false),
    ];
    if codes {
        columns.push(column("Code", ColumnKind::Barcode, false));
    }
    let rows = (0..lines).map(|at| {
        let (bin, code, name, quantity) = line(at);
        let quantity = Cell::text(quantity);
        let mut cells = vec![
            Cell::default(),
            Cell::text(bin),
            Cell::text(name).with_second(code.clone()),
            Cell::text(format!("L{:05}", at * 7919 % 100_000)).with_second("2027-11"),
            if at % 9 == 4 { quantity.not_sent() } else { quantity },
            Cell::text(["box", "each", "pack"][at % 3]),
            Cell::default(),
        ];
        if codes {
            cells.push(Cell::code(Code::Code128(code)));
        }
        Row { cells }
    });
    let rows: Vec<Row> = rows.collect();
    let groups = rows.chunks(40).enumerate().map(|(at, rows)| Group {
        head: format!("Zone {}", ["A", "B", "C", "D"][at % 4]),
        note: format!("{} lines", rows.len()),
        rows: rows.to_vec(),
        ..Group::default()
    });
    TableSheet {
        code: Some(Code::Code128("1042SMK".into())),
        subtitle: "Walking order".into(),
        facts: vec![
            fact("Movement", "1042SMK", true),
            fact("From", "Central warehouse", false),
            fact("To", "District hospital, outpatient pharmacy", false),
            fact("Requested", "24 Nov 2026", false),
            fact("Requested by", "Amina Diallo", false),
            fact("Lines", &lines.to_string(), false),
        ],
        columns,
        groups: groups.collect(),
        remarks: vec![fact("Remarks", "Keep the cold chain: boxes 3 and 4 go last.", false)],
        signatures: ["Picked by", "Checked by", "Received by"]
            .map(|role| Signature {
                role: role.into(),
                parts: ["Name", "Date", "Signature"].map(String::from).to_vec(),
            })
            .to_vec(),
        ..TableSheet::default()
    }
}

/// A pick list as the window prints it: a barcode before each code that is scanned, and all columns of a walk.
pub fn walk_list(lines: usize) -> TableSheet {
    let row = |at: usize| {
        let (bin, code, name, quantity) = line(at);
        let cells = vec![
            Cell::default(),
            Cell::code(Code::Code128(bin.clone())),
            Cell::text(bin),
            Cell::code(Code::Code128(code.clone())),
            Cell::text(code),
            Cell::text(name),
            Cell::text("A"),
            Cell::text(format!("L{:05}", at * 7919 % 100_000)),
            Cell::text("20 Nov 2027"),
            Cell::text(quantity.clone()),
            Cell::text(quantity),
            Cell::text("Entered"),
        ];
        Row { cells }
    };
    TableSheet {
        columns: vec![
            column("", ColumnKind::Check, false),
            column("Barcode", ColumnKind::Barcode, false),
            column("Bin", ColumnKind::Code, false),
            column("Barcode", ColumnKind::Barcode, false),
            column("Code", ColumnKind::Code, false),
            column("Product", ColumnKind::Text, false),
            column("Movement", ColumnKind::Text, false),
            column("Lot", ColumnKind::Code, false),
            column("Expires", ColumnKind::Number, false),
            column("Required", ColumnKind::Number, false),
            column("Quantity", ColumnKind::Number, false),
            column("Result", ColumnKind::Text, false),
        ],
        groups: vec![Group { rows: (0..lines).map(row).collect(), ..Group::default() }],
        ..TableSheet::default()
    }
}

/// The code of a line of a walk.
pub fn line_code(at: usize) -> String {
    format!("SH{:012}", (at + 1) * 7_919_000_017 % 1_000_000_000_000)
}

/// The same with the code of its line at the end of each row.
pub fn walk_list_with_line_codes(lines: usize) -> TableSheet {
    let mut sheet = walk_list(lines);
    sheet.columns.push(column("Line", ColumnKind::Barcode, false));
    for (at, row) in sheet.groups.iter_mut().flat_map(|group| &mut group.rows).enumerate() {
        row.cells.push(Cell::code(Code::Code128(line_code(at))));
    }
    sheet
}

/// The same with no other barcodes.
pub fn walk_list_with_line_codes_alone(lines: usize) -> TableSheet {
    let mut sheet = walk_list_with_line_codes(lines);
    for at in [3, 1] {
        sheet.columns.remove(at);
        for row in sheet.groups.iter_mut().flat_map(|group| &mut group.rows) {
            row.cells.remove(at);
        }
    }
    sheet
}

/// A movement sheet: sums, no groups.
pub fn movement_sheet(lines: usize) -> TableSheet {
    let rows = (0..lines).map(|at| {
        let (_, code, name, quantity) = line(at);
        let cells = vec![
            Cell::text((at + 1).to_string()),
            Cell::text(code),
            Cell::text(name),
            Cell::text(quantity.clone()),
            Cell::text(quantity),
            Cell::text("Approved"),
        ];
        Row { cells }
    });
    let sums = [("", ""), ("", ""), ("", "Total"), ("", "12 480"), ("", "12 300"), ("", "")];
    TableSheet {
        columns: vec![
            column("#", ColumnKind::Number, false),
            column("Code", ColumnKind::Code, false),
            column("Product", ColumnKind::Text, false),
            column("Quantity requested", ColumnKind::Number, false),
            column("To ship", ColumnKind::Number, true),
            column("Status", ColumnKind::Short, false),
        ],
        groups: vec![Group { rows: rows.collect(), ..Group::default() }],
        totals: Some(Row { cells: sums.map(|(_, text)| Cell::text(text)).to_vec() }),
        facts: vec![fact("Movement", "1042SMK", true), fact("Status", "Picking", false)],
        ..TableSheet::default()
    }
}

/// A4 sheets of 3 by 8 labels.
pub const SHEET: LabelStock = LabelStock::Sheet {
    page: PageSize::A4,
    columns: 3,
    rows: 8,
    width: 64.0,
    height: 33.9,
    left: 6.5,
    top: 12.9,
    gap_x: 2.5,
    gap_y: 0.0,
};

pub fn labels(stock: LabelStock, labels: Vec<Label>) -> LabelSheet {
    LabelSheet { stock, skip: 0, outlines: true, labels }
}

pub fn bin_label(at: usize) -> Label {
    let bin = line(at).0;
    Label {
        title: bin.clone(),
        title_is_code: true,
        lines: vec![format!("Zone {}", &bin[..1])],
        code: Some(Code::Code128(bin)),
        copies: 1,
    }
}

pub fn product_label(at: usize) -> Label {
    let (_, code, name, _) = line(at);
    Label {
        title: name.into(),
        title_is_code: false,
        lines: vec![code.clone(), "Lot L00042 · 2027-11".into()],
        code: Some(if at.is_multiple_of(2) { Code::Qr(code) } else { Code::Code128(code) }),
        copies: 1,
    }
}

pub fn gs1(symbol: Gs1Symbol) -> Code {
    let element = |(ai, value): (&str, &str)| Gs1Element { ai: ai.into(), value: value.into() };
    let elements = [("01", "09501101530003"), ("10", "ABC123"), ("17", "271231")];
    Code::Gs1 { elements: elements.map(element).to_vec(), symbol }
}

pub fn command_codes() -> CodeSheet {
    let code = |caption: &str, note: &str, code: Code| BigCode {
        caption: caption.into(),
        note: note.into(),
        code,
    };
    let command =
        |caption: &str, note: &str, text: &str| code(caption, note, Code::Code128(text.into()));
    CodeSheet {
        intro: "Scan a code to do what the key does. Pin the sheet up where it can be reached."
            .into(),
        columns: 3,
        sections: vec![
            CodeSection {
                head: "While picking".into(),
                codes: vec![
                    command("Confirm", "Takes what is shown.", "SH-CONFIRM"),
                    command("Short", "Less is there than is asked for.", "SH-SHORT"),
                    command("Undo", "Takes the last step back.", "SH-UNDO"),
                    command("Next", "Leaves this one for later.", "SH-NEXT"),
                ],
            },
            CodeSection {
                head: "Test of the scanner".into(),
                codes: vec![
                    code("Letters and signs", "", Code::Qr("aZ09-_/.:+%$ #*@".into())),
                    code("GS1 DataMatrix", "", gs1(Gs1Symbol::DataMatrix)),
                    command("Digits", "Pairs of digits.", "0123456789"),
                ],
            },
        ],
    }
}
