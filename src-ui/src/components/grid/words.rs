//! The words of what stands in a cell, for whoever takes cells out of the window.

use super::model::Content;

impl Content {
    /// The words that are drawn, or read out where a sign is drawn.
    pub fn words(&self) -> String {
        match self {
            Self::Empty | Self::Absent | Self::Hint(_) | Self::Press(_) => "",
            Self::Text(text)
            | Self::Dim(text)
            | Self::Faint(text)
            | Self::Code(text)
            | Self::Bin(text)
            | Self::Name(text)
            | Self::Number(text)
            | Self::Ordinal(text)
            | Self::Outcome(text, _)
            | Self::Reason(text)
            | Self::To(text)
            | Self::Status(_, _, text)
            | Self::Tag(_, text) => text,
            // What the tag says changes what the name means.
            Self::NameTagged(name, _, tag) => return format!("{name} ({tag})"),
            Self::Symbol(symbol) => &symbol.word,
            Self::Share { label, .. } | Self::Counts { label, .. } => label,
            Self::Check(true) => "✓",
            Self::Check(false) => "",
        }
        .to_owned()
    }
}
