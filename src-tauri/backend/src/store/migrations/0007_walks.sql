-- Movements that are picked together, and what was entered in each walk. Bodies are ours, as JSON.

CREATE TABLE walk (
    key   TEXT    NOT NULL PRIMARY KEY,
    -- Its movements, when it was begun, and why it is on hold.
    body  TEXT    NOT NULL,
    -- The number of the last step done; 0 for none.
    done  INTEGER NOT NULL DEFAULT 0,
    -- When it was ended; null while it is open.
    ended INTEGER
) STRICT, WITHOUT ROWID;

-- Steps in their order. What stands behind the last one done can be done again, and goes when a new step
-- comes.
CREATE TABLE walk_step (
    walk TEXT    NOT NULL,
    n    INTEGER NOT NULL,
    body TEXT    NOT NULL,
    PRIMARY KEY (walk, n)
) STRICT, WITHOUT ROWID;

-- Every code that was scanned, in their order, and what it did.
CREATE TABLE walk_scan (
    walk TEXT    NOT NULL,
    n    INTEGER NOT NULL,
    -- The number of the step it made; null where it changed nothing.
    step INTEGER,
    body TEXT    NOT NULL,
    PRIMARY KEY (walk, n)
) STRICT, WITHOUT ROWID;
