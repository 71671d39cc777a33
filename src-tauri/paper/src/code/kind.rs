//! The codes that can be printed.

/// A code.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Code {
    /// Bars, for printable ASCII. A text that is too long for its room, or holds anything else,
    /// becomes a QR code.
    Code128(String),
    /// A QR code, error correction M. Text beyond Latin-1 is encoded as UTF-8.
    Qr(String),
    /// What GS1 defines: identifiers with values, checked.
    Gs1 {
        /// Identifiers and values, in their order.
        elements: Vec<Gs1Element>,
        /// How they are drawn.
        symbol: Gs1Symbol,
    },
}

/// A GS1 application identifier with its value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Gs1Element {
    /// The identifier without parentheses: `01`, `10`, `17`, `21`.
    pub ai: String,
    /// The value.
    pub value: String,
}

/// How GS1 elements are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gs1Symbol {
    /// GS1 DataMatrix.
    DataMatrix,
    /// GS1-128; too long for its room, it becomes a GS1 DataMatrix.
    Gs1128,
}

impl Code {
    /// The same with less in it, where there is no room: of elements of GS1 the trade item alone. `None` where nothing
    /// can be left out. Bars in place of a trade item alone need more room than its square.
    pub fn simpler(&self) -> Option<Self> {
        let Self::Gs1 { elements, symbol } = self else { return None };
        let item = elements.iter().find(|element| element.ai == "01" && elements.len() > 1)?;
        Some(Self::Gs1 { elements: vec![item.clone()], symbol: *symbol })
    }

    /// What is encoded, as people read it; identifiers of GS1 in parentheses, their values apart.
    pub fn text(&self) -> String {
        match self {
            Self::Code128(text) | Self::Qr(text) => text.clone(),
            Self::Gs1 { elements, .. } => {
                let each = elements.iter().map(|it| format!("({}){}", it.ai, it.value));
                each.collect::<Vec<_>>().join(" ")
            }
        }
    }
}
