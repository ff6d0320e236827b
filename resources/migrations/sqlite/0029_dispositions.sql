-- Verdicts, reason codes and notes of closings; earlier ones stay in the audit log.
-- Checked by the contract, not here: a CHECK would read every alert when it is added.
ALTER TABLE alerts ADD COLUMN verdict TEXT;
ALTER TABLE alerts ADD COLUMN reason_code TEXT;
ALTER TABLE alerts ADD COLUMN closing_note TEXT;
-- JSON: names of fields ('sourceHost') and what is attached ('alert:<id>', 'evidence:<id>').
ALTER TABLE alerts ADD COLUMN closing_evidence TEXT;
-- The account, also where it is of another workspace (our own export read back).
ALTER TABLE alerts ADD COLUMN closed_by TEXT;
-- No part of an import of new alerts.
CREATE INDEX alerts_verdict ON alerts (verdict, reason_code, created_at, status, severity)
  WHERE verdict IS NOT NULL AND deleted_at IS NULL;

-- Notes to begin with. Placeholders ({host}) are filled from the alert.
CREATE TABLE note_templates (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL DEFAULT '',
  text TEXT NOT NULL DEFAULT '',
  -- The verdict it is offered for first; null: any.
  verdict TEXT CHECK (verdict IN ('TRUE_POSITIVE', 'BENIGN_TRUE_POSITIVE', 'FALSE_POSITIVE', 'UNDETERMINED')),
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
