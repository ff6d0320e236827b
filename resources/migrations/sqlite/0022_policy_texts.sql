-- Policy texts: requests to attest, attestations, receipts of imports, values of placeholders.

-- Asks the active accounts of `roles` and those of `accounts` (JSON arrays) to attest one version of
-- a policy, in the words of `statement`, by the day `due`. A request is open until it is closed:
-- WITHDRAWN with a reason, or SUPERSEDED by the request for the next version.
CREATE TABLE policy_attestation_requests (
  id TEXT PRIMARY KEY,
  policy_id TEXT NOT NULL REFERENCES policies (id),
  version_id TEXT NOT NULL,
  version TEXT NOT NULL,
  -- Of the text of that version.
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  statement TEXT NOT NULL,
  roles TEXT NOT NULL DEFAULT '[]',
  accounts TEXT NOT NULL DEFAULT '[]',
  due TEXT,
  closed_as TEXT CHECK (closed_as IN ('WITHDRAWN', 'SUPERSEDED')),
  closed_at INTEGER,
  closed_by TEXT REFERENCES users (id),
  closed_reason TEXT,
  created_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX policy_attestation_requests_newest
  ON policy_attestation_requests (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX policy_attestation_requests_policy
  ON policy_attestation_requests (policy_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX policy_attestation_requests_open
  ON policy_attestation_requests (due, id) WHERE deleted_at IS NULL AND closed_at IS NULL;

-- Who confirmed which text, when, in what words. Two machines that were apart may hold two for the
-- same account and version: both are kept, and count once.
CREATE TABLE policy_attestations (
  id TEXT PRIMARY KEY,
  -- Null where nobody had asked.
  request_id TEXT REFERENCES policy_attestation_requests (id),
  policy_id TEXT NOT NULL REFERENCES policies (id),
  version_id TEXT NOT NULL,
  version TEXT NOT NULL,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  statement TEXT NOT NULL,
  account_id TEXT NOT NULL REFERENCES users (id),
  -- As it was then.
  account_name TEXT NOT NULL,
  attested_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX policy_attestations_of_version
  ON policy_attestations (policy_id, version_id, account_id);
CREATE INDEX policy_attestations_of_account ON policy_attestations (account_id, version_id);
CREATE INDEX policy_attestations_newest ON policy_attestations (attested_at DESC, id DESC);

-- A record of what somebody confirmed is not edited and not taken back, whoever asks.
CREATE TRIGGER policy_attestations_stay BEFORE UPDATE ON policy_attestations
BEGIN SELECT raise(ABORT, 'an attestation is never changed'); END;

-- The receipt of a file that became a policy: what of it was left out, and why (JSON).
CREATE TABLE policy_imports (
  id TEXT PRIMARY KEY,
  policy_id TEXT NOT NULL REFERENCES policies (id),
  file_name TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('markdown', 'docx')),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  size_bytes INTEGER NOT NULL,
  counts TEXT NOT NULL,
  notes TEXT NOT NULL,
  created_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX policy_imports_newest ON policy_imports (created_at DESC, id DESC);

-- What placeholders of templates stand for in this workspace, by their name (`workspace.name`).
CREATE TABLE policy_values (
  id TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
