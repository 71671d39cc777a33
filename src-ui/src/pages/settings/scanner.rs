//! How the barcode scanner is set up: a code to scan that finds it out, what was found, the sounds, and the
//! codes that are commands.

use std::time::Duration;

use contract::{SCANNER_TEST_CODE, ScanCommand};
use leptos::html;
use leptos::prelude::*;

use super::labels::Labels;
use super::row::SetRow;
use super::scanner_test::{TestScan, read};
use crate::components::{Button, Switch, TextField};
use crate::dom;
use crate::effect::effect;
use crate::i18n::{say, text, use_i18n};
use crate::keys::{ScannerKey, use_keys};
use crate::look::use_look;
use crate::pages::walk::command_name;
use crate::sound::{self, Sound};

/// A scan is over when nothing came for so long.
const SILENCE: Duration = Duration::from_millis(250);

/// A key that comes so much later, in ms, is pressed by hand.
const BY_HAND: f64 = 150.0;

/// The section.
#[component]
pub fn Scanner() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let by_place = text!(i18n, scanner.by_place);
    let (prefix, suffix) = (around(|it| &mut it.prefix), around(|it| &mut it.suffix));
    let commands = Signal::derive(move || {
        let label = |it: ScanCommand| (command_name(i18n, it).to_owned(), it.code().to_owned());
        ScanCommand::ALL.into_iter().map(label).collect::<Vec<_>>()
    });
    view! {
        <section data-testid="settings-scanner">
            <h2>{text!(i18n, scanner.title)}</h2>
            <SetRow name=text!(i18n, scanner.test) explanation=text!(i18n, scanner.test_text)>
                <Test />
            </SetRow>
            <SetRow name=text!(i18n, scanner.around) explanation=text!(i18n, scanner.around_text)>
                <div class="pair">
                    <TextField label=text!(i18n, scanner.prefix) value=prefix testid="scanner-prefix" />
                    <TextField label=text!(i18n, scanner.suffix) value=suffix testid="scanner-suffix" />
                </div>
            </SetRow>
            <SetRow name=by_place explanation=text!(i18n, scanner.by_place_text)>
                <Switch
                    label=by_place
                    value=Signal::derive(move || look.get().scanner.by_place)
                    on_change=move |on: bool| look.change(|it| it.scanner.by_place = on)
                    testid="scanner-by-place"
                />
            </SetRow>
            <Volume />
            <SetRow name=text!(i18n, scanner.commands) explanation=text!(i18n, scanner.commands_text)>
                <Labels labels=commands />
            </SetRow>
        </section>
    }
}

/// What the scanner writes around its codes, as a text that is kept as it is typed.
fn around(of: fn(&mut contract::ScannerSettings) -> &mut String) -> RwSignal<String> {
    let look = use_look();
    let kept = move || {
        let mut scanner = look.get().scanner;
        std::mem::take(of(&mut scanner))
    };
    let text = RwSignal::new(untrack(kept));
    effect(move || {
        let kept = kept();
        if text.with_untracked(|text| *text != kept) {
            text.set(kept);
        }
    });
    effect(move || {
        let typed = text.get();
        if typed != untrack(kept) {
            look.change(|settings| *of(&mut settings.scanner) = typed);
        }
    });
    text
}

/// The code to scan, the place it is scanned into, and what was found.
#[component]
fn Test() -> impl IntoView {
    let (i18n, keys, look) = (use_i18n(), use_keys(), use_look());
    let pressed = RwSignal::new(Vec::<ScannerKey>::new());
    let heard = RwSignal::new(None::<TestScan>);
    let (place, timer) = (NodeRef::<html::Div>::new(), StoredValue::new(None::<TimeoutHandle>));
    keys.watch_keys(move |key| {
        let is_here = place.get_untracked().zip(dom::focused());
        if !is_here.is_some_and(|(place, now)| now.is_same_node(Some(&place))) {
            return false;
        }
        let last = pressed.with_untracked(|all| all.last().map(|last| last.at));
        let is_first = last.is_none_or(|last| key.at - last > BY_HAND);
        // Tab by itself leads on, as everywhere; Esc closes.
        if key.key == "Escape" || is_first && key.key.chars().count() != 1 {
            return false;
        }
        pressed.update(|all| {
            if is_first {
                all.clear();
            }
            all.push(key);
        });
        let ends = move || {
            if let Some(found) = pressed.try_with_untracked(|all| read(all)) {
                heard.try_set(found);
            }
        };
        let next = set_timeout_with_handle(ends, SILENCE).ok();
        let before = timer.try_update_value(|timer| std::mem::replace(timer, next)).flatten();
        before.into_iter().for_each(|before| before.clear());
        true
    });
    let raw = move || {
        let mut last = None::<f64>;
        let one = |key: ScannerKey| {
            let gap = last.map(|last| dom::css((key.at - last).round(), ""));
            last = Some(key.at);
            view! { <span class="raw-key"><kbd>{key.key}</kbd><small class="num">{gap}</small></span> }
        };
        pressed.get().into_iter().map(one).collect_view()
    };
    let said = move || match heard.get()? {
        TestScan::OtherCode(code) => Some(say!(i18n, scanner.other_code, code = code)),
        TestScan::Setup(found) => {
            let end = found.end.unwrap_or_else(|| say!(i18n, scanner.no_end).to_owned());
            let gap = found.gap.to_string();
            let told = say!(i18n, scanner.found, end = end, gap = gap);
            let place = found.by_place.then(|| say!(i18n, scanner.found_place));
            let around = (!found.prefix.is_empty() || !found.suffix.is_empty()).then(|| {
                say!(i18n, scanner.found_around, prefix = found.prefix, suffix = found.suffix)
            });
            let place = place.map(str::to_owned);
            Some([Some(told), around, place].into_iter().flatten().collect::<Vec<_>>().join(" "))
        }
    };
    let setup = move || match heard.get()? {
        TestScan::Setup(found) => Some(found),
        TestScan::OtherCode(_) => None,
    };
    let take = move |()| {
        if let Some(found) = untrack(setup) {
            look.change(|settings| {
                settings.scanner.prefix = found.prefix;
                settings.scanner.suffix = found.suffix;
                settings.scanner.by_place = found.by_place;
            });
        }
    };
    let is_kept = move || {
        let scanner = look.get().scanner;
        setup().is_none_or(|found| {
            (found.prefix, found.suffix, found.by_place)
                == (scanner.prefix, scanner.suffix, scanner.by_place)
        })
    };
    let code = Signal::stored(vec![(String::new(), SCANNER_TEST_CODE.to_owned())]);
    view! {
        <div class="scanner-test">
            <Labels labels=code />
            <div
                class="scanner-place"
                tabindex="0"
                role="textbox"
                aria-readonly="true"
                aria-label=text!(i18n, scanner.scan_here)
                node_ref=place
                data-testid="scanner-test"
            >
                {move || pressed.with(Vec::is_empty).then(|| text!(i18n, scanner.scan_here).get())}
                {raw}
            </div>
            <p role="status" data-testid="scanner-found">{said}</p>
            <crate::components::Show when=move || !is_kept()>
                <Button label=text!(i18n, scanner.take) on_press=take testid="scanner-take" />
            </crate::components::Show>
        </div>
    }
}

/// How loud the sounds are.
#[component]
fn Volume() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let name = text!(i18n, scanner.volume);
    let said = move || match look.get().scanner.volume {
        0 => say!(i18n, scanner.silent).to_owned(),
        volume => say!(i18n, settings.percent, number = volume),
    };
    view! {
        <SetRow name explanation=text!(i18n, scanner.volume_text)>
            <div class="range">
                <input
                    type="range"
                    min="0"
                    max="100"
                    step="10"
                    aria-label=name
                    aria-valuetext=said
                    data-testid="scanner-volume"
                    prop:value=move || look.get().scanner.volume.to_string()
                    on:change=move |event| {
                        if let Ok(volume) = event_target_value(&event).parse::<u8>() {
                            look.change(|settings| settings.scanner.volume = volume);
                            sound::play(Sound::Right, volume);
                        }
                    }
                />
                <span class="num">{said}</span>
            </div>
        </SetRow>
    }
}
