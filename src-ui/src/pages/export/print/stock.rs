//! On which labels is printed: what is sold most, or sizes of one's own.

use contract::{DecimalMark, LabelSheetSize, LabelStock, PaperSize};
use leptos::prelude::*;

use crate::i18n::{I18n, say};

/// The choice of a sheet of one's own.
pub const OWN_SHEET: &str = "own-sheet";

/// The choice of a roll of one's own.
pub const OWN_ROLL: &str = "own-roll";

/// Edges of labels, in millimetres.
const EDGES: (f64, f64) = (8.0, 500.0);

/// Most labels beside or below each other.
const MOST: u32 = 50;

/// On which labels.
#[derive(Clone, Copy)]
pub struct StockChoice {
    /// The place in what is sold, or one of one's own.
    pub id: RwSignal<String>,
    /// Width and height of a label on a sheet, as typed, in millimetres.
    pub size: [RwSignal<String>; 2],
    /// Those of a label on a roll.
    pub roll: [RwSignal<String>; 2],
    /// The page of a sheet.
    pub page: RwSignal<PaperSize>,
    /// Labels beside and below each other, as typed.
    pub counts: [RwSignal<String>; 2],
    /// Margins of a sheet, at its start and at its top, and the gaps across and down: as typed, in
    /// millimetres.
    pub margins: [RwSignal<String>; 4],
}

impl StockChoice {
    /// None yet.
    pub fn start() -> Self {
        let typed = || RwSignal::new(String::new());
        Self {
            id: typed(),
            size: [typed(), typed()],
            roll: [typed(), typed()],
            page: RwSignal::new(PaperSize::default()),
            counts: [typed(), typed()],
            margins: [typed(), typed(), typed(), typed()],
        }
    }

    /// This one; a sheet and a roll of one's own are as they were last, or else as this one.
    pub fn offer(self, stock: LabelStock, own: [Option<LabelStock>; 2], mark: DecimalMark) {
        let sold = LabelStock::SOLD.iter().position(|sold| *sold == stock);
        let id = match (sold, stock) {
            (Some(at), _) => at.to_string(),
            (None, LabelStock::Sheet(_)) => OWN_SHEET.to_owned(),
            (None, LabelStock::Roll(..)) => OWN_ROLL.to_owned(),
        };
        let [sheet, roll] = own.map(|own| own.unwrap_or(stock));
        let sizes = [sheet, roll].map(|own| <[u32; 2]>::from(own.size()));
        let like = match (sheet, LabelStock::default()) {
            (LabelStock::Sheet(of), _) | (_, LabelStock::Sheet(of)) => Some(of),
            _ => None,
        };
        let margins = like.map_or([0; 4], |of| [of.left, of.top, of.gap_x, of.gap_y]);
        let counts = like.map_or([1; 2], |of| [of.columns, of.rows]);
        let set = |field: &[RwSignal<String>], texts: &[String]| {
            field.iter().zip(texts).for_each(|(typed, text)| typed.set(text.clone()));
        };
        self.id.set(id);
        self.page.set(like.map(|of| of.page).unwrap_or_default());
        for (typed, size) in [&self.size, &self.roll].into_iter().zip(sizes) {
            set(typed, &size.map(|it| written(it, mark)));
        }
        set(&self.counts, &counts.map(|count| count.to_string()));
        set(&self.margins, &margins.map(|it| written(it, mark)));
    }

    /// They are of one's own size.
    pub fn is_own(self) -> bool {
        self.id.with(|id| matches!(id.as_str(), OWN_SHEET | OWN_ROLL))
    }

    /// All that is typed.
    pub fn typed(self) -> Vec<String> {
        let all = self.size.iter().chain(&self.roll).chain(&self.counts).chain(&self.margins);
        all.map(|typed| typed.get()).collect()
    }

    /// The labels; `None` while a size of one's own is none.
    pub fn stock(self) -> Option<LabelStock> {
        let sizes = |typed: [RwSignal<String>; 2]| {
            typed.map(|typed| typed.with(|typed| read(typed, EDGES.0)))
        };
        match self.id.get().as_str() {
            OWN_ROLL => {
                let [width, height] = sizes(self.roll);
                Some(LabelStock::Roll(width?, height?))
            }
            OWN_SHEET => {
                let ([width, height], [columns, rows]) = (
                    sizes(self.size),
                    self.counts.map(|typed| typed.with(|typed| count(typed, MOST))),
                );
                let [left, top, gap_x, gap_y] =
                    self.margins.map(|typed| typed.with(|typed| read(typed, 0.0)));
                Some(LabelStock::Sheet(LabelSheetSize {
                    page: self.page.get(),
                    columns: columns?,
                    rows: rows?,
                    width: width?,
                    height: height?,
                    left: left?,
                    top: top?,
                    gap_x: gap_x?,
                    gap_y: gap_y?,
                }))
            }
            sold => LabelStock::SOLD.get(sold.parse::<usize>().ok()?).copied(),
        }
    }
}

/// A number from 1 to this, as typed.
pub fn count(typed: &str, most: u32) -> Option<u32> {
    typed.trim().parse().ok().filter(|number| (1..=most).contains(number))
}

/// Tenths of a millimetre of a length in millimetres, as typed with a point or a comma; at least `least`.
pub fn read(typed: &str, least: f64) -> Option<u32> {
    let length: f64 = typed.trim().replace(',', ".").parse().ok()?;
    let is_length = (least..=EDGES.1).contains(&length);
    // A length is small.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is checked")]
    is_length.then(|| (length * 10.0).round() as u32)
}

/// Tenths of a millimetre as millimetres.
pub fn written(tenths: u32, mark: DecimalMark) -> String {
    let point = match mark {
        DecimalMark::Comma => ',',
        DecimalMark::Point => '.',
    };
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}{point}{rest}", tenths / 10),
    }
}

/// What labels are called: their size, and how many there are on a sheet.
pub fn called(i18n: I18n, mark: DecimalMark, stock: LabelStock) -> String {
    let (width, height) = stock.size();
    let (width, height) = (written(width, mark), written(height, mark));
    match stock {
        LabelStock::Roll(..) => say!(i18n, paper.stock_roll, width = width, height = height),
        LabelStock::Sheet(of) => {
            let page = match of.page {
                PaperSize::A4 | PaperSize::A4Landscape => say!(i18n, paper.a4),
                PaperSize::Letter | PaperSize::LetterLandscape => say!(i18n, paper.letter),
            };
            let number = (of.columns * of.rows).to_string();
            say!(
                i18n,
                paper.stock_sheet,
                width = width,
                height = height,
                number = number,
                page = page
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_as_people_write_them() {
        assert_eq!(read("63.5", 1.0), Some(635));
        assert_eq!(read(" 63,5 ", 1.0), Some(635));
        assert_eq!(read("0", 0.0), Some(0));
        assert!(["0", "", "x", "-3", "501", "NaN", "inf"].iter().all(|it| read(it, 1.0).is_none()));
        let written = |mark| [635, 700, 5].map(|tenths| written(tenths, mark));
        assert_eq!(written(DecimalMark::Point), ["63.5", "70", "0.5"]);
        assert_eq!(written(DecimalMark::Comma), ["63,5", "70", "0,5"]);
    }

    #[test]
    fn a_number_is_read_as_it_is_typed() {
        assert_eq!(count(" 12 ", 99), Some(12));
        assert!(["0", "100", "", "-1", "1.5", "x"].iter().all(|typed| count(typed, 99).is_none()));
    }

    #[test]
    fn labels_that_were_chosen_are_chosen_again() {
        Owner::new().with(|| {
            let own_sheet = match LabelStock::SOLD[1] {
                LabelStock::Sheet(of) => LabelStock::Sheet(LabelSheetSize { rows: 6, ..of }),
                LabelStock::Roll(..) => unreachable!("it is a sheet"),
            };
            let all = LabelStock::SOLD[..3].iter().copied();
            for stock in all.chain([LabelStock::Roll(575, 320), own_sheet]) {
                let choice = StockChoice::start();
                choice.offer(stock, [None, None], DecimalMark::Comma);
                assert_eq!(untrack(|| choice.stock()), Some(stock));
            }
            let choice = StockChoice::start();
            let own_roll = LabelStock::Roll(575, 320);
            let own = [Some(own_sheet), Some(own_roll)];
            choice.offer(LabelStock::SOLD[0], own, DecimalMark::Point);
            assert_eq!(untrack(|| choice.stock()), Some(LabelStock::SOLD[0]));
            choice.id.set(OWN_SHEET.to_owned());
            assert_eq!(untrack(|| choice.stock()), Some(own_sheet), "what was one's own is there");
            choice.id.set(OWN_ROLL.to_owned());
            assert_eq!(untrack(|| choice.stock()), Some(own_roll), "beside the other");
            choice.id.set(OWN_SHEET.to_owned());
            choice.counts[0].set("no number".into());
            assert_eq!(untrack(|| choice.stock()), None);
        });
    }
}
