//! What can be chosen before something is printed.

use contract::{LabelStock, Language, PaperSize, PrinterInfo, PrinterStand};
use leptos::prelude::*;

use super::choice::{PrintForm, group_columns, label_column, label_columns};
use super::columns::PaperColumns;
use super::run::Print;
use super::stock::{OWN_ROLL, OWN_SHEET, StockChoice, called};
use crate::components::grid::Column;
use crate::components::{
    Choice, ChoiceChip, FailureNote, Icon, NumberField, Segment, SegmentChoice, Show, Switch,
    TextField,
};
use crate::effect::memo;
use crate::i18n::{self, say, text, use_i18n};
use crate::look::use_look;
use crate::pages::export::cells::row_code_column;
use crate::pages::export::table::ExportedTable;
use crate::wording::format::use_format;
use crate::wording::words::language_name;

/// Pages, by their names.
const SIZES: [(&str, PaperSize); 4] = [
    ("a4", PaperSize::A4),
    ("a4-landscape", PaperSize::A4Landscape),
    ("letter", PaperSize::Letter),
    ("letter-landscape", PaperSize::LetterLandscape),
];

/// Codes of trade items are drawn as GS1 DataMatrix.
const SQUARE: &str = "gs1";

/// They are drawn as bars.
const BARS: &str = "bars";

/// What is printed, and how.
#[component]
pub fn PrintFields(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let form = print.choice.form;
    let is = move |this: PrintForm| move || form.get() == this;
    view! {
        <div class="paper-fields">
            <Forms print />
            <PaperLanguage print />
            <Show when=move || form.get() != PrintForm::Labels>
                <PageSize size=print.choice.size />
            </Show>
            <Show when=is(PrintForm::List)>
                <List print />
            </Show>
            <Show when=is(PrintForm::Labels)>
                <Labels print />
            </Show>
            <Show when=is(PrintForm::Commands)>
                <p class="dim">{text!(i18n, paper.commands_text)}</p>
            </Show>
            <Show when=is(PrintForm::Scanner)>
                <p class="dim">{text!(i18n, paper.scanner_text)}</p>
            </Show>
            <Printer print />
        </div>
    }
}

/// What is printed: labels only of what has codes.
#[component]
fn Forms(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let choice = |value, label, testid| SegmentChoice { value, label, icon: None, testid };
    let has_labels = with_table(print, |table| !label_columns(table.labelled()).is_empty());
    let form = print.choice.form;
    if !has_labels && form.get_untracked() == PrintForm::Labels {
        form.set(PrintForm::List);
    }
    let labels = choice(PrintForm::Labels, text!(i18n, paper.form_labels), "print-labels");
    let choices = [
        Some(choice(PrintForm::List, text!(i18n, paper.form_list), "print-list")),
        has_labels.then_some(labels),
        Some(choice(PrintForm::Commands, text!(i18n, paper.form_commands), "print-commands")),
        Some(choice(PrintForm::Scanner, text!(i18n, paper.form_scanner), "print-scanner")),
    ];
    view! {
        <Segment
            label=text!(i18n, paper.what)
            choices=choices.into_iter().flatten().collect()
            value=form
            on_choose=move |chosen| form.set(chosen)
        />
    }
}

/// Of all words on the paper: the window's language first.
#[component]
fn PaperLanguage(print: Print) -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let choices = Signal::derive(move || {
        let mut all = Language::ALL;
        all.sort_by_key(|language| *language != look.language());
        let called = |language| {
            choice(i18n::name(language).to_owned(), language_name(i18n, language).to_owned())
        };
        all.map(called).to_vec()
    });
    let choose = move |id: String| {
        if let Some(language) = Language::ALL.into_iter().find(|it| i18n::name(*it) == id) {
            print.speak(language);
        }
    };
    view! {
        <ChoiceChip
            label=text!(i18n, paper.language)
            choices
            value=Signal::derive(move || i18n::name(print.choice.language.get()).to_owned())
            on_choose=choose
            testid="print-language"
        />
    }
}

#[component]
fn PageSize(size: RwSignal<PaperSize>) -> impl IntoView {
    let i18n = use_i18n();
    let choices = Signal::derive(move || {
        let labels = [
            say!(i18n, paper.a4),
            say!(i18n, paper.a4_landscape),
            say!(i18n, paper.letter),
            say!(i18n, paper.letter_landscape),
        ];
        let named = SIZES.into_iter().zip(labels);
        named.map(|((id, _), label)| choice(id.to_owned(), label.to_owned())).collect::<Vec<_>>()
    });
    let value = Signal::derive(move || {
        let of = |(id, of): (&str, PaperSize)| (of == size.get()).then(|| id.to_owned());
        SIZES.into_iter().find_map(of).unwrap_or_default()
    });
    let choose = move |chosen: String| {
        if let Some((_, of)) = SIZES.into_iter().find(|(id, _)| *id == chosen) {
            size.set(of);
        }
    };
    view! {
        <ChoiceChip label=text!(i18n, paper.size) choices value on_choose=choose testid="print-size" />
    }
}

#[component]
fn List(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let choice = print.choice;
    let groups = with_table(print, |table| group_columns(&table.columns));
    let has_codes =
        move || with_table(print, |table| choice.printed(table).iter().any(|(_, it)| it.scanned));
    let has_line_codes = with_table(print, |table| row_code_column(&table.columns).is_some());
    view! {
        <PaperColumns print />
        {(!groups.is_empty()).then(|| {
            let none = text!(i18n, paper.one_list);
            view! { <ByColumn label=text!(i18n, paper.group) columns=groups none value=choice.group testid="print-group" /> }
        })}
        <Toggle label=text!(i18n, paper.large) value=choice.large testid="print-large" />
        <Show when=has_codes>
            <Toggle label=text!(i18n, paper.barcodes) value=choice.barcodes testid="print-barcodes" />
        </Show>
        {has_line_codes.then(|| view! {
            <Toggle label=text!(i18n, paper.line_codes) value=choice.line_codes testid="print-line-codes" />
        })}
        <Toggle label=text!(i18n, paper.boxes) value=choice.boxes testid="print-boxes" />
        <Toggle label=text!(i18n, paper.signed) value=choice.signed testid="print-signed" />
    }
}

#[component]
fn Labels(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let (choice, stock) = (print.choice, print.choice.stock);
    let columns = with_table(print, |table| label_columns(table.labelled()));
    let labelled = columns.clone();
    let is_of_items = move || {
        choice.labelled.with(|id| label_column(&labelled, id).is_some_and(|(_, it)| it.item))
    };
    let is_own = move || stock.is_own();
    let is_sheet = move || {
        matches!(stock.stock(), Some(LabelStock::Sheet(_))) || stock.id.with(|id| id == OWN_SHEET)
    };
    view! {
        {(columns.len() > 1).then(|| view! { <Labelled columns value=choice.labelled /> })}
        <Show when=move || print.has_items.get() && is_of_items()>
            <Symbols bars=choice.bars />
        </Show>
        <Stocks stock />
        <Show when=is_own>
            <OwnSize stock />
        </Show>
        <div class="print-numbers">
            <NumberField label=text!(i18n, paper.copies) value=choice.copies testid="print-copies" />
            <Show when=is_sheet>
                <NumberField label=text!(i18n, paper.first) value=choice.first testid="print-first" />
            </Show>
        </div>
        <Toggle label=text!(i18n, paper.outlines) value=choice.outlines testid="print-outlines" />
    }
}

/// So many copies can be chosen.
const SETS: [u8; 10] = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20];

/// On which printer, where the computer has one.
#[component]
fn Printer(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let printer = memo(move || print.printer());
    let choices = Signal::derive(move || {
        let list = print.printers.get().unwrap_or_default();
        let entry = |printer: PrinterInfo| Choice {
            detail: printer.location,
            ..choice(printer.name, printer.description)
        };
        list.printers.into_iter().map(entry).collect::<Vec<_>>()
    });
    let name =
        Signal::derive(move || printer.get().map(|printer| printer.name).unwrap_or_default());
    let sets = Signal::derive(|| {
        SETS.into_iter().map(|sets| choice(sets.to_string(), sets.to_string())).collect::<Vec<_>>()
    });
    let set = move |id: String| {
        if let Ok(sets) = id.parse() {
            print.choice.sets.set(sets);
        }
    };
    let stand = move || {
        let PrinterInfo { stand, description, message, .. } = printer.get()?;
        let said = match stand {
            PrinterStand::Ready => return None,
            PrinterStand::Waits => say!(i18n, paper.waits, printer = description),
            PrinterStand::Refuses => say!(i18n, paper.refuses, printer = description),
        };
        Some([said, message].join(" "))
    };
    let has_none =
        move || print.printers.with(|it| it.as_ref().is_some_and(|it| it.printers.is_empty()));
    view! {
        {move || print.not_listed.get().map(|failure| view! { <FailureNote failure /> })}
        <Show when=move || has_none() && print.not_listed.with(Option::is_none)>
            <p class="faint" data-testid="print-no-printer">{text!(i18n, paper.no_printer)}</p>
        </Show>
        <Show when=move || printer.with(Option::is_some)>
            <div class="print-printer">
                <ChoiceChip
                    label=text!(i18n, paper.printer)
                    choices
                    value=name
                    on_choose=move |id| print.choice.printer.set(id)
                    testid="print-printer"
                />
                <ChoiceChip
                    label=text!(i18n, paper.sets)
                    choices=sets
                    value=Signal::derive(move || print.choice.sets.get().to_string())
                    on_choose=set
                    testid="print-sets"
                />
            </div>
            <Toggle
                label=text!(i18n, paper.two_sided)
                value=print.choice.two_sided
                testid="print-two-sided"
            />
            {move || stand().map(|said| view! {
                <p class="hint-warn" data-testid="print-stand">
                    <Icon name="triangle-alert" class="icon icon-sm" />
                    <span dir="auto">{said}</span>
                </p>
            })}
        </Show>
    }
}

/// Of what: bins or products, where rows have both.
#[component]
fn Labelled(columns: Vec<(u32, Column)>, value: RwSignal<String>) -> impl IntoView {
    let i18n = use_i18n();
    let all = columns.clone();
    let choices = Signal::derive(move || all.iter().map(column_choice).collect::<Vec<_>>());
    // What was remembered and is not there is the first one, and stays remembered.
    let chosen = Signal::derive(move || {
        let column = value.with(|id| label_column(&columns, id));
        column.map(|(_, column)| column.id.to_owned()).unwrap_or_default()
    });
    view! {
        <ChoiceChip
            label=text!(i18n, paper.labelled)
            choices
            value=chosen
            on_choose=move |id| value.set(id)
            testid="print-labelled"
        />
    }
}

/// How codes of trade items are drawn.
#[component]
fn Symbols(bars: RwSignal<bool>) -> impl IntoView {
    let i18n = use_i18n();
    let choices = Signal::derive(move || {
        vec![
            choice(SQUARE.to_owned(), say!(i18n, paper.symbol_gs1).to_owned()),
            choice(BARS.to_owned(), say!(i18n, paper.symbol_bars).to_owned()),
        ]
    });
    view! {
        <ChoiceChip
            label=text!(i18n, paper.symbol)
            choices
            value=Signal::derive(move || if bars.get() { BARS } else { SQUARE }.to_owned())
            on_choose=move |id| bars.set(id == BARS)
            testid="print-symbol"
        />
    }
}

/// A choice of a column, or of none.
#[component]
fn ByColumn(
    #[prop(into)] label: Signal<String>,
    columns: Vec<(u32, Column)>,
    #[prop(into)] none: Signal<String>,
    value: RwSignal<String>,
    testid: &'static str,
) -> impl IntoView {
    let ids: Vec<_> = columns.iter().map(|(_, column)| column.id).collect();
    let choices = Signal::derive(move || {
        let none = choice(String::new(), none.get());
        std::iter::once(none).chain(columns.iter().map(column_choice)).collect::<Vec<_>>()
    });
    // What was remembered and is not there is none, and stays remembered.
    let chosen = Signal::derive(move || {
        value.with(|id| if ids.contains(&id.as_str()) { id.clone() } else { String::new() })
    });
    view! {
        <ChoiceChip label choices value=chosen on_choose=move |id| value.set(id) neutral="" testid />
    }
}

#[component]
fn Stocks(stock: StockChoice) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let choices = Signal::derive(move || {
        let mark = format.decimal_mark();
        let sold = (0..).zip(LabelStock::SOLD);
        let sold =
            sold.map(|(at, stock): (u32, _)| choice(at.to_string(), called(i18n, mark, stock)));
        let own = [
            choice(OWN_SHEET.to_owned(), say!(i18n, paper.own_sheet).to_owned()),
            choice(OWN_ROLL.to_owned(), say!(i18n, paper.own_roll).to_owned()),
        ];
        sold.chain(own).collect::<Vec<_>>()
    });
    view! {
        <ChoiceChip
            label=text!(i18n, paper.stock)
            choices
            value=stock.id
            on_choose=move |id| stock.id.set(id)
            testid="print-stock"
        />
    }
}

/// Sizes of one's own, in millimetres.
#[component]
fn OwnSize(stock: StockChoice) -> impl IntoView {
    let i18n = use_i18n();
    let [columns, rows] = stock.counts;
    let [left, top, gap_x, gap_y] = stock.margins;
    let is_sheet = move || stock.id.with(|id| id == OWN_SHEET);
    let edges = move |[width, height]: [RwSignal<String>; 2]| {
        view! {
            <div class="print-numbers">
                <TextField label=text!(i18n, paper.width) value=width testid="print-width" />
                <TextField label=text!(i18n, paper.height) value=height testid="print-height" />
            </div>
        }
    };
    view! {
        <Show when=move || !is_sheet()>{edges(stock.roll)}</Show>
        <Show when=is_sheet>
            {edges(stock.size)}
            <PageSize size=stock.page />
            <div class="print-numbers">
                <NumberField label=text!(i18n, paper.columns) value=columns testid="print-columns" />
                <NumberField label=text!(i18n, paper.rows) value=rows testid="print-rows" />
                <TextField label=text!(i18n, paper.left) value=left testid="print-left" />
                <TextField label=text!(i18n, paper.top) value=top testid="print-top" />
                <TextField label=text!(i18n, paper.gap_x) value=gap_x testid="print-gap-x" />
                <TextField label=text!(i18n, paper.gap_y) value=gap_y testid="print-gap-y" />
            </div>
        </Show>
    }
}

#[component]
fn Toggle(
    #[prop(into)] label: Signal<String>,
    value: RwSignal<bool>,
    testid: &'static str,
) -> impl IntoView {
    view! {
        <div class="paper-field">
            <Switch label value on_change=move |on| value.set(on) testid />
            <span>{label}</span>
        </div>
    }
}

/// What is to be known of the columns of the table, which do not change while it is printed.
fn with_table<T: Default>(print: Print, of: impl Fn(&ExportedTable) -> T) -> T {
    print.table.with_untracked(|table| table.as_ref().map(of).unwrap_or_default())
}

fn column_choice((_, column): &(u32, Column)) -> Choice {
    choice(column.id.to_owned(), column.label.get())
}

fn choice(id: String, label: String) -> Choice {
    Choice { id, label, ..Choice::default() }
}
