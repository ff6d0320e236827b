-- push holds the workspace only while it must: the first table's cells are read and its stamps looked at
-- before the lock, beside others' pushes. What is decided is decided under the lock, as before (0006).

-- A stamp's form. One expression of it all, with its counted repeats, took half of a push's time: the
-- machine of such an expression is built anew for each text.
CREATE FUNCTION sync.is_stamp(p_text text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT octet_length(p_text) BETWEEN 18 AND 81 AND p_text !~ '[^0-9A-Za-z_-]'
    AND left(p_text, 16) !~ '[^0-9a-f]' AND substr(p_text, 17, 1) = '-'
$$;

-- What a push knows once it holds the workspace; `ws` is null before.
CREATE TYPE sync.pushing AS (
  ws text,
  node integer,
  people text[],
  is_admin boolean,
  cursor bigint,
  first_place bigint,
  next_place bigint,
  foreign_nodes text[],
  is_relay boolean,
  hidden text[]
);

-- Takes the workspace's lock. @raises WF004, WF005, WF006
CREATE FUNCTION sync.begin_push(s sync.seats, p_meta jsonb) RETURNS sync.pushing LANGUAGE plpgsql AS $$
DECLARE
  w sync.workspaces;
  n sync.nodes;
  p sync.pushing;
BEGIN
  w := sync.lock_workspace(s.workspace_id);
  n := sync.bind_node(s, p_meta ->> 'node');
  IF coalesce((p_meta ->> 'cursor')::bigint, -1) NOT BETWEEN 0 AND w.head THEN
    RAISE EXCEPTION 'The server is younger than what this workstation knows' USING ERRCODE = 'WF006';
  END IF;
  IF n.acknowledged < (p_meta ->> 'from')::bigint THEN
    RAISE EXCEPTION 'The server has lost what this workstation sent' USING ERRCODE = 'WF006';
  END IF;
  IF (p_meta ->> 'cursor')::bigint BETWEEN 1 AND w.watermark - 1 THEN
    RAISE EXCEPTION 'Deletions were purged that this workstation has not read' USING ERRCODE = 'WF005';
  END IF;
  p.ws := w.id;
  p.node := n.number;
  p.people := s.people;
  p.is_admin := sync.is_admin(s);
  p.cursor := (p_meta ->> 'cursor')::bigint;
  p.first_place := w.head + 1;
  p.next_place := w.head + 1;
  p.foreign_nodes := ARRAY(SELECT node_id FROM sync.nodes WHERE workspace_id = w.id AND seat_id <> s.id);
  -- What others wrote and this server lost may come back through anybody, who vouches for it.
  p.is_relay := coalesce(w.epoch_at > clock_timestamp() - interval '1 day', false);
  p.hidden := sync.hidden_from(w.id, s.people);
  RETURN p;
END
$$;

-- The functions of the tables read their cells into typed arrays first, then take the lock.
DO $$
DECLARE
  v_make text := pg_get_functiondef('sync.make_merge(text)'::regprocedure);
  v_old text[] := ARRAY[
    $old$    string_agg(format('p_c[%s]::%s[]', i + 3, k), ', ' ORDER BY i),$old$,
    $old$  INTO v_names, v_arrays, v_bounds, v_bytes, v_insert, v_set
$old$,
    $old$  v_hidden text := 'false';
BEGIN$old$,
    $old$v_arrays, v_names, p_table, v_natural, v_insert, v_set);$old$,
    $old$  p_ws text, p_node integer, p_people text[], p_admin boolean, p_cursor bigint, p_from bigint,
  p_foreign text[], p_relay boolean, p_hidden text[], p_c text[], p_has boolean[], p_absent text[],
$old$,
    $old$  v_ids text[] := p_c[1]::text[];
$old$,
    $old$WHERE stamp IS NULL OR stamp !~ '^[0-9a-f]{16}-[A-Za-z0-9_-]{1,64}$'),$old$,
    $old$    coalesce(array_agg(stamp) FILTER (WHERE substr(stamp, 18) = ANY (p_foreign)), '{}'),
$old$,
    $old$  INTO o_malformed, o_highest, v_suspect, v_has_older FROM stamps;
  IF o_malformed > 0 THEN
    RETURN;
  END IF;
$old$];
  v_new text[] := ARRAY[
    $new$    string_agg(format('wf_c%s', i + 3), ', ' ORDER BY i),$new$,
    $new$, string_agg(format(E'  wf_c%1$s %2$s[] := p_c[%1$s]::%2$s[];\n', i + 3, k), '' ORDER BY i)
  INTO v_names, v_arrays, v_bounds, v_bytes, v_insert, v_set, v_declared
$new$,
    $new$  v_hidden text := 'false';
  v_declared text;
BEGIN$new$,
    $new$v_arrays, v_names, p_table, v_natural, v_insert, v_set, v_declared);$new$,
    $new$  INOUT wf_push sync.pushing, wf_seat sync.seats, wf_meta jsonb, p_c text[], p_has boolean[], p_absent text[],
$new$,
    $new$  v_ids text[] := %16$s;
  wf_v text[] := %17$s;
  wf_f jsonb[] := %18$s;
%15$s  wf_has_others boolean;
  p_ws text;
  p_node integer;
  p_people text[];
  p_admin boolean;
  p_cursor bigint;
  p_from bigint;
  p_foreign text[];
  p_relay boolean;
  p_hidden text[];
$new$,
    $new$WHERE sync.is_stamp(stamp) IS NOT TRUE),$new$,
    $new$    bool_or(substr(stamp, 18) <> wf_meta ->> 'node'),
$new$,
    $new$  INTO o_malformed, o_highest, wf_has_others, v_has_older FROM stamps;
  IF o_malformed > 0 THEN
    RETURN;
  END IF;
  IF wf_push.ws IS NULL THEN
    wf_push := sync.begin_push(wf_seat, wf_meta);
  END IF;
  p_ws := wf_push.ws;
  p_node := wf_push.node;
  p_people := wf_push.people;
  p_admin := wf_push.is_admin;
  p_cursor := wf_push.cursor;
  p_from := wf_push.next_place;
  p_foreign := wf_push.foreign_nodes;
  p_relay := wf_push.is_relay;
  p_hidden := wf_push.hidden;
  v_suspect := '{}';
  -- Stamps of this node are nobody else's: it was bound to this workstation.
  IF wf_has_others THEN
    v_suspect := ARRAY(
      SELECT stamp FROM (
        SELECT u.v AS stamp FROM unnest(wf_v) AS u (v)
        UNION SELECT e.value FROM unnest(wf_f) AS u (f), jsonb_each_text(u.f) e WHERE u.f IS NOT NULL) x
      WHERE substr(stamp, 18) = ANY (p_foreign));
  END IF;
$new$];
  v_table text;
BEGIN
  FOR i IN 1..cardinality(v_old) LOOP
    IF strpos(v_make, v_old[i]) = 0 THEN
      RAISE EXCEPTION 'sync.make_merge is not the one that this migration knows (%)', i;
    END IF;
    v_make := replace(v_make, v_old[i], v_new[i]);
  END LOOP;
  v_make := replace(replace(replace(v_make, 'p_c[1]::text[]', 'v_ids'), 'p_c[2]::text[]', 'wf_v'), 'p_c[3]::jsonb[]', 'wf_f');
  v_make := replace(replace(replace(v_make, '%16$s', 'p_c[1]::text[]'), '%17$s', 'p_c[2]::text[]'), '%18$s', 'p_c[3]::jsonb[]');
  EXECUTE v_make;
  FOR v_table IN SELECT name FROM sync.tables LOOP
    EXECUTE format('DROP FUNCTION sync.%I', 'merge_' || v_table);
    PERFORM sync.make_merge(v_table);
  END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION sync.push(p_meta jsonb, p_cells text[]) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET statement_timeout = '60s' SET lock_timeout = '3s' SET jit = off SET work_mem = '64MB'
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET enable_bitmapscan = off SET enable_material = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  s sync.seats;
  p sync.pushing;
  t sync.tables;
  r record;
  v_sent jsonb;
  v_names text[];
  v_c text[];
  v_has boolean[];
  v_at integer := 5;
  v_rows integer;
  v_total integer := 0;
  v_head bigint;
  v_changed bigint := 0;
  v_lacking bigint := 0;
  v_behind jsonb := '[]';
  v_same jsonb := '[]';
  v_refused jsonb := '[]';
  v_highest text := '';
  v_highest_write text;
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
  v_writes := cardinality(p_cells[1]::text[]);
  IF v_writes > 5000 OR EXISTS (
    SELECT FROM unnest(p_cells[1]::text[], p_cells[2]::text[], p_cells[3]::text[], p_cells[4]::text[]) AS u (stamp, actor, action, reason)
    WHERE sync.is_stamp(stamp) IS NOT TRUE OR action IS NULL OR length(action) > 100
      OR length(reason) > 2000 OR length(actor) > 100) THEN
    RAISE EXCEPTION 'A write of the batch is malformed' USING ERRCODE = 'WF004';
  END IF;
  v_highest_write := (SELECT max(stamp COLLATE "C") FROM unnest(p_cells[1]::text[]) stamp);

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
    -- The first of them takes the lock.
    EXECUTE format('SELECT * FROM sync.%I($1, $2, $3, $4, $5, $6)', 'merge_' || t.name)
      INTO r USING p, s, p_meta, v_c, v_has, ARRAY(SELECT c FROM unnest(t.columns) c WHERE c <> ALL (v_names));
    p := r.wf_push;
    IF r.o_unknown > 0 THEN
      RAISE EXCEPTION 'The server does not know a column of %: it is older than this Watchfloor', t.name USING ERRCODE = 'WF002';
    ELSIF r.o_malformed > 0 THEN
      RAISE EXCEPTION 'A row of % is malformed', t.name USING ERRCODE = 'WF004';
    END IF;
    IF r.o_changed > 0 THEN
      v_changed := v_changed + r.o_changed;
      p.next_place := p.next_place + v_rows;
      PERFORM sync.move_head(p.ws, t.name, p.next_place - 1);
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
  IF p.ws IS NULL THEN
    p := sync.begin_push(s, p_meta);
  END IF;
  IF v_at <> cardinality(p_cells) + 1 THEN
    RAISE EXCEPTION 'A write of the batch is malformed' USING ERRCODE = 'WF004';
  END IF;
  v_highest := greatest(v_highest, v_highest_write);
  IF v_highest <> '' AND ('x' || substr(v_highest, 1, 12))::bit(48)::bigint > sync.now_ms() + 60000 THEN
    RAISE EXCEPTION 'Stamps are ahead of the server''s clock' USING ERRCODE = 'WF001', DETAIL = sync.now_ms()::text;
  END IF;
  IF EXISTS (
    SELECT FROM unnest(p_cells[1]::text[], p_cells[2]::text[]) AS u (stamp, actor)
    WHERE NOT p.is_relay AND (actor <> ALL (s.people) OR substr(stamp, 18) = ANY (p.foreign_nodes))
      AND NOT EXISTS (SELECT FROM sync.writes k WHERE k.workspace_id = p.ws AND k.stamp = u.stamp)) THEN
    RAISE EXCEPTION 'A write of the batch bears another''s name' USING ERRCODE = 'WF004';
  END IF;
  v_changed := v_changed + sync.take_conflicts(p.ws, p.node, p.hidden, p.next_place, coalesce(p_meta -> 'conflicts', '[]'));

  INSERT INTO sync.writes (workspace_id, stamp, actor, action, reason, sent_by, node, investigation, seq)
  SELECT p.ws, u.stamp, u.actor, u.action, u.reason, s.id, p.node, v_investigations ->> u.stamp, p.first_place
  FROM unnest(p_cells[1]::text[], p_cells[2]::text[], p_cells[3]::text[], p_cells[4]::text[]) AS u (stamp, actor, action, reason)
  ON CONFLICT (workspace_id, stamp) DO NOTHING;
  GET DIAGNOSTICS v_writes = ROW_COUNT;
  IF v_changed + v_writes > 0 THEN
    -- The place after the rows' is that of the conflicts.
    UPDATE sync.workspaces SET head = p.next_place WHERE id = p.ws;
  END IF;
  IF p_meta -> 'tables' @> '[{"name": "forensic_investigations"}]' THEN
    PERFORM sync.follow_audiences(p.ws, p.first_place);
  END IF;
  -- Where a row was named the batch was not taken whole: an answer that is lost must not hide that.
  IF v_behind = '[]' AND v_same = '[]' AND v_refused = '[]' THEN
    UPDATE sync.nodes SET acknowledged = greatest(acknowledged, (p_meta ->> 'through')::bigint),
      last_stamp = greatest(last_stamp, (SELECT max(stamp COLLATE "C") FROM unnest(p_cells[1]::text[]) stamp
        WHERE substr(stamp, 18) = p_meta ->> 'node'))
    WHERE workspace_id = p.ws AND node_id = p_meta ->> 'node';
  END IF;
  SELECT head INTO v_head FROM sync.workspaces WHERE id = p.ws;
  IF v_changed + v_writes > 0 THEN
    PERFORM pg_notify('watchfloor_' || md5(p.ws), v_head::text);
  END IF;
  RETURN jsonb_build_object('head', v_head,
    -- Nobody else wrote since the batch's cursor, and all of it was taken as it came: nothing to read.
    'cursor', CASE WHEN p.first_place = p.cursor + 1 AND v_lacking = 0 AND v_head IN (p.next_place, p.first_place - 1)
      AND v_behind = '[]' AND v_same = '[]' AND v_refused = '[]' THEN v_head ELSE p.cursor END,
    'behind', v_behind, 'sameAs', v_same,
    'refused', (SELECT coalesce(jsonb_agg(e - 2 ORDER BY i), '[]')
      FROM jsonb_array_elements(v_refused) WITH ORDINALITY AS u (e, i)),
    'refusedFor', (SELECT coalesce(jsonb_agg(CASE
        WHEN e ->> 2 = 'RH' THEN 'restricted'
        WHEN e ->> 2 = 'RF' THEN 'another-workstation'
        WHEN e ->> 0 = 'users' THEN 'administrators-only'
        WHEN e ->> 0 = 'forensic_investigations' THEN 'leaves-out-oneself'
        ELSE 'not-permitted' END ORDER BY i), '[]')
      FROM jsonb_array_elements(v_refused) WITH ORDINALITY AS u (e, i)));
END
$$;
