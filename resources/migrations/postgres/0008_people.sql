-- People, workstations, presence, files. Functions that name a workspace are for the owner (a login that
-- is a member of watchfloor_owner) and, but for create_workspace and restored, for administrators.

CREATE FUNCTION sync.is_owner() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT pg_has_role(session_user, 'watchfloor_owner', 'MEMBER')
$$;

-- Who administers: the owner (null), or a person. @raises WF004
CREATE FUNCTION sync.administrator_of(p_workspace text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  s sync.seats;
BEGIN
  IF sync.is_owner() THEN
    PERFORM FROM sync.workspaces WHERE id = p_workspace;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'The server has no such workspace' USING ERRCODE = 'WF004';
    END IF;
    RETURN NULL;
  END IF;
  s := sync.seat_of_session();
  IF s.workspace_id <> p_workspace OR NOT sync.is_admin(s) THEN
    RAISE EXCEPTION 'Only an administrator of the workspace may do this' USING ERRCODE = 'WF004';
  END IF;
  RETURN (SELECT m.name FROM sync.members m WHERE m.workspace_id = s.workspace_id AND m.id = ANY (s.people)
    AND m.role = 'Administrator' AND m.revoked_at IS NULL ORDER BY m.made_at LIMIT 1);
END
$$;

CREATE FUNCTION sync.create_workspace(p_id text, p_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
BEGIN
  IF NOT sync.is_owner() THEN
    RAISE EXCEPTION 'Only the owner of the database makes workspaces' USING ERRCODE = 'WF004';
  ELSIF coalesce(length(p_id), 0) NOT BETWEEN 1 AND 100 OR coalesce(length(p_name), 0) NOT BETWEEN 1 AND 200 THEN
    RAISE EXCEPTION 'A workspace has an id and a name' USING ERRCODE = 'WF004';
  END IF;
  INSERT INTO sync.workspaces (id, name, lineage) VALUES (p_id, p_name, sync.lineage());
END
$$;

-- Makes a login for one workstation of one person. A known address is the same person again.
CREATE FUNCTION sync.invite(p_workspace text, p_email text, p_name text, p_role text, p_login text, p_verifier text, p_expires bigint)
RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  v_by text := sync.administrator_of(p_workspace);
  v_person text;
BEGIN
  IF p_login !~ '^[a-z][a-z0-9_]{7,62}$' OR p_login LIKE 'pg\_%' OR EXISTS (SELECT FROM pg_roles WHERE rolname = p_login) THEN
    RAISE EXCEPTION 'The login is taken, or none' USING ERRCODE = 'WF004';
  END IF;
  PERFORM sync.check_verifier(p_verifier);
  IF coalesce(p_email, '') !~ '^[^@\s]{1,64}@[^@\s]{1,255}$' OR coalesce(length(p_name), 0) NOT BETWEEN 1 AND 200 THEN
    RAISE EXCEPTION 'A member has an address and a name' USING ERRCODE = 'WF004';
  END IF;
  PERFORM sync.lock_workspace(p_workspace);
  SELECT id INTO v_person FROM sync.members WHERE workspace_id = p_workspace AND lower(email) = lower(p_email);
  IF FOUND THEN
    IF p_role <> 'Administrator' THEN
      PERFORM sync.keep_administrator(p_workspace, v_person);
    END IF;
    UPDATE sync.members SET revoked_at = NULL, role = p_role WHERE workspace_id = p_workspace AND id = v_person;
  ELSE
    -- The account may have come already, with somebody's rows.
    v_person := coalesce(
      (SELECT u.id FROM app.users u WHERE u.workspace_id = p_workspace AND lower(u.email) = lower(p_email) ORDER BY u.seq LIMIT 1),
      gen_random_uuid()::text);
    INSERT INTO sync.members (workspace_id, id, email, name, role) VALUES (p_workspace, v_person, p_email, p_name, p_role);
  END IF;
  EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L VALID UNTIL %L CONNECTION LIMIT 6 IN ROLE watchfloor_client ROLE watchfloor_owner',
    p_login, p_verifier, to_timestamp(least(p_expires, sync.now_ms() + 7776000000) / 1000.0));
  PERFORM sync.bound_login(p_login);
  INSERT INTO sync.seats (workspace_id, id, people, invited_by, expires_at)
  VALUES (p_workspace, p_login, ARRAY[v_person], v_by, to_timestamp(p_expires / 1000.0));
  RETURN jsonb_build_object('person', v_person, 'invitedBy', v_by);
END
$$;

CREATE FUNCTION sync.check_verifier(p_verifier text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(p_verifier, '') !~ '^SCRAM-SHA-256\$[0-9]{4,7}:[A-Za-z0-9+/=]{16,64}\$[A-Za-z0-9+/=]{44}:[A-Za-z0-9+/=]{44}$' THEN
    RAISE EXCEPTION 'A password comes as a SCRAM-SHA-256 verifier' USING ERRCODE = 'WF004';
  END IF;
END
$$;

-- Limits of a login. A client may lift them for its own session; `end_stalled` holds then.
CREATE FUNCTION sync.bound_login(p_login text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER ROLE %I SET statement_timeout = ''120s''', p_login);
  EXECUTE format('ALTER ROLE %I SET lock_timeout = ''10s''', p_login);
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''10s''', p_login);
  EXECUTE format('ALTER ROLE %I SET temp_file_limit = ''256MB''', p_login);
EXCEPTION WHEN insufficient_privilege THEN
  -- temp_file_limit is a superuser's to set.
  EXECUTE format('ALTER ROLE %I SET statement_timeout = ''120s''', p_login);
  EXECUTE format('ALTER ROLE %I SET lock_timeout = ''10s''', p_login);
  EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''10s''', p_login);
END
$$;

-- The invited login binds itself to a node, once, and gets the password that only the workstation knows.
CREATE FUNCTION sync.join(p_node text, p_label text, p_verifier text, p_client integer, p_person text DEFAULT NULL)
RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats;
  m sync.members;
BEGIN
  SELECT * INTO s FROM sync.seats WHERE id = session_user AND revoked_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This login is no invitation' USING ERRCODE = 'WF003';
  ELSIF coalesce(p_client, 0) < sync.least_client() THEN
    RAISE EXCEPTION 'This Watchfloor is too old: the server wants version %', sync.least_client() USING ERRCODE = 'WF002';
  END IF;
  PERFORM sync.lock_workspace(s.workspace_id);
  SELECT * INTO s FROM sync.seats WHERE id = session_user;
  PERFORM sync.check_verifier(p_verifier);
  IF s.joined_at IS NOT NULL AND s.node_id = p_node THEN
    -- The first answer was lost on the way.
    EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', s.id, p_verifier);
    RETURN sync.joined(s, s.people[1]);
  ELSIF s.joined_at IS NOT NULL THEN
    RAISE EXCEPTION 'This invitation was used already' USING ERRCODE = 'WF004';
  ELSIF s.expires_at < clock_timestamp() THEN
    RAISE EXCEPTION 'This invitation has run out' USING ERRCODE = 'WF004';
  END IF;
  SELECT * INTO m FROM sync.members WHERE workspace_id = s.workspace_id AND id = s.people[1];
  IF m.revoked_at IS NOT NULL THEN
    RAISE EXCEPTION 'This person is no member any more' USING ERRCODE = 'WF003';
  END IF;
  -- The account that the person has here already may stay as it is.
  IF m.joined_at IS NULL AND p_person ~ '^[A-Za-z0-9_-]{1,100}$' AND p_person <> m.id
    AND NOT EXISTS (SELECT FROM sync.members o WHERE o.workspace_id = s.workspace_id AND o.id = p_person)
    AND NOT EXISTS (SELECT FROM app.users u WHERE u.workspace_id = s.workspace_id AND u.id IN (p_person, m.id))
    AND NOT EXISTS (SELECT FROM sync.seats o WHERE o.workspace_id = s.workspace_id AND m.id = ANY (o.people) AND o.id <> s.id) THEN
    UPDATE sync.members SET id = p_person WHERE workspace_id = s.workspace_id AND id = m.id;
    m.id := p_person;
  END IF;
  UPDATE sync.members SET joined_at = coalesce(joined_at, clock_timestamp()) WHERE workspace_id = s.workspace_id AND id = m.id;
  UPDATE sync.seats SET people = ARRAY[m.id], label = left(coalesce(p_label, ''), 200), joined_at = clock_timestamp(),
    last_seen_at = clock_timestamp() WHERE id = s.id RETURNING * INTO s;
  PERFORM sync.bind_node(s, p_node);
  EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity''', s.id, p_verifier);
  RETURN sync.joined(s, m.id);
END
$$;

CREATE FUNCTION sync.joined(s sync.seats, p_person text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('workspace', jsonb_build_object('id', w.id, 'name', w.name), 'seat', s.id,
    'person', p_person, 'people', to_jsonb(s.people)) FROM sync.workspaces w WHERE w.id = s.workspace_id
$$;

-- With a further person's invitation: the person works at that workstation too, the login ends.
CREATE FUNCTION sync.join_seat(p_seat text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats;
  v_to sync.seats;
BEGIN
  SELECT * INTO s FROM sync.seats WHERE id = session_user AND revoked_at IS NULL AND joined_at IS NULL
    AND expires_at >= clock_timestamp();
  IF NOT FOUND THEN
    RAISE EXCEPTION 'This login is no invitation' USING ERRCODE = 'WF003';
  END IF;
  PERFORM sync.lock_workspace(s.workspace_id);
  SELECT * INTO v_to FROM sync.seats WHERE workspace_id = s.workspace_id AND id = p_seat
    AND joined_at IS NOT NULL AND revoked_at IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such workstation in this workspace' USING ERRCODE = 'WF004';
  END IF;
  UPDATE sync.seats SET people = ARRAY(SELECT DISTINCT unnest(people || s.people)) WHERE id = p_seat RETURNING * INTO v_to;
  UPDATE sync.members SET joined_at = coalesce(joined_at, clock_timestamp()) WHERE workspace_id = s.workspace_id AND id = s.people[1];
  PERFORM sync.give_again(s.workspace_id, a.investigation), sync.touch_audience(s.workspace_id, a.investigation)
  FROM sync.audiences a WHERE a.workspace_id = s.workspace_id AND a.people && s.people;
  PERFORM sync.end_seat(s.workspace_id, s.id);
  RETURN sync.joined(v_to, s.people[1]);
END
$$;

CREATE FUNCTION sync.touch_audience(p_ws text, p_investigation text) RETURNS void LANGUAGE sql AS $$
  UPDATE sync.audiences SET seq = sync.take_places(p_ws, 1) WHERE workspace_id = p_ws AND investigation = p_investigation
$$;

CREATE FUNCTION sync.rotate(p_verifier text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
BEGIN
  PERFORM sync.check_verifier(p_verifier);
  EXECUTE format('ALTER ROLE %I PASSWORD %L', s.id, p_verifier);
END
$$;

CREATE FUNCTION sync.leave() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
BEGIN
  PERFORM sync.end_seat(s.workspace_id, s.id);
END
$$;

-- The login does not count from now on; sessions that stand are ended (but this one).
CREATE FUNCTION sync.end_seat(p_ws text, p_seat text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sync.seats SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE workspace_id = p_ws AND id = p_seat;
  DELETE FROM sync.presence WHERE workspace_id = p_ws AND seat_id = p_seat;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = p_seat) THEN
    EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', p_seat);
    PERFORM pg_terminate_backend(a.pid) FROM pg_stat_activity a WHERE a.usename = p_seat AND a.pid <> pg_backend_pid();
  END IF;
END
$$;

CREATE FUNCTION sync.revoke_seat(p_workspace text, p_seat text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
BEGIN
  PERFORM sync.administrator_of(p_workspace);
  PERFORM FROM sync.seats WHERE workspace_id = p_workspace AND id = p_seat;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such workstation in this workspace' USING ERRCODE = 'WF004';
  END IF;
  PERFORM sync.end_seat(p_workspace, p_seat);
END
$$;

-- Nobody may leave the workspace without an administrator. @raises WF004
CREATE FUNCTION sync.keep_administrator(p_workspace text, p_person text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync.lock_workspace(p_workspace);
  PERFORM FROM sync.members WHERE workspace_id = p_workspace AND id = p_person;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such person in this workspace' USING ERRCODE = 'WF004';
  ELSIF EXISTS (SELECT FROM sync.members WHERE workspace_id = p_workspace AND id = p_person
    AND role = 'Administrator' AND revoked_at IS NULL)
    AND NOT EXISTS (SELECT FROM sync.members WHERE workspace_id = p_workspace AND id <> p_person AND role = 'Administrator' AND revoked_at IS NULL) THEN
    RAISE EXCEPTION 'The workspace would have no administrator left' USING ERRCODE = 'WF004';
  END IF;
END
$$;

CREATE FUNCTION sync.revoke_person(p_workspace text, p_person text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
BEGIN
  PERFORM sync.administrator_of(p_workspace);
  PERFORM sync.keep_administrator(p_workspace, p_person);
  UPDATE sync.members SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE workspace_id = p_workspace AND id = p_person;
  -- A workstation of nobody is no workstation.
  PERFORM sync.end_seat(p_workspace, s.id) FROM sync.seats s
  WHERE s.workspace_id = p_workspace AND p_person = ANY (s.people) AND s.revoked_at IS NULL AND NOT EXISTS (
    SELECT FROM sync.members m WHERE m.workspace_id = p_workspace AND m.id = ANY (s.people) AND m.revoked_at IS NULL);
  -- What only this person might see there, the workstation may not have any longer.
  PERFORM sync.touch_audience(p_workspace, a.investigation) FROM sync.audiences a
  WHERE a.workspace_id = p_workspace AND p_person = ANY (a.people);
END
$$;

CREATE FUNCTION sync.set_role(p_workspace text, p_person text, p_role text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
BEGIN
  PERFORM sync.administrator_of(p_workspace);
  IF p_role <> 'Administrator' THEN
    PERFORM sync.keep_administrator(p_workspace, p_person);
  END IF;
  UPDATE sync.members SET role = p_role WHERE workspace_id = p_workspace AND id = p_person;
END
$$;

-- The database was put back from a backup: a new epoch, whatever the workstations say.
CREATE FUNCTION sync.restored(p_workspace text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
BEGIN
  IF NOT sync.is_owner() THEN
    RAISE EXCEPTION 'Only the owner of the database may do this' USING ERRCODE = 'WF004';
  END IF;
  PERFORM sync.begin_epoch(sync.lock_workspace(p_workspace), 'the owner');
END
$$;

-- A login of the database's own that reads the reports of a workspace.
CREATE FUNCTION sync.let_report(p_workspace text, p_login text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT sync.is_owner() THEN
    RAISE EXCEPTION 'Only the owner of the database may do this' USING ERRCODE = 'WF004';
  END IF;
  EXECUTE format('GRANT watchfloor_report TO %I', p_login);
  INSERT INTO sync.reporters VALUES (p_workspace, p_login) ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION sync.people_of(p_ws text, p_you text) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'members', coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'email', m.email, 'name', m.name, 'role', m.role,
      'revokedAt', floor(extract(epoch FROM m.revoked_at) * 1000)) ORDER BY m.made_at, m.id)
      FROM sync.members m WHERE m.workspace_id = p_ws), '[]'),
    'seats', coalesce((SELECT jsonb_agg(jsonb_build_object('id', s.id, 'label', s.label, 'people', s.people, 'nodeId', s.node_id,
      'joinedAt', floor(extract(epoch FROM s.joined_at) * 1000), 'lastSeenAt', floor(extract(epoch FROM s.last_seen_at) * 1000),
      'revokedAt', floor(extract(epoch FROM s.revoked_at) * 1000), 'isYou', s.id = p_you) ORDER BY s.joined_at, s.id)
      FROM sync.seats s WHERE s.workspace_id = p_ws), '[]'))
$$;

CREATE FUNCTION sync.people() RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
BEGIN
  RETURN sync.people_of(s.workspace_id, s.id);
END
$$;

CREATE FUNCTION sync.people(p_workspace text) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
BEGIN
  PERFORM sync.administrator_of(p_workspace);
  RETURN sync.people_of(p_workspace, session_user);
END
$$;

-- Says what is open here for 60 seconds, and hears what others have open. Ends sessions that hang, too.
CREATE FUNCTION sync.present(p_open jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
  v_hidden text[] := sync.hidden_from(s.workspace_id, s.people);
BEGIN
  IF jsonb_typeof(p_open) <> 'array' OR jsonb_array_length(p_open) > 100 OR EXISTS (
    SELECT FROM jsonb_to_recordset(p_open) AS o (person text, "table" text, record text)
    WHERE (o.person = ANY (s.people)) IS NOT TRUE OR octet_length(o.record) NOT BETWEEN 1 AND 400 OR o.record IS NULL
      OR NOT EXISTS (SELECT FROM sync.tables t WHERE t.name = o."table")) THEN
    RAISE EXCEPTION 'This is no list of open records of people of this workstation' USING ERRCODE = 'WF004';
  END IF;
  IF NOT sync.is_read_only() THEN
    PERFORM sync.end_stalled();
    DELETE FROM sync.presence WHERE workspace_id = s.workspace_id AND (seat_id = s.id OR until < clock_timestamp());
    INSERT INTO sync.presence
    SELECT DISTINCT s.workspace_id, s.id, o.person, o."table", o.record,
      sync.investigation_of(s.workspace_id, o."table", o.record), clock_timestamp() + interval '60 seconds'
    FROM jsonb_to_recordset(p_open) AS o (person text, "table" text, record text)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN coalesce((SELECT jsonb_agg(jsonb_build_object('person', p.person, 'seat', p.seat_id, 'table', p.table_name,
      'record', p.record, 'until', floor(extract(epoch FROM p.until) * 1000)) ORDER BY p.seat_id, p.table_name, p.record)
    FROM sync.presence p WHERE p.workspace_id = s.workspace_id AND p.seat_id <> s.id AND p.until >= clock_timestamp()
      AND (p.investigation IS NULL OR p.investigation <> ALL (v_hidden))), '[]');
END
$$;

-- A file is for those who may see evidence that names it; for others it is as if it were not. @raises WF004
CREATE FUNCTION sync.check_blob(s sync.seats, p_sha256 text) RETURNS void LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM FROM app.evidence e WHERE e.workspace_id = s.workspace_id AND e.sha256 = p_sha256
    AND (e.investigation_id IS NULL OR e.investigation_id <> ALL (sync.hidden_from(s.workspace_id, s.people)));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'No evidence that this workstation may see names this file' USING ERRCODE = 'WF004';
  END IF;
END
$$;
CREATE INDEX evidence_sha256 ON app.evidence (workspace_id, sha256) WHERE sha256 IS NOT NULL;

CREATE FUNCTION sync.blob_lacking(p_sha256 text, p_chunks integer) RETURNS SETOF integer LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
BEGIN
  PERFORM sync.check_blob(s, p_sha256);
  RETURN QUERY SELECT i FROM generate_series(0, least(p_chunks, 65536) - 1) i WHERE NOT EXISTS (
    SELECT FROM sync.chunks c WHERE c.workspace_id = s.workspace_id AND c.sha256 = p_sha256 AND c.idx = i) ORDER BY i;
END
$$;

CREATE FUNCTION sync.blob_put(p_sha256 text, p_idx integer, p_bytes bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
  v_before integer;
BEGIN
  PERFORM sync.check_blob(s, p_sha256);
  IF p_sha256 !~ '^[0-9a-f]{64}$' OR (p_idx BETWEEN 0 AND 65535) IS NOT TRUE OR (octet_length(p_bytes) BETWEEN 1 AND 1048640) IS NOT TRUE THEN
    RAISE EXCEPTION 'This is no piece of a file' USING ERRCODE = 'WF004';
  END IF;
  -- The sum of bytes is the workspace's: one after the other.
  PERFORM sync.lock_workspace(s.workspace_id);
  SELECT octet_length(bytes) INTO v_before FROM sync.chunks WHERE workspace_id = s.workspace_id AND sha256 = p_sha256 AND idx = p_idx;
  UPDATE sync.workspaces SET blob_bytes = blob_bytes + octet_length(p_bytes) - coalesce(v_before, 0)
  WHERE id = s.workspace_id AND blob_bytes + octet_length(p_bytes) - coalesce(v_before, 0) <= blob_quota;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The workspace has no room for more files on the server' USING ERRCODE = 'WF004';
  END IF;
  INSERT INTO sync.chunks (workspace_id, sha256, idx, bytes, sent_by) VALUES (s.workspace_id, p_sha256, p_idx, p_bytes, s.id)
  ON CONFLICT (workspace_id, sha256, idx) DO UPDATE SET bytes = excluded.bytes, sent_by = excluded.sent_by, sent_at = now();
END
$$;

CREATE FUNCTION sync.blob_get(p_sha256 text, p_idx integer) RETURNS bytea LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET statement_timeout = '60s' SET lock_timeout = '3s' AS $$
DECLARE
  s sync.seats := sync.seat_of_session();
BEGIN
  PERFORM sync.check_blob(s, p_sha256);
  RETURN (SELECT bytes FROM sync.chunks WHERE workspace_id = s.workspace_id AND sha256 = p_sha256 AND idx = p_idx);
END
$$;

GRANT EXECUTE ON FUNCTION sync.join, sync.join_seat, sync.rotate, sync.leave, sync.people(), sync.people(text), sync.present,
  sync.invite, sync.revoke_seat, sync.revoke_person, sync.set_role,
  sync.blob_lacking, sync.blob_put, sync.blob_get TO watchfloor_client;
