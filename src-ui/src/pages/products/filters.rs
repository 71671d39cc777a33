//! The tools of the products: the find field and the categories.

use std::time::Duration;

use contract::{CategoryCount, ListProducts, ProductFilter, Rows};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::ColumnState;
use crate::components::{Choice, FilterChip, FindField};
use crate::data::query::{Query, Quiet};
use crate::i18n::{say, text, use_i18n};
use crate::navigation::{Section, Tabs};
use crate::pages::list::{follow_search, order};
use crate::wording::format::use_format;

/// What is looked for.
#[derive(Clone, Copy)]
pub struct ProductFilters {
    text: RwSignal<String>,
    /// The text, as it is looked for.
    pub quiet_text: Quiet,
    /// Names of categories; none means any.
    categories: RwSignal<Vec<String>>,
}

impl ProductFilters {
    /// Nothing filtered.
    pub fn new() -> Self {
        let text = RwSignal::new(String::new());
        let quiet_text = Quiet::after(text.into(), Duration::from_millis(120));
        Self { text, quiet_text, categories: RwSignal::default() }
    }

    /// The question they make, for a window of rows.
    pub fn ask(self, start: u32, count: u32, layout: &ColumnState) -> ListProducts {
        let (text, categories) = (self.quiet_text.get(), self.categories.get());
        ListProducts {
            rows: Rows { start, count, sort: order(layout) },
            filter: ProductFilter { text, categories },
        }
    }

    /// Finds what is sought from elsewhere in the window, and nothing besides.
    pub fn follow(self, tabs: Tabs) {
        follow_search(tabs, Section::Products, move |text| {
            self.clear();
            self.text.set(text);
        });
    }

    /// Whether anything is filtered.
    pub fn any(self) -> bool {
        self.text.with(|text| !text.trim().is_empty()) || self.categories.with(|c| !c.is_empty())
    }

    /// Filters nothing.
    pub fn clear(self) {
        self.text.set(String::new());
        self.categories.set(Vec::new());
    }
}

/// The tools.
#[component]
pub fn Tools(
    filters: ProductFilters,
    categories: Query<Vec<CategoryCount>>,
    find: NodeRef<html::Input>,
    children: Children,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let choices = Signal::derive(move || {
        let all = categories.get().unwrap_or_default().into_iter();
        let choice = |category: CategoryCount| Choice {
            id: category.name.clone(),
            label: category.name,
            detail: format.number(category.products),
            ..Choice::default()
        };
        all.map(choice).collect::<Vec<_>>()
    });
    view! {
        <div
            class="tools"
            role="toolbar"
            aria-label=move || say!(i18n, list.filters)
            data-region="tools"
        >
            <FindField
                label=text!(i18n, products.find)
                placeholder=text!(i18n, products.find_hint)
                value=filters.text
                node=find
            />
            <FilterChip
                label=text!(i18n, products.col_category)
                choices
                chosen=filters.categories
                testid="chip-category"
            />
            <span class="push"></span>
            {children()}
        </div>
    }
}
