-- Writing: who the session is, the workspace's lock, and push.
--
-- Every function that a workstation may call is SECURITY DEFINER with a fixed search_path, asks first
-- who the session is (`session_user`, which a client cannot change), and has timeouts of its own.
-- Errors of ours: WF001 clock (detail: the server's time), WF002 version, WF003 not a member,
-- WF004 refused, WF005 somebody holds the workspace, WF006 the server is younger than the workstation.

CREATE FUNCTION sync.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS $$
  SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

-- Which server this is: restored elsewhere it has another system identifier, promoted another timeline.
CREATE FUNCTION sync.lineage() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || (SELECT timeline_id FROM pg_control_checkpoint())
$$;

CREATE FUNCTION sync.schema_version() RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT max(version) FROM sync.migrations
$$;

-- The version of the clients' part of the protocol that may still push.
CREATE FUNCTION sync.least_client() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 1';

CREATE FUNCTION sync.is_read_only() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean
$$;

-- The workstation of this session. @raises WF003
CREATE FUNCTION sync.seat_of_session() RETURNS sync.seats LANGUAGE plpgsql STABLE AS $$
DECLARE
  s sync.seats;
BEGIN
  SELECT * INTO s FROM sync.seats WHERE id = session_user AND revoked_at IS NULL AND joined_at IS NOT NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This login is no workstation of a workspace' USING ERRCODE = 'WF003';
  END IF;
  s.people := ARRAY(SELECT m.id FROM sync.members m
    WHERE m.workspace_id = s.workspace_id AND m.id = ANY (s.people) AND m.revoked_at IS NULL);
  IF s.people = '{}' THEN
    RAISE EXCEPTION 'Nobody of this workstation is a member any more' USING ERRCODE = 'WF003';
  END IF;
  RETURN s;
END
$$;

CREATE FUNCTION sync.is_admin(s sync.seats) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM sync.members m WHERE m.workspace_id = s.workspace_id AND m.id = ANY (s.people)
    AND m.role = 'Administrator' AND m.revoked_at IS NULL)
$$;

-- Investigations that none of these people may see.
CREATE FUNCTION sync.hidden_from(p_ws text, p_people text[]) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(investigation), '{}') FROM sync.audiences
  WHERE workspace_id = p_ws AND people IS NOT NULL AND NOT people && p_people
$$;

-- Ends sessions of workstations that hold a workspace without working, or for longer than any push.
CREATE FUNCTION sync.end_stalled() RETURNS integer LANGUAGE sql VOLATILE AS $$
  SELECT count(pg_terminate_backend(a.pid))::integer
  FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
    AND EXISTS (SELECT FROM sync.seats s WHERE s.id = a.usename)
    AND ((a.state LIKE 'idle in transaction%' AND a.state_change < clock_timestamp() - interval '2 seconds')
      OR (a.xact_start < clock_timestamp() - interval '30 seconds' AND a.wait_event_type IS DISTINCT FROM 'Lock'
        AND EXISTS (SELECT FROM pg_locks l WHERE l.pid = a.pid AND l.relation = 'sync.workspaces'::regclass
          AND l.mode IN ('RowShareLock', 'RowExclusiveLock'))))
$$;

-- Waits for the workspace. @raises WF005 when others hold it for 30 seconds
CREATE FUNCTION sync.lock_workspace(p_ws text) RETURNS sync.workspaces LANGUAGE plpgsql
SET lock_timeout = '3s' AS $$
DECLARE
  w sync.workspaces;
BEGIN
  FOR v_try IN 1..10 LOOP
    BEGIN
      SELECT * INTO STRICT w FROM sync.workspaces WHERE id = p_ws FOR UPDATE;
      IF w.lineage <> sync.lineage() THEN
        w := sync.begin_epoch(w, 'the server changed');
      END IF;
      RETURN w;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM sync.end_stalled();
    END;
  END LOOP;
  RAISE EXCEPTION 'Others have been writing for too long' USING ERRCODE = 'WF005';
END
$$;

CREATE FUNCTION sync.begin_epoch(w sync.workspaces, p_by text) RETURNS sync.workspaces LANGUAGE plpgsql AS $$
BEGIN
  -- Its number is of the time: a server that is put back twice must not begin the same one twice.
  UPDATE sync.workspaces SET epoch = greatest(epoch + 1, sync.now_ms() / 1000), epoch_from = head, epoch_at = clock_timestamp(), lineage = sync.lineage()
  WHERE id = w.id RETURNING * INTO w;
  INSERT INTO sync.epochs (workspace_id, epoch, head, begun_by) VALUES (w.id, w.epoch, w.head, p_by);
  RETURN w;
END
$$;

-- The node of the seat as it is now; one that is new to the workspace becomes the seat's. @raises WF004
CREATE FUNCTION sync.bind_node(s sync.seats, p_node text) RETURNS sync.nodes LANGUAGE plpgsql AS $$
DECLARE
  n sync.nodes;
BEGIN
  SELECT * INTO n FROM sync.nodes WHERE workspace_id = s.workspace_id AND node_id = p_node;
  IF FOUND AND n.seat_id <> s.id AND EXISTS (SELECT FROM sync.seats o WHERE o.workspace_id = s.workspace_id
    AND o.id = n.seat_id AND o.revoked_at IS NOT NULL AND o.people && s.people) THEN
    -- It left, or was revoked, and comes back with a new invitation.
    UPDATE sync.nodes SET seat_id = s.id WHERE workspace_id = s.workspace_id AND node_id = p_node RETURNING * INTO n;
  ELSIF FOUND AND n.seat_id <> s.id THEN
    RAISE EXCEPTION 'The data of this workstation are a copy of another''s' USING ERRCODE = 'WF004';
  END IF;
  IF n.node_id IS NULL THEN
    IF p_node !~ '^[A-Za-z0-9_-]{1,64}$' OR p_node IS NULL THEN
      RAISE EXCEPTION 'This is no id of a node' USING ERRCODE = 'WF004';
    END IF;
    n := (s.workspace_id, p_node, s.id, 0, 0, '');
    IF sync.is_read_only() THEN
      RETURN n;
    END IF;
    IF (SELECT count(*) FROM sync.nodes WHERE workspace_id = s.workspace_id AND seat_id = s.id) >= 100 THEN
      RAISE EXCEPTION 'This workstation was put back too often: invite it anew' USING ERRCODE = 'WF004';
    END IF;
    UPDATE sync.workspaces SET nodes = nodes + 1 WHERE id = s.workspace_id RETURNING nodes INTO n.number;
    INSERT INTO sync.nodes SELECT n.*;
  END IF;
  IF s.node_id IS DISTINCT FROM p_node AND NOT sync.is_read_only() THEN
    UPDATE sync.seats SET node_id = p_node WHERE workspace_id = s.workspace_id AND id = s.id;
  END IF;
  RETURN n;
END
$$;

-- Takes places: moves the head by p_count and returns the first of them.
CREATE FUNCTION sync.take_places(p_ws text, p_count bigint) RETURNS bigint LANGUAGE sql AS $$
  UPDATE sync.workspaces SET head = head + p_count WHERE id = p_ws RETURNING head - p_count + 1
$$;

CREATE FUNCTION sync.move_head(p_ws text, p_table text, p_seq bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO sync.heads AS h VALUES (p_ws, p_table, p_seq)
  ON CONFLICT (workspace_id, table_name) DO UPDATE SET seq = greatest(h.seq, excluded.seq)
$$;

-- Rows, writes and conflicts of an investigation come anew to those who read on.
CREATE FUNCTION sync.give_again(p_ws text, p_investigation text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t sync.tables;
  v_count bigint;
  v_from bigint;
BEGIN
  FOR t IN SELECT * FROM sync.tables WHERE investigation IS NOT NULL LOOP
    EXECUTE format('SELECT count(*) FROM app.%I WHERE workspace_id = $1 AND %I = $2', t.name, t.investigation)
      INTO v_count USING p_ws, p_investigation;
    CONTINUE WHEN v_count = 0;
    v_from := sync.take_places(p_ws, v_count);
    EXECUTE format('UPDATE app.%1$I t SET seq = $3 + n.i - 1, sent_by = 0
      FROM (SELECT id, row_number() OVER (ORDER BY seq) AS i FROM app.%1$I WHERE workspace_id = $1 AND %2$I = $2) n
      WHERE t.workspace_id = $1 AND t.id = n.id', t.name, t.investigation) USING p_ws, p_investigation, v_from;
    PERFORM sync.move_head(p_ws, t.name, v_from + v_count - 1);
  END LOOP;
  v_from := sync.take_places(p_ws, 1);
  UPDATE sync.writes SET seq = v_from, node = 0 WHERE workspace_id = p_ws AND investigation = p_investigation;
  UPDATE sync.conflicts SET seq = v_from, node = 0 WHERE workspace_id = p_ws AND investigation = p_investigation;
END
$$;

-- After investigations were written from place p_from on: who may see them now.
CREATE FUNCTION sync.follow_audiences(p_ws text, p_from bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  r record;
  v_was text[];
  v_is text[];
BEGIN
  FOR r IN SELECT id, restricted_to FROM app.forensic_investigations WHERE workspace_id = p_ws AND seq >= p_from LOOP
    SELECT people INTO v_was FROM sync.audiences WHERE workspace_id = p_ws AND investigation = r.id;
    v_is := CASE WHEN r.restricted_to IS NOT NULL THEN sync.people_named(r.restricted_to) END;
    CONTINUE WHEN v_is IS NOT DISTINCT FROM v_was;
    INSERT INTO sync.audiences VALUES (p_ws, r.id, v_is, sync.take_places(p_ws, 1))
    ON CONFLICT (workspace_id, investigation) DO UPDATE SET people = excluded.people, seq = excluded.seq;
    IF v_was IS NOT NULL AND (v_is IS NULL OR NOT v_is <@ v_was) THEN
      PERFORM sync.give_again(p_ws, r.id);
    END IF;
  END LOOP;
END
$$;

-- The investigation that a record belongs to, or null.
CREATE FUNCTION sync.investigation_of(p_ws text, p_table text, p_record text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_column text := (SELECT investigation FROM sync.tables WHERE name = p_table);
  v_found text;
BEGIN
  IF v_column = 'id' THEN
    RETURN p_record;
  ELSIF v_column IS NOT NULL THEN
    EXECUTE format('SELECT %I FROM app.%I WHERE workspace_id = $1 AND id = $2', v_column, p_table)
      INTO v_found USING p_ws, p_record;
  END IF;
  RETURN v_found;
END
$$;

-- Conflicts as workstations saw them. Who wrote the values is what the server knows, where it does.
CREATE FUNCTION sync.take_conflicts(p_ws text, p_node integer, p_hidden text[], p_seq bigint, p_conflicts jsonb)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  IF jsonb_typeof(p_conflicts) <> 'array' OR jsonb_array_length(p_conflicts) > 1000 OR EXISTS (
    SELECT FROM jsonb_array_elements(p_conflicts) c, LATERAL (VALUES (c -> 'winner'), (c -> 'loser')) s (side)
    WHERE jsonb_typeof(side) IS DISTINCT FROM 'object' OR octet_length(side::text) > 262144
      OR coalesce(jsonb_typeof(side -> 'value'), '') NOT IN ('null', 'string', 'number')
      OR coalesce(side ->> 'stamp', '') !~ '^[0-9a-f]{16}-[A-Za-z0-9_-]{1,64}$'
      OR coalesce(jsonb_typeof(side -> 'actor'), '') NOT IN ('null', 'string') OR length(side ->> 'actor') > 100
      OR coalesce(c ->> 'id', '') !~ '^[A-Za-z0-9_-]{1,100}$' OR octet_length(c ->> 'record') > 400
      OR coalesce(length(c ->> 'record'), 0) = 0
      OR NOT EXISTS (SELECT FROM sync.tables t WHERE t.name = c ->> 'table' AND c ->> 'field' = ANY (t.columns))
  ) THEN
    RAISE EXCEPTION 'A conflict of the batch is malformed' USING ERRCODE = 'WF004';
  END IF;
  WITH given AS (
    SELECT c, sync.investigation_of(p_ws, c ->> 'table', c ->> 'record') AS investigation
    FROM jsonb_array_elements(p_conflicts) c
  )
  INSERT INTO sync.conflicts
  SELECT p_ws, c ->> 'id', c ->> 'table', c ->> 'record', c ->> 'field',
    sync.with_author(p_ws, c -> 'winner'), sync.with_author(p_ws, c -> 'loser'), p_node, investigation, p_seq
  FROM given WHERE investigation IS NULL OR investigation <> ALL (p_hidden)
  ON CONFLICT (workspace_id, id) DO NOTHING;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END
$$;

CREATE FUNCTION sync.with_author(p_ws text, p_side jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('value', p_side -> 'value', 'stamp', p_side -> 'stamp', 'actor', coalesce(
    (SELECT coalesce(to_jsonb(w.actor), 'null') FROM sync.writes w WHERE w.workspace_id = p_ws AND w.stamp = p_side ->> 'stamp'),
    p_side -> 'actor'))
$$;

-- A write of one investigation alone is as secret as its rows: p_known, and what the rows of one more
-- table say (p_investigations: an array beside their ids; null: a table without).
CREATE FUNCTION sync.of_investigations(p_known jsonb, p_c text[], p_investigations text) RETURNS jsonb
LANGUAGE sql AS $$
  WITH given AS (
    SELECT v, f, i FROM unnest(p_c[2]::text[], p_c[3]::jsonb[], p_investigations::text[]) AS u (v, f, i)
  ), said AS (
    SELECT v AS stamp, i FROM given UNION SELECT e.value, i FROM given, jsonb_each_text(f) e
    UNION SELECT e.key, e.value FROM jsonb_each_text(p_known) e
  )
  SELECT coalesce(jsonb_object_agg(stamp, one), '{}') FROM (
    SELECT stamp, CASE WHEN count(*) = 1 THEN min(i) END AS one FROM said WHERE stamp IS NOT NULL GROUP BY stamp) x
$$;
