//! How large a symbol is drawn in the room it has.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::code::gs1;
use crate::code::kind::{Code, Gs1Symbol};
use crate::code::linear;
use crate::code::matrix;
use crate::code::symbol::{Symbol, SymbolKind};
use crate::error::{PaperError, shown};
use crate::measure::MM;

/// The room of a code, with its quiet zone, in points.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// What it may be wide.
    pub width: f32,
    /// What it may be high.
    pub height: f32,
    /// How high bars are.
    pub bar_height: f32,
    /// The width of a bar's module that is large enough, in millimetres.
    pub bars: f32,
    /// The width of a square module that is large enough, in millimetres.
    pub squares: f32,
}

/// A symbol with the size it is drawn in.
#[derive(Debug, Clone)]
pub struct Fitted {
    /// The symbol.
    pub symbol: Rc<Symbol>,
    /// The width of a module in points.
    pub module: f32,
    /// Its width in points, with its quiet zone.
    pub width: f32,
    /// Its height in points, with its quiet zone.
    pub height: f32,
}

impl Fitted {
    /// The width of its quiet zone on one side, in points.
    pub fn quiet(&self) -> f32 {
        self.symbol.kind().quiet() as f32 * self.module
    }
}

/// The symbol of a code as large as its room lets it be.
///
/// # Errors
/// What cannot be encoded, and what would be finer than scanners read.
pub fn fit(code: &Code, room: Room) -> Result<Fitted, PaperError> {
    Symbols::default().fit(code, room)
}

/// The ways to draw a code, the one that is wished first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Way {
    Wished,
    Instead,
}

/// A symbol, or nothing where a code has none of this kind.
type Encoded = Option<Rc<Symbol>>;

/// Codes that were encoded. A table asks for each several times, for its column and for its cell.
#[derive(Debug, Default)]
pub struct Symbols {
    made: RefCell<HashMap<(Code, Way), Encoded>>,
}

impl Symbols {
    /// The symbol of a code as large as its room lets it be.
    ///
    /// # Errors
    /// What cannot be encoded, and what would be finer than scanners read.
    pub fn fit(&self, code: &Code, room: Room) -> Result<Fitted, PaperError> {
        let mut too_large = false;
        for way in [Way::Wished, Way::Instead] {
            if let Some(symbol) = self.symbol(code, way)? {
                match fitted(symbol, room) {
                    Some(fitted) => return Ok(fitted),
                    None => too_large = true,
                }
            }
        }
        let text = shown(&code.text());
        Err(if too_large {
            PaperError::CodeTooLarge { text }
        } else {
            PaperError::CodeTooLong { text }
        })
    }

    fn symbol(&self, code: &Code, way: Way) -> Result<Encoded, PaperError> {
        let key = (code.clone(), way);
        if let Some(known) = self.made.borrow().get(&key) {
            return Ok(known.clone());
        }
        let made = encoded(code, way)?.map(Rc::new);
        self.made.borrow_mut().insert(key, made.clone());
        Ok(made)
    }
}

fn encoded(code: &Code, way: Way) -> Result<Option<Symbol>, PaperError> {
    Ok(match (code, way) {
        (Code::Code128(text) | Code::Qr(text), _) if text.is_empty() => {
            return Err(PaperError::CodeEmpty);
        }
        // A separator is no character of a text; it is FNC1 in messages of GS1 alone.
        (Code::Code128(text), Way::Wished) if text.contains(linear::SEPARATOR) => None,
        (Code::Code128(text), Way::Wished) => linear::bars(text),
        (Code::Code128(text), Way::Instead) | (Code::Qr(text), Way::Wished) => matrix::qr(text),
        (Code::Qr(_), Way::Instead) => None,
        (Code::Gs1 { elements, symbol: Gs1Symbol::Gs1128 }, Way::Wished) => {
            linear::bars(&format!("{}{}", linear::SEPARATOR, gs1::message(elements)?))
        }
        (Code::Gs1 { symbol: Gs1Symbol::DataMatrix, .. }, Way::Instead) => None,
        (Code::Gs1 { elements, .. }, _) => matrix::gs1(&gs1::message(elements)?),
    })
}

fn fitted(symbol: Rc<Symbol>, room: Room) -> Option<Fitted> {
    let quiet = 2 * symbol.kind().quiet();
    let across = (symbol.width() + quiet) as f32;
    let is_linear = symbol.kind() == SymbolKind::Linear;
    let down = if is_linear { 1.0 } else { (symbol.height() + quiet) as f32 };
    let by_height = if is_linear { f32::INFINITY } else { room.height / down };
    let coarsest = if is_linear { room.bars } else { room.squares };
    let module = (room.width / across).min(by_height).min(coarsest * MM);
    // Rounding in the width of a page must not cost a code.
    if module < symbol.kind().finest() * MM * 0.999 {
        return None;
    }
    let height = if is_linear { room.bar_height.min(room.height) } else { module * down };
    Some(Fitted { width: module * across, height, module, symbol })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room {
        width: 60.0 * MM,
        height: 12.0 * MM,
        bar_height: 9.0 * MM,
        bars: 0.33,
        squares: 0.6,
    };

    #[test]
    fn bars_keep_their_module_and_fall_to_qr_where_they_cannot() {
        let short = fit(&Code::Code128("CEF-1000".into()), ROOM).unwrap();
        assert_eq!(short.symbol.kind(), SymbolKind::Linear);
        assert!((short.module / MM - 0.33).abs() < 1e-3);
        let room = Room { height: 20.0 * MM, ..ROOM };
        let long = fit(&Code::Code128("A long code of many letters".into()), room).unwrap();
        assert_eq!(long.symbol.kind(), SymbolKind::Qr);
        let other = fit(&Code::Code128("رف-01".into()), room).unwrap();
        assert_eq!(other.symbol.kind(), SymbolKind::Qr);
    }

    #[test]
    fn no_code_is_finer_than_scanners_read() {
        for letters in [1, 10, 40, 120] {
            let text = "x".repeat(letters);
            match fit(&Code::Qr(text.clone()), Room { height: 20.0 * MM, ..ROOM }) {
                Ok(fitted) => assert!(fitted.module / MM > 0.399, "{letters}"),
                Err(PaperError::CodeTooLarge { text: told }) => assert!(told.starts_with('x')),
                Err(other) => panic!("{other}"),
            }
        }
        let endless = fit(&Code::Qr("x".repeat(4000)), ROOM).unwrap_err();
        assert!(matches!(endless, PaperError::CodeTooLong { .. }), "{endless}");
    }
}
