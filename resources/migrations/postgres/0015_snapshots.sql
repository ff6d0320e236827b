-- The figures of each day are the workspace's: who joins has its past, and everybody sees the same trend. The
-- program writes them by itself, on every workstation where somebody works who writes.

GRANT CREATE ON SCHEMA report TO watchfloor_views;

CREATE TABLE app.daily_snapshots (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  day text NOT NULL,
  compliance_score double precision,
  residual_risk_sum double precision,
  coverage double precision,
  assurance double precision,
  formula text,
  inputs_digest text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX daily_snapshots_seq ON app.daily_snapshots (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('daily_snapshots',
   '{day,compliance_score,residual_risk_sum,coverage,assurance,formula,inputs_digest,created_at,deleted_at}',
   '{text,double precision,double precision,double precision,double precision,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

ALTER TABLE app.daily_snapshots ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.daily_snapshots FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.daily_snapshots TO watchfloor_report, watchfloor_views;
CREATE VIEW report.daily_snapshots AS SELECT
  workspace_id,
  id,
  day,
  compliance_score,
  residual_risk_sum,
  coverage,
  assurance,
  formula,
  inputs_digest,
  sync.as_time(created_at) AS created_at
FROM app.daily_snapshots WHERE deleted_at IS NULL;
GRANT SELECT ON report.daily_snapshots TO watchfloor_report;
ALTER VIEW report.daily_snapshots OWNER TO watchfloor_views;

CREATE TABLE app.framework_snapshots (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  framework_id text NOT NULL,
  day text NOT NULL,
  score double precision,
  coverage double precision,
  assurance double precision,
  compliant bigint NOT NULL,
  assessed bigint NOT NULL,
  applicable bigint NOT NULL,
  formula text NOT NULL,
  inputs_digest text NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX framework_snapshots_seq ON app.framework_snapshots (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('framework_snapshots',
   '{framework_id,day,score,coverage,assurance,compliant,assessed,applicable,formula,inputs_digest,created_at,deleted_at}',
   '{text,text,double precision,double precision,double precision,bigint,bigint,bigint,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

ALTER TABLE app.framework_snapshots ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.framework_snapshots FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.framework_snapshots TO watchfloor_report, watchfloor_views;
CREATE VIEW report.framework_snapshots AS SELECT
  workspace_id,
  id,
  framework_id,
  day,
  score,
  coverage,
  assurance,
  compliant,
  assessed,
  applicable,
  formula,
  inputs_digest,
  sync.as_time(created_at) AS created_at
FROM app.framework_snapshots WHERE deleted_at IS NULL;
GRANT SELECT ON report.framework_snapshots TO watchfloor_report;
ALTER VIEW report.framework_snapshots OWNER TO watchfloor_views;

REVOKE CREATE ON SCHEMA report FROM watchfloor_views;

INSERT INTO sync.bounds (table_name, made_with, changed_with) VALUES
  ('daily_snapshots', 'somebody', 'somebody'),
  ('framework_snapshots', 'somebody', 'somebody');

SELECT sync.make_merge(t), sync.make_page(t) FROM unnest('{daily_snapshots,framework_snapshots}'::text[]) t;

-- Whom to ask: who may change such a row was refused for making one.
CREATE OR REPLACE FUNCTION sync.bounds_word(p_table text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE sync.roles_with(CASE WHEN sync.has_role(s.workspace_id, s.people, sync.roles_with(b.changed_with))
      THEN b.made_with ELSE b.changed_with END)
    WHEN '{SOC Analyst,Administrator}' THEN 'analysts-only'
    WHEN '{Compliance Officer,Administrator}' THEN 'officers-only'
    ELSE 'auditors-read'
  END
  FROM sync.bounds b, sync.seat_of_session() s WHERE b.table_name = p_table
$$;

-- Alerts are closed, reopened and judged by those who may in the product. The program closes by itself only where
-- such a person works (src/main/db/own-accord.ts); what it keeps everywhere is what suppressions hide, and what
-- follows where an alert turns out to be known already.
UPDATE sync.bounds SET kept = '{suppressed_by,time_basis,fingerprint,received_at}' WHERE table_name = 'alerts';
SELECT sync.make_merge('alerts');
