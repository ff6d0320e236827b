-- Repeats of alerts and the entities they name: derived, kept in the transaction that changes alerts
-- (src/main/db/groups), and made anew from the alerts where a fingerprint changes.
CREATE TABLE entities (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('host', 'user', 'address', 'hash', 'mailbox')),
  -- As it is compared: lower case, addresses in their short form.
  value TEXT NOT NULL,
  alerts INTEGER NOT NULL DEFAULT 0,
  groups INTEGER NOT NULL DEFAULT 0,
  -- Of the alerts that name it; where alerts were deleted, to the quarter of an hour.
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX entities_value ON entities (kind, value);

-- One group of repeats. `key`: the number of its quarter of an hour in 4 bytes, so that neighbours in
-- time lie together in the index, then 12 bytes of SHA-256 over source, fingerprint and window.
CREATE TABLE alert_groups (
  id INTEGER PRIMARY KEY,
  key BLOB NOT NULL,
  source TEXT NOT NULL,
  -- Detector and title of its first alert; of several at one moment, the first in the alphabet.
  detector TEXT,
  title TEXT NOT NULL,
  -- The highest of its alerts.
  severity TEXT NOT NULL CHECK (severity IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  techniques TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(techniques)),
  n INTEGER NOT NULL DEFAULT 0,
  -- Of these open or in progress, and not hidden by a rule of suppression.
  n_active INTEGER NOT NULL DEFAULT 0,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  -- The incident it belongs to (0028), null until the next linking.
  incident_id INTEGER,
  -- How many alerts of each severity and technique, so that deleting one needs no look at the others.
  n_critical INTEGER NOT NULL DEFAULT 0,
  n_high INTEGER NOT NULL DEFAULT 0,
  n_medium INTEGER NOT NULL DEFAULT 0,
  n_low INTEGER NOT NULL DEFAULT 0,
  technique_counts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(technique_counts)),
  is_active INTEGER GENERATED ALWAYS AS (n_active > 0) VIRTUAL
) STRICT;
CREATE UNIQUE INDEX alert_groups_key ON alert_groups (key);
CREATE INDEX alert_groups_places ON alert_groups (is_active, severity, last_seen);
CREATE INDEX alert_groups_source ON alert_groups (source, is_active, severity, last_seen);

CREATE TABLE group_members (
  alert_seq INTEGER PRIMARY KEY,
  group_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX group_members_group ON group_members (group_id, created_at, alert_seq);

-- `n`: alerts of the group that name the entity. `slot`: the quarter of an hour of the group.
CREATE TABLE group_entities (
  group_id INTEGER NOT NULL,
  entity_id INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (group_id, entity_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX group_entities_entity ON group_entities (entity_id, slot, group_id);

-- How many groups there are, so that no list counts them.
CREATE TABLE group_totals (
  source TEXT NOT NULL,
  severity TEXT NOT NULL,
  is_active INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (source, severity, is_active)
) STRICT, WITHOUT ROWID;

-- How far the alerts have been grouped by the rules in force; no row where that never began.
CREATE TABLE group_build (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The rules it is made by, as text: others make it begin anew.
  rules TEXT NOT NULL,
  -- Alerts up to this `seq` are done.
  position INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

-- Which fields make a repeat, by source; a source without a row goes by the rule of all.
CREATE TABLE group_fingerprints (
  id TEXT PRIMARY KEY,
  fields TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(fields)),
  updated_by TEXT,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- An alert that an analyst took out of its group; `id` is the alert's. It is a group of its own.
CREATE TABLE group_pins (
  id TEXT PRIMARY KEY,
  pinned_by TEXT,
  pinned_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
