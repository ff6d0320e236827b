-- The figures of each day are the workspace's: the same on every workstation, also on one that joined later.
-- A row's id says what it is of, so that two workstations that keep the same day keep the same row.
--
-- What is here already is sent once, and decides nothing: its stamps are those of rows that come with the
-- product (bornHlc in src/main/db/hlc.ts), older than any figure that is kept from now on, and the earlier a
-- day was kept the later its stamp. Where only auditors work the server takes no figures: there the
-- workspace's stand in their place.

ALTER TABLE daily_snapshots RENAME TO daily_snapshots_before;
CREATE TABLE daily_snapshots (
  -- The day.
  id TEXT PRIMARY KEY,
  day TEXT NOT NULL,
  compliance_score REAL,
  residual_risk_sum REAL,
  coverage REAL,
  assurance REAL,
  -- The version of the formula, and SHA-256 over everything it was given.
  formula TEXT,
  inputs_digest TEXT,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  row_version TEXT NOT NULL,
  field_versions TEXT
) STRICT;
CREATE INDEX daily_snapshots_day ON daily_snapshots (day);

ALTER TABLE framework_snapshots RENAME TO framework_snapshots_before;
DROP INDEX framework_snapshots_day;
CREATE TABLE framework_snapshots (
  -- `<framework>:<day>`
  id TEXT PRIMARY KEY,
  framework_id TEXT NOT NULL,
  day TEXT NOT NULL,
  score REAL,
  coverage REAL,
  assurance REAL,
  compliant INTEGER NOT NULL,
  assessed INTEGER NOT NULL,
  applicable INTEGER NOT NULL,
  formula TEXT NOT NULL,
  inputs_digest TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  row_version TEXT NOT NULL,
  field_versions TEXT
) STRICT;
CREATE INDEX framework_snapshots_day ON framework_snapshots (framework_id, day);

-- As src/main/db/own-accord.ts decides it.
CREATE TEMP TABLE stays AS SELECT
  coalesce((SELECT value FROM meta WHERE key = 'node_id'), 'local') AS node
WHERE NOT EXISTS (
  SELECT 1 FROM sync_settings WHERE key = 'membership' AND value ->> '$.membership.state' = 'joined'
) OR EXISTS (
  SELECT 1 FROM sync_settings s, json_each(s.value, '$.membership.people') p
  JOIN users u ON u.id = p.value
  WHERE s.key = 'membership' AND u.role <> 'Auditor' AND u.deactivated_at IS NULL AND u.deleted_at IS NULL
);
INSERT INTO daily_snapshots (id, day, compliance_score, residual_risk_sum, coverage, assurance, formula,
  inputs_digest, created_at, row_version)
SELECT day, day, compliance_score, residual_risk_sum, coverage, assurance, formula, inputs_digest, created_at,
  printf('%012xffff-%s', max(0, 2650752000000 - created_at), node)
FROM daily_snapshots_before, stays;
INSERT INTO framework_snapshots (id, framework_id, day, score, coverage, assurance, compliant, assessed,
  applicable, formula, inputs_digest, created_at, row_version)
SELECT framework_id || ':' || day, framework_id, day, score, coverage, assurance, compliant, assessed,
  applicable, formula, inputs_digest, created_at,
  printf('%012xffff-%s', max(0, 2650752000000 - created_at), node)
FROM framework_snapshots_before, stays;
DROP TABLE temp.stays;
DROP TABLE daily_snapshots_before;
DROP TABLE framework_snapshots_before;
