//! Ward supplies: what is measured with, written on and laid under.

use super::{Category, sole, swap};

pub(super) const CATEGORIES: &[Category] = &[Category {
    name: "Ward supplies",
    families: &[
        swap(
            "ELE",
            "Electrodes, ECG, {}, pack/50",
            &[
                (1001, "adult, foam"),
                (1002, "adult, long-term"),
                (1003, "child"),
                (1004, "neonate"),
            ],
        ),
        sole(
            "CUF",
            "Blood pressure cuff, {}, each",
            &[
                (1101, "infant"),
                (1102, "child"),
                (1103, "adult"),
                (1104, "large adult"),
                (1105, "thigh"),
            ],
        ),
        sole("THR", "Thermometer, {}, each", &[(1201, "digital"), (1202, "infrared, ear")]),
        sole(
            "PRB",
            "Pulse oximeter sensor, {}, each",
            &[(1301, "adult, finger clip"), (1302, "child, finger clip"), (1303, "neonate, wrap")],
        ),
        swap(
            "PAD",
            "Underpad, absorbent, {}, pack/30",
            &[(2040, "40 x 60 cm"), (2060, "60 x 60 cm"), (2090, "60 x 90 cm")],
        ),
        swap(
            "INC",
            "Incontinence briefs, size {}, pack/20",
            &[(2101, "S"), (2102, "M"), (2103, "L"), (2104, "XL")],
        ),
        sole(
            "WRB",
            "Wristband, patient, {}, box/200",
            &[
                (2201, "adult, white"),
                (2202, "adult, red"),
                (2203, "child, white"),
                (2204, "newborn pair"),
            ],
        ),
        sole(
            "CUP",
            "Medicine cups, {}, sleeve/100",
            &[(2301, "30 mL, clear"), (2302, "30 mL, with lid")],
        ),
        swap(
            "SOC",
            "Stockings, anti-embolism, {}, pair",
            &[
                (3001, "S, knee"),
                (3002, "M, knee"),
                (3003, "L, knee"),
                (3004, "M, thigh"),
                (3005, "L, thigh"),
            ],
        ),
        sole(
            "SPL",
            "Splint, {}, each",
            &[
                (3101, "finger, aluminium"),
                (3102, "wrist, left"),
                (3103, "wrist, right"),
                (3104, "leg, 90 cm"),
            ],
        ),
        sole(
            "BAT",
            "Batteries, {}, pack/10",
            &[(3201, "AA"), (3202, "AAA"), (3203, "CR2032"), (3204, "9 V")],
        ),
    ],
}];
