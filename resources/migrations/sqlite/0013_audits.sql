-- Audits: period and scope, requests, samples, findings.

-- What is examined: records from period_start to period_end, both days included ('YYYY-MM-DD', UTC).
ALTER TABLE audits ADD COLUMN period_start TEXT;
ALTER TABLE audits ADD COLUMN period_end TEXT;
-- What is in and what is out, in words; the frameworks are rows of audit_frameworks.
ALTER TABLE audits ADD COLUMN scope TEXT;
ALTER TABLE audits ADD COLUMN started_at INTEGER;
ALTER TABLE audits ADD COLUMN ended_at INTEGER;
CREATE INDEX audits_newest ON audits (created_at DESC, id DESC);

CREATE TABLE audit_frameworks (
  id TEXT PRIMARY KEY,
  audit_id TEXT NOT NULL REFERENCES audits (id),
  framework_id TEXT NOT NULL REFERENCES compliance_frameworks (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX audit_frameworks_pair ON audit_frameworks (audit_id, framework_id)
  WHERE deleted_at IS NULL;

-- `number` counts from 1 within an audit. `due` is a day. `control_id` is the first control asked
-- about; every one is in audit_request_controls.
CREATE TABLE audit_requests (
  id TEXT PRIMARY KEY,
  audit_id TEXT NOT NULL REFERENCES audits (id),
  number INTEGER NOT NULL,
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  description TEXT,
  control_id TEXT REFERENCES controls (id),
  owner TEXT REFERENCES users (id),
  due TEXT,
  status TEXT NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'PROVIDED', 'ACCEPTED', 'RETURNED')),
  -- With what words it was provided, and why it was returned (or what was said when accepted).
  provided_note TEXT,
  provided_by TEXT REFERENCES users (id),
  provided_at INTEGER,
  decision_note TEXT,
  decided_by TEXT REFERENCES users (id),
  decided_at INTEGER,
  is_self_approved INTEGER NOT NULL DEFAULT 0 CHECK (is_self_approved IN (0, 1)),
  -- 'scope', 'hand' or 'csv'.
  origin TEXT NOT NULL DEFAULT 'hand',
  created_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX audit_requests_audit ON audit_requests (audit_id, number) WHERE deleted_at IS NULL;
CREATE INDEX audit_requests_state ON audit_requests (status, due) WHERE deleted_at IS NULL;

CREATE TABLE audit_request_controls (
  id TEXT PRIMARY KEY,
  request_id TEXT NOT NULL REFERENCES audit_requests (id),
  control_id TEXT NOT NULL REFERENCES controls (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX audit_request_controls_pair ON audit_request_controls (request_id, control_id)
  WHERE deleted_at IS NULL;

CREATE TABLE audit_request_evidence (
  id TEXT PRIMARY KEY,
  request_id TEXT NOT NULL REFERENCES audit_requests (id),
  evidence_id TEXT NOT NULL REFERENCES evidence (id),
  added_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX audit_request_evidence_pair ON audit_request_evidence (request_id, evidence_id)
  WHERE deleted_at IS NULL;
CREATE INDEX audit_request_evidence_item ON audit_request_evidence (evidence_id);

-- A sample as it was drawn: it is never changed, only its results are written.
-- `items`: [{"ref", "ordinal", "label", "at", "facts": {…}}], ordinal = place in the population, from 1.
CREATE TABLE audit_samples (
  id TEXT PRIMARY KEY,
  audit_id TEXT NOT NULL REFERENCES audits (id),
  number INTEGER NOT NULL,
  population TEXT NOT NULL CHECK (population IN ('ALERTS', 'INCIDENTS', 'ACCESS')),
  purpose TEXT,
  period_start INTEGER NOT NULL,
  -- Not included.
  period_end INTEGER NOT NULL,
  filter TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(filter)),
  seed TEXT NOT NULL,
  method TEXT NOT NULL,
  size INTEGER NOT NULL,
  -- 'table' (the stated table of sizes) or 'chosen'.
  size_basis TEXT NOT NULL DEFAULT 'chosen',
  population_count INTEGER NOT NULL,
  population_sha256 TEXT NOT NULL,
  items TEXT NOT NULL CHECK (json_valid(items)),
  reconciliation TEXT NOT NULL CHECK (json_valid(reconciliation)),
  drawn_by TEXT REFERENCES users (id),
  drawn_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX audit_samples_audit ON audit_samples (audit_id, number) WHERE deleted_at IS NULL;

-- Per item of a sample, once it has been tested.
CREATE TABLE audit_sample_results (
  id TEXT PRIMARY KEY,
  sample_id TEXT NOT NULL REFERENCES audit_samples (id),
  item_ref TEXT NOT NULL,
  result TEXT NOT NULL CHECK (result IN ('PASS', 'EXCEPTION', 'NOT_TESTABLE')),
  note TEXT,
  evidence_id TEXT REFERENCES evidence (id),
  finding_id TEXT,
  tested_by TEXT REFERENCES users (id),
  tested_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX audit_sample_results_item ON audit_sample_results (sample_id, item_ref)
  WHERE deleted_at IS NULL;

-- `number` counts from 1 in the workspace. Every step is in audit_log (resource 'findings').
CREATE TABLE findings (
  id TEXT PRIMARY KEY,
  -- Null for a finding made outside any audit.
  audit_id TEXT REFERENCES audits (id),
  number INTEGER NOT NULL,
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 255),
  description TEXT,
  -- What should be, what is, why, and what follows from it.
  criteria TEXT,
  condition TEXT,
  cause TEXT,
  effect TEXT,
  recommendation TEXT,
  severity TEXT NOT NULL DEFAULT 'MEDIUM' CHECK (severity IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  control_id TEXT REFERENCES controls (id),
  status TEXT NOT NULL DEFAULT 'OPEN'
    CHECK (status IN ('OPEN', 'REMEDIATION', 'RETEST', 'CLOSED', 'ACCEPTED')),
  owner TEXT REFERENCES users (id),
  due_at INTEGER,
  remediation_plan TEXT,
  remediated_by TEXT REFERENCES users (id),
  remediated_at INTEGER,
  remediation_note TEXT,
  retested_by TEXT REFERENCES users (id),
  retested_at INTEGER,
  retest_result TEXT CHECK (retest_result IN ('PASS', 'FAIL')),
  retest_note TEXT,
  is_self_approved INTEGER NOT NULL DEFAULT 0 CHECK (is_self_approved IN (0, 1)),
  accepted_by TEXT REFERENCES users (id),
  accepted_reason TEXT,
  -- The day after which an accepted risk must be decided anew.
  accepted_until TEXT,
  closed_at INTEGER,
  sample_id TEXT REFERENCES audit_samples (id),
  sample_item TEXT,
  created_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX findings_newest ON findings (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX findings_audit ON findings (audit_id) WHERE deleted_at IS NULL;
CREATE INDEX findings_control ON findings (control_id, status) WHERE deleted_at IS NULL;
CREATE INDEX findings_due ON findings (status, due_at) WHERE deleted_at IS NULL;

CREATE TABLE finding_evidence (
  id TEXT PRIMARY KEY,
  finding_id TEXT NOT NULL REFERENCES findings (id),
  evidence_id TEXT NOT NULL REFERENCES evidence (id),
  added_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX finding_evidence_pair ON finding_evidence (finding_id, evidence_id)
  WHERE deleted_at IS NULL;
