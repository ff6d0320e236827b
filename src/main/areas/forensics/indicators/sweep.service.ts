/** Sweeps: begun as jobs, kept with what they found. */

import type {
  Sweep,
  SweepHitRow,
  SweepSet,
} from '../../../../shared/areas/forensics/indicators/indicator-work.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { toIso } from '../../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../../db/database.ts';
import { fromCursor, toCursor } from '../../../http/list-cursor.ts';
import type { JobRunner } from '../../../jobs/job-runner.ts';
import type { NewId } from '../../../platform/ids.ts';
import { findInvestigation } from '../investigations.store.ts';
import type { SweepInput } from './sweep.jobs.ts';
import {
  beginSweep,
  failSweeps,
  findSweep,
  listSweeps,
  nameSweepJob,
  type SweepRow,
  sweepHits,
} from './sweep.store.ts';

const shown = (row: SweepRow): Sweep => ({
  ...{ id: row.id, jobId: row.job_id, title: row.title, state: row.state, message: row.message },
  ...{ lookedFor: row.looked_for, leftOut: row.left_out, found: row.found },
  ...{ alerts: row.alerts, events: row.events, ms: row.ms },
  ...{ readAlerts: row.read_alerts, readEvents: row.read_events, startedAt: toIso(row.started_at) },
});

const counted = (n: number) =>
  `${n.toLocaleString('en')} chosen ${n === 1 ? 'indicator' : 'indicators'}`;

function titleOf(db: ReadDb, set: SweepSet): string {
  if (set.type === 'chosen') return counted(set.ids.length);
  if (set.type === 'text') return 'A pasted list';
  const narrowed = Object.entries(set.filter).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return narrowed.length === 0
    ? 'All indicators'
    : `Indicators: ${narrowed.map(([name, value]) => wordsOf(db, name, String(value))).join(', ')}`.slice(
        0,
        200,
      );
}

/** An investigation is told by its title, not by its id. */
function wordsOf(db: ReadDb, name: string, value: string): string {
  if (name !== 'investigation') return `${name} ${value}`;
  return `investigation '${findInvestigation(db, value)?.title ?? 'unknown'}'`;
}

export function createSweepService({
  db,
  runner,
  newId,
}: {
  db: Database;
  runner: JobRunner;
  newId: NewId;
}) {
  const mustFind = (reader: ReadDb, id: string): SweepRow => {
    const row = findSweep(reader, id);
    if (!row) throw new AppError('not-found', 'There is no such sweep');
    return row;
  };
  const get = (id: string): Sweep =>
    db.read('indicators.sweep', (reader) => shown(mustFind(reader, id)));

  return {
    get,

    list: (limit: number): Sweep[] =>
      db.read('indicators.sweeps', (reader) => listSweeps(reader, limit).map(shown)),

    begin(input: Omit<SweepInput, 'sweepId'>, actor: string): Sweep {
      const id = newId();
      const title = db.read('indicators.sweepTitle', (reader) => titleOf(reader, input.set));
      const caller = { actor, origin: 'user', action: 'indicators.sweep', reason: title } as const;
      db.write(caller, (tx) => beginSweep(tx, id, title, actor));
      try {
        const { job, finished } = runner.start({
          ...{ kind: 'indicator-sweep', title: `Sweep: ${title}`, unit: 'alerts', total: null },
          ...{ startedBy: actor, input: { ...input, sweepId: id } },
        });
        db.write(caller, (tx) => nameSweepJob(tx, id, job.id));
        finished.catch(() => fail(id));
      } catch (error) {
        fail(id);
        throw error;
      }
      return get(id);
    },

    hits(id: string, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
      return db.read('indicators.sweepHits', (reader) => {
        const { found } = mustFind(reader, id);
        const [after] = cursor === undefined ? [-1] : fromCursor(cursor, ['number']);
        const rows = sweepHits(reader, id, after, limit + 1);
        const last = rows[limit - 1];
        return {
          rows: rows.slice(0, limit).map(
            ({ indicator_id, places, ...row }): SweepHitRow => ({
              ...{ ...row, indicatorId: indicator_id },
              places: JSON.parse(places) as SweepHitRow['places'],
            }),
          ),
          total: found,
          nextCursor: last && rows.length > limit ? toCursor([last.n]) : null,
        };
      });
    },

    /** Sweeps that an earlier process did not end. */
    recover: () =>
      db.write({ actor: null, origin: 'system', action: 'indicators.endSweep' }, (tx) =>
        failSweeps(tx, null),
      ),
  };

  function fail(id: string): void {
    db.write({ actor: null, origin: 'system', action: 'indicators.endSweep' }, (tx) =>
      failSweeps(tx, id),
    );
  }
}
export type SweepService = ReturnType<typeof createSweepService>;
