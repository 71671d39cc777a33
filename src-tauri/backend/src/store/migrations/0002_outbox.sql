-- What is to be sent, what became of it, and what is being filled in. Bodies are the contract's JSON.

-- Operations, in the order they were kept. Those of one movement go in this order; `state` tells
-- where one stands, `detail` what belongs to that state. An operation is never deleted, so
-- no place is given twice; what makes a movement has the movement's key. Keeping one must touch few
-- pages, so there is no index but for what waits.
CREATE TABLE operation (
    row      INTEGER PRIMARY KEY,
    key      TEXT    NOT NULL UNIQUE,
    -- Our key of the movement; null for a category.
    movement TEXT,
    body     TEXT    NOT NULL,
    -- What it was decided upon: header fields or a line, as they were seen.
    base     TEXT,
    state    TEXT    NOT NULL CHECK (state IN ('queued', 'sending', 'unsure', 'unknown',
                                               'conflict', 'stuck', 'sent', 'dropped')),
    detail   TEXT    NOT NULL DEFAULT '{}',
    kept     INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- What was in the service before the last attempt, to tell afterwards whether it was done.
    before   TEXT,
    -- The service's id of what it made.
    id       TEXT,
    -- When it ended.
    ended    INTEGER
) STRICT;

CREATE INDEX operation_waiting ON operation (row) WHERE ended IS NULL;

-- The journal. Each entry's hash covers every other column and the hash before it, and `journal_head`
-- repeats the last one, so that a changed, missing or cut off entry shows.
CREATE TABLE journal (
    entry        INTEGER PRIMARY KEY,
    at           INTEGER NOT NULL,
    who          TEXT    NOT NULL,
    -- The operation's key, and the movement's.
    operation    TEXT    NOT NULL,
    movement     TEXT,
    event        TEXT    NOT NULL,
    -- What was asked for, how it was before and after, and why it was not done.
    asked        TEXT,
    before       TEXT,
    after        TEXT,
    failure      TEXT,
    milliseconds INTEGER,
    hash         BLOB    NOT NULL
) STRICT;

CREATE TRIGGER journal_is_never_changed BEFORE UPDATE ON journal
BEGIN SELECT raise(ABORT, 'the journal only grows'); END;

CREATE TRIGGER journal_is_never_cut BEFORE DELETE ON journal
BEGIN SELECT raise(ABORT, 'the journal only grows'); END;

CREATE TABLE journal_head (
    only_row INTEGER NOT NULL PRIMARY KEY CHECK (only_row = 1),
    entry    INTEGER NOT NULL,
    hash     BLOB    NOT NULL
) STRICT;

INSERT INTO journal_head (only_row, entry, hash) VALUES (1, 0, zeroblob(32));

-- Forms being filled in.
CREATE TABLE draft (
    key  TEXT    NOT NULL PRIMARY KEY,
    body TEXT    NOT NULL,
    kept INTEGER NOT NULL
) STRICT;

-- Set while the profile is open: found set at the next opening, the program ended without closing.
ALTER TABLE profile ADD COLUMN is_open INTEGER NOT NULL DEFAULT 0;

-- Movements begun by an earlier version. Without an id it is not known whether one was made; with
-- changes left, their lines are still to be brought to what was previewed. A form that is no JSON is
-- kept as it is, and is nothing that could be sent.
INSERT INTO operation (key, movement, body, state, detail, kept, attempts, id, ended)
SELECT key, key,
       CASE WHEN json_valid(form) THEN json_object('create_movement', json(form))
            ELSE json_object('unreadable', form) END,
       CASE WHEN NOT json_valid(form) THEN 'stuck' WHEN id IS NULL THEN 'sending'
            WHEN changes > 0 THEN 'queued' ELSE 'sent' END,
       CASE WHEN json_valid(form) THEN '{}'
            ELSE '{"stuck":{"reason":{"code":"storage"}}}' END,
       attempted, 1, id,
       CASE WHEN json_valid(form) AND id IS NOT NULL AND changes = 0
            THEN coalesce(sent, attempted) END
FROM creation ORDER BY row;

DROP TABLE creation;
