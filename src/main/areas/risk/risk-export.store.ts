import type { QuantInputs, QuantResult } from '../../../shared/areas/risk/risk-quant.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import { risksTable } from '../../db/tables/risk.table.ts';
import { riskQuantitiesTable } from '../../db/tables/risk-quantities.table.ts';
import { findResult, inputHash, inputsOf, type QuantSettings } from './quant.store.ts';
import type { RiskRow } from './risk-rows.store.ts';

export interface ExportRisk {
  readonly row: RiskRow;
  readonly owner: { readonly name: string; readonly email: string } | null;
  readonly acceptedBy: string | null;
  /** One a line: title, owner, due, done. */
  readonly tasks: readonly string[];
  readonly controls: readonly string[];
  readonly quantities: QuantInputs | null;
  readonly result: QuantResult | null;
}

export function countRisks(db: ReadDb): number {
  return db.get<{ n: number }>('SELECT coalesce(sum(n), 0) AS n FROM risk_counts')?.n ?? 0;
}

interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Also those that are closed: a record names who they were. */
export function readAccounts(db: ReadDb): Map<string, Account> {
  const rows = db.all<Account>(
    `SELECT id, coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) AS name, email
     FROM users`,
  );
  return new Map(rows.map((account) => [account.id, account]));
}

function gathered<R extends { id: string }>(rows: readonly R[], toText: (row: R) => string) {
  const found = new Map<string, string[]>();
  for (const row of rows) found.set(row.id, [...(found.get(row.id) ?? []), toText(row)]);
  return found;
}

interface TaskRow {
  readonly id: string;
  readonly title: string;
  readonly owner: string | null;
  readonly due: string | null;
  readonly doneOn: string | null;
}

function readTasks(db: ReadDb, ids: string, accounts: ReadonlyMap<string, Account>) {
  const rows = db.all<TaskRow>(
    `SELECT risk_id AS id, title, owner, due, done_on AS doneOn FROM risk_tasks
     WHERE risk_id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     ORDER BY created_at, id`,
    ids,
  );
  return gathered(rows, ({ title, owner, due, doneOn }) => {
    const facts = [
      owner === null ? null : (accounts.get(owner)?.name ?? 'Unknown account'),
      due === null ? null : `due ${due}`,
      doneOn === null ? null : `done ${doneOn}`,
    ].filter((fact) => fact !== null);
    return facts.length === 0 ? title : `${title} (${facts.join(', ')})`;
  });
}

function readControls(db: ReadDb, ids: string) {
  const rows = db.all<{ id: string; ref: string }>(
    `SELECT l.risk_id AS id, c.control_id AS ref FROM risk_controls l
     JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
     WHERE l.risk_id IN (SELECT value FROM json_each(?)) AND l.deleted_at IS NULL
     ORDER BY c.control_id`,
    ids,
  );
  return gathered(rows, ({ ref }) => ref);
}

/** Risks in the order of their ids, `limit` of them after one. */
export function readExportRisks(
  db: ReadDb,
  after: string,
  limit: number,
  { accounts, settings }: { accounts: ReadonlyMap<string, Account>; settings: QuantSettings },
): ExportRisk[] {
  const rows = db.rows(
    risksTable,
    'SELECT * FROM risks WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?',
    after,
    limit,
  );
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const tasks = readTasks(db, ids, accounts);
  const controls = readControls(db, ids);
  const stated = new Map(
    db
      .rows(
        riskQuantitiesTable,
        `SELECT * FROM risk_quantities
         WHERE risk_id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
        ids,
      )
      .map((row) => [row.riskId, row]),
  );
  return rows.map((row) => {
    const quantities = stated.get(row.id);
    const hash = quantities ? inputHash(quantities, settings.seed) : null;
    return {
      row,
      owner: row.owner === null ? null : (accounts.get(row.owner) ?? null),
      acceptedBy: row.acceptedBy === null ? null : (accounts.get(row.acceptedBy)?.name ?? null),
      tasks: tasks.get(row.id) ?? [],
      controls: controls.get(row.id) ?? [],
      quantities: quantities ? inputsOf(quantities) : null,
      result: hash === null ? null : findResult(db, row.id, hash),
    };
  });
}
