-- What was reviewed and rejected here. Bodies are ours, as JSON.

-- Lines whose decision was looked at.
CREATE TABLE review_mark (
    item TEXT NOT NULL PRIMARY KEY,
    -- What was decided then: another decision is to be looked at again.
    decided TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Lines of which a proposal was rejected, and why.
CREATE TABLE rejection (
    item TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was told and heard over the channel.
CREATE TABLE channel_record (
    id    TEXT NOT NULL PRIMARY KEY,
    -- When it was heard here, in microseconds.
    heard INTEGER NOT NULL,
    body  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
