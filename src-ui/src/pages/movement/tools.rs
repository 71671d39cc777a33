//! The tools of a movement's lines: the find field, the quick filters, Insert stocklist; and
//! the facts of the status line that go with them.

use contract::{EditorState, OnlyLines, ReviewState, RowState};
use leptos::html;
use leptos::prelude::*;

use super::editing::editor::Editor;
use super::editing::insert::InsertStocklist;
use super::header::view::Header;
use crate::components::{ChipChoice, ChipGroup, FindField, Icon};
use crate::data::outbox::use_outbox;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::wording::format::use_format;
use crate::wording::words;

/// The tools.
#[component]
pub fn Tools(
    /// What is done to the lines.
    editor: Editor,
    /// The find field.
    find: NodeRef<html::Input>,
    /// What else the page has.
    children: Children,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let chip = move |only, label, testid, count: fn(&EditorState) -> u32| ChipChoice {
        value: only,
        label,
        icon: (only == OnlyLines::Attention).then_some("triangle-alert"),
        count: Signal::derive(move || {
            let count = editor.known(count);
            count.map(|count| format.number(count)).unwrap_or_default()
        }),
        testid,
    };
    let choices = vec![
        chip(OnlyLines::All, text!(i18n, movement.all), "chip-all", |s| s.lines),
        chip(OnlyLines::Attention, text!(i18n, editor.only_attention), "chip-attention", |s| {
            s.attention
        }),
        chip(OnlyLines::ChangedHere, text!(i18n, editor.only_here), "chip-here", |s| {
            s.changed_here
        }),
        chip(OnlyLines::Undecided, text!(i18n, movement.only_undecided), "chip-undecided", |s| {
            s.undecided
        }),
        chip(OnlyLines::Changed, text!(i18n, movement.only_changed), "chip-changed", |s| s.changed),
        chip(
            OnlyLines::Substituted,
            text!(i18n, movement.only_substituted),
            "chip-substituted",
            |s| s.substituted,
        ),
        chip(OnlyLines::Canceled, text!(i18n, movement.only_canceled), "chip-canceled", |s| {
            s.canceled
        }),
        ChipChoice {
            // Of what is not known no number is told.
            count: Signal::derive(move || {
                let picking = editor.state().picking;
                picking.map(|of| format.number(of.lines - of.whole)).unwrap_or_default()
            }),
            ..chip(OnlyLines::ToPick, text!(i18n, movement.only_to_pick), "chip-to-pick", |_| 0)
        },
    ];
    view! {
        <div
            class="tools"
            role="toolbar"
            aria-label=text!(i18n, movement.filters)
            data-region="tools"
        >
            <FindField
                label=text!(i18n, movement.find)
                placeholder=text!(i18n, movement.find)
                value=editor.lines.text
                node=find
            />
            <ChipGroup label=text!(i18n, movement.show) choices value=editor.lines.only />
            <span class="push"></span>
            <InsertStocklist editor />
            {children()}
        </div>
    }
}

/// The facts of the status line: how many lines, what of them needs somebody or is on its way, how
/// much was asked for and how much leaves, how far they are reviewed, and when something was last kept.
#[component]
pub fn Facts(
    /// What is done to the lines.
    editor: Editor,
    /// The movement.
    header: Memo<Option<Header>>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let number = move |count: u32| format.number(count);
    let lines = move || {
        let (all, shown) = (editor.state().lines, editor.lines.shown());
        if editor.lines.is_filtered() {
            let (shown, all_of) = (number(shown), number(all));
            say!(i18n, movement.count_shown, count = all, shown = shown, number = all_of)
        } else {
            say!(i18n, movement.count, count = all, number = number(all))
        }
    };
    let attention = move || {
        let count = editor.state().attention;
        (count > 0).then(|| {
            let said = say!(i18n, editor.need_attention, count = count, number = number(count));
            view! { <span><Icon name="triangle-alert" class="icon icon-sm" />{said}</span> }
        })
    };
    // A symbol as rows carry it, and its number.
    let fact = move |count: u32, state: RowState, said: fn(I18n, u32, String) -> String| {
        (count > 0).then(|| {
            let symbol = words::row_state(i18n, state);
            let said = said(i18n, count, number(count));
            view! { <span><span class=symbol.class aria-hidden="true">{symbol.glyph}</span>{said}</span> }
        })
    };
    let outbox = use_outbox();
    // What is held back is not on its way.
    let waits = move || outbox.state().is_some_and(|state| state.held.is_some());
    let standing = move || {
        let state = editor.state();
        let sending: fn(I18n, u32, String) -> String = match waits() {
            true => |i18n, _, n| say!(i18n, editor.waiting, number = n),
            false => |i18n, _, n| say!(i18n, editor.sending, number = n),
        };
        view! {
            {fact(state.changed_here, RowState::Changed, |i18n, _, n| say!(i18n, editor.here_only, number = n))}
            {fact(state.sending, RowState::Sending, sending)}
            {fact(state.busy, RowState::Changed, |i18n, _, n| say!(i18n, editor.waiting, number = n))}
            {fact(state.refused, RowState::Refused, |i18n, count, n| say!(i18n, drawer.refused, count = count, number = n))}
            {(state.news > 0).then(|| {
                let (symbol, number) = (words::news(i18n), number(state.news));
                let said = say!(i18n, editor.news, count = state.news, number = number);
                view! {
                    <span data-testid="lines-news">
                        <span class=symbol.class aria-hidden="true">{symbol.glyph}</span>
                        {said}
                    </span>
                }
            })}
            {fact(state.elsewhere, RowState::ChangedElsewhere, |i18n, count, n| say!(i18n, drawer.elsewhere, count = count, number = n))}
        }
    };
    let picked = move || {
        let of = editor.state().picking.filter(|of| of.lines > 0)?;
        let (lines, whole) = (format.number(of.lines), format.number(of.whole));
        let said = say!(i18n, movement.picked_lines, number = whole, of = lines);
        Some(view! { <span class="num" data-testid="lines-picked">{said}</span> })
    };
    let totals = move || {
        let state = editor.state();
        let (requested, ships) = (format.number(state.requested), format.number(state.to_ship));
        say!(i18n, editor.totals, requested = requested, ships = ships)
    };
    let reviewed = move || {
        header.with(|header| header.as_ref().is_some_and(Header::is_reviewable).then_some(()))?;
        // As the chips above count: with what is decided here and not sent.
        let state = editor.state();
        let said = words::review(
            i18n,
            format,
            match state.changed + state.substituted + state.canceled {
                0 => ReviewState::New,
                _ if state.to_ship == 0 => ReviewState::NothingToShip,
                decided => ReviewState::Reviewed { decided, lines: state.lines },
            },
        );
        Some(view! { <span class="num" data-testid="lines-reviewed">{said}</span> })
    };
    // Where the head has no room for it.
    let age = move || {
        let said = header.with(|header| Some(header.as_ref()?.age(i18n, format)))?;
        Some(view! { <bdi class="num narrow-fact">{said}</bdi> })
    };
    let kept = move || {
        let time = format.exact(editor.state().kept?);
        let said = say!(i18n, draft.kept, time = time);
        Some(view! { <span data-testid="lines-kept">{said}</span> })
    };
    move || {
        editor.known(|_| 0).map(|_| {
            view! {
                <span data-testid="lines-count">{lines}</span>
                {attention}
                {standing}
                {picked}
                {kept}
                <span class="more">
                    <span class="num" data-testid="lines-totals">{totals}</span>
                    {reviewed}
                    {age}
                </span>
            }
        })
    }
}
