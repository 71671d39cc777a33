//! What wards order: the categories their stocklists and movements draw from.
//!
//! Used by the sample stocklists and movements; the categories themselves are in the catalogue.

/// Names of categories.
pub(super) type Topic = &'static [&'static str];

/// Theatre materials.
pub(super) const THEATRE: Topic = &[
    "Sutures and theatre supplies",
    "Gloves and protective wear",
    "Airway and respiratory",
    "Dressings and bandages",
];
/// Sutures and the like alone.
pub(super) const SUTURES: Topic = &["Sutures and theatre supplies"];
/// Gloves and the like alone.
pub(super) const GLOVES: Topic = &["Gloves and protective wear"];
/// Emergency and depot materials.
pub(super) const MATERIALS: Topic = &[
    "Gloves and protective wear",
    "Dressings and bandages",
    "Syringes and needles",
    "IV access and infusion sets",
    "Airway and respiratory",
    "Hygiene and disinfection",
    "Infusion solutions",
    "Ward supplies",
];
/// Intensive care.
pub(super) const INTENSIVE: Topic = &[
    "Airway and respiratory",
    "IV access and infusion sets",
    "Syringes and needles",
    "Infusion solutions",
    "Gloves and protective wear",
];
/// The crash trolley.
pub(super) const CRASH: Topic = &["Emergency and cardiovascular medicines"];
/// All medicines.
pub(super) const MEDICINES: Topic = &[
    "Antibiotics",
    "Analgesics and anaesthetics",
    "Emergency and cardiovascular medicines",
    "General medicines",
    "Infusion solutions",
];
/// Antibiotics alone.
pub(super) const ANTIBIOTICS: Topic = &["Antibiotics"];
/// Maternity.
pub(super) const MATERNITY: Topic =
    &["Maternity and paediatrics", "Ward supplies", "Hygiene and disinfection"];
/// Children.
pub(super) const CHILDREN: Topic =
    &["Maternity and paediatrics", "Ward supplies", "Syringes and needles"];
/// Dialysis.
pub(super) const DIALYSIS: Topic = &["Dialysis", "Infusion solutions"];
/// Everything a dialysis unit uses in a month.
pub(super) const DIALYSIS_MONTH: Topic = &[
    "Dialysis",
    "Infusion solutions",
    "Gloves and protective wear",
    "Syringes and needles",
    "Hygiene and disinfection",
];
/// Creams and special orders.
pub(super) const SKIN: Topic = &["Skin care and special orders"];

/// All topics.
#[cfg(test)]
pub(super) const ALL: &[Topic] = &[
    THEATRE,
    SUTURES,
    GLOVES,
    MATERIALS,
    INTENSIVE,
    CRASH,
    MEDICINES,
    ANTIBIOTICS,
    MATERNITY,
    CHILDREN,
    DIALYSIS,
    DIALYSIS_MONTH,
    SKIN,
];
