//! What was scanned: what the last code did, in a strip across the page, and those before it.

use contract::{ScanFound, WalkScan};
use leptos::prelude::*;

use super::state::WalkPage;
use super::words::product;
use crate::components::{Icon, Show};
use crate::effect::memo;
use crate::i18n::{I18n, say, text};
use crate::wording::format::Format;

/// How a scan ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Good,
    Bad,
    /// Something is to be decided or seen to.
    Asks,
    /// It was taken back.
    Undone,
}

/// What the last codes did; nothing before the first one.
#[component]
pub fn ScanStrip(page: WalkPage) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let scans = memo(move || page.scans.reply.with(|scans| scans.clone().unwrap_or_default()));
    let class = move || match scans.with(|scans| scans.first().map(outcome)) {
        Some(Outcome::Good) => "scan scan-ok",
        Some(Outcome::Bad) => "scan scan-bad",
        Some(Outcome::Asks) => "scan scan-ask",
        Some(Outcome::Undone) | None => "scan",
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
    view! {
        <div class="scan-place" role="status" aria-live="assertive" data-testid="scan-now">
            <Show when=is_any>
                <div class=class>
                    <div class="scan-now">{now}</div>
                    <div class="scan-tape" aria-label=text!(i18n, walk.last_scans) role="group">
                        {before}
                    </div>
                </div>
            </Show>
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

fn outcome(scan: &WalkScan) -> Outcome {
    match scan.found {
        _ if scan.taken_back => Outcome::Undone,
        ScanFound::Bin { .. } | ScanFound::Counted { .. } => Outcome::Good,
        ScanFound::Several { .. } | ScanFound::NoLot { .. } => Outcome::Asks,
        _ => Outcome::Bad,
    }
}

fn icon(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Good => "check",
        Outcome::Bad => "x",
        Outcome::Asks => "triangle-alert",
        Outcome::Undone => "undo-2",
    }
}

/// What a code did, and what can be done next.
fn said(i18n: I18n, format: Format, scan: &WalkScan) -> (String, String) {
    let code = scan.code.clone();
    if scan.taken_back {
        return (say!(i18n, walk.scan_undone, code = code), String::new());
    }
    let owned = str::to_owned;
    match &scan.found {
        ScanFound::Bin { bin, tasks } => {
            let number = format.number(*tasks);
            let more = say!(i18n, walk.scan_bin_more, count = *tasks, number = number);
            (say!(i18n, walk.scan_bin, bin = bin.name.clone()), more)
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
        ScanFound::Elsewhere { product: of, bin, .. } => {
            let bin =
                bin.as_ref().map_or_else(|| owned(say!(i18n, walk.no_bin)), |it| it.name.clone());
            let title = say!(i18n, walk.scan_elsewhere, code = product(of), bin = bin);
            (title, owned(say!(i18n, walk.scan_elsewhere_more)))
        }
        ScanFound::OtherLot { product: of, lot, .. } => {
            let title = say!(i18n, walk.scan_other_lot, code = product(of), lot = lot.clone());
            (title, owned(say!(i18n, walk.scan_no_change)))
        }
        ScanFound::Several { tasks } => {
            let title = say!(i18n, walk.scan_several, code = code, number = format.number(*tasks));
            (title, owned(say!(i18n, walk.scan_several_more)))
        }
        ScanFound::NoLot { product: of, .. } => {
            let title = say!(i18n, walk.scan_no_lot, code = product(of));
            (title, owned(say!(i18n, walk.tick_it)))
        }
        ScanFound::Nothing => {
            let title = say!(i18n, walk.scan_nothing, code = code);
            (title, owned(say!(i18n, walk.scan_no_change)))
        }
    }
}
