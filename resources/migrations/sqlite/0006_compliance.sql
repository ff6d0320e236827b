-- Frameworks that come from packs, and their controls as a tree.

-- Null where a framework was made by hand.
ALTER TABLE compliance_frameworks ADD COLUMN pack_id TEXT;
ALTER TABLE compliance_frameworks ADD COLUMN pack_checksum TEXT;
-- The level, baseline or profile that was taken; null takes every one.
ALTER TABLE compliance_frameworks ADD COLUMN baseline TEXT;
ALTER TABLE compliance_frameworks ADD COLUMN publisher TEXT;
ALTER TABLE compliance_frameworks ADD COLUMN licence TEXT;
ALTER TABLE compliance_frameworks ADD COLUMN source TEXT;
ALTER TABLE compliance_frameworks ADD COLUMN text_policy TEXT
  CHECK (text_policy IN ('text', 'own-wording', 'import-only'));
ALTER TABLE compliance_frameworks ADD COLUMN updated_at INTEGER;

-- Groups hold controls and other groups; they are not assessed.
CREATE TABLE framework_groups (
  id TEXT PRIMARY KEY,
  framework_id TEXT NOT NULL REFERENCES compliance_frameworks (id),
  ref TEXT NOT NULL,
  parent_ref TEXT,
  title TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX framework_groups_framework ON framework_groups (framework_id, position);

-- The group or the control (an enhancement's) that a control stands under, by its id within the framework.
ALTER TABLE controls ADD COLUMN parent_ref TEXT;
ALTER TABLE controls ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
ALTER TABLE controls ADD COLUMN weight INTEGER NOT NULL DEFAULT 1 CHECK (weight BETWEEN 1 AND 10);
-- What does not apply is in no score and needs its reason in the Statement of Applicability.
ALTER TABLE controls ADD COLUMN is_applicable INTEGER NOT NULL DEFAULT 1 CHECK (is_applicable IN (0, 1));
ALTER TABLE controls ADD COLUMN applicability_reason TEXT;
-- The version of the pack that no longer has it: kept for its answers, in no score.
ALTER TABLE controls ADD COLUMN gone_in TEXT;
CREATE INDEX controls_by_place ON controls (framework_id, position, control_id);
CREATE INDEX controls_newest ON controls (created_at DESC, id DESC);
