-- What the service told beyond the interface document, so that it is there without a connection.

-- The last answer of a call, by what it was asked about. Bodies are ours, as JSON. Only so many of
-- each call are kept, those told last.
CREATE TABLE observed (
    -- The call's name.
    call  TEXT    NOT NULL,
    -- Ids of what it was asked about, as a JSON list.
    about TEXT    NOT NULL,
    as_of INTEGER NOT NULL,
    body  TEXT    NOT NULL,
    PRIMARY KEY (call, about)
) STRICT, WITHOUT ROWID;

CREATE INDEX observed_by_age ON observed (call, as_of);

-- Picks among all that was ever to be sent: what was taken from where tells what there is to take.
CREATE INDEX operation_pick ON operation (row) WHERE substr(body, 1, 8) = '{"pick":';
