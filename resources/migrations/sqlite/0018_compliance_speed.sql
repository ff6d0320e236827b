-- Narrow covering indexes for lists that are counted: the rows themselves are wide, and lie on pages
-- that must be decrypted.

-- Evidence of one type, and what of it is valid.
CREATE INDEX evidence_by_type ON evidence (type, verdict, expiration_date)
  WHERE deleted_at IS NULL AND superseded_by IS NULL;

-- What a search is narrowed by, in the order of the search index: both are merged as they are read.
CREATE INDEX evidence_places_by_verdict ON evidence_places (verdict, place, expiration_date, type);

-- The controls that evidence is asked for, in the order of their frameworks.
CREATE INDEX controls_in_scope ON controls (framework_id, position, control_id, id)
  WHERE deleted_at IS NULL AND gone_in IS NULL AND is_applicable = 1;

-- Gaps beyond the first thousand, apart from the answer that is shown at once: lists of as many, each
-- under Zstandard, one after the other. `page_sizes` is a JSON list of their lengths in bytes; an
-- analysis of before has none, and all its gaps in `result`.
ALTER TABLE gap_analyses ADD COLUMN page_sizes TEXT CHECK (json_valid(page_sizes));
ALTER TABLE gap_analyses ADD COLUMN pages BLOB;
