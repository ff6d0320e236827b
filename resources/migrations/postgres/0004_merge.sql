-- The functions of one table, made from `sync.tables`: `merge_<table>` takes rows in, `page_<table>`
-- gives them out. They are called by the functions of 0006 and 0007 alone, which hold the workspace's lock.
--
-- Rows come as columns: p_c[1] ids, p_c[2] row versions, p_c[3] field versions (jsonb), then the table's
-- columns in the order of `sync.tables`, each an array in PostgreSQL's own notation, null where the
-- sender does not know the column. Merging is that of merge.kernel.ts: per column the higher version
-- wins, on a tie the row that is here; `field_versions` has what differs from `row_version`.
--
-- Verdicts: N new, M changed, K as it was, L the sender lacks something (it gets the row again),
-- A others changed it meanwhile, S the same thing is known under another id, R refused,
-- B malformed, V a column that this server does not know.
--
-- A column that the sender of a new row does not know gets the lowest version there is, so that whoever
-- knows it better has the higher one; the sender gets the row again with it.

CREATE FUNCTION sync.people_named(p_list text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF jsonb_typeof(p_list::jsonb) <> 'array' THEN
    RETURN '{}';
  END IF;
  RETURN ARRAY(SELECT jsonb_array_elements_text(p_list::jsonb));
EXCEPTION WHEN OTHERS THEN
  -- What cannot be read is open to nobody.
  RETURN '{}';
END
$$;

-- What this row would be refused for in a table of its own rules, as SQL; 'false' elsewhere.
CREATE FUNCTION sync.special_refusal(p_table text, p_columns text[]) RETURNS text
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
    WHEN 'users' THEN (
      SELECT format('(NOT p_admin AND (t.id IS NULL AND u.role = ''Administrator'' OR t.id IS NOT NULL AND (%s)))',
        string_agg(format($sql$p_has[%2$s] AND u.%1$I IS DISTINCT FROM t.%1$I AND
          coalesce(u.f ->> %1$L, u.v) COLLATE "C" > coalesce(t.field_versions ->> %1$L, t.row_version)$sql$,
          c, array_position(p_columns, c)), ' OR '))
      FROM unnest(ARRAY['role', 'email', 'deactivated_at', 'deleted_at']) c)
    ELSE 'false'
  END
$make$;

CREATE FUNCTION sync.make_merge(p_table text) RETURNS void LANGUAGE plpgsql AS $make$
DECLARE
  t sync.tables;
  v_names text;
  v_arrays text;
  v_bounds text;
  v_bytes text;
  v_insert text;
  v_set text;
  v_natural text := '';
  v_natural_test text := 'false';
  v_hidden text := 'false';
BEGIN
  SELECT * INTO STRICT t FROM sync.tables WHERE name = p_table;
  -- Names that stand beside the columns below; all others of ours begin with wf_.
  IF t.columns && '{id,v,f,row_version,field_versions,seq,sent_by,bytes,workspace_id}' THEN
    RAISE EXCEPTION 'A column of % bears a name of the merge''s own', p_table;
  END IF;
  SELECT
    string_agg(quote_ident(c), ', ' ORDER BY i),
    string_agg(format('p_c[%s]::%s[]', i + 3, k), ', ' ORDER BY i),
    -- Numbers that JSON or a double of JavaScript cannot hold.
    coalesce(string_agg(CASE k
      WHEN 'bigint' THEN format('u.%I NOT BETWEEN -9007199254740991 AND 9007199254740991', c)
      WHEN 'double precision' THEN format('u.%I IN (''NaN'', ''Infinity'', ''-Infinity'')', c)
      END, ' OR ' ORDER BY i), 'false'),
    '200' || string_agg(CASE k
      WHEN 'text' THEN format(' + coalesce(octet_length(u.%I), 4)', c)
      WHEN 'bytea' THEN format(' + coalesce(2 * octet_length(u.%I), 4)', c)
      ELSE ' + 12' END, '' ORDER BY i),
    string_agg(CASE WHEN d.adbin IS NULL THEN format('j.%I', c)
      ELSE format('CASE WHEN p_has[%s] THEN j.%I ELSE %s END', i, c, pg_get_expr(d.adbin, d.adrelid))
      END, ', ' ORDER BY i),
    string_agg(format($sql$%1$I = CASE WHEN j.wf_wins ? %1$L THEN j.%1$I WHEN j.wf_wins IS NULL AND p_has[%2$s]
        AND coalesce(j.f ->> %1$L, j.v) COLLATE "C" > coalesce(t.field_versions ->> %1$L, t.row_version) THEN j.%1$I
        ELSE t.%1$I END$sql$, c, i), E',\n      ' ORDER BY i)
  INTO v_names, v_arrays, v_bounds, v_bytes, v_insert, v_set
  FROM unnest(t.columns, t.types) WITH ORDINALITY AS u (c, k, i)
  LEFT JOIN pg_attribute a ON a.attrelid = format('app.%I', p_table)::regclass AND a.attname = c
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum;

  IF t.natural_key IS NOT NULL THEN
    -- A row of the batch counts as it will be: it may free the key that another takes.
    v_natural := format($sql$
      LEFT JOIN LATERAL (
        SELECT n.id FROM app.%1$I n
        WHERE n.workspace_id = p_ws AND %2$s AND n.id <> u.id AND (%3$s)
          -- Who held the key already holds it still.
          AND (t.id IS NULL OR (%8$s) IS NOT TRUE OR (%9$s) IS NOT TRUE)
          AND NOT (n.id = ANY (v_ids) AND EXISTS (
            SELECT FROM unnest(p_c[1]::text[], %4$s) AS b (id, %5$s) WHERE b.id = n.id
              AND NOT ((%2$s) IS TRUE AND (%6$s) IS TRUE)))
        LIMIT 1) s ON (%7$s)$sql$,
      p_table,
      (SELECT string_agg(format('n.%1$I = u.%1$I', c), ' AND ') FROM unnest(t.natural_key) c),
      coalesce(t.natural_where, 'true'), v_arrays, v_names,
      sync.qualified(t, 'b'), sync.qualified(t, 'u'), sync.qualified(t, 't'),
      (SELECT string_agg(format('t.%1$I = u.%1$I', c), ' AND ') FROM unnest(t.natural_key) c));
    v_natural := replace(v_natural, 'NOT ((' || (SELECT string_agg(format('n.%1$I = u.%1$I', c), ' AND ') FROM unnest(t.natural_key) c),
      'NOT ((' || (SELECT string_agg(format('b.%1$I = u.%1$I', c), ' AND ') FROM unnest(t.natural_key) c));
    v_natural_test := 's.id IS NOT NULL';
  END IF;
  IF t.investigation = 'id' THEN
    v_hidden := 'u.id = ANY (p_hidden)';
  ELSIF t.investigation IS NOT NULL THEN
    v_hidden := format('u.%1$I = ANY (p_hidden) OR t.%1$I = ANY (p_hidden)', t.investigation);
  END IF;

  EXECUTE format($fn$
CREATE OR REPLACE FUNCTION sync.%1$I(
  p_ws text, p_node integer, p_people text[], p_admin boolean, p_cursor bigint, p_from bigint,
  p_foreign text[], p_relay boolean, p_hidden text[], p_c text[], p_has boolean[], p_absent text[],
  OUT o_changed bigint, OUT o_lacking bigint, OUT o_behind jsonb, OUT o_same jsonb, OUT o_refused jsonb,
  OUT o_malformed bigint, OUT o_unknown bigint, OUT o_highest text)
LANGUAGE plpgsql AS $body$
DECLARE
  v_ids text[] := p_c[1]::text[];
  v_is_large boolean := (SELECT sum(octet_length(c)) FROM unnest(p_c) c) > 4194304;
  v_has_older boolean;
  v_suspect text[];
  -- Columns that the sender does not know keep the version that they have here.
  v_absent jsonb := (SELECT coalesce(jsonb_object_agg(c, ''), '{}') FROM unnest(p_absent) c);
BEGIN
  -- Rows share stamps: each is looked at once.
  WITH given AS (
    SELECT u.v, u.f FROM unnest(p_c[2]::text[], p_c[3]::jsonb[]) AS u (v, f)
  ), entries AS MATERIALIZED (
    SELECT g.v, e.value FROM given g, jsonb_each_text(g.f) e WHERE g.f IS NOT NULL
  ), stamps AS (
    SELECT v AS stamp FROM given UNION SELECT value FROM entries
  )
  SELECT count(*) FILTER (WHERE stamp IS NULL OR stamp !~ '^[0-9a-f]{16}-[A-Za-z0-9_-]{1,64}$'), max(stamp COLLATE "C"),
    coalesce(array_agg(stamp) FILTER (WHERE substr(stamp, 18) = ANY (p_foreign)), '{}'),
    (SELECT coalesce(bool_or(value COLLATE "C" <= v), false) FROM entries)
  INTO o_malformed, o_highest, v_suspect, v_has_older FROM stamps;
  IF o_malformed > 0 THEN
    RETURN;
  END IF;

  WITH decided AS MATERIALIZED (
    SELECT u.*, m.v AS wf_new_v, nf.f AS wf_new_f, (%3$s)::integer AS wf_size, %8$s AS wf_known, t.ctid AS wf_ctid,
      -- The commonest change: fields of a row that nobody has changed since it was made.
      CASE WHEN u.v = t.row_version AND t.field_versions IS NULL AND NOT v_has_older AND v_absent = '{}' THEN u.f END AS wf_wins,
      CASE
        WHEN u.id IS NULL OR octet_length(u.id) NOT BETWEEN 1 AND 400 OR (%2$s)
          OR jsonb_typeof(u.f) <> 'object' OR v_is_large AND %3$s > 4194304 THEN 'B'
        WHEN (u.f - %4$L::text[]) <> '{}' THEN 'V'
        WHEN %5$s THEN 'R'
        WHEN v_suspect <> '{}' AND NOT p_relay AND (x.is_forged OR (t.id IS NULL OR u.v COLLATE "C" > t.row_version)
            AND u.v = ANY (v_suspect))
          -- A row that was purged here comes back whole, with the stamps of all.
          AND NOT (t.id IS NULL AND EXISTS (SELECT FROM sync.workspaces w WHERE w.id = p_ws AND w.watermark > 0)
            AND EXISTS (SELECT FROM sync.writes w WHERE w.workspace_id = p_ws AND w.stamp = u.v)) THEN 'R'
        WHEN t.seq > p_cursor AND t.sent_by <> p_node THEN 'A'
        WHEN %6$s THEN 'R'
        WHEN %7$s THEN 'S'
        WHEN t.id IS NULL THEN 'N'
        WHEN t.seq <= p_cursor AND (m.v, coalesce(nf.f - p_absent, '{}')) IS DISTINCT FROM (u.v, coalesce(u.f - p_absent, '{}')) THEN 'L'
        WHEN (m.v, nf.f) IS NOT DISTINCT FROM (t.row_version, t.field_versions) THEN 'K'
        ELSE 'M' END AS wf_decision
    FROM unnest(p_c[1]::text[], p_c[2]::text[], p_c[3]::jsonb[], %9$s) WITH ORDINALITY AS u (id, v, f, %10$s, wf_place)
    LEFT JOIN app.%11$I t ON t.workspace_id = p_ws AND t.id = u.id
    CROSS JOIN LATERAL (SELECT greatest(u.v COLLATE "C", t.row_version) AS v) m
    CROSS JOIN LATERAL (SELECT
      CASE
        WHEN t.id IS NULL AND NOT v_has_older AND v_absent = '{}' THEN u.f
        WHEN u.f IS NULL AND v_absent = '{}' AND t.field_versions IS NULL AND u.v = t.row_version THEN NULL
        WHEN u.v = t.row_version AND t.field_versions IS NULL AND NOT v_has_older AND v_absent = '{}' THEN u.f
        WHEN u.v = t.row_version AND u.f = t.field_versions THEN t.field_versions
        ELSE (
          SELECT jsonb_object_agg(k.k, k.s) FROM (
            SELECT q.k, CASE WHEN v_absent ? q.k THEN coalesce(t.field_versions ->> q.k, t.row_version, '0000000000000000-0')
              ELSE greatest(coalesce(u.f ->> q.k, u.v) COLLATE "C", coalesce(t.field_versions ->> q.k, t.row_version)) END AS s
            FROM jsonb_object_keys(coalesce(u.f, '{}') || coalesce(t.field_versions, '{}') || v_absent) AS q (k)) k
          WHERE k.s <> m.v)
      END AS f OFFSET 0) nf
    LEFT JOIN LATERAL (
      SELECT bool_or(e.value = ANY (v_suspect)
          AND (t.id IS NULL OR e.value COLLATE "C" > coalesce(t.field_versions ->> e.key, t.row_version))) AS is_forged
      FROM jsonb_each_text(u.f) e WHERE v_suspect <> '{}') x ON true%12$s
  ), added AS (
    INSERT INTO app.%11$I (workspace_id, id, %10$s, row_version, field_versions, seq, sent_by, bytes)
    SELECT p_ws, j.id, %13$s, j.wf_new_v, j.wf_new_f, p_from + j.wf_place - 1,
      CASE p_absent WHEN '{}' THEN p_node ELSE 0 END, j.wf_size
    FROM decided j WHERE j.wf_decision = 'N'
  ), changed AS (
    -- By its place on disk, which the lock keeps: the planner has nothing to choose.
    UPDATE app.%11$I t SET
      %14$s,
      row_version = j.wf_new_v, field_versions = j.wf_new_f, seq = p_from + j.wf_place - 1,
      sent_by = CASE j.wf_decision WHEN 'L' THEN 0 ELSE p_node END, bytes = greatest(j.wf_size, t.bytes)
    FROM decided j WHERE j.wf_decision IN ('M', 'L') AND t.ctid = j.wf_ctid
  )
  SELECT count(*) FILTER (WHERE wf_decision IN ('N', 'M', 'L')), count(*) FILTER (WHERE wf_decision = 'L' OR wf_decision = 'N' AND p_absent <> '{}'),
    jsonb_agg(jsonb_build_array(%11$L, id)) FILTER (WHERE wf_decision = 'A'),
    jsonb_agg(jsonb_build_array(%11$L, id, wf_known)) FILTER (WHERE wf_decision = 'S'),
    jsonb_agg(jsonb_build_array(%11$L, id)) FILTER (WHERE wf_decision = 'R'),
    count(*) FILTER (WHERE wf_decision = 'B'), count(*) FILTER (WHERE wf_decision = 'V')
  INTO o_changed, o_lacking, o_behind, o_same, o_refused, o_malformed, o_unknown
  FROM decided;
END
$body$
  $fn$, 'merge_' || p_table, v_bounds, v_bytes, t.columns, v_hidden,
    sync.special_refusal(p_table, t.columns), v_natural_test,
    CASE WHEN t.natural_key IS NULL THEN 'NULL::text' ELSE 's.id' END,
    v_arrays, v_names, p_table, v_natural, v_insert, v_set);
END
$make$;

-- The condition of the natural key with its columns taken from `p_from`.
CREATE FUNCTION sync.qualified(t sync.tables, p_from text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN t.natural_where IS NULL THEN 'true' ELSE
    regexp_replace(t.natural_where, '\m(' || array_to_string(t.columns, '|') || ')\M', p_from || '.\1', 'g') END
$$;

-- One page's rows of a table as one JSON text, a list a column (null: every row has none); or null.
CREATE FUNCTION sync.make_page(p_table text) RETURNS void LANGUAGE plpgsql AS $make$
DECLARE
  t sync.tables;
  v_columns text;
BEGIN
  SELECT * INTO STRICT t FROM sync.tables WHERE name = p_table;
  SELECT string_agg(format($sql$%L, CASE WHEN count(s.%I) = 0 THEN 'null' ELSE json_agg(s.%2$I)::text END$sql$,
    CASE WHEN i = 1 THEN '' ELSE ',' END || to_json(c) || ':', c), E',\n      ' ORDER BY i)
  INTO v_columns FROM unnest(t.columns) WITH ORDINALITY AS u (c, i);
  EXECUTE format($fn$
CREATE OR REPLACE FUNCTION sync.%1$I(
  p_ws text, p_node integer, p_own_after bigint, p_hidden text[], p_after bigint, p_to bigint)
RETURNS text LANGUAGE plpgsql STABLE AS $body$
BEGIN
  RETURN (
    -- Joined once: each || would copy the whole again.
    SELECT CASE WHEN count(*) > 0 THEN array_to_string(ARRAY[
      '{"id":', json_agg(s.id)::text, ',"v":', json_agg(s.row_version)::text,
      ',"f":', CASE WHEN count(s.field_versions) = 0 THEN 'null' ELSE json_agg(s.field_versions)::text END,
      ',"c":{', %3$s, '}}'], '') END
    FROM (
      SELECT * FROM app.%2$I WHERE workspace_id = p_ws AND seq > p_after AND seq <= p_to
        AND (seq <= p_own_after OR sent_by <> p_node)%4$s
      ORDER BY seq) s);
END
$body$
  $fn$, 'page_' || p_table, p_table, v_columns, sync.shown(t));
END
$make$;

-- The condition that keeps rows of investigations closed to the seat back, as SQL.
CREATE FUNCTION sync.shown(t sync.tables) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN t.investigation IS NULL THEN ''
    ELSE format(' AND (%1$I IS NULL OR %1$I <> ALL (p_hidden))', t.investigation) END
$$;

DO $$
DECLARE
  v_table text;
BEGIN
  FOR v_table IN SELECT name FROM sync.tables LOOP
    PERFORM sync.make_merge(v_table);
    PERFORM sync.make_page(v_table);
  END LOOP;
END
$$;
