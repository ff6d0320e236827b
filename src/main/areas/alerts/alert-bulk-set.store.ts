/** The alerts that a bulk action is about: those of a filter that the change applies to, or named ones. */
import type { BulkStep } from '../../../shared/areas/actions/bulk.rules.ts';
import { applicableStatuses } from '../../../shared/areas/actions/bulk.rules.ts';
import {
  ALERT_STATUSES,
  type AlertFilter,
  type AlertStatus,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { Position } from './alert-filter.store.ts';
import { listAlerts, placesPage } from './alert-list.store.ts';

export interface BulkSet {
  readonly filter: AlertFilter | null;
  readonly ids: readonly string[] | null;
  /** The newest so many; null for all. */
  readonly limit: number | null;
}

export interface BulkPage {
  readonly seqs: number[];
  readonly next: Position | null;
}

/** The statuses of the filter that the change applies to; none means that it applies to nothing. */
function statusesFor(filter: AlertFilter, wanted: readonly AlertStatus[]): AlertStatus[] {
  const chosen = filter.status?.length ? filter.status : ALERT_STATUSES;
  return wanted.filter((status) => chosen.includes(status));
}

/** Along the list, up to `limit`; `after` and `next` are places of it. */
export function bulkPage(
  db: ReadDb,
  { filter, ids }: BulkSet,
  step: BulkStep,
  { after, limit }: { after: Position | null; limit: number },
): BulkPage {
  if (ids) return { seqs: seqsOf(db, ids), next: null };
  const status = statusesFor(filter ?? {}, applicableStatuses(step));
  if (status.length === 0) return { seqs: [], next: null };
  const { places, next } = placesPage(db, { ...filter, status }, { limit, after });
  return { seqs: places.map(({ seq }) => seq), next };
}

function seqsOf(db: ReadDb, ids: readonly string[]): number[] {
  return db
    .all<{ seq: number }>(
      `SELECT seq FROM alerts WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
       ORDER BY created_at DESC, seq DESC`,
      JSON.stringify(ids),
    )
    .map(({ seq }) => seq);
}

/** How many alerts of the set have a status; null where they must be walked to be counted. */
export function countOfStatus(
  db: ReadDb,
  { filter, ids }: BulkSet,
  status: AlertStatus,
): number | null {
  if (ids) {
    const found = db.get<{ n: number }>(
      `SELECT count(*) AS n FROM alerts
       WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL AND status = ?`,
      JSON.stringify(ids),
      status,
    );
    return found?.n ?? 0;
  }
  if (statusesFor(filter ?? {}, [status]).length === 0) return 0;
  return listAlerts(db, { ...filter, status: [status] }, { limit: 1, after: null, withTotal: true })
    .total;
}

export interface CountedSlice {
  readonly n: number;
  readonly next: Position | null;
}

/** The next places of the alerts of one status, for counting what is counted nowhere. */
export function walkStatus(
  db: ReadDb,
  filter: AlertFilter,
  status: AlertStatus,
  { after, limit }: { after: Position | null; limit: number },
): CountedSlice {
  const { places, next } = placesPage(db, { ...filter, status: [status] }, { limit, after });
  return { n: places.length, next };
}
