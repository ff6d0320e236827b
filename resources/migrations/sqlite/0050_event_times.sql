-- Clocks of sources, and events that people or rules took out of the event store into the case.
-- The recorded time of an event is never changed: the offset is added where events are read.
-- A synced copy of the event: another workstation shows it without the event store.
CREATE TABLE event_alignments (
  id TEXT PRIMARY KEY,
  investigation_id TEXT NOT NULL DEFAULT '',
  source_id TEXT NOT NULL DEFAULT '',
  source_name TEXT NOT NULL DEFAULT '',
  offset_ms INTEGER NOT NULL DEFAULT 0,
  offset_nanos INTEGER NOT NULL DEFAULT 0 CHECK (offset_nanos BETWEEN 0 AND 999999),
  method TEXT NOT NULL DEFAULT 'none' CHECK (method IN ('none', 'manual', 'known-event', 'ntp-log')),
  confidence TEXT NOT NULL DEFAULT 'low' CHECK (confidence IN ('low', 'medium', 'high')),
  note TEXT,
  set_by TEXT,
  set_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX event_alignments_of ON event_alignments (investigation_id, source_id);

CREATE TABLE promoted_events (
  id TEXT PRIMARY KEY,
  investigation_id TEXT NOT NULL DEFAULT '',
  source_id TEXT NOT NULL DEFAULT '',
  source_name TEXT NOT NULL DEFAULT '',
  event_id TEXT NOT NULL DEFAULT '',
  -- As recorded; null where the source gave no time.
  time_ms INTEGER,
  time_nanos INTEGER NOT NULL DEFAULT 0 CHECK (time_nanos BETWEEN 0 AND 999999),
  kind TEXT NOT NULL DEFAULT 'other',
  summary TEXT NOT NULL DEFAULT '',
  event TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(event)),
  note TEXT,
  technique TEXT,
  rule_id TEXT,
  rule_name TEXT,
  promoted_by TEXT,
  promoted_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX promoted_events_of ON promoted_events (investigation_id, source_id, event_id);

-- Made from the events of an investigation by a job, on this workstation; made anew when asked.
CREATE TABLE event_digests (
  investigation_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('processes', 'logons')),
  made_at INTEGER NOT NULL,
  -- What the event store held then.
  revision TEXT NOT NULL,
  summary TEXT NOT NULL CHECK (json_valid(summary)),
  PRIMARY KEY (investigation_id, kind)
) STRICT, WITHOUT ROWID;

-- Numbered as a tree is read from its top: the descendants of a node are the `below` ones after it.
CREATE TABLE process_nodes (
  investigation_id TEXT NOT NULL,
  node INTEGER NOT NULL,
  parent INTEGER,
  below INTEGER NOT NULL,
  children INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  started_ms INTEGER,
  facts TEXT NOT NULL CHECK (json_valid(facts)),
  -- What is searched, in lower case.
  words TEXT NOT NULL,
  PRIMARY KEY (investigation_id, node)
) STRICT, WITHOUT ROWID;
CREATE INDEX process_nodes_children ON process_nodes (investigation_id, parent, node);
