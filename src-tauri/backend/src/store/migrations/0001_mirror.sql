-- The mirror of one profile: what was read from the service, and what was begun here.
-- Bodies are the contract's JSON. Times are microseconds since 1970, UTC. A column's meaning never
-- changes; a new meaning is a new column in a new step.

-- Whose data this is. One row.
CREATE TABLE profile (
    only_row   INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    server     TEXT    NOT NULL,
    user_name  TEXT    NOT NULL,
    signed_out INTEGER NOT NULL DEFAULT 1
) STRICT;

-- Small facts about this user and this service, by name.
CREATE TABLE fact (
    name TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

-- When the last complete reading of a data set ended.
CREATE TABLE freshness (
    data_set TEXT    NOT NULL PRIMARY KEY,
    as_of    INTEGER NOT NULL
) STRICT;

-- Movements, under our own keys; headers and lines apart, because lists leave lines out.
CREATE TABLE movement (
    row        INTEGER PRIMARY KEY AUTOINCREMENT,
    key        TEXT    NOT NULL UNIQUE,
    id         TEXT    NOT NULL UNIQUE,
    header     TEXT    NOT NULL,
    seen       INTEGER NOT NULL,
    lines      TEXT,
    lines_seen INTEGER,
    listed     INTEGER NOT NULL DEFAULT 0,
    gone       INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Movements made here: the form as it was sent, what the service answered, and what of its lines
-- is still to be sent. `list_as_of` is the age of the list of movements when it was attempted.
CREATE TABLE creation (
    row        INTEGER PRIMARY KEY AUTOINCREMENT,
    key        TEXT    NOT NULL UNIQUE,
    form       TEXT    NOT NULL,
    attempted  INTEGER NOT NULL,
    list_as_of INTEGER,
    id         TEXT,
    sent       INTEGER,
    changes    INTEGER NOT NULL DEFAULT 0,
    failure    TEXT
) STRICT;

-- Stocklists, by what the service was asked for.
CREATE TABLE stocklist (
    asked    TEXT    NOT NULL,
    position INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (asked, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE product (
    position INTEGER NOT NULL PRIMARY KEY,
    body     TEXT    NOT NULL
) STRICT;

-- Bins and internal locations, by the lookup and the place they were asked for.
CREATE TABLE location (
    lookup   TEXT    NOT NULL,
    parent   TEXT    NOT NULL,
    position INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (lookup, parent, position)
) STRICT, WITHOUT ROWID;

-- Categories made here; those of products are seen on the products.
CREATE TABLE category (
    row  INTEGER PRIMARY KEY AUTOINCREMENT,
    id   TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;

-- People and places harvested from what was read.
CREATE TABLE person (
    id   TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE place (
    id   TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
