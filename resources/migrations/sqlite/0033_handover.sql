-- Shift handovers, and what people say of entities.

-- How much an entity matters here, and why. One row an entity: its id is made of kind and value, so that
-- two workstations that mark the same one mean the same row.
CREATE TABLE entity_marks (
  id TEXT PRIMARY KEY,
  entity_kind TEXT NOT NULL DEFAULT 'host',
  -- As in entities.value.
  entity_value TEXT NOT NULL DEFAULT '',
  criticality TEXT NOT NULL DEFAULT 'NORMAL' CHECK (criticality IN ('CRITICAL', 'NORMAL', 'KNOWN_BENIGN')),
  reason TEXT,
  marked_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX entity_marks_entity ON entity_marks (entity_kind, entity_value) WHERE deleted_at IS NULL;
-- What the engine asks: is any of these a critical asset, is any known to be benign.
CREATE INDEX entity_marks_criticality ON entity_marks (criticality, entity_kind, entity_value)
  WHERE deleted_at IS NULL;

CREATE TABLE entity_notes (
  id TEXT PRIMARY KEY,
  -- As entity_marks.id, whether or not it is marked.
  entity_id TEXT NOT NULL DEFAULT '',
  entity_kind TEXT NOT NULL DEFAULT 'host',
  entity_value TEXT NOT NULL DEFAULT '',
  -- Markdown.
  text TEXT NOT NULL DEFAULT '',
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX entity_notes_entity ON entity_notes (entity_id, created_at);

-- One handover of a shift. What was generated and what a person wrote are kept apart, so that the first
-- can be made anew without the loss of the second.
CREATE TABLE handovers (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'DRAFT' CHECK (state IN ('DRAFT', 'HANDED_OVER', 'ACKNOWLEDGED')),
  -- The span it tells of, and the zone its times are written in.
  since INTEGER NOT NULL DEFAULT 0,
  until INTEGER NOT NULL DEFAULT 0,
  time_zone TEXT NOT NULL DEFAULT 'UTC',
  -- Generated, as handover.contract.ts says; null until it has been.
  facts TEXT CHECK (facts IS NULL OR json_valid(facts)),
  generated_at INTEGER,
  -- Written by a person: Markdown by section, and generated lines that were taken out.
  texts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(texts)),
  hidden TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(hidden)),
  created_by TEXT,
  handed_to TEXT,
  handed_by TEXT,
  handed_at INTEGER,
  acknowledged_by TEXT,
  acknowledged_at INTEGER,
  acknowledgement TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX handovers_newest ON handovers (created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- What was done in a shift is a span of the audit log.
CREATE INDEX audit_log_moment ON audit_log (at);

-- Investigations of an incident or alert.
CREATE INDEX forensic_investigations_incident ON forensic_investigations (incident_id);
CREATE INDEX indicators_investigation ON indicators (investigation_id);
