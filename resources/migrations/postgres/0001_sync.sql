-- The workspace's server: roles, schemas, and what `sync` knows of workspaces, people and workstations.
--
-- watchfloor_owner owns everything here and may make the logins of workstations; nobody logs in as it.
-- watchfloor_client may execute the functions that are granted to it (0006) and nothing else.
-- watchfloor_views owns the views of `report`; nobody is a member of it but the owner.
-- watchfloor_report reads the views of `report`, of the workspaces that `sync.reporters` names for the
-- login. A workstation's login is one row of `sync.seats`; its workspace and people follow from there.

DO $$
DECLARE
  v_role text;
BEGIN
  FOREACH v_role IN ARRAY ARRAY['watchfloor_owner', 'watchfloor_client', 'watchfloor_report', 'watchfloor_views'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = v_role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', v_role);
    END IF;
  END LOOP;
  IF NOT (SELECT rolcreaterole FROM pg_roles WHERE rolname = 'watchfloor_owner') THEN
    ALTER ROLE watchfloor_owner CREATEROLE;
  END IF;
  IF NOT pg_has_role(current_user, 'watchfloor_owner', 'MEMBER') OR
     NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT watchfloor_owner TO %I', current_user);
  END IF;
  -- The admin option lets it hand the client's role to the logins that it makes.
  GRANT watchfloor_client, watchfloor_report, watchfloor_views TO watchfloor_owner WITH ADMIN OPTION;
  EXECUTE format('GRANT CREATE ON DATABASE %I TO watchfloor_owner', current_database());
  -- A temporary table of a member could fill the disk.
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO watchfloor_owner, watchfloor_client, watchfloor_report',
    current_database());
  BEGIN
    REVOKE ALL ON SCHEMA public FROM PUBLIC;
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'The schema public belongs to somebody else and stays as it is';
  END;
END
$$;

SET LOCAL ROLE watchfloor_owner;

-- No function is anybody's unless it is granted by name.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

CREATE SCHEMA sync;
CREATE SCHEMA app;
CREATE SCHEMA report;
GRANT USAGE ON SCHEMA sync TO watchfloor_client, watchfloor_report, watchfloor_views;

CREATE TABLE sync.migrations (
  version integer PRIMARY KEY,
  name text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sync.workspaces (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  -- The place of the last change. Whoever writes holds this row's lock until the commit, so places are
  -- given in the order of commits. (An advisory lock would do as well, but every login of the database
  -- can take anybody's; this row is reached through the functions alone.)
  head bigint NOT NULL DEFAULT 0,
  epoch bigint NOT NULL DEFAULT 0,
  epoch_from bigint NOT NULL DEFAULT 0,
  epoch_at timestamptz,
  -- Which server wrote last: another one (restored, promoted) may lack the last changes.
  lineage text NOT NULL,
  watermark bigint NOT NULL DEFAULT 0,
  nodes integer NOT NULL DEFAULT 0,
  blob_bytes bigint NOT NULL DEFAULT 0,
  blob_quota bigint NOT NULL DEFAULT 68719476736,
  made_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sync.members (
  workspace_id text COLLATE "C" NOT NULL REFERENCES sync.workspaces,
  id text COLLATE "C" NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('SOC Analyst', 'Compliance Officer', 'Administrator', 'Auditor')),
  made_at timestamptz NOT NULL DEFAULT now(),
  joined_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX members_email ON sync.members (workspace_id, lower(email));

CREATE TABLE sync.seats (
  workspace_id text COLLATE "C" NOT NULL REFERENCES sync.workspaces,
  -- The login, and so one workspace for each.
  id text COLLATE "C" NOT NULL UNIQUE,
  label text NOT NULL DEFAULT '',
  people text[] NOT NULL,
  node_id text COLLATE "C",
  invited_by text,
  expires_at timestamptz,
  joined_at timestamptz,
  last_seen_at timestamptz,
  revoked_at timestamptz,
  -- How often it began a new epoch of late.
  recoveries integer NOT NULL DEFAULT 0,
  recovered_at timestamptz,
  PRIMARY KEY (workspace_id, id)
);

-- Every node that a seat ever had: whose stamps are whose.
CREATE TABLE sync.nodes (
  workspace_id text COLLATE "C" NOT NULL,
  node_id text COLLATE "C" NOT NULL,
  seat_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  acknowledged bigint NOT NULL DEFAULT 0,
  last_stamp text COLLATE "C" NOT NULL DEFAULT '',
  PRIMARY KEY (workspace_id, node_id),
  FOREIGN KEY (workspace_id, seat_id) REFERENCES sync.seats
);

CREATE TABLE sync.epochs (
  workspace_id text COLLATE "C" NOT NULL,
  epoch bigint NOT NULL,
  head bigint NOT NULL,
  begun_by text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, epoch)
);

-- One transaction of a workstation: who and why. `seq` is the first place of the push it came with.
CREATE TABLE sync.writes (
  workspace_id text COLLATE "C" NOT NULL,
  stamp text COLLATE "C" NOT NULL,
  actor text,
  action text NOT NULL,
  reason text,
  sent_by text NOT NULL,
  node integer NOT NULL,
  investigation text,
  seq bigint NOT NULL,
  PRIMARY KEY (workspace_id, stamp)
);
CREATE INDEX writes_seq ON sync.writes (workspace_id, seq);

CREATE TABLE sync.conflicts (
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  table_name text NOT NULL,
  record text NOT NULL,
  field text NOT NULL,
  winner jsonb NOT NULL,
  loser jsonb NOT NULL,
  node integer NOT NULL,
  investigation text,
  seq bigint NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX conflicts_seq ON sync.conflicts (workspace_id, seq);

-- The last place in each table, so that a pull asks only the tables that changed.
CREATE TABLE sync.heads (
  workspace_id text COLLATE "C" NOT NULL,
  table_name text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  PRIMARY KEY (workspace_id, table_name)
);

-- Investigations that are restricted to named people, now or before (null: open again).
CREATE TABLE sync.audiences (
  workspace_id text COLLATE "C" NOT NULL,
  investigation text COLLATE "C" NOT NULL,
  people text[],
  seq bigint NOT NULL,
  PRIMARY KEY (workspace_id, investigation)
);

CREATE TABLE sync.presence (
  workspace_id text COLLATE "C" NOT NULL,
  seat_id text COLLATE "C" NOT NULL,
  person text NOT NULL,
  table_name text NOT NULL,
  record text NOT NULL,
  investigation text,
  until timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, seat_id, person, table_name, record)
);

-- Pieces of files, encrypted by the workstation that sent them.
CREATE TABLE sync.chunks (
  workspace_id text COLLATE "C" NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  idx integer NOT NULL,
  bytes bytea NOT NULL,
  sent_by text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (workspace_id, sha256, idx)
);
-- It is random already: nothing to compress.
ALTER TABLE sync.chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE sync.reporters (
  workspace_id text COLLATE "C" NOT NULL REFERENCES sync.workspaces,
  login text COLLATE "C" NOT NULL,
  PRIMARY KEY (workspace_id, login)
);

-- What of `app` crosses the wire; the functions of each table are made from it (0004, 0005).
CREATE TABLE sync.tables (
  name text COLLATE "C" PRIMARY KEY,
  columns text[] NOT NULL,
  types text[] NOT NULL,
  -- Unique beside the id, among rows that meet the condition.
  natural_key text[],
  natural_where text,
  -- The column that names the investigation a row belongs to.
  investigation text
);

-- Timestamps and JSON as such, or null where somebody wrote what is none: a report must not break.
CREATE FUNCTION sync.as_time(p_ms bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_ms BETWEEN -62135596800000 AND 253402300799999 THEN to_timestamp(p_ms / 1000.0) END
$$;

CREATE FUNCTION sync.as_json(p_text text) RETURNS jsonb LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN p_text::jsonb;
EXCEPTION WHEN OTHERS THEN
  RETURN NULL;
END
$$;

CREATE FUNCTION sync.reported_workspaces() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT workspace_id FROM sync.reporters WHERE login = session_user
$$;

CREATE FUNCTION sync.restricted_investigations() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.investigation FROM sync.audiences a JOIN sync.reporters r USING (workspace_id)
  WHERE r.login = session_user AND a.people IS NOT NULL
$$;

GRANT EXECUTE ON FUNCTION sync.as_time, sync.as_json, sync.reported_workspaces,
  sync.restricted_investigations TO watchfloor_report, watchfloor_views;
