-- The collection schedule: what evidence is collected how often, by whom or by what.

CREATE TABLE collection_tasks (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT,
  type TEXT NOT NULL DEFAULT 'DOCUMENT',
  owner TEXT REFERENCES users (id),
  cadence TEXT NOT NULL DEFAULT 'QUARTERLY'
    CHECK (cadence IN ('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY')),
  -- Days as 2026-11-20, on the calendar of the machine. Every due day is counted from the first.
  starts_on TEXT NOT NULL,
  next_due TEXT NOT NULL,
  -- 'manual', or the collector that runs by itself.
  collector TEXT NOT NULL DEFAULT 'manual',
  -- For how long what is collected proves something; null for ever.
  validity_days INTEGER CHECK (validity_days BETWEEN 1 AND 3650),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  -- The end of the period that was collected last.
  covered_until INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX collection_tasks_due ON collection_tasks (next_due, id) WHERE deleted_at IS NULL;

CREATE TABLE collection_task_controls (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES collection_tasks (id),
  control_id TEXT NOT NULL REFERENCES controls (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX collection_task_controls_task ON collection_task_controls (task_id, control_id);

CREATE TABLE collection_runs (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES collection_tasks (id),
  -- The due day that it answers.
  due TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('COLLECTED', 'NOTHING_NEW', 'FAILED', 'SKIPPED')),
  evidence_id TEXT REFERENCES evidence (id),
  actor TEXT REFERENCES users (id),
  message TEXT,
  ran_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX collection_runs_task ON collection_runs (task_id, ran_at);

-- Which controls a piece of evidence has, and which evidence a control has, by the index alone.
CREATE INDEX control_evidence_control ON control_evidence (control_id, evidence_id)
  WHERE deleted_at IS NULL;
