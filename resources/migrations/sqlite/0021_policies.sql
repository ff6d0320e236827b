-- Policies: versions, approvals over a version's hash, controls, and lists that stay fast.

-- The version in force, and the one that is being written or reviewed. `title`, `content`, `version`
-- and `effective_date` of a policy are those in force, or of the working version where none is yet.
ALTER TABLE policies ADD COLUMN current_version_id TEXT;
ALTER TABLE policies ADD COLUMN working_version_id TEXT;
ALTER TABLE policies ADD COLUMN working_status TEXT
  CHECK (working_status IN ('DRAFT', 'UNDER_REVIEW'));
-- How many months after an approval or a review the next review is due.
ALTER TABLE policies ADD COLUMN review_months INTEGER NOT NULL DEFAULT 12
  CHECK (review_months BETWEEN 1 AND 120);

-- `number` counts from 1 within a policy. `sha256` is of the content's UTF-8 bytes. `authors`: JSON
-- array of everyone who wrote in it. Only DRAFT and UNDER_REVIEW change their text.
CREATE TABLE policy_versions (
  id TEXT PRIMARY KEY,
  policy_id TEXT NOT NULL REFERENCES policies (id),
  number INTEGER NOT NULL DEFAULT 1,
  version TEXT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL DEFAULT '',
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  status TEXT NOT NULL DEFAULT 'DRAFT'
    CHECK (status IN ('DRAFT', 'UNDER_REVIEW', 'APPROVED', 'SUPERSEDED', 'WITHDRAWN')),
  -- What is new in it, in its author's words.
  note TEXT,
  author TEXT REFERENCES users (id),
  authors TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(authors)),
  submitted_by TEXT REFERENCES users (id),
  submitted_at INTEGER,
  approved_at INTEGER,
  is_self_approved INTEGER NOT NULL DEFAULT 0 CHECK (is_self_approved IN (0, 1)),
  effective_date TEXT,
  -- When it was superseded or withdrawn.
  ended_at INTEGER,
  -- What was kept of it as evidence.
  evidence_id TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX policy_versions_policy ON policy_versions (policy_id, number);

-- One row an approval. `sha256` is what was approved; a change of the text voids it.
CREATE TABLE policy_approvals (
  id TEXT PRIMARY KEY,
  policy_id TEXT NOT NULL REFERENCES policies (id),
  version_id TEXT NOT NULL REFERENCES policy_versions (id),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  approver TEXT REFERENCES users (id),
  is_self_approved INTEGER NOT NULL DEFAULT 0 CHECK (is_self_approved IN (0, 1)),
  note TEXT,
  voided_at INTEGER,
  voided_reason TEXT,
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX policy_approvals_version ON policy_approvals (version_id, created_at);
CREATE INDEX policy_approvals_policy ON policy_approvals (policy_id);
CREATE UNIQUE INDEX policy_approvals_once ON policy_approvals (version_id, approver)
  WHERE deleted_at IS NULL AND voided_at IS NULL;

CREATE TABLE policy_controls (
  id TEXT PRIMARY KEY,
  policy_id TEXT NOT NULL REFERENCES policies (id),
  control_id TEXT NOT NULL REFERENCES controls (id),
  added_by TEXT REFERENCES users (id),
  created_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE UNIQUE INDEX policy_controls_pair ON policy_controls (policy_id, control_id)
  WHERE deleted_at IS NULL;
CREATE INDEX policy_controls_control ON policy_controls (control_id);

-- Lists and their counts are read from these alone.
CREATE INDEX policies_newest ON policies
  (created_at DESC, id DESC, status, category, owner, next_review_date, working_status)
  WHERE deleted_at IS NULL;
CREATE INDEX policies_by_state ON policies
  (status, next_review_date, category, owner, working_status) WHERE deleted_at IS NULL;
-- Those of before there were versions.
CREATE INDEX policies_unversioned ON policies (id)
  WHERE deleted_at IS NULL AND current_version_id IS NULL AND working_version_id IS NULL;

-- The search index and the numbers it knows policies by, as those of evidence (0011).
CREATE TABLE policy_places (
  place INTEGER PRIMARY KEY,
  policy_id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  category TEXT,
  owner TEXT,
  next_review_date TEXT,
  working_status TEXT
) STRICT;
CREATE VIRTUAL TABLE policy_fts USING fts5 (
  title, description, content,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO policy_places (policy_id, status, category, owner, next_review_date)
  SELECT id, status, category, owner, next_review_date FROM policies ORDER BY created_at, id;
INSERT INTO policy_fts (rowid, title, description, content)
  SELECT s.place, p.title, p.description, p.content
  FROM policies p JOIN policy_places s ON s.policy_id = p.id WHERE p.deleted_at IS NULL;

CREATE TRIGGER policies_added AFTER INSERT ON policies BEGIN
  INSERT INTO policy_places (policy_id, status, category, owner, next_review_date, working_status)
    VALUES (new.id, new.status, new.category, new.owner, new.next_review_date, new.working_status);
  INSERT INTO policy_fts (rowid, title, description, content)
    SELECT place, new.title, new.description, new.content
    FROM policy_places WHERE policy_id = new.id AND new.deleted_at IS NULL;
END;
CREATE TRIGGER policies_worded AFTER UPDATE OF title, description, content, deleted_at ON policies
WHEN old.title IS NOT new.title OR old.description IS NOT new.description
  OR old.content IS NOT new.content OR old.deleted_at IS NOT new.deleted_at
BEGIN
  DELETE FROM policy_fts WHERE rowid = (SELECT place FROM policy_places WHERE policy_id = new.id);
  INSERT INTO policy_fts (rowid, title, description, content)
    SELECT place, new.title, new.description, new.content
    FROM policy_places WHERE policy_id = new.id AND new.deleted_at IS NULL;
END;
CREATE TRIGGER policies_placed
AFTER UPDATE OF status, category, owner, next_review_date, working_status ON policies BEGIN
  UPDATE policy_places
    SET status = new.status, category = new.category, owner = new.owner,
      next_review_date = new.next_review_date, working_status = new.working_status
    WHERE policy_id = new.id;
END;
CREATE TRIGGER policies_gone AFTER DELETE ON policies BEGIN
  DELETE FROM policy_fts WHERE rowid = (SELECT place FROM policy_places WHERE policy_id = old.id);
  DELETE FROM policy_places WHERE policy_id = old.id;
END;
