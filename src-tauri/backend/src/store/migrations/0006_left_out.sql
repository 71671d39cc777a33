-- How many records of the last complete reading of a data set could not be read.
ALTER TABLE freshness ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
