/**
 * What is kept about alerts beside their counts and groups: the hours of the figures (alert_hours) and what
 * the engine looks at again. Of a batch in a few statements; alerts that are deleted are followed by triggers
 * (resources/migrations/sqlite/0035_engine.sql, 0045_alert_hours.sql), those that are made or changed are not.
 */
import { type PackedRows, packedColumn } from '../../db/packed-rows.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { AlertRow } from './alert-rows.ts';

interface Changed {
  readonly before: AlertRow;
  readonly after: AlertRow;
}

const HOUR_MS = 3_600_000;

/** `ms`: what it adds to the sum of its hour. */
interface HourCount {
  readonly kind: 'closed' | 'automatic' | 'acted';
  readonly hour: number;
  readonly ms: number;
}

/** As SQLite divides whole numbers: towards zero. */
const hourOf = (at: number) => Math.trunc(at / HOUR_MS);

type Timed = Pick<
  AlertRow,
  'resolvedAt' | 'autoClosedAt' | 'firstActionAt' | 'createdAt' | 'handlingMs' | 'deletedAt'
>;

function hoursOf(alert: Timed): HourCount[] {
  const { resolvedAt, autoClosedAt, firstActionAt, createdAt, handlingMs } = alert;
  if (alert.deletedAt !== null) return [];
  const counts: HourCount[] = [];
  if (resolvedAt !== null)
    counts.push({ kind: 'closed', hour: hourOf(resolvedAt), ms: handlingMs });
  if (autoClosedAt !== null) counts.push({ kind: 'automatic', hour: hourOf(autoClosedAt), ms: 0 });
  if (firstActionAt !== null)
    counts.push({ kind: 'acted', hour: hourOf(createdAt), ms: firstActionAt - createdAt });
  return counts;
}

export function keepHours(tx: WriteTx, changed: readonly Changed[]): void {
  const sums = new HourSums();
  for (const { before, after } of changed) {
    for (const count of hoursOf(before)) sums.add(count, -1);
    for (const count of hoursOf(after)) sums.add(count, 1);
  }
  sums.apply(tx);
}

/** Of new rows at these places of a batch; mostly nobody has touched any of them. */
export function keepNewHours(tx: WriteTx, rows: PackedRows, places: readonly number[]): void {
  const column = (property: keyof Timed) => packedColumn(rows, property);
  const [resolvedAt, autoClosedAt] = [column('resolvedAt'), column('autoClosedAt')];
  const firstActionAt = column('firstActionAt');
  if (!resolvedAt && !autoClosedAt && !firstActionAt) return;
  const [createdAt, handlingMs] = [column('createdAt'), column('handlingMs')];
  const deletedAt = column('deletedAt');
  const at = (values: readonly unknown[] | undefined, place: number) =>
    (values?.[place] ?? null) as number | null;
  const sums = new HourSums();
  for (const place of places) {
    const counts = hoursOf({
      resolvedAt: at(resolvedAt, place),
      autoClosedAt: at(autoClosedAt, place),
      firstActionAt: at(firstActionAt, place),
      createdAt: at(createdAt, place) ?? 0,
      handlingMs: at(handlingMs, place) ?? 0,
      deletedAt: at(deletedAt, place),
    });
    for (const count of counts) sums.add(count, 1);
  }
  sums.apply(tx);
}

/** Differences to the kept hours, added up and written once an hour. */
class HourSums {
  readonly #sums = new Map<string, { kind: string; hour: number; n: number; ms: number }>();

  add({ kind, hour, ms }: HourCount, sign: 1 | -1): void {
    const sum = this.#sums.get(`${kind} ${hour}`) ?? { kind, hour, n: 0, ms: 0 };
    sum.n += sign;
    sum.ms += sign * ms;
    this.#sums.set(`${kind} ${hour}`, sum);
  }

  apply(tx: WriteTx): void {
    for (const { kind, hour, n, ms } of this.#sums.values()) {
      if (n === 0 && ms === 0) continue;
      tx.run(
        `INSERT INTO alert_hours (kind, hour, n, ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (kind, hour) DO UPDATE SET n = n + excluded.n, ms = ms + excluded.ms`,
        ...[kind, hour, n, ms],
      );
    }
  }
}

const LOOKED_AT = [
  ...(['status', 'verdict', 'closedBy', 'severity', 'suppressedBy', 'deletedAt'] as const),
];

function isOpen({ status, suppressedBy, deletedAt }: AlertRow): boolean {
  const isActive = status === 'OPEN' || status === 'IN_PROGRESS';
  return isActive && suppressedBy === null && deletedAt === null;
}

export function tellEngine(tx: WriteTx, changed: readonly Changed[]): void {
  const looked = changed.filter(({ before, after }) =>
    LOOKED_AT.some((property) => before[property] !== after[property]),
  );
  if (looked.length === 0) return;
  for (const open of [true, false]) {
    const seqs = looked.filter(({ after }) => isOpen(after) === open).map(({ after }) => after.seq);
    if (seqs.length === 0) continue;
    tx.run(
      `UPDATE engine_decisions SET is_open = ?
       WHERE alert_seq IN (SELECT value FROM json_each(?)) AND is_open <> ?`,
      ...[Number(open), JSON.stringify(seqs), Number(open)],
    );
  }
  tx.run(
    'INSERT OR IGNORE INTO engine_dirty (alert_seq) SELECT value FROM json_each(?)',
    JSON.stringify(looked.map(({ after }) => after.seq)),
  );
}
