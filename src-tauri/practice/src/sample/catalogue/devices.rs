//! Devices: what goes into a patient or connects to one.

use super::{Category, sole, swap};

pub(super) const CATEGORIES: &[Category] = &[
    Category {
        name: "Syringes and needles",
        families: &[
            swap(
                "SYR",
                "Syringe, Luer slip, {}, box/100",
                &[(501, "1 mL"), (502, "2 mL"), (505, "5 mL"), (510, "10 mL"), (520, "20 mL")],
            ),
            swap(
                "SYR",
                "Syringe, Luer lock, {}, box/50",
                &[(603, "3 mL"), (605, "5 mL"), (610, "10 mL"), (620, "20 mL"), (650, "50 mL")],
            ),
            sole(
                "SYR",
                "Syringe, insulin, {}, box/100",
                &[(730, "0.3 mL, 30G"), (750, "0.5 mL, 29G"), (799, "1 mL, 29G")],
            ),
            swap(
                "NDL",
                "Needle, hypodermic, {}, box/100",
                &[
                    (1018, "18G x 40 mm"),
                    (1020, "20G x 40 mm"),
                    (1021, "21G x 40 mm"),
                    (1022, "22G x 32 mm"),
                    (1023, "23G x 25 mm"),
                    (1025, "25G x 16 mm"),
                    (1027, "27G x 13 mm"),
                ],
            ),
            sole(
                "NDL",
                "Needle, spinal, {}, each",
                &[(2022, "22G x 90 mm"), (2025, "25G x 90 mm"), (2027, "27G x 120 mm")],
            ),
            sole(
                "NDL",
                "Huber needle, {}, each",
                &[(3019, "19G x 20 mm"), (3020, "20G x 20 mm"), (3022, "22G x 25 mm")],
            ),
        ],
    },
    Category {
        name: "IV access and infusion sets",
        families: &[
            swap(
                "CAN",
                "Cannula, IV, safety, {}, box/50",
                &[
                    (1432, "14G x 45 mm"),
                    (1632, "16G x 45 mm"),
                    (1832, "18G x 32 mm"),
                    (2032, "20G x 32 mm"),
                    (2225, "22G x 25 mm"),
                    (2419, "24G x 19 mm"),
                ],
            ),
            swap(
                "SET",
                "Infusion set, {}, each",
                &[
                    (3001, "gravity, 180 cm"),
                    (3002, "gravity, with flow regulator"),
                    (3003, "gravity, light protected"),
                ],
            ),
            sole(
                "SET",
                "Transfusion set, {}, each",
                &[(3101, "200 µm filter"), (3102, "with pump chamber")],
            ),
            sole(
                "CVC",
                "Central venous catheter, {}, kit",
                &[
                    (4003, "3 lumen, 7 Fr x 16 cm"),
                    (4004, "4 lumen, 8.5 Fr x 16 cm"),
                    (4005, "3 lumen, 5.5 Fr x 8 cm"),
                ],
            ),
            swap(
                "EXT",
                "Extension line, {}, each",
                &[(5030, "30 cm"), (5075, "75 cm"), (5150, "150 cm"), (5200, "200 cm")],
            ),
            swap(
                "TAP",
                "Three-way tap, {}, each",
                &[(6001, "plain"), (6010, "with 10 cm line"), (6050, "with 50 cm line")],
            ),
        ],
    },
    Category {
        name: "Airway and respiratory",
        families: &[
            sole(
                "ETT",
                "Endotracheal tube, {}, each",
                &[
                    (1030, "uncuffed, 3.0 mm"),
                    (1035, "uncuffed, 3.5 mm"),
                    (1060, "cuffed, 6.0 mm"),
                    (1065, "cuffed, 6.5 mm"),
                    (1070, "cuffed, 7.0 mm"),
                    (1075, "cuffed, 7.5 mm"),
                    (1080, "cuffed, 8.0 mm"),
                ],
            ),
            swap(
                "LMA",
                "Laryngeal mask, size {}, each",
                &[(2010, "1"), (2020, "2"), (2030, "3"), (2040, "4"), (2050, "5")],
            ),
            swap(
                "OXM",
                "Oxygen mask, {}, each",
                &[
                    (3001, "adult, medium concentration"),
                    (3002, "adult, with reservoir"),
                    (3003, "child, medium concentration"),
                ],
            ),
            swap(
                "OXC",
                "Nasal cannula, {}, each",
                &[(3101, "adult, 2 m"), (3102, "child, 2 m"), (3103, "neonate, 2 m")],
            ),
            sole(
                "SUC",
                "Suction catheter, {}, each",
                &[
                    (4008, "8 Fr"),
                    (4010, "10 Fr"),
                    (4012, "12 Fr"),
                    (4014, "14 Fr"),
                    (4016, "16 Fr"),
                ],
            ),
            sole(
                "FIL",
                "Breathing filter, {}, each",
                &[(5001, "HME, adult"), (5002, "HME, child"), (5003, "electrostatic")],
            ),
        ],
    },
];
