//! Text cut into rows and fields. A field between quotation marks may hold separators and line ends; a
//! mark that is not closed as one must be, is a letter like others, so that it takes no rows with it.
//! Pure.

use std::borrow::Cow;

const QUOTE: char = '"';

/// Rows of a text, one after the other.
pub(super) struct Records<'a> {
    rest: &'a str,
    separator: Option<char>,
}

/// What ends a field.
#[derive(PartialEq, Eq)]
enum FieldEnd {
    Separator,
    Line,
}

impl<'a> Records<'a> {
    /// The rows of a text. Without a separator each line is one field.
    pub(super) fn of(rest: &'a str, separator: Option<char>) -> Self {
        Self { rest, separator }
    }

    /// Hands on the fields of the next row with their columns; answers whether there was one.
    pub(super) fn next<E>(
        &mut self,
        mut take: impl FnMut(usize, &str) -> Result<(), E>,
    ) -> Result<bool, E> {
        if self.rest.is_empty() {
            return Ok(false);
        }
        let mut column = 0;
        loop {
            let (field, end) = self.field();
            take(column, &field)?;
            if end == FieldEnd::Line {
                return Ok(true);
            }
            column += 1;
        }
    }

    fn field(&mut self) -> (Cow<'a, str>, FieldEnd) {
        if let Some((field, rest)) = self.separator.and_then(|_| quoted(self.rest))
            && let Some(end) = self.end(rest)
        {
            return (field, end);
        }
        let separator = self.separator;
        let is_end = |letter: char| matches!(letter, '\n' | '\r') || Some(letter) == separator;
        let at = self.rest.find(is_end).unwrap_or(self.rest.len());
        let (field, rest) = self.rest.split_at(at);
        let end = self.end(rest).unwrap_or(FieldEnd::Line);
        (Cow::Borrowed(field), end)
    }

    /// Goes behind the end of a field, if one stands here.
    fn end(&mut self, rest: &'a str) -> Option<FieldEnd> {
        let (end, length) = match rest.chars().next() {
            None => (FieldEnd::Line, 0),
            Some('\r') if rest.starts_with("\r\n") => (FieldEnd::Line, 2),
            Some('\r' | '\n') => (FieldEnd::Line, 1),
            Some(letter) if Some(letter) == self.separator => {
                (FieldEnd::Separator, letter.len_utf8())
            }
            Some(_) => return None,
        };
        self.rest = rest.get(length..).unwrap_or_default();
        Some(end)
    }
}

/// A field between quotation marks, and what stands behind it.
fn quoted(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let inside = text.strip_prefix(QUOTE)?;
    let mut from = 0;
    loop {
        let at = from + inside.get(from..)?.find(QUOTE)?;
        let rest = inside.get(at + 1..)?;
        if !rest.starts_with(QUOTE) {
            let field = inside.get(..at)?;
            let field = match field.contains(QUOTE) {
                true => Cow::Owned(field.replace("\"\"", "\"")),
                false => Cow::Borrowed(field),
            };
            return Some((field, rest));
        }
        from = at + 2;
    }
}
