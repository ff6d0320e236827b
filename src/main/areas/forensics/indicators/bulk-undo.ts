/**
 * What bulk changes and deletions of indicators were before, so that whoever made one may take it back. In
 * the core's memory: the last ones, for an hour. What somebody changed since stays as it is and is counted.
 */
import { AppError } from '../../../../shared/contract/errors.ts';
import { HOUR_MS } from '../../../../shared/kernel/time.ts';
import type { Database } from '../../../db/database.ts';
import { indicatorRelationsTable, indicatorsTable } from '../../../db/tables/forensics.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { NewId } from '../../../platform/ids.ts';
import type { IndicatorRow } from '../investigations.store.ts';
import { findIndicator } from './indicators.store.ts';

export interface ChangedRow {
  readonly id: string;
  readonly before: Partial<IndicatorRow>;
  /** What the change made of the same fields. */
  readonly after: Partial<IndicatorRow>;
}

type Done =
  | { readonly type: 'changed'; readonly rows: readonly ChangedRow[] }
  | {
      readonly type: 'removed';
      readonly ids: readonly string[];
      readonly relations: readonly string[];
    };

interface Kept {
  readonly actor: string;
  readonly at: number;
  readonly done: Done;
}

const MOST = 50;

export function createBulkUndo({
  db,
  clock,
  newId,
}: {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}) {
  const kept = new Map<string, Kept>();

  return {
    /** A word to take it back by. */
    keep(actor: string, done: Done): string {
      const token = newId();
      kept.set(token, { actor, at: clock.now(), done });
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST)))
        kept.delete(oldest);
      return token;
    },

    undo(token: string, actor: string): { undone: number; left: number } {
      const found = kept.get(token);
      if (!found || found.actor !== actor || clock.now() - found.at > HOUR_MS)
        throw new AppError('not-found', 'This cannot be taken back any more');
      kept.delete(token);
      const { done } = found;
      return db.write({ actor, origin: 'user', action: 'indicators.undo' }, (tx) =>
        done.type === 'removed' ? bringBack(tx, done) : setBack(tx, done.rows),
      );
    },
  };
}

function bringBack(tx: WriteTx, { ids, relations }: Done & { type: 'removed' }) {
  const undone = ids.filter((id) => tx.revive(indicatorsTable, id)).length;
  for (const id of relations) tx.revive(indicatorRelationsTable, id);
  return { undone, left: ids.length - undone };
}

function setBack(tx: WriteTx, rows: readonly ChangedRow[]) {
  let undone = 0;
  for (const { id, before, after } of rows) {
    const now = findIndicator(tx, id);
    if (!now || !isSame(now, after)) continue;
    tx.update(indicatorsTable, id, { ...before, updatedAt: tx.now });
    undone++;
  }
  return { undone, left: rows.length - undone };
}

const isSame = (row: IndicatorRow, fields: Partial<IndicatorRow>): boolean =>
  Object.entries(fields).every(
    ([name, value]) => JSON.stringify(row[name as keyof IndicatorRow]) === JSON.stringify(value),
  );
