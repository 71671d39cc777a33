//! Every row of the interface document's sections 2.3, 3, 4 and 7, client against practice: one test
//! a row, named after it, each against the practice service as it is and as the document alone has
//! it. A row the document gains, loses or changes fails the last test here.

pub mod desk;
mod endpoints;
mod errors;
mod instructions;
mod states;

use std::collections::BTreeSet;

use desk::Desk;

const DOCUMENT: &str = include_str!("../../interface.md");

/// Lists a row's section, its first two cells, the name of its test and what that does.
macro_rules! rows {
    ($($section:literal: $row:literal => $name:ident = $body:path;)*) => {
        const ROWS: &[(&str, &str)] = &[$(($section, $row)),*];

        $(
            #[tokio::test]
            async fn $name() {
                for strict in [false, true] {
                    $body(Desk::open(strict).await).await;
                }
            }
        )*
    };
}

rows! {
    "2.3": "id | string" => row_2_3_id = instructions::id;
    "2.3": "product.id | string" => row_2_3_product_id = instructions::product_id;
    "2.3": "quantityRequested | string or number" => row_2_3_quantity_requested = instructions::quantity_requested;
    "2.3": "sortOrder | integer" => row_2_3_sort_order = instructions::sort_order;
    "2.3": "recipient.id | string" => row_2_3_recipient_id = instructions::recipient_id;
    "2.3": "quantityRevised | integer" => row_2_3_quantity_revised = instructions::quantity_revised;
    "2.3": "reasonCode | string" => row_2_3_reason_code = instructions::reason_code;
    "2.3": "comments | string" => row_2_3_comments = instructions::comments;
    "2.3": "substitute | string `\"true\"`" => row_2_3_substitute = instructions::substitute;
    "2.3": "newProduct.id | string" => row_2_3_new_product_id = instructions::new_product_id;
    "2.3": "newQuantity | integer" => row_2_3_new_quantity = instructions::new_quantity;
    "2.3": "cancel | string `\"true\"`" => row_2_3_cancel = instructions::cancel;
    "2.3": "revert | string `\"true\"`" => row_2_3_revert = instructions::revert;
    "2.3": "delete | string `\"true\"`" => row_2_3_delete = instructions::delete;

    "3": "(none) | Create item" => row_3_create_pending = states::create_pending;
    "3": "PENDING | Update item" => row_3_pending_update_pending = states::pending_update_pending;
    "3": "PENDING | Revise" => row_3_pending_revise_changed = states::pending_revise_changed;
    "3": "PENDING | Substitute" => row_3_pending_substitute_substituted = states::pending_substitute_substituted;
    "3": "PENDING | Cancel" => row_3_pending_cancel_canceled = states::pending_cancel_canceled;
    "3": "CHANGED, SUBSTITUTED, CANCELED | Revert" => row_3_decided_revert_pending = states::decided_revert_pending;
    "3": "any | Delete" => row_3_any_delete_removed = states::any_delete_removed;
    "3": "1. Several substitutions" => row_3_rule_1_several_substitutions = states::several_substitutions;
    "3": "2. To change" => row_3_rule_2_change_a_substitution = states::change_a_substitution;
    "3": "3. Revert does" => row_3_rule_3_revert_undoes_no_update_or_delete = states::revert_undoes_no_update_or_delete;
    "3": "4. Substitutions and" => row_3_rule_4_children_are_requisition_items = states::children_are_requisition_items;
    "3": "5. A picklist" => row_3_rule_5_picks_are_made_edited_removed = states::picks_are_made_edited_removed;

    "4.1": "POST | /api/login" => row_4_1_login = endpoints::login;
    "4.1": "POST | /api/logout" => row_4_1_logout = endpoints::logout;
    "4.2": "POST | /api/categories" => row_4_2_categories = endpoints::categories;
    "4.3": "GET | /api/stockMovements" => row_4_3_list_movements = endpoints::list_movements;
    "4.3": "GET | /api/stockMovements/<id>" => row_4_3_read_movement = endpoints::read_movement;
    "4.3": "POST | /api/stockMovements" => row_4_3_create_movement = endpoints::create_movement;
    "4.3": "POST | /api/stockMovements/<id>" => row_4_3_update_movement = endpoints::update_movement;
    "4.4": "Create item | product.id, quantityRequested, sortOrder, recipient.id (no id)" => row_4_4_create_item = instructions::create_item;
    "4.4": "Update item | id, product.id, quantityRequested, sortOrder" => row_4_4_update_item = instructions::update_item;
    "4.4": "Revise | id, quantityRevised, reasonCode, comments" => row_4_4_revise = instructions::quantity_revised;
    "4.4": "Substitute | id, substitute=\"true\", newProduct.id, newQuantity, reasonCode, comments" => row_4_4_substitute = instructions::substitute;
    "4.4": "Cancel | id, cancel=\"true\", reasonCode, comments" => row_4_4_cancel = instructions::cancel;
    "4.4": "Revert | id, revert=\"true\"" => row_4_4_revert = instructions::revert;
    "4.4": "Delete | id, delete=\"true\"" => row_4_4_delete = instructions::delete;
    "4.5": "POST | /api/stockMovementItems/<id>" => row_4_5_pick = endpoints::pick;
    "4.6": "/api/binLocations | parentLocation.id (filter)" => row_4_6_bin_locations = endpoints::bin_locations;
    "4.6": "/api/stocklists | name, requisitionNumber, origin.id, destination.id (filters); other filters exist but their names are not shown" => row_4_6_stocklists = endpoints::stocklists;
    "4.6": "/api/internalLocations | location.id (filter)" => row_4_6_internal_locations = endpoints::internal_locations;
    "4.6": "/api/internalLocations/<id> | none" => row_4_6_internal_location = endpoints::internal_location;
    "4.6": "/api/products | max, offset (pagination)" => row_4_6_products = endpoints::products;

    "7": "Missing, invalid or stale session cookie | 401 (HTTP status 401 Unauthorized)" => row_7_unauthorized = errors::unauthorized;
    "7": "Category created without name | 500 (HTTP status 500)" => row_7_category_without_name = errors::category_without_name;
    "7": "Substitute with a product not in the original product's allowed substitutions | 500" => row_7_substitute_not_allowed = errors::substitute_not_allowed;
    "7": "Substitute a product for itself | 500" => row_7_substitute_self = errors::substitute_self;
    "7": "Delete an item that has been revised | 500" => row_7_delete_revised = errors::delete_revised;
    "7": "Pick with quantityPicked greater than the quantity on hand of the inventory item | Operation fails" => row_7_pick_too_much = errors::pick_too_much;
}

/// The rows of the document's tables in these sections, and the numbered rules of section 3, which
/// are told by their first words.
fn rows_of_the_document() -> Vec<(String, String)> {
    let (mut section, mut rows) = (String::new(), Vec::new());
    for line in DOCUMENT.lines() {
        if let Some(heading) = line.strip_prefix('#') {
            let number = heading.trim_start_matches('#').trim().split(' ').next();
            section = number.unwrap_or_default().trim_end_matches('.').to_owned();
        }
        let wanted =
            section == "2.3" || section == "3" || section == "7" || section.starts_with("4.");
        if !wanted {
            continue;
        }
        if let Some(cells) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) {
            rows.push((
                section.clone(),
                cells.split(" | ").take(2).collect::<Vec<_>>().join(" | "),
            ));
        } else if line.starts_with("|-") {
            // What stood above the rule was the table's head.
            rows.pop();
        } else if section == "3" && line.starts_with(|c: char| c.is_ascii_digit()) {
            let words: Vec<_> = line.split(' ').take(3).collect();
            rows.push((section.clone(), words.join(" ")));
        }
    }
    rows
}

#[test]
fn the_rows_tested_are_the_rows_of_the_document() {
    let tested: Vec<_> =
        ROWS.iter().map(|(section, row)| ((*section).to_owned(), (*row).to_owned())).collect();
    let document = rows_of_the_document();
    println!("covered: {} rows of the interface document", tested.len());
    assert_eq!(tested, document);
    let unique: BTreeSet<_> = tested.iter().collect();
    assert_eq!(unique.len(), tested.len());
}
