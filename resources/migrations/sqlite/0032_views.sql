-- Saved views of the queue: a filter under a name.
CREATE TABLE saved_views (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL DEFAULT '',
  -- JSON of the desk's filter as its address holds it: names and texts.
  filter TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(filter)),
  owner TEXT REFERENCES users (id),
  is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1)),
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;
CREATE INDEX saved_views_owner ON saved_views (owner) WHERE deleted_at IS NULL;

-- The view that the desk opens with, one an account; `id` is the account. Null: all alerts.
CREATE TABLE default_views (
  id TEXT PRIMARY KEY,
  view_id TEXT,
  row_version TEXT NOT NULL, field_versions TEXT, deleted_at INTEGER
) STRICT;

-- Few of many alerts, found without a look at the others; an import of new alerts writes none of these.
CREATE INDEX alerts_escalated ON alerts (created_at) WHERE escalated = 1 AND deleted_at IS NULL;
CREATE INDEX alerts_assigned ON alerts (assigned_to, created_at)
  WHERE assigned_to IS NOT NULL AND deleted_at IS NULL;

-- Hosts and users are words of the search index whatever their case (alert-search.ts): those of earlier
-- alerts that have capital letters are indexed anew.
UPDATE alerts SET entity_terms = replace(
  replace(
    entity_terms,
    'h' || lower(hex(substr(coalesce(source_host, ''), 1, 128))),
    'h' || lower(hex(lower(substr(coalesce(source_host, ''), 1, 128))))
  ),
  'u' || lower(hex(substr(coalesce(source_user, ''), 1, 128))),
  'u' || lower(hex(lower(substr(coalesce(source_user, ''), 1, 128))))
)
WHERE entity_terms IS NOT NULL AND (source_host GLOB '*[A-Z]*' OR source_user GLOB '*[A-Z]*');
DELETE FROM alerts_fts WHERE rowid IN (
  SELECT seq FROM alerts WHERE source_host GLOB '*[A-Z]*' OR source_user GLOB '*[A-Z]*'
);
INSERT INTO alerts_fts (rowid, title, description, source, source_host, source_user, entity_terms)
SELECT seq, title, description, source, source_host, source_user, entity_terms
FROM alerts WHERE source_host GLOB '*[A-Z]*' OR source_user GLOB '*[A-Z]*';
