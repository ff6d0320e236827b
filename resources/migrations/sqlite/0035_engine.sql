-- What the local engine keeps. Decisions and the memory of patterns are derived from alerts and
-- verdicts, of this workstation, and made anew where the engine's version changes. What people decide
-- about automation is synced.

-- `scored`: alerts up to this `seq` have a decision by `version`. `learned`: verdicts of alerts up to this
-- `seq` are in the memory.
CREATE TABLE engine_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  version TEXT NOT NULL,
  learned INTEGER NOT NULL,
  scored INTEGER NOT NULL
) STRICT;

-- One small row an alert. `suspicion` 0 to 100; `decision` 0 escalate, 1 review, 2 likely-benign,
-- 3 auto-close; `is_open`: waits at the desk and is not hidden.
CREATE TABLE engine_decisions (
  alert_seq INTEGER PRIMARY KEY,
  suspicion INTEGER NOT NULL,
  decision INTEGER NOT NULL,
  pattern_id INTEGER,
  created_at INTEGER NOT NULL,
  scored_at INTEGER NOT NULL,
  is_open INTEGER NOT NULL
) STRICT;
-- The queue by suspicion, a page at a time.
CREATE INDEX engine_decisions_queue ON engine_decisions (suspicion, created_at, alert_seq) WHERE is_open = 1;
CREATE INDEX engine_decisions_decision ON engine_decisions (decision, created_at, alert_seq) WHERE is_open = 1;
-- Those that are few among all, open or closed.
CREATE INDEX engine_decisions_rare ON engine_decisions (decision, alert_seq) WHERE decision = 0 OR decision = 3;
CREATE INDEX engine_decisions_pattern ON engine_decisions (pattern_id, alert_seq) WHERE is_open = 1;

-- The memory: one row a key (detector, with role, with host, with context: the levels of the engine).
CREATE TABLE engine_patterns (
  id INTEGER PRIMARY KEY,
  -- Made of the key, the same on every workstation: what people decide about it is kept under it.
  uid TEXT NOT NULL,
  key TEXT NOT NULL,
  level TEXT NOT NULL,
  label TEXT NOT NULL,
  -- Its open alerts are to be scored again from behind this `seq`; null: they are as they should be.
  dirty_from INTEGER
) STRICT;
CREATE UNIQUE INDEX engine_patterns_uid ON engine_patterns (uid);
CREATE INDEX engine_patterns_dirty ON engine_patterns (id) WHERE dirty_from IS NOT NULL;

-- Verdicts by UTC day and person, so that a support of 90 days is a few rows.
CREATE TABLE engine_pattern_days (
  pattern_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  analyst TEXT NOT NULL,
  benign INTEGER NOT NULL,
  malicious INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (pattern_id, day, analyst)
) STRICT, WITHOUT ROWID;

-- What one verdict added to the memory, so that it can be taken back. `outcome` 1 benign, 2 malicious,
-- 0 neither. `pattern_id`: of its narrowest level, null where nothing of the kind may be closed.
-- `traits`: hashes of its context. `decision` and `suspicion`: what the engine had said before the
-- verdict, null where it had said nothing.
CREATE TABLE engine_dispositions (
  alert_seq INTEGER PRIMARY KEY,
  pattern_id INTEGER,
  pattern_ids TEXT NOT NULL CHECK (json_valid(pattern_ids)),
  traits TEXT NOT NULL CHECK (json_valid(traits)),
  outcome INTEGER NOT NULL,
  analyst TEXT NOT NULL,
  closed_at INTEGER NOT NULL,
  burst INTEGER NOT NULL,
  decision INTEGER,
  suspicion INTEGER
) STRICT;
CREATE INDEX engine_dispositions_pattern ON engine_dispositions (pattern_id, closed_at);
CREATE INDEX engine_dispositions_burst ON engine_dispositions (pattern_id, outcome, burst, closed_at);

-- In which contexts alerts of a pattern were closed as benign.
CREATE TABLE engine_pattern_traits (
  pattern_id INTEGER NOT NULL,
  trait TEXT NOT NULL,
  n INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  PRIMARY KEY (pattern_id, trait)
) STRICT, WITHOUT ROWID;

-- When a detection spoke of a host, by the hour of the alerts' own time. Keys are 48 bits of SHA-256;
-- `host` 0: of any host; `detection` 0: a user's key stands for the host.
CREATE TABLE engine_sightings (
  host INTEGER NOT NULL,
  detection INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  first_at INTEGER NOT NULL,
  PRIMARY KEY (host, detection, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX engine_sightings_hour ON engine_sightings (host, hour, first_at);
-- How many detections spoke of a host for the first time, by hour.
CREATE TABLE engine_new_hours (
  hour INTEGER PRIMARY KEY,
  n INTEGER NOT NULL
) STRICT;

-- Verdicts given after the engine had spoken, by tenth of suspicion and decision: the health page's counts.
CREATE TABLE engine_outcomes (
  decision INTEGER NOT NULL,
  bin INTEGER NOT NULL,
  n INTEGER NOT NULL,
  malicious INTEGER NOT NULL,
  benign INTEGER NOT NULL,
  PRIMARY KEY (decision, bin)
) STRICT, WITHOUT ROWID;

-- Alerts to look at again: a verdict, or something about them, changed.
CREATE TABLE engine_dirty (
  alert_seq INTEGER PRIMARY KEY
) STRICT;
-- Values of indicators, marks and investigations that changed, whose alerts are looked at again.
CREATE TABLE engine_dirty_values (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, value)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER engine_alert_changed
AFTER UPDATE OF status, verdict, closed_by, severity, suppressed_by, deleted_at ON alerts
WHEN OLD.status IS NOT NEW.status OR OLD.verdict IS NOT NEW.verdict OR OLD.closed_by IS NOT NEW.closed_by
  OR OLD.severity IS NOT NEW.severity OR OLD.suppressed_by IS NOT NEW.suppressed_by
  OR OLD.deleted_at IS NOT NEW.deleted_at
BEGIN
  UPDATE engine_decisions SET is_open =
    (NEW.status IN ('OPEN', 'IN_PROGRESS') AND NEW.suppressed_by IS NULL AND NEW.deleted_at IS NULL)
  WHERE alert_seq = NEW.seq;
  INSERT OR IGNORE INTO engine_dirty (alert_seq) VALUES (NEW.seq);
END;
CREATE TRIGGER engine_alert_gone AFTER DELETE ON alerts BEGIN
  DELETE FROM engine_decisions WHERE alert_seq = OLD.seq;
  DELETE FROM engine_dirty WHERE alert_seq = OLD.seq;
END;
CREATE TRIGGER engine_indicator_made AFTER INSERT ON indicators BEGIN
  INSERT OR REPLACE INTO engine_dirty_values (kind, value) VALUES ('indicator', NEW.value);
END;
CREATE TRIGGER engine_indicator_changed AFTER UPDATE ON indicators BEGIN
  INSERT OR REPLACE INTO engine_dirty_values (kind, value) VALUES ('indicator', NEW.value);
END;
CREATE TRIGGER engine_investigation_made AFTER INSERT ON forensic_investigations BEGIN
  INSERT OR REPLACE INTO engine_dirty_values (kind, value) VALUES ('investigation', NEW.id);
END;
CREATE TRIGGER engine_investigation_changed AFTER UPDATE OF status, incident_id, deleted_at
ON forensic_investigations
WHEN OLD.status IS NOT NEW.status OR OLD.incident_id IS NOT NEW.incident_id
  OR OLD.deleted_at IS NOT NEW.deleted_at
BEGIN
  INSERT OR REPLACE INTO engine_dirty_values (kind, value) VALUES ('investigation', NEW.id);
END;
CREATE TRIGGER engine_mark_made AFTER INSERT ON entity_marks BEGIN
  INSERT OR REPLACE INTO engine_dirty_values (kind, value) VALUES (NEW.entity_kind, NEW.entity_value);
END;
CREATE TRIGGER engine_mark_changed AFTER UPDATE OF criticality, deleted_at ON entity_marks BEGIN
  INSERT OR REPLACE INTO engine_dirty_values (kind, value) VALUES (NEW.entity_kind, NEW.entity_value);
END;

-- The entities that an open investigation is about; derived.
CREATE TABLE engine_investigated (
  entity_id INTEGER NOT NULL,
  investigation_id TEXT NOT NULL,
  PRIMARY KEY (entity_id, investigation_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX engine_investigated_by ON engine_investigated (investigation_id);

-- What there is to say of an asset besides how critical it is (entity_marks, under the same id).
CREATE TABLE assets (
  id TEXT PRIMARY KEY,
  entity_kind TEXT NOT NULL DEFAULT 'host',
  entity_value TEXT NOT NULL DEFAULT '',
  -- 'web server', 'domain controller': patterns are known by role.
  role TEXT,
  owner TEXT,
  note TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX assets_entity ON assets (entity_kind, entity_value) WHERE deleted_at IS NULL;
CREATE TRIGGER engine_asset_made AFTER INSERT ON assets BEGIN
  INSERT OR REPLACE INTO engine_dirty_values (kind, value) VALUES (NEW.entity_kind, NEW.entity_value);
END;
CREATE TRIGGER engine_asset_changed AFTER UPDATE OF role, deleted_at ON assets BEGIN
  INSERT OR REPLACE INTO engine_dirty_values (kind, value) VALUES (NEW.entity_kind, NEW.entity_value);
END;

-- Whether the workspace lets the engine close anything at all: one row, 'policy'; none means shadow only.
CREATE TABLE automation_policy (
  id TEXT PRIMARY KEY,
  state TEXT NOT NULL DEFAULT 'SHADOW' CHECK (state IN ('SHADOW', 'ON', 'TRIPPED')),
  -- Closings a pattern may make in one UTC day.
  daily_cap INTEGER NOT NULL DEFAULT 50,
  reason TEXT,
  changed_by TEXT,
  changed_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- One a pattern that people decided about; `id` is made of its key. A pattern without a row is in shadow.
CREATE TABLE automation_patterns (
  id TEXT PRIMARY KEY,
  pattern_key TEXT NOT NULL DEFAULT '',
  label TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'SHADOW' CHECK (state IN ('OFF', 'SHADOW', 'ON', 'TRIPPED')),
  reason TEXT,
  -- Audits count from here: a trip makes it begin anew.
  audits_since INTEGER NOT NULL DEFAULT 0,
  changed_by TEXT,
  changed_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX automation_patterns_state ON automation_patterns (state) WHERE deleted_at IS NULL;

-- A person's word on a decision to close. SHADOW: would have been closed. RANDOM: was closed, and drawn.
-- CLOSING: the person closed it without having been asked. `id` is made of alert and kind.
CREATE TABLE automation_audits (
  id TEXT PRIMARY KEY,
  alert_id TEXT NOT NULL DEFAULT '',
  pattern_id TEXT NOT NULL DEFAULT '',
  kind TEXT NOT NULL DEFAULT 'SHADOW' CHECK (kind IN ('SHADOW', 'RANDOM', 'CLOSING')),
  decided_at INTEGER NOT NULL DEFAULT 0,
  -- Null: waits for a person.
  verdict TEXT CHECK (verdict IN ('AGREE', 'DISAGREE')),
  note TEXT,
  audited_by TEXT,
  audited_at INTEGER,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX automation_audits_pattern ON automation_audits (pattern_id, audited_at) WHERE deleted_at IS NULL;
CREATE INDEX automation_audits_waiting ON automation_audits (decided_at) WHERE verdict IS NULL AND deleted_at IS NULL;
CREATE INDEX automation_audits_given ON automation_audits (audited_at) WHERE verdict IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX automation_audits_alert ON automation_audits (alert_id);

-- What was closed by itself; `id` is the alert's.
CREATE TABLE automation_closings (
  id TEXT PRIMARY KEY,
  pattern_id TEXT NOT NULL DEFAULT '',
  closed_at INTEGER NOT NULL DEFAULT 0,
  action_id TEXT,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX automation_closings_pattern ON automation_closings (pattern_id, closed_at);

-- A confirmed error, and what it switched off: a pattern, or (pattern_id null) everything.
CREATE TABLE automation_trips (
  id TEXT PRIMARY KEY,
  pattern_id TEXT,
  alert_id TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  confirmed_by TEXT,
  at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX automation_trips_newest ON automation_trips (at, id);

-- A verdict that contradicts its pattern, for a second pair of eyes; `id` is the alert's.
CREATE TABLE automation_second_looks (
  id TEXT PRIMARY KEY,
  pattern_id TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  first_verdict TEXT,
  first_by TEXT,
  opened_at INTEGER NOT NULL DEFAULT 0,
  -- CONFIRMED: the contradiction stands. MISLABELLED: the first verdict was wrong.
  outcome TEXT CHECK (outcome IN ('CONFIRMED', 'MISLABELLED')),
  note TEXT,
  decided_by TEXT,
  decided_at INTEGER,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX automation_second_looks_open ON automation_second_looks (opened_at) WHERE outcome IS NULL AND deleted_at IS NULL;
CREATE INDEX automation_second_looks_pattern ON automation_second_looks (pattern_id);

-- The last backtests on this workspace's own closed alerts; of this workstation.
CREATE TABLE engine_backtests (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  version TEXT NOT NULL,
  result TEXT NOT NULL CHECK (json_valid(result))
) STRICT;
