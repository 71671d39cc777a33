//! Heads of columns as they stand over pick lists, of ours and of other programs. Pure.

use crate::paste::column_headers::{self, Head, says_nothing, words};
use crate::search::text::fold;

/// What a head says of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickHead {
    /// Codes of products.
    Code,
    /// Names of products.
    Name,
    /// Barcodes of products.
    Barcode,
    /// Bins.
    Bin,
    /// Lots.
    Lot,
    /// Movements.
    Movement,
    /// How many are needed.
    Needed,
    /// How many were picked.
    Picked,
    /// Quantities, of what is not said.
    Quantity,
    /// How many there are, or are left.
    Stock,
}

/// Words of heads, folded; what stands first says most.
const WORDS: [(PickHead, &[&str]); 8] = [
    (
        PickHead::Stock,
        &[
            "available",
            "stock",
            "hand",
            "left",
            "remaining",
            "balance",
            "disponible",
            "disponibles",
            "reste",
            "restant",
            "restante",
            "restants",
        ],
    ),
    (
        PickHead::Needed,
        &[
            "needed",
            "required",
            "requested",
            "ordered",
            "asked",
            "planned",
            "expected",
            "suggested",
            "demande",
            "demandee",
            "demandes",
            "demandees",
            "requis",
            "requise",
            "requises",
            "commandee",
            "commandees",
            "necessaire",
            "prevu",
            "prevue",
            "attendu",
            "attendue",
            "besoin",
        ],
    ),
    (
        PickHead::Picked,
        &[
            "picked",
            "taken",
            "counted",
            "collected",
            "actual",
            "done",
            "preleve",
            "prelevee",
            "preleves",
            "prelevees",
            "pris",
            "prise",
            "prises",
            "ramasse",
            "ramassee",
            "compte",
            "comptee",
            "reel",
            "reelle",
            "servi",
            "servie",
        ],
    ),
    (PickHead::Lot, &["lot", "lots", "batch", "batches", "charge", "lote"]),
    (
        PickHead::Bin,
        &[
            "bin",
            "bins",
            "location",
            "locations",
            "shelf",
            "rack",
            "slot",
            "emplacement",
            "emplacements",
            "casier",
            "etagere",
            "rayon",
            "lagerplatz",
            "ubicacion",
        ],
    ),
    (
        PickHead::Movement,
        &[
            "movement",
            "movements",
            "transfer",
            "transfers",
            "order",
            "orders",
            "shipment",
            "requisition",
            "tote",
            "mouvement",
            "mouvements",
            "transfert",
            "commande",
            "expedition",
            "bac",
        ],
    ),
    (PickHead::Barcode, &["barcode", "barcodes", "ean", "gtin", "upc", "barres", "barre"]),
    (PickHead::Quantity, &["pcs", "units", "unites", "qtes"]),
];

/// Words that make of a quantity one that is still to come: "to pick", "à prélever".
const TO_COME: [(&str, &[&str]); 2] =
    [("to", &["pick", "take", "collect"]), ("a", &["prelever", "prendre", "ramasser"])];

/// What a text says as the head of a column: all its words are words of heads.
pub fn pick_head(text: &str) -> Option<PickHead> {
    let folded = fold(text);
    let all: Vec<&str> = words(&folded).collect();
    let has = |word: &str| all.contains(&word);
    if TO_COME.iter().any(|(to, verbs)| has(to) && verbs.iter().any(|verb| has(verb))) {
        return Some(PickHead::Needed);
    }
    let own = |word: &str| WORDS.iter().find(|(_, words)| words.contains(&word)).map(|it| it.0);
    let of = |word: &str| own(word).or_else(|| column_headers::head(word).map(of_lines));
    let said: Vec<PickHead> = all.iter().filter_map(|word| of(word)).collect();
    let is_beside = |word: &&str| says_nothing(word) || matches!(*word, "on" | "in" | "a" | "qr");
    if said.is_empty() || !all.iter().all(|word| of(word).is_some() || is_beside(word)) {
        return None;
    }
    let says = |wanted: PickHead| said.contains(&wanted);
    if says(PickHead::Movement) && says(PickHead::Quantity) {
        // The quantity of an order.
        return Some(PickHead::Needed);
    }
    let order = WORDS.iter().map(|(head, _)| *head).chain([PickHead::Code, PickHead::Name]);
    order.into_iter().find(|head| says(*head))
}

fn of_lines(head: Head) -> PickHead {
    match head {
        Head::Code => PickHead::Code,
        Head::Product => PickHead::Name,
        Head::Quantity => PickHead::Quantity,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_is_told_from_what_was_picked() {
        use PickHead::{Barcode, Bin, Code, Lot, Movement, Name, Needed, Picked, Quantity, Stock};
        for (text, says) in [
            ("Bin", Some(Bin)),
            ("Emplacement", Some(Bin)),
            ("Bin location", Some(Bin)),
            ("Code", Some(Code)),
            ("Product code", Some(Code)),
            ("Product", Some(Name)),
            ("Désignation", Some(Name)),
            ("Code-barres", Some(Barcode)),
            ("EAN", Some(Barcode)),
            ("Movement", Some(Movement)),
            ("Order no.", Some(Movement)),
            ("Lot", Some(Lot)),
            ("N° de lot", Some(Lot)),
            ("Batch number", Some(Lot)),
            ("Needed", Some(Needed)),
            ("Required", Some(Needed)),
            ("Demandé", Some(Needed)),
            ("Quantité demandée", Some(Needed)),
            ("Quantity required", Some(Needed)),
            ("Order quantity", Some(Needed)),
            ("Qty to pick", Some(Needed)),
            ("À prélever", Some(Needed)),
            ("Picked", Some(Picked)),
            ("Picked quantity", Some(Picked)),
            ("Prélevé", Some(Picked)),
            ("Quantité prélevée", Some(Picked)),
            ("Quantity", Some(Quantity)),
            ("Quantité", Some(Quantity)),
            ("Qté", Some(Quantity)),
            ("Pcs", Some(Quantity)),
            ("Menge", Some(Quantity)),
            ("Quantity on hand", Some(Stock)),
            ("Qté disponible", Some(Stock)),
            ("Expires", None),
            ("Péremption", None),
            ("Result", None),
            ("Date required", None),
            ("Picked by", None),
            ("No.", None),
            ("", None),
        ] {
            assert_eq!(pick_head(text), says, "{text}");
        }
    }
}
