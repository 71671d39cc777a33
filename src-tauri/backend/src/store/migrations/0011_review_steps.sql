-- What was done in the inbox and can be taken back, in its order. Bodies are ours, as JSON.
CREATE TABLE review_step (
    n    INTEGER NOT NULL PRIMARY KEY,
    body TEXT    NOT NULL
) STRICT;
