-- The steps of an operation, for a history with one row for each.
CREATE INDEX journal_operation ON journal (operation, entry);
