//! Theatre and laboratory: what is sewn, cut and tested with.

use super::{Category, sole, swap};

pub(super) const CATEGORIES: &[Category] = &[
    Category {
        name: "Sutures and theatre supplies",
        families: &[
            swap(
                "SUT",
                "Suture, polyglactin, {}, 75 cm, box/12",
                &[(1010, "1-0"), (1020, "2-0"), (1030, "3-0"), (1040, "4-0"), (1050, "5-0")],
            ),
            swap(
                "SUT",
                "Suture, nylon, {}, 45 cm, box/12",
                &[(2020, "2-0"), (2030, "3-0"), (2040, "4-0"), (2050, "5-0"), (2060, "6-0")],
            ),
            sole(
                "BLD",
                "Blade, scalpel, sterile, no. {}, box/100",
                &[(3010, "10"), (3011, "11"), (3015, "15"), (3020, "20"), (3022, "22")],
            ),
            sole(
                "DRP",
                "Drape, surgical, sterile, {}, each",
                &[
                    (4001, "50 x 50 cm, fenestrated"),
                    (4002, "75 x 90 cm"),
                    (4003, "150 x 200 cm"),
                    (4004, "laparotomy set"),
                ],
            ),
            sole(
                "SPG",
                "Lap sponge, X-ray detectable, {}, pack/5",
                &[(4130, "30 x 30 cm"), (4145, "45 x 45 cm")],
            ),
            sole("STP", "Stapler, skin, {}, each", &[(4215, "15 staples"), (4235, "35 staples")]),
        ],
    },
    Category {
        name: "Laboratory and diagnostics",
        families: &[
            sole(
                "TUB",
                "Blood tube, vacuum, {}, rack/100",
                &[
                    (1001, "EDTA, 3 mL"),
                    (1002, "EDTA, 6 mL"),
                    (1003, "serum, 5 mL"),
                    (1004, "citrate, 2.7 mL"),
                    (1005, "heparin, 4 mL"),
                    (1006, "fluoride, 2 mL"),
                ],
            ),
            sole(
                "RDT",
                "Rapid test, {}, kit/25",
                &[
                    (2001, "malaria Pf/Pan"),
                    (2002, "HIV 1/2"),
                    (2003, "hepatitis B surface antigen"),
                    (2004, "syphilis"),
                    (2005, "influenza A/B"),
                ],
            ),
            sole(
                "STR",
                "Test strips, {}, vial/50",
                &[(3001, "blood glucose"), (3002, "urine, 10 parameters"), (3003, "ketone")],
            ),
            sole(
                "SWB",
                "Swab, {}, pack/50",
                &[
                    (4001, "nasopharyngeal, flocked"),
                    (4002, "throat, with medium"),
                    (4003, "wound, dry"),
                ],
            ),
            sole(
                "CNT",
                "Specimen container, {}, pack/100",
                &[
                    (5030, "urine, 30 mL"),
                    (5060, "urine, 60 mL"),
                    (5100, "stool, with spoon"),
                    (5120, "histology, 120 mL"),
                ],
            ),
        ],
    },
];
