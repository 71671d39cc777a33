-- What a site keeps for picking that its service does not tell. Bodies are ours, as JSON.

-- Barcodes, and of which product each is.
CREATE TABLE alias (
    -- By what the code is the same as another.
    code TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The table of what lies where that is in use: at most one.
CREATE TABLE site_table (
    id    INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    -- Name of its file, when it was imported, and its length.
    body  TEXT NOT NULL,
    -- Its rows, as one array.
    items TEXT NOT NULL
) STRICT;

-- What was found to differ from what is said.
CREATE TABLE difference (
    n    INTEGER NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

-- The step by which what a scan counted was taken back, as JSON; null where it was not.
ALTER TABLE walk_scan ADD COLUMN back TEXT;
