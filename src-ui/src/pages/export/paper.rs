//! On which paper a list is printed, and with which words.

use contract::{Paper, PaperColumn, PaperSize, PaperWords};
use leptos::prelude::*;

use crate::components::{Segment, SegmentChoice, Switch};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::wording::format::{Format, use_format};

/// What the user chose; it holds for the next list too, as long as the page is open.
#[derive(Clone, Copy)]
pub struct PaperChoice {
    size: RwSignal<PaperSize>,
    large: RwSignal<bool>,
    barcodes: RwSignal<bool>,
    boxes: RwSignal<bool>,
    signed: RwSignal<bool>,
    format: Format,
}

impl PaperChoice {
    /// Plain pages.
    pub fn start() -> Self {
        Self {
            size: RwSignal::new(PaperSize::A4),
            large: RwSignal::new(false),
            barcodes: RwSignal::new(false),
            boxes: RwSignal::new(false),
            signed: RwSignal::new(false),
            format: use_format(),
        }
    }

    /// How a table is printed.
    pub fn told(
        self,
        i18n: I18n,
        (columns, barcodes): (Vec<PaperColumn>, Option<u32>),
        facts: Vec<(String, String)>,
    ) -> Paper {
        let parts = [
            say!(i18n, paper.sign_name),
            say!(i18n, paper.sign_date),
            say!(i18n, paper.sign_signature),
        ];
        let roles = [say!(i18n, paper.sign_issued), say!(i18n, paper.sign_received)];
        let now =
            format!("{}, {}", self.format.long_day(ipc::today()), self.format.time(ipc::now()));
        Paper {
            size: self.size.get(),
            large: self.large.get(),
            barcodes: barcodes.filter(|_| self.barcodes.get()),
            boxes: self.boxes.get(),
            signatures: match self.signed.get() {
                true => roles.map(str::to_owned).to_vec(),
                false => Vec::new(),
            },
            signature_parts: parts.map(str::to_owned).to_vec(),
            facts,
            columns,
            language: self.format.tag(),
            right_to_left: crate::dom::is_rtl(),
            words: PaperWords {
                as_of: say!(i18n, paper.as_of, time = now),
                // Its places are filled in where the pages are laid out.
                page: say!(i18n, paper.page, page = "{page}", pages = "{pages}"),
                not_sent: say!(i18n, paper.not_sent).to_owned(),
                nothing: say!(i18n, paper.nothing).to_owned(),
                continued: say!(i18n, paper.continued, group = "{group}"),
                code: say!(i18n, paper.code, text = "{text}"),
                check_box: say!(i18n, paper.check_box).to_owned(),
                blank: say!(i18n, paper.blank).to_owned(),
                barcodes: say!(i18n, paper.barcode).to_owned(),
            },
        }
    }
}

/// What can be chosen.
#[component]
pub fn PaperFields(paper: PaperChoice) -> impl IntoView {
    let i18n = use_i18n();
    let size = |value, label, testid| SegmentChoice { value, label, icon: None, testid };
    let sizes = vec![
        size(PaperSize::A4, text!(i18n, paper.a4), "paper-a4"),
        size(PaperSize::A4Landscape, text!(i18n, paper.a4_landscape), "paper-a4-landscape"),
        size(PaperSize::Letter, text!(i18n, paper.letter), "paper-letter"),
        size(
            PaperSize::LetterLandscape,
            text!(i18n, paper.letter_landscape),
            "paper-letter-landscape",
        ),
    ];
    let switch = |label, value: RwSignal<bool>, testid| {
        view! {
            <div class="paper-field">
                <Switch label value on_change=move |on| value.set(on) testid />
                <span>{label}</span>
            </div>
        }
    };
    view! {
        <div class="paper-fields">
            <div class="plan-part">
                <span class="label">{text!(i18n, paper.size)}</span>
                <Segment
                    label=text!(i18n, paper.size)
                    choices=sizes
                    value=paper.size
                    on_choose=move |size| paper.size.set(size)
                />
            </div>
            {switch(text!(i18n, paper.large), paper.large, "paper-large")}
            {switch(text!(i18n, paper.barcodes), paper.barcodes, "paper-barcodes")}
            {switch(text!(i18n, paper.boxes), paper.boxes, "paper-boxes")}
            {switch(text!(i18n, paper.signed), paper.signed, "paper-signed")}
        </div>
    }
}
