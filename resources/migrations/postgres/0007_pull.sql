-- Reading: head, pull, recover, digests. Nothing here writes where the server cannot write, except
-- recover; pull and digests are STABLE, so all they read is of one moment.

CREATE FUNCTION sync.head_of(s sync.seats, p_node text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('head', w.head, 'epoch', w.epoch, 'epochFrom', w.epoch_from,
    'acknowledged', coalesce(n.acknowledged, 0), 'lastStamp', coalesce(n.last_stamp, ''), 'now', sync.now_ms(),
    'schema', sync.schema_version(), 'leastClient', sync.least_client(), 'watermark', w.watermark)
  FROM sync.workspaces w
  LEFT JOIN sync.nodes n ON n.workspace_id = w.id AND n.node_id = p_node AND n.seat_id = s.id
  WHERE w.id = s.workspace_id
$$;

-- Where the server stands. Says beside that the workstation was here, and which node it is now.
CREATE FUNCTION sync.head(p_node text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
BEGIN
  IF NOT sync.is_read_only() THEN
    IF s.node_id IS DISTINCT FROM p_node OR EXISTS (
      SELECT FROM sync.workspaces w WHERE w.id = s.workspace_id AND w.lineage <> sync.lineage()) THEN
      PERFORM sync.lock_workspace(s.workspace_id);
      PERFORM sync.bind_node(s, p_node);
    END IF;
    UPDATE sync.seats SET last_seen_at = clock_timestamp() WHERE workspace_id = s.workspace_id AND id = s.id
      AND (last_seen_at IS NULL OR last_seen_at < clock_timestamp() - interval '30 seconds');
  END IF;
  RETURN sync.head_of(s, p_node);
END
$$;

-- Everything after p_cursor in the order of commits, at most p_limit entries (rows, writes, conflicts) and
-- p_bytes bytes, but one entry at least. Rows that this node sent itself are left out after p_own_after.
-- Answers one row ('', page) and one for each table: a list a column.
CREATE FUNCTION sync.pull(p_cursor bigint, p_own_after bigint, p_limit integer, p_bytes integer)
RETURNS TABLE (name text, body text) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET statement_timeout = '60s' SET lock_timeout = '3s' SET jit = off SET work_mem = '64MB'
SET enable_seqscan = off SET enable_bitmapscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
  v_node integer := coalesce((SELECT n.number FROM sync.nodes n WHERE n.workspace_id = s.workspace_id AND n.node_id = s.node_id), -1);
  v_hidden text[] := sync.hidden_from(s.workspace_id, s.people);
  v_head bigint := (SELECT head FROM sync.workspaces WHERE id = s.workspace_id);
  v_limit integer := least(greatest(coalesce(p_limit, 0), 1), 5000);
  v_bytes integer := least(greatest(coalesce(p_bytes, 0), 1), 8388608);
  v_tables text[];
  v_query text;
  v_to bigint;
  v_count bigint;
  v_table text;
BEGIN
  p_cursor := greatest(coalesce(p_cursor, 0), 0);
  p_own_after := coalesce(p_own_after, 9223372036854775807);
  v_tables := ARRAY(SELECT h.table_name FROM sync.heads h WHERE h.workspace_id = s.workspace_id AND h.seq > p_cursor ORDER BY 1);
  SELECT string_agg(format(
    '(SELECT seq, bytes FROM app.%I WHERE workspace_id = $1 AND seq > $2 AND (seq <= $5 OR sent_by <> $6)%s ORDER BY seq LIMIT $4)',
    t.name, replace(sync.shown(t), 'p_hidden', '$3')), ' UNION ALL ')
  INTO v_query FROM sync.tables t WHERE t.name = ANY (v_tables);
  EXECUTE concat_ws(' UNION ALL ',
    'SELECT max(seq), count(*) FROM (SELECT seq, row_number() OVER o AS n, sum(bytes) OVER o AS b FROM (
      (SELECT seq, 150 + coalesce(octet_length(reason), 0) AS bytes FROM sync.writes WHERE workspace_id = $1 AND seq > $2
        AND (seq <= $5 OR node <> $6) AND (investigation IS NULL OR investigation <> ALL ($3)) ORDER BY seq LIMIT $4)',
    '(SELECT seq, 300 + octet_length(winner::text) + octet_length(loser::text) FROM sync.conflicts WHERE workspace_id = $1 AND seq > $2
        AND (investigation IS NULL OR investigation <> ALL ($3)) ORDER BY seq LIMIT $4)',
    v_query) || ') e WINDOW o AS (ORDER BY seq ROWS UNBOUNDED PRECEDING)) p WHERE n <= $4 AND (b <= $7 OR n = 1)'
  INTO v_to, v_count USING s.workspace_id, p_cursor, v_hidden, v_limit, p_own_after, v_node, v_bytes;
  -- Full by number or by bytes: there may be more. Else everything up to the head was looked at.
  IF v_count < v_limit AND NOT EXISTS (
    SELECT FROM sync.more_than(s.workspace_id, v_to, v_hidden, p_own_after, v_node, v_tables) m WHERE m) THEN
    v_to := v_head;
  END IF;
  v_to := greatest(coalesce(v_to, v_head), p_cursor);

  name := '';
  body := jsonb_build_object(
    'cursor', v_to, 'isLast', v_to >= v_head,
    'writes', coalesce((SELECT jsonb_agg(jsonb_build_object('stamp', w.stamp, 'actor', w.actor, 'action', w.action,
        'reason', w.reason, 'sentBy', w.sent_by) ORDER BY w.seq, w.stamp)
      FROM sync.writes w WHERE w.workspace_id = s.workspace_id AND w.seq > p_cursor AND w.seq <= v_to
        AND (w.seq <= p_own_after OR w.node <> v_node) AND (w.investigation IS NULL OR w.investigation <> ALL (v_hidden))), '[]'),
    'conflicts', coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'table', c.table_name, 'record', c.record,
        'field', c.field, 'winner', c.winner, 'loser', c.loser) ORDER BY c.seq, c.id)
      FROM sync.conflicts c WHERE c.workspace_id = s.workspace_id AND c.seq > p_cursor AND c.seq <= v_to
        AND (c.investigation IS NULL OR c.investigation <> ALL (v_hidden))), '[]'),
    'access', coalesce((SELECT jsonb_agg(jsonb_build_object('investigation', a.investigation,
        'allowed', a.investigation <> ALL (v_hidden)) ORDER BY a.seq)
      FROM sync.audiences a WHERE a.workspace_id = s.workspace_id AND a.seq > p_cursor AND a.seq <= v_to), '[]'))::text;
  RETURN NEXT;
  FOREACH v_table IN ARRAY v_tables LOOP
    name := v_table;
    EXECUTE format('SELECT sync.%I($1, $2, $3, $4, $5, $6)', 'page_' || v_table)
      INTO body USING s.workspace_id, v_node, p_own_after, v_hidden, p_cursor, v_to;
    IF body IS NOT NULL THEN
      RETURN NEXT;
    END IF;
  END LOOP;
END
$$;

-- Whether anything lies after a place that a page ended at for its bytes.
CREATE FUNCTION sync.more_than(p_ws text, p_after bigint, p_hidden text[], p_own_after bigint, p_node integer, p_tables text[])
RETURNS SETOF boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  t sync.tables;
  v_found boolean;
BEGIN
  IF p_after IS NULL THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM sync.writes WHERE workspace_id = p_ws AND seq > p_after)
    OR EXISTS (SELECT FROM sync.conflicts WHERE workspace_id = p_ws AND seq > p_after) THEN
    RETURN NEXT true;
    RETURN;
  END IF;
  FOR t IN SELECT * FROM sync.tables WHERE name = ANY (p_tables) LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM app.%I WHERE workspace_id = $1 AND seq > $2 AND (seq <= $4 OR sent_by <> $5)%s)',
      t.name, replace(sync.shown(t), 'p_hidden', '$3')) INTO v_found USING p_ws, p_after, p_hidden, p_own_after, p_node;
    IF v_found THEN
      RETURN NEXT true;
      RETURN;
    END IF;
  END LOOP;
END
$$;

-- A workstation knows more than this server: a new epoch, at most one a minute in the workspace and
-- three an hour for one workstation.
CREATE FUNCTION sync.recover(p_node text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
  w sync.workspaces;
BEGIN
  w := sync.lock_workspace(s.workspace_id);
  PERFORM sync.bind_node(s, p_node);
  IF s.recovered_at IS NULL OR s.recovered_at < clock_timestamp() - interval '1 hour' THEN
    s.recoveries := 0;
    s.recovered_at := clock_timestamp();
  END IF;
  IF (w.epoch_at IS NULL OR w.epoch_at <= clock_timestamp() - interval '1 minute') AND s.recoveries < 3 THEN
    PERFORM sync.begin_epoch(w, s.id);
    UPDATE sync.seats SET recoveries = s.recoveries + 1, recovered_at = s.recovered_at
    WHERE workspace_id = s.workspace_id AND id = s.id;
  END IF;
  RETURN sync.head_of(s, p_node);
END
$$;

-- Of the live rows that this workstation may see (tombstones are purged here and there by themselves).
CREATE FUNCTION sync.digests(p_table text) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '120s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
  t sync.tables;
  v_digests jsonb;
BEGIN
  SELECT * INTO t FROM sync.tables WHERE name = p_table;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The server does not know the table %', left(p_table, 63) USING ERRCODE = 'WF002';
  END IF;
  EXECUTE format($sql$
    SELECT coalesce(jsonb_agg(jsonb_build_object('table', %1$L, 'bucket', bucket, 'rows', n, 'sum', total::text)), '[]')
    FROM (
      SELECT ('x' || substr(md5(id), 1, 2))::bit(8)::integer AS bucket, count(*) AS n,
        mod(sum(('x' || substr(md5(concat_ws(E'\n', id, row_version,
          CASE WHEN field_versions IS NOT NULL THEN
            (SELECT string_agg(e.key || '=' || e.value, E'\n' ORDER BY e.key COLLATE "C") FROM jsonb_each_text(field_versions) e) END
        )), 1, 15))::bit(60)::bigint), 1152921504606846976) AS total
      FROM app.%1$I WHERE workspace_id = $1 AND deleted_at IS NULL%2$s
      GROUP BY 1) b$sql$, t.name, replace(sync.shown(t), 'p_hidden', '$2'))
  INTO v_digests USING s.workspace_id, sync.hidden_from(s.workspace_id, s.people);
  RETURN v_digests;
END
$$;

-- Purges the tombstones from before a moment, and moves the watermark: who read less starts again.
CREATE FUNCTION sync.purge_tombstones(p_workspace text, p_before_ms bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  t sync.tables;
  v_last bigint;
  v_count bigint;
  v_total bigint := 0;
BEGIN
  PERFORM sync.lock_workspace(p_workspace);
  FOR t IN SELECT * FROM sync.tables LOOP
    EXECUTE format('WITH gone AS (DELETE FROM app.%I WHERE workspace_id = $1 AND deleted_at < $2 RETURNING seq)
      SELECT max(seq), count(*) FROM gone', t.name) INTO v_last, v_count USING p_workspace, p_before_ms;
    v_total := v_total + v_count;
    UPDATE sync.workspaces SET watermark = greatest(watermark, v_last) WHERE id = p_workspace;
  END LOOP;
  RETURN v_total;
END
$$;

-- Where moves of the head are told (LISTEN); the message is the head.
CREATE FUNCTION sync.channel() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
BEGIN
  RETURN 'watchfloor_' || md5(s.workspace_id);
END
$$;

GRANT EXECUTE ON FUNCTION sync.channel, sync.head, sync.pull, sync.recover, sync.digests TO watchfloor_client;
