-- Lines that were changed here and not sent, and the way back. Bodies are ours, as JSON.

-- What is wanted of a line. A line of which something was sent stays, also when nothing more is
-- wanted: steps made before that are taken back otherwise than steps made since.
CREATE TABLE sheet_row (
    -- Our key of the movement.
    movement TEXT    NOT NULL,
    -- Name of the line: of the service, or of the operation that is to add it.
    row      TEXT    NOT NULL,
    -- Null where nothing is wanted.
    body     TEXT,
    -- How often something of it was sent.
    sent     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (movement, row)
) STRICT, WITHOUT ROWID;

-- Steps of undo, in their order. What stands behind the last one done can be done again, and goes
-- when a new step comes.
CREATE TABLE sheet_step (
    movement TEXT    NOT NULL,
    n        INTEGER NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (movement, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE sheet (
    movement TEXT    NOT NULL PRIMARY KEY,
    -- The number of the last step done; 0 for none.
    done     INTEGER NOT NULL DEFAULT 0,
    -- When something was last kept.
    kept     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What stands in a cell that is being typed in.
CREATE TABLE typing (
    movement TEXT NOT NULL PRIMARY KEY,
    body     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What the service refused, among everything that ever happened: few entries of a long journal.
CREATE INDEX journal_refused ON journal (entry) WHERE event = 'refused';
