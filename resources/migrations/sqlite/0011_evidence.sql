-- Evidence with its file, its review, its revisions and its chain of custody.

ALTER TABLE evidence ADD COLUMN verdict TEXT NOT NULL DEFAULT 'PENDING'
  CHECK (verdict IN ('PENDING', 'ACCEPTED', 'REJECTED'));
ALTER TABLE evidence ADD COLUMN reviewed_by TEXT REFERENCES users (id);
ALTER TABLE evidence ADD COLUMN reviewed_at INTEGER;
ALTER TABLE evidence ADD COLUMN review_note TEXT;
ALTER TABLE evidence ADD COLUMN is_self_approved INTEGER NOT NULL DEFAULT 0
  CHECK (is_self_approved IN (0, 1));
-- The system or the person that it came from.
ALTER TABLE evidence ADD COLUMN source TEXT;
ALTER TABLE evidence ADD COLUMN period_start INTEGER;
ALTER TABLE evidence ADD COLUMN period_end INTEGER;
ALTER TABLE evidence ADD COLUMN received_at INTEGER;
-- Of the file as it was received; null where there is none, or it is kept elsewhere (file_path).
ALTER TABLE evidence ADD COLUMN sha256 TEXT CHECK (length(sha256) = 64);
ALTER TABLE evidence ADD COLUMN size_bytes INTEGER;
ALTER TABLE evidence ADD COLUMN file_name TEXT;
ALTER TABLE evidence ADD COLUMN media_type TEXT;
-- Revisions of the same evidence share the id of the first.
ALTER TABLE evidence ADD COLUMN series_id TEXT;
ALTER TABLE evidence ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE evidence ADD COLUMN superseded_by TEXT;
-- 'manual', or the name of the automatic collector.
ALTER TABLE evidence ADD COLUMN collector TEXT NOT NULL DEFAULT 'manual';
ALTER TABLE evidence ADD COLUMN updated_at INTEGER;

-- There was no review before: what counted as valid goes on doing so, and says why.
UPDATE evidence SET
  verdict = CASE WHEN is_valid = 1 OR expiration_date IS NOT NULL THEN 'ACCEPTED' ELSE 'REJECTED' END,
  review_note = 'Taken over from before evidence was reviewed.',
  received_at = created_at, series_id = id, updated_at = created_at;

-- Lists and their counts are read from these alone. What is superseded is in no list.
CREATE INDEX evidence_current ON evidence
  (created_at DESC, id DESC, verdict, expiration_date, type)
  WHERE deleted_at IS NULL AND superseded_by IS NULL;
CREATE INDEX evidence_by_validity ON evidence (verdict, expiration_date, type)
  WHERE deleted_at IS NULL AND superseded_by IS NULL;
CREATE INDEX evidence_series ON evidence (series_id, revision);
CREATE INDEX evidence_file ON evidence (sha256) WHERE sha256 IS NOT NULL;

-- A link that was taken away leaves a tombstone, and may be made anew: unique among those that stand.
CREATE TABLE control_evidence_next (
  id TEXT PRIMARY KEY,
  control_id TEXT NOT NULL REFERENCES controls (id),
  evidence_id TEXT NOT NULL REFERENCES evidence (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
INSERT INTO control_evidence_next
  SELECT id, control_id, evidence_id, created_at, row_version, field_versions, deleted_at
  FROM control_evidence;
DROP TABLE control_evidence;
ALTER TABLE control_evidence_next RENAME TO control_evidence;
CREATE UNIQUE INDEX control_evidence_link ON control_evidence (control_id, evidence_id)
  WHERE deleted_at IS NULL;
CREATE INDEX control_evidence_evidence ON control_evidence (evidence_id);

-- The search index and the numbers it knows evidence by, with what a search is narrowed by: rows that
-- are short, in the order of the index, so that both are merged. Kept by triggers, whoever writes.
CREATE TABLE evidence_places (
  place INTEGER PRIMARY KEY,
  evidence_id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  verdict TEXT NOT NULL,
  expiration_date INTEGER
) STRICT;
CREATE VIRTUAL TABLE evidence_fts USING fts5 (
  title, description, file_name, source, collector, type,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO evidence_places (evidence_id, type, verdict, expiration_date)
  SELECT id, type, verdict, expiration_date FROM evidence ORDER BY created_at, id;
INSERT INTO evidence_fts (rowid, title, description, file_name, source, collector, type)
  SELECT p.place, e.title, e.description, e.file_name, e.source, e.collector, e.type
  FROM evidence e JOIN evidence_places p ON p.evidence_id = e.id WHERE e.deleted_at IS NULL;

CREATE TRIGGER evidence_added AFTER INSERT ON evidence BEGIN
  INSERT INTO evidence_places (evidence_id, type, verdict, expiration_date)
    VALUES (new.id, new.type, new.verdict, new.expiration_date);
  INSERT INTO evidence_fts (rowid, title, description, file_name, source, collector, type)
    SELECT place, new.title, new.description, new.file_name, new.source, new.collector, new.type
    FROM evidence_places
    WHERE evidence_id = new.id AND new.deleted_at IS NULL AND new.superseded_by IS NULL;
END;
CREATE TRIGGER evidence_changed
AFTER UPDATE OF title, description, file_name, source, collector, type, deleted_at, superseded_by
ON evidence BEGIN
  DELETE FROM evidence_fts
    WHERE rowid = (SELECT place FROM evidence_places WHERE evidence_id = new.id);
  INSERT INTO evidence_fts (rowid, title, description, file_name, source, collector, type)
    SELECT place, new.title, new.description, new.file_name, new.source, new.collector, new.type
    FROM evidence_places
    WHERE evidence_id = new.id AND new.deleted_at IS NULL AND new.superseded_by IS NULL;
END;
CREATE TRIGGER evidence_placed AFTER UPDATE OF type, verdict, expiration_date ON evidence BEGIN
  UPDATE evidence_places
    SET type = new.type, verdict = new.verdict, expiration_date = new.expiration_date
    WHERE evidence_id = new.id;
END;
CREATE TRIGGER evidence_gone AFTER DELETE ON evidence BEGIN
  DELETE FROM evidence_fts
    WHERE rowid = (SELECT place FROM evidence_places WHERE evidence_id = old.id);
  DELETE FROM evidence_places WHERE evidence_id = old.id;
END;

-- The chain of custody: only ever added to. `id` is '<evidence id>:<position>'; `mac` covers the
-- entry and the mac before it. See src/main/areas/evidence/custody.store.ts.
CREATE TABLE evidence_custody (
  id TEXT PRIMARY KEY,
  evidence_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  action TEXT NOT NULL,
  actor TEXT,
  at INTEGER NOT NULL,
  sha256 TEXT,
  details TEXT,
  previous TEXT,
  mac TEXT NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX evidence_custody_chain ON evidence_custody (evidence_id, position);

-- Uploads under way; their pieces lie in the evidence folder. Never synced.
CREATE TABLE evidence_uploads (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  size INTEGER NOT NULL,
  media_type TEXT,
  state TEXT NOT NULL CHECK (state IN ('RECEIVING', 'STORING', 'STORED')),
  sha256 TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- What of an upload has arrived, in the order of the file; each piece is whole and on the disk.
CREATE TABLE evidence_upload_pieces (
  upload_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  PRIMARY KEY (upload_id, start)
) STRICT, WITHOUT ROWID;
