//! Tables of an HTML page, as spreadsheets, mail and browsers put it on the clipboard, and as many systems export
//! it under a workbook's name. Tags are read over, text is taken, and how much there may be is counted before it is
//! made room for. Pure. Deliberately absent: every rule of HTML that no clipboard needs.

mod page_text;

use crate::PASTED_CELLS;
use page_text::push_text;

/// A table has more cells or columns than there is room for: none of it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

/// The room that is left for the cells of tables, counted while they are read.
#[derive(Clone, Debug)]
pub struct TableRoom {
    cells: usize,
    columns: usize,
    has_nested: bool,
}

impl TableRoom {
    /// Room for so many cells in all, and for so many columns.
    #[must_use]
    pub fn of(cells: usize, columns: usize) -> Self {
        Self { cells, columns, has_nested: false }
    }

    /// Whether a table stood in a cell of another one, whose text is that of the cell then.
    #[must_use]
    pub fn has_nested(&self) -> bool {
        self.has_nested
    }

    /// Takes so many more cells in a row that has `width` then.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn take(&mut self, cells: usize, width: usize) -> Result<(), TooLarge> {
        self.cells = self.cells.checked_sub(cells).ok_or(TooLarge)?;
        if width > self.columns { Err(TooLarge) } else { Ok(()) }
    }
}

/// A table of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageTable<'a> {
    /// The cells of its rows, those that are not shown among them.
    pub rows: Vec<Vec<String>>,
    /// Which of its rows the page does not show, counted from 0.
    pub hidden: Vec<usize>,
    /// What follows it.
    pub rest: &'a str,
}

/// The cells of the first table, none where there is no table, and what follows it. A merged cell has its text in its
/// first place and leaves the others empty.
///
/// # Errors
/// If there is no room for it.
pub fn table<'a>(html: &'a str, room: &mut TableRoom) -> Result<PageTable<'a>, TooLarge> {
    let mut table = Table::of(room);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        table.text(&rest[..at]);
        rest = &rest[at..];
        if !rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'))
        {
            table.text("<");
            rest = &rest[1..];
            continue;
        }
        let (tag, after) = tag(rest);
        rest = after;
        match tag.name {
            "table" if tag.closes && table.depth == 1 => {
                return table.end(rest);
            }
            "table" if tag.closes => table.depth = table.depth.saturating_sub(1),
            "table" => {
                table.room.has_nested |= table.depth > 0;
                table.depth += 1;
            }
            // What stands in them is no text of the page.
            "style" | "script" | "title" if !tag.closes => rest = behind(rest, tag.name),
            name => table.tag(name, &tag)?,
        }
    }
    table.text(rest);
    table.end("")
}

struct Table<'r> {
    /// How many tables are open; one inside a cell is text of the cell.
    depth: usize,
    rows: Vec<Vec<String>>,
    /// Which of them are not shown, and whether the open one is not.
    hidden: Vec<usize>,
    is_hidden: bool,
    row: Option<Vec<String>>,
    cell: Option<String>,
    /// How many further places the open cell takes in its row, and in how many further rows.
    merged: (usize, usize),
    /// For each place of a row, in how many further rows it is taken by a cell from above.
    from_above: Vec<usize>,
    /// For all places of all rows, those that merged cells take among them.
    room: &'r mut TableRoom,
}

impl<'r> Table<'r> {
    fn of(room: &'r mut TableRoom) -> Self {
        Self {
            depth: 0,
            rows: Vec::new(),
            hidden: Vec::new(),
            is_hidden: false,
            row: None,
            cell: None,
            merged: (0, 0),
            from_above: Vec::new(),
            room,
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(cell) = &mut self.cell {
            push_text(cell, text);
        }
    }

    fn tag(&mut self, name: &str, tag: &HtmlTag<'_>) -> Result<(), TooLarge> {
        match name {
            "br" | "p" | "div" | "li" => {
                let ended = |cell: &&mut String| cell.is_empty() || cell.ends_with('\n');
                if let Some(cell) = self.cell.as_mut().filter(|cell| !ended(cell)) {
                    cell.push('\n');
                }
            }
            "tr" if self.depth == 1 => {
                self.end_row()?;
                self.row = (!tag.closes).then(Vec::new);
                self.is_hidden = !tag.closes && tag.is_hidden();
            }
            "td" | "th" if self.depth == 1 => {
                self.end_cell()?;
                if !tag.closes {
                    self.begin_cell(tag)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn begin_cell(&mut self, tag: &HtmlTag<'_>) -> Result<(), TooLarge> {
        self.pass_taken()?;
        self.merged = (tag.span("colspan"), tag.span("rowspan"));
        self.cell = Some(String::new());
        Ok(())
    }

    fn end_cell(&mut self) -> Result<(), TooLarge> {
        let (Some(text), Some(row)) = (self.cell.take(), &mut self.row) else { return Ok(()) };
        let text: Vec<&str> = text.lines().map(str::trim).collect();
        let (across, down) = std::mem::take(&mut self.merged);
        let (place, width) = (row.len(), row.len() + 1 + across);
        self.room.take(1 + across, width)?;
        row.push(text.join("\n").trim().to_owned());
        row.resize(width, String::new());
        if down > 0 {
            self.from_above.resize(self.from_above.len().max(width), 0);
            self.from_above[place..width].fill(down + 1);
        }
        Ok(())
    }

    /// Leaves the places empty that cells from above reach into.
    fn pass_taken(&mut self) -> Result<(), TooLarge> {
        let row = self.row.get_or_insert_default();
        while self.from_above.get(row.len()).is_some_and(|rows| *rows > 0) {
            row.push(String::new());
            self.room.take(1, row.len())?;
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), TooLarge> {
        self.end_cell()?;
        if self.row.is_none() {
            return Ok(());
        }
        self.pass_taken()?;
        if self.row.as_ref().is_some_and(Vec::is_empty) {
            // Rows without cells take room, too.
            self.room.take(1, 0)?;
        }
        if std::mem::take(&mut self.is_hidden) {
            self.hidden.push(self.rows.len());
        }
        self.rows.extend(self.row.take());
        for rows in &mut self.from_above {
            *rows = rows.saturating_sub(1);
        }
        Ok(())
    }

    /// The table, which ends here.
    fn end(mut self, rest: &str) -> Result<PageTable<'_>, TooLarge> {
        self.end_row()?;
        Ok(PageTable { rows: self.rows, hidden: self.hidden, rest })
    }
}

struct HtmlTag<'a> {
    /// Its name; empty for a comment.
    name: &'static str,
    closes: bool,
    inside: &'a str,
}

impl HtmlTag<'_> {
    /// Whether its style takes what it is about out of the page; of two rules the last one counts.
    fn is_hidden(&self) -> bool {
        let style = self.value("style").unwrap_or_default().to_ascii_lowercase();
        let shown = style.rsplit(';').find_map(|rule| {
            let (property, value) = rule.split_once(':')?;
            (property.trim() == "display").then(|| value.trim().to_owned())
        });
        self.value("hidden").is_some() || shown.is_some_and(|shown| shown.starts_with("none"))
    }

    /// What an attribute holds, where the tag has it.
    fn value(&self, name: &str) -> Option<&str> {
        let is_space = |c: char| c.is_ascii_whitespace() || c == '/';
        let mut rest = self.inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        loop {
            rest = rest.trim_start_matches(is_space);
            // Its first letter is part of its name, whatever it is.
            let mut letters = rest.char_indices().skip(1);
            let end = letters.find(|(_, letter)| is_space(*letter) || *letter == '=');
            let (named, after) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
            if named.is_empty() {
                return None;
            }
            rest = after.trim_start();
            let Some(given) = rest.strip_prefix('=').map(str::trim_start) else {
                if named.eq_ignore_ascii_case(name) {
                    return Some("");
                }
                continue;
            };
            let (value, after) = match given.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    given[1..].split_once(quote).unwrap_or((&given[1..], ""))
                }
                _ => {
                    let end = given.find(|c: char| c.is_ascii_whitespace());
                    given.split_at(end.unwrap_or(given.len()))
                }
            };
            if named.eq_ignore_ascii_case(name) {
                return Some(value);
            }
            rest = after;
        }
    }

    /// How many further places a merged cell takes. A page may claim anything: what it claims beyond
    /// a whole block is too much in any case.
    fn span(&self, name: &str) -> usize {
        let inside = self.inside.to_ascii_lowercase();
        let value = inside.find(name).map(|at| inside[at + name.len()..].trim_start());
        let value = value.and_then(|rest| rest.strip_prefix('=')).unwrap_or_default();
        let digits = value.trim_start().trim_start_matches(['"', '\'']);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse::<usize>().unwrap_or(1).saturating_sub(1).min(PASTED_CELLS)
    }
}

/// Tags that mean something here.
const NAMES: [&str; 11] =
    ["table", "tr", "td", "th", "br", "p", "div", "li", "style", "script", "title"];

/// The tag, or comment, at the beginning of a text, and what follows it.
fn tag(text: &str) -> (HtmlTag<'_>, &str) {
    if let Some(comment) = text.strip_prefix("<!--") {
        let end = comment.find("-->").map_or(comment.len(), |at| at + 3);
        return (HtmlTag { name: "", closes: false, inside: "" }, &comment[end..]);
    }
    let end = end_of_tag(text);
    let inside = text[1..end].trim_end_matches('>');
    let closes = inside.starts_with('/');
    let inside = inside.trim_start_matches('/');
    let named = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    let name = NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(&inside[..named]));
    (HtmlTag { name: name.unwrap_or_default(), closes, inside }, &text[end..])
}

/// Where a tag ends: at its `>`, but not at one inside a quoted value.
fn end_of_tag(text: &str) -> usize {
    let mut quote = None;
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            _ => {}
        }
    }
    text.len()
}

/// What follows the end of an element whose content is not read.
fn behind<'a>(text: &'a str, name: &str) -> &'a str {
    let is_end = |at: &usize| {
        let named = text.get(at + 2..at + 2 + name.len());
        named.is_some_and(|named| named.eq_ignore_ascii_case(name))
    };
    let end = text.match_indices("</").map(|(at, _)| at).find(is_end).unwrap_or(text.len());
    &text[end..]
}
