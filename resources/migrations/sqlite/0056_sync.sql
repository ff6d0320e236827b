-- Sync: what came from others, and where the exchange with the workspace's server stands.

-- The change log is what is sent; what came from others is named in it, too, for those who follow
-- changes, and is not sent again.
ALTER TABLE change_log ADD COLUMN from_sync INTEGER NOT NULL DEFAULT 0 CHECK (from_sync IN (0, 1));
-- Who wrote under a stamp. Stamps only grow, so this is written at its end.
CREATE INDEX audit_log_stamp ON audit_log (stamp);

-- Of the replica (src/main/areas/sync/replica): cursor, epoch, acknowledged, acknowledged_stamp …
CREATE TABLE sync_state (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Of this workstation's link to the workspace, and of its worker: no secret lies here as it is.
CREATE TABLE sync_settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What a person is told of the past syncs; pruned by the worker.
CREATE TABLE sync_log (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details))
) STRICT;

-- Writes of others: who wrote under a stamp, why, and whose workstation vouched for it.
CREATE TABLE sync_writes (
  stamp TEXT PRIMARY KEY,
  actor TEXT,
  action TEXT NOT NULL,
  reason TEXT,
  sent_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Two people changed one field without knowing of each other. Values as JSON.
CREATE TABLE sync_conflicts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  table_name TEXT NOT NULL,
  record_id TEXT NOT NULL,
  -- The column.
  field TEXT NOT NULL,
  winner_value TEXT NOT NULL CHECK (json_valid(winner_value)),
  winner_stamp TEXT NOT NULL,
  winner_actor TEXT,
  loser_value TEXT NOT NULL CHECK (json_valid(loser_value)),
  loser_stamp TEXT NOT NULL,
  loser_actor TEXT,
  seen_at INTEGER NOT NULL,
  -- TAKEN: the other value was made a new edit. KEPT: somebody looked, and it stays.
  state TEXT NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'TAKEN', 'KEPT')),
  decided_by TEXT,
  decided_at INTEGER,
  to_send INTEGER NOT NULL CHECK (to_send IN (0, 1))
) STRICT;
CREATE INDEX sync_conflicts_record ON sync_conflicts (record_id);
CREATE INDEX sync_conflicts_unsent ON sync_conflicts (seq) WHERE to_send = 1;
CREATE INDEX sync_conflicts_open ON sync_conflicts (seq) WHERE state = 'OPEN';

-- Of rows that came: columns that this version does not know (version is null), whole rows of
-- tables it does not know, and rows that its tables refuse; taken over as soon as they fit.
CREATE TABLE sync_unknown (
  table_name TEXT NOT NULL,
  record_id TEXT NOT NULL,
  version TEXT,
  fields TEXT CHECK (fields IS NULL OR json_valid(fields)),
  cells TEXT NOT NULL CHECK (json_valid(cells)),
  -- Why a table refused it; null where table or column is unknown.
  reason TEXT,
  PRIMARY KEY (table_name, record_id)
) STRICT, WITHOUT ROWID;

-- Rows to be sent (again) beside the change log, whoever wrote them.
CREATE TABLE sync_again (
  table_name TEXT NOT NULL,
  record_id TEXT NOT NULL,
  PRIMARY KEY (table_name, record_id)
) STRICT, WITHOUT ROWID;

-- Rows that the server does not take from this workstation: not sent until it may have them.
CREATE TABLE sync_refused (
  table_name TEXT NOT NULL,
  record_id TEXT NOT NULL,
  PRIMARY KEY (table_name, record_id)
) STRICT, WITHOUT ROWID;

-- Tables whose rows are looked through for such (a new epoch, a workspace that is joined with what is
-- here): those of these buckets (a JSON list), after the id that was sent last.
CREATE TABLE sync_sweeps (
  table_name TEXT PRIMARY KEY,
  buckets TEXT NOT NULL CHECK (json_valid(buckets)),
  after_id TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- The same thing was known under two ids: what a late row still calls `id` is `known`.
CREATE TABLE sync_renamed (
  table_name TEXT NOT NULL,
  id TEXT NOT NULL,
  known TEXT NOT NULL,
  PRIMARY KEY (table_name, id)
) STRICT, WITHOUT ROWID;

-- An attestation is still never changed; that its stamp is made anew (a clock that was wrong) is no change.
DROP TRIGGER policy_attestations_stay;
CREATE TRIGGER policy_attestations_stay BEFORE UPDATE OF
  request_id, policy_id, version_id, version, sha256, statement, account_id, account_name, attested_at, deleted_at
ON policy_attestations
BEGIN SELECT raise(ABORT, 'an attestation is never changed'); END;
