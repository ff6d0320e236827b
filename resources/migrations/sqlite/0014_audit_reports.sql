-- Audit reports and packages. Their bytes are in the store of audit files, by SHA-256.

-- `version` counts from 1 within an audit. `input_sha256` is of what the report says, whatever its form.
CREATE TABLE audit_reports (
  id TEXT PRIMARY KEY,
  audit_id TEXT NOT NULL REFERENCES audits (id),
  version INTEGER NOT NULL,
  form TEXT NOT NULL CHECK (form IN ('PDF', 'DOCX', 'XLSX', 'OSCAL')),
  opinion TEXT CHECK (opinion IN ('UNQUALIFIED', 'QUALIFIED', 'ADVERSE', 'DISCLAIMER')),
  conclusion TEXT,
  classification TEXT,
  -- Reviews, approvals and retests in it that somebody did of their own work.
  self_approved INTEGER NOT NULL DEFAULT 0,
  input_sha256 TEXT NOT NULL CHECK (length(input_sha256) = 64),
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  size_bytes INTEGER NOT NULL,
  created_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX audit_reports_newest ON audit_reports (audit_id, created_at DESC, id DESC);

-- `manifest_sha256` is what the signature covers, by way of the checkpoint.
CREATE TABLE audit_packages (
  id TEXT PRIMARY KEY,
  audit_id TEXT NOT NULL REFERENCES audits (id),
  number INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  size_bytes INTEGER NOT NULL,
  file_count INTEGER NOT NULL,
  evidence_count INTEGER NOT NULL,
  -- Evidence in scope whose file is not in the package, each named in its manifest.
  absent_count INTEGER NOT NULL,
  manifest_sha256 TEXT NOT NULL CHECK (length(manifest_sha256) = 64),
  fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 64),
  created_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX audit_packages_newest ON audit_packages (audit_id, created_at DESC, id DESC);

-- Local and secret: the key pair of this installation that signs checkpoints. Never synced, never exported.
CREATE TABLE signing_keys (
  id TEXT PRIMARY KEY CHECK (id = 'installation'),
  -- Raw Ed25519 public key, base64.
  public_key TEXT NOT NULL,
  -- PKCS #8, sealed with AES-256-GCM under a key derived from the database's; base64.
  sealed_private TEXT NOT NULL,
  -- SHA-256 of the raw public key.
  fingerprint TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
