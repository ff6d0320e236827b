-- What each workstation was given, and the purge of deletions.

-- The furthest place that a workstation was told to go on from; null: not noted yet. A server that was put
-- back says less than the workstation knows, also where others have written past that place since.
ALTER TABLE sync.seats ADD COLUMN offered bigint;

CREATE OR REPLACE FUNCTION sync.head_of(s sync.seats, p_node text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('head', w.head, 'epoch', w.epoch, 'epochFrom', w.epoch_from,
    'acknowledged', coalesce(n.acknowledged, 0), 'lastStamp', coalesce(n.last_stamp, ''), 'now', sync.now_ms(),
    'schema', sync.schema_version(), 'leastClient', sync.least_client(), 'watermark', w.watermark)
    || CASE WHEN s.offered IS NULL THEN '{}' ELSE jsonb_build_object('offered', s.offered) END
  FROM sync.workspaces w
  LEFT JOIN sync.nodes n ON n.workspace_id = w.id AND n.node_id = p_node AND n.seat_id = s.id
  WHERE w.id = s.workspace_id
$$;

-- Asked after each page and each push, before the workstation keeps the place; a standby notes nothing, and
-- says so. With the watermark as it is now: a page from before it may lack deletions.
CREATE FUNCTION sync.note_given(p_cursor bigint) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
  w sync.workspaces;
BEGIN
  SELECT * INTO STRICT w FROM sync.workspaces WHERE id = s.workspace_id;
  IF NOT sync.is_read_only() AND (s.offered IS NULL OR s.offered < least(p_cursor, w.head)) THEN
    UPDATE sync.seats SET offered = greatest(offered, least(p_cursor, w.head))
    WHERE workspace_id = s.workspace_id AND id = s.id;
  END IF;
  RETURN jsonb_build_object('noted', NOT sync.is_read_only(), 'watermark', w.watermark);
END
$$;

-- Who wrote without having read deletions that are purged would bring their rows back unknowingly.
DO $$
DECLARE
  v_push text := pg_get_functiondef('sync.push(jsonb, text[])'::regprocedure);
  v_before text := '  v_now := sync.now_ms();';
BEGIN
  IF strpos(v_push, v_before) = 0 THEN
    RAISE EXCEPTION 'sync.push is not the one that this migration knows';
  END IF;
  EXECUTE replace(v_push, v_before, '  IF (p_meta ->> ''cursor'')::bigint BETWEEN 1 AND w.watermark - 1 THEN
    RAISE EXCEPTION ''Deletions were purged that this workstation has not read'' USING ERRCODE = ''WF005'';
  END IF;
' || v_before);
END
$$;

-- Ids of all rows of some of the 256 parts of a table, deleted ones too: who missed a purge asks which of
-- his rows it took.
CREATE FUNCTION sync.ids(p_table text, p_parts integer[]) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '120s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
  t sync.tables;
  v_ids jsonb;
BEGIN
  SELECT * INTO t FROM sync.tables WHERE name = p_table;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The server does not know the table %', left(p_table, 63) USING ERRCODE = 'WF002';
  END IF;
  EXECUTE format($sql$
    SELECT coalesce(jsonb_agg(id), '[]') FROM app.%1$I
    WHERE workspace_id = $1 AND ('x' || substr(md5(id), 1, 2))::bit(8)::integer = ANY ($3)%2$s$sql$,
    t.name, replace(sync.shown(t), 'p_hidden', '$2'))
  INTO v_ids USING s.workspace_id, sync.hidden_from(s.workspace_id, s.people), p_parts;
  RETURN v_ids;
END
$$;

-- Purges deletions from before a moment and moves the watermark: who has read less reads all again. For the
-- owner of the database alone.
DROP FUNCTION sync.purge_tombstones(text, bigint);
CREATE FUNCTION sync.purge_tombstones(p_workspace text, p_before_ms bigint) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
  t sync.tables;
  v_last bigint;
  v_count bigint;
  v_tables jsonb := '{}';
  v_watermark bigint;
BEGIN
  IF NOT sync.is_owner() THEN
    RAISE EXCEPTION 'Only the owner of the database may do this' USING ERRCODE = 'WF004';
  END IF;
  PERFORM sync.lock_workspace(p_workspace);
  FOR t IN SELECT * FROM sync.tables ORDER BY name LOOP
    EXECUTE format('WITH gone AS (DELETE FROM app.%I WHERE workspace_id = $1 AND deleted_at < $2 RETURNING seq)
      SELECT max(seq), count(*) FROM gone', t.name) INTO v_last, v_count USING p_workspace, p_before_ms;
    CONTINUE WHEN v_count = 0;
    v_tables := v_tables || jsonb_build_object(t.name, v_count);
    UPDATE sync.workspaces SET watermark = greatest(watermark, v_last) WHERE id = p_workspace;
  END LOOP;
  SELECT watermark INTO v_watermark FROM sync.workspaces WHERE id = p_workspace;
  RETURN jsonb_build_object('tables', v_tables, 'watermark', v_watermark,
    -- Who will read all again.
    'behind', (SELECT count(*) FROM sync.seats s WHERE s.workspace_id = p_workspace AND s.revoked_at IS NULL
      AND s.joined_at IS NOT NULL AND s.offered < v_watermark));
END
$$;

-- Others hear at once that somebody came, or that a person came to a workstation.
CREATE FUNCTION sync.tell_arrival() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('watchfloor_' || md5(new.workspace_id), 'people');
  RETURN NULL;
END
$$;
CREATE TRIGGER seats_told AFTER UPDATE OF people, joined_at, revoked_at ON sync.seats
FOR EACH ROW EXECUTE FUNCTION sync.tell_arrival();
CREATE TRIGGER members_told AFTER UPDATE OF role, revoked_at ON sync.members
FOR EACH ROW EXECUTE FUNCTION sync.tell_arrival();

GRANT EXECUTE ON FUNCTION sync.note_given, sync.ids TO watchfloor_client;
