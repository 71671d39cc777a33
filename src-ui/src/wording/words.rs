//! The one place that words what the contract names: failures by their reason, groups, review
//! states, where a row is. Used by pages and by the components that draw failures.

use chrono::NaiveDate;
use contract::{
    AddressProblem, CertificateProblem, ConflictField, Endpoint, Failure, FileFault, FormField,
    GroupKey, Language, LineStatus, LocationTypeCode, MissingPart, Reason, ReasonChoice,
    ReviewState, RowState, Rule, Source, TornSettings, Unreached,
};

use crate::components::grid::Symbol;
use crate::i18n::{I18n, say};
use crate::ipc;
use crate::wording::format::{Format, capitalised};

/// A failure in one sentence or two: what happened, what is safe.
pub fn failure(i18n: I18n, failure: &Failure) -> String {
    match &failure.reason {
        Reason::NotAccepted => say!(i18n, failure.not_accepted).into(),
        Reason::SignedOut => say!(i18n, failure.signed_out).into(),
        Reason::NeedsSession => say!(i18n, failure.needs_session).into(),
        Reason::Forbidden { endpoint } => {
            let what = endpoint_name(i18n, *endpoint);
            say!(i18n, failure.forbidden, what = what)
        }
        Reason::Unreachable { host, why } => {
            let host = host.clone();
            match why {
                Unreached::UnknownHost => say!(i18n, failure.unknown_host, host = host),
                Unreached::Refused => say!(i18n, failure.port_closed, host = host),
                Unreached::TimedOut => say!(i18n, failure.timed_out, host = host),
                Unreached::Broken => say!(i18n, failure.broken, host = host),
            }
        }
        Reason::InvalidCertificate { host, why: CertificateProblem::OldProtocol } => {
            say!(i18n, failure.old_protocol, host = host.clone())
        }
        Reason::InvalidCertificate { host, why } => {
            let why = certificate_problem(i18n, *why);
            say!(i18n, failure.certificate, host = host.clone(), why = why)
        }
        Reason::NotOurService { host } => {
            say!(i18n, failure.not_our_service, host = host.clone())
        }
        Reason::NoDatabase { host } => say!(i18n, failure.no_database, host = host.clone()),
        Reason::Unclear { .. } => say!(i18n, failure.unclear).into(),
        Reason::NotUnderstood { status, at, .. } => {
            say!(i18n, failure.not_understood, status = *status, at = at.clone())
        }
        Reason::TooLarge { limit, .. } => {
            say!(i18n, failure.too_large, limit = limit / 1_048_576)
        }
        Reason::PasteTooLarge => say!(i18n, failure.paste_too_large).into(),
        Reason::Refused { .. } => refused(i18n, failure),
        Reason::MergeInPart => {
            format!("{} {}", say!(i18n, failure.merge_in_part), refused(i18n, failure))
        }
        Reason::LeftAlone { fields } => {
            let names: Vec<_> = fields.iter().map(|field| field_name(i18n, *field)).collect();
            say!(i18n, failure.left_alone, fields = names.join(", "))
        }
        Reason::NoAnswer { .. } => say!(i18n, failure.no_answer).into(),
        Reason::Busy => say!(i18n, failure.busy).into(),
        Reason::UpdatesNotOffered => say!(i18n, failure.updates_not_offered).into(),
        Reason::NeedsLocation => say!(i18n, failure.needs_location).into(),
        Reason::InvalidAddress { why } => address_problem(i18n, *why).into(),
        Reason::PlainHttp { host } => say!(i18n, failure.plain_http, host = host.clone()),
        Reason::NotConfirmed { host } => say!(i18n, failure.not_confirmed, host = host.clone()),
        Reason::CertificateFile => say!(i18n, failure.certificate_file).into(),
        Reason::Required => required(i18n, failure.field.as_deref()).into(),
        Reason::SamePlace => say!(i18n, failure.same_place).into(),
        Reason::Unknown => say!(i18n, failure.unknown).into(),
        Reason::UnknownPerson { name } => say!(i18n, failure.unknown_person, name = name.clone()),
        Reason::PickedMeanwhile { picked } => {
            say!(i18n, failure.picked_meanwhile, number = *picked)
        }
        Reason::AskedChanged { before, now } => {
            say!(i18n, failure.asked_changed, before = *before, now = *now)
        }
        Reason::PickUnsettled => say!(i18n, failure.pick_unsettled).into(),
        Reason::Gone => say!(i18n, failure.gone).into(),
        Reason::OtherDate { sent, shown } => {
            // Both in the form of the service, so that they can be compared.
            say!(i18n, failure.other_date, sent = sent.to_string(), shown = shown.clone())
        }
        Reason::TooLate => say!(i18n, failure.too_late).into(),
        Reason::ListChanged => say!(i18n, failure.list_changed).into(),
        Reason::NotRead => say!(i18n, failure.not_read).into(),
        Reason::ChangedMeanwhile => say!(i18n, failure.changed_meanwhile).into(),
        Reason::ChangedInService => say!(i18n, review.elsewhere).into(),
        Reason::UnsentHere => say!(i18n, failure.unsent_here).into(),
        Reason::KeptBack => say!(i18n, failure.kept_back).into(),
        Reason::RevertFirst => say!(i18n, failure.revert_first).into(),
        Reason::SameProduct => say!(i18n, failure.same_product).into(),
        Reason::NotAllowed { status } => {
            let status = LineStatus::from(status.clone());
            let word = line_status(i18n, &status).map(|(_, _, word)| word);
            say!(i18n, failure.not_allowed, status = word.unwrap_or(status.as_str()))
        }
        Reason::NoKeychain => say!(i18n, failure.no_keychain).into(),
        Reason::NotRemembered => say!(i18n, failure.not_remembered).into(),
        Reason::ProfileInUse => say!(i18n, failure.profile_in_use).into(),
        Reason::NewerData => say!(i18n, failure.newer_data).into(),
        Reason::Storage => say!(i18n, failure.storage).into(),
        Reason::FileNotWritten => say!(i18n, failure.file_not_written).into(),
        Reason::LabelsDoNotFit => say!(i18n, failure.labels_do_not_fit).into(),
        Reason::TooManyLabels => say!(i18n, failure.too_many_labels).into(),
        Reason::NoLabels => say!(i18n, failure.no_labels).into(),
        Reason::CodeDoesNotFit { text } => say!(i18n, failure.code_does_not_fit, text = text),
        Reason::NotPrinted => say!(i18n, failure.not_printed).into(),
        Reason::NoPrintService => say!(i18n, failure.no_print_service).into(),
        Reason::PrinterRefused { said } => say!(i18n, failure.printer_refused, said = said),
        Reason::PagesLost => say!(i18n, failure.pages_lost).into(),
        Reason::PagesUnclear => say!(i18n, failure.pages_unclear).into(),
        Reason::NotImported { why } => file_fault(i18n, *why).into(),
        Reason::InvalidRequest { .. } | Reason::Internal => say!(i18n, failure.internal).into(),
    }
}

fn file_fault(i18n: I18n, why: FileFault) -> &'static str {
    match why {
        FileFault::NoTable => say!(i18n, failure.file_no_table),
        FileFault::Encrypted => say!(i18n, failure.file_encrypted),
        FileFault::TooLarge => say!(i18n, failure.file_too_large),
        FileFault::TextTooLong => say!(i18n, failure.text_too_long),
        FileFault::Empty => say!(i18n, failure.file_empty),
    }
}

/// The name of a field that two sides can change.
pub fn field_name(i18n: I18n, field: ConflictField) -> &'static str {
    match field {
        ConflictField::Name => say!(i18n, movement.name),
        ConflictField::Description => say!(i18n, movement.description),
        ConflictField::Origin => say!(i18n, movement.origin),
        ConflictField::Destination => say!(i18n, movement.destination),
        ConflictField::DateRequested => say!(i18n, movement.requested_for),
        ConflictField::RequestedBy => say!(i18n, movement.requested_by),
        ConflictField::Product => say!(i18n, movement.col_product),
        ConflictField::Quantity => say!(i18n, movement.col_requested),
        ConflictField::SortOrder => say!(i18n, movement.sort_order),
        ConflictField::Decision => say!(i18n, conflict.decision),
        ConflictField::Line => say!(i18n, conflict.line),
    }
}

/// The name of the group a head stands for, and the day beside it where there is one.
pub fn group(i18n: I18n, format: Format, key: &GroupKey) -> (String, Option<String>) {
    let today = ipc::today();
    match key {
        GroupKey::Day(day) => {
            (day_name(i18n, format, *day, today), Some(beside(format, *day, today)))
        }
        GroupKey::Before(day) => {
            let day = format.day(*day);
            (say!(i18n, group.earlier).into(), Some(say!(i18n, group.before, day = day)))
        }
        GroupKey::Name(name) => (name.clone(), None),
        GroupKey::Movement { identifier: Some(code), name, .. } => (code.clone(), name.clone()),
        GroupKey::Movement { name: Some(name), .. } => (name.clone(), None),
        GroupKey::Movement { .. } => (say!(i18n, group.none).into(), None),
        GroupKey::Proposals(of) => {
            let (name, beside) = group(i18n, format, of);
            let proposals = say!(i18n, review.group_proposals).to_owned();
            let beside = beside.map(|beside| format!("{beside} · {proposals}"));
            (name, beside.or(Some(proposals)))
        }
        GroupKey::None => (say!(i18n, group.none).into(), None),
    }
}

/// Symbol and word of where a row is.
pub fn row_state(i18n: I18n, state: RowState) -> Symbol {
    let (glyph, class, word) = match state {
        RowState::InService => ("·", "sym sym-service", say!(i18n, state.in_service)),
        RowState::New => ("+", "sym sym-new", say!(i18n, state.new)),
        RowState::Changed => ("~", "sym sym-local", say!(i18n, state.changed)),
        RowState::Sending => (">", "sym sym-sending", say!(i18n, state.sending)),
        RowState::Refused => ("!", "sym sym-refused", say!(i18n, state.refused)),
        RowState::ChangedElsewhere => ("?", "sym sym-changed", say!(i18n, state.changed_elsewhere)),
    };
    Symbol { glyph, class, word: word.to_owned() }
}

/// The sign of what became another one in the service since the user last looked.
pub fn news(i18n: I18n) -> Symbol {
    Symbol { glyph: "•", class: "sym sym-news", word: say!(i18n, state.news).to_owned() }
}

/// The status of a line: class, icon and word; `None` for a code this version does not know.
pub fn line_status(
    i18n: I18n,
    status: &LineStatus,
) -> Option<(&'static str, &'static str, &'static str)> {
    Some(match status {
        LineStatus::Pending => ("st-pending", "circle", say!(i18n, movement.pending)),
        LineStatus::Changed => ("st-changed", "diff", say!(i18n, movement.changed)),
        LineStatus::Substituted => ("st-substituted", "replace", say!(i18n, movement.substituted)),
        LineStatus::Canceled => ("st-canceled", "ban", say!(i18n, movement.canceled)),
        LineStatus::Approved => ("st-approved", "circle-check", say!(i18n, movement.approved)),
        LineStatus::Other(_) => return None,
    })
}

/// Reasons with words of their own: code and words.
pub fn named_reasons(i18n: I18n) -> [(&'static str, &'static str); 2] {
    [("STOCKOUT", say!(i18n, panel.stockout)), ("CLINICAL", say!(i18n, panel.clinical))]
}

/// What a language is called: its own name for itself, in every language.
pub fn language_name(i18n: I18n, language: Language) -> &'static str {
    match language {
        Language::English => say!(i18n, settings.english),
        Language::French => say!(i18n, settings.french),
    }
}

/// What a reason is called: its code in words. What is no code, or too short to be words, is as
/// somebody typed it.
pub fn reason(i18n: I18n, code: &str) -> String {
    if let Some((_, words)) = named_reasons(i18n).into_iter().find(|(named, _)| *named == code) {
        return words.to_owned();
    }
    let is_of_codes = |letter: u8| letter.is_ascii_uppercase() || b"_ 0123456789".contains(&letter);
    if code.len() < 4 || !code.bytes().all(is_of_codes) {
        return code.to_owned();
    }
    capitalised(&ipc::lower(code).replace('_', " "))
}

/// What a reason to choose is called, by the service where it told that.
pub fn reason_name(i18n: I18n, choice: &ReasonChoice) -> String {
    choice.text.clone().unwrap_or_else(|| reason(i18n, &choice.code))
}

/// What a movement's lines say of it as a whole.
pub fn review(i18n: I18n, format: Format, review: ReviewState) -> String {
    match review {
        ReviewState::Empty => say!(i18n, movements.review_empty).into(),
        ReviewState::New => say!(i18n, movement.review_none).into(),
        ReviewState::NothingToShip => say!(i18n, movements.review_nothing).into(),
        ReviewState::Reviewed { decided, lines } => {
            let (decided, lines) = (format.number(decided), format.number(lines));
            say!(i18n, movement.review_some, decided = decided, lines = lines)
        }
    }
}

/// A kind of place; a code this version does not know as the service writes it.
pub fn place_type(i18n: I18n, code: &LocationTypeCode) -> String {
    match code {
        LocationTypeCode::Depot => say!(i18n, place.depot),
        LocationTypeCode::Supplier => say!(i18n, place.supplier),
        LocationTypeCode::Ward => say!(i18n, place.ward),
        LocationTypeCode::BinLocation => say!(i18n, place.bin),
        LocationTypeCode::Other(code) => code,
    }
    .to_owned()
}

/// Where a fact comes from.
pub fn source(i18n: I18n, source: Source) -> &'static str {
    match source {
        Source::Service => say!(i18n, source.service),
        Source::Seen => say!(i18n, source.here),
        Source::Site => say!(i18n, source.site),
        Source::Document => say!(i18n, source.preset),
    }
}

/// A part of the interface a service does not offer to this user.
pub fn missing_part(i18n: I18n, part: MissingPart) -> &'static str {
    match part {
        MissingPart::Movements => say!(i18n, missing.movements),
        MissingPart::Stocklists => say!(i18n, missing.stocklists),
        MissingPart::Products => say!(i18n, missing.products),
        MissingPart::Updates => say!(i18n, failure.updates_not_offered),
    }
}

/// A rule of the new movement's form that does not hold.
pub fn rule(i18n: I18n, field: FormField, rule: Rule) -> String {
    match rule {
        Rule::Required => match field {
            FormField::Start => say!(i18n, rule.start),
            FormField::Name => say!(i18n, rule.name),
            FormField::Origin => say!(i18n, rule.origin),
            FormField::Destination => say!(i18n, rule.destination),
            FormField::DateRequested => say!(i18n, rule.date),
            FormField::RequestedBy => say!(i18n, rule.requested_by),
            FormField::Line(_) => say!(i18n, rule.line),
        }
        .into(),
        Rule::SamePlace => say!(i18n, failure.same_place).into(),
        Rule::Negative => say!(i18n, rule.negative).into(),
        Rule::DaysAhead(days) => say!(i18n, rule.days_ahead, count = days),
        Rule::LongAgo => say!(i18n, rule.long_ago).into(),
        Rule::SameProduct(line) => say!(i18n, rule.same_product, line = line + 1),
        Rule::NothingOf => say!(i18n, rule.nothing_of).into(),
    }
}

/// The service's own first sentence where it gave one, else that it could not do this.
fn refused(i18n: I18n, failure: &Failure) -> String {
    let said = failure.service_text.as_deref().unwrap_or_default();
    if let Some(Shortage { bin, there, asked }) = Shortage::told(said) {
        let bin = bin.unwrap_or_else(|| say!(i18n, failure.this_bin).to_owned());
        return say!(i18n, failure.too_few, bin = bin, there = there, asked = asked);
    }
    if let Some(id) = unknown_item(said) {
        return say!(i18n, failure.no_item, id = id);
    }
    let said = first_sentence(said);
    if said.is_empty() {
        say!(i18n, failure.refused).into()
    } else {
        say!(i18n, failure.refused_saying, text = said.to_owned())
    }
}

/// More was to be picked from a bin than the service counts there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The bin's name, where the service says it.
    pub bin: Option<String>,
    /// How many the service counts there.
    pub there: i64,
    /// How many were to be picked.
    pub asked: i64,
}

impl Shortage {
    /// What the service says of it in words alone (interface document, 7; the words were observed in
    /// real installations); `None` where it says something else.
    pub fn told(said: &str) -> Option<Self> {
        let (bin, numbers) = said.split_once(" does not have enough quantity available ")?;
        let (there, asked) = numbers.split_once(" to fulfill requested quantity ")?;
        let asked = asked.split(|letter: char| !letter.is_ascii_digit()).next()?;
        let bin = bin.rsplit("Bin location ").next().unwrap_or_default().trim();
        let bin = Some(bin).filter(|bin| !matches!(*bin, "" | "null")).map(str::to_owned);
        Some(Self { bin, there: there.trim().parse().ok()?, asked: asked.parse().ok()? })
    }
}

/// The id that names no inventory item, as the service says it in words alone; `None` where it says
/// something else. What was scanned is then mostly the number of a lot.
pub fn unknown_item(said: &str) -> Option<&str> {
    let (_, id) = said.split_once("no inventory_item with ID ")?;
    let id = id.lines().next()?.trim().trim_end_matches('.');
    (!id.is_empty()).then_some(id)
}

/// Up to the first full stop or line end, without it; what is longer than a line is cut.
fn first_sentence(text: &str) -> &str {
    let text = text.trim();
    let line = text.lines().next().unwrap_or_default();
    let end = line.find(". ").unwrap_or(line.len());
    let sentence = line.get(..end).unwrap_or(line).trim_end_matches('.');
    match sentence.char_indices().nth(160) {
        Some((at, _)) => sentence.get(..at).unwrap_or(sentence),
        None => sentence,
    }
}

fn required(i18n: I18n, field: Option<&str>) -> &'static str {
    match field {
        Some("server") => say!(i18n, failure.server_needed),
        Some("user_name") => say!(i18n, failure.user_needed),
        Some("password") => say!(i18n, failure.password_needed),
        Some("name") => say!(i18n, failure.category_name_needed),
        _ => say!(i18n, failure.required),
    }
}

fn day_name(i18n: I18n, format: Format, day: NaiveDate, today: NaiveDate) -> String {
    match (today - day).num_days() {
        0 => say!(i18n, group.today).into(),
        1 => say!(i18n, group.yesterday).into(),
        2..=6 => format.weekday(day),
        _ => format.weekday_and_day(day),
    }
}

fn beside(format: Format, day: NaiveDate, today: NaiveDate) -> String {
    match (today - day).num_days() {
        0 | 1 => format.weekday_and_day(day),
        _ => format.day(day),
    }
}

fn certificate_problem(i18n: I18n, why: CertificateProblem) -> &'static str {
    match why {
        CertificateProblem::WrongHost => say!(i18n, certificate.wrong_host),
        CertificateProblem::Expired => say!(i18n, certificate.expired),
        CertificateProblem::NotYetValid => say!(i18n, certificate.not_yet_valid),
        CertificateProblem::UnknownIssuer => say!(i18n, certificate.unknown_issuer),
        CertificateProblem::Revoked => say!(i18n, certificate.revoked),
        CertificateProblem::OldRevocationList => say!(i18n, certificate.old_list),
        // It is said as a sentence of its own.
        CertificateProblem::OldProtocol => "",
        CertificateProblem::Other => say!(i18n, certificate.other),
    }
}

fn address_problem(i18n: I18n, why: AddressProblem) -> &'static str {
    match why {
        AddressProblem::Malformed => say!(i18n, address.malformed),
        AddressProblem::Scheme => say!(i18n, address.scheme),
        AddressProblem::UserInfo => say!(i18n, address.user_info),
        AddressProblem::Fragment => say!(i18n, address.fragment),
        AddressProblem::Query => say!(i18n, address.query),
        AddressProblem::NoHost => say!(i18n, address.no_host),
    }
}

fn endpoint_name(i18n: I18n, endpoint: Endpoint) -> &'static str {
    match endpoint {
        Endpoint::Login | Endpoint::Logout => say!(i18n, endpoint.session),
        Endpoint::ChooseLocation => say!(i18n, endpoint.location),
        Endpoint::CreateCategory => say!(i18n, endpoint.create_category),
        Endpoint::ListMovements | Endpoint::ReadMovement => say!(i18n, endpoint.movements),
        Endpoint::CreateMovement => say!(i18n, endpoint.create_movement),
        Endpoint::UpdateMovement => say!(i18n, endpoint.update_movement),
        Endpoint::Pick => say!(i18n, endpoint.pick),
        Endpoint::ListStocklists => say!(i18n, endpoint.stocklists),
        Endpoint::ListProducts => say!(i18n, endpoint.products),
        Endpoint::ListBinLocations
        | Endpoint::ListInternalLocations
        | Endpoint::ReadInternalLocation => say!(i18n, endpoint.locations),
        Endpoint::Generic | Endpoint::Observed(_) => say!(i18n, endpoint.records),
    }
}

/// That so many lines are on the clipboard.
pub fn copied(i18n: I18n, format: Format, lines: usize) -> String {
    let count = u32::try_from(lines).unwrap_or(u32::MAX);
    say!(i18n, new_movement.copied, count = count, number = format.number(count))
}

/// That the preferences were damaged, and what became of them.
pub fn torn_settings(i18n: I18n, torn: &TornSettings) -> String {
    let file = torn.kept_as.clone();
    if torn.restored {
        say!(i18n, settings.torn_restored, file = file)
    } else {
        say!(i18n, settings.torn_lost, file = file)
    }
}

#[cfg(test)]
mod tests {
    use contract::{Failure, Language, Reason};
    use leptos::prelude::{Owner, untrack};

    use super::{failure, first_sentence, reason, unknown_item};
    use crate::i18n::I18n;

    #[test]
    fn codes_of_reasons_become_words_and_what_people_typed_stays() {
        let said = |language, code: &str| {
            Owner::new().with(|| untrack(|| reason(I18n::of(language), code)))
        };
        let english = |code| said(Language::English, code);
        assert_eq!(english("STOCKOUT"), "Stockout");
        assert_eq!(english("REPLACED_BY_FORMULARY_ITEM"), "Replaced by formulary item");
        for typed in ["Broken seal", "N/A", "OOS", "Поставка ООО"] {
            assert_eq!(english(typed), typed);
        }
        assert_eq!(english(""), "");
        assert_eq!(said(Language::French, "STOCKOUT"), "Rupture");
        assert_eq!(said(Language::French, "BACKORDER"), "Backorder");
    }

    #[test]
    fn an_item_that_the_service_does_not_know_is_told_with_what_to_scan_instead() {
        let said = "Validation errors: inventoryItem.id: there is no inventory_item with ID L-0815";
        let refused = Failure {
            service_text: Some(said.to_owned()),
            ..Failure::from(Reason::Refused { status: 400 })
        };
        Owner::new().with(|| {
            let text = untrack(|| failure(I18n::of(Language::English), &refused));
            let expected = "The service has no item with the id L-0815. A lot number is not enough: \
                            scan the item’s own label.";
            assert_eq!(text, expected);
        });
        assert_eq!(unknown_item("there is no inventory_item with ID a b.\nmore"), Some("a b"));
        assert_eq!(unknown_item("there is no inventory_item with ID "), None);
        assert_eq!(unknown_item("there is no location with ID x"), None);
    }

    #[test]
    fn what_the_service_says_is_cut_to_its_first_sentence() {
        assert_eq!(first_sentence("Category was not saved. See log."), "Category was not saved");
        assert_eq!(first_sentence("  Line gone.\nat Foo.groovy:12"), "Line gone");
        assert_eq!(first_sentence("v1.2 is wrong"), "v1.2 is wrong");
        assert_eq!(first_sentence(&"é".repeat(400)).chars().count(), 160);
        assert_eq!(first_sentence(" "), "");
    }
}
