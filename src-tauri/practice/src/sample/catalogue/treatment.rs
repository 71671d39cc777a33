//! Treatment: what drains, filters and feeds.

use super::{Category, sole, swap};

pub(super) const CATEGORIES: &[Category] = &[
    Category {
        name: "Urology and drainage",
        families: &[
            swap(
                "FOL",
                "Foley catheter, silicone, {}, each",
                &[
                    (1008, "8 Fr"),
                    (1012, "12 Fr"),
                    (1014, "14 Fr"),
                    (1016, "16 Fr"),
                    (1018, "18 Fr"),
                    (1020, "20 Fr"),
                ],
            ),
            swap(
                "URB",
                "Urine bag, {}, each",
                &[(2001, "2 L, with outlet"), (2002, "2 L, sterile"), (2003, "750 mL, leg bag")],
            ),
            sole(
                "NGT",
                "Nasogastric tube, {}, each",
                &[(3006, "6 Fr"), (3008, "8 Fr"), (3012, "12 Fr"), (3016, "16 Fr")],
            ),
            sole(
                "DRN",
                "Drain, wound, {}, each",
                &[
                    (4010, "Redon, 10 Fr"),
                    (4014, "Redon, 14 Fr"),
                    (4024, "chest, 24 Fr"),
                    (4028, "chest, 28 Fr"),
                ],
            ),
        ],
    },
    Category {
        name: "Dialysis",
        families: &[
            swap(
                "DLZ",
                "Dialyzer, high-flux, {}, each",
                &[(1014, "1.4 m²"), (1018, "1.8 m²"), (1022, "2.2 m²")],
            ),
            sole(
                "DLB",
                "Bloodline, {}, set",
                &[
                    (2001, "haemodialysis, adult"),
                    (2002, "haemodialysis, child"),
                    (2003, "single needle"),
                ],
            ),
            swap(
                "FST",
                "Fistula needle, {}, pair",
                &[(3015, "15G x 25 mm"), (3016, "16G x 25 mm"), (3017, "17G x 25 mm")],
            ),
            swap(
                "DLC",
                "Dialysis concentrate, {}",
                &[
                    (4001, "acid, K 2.0, 5 L"),
                    (4002, "acid, K 3.0, 5 L"),
                    (4003, "bicarbonate cartridge, 720 g"),
                ],
            ),
            sole(
                "PDF",
                "Peritoneal dialysis solution, {}",
                &[
                    (5015, "glucose 1.5%, 2 L"),
                    (5023, "glucose 2.3%, 2 L"),
                    (5042, "glucose 4.25%, 2 L"),
                ],
            ),
        ],
    },
    Category {
        name: "Maternity and paediatrics",
        families: &[
            sole(
                "MAT",
                "Maternity pack, {}, each",
                &[
                    (1001, "delivery, sterile"),
                    (1002, "caesarean, sterile"),
                    (1003, "mother and baby"),
                ],
            ),
            sole(
                "UMB",
                "Umbilical {}, each",
                &[
                    (2001, "cord clamp, sterile"),
                    (2035, "catheter, 3.5 Fr"),
                    (2050, "catheter, 5 Fr"),
                ],
            ),
            swap(
                "NAP",
                "Nappies, newborn, {}, pack/28",
                &[(3001, "1 to 3 kg"), (3002, "2 to 5 kg"), (3003, "3 to 6 kg")],
            ),
            swap(
                "FED",
                "Feeding bottle, {}, each",
                &[(4060, "60 mL"), (4120, "120 mL"), (4240, "240 mL")],
            ),
            sole(
                "BRP",
                "Breast pump set, {}, each",
                &[(5021, "21 mm"), (5024, "24 mm"), (5027, "27 mm")],
            ),
        ],
    },
];
