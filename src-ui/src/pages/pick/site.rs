//! What the site keeps for picking: the table of what lies where, barcodes of products, and what was found
//! to differ. Tables are read from a file, which is first only looked through.

use contract::{
    CountDifference, Failure, ForgetDifferences, ImportFault, ImportProblem, ImportReport,
    ImportTable, ListDifferences, ReadSiteFacts, RemoveSiteTable, SaveTable, SiteFile,
};
use leptos::prelude::*;

use crate::components::{
    Button, ButtonKind, CloseFoot, FailureNote, Icon, IconButton, Menu, MenuItem, Sheet, Show,
    Size, Toasts,
};
use crate::data::query::{use_command, use_query};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::wording::format::{Format, use_format};

/// A table that was selected: its file's name, and what is in it.
#[derive(Clone, PartialEq)]
struct Selected {
    name: String,
    text: String,
}

/// The menu of what the site keeps, and its sheets.
#[component]
pub fn SiteMenu() -> impl IntoView {
    let i18n = use_i18n();
    let open = RwSignal::new(None::<SiteFile>);
    let items = Callback::new(move |()| {
        let item = |label, icon, table, testid| MenuItem {
            label,
            icon,
            chord: None,
            off: None,
            ticked: None,
            run: Callback::new(move |()| open.set(Some(table))),
            testid,
        };
        vec![
            item(text!(i18n, site.stock), "warehouse", SiteFile::Stock, "site-stock"),
            item(text!(i18n, site.aliases), "scan-barcode", SiteFile::Aliases, "site-aliases"),
            item(text!(i18n, site.pairs), "replace", SiteFile::Pairs, "site-pairs"),
            item(text!(i18n, site.differences), "diff", SiteFile::Differences, "site-differences"),
        ]
    });
    let sheet = move || {
        open.get().map(|table| view! { <SiteSheet table on_close=move |()| open.set(None) /> })
    };
    view! {
        <Menu label=text!(i18n, site.menu) class="icon-btn" items testid="site-menu">
            <Icon name="ellipsis" />
        </Menu>
        {sheet}
    }
}

/// The sheet of one table.
#[component]
fn SiteSheet(table: SiteFile, #[prop(into)] on_close: Callback<()>) -> impl IntoView {
    let i18n = use_i18n();
    let (title, lead, testid) = match table {
        SiteFile::Stock => (text!(i18n, site.stock), text!(i18n, site.stock_text), "stock-sheet"),
        SiteFile::Aliases => {
            (text!(i18n, site.aliases), text!(i18n, site.aliases_text), "aliases-sheet")
        }
        SiteFile::Pairs => (text!(i18n, site.pairs), text!(i18n, site.pairs_text), "pairs-sheet"),
        SiteFile::Differences => {
            (text!(i18n, site.differences), text!(i18n, site.differences_text), "differences-sheet")
        }
    };
    view! {
        <Sheet title lead on_close wide=true from_top=true testid>
            <div class="sheet-body">
                {match table {
                    SiteFile::Stock => view! { <StockInUse /> <Import table /> }.into_any(),
                    SiteFile::Aliases => view! { <Aliases /> <Import table /> }.into_any(),
                    SiteFile::Pairs => view! {
                        <Export table off=Signal::stored(None) />
                        <Import table />
                    }
                    .into_any(),
                    SiteFile::Differences => view! { <Differences /> }.into_any(),
                }}
            </div>
            <CloseFoot on_close testid="site-close" />
        </Sheet>
    }
}

/// The table that is in use.
#[component]
fn StockInUse() -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (facts, remove) = (use_query(|| Some(ReadSiteFacts {})), use_command::<RemoveSiteTable>());
    let said = move || match facts.get()?.table {
        Some(table) => {
            let (rows, time) = (format.number(table.rows), format.exact(table.as_of));
            Some(say!(i18n, site.in_use, file = table.file_name, rows = rows, time = time))
        }
        None => Some(say!(i18n, site.none_in_use).to_owned()),
    };
    let is_used = move || facts.get().is_some_and(|facts| facts.table.is_some());
    view! {
        <p data-testid="stock-in-use"><bdi>{said}</bdi></p>
        <Show when=is_used>
            <Button
                label=text!(i18n, site.remove)
                kind=ButtonKind::Quiet
                busy=remove.busy
                on_press=move |()| remove.send(RemoveSiteTable {}, |_| ())
                testid="stock-remove"
            />
        </Show>
    }
}

/// How many barcodes are known, and the way out.
#[component]
fn Aliases() -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let known = use_query(|| Some(ReadSiteFacts {}));
    let said = move || {
        let count = known.get()?.aliases;
        Some(say!(i18n, site.aliases_known, count = count, number = format.number(count)))
    };
    let none = Signal::derive(move || {
        known
            .get()
            .is_none_or(|facts| facts.aliases == 0)
            .then(|| say!(i18n, site.no_aliases).to_owned())
    });
    view! {
        <p data-testid="aliases-known">{said}</p>
        <Export table=SiteFile::Aliases off=none />
    }
}

/// Writes a table into a file.
#[component]
fn Export(table: SiteFile, off: Signal<Option<String>>) -> impl IntoView {
    let (i18n, save) = (use_i18n(), use_command::<SaveTable>());
    let toasts = expect_context::<Toasts>();
    let export = move |()| {
        save.send(SaveTable { table }, move |saved| {
            if let Some(saved) = saved {
                toasts.say(untrack(|| say!(i18n, history.exported, file = saved.file_name)));
            }
        });
    };
    view! {
        <Button label=text!(i18n, site.export) icon="download" off busy=save.busy on_press=export testid="site-export" />
        {move || save.failure.get().map(|failure| view! { <FailureNote failure /> })}
    }
}

/// Reads a table from a file: what would come of it is said before anything is.
#[component]
fn Import(table: SiteFile) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (look, import) = (use_command::<ImportTable>(), use_command::<ImportTable>());
    // The file and what would come of it belong together.
    let selected = RwSignal::new(None::<Selected>);
    let report = RwSignal::new(None::<ImportReport>);
    let too_long = RwSignal::new(false);
    let toasts = expect_context::<Toasts>();
    let request = move |dry_run| {
        let Selected { name, text } = selected.get_untracked()?;
        Some(ImportTable { table, file_name: name, text, dry_run })
    };
    let take = move |event: leptos::ev::Event| {
        if look.busy.get_untracked() {
            return;
        }
        report.set(None);
        ipc::read_file(&event, move |read| {
            too_long.set(read.is_none());
            selected.set(read.map(|(name, text)| Selected { name, text }));
            if let Some(request) = request(true) {
                look.send(request, move |found| report.set(Some(found)));
            }
        });
    };
    let go = move |()| {
        if let Some(request) = request(false) {
            import.send(request, move |done| {
                let number = format.number(done.used);
                report.set(None);
                selected.set(None);
                toasts
                    .say(untrack(|| say!(i18n, site.imported, count = done.used, number = number)));
            });
        }
    };
    let columns = match table {
        SiteFile::Stock => {
            "inventoryItemId, productCode, lotNumber, expirationDate, binName, quantity"
        }
        SiteFile::Pairs => "productCode, substituteCode, times, last, place, reason",
        _ => "barcode, productCode",
    };
    let none = Signal::derive(move || {
        let used = report.with(|report| report.as_ref().map_or(0, |report| report.used));
        (used == 0).then(|| say!(i18n, site.nothing_used).to_owned())
    });
    view! {
        <div class="sect">
            <h3>{text!(i18n, site.import)}</h3>
            <p class="hint">{text!(i18n, site.columns)} " " <span class="code">{columns}</span></p>
            <label class="btn file-btn">
                <Icon name="upload" />
                {text!(i18n, site.select_file)}
                <input
                    type="file"
                    accept=".csv,.tsv,.txt,text/csv"
                    disabled=look.busy
                    data-testid="import-file"
                    on:change=take
                />
            </label>
            {move || too_long.get().then(|| view! { <p class="hint-warn">{text!(i18n, site.cannot_read)}</p> })}
            {move || report.get().map(|report| view! { <Report report /> })}
            {move || look.failure.get().or(import.failure.get()).map(|failure: Failure| view! { <FailureNote failure /> })}
            <Show when=move || report.with(Option::is_some)>
                <Button
                    label=text!(i18n, site.import_now)
                    kind=ButtonKind::Primary
                    off=none
                    busy=import.busy
                    on_press=go
                    testid="import-now"
                />
            </Show>
        </div>
    }
}

/// What would come of a table.
#[component]
fn Report(report: ImportReport) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (used, rows) = (format.number(report.used), format.number(report.rows));
    let left_out = report.left_out();
    let told = [
        (left_out > 0)
            .then(|| say!(i18n, site.left_out, count = left_out, number = format.number(left_out))),
        (report.unknown_products > 0).then(|| {
            let number = format.number(report.unknown_products);
            say!(i18n, site.unknown_products, count = report.unknown_products, number = number)
        }),
        (report.unknown_bins > 0).then(|| {
            let number = format.number(report.unknown_bins);
            say!(i18n, site.unknown_bins, count = report.unknown_bins, number = number)
        }),
        (!report.missing.is_empty())
            .then(|| say!(i18n, site.missing, columns = report.missing.join(", "))),
    ];
    let problem = move |problem: ImportProblem| {
        view! { <li>{said(i18n, format, &problem)}</li> }
    };
    view! {
        <div role="status" data-testid="import-report">
            <p><b>{say!(i18n, site.report, used = used, rows = rows)}</b></p>
            {told.into_iter().flatten().map(|said| view! { <p class="hint">{said}</p> }).collect_view()}
            <ul class="problems small">{report.problems.into_iter().map(problem).collect_view()}</ul>
        </div>
    }
}

fn said(i18n: I18n, format: Format, problem: &ImportProblem) -> String {
    let text = problem.text.clone();
    let what = match problem.fault {
        ImportFault::Unreadable => say!(i18n, site.unreadable).to_owned(),
        ImportFault::NoItem => say!(i18n, site.no_item).to_owned(),
        ImportFault::NoProduct => say!(i18n, site.no_product).to_owned(),
        ImportFault::NoCode => say!(i18n, site.no_code).to_owned(),
        ImportFault::BadDate => say!(i18n, site.bad_date, text = text),
        ImportFault::BadQuantity => say!(i18n, site.bad_quantity, text = text),
        ImportFault::UnknownProduct => say!(i18n, site.unknown_product, text = text),
        ImportFault::Twice => say!(i18n, site.twice, text = text),
    };
    say!(i18n, site.problem, line = format.number(problem.line), what = what)
}

/// What was found to differ.
#[component]
fn Differences() -> impl IntoView {
    let (i18n, forget) = (use_i18n(), use_command::<ForgetDifferences>());
    let found = use_query(|| Some(ListDifferences {}));
    let all = move || found.get().unwrap_or_default();
    let none = Signal::derive(move || {
        all().is_empty().then(|| say!(i18n, site.no_differences).to_owned())
    });
    let clear = move |()| {
        let numbers = untrack(all).iter().map(|it| it.number).collect();
        forget.send(ForgetDifferences { numbers }, |_| ());
    };
    view! {
        <Show when=move || none.get().is_some()><p class="hint">{none}</p></Show>
        <ol class="tape" role="list" data-testid="differences">
            {move || all().into_iter().map(|it| view! { <Difference it /> }).collect_view()}
        </ol>
        <div class="row-acts">
            <Export table=SiteFile::Differences off=none />
            <Button
                label=text!(i18n, site.forget)
                kind=ButtonKind::Quiet
                off=none
                busy=forget.busy
                on_press=clear
                testid="differences-forget"
            />
        </div>
    }
}

#[component]
fn Difference(it: CountDifference) -> impl IntoView {
    let (i18n, format, forget) = (use_i18n(), use_format(), use_command::<ForgetDifferences>());
    let which = it.number;
    let number =
        |number: Option<i64>| number.map_or_else(|| "–".to_owned(), |it| format.number(it));
    let (expected, counted) = (number(it.expected), number(it.counted));
    let bin = it.bin.unwrap_or_default();
    view! {
        <li class="tape-row" data-testid="difference">
            <Icon name="diff" />
            <span class="num faint">{format.exact(it.at)}</span>
            <span class="code trunc">{it.product.code.unwrap_or_default()}</span>
            <span class="said" dir="auto">
                {say!(i18n, site.differs, bin = bin, expected = expected, counted = counted)}
            </span>
            <IconButton
                label=text!(i18n, site.forget_one)
                icon="x"
                size=Size::Small
                on_press=move |()| forget.send(ForgetDifferences { numbers: vec![which] }, |_| ())
                testid="difference-forget"
            />
        </li>
    }
}
