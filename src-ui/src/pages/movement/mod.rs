//! The page of a movement with the editor of its lines: its head, its lines with their substitutes and
//! notes, a row for new lines; beside them the panel of the selected lines, of the movement itself, or
//! the form of its header; under them the drawer with the changes that can be sent.
//!
//! Folders: `lines` (what is shown), `editing` (what is done to them), `import` (lines from files and texts),
//! `header` (the movement itself), `panel` (beside the lines), `drawer` (what would be sent). Files: `opened` (what the page derives from the
//! movement), `beside` (the side panel), `page_keys`, `menu`, `note_acts` and `tools` (how the user starts
//! an action), `preview` (a movement beside the list of movements), `exported` (lines that leave the window).

mod beside;
mod drawer;
mod editing;
mod exported;
mod header;
mod import;
mod lines;
mod menu;
mod note_acts;
mod opened;
mod page_keys;
mod panel;
mod preview;
mod tools;

use contract::{ComparedList, DataSet, MovementRef, OpenMovement, OperationRow, Refresh, RowKey};
use leptos::html;
use leptos::prelude::*;

use crate::components::StatusLine;
use crate::components::grid::{ColumnsMenu, GridHandle};
use crate::data::query::{once, use_command, use_query};
use crate::dom;
use crate::effect::{effect, effect_after, memo};
use crate::frame::ServiceBanner;
use crate::i18n::{text, use_i18n};
use crate::keys::use_keys;
use crate::navigation::use_tabs;
use crate::pages::compare::CompareSheet;
use crate::pages::export::ExportTool;
use crate::pages::list::{ListKeys, focus_in};
use crate::pages::new_movement::TemplateStarter;
use crate::pages::use_layout;
use beside::SidePanel;
use drawer::ChangesDrawer;
use editing::editor::Editor;
use editing::factor::FactorSheet;
use exported::{exported, exported_changes};
use header::about_panel::AboutPanel;
use header::banners::{HeaderNotSent, MovementBanners, NotKept, NotMade};
use header::form::EditForm;
use header::head_acts::HeadActs;
use header::view::{Head, Header};
use import::{ImportTool, LinesImport};
use lines::accounts::Accounts;
use lines::columns::columns;
use lines::grid::LinesGrid;
use lines::rows::Lines;
use lines::standing::{LinesStatus, Nothing, standing};
use menu::{LineMenu, LineMenuPlace};
use note_acts::{NoteActs, NoteFailure};
use opened::{
    closed, compare_when_known, current, edit_when_wanted, key_of, laid_aside, name_the_tab,
    see_news,
};
use panel::{LinePanel, PanelDrafts};
use tools::{Facts, Tools};

pub use exported::PreviewedLines;
pub use preview::MovementPreview;

/// The page.
#[component]
pub fn MovementPage(
    /// Which one.
    movement: MovementRef,
) -> impl IntoView {
    let i18n = use_i18n();
    let asked = movement.clone();
    let opened =
        use_query(move || Some(OpenMovement { movement: asked.clone(), without_lines: true }));
    let header = memo(move || opened.reply.with(|reply| reply.as_ref().map(Header::of)));
    let operations = memo(move || {
        opened
            .reply
            .with(|reply| reply.as_ref().map(|it| it.operations.clone()).unwrap_or_default())
    });
    let (layout, keep) = use_layout("lines", "", false);
    // The movement's own order is none of its columns.
    layout.update(|layout| layout.sort.retain(|sort| !sort.column.is_empty()));
    let (why_not, not_made) = closed(header);
    let read_only = Signal::derive(move || why_not.with(Option::is_some));
    let lines = Lines::start(key_of(&movement, opened), layout, read_only);
    let editor = Editor::start(lines, why_not);
    effect(move || not_made.set(editor.failed()));
    let beside = SidePanel::start(editor);
    let (drawer, menu) = (RwSignal::new(false), LineMenu::start());
    let notes = NoteActs::start(editor, beside, operations);
    let import = LinesImport::start(editor);
    let refresh = use_command::<Refresh>();
    let read_anew = Callback::new(move |()| {
        let what = DataSet::Movement(movement.clone());
        refresh.send(Refresh { what }, move |_| opened.ask_again());
    });
    let (find, body) = (NodeRef::<html::Input>::new(), NodeRef::<html::Div>::new());
    let keys = bind_keys(editor, beside, read_anew, find, body);
    page_keys::bind(editor, beside, menu, drawer);
    let templates = TemplateStarter::start();
    let comparing = RwSignal::new(false);
    use_keys().on_page("Ctrl+Shift+C", text!(i18n, compare.act), move || comparing.set(true));
    use_keys().on_page("Ctrl+Shift+D", text!(i18n, new_movement.use_template), move || {
        if let Some(key) = editor.lines.key.get_untracked() {
            templates.begin(key);
        }
    });
    name_the_tab(header, editor);
    see_news(editor);
    let standing = standing(opened, lines);
    take_focus(standing, editor, body);
    resume_typing(editor);
    go_to_wanted(standing, editor);
    let reading = Signal::derive(move || opened.reply.with(Option::is_none));
    let failure = Signal::derive(move || {
        let behind = opened.failure.get().filter(|_| !reading.get());
        refresh.failure.get().or(behind)
    });
    let close = Callback::new(move |()| keys.close_panel());
    let about = Callback::new(move |()| beside.toggle_about(keys));
    let shown = Signal::derive(move || beside.is_about());
    let current = current(opened, operations);
    let compare = compare_when_known(operations);
    let edit = Callback::new(move |()| beside.edit());
    use_keys().on_page("Alt+Enter", text!(i18n, movement.edit), move || edit.run(()));
    edit_when_wanted(current, edit);
    let in_service = memo(move || {
        let has_id = |header: &Header| !header.id.as_str().is_empty();
        header.with(|header| header.as_ref().filter(|it| has_id(it)).map(|header| header.key))
    });
    let in_service = Signal::from(in_service);
    let laid = laid_aside(editor);
    let aside = Signal::derive(move || laid.get() && !beside.is_form());
    let letters = memo(move || editor.grid.takes_letters());
    let editing = memo(move || editor.grid.is_editing());
    let hints = Signal::derive(move || {
        if editing.get() {
            return page_keys::hints_in_cell(i18n);
        }
        let has_lines = standing.get() == LinesStatus::Rows;
        page_keys::hints(i18n, drawer.get(), has_lines, (letters.get(), read_only.get()))
    });
    // One button of the window is filled: the panel's only while the focus is in it.
    let in_panel = RwSignal::new(false);
    let leads = Signal::derive(move || in_panel.get() && beside.is_line());
    let has_filled = Signal::derive(move || drawer.get() || beside.is_form() || leads.get());
    let see_focus = move |_| {
        let panel = dom::focused().and_then(|now| now.closest(".panel").ok().flatten());
        if in_panel.get_untracked() != panel.is_some() {
            in_panel.set(panel.is_some());
        }
    };
    let movements = Signal::derive(move || lines.key.get().into_iter().collect());
    let changes = GridHandle::default();
    let grids = [
        exported(editor.grid, header.into()).of(movements),
        exported_changes(changes, header.into()),
    ];
    view! {
        <Head header reading=refresh.busy.into() on_read=read_anew about=shown on_about=about on_edit=edit>
            <HeadActs movement=in_service editor drawer elsewhere=has_filled />
        </Head>
        <Tools editor find>
            <ImportTool import />
            <ColumnsMenu columns=columns(i18n) layout idle=lines.rows.grid.idle on_layout=keep />
            <ExportTool grids=grids.to_vec() />
        </Tools>
        <ServiceBanner retry=read_anew failure />
        <NotMade why_not=Signal::derive(move || why_not.get().filter(|_| not_made.get())) />
        <MovementBanners header operations />
        <HeaderNotSent shown=aside on_open=edit />
        <NotKept editor />
        <NoteFailure acts=notes />
        <Accounts editor />
        <div
            class="body"
            class:panel-leads=leads
            class:takes-file=move || import.look.reading.is_over.get()
            node_ref=body
            on:focusin=see_focus
            on:dragover=move |event| import.look.reading.dragged(&event)
            on:dragleave=move |_| import.look.reading.is_over.set(false)
            on:drop=move |event| import.dropped(&event)
        >
            <div class="stack" on:contextmenu=move |event| menu.pressed(editor, &event)>
                <Show when=move || has_grid(standing.get())>
                    <LinesGrid editor beside notes keep />
                </Show>
                {move || {
                    let standing = standing.get();
                    (standing != LinesStatus::Rows).then(|| view! {
                        <Nothing standing opened lines read_only on_read=read_anew />
                    })
                }}
                <Drawer editor drawer grid=changes />
            </div>
            <LineMenuPlace menu editor beside />
            <Show when=move || menu.factor.with(Option::is_some)>
                <FactorSheet editor chosen=menu.factor />
            </Show>
            <Show when=move || comparing.get()>
                {move || editor.lines.key.get().map(|key| view! {
                    <CompareSheet
                        first=ComparedList::Movement(key)
                        name=Signal::derive(move || header.get().map(|it| it.name).unwrap_or_default())
                        on_close=move |()| comparing.set(false)
                    />
                })}
            </Show>
            <Show when=move || beside.is_about()>
                <AboutPanel header templates comparing on_close=close />
            </Show>
            <Show when=move || beside.is_form()>
                {move || current.get().map(|current| view! {
                    <EditForm current on_close=close on_conflict=compare body />
                })}
            </Show>
            <PanelOfLines editor beside operations on_close=close />
        </div>
        <StatusLine hints><Facts editor header /></StatusLine>
    }
}

/// Goes to the line the page was opened for, once there are lines.
fn go_to_wanted(standing: Memo<LinesStatus>, editor: Editor) {
    let tabs = use_tabs();
    effect(move || {
        let key = editor.lines.key.get().filter(|_| standing.get() == LinesStatus::Rows);
        if let Some(item) = key.and_then(|key| tabs.take_line(key)) {
            editor.go_to(&RowKey::Line(item));
        }
    });
}

/// The panel of the chosen lines; what is typed in it stays as long as the page is open.
#[component]
fn PanelOfLines(
    editor: Editor,
    beside: SidePanel,
    operations: Memo<Vec<OperationRow>>,
    on_close: Callback<()>,
) -> impl IntoView {
    let drafts = PanelDrafts::start();
    effect(move || {
        if let Some(movement) = editor.lines.key.get() {
            drafts.keep(movement);
        }
    });
    let on_step = Callback::new(move |onward| beside::step(editor, onward));
    let on_done = Callback::new(move |done| beside::step_to_open(editor, &done));
    let panel = move || {
        let movement = editor.lines.key.get()?;
        let (rows, act, shown, queue) = (beside.rows, beside.act, beside.shown, editor.queue);
        let code = beside.code;
        Some(
            view! { <LinePanel movement rows act shown code queue drafts operations on_step on_done on_close /> },
        )
    };
    view! { <Show when=move || beside.is_line()>{panel}</Show> }
}

/// What would be sent, under the lines.
#[component]
fn Drawer(editor: Editor, drawer: RwSignal<bool>, grid: GridHandle) -> impl IntoView {
    let on_go = Callback::new(move |row| editor.go_to(&row));
    let state = Signal::derive(move || editor.state());
    move || {
        let movement = editor.lines.key.get()?;
        let (on_send, on_sent) = (move |()| editor.add_entry(), move |()| editor.grid.focus());
        let queue = editor.queue;
        Some(view! {
            <ChangesDrawer movement editor=state queue open=drawer grid on_go on_send on_sent />
        })
    }
}

/// A movement without lines has a grid all the same: new ones are typed into it.
fn has_grid(standing: LinesStatus) -> bool {
    matches!(standing, LinesStatus::Rows | LinesStatus::Empty)
}

/// Goes on, once the lines are here, in the cell that was being typed in when the window went away.
fn resume_typing(editor: Editor) {
    let is_here = move || {
        let is_known = editor.known(|_| 0).is_some() && editor.lines.known().is_some();
        is_known && editor.grid.selection().is_some()
    };
    once(is_here, move || editor.go_on_typing());
}

fn bind_keys(
    editor: Editor,
    beside: SidePanel,
    refresh: Callback<()>,
    find: NodeRef<html::Input>,
    body: NodeRef<html::Div>,
) -> ListKeys {
    let lines = editor.lines;
    let keys = ListKeys {
        find,
        text: lines.quiet(),
        answered: Signal::derive(move || lines.rows.is_answered()),
        grid: editor.grid,
        refresh,
        filtered: Signal::derive(move || lines.is_filtered()),
        clear: Callback::new(move |()| lines.clear()),
        panel: Some(beside.wanted),
        panel_shown: Signal::derive(move || beside.is_shown()),
        body,
    };
    keys.bind(use_keys(), use_i18n());
    keys
}

/// Where there are no rows, the focus is on what can be done about it; and it goes back to the rows.
/// It is taken from nobody.
fn take_focus(standing: Memo<LinesStatus>, editor: Editor, body: NodeRef<html::Div>) {
    let is_lost = || dom::focused().is_none_or(|now| matches!(&*now.tag_name(), "BODY" | "MAIN"));
    effect_after(move |before: Option<LinesStatus>| {
        let now = standing.get();
        // Once the rows, or what stood in their place, are gone.
        request_animation_frame(move || match now {
            // The page may have been closed in the same breath.
            _ if standing.try_get_untracked().is_none() => {}
            LinesStatus::Rows | LinesStatus::Empty
                if before == Some(LinesStatus::NoMatch) && is_lost() =>
            {
                editor.grid.focus();
            }
            LinesStatus::Failed | LinesStatus::Unread | LinesStatus::NoMatch if is_lost() => {
                focus_in(body, ".empty button");
            }
            _ => {}
        });
        now
    });
}
