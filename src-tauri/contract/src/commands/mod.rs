//! Every call the window or the console can make, listed once in [`with_commands!`]. From the list
//! come the [`Command`] impls here, the shell's handlers, the console's dispatch and the command
//! tests: a command that one of them forgets does not compile.

mod channel;
mod editor;
mod home;
mod import;
mod observed;
mod outbox;
mod reads;
mod review;
mod session;
mod site;
mod walks;
mod window;
mod writes;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    Alias, Barcode, BinLocation, Capabilities, Certificate, Changes, ChannelState, ComparedLine,
    CountDifference, DepotPlanView, EditorRow, EditorState, Entry, FoundPeople, FoundPlaces,
    FoundProduct, HomeView, Identity, ImportPreview, ImportReport, ImportSource, ImportedRows,
    JournalCheck, JournalRow, KeptDraft, Keychain, LearnedPair, LineView, Location, MovementRow,
    NewsItem, OpenedMovement, OperationRow, OutboxState, Page, PagePicture, Pasted, Person,
    PickTask, PickView, PicksImported, PicksPreview, PinnedStocklist, Place, PlaceRef, PrintJob,
    PrinterList, ProductRow, ReviewFacts, ReviewRow, ReviewView, Reviewed, SessionState, Settings,
    SheetKey, SignedIn, SiteFacts, Stocklist, StocklistRow, TaskView, ToPickRow, Topic, Walk,
    WalkKey, WalkMovement, WalkScan, WalkState, Written,
};

pub use channel::*;
pub use editor::*;
pub use home::*;
pub use import::*;
pub use observed::*;
pub use outbox::*;
pub use reads::*;
pub use review::*;
pub use session::*;
pub use site::*;
pub use walks::*;
pub use window::*;
pub use writes::*;

/// One call of the native process.
pub trait Command: Serialize + DeserializeOwned {
    /// Its name: an imperative, or the noun it reads.
    const NAME: &'static str;
    /// The topics the reply is made of; a page asks again when one changes.
    const READS: &'static [Topic];
    /// Whether the reply crosses to the window as raw bytes of its JSON, as long lists do.
    const BYTES: bool;
    /// A request as JSON, for the console's `help`.
    const EXAMPLE: &'static str;
    /// What it answers.
    type Reply: Serialize + DeserializeOwned;
}

/// The list of all commands. Calls the given macro with
/// `backend { name(Request) -> Reply, reads [Topics], as json|bytes, example "…"; … } window { … }`.
/// Backend commands serve window and console alike; window commands are the shell's own.
#[macro_export]
macro_rules! with_commands {
    ($then:path) => {
        $then! {
            backend {
                check_server(CheckServer) -> ServerAnswer, reads [], as json,
                    example r#"{"server":"https://stock.example/stockroom"}"#;
                sign_in(SignIn) -> SignedIn, reads [], as json,
                    example r#"{"server":"https://stock.example/stockroom","user_name":"aokafor","password":"…"}"#;
                sign_out(SignOut) -> Done, reads [], as json,
                    example "{}";
                sign_in_remembered(SignInRemembered) -> SignedIn, reads [], as json,
                    example r#"{"profile":{"server":"https://stock.example/stockroom","user_name":"aokafor"}}"#;
                keychain(ReadKeychain) -> Keychain, reads [Session], as json,
                    example r#"{"profile":{"server":"https://stock.example/stockroom","user_name":"aokafor"}}"#;
                forget_password(ForgetPassword) -> Done, reads [], as json,
                    example r#"{"profile":{"server":"https://stock.example/stockroom","user_name":"aokafor"}}"#;
                lock(Lock) -> SessionState, reads [], as json,
                    example "{}";
                open_profile(OpenProfile) -> SessionState, reads [], as json,
                    example r#"{"profile":{"server":"https://stock.example/stockroom","user_name":"aokafor"}}"#;
                forget_data(ForgetData) -> Done, reads [], as json,
                    example "{}";
                switch_offline(SwitchOffline) -> SessionState, reads [], as json,
                    example r#"{"offline":true}"#;
                work_offline(WorkOffline) -> SessionState, reads [], as json,
                    example "{}";
                session(ReadSession) -> SessionState, reads [Session, Connection], as json,
                    example "{}";
                identity(ReadIdentity) -> Identity, reads [Session, People], as json,
                    example "{}";
                choose_identity(ChooseIdentity) -> Identity, reads [], as json,
                    example r#"{"person":"u1"}"#;
                list_work_locations(ListWorkLocations) -> Vec<PlaceRef>, reads [], as json,
                    example "{}";
                choose_location(ChooseLocation) -> SessionState, reads [], as json,
                    example r#"{"location":"l1"}"#;
                refresh(Refresh) -> Done, reads [], as json,
                    example r#"{"what":"movements"}"#;
                list_movements(ListMovements) -> Page<Entry<MovementRow>>, reads [Movements, Editor, Drafts], as bytes,
                    example r#"{"rows":{"count":50}}"#;
                look_at_movements(LookAtMovements) -> Done, reads [], as json,
                    example r#"{"keys":["01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"]}"#;
                seen_movement(SeenMovement) -> Done, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                open_movement(OpenMovement) -> OpenedMovement, reads [Movements], as bytes,
                    example r#"{"movement":{"key":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}}"#;
                create_movement(CreateMovement) -> Written, reads [], as json,
                    example r#"{"key":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","form":{"start":{"stocklist":"s1"},"name":"Theatre block A, weekly","origin":"l1","destination":"l2","date_requested":"2026-11-20","requested_by":"u1"}}"#;
                update_header(UpdateHeader) -> Written, reads [], as json,
                    example r#"{"movement":{"id":"m1"},"change":{"name":"Theatre block A, weekly"}}"#;
                pick_line(PickLine) -> Written, reads [], as json,
                    example r#"{"movement":{"id":"m1"},"item":"i1","picks":[{"inventory_item":"v1","bin_location":"b1","quantity":12}]}"#;
                editor(ReadEditor) -> EditorState, reads [Editor, Movements, Outbox, Products, Drafts], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                list_lines(ListLines) -> Page<EditorRow>, reads [Editor, Movements, Outbox, Products, Drafts, Review], as bytes,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","rows":{"count":50}}"#;
                last_times(ReadLastTimes) -> LastTimes, reads [Movements], as json,
                    example r#"{"origin":"l1","destination":"l2","before":"2026-11-20"}"#;
                edit_lines(EditLines) -> EditorState, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","step":"cell","edits":[{"cell":{"row":"l:i1","column":"requested","text":"40"}}]}"#;
                keep_typing(KeepTyping) -> Done, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","typing":{"row":"l:i1","column":"requested","text":"4"}}"#;
                paste_lines(PasteLines) -> Pasted, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","column":"code","cells":[["GLV-2207","40"]]}"#;
                open_import(OpenImport) -> ImportSource, reads [], as json,
                    example r#"{"text":{"text":"please send 20 x GLV-2207"}}"#;
                preview_import(PreviewImport) -> ImportPreview, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","import":1}"#;
                import_lines(ImportLines) -> Pasted, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","import":1,"columns":{"products":[0],"quantity":1}}"#;
                take_import(TakeImport) -> ImportedRows, reads [], as json,
                    example r#"{"import":1,"columns":{"products":[0],"quantity":1}}"#;
                preview_picks(PreviewPicks) -> PicksPreview, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","import":1}"#;
                import_picks(ImportPicks) -> PicksImported, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","import":1,"columns":{"product":0,"quantity":1}}"#;
                close_import(CloseImport) -> Done, reads [], as json,
                    example r#"{"import":1}"#;
                compare_lines(CompareLines) -> Vec<ComparedLine>, reads [Editor, Movements, Outbox, Stocklists], as bytes,
                    example r#"{"first":{"stocklist":"s1"},"second":{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}}"#;
                insert_stocklist(InsertStocklist) -> Pasted, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","stocklist":"s1"}"#;
                merge_lines(MergeLines) -> EditorState, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","row":"l:i1"}"#;
                undo_step(UndoStep) -> EditorState, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                list_changes(ListChanges) -> Changes, reads [Editor, Movements, Outbox, Products], as bytes,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                send_changes(SendChanges) -> Written, reads [], as json,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                take_back(TakeBack) -> EditorState, reads [], as json,
                    example r#"{"operation":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                open_line(OpenLine) -> LineView, reads [Editor, Movements, Outbox, Products, Observed, Review], as bytes,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","rows":["l:i1"]}"#;
                pick_view(ReadPickView) -> PickView, reads [Movements, Outbox, Locations, Observed], as bytes,
                    example r#"{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","item":"i1"}"#;
                list_to_pick(ListToPick) -> Page<ToPickRow>, reads [Movements, Outbox, Walks, Observed], as bytes,
                    example r#"{"count":50}"#;
                list_walks(ListWalks) -> Vec<Walk>, reads [Movements, Outbox, Walks, Observed], as json,
                    example "{}";
                list_picked_elsewhere(ListPickedElsewhere) -> Vec<WalkMovement>, reads [Movements, Walks], as json,
                    example r#"{"movements":["01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"]}"#;
                begin_walk(BeginWalk) -> WalkKey, reads [], as json,
                    example r#"{"movements":["01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"]}"#;
                hold_walk(HoldWalk) -> Done, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","note":"Waiting for the cold room"}"#;
                order_walk(OrderWalk) -> Done, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","order":"serpentine"}"#;
                depot_plan(ReadDepotPlan) -> DepotPlanView, reads [Movements, Locations, Walks], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                save_depot_plan(SaveDepotPlan) -> Done, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","plan":{"aisle":1,"bay":2,"aisles":["B","A"]}}"#;
                end_walk(EndWalk) -> Done, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                walk(ReadWalk) -> WalkState, reads [Movements, Outbox, Locations, Walks, Observed], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                list_tasks(ListTasks) -> Page<PickTask>, reads [Movements, Outbox, Locations, Walks, Observed], as bytes,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","count":50}"#;
                find_task(FindTask) -> Option<u32>, reads [], as json,
                    example r#"{"of":{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","count":0},"task":"t"}"#;
                enter_picks(EnterPicks) -> WalkState, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","step":"rest"}"#;
                scan_code(ScanCode) -> WalkState, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","code":"A-01-03"}"#;
                list_scans(ListScans) -> Vec<WalkScan>, reads [Walks], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","count":5}"#;
                take_back_scan(TakeBackScan) -> WalkState, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","scan":3}"#;
                enter_again(EnterAgain) -> WalkState, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","task":"t"}"#;
                read_task(ReadTask) -> Option<TaskView>, reads [Movements, Outbox, Locations, Walks, Observed], as json,
                    example r#"{"of":{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","count":0},"task":"t"}"#;
                undo_picks(UndoPicks) -> WalkState, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                send_picks(SendPicks) -> WalkState, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                home(ReadHome) -> HomeView, reads [Session, Movements, Stocklists, People, Outbox, Drafts, Editor, Walks, Review], as json,
                    example r#"{"today":"2026-11-20","days":30}"#;
                list_pinned(ListPinned) -> Vec<PinnedStocklist>, reads [Stocklists], as json,
                    example "{}";
                pin_stocklist(PinStocklist) -> Done, reads [], as json,
                    example r#"{"stocklist":"s1","pinned":true}"#;
                export_figures(ExportFigures) -> Exported, reads [], as bytes,
                    example r#"{"of":{"today":"2026-11-20","days":30},"format":"csv"}"#;
                news(ReadNews) -> Vec<NewsItem>, reads [Movements, Products, Outbox, Editor, Review], as json,
                    example "{}";
                list_review(ListReview) -> Page<Entry<ReviewRow>>, reads [Editor, Movements, Outbox, Review], as bytes,
                    example r#"{"count":50}"#;
                review_facts(ReadReviewFacts) -> ReviewFacts, reads [Editor, Movements, Outbox, Review], as json,
                    example "{}";
                read_review(ReadReview) -> ReviewView, reads [Editor, Movements, Outbox, Products, Observed, Review], as json,
                    example r#"{"line":{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","item":"i1"}}"#;
                review_lines(ReviewLines) -> Reviewed, reads [], as json,
                    example r#"{"lines":[{"line":{"movement":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","item":"i1"}}],"act":{"mark":{"reviewed":true}}}"#;
                undo_review(UndoReview) -> Done, reads [], as json,
                    example "{}";
                channel(ReadChannel) -> ChannelState, reads [Review], as json,
                    example "{}";
                choose_channel(ChooseChannel) -> ChannelState, reads [], as json,
                    example r#"{"place":"/srv/stockhand"}"#;
                channel_script(ReadChannelScript) -> Exported, reads [], as bytes,
                    example "{}";
                list_aliases(ListAliases) -> Vec<Alias>, reads [Walks, Products, Review], as json,
                    example "{}";
                list_pairs(ListPairs) -> Vec<LearnedPair>, reads [Movements, Products, Outbox], as json,
                    example r#"{"product":"p1"}"#;
                forget_pair(ForgetPair) -> Done, reads [], as json,
                    example r#"{"product":"p1","instead":"p2"}"#;
                save_alias(SaveAlias) -> Done, reads [], as json,
                    example r#"{"code":"4006501003638","product":"p1"}"#;
                remove_alias(RemoveAlias) -> Done, reads [], as json,
                    example r#"{"code":"4006501003638"}"#;
                import_table(ImportTable) -> ImportReport, reads [], as json,
                    example r#"{"table":"aliases","file_name":"barcodes.csv","text":"barcode,productCode\n4006501003638,GLV-2207"}"#;
                site_facts(ReadSiteFacts) -> SiteFacts, reads [Walks], as json,
                    example "{}";
                remove_site_table(RemoveSiteTable) -> Done, reads [], as json,
                    example "{}";
                report_difference(ReportDifference) -> Done, reads [], as json,
                    example r#"{"walk":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","task":"t","counted":3}"#;
                list_differences(ListDifferences) -> Vec<CountDifference>, reads [Walks], as json,
                    example "{}";
                forget_differences(ForgetDifferences) -> Done, reads [], as json,
                    example r#"{"numbers":[1]}"#;
                export_table(ExportTable) -> Exported, reads [], as bytes,
                    example r#"{"table":"aliases"}"#;
                draw_barcodes(DrawBarcodes) -> Vec<Barcode>, reads [], as json,
                    example r#"{"texts":["A-01-03"]}"#;
                save_reasons(SaveReasons) -> Done, reads [], as json,
                    example r#"{"reasons":["DAMAGED"]}"#;
                find_products(FindProducts) -> Vec<FoundProduct>, reads [Products], as json,
                    example r#"{"text":"glv","count":8}"#;
                list_stocklists(ListStocklists) -> Page<StocklistRow>, reads [Stocklists], as bytes,
                    example r#"{"rows":{"count":50},"filter":{"text":"theatre"}}"#;
                open_stocklist(OpenStocklist) -> Stocklist, reads [Stocklists], as bytes,
                    example r#"{"stocklist":"s1"}"#;
                list_products(ListProducts) -> Page<ProductRow>, reads [Products], as bytes,
                    example r#"{"rows":{"count":50,"sort":[{"by":"code"}]},"filter":{"text":"glove"}}"#;
                list_categories(ListCategories) -> Vec<CategoryCount>, reads [Products], as json,
                    example "{}";
                create_category(CreateCategory) -> Written, reads [], as json,
                    example r#"{"name":"Dressings"}"#;
                list_places(ListPlaces) -> Vec<Place>, reads [Locations], as json,
                    example "{}";
                list_people(ListPeople) -> Vec<Person>, reads [People], as json,
                    example "{}";
                find_people(FindPeople) -> FoundPeople, reads [People], as json,
                    example r#"{"text":"okaf","count":8}"#;
                find_places(FindPlaces) -> FoundPlaces, reads [Locations], as json,
                    example r#"{"text":"theatre","count":8}"#;
                list_bin_locations(ListBinLocations) -> Page<BinLocation>, reads [Locations], as bytes,
                    example r#"{"parent":"l1","kind":"bins","rows":{"count":50}}"#;
                open_location(OpenLocation) -> Location, reads [Locations], as json,
                    example r#"{"location":"l1"}"#;
                outbox(ReadOutbox) -> OutboxState, reads [Outbox, Session, Connection, Drafts, Editor], as json,
                    example "{}";
                list_operations(ListOperations) -> Page<OperationRow>, reads [Outbox, Movements], as bytes,
                    example r#"{"count":50}"#;
                retry_operations(RetryOperations) -> Done, reads [], as json,
                    example r#"{"operations":["01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"]}"#;
                drop_operation(DropOperation) -> Done, reads [], as json,
                    example r#"{"operation":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                restore_operation(RestoreOperation) -> Done, reads [], as json,
                    example r#"{"operation":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                edit_operation(EditOperation) -> Written, reads [], as json,
                    example r#"{"operation":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","with":{"create_category":{"name":"Dressings"}}}"#;
                answer_question(AnswerQuestion) -> Written, reads [], as json,
                    example r#"{"operation":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","answer":"not_done"}"#;
                resolve_conflict(ResolveConflict) -> Written, reads [], as json,
                    example r#"{"operation":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","keep":["name"]}"#;
                undo_operation(UndoOperation) -> Written, reads [], as json,
                    example r#"{"operation":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                pause_sending(PauseSending) -> Done, reads [], as json,
                    example r#"{"paused":true}"#;
                sending(ReadSending) -> Sending, reads [Settings], as json,
                    example "{}";
                save_sending(SaveSending) -> Sending, reads [], as json,
                    example r#"{"sending":{"marker":true}}"#;
                list_journal(ListJournal) -> Page<JournalRow>, reads [Outbox, Movements, Session, People], as bytes,
                    example r#"{"rows":{"count":50}}"#;
                check_journal(CheckJournal) -> JournalCheck, reads [], as json,
                    example "{}";
                export_journal(ExportJournal) -> Exported, reads [], as bytes,
                    example r#"{"format":"csv"}"#;
                seen_restored(SeenRestored) -> Done, reads [], as json,
                    example "{}";
                save_draft(SaveDraft) -> KeptDraft, reads [], as json,
                    example r#"{"draft":{"key":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f","form":{"new_movement":{"start":"empty","name":"Theatre","origin":null,"destination":null,"date_requested":null,"requested_by":null}}}}"#;
                drop_draft(DropDraft) -> Done, reads [], as json,
                    example r#"{"key":"01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f"}"#;
                list_drafts(ListDrafts) -> Vec<KeptDraft>, reads [Drafts], as json,
                    example "{}";
                capabilities(ReadCapabilities) -> Capabilities, reads [Observed, Session], as json,
                    example "{}";
                probe_capabilities(ProbeCapabilities) -> Capabilities, reads [], as json,
                    example "{}";
                explore(Explore) -> Explored, reads [], as json,
                    example r#"{"object":"product"}"#;
                certificate(ReadCertificate) -> Option<Certificate>, reads [Settings], as json,
                    example r#"{"server":"https://stock.example/stockroom"}"#;
                trust_certificate(TrustCertificate) -> Certificate, reads [], as json,
                    example r#"{"server":"https://stock.example/stockroom","file_name":"authority.pem","pem":"-----BEGIN CERTIFICATE-----…"}"#;
                forget_certificate(ForgetCertificate) -> Done, reads [], as json,
                    example r#"{"server":"https://stock.example/stockroom"}"#;
            }
            window {
                start_options(ReadStartOptions) -> StartOptions, reads [], as json,
                    example "{}";
                first_painted(FirstPainted) -> Done, reads [], as json,
                    example "{}";
                save_settings(SaveSettings) -> Settings, reads [], as json,
                    example r#"{"settings":{"theme":"dark"}}"#;
                open_practice(OpenPractice) -> SignedIn, reads [], as json,
                    example "{}";
                save_journal(SaveJournal) -> Option<SavedFile>, reads [], as json,
                    example r#"{"format":"csv"}"#;
                save_table(SaveTable) -> Option<SavedFile>, reads [], as json,
                    example r#"{"table":"differences"}"#;
                save_figures(SaveFigures) -> Option<SavedFile>, reads [], as json,
                    example r#"{"figures":{"of":{"today":"2026-11-20","days":90},"format":{"svg":{"title":"What ships"}}}}"#;
                begin_sheet(BeginSheet) -> Option<SheetKey>, reads [], as json,
                    example r#"{"format":"xlsx","name":"Movements","columns":["Code","Lines"]}"#;
                begin_print(BeginPrint) -> SheetKey, reads [], as json,
                    example r#"{"columns":["Code","Lines"],"movements":[]}"#;
                draw_page(DrawPage) -> PagePicture, reads [], as json,
                    example r#"{"sheet":1,"page":0,"width":500,"paper":{"title":"Codes","form":{"codes":{"intro":"","sections":[{"head":"","codes":[{"caption":"Confirm","text":"SH-CONFIRM","kind":"bars"}]}]}},"size":"a4","language":"en","right_to_left":false,"words":{}}}"#;
                save_print(SavePrint) -> Option<SavedFile>, reads [], as json,
                    example r#"{"sheet":1,"paper":{"title":"Codes","form":{"codes":{"intro":"","sections":[{"head":"","codes":[{"caption":"Confirm","text":"SH-CONFIRM","kind":"bars"}]}]}},"size":"a4","language":"en","right_to_left":false,"words":{}}}"#;
                list_printers(ListPrinters) -> PrinterList, reads [], as json,
                    example "{}";
                print_pages(PrintPages) -> PrintJob, reads [], as json,
                    example r#"{"sheet":1,"order":{"printer":"office","copies":1,"two_sided":false},"paper":{"title":"Codes","form":{"codes":{"intro":"","sections":[{"head":"","codes":[{"caption":"Confirm","text":"SH-CONFIRM","kind":"bars"}]}]}},"size":"a4","language":"en","right_to_left":false,"words":{}}}"#;
                read_print_job(ReadPrintJob) -> PrintJob, reads [], as json,
                    example r#"{"job":"office-12"}"#;
                cancel_print_job(CancelPrintJob) -> Done, reads [], as json,
                    example r#"{"job":"office-12"}"#;
                add_sheet_rows(AddSheetRows) -> Done, reads [], as json,
                    example r#"{"sheet":1,"rows":[[{"text":"483ZSA"},{"whole":40}]]}"#;
                finish_sheet(FinishSheet) -> SavedFile, reads [], as json,
                    example r#"{"sheet":1}"#;
                cancel_sheet(CancelSheet) -> Done, reads [], as json,
                    example r#"{"sheet":1}"#;
                save_channel_script(SaveChannelScript) -> Option<SavedFile>, reads [], as json,
                    example "{}";
                choose_certificate(ChooseCertificate) -> Option<Certificate>, reads [], as json,
                    example r#"{"server":"https://stock.example/stockroom"}"#;
                show_notice(ShowNotice) -> Done, reads [], as json,
                    example r#"{"title":"1 proposal to decide","text":"Gloves · 483ZSA"}"#;
                show_waiting(ShowWaiting) -> Done, reads [], as json,
                    example r#"{"count":3}"#;
                close_now(CloseNow) -> Done, reads [], as json,
                    example "{}";
                stay_open(StayOpen) -> Done, reads [], as json,
                    example "{}";
            }
        }
    };
}

macro_rules! implement {
    (
        backend { $($b:tt)* }
        window { $($w:tt)* }
    ) => {
        implement!(@each $($b)* $($w)*);
        /// Names of the backend's commands, in the order of the list.
        pub const BACKEND_COMMANDS: &[CommandInfo] = implement!(@info $($b)*);
        /// Names of the shell's own commands, in the order of the list.
        pub const WINDOW_COMMANDS: &[CommandInfo] = implement!(@info $($w)*);
    };
    (@each $($name:ident($request:ident) -> $reply:ty, reads [$($topic:ident),*], as $form:ident,
        example $example:literal;)*) => {$(
        impl Command for $request {
            const NAME: &'static str = stringify!($name);
            const READS: &'static [Topic] = &[$(Topic::$topic),*];
            const BYTES: bool = implement!(@bytes $form);
            const EXAMPLE: &'static str = $example;
            type Reply = $reply;
        }
    )*};
    (@info $($name:ident($request:ident) -> $reply:ty, reads [$($topic:ident),*], as $form:ident,
        example $example:literal;)*) => {
        &[$(CommandInfo { name: <$request>::NAME, example: <$request>::EXAMPLE }),*]
    };
    (@bytes bytes) => { true };
    (@bytes json) => { false };
}

with_commands!(implement);

/// A command's name and an example request, for help and for tests over the whole list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandInfo {
    /// Its name.
    pub name: &'static str,
    /// A request as JSON.
    pub example: &'static str,
}

/// Nothing to answer: it was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! check_examples {
        (backend { $($b:tt)* } window { $($w:tt)* }) => {
            check_examples!(@each $($b)* $($w)*);
        };
        (@each $($name:ident($request:ident) -> $reply:ty, reads [$($topic:ident),*], as $form:ident,
            example $example:literal;)*) => {
            #[test]
            fn every_example_is_a_request_of_its_command() {
                $(
                    serde_json::from_str::<$request>($example)
                        .unwrap_or_else(|error| panic!("{}: {error}", stringify!($name)));
                )*
            }
        };
    }
    with_commands!(check_examples);

    #[test]
    fn names_are_unique() {
        let all: Vec<_> =
            BACKEND_COMMANDS.iter().chain(WINDOW_COMMANDS).map(|info| info.name).collect();
        let unique: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(unique.len(), all.len());
    }

    #[test]
    fn a_password_is_not_printed() {
        let request: SignIn = serde_json::from_str(
            r#"{"server":"https://stock.example","user_name":"aokafor","password":"hunter2"}"#,
        )
        .unwrap();
        assert!(!format!("{request:?}").contains("hunter2"));
    }
}
