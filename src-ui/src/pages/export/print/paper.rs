//! What was chosen as it is handed over to be laid out, with its words in the language that was chosen.

use chrono::NaiveDate;
use contract::{
    LabelStock, Paper, PaperCode, PaperCodeKind, PaperCodeSection, PaperCodes, PaperForm,
    PaperLabels, PaperTable, PaperWords, SCANNER_TEST_CODE, ScanCommand,
};
use leptos::prelude::*;

use super::choice::{
    COPIES, PrintChoice, PrintForm, group_of, label_column, label_columns, label_item, label_lines,
};
use super::stock::count;
use crate::i18n::{I18n, format_tag, is_right_to_left, say};
use crate::ipc;
use crate::pages::export::cells::{paper_columns, row_code_column, scanned_columns};
use crate::pages::export::table::ExportedTable;
use crate::pages::walk::command_name;

/// The document that was chosen, with rows that are so old, and printed on this day; `None` while a number in it is
/// none, or a list has no columns.
pub fn paper(
    choice: PrintChoice,
    table: &ExportedTable,
    (as_of, today): (Option<String>, NaiveDate),
) -> Option<Paper> {
    let (i18n, language) = (I18n::with(choice.language), choice.language.get());
    let (title, form) = match choice.form.get() {
        PrintForm::List => (table.name.clone(), PaperForm::Table(list(choice, table, i18n)?)),
        PrintForm::Labels => (table.name.clone(), PaperForm::Labels(labels(choice, table, today)?)),
        PrintForm::Commands => {
            (say!(i18n, paper.form_commands).to_owned(), PaperForm::Codes(commands(i18n)))
        }
        PrintForm::Scanner => {
            (say!(i18n, paper.form_scanner).to_owned(), PaperForm::Codes(scanner(i18n)))
        }
    };
    Some(Paper {
        title,
        form,
        size: choice.size.get(),
        language: format_tag(language, &ipc::system_language()),
        right_to_left: is_right_to_left(language),
        words: words(i18n, as_of),
    })
}

fn list(choice: PrintChoice, table: &ExportedTable, i18n: I18n) -> Option<PaperTable> {
    let columns = paper_columns(&choice.printed(table));
    let parts = [
        say!(i18n, paper.sign_name),
        say!(i18n, paper.sign_date),
        say!(i18n, paper.sign_signature),
    ];
    let roles = [say!(i18n, paper.sign_issued), say!(i18n, paper.sign_received)];
    let barcodes = choice.barcodes.get();
    let list = PaperTable {
        large: choice.large.get(),
        barcodes: if barcodes { scanned_columns(&table.columns) } else { Vec::new() },
        row_codes: row_code_column(&table.columns).filter(|_| choice.line_codes.get()),
        boxes: choice.boxes.get(),
        group: choice.group.with(|id| group_of(&table.columns, id)),
        code: table.code.clone(),
        signatures: match choice.signed.get() {
            true => roles.map(str::to_owned).to_vec(),
            false => Vec::new(),
        },
        signature_parts: parts.map(str::to_owned).to_vec(),
        facts: table.facts.clone(),
        columns,
    };
    Some(list).filter(|list| !list.columns.is_empty())
}

fn labels(choice: PrintChoice, table: &ExportedTable, today: NaiveDate) -> Option<PaperLabels> {
    let columns = label_columns(table.labelled());
    let (code, column) = choice.labelled.with(|id| label_column(&columns, id))?;
    let stock = choice.stock.stock()?;
    let skip = match stock {
        LabelStock::Sheet(of) => choice.first.with(|typed| count(typed, of.columns * of.rows))? - 1,
        LabelStock::Roll(..) => 0,
    };
    Some(PaperLabels {
        stock,
        skip,
        copies: choice.copies.with(|typed| count(typed, COPIES))?,
        outlines: choice.outlines.get(),
        code,
        item: (column.item && !choice.bars.get()).then(|| label_item(table.labelled(), today)),
        lines: label_lines(table.labelled(), &table.heads, code),
    })
}

/// The codes that are commands.
fn commands(i18n: I18n) -> PaperCodes {
    let code = |command: ScanCommand| PaperCode {
        caption: command_name(i18n, command).to_owned(),
        text: command.code().to_owned(),
        kind: PaperCodeKind::Bars,
    };
    let codes = ScanCommand::ALL.map(code).to_vec();
    PaperCodes {
        intro: say!(i18n, paper.commands_intro).to_owned(),
        sections: vec![PaperCodeSection { head: String::new(), codes }],
    }
}

/// Codes to try a scanner with.
fn scanner(i18n: I18n) -> PaperCodes {
    let code = |caption: &str, text: &str, kind| PaperCode {
        caption: caption.to_owned(),
        text: text.to_owned(),
        kind,
    };
    let (bars, digits, square) = (
        say!(i18n, paper.scanner_bars),
        say!(i18n, paper.scanner_digits),
        say!(i18n, paper.scanner_square),
    );
    let codes = vec![
        code(bars, SCANNER_TEST_CODE, PaperCodeKind::Bars),
        code(square, SCANNER_TEST_CODE, PaperCodeKind::Qr),
        code(digits, "0123456789", PaperCodeKind::Bars),
    ];
    PaperCodes {
        intro: say!(i18n, paper.scanner_intro).to_owned(),
        sections: vec![PaperCodeSection { head: String::new(), codes }],
    }
}

fn words(i18n: I18n, as_of: Option<String>) -> PaperWords {
    PaperWords {
        as_of: as_of.map(|time| say!(i18n, paper.as_of, time = time)).unwrap_or_default(),
        // Its places are filled in where the pages are laid out.
        page: say!(i18n, paper.page, page = "{page}", pages = "{pages}"),
        not_sent: say!(i18n, paper.not_sent).to_owned(),
        nothing: say!(i18n, paper.nothing).to_owned(),
        continued: say!(i18n, paper.continued, group = "{group}"),
        code: say!(i18n, paper.code, text = "{text}"),
        check_box: say!(i18n, paper.check_box).to_owned(),
        blank: say!(i18n, paper.blank).to_owned(),
        barcodes: say!(i18n, paper.barcode).to_owned(),
        aisle: say!(i18n, paper.aisle, aisle = "{aisle}"),
        no_group: say!(i18n, paper.no_group).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use contract::{DecimalMark, Language, PaperColumn, PaperGroup, PaperItem, PrintSettings};

    use super::*;
    use crate::components::grid::ColumnStand::{Beside, Hidden, OnScreen};
    use crate::components::grid::{Column, ColumnStand, GridData, GridHandle, ShownTable};
    use crate::pages::export::table::Exported;

    fn column(id: &'static str) -> Column {
        Column::new(id, Signal::stored(id.to_uppercase()), 4.0)
    }

    /// A table of these columns, in the order of the grid, and what is chosen for it at first.
    fn begun(columns: Vec<(Column, ColumnStand)>) -> (ExportedTable, PrintChoice) {
        let columns = (0..).zip(columns).map(|(at, (column, stand))| (at, column, stand));
        let shown = ShownTable {
            name: "lots",
            data: GridData::local(Signal::stored(Vec::new())),
            columns: columns.collect(),
        };
        let of = Exported::new(GridHandle::default(), Signal::stored("Lots".to_owned()));
        let of = of.undrawn(Signal::stored(Some(shown)));
        let table = ExportedTable::shown(&[of]).unwrap().on_paper();
        let choice = PrintChoice::start(Language::English);
        let last = PrintSettings::default();
        choice.offer(&last, "lots", Language::English, DecimalMark::Point);
        (table, choice)
    }

    fn labelled(code: Column, bars: bool) -> PaperLabels {
        let (lot, expires) = (column("lot").yields(1), column("expires").yields(2));
        let (table, choice) = begun(vec![(code, OnScreen), (lot, Beside), (expires, Beside)]);
        choice.bars.set(bars);
        untrack(|| labels(choice, &table, NaiveDate::default())).unwrap()
    }

    #[test]
    fn groups_and_barcodes_keep_their_columns_whichever_are_left_out() {
        Owner::new().with(|| {
            let (table, choice) = begun(vec![
                (column("comment"), Hidden),
                (column("movement"), OnScreen),
                (column("lot").number(), Beside),
                (column("code").items(), OnScreen),
            ]);
            let i18n = I18n::with(RwSignal::new(Language::English));
            let list = || untrack(|| list(choice, &table, i18n));
            choice.barcodes.set(true);
            choice.group.set("movement".to_owned());
            let all = list().unwrap();
            assert_eq!(all.columns, [(0, PaperColumn::Text), (1, PaperColumn::Code)]);
            let wanted = [("movement", false), ("comment", true), ("lot", true)];
            choice.columns.set(wanted.map(|(id, is)| (id.to_owned(), is)).into());
            let some = list().unwrap();
            let expected =
                [(3, PaperColumn::Text), (2, PaperColumn::Number), (1, PaperColumn::Code)];
            assert_eq!(some.columns, expected);
            // Rows stand together by a column that is not printed.
            assert_eq!((some.group, some.barcodes), (Some(PaperGroup::Same(0)), vec![1]));
            let none = ["movement", "code"].map(|id| (id.to_owned(), false));
            choice.columns.set(none.into());
            assert_eq!(list(), None, "a list without columns is none");
        });
    }

    #[test]
    fn labels_say_lot_and_expiry_also_where_the_window_has_no_room_for_them() {
        Owner::new().with(|| {
            let code = Column::new("code", Signal::stored("CODE".to_owned()), 4.0);
            let labels = labelled(code.items(), false);
            let today = NaiveDate::default();
            let item = PaperItem { lot: Some(1), expires: Some(2), today };
            assert_eq!(labels.item, Some(item));
            let lines = [(1, "LOT"), (2, "EXPIRES")].map(|(at, word)| (at, word.to_owned()));
            assert_eq!(labels.lines, lines);
            // Who wants bars has them.
            assert_eq!(labelled(code.items(), true).item, None);
        });
    }

    #[test]
    fn the_codes_of_lines_end_their_rows_where_somebody_wants_them() {
        Owner::new().with(|| {
            let (table, choice) = begun(vec![
                (column("bin").scanned(), OnScreen),
                (column("lot").yields(1), Beside),
                (column("line_code").on_paper(), Beside),
            ]);
            let listed = || untrack(|| list(choice, &table, I18n::with(choice.language))).unwrap();
            assert_eq!(listed().row_codes, None);
            choice.line_codes.set(true);
            assert_eq!((listed().row_codes, listed().columns.len()), (Some(2), 1));
            // It is no column that somebody could have printed by itself.
            assert!(table.in_order().iter().all(|(_, column, _)| column.id != "line_code"));
        });
    }

    #[test]
    fn paper_says_how_old_it_is_only_where_that_is_known() {
        Owner::new().with(|| {
            let said = |as_of: Option<&str>| {
                untrack(|| {
                    words(I18n::with(RwSignal::new(Language::English)), as_of.map(str::to_owned))
                })
            };
            assert_eq!(said(Some("19 Nov 2026, 14:02")).as_of, "Data as of 19 Nov 2026, 14:02");
            assert_eq!(said(None).as_of, "");
        });
    }

    #[test]
    fn the_number_of_a_movement_is_no_trade_item() {
        Owner::new().with(|| {
            let code = Column::new("code", Signal::stored("CODE".to_owned()), 4.0);
            assert_eq!(labelled(code.scanned(), false).item, None);
        });
    }
}
