-- What a role may not write in the product it may not push with SQL of its own: every table has its bounds.
--
-- `made_with` is the permission that a new row takes, `changed_with` the one that a change takes, a deletion
-- too. `kept` are columns that the program keeps by itself wherever it runs (what has run out, what follows
-- from other rows): 'somebody' may change those, which is every role that writes anything at all, since an
-- auditor's workstation writes nothing by itself. 'anybody' is everybody: reading is in a chain of custody,
-- too, and accounts have rules of their own (0013).
--
-- The roles are those of the workspace's list now; a workstation may what any of its people may. Beside an
-- epoch that began only now it is the same: what somebody else's workstation lost at the server comes back
-- through those who may write it.

CREATE TABLE sync.permissions (
  name text COLLATE "C" PRIMARY KEY,
  roles text[] NOT NULL
);
-- As in permissions.ts of the product, which a test compares.
INSERT INTO sync.permissions VALUES
  ('anybody', '{SOC Analyst,Compliance Officer,Administrator,Auditor}'),
  ('somebody', '{SOC Analyst,Compliance Officer,Administrator}'),
  ('alerts.write', '{SOC Analyst,Administrator}'),
  ('forensics.write', '{SOC Analyst,Administrator}'),
  ('evidence.write', '{SOC Analyst,Compliance Officer,Administrator}'),
  ('policies.attest', '{SOC Analyst,Compliance Officer,Administrator}'),
  ('compliance.write', '{Compliance Officer,Administrator}'),
  ('audits.write', '{Compliance Officer,Administrator}'),
  ('risk.write', '{Compliance Officer,Administrator}'),
  ('policies.write', '{Compliance Officer,Administrator}'),
  ('vendors.write', '{Compliance Officer,Administrator}');

CREATE TABLE sync.bounds (
  table_name text COLLATE "C" PRIMARY KEY,
  made_with text COLLATE "C" NOT NULL REFERENCES sync.permissions,
  changed_with text COLLATE "C" NOT NULL REFERENCES sync.permissions,
  kept text[] NOT NULL DEFAULT '{}'
);

-- Of people alone.
INSERT INTO sync.bounds (table_name, made_with, changed_with)
SELECT t, p, p FROM (VALUES
  ('alerts.write', '{alert_checks,alert_comments,alert_watchers,assets,default_views,entity_marks,entity_notes,'
    'group_fingerprints,group_pins,handovers,incident_entities,incident_pins,incident_records,incident_settings,'
    'note_templates,playbooks,saved_views}'),
  ('forensics.write', '{event_alignments,forensic_investigations,forensic_sessions,investigation_comments,'
    'promoted_events,rule_marks,rule_tunings}'),
  ('evidence.write', '{audit_request_evidence,control_evidence,finding_evidence}'),
  ('policies.attest', '{policy_attestations}'),
  ('compliance.write', '{compliance_frameworks,control_test_runs,control_tests,controls,crosswalk_links,'
    'framework_groups}'),
  ('audits.write', '{audit_frameworks,audit_packages,audit_reports,audit_request_controls,audit_sample_results,'
    'audit_samples,audits}'),
  ('risk.write', '{risk_cases,risk_controls,risk_quant_settings,risk_quantities,risk_reviews,risk_scenarios,'
    'risk_tasks}'),
  ('policies.write', '{policies,policy_approvals,policy_attestation_requests,policy_controls,policy_imports,'
    'policy_values}'),
  ('vendors.write', '{vendor_answers,vendor_assessments,vendor_documents,vendor_receipts,vendor_subprocessors,'
    'vendor_tierings,vendors}')
) AS u (p, tables), unnest(u.tables::text[]) t;

-- Made by some, worked on by others too; or made by the program, too, wherever somebody works who writes.
INSERT INTO sync.bounds VALUES
  ('audit_requests', 'audits.write', 'evidence.write', '{}'),
  ('findings', 'audits.write', 'evidence.write', '{}'),
  ('alerts', 'somebody', 'alerts.write', '{ai_investigation,status,false_positive,verdict,reason_code,closing_note,'
    'closing_evidence,closed_by,resolved_at,first_action_at,in_progress_since,handling_ms,auto_closed_at,'
    'overturned_at,suppressed_by,time_basis,fingerprint,received_at}'),
  ('automation_audits', 'somebody', 'alerts.write', '{}'),
  ('risks', 'risk.write', 'risk.write',
    '{residual_risk,residual_basis,residual_formula,residual_by,residual_reason,residual_at}'),
  ('risk_proposals', 'somebody', 'risk.write', '{state,from_likelihood,to_likelihood,prior_source,prior_shape,'
    'prior_rate,posterior_shape,posterior_rate,exposure_from,exposure_to,exposure_years,case_count,cases,digest,reason}'),
  ('policy_versions', 'policies.write', 'policies.write', '{evidence_id}'),
  ('vendor_reassessments', 'somebody', 'vendors.write', '{signal_count,kept_count,last_signal_at,priority,due}'),
  ('control_challenges', 'somebody', 'compliance.write', '{}');
INSERT INTO sync.bounds (table_name, made_with, changed_with)
SELECT t, 'somebody', 'somebody' FROM unnest('{automation_closings,automation_patterns,'
  'automation_policy,automation_second_looks,automation_trips,collection_runs,collection_task_controls,'
  'collection_tasks,control_exceptions,detection_rules,evidence,indicator_relations,indicators,integrations,'
  'intel_objects,rule_packs,rule_tests,rule_versions,suppression_rules,vendor_signals,'
  'workspace_settings}'::text[]) t;
INSERT INTO sync.bounds VALUES
  ('evidence_custody', 'anybody', 'somebody', '{}'),
  ('users', 'anybody', 'anybody', '{}');

-- What its bounds refuse a row of this table for, as SQL. The roles of the sender are looked up once a push.
CREATE FUNCTION sync.bounds_refusal(p_table text, p_columns text[]) RETURNS text LANGUAGE sql STABLE AS $make$
  SELECT format($sql$(CASE WHEN t.id IS NULL THEN NOT wf_makes
      WHEN wf_changes THEN false
      WHEN %s THEN true
      ELSE NOT wf_keeps AND %s END)$sql$,
    sync.any_changed(p_columns, ARRAY(SELECT c FROM unnest(p_columns) c WHERE c <> ALL (b.kept) AND c <> 'updated_at')),
    CASE b.kept WHEN '{}' THEN 'false' ELSE sync.any_changed(p_columns, b.kept) END)
  FROM sync.bounds b WHERE b.table_name = p_table
$make$;

CREATE FUNCTION sync.roles_with(p_permission text) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT roles FROM sync.permissions WHERE name = p_permission
$$;

-- Whom to ask.
CREATE FUNCTION sync.bounds_word(p_table text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE sync.roles_with((SELECT changed_with FROM sync.bounds WHERE table_name = p_table))
    WHEN '{SOC Analyst,Administrator}' THEN 'analysts-only'
    WHEN '{Compliance Officer,Administrator}' THEN 'officers-only'
    ELSE 'auditors-read' END
$$;

-- How many pushes of a node's database the server has heard of. A copy of the database that is put back knows
-- of fewer, whatever its clock says.
ALTER TABLE sync.nodes ADD COLUMN pushes bigint;

CREATE OR REPLACE FUNCTION sync.head_of(s sync.seats, p_node text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('head', w.head, 'epoch', w.epoch, 'epochFrom', w.epoch_from,
    'acknowledged', coalesce(n.acknowledged, 0), 'lastStamp', coalesce(n.last_stamp, ''),
    'pushes', coalesce(n.pushes, 0), 'now', sync.now_ms(),
    'schema', sync.schema_version(), 'leastClient', sync.least_client(), 'watermark', w.watermark)
    || CASE WHEN s.offered IS NULL THEN '{}' ELSE jsonb_build_object('offered', s.offered) END
  FROM sync.workspaces w
  LEFT JOIN sync.nodes n ON n.workspace_id = w.id AND n.node_id = p_node AND n.seat_id = s.id
  WHERE w.id = s.workspace_id
$$;

DO $$
DECLARE
  v_make text := pg_get_functiondef('sync.make_merge(text)'::regprocedure);
  v_push text := pg_get_functiondef('sync.push(jsonb,text[])'::regprocedure);
  v_old text[] := ARRAY[
    $old$        WHEN %6$s THEN 'RS'$old$,
    $old$('RH', 'RF', 'RS')$old$,
    $old$  p_hidden text[];
$old$,
    $old$  p_hidden := wf_push.hidden;
$old$,
    $old$v_insert, v_set, v_declared);$old$];
  v_new text[] := ARRAY[
    $new$        WHEN %6$s THEN 'RS'
        WHEN %16$s THEN 'RR'$new$,
    $new$('RH', 'RF', 'RR', 'RS')$new$,
    $new$  p_hidden text[];
  wf_makes boolean;
  wf_changes boolean;
  wf_keeps boolean;
$new$,
    $new$  p_hidden := wf_push.hidden;
  wf_makes := sync.has_role(p_ws, p_people, %17$L);
  wf_changes := sync.has_role(p_ws, p_people, %18$L);
  wf_keeps := sync.has_role(p_ws, p_people, %19$L);
$new$,
    $new$v_insert, v_set, v_declared,
    sync.bounds_refusal(p_table, t.columns),
    (SELECT sync.roles_with(made_with) FROM sync.bounds WHERE table_name = p_table),
    (SELECT sync.roles_with(changed_with) FROM sync.bounds WHERE table_name = p_table), sync.roles_with('somebody'));$new$];
  v_was text := $old$WHEN e ->> 2 = 'RF' THEN 'another-workstation'
$old$;
  v_counted text := $old$  -- Where a row was named the batch was not taken whole$old$;
  v_unbound text := (SELECT string_agg(name, ', ') FROM sync.tables
    WHERE name NOT IN (SELECT table_name FROM sync.bounds));
  v_put text;
  v_checked text := $old$  PERFORM sync.check_blob(s, p_sha256);
$old$;
  v_table text;
BEGIN
  IF v_unbound IS NOT NULL THEN
    RAISE EXCEPTION 'Tables without bounds: %', v_unbound;
  END IF;
  FOR i IN 1..cardinality(v_old) LOOP
    IF strpos(v_make, v_old[i]) = 0 THEN
      RAISE EXCEPTION 'sync.make_merge is not the one that this migration knows (%)', i;
    END IF;
    v_make := replace(v_make, v_old[i], v_new[i]);
  END LOOP;
  IF strpos(v_push, v_was) = 0 OR strpos(v_push, v_counted) = 0 THEN
    RAISE EXCEPTION 'sync.push is not the one that this migration knows';
  END IF;
  EXECUTE v_make;
  v_push := replace(v_push, v_counted, $new$  IF (p_meta ->> 'pushes')::bigint > 0 THEN
    UPDATE sync.nodes SET pushes = greatest(pushes, (p_meta ->> 'pushes')::bigint)
    WHERE workspace_id = p.ws AND node_id = p_meta ->> 'node';
  END IF;
$new$ || v_counted);
  EXECUTE replace(v_push, v_was, v_was || $new$        WHEN e ->> 0 = 'suppression_rules' THEN 'analysts-only'
        WHEN e ->> 2 = 'RR' THEN sync.bounds_word(e ->> 0)
$new$);
  v_put := pg_get_functiondef('sync.blob_put(text,integer,bytea)'::regprocedure);
  IF strpos(v_put, v_checked) = 0 THEN
    RAISE EXCEPTION 'sync.blob_put is not the one that this migration knows';
  END IF;
  EXECUTE replace(v_put, v_checked, v_checked || $new$  IF NOT sync.has_role(s.workspace_id, s.people, sync.roles_with('evidence.write')) THEN
    RAISE EXCEPTION 'Auditors send no files' USING ERRCODE = 'WF004';
  END IF;
$new$);
  FOR v_table IN SELECT name FROM sync.tables LOOP
    PERFORM sync.make_merge(v_table);
  END LOOP;
END
$$;
