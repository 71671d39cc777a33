//! Closing the page while something typed is in it: nothing of it is kept, so it is asked once.

use leptos::prelude::*;

use super::create::Create;
use super::form::Form;
use crate::components::{Button, ButtonKind, Sheet, SheetFoot, Size};
use crate::frame::{use_tab, use_tabs};
use crate::i18n::{say, text, use_i18n};

/// The question, while the tab is to be closed.
#[component]
pub fn Closing(
    /// The form.
    form: Form,
    /// Sending it.
    create: Create,
) -> impl IntoView {
    let (i18n, tabs, tab) = (use_i18n(), use_tabs(), use_tab());
    let (number, unsent, closing) = (tab.number, tab.unsent, tab.closing);
    // Once the movement exists, what is left to be sent is kept with it.
    Effect::new(move || unsent.set(form.is_typed() && !create.exists()));
    let stay = Callback::new(move |()| closing.set(false));
    let close = Callback::new(move |()| {
        unsent.set(false);
        tabs.close(number);
    });
    let lead = Signal::derive(move || {
        String::from(if create.step.get().is_some() {
            say!(i18n, new_movement.close_sending)
        } else {
            say!(i18n, new_movement.close_text)
        })
    });
    view! {
        <Show when=move || closing.get()>
            <Sheet
                title=text!(i18n, new_movement.close_title)
                lead
                on_close=stay
                testid="close-sheet"
            >
                <SheetFoot>
                    <Button
                        label=text!(i18n, new_movement.drop)
                        kind=ButtonKind::Danger
                        size=Size::Large
                        on_press=close
                        testid="close-drop"
                    />
                    <span class="push"></span>
                    <Button
                        label=text!(i18n, new_movement.keep)
                        kind=ButtonKind::Primary
                        size=Size::Large
                        on_press=stay
                        testid="close-keep"
                    />
                </SheetFoot>
            </Sheet>
        </Show>
    }
}
