//! The preview lines of a new movement: the items of a stocklist with the quantities typed over
//! them. Pure; drawn by `preview`.

use std::collections::HashMap;

use contract::gs1::{item_of, trade_item, without_mark};
use contract::{PreviewLine, StocklistItem};

use crate::ipc;
use crate::wording::format::Quantity;

/// The largest quantity the service takes.
const MOST: i64 = u32::MAX as i64;

/// A line of the preview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What goes into the form.
    pub preview: PreviewLine,
    /// What the list asks for, where the service tells.
    pub listed: Option<i64>,
    /// What was typed as quantity and is none.
    pub unread: Option<Unread>,
}

/// A quantity that cannot be used, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// As typed.
    pub text: String,
    /// What is wrong with it.
    pub why: QuantityProblem,
}

/// Why a quantity cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantityProblem {
    /// Not a whole number.
    NotWhole,
    /// More than the service takes.
    TooMany,
}

/// What the foot says of the lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Lines in all.
    pub all: u32,
    /// Lines the movement will have.
    pub kept: u32,
    /// Lines it will have with another quantity than the list's.
    pub changed: u32,
    /// Lines not ticked.
    pub left_out: u32,
    /// Ticked lines of nothing.
    pub nothing: u32,
    /// Products in more than one line.
    pub twice: u32,
}

impl Line {
    /// The line of an item, as the list has it.
    pub fn of(item: &StocklistItem) -> Self {
        let quantity = item.quantity.unwrap_or_default();
        let preview = PreviewLine {
            item: item.id.clone(),
            product: item.product.clone(),
            listed: quantity,
            quantity,
            included: true,
        };
        Self { preview, listed: item.quantity, unread: None }
    }

    /// The line of a draft, as it was kept.
    pub fn again(preview: &PreviewLine) -> Self {
        Self { preview: preview.clone(), listed: Some(preview.listed), unread: None }
    }

    /// Takes a quantity as typed; an emptied cell is as the list has it.
    pub fn type_quantity(&mut self, text: &str, read: Quantity) {
        let wrong = |why| Some(Unread { text: text.to_owned(), why });
        self.unread = match read {
            Quantity::Whole(quantity) if quantity > MOST => wrong(QuantityProblem::TooMany),
            Quantity::Whole(quantity) => {
                self.preview.quantity = quantity;
                None
            }
            Quantity::Empty => {
                self.preview.quantity = self.preview.listed;
                None
            }
            Quantity::Broken | Quantity::NotANumber => wrong(QuantityProblem::NotWhole),
        };
    }

    /// How many more than the list asks for; `None` if it is as many, or left out, or not known.
    pub fn change(&self) -> Option<i64> {
        let by = self.preview.quantity.saturating_sub(self.listed?);
        (self.preview.included && self.unread.is_none() && by != 0).then_some(by)
    }

    /// Whether it is not as the list has it.
    pub fn is_touched(&self) -> bool {
        self.unread.is_some()
            || !self.preview.included
            || self.preview.quantity != self.preview.listed
    }

    /// Whether code or name hold all words of a search, in lower case.
    pub fn has(&self, words: &[String]) -> bool {
        let product = &self.preview.product;
        let texts = [&product.code, &product.name].into_iter().flatten();
        let text = texts.map(|text| ipc::lower(text)).collect::<Vec<_>>().join(" ");
        words.iter().all(|word| text.contains(word))
    }
}

/// The lines of products by their codes.
pub struct LineCodes {
    exact: HashMap<String, usize>,
    /// By the numbers of trade items; nothing where several products have one, written in several ways.
    items: HashMap<String, Option<usize>>,
}

impl LineCodes {
    /// Of these lines; of several of one code it is the first.
    pub fn of(lines: &[Line]) -> Self {
        let (mut exact, mut items) = (HashMap::new(), HashMap::new());
        for (at, line) in lines.iter().enumerate() {
            let product = &line.preview.product;
            let Some(code) = product.code.as_deref().map(str::trim).filter(|it| !it.is_empty())
            else {
                continue;
            };
            exact.entry(code.to_ascii_lowercase()).or_insert(at);
            if let Some(item) = trade_item(code) {
                let known = items.entry(item).or_insert(Some(at));
                let is_another = |first: usize| lines[first].preview.product.id != product.id;
                if known.is_some_and(is_another) {
                    *known = None;
                }
            }
        }
        Self { exact, items }
    }

    /// The line of a code, as it is or as a GS1 label says it; one with these very signs before one that is the
    /// same number written otherwise.
    pub fn find(&self, code: &str) -> Option<usize> {
        let code = without_mark(code.trim());
        if let Some(at) = self.exact.get(&code.to_ascii_lowercase()) {
            return Some(*at);
        }
        let item = item_of(code);
        let exact = self.exact.get(&item.to_ascii_lowercase()).copied();
        exact.or_else(|| self.items.get(&trade_item(&item)?).copied().flatten())
    }
}

impl Facts {
    /// Counts the lines.
    pub fn of(lines: &[Line]) -> Self {
        let count = |wanted: fn(&Line) -> bool| {
            u32::try_from(lines.iter().filter(|line| wanted(line)).count()).unwrap_or(u32::MAX)
        };
        let mut times: HashMap<_, u32> = HashMap::new();
        for line in lines.iter().filter(|line| line.preview.is_kept()) {
            *times.entry(&line.preview.product.id).or_default() += 1;
        }
        let twice = times.values().filter(|times| **times > 1).count();
        Self {
            all: count(|_| true),
            kept: count(|line| line.preview.is_kept()),
            changed: count(|line| line.preview.is_kept() && line.preview.is_changed()),
            left_out: count(|line| !line.preview.included),
            nothing: count(|line| line.preview.included && line.preview.quantity == 0),
            twice: u32::try_from(twice).unwrap_or(u32::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::ProductRef;

    use super::*;

    fn line(product: &str, quantity: i64) -> Line {
        let preview = PreviewLine {
            item: format!("i-{product}").into(),
            product: ProductRef {
                id: product.into(),
                code: Some(product.to_uppercase()),
                name: Some("Gloves, exam".into()),
                description: None,
                category: None,
            },
            listed: quantity,
            quantity,
            included: true,
        };
        Line { preview, listed: Some(quantity), unread: None }
    }

    #[test]
    fn what_is_typed_is_kept_whatever_it_is() {
        let mut line = line("p1", 30);
        line.type_quantity("40", Quantity::Whole(40));
        assert_eq!((line.preview.quantity, line.change()), (40, Some(10)));
        line.type_quantity("1,5", Quantity::Broken);
        assert_eq!(
            line.unread.as_ref().map(|u| (u.text.as_str(), u.why)),
            Some(("1,5", QuantityProblem::NotWhole))
        );
        assert_eq!(
            (line.preview.quantity, line.change()),
            (40, None),
            "the last good one stays behind"
        );
        line.type_quantity("5000000000", Quantity::Whole(5_000_000_000));
        assert_eq!(line.unread.as_ref().map(|u| u.why), Some(QuantityProblem::TooMany));
        line.type_quantity("", Quantity::Empty);
        assert!(!line.is_touched());
        line.type_quantity("-4", Quantity::Whole(-4));
        assert_eq!(line.change(), Some(-34));
    }

    #[test]
    fn the_change_is_said_only_where_there_is_one_to_say() {
        let mut left_out = line("p1", 30);
        left_out.preview.quantity = 40;
        left_out.preview.included = false;
        assert_eq!(left_out.change(), None);
        assert_eq!(line("p1", 30).change(), None);
        let unknown = Line { listed: None, ..line("p1", 0) };
        assert_eq!(unknown.change(), None);
    }

    #[test]
    fn the_facts_count_every_line_once() {
        let mut lines =
            vec![line("p1", 30), line("p2", 10), line("p3", 5), line("p1", 5), line("p4", 1)];
        lines[0].preview.quantity = 40;
        lines[1].preview.included = false;
        lines[2].preview.quantity = 0;
        let facts = Facts::of(&lines);
        let wanted = Facts { all: 5, kept: 3, changed: 1, left_out: 1, nothing: 1, twice: 1 };
        assert_eq!(facts, wanted);
        lines[3].preview.included = false;
        assert_eq!(Facts::of(&lines).twice, 0, "a line left out is no second one");
    }

    #[test]
    fn lines_are_found_by_code_and_name() {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert!(line("p1", 1).has(&words("exam p1")));
        assert!(!line("p1", 1).has(&words("syringe")));
        assert!(line("p1", 1).has(&[]));
    }

    #[test]
    fn a_line_is_of_the_product_whose_code_or_label_is_scanned() {
        assert_eq!(LineCodes::of(&[line("p0", 1), line("p1", 1)]).find(" P1 "), Some(1));
        assert_eq!(LineCodes::of(&[line("p1", 1)]).find("P2"), None);
        assert_eq!(LineCodes::of(&[line("", 1)]).find(""), None);
        let item = line("9506000134352", 1);
        let found = |code: &str| LineCodes::of(&[line("p1", 1), item.clone()]).find(code);
        assert_eq!(found("09506000134352"), Some(1));
        assert_eq!(found("]C1010950600013435210LOT-7"), Some(1));
        assert_eq!(found("(01)09506000134369"), None);
        // The very number comes first, whatever stands before it; of two ways to write one nobody knows.
        let (short, long) = (line("9506000134352", 1), line("09506000134352", 1));
        let both = LineCodes::of(&[short, long]);
        assert_eq!(both.find("09506000134352"), Some(1));
        assert_eq!(both.find("9506000134352"), Some(0));
        assert_eq!(both.find("]C10109506000134352"), Some(1));
        assert_eq!(LineCodes::of(&[line("0012345678", 1)]).find("12345678"), None);
    }
}
