//! Materials: what is worn, wrapped, washed and thrown away.

use super::{Category, sole, swap};

pub(super) const CATEGORIES: &[Category] = &[
    Category {
        name: "Gloves and protective wear",
        families: &[
            swap(
                "GLV",
                "Gloves, exam, nitrile, size {}, box/100",
                &[(2205, "XS"), (2206, "S"), (2207, "M"), (2208, "L"), (2209, "XL")],
            ),
            swap(
                "GLV",
                "Gloves, exam, vinyl, size {}, box/100",
                &[(2306, "S"), (2307, "M"), (2308, "L")],
            ),
            sole(
                "GLV",
                "Gloves, surgical, latex-free, sterile, size {}, pair",
                &[
                    (3060, "6"),
                    (3065, "6.5"),
                    (3070, "7"),
                    (3075, "7.5"),
                    (3080, "8"),
                    (3085, "8.5"),
                ],
            ),
            swap(
                "GWN",
                "Gown, isolation, non-woven, size {}, each",
                &[(4101, "M"), (4102, "L"), (4103, "XL")],
            ),
            sole(
                "GWN",
                "Gown, surgical, reinforced, sterile, size {}, each",
                &[(4201, "M"), (4202, "L"), (4203, "XL"), (4204, "XXL")],
            ),
            swap(
                "MSK",
                "Mask, surgical, {}, box/50",
                &[(5001, "ear loops"), (5002, "tie-on"), (5003, "with visor")],
            ),
            swap(
                "MSK",
                "Respirator, {}, box/20",
                &[(5101, "FFP2"), (5102, "FFP2 with valve"), (5103, "FFP3")],
            ),
        ],
    },
    Category {
        name: "Dressings and bandages",
        families: &[
            swap(
                "GAU",
                "Gauze swab, sterile, {}, 8-ply, pack/5",
                &[(1005, "5 x 5 cm"), (1007, "7.5 x 7.5 cm"), (1010, "10 x 10 cm")],
            ),
            sole(
                "GAU",
                "Gauze roll, cotton, {}, each",
                &[(1105, "5 cm x 4 m"), (1108, "8 cm x 4 m"), (1112, "12 cm x 4 m")],
            ),
            swap(
                "DRS",
                "Dressing, foam, adhesive, {}, each",
                &[
                    (2110, "10 x 10 cm"),
                    (2115, "15 x 15 cm"),
                    (2120, "20 x 20 cm"),
                    (2123, "sacral 23 x 23 cm"),
                ],
            ),
            swap(
                "DRS",
                "Dressing, film, transparent, {}, each",
                &[(2206, "6 x 7 cm"), (2210, "10 x 12 cm"), (2215, "15 x 20 cm")],
            ),
            sole(
                "DRS",
                "Dressing, alginate, {}, each",
                &[(2305, "5 x 5 cm"), (2310, "10 x 10 cm"), (2330, "rope 30 cm")],
            ),
            swap(
                "BND",
                "Bandage, elastic, {}, each",
                &[(3106, "6 cm x 5 m"), (3108, "8 cm x 5 m"), (3110, "10 cm x 5 m")],
            ),
            sole(
                "BND",
                "Bandage, plaster of Paris, {}, each",
                &[(3210, "10 cm x 3 m"), (3215, "15 cm x 3 m"), (3220, "20 cm x 3 m")],
            ),
            swap(
                "TAP",
                "Tape, surgical, paper, {}, each",
                &[(4012, "1.25 cm x 9 m"), (4025, "2.5 cm x 9 m"), (4050, "5 cm x 9 m")],
            ),
        ],
    },
    Category {
        name: "Hygiene and disinfection",
        families: &[
            swap(
                "DIS",
                "Disinfectant, hand, alcohol, {}",
                &[(1100, "100 mL bottle"), (1500, "500 mL bottle"), (1999, "1 L refill")],
            ),
            swap(
                "DIS",
                "Disinfectant, surface, {}",
                &[(2100, "1 L concentrate"), (2500, "5 L concentrate"), (2750, "750 mL spray")],
            ),
            sole(
                "WIP",
                "Wipes, {}, pack/100",
                &[(3001, "alcohol 70%"), (3002, "chlorhexidine 2%"), (3003, "sporicidal")],
            ),
            sole(
                "CHX",
                "Chlorhexidine, {}",
                &[
                    (4005, "0.5% solution, 500 mL"),
                    (4020, "2% tincture, 250 mL"),
                    (4040, "4% scrub, 500 mL"),
                ],
            ),
            sole(
                "PVI",
                "Povidone-iodine, {}",
                &[(4110, "10% solution, 500 mL"), (4175, "7.5% scrub, 500 mL")],
            ),
            sole(
                "BAG",
                "Waste bag, {}, roll/25",
                &[
                    (5001, "clinical, yellow, 90 L"),
                    (5002, "cytotoxic, purple, 60 L"),
                    (5003, "domestic, black, 90 L"),
                ],
            ),
            swap(
                "BOX",
                "Sharps container, {}, each",
                &[(5101, "1 L"), (5105, "5 L"), (5111, "11.5 L"), (5122, "22 L")],
            ),
        ],
    },
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
