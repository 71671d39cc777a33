//! QR codes and Data Matrix symbols.

use datamatrix::{DataMatrix, SymbolList};
use fast_qr::{ECL, QRBuilder};

use crate::code::symbol::{Symbol, SymbolKind};

/// The QR code of a text; `None` where it is too long.
pub fn qr(text: &str) -> Option<Symbol> {
    let code = QRBuilder::new(text).ecl(ECL::M).build().ok()?;
    let rows = (0..code.size).flat_map(|y| code[y].iter().take(code.size));
    let dark = rows.map(|module| module.value()).collect();
    Some(Symbol::new(SymbolKind::Qr, code.size, dark))
}

/// The GS1 DataMatrix of a message, its elements separated; `None` where it is too long.
pub fn gs1(message: &str) -> Option<Symbol> {
    let code = DataMatrix::encode_gs1(message.as_bytes(), SymbolList::default()).ok()?;
    let map = code.bitmap();
    let mut dark = vec![false; map.width() * map.height()];
    for (x, y) in map.pixels() {
        if let Some(module) = dark.get_mut(y * map.width() + x) {
            *module = true;
        }
    }
    Some(Symbol::new(SymbolKind::DataMatrix, map.width(), dark))
}
