//! What was chosen as it is handed over to be laid out, with its words in the language that was chosen.

use contract::{
    LabelStock, Paper, PaperCode, PaperCodeKind, PaperCodeSection, PaperCodes, PaperForm,
    PaperLabels, PaperTable, PaperWords, SCANNER_TEST_CODE, ScanCommand,
};
use leptos::prelude::*;

use super::choice::{
    CODE, COPIES, PrintChoice, PrintForm, group_of, label_columns, label_item, label_lines,
};
use super::stock::count;
use crate::i18n::{I18n, format_tag, is_right_to_left, say};
use crate::ipc;
use crate::pages::export::cells::{paper_columns, scanned_columns};
use crate::pages::export::table::ExportedTable;
use crate::pages::walk::command_name;

/// The document that was chosen, with rows of this time; `None` while a number in it is none.
pub fn paper(choice: PrintChoice, table: &ExportedTable, as_of: &str) -> Option<Paper> {
    let (i18n, language) = (I18n::with(choice.language), choice.language.get());
    let (title, form) = match choice.form.get() {
        PrintForm::List => (table.name.clone(), PaperForm::Table(list(choice, table, i18n))),
        PrintForm::Labels => (table.name.clone(), PaperForm::Labels(labels(choice, table)?)),
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

fn list(choice: PrintChoice, table: &ExportedTable, i18n: I18n) -> PaperTable {
    let parts = [
        say!(i18n, paper.sign_name),
        say!(i18n, paper.sign_date),
        say!(i18n, paper.sign_signature),
    ];
    let roles = [say!(i18n, paper.sign_issued), say!(i18n, paper.sign_received)];
    let barcodes = choice.barcodes.get();
    PaperTable {
        large: choice.large.get(),
        barcodes: if barcodes { scanned_columns(&table.columns) } else { Vec::new() },
        boxes: choice.boxes.get(),
        group: choice.group.with(|id| group_of(&table.columns, id)),
        code: table.code.clone(),
        signatures: match choice.signed.get() {
            true => roles.map(str::to_owned).to_vec(),
            false => Vec::new(),
        },
        signature_parts: parts.map(str::to_owned).to_vec(),
        facts: table.facts.clone(),
        columns: paper_columns(&table.columns),
    }
}

fn labels(choice: PrintChoice, table: &ExportedTable) -> Option<PaperLabels> {
    let columns = label_columns(&table.columns);
    let chosen = columns.iter().find(|(_, column)| choice.labelled.with(|id| column.id == *id));
    let (code, column) = chosen.or(columns.first())?;
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
        code: *code,
        item: (column.id == CODE).then(|| label_item(&table.columns)),
        lines: label_lines(&table.columns, &table.heads, *code),
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

fn words(i18n: I18n, as_of: &str) -> PaperWords {
    PaperWords {
        as_of: say!(i18n, paper.as_of, time = as_of),
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
