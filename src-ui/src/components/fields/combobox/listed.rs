//! What a field with a list lists while somebody types: the entries that fit, in an order that stays
//! as it is when others arrive under somebody's hands. Pure but for the memos.

use leptos::prelude::*;

use super::choice::Choice;
use super::listbox::found;

/// The entries that fit a text, as they are listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListedEntries {
    text: String,
    open: bool,
    /// The entries.
    pub entries: Vec<Choice>,
}

/// The entries that fit what is typed. What arrives while the list is open comes after what is
/// listed already.
pub fn listed(
    choices: Signal<Vec<Choice>>,
    text: RwSignal<Option<String>>,
    open: RwSignal<bool>,
) -> Memo<ListedEntries> {
    Memo::new(move |before: Option<&ListedEntries>| {
        let (text, open) = (text.get().unwrap_or_default(), open.get());
        let fitting = choices.with(|all| found(all, &text));
        let before = before.filter(|before| before.open && open && before.text == text);
        let entries = match before {
            Some(before) => in_order_of(&before.entries, fitting),
            None => fitting,
        };
        ListedEntries { text, open, entries }
    })
}

/// Where the entry of an id stands; the first one counts where it is not listed, or none is named.
pub fn place_of(id: Option<&str>, entries: &[Choice]) -> usize {
    entries.iter().position(|choice| Some(choice.id.as_str()) == id).unwrap_or(0)
}

/// Entries in the order they were listed in before, the new ones after them.
fn in_order_of(before: &[Choice], mut now: Vec<Choice>) -> Vec<Choice> {
    let mut entries = Vec::with_capacity(now.len());
    for known in before {
        if let Some(at) = now.iter().position(|choice| choice.id == known.id) {
            entries.push(now.remove(at));
        }
    }
    entries.append(&mut now);
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(id: &str, label: &str) -> Choice {
        Choice { id: id.into(), label: label.into(), ..Choice::default() }
    }

    fn ids(entries: &[Choice]) -> Vec<&str> {
        entries.iter().map(|choice| choice.id.as_str()).collect()
    }

    #[test]
    fn what_arrives_comes_after_what_is_listed_and_what_is_gone_goes() {
        let before = [choice("b", "Bea"), choice("d", "Dan"), choice("e", "Eve")];
        let now = vec![
            choice("a", "Ann"),
            choice("b", "Beatrice"),
            choice("c", "Cy"),
            choice("e", "Eve"),
        ];
        let entries = in_order_of(&before, now);
        assert_eq!(ids(&entries), ["b", "e", "a", "c"]);
        assert_eq!(entries[0].label, "Beatrice", "as it is now");
    }

    #[test]
    fn the_active_entry_is_held_by_its_id_and_the_first_one_counts_otherwise() {
        let entries = [choice("a", "Ann"), choice("b", "Bea")];
        assert_eq!(place_of(Some("b"), &entries), 1);
        assert_eq!(place_of(Some("gone"), &entries), 0);
        assert_eq!(place_of(None, &entries), 0);
    }

    #[test]
    fn an_open_list_keeps_its_order_until_another_text_is_typed() {
        Owner::new().with(|| {
            let all = RwSignal::new(vec![choice("b", "Bea")]);
            let (text, open) = (RwSignal::new(Some("a".to_owned())), RwSignal::new(true));
            let listed = listed(all.into(), text, open);
            assert_eq!(ids(&listed.get_untracked().entries), ["b"]);
            all.set(vec![choice("a", "Ann"), choice("b", "Bea")]);
            assert_eq!(ids(&listed.get_untracked().entries), ["b", "a"]);
            text.set(Some("an".to_owned()));
            assert_eq!(ids(&listed.get_untracked().entries), ["a"]);
            text.set(Some(String::new()));
            assert_eq!(ids(&listed.get_untracked().entries), ["a", "b"]);
        });
    }
}
