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
                &[(2306, "S"), (2307, "M"), (2308, "L"), (2309, "XL")],
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
];
