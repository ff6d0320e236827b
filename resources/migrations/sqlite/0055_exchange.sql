-- Exports and imports in the formats of others: what was read, kept, merged, refused and lost, and
-- intelligence that came with indicators and has no table of its own.
CREATE TABLE exchange_receipts (
  id TEXT PRIMARY KEY,
  job_id TEXT,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  format TEXT NOT NULL,
  -- What it is about: 'Investigation: …', or the file's name; strangers write parts of both.
  subject TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('RUNNING', 'READY', 'DONE', 'CANCELLED', 'FAILED')),
  message TEXT,
  n_read INTEGER NOT NULL DEFAULT 0,
  n_kept INTEGER NOT NULL DEFAULT 0,
  n_merged INTEGER NOT NULL DEFAULT 0,
  n_rejected INTEGER NOT NULL DEFAULT 0,
  -- {"rejections": [], "unknownFields": [], "losses": [], "conflicts": [], "notes": []}: counted by name.
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)),
  -- Of times: how fine they were kept.
  precision TEXT,
  -- Of the file, which is kept for a while.
  file_name TEXT,
  sha256 TEXT,
  size_bytes INTEGER,
  expires_at INTEGER,
  started_by TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX exchange_receipts_newest ON exchange_receipts (started_at DESC, id DESC);

-- Objects of STIX and MISP as they came, by their own identifier: what our tables do not hold is not
-- lost, and leaves again with what it belongs to.
CREATE TABLE intel_objects (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  object TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(object)),
  -- When its source changed it last; null where it does not say.
  modified_at INTEGER,
  is_revoked INTEGER NOT NULL DEFAULT 0 CHECK (is_revoked IN (0, 1)),
  source TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX intel_objects_kinds ON intel_objects (kind, id);
