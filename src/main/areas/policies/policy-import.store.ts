/** Receipts of imports. */
import type { PolicyImportReceipt } from '../../../shared/areas/policies/policy-exchange.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { policyImportsTable } from '../../db/tables/policy-texts.table.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { readTitles } from './attestations.store.ts';
import { readNames } from './policies.store.ts';

export interface ReceiptPage {
  readonly rows: PolicyImportReceipt[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Newest first. */
export function listReceipts(
  db: ReadDb,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): ReceiptPage {
  const total = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM policy_imports WHERE deleted_at IS NULL',
  );
  const after = cursor === undefined ? undefined : fromCursor(cursor, ['number', 'string']);
  const rows = db.rows(
    policyImportsTable,
    `SELECT * FROM policy_imports
     WHERE deleted_at IS NULL ${after ? 'AND (created_at, id) < (?, ?)' : ''}
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...(after ?? []),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const titles = readTitles(
    db,
    shown.map(({ policyId }) => policyId),
  );
  const names = readNames(
    db,
    shown.map(({ createdBy }) => createdBy),
  );
  return {
    rows: shown.map(
      ({ rowVersion, fieldVersions, deletedAt, createdBy, createdAt, counts, ...row }) => ({
        ...row,
        counts: counts as PolicyImportReceipt['counts'],
        policyTitle: titles.get(row.policyId) ?? '',
        createdByName: createdBy === null ? null : (names.get(createdBy) ?? null),
        createdAt: toIso(createdAt),
      }),
    ),
    total: total?.n ?? 0,
    nextCursor: last ? toCursor([last.createdAt, last.id]) : null,
  };
}

export function countTitle(db: ReadDb, title: string): number {
  return (
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM policies WHERE deleted_at IS NULL AND lower(title) = lower(?)',
      title,
    )?.n ?? 0
  );
}
