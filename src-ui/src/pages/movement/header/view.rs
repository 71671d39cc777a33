//! The movement without its lines (`Header`), and the head of its page: code, name, route, date,
//! facts.

use chrono::{DateTime, NaiveDate, Utc};
use contract::{
    MovementId, MovementKey, OpenedMovement, Person, PlaceRef, ReviewState, RowState, StocklistId,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Icon, IconButton, Size, Toasts};
use crate::effect::memo;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::wording::format::{Format, use_format};

/// A movement without its lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Our own name of it.
    pub key: MovementKey,
    /// The service's id.
    pub id: MovementId,
    /// The code; `None` while the service has not given one.
    pub code: Option<String>,
    /// Name; may be empty.
    pub name: String,
    /// Free text.
    pub description: Option<String>,
    /// Where goods come from.
    pub origin: Option<PlaceRef>,
    /// Where goods go to.
    pub destination: Option<PlaceRef>,
    /// The day it is asked for.
    pub date_requested: Option<NaiveDate>,
    /// That day as the service wrote it, where it is uncertain.
    pub date_text: Option<String>,
    /// Who asked for it.
    pub requested_by: Option<Person>,
    /// When it was last read.
    pub as_of: DateTime<Utc>,
    /// How many of its lines could not be read.
    pub left_out: u32,
    /// The last full list did not hold it any more.
    pub gone: bool,
    /// State derived from its lines.
    pub review: Option<ReviewState>,
    /// The stocklist it was made from, if it was made here.
    pub stocklist: Option<StocklistId>,
    /// Where it stands.
    pub state: RowState,
}

impl Header {
    /// Leaves the lines where they are: there may be thousands.
    pub fn of(opened: &OpenedMovement) -> Self {
        let movement = &opened.movement;
        Self {
            key: opened.key,
            id: movement.id.clone(),
            code: movement.identifier.clone(),
            name: movement.name.clone().unwrap_or_default(),
            description: movement.description.clone(),
            origin: movement.origin.clone(),
            destination: movement.destination.clone(),
            date_requested: movement.date_requested,
            date_text: movement.date_text.clone(),
            requested_by: movement.requested_by.clone(),
            as_of: opened.as_of,
            left_out: movement.lines_left_out,
            gone: opened.gone,
            review: opened.review,
            stocklist: opened.stocklist.clone(),
            state: opened.state,
        }
    }

    /// What its tab is called: code and name, as far as they are known.
    pub fn title(&self) -> Option<String> {
        let parts = [self.code.as_deref().unwrap_or_default(), &self.name];
        let known: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        (!known.is_empty()).then(|| known.join(" "))
    }

    /// The day it is asked for in full, and what makes it uncertain.
    pub fn day(&self, i18n: I18n, format: Format) -> Option<String> {
        let day = self.date_requested.map(|day| format.full_day(day));
        let Some(text) = self.date_text.clone() else { return day };
        let day = day.unwrap_or_else(|| "–".to_owned());
        Some(say!(i18n, movement.day_unsure, day = day, text = text))
    }

    /// How old what is shown is.
    pub fn age(&self, i18n: I18n, format: Format) -> String {
        if self.id.as_str().is_empty() {
            say!(i18n, movement.not_read).to_owned()
        } else {
            say!(i18n, movement.as_of, time = format.moment(self.as_of))
        }
    }

    /// Whether it is known of all its lines how far they are decided, and there are any.
    pub fn is_reviewable(&self) -> bool {
        self.review.is_some_and(|review| review != ReviewState::Empty)
    }
}

/// The page's head.
#[component]
pub fn Head(
    /// The movement; `None` while it is being read for the first time.
    header: Memo<Option<Header>>,
    /// It is being read anew.
    reading: Signal<bool>,
    /// Reads it anew.
    on_read: Callback<()>,
    /// Whether everything about it is shown.
    about: Signal<bool>,
    /// Shows or hides that.
    on_about: Callback<()>,
    /// Opens the form of the header.
    on_edit: Callback<()>,
    /// What is done to its lines.
    children: Children,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let age = move || header.get().map(|header| header.age(i18n, format));
    // A page without any name has that of its kind.
    let name = move || match header.get() {
        Some(header) if !header.name.is_empty() || header.code.is_some() => header.name,
        _ => say!(i18n, nav.movement).to_owned(),
    };
    view! {
        <div class="head head-movement">
            <h1 dir="auto" data-testid="movement-title">
                <Code header />
                <bdi>{name}</bdi>
            </h1>
            <CopyCode header />
            <Show when=move || header.with(Option::is_some)>
                <Route header about on_about />
                <IconButton
                    label=text!(i18n, movement.edit)
                    icon="pencil-line"
                    size=Size::Small
                    chord="Alt+Enter"
                    on_press=on_edit
                    testid="edit-header"
                />
            </Show>
            <span class="push"></span>
            <span class="meta num" role="status" data-testid="meta"><bdi>{age}</bdi></span>
            <IconButton
                label=text!(i18n, movement.refresh)
                icon="refresh-cw"
                chord="F5"
                busy=reading
                on_press=on_read
                testid="refresh"
            />
            {children()}
        </div>
    }
}

/// The code, or that there is none yet.
#[component]
fn Code(header: Memo<Option<Header>>) -> impl IntoView {
    let i18n = use_i18n();
    let code = memo(move || header.with(|header| header.as_ref().map(|h| h.code.clone())));
    move || {
        let drawn = match code.get()? {
            Some(code) => {
                view! { <span class="code ident" data-testid="movement-code">{code}</span> }
                    .into_any()
            }
            None => view! {
                <span
                    class="ident ident-pending"
                    title=text!(i18n, movement.code_pending_text)
                    data-testid="movement-code"
                >
                    {text!(i18n, movement.code_pending)}
                </span>
            }
            .into_any(),
        };
        Some(view! { {drawn}" " })
    }
}

/// Copies the code. A failure stays until the next try.
#[component]
fn CopyCode(header: Memo<Option<Header>>) -> impl IntoView {
    let i18n = use_i18n();
    let toasts = expect_context::<Toasts>();
    let failed = RwSignal::new(false);
    let code = memo(move || header.with(|header| header.as_ref()?.code.clone()));
    let copy = move |()| {
        let Some(code) = code.get_untracked() else { return };
        spawn_local(async move {
            let copied = ipc::copy(&code).await;
            failed.try_set(!copied);
            if copied {
                toasts.say(untrack(|| say!(i18n, movement.copied, code = code)));
            }
        });
    };
    view! {
        <Show when=move || code.with(Option::is_some)>
            <IconButton
                label=text!(i18n, movement.copy)
                icon="copy"
                size=Size::Small
                on_press=copy
                testid="copy-code"
            />
        </Show>
        <span role="alert" data-testid="copy-failed">
            {move || failed.get().then(|| view! {
                <span class="hint-error nowrap">
                    <Icon name="circle-alert" class="icon icon-sm" />
                    {say!(i18n, movement.copy_failed)}
                </span>
            })}
        </span>
    }
}

/// From where to where, for when and whom; a press shows everything about the movement.
#[component]
fn Route(
    header: Memo<Option<Header>>,
    about: Signal<bool>,
    on_about: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let drawn = move || {
        let header = header.get()?;
        let name = |place: Option<PlaceRef>| place.map_or_else(|| "–".to_owned(), |p| p.name);
        let mark = if header.date_text.is_some() { " ?" } else { "" };
        let day = header.date_requested.map(|day| format!("{}{mark}", format.day(day)));
        let person = header.requested_by.map(|person| person.shown().to_owned());
        Some(view! {
            <bdi class="trunc">{name(header.origin)}</bdi>
            <Icon name="arrow-right" class="icon icon-sm icon-dir" />
            <b class="trunc" dir="auto">{name(header.destination)}</b>
            {day.map(|day| view! { <span class="opt-fact">"·"</span><bdi class="num">{day}</bdi> })}
            {person.map(|person| view! { <span class="opt-fact">"·"</span><bdi class="trunc route-person">{person}</bdi> })}
        })
    };
    view! {
        <button
            type="button"
            class="chip chip-plain"
            aria-expanded=move || about.get().to_string()
            title=text!(i18n, movement.about)
            data-testid="movement-route"
            on:click=move |_| on_about.run(())
        >
            {drawn}
            <Icon name="chevron-down" class="icon icon-sm" />
        </button>
    }
}
