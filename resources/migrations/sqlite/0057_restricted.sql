-- Need-to-know: an investigation of few, and what belongs to it (docs/spec/sync.md, SY150 on).
-- Null: everybody whose role may. Else a JSON list of accounts; nobody else learns that it exists.
ALTER TABLE forensic_investigations ADD COLUMN restricted_to TEXT
  CHECK (restricted_to IS NULL OR (json_valid(restricted_to) AND json_type(restricted_to) = 'array'));
CREATE INDEX forensic_investigations_restricted ON forensic_investigations (id, restricted_to)
  WHERE restricted_to IS NOT NULL;
-- How the engine came to its answer, as the workstation that asked it kept it: steps with notes and times.
ALTER TABLE forensic_investigations ADD COLUMN journal TEXT CHECK (journal IS NULL OR json_valid(journal));

-- Whose investigation a row is, where it does not say so itself: by this the server keeps it from others.
ALTER TABLE evidence ADD COLUMN investigation_id TEXT;
ALTER TABLE evidence_custody ADD COLUMN investigation_id TEXT;
ALTER TABLE indicator_relations ADD COLUMN investigation_id TEXT;
-- Each workstation adds to a chain of its own: two that add at once do not write one entry over the other.
-- '' is the chain from before a workspace was joined.
ALTER TABLE evidence_custody ADD COLUMN chain TEXT NOT NULL DEFAULT '';
UPDATE evidence SET investigation_id = coalesce(
  (SELECT s.investigation_id FROM forensic_sessions s WHERE s.evidence_id = evidence.id LIMIT 1),
  (SELECT v.id FROM forensic_investigations v WHERE v.bundle_evidence_id = evidence.id LIMIT 1));
UPDATE evidence_custody SET investigation_id =
  (SELECT e.investigation_id FROM evidence e WHERE e.id = evidence_custody.evidence_id);
UPDATE indicator_relations SET investigation_id =
  (SELECT i.investigation_id FROM indicators i WHERE i.id = indicator_relations.from_id);
CREATE INDEX evidence_investigation ON evidence (investigation_id) WHERE investigation_id IS NOT NULL;

-- Files on their way to or from the workspace's server; of this workstation.
CREATE TABLE sync_files (
  sha256 TEXT PRIMARY KEY CHECK (length(sha256) = 64),
  size INTEGER NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('up', 'down')),
  state TEXT NOT NULL CHECK (state IN ('WAITING', 'DONE', 'FAILED')),
  -- Bytes that are over; a chunk counts when it is.
  done INTEGER NOT NULL DEFAULT 0,
  tries INTEGER NOT NULL DEFAULT 0,
  -- In words, for the person; null while nothing is wrong.
  problem TEXT,
  next_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sync_files_waiting ON sync_files (direction, next_at) WHERE state = 'WAITING';
