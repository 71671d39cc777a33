//! Fixed ids of sample records, for tests and documentation.
//!
//! Every constant is derived from the record's kind and key at compile time, like all other ids.

use crate::record_id::digits;

macro_rules! ids {
    ($($(#[doc = $doc:literal])* $name:ident = $kind:literal, $key:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: &str = {
            const DIGITS: [u8; 32] = digits($kind, $key);
            match std::str::from_utf8(&DIGITS) { Ok(text) => text, Err(_) => "" }
        };)*
    };
}

ids! {
    /// User Amara Okafor (`aokafor`), a superuser.
    AMARA_OKAFOR = "user", "aokafor";
    /// User Jonas Weir (`jweir`), no superuser.
    JONAS_WEIR = "user", "jweir";
    /// User Priya Nair (`pnair`), no superuser.
    PRIYA_NAIR = "user", "pnair";
    /// The depot "Central store" with the bins of aisles A to C.
    CENTRAL_STORE = "location", "Central store";
    /// The depot "Northgate store" with the bins of aisles D and E.
    NORTHGATE_STORE = "location", "Northgate store";
    /// The depot "Hospital pharmacy" with the bins of aisles F and G.
    HOSPITAL_PHARMACY = "location", "Hospital pharmacy";
    /// The supplier "Brightwell Medical".
    BRIGHTWELL_MEDICAL = "location", "Brightwell Medical";
    /// The supplier "Castor Pharma".
    CASTOR_PHARMA = "location", "Castor Pharma";
    /// The ward "Theatre block A".
    THEATRE_BLOCK_A = "location", "Theatre block A";
    /// The ward "Emergency department".
    EMERGENCY_DEPARTMENT = "location", "Emergency department";
    /// The ward "Intensive care".
    INTENSIVE_CARE = "location", "Intensive care";
    /// The internal location "Receiving" of the Central store.
    CENTRAL_RECEIVING = "internal", "Central store/Receiving";
    /// The bin A-01-03 of the Central store; [`GLOVES_M_LOT`] lies in it.
    BIN_A_01_03 = "bin", "A-01-03";
    /// The bin A-01-04 of the Central store; nothing of [`GLOVES_M_LOT`] lies in it.
    BIN_A_01_04 = "bin", "A-01-04";
    /// Product GLV-2207 "Gloves, exam, nitrile, size M, box/100"; allowed substitutes are
    /// [`GLOVES_L`] and [`GLOVES_S`].
    GLOVES_M = "product", "GLV-2207";
    /// Product GLV-2208 "Gloves, exam, nitrile, size L, box/100".
    GLOVES_L = "product", "GLV-2208";
    /// Product GLV-2206 "Gloves, exam, nitrile, size S, box/100".
    GLOVES_S = "product", "GLV-2206";
    /// Product SYR-0505 "Syringe, Luer slip, 5 mL, box/100"; no substitute of gloves.
    SYRINGE_5ML = "product", "SYR-0505";
    /// Product MOR-3010 "Morphine, 10 mg/1 mL ampoule", which nothing may replace.
    MORPHINE = "product", "MOR-3010";
    /// Inventory item of [`GLOVES_M`]: [`GLOVES_M_ON_HAND`] of it are in [`BIN_A_01_03`].
    GLOVES_M_LOT = "inventory", "GLV-2207/1";
    /// Product EXT-5075 "Extension line, 75 cm, each": two lots in two bins of the Central store.
    /// Allowed substitutes are [`EXTENSION_LONG`] and [`EXTENSION_SHORT`].
    EXTENSION = "product", "EXT-5075";
    /// Product EXT-5030 "Extension line, 30 cm, each": two lots in two bins of the Central store.
    EXTENSION_SHORT = "product", "EXT-5030";
    /// Product EXT-5150 "Extension line, 150 cm, each", of which there is nothing anywhere.
    EXTENSION_LONG = "product", "EXT-5150";
    /// Stocklist STL-0107 "Theatre block A, weekly" from the Central store to Theatre block A with
    /// [`STOCKLIST_WEEKLY_ITEMS`] items.
    STOCKLIST_WEEKLY = "stocklist", "STL-0107";
    /// Stocklist STL-0101 "Intensive care, crash trolley" with 5 items, the shortest.
    STOCKLIST_SHORT = "stocklist", "STL-0101";
    /// Stocklist STL-0114 "Emergency department, full restock" with 120 items, the longest.
    STOCKLIST_LONG = "stocklist", "STL-0114";
    /// Stocklist STL-0105 "Dialysis unit, daily", which has one product twice.
    STOCKLIST_TWICE = "stocklist", "STL-0105";
    /// Movement "Theatre A, top-up" without line items.
    MOVEMENT_EMPTY = "movement", "1";
    /// Movement "Emergency weekend stock" with 8 PENDING line items, the first of [`GLOVES_M`].
    MOVEMENT_PENDING = "movement", "2";
    /// Movement "Intensive care, Monday" with CHANGED, SUBSTITUTED, CANCELED and PENDING items.
    MOVEMENT_MIXED = "movement", "3";
    /// Movement "Maternity linen run" whose line items are all CANCELED.
    MOVEMENT_CANCELED = "movement", "4";
    /// Inbound movement "Brightwell delivery 4471" from a supplier to the Central store.
    MOVEMENT_INBOUND = "movement", "5";
    /// Movement "Quarterly top-up, whole hospital" from the Central store with
    /// [`MOVEMENT_QUARTERLY_LINES`] line items: a few of every status, all others PENDING, and
    /// stock of every product.
    MOVEMENT_QUARTERLY = "movement", "quarterly";
    /// In the large warehouse alone: movement "Annual restock, all wards" from the Central store
    /// with [`MOVEMENT_LARGEST_LINES`] line items.
    MOVEMENT_LARGEST = "movement", "largest";
}

/// Number of the weekly stocklist.
pub const STOCKLIST_WEEKLY_NUMBER: &str = "STL-0107";
/// Number of items of [`STOCKLIST_WEEKLY`].
pub const STOCKLIST_WEEKLY_ITEMS: usize = 24;
/// Quantity on hand of [`GLOVES_M_LOT`] in [`BIN_A_01_03`].
pub const GLOVES_M_ON_HAND: i64 = 180;
/// Number of products.
pub const PRODUCTS: usize = 400;
/// Number of stocklists.
pub const STOCKLISTS: usize = 14;
/// Number of movements.
pub const MOVEMENTS: usize = 31;
/// Number of bins over all depots.
pub const BINS: usize = 60;
/// Number of line items of [`MOVEMENT_QUARTERLY`].
pub const MOVEMENT_QUARTERLY_LINES: usize = 214;
/// Number of movements in the large warehouse, with those of the sample data.
pub const LARGE_MOVEMENTS: usize = 10_000;
/// Number of products in the large warehouse, with those of the sample data.
pub const LARGE_PRODUCTS: usize = 100_000;
/// Number of locations of every kind in the large warehouse, with those of the sample data.
pub const LARGE_LOCATIONS: usize = 2_000;
/// Number of line items of [`MOVEMENT_LARGEST`].
pub const MOVEMENT_LARGEST_LINES: usize = 2_000;
