//! What must be done to a movement's lines so that they become what was previewed. Pure, and aimed
//! at the goal: asked again about lines that were already changed, it names only what is left, so a
//! creation can be finished after any interruption.

use client::Instruction;
use contract::{LineItem, PreviewLine, ProductId};

/// Steps between places of lines that are added.
const STEP: i64 = 100;

/// Instructions that turn `lines` into the preview, in the order of the lines. Lines and previewed
/// lines belong together by product: first where the line still has the quantity the list asks for,
/// then where it has the quantity wanted, then by their order; twins in their order. A line nobody
/// previewed is deleted, one the service did not make is created. A line that was decided on in the
/// service meanwhile is left alone.
pub(crate) fn adjustments(preview: &[PreviewLine], lines: &[LineItem]) -> Vec<Instruction> {
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
            instructions.push(Instruction::Create {
                product: wanted.product.id.clone(),
                quantity: pieces(wanted.quantity),
                sort_order: pieces(place),
                recipient: None,
            });
        }
    }
    instructions
}

/// What a line needs to become what is wanted of it, or to vanish.
fn adjust(line: &LineItem, wanted: Option<&PreviewLine>) -> Option<Instruction> {
    if !line.is_open() {
        return None;
    }
    let Some(wanted) = wanted else {
        return Some(Instruction::Delete { id: line.id.clone() });
    };
    (line.quantity_requested != Some(wanted.quantity)).then(|| Instruction::Update {
        id: line.id.clone(),
        product: Some(line.product.id.clone()),
        quantity: Some(pieces(wanted.quantity)),
        // 0 and null both mean that the service gave it no place; sent, 0 would clear one.
        sort_order: line.sort_order.filter(|place| *place > 0).map(pieces),
    })
}

/// Which previewed line each line is, and which previewed lines have one.
struct Pairs {
    of_line: Vec<Option<usize>>,
    is_paired: Vec<bool>,
}

fn pair(preview: &[PreviewLine], lines: &[LineItem]) -> Pairs {
    let mut pairs =
        Pairs { of_line: vec![None; lines.len()], is_paired: vec![false; preview.len()] };
    // Where all is as wanted already, the list's quantities say nothing any more.
    pairs.join_settled(preview, lines);
    let rules: [fn(&PreviewLine, &LineItem) -> bool; 3] = [
        |wanted, line| line.quantity_requested == Some(wanted.listed),
        |wanted, line| wanted.is_kept() && line.quantity_requested == Some(wanted.quantity),
        |_, _| true,
    ];
    for belongs in rules {
        for (at, line) in lines.iter().enumerate() {
            if pairs.of_line[at].is_some() {
                continue;
            }
            let found = preview.iter().enumerate().find(|(index, wanted)| {
                !pairs.is_paired[*index]
                    && wanted.product.id == line.product.id
                    && belongs(wanted, line)
            });
            if let Some((index, _)) = found {
                pairs.join(at, index);
            }
        }
    }
    pairs
}

impl Pairs {
    fn join(&mut self, line: usize, wanted: usize) {
        self.of_line[line] = Some(wanted);
        self.is_paired[wanted] = true;
    }

    /// Joins the lines of every product whose lines are, in their order, just the wanted ones.
    fn join_settled(&mut self, preview: &[PreviewLine], lines: &[LineItem]) {
        let mut products: Vec<&ProductId> = lines.iter().map(|line| &line.product.id).collect();
        products.sort();
        products.dedup();
        for product in products {
            let at: Vec<_> =
                (0..lines.len()).filter(|n| lines[*n].product.id == *product).collect();
            let kept: Vec<_> = (0..preview.len())
                .filter(|n| preview[*n].product.id == *product && preview[*n].is_kept())
                .collect();
            let settled = at.len() == kept.len()
                && at.iter().zip(&kept).all(|(line, wanted)| {
                    lines[*line].quantity_requested == Some(preview[*wanted].quantity)
                });
            if settled {
                at.into_iter().zip(kept).for_each(|(line, wanted)| self.join(line, wanted));
            }
        }
    }
}

/// Pieces as instructions carry them; forms were checked before, so nothing is cut here.
fn pieces(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(if number < 0 { 0 } else { u32::MAX })
}

#[cfg(test)]
mod tests;
