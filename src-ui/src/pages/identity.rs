//! "Who are you?": asked once after the first sign-in, because the service does not say whose user
//! name it is. Skipping is an answer.

use contract::{ChooseIdentity, Identity, Person, PersonId, ReadIdentity};
use leptos::prelude::*;

use crate::components::{
    Button, ButtonKind, Choice, Combobox, FailureNote, Hint, Sheet, SheetFoot, Show, Size,
};
use crate::data::query::{use_command, use_query};
use crate::data::session::use_session;
use crate::effect::memo;
use crate::i18n::{text, use_i18n};

/// The question, while it is open.
#[component]
pub fn IdentitySheet() -> impl IntoView {
    let session = use_session();
    let identity = use_query(|| Some(ReadIdentity {}));
    let choose = use_command::<ChooseIdentity>();
    // It stays closed once answered, before the answer is read back.
    let answered = RwSignal::new(false);
    let open = memo(move || {
        let signed_in = session.state().is_some_and(|state| state.signed_in);
        let asked = identity.get().is_some_and(|i| !i.settled && !i.candidates.is_empty());
        signed_in && asked && !answered.get()
    });
    let answer = Callback::new(move |person: Option<PersonId>| {
        choose.send(ChooseIdentity { person }, move |_| answered.set(true));
    });
    view! {
        <Show when=move || open.get()>
            <Question identity=identity.get().unwrap_or_default() answer busy=choose.busy.into() />
            {move || choose.failure.get().map(|failure| view! { <FailureNote failure /> })}
        </Show>
    }
}

#[component]
fn Question(
    identity: Identity,
    answer: Callback<Option<PersonId>>,
    busy: Signal<bool>,
) -> impl IntoView {
    let i18n = use_i18n();
    let likeliest = identity.me.as_ref().or(identity.candidates.first());
    let chosen = RwSignal::new(likeliest.map(|person| person.id.to_string()));
    let choices: Vec<Choice> = identity.candidates.iter().map(choice).collect();
    let take = Callback::new(move |()| {
        answer.run(chosen.get_untracked().map(PersonId::from));
    });
    let choices = Signal::stored(choices);
    view! {
        <Sheet
            title=text!(i18n, identity.title)
            lead=text!(i18n, identity.text)
            on_close=move |()| answer.run(None)
            testid="identity-sheet"
        >
            <div class="sheet-body">
                <Combobox label=text!(i18n, identity.find) choices value=chosen hint=Hint::None testid="identity-person" />
            </div>
            <SheetFoot>
                <Button
                    label=text!(i18n, identity.skip)
                    size=Size::Large
                    on_press=move |()| answer.run(None)
                    testid="identity-skip"
                />
                <span class="push"></span>
                <Button
                    label=text!(i18n, identity.choose)
                    size=Size::Large
                    kind=ButtonKind::Primary
                    busy
                    on_press=take
                    testid="identity-choose"
                />
            </SheetFoot>
        </Sheet>
    }
}

fn choice(person: &Person) -> Choice {
    Choice {
        id: person.id.to_string(),
        label: person.shown().to_owned(),
        detail: person.username.clone().unwrap_or_default(),
        ..Choice::default()
    }
}
