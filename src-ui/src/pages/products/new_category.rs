//! The sheet for a new category. What was typed and what became of it outlive the sheet: it may be
//! closed while the service is slow, and comes back by itself if the service refuses. Deliberately
//! absent: renaming and deleting a category, which the interface does not offer.

use std::time::Duration;

use contract::{
    CreateCategory, EditOperation, Failure, Operation, OperationKey, Reason, WriteState, Written,
};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use crate::components::{AskFoot, FailureNote, Hint, Sheet, Show, Size, TextField, Toasts};
use crate::data::query::{Sending, use_command};
use crate::effect::effect;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::wording::words;

/// Two presses within this time are one.
const DOUBLE_PRESS: Duration = Duration::from_millis(500);

/// A category being made.
#[derive(Clone, Copy)]
pub struct NewCategory {
    i18n: I18n,
    /// The sheet is open.
    open: RwSignal<bool>,
    name: RwSignal<String>,
    /// What it is to be called by whoever keeps it: pressed twice, it is one all the same.
    key: StoredValue<OperationKey>,
    /// It was sent without a name, and nothing was typed since.
    nameless: RwSignal<bool>,
    /// One was made a moment ago.
    just_made: RwSignal<bool>,
    create: Sending<CreateCategory>,
    /// The one the service refused, and why: it is corrected, not made a second time.
    stuck: RwSignal<Option<(OperationKey, Failure)>>,
    correct: Sending<EditOperation>,
    toasts: Toasts,
}

impl NewCategory {
    /// None is being made.
    pub fn start() -> Self {
        let making = Self {
            i18n: use_i18n(),
            open: RwSignal::new(false),
            name: RwSignal::new(String::new()),
            key: StoredValue::new(ipc::new_operation_key()),
            nameless: RwSignal::new(false),
            just_made: RwSignal::new(false),
            create: use_command(),
            stuck: RwSignal::new(None),
            correct: use_command(),
            toasts: expect_context::<Toasts>(),
        };
        effect(move || {
            making.name.track();
            making.nameless.set(false);
        });
        effect(move || {
            if making.create.failure.with(Option::is_some) {
                making.open.set(true);
            }
        });
        making
    }

    /// Why the sheet does not open now.
    pub fn why_off(self) -> Signal<Option<String>> {
        let i18n = self.i18n;
        Signal::derive(move || self.just_made.get().then(|| say!(i18n, products.just_made).into()))
    }

    /// Opens the sheet; empty, unless one is on its way.
    pub fn open(self) {
        // The second press of a double one comes here, because the focus has come back to the
        // button meanwhile.
        if self.just_made.get_untracked() {
            return;
        }
        if !self.create.busy.get_untracked() && !self.correct.busy.get_untracked() {
            self.name.set(String::new());
            self.key.set_value(ipc::new_operation_key());
            self.create.failure.set(None);
            self.correct.failure.set(None);
            self.stuck.set(None);
        }
        self.open.set(true);
    }

    fn submit(self) {
        let name = self.name.get_untracked().trim().to_owned();
        if name.is_empty() {
            self.nameless.set(true);
            return;
        }
        let stuck = self.stuck.with_untracked(|stuck| stuck.as_ref().map(|(key, _)| *key));
        let asked = name.clone();
        let answered = move |written| self.answered(&asked, &written);
        match stuck {
            Some(operation) => {
                let with = Operation::CreateCategory { name };
                self.correct.send(EditOperation { operation, with }, answered);
            }
            None => {
                self.create.send(CreateCategory { key: Some(self.key.get_value()), name }, answered)
            }
        }
    }

    /// What the service refused stays in the sheet; all else is said, and the sheet closes.
    fn answered(self, name: &str, written: &Written) {
        if let WriteState::Stuck(failure) = &written.state {
            self.stuck.set(Some((OperationKey(written.key), failure.clone())));
            self.open.set(true);
            return;
        }
        self.stuck.set(None);
        let said = untrack(|| made(self.i18n, name, written));
        match written.state {
            WriteState::Asks => self.toasts.tell(said),
            _ => self.toasts.say(said),
        }
        self.open.set(false);
        self.just_made.set(true);
        // The page may be gone by then.
        set_timeout(move || _ = self.just_made.try_set(false), DOUBLE_PRESS);
    }

    /// Why it was not done, in whichever way it was asked for.
    fn failure(self) -> Option<Failure> {
        let refused = self.stuck.with(|stuck| stuck.as_ref().map(|(_, failure)| failure.clone()));
        self.create.failure.get().or_else(|| self.correct.failure.get()).or(refused)
    }

    /// Under the field: that a name is needed, or what is wrong with this one.
    fn hint(self) -> Hint {
        let nameless = self.nameless.get().then(|| Failure::from(Reason::Required).at("name"));
        let failure = nameless.or_else(|| self.failure().filter(is_about_name));
        failure.map_or(Hint::None, |failure| Hint::Error(words::failure(self.i18n, &failure)))
    }

    fn other_failure(self) -> Option<Failure> {
        self.failure().filter(|failure| !is_about_name(failure))
    }
}

/// The sheet, while it is open.
#[component]
pub fn NewCategorySheet(making: NewCategory) -> impl IntoView {
    let i18n = use_i18n();
    let close = Callback::new(move |()| making.open.set(false));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        making.submit();
    };
    let sheet = move || {
        view! {
            <Sheet
                title=text!(i18n, products.new_category)
                lead=text!(i18n, products.category_lead)
                on_close=close
                testid="category-sheet"
            >
                <form novalidate=true on:submit=submit>
                    <div class="sheet-body">
                        <TextField
                            label=text!(i18n, products.col_name)
                            value=making.name
                            hint=Signal::derive(move || making.hint())
                            size=Size::Large
                            testid="category-name"
                        />
                        {move || {
                            making.other_failure().map(|failure| view! { <FailureNote failure /> })
                        }}
                    </div>
                    <Foot making close />
                </form>
            </Sheet>
        }
    };
    view! { <Show when=move || making.open.get()>{sheet()}</Show> }
}

#[component]
fn Foot(making: NewCategory, close: Callback<()>) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <AskFoot
            back=text!(i18n, products.category_cancel)
            on_back=close
            act=text!(i18n, products.category_create)
            busy=Signal::derive(move || making.create.busy.get() || making.correct.busy.get())
            testids=("category-cancel", "category-create")
        />
    }
}

/// A failure of the name alone, with nothing of the service's own to show beside it.
fn is_about_name(failure: &Failure) -> bool {
    failure.field.as_deref() == Some("name") && failure.service_text.is_none()
}

/// What became of it: made, with its id where the service gave one; kept here; or not known.
fn made(i18n: I18n, name: &str, written: &Written) -> String {
    match &written.state {
        WriteState::Sent { id: Some(id), .. } => {
            say!(i18n, products.category_made_id, name = name, id = id)
        }
        WriteState::Sent { id: None, .. } => say!(i18n, products.category_made, name = name),
        WriteState::Asks => say!(i18n, products.category_asks, name = name),
        WriteState::Kept { .. } | WriteState::Stuck(_) => {
            say!(i18n, products.category_kept, name = name)
        }
    }
}
