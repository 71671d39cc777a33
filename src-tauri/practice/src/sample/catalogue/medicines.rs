//! Medicines and solutions: infusions, antibiotics, analgesics.

use super::{Category, sole, swap};

pub(super) const CATEGORIES: &[Category] = &[
    Category {
        name: "Infusion solutions",
        families: &[
            swap(
                "NAC",
                "Sodium chloride, 0.9%, {}",
                &[
                    (10, "10 mL ampoule"),
                    (100, "100 mL bag"),
                    (250, "250 mL bag"),
                    (500, "500 mL bag"),
                    (1000, "1 L bag"),
                ],
            ),
            swap(
                "GLU",
                "Glucose, 5%, {}",
                &[
                    (1100, "100 mL bag"),
                    (1250, "250 mL bag"),
                    (1500, "500 mL bag"),
                    (1999, "1 L bag"),
                ],
            ),
            sole(
                "GLU",
                "Glucose, concentrated, {}",
                &[(2010, "10%, 500 mL bag"), (2020, "20%, 500 mL bag"), (2050, "50%, 50 mL vial")],
            ),
            swap("RIN", "Ringer's lactate, {}", &[(3500, "500 mL bag"), (3999, "1 L bag")]),
            sole(
                "ELY",
                "Potassium chloride, {}",
                &[
                    (4010, "15%, 10 mL ampoule"),
                    (4020, "20 mmol in 1 L bag"),
                    (4040, "40 mmol in 1 L bag"),
                ],
            ),
            sole(
                "WFI",
                "Water for injection, {}",
                &[(5010, "10 mL ampoule"), (5020, "20 mL ampoule"), (5100, "100 mL bottle")],
            ),
        ],
    },
    Category {
        name: "Antibiotics",
        families: &[
            swap(
                "CEF",
                "Ceftriaxone, powder for injection, {}, vial",
                &[(250, "250 mg"), (500, "500 mg"), (1000, "1 g"), (2000, "2 g")],
            ),
            swap(
                "CFZ",
                "Cefazolin, powder for injection, {}, vial",
                &[(1500, "500 mg"), (1999, "1 g"), (2999, "2 g")],
            ),
            swap(
                "AMX",
                "Amoxicillin, {}",
                &[
                    (1250, "250 mg, capsules/100"),
                    (1500, "500 mg, capsules/100"),
                    (1125, "125 mg/5 mL, suspension 100 mL"),
                ],
            ),
            sole(
                "AMC",
                "Amoxicillin with clavulanic acid, {}",
                &[(2625, "625 mg, tablets/20"), (2120, "1.2 g, vial"), (2600, "600 mg, vial")],
            ),
            sole(
                "GEN",
                "Gentamicin, {}",
                &[(3020, "20 mg/2 mL ampoule"), (3080, "80 mg/2 mL ampoule")],
            ),
            sole(
                "MTZ",
                "Metronidazole, {}",
                &[(4250, "250 mg, tablets/100"), (4500, "500 mg/100 mL, infusion")],
            ),
            sole(
                "VAN",
                "Vancomycin, powder for infusion, {}, vial",
                &[(5500, "500 mg"), (5999, "1 g")],
            ),
            sole(
                "MER",
                "Meropenem, powder for injection, {}, vial",
                &[(6500, "500 mg"), (6999, "1 g")],
            ),
        ],
    },
    Category {
        name: "Analgesics and anaesthetics",
        families: &[
            swap(
                "PAR",
                "Paracetamol, {}",
                &[
                    (1125, "120 mg/5 mL, syrup 100 mL"),
                    (1500, "500 mg, tablets/100"),
                    (1999, "1 g/100 mL, infusion"),
                ],
            ),
            swap(
                "IBU",
                "Ibuprofen, {}",
                &[
                    (2200, "200 mg, tablets/100"),
                    (2400, "400 mg, tablets/100"),
                    (2100, "100 mg/5 mL, syrup 100 mL"),
                ],
            ),
            sole(
                "MOR",
                "Morphine, {}",
                &[
                    (3010, "10 mg/1 mL ampoule"),
                    (3020, "20 mg/1 mL ampoule"),
                    (3110, "10 mg, tablets/60"),
                ],
            ),
            sole(
                "FEN",
                "Fentanyl, {}",
                &[(3201, "0.1 mg/2 mL ampoule"), (3205, "0.5 mg/10 mL ampoule")],
            ),
            swap(
                "LID",
                "Lidocaine, {}",
                &[
                    (4010, "1%, 20 mL vial"),
                    (4020, "2%, 20 mL vial"),
                    (4021, "2% with adrenaline, 20 mL vial"),
                    (4030, "2% gel, 30 g tube"),
                ],
            ),
            swap(
                "BUP",
                "Bupivacaine, {}",
                &[
                    (4125, "0.25%, 20 mL vial"),
                    (4150, "0.5%, 20 mL vial"),
                    (4151, "0.5% heavy, 4 mL ampoule"),
                ],
            ),
            sole(
                "PRO",
                "Propofol, 1%, {}",
                &[(5020, "20 mL ampoule"), (5050, "50 mL vial"), (5100, "100 mL vial")],
            ),
            sole(
                "KET",
                "Ketamine, {}",
                &[(6050, "50 mg/mL, 10 mL vial"), (6010, "10 mg/mL, 20 mL vial")],
            ),
        ],
    },
];
