//! A page with tables, as many systems export it under a workbook's name: each table is a sheet. Pure.

use contract::html::{self, PageTable, TableRoom};

use crate::table::cell::TableCell;
use crate::table::limits::{CELLS, COLUMNS, SHEETS, Spent, TableFault};
use crate::table::rows::{RowsDraft, TableSheet};

/// The sheets of a page; tables in which nothing stands are none.
pub(super) fn sheets(page: &str) -> Result<Vec<TableSheet>, TableFault> {
    let (mut sheets, mut spent) = (Vec::new(), Spent::default());
    let mut room = TableRoom::of(CELLS, COLUMNS);
    let mut rest = page;
    while !rest.is_empty() {
        let table = html::table(rest, &mut room).map_err(|_| TableFault::TooLarge)?;
        // Its rows would be glued to one text: half a table is worse than none.
        if room.has_nested() {
            return Err(TableFault::NotRead);
        }
        rest = table.rest;
        if table.rows.iter().flatten().all(String::is_empty) {
            continue;
        }
        if sheets.len() >= SHEETS {
            return Err(TableFault::TooLarge);
        }
        sheets.push(sheet(table, &mut spent)?);
    }
    // One table needs no name; of several each has its number.
    if sheets.len() > 1 {
        for (number, sheet) in (1_u32..).zip(&mut sheets) {
            sheet.name = number.to_string();
        }
    }
    if sheets.is_empty() { Err(TableFault::NotRead) } else { Ok(sheets) }
}

fn sheet(table: PageTable<'_>, spent: &mut Spent) -> Result<TableSheet, TableFault> {
    let mut draft = RowsDraft::default();
    for (at, row) in table.rows.into_iter().enumerate() {
        for (column, text) in row.into_iter().enumerate() {
            draft.put(spent, (at, column), TableCell::of_text(&text))?;
        }
    }
    table.hidden.into_iter().for_each(|row| draft.hide(row));
    Ok(draft.finish(String::new(), false))
}
