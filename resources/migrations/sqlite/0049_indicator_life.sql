-- Life of indicators: how sure, how far it may be told, until when, and where it was seen.
ALTER TABLE indicators ADD COLUMN confidence INTEGER NOT NULL DEFAULT 50
  CHECK (confidence BETWEEN 0 AND 100);
-- Traffic Light Protocol 2.0; null where nobody said.
ALTER TABLE indicators ADD COLUMN tlp TEXT
  CHECK (tlp IS NULL OR tlp IN ('CLEAR', 'GREEN', 'AMBER', 'AMBER+STRICT', 'RED'));
ALTER TABLE indicators ADD COLUMN tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags));
ALTER TABLE indicators ADD COLUMN notes TEXT;
ALTER TABLE indicators ADD COLUMN expires_at INTEGER;
-- Why it is not active, in words; null while it is.
ALTER TABLE indicators ADD COLUMN inactive_reason TEXT;
-- Where it was read: {"kind", "name", "id", "start", "end", "excerpt"}, offsets in characters of that text.
ALTER TABLE indicators ADD COLUMN provenance TEXT CHECK (provenance IS NULL OR json_valid(provenance));
-- Its identifier in STIX bundles, where it came with one.
ALTER TABLE indicators ADD COLUMN stix_id TEXT;
ALTER TABLE indicators ADD COLUMN created_by TEXT;
ALTER TABLE indicators ADD COLUMN updated_at INTEGER;

-- Of those that end by themselves, the next to end first.
CREATE INDEX indicators_expiring ON indicators (expires_at)
  WHERE expires_at IS NOT NULL AND is_active = 1 AND deleted_at IS NULL;
CREATE INDEX indicators_last_seen ON indicators (coalesce(last_seen, 0), id) WHERE deleted_at IS NULL;

-- What one indicator has to do with another: directed, one row each.
CREATE TABLE indicator_relations (
  id TEXT PRIMARY KEY,
  from_id TEXT NOT NULL,
  to_id TEXT NOT NULL,
  kind TEXT NOT NULL DEFAULT 'related-to',
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX indicator_relations_from ON indicator_relations (from_id);
CREATE INDEX indicator_relations_to ON indicator_relations (to_id);

-- Where sweeps saw it: local, as alerts and event stores are. The first places of each are kept.
CREATE TABLE indicator_sightings (
  indicator_id TEXT NOT NULL,
  -- 'alert': id is the alert's; 'event': id is the event's, `place` the investigation's.
  kind TEXT NOT NULL CHECK (kind IN ('alert', 'event')),
  id TEXT NOT NULL,
  place TEXT,
  -- What it is called; attackers write parts of it.
  label TEXT NOT NULL,
  field TEXT NOT NULL,
  excerpt TEXT NOT NULL,
  -- A part of what is written there: evil.com in a.evil.com.
  is_part INTEGER NOT NULL DEFAULT 0,
  seen_at INTEGER,
  found_at INTEGER NOT NULL,
  sweep_id TEXT NOT NULL,
  PRIMARY KEY (indicator_id, kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE indicator_sweeps (
  id TEXT PRIMARY KEY,
  job_id TEXT,
  -- What was looked for, in words.
  title TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  message TEXT,
  looked_for INTEGER NOT NULL DEFAULT 0,
  -- Known to be good, too short, or of no form that can be looked for.
  left_out INTEGER NOT NULL DEFAULT 0,
  found INTEGER NOT NULL DEFAULT 0,
  alerts INTEGER NOT NULL DEFAULT 0,
  events INTEGER NOT NULL DEFAULT 0,
  read_alerts INTEGER NOT NULL DEFAULT 0,
  read_events INTEGER NOT NULL DEFAULT 0,
  ms INTEGER,
  started_by TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE TABLE indicator_sweep_hits (
  sweep_id TEXT NOT NULL,
  -- The one with the most hits is 0.
  n INTEGER NOT NULL,
  -- Null where it was pasted and is no indicator of the workspace.
  indicator_id TEXT,
  type TEXT NOT NULL,
  value TEXT NOT NULL,
  alerts INTEGER NOT NULL,
  events INTEGER NOT NULL,
  -- The first ones: [{"kind", "id", "place", "label", "field", "excerpt", "isPart", "at"}].
  places TEXT NOT NULL CHECK (json_valid(places)),
  PRIMARY KEY (sweep_id, n)
) STRICT, WITHOUT ROWID;

-- Receipts of imports.
CREATE TABLE indicator_imports (
  id TEXT PRIMARY KEY,
  job_id TEXT,
  file_name TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('list', 'csv', 'stix')),
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  message TEXT,
  total INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  -- What was not understood, counted by its name: [{"what", "n", "first"}].
  problems TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(problems)),
  started_by TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

-- Lists of what is known to be good: of this workstation.
CREATE TABLE warninglists (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  version INTEGER NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('cidr', 'hostname', 'string', 'substring', 'regex')),
  -- Attributes that the list is for, as it names them.
  attributes TEXT NOT NULL CHECK (json_valid(attributes)),
  entries INTEGER NOT NULL,
  -- Entries that could not be read.
  left_out INTEGER NOT NULL DEFAULT 0,
  is_on INTEGER NOT NULL DEFAULT 1 CHECK (is_on IN (0, 1)),
  -- Came with the product.
  is_own INTEGER NOT NULL DEFAULT 0 CHECK (is_own IN (0, 1)),
  imported_by TEXT,
  imported_at INTEGER NOT NULL
) STRICT;
-- `key`: what is looked up, with the kind in front: 's:', 'h:', '4/24:', '6/48:', 'p:' (part), 'r:' (pattern).
CREATE TABLE warninglist_entries (
  key TEXT NOT NULL,
  list_id TEXT NOT NULL,
  PRIMARY KEY (key, list_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX warninglist_entries_list ON warninglist_entries (list_id);
