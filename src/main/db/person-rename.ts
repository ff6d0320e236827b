/**
 * Gives the account of a person another id in every table, in the transaction that its caller runs: a
 * workspace knows the person by an id of its own. Synced rows keep their stamps, since nobody has seen
 * them yet. Left alone are the entries of custody, whose seals speak of the id.
 */
import type { Connection } from './connection.ts';

const SEALED: ReadonlySet<string> = new Set(['evidence_custody']);

interface Column {
  readonly table: string;
  readonly column: string;
}

/** Of ordinary tables, with texts; what an index of words keeps inside is made by triggers. */
function textColumns(connection: Connection): Column[] {
  return (
    connection
      .prepare(
        `SELECT m.name AS "table", c.name AS "column" FROM pragma_table_list m
         JOIN pragma_table_xinfo(m.name) c
         WHERE m.schema = 'main' AND m.type = 'table' AND c.hidden = 0
           AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND upper(c.type) LIKE '%TEXT%'`,
      )
      .all() as Column[]
  ).filter(({ table }) => !SEALED.has(table));
}

/** Ids are UUIDs: where one stands in a text, alone or in a list, it is this person. */
export function renamePerson(connection: Connection, from: string, to: string): void {
  if (!connection.inTransaction) throw new Error('renamePerson needs a transaction of its caller');
  if (from === to) return;
  // A row of `users` and what points to it change one after the other.
  connection.pragma('defer_foreign_keys = ON');
  const guards = takeGuards(connection);
  const byTable = Map.groupBy(textColumns(connection), ({ table }) => table);
  for (const [table, columns] of byTable) {
    const names = columns.map(({ column }) => `"${column}"`);
    const sets = names.map((name) => `${name} = replace(${name}, :from, :to)`).join(', ');
    const hits = names.map((name) => `instr(${name}, :from) > 0`).join(' OR ');
    connection.prepare(`UPDATE "${table}" SET ${sets} WHERE ${hits}`).run({ from, to });
  }
  for (const { sql } of guards) connection.exec(sql);
}

/** Triggers that let nobody change a row (attestations): down for this one change, in its transaction. */
function takeGuards(connection: Connection): { name: string; sql: string }[] {
  const guards = connection
    .prepare(
      `SELECT name, sql FROM sqlite_master
       WHERE type = 'trigger' AND sql LIKE '%UPDATE%' AND sql LIKE '%raise(ABORT%'`,
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of guards) connection.exec(`DROP TRIGGER "${name}"`);
  return guards;
}

/** After a wipe: people who never had a password here, what happened, and the pages it lay on. */
export function forgetWorkspace(connection: Connection): void {
  connection.transaction(() => {
    connection.pragma('defer_foreign_keys = ON');
    connection.exec('DELETE FROM users WHERE id NOT IN (SELECT user_id FROM credentials)');
    connection.exec('DELETE FROM audit_log');
    connection.exec('DELETE FROM change_log');
  })();
  connection.exec('VACUUM');
}
