-- Incidents: groups of alerts (0027) that belong together. What analysts decide is synced (records, pins,
-- entities, strictness); what follows from it is local and made by linking (src/main/areas/incidents).

-- An incident that a person took into hand: named, locked, merged or split.
CREATE TABLE incident_records (
  id TEXT PRIMARY KEY,
  name TEXT,
  -- Since when nothing is added by itself; null: not locked.
  locked_at INTEGER,
  locked_by TEXT,
  -- Why it was merged, split or locked last.
  reason TEXT,
  -- The incident it was merged into.
  merged_into TEXT,
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- A group's place by a person's decision; `id` is the group's key in hex. Null: by linking again.
CREATE TABLE incident_pins (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  incident_id TEXT,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX incident_pins_incident ON incident_pins (incident_id, id)
  WHERE incident_id IS NOT NULL AND deleted_at IS NULL;

-- Entities that always or never link; `id` is '<kind>:<value>'.
CREATE TABLE incident_entities (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  -- Null: by how common it is.
  rule TEXT CHECK (rule IN ('ALWAYS', 'NEVER')),
  reason TEXT,
  decided_by TEXT,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- One row, 'workspace'.
CREATE TABLE incident_settings (
  id TEXT PRIMARY KEY,
  strictness INTEGER NOT NULL DEFAULT 50,
  updated_by TEXT,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- Derived. `key`: of a record, or the key of its earliest group in hex.
CREATE TABLE incidents (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  has_record INTEGER NOT NULL DEFAULT 0,
  -- Of its links, so that linking sees which are as they were.
  edges_hash INTEGER NOT NULL DEFAULT 0,
  -- As computed, and as shown: a person's name before it.
  auto_name TEXT NOT NULL,
  name TEXT NOT NULL,
  is_locked INTEGER NOT NULL DEFAULT 0,
  techniques TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(techniques)),
  -- 3 critical, 2 high, 1 medium, 0 low.
  severity_rank INTEGER NOT NULL DEFAULT 0,
  n_groups INTEGER NOT NULL DEFAULT 0,
  n_alerts INTEGER NOT NULL DEFAULT 0,
  n_active INTEGER NOT NULL DEFAULT 0,
  first_seen INTEGER NOT NULL DEFAULT 9000000000000000,
  last_seen INTEGER NOT NULL DEFAULT 0,
  is_open INTEGER NOT NULL GENERATED ALWAYS AS (n_active > 0) VIRTUAL,
  is_linked INTEGER NOT NULL GENERATED ALWAYS AS (n_groups > 1) VIRTUAL
) STRICT;
-- Every list is a merge of exact ranges of this.
CREATE INDEX incidents_places ON incidents (is_open, is_linked, severity_rank, last_seen, id);

-- How many incidents there are of each sort, kept by triggers.
CREATE TABLE incident_totals (
  is_open INTEGER NOT NULL,
  is_linked INTEGER NOT NULL,
  severity_rank INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (is_open, is_linked, severity_rank)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER incidents_added AFTER INSERT ON incidents BEGIN
  INSERT INTO incident_totals VALUES (NEW.n_active > 0, NEW.n_groups > 1, NEW.severity_rank, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER incidents_gone AFTER DELETE ON incidents BEGIN
  UPDATE incident_totals SET n = n - 1 WHERE is_open = (OLD.n_active > 0)
    AND is_linked = (OLD.n_groups > 1) AND severity_rank = OLD.severity_rank;
END;
CREATE TRIGGER incidents_moved AFTER UPDATE OF n_active, n_groups, severity_rank ON incidents
WHEN (OLD.n_active > 0) <> (NEW.n_active > 0) OR (OLD.n_groups > 1) <> (NEW.n_groups > 1)
  OR OLD.severity_rank <> NEW.severity_rank
BEGIN
  UPDATE incident_totals SET n = n - 1 WHERE is_open = (OLD.n_active > 0)
    AND is_linked = (OLD.n_groups > 1) AND severity_rank = OLD.severity_rank;
  INSERT INTO incident_totals VALUES (NEW.n_active > 0, NEW.n_groups > 1, NEW.severity_rank, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;

-- The links that hold an incident together (its strongest tree). `strength`: thousandths.
CREATE TABLE incident_edges (
  incident_id INTEGER NOT NULL,
  a INTEGER NOT NULL,
  b INTEGER NOT NULL,
  strength INTEGER NOT NULL,
  PRIMARY KEY (incident_id, a, b)
) STRICT, WITHOUT ROWID;

-- What linking must look at again: a group, and the entity that came to it (0: its pin).
CREATE TABLE incident_work (
  seq INTEGER PRIMARY KEY,
  group_id INTEGER NOT NULL,
  entity_id INTEGER NOT NULL DEFAULT 0
) STRICT;

-- One row: `version` counts decisions, so that linking notices those made meanwhile; `is_whole`: 1 where
-- everything must be linked anew, 2 while it is; `scale`: the size of the workspace that rarity was
-- measured by.
CREATE TABLE incident_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  version INTEGER NOT NULL DEFAULT 0,
  is_whole INTEGER NOT NULL DEFAULT 1,
  kernel INTEGER NOT NULL DEFAULT 0,
  scale INTEGER NOT NULL DEFAULT 0,
  linked_at INTEGER
) STRICT;
INSERT INTO incident_state (id) VALUES (1);

-- Which entities are in many groups.
CREATE INDEX entities_common ON entities (groups) WHERE groups >= 256;

-- New groups wait under null.
CREATE INDEX alert_groups_incident ON alert_groups (incident_id, last_seen, id);

CREATE TRIGGER alert_groups_placed AFTER UPDATE OF incident_id ON alert_groups
WHEN NEW.incident_id IS NOT OLD.incident_id
BEGIN
  UPDATE incidents SET n_groups = n_groups - 1, n_alerts = n_alerts - OLD.n,
    n_active = n_active - OLD.n_active WHERE id = OLD.incident_id;
  UPDATE incidents SET n_groups = n_groups + 1, n_alerts = n_alerts + NEW.n,
    n_active = n_active + NEW.n_active, first_seen = min(first_seen, NEW.first_seen),
    last_seen = max(last_seen, NEW.last_seen),
    severity_rank = max(severity_rank, CASE NEW.severity WHEN 'CRITICAL' THEN 3 WHEN 'HIGH' THEN 2
      WHEN 'MEDIUM' THEN 1 ELSE 0 END)
    WHERE id = NEW.incident_id;
  DELETE FROM incidents WHERE id = OLD.incident_id AND n_groups = 0;
END;
CREATE TRIGGER alert_groups_counted AFTER UPDATE OF n, n_active, first_seen, last_seen, severity
ON alert_groups
WHEN NEW.incident_id IS NOT NULL AND NEW.incident_id IS OLD.incident_id
BEGIN
  UPDATE incidents SET n_alerts = n_alerts + NEW.n - OLD.n,
    n_active = n_active + NEW.n_active - OLD.n_active,
    first_seen = min(first_seen, NEW.first_seen), last_seen = max(last_seen, NEW.last_seen),
    severity_rank = max(severity_rank, CASE NEW.severity WHEN 'CRITICAL' THEN 3 WHEN 'HIGH' THEN 2
      WHEN 'MEDIUM' THEN 1 ELSE 0 END)
    WHERE id = NEW.incident_id;
END;
CREATE TRIGGER alert_groups_gone AFTER DELETE ON alert_groups BEGIN
  UPDATE incidents SET n_groups = n_groups - 1, n_alerts = n_alerts - OLD.n,
    n_active = n_active - OLD.n_active WHERE id = OLD.incident_id;
  DELETE FROM incidents WHERE id = OLD.incident_id AND n_groups = 0;
  UPDATE incident_state SET is_whole = 1 WHERE is_whole <> 1;
END;
CREATE TRIGGER incidents_edges_gone AFTER DELETE ON incidents BEGIN
  DELETE FROM incident_edges WHERE incident_id = OLD.id;
END;
CREATE TRIGGER group_entities_added AFTER INSERT ON group_entities
WHEN (SELECT incident_id FROM alert_groups WHERE id = NEW.group_id) IS NOT NULL
BEGIN
  INSERT INTO incident_work (group_id, entity_id) VALUES (NEW.group_id, NEW.entity_id);
END;
CREATE TRIGGER group_entities_gone AFTER DELETE ON group_entities BEGIN
  UPDATE incident_state SET is_whole = 1 WHERE is_whole <> 1;
END;

-- Decisions, made here, undone or arrived by sync: derived rows follow.
CREATE TRIGGER incident_pins_added AFTER INSERT ON incident_pins BEGIN
  INSERT INTO incident_work (group_id) SELECT id FROM alert_groups WHERE key = unhex(NEW.id);
  UPDATE incident_state SET version = version + 1;
END;
CREATE TRIGGER incident_pins_changed AFTER UPDATE OF incident_id, deleted_at ON incident_pins BEGIN
  INSERT INTO incident_work (group_id) SELECT id FROM alert_groups WHERE key = unhex(NEW.id);
  UPDATE incident_state SET version = version + 1;
END;
CREATE TRIGGER incident_records_changed
AFTER UPDATE OF name, locked_at, deleted_at ON incident_records
BEGIN
  UPDATE incidents SET
    name = CASE WHEN NEW.deleted_at IS NULL THEN coalesce(NEW.name, auto_name) ELSE auto_name END,
    is_locked = NEW.locked_at IS NOT NULL AND NEW.deleted_at IS NULL
    WHERE key = NEW.id;
  INSERT INTO incident_work (group_id) SELECT g.id FROM alert_groups g
    WHERE g.incident_id = (SELECT id FROM incidents WHERE key = NEW.id);
  UPDATE incident_state SET version = version + 1;
END;
CREATE TRIGGER incident_records_added AFTER INSERT ON incident_records BEGIN
  UPDATE incident_state SET version = version + 1;
END;
CREATE TRIGGER incident_entities_added AFTER INSERT ON incident_entities BEGIN
  UPDATE incident_state SET version = version + 1, is_whole = 1;
END;
CREATE TRIGGER incident_entities_changed AFTER UPDATE OF rule, deleted_at ON incident_entities BEGIN
  UPDATE incident_state SET version = version + 1, is_whole = 1;
END;
CREATE TRIGGER incident_settings_added AFTER INSERT ON incident_settings BEGIN
  UPDATE incident_state SET version = version + 1, is_whole = 1;
END;
CREATE TRIGGER incident_settings_changed AFTER UPDATE OF strictness, deleted_at ON incident_settings BEGIN
  UPDATE incident_state SET version = version + 1, is_whole = 1;
END;
