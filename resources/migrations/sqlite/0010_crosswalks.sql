-- Links between requirements of different frameworks that people made or imported. Those shipped with
-- the product are data (resources/crosswalks) and never rows.

-- An end is a requirement of a pack, whoever adopts it, or of one framework of this workspace that
-- came from no pack. `relation` says what the source is to the target: 'superset' where the source asks
-- for all that the target asks for, and more.
CREATE TABLE crosswalk_links (
  id TEXT PRIMARY KEY,
  source_pack TEXT,
  source_framework_id TEXT REFERENCES compliance_frameworks (id),
  source_ref TEXT NOT NULL,
  target_pack TEXT,
  target_framework_id TEXT REFERENCES compliance_frameworks (id),
  target_ref TEXT NOT NULL,
  relation TEXT NOT NULL CHECK (relation IN ('equal', 'subset', 'superset', 'intersects')),
  rationale TEXT NOT NULL,
  -- Who says so: a person's name, or the document or file that it was imported from.
  origin TEXT NOT NULL,
  origin_kind TEXT NOT NULL DEFAULT 'OWN' CHECK (origin_kind IN ('OWN', 'IMPORT')),
  confidence TEXT NOT NULL CHECK (confidence IN ('HIGH', 'MEDIUM', 'LOW')),
  created_by TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER,
  CHECK ((source_pack IS NULL) <> (source_framework_id IS NULL)),
  CHECK ((target_pack IS NULL) <> (target_framework_id IS NULL))
) STRICT;
CREATE INDEX crosswalk_links_source ON crosswalk_links (source_ref);
CREATE INDEX crosswalk_links_target ON crosswalk_links (target_ref);
