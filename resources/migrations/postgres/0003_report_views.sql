-- Made by scripts/postgres-schema.ts from the migrations of SQLite.
-- For reports: live rows, with times, booleans and JSON as such. The views belong to watchfloor_views,
-- a role of nobody's, so row-level security of the tables holds for whoever reads them, and nobody who
-- reads them can change or drop them.

GRANT USAGE ON SCHEMA app, report TO watchfloor_report, watchfloor_views;
GRANT CREATE ON SCHEMA report TO watchfloor_views;

ALTER TABLE app.alert_checks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.alert_checks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.alert_checks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.alert_checks AS SELECT
  workspace_id,
  id,
  alert_id,
  playbook_id,
  step_id,
  step_text,
  checked_by,
  sync.as_time(checked_at) AS checked_at
FROM app.alert_checks WHERE deleted_at IS NULL;
GRANT SELECT ON report.alert_checks TO watchfloor_report;
ALTER VIEW report.alert_checks OWNER TO watchfloor_views;

ALTER TABLE app.alert_comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.alert_comments FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.alert_comments TO watchfloor_report, watchfloor_views;
CREATE VIEW report.alert_comments AS SELECT
  workspace_id,
  id,
  alert_id,
  author,
  text,
  sync.as_json(mentions) AS mentions,
  sync.as_time(created_at) AS created_at,
  sync.as_time(edited_at) AS edited_at
FROM app.alert_comments WHERE deleted_at IS NULL;
GRANT SELECT ON report.alert_comments TO watchfloor_report;
ALTER VIEW report.alert_comments OWNER TO watchfloor_views;

ALTER TABLE app.alert_watchers ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.alert_watchers FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.alert_watchers TO watchfloor_report, watchfloor_views;
CREATE VIEW report.alert_watchers AS SELECT
  workspace_id,
  id,
  alert_id,
  account,
  sync.as_time(created_at) AS created_at
FROM app.alert_watchers WHERE deleted_at IS NULL;
GRANT SELECT ON report.alert_watchers TO watchfloor_report;
ALTER VIEW report.alert_watchers OWNER TO watchfloor_views;

ALTER TABLE app.alerts ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.alerts FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.alerts TO watchfloor_report, watchfloor_views;
CREATE VIEW report.alerts AS SELECT
  workspace_id,
  id,
  title,
  description,
  severity,
  status,
  source,
  source_host,
  source_user,
  source_ip,
  dest_ip,
  detector,
  category,
  techniques,
  ai_investigation,
  assigned_to,
  escalated <> 0 AS escalated,
  false_positive <> 0 AS false_positive,
  time_basis,
  fingerprint,
  sync.as_time(created_at) AS created_at,
  sync.as_time(received_at) AS received_at,
  sync.as_time(updated_at) AS updated_at,
  sync.as_time(resolved_at) AS resolved_at,
  sync.as_time(first_action_at) AS first_action_at,
  in_progress_since,
  handling_ms,
  sync.as_time(auto_closed_at) AS auto_closed_at,
  sync.as_time(overturned_at) AS overturned_at,
  verdict,
  reason_code,
  closing_note,
  closing_evidence,
  closed_by,
  suppressed_by
FROM app.alerts WHERE deleted_at IS NULL;
GRANT SELECT ON report.alerts TO watchfloor_report;
ALTER VIEW report.alerts OWNER TO watchfloor_views;

ALTER TABLE app.assets ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.assets FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.assets TO watchfloor_report, watchfloor_views;
CREATE VIEW report.assets AS SELECT
  workspace_id,
  id,
  entity_kind,
  entity_value,
  role,
  owner,
  note,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.assets WHERE deleted_at IS NULL;
GRANT SELECT ON report.assets TO watchfloor_report;
ALTER VIEW report.assets OWNER TO watchfloor_views;

ALTER TABLE app.audit_frameworks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audit_frameworks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audit_frameworks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audit_frameworks AS SELECT
  workspace_id,
  id,
  audit_id,
  framework_id,
  sync.as_time(created_at) AS created_at
FROM app.audit_frameworks WHERE deleted_at IS NULL;
GRANT SELECT ON report.audit_frameworks TO watchfloor_report;
ALTER VIEW report.audit_frameworks OWNER TO watchfloor_views;

ALTER TABLE app.audit_packages ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audit_packages FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audit_packages TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audit_packages AS SELECT
  workspace_id,
  id,
  audit_id,
  number,
  file_name,
  sha256,
  size_bytes,
  file_count,
  evidence_count,
  absent_count,
  manifest_sha256,
  fingerprint,
  created_by,
  sync.as_time(created_at) AS created_at
FROM app.audit_packages WHERE deleted_at IS NULL;
GRANT SELECT ON report.audit_packages TO watchfloor_report;
ALTER VIEW report.audit_packages OWNER TO watchfloor_views;

ALTER TABLE app.audit_reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audit_reports FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audit_reports TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audit_reports AS SELECT
  workspace_id,
  id,
  audit_id,
  version,
  form,
  opinion,
  conclusion,
  classification,
  self_approved,
  input_sha256,
  file_name,
  sha256,
  size_bytes,
  created_by,
  sync.as_time(created_at) AS created_at
FROM app.audit_reports WHERE deleted_at IS NULL;
GRANT SELECT ON report.audit_reports TO watchfloor_report;
ALTER VIEW report.audit_reports OWNER TO watchfloor_views;

ALTER TABLE app.audit_request_controls ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audit_request_controls FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audit_request_controls TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audit_request_controls AS SELECT
  workspace_id,
  id,
  request_id,
  control_id,
  sync.as_time(created_at) AS created_at
FROM app.audit_request_controls WHERE deleted_at IS NULL;
GRANT SELECT ON report.audit_request_controls TO watchfloor_report;
ALTER VIEW report.audit_request_controls OWNER TO watchfloor_views;

ALTER TABLE app.audit_request_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audit_request_evidence FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audit_request_evidence TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audit_request_evidence AS SELECT
  workspace_id,
  id,
  request_id,
  evidence_id,
  added_by,
  sync.as_time(created_at) AS created_at
FROM app.audit_request_evidence WHERE deleted_at IS NULL;
GRANT SELECT ON report.audit_request_evidence TO watchfloor_report;
ALTER VIEW report.audit_request_evidence OWNER TO watchfloor_views;

ALTER TABLE app.audit_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audit_requests FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audit_requests TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audit_requests AS SELECT
  workspace_id,
  id,
  audit_id,
  number,
  title,
  description,
  control_id,
  owner,
  due,
  status,
  provided_note,
  provided_by,
  sync.as_time(provided_at) AS provided_at,
  decision_note,
  decided_by,
  sync.as_time(decided_at) AS decided_at,
  is_self_approved <> 0 AS is_self_approved,
  origin,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.audit_requests WHERE deleted_at IS NULL;
GRANT SELECT ON report.audit_requests TO watchfloor_report;
ALTER VIEW report.audit_requests OWNER TO watchfloor_views;

ALTER TABLE app.audit_sample_results ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audit_sample_results FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audit_sample_results TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audit_sample_results AS SELECT
  workspace_id,
  id,
  sample_id,
  item_ref,
  result,
  note,
  evidence_id,
  finding_id,
  tested_by,
  sync.as_time(tested_at) AS tested_at,
  sync.as_time(created_at) AS created_at
FROM app.audit_sample_results WHERE deleted_at IS NULL;
GRANT SELECT ON report.audit_sample_results TO watchfloor_report;
ALTER VIEW report.audit_sample_results OWNER TO watchfloor_views;

ALTER TABLE app.audit_samples ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audit_samples FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audit_samples TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audit_samples AS SELECT
  workspace_id,
  id,
  audit_id,
  number,
  population,
  purpose,
  period_start,
  period_end,
  sync.as_json(filter) AS filter,
  seed,
  method,
  size,
  size_basis,
  population_count,
  population_sha256,
  sync.as_json(items) AS items,
  sync.as_json(reconciliation) AS reconciliation,
  drawn_by,
  sync.as_time(drawn_at) AS drawn_at,
  sync.as_time(created_at) AS created_at
FROM app.audit_samples WHERE deleted_at IS NULL;
GRANT SELECT ON report.audit_samples TO watchfloor_report;
ALTER VIEW report.audit_samples OWNER TO watchfloor_views;

ALTER TABLE app.audits ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.audits FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.audits TO watchfloor_report, watchfloor_views;
CREATE VIEW report.audits AS SELECT
  workspace_id,
  id,
  title,
  description,
  type,
  framework,
  auditor,
  status,
  start_date,
  end_date,
  report_date,
  sync.as_json(findings) AS findings,
  recommendations,
  assigned_to,
  sync.as_time(preparation_started_at) AS preparation_started_at,
  sync.as_time(package_ready_at) AS package_ready_at,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at,
  period_start,
  period_end,
  scope,
  sync.as_time(started_at) AS started_at,
  sync.as_time(ended_at) AS ended_at
FROM app.audits WHERE deleted_at IS NULL;
GRANT SELECT ON report.audits TO watchfloor_report;
ALTER VIEW report.audits OWNER TO watchfloor_views;

ALTER TABLE app.automation_audits ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.automation_audits FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.automation_audits TO watchfloor_report, watchfloor_views;
CREATE VIEW report.automation_audits AS SELECT
  workspace_id,
  id,
  alert_id,
  pattern_id,
  kind,
  sync.as_time(decided_at) AS decided_at,
  verdict,
  note,
  audited_by,
  sync.as_time(audited_at) AS audited_at
FROM app.automation_audits WHERE deleted_at IS NULL;
GRANT SELECT ON report.automation_audits TO watchfloor_report;
ALTER VIEW report.automation_audits OWNER TO watchfloor_views;

ALTER TABLE app.automation_closings ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.automation_closings FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.automation_closings TO watchfloor_report, watchfloor_views;
CREATE VIEW report.automation_closings AS SELECT
  workspace_id,
  id,
  pattern_id,
  sync.as_time(closed_at) AS closed_at,
  action_id
FROM app.automation_closings WHERE deleted_at IS NULL;
GRANT SELECT ON report.automation_closings TO watchfloor_report;
ALTER VIEW report.automation_closings OWNER TO watchfloor_views;

ALTER TABLE app.automation_patterns ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.automation_patterns FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.automation_patterns TO watchfloor_report, watchfloor_views;
CREATE VIEW report.automation_patterns AS SELECT
  workspace_id,
  id,
  pattern_key,
  label,
  state,
  reason,
  audits_since,
  changed_by,
  sync.as_time(changed_at) AS changed_at
FROM app.automation_patterns WHERE deleted_at IS NULL;
GRANT SELECT ON report.automation_patterns TO watchfloor_report;
ALTER VIEW report.automation_patterns OWNER TO watchfloor_views;

ALTER TABLE app.automation_policy ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.automation_policy FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.automation_policy TO watchfloor_report, watchfloor_views;
CREATE VIEW report.automation_policy AS SELECT
  workspace_id,
  id,
  state,
  daily_cap,
  reason,
  changed_by,
  sync.as_time(changed_at) AS changed_at,
  points,
  on_since
FROM app.automation_policy WHERE deleted_at IS NULL;
GRANT SELECT ON report.automation_policy TO watchfloor_report;
ALTER VIEW report.automation_policy OWNER TO watchfloor_views;

ALTER TABLE app.automation_second_looks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.automation_second_looks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.automation_second_looks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.automation_second_looks AS SELECT
  workspace_id,
  id,
  pattern_id,
  reason,
  first_verdict,
  first_by,
  sync.as_time(opened_at) AS opened_at,
  outcome,
  note,
  decided_by,
  sync.as_time(decided_at) AS decided_at,
  first_confirmed_by,
  sync.as_time(first_confirmed_at) AS first_confirmed_at
FROM app.automation_second_looks WHERE deleted_at IS NULL;
GRANT SELECT ON report.automation_second_looks TO watchfloor_report;
ALTER VIEW report.automation_second_looks OWNER TO watchfloor_views;

ALTER TABLE app.automation_trips ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.automation_trips FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.automation_trips TO watchfloor_report, watchfloor_views;
CREATE VIEW report.automation_trips AS SELECT
  workspace_id,
  id,
  pattern_id,
  alert_id,
  reason,
  confirmed_by,
  at
FROM app.automation_trips WHERE deleted_at IS NULL;
GRANT SELECT ON report.automation_trips TO watchfloor_report;
ALTER VIEW report.automation_trips OWNER TO watchfloor_views;

ALTER TABLE app.collection_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.collection_runs FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.collection_runs TO watchfloor_report, watchfloor_views;
CREATE VIEW report.collection_runs AS SELECT
  workspace_id,
  id,
  task_id,
  due,
  outcome,
  evidence_id,
  actor,
  message,
  sync.as_time(ran_at) AS ran_at
FROM app.collection_runs WHERE deleted_at IS NULL;
GRANT SELECT ON report.collection_runs TO watchfloor_report;
ALTER VIEW report.collection_runs OWNER TO watchfloor_views;

ALTER TABLE app.collection_task_controls ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.collection_task_controls FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.collection_task_controls TO watchfloor_report, watchfloor_views;
CREATE VIEW report.collection_task_controls AS SELECT
  workspace_id,
  id,
  task_id,
  control_id,
  sync.as_time(created_at) AS created_at
FROM app.collection_task_controls WHERE deleted_at IS NULL;
GRANT SELECT ON report.collection_task_controls TO watchfloor_report;
ALTER VIEW report.collection_task_controls OWNER TO watchfloor_views;

ALTER TABLE app.collection_tasks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.collection_tasks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.collection_tasks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.collection_tasks AS SELECT
  workspace_id,
  id,
  title,
  description,
  type,
  owner,
  cadence,
  starts_on,
  next_due,
  collector,
  validity_days,
  is_active <> 0 AS is_active,
  covered_until,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.collection_tasks WHERE deleted_at IS NULL;
GRANT SELECT ON report.collection_tasks TO watchfloor_report;
ALTER VIEW report.collection_tasks OWNER TO watchfloor_views;

ALTER TABLE app.compliance_frameworks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.compliance_frameworks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.compliance_frameworks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.compliance_frameworks AS SELECT
  workspace_id,
  id,
  name,
  version,
  description,
  category,
  is_active <> 0 AS is_active,
  sync.as_time(created_at) AS created_at,
  pack_id,
  pack_checksum,
  baseline,
  publisher,
  licence,
  source,
  text_policy,
  sync.as_time(updated_at) AS updated_at
FROM app.compliance_frameworks WHERE deleted_at IS NULL;
GRANT SELECT ON report.compliance_frameworks TO watchfloor_report;
ALTER VIEW report.compliance_frameworks OWNER TO watchfloor_views;

ALTER TABLE app.control_challenges ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.control_challenges FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.control_challenges TO watchfloor_report, watchfloor_views;
CREATE VIEW report.control_challenges AS SELECT
  workspace_id,
  id,
  control_id,
  kind,
  state,
  alert_id,
  technique,
  measure,
  reason,
  sync.as_json(facts) AS facts,
  proposed_status,
  decided_by,
  sync.as_time(decided_at) AS decided_at,
  note,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.control_challenges WHERE deleted_at IS NULL;
GRANT SELECT ON report.control_challenges TO watchfloor_report;
ALTER VIEW report.control_challenges OWNER TO watchfloor_views;

ALTER TABLE app.control_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.control_evidence FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.control_evidence TO watchfloor_report, watchfloor_views;
CREATE VIEW report.control_evidence AS SELECT
  workspace_id,
  id,
  control_id,
  evidence_id,
  sync.as_time(created_at) AS created_at
FROM app.control_evidence WHERE deleted_at IS NULL;
GRANT SELECT ON report.control_evidence TO watchfloor_report;
ALTER VIEW report.control_evidence OWNER TO watchfloor_views;

ALTER TABLE app.control_exceptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.control_exceptions FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.control_exceptions TO watchfloor_report, watchfloor_views;
CREATE VIEW report.control_exceptions AS SELECT
  workspace_id,
  id,
  control_id,
  owner,
  reason,
  sync.as_time(expires_at) AS expires_at,
  created_by,
  sync.as_time(ended_at) AS ended_at,
  ended_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.control_exceptions WHERE deleted_at IS NULL;
GRANT SELECT ON report.control_exceptions TO watchfloor_report;
ALTER VIEW report.control_exceptions OWNER TO watchfloor_views;

ALTER TABLE app.control_test_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.control_test_runs FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.control_test_runs TO watchfloor_report, watchfloor_views;
CREATE VIEW report.control_test_runs AS SELECT
  workspace_id,
  id,
  test_id,
  control_id,
  sync.as_time(ran_at) AS ran_at,
  tester,
  result,
  notes,
  evidence_id,
  approved_by,
  sync.as_time(approved_at) AS approved_at,
  is_self_approved <> 0 AS is_self_approved,
  proposed_status,
  decision,
  decided_by,
  sync.as_time(decided_at) AS decided_at,
  decision_note,
  sync.as_time(created_at) AS created_at
FROM app.control_test_runs WHERE deleted_at IS NULL;
GRANT SELECT ON report.control_test_runs TO watchfloor_report;
ALTER VIEW report.control_test_runs OWNER TO watchfloor_views;

ALTER TABLE app.control_tests ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.control_tests FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.control_tests TO watchfloor_report, watchfloor_views;
CREATE VIEW report.control_tests AS SELECT
  workspace_id,
  id,
  control_id,
  title,
  steps,
  cadence_days,
  tester,
  is_active <> 0 AS is_active,
  next_due,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.control_tests WHERE deleted_at IS NULL;
GRANT SELECT ON report.control_tests TO watchfloor_report;
ALTER VIEW report.control_tests OWNER TO watchfloor_views;

ALTER TABLE app.controls ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.controls FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.controls TO watchfloor_report, watchfloor_views;
CREATE VIEW report.controls AS SELECT
  workspace_id,
  id,
  framework_id,
  control_id,
  title,
  description,
  category,
  requirement,
  priority,
  is_automated <> 0 AS is_automated,
  status,
  last_assessment,
  next_assessment,
  owner,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at,
  parent_ref,
  position,
  weight,
  is_applicable <> 0 AS is_applicable,
  applicability_reason,
  gone_in,
  is_custom <> 0 AS is_custom
FROM app.controls WHERE deleted_at IS NULL;
GRANT SELECT ON report.controls TO watchfloor_report;
ALTER VIEW report.controls OWNER TO watchfloor_views;

ALTER TABLE app.crosswalk_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.crosswalk_links FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.crosswalk_links TO watchfloor_report, watchfloor_views;
CREATE VIEW report.crosswalk_links AS SELECT
  workspace_id,
  id,
  source_pack,
  source_framework_id,
  source_ref,
  target_pack,
  target_framework_id,
  target_ref,
  relation,
  rationale,
  origin,
  origin_kind,
  confidence,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.crosswalk_links WHERE deleted_at IS NULL;
GRANT SELECT ON report.crosswalk_links TO watchfloor_report;
ALTER VIEW report.crosswalk_links OWNER TO watchfloor_views;

ALTER TABLE app.default_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.default_views FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.default_views TO watchfloor_report, watchfloor_views;
CREATE VIEW report.default_views AS SELECT
  workspace_id,
  id,
  view_id
FROM app.default_views WHERE deleted_at IS NULL;
GRANT SELECT ON report.default_views TO watchfloor_report;
ALTER VIEW report.default_views OWNER TO watchfloor_views;

ALTER TABLE app.detection_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.detection_rules FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.detection_rules TO watchfloor_report, watchfloor_views;
CREATE VIEW report.detection_rules AS SELECT
  workspace_id,
  id,
  pack_id,
  engine,
  kind,
  rule_key,
  path,
  title,
  description,
  author,
  level,
  status,
  logsource,
  reaches,
  sync.as_json(techniques) AS techniques,
  sync.as_json(tags) AS tags,
  sync.as_json(false_positives) AS false_positives,
  state,
  sync.as_json(reasons) AS reasons,
  hash,
  stated_version,
  version,
  is_enabled,
  is_gone,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.detection_rules WHERE deleted_at IS NULL;
GRANT SELECT ON report.detection_rules TO watchfloor_report;
ALTER VIEW report.detection_rules OWNER TO watchfloor_views;

ALTER TABLE app.entity_marks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.entity_marks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.entity_marks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.entity_marks AS SELECT
  workspace_id,
  id,
  entity_kind,
  entity_value,
  criticality,
  reason,
  marked_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.entity_marks WHERE deleted_at IS NULL;
GRANT SELECT ON report.entity_marks TO watchfloor_report;
ALTER VIEW report.entity_marks OWNER TO watchfloor_views;

ALTER TABLE app.entity_notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.entity_notes FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.entity_notes TO watchfloor_report, watchfloor_views;
CREATE VIEW report.entity_notes AS SELECT
  workspace_id,
  id,
  entity_id,
  entity_kind,
  entity_value,
  text,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.entity_notes WHERE deleted_at IS NULL;
GRANT SELECT ON report.entity_notes TO watchfloor_report;
ALTER VIEW report.entity_notes OWNER TO watchfloor_views;

ALTER TABLE app.event_alignments ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.event_alignments FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.event_alignments TO watchfloor_report, watchfloor_views;
CREATE VIEW report.event_alignments AS SELECT
  workspace_id,
  id,
  investigation_id,
  source_id,
  source_name,
  offset_ms,
  offset_nanos,
  method,
  confidence,
  note,
  set_by,
  sync.as_time(set_at) AS set_at
FROM app.event_alignments WHERE deleted_at IS NULL;
GRANT SELECT ON report.event_alignments TO watchfloor_report;
ALTER VIEW report.event_alignments OWNER TO watchfloor_views;

ALTER TABLE app.evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.evidence FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.evidence TO watchfloor_report, watchfloor_views;
CREATE VIEW report.evidence AS SELECT
  workspace_id,
  id,
  title,
  description,
  type,
  file_path,
  collected_by,
  collection_date,
  expiration_date,
  is_valid <> 0 AS is_valid,
  sync.as_time(created_at) AS created_at,
  verdict,
  reviewed_by,
  sync.as_time(reviewed_at) AS reviewed_at,
  review_note,
  is_self_approved <> 0 AS is_self_approved,
  source,
  period_start,
  period_end,
  sync.as_time(received_at) AS received_at,
  sha256,
  size_bytes,
  file_name,
  media_type,
  series_id,
  revision,
  superseded_by,
  collector,
  sync.as_time(updated_at) AS updated_at,
  investigation_id
FROM app.evidence WHERE deleted_at IS NULL;
GRANT SELECT ON report.evidence TO watchfloor_report;
ALTER VIEW report.evidence OWNER TO watchfloor_views;

ALTER TABLE app.evidence_custody ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.evidence_custody FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.evidence_custody TO watchfloor_report, watchfloor_views;
CREATE VIEW report.evidence_custody AS SELECT
  workspace_id,
  id,
  evidence_id,
  position,
  action,
  actor,
  at,
  sha256,
  details,
  previous,
  mac,
  investigation_id,
  chain
FROM app.evidence_custody WHERE deleted_at IS NULL;
GRANT SELECT ON report.evidence_custody TO watchfloor_report;
ALTER VIEW report.evidence_custody OWNER TO watchfloor_views;

ALTER TABLE app.finding_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.finding_evidence FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.finding_evidence TO watchfloor_report, watchfloor_views;
CREATE VIEW report.finding_evidence AS SELECT
  workspace_id,
  id,
  finding_id,
  evidence_id,
  added_by,
  sync.as_time(created_at) AS created_at
FROM app.finding_evidence WHERE deleted_at IS NULL;
GRANT SELECT ON report.finding_evidence TO watchfloor_report;
ALTER VIEW report.finding_evidence OWNER TO watchfloor_views;

ALTER TABLE app.findings ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.findings FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.findings TO watchfloor_report, watchfloor_views;
CREATE VIEW report.findings AS SELECT
  workspace_id,
  id,
  audit_id,
  number,
  title,
  description,
  criteria,
  condition,
  cause,
  effect,
  recommendation,
  severity,
  control_id,
  status,
  owner,
  sync.as_time(due_at) AS due_at,
  remediation_plan,
  remediated_by,
  sync.as_time(remediated_at) AS remediated_at,
  remediation_note,
  retested_by,
  sync.as_time(retested_at) AS retested_at,
  retest_result,
  retest_note,
  is_self_approved <> 0 AS is_self_approved,
  accepted_by,
  accepted_reason,
  accepted_until,
  sync.as_time(closed_at) AS closed_at,
  sample_id,
  sample_item,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.findings WHERE deleted_at IS NULL;
GRANT SELECT ON report.findings TO watchfloor_report;
ALTER VIEW report.findings OWNER TO watchfloor_views;

ALTER TABLE app.forensic_investigations ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.forensic_investigations FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (id IS NULL OR id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.forensic_investigations TO watchfloor_report, watchfloor_views;
CREATE VIEW report.forensic_investigations AS SELECT
  workspace_id,
  id,
  incident_id,
  title,
  description,
  investigation_type,
  priority,
  status,
  investigator,
  ai_progress,
  sync.as_json(findings) AS findings,
  sync.as_json(iocs) AS iocs,
  sync.as_json(timeline) AS timeline,
  sync.as_json(tools) AS tools,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at,
  sync.as_time(completed_at) AS completed_at,
  sync.as_json(scope) AS scope,
  created_by,
  verdict,
  sync.as_json(analysis) AS analysis,
  sync.as_json(opinion) AS opinion,
  sync.as_time(closed_at) AS closed_at,
  closed_by,
  closing_reason,
  closing_verdict,
  bundle_evidence_id,
  sync.as_json(restricted_to) AS restricted_to,
  sync.as_json(journal) AS journal
FROM app.forensic_investigations WHERE deleted_at IS NULL;
GRANT SELECT ON report.forensic_investigations TO watchfloor_report;
ALTER VIEW report.forensic_investigations OWNER TO watchfloor_views;

ALTER TABLE app.forensic_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.forensic_sessions FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.forensic_sessions TO watchfloor_report, watchfloor_views;
CREATE VIEW report.forensic_sessions AS SELECT
  workspace_id,
  id,
  investigation_id,
  tool_name,
  tool_type,
  status,
  sync.as_json(results) AS results,
  sync.as_time(started_at) AS started_at,
  sync.as_time(completed_at) AS completed_at,
  created_by,
  evidence_id,
  parent_id,
  file_name,
  inner_path,
  size_bytes,
  sha256,
  tool_version,
  detected,
  sync.as_json(chosen) AS chosen,
  events,
  sync.as_json(receipt) AS receipt,
  problem
FROM app.forensic_sessions WHERE deleted_at IS NULL;
GRANT SELECT ON report.forensic_sessions TO watchfloor_report;
ALTER VIEW report.forensic_sessions OWNER TO watchfloor_views;

ALTER TABLE app.framework_groups ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.framework_groups FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.framework_groups TO watchfloor_report, watchfloor_views;
CREATE VIEW report.framework_groups AS SELECT
  workspace_id,
  id,
  framework_id,
  ref,
  parent_ref,
  title,
  position,
  sync.as_time(created_at) AS created_at
FROM app.framework_groups WHERE deleted_at IS NULL;
GRANT SELECT ON report.framework_groups TO watchfloor_report;
ALTER VIEW report.framework_groups OWNER TO watchfloor_views;

ALTER TABLE app.group_fingerprints ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.group_fingerprints FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.group_fingerprints TO watchfloor_report, watchfloor_views;
CREATE VIEW report.group_fingerprints AS SELECT
  workspace_id,
  id,
  sync.as_json(fields) AS fields,
  updated_by,
  sync.as_time(updated_at) AS updated_at
FROM app.group_fingerprints WHERE deleted_at IS NULL;
GRANT SELECT ON report.group_fingerprints TO watchfloor_report;
ALTER VIEW report.group_fingerprints OWNER TO watchfloor_views;

ALTER TABLE app.group_pins ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.group_pins FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.group_pins TO watchfloor_report, watchfloor_views;
CREATE VIEW report.group_pins AS SELECT
  workspace_id,
  id,
  pinned_by,
  sync.as_time(pinned_at) AS pinned_at
FROM app.group_pins WHERE deleted_at IS NULL;
GRANT SELECT ON report.group_pins TO watchfloor_report;
ALTER VIEW report.group_pins OWNER TO watchfloor_views;

ALTER TABLE app.handovers ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.handovers FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.handovers TO watchfloor_report, watchfloor_views;
CREATE VIEW report.handovers AS SELECT
  workspace_id,
  id,
  title,
  state,
  since,
  until,
  time_zone,
  sync.as_json(facts) AS facts,
  sync.as_time(generated_at) AS generated_at,
  sync.as_json(texts) AS texts,
  sync.as_json(hidden) AS hidden,
  created_by,
  handed_to,
  handed_by,
  sync.as_time(handed_at) AS handed_at,
  acknowledged_by,
  sync.as_time(acknowledged_at) AS acknowledged_at,
  acknowledgement,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.handovers WHERE deleted_at IS NULL;
GRANT SELECT ON report.handovers TO watchfloor_report;
ALTER VIEW report.handovers OWNER TO watchfloor_views;

ALTER TABLE app.incident_entities ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.incident_entities FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.incident_entities TO watchfloor_report, watchfloor_views;
CREATE VIEW report.incident_entities AS SELECT
  workspace_id,
  id,
  kind,
  value,
  rule,
  reason,
  decided_by,
  sync.as_time(updated_at) AS updated_at
FROM app.incident_entities WHERE deleted_at IS NULL;
GRANT SELECT ON report.incident_entities TO watchfloor_report;
ALTER VIEW report.incident_entities OWNER TO watchfloor_views;

ALTER TABLE app.incident_pins ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.incident_pins FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.incident_pins TO watchfloor_report, watchfloor_views;
CREATE VIEW report.incident_pins AS SELECT
  workspace_id,
  id,
  incident_id
FROM app.incident_pins WHERE deleted_at IS NULL;
GRANT SELECT ON report.incident_pins TO watchfloor_report;
ALTER VIEW report.incident_pins OWNER TO watchfloor_views;

ALTER TABLE app.incident_records ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.incident_records FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.incident_records TO watchfloor_report, watchfloor_views;
CREATE VIEW report.incident_records AS SELECT
  workspace_id,
  id,
  name,
  sync.as_time(locked_at) AS locked_at,
  locked_by,
  reason,
  merged_into,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.incident_records WHERE deleted_at IS NULL;
GRANT SELECT ON report.incident_records TO watchfloor_report;
ALTER VIEW report.incident_records OWNER TO watchfloor_views;

ALTER TABLE app.incident_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.incident_settings FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.incident_settings TO watchfloor_report, watchfloor_views;
CREATE VIEW report.incident_settings AS SELECT
  workspace_id,
  id,
  strictness,
  updated_by,
  sync.as_time(updated_at) AS updated_at
FROM app.incident_settings WHERE deleted_at IS NULL;
GRANT SELECT ON report.incident_settings TO watchfloor_report;
ALTER VIEW report.incident_settings OWNER TO watchfloor_views;

ALTER TABLE app.indicator_relations ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.indicator_relations FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.indicator_relations TO watchfloor_report, watchfloor_views;
CREATE VIEW report.indicator_relations AS SELECT
  workspace_id,
  id,
  from_id,
  to_id,
  kind,
  created_by,
  sync.as_time(created_at) AS created_at,
  investigation_id
FROM app.indicator_relations WHERE deleted_at IS NULL;
GRANT SELECT ON report.indicator_relations TO watchfloor_report;
ALTER VIEW report.indicator_relations OWNER TO watchfloor_views;

ALTER TABLE app.indicators ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.indicators FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.indicators TO watchfloor_report, watchfloor_views;
CREATE VIEW report.indicators AS SELECT
  workspace_id,
  id,
  investigation_id,
  type,
  value,
  severity,
  source,
  description,
  first_seen,
  last_seen,
  is_active <> 0 AS is_active,
  sync.as_time(created_at) AS created_at,
  sync.as_json(evidence) AS evidence,
  confidence,
  tlp,
  sync.as_json(tags) AS tags,
  notes,
  sync.as_time(expires_at) AS expires_at,
  inactive_reason,
  sync.as_json(provenance) AS provenance,
  stix_id,
  created_by,
  sync.as_time(updated_at) AS updated_at
FROM app.indicators WHERE deleted_at IS NULL;
GRANT SELECT ON report.indicators TO watchfloor_report;
ALTER VIEW report.indicators OWNER TO watchfloor_views;

ALTER TABLE app.integrations ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.integrations FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.integrations TO watchfloor_report, watchfloor_views;
CREATE VIEW report.integrations AS SELECT
  workspace_id,
  id,
  name,
  type,
  vendor,
  sync.as_json(configuration) AS configuration,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.integrations WHERE deleted_at IS NULL;
GRANT SELECT ON report.integrations TO watchfloor_report;
ALTER VIEW report.integrations OWNER TO watchfloor_views;

ALTER TABLE app.intel_objects ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.intel_objects FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.intel_objects TO watchfloor_report, watchfloor_views;
CREATE VIEW report.intel_objects AS SELECT
  workspace_id,
  id,
  kind,
  name,
  sync.as_json(object) AS object,
  sync.as_time(modified_at) AS modified_at,
  is_revoked <> 0 AS is_revoked,
  source,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.intel_objects WHERE deleted_at IS NULL;
GRANT SELECT ON report.intel_objects TO watchfloor_report;
ALTER VIEW report.intel_objects OWNER TO watchfloor_views;

ALTER TABLE app.investigation_comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.investigation_comments FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.investigation_comments TO watchfloor_report, watchfloor_views;
CREATE VIEW report.investigation_comments AS SELECT
  workspace_id,
  id,
  investigation_id,
  author,
  text,
  sync.as_json(mentions) AS mentions,
  sync.as_time(created_at) AS created_at,
  sync.as_time(edited_at) AS edited_at
FROM app.investigation_comments WHERE deleted_at IS NULL;
GRANT SELECT ON report.investigation_comments TO watchfloor_report;
ALTER VIEW report.investigation_comments OWNER TO watchfloor_views;

ALTER TABLE app.note_templates ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.note_templates FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.note_templates TO watchfloor_report, watchfloor_views;
CREATE VIEW report.note_templates AS SELECT
  workspace_id,
  id,
  name,
  text,
  verdict,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.note_templates WHERE deleted_at IS NULL;
GRANT SELECT ON report.note_templates TO watchfloor_report;
ALTER VIEW report.note_templates OWNER TO watchfloor_views;

ALTER TABLE app.playbooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.playbooks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.playbooks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.playbooks AS SELECT
  workspace_id,
  id,
  name,
  summary,
  sync.as_json(matches) AS matches,
  sync.as_json(steps) AS steps,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.playbooks WHERE deleted_at IS NULL;
GRANT SELECT ON report.playbooks TO watchfloor_report;
ALTER VIEW report.playbooks OWNER TO watchfloor_views;

ALTER TABLE app.policies ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policies FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.policies TO watchfloor_report, watchfloor_views;
CREATE VIEW report.policies AS SELECT
  workspace_id,
  id,
  title,
  description,
  content,
  version,
  status,
  category,
  owner,
  approver,
  effective_date,
  review_date,
  next_review_date,
  is_outdated <> 0 AS is_outdated,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at,
  current_version_id,
  working_version_id,
  working_status,
  review_months
FROM app.policies WHERE deleted_at IS NULL;
GRANT SELECT ON report.policies TO watchfloor_report;
ALTER VIEW report.policies OWNER TO watchfloor_views;

ALTER TABLE app.policy_approvals ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policy_approvals FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.policy_approvals TO watchfloor_report, watchfloor_views;
CREATE VIEW report.policy_approvals AS SELECT
  workspace_id,
  id,
  policy_id,
  version_id,
  sha256,
  approver,
  is_self_approved <> 0 AS is_self_approved,
  note,
  sync.as_time(voided_at) AS voided_at,
  voided_reason,
  sync.as_time(created_at) AS created_at
FROM app.policy_approvals WHERE deleted_at IS NULL;
GRANT SELECT ON report.policy_approvals TO watchfloor_report;
ALTER VIEW report.policy_approvals OWNER TO watchfloor_views;

ALTER TABLE app.policy_attestation_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policy_attestation_requests FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.policy_attestation_requests TO watchfloor_report, watchfloor_views;
CREATE VIEW report.policy_attestation_requests AS SELECT
  workspace_id,
  id,
  policy_id,
  version_id,
  version,
  sha256,
  statement,
  roles,
  accounts,
  due,
  closed_as,
  sync.as_time(closed_at) AS closed_at,
  closed_by,
  closed_reason,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.policy_attestation_requests WHERE deleted_at IS NULL;
GRANT SELECT ON report.policy_attestation_requests TO watchfloor_report;
ALTER VIEW report.policy_attestation_requests OWNER TO watchfloor_views;

ALTER TABLE app.policy_attestations ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policy_attestations FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.policy_attestations TO watchfloor_report, watchfloor_views;
CREATE VIEW report.policy_attestations AS SELECT
  workspace_id,
  id,
  request_id,
  policy_id,
  version_id,
  version,
  sha256,
  statement,
  account_id,
  account_name,
  sync.as_time(attested_at) AS attested_at
FROM app.policy_attestations WHERE deleted_at IS NULL;
GRANT SELECT ON report.policy_attestations TO watchfloor_report;
ALTER VIEW report.policy_attestations OWNER TO watchfloor_views;

ALTER TABLE app.policy_controls ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policy_controls FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.policy_controls TO watchfloor_report, watchfloor_views;
CREATE VIEW report.policy_controls AS SELECT
  workspace_id,
  id,
  policy_id,
  control_id,
  added_by,
  sync.as_time(created_at) AS created_at
FROM app.policy_controls WHERE deleted_at IS NULL;
GRANT SELECT ON report.policy_controls TO watchfloor_report;
ALTER VIEW report.policy_controls OWNER TO watchfloor_views;

ALTER TABLE app.policy_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policy_imports FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.policy_imports TO watchfloor_report, watchfloor_views;
CREATE VIEW report.policy_imports AS SELECT
  workspace_id,
  id,
  policy_id,
  file_name,
  format,
  sha256,
  size_bytes,
  counts,
  notes,
  created_by,
  sync.as_time(created_at) AS created_at
FROM app.policy_imports WHERE deleted_at IS NULL;
GRANT SELECT ON report.policy_imports TO watchfloor_report;
ALTER VIEW report.policy_imports OWNER TO watchfloor_views;

ALTER TABLE app.policy_values ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policy_values FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.policy_values TO watchfloor_report, watchfloor_views;
CREATE VIEW report.policy_values AS SELECT
  workspace_id,
  id,
  value,
  sync.as_time(updated_at) AS updated_at
FROM app.policy_values WHERE deleted_at IS NULL;
GRANT SELECT ON report.policy_values TO watchfloor_report;
ALTER VIEW report.policy_values OWNER TO watchfloor_views;

ALTER TABLE app.policy_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.policy_versions FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.policy_versions TO watchfloor_report, watchfloor_views;
CREATE VIEW report.policy_versions AS SELECT
  workspace_id,
  id,
  policy_id,
  number,
  version,
  title,
  content,
  sha256,
  status,
  note,
  author,
  sync.as_json(authors) AS authors,
  submitted_by,
  sync.as_time(submitted_at) AS submitted_at,
  sync.as_time(approved_at) AS approved_at,
  is_self_approved <> 0 AS is_self_approved,
  effective_date,
  sync.as_time(ended_at) AS ended_at,
  evidence_id,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.policy_versions WHERE deleted_at IS NULL;
GRANT SELECT ON report.policy_versions TO watchfloor_report;
ALTER VIEW report.policy_versions OWNER TO watchfloor_views;

ALTER TABLE app.promoted_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.promoted_events FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.promoted_events TO watchfloor_report, watchfloor_views;
CREATE VIEW report.promoted_events AS SELECT
  workspace_id,
  id,
  investigation_id,
  source_id,
  source_name,
  event_id,
  time_ms,
  time_nanos,
  kind,
  summary,
  sync.as_json(event) AS event,
  note,
  technique,
  rule_id,
  rule_name,
  promoted_by,
  sync.as_time(promoted_at) AS promoted_at
FROM app.promoted_events WHERE deleted_at IS NULL;
GRANT SELECT ON report.promoted_events TO watchfloor_report;
ALTER VIEW report.promoted_events OWNER TO watchfloor_views;

ALTER TABLE app.risk_cases ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risk_cases FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risk_cases TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risk_cases AS SELECT
  workspace_id,
  id,
  risk_id,
  kind,
  day,
  ref,
  note,
  added_by,
  sync.as_time(created_at) AS created_at
FROM app.risk_cases WHERE deleted_at IS NULL;
GRANT SELECT ON report.risk_cases TO watchfloor_report;
ALTER VIEW report.risk_cases OWNER TO watchfloor_views;

ALTER TABLE app.risk_controls ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risk_controls FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risk_controls TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risk_controls AS SELECT
  workspace_id,
  id,
  risk_id,
  control_id,
  weight,
  added_by,
  sync.as_time(created_at) AS created_at
FROM app.risk_controls WHERE deleted_at IS NULL;
GRANT SELECT ON report.risk_controls TO watchfloor_report;
ALTER VIEW report.risk_controls OWNER TO watchfloor_views;

ALTER TABLE app.risk_proposals ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risk_proposals FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risk_proposals TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risk_proposals AS SELECT
  workspace_id,
  id,
  risk_id,
  state,
  from_likelihood,
  to_likelihood,
  prior_source,
  prior_shape,
  prior_rate,
  posterior_shape,
  posterior_rate,
  exposure_from,
  exposure_to,
  exposure_years,
  case_count,
  sync.as_json(cases) AS cases,
  digest,
  reason,
  decided_by,
  sync.as_time(decided_at) AS decided_at,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.risk_proposals WHERE deleted_at IS NULL;
GRANT SELECT ON report.risk_proposals TO watchfloor_report;
ALTER VIEW report.risk_proposals OWNER TO watchfloor_views;

ALTER TABLE app.risk_quant_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risk_quant_settings FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risk_quant_settings TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risk_quant_settings AS SELECT
  workspace_id,
  id,
  currency,
  seed,
  sync.as_time(updated_at) AS updated_at
FROM app.risk_quant_settings WHERE deleted_at IS NULL;
GRANT SELECT ON report.risk_quant_settings TO watchfloor_report;
ALTER VIEW report.risk_quant_settings OWNER TO watchfloor_views;

ALTER TABLE app.risk_quantities ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risk_quantities FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risk_quantities TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risk_quantities AS SELECT
  workspace_id,
  id,
  risk_id,
  currency,
  loss_low,
  loss_high,
  frequency_low,
  frequency_high,
  after_loss_low,
  after_loss_high,
  after_frequency_low,
  after_frequency_high,
  assumptions,
  stated_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.risk_quantities WHERE deleted_at IS NULL;
GRANT SELECT ON report.risk_quantities TO watchfloor_report;
ALTER VIEW report.risk_quantities OWNER TO watchfloor_views;

ALTER TABLE app.risk_reviews ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risk_reviews FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risk_reviews TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risk_reviews AS SELECT
  workspace_id,
  id,
  risk_id,
  reviewed_on,
  reviewed_by,
  note,
  risk_score,
  residual_risk,
  next_review,
  sync.as_time(created_at) AS created_at
FROM app.risk_reviews WHERE deleted_at IS NULL;
GRANT SELECT ON report.risk_reviews TO watchfloor_report;
ALTER VIEW report.risk_reviews OWNER TO watchfloor_views;

ALTER TABLE app.risk_scenarios ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risk_scenarios FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risk_scenarios TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risk_scenarios AS SELECT
  workspace_id,
  id,
  risk_id,
  sync.as_json(techniques) AS techniques,
  sync.as_json(keywords) AS keywords,
  exposure_from,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.risk_scenarios WHERE deleted_at IS NULL;
GRANT SELECT ON report.risk_scenarios TO watchfloor_report;
ALTER VIEW report.risk_scenarios OWNER TO watchfloor_views;

ALTER TABLE app.risk_tasks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risk_tasks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risk_tasks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risk_tasks AS SELECT
  workspace_id,
  id,
  risk_id,
  title,
  owner,
  due,
  done_on,
  done_by,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.risk_tasks WHERE deleted_at IS NULL;
GRANT SELECT ON report.risk_tasks TO watchfloor_report;
ALTER VIEW report.risk_tasks OWNER TO watchfloor_views;

ALTER TABLE app.risks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.risks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.risks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.risks AS SELECT
  workspace_id,
  id,
  title,
  description,
  category,
  likelihood,
  impact,
  risk_score,
  inherent_risk,
  residual_risk,
  status,
  owner,
  mitigation_plan,
  target_date,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at,
  residual_basis,
  residual_formula,
  residual_by,
  residual_reason,
  sync.as_time(residual_at) AS residual_at,
  accepted_by,
  accepted_reason,
  accepted_on,
  expires_on,
  is_self_approved <> 0 AS is_self_approved,
  transferred_to,
  transfer_reason,
  review_months,
  last_review,
  next_review,
  created_by
FROM app.risks WHERE deleted_at IS NULL;
GRANT SELECT ON report.risks TO watchfloor_report;
ALTER VIEW report.risks OWNER TO watchfloor_views;

ALTER TABLE app.rule_marks ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.rule_marks FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces())
    AND (investigation_id IS NULL OR investigation_id NOT IN (SELECT sync.restricted_investigations())));
GRANT SELECT ON app.rule_marks TO watchfloor_report, watchfloor_views;
CREATE VIEW report.rule_marks AS SELECT
  workspace_id,
  id,
  rule_id,
  rule_hash,
  investigation_id,
  source_id,
  event_id,
  summary,
  reason,
  created_by,
  sync.as_time(created_at) AS created_at,
  record_key
FROM app.rule_marks WHERE deleted_at IS NULL;
GRANT SELECT ON report.rule_marks TO watchfloor_report;
ALTER VIEW report.rule_marks OWNER TO watchfloor_views;

ALTER TABLE app.rule_packs ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.rule_packs FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.rule_packs TO watchfloor_report, watchfloor_views;
CREATE VIEW report.rule_packs AS SELECT
  workspace_id,
  id,
  name,
  origin,
  file_name,
  content_hash,
  version,
  is_enabled,
  sync.as_json(receipt) AS receipt,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.rule_packs WHERE deleted_at IS NULL;
GRANT SELECT ON report.rule_packs TO watchfloor_report;
ALTER VIEW report.rule_packs OWNER TO watchfloor_views;

ALTER TABLE app.rule_tests ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.rule_tests FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.rule_tests TO watchfloor_report, watchfloor_views;
CREATE VIEW report.rule_tests AS SELECT
  workspace_id,
  id,
  rule_id,
  name,
  is_hit,
  sync.as_json(body) AS body,
  created_by,
  sync.as_time(created_at) AS created_at
FROM app.rule_tests WHERE deleted_at IS NULL;
GRANT SELECT ON report.rule_tests TO watchfloor_report;
ALTER VIEW report.rule_tests OWNER TO watchfloor_views;

ALTER TABLE app.rule_tunings ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.rule_tunings FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.rule_tunings TO watchfloor_report, watchfloor_views;
CREATE VIEW report.rule_tunings AS SELECT
  workspace_id,
  id,
  rule_id,
  name,
  text,
  reason,
  is_enabled,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.rule_tunings WHERE deleted_at IS NULL;
GRANT SELECT ON report.rule_tunings TO watchfloor_report;
ALTER VIEW report.rule_tunings OWNER TO watchfloor_views;

ALTER TABLE app.rule_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.rule_versions FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.rule_versions TO watchfloor_report, watchfloor_views;
CREATE VIEW report.rule_versions AS SELECT
  workspace_id,
  id,
  rule_id,
  number,
  hash,
  stated_version,
  text,
  created_by,
  sync.as_time(created_at) AS created_at
FROM app.rule_versions WHERE deleted_at IS NULL;
GRANT SELECT ON report.rule_versions TO watchfloor_report;
ALTER VIEW report.rule_versions OWNER TO watchfloor_views;

ALTER TABLE app.saved_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.saved_views FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.saved_views TO watchfloor_report, watchfloor_views;
CREATE VIEW report.saved_views AS SELECT
  workspace_id,
  id,
  name,
  sync.as_json(filter) AS filter,
  owner,
  is_shared <> 0 AS is_shared,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.saved_views WHERE deleted_at IS NULL;
GRANT SELECT ON report.saved_views TO watchfloor_report;
ALTER VIEW report.saved_views OWNER TO watchfloor_views;

ALTER TABLE app.suppression_rules ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.suppression_rules FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.suppression_rules TO watchfloor_report, watchfloor_views;
CREATE VIEW report.suppression_rules AS SELECT
  workspace_id,
  id,
  name,
  sync.as_json(scope) AS scope,
  reason,
  owner,
  in_force_since,
  sync.as_time(expires_at) AS expires_at,
  control_id,
  exception_id,
  sync.as_time(ended_at) AS ended_at,
  ended_by,
  end_kind,
  end_reason,
  reopening,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.suppression_rules WHERE deleted_at IS NULL;
GRANT SELECT ON report.suppression_rules TO watchfloor_report;
ALTER VIEW report.suppression_rules OWNER TO watchfloor_views;

ALTER TABLE app.users ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.users FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.users TO watchfloor_report, watchfloor_views;
CREATE VIEW report.users AS SELECT
  workspace_id,
  id,
  email,
  first_name,
  last_name,
  profile_image_url,
  role,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at,
  sync.as_time(deactivated_at) AS deactivated_at
FROM app.users WHERE deleted_at IS NULL;
GRANT SELECT ON report.users TO watchfloor_report;
ALTER VIEW report.users OWNER TO watchfloor_views;

ALTER TABLE app.vendor_answers ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendor_answers FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendor_answers TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendor_answers AS SELECT
  workspace_id,
  id,
  assessment_id,
  question_id,
  answer,
  comment,
  evidence_ref,
  source,
  recorded_by,
  corrected_answer,
  correction_reason,
  corrected_by,
  sync.as_time(updated_at) AS updated_at
FROM app.vendor_answers WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendor_answers TO watchfloor_report;
ALTER VIEW report.vendor_answers OWNER TO watchfloor_views;

ALTER TABLE app.vendor_assessments ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendor_assessments FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendor_assessments TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendor_assessments AS SELECT
  workspace_id,
  id,
  vendor_id,
  questionnaire,
  questionnaire_version,
  state,
  tier,
  sent_to,
  sent_on,
  due,
  answered_on,
  reviewed_on,
  reviewed_by,
  review_note,
  completed_on,
  completed_by,
  expires_on,
  is_self_approved <> 0 AS is_self_approved,
  score,
  sync.as_json(section_scores) AS section_scores,
  formula_version,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.vendor_assessments WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendor_assessments TO watchfloor_report;
ALTER VIEW report.vendor_assessments OWNER TO watchfloor_views;

ALTER TABLE app.vendor_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendor_documents FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendor_documents TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendor_documents AS SELECT
  workspace_id,
  id,
  vendor_id,
  evidence_id,
  kind,
  expires_on,
  note,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.vendor_documents WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendor_documents TO watchfloor_report;
ALTER VIEW report.vendor_documents OWNER TO watchfloor_views;

ALTER TABLE app.vendor_reassessments ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendor_reassessments FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendor_reassessments TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendor_reassessments AS SELECT
  workspace_id,
  id,
  vendor_id,
  state,
  priority,
  signal_count,
  kept_count,
  owner,
  due,
  outcome,
  started_by,
  closed_by,
  sync.as_time(closed_at) AS closed_at,
  sync.as_time(last_signal_at) AS last_signal_at,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.vendor_reassessments WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendor_reassessments TO watchfloor_report;
ALTER VIEW report.vendor_reassessments OWNER TO watchfloor_views;

ALTER TABLE app.vendor_receipts ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendor_receipts FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendor_receipts TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendor_receipts AS SELECT
  workspace_id,
  id,
  assessment_id,
  file_name,
  sha256,
  taken,
  unchanged,
  refused,
  sync.as_json(entries) AS entries,
  created_by,
  sync.as_time(created_at) AS created_at
FROM app.vendor_receipts WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendor_receipts TO watchfloor_report;
ALTER VIEW report.vendor_receipts OWNER TO watchfloor_views;

ALTER TABLE app.vendor_signals ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendor_signals FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendor_signals TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendor_signals AS SELECT
  workspace_id,
  id,
  task_id,
  vendor_id,
  thing,
  thing_id,
  severity,
  kind,
  term,
  found,
  field,
  sync.as_time(created_at) AS created_at
FROM app.vendor_signals WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendor_signals TO watchfloor_report;
ALTER VIEW report.vendor_signals OWNER TO watchfloor_views;

ALTER TABLE app.vendor_subprocessors ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendor_subprocessors FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendor_subprocessors TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendor_subprocessors AS SELECT
  workspace_id,
  id,
  vendor_id,
  name,
  name_key,
  service,
  location,
  sync.as_json(data_categories) AS data_categories,
  linked_vendor_id,
  created_by,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at
FROM app.vendor_subprocessors WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendor_subprocessors TO watchfloor_report;
ALTER VIEW report.vendor_subprocessors OWNER TO watchfloor_views;

ALTER TABLE app.vendor_tierings ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendor_tierings FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendor_tierings TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendor_tierings AS SELECT
  workspace_id,
  id,
  vendor_id,
  version,
  sync.as_json(answers) AS answers,
  share,
  inherent_tier,
  tier,
  override_reason,
  created_by,
  sync.as_time(created_at) AS created_at
FROM app.vendor_tierings WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendor_tierings TO watchfloor_report;
ALTER VIEW report.vendor_tierings OWNER TO watchfloor_views;

ALTER TABLE app.vendors ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.vendors FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.vendors TO watchfloor_report, watchfloor_views;
CREATE VIEW report.vendors AS SELECT
  workspace_id,
  id,
  name,
  description,
  category,
  risk_tier,
  last_assessment,
  next_assessment,
  contract_expiry,
  primary_contact,
  security_contact,
  sync.as_json(compliance_certifications) AS compliance_certifications,
  risk_score,
  status,
  sync.as_time(created_at) AS created_at,
  sync.as_time(updated_at) AS updated_at,
  sync.as_json(domains) AS domains,
  sync.as_json(addresses) AS addresses,
  sync.as_json(software) AS software
FROM app.vendors WHERE deleted_at IS NULL;
GRANT SELECT ON report.vendors TO watchfloor_report;
ALTER VIEW report.vendors OWNER TO watchfloor_views;

ALTER TABLE app.workspace_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY read ON app.workspace_settings FOR SELECT TO watchfloor_report, watchfloor_views
  USING (workspace_id IN (SELECT sync.reported_workspaces()));
GRANT SELECT ON app.workspace_settings TO watchfloor_report, watchfloor_views;
CREATE VIEW report.workspace_settings AS SELECT
  workspace_id,
  id,
  sync.as_json(value) AS value,
  sync.as_time(updated_at) AS updated_at
FROM app.workspace_settings WHERE deleted_at IS NULL;
GRANT SELECT ON report.workspace_settings TO watchfloor_report;
ALTER VIEW report.workspace_settings OWNER TO watchfloor_views;

REVOKE CREATE ON SCHEMA report FROM watchfloor_views;
