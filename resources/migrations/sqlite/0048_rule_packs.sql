-- Rule packs and their rules, Sigma and YARA. What people decide (packs, switches, tuning, marks, tests)
-- is synced; hits, alerts made of them and runs follow from it and the events of this workstation.
CREATE TABLE rule_packs (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL DEFAULT '',
  origin TEXT NOT NULL DEFAULT 'imported' CHECK (origin IN ('shipped', 'imported', 'own')),
  file_name TEXT NOT NULL DEFAULT '',
  content_hash TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  is_enabled INTEGER NOT NULL DEFAULT 1,
  receipt TEXT CHECK (receipt IS NULL OR json_valid(receipt)),
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE detection_rules (
  id TEXT PRIMARY KEY,
  pack_id TEXT NOT NULL DEFAULT '',
  engine TEXT NOT NULL DEFAULT 'sigma' CHECK (engine IN ('sigma', 'yara')),
  kind TEXT NOT NULL DEFAULT 'rule' CHECK (kind IN ('rule', 'filter', 'correlation')),
  -- The rule's own id, or its place in the pack where it has none.
  rule_key TEXT NOT NULL DEFAULT '',
  path TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL DEFAULT '',
  description TEXT,
  author TEXT,
  level TEXT,
  status TEXT,
  logsource TEXT,
  reaches TEXT,
  techniques TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(techniques)),
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  false_positives TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(false_positives)),
  state TEXT NOT NULL DEFAULT 'invalid' CHECK (state IN ('ready', 'unsupported', 'invalid')),
  reasons TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reasons)),
  hash TEXT NOT NULL DEFAULT '',
  stated_version TEXT,
  version INTEGER NOT NULL DEFAULT 1,
  is_enabled INTEGER NOT NULL DEFAULT 1,
  -- An update of the pack no longer holds it: it does not run, and nothing of it is lost.
  is_gone INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX detection_rules_pack ON detection_rules (pack_id, rule_key);
CREATE INDEX detection_rules_title ON detection_rules (title, id) WHERE deleted_at IS NULL;

CREATE TABLE rule_versions (
  id TEXT PRIMARY KEY,
  rule_id TEXT NOT NULL DEFAULT '',
  number INTEGER NOT NULL DEFAULT 1,
  hash TEXT NOT NULL DEFAULT '',
  stated_version TEXT,
  text TEXT NOT NULL DEFAULT '',
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX rule_versions_of ON rule_versions (rule_id, number);

-- Own Sigma filters attached to a rule.
CREATE TABLE rule_tunings (
  id TEXT PRIMARY KEY,
  rule_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  -- The lines below `filter:` of the filter; rule and log source are put in.
  text TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  is_enabled INTEGER NOT NULL DEFAULT 1,
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX rule_tunings_of ON rule_tunings (rule_id, created_at);

-- A hit that a person has called a false positive.
CREATE TABLE rule_marks (
  id TEXT PRIMARY KEY,
  rule_id TEXT NOT NULL DEFAULT '',
  rule_hash TEXT NOT NULL DEFAULT '',
  investigation_id TEXT NOT NULL DEFAULT '',
  source_id TEXT NOT NULL DEFAULT '',
  event_id TEXT NOT NULL DEFAULT '',
  summary TEXT NOT NULL DEFAULT '',
  reason TEXT NOT NULL DEFAULT '',
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX rule_marks_of ON rule_marks (rule_id, created_at);

CREATE TABLE rule_tests (
  id TEXT PRIMARY KEY,
  rule_id TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  is_hit INTEGER NOT NULL DEFAULT 1,
  -- {declared?: {product, category, service}, event: {name: value}}
  body TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(body)),
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX rule_tests_of ON rule_tests (rule_id, created_at);

-- Local: parsed documents, so that a run need not read YAML.
CREATE TABLE rule_documents (
  hash TEXT PRIMARY KEY,
  document TEXT NOT NULL
) STRICT;

CREATE TABLE rule_runs (
  id TEXT PRIMARY KEY,
  investigation_id TEXT NOT NULL,
  source_id TEXT,
  job_id TEXT,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  error TEXT,
  started_by TEXT,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  receipt TEXT CHECK (receipt IS NULL OR json_valid(receipt))
) STRICT;
CREATE INDEX rule_runs_of ON rule_runs (investigation_id, started_at);

CREATE TABLE rule_hits (
  seq INTEGER PRIMARY KEY,
  investigation_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  pack_id TEXT NOT NULL,
  rule_key TEXT NOT NULL,
  rule_title TEXT NOT NULL,
  level TEXT,
  rule_version INTEGER NOT NULL,
  rule_hash TEXT NOT NULL,
  time_ms INTEGER,
  host TEXT,
  user TEXT,
  summary TEXT NOT NULL,
  place TEXT,
  matched TEXT NOT NULL CHECK (json_valid(matched)),
  alert_id TEXT,
  found_at INTEGER NOT NULL,
  UNIQUE (investigation_id, source_id, event_id, rule_id)
) STRICT;
CREATE INDEX rule_hits_rule ON rule_hits (rule_id, seq);
CREATE INDEX rule_hits_alert ON rule_hits (alert_id) WHERE alert_id IS NOT NULL;

-- How often a rule hit in a source; hits themselves are kept up to a limit.
CREATE TABLE rule_hit_totals (
  rule_id TEXT NOT NULL,
  investigation_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  hits INTEGER NOT NULL,
  PRIMARY KEY (rule_id, investigation_id, source_id)
) STRICT, WITHOUT ROWID;

-- One alert a rule, source and group of entities.
CREATE TABLE rule_alerts (
  rule_id TEXT NOT NULL,
  investigation_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  entity TEXT NOT NULL,
  alert_id TEXT NOT NULL,
  event_id TEXT NOT NULL,
  hits INTEGER NOT NULL,
  PRIMARY KEY (rule_id, investigation_id, source_id, entity)
) STRICT, WITHOUT ROWID;
CREATE INDEX rule_alerts_alert ON rule_alerts (alert_id);
