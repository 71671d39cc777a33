//! The page of `cargo xtask bench ui`: the grid as every list has it, with records at hand in place of
//! the backend's. Started by the program `ui-bench` alone; the feature around it is on for nothing
//! else, so that the window does not carry it. What is measured, and how, is `tests/peers`'.

mod records;

use std::collections::HashMap;
use std::sync::Arc;

use js_sys::{Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;

use crate::components::grid::{ColumnState, Grid, GridData, GridHandle, Row};
use crate::dom;
use crate::i18n::I18n;
use crate::keys::Keys;
use crate::look::DisplaySettings;

/// Height in px that has room for every row of a table.
const TALL: &str = "56280px";

/// Drawn rows kept, as lists keep them.
const DRAWN_KEPT: usize = 2_000;

/// What is on the page.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Nothing,
    /// A grid so high that all its rows are on screen.
    Table,
    /// A grid as high as the window, of so many rows.
    List(u32),
}

#[derive(Clone, Copy)]
struct Bench {
    stage: RwSignal<Stage>,
    rows: RwSignal<Vec<Arc<Row>>>,
    grid: GridHandle,
}

/// Does one thing; what it does not need of the two numbers is 0.
type BenchAction = fn(Bench, u32, u32);

/// What the page can be told.
const ACTS: [(&str, BenchAction); 10] = [
    ("nothing", |bench, _, _| bench.stage.set(Stage::Nothing)),
    ("table", |bench, _, _| bench.stage.set(Stage::Table)),
    ("list", |bench, total, _| bench.stage.set(Stage::List(total))),
    ("create", |bench, from, count| bench.rows.set(records::rows(from, count))),
    ("append", |bench, from, count| {
        bench.rows.update(|rows| rows.extend(records::rows(from, count)));
    }),
    ("change", |bench, _, _| {
        bench.rows.update(|rows| rows.iter_mut().step_by(10).for_each(records::change));
    }),
    ("choose", |bench, at, _| bench.grid.go(at, "number")),
    ("swap", |bench, a, b| bench.rows.update(|rows| rows.swap(a as usize, b as usize))),
    ("remove", |bench, at, _| bench.rows.update(|rows| drop(rows.remove(at as usize)))),
    ("clear", |bench, _, _| bench.rows.set(Vec::new())),
];

/// Mounts the page and takes the painted frame away.
pub fn start() {
    dom::report_panics();
    leptos::mount::mount_to_body(Page);
    dom::remove_shell();
}

#[component]
fn Page() -> impl IntoView {
    I18n::start();
    Keys::start();
    DisplaySettings::start();
    let bench = Bench {
        stage: RwSignal::new(Stage::Nothing),
        rows: RwSignal::new(Vec::new()),
        grid: GridHandle::default(),
    };
    bench.offer();
    move || match bench.stage.get() {
        Stage::Nothing => ().into_any(),
        Stage::Table => bench.draw(TALL, GridData::local(bench.rows.into())).into_any(),
        Stage::List(total) => bench.draw("100%", list(total)).into_any(),
    }
}

impl Bench {
    fn draw(self, height: &'static str, data: GridData) -> impl IntoView {
        view! {
            <div id="stage" style:height="100vh" style:overflow="auto" style:display="flex">
                <div
                    style:height=height
                    style:flex="1"
                    style:min-width="0"
                    style:display="flex"
                >
                    <Grid
                        name="bench"
                        label=Signal::stored("Lines".to_owned())
                        columns=records::columns()
                        data
                        layout=RwSignal::new(ColumnState::default())
                        tree=true
                        handle=self.grid
                    />
                </div>
            </div>
        }
    }

    /// Lets the driver do all that to the page.
    fn offer(self) {
        let offered = Object::new();
        for (name, act) in ACTS {
            let call = Closure::<dyn FnMut(u32, u32)>::new(move |a, b| act(self, a, b));
            // Setting a property of a fresh plain object, or a new global, cannot fail.
            let _ = Reflect::set(&offered, &name.into(), &call.into_js_value());
        }
        let _ = Reflect::set(&js_sys::global(), &"stockhandBench".into(), &offered);
    }
}

/// Rows that are made when they are looked at, and kept a while, as those of the backend are.
fn list(total: u32) -> GridData {
    let drawn = StoredValue::new(HashMap::<u32, Arc<Row>>::new());
    let row = move |at: u32| {
        drawn.try_update_value(|drawn| {
            if drawn.len() > DRAWN_KEPT {
                drawn.clear();
            }
            drawn.entry(at).or_insert_with(|| Arc::new(records::row(at))).clone()
        })
    };
    let row = move |at: u32| row(at).filter(|_| at < total);
    GridData::new(Signal::stored(total), Signal::stored(0), row, Callback::new(|_| ()))
}
