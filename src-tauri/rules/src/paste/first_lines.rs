//! Rows of a table as the first lines of a movement: what the form of a new one shows of them, and the edits that
//! they become once it is asked for. Pure.

use contract::{
    DecimalMark, ImportStart, ImportedRows, LineEdit, OpenRow, OperationKey, PreviewLine,
    ProductRef, Quantity, RowKey, read_quantity,
};

use crate::{editor::drawn::problems::of_pieces, paste::report::Account};

/// What the rows of a table come to in a movement that has no lines.
#[must_use]
pub fn imported(account: Account, mark: DecimalMark) -> ImportedRows {
    let pasted = &account.pasted;
    let mut imported = ImportedRows {
        rows: pasted.added + pasted.attention + pasted.merged,
        ..ImportedRows::default()
    };
    for edit in account.edits {
        let LineEdit::Add { product, code, quantity, .. } = edit else { continue };
        let read = read_quantity(&quantity, mark);
        match (product, read) {
            (Some(product), Quantity::Whole(pieces)) if of_pieces(read).is_none() => {
                let item = format!("row-{}", imported.lines.len() + 1).into();
                let line =
                    PreviewLine { item, product, listed: pieces, quantity: pieces, included: true };
                imported.lines.push(line);
            }
            (product, _) => {
                imported.open.push(OpenRow { product, code, quantity });
            }
        }
    }
    imported
}

/// The edits that make them lines: those of the form that are wanted, then the rows that need attention.
#[must_use]
pub fn edits(
    lines: &[PreviewLine],
    import: &ImportStart,
    new_key: &dyn Fn() -> OperationKey,
) -> Vec<LineEdit> {
    let add = |product: Option<ProductRef>, code: &str, quantity: String| LineEdit::Add {
        row: RowKey::New(new_key()),
        after: None,
        product,
        code: code.to_owned(),
        quantity,
    };
    let kept = lines.iter().filter(|line| line.is_kept());
    let kept = kept.map(|line| add(Some(line.product.clone()), "", line.quantity.to_string()));
    let open = import.open.iter();
    let open = open.map(|row| add(row.product.clone(), &row.code, row.quantity.clone()));
    kept.chain(open).collect()
}

#[cfg(test)]
mod tests {
    use contract::PersonRef;

    use super::*;
    use crate::paste::block::{Asked, BlockRow};
    use crate::paste::report::{PasteResolver, take_rows};

    fn known(text: &str) -> Option<ProductRef> {
        let json = serde_json::json!({ "id": text.to_lowercase(), "product_code": text });
        text.starts_with("GLV").then(|| serde_json::from_value(json).unwrap())
    }

    fn asked(code: &str, quantity: &str) -> BlockRow {
        let (code, quantity) = (code.to_owned(), quantity.to_owned());
        BlockRow::Asked(Asked {
            product: known(&code),
            code,
            quantity,
            is_meant: true,
            ..Asked::default()
        })
    }

    #[test]
    fn every_row_is_in_a_line_or_open_and_comes_back_as_an_edit() {
        let nobody = |_: &str| -> Option<PersonRef> { None };
        let new_key = || OperationKey(uuid::Uuid::nil());
        let mark = DecimalMark::Comma;
        let means = PasteResolver { mark, product: &known, person: &nobody, new_key: &new_key };
        let rows = vec![
            BlockRow::Skipped,
            asked("GLV-1", "1.200"),
            asked("NO-SUCH", "4"),
            asked("GLV-2", "2,5"),
            asked("GLV-1", "3"),
        ];
        let mut read = imported(take_rows(rows, &[], &means), mark);
        assert_eq!(read.rows, 4);
        let lines: Vec<_> = read.lines.iter().map(|l| (l.item.as_str(), l.quantity)).collect();
        assert_eq!(lines, [("row-1", 1_203)]);
        let open: Vec<_> =
            read.open.iter().map(|row| (row.code.as_str(), row.quantity.as_str())).collect();
        assert_eq!(open, [("NO-SUCH", "4"), ("GLV-2", "2,5")]);

        let import = ImportStart { open: read.open, decimal_mark: mark, ..ImportStart::default() };
        read.lines[0].quantity = 7;
        let told = |edit: LineEdit| match edit {
            LineEdit::Add { product, code, quantity, .. } => {
                (product.map(|product| product.id.to_string()), code, quantity)
            }
            other => panic!("{other:?}"),
        };
        let first: Vec<_> = edits(&read.lines, &import, &new_key).into_iter().map(told).collect();
        let expected =
            [(Some("glv-1"), "", "7"), (None, "NO-SUCH", "4"), (Some("glv-2"), "GLV-2", "2,5")];
        let expected = expected.map(|(id, code, quantity)| {
            (id.map(str::to_owned), code.to_owned(), quantity.to_owned())
        });
        assert_eq!(first, expected);
        read.lines[0].included = false;
        assert_eq!(edits(&read.lines, &import, &new_key).len(), 2, "what is left out is no line");
    }
}
