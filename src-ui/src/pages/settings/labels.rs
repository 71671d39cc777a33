//! Texts as barcodes, to be scanned from the screen.

use contract::{Barcode, DrawBarcodes};
use leptos::prelude::*;

use crate::data::query::use_query;

/// Free modules on each side of a barcode, as its standard wants them.
const QUIET: usize = 10;

/// Barcodes, each with what it is called above and its text below.
#[component]
pub fn Labels(
    /// What each is called, which may be empty, and its text.
    #[prop(into)]
    labels: Signal<Vec<(String, String)>>,
) -> impl IntoView {
    let drawn = use_query(move || {
        let texts = labels.get().into_iter().map(|(_, text)| text).collect();
        Some(DrawBarcodes { texts })
    });
    let all = move || {
        let bars = drawn.get().unwrap_or_default();
        let with = |(label, text): (String, String)| {
            let bar = bars.iter().find(|bar| bar.text == text).cloned();
            view! { <Label label text bar /> }
        };
        labels.get().into_iter().map(with).collect_view()
    };
    view! { <ul class="labels" role="list">{all}</ul> }
}

#[component]
fn Label(label: String, text: String, bar: Option<Barcode>) -> impl IntoView {
    let modules = bar.map(|bar| bar.modules).unwrap_or_default();
    let width = modules.len() + 2 * QUIET;
    let path = bars(&modules);
    view! {
        <li class="label-card">
            {(!label.is_empty()).then(|| view! { <b class="trunc" dir="auto">{label}</b> })}
            {(!modules.is_empty()).then(|| view! {
                <svg
                    class="bars"
                    viewBox=format!("0 0 {width} 40")
                    preserveAspectRatio="none"
                    shape-rendering="crispEdges"
                    aria-hidden="true"
                    data-testid="barcode"
                >
                    <path d=path></path>
                </svg>
            })}
            <span class="code">{text}</span>
        </li>
    }
}

/// The bars as a path, a rectangle for each run of dark modules.
fn bars(modules: &str) -> String {
    let (mut path, mut from) = (String::new(), None);
    for (at, module) in modules.chars().chain(['0']).enumerate() {
        match (module, from) {
            ('1', None) => from = Some(at),
            ('1', Some(_)) | (_, None) => {}
            (_, Some(begun)) => {
                path.push_str(&format!("M{} 0h{}v40h-{}z", begun + QUIET, at - begun, at - begun));
                from = None;
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_run_of_dark_modules_is_one_bar() {
        assert_eq!(bars("1101"), "M10 0h2v40h-2zM13 0h1v40h-1z");
        assert_eq!(bars(""), "");
        assert_eq!(bars("000"), "");
    }
}
