-- Times are milliseconds since the epoch (UTC); dates without a time are 'YYYY-MM-DD' text.
-- Synced tables carry row_version (the stamp of the write that made the row), field_versions
-- (JSON: later stamps per field) and deleted_at (tombstone). See src/main/db/write-door.ts.

CREATE TABLE meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT,
  origin TEXT NOT NULL CHECK (origin IN ('user', 'job', 'system', 'sync')),
  action TEXT NOT NULL,
  resource TEXT NOT NULL,
  record_id TEXT,
  row_count INTEGER NOT NULL DEFAULT 1,
  reason TEXT,
  changes TEXT,
  stamp TEXT NOT NULL
) STRICT;
CREATE INDEX audit_log_record ON audit_log (record_id) WHERE record_id IS NOT NULL;

-- What a later sync must send: one record, or a range of rows written by one transaction.
CREATE TABLE change_log (
  seq INTEGER PRIMARY KEY,
  table_name TEXT NOT NULL,
  record_id TEXT,
  first_row INTEGER,
  last_row INTEGER,
  fields TEXT,
  stamp TEXT NOT NULL,
  CHECK ((record_id IS NULL) <> (first_row IS NULL)),
  CHECK ((first_row IS NULL) = (last_row IS NULL))
) STRICT;

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  first_name TEXT,
  last_name TEXT,
  profile_image_url TEXT,
  role TEXT NOT NULL DEFAULT 'SOC Analyst'
    CHECK (role IN ('SOC Analyst', 'Compliance Officer', 'Administrator', 'Auditor')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- Never synced: password hashes stay on the workstation.
CREATE TABLE credentials (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  password_hash TEXT NOT NULL
) STRICT;

CREATE TABLE login_attempts (
  email TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  blocked_until INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  sid TEXT PRIMARY KEY,
  sess TEXT NOT NULL CHECK (json_valid(sess)),
  expire INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_expire ON sessions (expire);

CREATE TABLE jobs (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('QUEUED', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED')),
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER,
  unit TEXT NOT NULL,
  message TEXT,
  started_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

CREATE TABLE imports (
  id TEXT PRIMARY KEY,
  job_id TEXT,
  file_name TEXT NOT NULL,
  format TEXT,
  state TEXT NOT NULL
    CHECK (state IN ('RUNNING', 'DONE', 'FAILED', 'CANCELLED', 'INTERRUPTED')),
  error TEXT,
  bytes_read INTEGER NOT NULL DEFAULT 0,
  total_bytes INTEGER,
  read INTEGER NOT NULL DEFAULT 0,
  added INTEGER NOT NULL DEFAULT 0,
  merged INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0,
  rejected INTEGER NOT NULL DEFAULT 0,
  notes TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(notes)),
  unknown_fields TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(unknown_fields)),
  started_by TEXT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;

CREATE TABLE import_rejections (
  import_id TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  reason TEXT NOT NULL,
  excerpt TEXT NOT NULL
) STRICT;
CREATE INDEX import_rejections_import ON import_rejections (import_id, line);

CREATE TABLE alerts (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  title TEXT NOT NULL CHECK (length(title) <= 255),
  description TEXT NOT NULL,
  severity TEXT NOT NULL CHECK (severity IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  status TEXT NOT NULL DEFAULT 'OPEN'
    CHECK (status IN ('OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE')),
  source TEXT NOT NULL,
  source_host TEXT,
  source_user TEXT,
  source_ip TEXT,
  dest_ip TEXT,
  detector TEXT,
  category TEXT,
  techniques TEXT NOT NULL DEFAULT '[]',
  ai_investigation TEXT,
  assigned_to TEXT REFERENCES users (id),
  escalated INTEGER NOT NULL DEFAULT 0 CHECK (escalated IN (0, 1)),
  false_positive INTEGER NOT NULL DEFAULT 0 CHECK (false_positive IN (0, 1)),
  time_basis TEXT NOT NULL DEFAULT 'received',
  import_id TEXT,
  fingerprint BLOB,
  -- Host, user and every address, each as one word of the search index: 10.0.5.7 as 10x0x5x7.
  entity_terms TEXT,
  created_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  resolved_at INTEGER,
  -- For the figures: first action by anyone, time worked on it, automatic closing, its overturning.
  first_action_at INTEGER,
  in_progress_since INTEGER,
  handling_ms INTEGER NOT NULL DEFAULT 0,
  auto_closed_at INTEGER,
  overturned_at INTEGER,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX alerts_id ON alerts (id);
CREATE UNIQUE INDEX alerts_fingerprint ON alerts (fingerprint) WHERE fingerprint IS NOT NULL;
-- The queue's order and its filters: each combination of filters is a few exact ranges of one index.
CREATE INDEX alerts_state ON alerts (status, severity, created_at) WHERE deleted_at IS NULL;
CREATE INDEX alerts_source ON alerts (source, status, severity, created_at) WHERE deleted_at IS NULL;
-- For the figures: closings and first actions of the last days, answered by the index alone.
CREATE INDEX alerts_closed ON alerts (resolved_at, auto_closed_at, overturned_at, handling_ms)
  WHERE resolved_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX alerts_auto_closed ON alerts (auto_closed_at, overturned_at)
  WHERE auto_closed_at IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX alerts_first_action ON alerts (first_action_at, created_at)
  WHERE first_action_at IS NOT NULL AND deleted_at IS NULL;

-- The records as their sources wrote them, byte for byte: those of the alerts first_seq to last_seq,
-- of one format, compressed together (src/main/areas/alerts/raw-blocks.ts).
CREATE TABLE alert_raw (
  first_seq INTEGER PRIMARY KEY,
  last_seq INTEGER NOT NULL CHECK (last_seq >= first_seq),
  format TEXT NOT NULL,
  ends BLOB NOT NULL,
  records BLOB NOT NULL
) STRICT;

-- Counted per hour so that no figure needs a scan; kept in the transaction that changes alerts.
CREATE TABLE alert_counts (
  hour INTEGER NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  severity TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (hour, source, status, severity)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_totals (
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  severity TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (source, status, severity)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE alerts_fts USING fts5 (
  title, description, source, source_host, source_user, entity_terms,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
-- Merge later: an import writes a segment a batch, and merging them eagerly costs it a third more.
INSERT INTO alerts_fts (alerts_fts, rank) VALUES ('automerge', 16);

CREATE TABLE compliance_frameworks (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  version TEXT,
  description TEXT,
  category TEXT,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE controls (
  id TEXT PRIMARY KEY,
  framework_id TEXT NOT NULL REFERENCES compliance_frameworks (id),
  control_id TEXT NOT NULL,
  title TEXT NOT NULL CHECK (length(title) <= 255),
  description TEXT,
  category TEXT,
  requirement TEXT,
  priority TEXT NOT NULL DEFAULT 'MEDIUM' CHECK (priority IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  is_automated INTEGER NOT NULL DEFAULT 0 CHECK (is_automated IN (0, 1)),
  status TEXT NOT NULL DEFAULT 'NOT_ASSESSED'
    CHECK (status IN ('NOT_ASSESSED', 'COMPLIANT', 'PARTIALLY_COMPLIANT', 'NON_COMPLIANT')),
  last_assessment INTEGER,
  next_assessment INTEGER,
  owner TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX controls_framework ON controls (framework_id, status);

CREATE TABLE evidence (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT,
  type TEXT NOT NULL,
  file_path TEXT,
  collected_by TEXT REFERENCES users (id),
  collection_date INTEGER,
  expiration_date INTEGER,
  is_valid INTEGER NOT NULL DEFAULT 1 CHECK (is_valid IN (0, 1)),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE control_evidence (
  id TEXT PRIMARY KEY,
  control_id TEXT NOT NULL REFERENCES controls (id),
  evidence_id TEXT NOT NULL REFERENCES evidence (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER,
  UNIQUE (control_id, evidence_id)
) STRICT;
CREATE INDEX control_evidence_evidence ON control_evidence (evidence_id);

CREATE TABLE risks (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT,
  category TEXT CHECK (category IN ('OPERATIONAL', 'FINANCIAL', 'STRATEGIC', 'COMPLIANCE', 'TECHNICAL')),
  likelihood INTEGER NOT NULL DEFAULT 1 CHECK (likelihood BETWEEN 1 AND 5),
  impact INTEGER NOT NULL DEFAULT 1 CHECK (impact BETWEEN 1 AND 5),
  risk_score REAL NOT NULL CHECK (risk_score BETWEEN 0 AND 99.9),
  inherent_risk REAL NOT NULL CHECK (inherent_risk BETWEEN 0 AND 99.9),
  residual_risk REAL NOT NULL CHECK (residual_risk BETWEEN 0 AND 99.9),
  status TEXT NOT NULL DEFAULT 'IDENTIFIED'
    CHECK (status IN ('IDENTIFIED', 'ASSESSED', 'MITIGATED', 'ACCEPTED', 'TRANSFERRED')),
  owner TEXT REFERENCES users (id),
  mitigation_plan TEXT,
  target_date TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE policies (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT,
  content TEXT,
  version TEXT NOT NULL DEFAULT '1.0',
  status TEXT NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'UNDER_REVIEW', 'APPROVED', 'DEPRECATED')),
  category TEXT CHECK (category IN ('SECURITY', 'PRIVACY', 'HR', 'IT', 'OPERATIONS')),
  owner TEXT REFERENCES users (id),
  approver TEXT REFERENCES users (id),
  effective_date TEXT,
  review_date TEXT,
  next_review_date TEXT,
  is_outdated INTEGER NOT NULL DEFAULT 0 CHECK (is_outdated IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE vendors (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  description TEXT,
  category TEXT CHECK (category IN ('SOFTWARE', 'CLOUD', 'CONSULTING', 'HARDWARE')),
  risk_tier TEXT NOT NULL DEFAULT 'MEDIUM' CHECK (risk_tier IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  last_assessment TEXT,
  next_assessment TEXT,
  contract_expiry TEXT,
  primary_contact TEXT,
  security_contact TEXT,
  compliance_certifications TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(compliance_certifications)),
  risk_score REAL,
  status TEXT NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'UNDER_REVIEW', 'SUSPENDED', 'TERMINATED')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE audits (
  id TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  description TEXT,
  type TEXT NOT NULL DEFAULT 'INTERNAL' CHECK (type IN ('INTERNAL', 'EXTERNAL', 'REGULATORY', 'CERTIFICATION')),
  framework TEXT CHECK (framework IN ('SOC2', 'ISO27001', 'PCI-DSS', 'HIPAA', 'GDPR', 'NIST')),
  auditor TEXT,
  status TEXT NOT NULL DEFAULT 'PLANNED' CHECK (status IN ('PLANNED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
  start_date TEXT,
  end_date TEXT,
  report_date TEXT,
  findings TEXT CHECK (findings IS NULL OR json_valid(findings)),
  recommendations TEXT,
  assigned_to TEXT REFERENCES users (id),
  preparation_started_at INTEGER,
  package_ready_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE integrations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  type TEXT NOT NULL
    CHECK (type IN ('EDR', 'SIEM', 'IAM', 'CLOUD', 'VULNERABILITY', 'THREAT_INTEL', 'FIREWALL', 'EMAIL')),
  vendor TEXT,
  status TEXT NOT NULL DEFAULT 'DISCONNECTED' CHECK (status IN ('CONNECTED', 'DISCONNECTED', 'ERROR', 'PENDING')),
  last_sync INTEGER,
  configuration TEXT CHECK (configuration IS NULL OR json_valid(configuration)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE forensic_investigations (
  id TEXT PRIMARY KEY,
  incident_id TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT,
  investigation_type TEXT
    CHECK (investigation_type IN ('malware', 'network', 'data-breach', 'insider-threat', 'apt', 'phishing', 'ddos')),
  priority TEXT NOT NULL DEFAULT 'MEDIUM' CHECK (priority IN ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  status TEXT NOT NULL DEFAULT 'PENDING',
  investigator TEXT REFERENCES users (id),
  ai_progress INTEGER NOT NULL DEFAULT 0 CHECK (ai_progress BETWEEN 0 AND 100),
  findings TEXT CHECK (findings IS NULL OR json_valid(findings)),
  iocs TEXT CHECK (iocs IS NULL OR json_valid(iocs)),
  timeline TEXT CHECK (timeline IS NULL OR json_valid(timeline)),
  tools TEXT CHECK (tools IS NULL OR json_valid(tools)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  completed_at INTEGER,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE indicators (
  id TEXT PRIMARY KEY,
  investigation_id TEXT REFERENCES forensic_investigations (id),
  type TEXT NOT NULL,
  value TEXT NOT NULL CHECK (length(value) <= 500),
  severity TEXT NOT NULL DEFAULT 'MEDIUM' CHECK (severity IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  source TEXT,
  description TEXT,
  first_seen INTEGER,
  last_seen INTEGER,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX indicators_value ON indicators (value);

CREATE TABLE forensic_sessions (
  id TEXT PRIMARY KEY,
  investigation_id TEXT NOT NULL REFERENCES forensic_investigations (id),
  tool_name TEXT NOT NULL,
  tool_type TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'RUNNING',
  results TEXT CHECK (results IS NULL OR json_valid(results)),
  started_at INTEGER NOT NULL,
  completed_at INTEGER,
  created_by TEXT REFERENCES users (id),
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

CREATE TABLE chat_messages (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL REFERENCES users (id),
  conversation TEXT NOT NULL DEFAULT 'assistant' CHECK (conversation IN ('assistant', 'analyst')),
  content TEXT NOT NULL,
  is_user INTEGER NOT NULL CHECK (is_user IN (0, 1)),
  timestamp INTEGER NOT NULL
) STRICT;

CREATE TABLE notifications (
  id TEXT PRIMARY KEY,
  account TEXT REFERENCES users (id),
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  body TEXT,
  link TEXT,
  read_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

-- One row a day: the figures that trends compare with.
CREATE TABLE daily_snapshots (
  day TEXT PRIMARY KEY,
  compliance_score REAL,
  residual_risk_sum REAL,
  created_at INTEGER NOT NULL
) STRICT;
