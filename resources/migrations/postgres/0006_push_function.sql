-- push: all of a batch, or none. See 0005 for what it stands on.
--
-- p_meta: {client, node, cursor, through, from (what was acknowledged when the batch was made, or none), tables: [{name, columns}], conflicts}
-- p_cells: stamps, actors, actions and reasons of the writes, then for each table ids, row versions,
-- field versions, and its columns as p_meta names them; each an array in PostgreSQL's notation.

CREATE FUNCTION sync.push(p_meta jsonb, p_cells text[]) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET statement_timeout = '60s' SET lock_timeout = '3s' SET jit = off SET work_mem = '64MB'
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off SET enable_material = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  s sync.seats;
  w sync.workspaces;
  n sync.nodes;
  t sync.tables;
  r record;
  v_now bigint;
  v_sent jsonb;
  v_foreign text[];
  v_hidden text[];
  v_is_admin boolean;
  v_relay boolean;
  v_names text[];
  v_c text[];
  v_has boolean[];
  v_at integer := 5;
  v_rows integer;
  v_total integer := 0;
  v_from bigint;
  v_next bigint;
  v_changed bigint := 0;
  v_lacking bigint := 0;
  v_behind jsonb := '[]';
  v_same jsonb := '[]';
  v_refused jsonb := '[]';
  v_highest text := '';
  -- Of which one investigation a write is; JSON's null where it is not of one alone.
  v_investigations jsonb := '{}';
  v_writes integer;
BEGIN
  s := sync.seat_of_session();
  IF coalesce((p_meta ->> 'client')::integer, 0) < sync.least_client() THEN
    RAISE EXCEPTION 'This Watchfloor is too old to send: the server wants version %', sync.least_client() USING ERRCODE = 'WF002';
  END IF;
  IF (SELECT sum(octet_length(c)) FROM unnest(p_cells) c) + octet_length(p_meta::text) > 16 * 1024 * 1024 THEN
    RAISE EXCEPTION 'The batch is larger than 16 MB' USING ERRCODE = 'WF004';
  END IF;
  w := sync.lock_workspace(s.workspace_id);
  n := sync.bind_node(s, p_meta ->> 'node');
  IF coalesce((p_meta ->> 'cursor')::bigint, -1) NOT BETWEEN 0 AND w.head THEN
    RAISE EXCEPTION 'The server is younger than what this workstation knows' USING ERRCODE = 'WF006';
  END IF;
  IF n.acknowledged < (p_meta ->> 'from')::bigint THEN
    RAISE EXCEPTION 'The server has lost what this workstation sent' USING ERRCODE = 'WF006';
  END IF;
  v_now := sync.now_ms();
  v_foreign := ARRAY(SELECT node_id FROM sync.nodes WHERE workspace_id = w.id AND seat_id <> s.id);
  v_hidden := sync.hidden_from(w.id, s.people);
  v_is_admin := sync.is_admin(s);
  -- What others wrote and this server lost may come back through anybody, who vouches for it.
  v_relay := coalesce(w.epoch_at > clock_timestamp() - interval '1 day', false);
  v_from := w.head + 1;
  v_next := v_from;

  FOR v_sent IN SELECT e FROM jsonb_array_elements(p_meta -> 'tables') e LOOP
    SELECT * INTO t FROM sync.tables WHERE name = v_sent ->> 'name';
    v_names := ARRAY(SELECT jsonb_array_elements_text(v_sent -> 'columns'));
    IF t.name IS NULL OR NOT v_names <@ t.columns THEN
      RAISE EXCEPTION 'The server does not know the table % or one of its columns: it is older than this Watchfloor',
        left(v_sent ->> 'name', 63) USING ERRCODE = 'WF002';
    END IF;
    v_c := p_cells[v_at:v_at + 2] || ARRAY(
      SELECT p_cells[v_at + 2 + array_position(v_names, c)] FROM unnest(t.columns) WITH ORDINALITY AS u (c, i) ORDER BY i);
    v_has := ARRAY(SELECT c = ANY (v_names) FROM unnest(t.columns) WITH ORDINALITY AS u (c, i) ORDER BY i);
    v_at := v_at + 3 + cardinality(v_names);
    v_rows := cardinality(v_c[1]::text[]);
    v_total := v_total + v_rows;
    IF v_total > 5000 THEN
      RAISE EXCEPTION 'The batch has more than 5000 rows' USING ERRCODE = 'WF004';
    END IF;
    EXECUTE format('SELECT * FROM sync.%I($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', 'merge_' || t.name)
      INTO r USING w.id, n.number, s.people, v_is_admin, (p_meta ->> 'cursor')::bigint, v_next, v_foreign, v_relay,
        v_hidden, v_c, v_has, ARRAY(SELECT c FROM unnest(t.columns) c WHERE c <> ALL (v_names));
    IF r.o_unknown > 0 THEN
      RAISE EXCEPTION 'The server does not know a column of %: it is older than this Watchfloor', t.name USING ERRCODE = 'WF002';
    ELSIF r.o_malformed > 0 THEN
      RAISE EXCEPTION 'A row of % is malformed', t.name USING ERRCODE = 'WF004';
    END IF;
    IF r.o_changed > 0 THEN
      v_changed := v_changed + r.o_changed;
      v_next := v_next + v_rows;
      PERFORM sync.move_head(w.id, t.name, v_next - 1);
    END IF;
    v_lacking := v_lacking + r.o_lacking;
    v_behind := v_behind || coalesce(r.o_behind, '[]');
    v_same := v_same || coalesce(r.o_same, '[]');
    v_refused := v_refused || coalesce(r.o_refused, '[]');
    v_highest := greatest(v_highest COLLATE "C", r.o_highest);
    IF t.investigation IS NOT NULL OR v_investigations <> '{}' THEN
      v_investigations := sync.of_investigations(v_investigations, v_c, CASE WHEN t.investigation = 'id' THEN v_c[1]
        ELSE v_c[3 + array_position(t.columns, t.investigation)] END);
    END IF;
  END LOOP;

  v_writes := cardinality(p_cells[1]::text[]);
  IF v_writes > 5000 OR v_at <> cardinality(p_cells) + 1 OR EXISTS (
    SELECT FROM unnest(p_cells[1]::text[], p_cells[2]::text[], p_cells[3]::text[], p_cells[4]::text[]) AS u (stamp, actor, action, reason)
    WHERE stamp IS NULL OR stamp !~ '^[0-9a-f]{16}-[A-Za-z0-9_-]{1,64}$' OR action IS NULL OR length(action) > 100
      OR length(reason) > 2000 OR length(actor) > 100) THEN
    RAISE EXCEPTION 'A write of the batch is malformed' USING ERRCODE = 'WF004';
  END IF;
  v_highest := greatest(v_highest, (SELECT max(stamp COLLATE "C") FROM unnest(p_cells[1]::text[]) stamp));
  IF v_highest <> '' AND ('x' || substr(v_highest, 1, 12))::bit(48)::bigint > v_now + 60000 THEN
    RAISE EXCEPTION 'Stamps are ahead of the server''s clock' USING ERRCODE = 'WF001', DETAIL = v_now::text;
  END IF;
  IF EXISTS (
    SELECT FROM unnest(p_cells[1]::text[], p_cells[2]::text[]) AS u (stamp, actor)
    WHERE NOT v_relay AND (actor <> ALL (s.people) OR substr(stamp, 18) = ANY (v_foreign))
      AND NOT EXISTS (SELECT FROM sync.writes k WHERE k.workspace_id = w.id AND k.stamp = u.stamp)) THEN
    RAISE EXCEPTION 'A write of the batch bears another''s name' USING ERRCODE = 'WF004';
  END IF;
  v_changed := v_changed + sync.take_conflicts(w.id, n.number, v_hidden, v_next, coalesce(p_meta -> 'conflicts', '[]'));

  INSERT INTO sync.writes (workspace_id, stamp, actor, action, reason, sent_by, node, investigation, seq)
  SELECT w.id, u.stamp, u.actor, u.action, u.reason, s.id, n.number, v_investigations ->> u.stamp, v_from
  FROM unnest(p_cells[1]::text[], p_cells[2]::text[], p_cells[3]::text[], p_cells[4]::text[]) AS u (stamp, actor, action, reason)
  ON CONFLICT (workspace_id, stamp) DO NOTHING;
  GET DIAGNOSTICS v_writes = ROW_COUNT;
  IF v_changed + v_writes > 0 THEN
    -- The place after the rows' is that of the conflicts.
    UPDATE sync.workspaces SET head = v_next WHERE id = w.id;
  END IF;
  IF p_meta -> 'tables' @> '[{"name": "forensic_investigations"}]' THEN
    PERFORM sync.follow_audiences(w.id, v_from);
  END IF;
  -- Where a row was named the batch was not taken whole: an answer that is lost must not hide that.
  IF v_behind = '[]' AND v_same = '[]' AND v_refused = '[]' THEN
    UPDATE sync.nodes SET acknowledged = greatest(acknowledged, (p_meta ->> 'through')::bigint),
      last_stamp = greatest(last_stamp, (SELECT max(stamp COLLATE "C") FROM unnest(p_cells[1]::text[]) stamp
        WHERE substr(stamp, 18) = n.node_id))
    WHERE workspace_id = w.id AND node_id = n.node_id;
  END IF;
  SELECT * INTO w FROM sync.workspaces WHERE id = w.id;
  IF v_changed + v_writes > 0 THEN
    PERFORM pg_notify('watchfloor_' || md5(w.id), w.head::text);
  END IF;
  RETURN jsonb_build_object('head', w.head,
    -- Nobody else wrote since the batch's cursor, and all of it was taken as it came: nothing to read.
    'cursor', CASE WHEN v_from = (p_meta ->> 'cursor')::bigint + 1 AND v_lacking = 0 AND w.head IN (v_next, v_from - 1)
      AND v_behind = '[]' AND v_same = '[]' AND v_refused = '[]' THEN w.head ELSE (p_meta ->> 'cursor')::bigint END,
    'behind', v_behind, 'sameAs', v_same, 'refused', v_refused);
END
$$;
GRANT EXECUTE ON FUNCTION sync.push TO watchfloor_client;
