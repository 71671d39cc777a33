//! The texts of operations: what may be sent, and how long ones are shown. Every change passes here
//! before it is kept. Deliberately absent: drafts, which are kept as they are typed.

use contract::{LineChange, Operation};

use crate::error::Error;

/// Characters of a name, a code or an id.
const NAME: usize = 1_000;

/// Characters of a comment or a description.
const FREE: usize = 10_000;

/// Characters of a text in a list.
const SHOWN: usize = 1_000;

#[derive(Clone, Copy)]
enum Kind {
    /// One line.
    Name,
    /// Lines with tabs.
    Free,
}

/// Whether all texts of an operation may be sent.
///
/// # Errors
/// [`Error::Invalid`] with the field of the first that may not.
pub(crate) fn check(operation: &Operation) -> Result<(), Error> {
    let mut copy = operation.clone();
    let mut checked = Ok(());
    each_text(&mut copy, &mut |field, kind, text| {
        if checked.is_ok()
            && let Some(problem) = problem(kind, text)
        {
            checked = Err(Error::Invalid { field, problem });
        }
    });
    checked
}

/// Cuts the texts of an operation as a list shows them.
pub(crate) fn shorten(operation: &mut Operation) {
    each_text(operation, &mut |_, _, text| cut(text));
}

/// Cuts a text as a list shows it.
pub(crate) fn cut(text: &mut String) {
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push('…');
    }
}

fn problem(kind: Kind, text: &str) -> Option<&'static str> {
    let is_long = |most: usize| text.chars().nth(most).is_some();
    match kind {
        Kind::Name if is_long(NAME) => Some("it has more than 1000 characters"),
        Kind::Free if is_long(FREE) => Some("it has more than 10000 characters"),
        Kind::Name if text.contains(char::is_control) => Some("it holds control characters"),
        Kind::Free if text.contains(|c: char| c.is_control() && !"\n\r\t".contains(c)) => {
            Some("it holds control characters")
        }
        _ => None,
    }
}

/// Hands every text of an operation that people type to `take`, with the name of its field.
fn each_text(operation: &mut Operation, take: &mut impl FnMut(&'static str, Kind, &mut String)) {
    match operation {
        Operation::CreateMovement(form) => {
            take("name", Kind::Name, &mut form.name);
            take("description", Kind::Free, &mut form.description);
        }
        Operation::UpdateHeader(fields) => {
            fields.name.iter_mut().for_each(|name| take("name", Kind::Name, name));
            let texts = fields.description.iter_mut();
            texts.for_each(|text| take("description", Kind::Free, text));
        }
        Operation::CreateCategory { name } => take("name", Kind::Name, name),
        Operation::Pick { picks, .. } => {
            for pick in picks {
                pick.id.iter_mut().for_each(|id| take("picks", Kind::Name, id));
                take("picks", Kind::Name, &mut pick.inventory_item);
            }
        }
        Operation::ChangeLine(
            LineChange::Revise { reason_code, comments, .. }
            | LineChange::Substitute { reason_code, comments, .. }
            | LineChange::Cancel { reason_code, comments, .. },
        ) => {
            take("reason_code", Kind::Name, reason_code);
            comments.iter_mut().for_each(|text| take("comments", Kind::Free, text));
        }
        Operation::ChangeLine(
            LineChange::Create { .. }
            | LineChange::Update { .. }
            | LineChange::Revert { .. }
            | LineChange::Delete { .. },
        ) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn category(name: &str) -> Operation {
        Operation::CreateCategory { name: name.to_owned() }
    }

    fn cancel(comments: &str) -> Operation {
        let comments = Some(comments.to_owned());
        let reason_code = "STOCKOUT".to_owned();
        Operation::ChangeLine(LineChange::Cancel { item: "i".into(), reason_code, comments })
    }

    fn field(operation: &Operation) -> Option<&'static str> {
        match check(operation) {
            Err(Error::Invalid { field, .. }) => Some(field),
            _ => None,
        }
    }

    #[test]
    fn names_have_a_thousand_characters_in_one_line() {
        assert_eq!(field(&category(&"é".repeat(1_000))), None);
        assert_eq!(field(&category(&"é".repeat(1_001))), Some("name"));
        for bad in ["a\0", "a\u{1b}[2J", "a\nb", "a\tb", "a\u{85}"] {
            assert_eq!(field(&category(bad)), Some("name"), "{bad:?}");
        }
    }

    #[test]
    fn comments_have_ten_thousand_characters_in_lines() {
        assert_eq!(field(&cancel(&"x".repeat(10_000))), None);
        assert_eq!(field(&cancel(&"x".repeat(10_001))), Some("comments"));
        assert_eq!(field(&cancel("one\r\n\ttwo")), None);
        assert_eq!(field(&cancel("one\u{7}")), Some("comments"));
    }

    #[test]
    fn a_list_shows_the_beginning_of_a_long_text() {
        let mut operation = cancel(&"é".repeat(5_000));
        shorten(&mut operation);
        let Operation::ChangeLine(LineChange::Cancel { comments, .. }) = operation else {
            panic!()
        };
        assert_eq!(comments.unwrap(), "é".repeat(1_000) + "…");
    }
}
