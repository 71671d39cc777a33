//! Heads of columns as people write them over lists of products. Pure. Called by `block`, and for pick lists.

use crate::search::text::fold;

/// What a head says of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Its texts are codes of products.
    Code,
    /// Its texts are names of products.
    Product,
    /// Its texts are quantities.
    Quantity,
}

/// Words of heads in the languages of the window and of spreadsheets that come with them, folded.
const HEADS: [(Head, &[&str]); 3] = [
    (
        Head::Quantity,
        &[
            "quantity",
            "quantities",
            "qty",
            "requested",
            "pieces",
            "quantite",
            "quantites",
            "qte",
            "demande",
            "demandee",
            "menge",
            "anzahl",
            "stuck",
            "cantidad",
            "quantidade",
            "quantita",
            "aantal",
            "количество",
            "кол",
            "الكمية",
            "كمية",
            "العدد",
            "المطلوب",
        ],
    ),
    (
        Head::Code,
        &[
            "code",
            "codes",
            "sku",
            "ref",
            "reference",
            "artikelnummer",
            "codigo",
            "codice",
            "код",
            "артикул",
            "رمز",
            "الرمز",
            "كود",
            "الكود",
        ],
    ),
    (
        Head::Product,
        &[
            "product",
            "products",
            "item",
            "items",
            "name",
            "description",
            "produit",
            "produits",
            "article",
            "articles",
            "nom",
            "designation",
            "libelle",
            "produkt",
            "artikel",
            "bezeichnung",
            "producto",
            "articulo",
            "nombre",
            "produto",
            "nome",
            "prodotto",
            "товар",
            "наименование",
            "المنتج",
            "منتج",
            "الصنف",
            "صنف",
            "الاسم",
        ],
    ),
];

/// Words that stand beside those and say nothing.
const BESIDE: [&str; 12] =
    ["no", "nr", "n", "number", "id", "of", "the", "de", "du", "numero", "to", "list"];

/// What a text says as the head of a column: all its words are words of heads.
pub fn head(text: &str) -> Option<Head> {
    let folded = fold(text);
    let words = || words(&folded);
    let of =
        |word: &str| HEADS.iter().find(|(_, words)| words.contains(&word)).map(|(head, _)| *head);
    if !words().all(|word| of(word).is_some() || says_nothing(word)) {
        return None;
    }
    // "Product code" is a code, and "quantity of the item" a quantity.
    let says = |wanted: Head| words().any(|word| of(word) == Some(wanted));
    [Head::Quantity, Head::Code, Head::Product].into_iter().find(|head| says(*head))
}

/// The words of a folded head.
pub fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a word stands beside those of heads and says nothing.
pub fn says_nothing(word: &str) -> bool {
    BESIDE.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_made_of_words_of_heads_alone() {
        for (text, says) in [
            ("Product code", Some(Head::Code)),
            ("Quantité demandée", Some(Head::Quantity)),
            ("QTY.", Some(Head::Quantity)),
            ("Name of the item", Some(Head::Product)),
            ("الكمية", Some(Head::Quantity)),
            ("Item 7", None),
            ("Code blue kit", None),
            ("No.", None),
            ("", None),
        ] {
            assert_eq!(head(text), says, "{text}");
        }
    }
}
