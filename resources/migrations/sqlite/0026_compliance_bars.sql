-- Kept figures and indexes for long lists of controls and for searches in evidence.

-- How much evidence a control has at all, and until when each accepted piece of it is valid (a JSON
-- list of ms since the epoch, 2^53 - 1 where it does not end): what the lists of controls show without
-- looking every piece up. The triggers of 0017 write what the view says.
ALTER TABLE control_proof ADD COLUMN linked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE control_proof ADD COLUMN accepted_ends TEXT;
DROP VIEW control_proof_now;
CREATE VIEW control_proof_now AS
  SELECT l.control_id,
    max(CASE e.verdict WHEN 'ACCEPTED' THEN coalesce(e.expiration_date, 9007199254740991) END)
      AS accepted_until,
    max(CASE e.verdict WHEN 'PENDING' THEN coalesce(e.expiration_date, 9007199254740991) END)
      AS pending_until,
    sum(e.verdict <> 'REJECTED') AS pieces,
    count(*) AS linked,
    json_group_array(coalesce(e.expiration_date, 9007199254740991))
      FILTER (WHERE e.verdict = 'ACCEPTED') AS accepted_ends
  FROM control_evidence l JOIN evidence e ON e.id = l.evidence_id
  WHERE l.deleted_at IS NULL AND e.deleted_at IS NULL AND e.superseded_by IS NULL
  GROUP BY l.control_id;
DELETE FROM control_proof;
INSERT INTO control_proof SELECT * FROM control_proof_now;

-- What has expired, or will soon, among what a search is narrowed by: mostly a small part of all.
CREATE INDEX evidence_places_by_expiry ON evidence_places (verdict, expiration_date, place);

-- How much of the evidence is in no list: little beside all of it, which SQLite counts at once.
CREATE INDEX evidence_not_current ON evidence (id)
  WHERE deleted_at IS NOT NULL OR superseded_by IS NOT NULL;

-- The controls of evidence, without the rows of the links.
DROP INDEX control_evidence_evidence;
CREATE INDEX control_evidence_evidence ON control_evidence (evidence_id, control_id, deleted_at);
