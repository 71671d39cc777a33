//! The rows of a substitution: their sum, the remainder put into one of them, a blank one as long as
//! something is not replaced.

use contract::ProductRef;

use super::{DecisionForm, Read, Swap};

impl DecisionForm {
    /// How many pieces go instead: of each row that has some, and of all.
    pub fn replaced(&self, read: Read<'_>) -> (Vec<i64>, i64) {
        let pieces: Vec<i64> =
            self.with.iter().map(|row| row.pieces(read)).filter(|pieces| *pieces > 0).collect();
        let sum = pieces.iter().fold(0_i64, |sum, pieces| sum.saturating_add(*pieces));
        (pieces, sum)
    }

    /// Puts what is not replaced yet into a row; a row that has its share keeps it.
    pub fn fill(&mut self, number: u32, requested: i64, read: Read<'_>) {
        let (_, sum) = self.replaced(read);
        let Some(row) = self.with.iter_mut().find(|row| row.number == number) else { return };
        let rest = requested.saturating_sub(sum.saturating_sub(row.pieces(read)));
        if rest > 0 {
            row.quantity = rest.to_string();
        }
        self.make_room(Some(requested), read);
    }

    /// Puts a product into a row, the remainder with it where it has no quantity yet; into the first
    /// row without a product where none is named. Answers the row's number.
    pub fn put(
        &mut self,
        number: Option<u32>,
        product: ProductRef,
        requested: Option<i64>,
        read: Read<'_>,
    ) -> u32 {
        let free = |row: &&Swap| row.product.is_none() && row.typed.trim().is_empty();
        let free = self.with.iter().find(free).map(|row| row.number);
        let number = number.or(free).unwrap_or_else(|| self.add_row());
        let Some(row) = self.with.iter_mut().find(|row| row.number == number) else {
            return number;
        };
        (row.product, row.typed) = (Some(product), String::new());
        if let Some(requested) = requested.filter(|_| row.quantity.trim().is_empty()) {
            self.fill(number, requested, read);
        }
        number
    }

    /// Takes a row away.
    pub fn remove(&mut self, number: u32, requested: Option<i64>, read: Read<'_>) {
        self.with.retain(|row| row.number != number);
        self.make_room(requested, read);
    }

    /// A row is there to be filled in as long as something is not replaced.
    pub fn make_room(&mut self, requested: Option<i64>, read: Read<'_>) {
        let (_, sum) = self.replaced(read);
        let is_open = |row: &Swap| row.product.is_none() || row.quantity.trim().is_empty();
        let has_room = self.with.last().is_some_and(is_open);
        if self.with.is_empty() || (!has_room && requested.is_none_or(|all| sum < all)) {
            self.add_row();
        }
    }

    fn add_row(&mut self) -> u32 {
        let number = self.with.iter().map(|row| row.number + 1).max().unwrap_or_default();
        self.with.push(Swap { number, ..Swap::default() });
        number
    }
}
