//! Elements as they are to be, and the document made true to them: what differs from what was drawn
//! before is written, nothing else is touched. Rows are drawn by it, because they come, go and change
//! by the hundred; everything else is drawn by `view!`. No event is heard here: the grid's element
//! hears them all.

use std::borrow::Cow;

use leptos::prelude::document;
use leptos::web_sys::{Element, HtmlElement, HtmlInputElement, Node};
use wasm_bindgen::JsCast;

use crate::dom;

/// What lies in an element.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece<'a> {
    /// An element.
    Element(Tag<'a>),
    /// Text.
    Text(Cow<'a, str>),
}

/// An element as it is to be. Boxed: handed on while it is made, it is one word.
#[derive(Clone, Debug, PartialEq)]
pub struct Tag<'a>(Box<TagParts<'a>>);

#[derive(Clone, Debug, PartialEq)]
struct TagParts<'a> {
    name: &'static str,
    says: Vec<(Name, AttributeValue<'a>)>,
    inside: Vec<Piece<'a>>,
}

/// What is said of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// An attribute.
    Attribute(&'static str),
    /// A property of its style.
    Style(&'static str),
    /// Whether a tick is set.
    Checked,
}

/// How it is said. Numbers are written only where they differ.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum AttributeValue<'a> {
    /// Not at all.
    #[default]
    None,
    /// As it is.
    Text(Cow<'a, str>),
    /// A number.
    Number(u32),
    /// So many px further down.
    Down(f64),
}

impl<'a> Tag<'a> {
    /// An element by its name.
    pub fn new(name: &'static str) -> Self {
        Self(Box::new(TagParts { name, says: Vec::new(), inside: Vec::new() }))
    }

    /// A `<span>` of a class.
    pub fn span(class: impl Into<AttributeValue<'a>>) -> Self {
        Self::new("span").says("class", class)
    }

    /// The same element with an attribute.
    pub fn says(self, name: &'static str, value: impl Into<AttributeValue<'a>>) -> Self {
        self.with(Name::Attribute(name), value)
    }

    /// The same element with something said of it.
    pub fn with(self, name: Name, value: impl Into<AttributeValue<'a>>) -> Self {
        self.saying(name, value.into())
    }

    /// The same element with something behind what is in it.
    pub fn holds(self, piece: impl Into<Piece<'a>>) -> Self {
        self.holding(piece.into())
    }

    /// The same element with all this behind what is in it.
    pub fn holds_all(mut self, pieces: impl IntoIterator<Item = Piece<'a>>) -> Self {
        self.0.inside.extend(pieces);
        self
    }

    // Not inlined: rows are described by a hundred of such calls, which would fill the page.

    #[inline(never)]
    fn saying(mut self, name: Name, value: AttributeValue<'a>) -> Self {
        self.0.says.push((name, value));
        self
    }

    #[inline(never)]
    fn holding(mut self, piece: Piece<'a>) -> Self {
        self.0.inside.push(piece);
        self
    }

    /// Makes it.
    pub fn make(&self) -> Element {
        let made = if matches!(self.0.name, "svg" | "use") {
            document().create_element_ns(Some("http://www.w3.org/2000/svg"), self.0.name)
        } else {
            document().create_element(self.0.name)
        };
        let Ok(element) = made else { unreachable!("names of elements are constants") };
        for (name, value) in &self.0.says {
            if *value != AttributeValue::None {
                say(&element, *name, value);
            }
        }
        fill(&element, &self.0.inside);
        element
    }

    /// Makes an element that is drawn as `before` true to this one.
    pub fn patch(&self, element: &Element, before: &Self) {
        for ((name, value), (_, old)) in self.0.says.iter().zip(&before.0.says) {
            if value != old {
                say(element, *name, value);
            }
        }
        patch_inside(element, &before.0.inside, &self.0.inside);
    }

    /// Whether one can be made of the other by what is said and written in it alone.
    fn is_like(&self, other: &Self) -> bool {
        let same = |(one, other): (&(Name, _), &(Name, _))| one.0 == other.0;
        self.0.name == other.0.name
            && self.0.says.len() == other.0.says.len()
            && self.0.says.iter().zip(&other.0.says).all(same)
    }
}

impl Piece<'_> {
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Element(one), Self::Element(other)) => one.is_like(other),
            (Self::Text(_), Self::Text(_)) => true,
            _ => false,
        }
    }
}

/// Makes what lies in an element true to `now`, where `before` lay in it.
pub fn patch_inside(element: &Element, before: &[Piece], now: &[Piece]) {
    if before == now {
        return;
    }
    let alike = before.len() == now.len() && before.iter().zip(now).all(|(a, b)| a.is_like(b));
    if !alike {
        element.set_text_content(None);
        return fill(element, now);
    }
    let mut next = element.first_child();
    for (before, now) in before.iter().zip(now) {
        let Some(node) = next else { return };
        if before != now {
            patch_piece(&node, before, now);
        }
        next = node.next_sibling();
    }
}

fn patch_piece(node: &Node, before: &Piece, now: &Piece) {
    match (before, now) {
        (_, Piece::Text(text)) => node.set_node_value(Some(text)),
        (Piece::Element(before), Piece::Element(now)) => {
            now.patch(node.unchecked_ref(), before);
        }
        _ => {}
    }
}

fn fill(element: &Element, pieces: &[Piece]) {
    for piece in pieces {
        let node: Node = match piece {
            Piece::Element(tag) => tag.make().into(),
            Piece::Text(text) => document().create_text_node(text).into(),
        };
        // An element of ours takes any other.
        let _ = element.append_child(&node);
    }
}

fn say(element: &Element, name: Name, value: &AttributeValue) {
    let text = match value {
        AttributeValue::None => None,
        AttributeValue::Text(text) => Some(Cow::Borrowed(text.as_ref())),
        AttributeValue::Number(number) => Some(number.to_string().into()),
        AttributeValue::Down(px) => Some(format!("translateY({})", dom::css(*px, "px")).into()),
    };
    // Names are constants, and the document refuses none of them.
    let _ = match (name, text) {
        (Name::Attribute(name), Some(text)) => element.set_attribute(name, &text),
        (Name::Attribute(name), None) => element.remove_attribute(name),
        (Name::Style(name), text) => {
            let style = element.unchecked_ref::<HtmlElement>().style();
            style.set_property(name, text.as_deref().unwrap_or_default())
        }
        (Name::Checked, text) => {
            element.unchecked_ref::<HtmlInputElement>().set_checked(text.is_some());
            Ok(())
        }
    };
}

impl<'a> From<Tag<'a>> for Piece<'a> {
    fn from(tag: Tag<'a>) -> Self {
        Self::Element(tag)
    }
}

impl<'a> From<&'a str> for Piece<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a String> for Piece<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text.as_str().into())
    }
}

impl<'a> From<&'a str> for AttributeValue<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a String> for AttributeValue<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text.as_str().into())
    }
}

impl From<String> for AttributeValue<'_> {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl From<u32> for AttributeValue<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for AttributeValue<'_> {
    fn from(is: bool) -> Self {
        Self::from(if is { "true" } else { "false" })
    }
}

impl<'a, T: Into<AttributeValue<'a>>> From<Option<T>> for AttributeValue<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}
