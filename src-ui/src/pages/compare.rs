//! A movement or a stocklist beside another one, product by product: what the other has more, less, or alone.

use std::sync::Arc;

use contract::{
    CompareLines, ComparedLine, ComparedList, Difference, Entry, ListMovements, ListStocklists,
    MovementFilter, MovementRow, Rows, StocklistFilter, StocklistRow,
};
use leptos::prelude::*;

use crate::components::grid::{
    Cell, Column, ColumnState, Content, Grid, GridData, GridHandle, Row,
};
use crate::components::{
    Choice, CloseFoot, Combobox, FailureNote, Segment, SegmentChoice, Sheet, Show,
};
use crate::data::query::use_query;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::export::{ExportTool, Exported, known_facts, lines_of};
use crate::wording::format::{Format, use_format};

/// So many of each kind are offered; who looks for another one types.
const OFFERED: u32 = 12;

/// The sheet.
#[component]
pub fn CompareSheet(
    /// What is compared with others.
    first: ComparedList,
    /// How it is called.
    #[prop(into)]
    name: Signal<String>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let (chosen, typed) = (RwSignal::new(None::<String>), RwSignal::new(None::<String>));
    let (offered, awaited) = offered(first.clone(), chosen, typed);
    let only = RwSignal::new(true);
    let compared = use_query(move || {
        Some(CompareLines { first: first.clone(), second: list_of(&chosen.get()?)? })
    });
    // What was told of one is nothing about another.
    effect(move || {
        chosen.track();
        compared.reply.set(None);
    });
    let told =
        move || compared.reply.with(|lines| lines.as_ref().map(|it| counts(i18n, format, it)));
    let has_lines = memo(move || compared.reply.with(Option::is_some));
    let grid = GridHandle::default();
    let other = Signal::derive(move || {
        let id = chosen.get()?;
        offered.with(|all| all.iter().find(|it| it.id == id).map(|it| it.label.clone()))
    });
    let exported = exported_as(i18n, grid, name, other);
    view! {
        <Sheet
            title=text!(i18n, compare.title)
            lead=name
            on_close
            wide=true
            testid="compare-sheet"
        >
            <div class="sheet-body">
                <Combobox
                    label=text!(i18n, compare.with)
                    choices=offered
                    value=chosen
                    typed
                    awaited
                    unknown=text!(i18n, compare.unknown)
                    testid="compare-with"
                />
                {move || compared.failure.get().map(|failure| view! { <FailureNote failure /> })}
                <Show when=move || has_lines.get()>
                    <div class="compare-head">
                        <p role="status" data-testid="compare-told">{told}</p>
                        <span class="push"></span>
                        <OnlyDifferences only />
                        <ExportTool grids=vec![exported] />
                    </div>
                    <div class="compare-grid"><Lines lines=compared.reply only grid /></div>
                </Show>
            </div>
            <CloseFoot on_close testid="compare-close" />
        </Sheet>
    }
}

#[component]
fn OnlyDifferences(only: RwSignal<bool>) -> impl IntoView {
    let i18n = use_i18n();
    let choice = |value, label, testid| SegmentChoice { value, label, icon: None, testid };
    let choices = vec![
        choice(true, text!(i18n, compare.differences), "compare-differences"),
        choice(false, text!(i18n, compare.all), "compare-all"),
    ];
    view! {
        <Segment label=text!(i18n, compare.show) choices value=only on_choose=move |it| only.set(it) />
    }
}

#[component]
fn Lines(
    lines: RwSignal<Option<Vec<ComparedLine>>>,
    only: RwSignal<bool>,
    grid: GridHandle,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let columns = vec![
        Column::new("code", text!(i18n, movement.col_code), 6.0).heads().unsorted(),
        Column::new("product", text!(i18n, movement.col_product), 13.0)
            .grows()
            .at_least(9.0)
            .unsorted(),
        Column::new("first", text!(i18n, compare.col_first), 6.0).number().unsorted(),
        Column::new("second", text!(i18n, compare.col_second), 6.0).number().unsorted(),
        Column::new("difference", text!(i18n, compare.col_difference), 7.0).number().unsorted(),
    ];
    let made = move || {
        let is_shown = |line: &&ComparedLine| !only.get() || line.difference() != Difference::Same;
        lines.with(|lines| {
            let shown = lines.iter().flatten().filter(is_shown);
            shown.map(|line| Arc::new(drawn(i18n, format, line))).collect::<Vec<_>>()
        })
    };
    let rows = memo(made);
    // On paper they may be worded in another language.
    let data = GridData::local(rows.into()).made_by(Signal::derive(made));
    view! {
        <Grid
            name="compare"
            label=text!(i18n, compare.title)
            columns
            data
            layout=RwSignal::new(ColumnState::default())
            handle=grid
        />
    }
}

/// The products as they leave the window: named after the one, with both named on paper.
fn exported_as(
    i18n: I18n,
    grid: GridHandle,
    first: Signal<String>,
    other: Signal<Option<String>>,
) -> Exported {
    let named = move || Some(first.get()).filter(|name| !name.is_empty());
    let name = move || lines_of(say!(i18n, compare.comparison), named().as_deref());
    let facts = move || {
        known_facts([
            (say!(i18n, compare.col_first), named()),
            (say!(i18n, compare.col_second), other.get()),
        ])
    };
    Exported::new(grid, Signal::derive(name)).about(Signal::derive(facts))
}

fn drawn(i18n: I18n, format: Format, line: &ComparedLine) -> Row {
    let pieces = |pieces: Option<i64>| {
        let drawn = pieces.map_or(Content::Absent, |it| Content::Number(format.number(it)));
        Cell::from(drawn).of(pieces)
    };
    let difference: Cell = match line.difference() {
        Difference::Same => Content::Empty.into(),
        Difference::Added => Content::Text(say!(i18n, compare.added).to_owned()).into(),
        Difference::Removed => Content::Text(say!(i18n, compare.removed).to_owned()).into(),
        Difference::Pieces(pieces) => {
            let sign = if pieces > 0 { "+" } else { "" };
            let drawn = Content::Number(format!("{sign}{}", format.number(pieces)));
            Cell::from(drawn).of(Some(pieces))
        }
    };
    let product = &line.product;
    let cells = vec![
        Content::Code(product.code.clone().unwrap_or_default()).into(),
        Content::Name(product.name.clone().unwrap_or_default()).into(),
        pieces(line.first),
        pieces(line.second),
        difference,
    ];
    Row::record(product.id.as_str(), cells)
}

fn counts(i18n: I18n, format: Format, lines: &[ComparedLine]) -> String {
    let of = |such: fn(Difference) -> bool| {
        let count = lines.iter().filter(|line| such(line.difference())).count();
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        (count, format.number(count))
    };
    let (added, added_said) = of(|it| it == Difference::Added);
    let (removed, removed_said) = of(|it| it == Difference::Removed);
    let (other, other_said) = of(|it| matches!(it, Difference::Pieces(_)));
    let (same, same_said) = of(|it| it == Difference::Same);
    let parts = [
        (added, say!(i18n, compare.count_added, count = added, number = added_said)),
        (removed, say!(i18n, compare.count_removed, count = removed, number = removed_said)),
        (other, say!(i18n, compare.count_other, count = other, number = other_said)),
        (same, say!(i18n, compare.count_same, count = same, number = same_said)),
    ];
    let said: Vec<_> =
        parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, part)| part).collect();
    if said.is_empty() { say!(i18n, compare.nothing).to_owned() } else { said.join(", ") }
}

/// What it may be compared with: movements and stocklists that what is typed finds, the newest first; the
/// chosen one stays among them.
fn offered(
    first: ComparedList,
    chosen: RwSignal<Option<String>>,
    typed: RwSignal<Option<String>>,
) -> (Signal<Vec<Choice>>, Signal<bool>) {
    let i18n = use_i18n();
    let text = move || typed.get().unwrap_or_default();
    let movements = use_query(move || {
        let filter = MovementFilter { text: text(), ..MovementFilter::default() };
        Some(ListMovements {
            rows: Rows::first(OFFERED),
            filter,
            group: None,
            folded: Vec::new(),
            today: None,
        })
    });
    let lists = use_query(move || {
        let filter = StocklistFilter { text: text(), ..StocklistFilter::default() };
        Some(ListStocklists { rows: Rows::first(OFFERED), filter })
    });
    let awaited = Signal::derive(move || movements.asking.get() || lists.asking.get());
    let known = StoredValue::new(None::<Choice>);
    let choices = Signal::derive(move || {
        let rows = movements.reply.with(|page| page.as_ref().map(|page| page.rows.clone()));
        let rows = rows.into_iter().flatten().filter_map(Entry::into_row);
        let mut all: Vec<Choice> = rows.map(choice_of_movement).collect();
        lists.reply.with(|page| {
            let rows = page.iter().flat_map(|page| &page.rows);
            all.extend(rows.map(|row| choice_of_list(i18n, row)));
        });
        let own = id_of(&first);
        all.retain(|choice| choice.id != own);
        let id = chosen.get();
        if let Some(found) = all.iter().find(|choice| Some(&choice.id) == id.as_ref()) {
            known.set_value(Some(found.clone()));
        }
        let gone = known.get_value().filter(|it| Some(&it.id) == id.as_ref());
        all.extend(gone.filter(|it| all.iter().all(|other| other.id != it.id)));
        all
    });
    (choices, awaited)
}

fn choice_of_movement(row: MovementRow) -> Choice {
    let places = [row.destination.map(|place| place.name)];
    Choice {
        id: id_of(&ComparedList::Movement(row.key)),
        label: row.name,
        detail: row
            .identifier
            .into_iter()
            .chain(places.into_iter().flatten())
            .collect::<Vec<_>>()
            .join(", "),
        ..Choice::default()
    }
}

fn choice_of_list(i18n: I18n, row: &StocklistRow) -> Choice {
    let kind = say!(i18n, compare.stocklist).to_owned();
    Choice {
        id: id_of(&ComparedList::Stocklist(row.id.clone())),
        label: row.name.clone(),
        detail: [Some(kind), row.number.clone()]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" "),
        ..Choice::default()
    }
}

/// What names one of either kind in a list.
fn id_of(list: &ComparedList) -> String {
    match list {
        ComparedList::Movement(key) => format!("m:{key}"),
        ComparedList::Stocklist(id) => format!("s:{id}"),
    }
}

fn list_of(id: &str) -> Option<ComparedList> {
    match id.split_once(':')? {
        ("m", key) => Some(ComparedList::Movement(key.parse().ok()?)),
        ("s", id) => Some(ComparedList::Stocklist(id.into())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use contract::{Language, ProductRef};

    use super::*;
    use crate::components::grid::Datum;

    #[test]
    fn quantities_and_their_difference_leave_the_window_as_numbers() {
        let product = ProductRef {
            id: "p1".into(),
            code: Some("GLV-M".to_owned()),
            name: None,
            description: None,
            category: None,
        };
        let line = ComparedLine { product, first: Some(1_200), second: Some(200) };
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            let row = untrack(|| drawn(i18n, Format::plain(), &line));
            let told: Vec<_> = row.cells.iter().map(|cell| cell.datum.clone()).collect();
            let number = |number| Some(Datum::Whole(number));
            assert_eq!(told[2..], [number(1_200), number(200), number(-1_000)]);
            let (first, other) = (Signal::stored("June".to_owned()), Signal::stored(None));
            let exported = exported_as(i18n, GridHandle::default(), first, other);
            assert_eq!(untrack(|| exported.name.get()), "Comparison June");
        });
    }

    #[test]
    fn each_of_either_kind_is_found_again_by_its_id() {
        let key = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap();
        for list in [ComparedList::Movement(key), ComparedList::Stocklist("s:1".into())] {
            assert_eq!(list_of(&id_of(&list)), Some(list));
        }
        assert_eq!(list_of("m:nothing"), None);
        assert_eq!(list_of("neither"), None);
    }
}
