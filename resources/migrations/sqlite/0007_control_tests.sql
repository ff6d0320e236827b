-- Tests of controls and their runs, exceptions, and what a bulk change needs to be taken back.

CREATE TABLE control_tests (
  id TEXT PRIMARY KEY,
  control_id TEXT NOT NULL REFERENCES controls (id),
  title TEXT NOT NULL,
  steps TEXT NOT NULL DEFAULT '',
  cadence_days INTEGER NOT NULL CHECK (cadence_days BETWEEN 1 AND 3660),
  tester TEXT REFERENCES users (id),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  next_due INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX control_tests_control ON control_tests (control_id, created_at);
CREATE INDEX control_tests_due ON control_tests (next_due) WHERE is_active = 1 AND deleted_at IS NULL;

-- A run counts once it is approved. A failed one that counts proposes a status, and a person decides.
CREATE TABLE control_test_runs (
  id TEXT PRIMARY KEY,
  test_id TEXT NOT NULL REFERENCES control_tests (id),
  control_id TEXT NOT NULL REFERENCES controls (id),
  ran_at INTEGER NOT NULL,
  tester TEXT REFERENCES users (id),
  result TEXT NOT NULL CHECK (result IN ('PASS', 'FAIL', 'INCONCLUSIVE')),
  notes TEXT,
  evidence_id TEXT REFERENCES evidence (id),
  approved_by TEXT REFERENCES users (id),
  approved_at INTEGER,
  is_self_approved INTEGER NOT NULL DEFAULT 0 CHECK (is_self_approved IN (0, 1)),
  proposed_status TEXT
    CHECK (proposed_status IN ('NOT_ASSESSED', 'COMPLIANT', 'PARTIALLY_COMPLIANT', 'NON_COMPLIANT')),
  decision TEXT CHECK (decision IN ('CONFIRMED', 'DISMISSED')),
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  decision_note TEXT,
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX control_test_runs_test ON control_test_runs (test_id, ran_at);
CREATE INDEX control_test_runs_control ON control_test_runs (control_id, ran_at);
CREATE INDEX control_test_runs_open ON control_test_runs (control_id)
  WHERE proposed_status IS NOT NULL AND decision IS NULL;

-- In force from the day it is made until it expires or is ended.
CREATE TABLE control_exceptions (
  id TEXT PRIMARY KEY,
  control_id TEXT NOT NULL REFERENCES controls (id),
  owner TEXT REFERENCES users (id),
  reason TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  created_by TEXT REFERENCES users (id),
  ended_at INTEGER,
  ended_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX control_exceptions_control ON control_exceptions (control_id, expires_at);

-- One bulk change; local, as it can be taken back only where it was made.
CREATE TABLE control_batches (
  id TEXT PRIMARY KEY,
  actor TEXT,
  summary TEXT NOT NULL,
  reason TEXT,
  row_count INTEGER NOT NULL DEFAULT 0,
  skipped TEXT NOT NULL DEFAULT '[]',
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'DONE', 'UNDONE')),
  undone_by TEXT,
  undone_at INTEGER,
  restored_count INTEGER NOT NULL DEFAULT 0,
  kept_count INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX control_batches_newest ON control_batches (created_at);

-- `before` holds the changed fields as they were (JSON); `stamp` is the row's newest field version
-- after the change: where it is another one now, somebody changed the row since.
CREATE TABLE control_batch_rows (
  batch_id TEXT NOT NULL REFERENCES control_batches (id) ON DELETE CASCADE,
  control_id TEXT NOT NULL,
  before TEXT NOT NULL,
  stamp TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'CHANGED' CHECK (state IN ('CHANGED', 'RESTORED', 'KEPT')),
  PRIMARY KEY (batch_id, control_id)
) STRICT;

-- Made by hand beside those of a pack: its words may be changed, and no upgrade says it is gone.
ALTER TABLE controls ADD COLUMN is_custom INTEGER NOT NULL DEFAULT 0 CHECK (is_custom IN (0, 1));

-- The list's filters and counts are answered from this index alone.
DROP INDEX controls_newest;
CREATE INDEX controls_newest ON controls (
  created_at DESC, id DESC, framework_id, status, category, owner, priority, is_automated,
  next_assessment, is_applicable, gone_in, deleted_at
);
