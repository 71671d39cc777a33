//! Medicines for emergencies and for every day.

use super::{Category, sole, swap};

pub(super) const CATEGORIES: &[Category] = &[
    Category {
        name: "Emergency and cardiovascular medicines",
        families: &[
            sole(
                "ADR",
                "Adrenaline, {}",
                &[
                    (1001, "1 mg/1 mL ampoule"),
                    (1010, "1 mg/10 mL prefilled syringe"),
                    (1030, "0.3 mg auto-injector"),
                ],
            ),
            sole(
                "ATR",
                "Atropine, {}",
                &[(1105, "0.5 mg/1 mL ampoule"), (1101, "1 mg/1 mL ampoule")],
            ),
            sole(
                "AMI",
                "Amiodarone, {}",
                &[(1203, "150 mg/3 mL ampoule"), (1200, "200 mg, tablets/30")],
            ),
            swap(
                "HEP",
                "Heparin, {}",
                &[
                    (2005, "5000 IU/1 mL ampoule"),
                    (2025, "25 000 IU/5 mL vial"),
                    (2010, "10 IU/mL, 5 mL flush"),
                ],
            ),
            swap(
                "ENX",
                "Enoxaparin, prefilled syringe, {}",
                &[(3020, "20 mg"), (3040, "40 mg"), (3060, "60 mg"), (3080, "80 mg")],
            ),
            sole(
                "FUR",
                "Furosemide, {}",
                &[(4020, "20 mg/2 mL ampoule"), (4040, "40 mg, tablets/100")],
            ),
            sole(
                "NOR",
                "Noradrenaline, {}",
                &[(5004, "4 mg/4 mL ampoule"), (5008, "8 mg/8 mL ampoule")],
            ),
            sole(
                "MET",
                "Metoprolol, {}",
                &[
                    (6005, "5 mg/5 mL ampoule"),
                    (6050, "50 mg, tablets/100"),
                    (6100, "100 mg, tablets/100"),
                ],
            ),
        ],
    },
    Category {
        name: "General medicines",
        families: &[
            sole(
                "OND",
                "Ondansetron, {}",
                &[(1004, "4 mg/2 mL ampoule"), (1008, "8 mg, tablets/10")],
            ),
            sole(
                "OME",
                "Omeprazole, {}",
                &[
                    (1120, "20 mg, capsules/28"),
                    (1140, "40 mg, capsules/28"),
                    (1141, "40 mg, vial"),
                ],
            ),
            swap(
                "SAL",
                "Salbutamol, {}",
                &[
                    (2025, "2.5 mg/2.5 mL nebules/20"),
                    (2050, "5 mg/2.5 mL nebules/20"),
                    (2100, "100 µg inhaler, 200 doses"),
                ],
            ),
            swap(
                "PRD",
                "Prednisolone, {}",
                &[
                    (3005, "5 mg, tablets/100"),
                    (3020, "20 mg, tablets/100"),
                    (3025, "25 mg, tablets/100"),
                ],
            ),
            sole(
                "DEX",
                "Dexamethasone, {}",
                &[(3104, "4 mg/1 mL ampoule"), (3108, "8 mg/2 mL ampoule")],
            ),
            sole(
                "INS",
                "Insulin, {}",
                &[
                    (4001, "short-acting, 10 mL vial"),
                    (4002, "long-acting, 3 mL pens/5"),
                    (4003, "mixed 30/70, 10 mL vial"),
                ],
            ),
            sole(
                "OXY",
                "Oxytocin, {}",
                &[(5005, "5 IU/1 mL ampoule"), (5010, "10 IU/1 mL ampoule")],
            ),
            sole(
                "ORS",
                "Oral rehydration salts, {}",
                &[(6001, "sachets/100"), (6002, "orange, sachets/20")],
            ),
            sole(
                "VIT",
                "Vitamin {}",
                &[
                    (7001, "K1, 10 mg/1 mL ampoule"),
                    (7002, "K1, paediatric, 2 mg/0.2 mL ampoule"),
                    (7003, "B1, 100 mg/2 mL ampoule"),
                    (7004, "C, 500 mg, tablets/100"),
                ],
            ),
        ],
    },
];
