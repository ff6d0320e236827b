-- Made by scripts/postgres-schema.ts from the migrations of SQLite.
-- One table an entity. `workspace_id` comes first in every key. `row_version` is the stamp of the
-- row, `field_versions` has the later stamps of single columns; `seq` is the place of the row's last
-- change in the order of commits, `sent_by` the number of the node that sent it, `bytes` its size.

CREATE TABLE app.alert_checks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  alert_id text NOT NULL DEFAULT '',
  playbook_id text NOT NULL DEFAULT '',
  step_id text NOT NULL DEFAULT '',
  step_text text NOT NULL DEFAULT '',
  checked_by text,
  checked_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX alert_checks_seq ON app.alert_checks (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('alert_checks',
   '{alert_id,playbook_id,step_id,step_text,checked_by,checked_at,deleted_at}',
   '{text,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.alert_comments (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  alert_id text NOT NULL DEFAULT '',
  author text,
  text text NOT NULL DEFAULT '',
  mentions text NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL DEFAULT 0,
  edited_at bigint,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX alert_comments_seq ON app.alert_comments (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('alert_comments',
   '{alert_id,author,text,mentions,created_at,edited_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.alert_watchers (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  alert_id text NOT NULL DEFAULT '',
  account text NOT NULL DEFAULT '',
  created_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX alert_watchers_seq ON app.alert_watchers (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('alert_watchers',
   '{alert_id,account,created_at,deleted_at}',
   '{text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.alerts (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  description text NOT NULL,
  severity text NOT NULL,
  status text NOT NULL DEFAULT 'OPEN',
  source text NOT NULL,
  source_host text,
  source_user text,
  source_ip text,
  dest_ip text,
  detector text,
  category text,
  techniques text NOT NULL DEFAULT '[]',
  ai_investigation text,
  assigned_to text,
  escalated bigint NOT NULL DEFAULT 0,
  false_positive bigint NOT NULL DEFAULT 0,
  time_basis text NOT NULL DEFAULT 'received',
  fingerprint bytea,
  created_at bigint NOT NULL,
  received_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  resolved_at bigint,
  first_action_at bigint,
  in_progress_since bigint,
  handling_ms bigint NOT NULL DEFAULT 0,
  auto_closed_at bigint,
  overturned_at bigint,
  deleted_at bigint,
  verdict text,
  reason_code text,
  closing_note text,
  closing_evidence text,
  closed_by text,
  suppressed_by text,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX alerts_seq ON app.alerts (workspace_id, seq);
CREATE INDEX alerts_natural ON app.alerts (workspace_id, fingerprint) WHERE fingerprint IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('alerts',
   '{title,description,severity,status,source,source_host,source_user,source_ip,dest_ip,detector,category,techniques,ai_investigation,assigned_to,escalated,false_positive,time_basis,fingerprint,created_at,received_at,updated_at,resolved_at,first_action_at,in_progress_since,handling_ms,auto_closed_at,overturned_at,deleted_at,verdict,reason_code,closing_note,closing_evidence,closed_by,suppressed_by}',
   '{text,text,text,text,text,text,text,text,text,text,text,text,text,text,bigint,bigint,text,bytea,bigint,bigint,bigint,bigint,bigint,bigint,bigint,bigint,bigint,bigint,text,text,text,text,text,text}',
   '{fingerprint}',
   'fingerprint IS NOT NULL',
   NULL);

CREATE TABLE app.assets (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entity_kind text NOT NULL DEFAULT 'host',
  entity_value text NOT NULL DEFAULT '',
  role text,
  owner text,
  note text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX assets_seq ON app.assets (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('assets',
   '{entity_kind,entity_value,role,owner,note,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.audit_frameworks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  audit_id text NOT NULL,
  framework_id text NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_frameworks_seq ON app.audit_frameworks (workspace_id, seq);
CREATE INDEX audit_frameworks_natural ON app.audit_frameworks (workspace_id, audit_id, framework_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audit_frameworks',
   '{audit_id,framework_id,created_at,deleted_at}',
   '{text,text,bigint,bigint}',
   '{audit_id,framework_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.audit_packages (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  audit_id text NOT NULL,
  number bigint NOT NULL,
  file_name text NOT NULL,
  sha256 text NOT NULL,
  size_bytes bigint NOT NULL,
  file_count bigint NOT NULL,
  evidence_count bigint NOT NULL,
  absent_count bigint NOT NULL,
  manifest_sha256 text NOT NULL,
  fingerprint text NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_packages_seq ON app.audit_packages (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audit_packages',
   '{audit_id,number,file_name,sha256,size_bytes,file_count,evidence_count,absent_count,manifest_sha256,fingerprint,created_by,created_at,deleted_at}',
   '{text,bigint,text,text,bigint,bigint,bigint,bigint,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.audit_reports (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  audit_id text NOT NULL,
  version bigint NOT NULL,
  form text NOT NULL,
  opinion text,
  conclusion text,
  classification text,
  self_approved bigint NOT NULL DEFAULT 0,
  input_sha256 text NOT NULL,
  file_name text NOT NULL,
  sha256 text NOT NULL,
  size_bytes bigint NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_reports_seq ON app.audit_reports (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audit_reports',
   '{audit_id,version,form,opinion,conclusion,classification,self_approved,input_sha256,file_name,sha256,size_bytes,created_by,created_at,deleted_at}',
   '{text,bigint,text,text,text,text,bigint,text,text,text,bigint,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.audit_request_controls (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  request_id text NOT NULL,
  control_id text NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_request_controls_seq ON app.audit_request_controls (workspace_id, seq);
CREATE INDEX audit_request_controls_natural ON app.audit_request_controls (workspace_id, request_id, control_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audit_request_controls',
   '{request_id,control_id,created_at,deleted_at}',
   '{text,text,bigint,bigint}',
   '{request_id,control_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.audit_request_evidence (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  request_id text NOT NULL,
  evidence_id text NOT NULL,
  added_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_request_evidence_seq ON app.audit_request_evidence (workspace_id, seq);
CREATE INDEX audit_request_evidence_natural ON app.audit_request_evidence (workspace_id, request_id, evidence_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audit_request_evidence',
   '{request_id,evidence_id,added_by,created_at,deleted_at}',
   '{text,text,text,bigint,bigint}',
   '{request_id,evidence_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.audit_requests (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  audit_id text NOT NULL,
  number bigint NOT NULL,
  title text NOT NULL,
  description text,
  control_id text,
  owner text,
  due text,
  status text NOT NULL DEFAULT 'OPEN',
  provided_note text,
  provided_by text,
  provided_at bigint,
  decision_note text,
  decided_by text,
  decided_at bigint,
  is_self_approved bigint NOT NULL DEFAULT 0,
  origin text NOT NULL DEFAULT 'hand',
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_requests_seq ON app.audit_requests (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audit_requests',
   '{audit_id,number,title,description,control_id,owner,due,status,provided_note,provided_by,provided_at,decision_note,decided_by,decided_at,is_self_approved,origin,created_by,created_at,updated_at,deleted_at}',
   '{text,bigint,text,text,text,text,text,text,text,text,bigint,text,text,bigint,bigint,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.audit_sample_results (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  sample_id text NOT NULL,
  item_ref text NOT NULL,
  result text NOT NULL,
  note text,
  evidence_id text,
  finding_id text,
  tested_by text,
  tested_at bigint NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_sample_results_seq ON app.audit_sample_results (workspace_id, seq);
CREATE INDEX audit_sample_results_natural ON app.audit_sample_results (workspace_id, sample_id, item_ref) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audit_sample_results',
   '{sample_id,item_ref,result,note,evidence_id,finding_id,tested_by,tested_at,created_at,deleted_at}',
   '{text,text,text,text,text,text,text,bigint,bigint,bigint}',
   '{sample_id,item_ref}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.audit_samples (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  audit_id text NOT NULL,
  number bigint NOT NULL,
  population text NOT NULL,
  purpose text,
  period_start bigint NOT NULL,
  period_end bigint NOT NULL,
  filter text NOT NULL DEFAULT '{}',
  seed text NOT NULL,
  method text NOT NULL,
  size bigint NOT NULL,
  size_basis text NOT NULL DEFAULT 'chosen',
  population_count bigint NOT NULL,
  population_sha256 text NOT NULL,
  items text NOT NULL,
  reconciliation text NOT NULL,
  drawn_by text,
  drawn_at bigint NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audit_samples_seq ON app.audit_samples (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audit_samples',
   '{audit_id,number,population,purpose,period_start,period_end,filter,seed,method,size,size_basis,population_count,population_sha256,items,reconciliation,drawn_by,drawn_at,created_at,deleted_at}',
   '{text,bigint,text,text,bigint,bigint,text,text,text,bigint,text,bigint,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.audits (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  description text,
  type text NOT NULL DEFAULT 'INTERNAL',
  framework text,
  auditor text,
  status text NOT NULL DEFAULT 'PLANNED',
  start_date text,
  end_date text,
  report_date text,
  findings text,
  recommendations text,
  assigned_to text,
  preparation_started_at bigint,
  package_ready_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  period_start text,
  period_end text,
  scope text,
  started_at bigint,
  ended_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX audits_seq ON app.audits (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('audits',
   '{title,description,type,framework,auditor,status,start_date,end_date,report_date,findings,recommendations,assigned_to,preparation_started_at,package_ready_at,created_at,updated_at,deleted_at,period_start,period_end,scope,started_at,ended_at}',
   '{text,text,text,text,text,text,text,text,text,text,text,text,bigint,bigint,bigint,bigint,bigint,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.automation_audits (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  alert_id text NOT NULL DEFAULT '',
  pattern_id text NOT NULL DEFAULT '',
  kind text NOT NULL DEFAULT 'SHADOW',
  decided_at bigint NOT NULL DEFAULT 0,
  verdict text,
  note text,
  audited_by text,
  audited_at bigint,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX automation_audits_seq ON app.automation_audits (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('automation_audits',
   '{alert_id,pattern_id,kind,decided_at,verdict,note,audited_by,audited_at,deleted_at}',
   '{text,text,text,bigint,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.automation_closings (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  pattern_id text NOT NULL DEFAULT '',
  closed_at bigint NOT NULL DEFAULT 0,
  action_id text,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX automation_closings_seq ON app.automation_closings (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('automation_closings',
   '{pattern_id,closed_at,action_id,deleted_at}',
   '{text,bigint,text,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.automation_patterns (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  pattern_key text NOT NULL DEFAULT '',
  label text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'SHADOW',
  reason text,
  audits_since bigint NOT NULL DEFAULT 0,
  changed_by text,
  changed_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX automation_patterns_seq ON app.automation_patterns (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('automation_patterns',
   '{pattern_key,label,state,reason,audits_since,changed_by,changed_at,deleted_at}',
   '{text,text,text,text,bigint,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.automation_policy (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  state text NOT NULL DEFAULT 'SHADOW',
  daily_cap bigint NOT NULL DEFAULT 50,
  reason text,
  changed_by text,
  changed_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  points text NOT NULL DEFAULT 'REFITTED',
  on_since bigint NOT NULL DEFAULT 0,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX automation_policy_seq ON app.automation_policy (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('automation_policy',
   '{state,daily_cap,reason,changed_by,changed_at,deleted_at,points,on_since}',
   '{text,bigint,text,text,bigint,bigint,text,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.automation_second_looks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  pattern_id text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  first_verdict text,
  first_by text,
  opened_at bigint NOT NULL DEFAULT 0,
  outcome text,
  note text,
  decided_by text,
  decided_at bigint,
  deleted_at bigint,
  first_confirmed_by text,
  first_confirmed_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX automation_second_looks_seq ON app.automation_second_looks (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('automation_second_looks',
   '{pattern_id,reason,first_verdict,first_by,opened_at,outcome,note,decided_by,decided_at,deleted_at,first_confirmed_by,first_confirmed_at}',
   '{text,text,text,text,bigint,text,text,text,bigint,bigint,text,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.automation_trips (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  pattern_id text,
  alert_id text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  confirmed_by text,
  at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX automation_trips_seq ON app.automation_trips (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('automation_trips',
   '{pattern_id,alert_id,reason,confirmed_by,at,deleted_at}',
   '{text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.collection_runs (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  task_id text NOT NULL,
  due text NOT NULL,
  outcome text NOT NULL,
  evidence_id text,
  actor text,
  message text,
  ran_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX collection_runs_seq ON app.collection_runs (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('collection_runs',
   '{task_id,due,outcome,evidence_id,actor,message,ran_at,deleted_at}',
   '{text,text,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.collection_task_controls (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  task_id text NOT NULL,
  control_id text NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX collection_task_controls_seq ON app.collection_task_controls (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('collection_task_controls',
   '{task_id,control_id,created_at,deleted_at}',
   '{text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.collection_tasks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  description text,
  type text NOT NULL DEFAULT 'DOCUMENT',
  owner text,
  cadence text NOT NULL DEFAULT 'QUARTERLY',
  starts_on text NOT NULL,
  next_due text NOT NULL,
  collector text NOT NULL DEFAULT 'manual',
  validity_days bigint,
  is_active bigint NOT NULL DEFAULT 1,
  covered_until bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX collection_tasks_seq ON app.collection_tasks (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('collection_tasks',
   '{title,description,type,owner,cadence,starts_on,next_due,collector,validity_days,is_active,covered_until,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,bigint,bigint,bigint,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.compliance_frameworks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  version text,
  description text,
  category text,
  is_active bigint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  deleted_at bigint,
  pack_id text,
  pack_checksum text,
  baseline text,
  publisher text,
  licence text,
  source text,
  text_policy text,
  updated_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX compliance_frameworks_seq ON app.compliance_frameworks (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('compliance_frameworks',
   '{name,version,description,category,is_active,created_at,deleted_at,pack_id,pack_checksum,baseline,publisher,licence,source,text_policy,updated_at}',
   '{text,text,text,text,bigint,bigint,bigint,text,text,text,text,text,text,text,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.control_challenges (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  control_id text NOT NULL,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'OPEN',
  alert_id text,
  technique text,
  measure text,
  reason text NOT NULL,
  facts text,
  proposed_status text NOT NULL,
  decided_by text,
  decided_at bigint,
  note text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX control_challenges_seq ON app.control_challenges (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('control_challenges',
   '{control_id,kind,state,alert_id,technique,measure,reason,facts,proposed_status,decided_by,decided_at,note,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,text,text,bigint,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.control_evidence (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  control_id text NOT NULL,
  evidence_id text NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX control_evidence_seq ON app.control_evidence (workspace_id, seq);
CREATE INDEX control_evidence_natural ON app.control_evidence (workspace_id, control_id, evidence_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('control_evidence',
   '{control_id,evidence_id,created_at,deleted_at}',
   '{text,text,bigint,bigint}',
   '{control_id,evidence_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.control_exceptions (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  control_id text NOT NULL,
  owner text,
  reason text NOT NULL,
  expires_at bigint NOT NULL,
  created_by text,
  ended_at bigint,
  ended_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX control_exceptions_seq ON app.control_exceptions (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('control_exceptions',
   '{control_id,owner,reason,expires_at,created_by,ended_at,ended_by,created_at,updated_at,deleted_at}',
   '{text,text,text,bigint,text,bigint,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.control_test_runs (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  test_id text NOT NULL,
  control_id text NOT NULL,
  ran_at bigint NOT NULL,
  tester text,
  result text NOT NULL,
  notes text,
  evidence_id text,
  approved_by text,
  approved_at bigint,
  is_self_approved bigint NOT NULL DEFAULT 0,
  proposed_status text,
  decision text,
  decided_by text,
  decided_at bigint,
  decision_note text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX control_test_runs_seq ON app.control_test_runs (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('control_test_runs',
   '{test_id,control_id,ran_at,tester,result,notes,evidence_id,approved_by,approved_at,is_self_approved,proposed_status,decision,decided_by,decided_at,decision_note,created_at,deleted_at}',
   '{text,text,bigint,text,text,text,text,text,bigint,bigint,text,text,text,bigint,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.control_tests (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  control_id text NOT NULL,
  title text NOT NULL,
  steps text NOT NULL DEFAULT '',
  cadence_days bigint NOT NULL,
  tester text,
  is_active bigint NOT NULL DEFAULT 1,
  next_due bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX control_tests_seq ON app.control_tests (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('control_tests',
   '{control_id,title,steps,cadence_days,tester,is_active,next_due,created_at,updated_at,deleted_at}',
   '{text,text,text,bigint,text,bigint,bigint,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.controls (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  framework_id text NOT NULL,
  control_id text NOT NULL,
  title text NOT NULL,
  description text,
  category text,
  requirement text,
  priority text NOT NULL DEFAULT 'MEDIUM',
  is_automated bigint NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'NOT_ASSESSED',
  last_assessment bigint,
  next_assessment bigint,
  owner text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  parent_ref text,
  position bigint NOT NULL DEFAULT 0,
  weight bigint NOT NULL DEFAULT 1,
  is_applicable bigint NOT NULL DEFAULT 1,
  applicability_reason text,
  gone_in text,
  is_custom bigint NOT NULL DEFAULT 0,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX controls_seq ON app.controls (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('controls',
   '{framework_id,control_id,title,description,category,requirement,priority,is_automated,status,last_assessment,next_assessment,owner,created_at,updated_at,deleted_at,parent_ref,position,weight,is_applicable,applicability_reason,gone_in,is_custom}',
   '{text,text,text,text,text,text,text,bigint,text,bigint,bigint,text,bigint,bigint,bigint,text,bigint,bigint,bigint,text,text,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.crosswalk_links (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  source_pack text,
  source_framework_id text,
  source_ref text NOT NULL,
  target_pack text,
  target_framework_id text,
  target_ref text NOT NULL,
  relation text NOT NULL,
  rationale text NOT NULL,
  origin text NOT NULL,
  origin_kind text NOT NULL DEFAULT 'OWN',
  confidence text NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX crosswalk_links_seq ON app.crosswalk_links (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('crosswalk_links',
   '{source_pack,source_framework_id,source_ref,target_pack,target_framework_id,target_ref,relation,rationale,origin,origin_kind,confidence,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.default_views (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  view_id text,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX default_views_seq ON app.default_views (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('default_views',
   '{view_id,deleted_at}',
   '{text,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.detection_rules (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  pack_id text NOT NULL DEFAULT '',
  engine text NOT NULL DEFAULT 'sigma',
  kind text NOT NULL DEFAULT 'rule',
  rule_key text NOT NULL DEFAULT '',
  path text NOT NULL DEFAULT '',
  title text NOT NULL DEFAULT '',
  description text,
  author text,
  level text,
  status text,
  logsource text,
  reaches text,
  techniques text NOT NULL DEFAULT '[]',
  tags text NOT NULL DEFAULT '[]',
  false_positives text NOT NULL DEFAULT '[]',
  state text NOT NULL DEFAULT 'invalid',
  reasons text NOT NULL DEFAULT '[]',
  hash text NOT NULL DEFAULT '',
  stated_version text,
  version bigint NOT NULL DEFAULT 1,
  is_enabled bigint NOT NULL DEFAULT 1,
  is_gone bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX detection_rules_seq ON app.detection_rules (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('detection_rules',
   '{pack_id,engine,kind,rule_key,path,title,description,author,level,status,logsource,reaches,techniques,tags,false_positives,state,reasons,hash,stated_version,version,is_enabled,is_gone,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,text,text,text,text,text,text,text,text,text,text,text,bigint,bigint,bigint,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.entity_marks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entity_kind text NOT NULL DEFAULT 'host',
  entity_value text NOT NULL DEFAULT '',
  criticality text NOT NULL DEFAULT 'NORMAL',
  reason text,
  marked_by text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX entity_marks_seq ON app.entity_marks (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('entity_marks',
   '{entity_kind,entity_value,criticality,reason,marked_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.entity_notes (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entity_id text NOT NULL DEFAULT '',
  entity_kind text NOT NULL DEFAULT 'host',
  entity_value text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX entity_notes_seq ON app.entity_notes (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('entity_notes',
   '{entity_id,entity_kind,entity_value,text,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.event_alignments (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  investigation_id text NOT NULL DEFAULT '',
  source_id text NOT NULL DEFAULT '',
  source_name text NOT NULL DEFAULT '',
  offset_ms bigint NOT NULL DEFAULT 0,
  offset_nanos bigint NOT NULL DEFAULT 0,
  method text NOT NULL DEFAULT 'none',
  confidence text NOT NULL DEFAULT 'low',
  note text,
  set_by text,
  set_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX event_alignments_seq ON app.event_alignments (workspace_id, seq);
CREATE INDEX event_alignments_investigation ON app.event_alignments (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('event_alignments',
   '{investigation_id,source_id,source_name,offset_ms,offset_nanos,method,confidence,note,set_by,set_at,deleted_at}',
   '{text,text,text,bigint,bigint,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.evidence (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  description text,
  type text NOT NULL,
  file_path text,
  collected_by text,
  collection_date bigint,
  expiration_date bigint,
  is_valid bigint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  deleted_at bigint,
  verdict text NOT NULL DEFAULT 'PENDING',
  reviewed_by text,
  reviewed_at bigint,
  review_note text,
  is_self_approved bigint NOT NULL DEFAULT 0,
  source text,
  period_start bigint,
  period_end bigint,
  received_at bigint,
  sha256 text,
  size_bytes bigint,
  file_name text,
  media_type text,
  series_id text,
  revision bigint NOT NULL DEFAULT 1,
  superseded_by text,
  collector text NOT NULL DEFAULT 'manual',
  updated_at bigint,
  investigation_id text,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX evidence_seq ON app.evidence (workspace_id, seq);
CREATE INDEX evidence_investigation ON app.evidence (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('evidence',
   '{title,description,type,file_path,collected_by,collection_date,expiration_date,is_valid,created_at,deleted_at,verdict,reviewed_by,reviewed_at,review_note,is_self_approved,source,period_start,period_end,received_at,sha256,size_bytes,file_name,media_type,series_id,revision,superseded_by,collector,updated_at,investigation_id}',
   '{text,text,text,text,text,bigint,bigint,bigint,bigint,bigint,text,text,bigint,text,bigint,text,bigint,bigint,bigint,text,bigint,text,text,text,bigint,text,text,bigint,text}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.evidence_custody (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  evidence_id text NOT NULL,
  position bigint NOT NULL,
  action text NOT NULL,
  actor text,
  at bigint NOT NULL,
  sha256 text,
  details text,
  previous text,
  mac text NOT NULL,
  deleted_at bigint,
  investigation_id text,
  chain text NOT NULL DEFAULT '',
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX evidence_custody_seq ON app.evidence_custody (workspace_id, seq);
CREATE INDEX evidence_custody_investigation ON app.evidence_custody (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('evidence_custody',
   '{evidence_id,position,action,actor,at,sha256,details,previous,mac,deleted_at,investigation_id,chain}',
   '{text,bigint,text,text,bigint,text,text,text,text,bigint,text,text}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.finding_evidence (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  finding_id text NOT NULL,
  evidence_id text NOT NULL,
  added_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX finding_evidence_seq ON app.finding_evidence (workspace_id, seq);
CREATE INDEX finding_evidence_natural ON app.finding_evidence (workspace_id, finding_id, evidence_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('finding_evidence',
   '{finding_id,evidence_id,added_by,created_at,deleted_at}',
   '{text,text,text,bigint,bigint}',
   '{finding_id,evidence_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.findings (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  audit_id text,
  number bigint NOT NULL,
  title text NOT NULL,
  description text,
  criteria text,
  condition text,
  cause text,
  effect text,
  recommendation text,
  severity text NOT NULL DEFAULT 'MEDIUM',
  control_id text,
  status text NOT NULL DEFAULT 'OPEN',
  owner text,
  due_at bigint,
  remediation_plan text,
  remediated_by text,
  remediated_at bigint,
  remediation_note text,
  retested_by text,
  retested_at bigint,
  retest_result text,
  retest_note text,
  is_self_approved bigint NOT NULL DEFAULT 0,
  accepted_by text,
  accepted_reason text,
  accepted_until text,
  closed_at bigint,
  sample_id text,
  sample_item text,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX findings_seq ON app.findings (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('findings',
   '{audit_id,number,title,description,criteria,condition,cause,effect,recommendation,severity,control_id,status,owner,due_at,remediation_plan,remediated_by,remediated_at,remediation_note,retested_by,retested_at,retest_result,retest_note,is_self_approved,accepted_by,accepted_reason,accepted_until,closed_at,sample_id,sample_item,created_by,created_at,updated_at,deleted_at}',
   '{text,bigint,text,text,text,text,text,text,text,text,text,text,text,bigint,text,text,bigint,text,text,bigint,text,text,bigint,text,text,text,bigint,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.forensic_investigations (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  incident_id text NOT NULL,
  title text NOT NULL,
  description text,
  investigation_type text,
  priority text NOT NULL DEFAULT 'MEDIUM',
  status text NOT NULL DEFAULT 'PENDING',
  investigator text,
  ai_progress bigint NOT NULL DEFAULT 0,
  findings text,
  iocs text,
  timeline text,
  tools text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  completed_at bigint,
  deleted_at bigint,
  scope text,
  created_by text,
  verdict text,
  analysis text,
  opinion text,
  closed_at bigint,
  closed_by text,
  closing_reason text,
  closing_verdict text,
  bundle_evidence_id text,
  restricted_to text,
  journal text,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX forensic_investigations_seq ON app.forensic_investigations (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('forensic_investigations',
   '{incident_id,title,description,investigation_type,priority,status,investigator,ai_progress,findings,iocs,timeline,tools,created_at,updated_at,completed_at,deleted_at,scope,created_by,verdict,analysis,opinion,closed_at,closed_by,closing_reason,closing_verdict,bundle_evidence_id,restricted_to,journal}',
   '{text,text,text,text,text,text,text,bigint,text,text,text,text,bigint,bigint,bigint,bigint,text,text,text,text,text,bigint,text,text,text,text,text,text}',
   NULL,
   NULL,
   'id');

CREATE TABLE app.forensic_sessions (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  investigation_id text NOT NULL,
  tool_name text NOT NULL,
  tool_type text NOT NULL,
  status text NOT NULL DEFAULT 'RUNNING',
  results text,
  started_at bigint NOT NULL,
  completed_at bigint,
  created_by text,
  deleted_at bigint,
  evidence_id text,
  parent_id text,
  file_name text,
  inner_path text,
  size_bytes bigint,
  sha256 text,
  tool_version text,
  detected text,
  chosen text,
  events bigint,
  receipt text,
  problem text,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX forensic_sessions_seq ON app.forensic_sessions (workspace_id, seq);
CREATE INDEX forensic_sessions_investigation ON app.forensic_sessions (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('forensic_sessions',
   '{investigation_id,tool_name,tool_type,status,results,started_at,completed_at,created_by,deleted_at,evidence_id,parent_id,file_name,inner_path,size_bytes,sha256,tool_version,detected,chosen,events,receipt,problem}',
   '{text,text,text,text,text,bigint,bigint,text,bigint,text,text,text,text,bigint,text,text,text,text,bigint,text,text}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.framework_groups (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  framework_id text NOT NULL,
  ref text NOT NULL,
  parent_ref text,
  title text NOT NULL,
  position bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX framework_groups_seq ON app.framework_groups (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('framework_groups',
   '{framework_id,ref,parent_ref,title,position,created_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.group_fingerprints (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  fields text NOT NULL DEFAULT '[]',
  updated_by text,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX group_fingerprints_seq ON app.group_fingerprints (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('group_fingerprints',
   '{fields,updated_by,updated_at,deleted_at}',
   '{text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.group_pins (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  pinned_by text,
  pinned_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX group_pins_seq ON app.group_pins (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('group_pins',
   '{pinned_by,pinned_at,deleted_at}',
   '{text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.handovers (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'DRAFT',
  since bigint NOT NULL DEFAULT 0,
  until bigint NOT NULL DEFAULT 0,
  time_zone text NOT NULL DEFAULT 'UTC',
  facts text,
  generated_at bigint,
  texts text NOT NULL DEFAULT '{}',
  hidden text NOT NULL DEFAULT '[]',
  created_by text,
  handed_to text,
  handed_by text,
  handed_at bigint,
  acknowledged_by text,
  acknowledged_at bigint,
  acknowledgement text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX handovers_seq ON app.handovers (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('handovers',
   '{title,state,since,until,time_zone,facts,generated_at,texts,hidden,created_by,handed_to,handed_by,handed_at,acknowledged_by,acknowledged_at,acknowledgement,created_at,updated_at,deleted_at}',
   '{text,text,bigint,bigint,text,text,bigint,text,text,text,text,text,bigint,text,bigint,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.incident_entities (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  value text NOT NULL,
  rule text,
  reason text,
  decided_by text,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX incident_entities_seq ON app.incident_entities (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('incident_entities',
   '{kind,value,rule,reason,decided_by,updated_at,deleted_at}',
   '{text,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.incident_pins (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  incident_id text,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX incident_pins_seq ON app.incident_pins (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('incident_pins',
   '{incident_id,deleted_at}',
   '{text,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.incident_records (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text,
  locked_at bigint,
  locked_by text,
  reason text,
  merged_into text,
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX incident_records_seq ON app.incident_records (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('incident_records',
   '{name,locked_at,locked_by,reason,merged_into,created_by,created_at,updated_at,deleted_at}',
   '{text,bigint,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.incident_settings (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  strictness bigint NOT NULL DEFAULT 50,
  updated_by text,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX incident_settings_seq ON app.incident_settings (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('incident_settings',
   '{strictness,updated_by,updated_at,deleted_at}',
   '{bigint,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.indicator_relations (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  from_id text NOT NULL,
  to_id text NOT NULL,
  kind text NOT NULL DEFAULT 'related-to',
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  investigation_id text,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX indicator_relations_seq ON app.indicator_relations (workspace_id, seq);
CREATE INDEX indicator_relations_investigation ON app.indicator_relations (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('indicator_relations',
   '{from_id,to_id,kind,created_by,created_at,deleted_at,investigation_id}',
   '{text,text,text,text,bigint,bigint,text}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.indicators (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  investigation_id text,
  type text NOT NULL,
  value text NOT NULL,
  severity text NOT NULL DEFAULT 'MEDIUM',
  source text,
  description text,
  first_seen bigint,
  last_seen bigint,
  is_active bigint NOT NULL DEFAULT 1,
  created_at bigint NOT NULL,
  deleted_at bigint,
  evidence text,
  confidence bigint NOT NULL DEFAULT 50,
  tlp text,
  tags text NOT NULL DEFAULT '[]',
  notes text,
  expires_at bigint,
  inactive_reason text,
  provenance text,
  stix_id text,
  created_by text,
  updated_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX indicators_seq ON app.indicators (workspace_id, seq);
CREATE INDEX indicators_investigation ON app.indicators (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('indicators',
   '{investigation_id,type,value,severity,source,description,first_seen,last_seen,is_active,created_at,deleted_at,evidence,confidence,tlp,tags,notes,expires_at,inactive_reason,provenance,stix_id,created_by,updated_at}',
   '{text,text,text,text,text,text,bigint,bigint,bigint,bigint,bigint,text,bigint,text,text,text,bigint,text,text,text,text,bigint}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.integrations (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  vendor text,
  configuration text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX integrations_seq ON app.integrations (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('integrations',
   '{name,type,vendor,configuration,created_at,updated_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.intel_objects (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  object text NOT NULL DEFAULT '{}',
  modified_at bigint,
  is_revoked bigint NOT NULL DEFAULT 0,
  source text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX intel_objects_seq ON app.intel_objects (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('intel_objects',
   '{kind,name,object,modified_at,is_revoked,source,created_at,updated_at,deleted_at}',
   '{text,text,text,bigint,bigint,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.investigation_comments (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  investigation_id text NOT NULL DEFAULT '',
  author text,
  text text NOT NULL DEFAULT '',
  mentions text NOT NULL DEFAULT '[]',
  created_at bigint NOT NULL DEFAULT 0,
  edited_at bigint,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX investigation_comments_seq ON app.investigation_comments (workspace_id, seq);
CREATE INDEX investigation_comments_investigation ON app.investigation_comments (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('investigation_comments',
   '{investigation_id,author,text,mentions,created_at,edited_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.note_templates (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  verdict text,
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX note_templates_seq ON app.note_templates (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('note_templates',
   '{name,text,verdict,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.playbooks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL DEFAULT '',
  summary text NOT NULL DEFAULT '',
  matches text NOT NULL DEFAULT '{"techniques":[],"words":[]}',
  steps text NOT NULL DEFAULT '[]',
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX playbooks_seq ON app.playbooks (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('playbooks',
   '{name,summary,matches,steps,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.policies (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  description text,
  content text,
  version text NOT NULL DEFAULT '1.0',
  status text NOT NULL DEFAULT 'DRAFT',
  category text,
  owner text,
  approver text,
  effective_date text,
  review_date text,
  next_review_date text,
  is_outdated bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  current_version_id text,
  working_version_id text,
  working_status text,
  review_months bigint NOT NULL DEFAULT 12,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX policies_seq ON app.policies (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('policies',
   '{title,description,content,version,status,category,owner,approver,effective_date,review_date,next_review_date,is_outdated,created_at,updated_at,deleted_at,current_version_id,working_version_id,working_status,review_months}',
   '{text,text,text,text,text,text,text,text,text,text,text,bigint,bigint,bigint,bigint,text,text,text,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.policy_approvals (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  policy_id text NOT NULL,
  version_id text NOT NULL,
  sha256 text NOT NULL,
  approver text,
  is_self_approved bigint NOT NULL DEFAULT 0,
  note text,
  voided_at bigint,
  voided_reason text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX policy_approvals_seq ON app.policy_approvals (workspace_id, seq);
CREATE INDEX policy_approvals_natural ON app.policy_approvals (workspace_id, version_id, approver) WHERE deleted_at IS NULL AND voided_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('policy_approvals',
   '{policy_id,version_id,sha256,approver,is_self_approved,note,voided_at,voided_reason,created_at,deleted_at}',
   '{text,text,text,text,bigint,text,bigint,text,bigint,bigint}',
   '{version_id,approver}',
   'deleted_at IS NULL AND voided_at IS NULL',
   NULL);

CREATE TABLE app.policy_attestation_requests (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  policy_id text NOT NULL,
  version_id text NOT NULL,
  version text NOT NULL,
  sha256 text NOT NULL,
  statement text NOT NULL,
  roles text NOT NULL DEFAULT '[]',
  accounts text NOT NULL DEFAULT '[]',
  due text,
  closed_as text,
  closed_at bigint,
  closed_by text,
  closed_reason text,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX policy_attestation_requests_seq ON app.policy_attestation_requests (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('policy_attestation_requests',
   '{policy_id,version_id,version,sha256,statement,roles,accounts,due,closed_as,closed_at,closed_by,closed_reason,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,text,bigint,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.policy_attestations (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  request_id text,
  policy_id text NOT NULL,
  version_id text NOT NULL,
  version text NOT NULL,
  sha256 text NOT NULL,
  statement text NOT NULL,
  account_id text NOT NULL,
  account_name text NOT NULL,
  attested_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX policy_attestations_seq ON app.policy_attestations (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('policy_attestations',
   '{request_id,policy_id,version_id,version,sha256,statement,account_id,account_name,attested_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.policy_controls (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  policy_id text NOT NULL,
  control_id text NOT NULL,
  added_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX policy_controls_seq ON app.policy_controls (workspace_id, seq);
CREATE INDEX policy_controls_natural ON app.policy_controls (workspace_id, policy_id, control_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('policy_controls',
   '{policy_id,control_id,added_by,created_at,deleted_at}',
   '{text,text,text,bigint,bigint}',
   '{policy_id,control_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.policy_imports (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  policy_id text NOT NULL,
  file_name text NOT NULL,
  format text NOT NULL,
  sha256 text NOT NULL,
  size_bytes bigint NOT NULL,
  counts text NOT NULL,
  notes text NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX policy_imports_seq ON app.policy_imports (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('policy_imports',
   '{policy_id,file_name,format,sha256,size_bytes,counts,notes,created_by,created_at,deleted_at}',
   '{text,text,text,text,bigint,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.policy_values (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  value text NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX policy_values_seq ON app.policy_values (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('policy_values',
   '{value,updated_at,deleted_at}',
   '{text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.policy_versions (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  policy_id text NOT NULL,
  number bigint NOT NULL DEFAULT 1,
  version text NOT NULL,
  title text NOT NULL,
  content text NOT NULL DEFAULT '',
  sha256 text NOT NULL,
  status text NOT NULL DEFAULT 'DRAFT',
  note text,
  author text,
  authors text NOT NULL DEFAULT '[]',
  submitted_by text,
  submitted_at bigint,
  approved_at bigint,
  is_self_approved bigint NOT NULL DEFAULT 0,
  effective_date text,
  ended_at bigint,
  evidence_id text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX policy_versions_seq ON app.policy_versions (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('policy_versions',
   '{policy_id,number,version,title,content,sha256,status,note,author,authors,submitted_by,submitted_at,approved_at,is_self_approved,effective_date,ended_at,evidence_id,created_at,updated_at,deleted_at}',
   '{text,bigint,text,text,text,text,text,text,text,text,text,bigint,bigint,bigint,text,bigint,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.promoted_events (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  investigation_id text NOT NULL DEFAULT '',
  source_id text NOT NULL DEFAULT '',
  source_name text NOT NULL DEFAULT '',
  event_id text NOT NULL DEFAULT '',
  time_ms bigint,
  time_nanos bigint NOT NULL DEFAULT 0,
  kind text NOT NULL DEFAULT 'other',
  summary text NOT NULL DEFAULT '',
  event text NOT NULL DEFAULT '{}',
  note text,
  technique text,
  rule_id text,
  rule_name text,
  promoted_by text,
  promoted_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX promoted_events_seq ON app.promoted_events (workspace_id, seq);
CREATE INDEX promoted_events_investigation ON app.promoted_events (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('promoted_events',
   '{investigation_id,source_id,source_name,event_id,time_ms,time_nanos,kind,summary,event,note,technique,rule_id,rule_name,promoted_by,promoted_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,text,text,text,text,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.risk_cases (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  risk_id text NOT NULL,
  kind text NOT NULL,
  day text,
  ref text,
  note text NOT NULL,
  added_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risk_cases_seq ON app.risk_cases (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risk_cases',
   '{risk_id,kind,day,ref,note,added_by,created_at,deleted_at}',
   '{text,text,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.risk_controls (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  risk_id text NOT NULL,
  control_id text NOT NULL,
  weight bigint NOT NULL DEFAULT 2,
  added_by text,
  created_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risk_controls_seq ON app.risk_controls (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risk_controls',
   '{risk_id,control_id,weight,added_by,created_at,deleted_at}',
   '{text,text,bigint,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.risk_proposals (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  risk_id text NOT NULL,
  state text NOT NULL DEFAULT 'PENDING',
  from_likelihood bigint NOT NULL,
  to_likelihood bigint NOT NULL,
  prior_source text NOT NULL,
  prior_shape double precision NOT NULL,
  prior_rate double precision NOT NULL,
  posterior_shape double precision NOT NULL,
  posterior_rate double precision NOT NULL,
  exposure_from text NOT NULL,
  exposure_to text NOT NULL,
  exposure_years double precision NOT NULL,
  case_count bigint NOT NULL,
  cases text NOT NULL DEFAULT '[]',
  digest text NOT NULL,
  reason text,
  decided_by text,
  decided_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risk_proposals_seq ON app.risk_proposals (workspace_id, seq);
CREATE INDEX risk_proposals_natural ON app.risk_proposals (workspace_id, risk_id) WHERE state = 'PENDING' AND deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risk_proposals',
   '{risk_id,state,from_likelihood,to_likelihood,prior_source,prior_shape,prior_rate,posterior_shape,posterior_rate,exposure_from,exposure_to,exposure_years,case_count,cases,digest,reason,decided_by,decided_at,created_at,updated_at,deleted_at}',
   '{text,text,bigint,bigint,text,double precision,double precision,double precision,double precision,text,text,double precision,bigint,text,text,text,text,bigint,bigint,bigint,bigint}',
   '{risk_id}',
   'state = ''PENDING'' AND deleted_at IS NULL',
   NULL);

CREATE TABLE app.risk_quant_settings (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  currency text NOT NULL DEFAULT 'EUR',
  seed bigint NOT NULL DEFAULT 20261121,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risk_quant_settings_seq ON app.risk_quant_settings (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risk_quant_settings',
   '{currency,seed,updated_at,deleted_at}',
   '{text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.risk_quantities (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  risk_id text NOT NULL,
  currency text,
  loss_low double precision NOT NULL,
  loss_high double precision NOT NULL,
  frequency_low double precision NOT NULL,
  frequency_high double precision NOT NULL,
  after_loss_low double precision,
  after_loss_high double precision,
  after_frequency_low double precision,
  after_frequency_high double precision,
  assumptions text,
  stated_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risk_quantities_seq ON app.risk_quantities (workspace_id, seq);
CREATE INDEX risk_quantities_natural ON app.risk_quantities (workspace_id, risk_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risk_quantities',
   '{risk_id,currency,loss_low,loss_high,frequency_low,frequency_high,after_loss_low,after_loss_high,after_frequency_low,after_frequency_high,assumptions,stated_by,created_at,updated_at,deleted_at}',
   '{text,text,double precision,double precision,double precision,double precision,double precision,double precision,double precision,double precision,text,text,bigint,bigint,bigint}',
   '{risk_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.risk_reviews (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  risk_id text NOT NULL,
  reviewed_on text NOT NULL DEFAULT '',
  reviewed_by text,
  note text,
  risk_score double precision,
  residual_risk double precision,
  next_review text,
  created_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risk_reviews_seq ON app.risk_reviews (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risk_reviews',
   '{risk_id,reviewed_on,reviewed_by,note,risk_score,residual_risk,next_review,created_at,deleted_at}',
   '{text,text,text,text,double precision,double precision,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.risk_scenarios (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  risk_id text NOT NULL,
  techniques text NOT NULL DEFAULT '[]',
  keywords text NOT NULL DEFAULT '[]',
  exposure_from text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risk_scenarios_seq ON app.risk_scenarios (workspace_id, seq);
CREATE INDEX risk_scenarios_natural ON app.risk_scenarios (workspace_id, risk_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risk_scenarios',
   '{risk_id,techniques,keywords,exposure_from,created_at,updated_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,bigint}',
   '{risk_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.risk_tasks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  risk_id text NOT NULL,
  title text NOT NULL DEFAULT '',
  owner text,
  due text,
  done_on text,
  done_by text,
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risk_tasks_seq ON app.risk_tasks (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risk_tasks',
   '{risk_id,title,owner,due,done_on,done_by,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.risks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  title text NOT NULL,
  description text,
  category text,
  likelihood bigint NOT NULL DEFAULT 1,
  impact bigint NOT NULL DEFAULT 1,
  risk_score double precision NOT NULL,
  inherent_risk double precision NOT NULL,
  residual_risk double precision NOT NULL,
  status text NOT NULL DEFAULT 'IDENTIFIED',
  owner text,
  mitigation_plan text,
  target_date text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  residual_basis text NOT NULL DEFAULT 'CREATION',
  residual_formula text,
  residual_by text,
  residual_reason text,
  residual_at bigint,
  accepted_by text,
  accepted_reason text,
  accepted_on text,
  expires_on text,
  is_self_approved bigint NOT NULL DEFAULT 0,
  transferred_to text,
  transfer_reason text,
  review_months bigint,
  last_review text,
  next_review text,
  created_by text,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX risks_seq ON app.risks (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('risks',
   '{title,description,category,likelihood,impact,risk_score,inherent_risk,residual_risk,status,owner,mitigation_plan,target_date,created_at,updated_at,deleted_at,residual_basis,residual_formula,residual_by,residual_reason,residual_at,accepted_by,accepted_reason,accepted_on,expires_on,is_self_approved,transferred_to,transfer_reason,review_months,last_review,next_review,created_by}',
   '{text,text,text,bigint,bigint,double precision,double precision,double precision,text,text,text,text,bigint,bigint,bigint,text,text,text,text,bigint,text,text,text,text,bigint,text,text,bigint,text,text,text}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.rule_marks (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rule_id text NOT NULL DEFAULT '',
  rule_hash text NOT NULL DEFAULT '',
  investigation_id text NOT NULL DEFAULT '',
  source_id text NOT NULL DEFAULT '',
  event_id text NOT NULL DEFAULT '',
  summary text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  record_key text,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX rule_marks_seq ON app.rule_marks (workspace_id, seq);
CREATE INDEX rule_marks_investigation ON app.rule_marks (workspace_id, investigation_id) WHERE investigation_id IS NOT NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('rule_marks',
   '{rule_id,rule_hash,investigation_id,source_id,event_id,summary,reason,created_by,created_at,deleted_at,record_key}',
   '{text,text,text,text,text,text,text,text,bigint,bigint,text}',
   NULL,
   NULL,
   'investigation_id');

CREATE TABLE app.rule_packs (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL DEFAULT '',
  origin text NOT NULL DEFAULT 'imported',
  file_name text NOT NULL DEFAULT '',
  content_hash text,
  version bigint NOT NULL DEFAULT 1,
  is_enabled bigint NOT NULL DEFAULT 1,
  receipt text,
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX rule_packs_seq ON app.rule_packs (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('rule_packs',
   '{name,origin,file_name,content_hash,version,is_enabled,receipt,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.rule_tests (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rule_id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  is_hit bigint NOT NULL DEFAULT 1,
  body text NOT NULL DEFAULT '{}',
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX rule_tests_seq ON app.rule_tests (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('rule_tests',
   '{rule_id,name,is_hit,body,created_by,created_at,deleted_at}',
   '{text,text,bigint,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.rule_tunings (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rule_id text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  is_enabled bigint NOT NULL DEFAULT 1,
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX rule_tunings_seq ON app.rule_tunings (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('rule_tunings',
   '{rule_id,name,text,reason,is_enabled,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,bigint,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.rule_versions (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rule_id text NOT NULL DEFAULT '',
  number bigint NOT NULL DEFAULT 1,
  hash text NOT NULL DEFAULT '',
  stated_version text,
  text text NOT NULL DEFAULT '',
  created_by text,
  created_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX rule_versions_seq ON app.rule_versions (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('rule_versions',
   '{rule_id,number,hash,stated_version,text,created_by,created_at,deleted_at}',
   '{text,bigint,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.saved_views (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL DEFAULT '',
  filter text NOT NULL DEFAULT '{}',
  owner text,
  is_shared bigint NOT NULL DEFAULT 0,
  created_at bigint NOT NULL DEFAULT 0,
  updated_at bigint NOT NULL DEFAULT 0,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX saved_views_seq ON app.saved_views (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('saved_views',
   '{name,filter,owner,is_shared,created_at,updated_at,deleted_at}',
   '{text,text,text,bigint,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.suppression_rules (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  scope text NOT NULL,
  reason text NOT NULL,
  owner text,
  in_force_since bigint NOT NULL,
  expires_at bigint NOT NULL,
  control_id text,
  exception_id text,
  ended_at bigint,
  ended_by text,
  end_kind text,
  end_reason text,
  reopening text,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX suppression_rules_seq ON app.suppression_rules (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('suppression_rules',
   '{name,scope,reason,owner,in_force_since,expires_at,control_id,exception_id,ended_at,ended_by,end_kind,end_reason,reopening,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,bigint,bigint,text,text,bigint,text,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.users (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  first_name text,
  last_name text,
  profile_image_url text,
  role text NOT NULL DEFAULT 'SOC Analyst',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  deactivated_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX users_seq ON app.users (workspace_id, seq);
CREATE INDEX users_natural ON app.users (workspace_id, email);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('users',
   '{email,first_name,last_name,profile_image_url,role,created_at,updated_at,deleted_at,deactivated_at}',
   '{text,text,text,text,text,bigint,bigint,bigint,bigint}',
   '{email}',
   NULL,
   NULL);

CREATE TABLE app.vendor_answers (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  assessment_id text NOT NULL,
  question_id text NOT NULL,
  answer text,
  comment text,
  evidence_ref text,
  source text NOT NULL DEFAULT 'hand',
  recorded_by text,
  corrected_answer text,
  correction_reason text,
  corrected_by text,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendor_answers_seq ON app.vendor_answers (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendor_answers',
   '{assessment_id,question_id,answer,comment,evidence_ref,source,recorded_by,corrected_answer,correction_reason,corrected_by,updated_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.vendor_assessments (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  vendor_id text NOT NULL,
  questionnaire text NOT NULL,
  questionnaire_version bigint NOT NULL,
  state text NOT NULL DEFAULT 'DRAFT',
  tier text NOT NULL,
  sent_to text,
  sent_on text,
  due text,
  answered_on text,
  reviewed_on text,
  reviewed_by text,
  review_note text,
  completed_on text,
  completed_by text,
  expires_on text,
  is_self_approved bigint NOT NULL DEFAULT 0,
  score double precision,
  section_scores text,
  formula_version bigint,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendor_assessments_seq ON app.vendor_assessments (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendor_assessments',
   '{vendor_id,questionnaire,questionnaire_version,state,tier,sent_to,sent_on,due,answered_on,reviewed_on,reviewed_by,review_note,completed_on,completed_by,expires_on,is_self_approved,score,section_scores,formula_version,created_by,created_at,updated_at,deleted_at}',
   '{text,text,bigint,text,text,text,text,text,text,text,text,text,text,text,text,bigint,double precision,text,bigint,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.vendor_documents (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  vendor_id text NOT NULL,
  evidence_id text NOT NULL,
  kind text NOT NULL,
  expires_on text,
  note text,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendor_documents_seq ON app.vendor_documents (workspace_id, seq);
CREATE INDEX vendor_documents_natural ON app.vendor_documents (workspace_id, vendor_id, evidence_id) WHERE deleted_at IS NULL;
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendor_documents',
   '{vendor_id,evidence_id,kind,expires_on,note,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,text,bigint,bigint,bigint}',
   '{vendor_id,evidence_id}',
   'deleted_at IS NULL',
   NULL);

CREATE TABLE app.vendor_reassessments (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  vendor_id text NOT NULL,
  state text NOT NULL DEFAULT 'OPEN',
  priority text NOT NULL,
  signal_count bigint NOT NULL DEFAULT 0,
  kept_count bigint NOT NULL DEFAULT 0,
  owner text,
  due text,
  outcome text,
  started_by text,
  closed_by text,
  closed_at bigint,
  last_signal_at bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendor_reassessments_seq ON app.vendor_reassessments (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendor_reassessments',
   '{vendor_id,state,priority,signal_count,kept_count,owner,due,outcome,started_by,closed_by,closed_at,last_signal_at,created_at,updated_at,deleted_at}',
   '{text,text,text,bigint,bigint,text,text,text,text,text,bigint,bigint,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.vendor_receipts (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  assessment_id text NOT NULL,
  file_name text NOT NULL,
  sha256 text NOT NULL,
  taken bigint NOT NULL,
  unchanged bigint NOT NULL,
  refused bigint NOT NULL,
  entries text NOT NULL,
  created_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendor_receipts_seq ON app.vendor_receipts (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendor_receipts',
   '{assessment_id,file_name,sha256,taken,unchanged,refused,entries,created_by,created_at,deleted_at}',
   '{text,text,text,bigint,bigint,bigint,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.vendor_signals (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  task_id text NOT NULL,
  vendor_id text NOT NULL,
  thing text NOT NULL,
  thing_id text NOT NULL,
  severity text NOT NULL,
  kind text NOT NULL,
  term text NOT NULL,
  found text NOT NULL,
  field text NOT NULL,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendor_signals_seq ON app.vendor_signals (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendor_signals',
   '{task_id,vendor_id,thing,thing_id,severity,kind,term,found,field,created_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.vendor_subprocessors (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  vendor_id text NOT NULL,
  name text NOT NULL,
  name_key text NOT NULL,
  service text,
  location text,
  data_categories text NOT NULL DEFAULT '[]',
  linked_vendor_id text,
  created_by text,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendor_subprocessors_seq ON app.vendor_subprocessors (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendor_subprocessors',
   '{vendor_id,name,name_key,service,location,data_categories,linked_vendor_id,created_by,created_at,updated_at,deleted_at}',
   '{text,text,text,text,text,text,text,text,bigint,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.vendor_tierings (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  vendor_id text NOT NULL,
  version bigint NOT NULL,
  answers text NOT NULL,
  share bigint NOT NULL,
  inherent_tier text NOT NULL,
  tier text NOT NULL,
  override_reason text,
  created_by text,
  created_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendor_tierings_seq ON app.vendor_tierings (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendor_tierings',
   '{vendor_id,version,answers,share,inherent_tier,tier,override_reason,created_by,created_at,deleted_at}',
   '{text,bigint,text,bigint,text,text,text,text,bigint,bigint}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.vendors (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  category text,
  risk_tier text NOT NULL DEFAULT 'MEDIUM',
  last_assessment text,
  next_assessment text,
  contract_expiry text,
  primary_contact text,
  security_contact text,
  compliance_certifications text NOT NULL DEFAULT '[]',
  risk_score double precision,
  status text NOT NULL DEFAULT 'ACTIVE',
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  domains text NOT NULL DEFAULT '[]',
  addresses text NOT NULL DEFAULT '[]',
  software text NOT NULL DEFAULT '[]',
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX vendors_seq ON app.vendors (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('vendors',
   '{name,description,category,risk_tier,last_assessment,next_assessment,contract_expiry,primary_contact,security_contact,compliance_certifications,risk_score,status,created_at,updated_at,deleted_at,domains,addresses,software}',
   '{text,text,text,text,text,text,text,text,text,text,double precision,text,bigint,bigint,bigint,text,text,text}',
   NULL,
   NULL,
   NULL);

CREATE TABLE app.workspace_settings (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  value text NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  row_version text COLLATE "C" NOT NULL,
  field_versions jsonb,
  seq bigint NOT NULL,
  sent_by integer NOT NULL,
  bytes integer NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX workspace_settings_seq ON app.workspace_settings (workspace_id, seq);
INSERT INTO sync.tables (name, columns, types, natural_key, natural_where, investigation) VALUES
  ('workspace_settings',
   '{value,updated_at,deleted_at}',
   '{text,bigint,bigint}',
   NULL,
   NULL,
   NULL);
