//! What the window, the console and the backend agree on: the commands, their replies, the one
//! failure type, the topics that say what changed, and the domain's own types with the pure rules
//! both sides need.
//!
//! Everybody imports this crate and it imports none of ours. Deliberately absent: I/O, clocks,
//! sockets, anything that cannot run inside the window's WASM. Serde's derives here are a promise:
//! what is serialisable crosses the border between window and process.
//!
//! Enums named by a field of their own (`serde(tag = …)`) carry that attribute natively only: the
//! window reads them by `src-ui/src/json.rs`, in a tenth of the code, and sends none of them.

mod channel;
mod commands;
mod compare;
mod editor;
mod failure;
mod failure_words;
mod formula;
pub mod gs1;
mod home;
pub mod html;
mod ids;
mod import;
mod location;
mod movement;
mod news;
mod observed;
mod outbox;
mod paper;
mod person;
mod pick_import;
mod product;
mod review;
mod rows;
mod session;
mod settings;
mod sheet;
mod site;
mod stocklist;
mod topic;
mod typed;
mod walk;
mod write;

pub use channel::{
    ChannelDatabase, ChannelPlace, ChannelState, ChannelTrouble, ProposalAnswer, ProposalBase,
    SharedAnswer, SharedEvent, SharedProposal, SharedWalk, WalkElsewhere, WalkStand,
};
pub use commands::*;
pub use compare::{ComparedLine, ComparedList, Difference};
pub use editor::cell::{EditorColumn, RowKey};
pub use editor::change::{
    ChangeStand, Changes, FoundProduct, Pasted, PlannedChange, ReplacedQuantity,
};
pub use editor::edit::{Decision, EditProblem, LineEdit, StepKind, StepName};
pub use editor::panel::{
    LearnedPair, LeftOut, LineView, Offer, ProposedElsewhere, ReasonChoice, RefusedBefore,
    Rejection, ReplacedDecisions, Stock, Suggestion, UsedBefore, WhyNot,
};
pub use editor::row::{
    EditorLine, EditorRow, EditorState, InsteadRow, LineFilter, LinePicked, Note, NoteRow,
    OnlyLines, PickingState, TypedCell,
};
pub use editor::typed_line::{TypedLine, TypedPick, TypedPickOf, TypedSwap};
pub use failure::{AddressProblem, CertificateProblem, Endpoint, Failure, Reason, Unreached};
pub use formula::{begins_formula, without_formulas};
pub use home::{
    ChartWords, Figures, FiguresFormat, HomeView, PeriodShare, PinnedStocklist, PlaceShare,
    ProductLines, ReasonLines, Share, StocklistShare, Waiting, WaitingKind,
};
pub use ids::*;
pub use import::{
    FileFault, IMPORT_FILE, IMPORTED_ROWS, IMPORTED_TEXT, ImportColumn, ImportColumns, ImportKey,
    ImportPreview, ImportSheet, ImportSource, ImportTrouble, ImportedRows, MendedRow,
};
pub use location::{
    BinLocation, Location, LocationGroup, LocationType, LocationTypeCode, Place, PlaceRef,
};
pub use movement::Movement;
pub use movement::form::{
    FormField, FormProblem, ImportStart, NewMovement, OpenRow, PreviewLine, Rule, StartFrom,
};
pub use movement::line::{LineItem, LineStatus};
pub use movement::opened::OpenedMovement;
pub use movement::review::{Decisions, LineDecision, ReviewState, ReviewTone};
pub use movement::row::{
    Entry, GroupKey, MovementColumn, MovementFilter, MovementGrouping, MovementRow, RowState,
};
pub use news::{NewsItem, NewsKind, NewsSettings, QuietHours};
pub use observed::call::{GoodFor, ObservedCall};
pub use observed::capability::{Capabilities, Capability, Probed, Source};
pub use observed::find::{FoundPeople, FoundPerson, FoundPlace, FoundPlaces};
pub use observed::pick_page::{AvailableLot, PickRow, SeenPick};
pub use observed::picking::{MadePick, PickPart, PickStand, PickStock, PickView};
pub use outbox::conflict::{ConflictField, FieldConflict};
pub use outbox::draft::{Draft, DraftForm, KeptDraft, ListAside, TableAside};
pub use outbox::instruction::Instruction;
pub use outbox::journal::{
    ExportFormat, JournalCheck, JournalColumn, JournalEvent, JournalFilter, JournalRow,
};
pub use outbox::merge::{HeaderMerge, merge_header};
pub use outbox::operation::{ChangeKind, HeaderFields, LineChange, Operation, Pick, Substitute};
pub use outbox::state::{
    Candidate, Held, OperationRow, OperationState, OtherWork, OutboxState, Question, Restored,
    Undo, Unsent,
};
pub use paper::{
    LabelSheetSize, LabelStock, PAPER_LABELS, PAPER_ROWS, PagePicture, Paper, PaperCode,
    PaperCodeKind, PaperCodeSection, PaperCodes, PaperColumn, PaperForm, PaperGroup, PaperItem,
    PaperLabels, PaperSize, PaperTable, PaperWords, PrintJob, PrintOrder, PrintState, PrinterInfo,
    PrinterList, PrinterStand,
};
pub use person::{Person, PersonRef};
pub use pick_import::{PickColumns, PickProblem, PickTrouble, PicksImported, PicksPreview};
pub use product::{Category, Product, ProductColumn, ProductFilter, ProductRef, ProductRow};
pub use review::{
    DecidedThen, LineRef, LineThen, Meanwhile, OtherLine, PastRequest, ReviewFacts, ReviewRow,
    ReviewStand, ReviewView, Reviewed,
};
pub use rows::{Freshness, Page, Rows, Sort};
pub use session::{Connection, Identity, Keychain, MissingPart, Profile, SessionState, SignedIn};
pub use settings::{
    Certificate, CertificateDetails, Density, GridPrint, Language, OpenTab, OpenTabs,
    PrintSettings, ScannerSettings, ServiceColor, ServiceLook, Settings, StartPage, TextSize,
    Theme,
};
pub use sheet::{SHEET_COLUMNS, SHEET_ROWS, SheetCell, SheetFormat, SheetKey};
pub use site::{
    Alias, Barcode, CountDifference, ImportFault, ImportProblem, ImportReport, SiteFacts, SiteFile,
    SiteTable,
};
pub use stocklist::{
    Stocklist, StocklistColumn, StocklistDates, StocklistFilter, StocklistItem, StocklistPeople,
    StocklistQuery, StocklistRow,
};
pub use topic::Topic;
pub use typed::{DecimalMark, Quantity, read_quantity};
pub use walk::{
    DepotPlan, DepotPlanView, LINE_CODE_DIGITS, LINE_CODE_MARK, PickTask, PlannedBin,
    SCANNER_TEST_CODE, ScanCommand, ScanFound, TaskState, TaskView, ToPickRow, Walk, WalkMovement,
    WalkOrder, WalkProgress, WalkScan, WalkState, is_line_code,
};
pub use write::{WriteState, Written};
