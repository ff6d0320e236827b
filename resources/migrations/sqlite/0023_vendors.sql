-- Vendors: what they are matched by, their documents and sub-processors, lists and search.

-- What alerts are matched by: lower case names, addresses and networks, names of products.
ALTER TABLE vendors ADD COLUMN domains TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(domains));
ALTER TABLE vendors ADD COLUMN addresses TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(addresses));
ALTER TABLE vendors ADD COLUMN software TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(software));

-- Lists and their counts are read from these alone. Days compare as text.
CREATE INDEX vendors_current ON vendors
  (created_at DESC, id DESC, status, risk_tier, category, next_assessment, contract_expiry)
  WHERE deleted_at IS NULL;
CREATE INDEX vendors_by_tier ON vendors
  (risk_tier, next_assessment, status, category, contract_expiry)
  WHERE deleted_at IS NULL;
CREATE INDEX vendors_by_category ON vendors
  (category, risk_tier, status, next_assessment, contract_expiry)
  WHERE deleted_at IS NULL;
CREATE INDEX vendors_by_next ON vendors
  (next_assessment, risk_tier, status, category, contract_expiry)
  WHERE deleted_at IS NULL;
CREATE INDEX vendors_by_contract ON vendors
  (contract_expiry, risk_tier, status, category, next_assessment)
  WHERE deleted_at IS NULL;
CREATE INDEX vendors_by_name ON vendors (name COLLATE NOCASE) WHERE deleted_at IS NULL;

-- How many vendors there are by tier, status and day of the next assessment ('' where there is none):
-- what figures, the matrix and most lists are counted from. Kept by triggers, whoever writes.
CREATE TABLE vendor_counts (
  risk_tier TEXT NOT NULL,
  status TEXT NOT NULL,
  next_assessment TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (risk_tier, status, next_assessment)
) STRICT, WITHOUT ROWID;
INSERT INTO vendor_counts
  SELECT risk_tier, status, coalesce(next_assessment, ''), count(*)
  FROM vendors WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
CREATE TRIGGER vendors_counted AFTER INSERT ON vendors WHEN new.deleted_at IS NULL BEGIN
  INSERT INTO vendor_counts
    VALUES (new.risk_tier, new.status, coalesce(new.next_assessment, ''), 1)
    ON CONFLICT DO UPDATE SET n = n + 1;
END;
CREATE TRIGGER vendors_recounted
AFTER UPDATE OF risk_tier, status, next_assessment, deleted_at ON vendors BEGIN
  UPDATE vendor_counts SET n = n - 1 WHERE old.deleted_at IS NULL AND risk_tier = old.risk_tier
    AND status = old.status AND next_assessment = coalesce(old.next_assessment, '');
  INSERT INTO vendor_counts
    SELECT new.risk_tier, new.status, coalesce(new.next_assessment, ''), 1
    WHERE new.deleted_at IS NULL
    ON CONFLICT DO UPDATE SET n = n + 1;
  DELETE FROM vendor_counts WHERE n = 0 AND risk_tier = old.risk_tier
    AND status = old.status AND next_assessment = coalesce(old.next_assessment, '');
END;
CREATE TRIGGER vendors_uncounted AFTER DELETE ON vendors WHEN old.deleted_at IS NULL BEGIN
  UPDATE vendor_counts SET n = n - 1 WHERE risk_tier = old.risk_tier
    AND status = old.status AND next_assessment = coalesce(old.next_assessment, '');
END;

-- Contracts, certificates and reports of a vendor; the file and its custody are the evidence's.
CREATE TABLE vendor_documents (
  id TEXT PRIMARY KEY,
  vendor_id TEXT NOT NULL REFERENCES vendors (id),
  evidence_id TEXT NOT NULL REFERENCES evidence (id),
  kind TEXT NOT NULL CHECK (kind IN ('CONTRACT', 'CERTIFICATE', 'DPA', 'REPORT', 'INSURANCE')),
  -- The day after which it no longer holds, YYYY-MM-DD.
  expires_on TEXT,
  note TEXT,
  created_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX vendor_documents_vendor ON vendor_documents (vendor_id);
CREATE UNIQUE INDEX vendor_documents_once ON vendor_documents (vendor_id, evidence_id)
  WHERE deleted_at IS NULL;
CREATE INDEX vendor_documents_evidence ON vendor_documents (evidence_id);
CREATE INDEX vendor_documents_expiry ON vendor_documents (expires_on) WHERE deleted_at IS NULL;

-- Fourth parties: whom a vendor hands our work or data to.
CREATE TABLE vendor_subprocessors (
  id TEXT PRIMARY KEY,
  vendor_id TEXT NOT NULL REFERENCES vendors (id),
  name TEXT NOT NULL,
  -- The name as it is compared: lower case, single spaces.
  name_key TEXT NOT NULL,
  service TEXT,
  location TEXT,
  data_categories TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(data_categories)),
  -- Where it is registered as a vendor itself.
  linked_vendor_id TEXT REFERENCES vendors (id),
  created_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX vendor_subprocessors_vendor ON vendor_subprocessors (vendor_id);
CREATE INDEX vendor_subprocessors_linked ON vendor_subprocessors (linked_vendor_id)
  WHERE linked_vendor_id IS NOT NULL;
CREATE INDEX vendor_subprocessors_name ON vendor_subprocessors (name_key, vendor_id)
  WHERE deleted_at IS NULL;

-- The search index and the numbers it knows vendors by, with what a search is narrowed by, in the
-- order of the index, so that both are merged. Kept by triggers, whoever writes.
CREATE TABLE vendor_places (
  place INTEGER PRIMARY KEY,
  vendor_id TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL,
  risk_tier TEXT NOT NULL,
  category TEXT,
  next_assessment TEXT,
  contract_expiry TEXT
) STRICT;
CREATE INDEX vendor_places_by_tier ON vendor_places
  (risk_tier, place, status, category, next_assessment, contract_expiry);
CREATE INDEX vendor_places_by_status ON vendor_places
  (status, place, risk_tier, category, next_assessment, contract_expiry);
CREATE INDEX vendor_places_by_next ON vendor_places
  (next_assessment, place, status, risk_tier, category, contract_expiry);
CREATE VIRTUAL TABLE vendors_fts USING fts5 (
  name, description, category, primary_contact, security_contact, domains, software,
  content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO vendor_places (vendor_id, status, risk_tier, category, next_assessment, contract_expiry)
  SELECT id, status, risk_tier, category, next_assessment, contract_expiry
  FROM vendors ORDER BY created_at, id;
INSERT INTO vendors_fts
  (rowid, name, description, category, primary_contact, security_contact, domains, software)
  SELECT p.place, v.name, v.description, v.category, v.primary_contact, v.security_contact,
    v.domains, v.software
  FROM vendors v JOIN vendor_places p ON p.vendor_id = v.id WHERE v.deleted_at IS NULL;

CREATE TRIGGER vendors_added AFTER INSERT ON vendors BEGIN
  INSERT INTO vendor_places (vendor_id, status, risk_tier, category, next_assessment, contract_expiry)
    VALUES (new.id, new.status, new.risk_tier, new.category, new.next_assessment, new.contract_expiry);
  INSERT INTO vendors_fts
    (rowid, name, description, category, primary_contact, security_contact, domains, software)
    SELECT place, new.name, new.description, new.category, new.primary_contact,
      new.security_contact, new.domains, new.software
    FROM vendor_places WHERE vendor_id = new.id AND new.deleted_at IS NULL;
END;
CREATE TRIGGER vendors_changed AFTER UPDATE OF
  name, description, category, primary_contact, security_contact, domains, software, deleted_at
ON vendors BEGIN
  DELETE FROM vendors_fts WHERE rowid = (SELECT place FROM vendor_places WHERE vendor_id = new.id);
  INSERT INTO vendors_fts
    (rowid, name, description, category, primary_contact, security_contact, domains, software)
    SELECT place, new.name, new.description, new.category, new.primary_contact,
      new.security_contact, new.domains, new.software
    FROM vendor_places WHERE vendor_id = new.id AND new.deleted_at IS NULL;
END;
CREATE TRIGGER vendors_placed AFTER UPDATE OF
  status, risk_tier, category, next_assessment, contract_expiry
ON vendors BEGIN
  UPDATE vendor_places SET status = new.status, risk_tier = new.risk_tier, category = new.category,
    next_assessment = new.next_assessment, contract_expiry = new.contract_expiry
    WHERE vendor_id = new.id;
END;
CREATE TRIGGER vendors_gone AFTER DELETE ON vendors BEGIN
  DELETE FROM vendors_fts WHERE rowid = (SELECT place FROM vendor_places WHERE vendor_id = old.id);
  DELETE FROM vendor_places WHERE vendor_id = old.id;
END;
