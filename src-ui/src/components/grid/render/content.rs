//! What stands in a cell, as pieces: text, codes, names, numbers, symbols, shares, ticks.

use super::ground::Ground;
use super::piece::{AttributeValue, Name, Piece, Tag};
use crate::components::grid::model::{Against, Align, Column, Content, Symbol};
use crate::wording::format::{code_parts, name_parts};

/// The content of a cell.
pub fn content<'a>(ground: &'a Ground, content: &'a Content, column: &Column) -> Vec<Piece<'a>> {
    match content {
        Content::Empty => Vec::new(),
        Content::Absent => one(absent(ground.absent)),
        Content::Text(text) => one(sentence(Tag::new("span"), text)),
        // A day in a column of numbers keeps its own direction.
        Content::Dim(text) if column.align == Align::End => one(Tag::new("bdi").holds(text)),
        Content::Dim(text)
        | Content::Number(text)
        | Content::Ordinal(text)
        | Content::Outcome(text, Against::Own) => one(plain(text)),
        Content::Faint(text) | Content::Hint(text) | Content::Outcome(text, Against::Same) => {
            one(Tag::span("faint").holds(text))
        }
        Content::Code(text) => one(Tag::span("code").holds(text)),
        Content::Reason(text) => one(Tag::span("reason").holds(text)),
        Content::Tag(class, word) => one(Tag::span(format!("tag {class}")).holds(word)),
        Content::Bin(text) => one(bin(text)),
        Content::Name(text) => one(name(text)),
        Content::NameTagged(text, class, word) => tagged(text, class, word),
        Content::To(text) => {
            vec![arrow().into(), Tag::span("trunc").says("dir", "auto").holds(text).into()]
        }
        Content::Outcome(text, Against::Other) => vec![arrow().into(), text.into()],
        Content::Symbol(symbol) => one(sign(symbol)),
        Content::Status(class, sign, word) => {
            let word = Tag::span("trunc").says("dir", "auto").holds(word);
            one(Tag::span(format!("st {class}")).holds(icon(sign, "icon")).holds(word))
        }
        Content::Share { done, all, shown, label } => vec![
            Tag::new("progress")
                .says("class", "bar")
                .says("value", *done)
                .says("max", *all)
                .says("aria-label", label)
                .into(),
            Tag::span("num").holds(shown).into(),
        ],
        Content::Counts { each, label } => vec![
            Tag::span("counts")
                .says("role", "img")
                .says("title", label)
                .says("aria-label", label)
                .holds_all(each.iter().map(|(class, sign, number)| {
                    Tag::span(format!("st {class}"))
                        .holds(icon(sign, "icon"))
                        .holds(Tag::span("num").holds(number))
                        .into()
                }))
                .into(),
        ],
        Content::Check(ticked) => one(tick(ground.label(column), *ticked)),
        Content::Press(words) => one(button(words)),
    }
}

/// What stands before a name in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// The corner of a child.
    Corner,
    /// What folds its children: whether they are shown.
    Twist(bool),
}

impl Lead {
    /// As a piece.
    pub fn piece(self, ground: &Ground) -> Piece<'_> {
        match self {
            Self::Corner => icon("corner-down-right", "icon icon-sm icon-dir faint").into(),
            Self::Twist(unfolded) => {
                let (sign, class) = if unfolded {
                    ("chevron-down", "icon icon-sm")
                } else {
                    ("chevron-right", "icon icon-sm icon-dir")
                };
                Tag::new("button")
                    .says("type", "button")
                    .says("class", "twist")
                    .says("tabindex", "-1")
                    .says("aria-label", ground.twist)
                    .says("data-testid", "twist")
                    .holds(icon(sign, class))
                    .into()
            }
        }
    }
}

/// The icon of a tag: what its colour says is said by it too.
fn tag_icon(class: &str) -> &'static str {
    match class {
        "tag-red" => "circle-alert",
        "tag-amber" => "triangle-alert",
        "tag-violet" => "clock",
        "tag-teal" => "users",
        "tag-ink" => "scan-barcode",
        _ => "trash-2",
    }
}

/// What a cut text says in full, as a tooltip; of a status, its word, for which a sign may stand.
pub fn full_text(content: &Content) -> Option<&String> {
    match content {
        Content::Name(text)
        | Content::NameTagged(text, ..)
        | Content::Text(text)
        | Content::Dim(text)
        | Content::To(text)
        | Content::Status(_, _, text)
        | Content::Reason(text) => Some(text),
        _ => None,
    }
}

/// An icon, as `components::Icon` draws it.
pub fn icon<'a>(name: &str, class: &'static str) -> Tag<'a> {
    Tag::new("svg")
        .says("class", class)
        .says("aria-hidden", "true")
        .holds(Tag::new("use").says("href", format!("#i-{name}")))
}

fn one<'a>(tag: Tag<'a>) -> Vec<Piece<'a>> {
    vec![tag.into()]
}

/// Text in an element of its own: a WebDriver takes text that lies bare in a cell for hidden.
fn plain(text: &String) -> Tag<'_> {
    Tag::new("span").holds(text)
}

/// A sentence in an element: codes in it are set as such.
pub fn sentence<'a>(element: Tag<'a>, text: &'a str) -> Tag<'a> {
    let part = |(is_code, part): (bool, &'a str)| {
        if is_code { Tag::span("code").holds(part).into() } else { part.into() }
    };
    element.holds_all(code_parts(text).into_iter().map(part))
}

/// A name, and beside it the one thing that is most worth knowing of the record.
fn tagged<'a>(text: &'a str, class: &str, word: &'a String) -> Vec<Piece<'a>> {
    let name = Tag::span("trunc").says("dir", "auto").holds(name(text));
    let tag = Tag::span(format!("tag {class}")).says("title", word);
    vec![name.into(), tag.holds(icon(tag_icon(class), "icon")).holds(word).into()]
}

fn arrow<'a>() -> Tag<'a> {
    icon("arrow-right", "icon icon-sm icon-dir arrow")
}

fn absent(word: &str) -> Tag<'_> {
    Tag::span("faint").says("title", word).says("aria-label", word).says("role", "img").holds("–")
}

fn name(text: &str) -> Tag<'_> {
    let (strong, rest) = name_parts(text);
    Tag::span("name").holds(Tag::new("b").holds(strong)).holds(rest)
}

fn sign(symbol: &Symbol) -> Tag<'_> {
    Tag::span(symbol.class)
        .says("role", "img")
        .says("title", &symbol.word)
        .says("aria-label", &symbol.word)
        .holds(symbol.glyph)
}

/// A bin's name: its hyphens step back.
fn bin(name: &str) -> Tag<'_> {
    let parts = name.split('-').enumerate().flat_map(|(at, part)| {
        let hyphen = (at > 0).then(|| Tag::new("i").holds("-").into());
        hyphen.into_iter().chain([part.into()])
    });
    Tag::span("bin").holds_all(parts)
}

/// The focus stays in the cell: Enter there presses it.
fn button(words: &String) -> Tag<'_> {
    Tag::new("button")
        .says("type", "button")
        .says("class", "btn btn-sm")
        .says("tabindex", "-1")
        .says("data-testid", "row-action")
        .holds(words)
}

fn tick(label: &str, ticked: bool) -> Tag<'_> {
    let input = Tag::new("input")
        .says("type", "checkbox")
        .says("tabindex", "-1")
        .says("aria-label", label)
        .with(Name::Checked, ticked.then_some(AttributeValue::from("true")));
    Tag::span("check check-only").holds(input)
}
