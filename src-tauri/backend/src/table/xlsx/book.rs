//! Which sheets a workbook has, and where they and what they refer to lie. Pure.

use std::collections::HashMap;

use quick_xml::events::Event;

use crate::table::limits::{SHEETS, TableFault};
use crate::table::package::Package;
use crate::table::xml::attribute;

/// What is known of a workbook before its sheets are read.
pub(super) struct BookParts {
    /// Its sheets of cells in their order; charts have no rows.
    pub sheets: Vec<ListedSheet>,
    /// Where texts lie that are stored once.
    pub texts: Option<String>,
    /// Where the formats lie.
    pub styles: Option<String>,
    /// Days are counted from 1904.
    pub is_1904: bool,
}

/// A sheet that a workbook lists.
pub(super) struct ListedSheet {
    /// What it is called.
    pub name: String,
    /// It is hidden, in whatever way.
    pub is_hidden: bool,
    /// Where its cells lie.
    pub place: String,
}

/// What a part says where others lie: its kind and place, by the key.
pub(super) type Links = HashMap<String, (String, String)>;

impl BookParts {
    /// Reads the list.
    pub(super) fn read(package: &mut Package<'_>) -> Result<Self, TableFault> {
        let whole = links(package, "")?;
        let place =
            of_kind(&whole, "officeDocument").unwrap_or_else(|| "xl/workbook.xml".to_owned());
        let links = links(package, &place)?;
        let mut book = Self {
            sheets: Vec::new(),
            texts: of_kind(&links, "sharedStrings").filter(|place| package.holds(place)),
            styles: of_kind(&links, "styles").filter(|place| package.holds(place)),
            is_1904: false,
        };
        let mut part = package.xml(&place)?;
        loop {
            match part.next()? {
                Event::Start(element) => match element.local_name().as_ref() {
                    "workbookPr" => {
                        let is_1904 = attribute(&element, "date1904");
                        book.is_1904 = matches!(is_1904.as_deref(), Some("1" | "true" | "on"));
                    }
                    "sheet" => {
                        let key = attribute(&element, "id").ok_or(TableFault::NotRead)?;
                        let (kind, place) = links.get(&*key).ok_or(TableFault::NotRead)?;
                        if kind == "worksheet" {
                            let name = attribute(&element, "name").unwrap_or_default();
                            let state = attribute(&element, "state").unwrap_or_default();
                            let is_hidden = matches!(&*state, "hidden" | "veryHidden");
                            let (name, place) = (name.into_owned(), place.clone());
                            book.sheets.push(ListedSheet { name, is_hidden, place });
                        }
                        if book.sheets.len() > SHEETS {
                            return Err(TableFault::TooLarge);
                        }
                    }
                    _ => (),
                },
                Event::Eof => return Ok(book),
                _ => (),
            }
        }
    }
}

/// The place of the first of a kind.
fn of_kind(links: &Links, kind: &str) -> Option<String> {
    links.values().find(|(is, _)| is == kind).map(|(_, place)| place.clone())
}

/// Where the parts lie to which this one refers; it may say nothing of any.
fn links(package: &mut Package<'_>, of: &str) -> Result<Links, TableFault> {
    let (folder, file) = of.rsplit_once('/').unwrap_or(("", of));
    let list = format!("{folder}/_rels/{file}.rels");
    let mut links = Links::new();
    if !package.holds(&list) {
        return Ok(links);
    }
    let mut part = package.xml(&list)?;
    loop {
        match part.next()? {
            Event::Start(element) if element.local_name().as_ref() == "Relationship" => {
                let kind = attribute(&element, "Type").unwrap_or_default();
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                let target = attribute(&element, "Target").unwrap_or_default();
                let key = attribute(&element, "Id").unwrap_or_default().into_owned();
                links.insert(key, (kind, joined(folder, &target)));
            }
            Event::Eof => return Ok(links),
            _ => (),
        }
        if links.len() > 10 * SHEETS {
            return Err(TableFault::TooLarge);
        }
    }
}

/// Where a target lies, as seen from a folder.
fn joined(folder: &str, target: &str) -> String {
    if let Some(whole) = target.strip_prefix('/') {
        return whole.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split(['/', '\\']) {
        match part {
            "." | "" => (),
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_from_where_they_are_named() {
        for (folder, target, place) in [
            ("xl", "worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl", "/xl/worksheets/sheet1.xml", "xl/worksheets/sheet1.xml"),
            ("xl", "../sheet1.xml", "sheet1.xml"),
            ("xl", "../../../sheet1.xml", "sheet1.xml"),
            ("", "xl/workbook.xml", "xl/workbook.xml"),
            ("xl", ".\\sheet1.xml", "xl/sheet1.xml"),
        ] {
            assert_eq!(joined(folder, target), place, "{folder} {target}");
        }
    }
}
