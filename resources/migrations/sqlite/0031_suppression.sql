-- Rules that keep known noise out of the queue. What a rule hides is kept as it came, and found.

-- `scope` is JSON of conditions that must all hold (src/shared/areas/suppression). A rule is in force from
-- `in_force_since` until `expires_at`, unless it was ended before; an expired one is ended by the product.
CREATE TABLE suppression_rules (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (json_valid(scope)),
  reason TEXT NOT NULL,
  owner TEXT REFERENCES users (id),
  -- The moment of making or of the last extension: no clock that is set back makes a rule last longer.
  in_force_since INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- The control that this is an exception of, and that exception.
  control_id TEXT REFERENCES controls (id),
  exception_id TEXT,
  ended_at INTEGER,
  ended_by TEXT,
  end_kind TEXT CHECK (end_kind IN ('ENDED', 'EXPIRED')),
  end_reason TEXT,
  -- What becomes of its alerts at the end: ALERTS come back to the queue, NEW only what comes from then on.
  reopening TEXT CHECK (reopening IN ('ALERTS', 'NEW')),
  created_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX suppression_rules_running ON suppression_rules (expires_at, id)
  WHERE ended_at IS NULL AND deleted_at IS NULL;
CREATE INDEX suppression_rules_newest ON suppression_rules (created_at DESC, id DESC);

-- A rule under each of its sources and detectors ('' where it names none), so that a batch of alerts asks
-- only for the rules that could mean one of them. Derived; kept by the triggers below.
CREATE TABLE suppression_places (
  source TEXT NOT NULL,
  detector TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  PRIMARY KEY (source, detector, rule_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX suppression_places_rule ON suppression_places (rule_id);
CREATE TRIGGER suppression_places_insert AFTER INSERT ON suppression_rules
WHEN NEW.ended_at IS NULL AND NEW.deleted_at IS NULL BEGIN
  INSERT OR IGNORE INTO suppression_places
  SELECT coalesce(s.value, ''), coalesce(d.value, ''), NEW.id
  FROM (SELECT 1) LEFT JOIN json_each(NEW.scope, '$.sources') s LEFT JOIN json_each(NEW.scope, '$.detectors') d;
END;
CREATE TRIGGER suppression_places_update AFTER UPDATE ON suppression_rules BEGIN
  DELETE FROM suppression_places WHERE rule_id = NEW.id;
  INSERT OR IGNORE INTO suppression_places
  SELECT coalesce(s.value, ''), coalesce(d.value, ''), NEW.id
  FROM (SELECT 1) LEFT JOIN json_each(NEW.scope, '$.sources') s LEFT JOIN json_each(NEW.scope, '$.detectors') d
  WHERE NEW.ended_at IS NULL AND NEW.deleted_at IS NULL;
END;
CREATE TRIGGER suppression_places_delete AFTER DELETE ON suppression_rules BEGIN
  DELETE FROM suppression_places WHERE rule_id = OLD.id;
END;

-- How many arriving alerts a rule has hidden, in the transaction that stored them.
CREATE TABLE suppression_hits (
  rule_id TEXT PRIMARY KEY,
  hits INTEGER NOT NULL,
  last_hit_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Work on what is there already, of this workstation: continued after a crash from `last_seq`.
CREATE TABLE suppression_runs (
  id TEXT PRIMARY KEY,
  rule_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('APPLY', 'REOPEN')),
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'DONE')),
  last_seq INTEGER NOT NULL,
  changed INTEGER NOT NULL DEFAULT 0,
  started_by TEXT,
  started_at INTEGER NOT NULL
) STRICT;
CREATE INDEX suppression_runs_rule ON suppression_runs (rule_id, started_at);
CREATE INDEX suppression_runs_running ON suppression_runs (started_at) WHERE state = 'RUNNING';

ALTER TABLE alerts ADD COLUMN suppressed_by TEXT;

-- What is hidden has indexes of its own, and is not in those of the queue: no list reads past hidden
-- alerts, and an import writes as many entries as before.
DROP INDEX alerts_state;
DROP INDEX alerts_source;
CREATE INDEX alerts_state ON alerts (status, severity, created_at)
  WHERE deleted_at IS NULL AND suppressed_by IS NULL;
CREATE INDEX alerts_source ON alerts (source, status, severity, created_at)
  WHERE deleted_at IS NULL AND suppressed_by IS NULL;
CREATE INDEX alerts_hidden_state ON alerts (status, severity, created_at)
  WHERE deleted_at IS NULL AND suppressed_by IS NOT NULL;
CREATE INDEX alerts_hidden_source ON alerts (source, status, severity, created_at)
  WHERE deleted_at IS NULL AND suppressed_by IS NOT NULL;
CREATE INDEX alerts_hidden_rule ON alerts (suppressed_by, status, severity, created_at)
  WHERE deleted_at IS NULL AND suppressed_by IS NOT NULL;

-- Of the counts in alert_counts and alert_totals, which are of all alerts, those that are hidden.
CREATE TABLE suppressed_counts (
  hour INTEGER NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  severity TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (hour, source, status, severity)
) STRICT, WITHOUT ROWID;
CREATE TABLE suppressed_totals (
  rule_id TEXT NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  severity TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (rule_id, source, status, severity)
) STRICT, WITHOUT ROWID;
