-- What the scores were, day by day. A day on which Watchfloor did not run has no row.

-- Beside the score of the decisions: how much was assessed, and how sure that is. Days before have null.
ALTER TABLE daily_snapshots ADD COLUMN coverage REAL;
ALTER TABLE daily_snapshots ADD COLUMN assurance REAL;
-- The version of the formula, and SHA-256 over everything it was given.
ALTER TABLE daily_snapshots ADD COLUMN formula TEXT;
ALTER TABLE daily_snapshots ADD COLUMN inputs_digest TEXT;

CREATE TABLE framework_snapshots (
  framework_id TEXT NOT NULL,
  day TEXT NOT NULL,
  score REAL,
  coverage REAL,
  assurance REAL,
  compliant INTEGER NOT NULL,
  assessed INTEGER NOT NULL,
  applicable INTEGER NOT NULL,
  formula TEXT NOT NULL,
  inputs_digest TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (framework_id, day)
) STRICT;
CREATE INDEX framework_snapshots_day ON framework_snapshots (day);

-- What was assessed and what failed between two moments; evidence has evidence_by_validity for it.
CREATE INDEX controls_by_assessment ON controls (last_assessment) WHERE deleted_at IS NULL;
CREATE INDEX control_test_runs_failed ON control_test_runs (approved_at)
  WHERE result = 'FAIL' AND deleted_at IS NULL;
