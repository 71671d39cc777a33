//! Names that test a window: accents, great length, another direction of writing.

use super::{Category, sole, swap};

pub(super) const CATEGORIES: &[Category] = &[Category {
    name: "Skin care and special orders",
    families: &[
        swap(
            "CRM",
            "Crème barrière, oxyde de zinc 10 %, {}",
            &[(1030, "tube 30 g"), (1100, "tube 100 g"), (1500, "pot 500 g")],
        ),
        sole(
            "NAH",
            "Nährlösung für Säuglinge, {}",
            &[(1201, "hypoallergen, 90 mL"), (1202, "früh, 90 mL")],
        ),
        sole("SAL", "محلول ملحي, 0.9%, {}", &[(9500, "قنينة 500 مل"), (9100, "قنينة 100 مل")]),
        sole(
            "KIT",
            "Procedure kit for ultrasound-guided insertion of peripherally inserted central \
             catheters, sterile, with full-body drape, two gowns, probe cover and gel, \
             micro-introducer, guide wire 0.46 mm x 50 cm, measuring tape, securement device \
             and transparent dressing, {}, each",
            &[(7004, "4 Fr single lumen"), (7005, "5 Fr double lumen")],
        ),
        sole(
            "HCL",
            "Hydrocolloid-Wundauflage/hydrocolloïdverband/pansement-hydrocolloïde-autoadhésif, {}",
            &[(8010, "10 × 10 cm"), (8020, "20 × 20 cm")],
        ),
        sole("LOT", "Body lotion, urea {}, 500 mL", &[(8105, "5%"), (8110, "10%")]),
    ],
}];
