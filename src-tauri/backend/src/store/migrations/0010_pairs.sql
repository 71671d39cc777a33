-- What is kept of pairs of products beside the movements: what a file says, and what is forgotten. Bodies are
-- ours, as JSON.
CREATE TABLE learned_pair (
    product TEXT NOT NULL,
    instead TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (product, instead)
) STRICT, WITHOUT ROWID;
