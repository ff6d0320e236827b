/** What the owner asks of the database itself. */
import type pg from 'pg';

export interface Rights {
  readonly version: number;
  readonly login: string;
  readonly mayMakeRoles: boolean;
  readonly mayMakeSchemas: boolean;
  readonly hasOwnerRole: boolean;
}

export async function readRights(client: pg.Client): Promise<Rights> {
  const { rows } = await client.query<Rights>(
    `SELECT current_setting('server_version_num')::int AS version, current_user AS login,
       r.rolsuper OR r.rolcreaterole AS "mayMakeRoles",
       has_database_privilege(current_database(), 'CREATE') AS "mayMakeSchemas",
       EXISTS (SELECT FROM pg_roles o WHERE o.rolname = 'watchfloor_owner'
         AND pg_has_role(o.oid, 'MEMBER')) AS "hasOwnerRole"
     FROM pg_roles r WHERE r.rolname = current_user`,
  );
  const [found] = rows;
  if (!found) throw new Error('The login is not among the roles');
  return found;
}

/** Empty where the schema is not set up. */
export async function listWorkspaces(
  client: pg.Client,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const known = await client.query("SELECT to_regclass('sync.workspaces') IS NOT NULL AS has");
  if (known.rows[0]?.has !== true) return [];
  return (await client.query('SELECT id, name FROM sync.workspaces ORDER BY made_at')).rows;
}

export interface Grant {
  readonly role: string;
  readonly right: string;
  readonly on: string;
}

/** What the roles of clients and reports may do; a table or a stranger's function would show here. */
export async function listGrants(client: pg.Client): Promise<Grant[]> {
  const { rows } = await client.query<Grant>(
    `WITH roles AS (SELECT oid, rolname FROM pg_roles
         WHERE rolname IN ('watchfloor_client', 'watchfloor_report'))
     SELECT r.rolname AS role, 'EXECUTE' AS "right",
       n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' AS "on"
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace CROSS JOIN roles r
     WHERE n.nspname IN ('sync', 'app', 'report') AND has_function_privilege(r.oid, p.oid, 'EXECUTE')
     UNION ALL
     SELECT r.rolname, v.right, n.nspname || '.' || c.relname
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace CROSS JOIN roles r
     CROSS JOIN (VALUES ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE')) v ("right")
     WHERE n.nspname IN ('sync', 'app', 'report') AND c.relkind IN ('r', 'v', 'm', 'p')
       AND has_table_privilege(r.oid, c.oid, v.right)
     ORDER BY 1, 2, 3`,
  );
  return rows;
}

/** The verifier is of SCRAM: the password itself does not cross. */
export async function setOwnPassword(client: pg.Client, verifier: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    "SELECT format('ALTER ROLE %I PASSWORD %L', current_user, $1::text) AS statement",
    [verifier],
  );
  await client.query(rows[0]?.statement ?? '');
}
