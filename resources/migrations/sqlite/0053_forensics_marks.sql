-- What a record of evidence is known by, whatever number its event got: a source that is read anew gives
-- its events other numbers, and what people decided about them stays with the record.
ALTER TABLE rule_marks ADD COLUMN record_key TEXT;
ALTER TABLE rule_hits ADD COLUMN record_key TEXT;

-- Lists of hashes that people imported lie beside the database, of this workstation; who did it, and what the
-- lists say, is read from there.
