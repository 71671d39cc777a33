//! What was scanned: what the last code did, in a strip across the page, and those before it.

use contract::{ScanCommand, ScanFound, WalkScan};
use leptos::prelude::*;

use super::head::WalkSheet;
use super::jobs::WalkJob;
use super::state::{WalkPage, counts};
use super::words::{
    Outcome, bin as bin_name, command_name, icon, in_depot, line_more, outcome, product,
};
use crate::components::{Button, ButtonKind, Icon, IconButton, Show, Size};
use crate::effect::memo;
use crate::i18n::{I18n, say, text};
use crate::wording::format::Format;

/// What the last codes did; nothing before the first one.
#[component]
pub fn ScanStrip(page: WalkPage, sheet: RwSignal<Option<WalkSheet>>) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let scans = memo(move || page.last_scans());
    let class = move || match scans.with(|scans| scans.first().map(outcome)) {
        Some(Outcome::Good) => "scan scan-ok",
        Some(Outcome::Bad) => "scan scan-bad",
        Some(Outcome::Asks) => "scan scan-ask",
        Some(Outcome::Undone) => "scan",
        None => "scan-none",
    };
    let now = move || {
        let scan = scans.with(|scans| scans.first().cloned())?;
        let (title, more) = said(i18n, format, &scan);
        Some(view! {
            <span class="glyph">
                <Icon name=icon(outcome(&scan)) />
            </span>
            <div class="what">
                <span>{title}</span>
                <span>{more}</span>
            </div>
        })
    };
    let before = move || {
        let older = scans.with(|scans| scans.iter().skip(1).cloned().collect::<Vec<_>>());
        older.into_iter().map(|scan| view! { <Bit scan /> }).collect_view()
    };
    let is_any = move || scans.with(|scans| !scans.is_empty());
    let can_undo = memo(move || scans.with(|scans| scans.first().is_some_and(counts)));
    let is_unknown = memo(move || {
        let last = |scans: &Vec<WalkScan>| scans.first().map(|it| it.found.clone());
        scans.with(last) == Some(ScanFound::Nothing)
    });
    view! {
        <div class="scan-place" data-testid="scan-now">
            <div class=class>
                // There from the beginning: else the first scan is not read out.
                <div class="scan-now" role="status" aria-live="assertive">{now}</div>
                <Show when=is_any>
                    <div class="scan-tape" aria-label=text!(i18n, walk.last_scans) role="group">
                        {before}
                    </div>
                    <div class="scan-acts">
                        <Show when=move || is_unknown.get()>
                            <Button
                                label=text!(i18n, walk.link)
                                size=Size::Small
                                chord="L"
                                on_press=move |()| page.link_last_scan()
                                testid="scan-link"
                            />
                        </Show>
                        <Show when=move || can_undo.get()>
                            <Button
                                label=text!(i18n, walk.take_back_scan)
                                kind=ButtonKind::Quiet
                                size=Size::Small
                                icon="undo-2"
                                chord="Backspace"
                                on_press=move |()| page.push(WalkJob::TakeBack(None))
                                testid="scan-take-back"
                            />
                        </Show>
                        <IconButton
                            label=text!(i18n, walk.all_scans)
                            icon="history"
                            size=Size::Small
                            on_press=move |()| sheet.set(Some(WalkSheet::Tape))
                            testid="scan-tape"
                        />
                    </div>
                </Show>
            </div>
        </div>
    }
}

/// A code that was scanned before.
#[component]
fn Bit(scan: WalkScan) -> impl IntoView {
    let outcome = outcome(&scan);
    let class = match outcome {
        Outcome::Good => "scan-bit ok",
        Outcome::Bad => "scan-bit bad",
        Outcome::Asks | Outcome::Undone => "scan-bit",
    };
    view! {
        <span class=class>
            <Icon name=icon(outcome) />
            <span class="code">{scan.code}</span>
        </span>
    }
}

/// What a code did, and what can be done next.
pub fn said(i18n: I18n, format: Format, scan: &WalkScan) -> (String, String) {
    let code = scan.code.clone();
    if scan.taken_back {
        return (say!(i18n, walk.scan_undone, code = code), String::new());
    }
    let owned = str::to_owned;
    match &scan.found {
        ScanFound::Bin { bin, tasks: 0, depot, .. } => {
            let bin = in_depot(bin.name.clone(), depot.as_ref());
            (say!(i18n, walk.scan_bin_idle, bin = bin), owned(say!(i18n, walk.scan_no_change)))
        }
        ScanFound::OtherDepot { bin, depot } => {
            let (bin, depot) = (bin.name.clone(), depot.name.clone());
            let title = say!(i18n, walk.scan_other_depot, bin = bin, depot = depot);
            (title, owned(say!(i18n, walk.scan_no_change)))
        }
        ScanFound::Command { command, done, .. } => {
            let name = command_name(i18n, *command).to_owned();
            let is_in_vain = matches!(command, ScanCommand::Confirm | ScanCommand::Undo) && !done;
            let more = if is_in_vain { say!(i18n, walk.scan_no_change) } else { "" };
            (name, owned(more))
        }
        ScanFound::NoTask { pieces } => {
            let number = format.number(*pieces);
            let title = say!(i18n, walk.scan_no_task, number = number);
            (title, owned(say!(i18n, walk.scan_no_task_more)))
        }
        ScanFound::NotHere { product: of } => {
            let (scanned, name) = (product(of), of.name.clone().unwrap_or_default());
            let title = say!(i18n, walk.scan_not_here, code = scanned, name = name);
            (title, owned(say!(i18n, walk.scan_no_change)))
        }
        ScanFound::Bin { bin, tasks, depot, .. } => {
            let bin = in_depot(bin.name.clone(), depot.as_ref());
            let number = format.number(*tasks);
            let more = say!(i18n, walk.scan_bin_more, count = *tasks, number = number);
            (say!(i18n, walk.scan_bin, bin = bin), more)
        }
        ScanFound::Counted { product: of, quantity, required, .. } => {
            let code = product(of);
            let number = format.number(*quantity);
            let title = match required {
                Some(all) => {
                    let all = format.number(*all);
                    say!(i18n, walk.scan_counted_of, code = code, number = number, all = all)
                }
                None => say!(i18n, walk.scan_counted, code = code, number = number),
            };
            (title, owned(say!(i18n, walk.scan_counted_more)))
        }
        ScanFound::Enough { product: of, .. } => {
            let title = say!(i18n, walk.scan_enough, code = product(of));
            (title, owned(say!(i18n, walk.scan_no_change)))
        }
        ScanFound::TooMany { product: of, pieces, left, .. } => {
            let (pieces, left) = (format.number(*pieces), format.number(*left));
            let title =
                say!(i18n, walk.scan_too_many, code = product(of), pieces = pieces, left = left);
            (title, owned(say!(i18n, walk.scan_no_change)))
        }
        ScanFound::Elsewhere { product: of, bin, depot, .. } => {
            let bin = in_depot(bin_name(i18n, bin.as_ref()), depot.as_ref());
            let title = say!(i18n, walk.scan_elsewhere, code = product(of), bin = bin);
            (title, owned(say!(i18n, walk.scan_elsewhere_more)))
        }
        ScanFound::OtherLot { product: of, lot, .. } => {
            let title = say!(i18n, walk.scan_other_lot, code = product(of), lot = lot.clone());
            (title, owned(say!(i18n, walk.scan_no_change)))
        }
        ScanFound::UnknownLot { product: of, lot, .. } => {
            let title = say!(i18n, walk.scan_unknown_lot, code = product(of), lot = lot.clone());
            (title, owned(say!(i18n, walk.scan_unknown_lot_more)))
        }
        ScanFound::Several { tasks, .. } => {
            let number = format.number(*tasks);
            let title = say!(i18n, walk.scan_several, count = *tasks, code = code, number = number);
            (title, owned(say!(i18n, walk.scan_several_more)))
        }
        ScanFound::NoLot { product: of, .. } => {
            let title = say!(i18n, walk.scan_no_lot, code = product(of));
            (title, owned(say!(i18n, walk.tick_it)))
        }
        ScanFound::Line { product: of, bin, depot, state, .. } => {
            let bin = in_depot(bin_name(i18n, bin.as_ref()), depot.as_ref());
            let title = say!(i18n, walk.scan_line, code = product(of), bin = bin);
            (title, owned(line_more(i18n, *state)))
        }
        ScanFound::LineGone => {
            let title = say!(i18n, walk.scan_line_gone, code = code);
            (title, owned(say!(i18n, walk.scan_line_gone_more)))
        }
        ScanFound::Nothing => {
            let title = say!(i18n, walk.scan_nothing, code = code);
            (title, owned(say!(i18n, walk.scan_nothing_more)))
        }
    }
}
