-- Integrations: what belongs to this workstation alone (secrets, cursors, runs, receipts of what was sent).
-- The synced row of an integration names its connector and settings in `configuration`.

CREATE TABLE integration_secrets (
  integration_id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- AES-256-GCM under a key derived from the database's, bound to integration, name and origins.
  sealed BLOB NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (integration_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE integration_states (
  integration_id TEXT PRIMARY KEY,
  is_paused INTEGER NOT NULL DEFAULT 0,
  -- What only the connector reads; kept in the transaction of the rows before it.
  cursor TEXT,
  -- Null: not scheduled.
  next_at INTEGER,
  is_held_back INTEGER NOT NULL DEFAULT 0,
  failures INTEGER NOT NULL DEFAULT 0,
  failure_kind TEXT,
  failure TEXT,
  failed_at INTEGER,
  rows INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE integration_runs (
  id TEXT PRIMARY KEY,
  integration_id TEXT NOT NULL,
  job_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'FAILED', 'HELD', 'CANCELLED', 'INTERRUPTED')),
  cause TEXT NOT NULL CHECK (cause IN ('schedule', 'person', 'more')),
  started_by TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  pages INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0,
  read INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  merged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  has_more INTEGER NOT NULL DEFAULT 0,
  failure_kind TEXT,
  failure TEXT,
  notes TEXT NOT NULL DEFAULT '[]',
  unknown_fields TEXT NOT NULL DEFAULT '[]',
  rejections TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX integration_runs_by_integration ON integration_runs (integration_id, started_at DESC);
CREATE INDEX integration_runs_by_time ON integration_runs (started_at);

CREATE TABLE integration_pushes (
  id TEXT PRIMARY KEY,
  integration_id TEXT NOT NULL,
  integration_name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('alert', 'incident')),
  item_id TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('SENT', 'FAILED')),
  reference TEXT,
  url TEXT,
  error TEXT,
  sent_by TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX integration_pushes_by_item ON integration_pushes (item_id, sent_at DESC);
CREATE INDEX integration_pushes_by_time ON integration_pushes (sent_at);

CREATE TABLE integration_settings (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  value TEXT NOT NULL CHECK (json_valid(value))
) STRICT;
