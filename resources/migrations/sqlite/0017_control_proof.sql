-- What the control mappings are read from, kept by triggers whoever writes. Times are compared with
-- the moment of reading, so nothing here goes stale by itself.

-- Until when a control has evidence that is accepted, or waits for review, and how many pieces that
-- were not rejected it has at all. Without a row it has none. Evidence without an end counts as
-- ending at 2^53 - 1.
CREATE TABLE control_proof (
  control_id TEXT PRIMARY KEY,
  accepted_until INTEGER,
  pending_until INTEGER,
  pieces INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Current evidence that is linked to no control.
CREATE TABLE evidence_unlinked (
  evidence_id TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX evidence_unlinked_newest ON evidence_unlinked (created_at DESC, evidence_id DESC);

CREATE VIEW control_proof_now AS
  SELECT l.control_id,
    max(CASE e.verdict WHEN 'ACCEPTED' THEN coalesce(e.expiration_date, 9007199254740991) END)
      AS accepted_until,
    max(CASE e.verdict WHEN 'PENDING' THEN coalesce(e.expiration_date, 9007199254740991) END)
      AS pending_until,
    sum(e.verdict <> 'REJECTED') AS pieces
  FROM control_evidence l JOIN evidence e ON e.id = l.evidence_id
  WHERE l.deleted_at IS NULL AND e.deleted_at IS NULL AND e.superseded_by IS NULL
  GROUP BY l.control_id;

CREATE VIEW evidence_unlinked_now AS
  SELECT e.id AS evidence_id, e.created_at FROM evidence e
  WHERE e.deleted_at IS NULL AND e.superseded_by IS NULL AND NOT EXISTS (
    SELECT 1 FROM control_evidence l WHERE l.evidence_id = e.id AND l.deleted_at IS NULL);

INSERT INTO control_proof SELECT * FROM control_proof_now;
INSERT INTO evidence_unlinked SELECT * FROM evidence_unlinked_now;

CREATE TRIGGER control_proof_link_added AFTER INSERT ON control_evidence BEGIN
  DELETE FROM control_proof WHERE control_id = new.control_id;
  INSERT INTO control_proof SELECT * FROM control_proof_now WHERE control_id = new.control_id;
  DELETE FROM evidence_unlinked WHERE evidence_id = new.evidence_id;
  INSERT INTO evidence_unlinked
    SELECT * FROM evidence_unlinked_now WHERE evidence_id = new.evidence_id;
END;
CREATE TRIGGER control_proof_link_changed AFTER UPDATE OF deleted_at ON control_evidence BEGIN
  DELETE FROM control_proof WHERE control_id = new.control_id;
  INSERT INTO control_proof SELECT * FROM control_proof_now WHERE control_id = new.control_id;
  DELETE FROM evidence_unlinked WHERE evidence_id = new.evidence_id;
  INSERT INTO evidence_unlinked
    SELECT * FROM evidence_unlinked_now WHERE evidence_id = new.evidence_id;
END;
CREATE TRIGGER control_proof_link_gone AFTER DELETE ON control_evidence BEGIN
  DELETE FROM control_proof WHERE control_id = old.control_id;
  INSERT INTO control_proof SELECT * FROM control_proof_now WHERE control_id = old.control_id;
  DELETE FROM evidence_unlinked WHERE evidence_id = old.evidence_id;
  INSERT INTO evidence_unlinked
    SELECT * FROM evidence_unlinked_now WHERE evidence_id = old.evidence_id;
END;

CREATE TRIGGER control_proof_evidence_added AFTER INSERT ON evidence BEGIN
  INSERT OR IGNORE INTO evidence_unlinked
    SELECT * FROM evidence_unlinked_now WHERE evidence_id = new.id;
END;
CREATE TRIGGER control_proof_evidence_changed
AFTER UPDATE OF verdict, expiration_date, superseded_by, deleted_at ON evidence BEGIN
  DELETE FROM control_proof WHERE control_id IN (
    SELECT control_id FROM control_evidence WHERE evidence_id = new.id AND deleted_at IS NULL);
  INSERT INTO control_proof SELECT * FROM control_proof_now WHERE control_id IN (
    SELECT control_id FROM control_evidence WHERE evidence_id = new.id AND deleted_at IS NULL);
  DELETE FROM evidence_unlinked WHERE evidence_id = new.id;
  INSERT INTO evidence_unlinked SELECT * FROM evidence_unlinked_now WHERE evidence_id = new.id;
END;
CREATE TRIGGER control_proof_evidence_gone AFTER DELETE ON evidence BEGIN
  DELETE FROM evidence_unlinked WHERE evidence_id = old.id;
END;
