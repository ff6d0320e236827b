-- What the queue's own record says against a control, and what a person made of it; analyses of gaps.

-- One doubt about one control. ALERT: a confirmed alert (alert_id) exercised a technique that the
-- control should stop; THRESHOLD: a figure of the queue (measure) is beyond its limit. The control
-- keeps its status until a person confirms.
CREATE TABLE control_challenges (
  id TEXT PRIMARY KEY,
  control_id TEXT NOT NULL REFERENCES controls (id),
  kind TEXT NOT NULL CHECK (kind IN ('ALERT', 'THRESHOLD')),
  state TEXT NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'CONFIRMED', 'DISMISSED')),
  alert_id TEXT,
  technique TEXT,
  measure TEXT CHECK (measure IN ('TRIAGE', 'SILENT_SOURCE', 'OVERTURNED')),
  reason TEXT NOT NULL,
  -- The figures behind the reason, with their period and limit.
  facts TEXT CHECK (facts IS NULL OR json_valid(facts)),
  proposed_status TEXT NOT NULL
    CHECK (proposed_status IN ('NOT_ASSESSED', 'PARTIALLY_COMPLIANT', 'NON_COMPLIANT')),
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  note TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX control_challenges_control ON control_challenges (control_id, state);
CREATE INDEX control_challenges_newest ON control_challenges (created_at DESC, id DESC);

-- The queue's record of a day (UTC), as it was measured last: derived, kept for its trend.
CREATE TABLE queue_records (
  day INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  record TEXT NOT NULL CHECK (json_valid(record))
) STRICT;

-- The last analyses, to show one again and to say what changed. `result` is JSON and `csv` the same as
-- a table, both under Zstandard; `digest` is the SHA-256 of what it was made from, `change_seq` the end of the change log then;
-- `scope` says what was looked at, `marks` (JSON) status and reasons by control, to compare with.
CREATE TABLE gap_analyses (
  id TEXT PRIMARY KEY,
  ran_at INTEGER NOT NULL,
  actor TEXT,
  digest TEXT NOT NULL,
  change_seq INTEGER NOT NULL,
  scope TEXT NOT NULL,
  marks TEXT NOT NULL CHECK (json_valid(marks)),
  result BLOB NOT NULL,
  -- Made when it is first asked for.
  csv BLOB
) STRICT;
CREATE INDEX gap_analyses_newest ON gap_analyses (ran_at DESC, id DESC);

-- Alerts that somebody acted on, for the share that was looked at in time. An import writes none.
CREATE INDEX alerts_triaged ON alerts (severity, created_at, first_action_at)
  WHERE first_action_at IS NOT NULL AND deleted_at IS NULL;
-- Alerts that a person confirmed and that name a technique: few.
CREATE INDEX alerts_confirmed ON alerts (resolved_at)
  WHERE status = 'RESOLVED' AND auto_closed_at IS NULL AND first_action_at IS NOT NULL
    AND techniques <> '[]' AND deleted_at IS NULL;
