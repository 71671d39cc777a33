//! How this profile sends, and whether its password is kept. Drawn while a profile is open.

use contract::{
    DecisionRule, ForgetPassword, Keychain, Profile, ReadKeychain, ReadSending, SaveSending,
    Sending,
};
use leptos::prelude::*;

use super::row::SetRow;
use crate::components::{Button, Choice, ChoiceChip, FailureNote, Show, Switch};
use crate::data::query::{use_command, use_query};
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};

const APPLY: &str = "apply";
const PROPOSE: &str = "propose";
const ONLY_PROPOSE: &str = "only_propose";

fn id_of(rule: DecisionRule) -> &'static str {
    match rule {
        DecisionRule::Apply => APPLY,
        DecisionRule::Propose => PROPOSE,
        DecisionRule::OnlyPropose => ONLY_PROPOSE,
    }
}

fn rule_of(id: &str) -> DecisionRule {
    match id {
        PROPOSE => DecisionRule::Propose,
        ONLY_PROPOSE => DecisionRule::OnlyPropose,
        _ => DecisionRule::Apply,
    }
}

/// The section.
#[component]
pub fn SendingAndPassword(
    /// Whose.
    profile: Profile,
) -> impl IntoView {
    let i18n = use_i18n();
    let kept = use_query(|| Some(ReadSending {}));
    let save = use_command::<SaveSending>();
    let forget = use_command::<ForgetPassword>();
    let asked = profile.clone();
    let keychain = use_query(move || Some(ReadKeychain { profile: asked.clone() }));
    let user = profile.user_name.clone();
    let explanation = Signal::derive(move || match keychain.get() {
        Some(Keychain { remembered: true, .. }) => {
            say!(i18n, settings.password_kept, user = user)
        }
        Some(Keychain { available: false, .. }) => say!(i18n, session.no_keychain).to_owned(),
        Some(_) => say!(i18n, settings.password_not_kept, user = user),
        None => String::new(),
    });
    let remembered = memo(move || keychain.get().is_some_and(|k| k.remembered));
    let forget_it = Callback::new(move |()| {
        let profile = profile.clone();
        forget.send(ForgetPassword { profile }, move |_| keychain.ask_again());
    });
    let change = move |change: &dyn Fn(&mut Sending)| {
        let mut sending = kept.reply.get_untracked().unwrap_or_default();
        change(&mut sending);
        save.send(SaveSending { sending }, move |_| kept.ask_again());
    };
    let rules = Signal::derive(move || {
        let choice = |id: &str, label: &str| Choice {
            id: id.into(),
            label: label.into(),
            ..Choice::default()
        };
        vec![
            choice(APPLY, say!(i18n, settings.rule_apply)),
            choice(PROPOSE, say!(i18n, settings.rule_propose)),
            choice(ONLY_PROPOSE, say!(i18n, settings.rule_only_propose)),
        ]
    });
    let rule = move |label,
                     of: fn(&Sending) -> DecisionRule,
                     set: fn(&mut Sending, DecisionRule),
                     testid| {
        let value = Signal::derive(move || {
            id_of(kept.reply.with(|it| it.as_ref().map(of).unwrap_or_default())).to_owned()
        });
        let choose = move |id: String| change(&|sending| set(sending, rule_of(&id)));
        view! { <ChoiceChip label choices=rules value on_choose=choose testid /> }
    };
    let failure =
        move || save.failure.get().or_else(|| forget.failure.get()).or_else(|| kept.failure.get());
    view! {
        <section>
            <h2>{text!(i18n, settings.sending)}</h2>
            <SetRow name=text!(i18n, settings.marker) explanation=text!(i18n, settings.marker_text)>
                <Switch
                    label=text!(i18n, settings.marker)
                    value=Signal::derive(move || kept.get().is_some_and(|sending| sending.marker))
                    on_change=move |marker| change(&|sending| sending.marker = marker)
                    testid="settings-marker"
                />
            </SetRow>
            <SetRow name=text!(i18n, settings.propose) explanation=text!(i18n, settings.propose_text)>
                <div class="set-buttons">
                    {rule(text!(i18n, review.revise), |it| it.revise, |it, rule| it.revise = rule, "settings-revise")}
                    {rule(text!(i18n, review.substitute), |it| it.substitute, |it, rule| it.substitute = rule, "settings-substitute")}
                    {rule(text!(i18n, review.cancel), |it| it.cancel, |it, rule| it.cancel = rule, "settings-cancel")}
                </div>
            </SetRow>
            <SetRow name=text!(i18n, settings.password) explanation>
                <Show when=move || remembered.get()>
                    <Button
                        label=text!(i18n, settings.password_forget)
                        busy=forget.busy
                        on_press=forget_it
                        testid="settings-password-forget"
                    />
                </Show>
            </SetRow>
            {move || failure().map(|failure| view! { <FailureNote failure /> })}
        </section>
    }
}
