//! The first table of an HTML text on the clipboard, and the writing of one. Nothing of it is ever given to the
//! document.

use contract::html;

use super::cells::{TooLarge, room};

/// The cells of the first table; none where there is no table.
pub fn read(page: &str) -> Result<Vec<Vec<String>>, TooLarge> {
    html::table(page, &mut room()).map(|table| table.rows)
}

/// A table of cells. All but plain numbers say in the way of spreadsheets that they are texts, so that
/// none is read as a formula or a day.
pub fn write(cells: &[Vec<String>]) -> String {
    let mut html = String::from("<table>");
    for row in cells {
        html.push_str("<tr>");
        for cell in row {
            html.push_str(if is_number(cell) { "<td>" } else { TEXT });
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

/// A cell that holds a text, to the spreadsheets that know one format or the other.
const TEXT: &str = r#"<td style='mso-number-format:"\@"' sdnum="1033;0;@">"#;

/// A number that a spreadsheet shows as it is written here.
fn is_number(cell: &str) -> bool {
    let is_short = (1..=15).contains(&cell.len());
    is_short
        && cell.bytes().all(|byte| byte.is_ascii_digit())
        && (cell == "0" || !cell.starts_with('0'))
}
