-- ATT&CK techniques of alerts counted per UTC day of the alert, so that no figure needs a scan; kept
-- in the transaction that changes alerts (src/main/areas/alerts/technique-counts.store.ts).
CREATE TABLE technique_counts (
  day INTEGER NOT NULL,
  technique TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (day, technique)
) STRICT, WITHOUT ROWID;

-- Division cuts towards zero; what lies before 1970 must not fall into the day after.
INSERT INTO technique_counts (day, technique, n)
SELECT (a.created_at - ((a.created_at % 86400000) + 86400000) % 86400000) / 86400000,
  t.value, count(DISTINCT a.seq)
FROM alerts a, json_each(a.techniques) t
WHERE a.techniques <> '[]' AND a.deleted_at IS NULL
  AND (t.value GLOB 'T[0-9][0-9][0-9][0-9]' OR t.value GLOB 'T[0-9][0-9][0-9][0-9].[0-9][0-9][0-9]')
GROUP BY 1, 2;

-- Open alerts that somebody has acted on: few. What waits is all that are open without them.
CREATE INDEX alerts_open_acted ON alerts (severity, created_at)
  WHERE status = 'OPEN' AND first_action_at IS NOT NULL AND deleted_at IS NULL;

-- Automatic closings that were taken back: few.
CREATE INDEX alerts_overturned ON alerts (auto_closed_at, resolved_at)
  WHERE overturned_at IS NOT NULL AND deleted_at IS NULL;

-- Techniques become words of the search index (src/main/areas/alerts/alert-search.ts), so that a
-- figure leads to its alerts.
UPDATE alerts SET entity_terms = nullif(trim(coalesce(entity_terms, '') || ' ' || coalesce((
  SELECT group_concat(replace(lower(t.value), '.', 'x'), ' ') FROM json_each(alerts.techniques) t
  WHERE t.value GLOB 'T[0-9][0-9][0-9][0-9]' OR t.value GLOB 'T[0-9][0-9][0-9][0-9].[0-9][0-9][0-9]'
), '')), '') WHERE techniques GLOB '*"T[0-9][0-9][0-9][0-9]*';
DELETE FROM alerts_fts WHERE rowid IN (
  SELECT seq FROM alerts WHERE techniques GLOB '*"T[0-9][0-9][0-9][0-9]*'
);
INSERT INTO alerts_fts (rowid, title, description, source, source_host, source_user, entity_terms)
SELECT seq, title, description, source, source_host, source_user, entity_terms
FROM alerts WHERE techniques GLOB '*"T[0-9][0-9][0-9][0-9]*';
