//! Where the user works: asked where the service refuses calls until it knows, and changed from the
//! top bar. Closing the sheet leaves it as it was.

use contract::{ChooseLocation, ListWorkLocations, LocationId, PlaceRef};
use leptos::prelude::*;

use crate::components::{
    Button, ButtonKind, Choice, Combobox, FailureNote, Hint, Sheet, SheetFoot, Show, Size,
};
use crate::data::query::{use_command, use_query};
use crate::data::session::use_session;
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};
use crate::navigation::Sheets;

/// The sheet; draw it while it is open.
#[component]
pub fn LocationSheet() -> impl IntoView {
    let (i18n, session) = (use_i18n(), use_session());
    let sheets = expect_context::<Sheets>();
    let places = use_query(|| Some(ListWorkLocations {}));
    let choose = use_command::<ChooseLocation>();
    let current = untrack(|| session.state()).and_then(|state| state.location);
    let value = RwSignal::new(current.map(|place| place.id.to_string()));
    let choices = memo(move || places.get().unwrap_or_default().iter().map(choice).collect());
    let none_chosen = RwSignal::new(false);
    let hint = memo(move || match places.failure.get() {
        None if places.get().is_none() => Hint::Note(say!(i18n, location.loading).into()),
        _ if none_chosen.get() && value.get().is_none() => {
            Hint::Error(say!(i18n, location.required).into())
        }
        _ => Hint::None,
    });
    let close = Callback::new(move |()| sheets.location.set(false));
    let take = Callback::new(move |()| {
        let Some(id) = value.get_untracked() else { return none_chosen.set(true) };
        let location = Some(LocationId::from(id));
        choose.send(ChooseLocation { location }, move |_| close.run(()));
    });
    // Where the service takes none, or lists none, there is a way on all the same.
    let without = move |()| choose.send(ChooseLocation { location: None }, move |_| close.run(()));
    let failure = move || choose.failure.get().or_else(|| places.failure.get());
    view! {
        <Sheet
            title=text!(i18n, location.title)
            lead=text!(i18n, location.text)
            on_close=close
            testid="location-sheet"
        >
            <div class="sheet-body">
                <Combobox
                    label=text!(i18n, location.find)
                    choices
                    value
                    hint
                    on_enter=take
                    testid="location-find"
                />
                {move || failure().map(|failure| view! { <FailureNote failure /> })}
            </div>
            <SheetFoot>
                <Button
                    label=text!(i18n, location.later)
                    size=Size::Large
                    on_press=close
                    testid="location-later"
                />
                <Show when=move || failure().is_some()>
                    <Button
                        label=text!(i18n, location.without)
                        size=Size::Large
                        on_press=without
                        testid="location-without"
                    />
                </Show>
                <span class="push"></span>
                <Button
                    label=text!(i18n, location.choose)
                    size=Size::Large
                    kind=ButtonKind::Primary
                    busy=choose.busy
                    on_press=take
                    testid="location-choose"
                />
            </SheetFoot>
        </Sheet>
    }
}

fn choice(place: &PlaceRef) -> Choice {
    Choice { id: place.id.to_string(), label: place.name.clone(), ..Choice::default() }
}
