-- What left this machine and what was refused; what waits for a person while the workspace is isolated.
-- Both are of this workstation: neither is synced.

-- Bounded: the oldest go. Neither a path, a query nor a secret is in it.
CREATE TABLE egress_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  subject TEXT NOT NULL,
  why TEXT NOT NULL,
  origin TEXT NOT NULL,
  -- Null while it is open.
  outcome TEXT,
  status INTEGER,
  bytes_sent INTEGER NOT NULL DEFAULT 0,
  bytes_received INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER
) STRICT;
CREATE INDEX egress_log_origin ON egress_log (origin, id);

-- One row for what is the same again; it goes when it is released or dropped.
CREATE TABLE held_items (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('connector-run', 'push', 'model-call', 'update-check')),
  key TEXT NOT NULL,
  what TEXT NOT NULL,
  destination TEXT NOT NULL,
  account TEXT,
  size_bytes INTEGER,
  redo TEXT NOT NULL CHECK (json_valid(redo)),
  since INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  times INTEGER NOT NULL DEFAULT 1,
  UNIQUE (kind, key)
) STRICT;
