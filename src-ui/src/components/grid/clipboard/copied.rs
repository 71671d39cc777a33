//! Gives copied cells to the clipboard: the browser gets a promise at the key press, and the text
//! as soon as the page has it.

use leptos::prelude::*;

use super::block::Block;
use crate::clipboard::Promised;

/// What is on its way to the clipboard, and how many times something was.
pub type Pending = StoredValue<(u32, Option<Promised>), LocalStorage>;

/// Where the page puts what is copied. Where it puts nothing, the clipboard stays as it was.
#[derive(Clone, Copy)]
pub struct Copied {
    /// What is on its way to the clipboard.
    pub pending: Pending,
    /// Which of all that was put on its way this is.
    pub number: u32,
}

impl Copied {
    /// Puts cells on the clipboard, as text and as a table. Once; not if something else was copied
    /// since.
    pub fn put(self, cells: Vec<Vec<String>>) {
        let promised = self.pending.try_update_value(|(number, promised)| {
            if *number == self.number { promised.take() } else { None }
        });
        if let Some(Some(promised)) = promised {
            let block = Block { cells };
            promised.keep(&block.text(), &block.html());
        }
    }
}
