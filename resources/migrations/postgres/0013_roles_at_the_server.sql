-- What a role may not change in the product it may not change with SQL of its own either: settings of the
-- workspace, integrations, the policy and the patterns of automation are administrators' (the risk section
-- of the settings compliance officers', too), suppressions are analysts'. The roles are those of the
-- workspace's list; a workstation may what any of its people may. (Tables that the program itself writes on
-- everybody's workstation, whoever sits there, are not bound to a role: their author is.)

-- A write of one of these columns that counts here, as SQL.
CREATE FUNCTION sync.any_changed(p_columns text[], p_guarded text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $make$
  SELECT '(' || string_agg(format($sql$p_has[%2$s] AND u.%1$I IS DISTINCT FROM t.%1$I AND
      coalesce(u.f ->> %1$L, u.v) COLLATE "C" > coalesce(t.field_versions ->> %1$L, t.row_version)$sql$,
      c, array_position(p_columns, c)), ' OR ') || ')'
  FROM unnest(p_guarded) c
$make$;

CREATE FUNCTION sync.has_role(p_ws text, p_people text[], p_roles text[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM sync.members m WHERE m.workspace_id = p_ws AND m.id = ANY (p_people)
    AND m.role = ANY (p_roles) AND m.revoked_at IS NULL)
$$;

-- As before (0004), and the tables above.
CREATE OR REPLACE FUNCTION sync.special_refusal(p_table text, p_columns text[]) RETURNS text
LANGUAGE sql IMMUTABLE AS $make$
  SELECT CASE p_table
    -- Nobody shuts himself out: whoever restricts an investigation is among those who may see it.
    WHEN 'forensic_investigations' THEN format($sql$
      (CASE WHEN p_has[%1$s] AND (t.id IS NULL OR
          coalesce(u.f ->> 'restricted_to', u.v) COLLATE "C"
            > coalesce(t.field_versions ->> 'restricted_to', t.row_version))
        THEN u.restricted_to IS NOT NULL AND NOT sync.people_named(u.restricted_to) && p_people
        ELSE false END)$sql$, array_position(p_columns, 'restricted_to'))
    -- Roles are given by administrators.
    WHEN 'users' THEN format(
      '(NOT p_admin AND (t.id IS NULL AND u.role = ''Administrator'' OR t.id IS NOT NULL AND %s))',
      sync.any_changed(p_columns, '{role,email,deactivated_at,deleted_at}'))
    WHEN 'workspace_settings' THEN format($sql$
      (NOT p_admin AND (t.id IS NULL OR %s)
        AND NOT (u.id = 'risk' AND sync.has_role(p_ws, p_people, '{Compliance Officer}')))$sql$,
      sync.any_changed(p_columns, '{value,deleted_at}'))
    WHEN 'integrations' THEN format('(NOT p_admin AND (t.id IS NULL OR %s))',
      sync.any_changed(p_columns, '{name,type,vendor,configuration,deleted_at}'))
    -- Its fuse blows wherever a wrong closing is found: everybody may switch it off so, nobody else on.
    WHEN 'automation_policy' THEN format($sql$
      (NOT p_admin AND (u.state IS DISTINCT FROM 'TRIPPED' AND (t.id IS NULL OR %s) OR t.id IS NOT NULL AND %s))$sql$,
      sync.any_changed(p_columns, '{state}'), sync.any_changed(p_columns, '{daily_cap,points,on_since,deleted_at}'))
    WHEN 'automation_patterns' THEN format($sql$
      (NOT p_admin AND (u.state = 'ON' AND (t.id IS NULL OR %s) OR t.id IS NOT NULL AND %s))$sql$,
      sync.any_changed(p_columns, '{state}'), sync.any_changed(p_columns, '{pattern_key,deleted_at}'))
    -- What has run out is ended by every workstation; begun again by analysts alone.
    WHEN 'suppression_rules' THEN format($sql$
      ((t.id IS NULL OR %s OR u.ended_at IS NULL AND %s)
        AND NOT sync.has_role(p_ws, p_people, '{SOC Analyst,Administrator}'))$sql$,
      sync.any_changed(p_columns, '{name,scope,in_force_since,expires_at,control_id,exception_id,reopening,deleted_at}'),
      sync.any_changed(p_columns, '{ended_at}'))
    ELSE 'false'
  END
$make$;

DO $$
DECLARE
  v_push text := pg_get_functiondef('sync.push(jsonb,text[])'::regprocedure);
  v_old text := $old$WHEN e ->> 0 = 'users' THEN 'administrators-only'$old$;
  v_table text;
BEGIN
  IF strpos(v_push, v_old) = 0 THEN
    RAISE EXCEPTION 'sync.push is not the one that this migration knows';
  END IF;
  EXECUTE replace(v_push, v_old, $new$WHEN e ->> 0 IN ('users', 'workspace_settings', 'integrations', 'automation_policy', 'automation_patterns')
          THEN 'administrators-only'$new$);
  FOREACH v_table IN ARRAY ARRAY['users', 'workspace_settings', 'integrations', 'automation_policy', 'automation_patterns', 'suppression_rules'] LOOP
    PERFORM sync.make_merge(v_table);
  END LOOP;
END
$$;
