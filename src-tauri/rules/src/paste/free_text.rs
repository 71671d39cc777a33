//! What lines of a letter ask for: words that may name a product, and a quantity. A line is read as people
//! write one, and what is doubtful asks for nothing; but each line is answered, so that whoever sees the
//! rows sees what was not understood. Pure.

mod words;

use contract::{DecimalMark, Quantity, read_quantity};

use crate::search::text::fold;
use words::{
    is_dozen, is_mark, is_measure, is_numbered, is_of, is_polite, is_street, is_unit, is_vessel,
};

/// What joins two things that are asked for in one line.
const JOINTS: [&str; 16] = [
    ", ",
    "; ",
    ";",
    "، ",
    " and ",
    " et ",
    " und ",
    " y ",
    " و ",
    " и ",
    " & ",
    " + ",
    " plus ",
    " then ",
    " puis ",
    " ainsi que ",
];

/// What stands before the items of a list.
const BULLETS: [char; 9] = ['-', '*', '•', '–', '—', '·', '▪', '>', '○'];

/// A longer line is no request; nobody waits for it to be taken apart.
const LONGEST: usize = 4_096;

/// A word of a line, with the same word folded.
struct Word<'a> {
    text: &'a str,
    folded: String,
}

/// What a line, or a part of one, asks for: words that may name a product, and the quantity as it was
/// typed. Of several things it is what the whole may be read as.
pub fn asked_in(text_line: &str, mark: DecimalMark) -> Option<(String, String)> {
    if text_line.len() > LONGEST {
        return None;
    }
    let line = without_bullet(text_line);
    let in_list = without_number(line).and_then(|line| asked_by(line, mark));
    in_list.or_else(|| asked_by(line, mark))
}

/// Rows of two columns, words and quantity, for what lines ask for. A line that asks for several things
/// has several; one that asks for nothing has its text and an empty quantity.
pub fn rows_of(lines: &[String], mark: DecimalMark) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for line in lines {
        let asked = all_asked_in(line, mark);
        if asked.is_empty() {
            rows.push(vec![line.trim().to_owned(), String::new()]);
        }
        rows.extend(asked.into_iter().map(|(words, quantity)| vec![words, quantity]));
    }
    rows
}

/// All that a line asks for. A part that asks for nothing belongs to the one before it, as a size does.
fn all_asked_in(line: &str, mark: DecimalMark) -> Vec<(String, String)> {
    let mut asked: Vec<(String, String)> = Vec::new();
    if line.len() > LONGEST {
        return asked;
    }
    let line = without_bullet(line);
    // From where to where the last thing that was asked for stands, and where what was not read begins.
    let (mut last, mut open) = (None, 0);
    for (from, to) in parts(line) {
        let part = line.get(from..to).unwrap_or_default();
        let whole = line.get(open..to).unwrap_or_default();
        if let Some(found) = asked_in(whole, mark) {
            asked.push(found);
            (last, open) = (Some(open), to);
        } else if let Some(found) = asked_in(part, mark) {
            let before = line.get(open..from).unwrap_or_default();
            let said = trimmed(before);
            let greets = said.split_whitespace().next().is_none_or(|word| is_polite(&fold(word)));
            if !greets {
                asked.push((said.to_owned(), String::new()));
            }
            asked.push(found);
            (last, open) = (Some(from), to);
        } else if let Some(begin) = last {
            let longer = asked_in(line.get(begin..to).unwrap_or_default(), mark);
            if let (Some(longer), Some(asked)) = (longer, asked.last_mut()) {
                *asked = longer;
            }
            open = to;
        }
    }
    asked
}

/// The parts of a line between what joins them, from where to where, the joints before them.
fn parts(line: &str) -> Vec<(usize, usize)> {
    let (mut parts, mut from, mut at) = (Vec::new(), 0, 0);
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let joint = JOINTS.into_iter().find(|joint| {
            rest.get(..joint.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(joint))
        });
        if let Some(joint) = joint {
            parts.push((from, at));
            from = at;
            // Its last blank may begin the next one.
            at += joint.trim_end().len().max(1);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    parts.push((from, line.len()));
    parts
}

fn without_bullet(line: &str) -> &str {
    let bare = line.trim();
    let rest = bare.trim_start_matches(|letter| BULLETS.contains(&letter));
    // A number below zero is none of a list.
    let is_list = rest.len() == bare.len() || rest.starts_with(char::is_whitespace);
    if is_list || !rest.starts_with(|letter: char| letter.is_ascii_digit()) {
        rest.trim()
    } else {
        bare
    }
}

/// A line without the number that it has in a list, as `3.` or `3)`.
fn without_number(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches('(').trim_start_matches(|it: char| it.is_ascii_digit());
    let is_number = (1..=4).contains(&(line.len() - rest.len()));
    let rest = rest.strip_prefix(['.', ')']).filter(|_| is_number)?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim())
}

fn asked_by(line: &str, mark: DecimalMark) -> Option<(String, String)> {
    // A joint begins a part that others come before.
    let line = line.trim_start_matches([',', ';', '،']).trim_start();
    // A number of a telephone begins with one of them.
    let line = line.strip_prefix("& ").or_else(|| line.strip_prefix("+ ")).unwrap_or(line);
    let words: Vec<_> = line
        .split([' ', '\t', '\u{3000}'])
        .filter(|word| !word.is_empty())
        .map(|text| Word { text, folded: fold(text) })
        .collect();
    let (name, quantity) = counted_first(&words, mark).or_else(|| counted_last(&words, mark))?;
    name.chars().any(char::is_alphanumeric).then_some((name, quantity))
}

/// `20x BK71`, `please send 20 boxes of gloves`: nothing but politeness stands before the number.
fn counted_first(words: &[Word<'_>], mark: DecimalMark) -> Option<(String, String)> {
    let at = words.iter().position(|word| !is_polite(&word.folded) || begins_number(word.text))?;
    let (quantity, glued) = number_at_start(words.get(at)?, mark)?;
    let rest = words.get(at + 1..)?;
    if let Some(glued) = glued {
        return Some((name(&[glued], rest), quantity));
    }
    let (rest, quantity) = match rest {
        [dozen, rest @ ..] if is_dozen(&dozen.folded) && !rest.is_empty() => {
            (rest, dozens(&quantity, dozen))
        }
        _ => (rest, quantity),
    };
    let first = rest.first()?;
    let is_place = rest.last().is_some_and(|word| is_street(&word.folded));
    if is_measure(&first.folded) || is_place {
        return None;
    }
    let named = uncounted(rest);
    // Boxes alone name nothing.
    let is_unnamed = matches!(named, [only] if is_unit(&only.folded));
    (!is_unnamed).then(|| (name(&[], named), quantity))
}

/// `BK71: 20`, `Gloves x 20`, `Gloves (20)`, `Gloves 20 pcs`, `BK71 20`.
fn counted_last(words: &[Word<'_>], mark: DecimalMark) -> Option<(String, String)> {
    let is_beside = |word: &Word<'_>| {
        is_unit(&word.folded) || is_polite(&word.folded) || word.text.starts_with('(')
    };
    let at = words.iter().rposition(|word| number_inside(word.text, mark).is_some())?;
    let (dozen, after) = match words.get(at + 1..)? {
        [dozen, after @ ..] if is_dozen(&dozen.folded) => (Some(dozen), after),
        after => (None, after),
    };
    // A remark in brackets may have several words.
    let is_remark = after.first().is_some_and(|word| word.text.starts_with('('));
    if !is_remark && !after.iter().all(is_beside) {
        return None;
    }
    let (number, is_said) = number_inside(words.get(at)?.text, mark)?;
    let mut before = words.get(..at)?;
    let number = match dozen {
        Some(dozen) => dozens(&number, dozen),
        None => number,
    };
    let is_counted = dozen.or(after.first().filter(|word| is_unit(&word.folded))).is_some();
    let mut is_marked = is_said || is_counted;
    if let Some((last, rest)) = before.split_last() {
        if is_mark(&last.folded) && !rest.is_empty() {
            // `10 x 10` is a size.
            let is_size =
                rest.last().is_some_and(|word| word.text.chars().all(|it| it.is_ascii_digit()));
            let is_times = matches!(last.folded.as_str(), "x" | "×" | "*");
            if is_size && is_times && rest.len() > 1 {
                return None;
            }
            (before, is_marked) = (rest, true);
        } else if last.text.ends_with([':', '=']) {
            is_marked = true;
        }
    }
    let begin = before.iter().position(|word| !is_polite(&word.folded))?;
    let before = before.get(begin..)?;
    let is_code = |word: &Word<'_>| word.text.chars().any(|it| it.is_ascii_digit());
    let is_code_alone = before.len() == 1 && before.iter().all(is_code);
    let is_of_another = before.first().is_none_or(|word| is_numbered(&word.folded))
        || before.last().is_none_or(|word| is_numbered(&word.folded));
    let is_asked = (is_marked || is_code_alone) && !is_of_another;
    is_asked.then(|| (name(&[], before), number))
}

/// So many pieces as dozens are. A number with marks is left to who reads it: what it comes to is not certain.
fn dozens(number: &str, word: &Word<'_>) -> String {
    let pieces = number.parse::<u64>().map(|dozens| dozens.saturating_mul(12).to_string());
    pieces.unwrap_or_else(|_| format!("{number} {}", word.text))
}

/// Words behind those that say by what things are counted.
fn uncounted<'a, 'b>(mut words: &'b [Word<'a>]) -> &'b [Word<'a>] {
    while let [first, rest @ ..] = words {
        let is_followed = rest.first().is_some_and(|word| is_of(&word.folded) || is_elided(word));
        let is_count = is_unit(&first.folded) || (is_vessel(&first.folded) && is_followed);
        if rest.is_empty() || !(is_count || is_of(&first.folded)) {
            break;
        }
        words = rest;
    }
    words
}

/// `d'alcool`
fn is_elided(word: &Word<'_>) -> bool {
    word.folded.starts_with("d'") || word.folded.starts_with("d’")
}

/// The words that may name a product, without politeness behind them.
fn name(first: &[&str], words: &[Word<'_>]) -> String {
    let is_polite = |word: &&Word<'_>| {
        is_polite(&word.folded) && word.text.chars().count() > 1 && !is_of(&word.folded)
    };
    let behind = words.iter().rev().take_while(is_polite).count();
    let words = words.get(..words.len() - behind).unwrap_or_default();
    let mut texts: Vec<&str> = first.to_vec();
    texts.extend(words.iter().map(|word| word.text));
    if let (Some(word), Some(text)) = (words.first(), texts.get_mut(first.len()))
        && is_elided(word)
    {
        *text = text.split_once(['\'', '’']).map_or(*text, |(_, rest)| rest);
    }
    trimmed(&texts.join(" ")).to_owned()
}

fn trimmed(text: &str) -> &str {
    let is_beside = |letter: char| letter.is_whitespace() || ".,;:=!،-–—".contains(letter);
    text.trim_end_matches(is_beside)
        .trim_start_matches(|it: char| it.is_whitespace() || ",;:=،".contains(it))
}

fn begins_number(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// The number that a word is or begins with, and what is glued to it: `20`, `20x`, `20pcs`, `20xBK71`.
fn number_at_start<'a>(word: &Word<'a>, mark: DecimalMark) -> Option<(String, Option<&'a str>)> {
    let text = word.text;
    if let Some(number) = number(text.trim_end_matches([':', ',']), mark) {
        return Some((number, None));
    }
    let end = text.find(|letter: char| !(letter.is_ascii_digit() || ".,'’".contains(letter)))?;
    let (digits, unit) = text.split_at_checked(end)?;
    let number = number(digits, mark)?;
    if is_unit(&fold(unit)) {
        return Some((number, None));
    }
    let glued = unit.strip_prefix(['x', 'X', '×', '*'])?;
    let is_name = glued.starts_with(char::is_alphabetic);
    is_name.then_some((number, Some(glued)))
}

/// The number in a word, and whether the word says that it is a quantity: `20`, `x20`, `(20)`, `BK71:20`
/// has none.
fn number_inside(text: &str, mark: DecimalMark) -> Option<(String, bool)> {
    let bare = text.trim_end_matches(['.', ',', ';', '!']);
    if let Some(number) = number(bare, mark) {
        return Some((number, false));
    }
    let inside = bare.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inside = inside.unwrap_or(bare);
    let digits = inside.trim_start_matches(['x', 'X', '×', '*', ':', '=']);
    let is_said = digits.len() < bare.len();
    let whole = number(digits, mark).or_else(|| {
        let end = digits.find(|letter: char| !letter.is_ascii_digit())?;
        let (digits, unit) = digits.split_at_checked(end)?;
        number(digits, mark).filter(|_| is_unit(&fold(unit)))
    });
    // "20pcs" says so as "x20" does.
    let is_counted = !digits.chars().all(|letter| letter.is_ascii_digit());
    whole.map(|number| (number, is_said || is_counted))
}

/// A number as it is typed, above nothing. A code may begin with a nought, and be longer than any order.
fn number(text: &str, mark: DecimalMark) -> Option<String> {
    let is_number = text.len() < 12
        && text.starts_with(|letter: char| letter.is_ascii_digit())
        && text.ends_with(|letter: char| letter.is_ascii_digit())
        && text.chars().all(|it| it.is_ascii_digit() || ".,'’\u{a0}\u{202f}".contains(it));
    let is_code = text.starts_with('0') && text.chars().nth(1).is_none_or(|it| it.is_ascii_digit());
    let is_read = !matches!(read_quantity(text, mark), Quantity::Empty)
        && text.matches(['.', ',']).count() <= 3;
    (is_number && !is_code && is_read).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
