//! The first table of an HTML text, as spreadsheets, mail and pages in a browser put it on the
//! clipboard, and the writing of one. Nothing of it is ever given to the document: tags are read
//! over, text is taken. Deliberately absent: every rule of HTML that no clipboard needs.

use super::page_text::push_text;

/// How far merged cells reach at most: a page may claim anything.
const MERGED: usize = 1_000;

/// The cells of the first table; none where there is no table. A merged cell has its text in its
/// first place and leaves the others empty.
pub fn read(html: &str) -> Vec<Vec<String>> {
    let mut table = Table::default();
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
                table.end_row();
                return table.rows;
            }
            "table" if tag.closes => table.depth = table.depth.saturating_sub(1),
            "table" => table.depth += 1,
            // What stands in them is no text of the page.
            "style" | "script" | "title" if !tag.closes => rest = behind(rest, tag.name),
            name => table.tag(name, &tag),
        }
    }
    table.text(rest);
    table.end_row();
    table.rows
}

/// A table of cells.
pub fn write(cells: &[Vec<String>]) -> String {
    let mut html = String::from("<table>");
    for row in cells {
        html.push_str("<tr>");
        for cell in row {
            html.push_str("<td>");
            for character in cell.chars() {
                match character {
                    '&' => html.push_str("&amp;"),
                    '<' => html.push_str("&lt;"),
                    '\n' => html.push_str("<br>"),
                    '\t' => html.push_str("&#9;"),
                    other => html.push(other),
                }
            }
            html.push_str("</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</table>");
    html
}

#[derive(Default)]
struct Table {
    /// How many tables are open; one inside a cell is text of the cell.
    depth: usize,
    rows: Vec<Vec<String>>,
    row: Option<Vec<String>>,
    cell: Option<String>,
    /// How many further places the open cell takes in its row, and in how many further rows.
    merged: (usize, usize),
    /// For each place of a row, in how many further rows it is taken by a cell from above.
    taken: Vec<usize>,
}

impl Table {
    fn text(&mut self, text: &str) {
        if let Some(cell) = &mut self.cell {
            push_text(cell, text);
        }
    }

    fn tag(&mut self, name: &str, tag: &Tag<'_>) {
        match name {
            "br" | "p" | "div" | "li" => {
                let ended = |cell: &&mut String| cell.is_empty() || cell.ends_with('\n');
                if let Some(cell) = self.cell.as_mut().filter(|cell| !ended(cell)) {
                    cell.push('\n');
                }
            }
            "tr" if self.depth == 1 => {
                self.end_row();
                self.row = (!tag.closes).then(Vec::new);
            }
            "td" | "th" if self.depth == 1 => {
                self.end_cell();
                if !tag.closes {
                    self.begin_cell(tag);
                }
            }
            _ => {}
        }
    }

    fn begin_cell(&mut self, tag: &Tag<'_>) {
        self.pass_taken();
        self.merged = (tag.span("colspan"), tag.span("rowspan"));
        self.row.get_or_insert_default();
        self.cell = Some(String::new());
    }

    fn end_cell(&mut self) {
        let (Some(text), Some(row)) = (self.cell.take(), &mut self.row) else { return };
        let text: Vec<&str> = text.lines().map(str::trim).collect();
        let place = row.len();
        row.push(text.join("\n").trim().to_owned());
        let (across, down) = std::mem::take(&mut self.merged);
        row.resize(place + 1 + across, String::new());
        if down > 0 {
            self.taken.resize(self.taken.len().max(row.len()), 0);
            self.taken[place..row.len()].fill(down + 1);
        }
    }

    /// Leaves the places empty that cells from above reach into.
    fn pass_taken(&mut self) {
        let row = self.row.get_or_insert_default();
        while self.taken.get(row.len()).is_some_and(|rows| *rows > 0) {
            row.push(String::new());
        }
    }

    fn end_row(&mut self) {
        self.end_cell();
        if self.row.is_none() {
            return;
        }
        self.pass_taken();
        self.rows.extend(self.row.take());
        for rows in &mut self.taken {
            *rows = rows.saturating_sub(1);
        }
    }
}

struct Tag<'a> {
    /// Its name; empty for a comment.
    name: &'static str,
    closes: bool,
    inside: &'a str,
}

impl Tag<'_> {
    /// How many further places a merged cell takes.
    fn span(&self, name: &str) -> usize {
        let inside = self.inside.to_ascii_lowercase();
        let value = inside.find(name).map(|at| inside[at + name.len()..].trim_start());
        let value = value.and_then(|rest| rest.strip_prefix('=')).unwrap_or_default();
        let digits = value.trim_start().trim_start_matches(['"', '\'']);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        digits[..end].parse::<usize>().unwrap_or(1).saturating_sub(1).min(MERGED)
    }
}

/// Tags that mean something here.
const NAMES: [&str; 11] =
    ["table", "tr", "td", "th", "br", "p", "div", "li", "style", "script", "title"];

/// The tag, or comment, at the beginning of a text, and what follows it.
fn tag(text: &str) -> (Tag<'_>, &str) {
    if let Some(comment) = text.strip_prefix("<!--") {
        let end = comment.find("-->").map_or(comment.len(), |at| at + 3);
        return (Tag { name: "", closes: false, inside: "" }, &comment[end..]);
    }
    let end = end_of_tag(text);
    let inside = text[1..end].trim_end_matches('>');
    let closes = inside.starts_with('/');
    let inside = inside.trim_start_matches('/');
    let named = inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len());
    let name = NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(&inside[..named]));
    (Tag { name: name.unwrap_or_default(), closes, inside }, &text[end..])
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
    let lower = text.to_ascii_lowercase();
    let end = lower.find(&format!("</{name}")).unwrap_or(text.len());
    &text[end..]
}
