-- The risk register: how the residual is known, acceptance that expires, transfer, reviews, treatment
-- tasks, linked controls; and what its lists and figures are read from, kept by triggers.

-- `residual_basis`: CREATION (0.7 of the score), CONTROLS (computed from linked controls) or PERSON
-- (somebody's own assessment, with its reason). Days are text, 2026-11-20.
ALTER TABLE risks ADD COLUMN residual_basis TEXT NOT NULL DEFAULT 'CREATION'
  CHECK (residual_basis IN ('CREATION', 'CONTROLS', 'PERSON'));
ALTER TABLE risks ADD COLUMN residual_formula TEXT;
ALTER TABLE risks ADD COLUMN residual_by TEXT;
ALTER TABLE risks ADD COLUMN residual_reason TEXT;
ALTER TABLE risks ADD COLUMN residual_at INTEGER;
ALTER TABLE risks ADD COLUMN accepted_by TEXT;
ALTER TABLE risks ADD COLUMN accepted_reason TEXT;
ALTER TABLE risks ADD COLUMN accepted_on TEXT;
ALTER TABLE risks ADD COLUMN expires_on TEXT;
ALTER TABLE risks ADD COLUMN is_self_approved INTEGER NOT NULL DEFAULT 0 CHECK (is_self_approved IN (0, 1));
ALTER TABLE risks ADD COLUMN transferred_to TEXT;
ALTER TABLE risks ADD COLUMN transfer_reason TEXT;
ALTER TABLE risks ADD COLUMN review_months INTEGER CHECK (review_months BETWEEN 1 AND 36);
ALTER TABLE risks ADD COLUMN last_review TEXT;
ALTER TABLE risks ADD COLUMN next_review TEXT;
ALTER TABLE risks ADD COLUMN created_by TEXT;

-- What differs from 0.7 of the score was put there by somebody.
UPDATE risks SET residual_basis = 'PERSON'
  WHERE abs(residual_risk - round(inherent_risk * 0.7, 1)) > 0.01;

CREATE TABLE risk_tasks (
  id TEXT PRIMARY KEY,
  risk_id TEXT NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  owner TEXT,
  due TEXT,
  done_on TEXT,
  done_by TEXT,
  created_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX risk_tasks_risk ON risk_tasks (risk_id) WHERE deleted_at IS NULL;
CREATE INDEX risk_tasks_open ON risk_tasks (coalesce(due, '9999-12-31'), id)
  WHERE done_on IS NULL AND deleted_at IS NULL;

CREATE TABLE risk_reviews (
  id TEXT PRIMARY KEY,
  risk_id TEXT NOT NULL,
  reviewed_on TEXT NOT NULL DEFAULT '',
  reviewed_by TEXT,
  note TEXT,
  risk_score REAL,
  residual_risk REAL,
  next_review TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX risk_reviews_risk ON risk_reviews (risk_id, created_at) WHERE deleted_at IS NULL;

-- `weight`: how much of the treatment rests on the control, 1 to 3.
CREATE TABLE risk_controls (
  id TEXT PRIMARY KEY,
  risk_id TEXT NOT NULL,
  control_id TEXT NOT NULL,
  weight INTEGER NOT NULL DEFAULT 2 CHECK (weight BETWEEN 1 AND 3),
  added_by TEXT,
  created_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX risk_controls_risk ON risk_controls (risk_id, control_id) WHERE deleted_at IS NULL;
CREATE INDEX risk_controls_control ON risk_controls (control_id, risk_id) WHERE deleted_at IS NULL;

-- Figures of the whole register that the dashboard sums up, without the wide rows.
CREATE INDEX risks_residual ON risks (status, residual_risk) WHERE deleted_at IS NULL;
CREATE INDEX risks_reviews_due ON risks (next_review, id)
  WHERE next_review IS NOT NULL AND deleted_at IS NULL;
CREATE INDEX risks_from_controls ON risks (id) WHERE residual_basis = 'CONTROLS' AND deleted_at IS NULL;

-- What lists are narrowed and ordered by: short rows. `residual_tenths`: the residual risk in tenths of
-- a point. `attention_on`: the earliest of target (while the risk is open), expiry of the acceptance and
-- next review; later than it, the risk is overdue.
CREATE TABLE risk_places (
  place INTEGER PRIMARY KEY,
  risk_id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  status TEXT NOT NULL,
  category TEXT NOT NULL,
  likelihood INTEGER NOT NULL,
  impact INTEGER NOT NULL,
  residual_tenths INTEGER NOT NULL,
  owner TEXT,
  attention_on TEXT NOT NULL
) STRICT;
CREATE INDEX risk_places_newest ON risk_places
  (created_at, risk_id, status, category, likelihood, impact, residual_tenths, owner, attention_on);
CREATE INDEX risk_places_owner ON risk_places
  (owner, created_at, risk_id, status, category, likelihood, impact, residual_tenths, attention_on);
CREATE INDEX risk_places_attention ON risk_places
  (attention_on, status, category, likelihood, impact, residual_tenths, owner);

CREATE TABLE risk_counts (
  status TEXT NOT NULL,
  category TEXT NOT NULL,
  likelihood INTEGER NOT NULL,
  impact INTEGER NOT NULL,
  residual_tenths INTEGER NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (status, category, likelihood, impact, residual_tenths)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE risks_fts USING fts5 (
  title, description, mitigation_plan, category,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER risk_placed AFTER INSERT ON risk_places BEGIN
  INSERT INTO risk_counts (status, category, likelihood, impact, residual_tenths, n)
    VALUES (new.status, new.category, new.likelihood, new.impact, new.residual_tenths, 1)
    ON CONFLICT (status, category, likelihood, impact, residual_tenths) DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER risk_place_gone AFTER DELETE ON risk_places BEGIN
  UPDATE risk_counts SET n = n - 1 WHERE status = old.status AND category = old.category
    AND likelihood = old.likelihood AND impact = old.impact AND residual_tenths = old.residual_tenths;
  DELETE FROM risk_counts WHERE n <= 0 AND status = old.status AND category = old.category
    AND likelihood = old.likelihood AND impact = old.impact AND residual_tenths = old.residual_tenths;
  DELETE FROM risks_fts WHERE rowid = old.place;
END;
CREATE TRIGGER risk_moved
AFTER UPDATE OF status, category, likelihood, impact, residual_tenths ON risk_places BEGIN
  UPDATE risk_counts SET n = n - 1 WHERE status = old.status AND category = old.category
    AND likelihood = old.likelihood AND impact = old.impact AND residual_tenths = old.residual_tenths;
  DELETE FROM risk_counts WHERE n <= 0 AND status = old.status AND category = old.category
    AND likelihood = old.likelihood AND impact = old.impact AND residual_tenths = old.residual_tenths;
  INSERT INTO risk_counts (status, category, likelihood, impact, residual_tenths, n)
    VALUES (new.status, new.category, new.likelihood, new.impact, new.residual_tenths, 1)
    ON CONFLICT (status, category, likelihood, impact, residual_tenths) DO UPDATE SET n = n + 1;
END;

-- The same expressions three times over: SQLite has no functions of its own to name them by.
INSERT INTO risk_places (risk_id, created_at, status, category, likelihood, impact, residual_tenths, owner, attention_on)
  SELECT id, created_at, status, coalesce(category, ''), likelihood, impact,
    CAST(round(residual_risk * 10) AS INTEGER), owner,
    min(CASE WHEN status IN ('IDENTIFIED', 'ASSESSED') THEN coalesce(target_date, '9999-12-31') ELSE '9999-12-31' END,
      CASE WHEN status = 'ACCEPTED' THEN coalesce(expires_on, '9999-12-31') ELSE '9999-12-31' END,
      coalesce(next_review, '9999-12-31'))
  FROM risks WHERE deleted_at IS NULL ORDER BY created_at, id;
INSERT INTO risks_fts (rowid, title, description, mitigation_plan, category)
  SELECT p.place, r.title, r.description, r.mitigation_plan, r.category
  FROM risks r JOIN risk_places p ON p.risk_id = r.id;

CREATE TRIGGER risk_added AFTER INSERT ON risks WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO risk_places (risk_id, created_at, status, category, likelihood, impact, residual_tenths, owner, attention_on)
    VALUES (new.id, new.created_at, new.status, coalesce(new.category, ''), new.likelihood, new.impact,
      CAST(round(new.residual_risk * 10) AS INTEGER), new.owner,
      min(CASE WHEN new.status IN ('IDENTIFIED', 'ASSESSED') THEN coalesce(new.target_date, '9999-12-31') ELSE '9999-12-31' END,
        CASE WHEN new.status = 'ACCEPTED' THEN coalesce(new.expires_on, '9999-12-31') ELSE '9999-12-31' END,
        coalesce(new.next_review, '9999-12-31')));
  INSERT INTO risks_fts (rowid, title, description, mitigation_plan, category)
    SELECT place, new.title, new.description, new.mitigation_plan, new.category
    FROM risk_places WHERE risk_id = new.id;
END;
CREATE TRIGGER risk_changed
AFTER UPDATE OF status, category, likelihood, impact, residual_risk, owner, target_date, expires_on, next_review
ON risks WHEN new.deleted_at IS NULL BEGIN
  UPDATE risk_places SET status = new.status, category = coalesce(new.category, ''),
    likelihood = new.likelihood, impact = new.impact,
    residual_tenths = CAST(round(new.residual_risk * 10) AS INTEGER), owner = new.owner,
    attention_on = min(
      CASE WHEN new.status IN ('IDENTIFIED', 'ASSESSED') THEN coalesce(new.target_date, '9999-12-31') ELSE '9999-12-31' END,
      CASE WHEN new.status = 'ACCEPTED' THEN coalesce(new.expires_on, '9999-12-31') ELSE '9999-12-31' END,
      coalesce(new.next_review, '9999-12-31'))
    WHERE risk_id = new.id;
END;
CREATE TRIGGER risk_reworded AFTER UPDATE OF title, description, mitigation_plan, category
ON risks WHEN new.deleted_at IS NULL BEGIN
  DELETE FROM risks_fts WHERE rowid = (SELECT place FROM risk_places WHERE risk_id = new.id);
  INSERT INTO risks_fts (rowid, title, description, mitigation_plan, category)
    SELECT place, new.title, new.description, new.mitigation_plan, new.category
    FROM risk_places WHERE risk_id = new.id;
END;
CREATE TRIGGER risk_removed AFTER UPDATE OF deleted_at ON risks WHEN new.deleted_at IS NOT NULL BEGIN
  DELETE FROM risk_places WHERE risk_id = new.id;
END;
CREATE TRIGGER risk_restored AFTER UPDATE OF deleted_at ON risks
WHEN new.deleted_at IS NULL AND old.deleted_at IS NOT NULL BEGIN
  INSERT INTO risk_places (risk_id, created_at, status, category, likelihood, impact, residual_tenths, owner, attention_on)
    VALUES (new.id, new.created_at, new.status, coalesce(new.category, ''), new.likelihood, new.impact,
      CAST(round(new.residual_risk * 10) AS INTEGER), new.owner,
      min(CASE WHEN new.status IN ('IDENTIFIED', 'ASSESSED') THEN coalesce(new.target_date, '9999-12-31') ELSE '9999-12-31' END,
        CASE WHEN new.status = 'ACCEPTED' THEN coalesce(new.expires_on, '9999-12-31') ELSE '9999-12-31' END,
        coalesce(new.next_review, '9999-12-31')));
  INSERT INTO risks_fts (rowid, title, description, mitigation_plan, category)
    SELECT place, new.title, new.description, new.mitigation_plan, new.category
    FROM risk_places WHERE risk_id = new.id;
END;
CREATE TRIGGER risk_gone AFTER DELETE ON risks BEGIN
  DELETE FROM risk_places WHERE risk_id = old.id;
END;
