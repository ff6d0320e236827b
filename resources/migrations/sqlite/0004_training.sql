-- What trainees did in the guided exercises.

-- Rows that exercises work on. `part` names a row ('ransomware/14', 'noise/jump-rdp', a control, a
-- piece of evidence); `original` is how the demo made it (JSON), null for a row that an exercise made.
CREATE TABLE training_rows (
  part TEXT NOT NULL,
  record_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('alert', 'control', 'evidence', 'link')),
  original TEXT,
  PRIMARY KEY (part, record_id)
) STRICT, WITHOUT ROWID;

-- One beginning of an exercise by an account. `start_seq` is the end of the audit log at that moment:
-- what the trainee did is what the log holds after it.
CREATE TABLE training_attempts (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  exercise TEXT NOT NULL,
  number INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('RUNNING', 'PASSED', 'ENDED')),
  started_at INTEGER NOT NULL,
  start_seq INTEGER NOT NULL,
  checks INTEGER NOT NULL DEFAULT 0,
  hints TEXT NOT NULL DEFAULT '{}',
  answers TEXT NOT NULL DEFAULT '{}',
  result TEXT,
  checked_at INTEGER,
  ended_at INTEGER
) STRICT;
CREATE INDEX training_attempts_account ON training_attempts (account, exercise, number);
CREATE INDEX training_attempts_running ON training_attempts (exercise) WHERE state = 'RUNNING';
