//! A symbol: light and dark modules, and their outline.

/// What kind of symbol it is: how much quiet it needs around it, and how fine it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    /// Bars.
    Linear,
    /// QR.
    Qr,
    /// Data Matrix.
    DataMatrix,
}

impl SymbolKind {
    /// Modules that stay light on each side.
    pub fn quiet(self) -> usize {
        match self {
            Self::Linear => 10,
            Self::Qr => 4,
            // One is the rule; two are read more surely where something else is near.
            Self::DataMatrix => 2,
        }
    }

    /// The width below which a module is not printed, in millimetres.
    pub fn finest(self) -> f32 {
        match self {
            Self::Linear => 0.25,
            Self::Qr | Self::DataMatrix => 0.4,
        }
    }
}

/// The modules of a symbol, without its quiet zone.
#[derive(Debug, Clone)]
pub struct Symbol {
    kind: SymbolKind,
    width: usize,
    height: usize,
    dark: Vec<bool>,
}

impl Symbol {
    /// A symbol of rows of `width` modules.
    pub fn new(kind: SymbolKind, width: usize, dark: Vec<bool>) -> Self {
        let height = dark.len().checked_div(width).unwrap_or_default();
        Self { kind, width, height, dark }
    }

    /// Its kind.
    pub fn kind(&self) -> SymbolKind {
        self.kind
    }

    /// Modules across, without the quiet zone.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Modules down, without the quiet zone; one for bars.
    pub fn height(&self) -> usize {
        self.height
    }

    fn is_dark(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.dark.get(y * self.width + x) == Some(&true)
    }

    /// The outlines of what is dark, in modules, each closed by itself. Filled whole, so that no
    /// reader shows a seam between two modules.
    pub fn outlines(&self) -> Vec<Vec<(usize, usize)>> {
        // Edges have what is dark at their right hand. From a corner at most two edges go out.
        let corners = self.width + 1;
        let mut edges = vec![[false; 4]; corners * (self.height + 1)];
        let mut add = |x: usize, y: usize, way: Turn| {
            if let Some(flag) =
                edges.get_mut(y * corners + x).and_then(|all| all.get_mut(way as usize))
            {
                *flag = true;
            }
        };
        for y in 0..self.height {
            for x in (0..self.width).filter(|x| self.is_dark(*x, y)) {
                if y == 0 || !self.is_dark(x, y - 1) {
                    add(x, y, Turn::Right);
                }
                if !self.is_dark(x + 1, y) {
                    add(x + 1, y, Turn::Down);
                }
                if !self.is_dark(x, y + 1) {
                    add(x + 1, y + 1, Turn::Left);
                }
                if x == 0 || !self.is_dark(x - 1, y) {
                    add(x, y + 1, Turn::Up);
                }
            }
        }
        let mut take = |x: usize, y: usize, way: Turn| {
            let edge = edges.get_mut(y * corners + x).and_then(|all| all.get_mut(way as usize));
            edge.is_some_and(std::mem::take)
        };
        let mut outlines = Vec::new();
        for y in 0..=self.height {
            for x in 0..=self.width {
                while take(x, y, Turn::Right) {
                    let mut outline = vec![(x, y)];
                    let (mut at, mut way) = (Turn::Right.step(x, y), Turn::Right);
                    while at != (x, y) {
                        // Turning right first keeps modules apart that touch at a corner only.
                        let turns = [way.right(), way, way.left()];
                        let Some(next) = turns.into_iter().find(|it| take(at.0, at.1, *it)) else {
                            break;
                        };
                        if next != way {
                            outline.push(at);
                        }
                        way = next;
                        at = way.step(at.0, at.1);
                    }
                    outlines.push(outline);
                }
            }
        }
        outlines
    }
}

/// The way an edge of an outline goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Right,
    Down,
    Left,
    Up,
}

impl Turn {
    fn step(self, x: usize, y: usize) -> (usize, usize) {
        match self {
            Self::Right => (x + 1, y),
            Self::Down => (x, y + 1),
            Self::Left => (x.saturating_sub(1), y),
            Self::Up => (x, y.saturating_sub(1)),
        }
    }

    fn right(self) -> Self {
        match self {
            Self::Right => Self::Down,
            Self::Down => Self::Left,
            Self::Left => Self::Up,
            Self::Up => Self::Right,
        }
    }

    fn left(self) -> Self {
        self.right().right().right()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(rows: &[&str]) -> Symbol {
        let width = rows[0].len();
        let dark = rows.iter().flat_map(|row| row.chars().map(|module| module == '#')).collect();
        Symbol::new(SymbolKind::Qr, width, dark)
    }

    /// The area inside, by the shoelace formula: holes count against it.
    fn area(symbol: &Symbol) -> i64 {
        let mut twice = 0;
        for outline in symbol.outlines() {
            for (at, (x, y)) in outline.iter().enumerate() {
                let (next_x, next_y) = outline[(at + 1) % outline.len()];
                twice += *x as i64 * next_y as i64 - next_x as i64 * *y as i64;
            }
        }
        twice / 2
    }

    #[test]
    fn an_outline_holds_what_is_dark_and_nothing_else() {
        let samples: [&[&str]; 6] = [
            &["#"],
            &["##", "##"],
            &["###", "#.#", "###"],
            &["#.", ".#"],
            &["#.#.#", ".#.#.", "#.#.#"],
            &["#####", "#...#", "#.#.#", "#...#", "#####"],
        ];
        for rows in samples {
            let symbol = symbol(rows);
            let dark = symbol.dark.iter().filter(|dark| **dark).count();
            assert_eq!(area(&symbol), dark as i64, "{rows:?}");
        }
    }

    #[test]
    fn a_square_has_four_corners() {
        assert_eq!(symbol(&["##", "##"]).outlines(), [vec![(0, 0), (2, 0), (2, 2), (0, 2)]]);
    }
}
