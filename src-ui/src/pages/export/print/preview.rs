//! The pages as they will be; enlarged, codes can be scanned from the screen.

use std::time::Duration;

use contract::{DrawPage, LabelStock, Paper, PaperForm, PaperLabels};
use leptos::prelude::*;

use super::run::Print;
use crate::components::{FailureNote, IconButton, Size};
use crate::data::query::{Quiet, use_query};
use crate::effect::effect_after;
use crate::i18n::{say, text, use_i18n};
use crate::wording::format::use_format;

/// The width of a picture, in pixels: sharp on a screen with two of them for one.
const WIDTH: u32 = 900;

/// The width of an enlarged picture of a page: scanners read its codes from the screen.
const LARGE: u32 = 1_800;

/// A number that is typed counts so long after its last key.
const TYPING: Duration = Duration::from_millis(250);

/// A page, and the way to the others.
#[component]
pub fn Preview(print: Print) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (page, is_large) = (RwSignal::new(0_u32), RwSignal::new(false));
    let typed = Quiet::after(Signal::derive(move || print.choice.typed()), TYPING);
    // While a number is typed the pages stay as they were.
    let paper = Memo::new(move |before: Option<&Option<Paper>>| match before {
        Some(before) if typed.get() != print.choice.typed() => before.clone(),
        _ => print.paper(),
    });
    let drawn = use_query(move || {
        let (sheet, paper) = print.sheet.get().zip(paper.get())?;
        let is_off = print.is_waiting() || print.why_no_rows().is_some();
        let width = if is_large.get() { large(&paper) } else { WIDTH };
        (!is_off).then(|| DrawPage { sheet, paper, page: page.get(), width })
    });
    // Another document begins at its first page.
    effect_after(move |before: Option<_>| {
        let form = print.choice.form.get();
        if before.is_some_and(|before| before != form) {
            page.set(0);
        }
        form
    });
    // What could not be laid out is not shown as it was before.
    let drawn_now = move || drawn.get().filter(|_| drawn.failure.with(Option::is_none));
    let place = Signal::derive(move || drawn_now().map_or((0, 0), |it| (it.page, it.pages)));
    let said = move || match place.get() {
        (_, 0) => String::new(),
        (page, pages) => {
            let (page, pages) = (format.number(page + 1), format.number(pages));
            say!(i18n, paper.page, page = page, pages = pages)
        }
    };
    let labels = move || {
        let count = drawn_now()?.labels?;
        Some(say!(i18n, paper.labels_count, count = count, number = format.number(count)))
    };
    let at_end = move |last: bool| {
        Signal::derive(move || {
            let (page, pages) = place.get();
            let is_there = if last { page + 1 >= pages } else { page == 0 };
            is_there.then(|| say!(i18n, paper.no_page).to_owned())
        })
    };
    let turn = move |on: bool| {
        let (now, _) = place.get_untracked();
        page.set(if on { now + 1 } else { now.saturating_sub(1) });
    };
    let picture = move || {
        let shown = drawn_now()?;
        let source = format!("data:image/png;base64,{}", shown.png);
        Some(
            view! { <img class="page-picture" class:is-large=is_large src=source alt=said data-testid="print-page" /> },
        )
    };
    let waits = move || match print.is_waiting() {
        true => Some(say!(i18n, paper.reading).to_owned()),
        false => drawn.get().is_none().then(|| print.why_not()).flatten(),
    };
    view! {
        <div class="print-preview">
            <div
                class="print-page"
                role="group"
                aria-label=text!(i18n, paper.preview)
                tabindex=move || is_large.get().then_some("0")
                class:is-old=move || drawn.asking.get()
                aria-busy=move || drawn.asking.get().to_string()
            >
                {picture}
                {move || waits().map(|why| view! { <p class="dim" data-testid="print-waits">{why}</p> })}
                {move || drawn.failure.get().map(|failure| view! { <FailureNote failure /> })}
            </div>
            <div class="print-pages" role="group" aria-label=text!(i18n, paper.pages)>
                <IconButton
                    label=text!(i18n, paper.page_before)
                    icon="arrow-up"
                    size=Size::Small
                    off=at_end(false)
                    on_press=move |()| turn(false)
                    testid="print-page-before"
                />
                <span class="num" role="status" data-testid="print-pages">{said}</span>
                <IconButton
                    label=text!(i18n, paper.page_after)
                    icon="arrow-down"
                    size=Size::Small
                    off=at_end(true)
                    on_press=move |()| turn(true)
                    testid="print-page-after"
                />
                <IconButton
                    label=text!(i18n, paper.enlarge)
                    icon="maximize-2"
                    size=Size::Small
                    pressed=Signal::derive(move || Some(is_large.get()))
                    on_press=move |()| is_large.update(|large| *large = !*large)
                    testid="print-enlarge"
                />
                <span class="dim num" data-testid="print-count">{labels}</span>
            </div>
        </div>
    }
}

/// The width of an enlarged picture: a label alone on its page is no larger than those of a sheet.
fn large(paper: &Paper) -> u32 {
    match &paper.form {
        PaperForm::Labels(PaperLabels { stock: LabelStock::Roll(width, _), .. }) => {
            (*width).clamp(WIDTH, LARGE)
        }
        _ => LARGE,
    }
}
