//! Groups of products in the large warehouse: a category each, with everything its articles differ
//! in.

/// A measure in even steps, in tenths of its unit.
pub(super) struct Measure {
    from: usize,
    step: usize,
    /// How many steps there are.
    pub(super) count: usize,
    unit: &'static str,
}

impl Measure {
    /// The measure of a step with its unit: "2.5 mm".
    pub(super) fn text(&self, step: usize) -> String {
        let tenths = self.from + step * self.step;
        match tenths % 10 {
            0 => format!("{} {}", tenths / 10, self.unit),
            part => format!("{}.{part} {}", tenths / 10, self.unit),
        }
    }
}

/// A category with its articles.
pub(super) struct Group {
    /// Name of the category.
    pub(super) category: &'static str,
    /// Begin of the product codes.
    pub(super) prefix: &'static str,
    /// Articles.
    pub(super) articles: &'static [&'static str],
    /// What each article is made of, or with.
    pub(super) materials: &'static [&'static str],
    /// First measure.
    pub(super) first: Measure,
    /// Second measure.
    pub(super) second: Measure,
    /// Packs.
    pub(super) packs: &'static [&'static str],
}

const fn measure(from: usize, step: usize, count: usize, unit: &'static str) -> Measure {
    Measure { from, step, count, unit }
}

/// All groups.
pub(super) const GROUPS: [Group; 12] = [
    Group {
        category: "Orthopaedic implants",
        prefix: "ORT",
        articles: &["Cortical screw", "Locking screw", "Kirschner wire", "Broche filetée"],
        materials: &["titanium", "stainless steel", "titanium alloy", "cobalt-chrome"],
        first: measure(15, 5, 12, "mm"),
        second: measure(60, 20, 30, "mm"),
        packs: &["each", "box/5"],
    },
    Group {
        category: "Catheters and drains",
        prefix: "CTH",
        articles: &[
            "Ureteral catheter",
            "Drainage catheter, pigtail",
            "Central venous catheter",
            "Sonde gastrique",
        ],
        materials: &["silicone", "polyurethane", "PVC without DEHP", "latex, coated"],
        first: measure(40, 10, 22, "Fr"),
        second: measure(200, 50, 16, "cm"),
        packs: &["each", "box/10"],
    },
    Group {
        category: "Suture material",
        prefix: "SUM",
        articles: &["Suture, silk", "Suture, polydioxanone", "Suture, polyester", "Fil résorbable"],
        materials: &["cutting needle", "reverse cutting needle", "taper needle", "blunt needle"],
        first: measure(80, 20, 20, "mm"),
        second: measure(300, 50, 20, "cm"),
        packs: &["each", "box/36"],
    },
    Group {
        category: "Stents and balloons",
        prefix: "STB",
        articles: &[
            "Coronary stent",
            "Balloon catheter, semi-compliant",
            "Peripheral stent",
            "Endoprothèse biliaire",
        ],
        materials: &["cobalt-chrome", "nitinol", "platinum-chrome", "everolimus-eluting"],
        first: measure(20, 2, 26, "mm"),
        second: measure(80, 20, 16, "mm"),
        packs: &["each", "box/3"],
    },
    Group {
        category: "Ophthalmology",
        prefix: "OPH",
        articles: &[
            "Intraocular lens",
            "Toric intraocular lens",
            "Contact lens, bandage",
            "Verre d’épreuve",
        ],
        materials: &["acrylic, hydrophobic", "acrylic, hydrophilic", "silicone"],
        first: measure(60, 5, 49, "D"),
        second: measure(100, 5, 8, "mm"),
        packs: &["each", "set/2"],
    },
    Group {
        category: "Wound care",
        prefix: "WND",
        articles: &["Gauze swab", "Foam dressing", "Film dressing", "Wundauflage, saugfähig"],
        materials: &["sterile", "non-sterile", "with silver", "with adhesive border"],
        first: measure(25, 25, 24, "cm"),
        second: measure(50, 25, 14, "cm"),
        packs: &["pack/10", "box/100"],
    },
    Group {
        category: "Laboratory reagents",
        prefix: "LBR",
        articles: &["Buffer solution", "Staining solution", "Calibrator", "Réactif de contrôle"],
        materials: &["clinical chemistry", "haematology", "coagulation", "immunology"],
        first: measure(50, 50, 40, "mL"),
        second: measure(1000, 500, 10, "tests"),
        packs: &["bottle", "case/4"],
    },
    Group {
        category: "Dental supplies",
        prefix: "DNT",
        articles: &["Dental bur", "Root canal file", "Implant abutment", "Matrice métallique"],
        materials: &["carbide", "diamond, fine", "diamond, coarse", "nickel-titanium"],
        first: measure(5, 1, 30, "mm"),
        second: measure(160, 10, 10, "mm"),
        packs: &["each", "pack/6"],
    },
    Group {
        category: "Anaesthesia and ventilation",
        prefix: "ANV",
        articles: &[
            "Breathing circuit",
            "Tracheal tube, cuffed",
            "Breathing filter",
            "Beatmungsschlauch, für Säuglinge",
        ],
        materials: &["smooth bore", "corrugated", "reinforced", "heated wire"],
        first: measure(20, 5, 20, "mm"),
        second: measure(50, 10, 18, "cm"),
        packs: &["each", "box/20"],
    },
    Group {
        category: "Medicines for injection",
        prefix: "INJ",
        articles: &["Ondansetron", "Furosemide", "Vancomycin", "Dexaméthasone"],
        materials: &["ampoule", "vial", "prefilled syringe", "infusion bag"],
        first: measure(10, 10, 36, "mg/mL"),
        second: measure(10, 10, 10, "mL"),
        packs: &["pack/5", "pack/50"],
    },
    Group {
        category: "Medicines by mouth",
        prefix: "ORM",
        articles: &["Metformin", "Bisoprolol", "Levothyroxine", "Paracétamol"],
        materials: &["tablet", "film-coated tablet", "capsule", "prolonged-release tablet"],
        first: measure(25, 25, 40, "mg"),
        second: measure(100, 40, 8, "days"),
        packs: &["blister", "bottle"],
    },
    Group {
        category: "Clothing and linen",
        prefix: "CLN",
        articles: &["Scrub tunic", "Scrub trousers", "Draw sheet", "Drap d’examen"],
        materials: &["cotton", "polyester-cotton", "non-woven", "recycled polyester"],
        first: measure(600, 20, 22, "cm"),
        second: measure(700, 50, 14, "cm"),
        packs: &["each", "bundle/10"],
    },
];
