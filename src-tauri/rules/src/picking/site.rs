//! What a site says lies where, for services that do not tell it; and the tables it comes from. Pure.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use contract::{
    ImportFault, ImportReport, LineItem, LocationId, PickStock, PlaceRef, ProductId, Source,
};
use serde::{Deserialize, Serialize};

use super::expiry::{expires_in, is_expired};
use super::sent::SentPicks;
use crate::{search::text::fold, table};

/// Columns of the table of what lies where; the last four may be absent.
const STOCK: [&str; 6] =
    ["inventoryItemId", "productCode", "lotNumber", "expirationDate", "binName", "quantity"];

/// Columns of the table of barcodes.
const ALIASES: [&str; 2] = ["barcode", "productCode"];

/// So many of a lot lie in a bin, as the site says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteItem {
    /// Id of the inventory item.
    pub inventory_item: String,
    /// Code of the product.
    pub product_code: String,
    /// Number of the lot.
    pub lot: Option<String>,
    /// The last day of it.
    pub expiry: Option<NaiveDate>,
    /// Name of the bin; `None` for stock without one.
    pub bin: Option<String>,
    /// How many pieces; `None` where the table does not say.
    pub quantity: Option<i64>,
}

/// All that a site says lies somewhere, by the codes of products.
#[derive(Clone, Debug, Default)]
pub struct SiteItems {
    by_code: HashMap<String, Vec<SiteItem>>,
}

/// What the site says lies where of the products of some lines.
#[derive(Clone, Debug, Default)]
pub struct SiteStock {
    /// As of when.
    pub as_of: Option<DateTime<Utc>>,
    /// By product.
    pub of: HashMap<ProductId, Vec<PickStock>>,
    /// Picks of all movements that wait to be sent.
    pub queued: Vec<SentPicks>,
}

/// A barcode of a table, and the code of its product.
pub type AliasItem = (String, String);

impl SiteItems {
    /// All of these.
    pub fn of(items: impl IntoIterator<Item = SiteItem>) -> Self {
        let mut by_code: HashMap<String, Vec<SiteItem>> = HashMap::new();
        for item in items {
            by_code.entry(fold(&item.product_code)).or_default().push(item);
        }
        Self { by_code }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_code.is_empty()
    }

    /// What lies where of the products of these lines, in a depot with these bins. Of a bin that is not known
    /// nothing can be picked: it is left out.
    pub fn stock(
        &self,
        lines: &[LineItem],
        bins: &HashMap<LocationId, PlaceRef>,
        today: NaiveDate,
    ) -> HashMap<ProductId, Vec<PickStock>> {
        if self.is_empty() {
            return HashMap::new();
        }
        let by_name: HashMap<String, &PlaceRef> =
            bins.values().map(|bin| (fold(&bin.name), bin)).collect();
        let mut stock = HashMap::new();
        for line in lines.iter().flat_map(|line| line.substitutions.iter().chain([line])) {
            let Some(items) =
                line.product.code.as_ref().and_then(|code| self.by_code.get(&fold(code)))
            else {
                continue;
            };
            let lot = |item: &SiteItem| {
                let bin = match &item.bin {
                    Some(name) => Some((*by_name.get(&fold(name))?).clone()),
                    None => None,
                };
                Some(PickStock {
                    inventory_item: item.inventory_item.clone(),
                    lot: item.lot.clone(),
                    expiry: item.expiry,
                    bin,
                    available: item.quantity,
                    held_back: None,
                    expired: is_expired(item.expiry, today),
                    expires_in: expires_in(item.expiry, today),
                    source: Source::Site,
                })
            };
            let lots = || items.iter().filter_map(lot).collect();
            stock.entry(line.product.id.clone()).or_insert_with(lots);
        }
        stock
    }
}

impl SiteStock {
    /// What lies where of a product, without what was taken since for other lines.
    pub fn lots(&self, product: &ProductId, others: &[&SentPicks]) -> Vec<PickStock> {
        let mut lots = self.of.get(product).cloned().unwrap_or_default();
        let since = others.iter().filter(|sent| self.as_of.is_some_and(|as_of| sent.at > as_of));
        for pick in since.flat_map(|sent| &sent.picks) {
            let is_it = |lot: &&mut PickStock| {
                let bin = lot.bin.as_ref().map(|bin| &bin.id);
                lot.inventory_item == pick.inventory_item && bin == pick.bin_location.as_ref()
            };
            if let Some(lot) = lots.iter_mut().find(is_it) {
                let left = |there: i64| there.saturating_sub(pick.quantity.into()).max(0);
                lot.available = lot.available.map(left);
            }
        }
        lots
    }
}

/// Reads a table of what lies where; `knows_product` and `knows_bin` are asked by code and name.
pub fn read_stock(
    text: &str,
    knows_product: impl Fn(&str) -> bool,
    knows_bin: impl Fn(&str) -> bool,
) -> (ImportReport, Vec<SiteItem>) {
    let mut seen: HashSet<(String, Option<String>)> = HashSet::new();
    let (mut unknown_products, mut unknown_bins) = (0, 0);
    let (mut report, items) = table::read(text, &STOCK, 2, |cell| {
        let [item, code] = [cell(0), cell(1)];
        if item.is_empty() {
            return Err((ImportFault::NoItem, item));
        }
        if code.is_empty() {
            return Err((ImportFault::NoProduct, code));
        }
        let some = |text: String| (!text.is_empty()).then_some(text);
        let (lot, day, bin, quantity) = (some(cell(2)), cell(3), some(cell(4)), cell(5));
        let expiry = match day.as_str() {
            "" => None,
            text => match table::day(text) {
                Some(day) => Some(day),
                None => return Err((ImportFault::BadDate, day)),
            },
        };
        let pieces = match quantity.as_str() {
            "" => None,
            text => match text.parse().ok().filter(|pieces: &i64| *pieces >= 0) {
                Some(pieces) => Some(pieces),
                None => return Err((ImportFault::BadQuantity, quantity)),
            },
        };
        if !seen.insert((item.clone(), bin.as_deref().map(fold))) {
            return Err((ImportFault::Twice, item));
        }
        unknown_products += u32::from(!knows_product(&code));
        unknown_bins += u32::from(bin.as_ref().is_some_and(|bin| !knows_bin(bin)));
        Ok(SiteItem {
            inventory_item: item,
            product_code: code,
            lot,
            expiry,
            bin,
            quantity: pieces,
        })
    });
    (report.unknown_products, report.unknown_bins) = (unknown_products, unknown_bins);
    (report, items)
}

/// Reads a table of barcodes; `key` is by what a barcode is the same as another.
pub fn read_aliases(
    text: &str,
    key: impl Fn(&str) -> String,
    knows_product: impl Fn(&str) -> bool,
) -> (ImportReport, Vec<AliasItem>) {
    let mut seen: HashMap<String, String> = HashMap::new();
    table::read(text, &ALIASES, ALIASES.len(), |cell| {
        let [code, product] = [cell(0), cell(1)];
        if code.is_empty() {
            return Err((ImportFault::NoCode, code));
        }
        if product.is_empty() {
            return Err((ImportFault::NoProduct, product));
        }
        if !knows_product(&product) {
            return Err((ImportFault::UnknownProduct, product));
        }
        // The first one holds.
        let before = seen.entry(key(&code)).or_insert_with(|| fold(&product));
        match *before == fold(&product) {
            true => Ok((code, product)),
            false => Err((ImportFault::Twice, code)),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picking::scene::{bin, line, sent};

    const HEAD: &str = "inventoryItemId,productCode,lotNumber,expirationDate,binName,quantity\n";

    fn read_all(text: &str) -> (ImportReport, Vec<SiteItem>) {
        read_stock(text, |code| code != "Z", |name| name != "nowhere")
    }

    #[test]
    fn a_table_is_read_row_by_row_and_each_row_that_is_not_used_says_why() {
        let rows = "v1,A,L1,2027-01-31,A-01,30\n\
                    v2,A,,01/31/2027,,\n\
                    ,A,,,,1\n\
                    v3,,,,,1\n\
                    v4,A,,31.01.2027,,1\n\
                    v5,A,,,A-01,1.5\n\
                    v6,A,,,A-01,-1\n\
                    v1,A,,,a-01,2\n\
                    v7,Z,,,nowhere,4\n";
        let (report, items) = read_all(&format!("\u{feff}{HEAD}{rows}"));
        assert_eq!((report.rows, report.used, report.left_out()), (9, 3, 6));
        assert_eq!((report.unknown_products, report.unknown_bins), (1, 1));
        let faults: Vec<_> =
            report.problems.iter().map(|it| (it.line, it.fault, it.text.as_str())).collect();
        use ImportFault::{BadDate, BadQuantity, NoItem, NoProduct, Twice};
        let expected = [
            (4, NoItem, ""),
            (5, NoProduct, ""),
            (6, BadDate, "31.01.2027"),
            (7, BadQuantity, "1.5"),
            (8, BadQuantity, "-1"),
            (9, Twice, "v1"),
        ];
        assert_eq!(faults, expected);
        assert_eq!(items[0].expiry, items[1].expiry);
        assert_eq!((items[1].bin.as_deref(), items[1].quantity), (None, None));
    }

    #[test]
    fn heads_are_known_however_they_are_written_and_those_that_lack_are_named() {
        let (report, items) = read_all("Quantity;Product code;Inventory Item ID\n7;A;'=v1\n");
        assert_eq!((report.used, items[0].inventory_item.as_str()), (1, "=v1"));
        assert_eq!(items[0].quantity, Some(7));
        for text in ["", "\n", "a,b\n1,2\n", "\u{0}\u{1}", "productCode\nA\n"] {
            let (report, items) = read_all(text);
            assert!(items.is_empty() && report.missing.contains(&"inventoryItemId".to_owned()));
            assert!(report.problems.is_empty(), "{text:?}");
        }
        let many = format!("{HEAD}{}", ",,,,,\n".repeat(1_000));
        let (report, _) = read_all(&many);
        assert_eq!((report.rows, report.problems.len()), (1_000, table::PROBLEMS_TOLD));
    }

    #[test]
    fn barcodes_of_one_product_stand_for_it_and_one_of_two_is_told() {
        let text =
            "barcode\tproductCode\n4006\tA\n04006\ta\n4007\tA\n4007\tB\n4007\tB\n\tA\n1\t\n2\tQ\n";
        let key = |code: &str| code.trim_start_matches('0').to_owned();
        let (report, items) = read_aliases(text, key, |code| code != "Q");
        assert_eq!(items.len(), 3);
        let faults: Vec<_> = report.problems.iter().map(|it| (it.line, it.fault)).collect();
        use ImportFault::{NoCode, NoProduct, Twice, UnknownProduct};
        let expected = [(5, Twice), (6, Twice), (7, NoCode), (8, NoProduct), (9, UnknownProduct)];
        assert_eq!(faults, expected);
    }

    #[test]
    fn what_the_site_says_is_told_of_bins_that_are_known_and_less_what_others_took_since() {
        let text = format!("{HEAD}v1,A,L1,2026-11-19,A-01,30\nv2,a,,,nowhere,5\nv1,A,,,,8\n");
        let items = SiteItems::of(read_all(&text).1);
        let bins = HashMap::from([("b1".into(), bin("b1", "a-01"))]);
        let lines = [line("i1", "A", 5, 100)];
        let of = items.stock(&lines, &bins, "2026-11-20".parse().unwrap());
        let stock = SiteStock { as_of: None, of, queued: Vec::new() };
        let lots = stock.lots(&"A".into(), &[]);
        assert_eq!(lots.len(), 2, "what lies in a bin of no name known here is left out");
        assert!(lots[0].expired && lots[0].available == Some(30));
        // Picks without a bin were taken from the stock without one.
        let taken = sent("other", 3);
        let before = SiteStock { as_of: Some(taken.at), ..stock.clone() };
        assert_eq!(before.lots(&"A".into(), &[&taken])[1].available, Some(8));
        let since = SiteStock { as_of: Some(DateTime::<Utc>::MIN_UTC), ..stock };
        assert_eq!(since.lots(&"A".into(), &[&taken])[1].available, Some(5));
    }
}
