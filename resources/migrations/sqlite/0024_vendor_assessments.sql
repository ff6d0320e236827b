-- Tiering, assessments with their answers, what alerts say about vendors. Days are YYYY-MM-DD.

CREATE TABLE vendor_tierings (
  id TEXT PRIMARY KEY,
  vendor_id TEXT NOT NULL REFERENCES vendors (id),
  version INTEGER NOT NULL,
  -- By question, and what the rule of that version made of it.
  answers TEXT NOT NULL CHECK (json_valid(answers)),
  share INTEGER NOT NULL,
  inherent_tier TEXT NOT NULL CHECK (inherent_tier IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  -- What the vendor got: the inherent tier, or another one for a reason.
  tier TEXT NOT NULL CHECK (tier IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  override_reason TEXT,
  created_by TEXT,
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER,
  CHECK (tier = inherent_tier OR override_reason IS NOT NULL)
) STRICT;
CREATE INDEX vendor_tierings_vendor ON vendor_tierings (vendor_id, created_at);

CREATE TABLE vendor_assessments (
  id TEXT PRIMARY KEY,
  vendor_id TEXT NOT NULL REFERENCES vendors (id),
  questionnaire TEXT NOT NULL,
  questionnaire_version INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'DRAFT'
    CHECK (state IN ('DRAFT', 'SENT', 'ANSWERED', 'REVIEWED', 'COMPLETED', 'CANCELLED')),
  -- The vendor's tier when it was begun; how long it is valid follows it.
  tier TEXT NOT NULL,
  sent_to TEXT,
  sent_on TEXT,
  due TEXT,
  answered_on TEXT,
  reviewed_on TEXT,
  reviewed_by TEXT,
  review_note TEXT,
  completed_on TEXT,
  completed_by TEXT,
  expires_on TEXT,
  is_self_approved INTEGER NOT NULL DEFAULT 0 CHECK (is_self_approved IN (0, 1)),
  -- Of 0 (best) to 25, by the formula of that version; sections as JSON.
  score REAL,
  section_scores TEXT CHECK (section_scores IS NULL OR json_valid(section_scores)),
  formula_version INTEGER,
  created_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX vendor_assessments_vendor ON vendor_assessments (vendor_id, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_assessments_state ON vendor_assessments (state, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_assessments_expiry ON vendor_assessments (expires_on, vendor_id)
  WHERE deleted_at IS NULL AND state = 'COMPLETED';
CREATE INDEX vendor_assessments_all ON vendor_assessments (id) WHERE deleted_at IS NULL;

CREATE TABLE vendor_answers (
  id TEXT PRIMARY KEY,
  assessment_id TEXT NOT NULL REFERENCES vendor_assessments (id),
  question_id TEXT NOT NULL,
  answer TEXT CHECK (answer IN ('YES', 'PARTLY', 'NO', 'NA')),
  comment TEXT,
  evidence_ref TEXT,
  -- By hand of a person here, or out of the vendor's workbook.
  source TEXT NOT NULL DEFAULT 'hand' CHECK (source IN ('hand', 'workbook')),
  recorded_by TEXT,
  -- What the reviewer made of it, with the reason.
  corrected_answer TEXT CHECK (corrected_answer IN ('YES', 'PARTLY', 'NO', 'NA')),
  correction_reason TEXT,
  corrected_by TEXT,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX vendor_answers_assessment ON vendor_answers (assessment_id, question_id);

-- What became of each row of a workbook that was read back.
CREATE TABLE vendor_receipts (
  id TEXT PRIMARY KEY,
  assessment_id TEXT NOT NULL REFERENCES vendor_assessments (id),
  file_name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  taken INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  refused INTEGER NOT NULL,
  entries TEXT NOT NULL CHECK (json_valid(entries)),
  created_by TEXT,
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX vendor_receipts_assessment ON vendor_receipts (assessment_id, id);

-- One open task a vendor, to which more alerts are added; counts go on where rows are no longer kept.
CREATE TABLE vendor_reassessments (
  id TEXT PRIMARY KEY,
  vendor_id TEXT NOT NULL REFERENCES vendors (id),
  state TEXT NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'IN_REVIEW', 'DONE', 'DISMISSED')),
  -- The highest severity of what touched the vendor.
  priority TEXT NOT NULL CHECK (priority IN ('CRITICAL', 'HIGH', 'MEDIUM', 'LOW')),
  signal_count INTEGER NOT NULL DEFAULT 0,
  kept_count INTEGER NOT NULL DEFAULT 0,
  owner TEXT,
  due TEXT,
  -- How it ended.
  outcome TEXT,
  started_by TEXT,
  closed_by TEXT,
  closed_at INTEGER,
  last_signal_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX vendor_reassessments_vendor ON vendor_reassessments (vendor_id, id)
  WHERE deleted_at IS NULL;
CREATE INDEX vendor_reassessments_state ON vendor_reassessments (state, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_reassessments_all ON vendor_reassessments (id) WHERE deleted_at IS NULL;

CREATE TABLE vendor_signals (
  id TEXT PRIMARY KEY,
  task_id TEXT NOT NULL REFERENCES vendor_reassessments (id),
  vendor_id TEXT NOT NULL REFERENCES vendors (id),
  thing TEXT NOT NULL CHECK (thing IN ('alert', 'indicator')),
  thing_id TEXT NOT NULL,
  severity TEXT NOT NULL,
  -- Which of the vendor's own terms was touched, and what in the alert touched it.
  kind TEXT NOT NULL CHECK (kind IN ('domain', 'address', 'software')),
  term TEXT NOT NULL,
  found TEXT NOT NULL,
  field TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX vendor_signals_task ON vendor_signals (task_id, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_signals_vendor ON vendor_signals (vendor_id, id) WHERE deleted_at IS NULL;
CREATE INDEX vendor_signals_thing ON vendor_signals (thing_id, vendor_id);

-- Local to this workstation: how far alerts and indicators have been looked at. What was there
-- before vendors had terms is looked at when a vendor gets some.
CREATE TABLE vendor_match_cursors (
  name TEXT PRIMARY KEY CHECK (name IN ('alerts', 'indicators')),
  place INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO vendor_match_cursors SELECT 'alerts', coalesce(max(seq), 0) FROM alerts;
INSERT INTO vendor_match_cursors SELECT 'indicators', coalesce(max(rowid), 0) FROM indicators;

-- The terms of each vendor that past alerts were looked through for.
CREATE TABLE vendor_match_terms (
  vendor_id TEXT PRIMARY KEY,
  terms TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Vendors that alerts can touch, without a look at the others.
CREATE INDEX vendors_with_terms ON vendors (id)
  WHERE deleted_at IS NULL AND (domains <> '[]' OR addresses <> '[]' OR software <> '[]');
