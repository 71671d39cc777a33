//! The tables.
//!
//! Called when a database is new and when the service starts over. Derived values (quantities
//! available, children of an item) are deliberately not stored.

use rusqlite::Connection;

/// The version of these tables, kept in the database itself.
pub(crate) const VERSION: i64 = 1;

/// The version found in a database; 0 when it is empty.
pub(crate) fn version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Drops the tables, if they are there, and creates them empty.
pub(crate) fn create(conn: &Connection) -> rusqlite::Result<()> {
    conn.execute_batch(DROP)?;
    conn.execute_batch(CREATE)?;
    conn.pragma_update(None, "user_version", VERSION)
}

/// In the order that the references allow.
const DROP: &str = "
    DROP TABLE IF EXISTS effect;
    DROP TABLE IF EXISTS picklist_item;
    DROP TABLE IF EXISTS line_item;
    DROP TABLE IF EXISTS movement;
    DROP TABLE IF EXISTS stocklist_item;
    DROP TABLE IF EXISTS stocklist;
    DROP TABLE IF EXISTS stock;
    DROP TABLE IF EXISTS inventory_item;
    DROP TABLE IF EXISTS substitute;
    DROP TABLE IF EXISTS product;
    DROP TABLE IF EXISTS category;
    DROP TABLE IF EXISTS user;
    DROP TABLE IF EXISTS location;
    DROP TABLE IF EXISTS location_type;
";

const CREATE: &str = "
    CREATE TABLE user (
        id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE, first_name TEXT NOT NULL,
        last_name TEXT NOT NULL, email TEXT NOT NULL, superuser INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE category (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE product (
        id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT,
        category_id TEXT NOT NULL REFERENCES category, created TEXT NOT NULL, updated TEXT NOT NULL
    ) STRICT;
    CREATE TABLE substitute (
        product_id TEXT NOT NULL REFERENCES product, substitute_id TEXT NOT NULL REFERENCES product,
        PRIMARY KEY (product_id, substitute_id)
    ) STRICT;
    CREATE TABLE location_type (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT, code TEXT NOT NULL
    ) STRICT;
    CREATE TABLE location (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, description TEXT,
        number TEXT, group_name TEXT, parent_id TEXT REFERENCES location (id),
        type_id TEXT NOT NULL REFERENCES location_type
    ) STRICT;
    CREATE TABLE inventory_item (
        id TEXT PRIMARY KEY, product_id TEXT NOT NULL REFERENCES product, lot TEXT NOT NULL,
        expires TEXT
    ) STRICT;
    CREATE INDEX inventory_of_product ON inventory_item (product_id);
    CREATE TABLE stock (
        inventory_item_id TEXT NOT NULL REFERENCES inventory_item,
        bin_id TEXT NOT NULL REFERENCES location (id), quantity INTEGER NOT NULL,
        PRIMARY KEY (inventory_item_id, bin_id)
    ) STRICT;
    CREATE TABLE stocklist (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, number TEXT NOT NULL,
        description TEXT, origin_id TEXT NOT NULL REFERENCES location (id),
        destination_id TEXT NOT NULL REFERENCES location (id),
        requested_by TEXT NOT NULL REFERENCES user, date_requested TEXT NOT NULL
    ) STRICT;
    CREATE TABLE stocklist_item (
        id TEXT PRIMARY KEY, stocklist_id TEXT NOT NULL REFERENCES stocklist (id),
        product_id TEXT NOT NULL REFERENCES product, quantity INTEGER NOT NULL,
        order_index INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX item_of_stocklist ON stocklist_item (stocklist_id);
    CREATE TABLE movement (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
        description TEXT NOT NULL, identifier TEXT NOT NULL,
        origin_id TEXT NOT NULL REFERENCES location (id),
        destination_id TEXT NOT NULL REFERENCES location (id),
        requested_by TEXT NOT NULL REFERENCES user, date_requested TEXT NOT NULL
    ) STRICT;
    CREATE TABLE line_item (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        movement_id TEXT NOT NULL REFERENCES movement (id),
        parent_id TEXT REFERENCES line_item (id), product_id TEXT NOT NULL REFERENCES product,
        status TEXT NOT NULL, quantity_requested INTEGER NOT NULL, quantity_canceled INTEGER,
        quantity_revised INTEGER, reason_code TEXT, comments TEXT,
        recipient_id TEXT REFERENCES user, sort_order INTEGER
    ) STRICT;
    CREATE INDEX line_of_movement ON line_item (movement_id);
    CREATE INDEX child_of_line ON line_item (parent_id);
    CREATE TABLE picklist_item (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
        line_item_id TEXT NOT NULL REFERENCES line_item (id) ON DELETE CASCADE,
        inventory_item_id TEXT NOT NULL REFERENCES inventory_item,
        bin_id TEXT NOT NULL REFERENCES location (id), quantity INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pick_of_line ON picklist_item (line_item_id);
    CREATE TABLE effect (
        seq INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, user TEXT NOT NULL,
        operation TEXT NOT NULL, movement TEXT, item TEXT, detail TEXT NOT NULL
    ) STRICT;
";
