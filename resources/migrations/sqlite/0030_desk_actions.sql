-- What was done at the desk, so that it can be undone, also after a restart. Of this workstation; the
-- audit log is the record for others.
CREATE TABLE desk_actions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  actor TEXT,
  at INTEGER NOT NULL,
  -- In words: 'Resolve 312 alerts'.
  summary TEXT NOT NULL,
  note TEXT,
  row_count INTEGER NOT NULL,
  -- RUNNING, UNDOING, REDOING: a run is under way, also after a crash. CANCELLED: put back half-way.
  state TEXT NOT NULL DEFAULT 'DONE'
    CHECK (state IN ('RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'REDOING', 'CANCELLED')),
  -- When and by whom it was undone or done again last.
  changed_at INTEGER,
  changed_by TEXT,
  -- What a bulk action does, as JSON.
  plan TEXT CHECK (plan IS NULL OR json_valid(plan))
) STRICT;
CREATE INDEX desk_actions_newest ON desk_actions (at DESC, id DESC);
CREATE INDEX desk_actions_mine ON desk_actions (actor, at DESC, id DESC);
CREATE INDEX desk_actions_undone ON desk_actions (changed_by, changed_at DESC) WHERE state = 'UNDONE';
CREATE INDEX desk_actions_running ON desk_actions (state)
  WHERE state IN ('RUNNING', 'UNDOING', 'REDOING');

-- The rows an action changed. `before` and `after` are JSON of the changed properties only; a row that
-- was not there before, or is not there after, is null. `is_applied` is 0 once undone.
CREATE TABLE desk_action_changes (
  action_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  table_name TEXT NOT NULL,
  record_id TEXT NOT NULL,
  before TEXT CHECK (before IS NULL OR json_valid(before)),
  after TEXT CHECK (after IS NULL OR json_valid(after)),
  is_applied INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (action_id, n)
) STRICT, WITHOUT ROWID;
CREATE INDEX desk_action_changes_record ON desk_action_changes (record_id);

-- The journal: one row for each time that an action was done in bulk, undone or done again.
-- `position` is the change (or part) it has come to, so that it goes on from there after a crash.
-- `cancels`: the run, cut short by a person, that this one puts back. `is_range`: its audit entries
-- name the action instead of each row, so that a row's history reads this table too.
CREATE TABLE desk_action_runs (
  action_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('DO', 'UNDO', 'REDO')),
  actor TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  resumed_at INTEGER,
  state TEXT NOT NULL DEFAULT 'RUNNING' CHECK (state IN ('RUNNING', 'DONE', 'CANCELLED')),
  position INTEGER NOT NULL,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  cancels INTEGER,
  is_range INTEGER NOT NULL DEFAULT 0,
  job_id TEXT,
  PRIMARY KEY (action_id, n)
) STRICT, WITHOUT ROWID;

-- The set of a bulk action, fixed when it starts: up to 100 alerts (`seq`) a part, gone once written.
CREATE TABLE desk_action_parts (
  action_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  seqs TEXT NOT NULL CHECK (json_valid(seqs)),
  PRIMARY KEY (action_id, n)
) STRICT, WITHOUT ROWID;

-- Rows that a run left as they were, and why: 'changed' since (by `changed_by`), 'gone', 'same',
-- 'refused' (the change does not apply).
CREATE TABLE desk_action_kept (
  action_id TEXT NOT NULL,
  run INTEGER NOT NULL,
  record_id TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('changed', 'gone', 'same', 'refused')),
  changed_by TEXT,
  PRIMARY KEY (action_id, run, record_id)
) STRICT, WITHOUT ROWID;
