//! What is in a file: lines of code, functions, types, methods, and what it takes from other files.
//! Comments and blank lines are no code; what is compiled for tests alone is counted by itself.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, Type, UseTree};

/// What is in a file.
#[derive(Default)]
pub struct Code {
    /// Lines with code that is not for tests.
    pub lines: usize,
    /// Lines with code of tests.
    pub test_lines: usize,
    /// Lines of each function.
    pub functions: Vec<usize>,
    /// Names of types declared.
    pub types: Vec<String>,
    /// Methods by the name of their type; those of traits are their own traits'.
    pub methods: BTreeMap<String, usize>,
    /// Calls of `clone`.
    pub clones: usize,
    /// Test functions.
    pub tests: usize,
    /// Assertions in tests.
    pub assertions: usize,
    /// Paths it names, as they are written.
    pub uses: Vec<Vec<String>>,
    /// What it gives others under a name of its own: name, path.
    pub given: Vec<(String, Vec<String>)>,
    /// Files of which it gives others everything.
    pub given_whole: Vec<Vec<String>>,
    /// Names of whatever it declares at its top.
    pub declared: BTreeSet<String>,
}

impl Code {
    /// Counts a file; of one that is of tests alone nothing is code of the product.
    pub fn of(file: &syn::File, is_test: bool) -> Self {
        let mut code = Self::default();
        let (mut lines, mut test_lines) = (BTreeSet::new(), BTreeSet::new());
        for item in &file.items {
            let for_tests = is_test || attributes(item).iter().any(is_for_tests);
            let tokens = item.to_token_stream();
            if for_tests {
                lines_of(tokens.clone(), &mut test_lines);
                code.count_tests(tokens);
            } else {
                code.clones += clones(tokens.clone());
                lines_of(tokens, &mut lines);
                code.declared.extend(name(item));
                code.visit_item(item);
            }
        }
        (code.lines, code.test_lines) = (lines.len(), test_lines.len());
        code
    }

    fn count_tests(&mut self, tokens: TokenStream) {
        let mut before_last = String::new();
        let mut last = String::new();
        for token in tokens {
            if let TokenTree::Group(group) = &token {
                let inside = group.stream();
                let text = inside.to_string();
                if last == "#" && (text == "test" || text.starts_with("tokio :: test")) {
                    self.tests += 1;
                }
                self.count_tests(inside);
            }
            let now = match &token {
                TokenTree::Group(_) => String::new(),
                other => other.to_string(),
            };
            if now == "!" && (last.starts_with("assert") || last.starts_with("prop_assert")) {
                self.assertions += 1;
            }
            before_last = std::mem::replace(&mut last, now);
        }
        drop(before_last);
    }
}

impl<'a> Visit<'a> for Code {
    fn visit_item(&mut self, item: &'a Item) {
        if attributes(item).iter().any(is_for_tests) {
            return;
        }
        match item {
            Item::Struct(item) => self.types.push(item.ident.to_string()),
            Item::Enum(item) => self.types.push(item.ident.to_string()),
            Item::Trait(item) => self.types.push(item.ident.to_string()),
            Item::Type(item) => self.types.push(item.ident.to_string()),
            Item::Fn(item) => self.functions.push(height(item)),
            Item::Impl(item) => {
                let mut count = 0;
                for inner in &item.items {
                    if let ImplItem::Fn(function) = inner {
                        self.functions.push(height(function));
                        count += 1;
                    }
                }
                if let (None, Type::Path(path)) = (&item.trait_, &*item.self_ty)
                    && let Some(last) = path.path.segments.last()
                {
                    *self.methods.entry(last.ident.to_string()).or_default() += count;
                }
            }
            Item::Use(item) => {
                let is_given = !matches!(item.vis, syn::Visibility::Inherited);
                self.take(&item.tree, &mut Vec::new(), is_given);
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if names.len() > 1 {
            self.uses.push(names);
        }
        visit::visit_path(self, path);
    }
}

impl Code {
    fn take(&mut self, tree: &UseTree, path: &mut Vec<String>, is_given: bool) {
        let mut take = |name: String, called: String| {
            let mut whole = path.clone();
            if name != "self" {
                whole.push(name);
            }
            if is_given {
                self.given.push((called, whole.clone()));
            }
            self.uses.push(whole);
        };
        match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.take(&part.tree, path, is_given);
                path.pop();
            }
            UseTree::Name(name) => take(name.ident.to_string(), name.ident.to_string()),
            UseTree::Rename(name) => take(name.ident.to_string(), name.rename.to_string()),
            UseTree::Glob(_) => {
                if is_given {
                    self.given_whole.push(path.clone());
                }
                self.uses.push(path.clone());
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.take(tree, path, is_given);
                }
            }
        }
    }
}

fn height(item: &impl ToTokens) -> usize {
    let mut lines = BTreeSet::new();
    lines_of(item.to_token_stream(), &mut lines);
    match (lines.first(), lines.last()) {
        (Some(first), Some(last)) => last - first + 1,
        _ => 0,
    }
}

/// The lines that hold something; documentation is a comment.
fn lines_of(tokens: TokenStream, lines: &mut BTreeSet<usize>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is_sign(&token, '#') {
            // Of the file itself: `#!`.
            let inner = tokens.next_if(|next| is_sign(next, '!'));
            let is_documentation = matches!(tokens.peek(), Some(TokenTree::Group(group))
                if group.stream().into_iter().next().is_some_and(|it| it.to_string() == "doc"));
            if is_documentation {
                tokens.next();
                continue;
            }
            lines.extend(inner.map(|token| token.span().start().line));
        }
        match &token {
            TokenTree::Group(group) => {
                lines.insert(group.span_open().start().line);
                lines.insert(group.span_close().end().line);
                lines_of(group.stream(), lines);
            }
            other => lines.extend(other.span().start().line..=other.span().end().line),
        }
    }
}

fn clones(tokens: TokenStream) -> usize {
    let mut count = 0;
    let mut last = None;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => {
                count += clones(group.stream());
                last = None;
            }
            TokenTree::Ident(name) if name == "clone" => {
                count += usize::from(matches!(last, Some('.' | ':')));
                last = None;
            }
            TokenTree::Punct(sign) => last = Some(sign.as_char()),
            _ => last = None,
        }
    }
    count
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn is_for_tests(attribute: &Attribute) -> bool {
    let text = attribute.meta.to_token_stream().to_string();
    text == "test" || text.starts_with("tokio :: test") || text == "cfg (test)"
}

fn name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "
//! What it is.

use crate::a::{B, c as d};
pub use self::inner::Given;

/// A thing.
#[derive(Clone)]
pub struct Thing(u8);

impl Thing {
    // Why.
    fn one(&self) -> Self {
        self.clone()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_is() {
        assert_eq!(1, 1);
        assert!(true);
    }
}
";

    #[test]
    fn code_is_counted_without_comments_blanks_and_tests() {
        let code = Code::of(&syn::parse_file(FILE).unwrap(), false);
        assert_eq!((code.lines, code.test_lines), (9, 8));
        assert_eq!((code.tests, code.assertions, code.clones), (1, 2, 1));
        assert_eq!(code.functions, [3]);
        assert_eq!(code.types, ["Thing"]);
        assert_eq!(code.methods.get("Thing"), Some(&1));
        let path = |path: &[&str]| path.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>();
        assert!(code.uses.contains(&path(&["crate", "a", "B"])));
        assert!(code.uses.contains(&path(&["crate", "a", "c"])));
        assert_eq!(code.given, [("Given".to_owned(), path(&["self", "inner", "Given"]))]);
    }
}
