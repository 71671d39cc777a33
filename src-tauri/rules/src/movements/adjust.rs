//! What must be done to a movement's lines so that they become what was previewed. Pure, and aimed
//! at the goal: asked again about lines that were already changed, it names only what is left, so a
//! creation can be gone on with after any interruption.

use std::collections::BTreeSet;

use contract::{LineChange, LineItem, PreviewLine, ProductId};

/// Steps between places of lines that are added.
const STEP: i64 = 100;

/// Changes that turn `lines` into the preview, in the order of the lines. Lines and previewed
/// lines belong together by product; lines of one product by the quantity the list asks for, twins by
/// their order. A line nobody previewed is deleted, one the service did not make is created. A line
/// that was decided on in the service meanwhile is left alone.
pub fn adjustments(preview: &[PreviewLine], lines: &[LineItem]) -> Vec<LineChange> {
    let matched = pair(preview, lines);
    let mut instructions = Vec::new();
    for (line, pair) in lines.iter().zip(&matched.of_line) {
        let wanted = pair.map(|index| &preview[index]).filter(|wanted| wanted.is_kept());
        instructions.extend(adjust(line, wanted));
    }
    let mut place = lines.iter().filter_map(|line| line.sort_order).max().unwrap_or_default();
    for (wanted, is_paired) in preview.iter().zip(&matched.is_paired) {
        if wanted.is_kept() && !is_paired {
            place += STEP;
            instructions.push(LineChange::Create {
                product: wanted.product.clone(),
                quantity: pieces(wanted.quantity),
                sort_order: Some(pieces(place)),
                recipient: None,
            });
        }
    }
    instructions
}

/// What a line needs to become what is wanted of it, or to vanish.
fn adjust(line: &LineItem, wanted: Option<&PreviewLine>) -> Option<LineChange> {
    if !line.is_open() {
        return None;
    }
    let Some(wanted) = wanted else {
        return Some(LineChange::Delete { item: line.id.clone() });
    };
    (line.quantity_requested != Some(wanted.quantity)).then(|| LineChange::Update {
        item: line.id.clone(),
        product: None,
        quantity: Some(pieces(wanted.quantity)),
        sort_order: None,
    })
}

/// Which previewed line each line is, and which previewed lines have one.
struct Pairs<'a> {
    preview: &'a [PreviewLine],
    lines: &'a [LineItem],
    of_line: Vec<Option<usize>>,
    is_paired: Vec<bool>,
}

fn pair<'a>(preview: &'a [PreviewLine], lines: &'a [LineItem]) -> Pairs<'a> {
    let (of_line, is_paired) = (vec![None; lines.len()], vec![false; preview.len()]);
    let mut pairs = Pairs { preview, lines, of_line, is_paired };
    let products: BTreeSet<&ProductId> = lines.iter().map(|line| &line.product.id).collect();
    for product in products {
        let at: Vec<_> = (0..lines.len()).filter(|n| lines[*n].product.id == *product).collect();
        let of: Vec<_> =
            (0..preview.len()).filter(|n| preview[*n].product.id == *product).collect();
        pairs.join_product(&at, &of);
    }
    pairs
}

impl Pairs<'_> {
    /// Joins the lines `at` with the previewed lines `of` the same product.
    fn join_product(&mut self, at: &[usize], of: &[usize]) {
        let kept: Vec<_> = of.iter().copied().filter(|n| self.preview[*n].is_kept()).collect();
        let have: Vec<_> = at.iter().map(|n| self.lines[*n].quantity_requested).collect();
        let want: Vec<_> = kept.iter().map(|n| Some(self.preview[*n].quantity)).collect();
        let listed: Vec<_> = of.iter().map(|n| Some(self.preview[*n].listed)).collect();
        if have == want || (have != listed && sorted(&have) == sorted(&want)) {
            // All is as wanted already; what the list asks for says nothing any more.
            self.join_where(at, &kept, |wanted, has| has == Some(wanted.quantity));
        } else if sorted(&have) == sorted(&listed) {
            // Just made from the list, perhaps in an order of the service's own.
            self.join_where(at, of, |wanted, has| has == Some(wanted.listed));
        } else if have.len() == kept.len() {
            self.join_in_order(at, &kept);
        } else if have.len() == of.len() {
            self.join_in_order(at, of);
        } else {
            self.join_where(at, of, |wanted, has| has == Some(wanted.listed));
            self.join_where(at, &kept, |wanted, has| has == Some(wanted.quantity));
            self.join_where(at, of, |_, _| true);
        }
    }

    /// Joins each line with the first previewed line that fits; true twins so in their order.
    fn join_where(
        &mut self,
        at: &[usize],
        of: &[usize],
        fits: impl Fn(&PreviewLine, Option<i64>) -> bool,
    ) {
        for &line in at.iter() {
            if self.of_line[line].is_some() {
                continue;
            }
            let has = self.lines[line].quantity_requested;
            let mut free = of.iter().filter(|wanted| !self.is_paired[**wanted]);
            if let Some(&wanted) = free.find(|wanted| fits(&self.preview[**wanted], has)) {
                self.join(line, wanted);
            }
        }
    }

    fn join_in_order(&mut self, at: &[usize], of: &[usize]) {
        at.iter().zip(of).for_each(|(line, wanted)| self.join(*line, *wanted));
    }

    fn join(&mut self, line: usize, wanted: usize) {
        self.of_line[line] = Some(wanted);
        self.is_paired[wanted] = true;
    }
}

fn sorted(quantities: &[Option<i64>]) -> Vec<Option<i64>> {
    let mut sorted = quantities.to_vec();
    sorted.sort_unstable();
    sorted
}

/// Pieces as instructions carry them; forms were checked before, so nothing is cut here.
fn pieces(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(if number < 0 { 0 } else { u32::MAX })
}

#[cfg(test)]
mod tests;
