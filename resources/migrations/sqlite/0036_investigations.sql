-- What investigations keep beside their row (issue 7).
-- What is looked at: {"alertIds": []}.
ALTER TABLE forensic_investigations ADD COLUMN scope TEXT CHECK (scope IS NULL OR json_valid(scope));
ALTER TABLE forensic_investigations ADD COLUMN created_by TEXT;
-- The engine's: computed, never a model's.
ALTER TABLE forensic_investigations ADD COLUMN verdict TEXT
  CHECK (verdict IN ('malicious', 'suspicious', 'undetermined', 'benign'));
-- Hypotheses, techniques, actions, gaps (src/shared/areas/forensics/analysis.ts).
ALTER TABLE forensic_investigations ADD COLUMN analysis TEXT CHECK (analysis IS NULL OR json_valid(analysis));
-- What a model wrote about it, kept beside the engine's answer.
ALTER TABLE forensic_investigations ADD COLUMN opinion TEXT CHECK (opinion IS NULL OR json_valid(opinion));
ALTER TABLE forensic_investigations ADD COLUMN closed_at INTEGER;
ALTER TABLE forensic_investigations ADD COLUMN closed_by TEXT;
ALTER TABLE forensic_investigations ADD COLUMN closing_reason TEXT;
-- The person's, which may differ from the engine's.
ALTER TABLE forensic_investigations ADD COLUMN closing_verdict TEXT
  CHECK (closing_verdict IN ('malicious', 'suspicious', 'undetermined', 'benign'));
-- The frozen bundle.
ALTER TABLE forensic_investigations ADD COLUMN bundle_evidence_id TEXT;
-- Until now an investigation was closed when it was complete.
UPDATE forensic_investigations SET closed_at = completed_at WHERE status = 'COMPLETED';

-- The list is read along this; what is searched in it lies in it, too.
CREATE INDEX forensic_investigations_newest
  ON forensic_investigations (created_at, id, status, title, incident_id)
  WHERE deleted_at IS NULL;
CREATE INDEX forensic_investigations_status
  ON forensic_investigations (status, created_at, id) WHERE deleted_at IS NULL;

-- What the indicator rests on: [{"kind", "id", "field"}].
ALTER TABLE indicators ADD COLUMN evidence TEXT CHECK (evidence IS NULL OR json_valid(evidence));
CREATE INDEX indicators_newest ON indicators (created_at, id, type, value) WHERE deleted_at IS NULL;
CREATE INDEX forensic_sessions_investigation ON forensic_sessions (investigation_id, started_at);

-- The run of the engine on this workstation: derived, so local.
CREATE TABLE investigation_runs (
  investigation_id TEXT PRIMARY KEY,
  -- Counts the runs, so that a step of an earlier one is never taken for one of this.
  run INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'CANCELLED', 'FAILED', 'DONE')),
  job_id TEXT,
  error TEXT,
  started_by TEXT,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX investigation_runs_state ON investigation_runs (state);

-- The journal: a step that is in it is done, and what it found is not looked for again.
CREATE TABLE investigation_steps (
  investigation_id TEXT NOT NULL,
  run INTEGER NOT NULL,
  n INTEGER NOT NULL,
  step TEXT NOT NULL,
  -- JSON; null once the run has come to its end.
  output TEXT,
  -- What was found, in words.
  note TEXT NOT NULL,
  finished_at INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  PRIMARY KEY (investigation_id, run, n)
) STRICT, WITHOUT ROWID;
