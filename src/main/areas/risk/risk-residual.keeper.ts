/**
 * Keeps stored residuals what the formula gives: once a day, and soon after something changed that
 * controls are judged by. Writes only what differs, as Watchfloor, with the inputs as the reason.
 */
import type { ServerEvent } from '../../../shared/contract/events.ts';
import type { Database } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import { risksTable } from '../../db/tables/risk.table.ts';
import type { Caller } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import { startDaily } from '../../platform/daily.ts';
import type { Log } from '../../platform/log.ts';
import { isStillComputed, nextComputed, readLinks } from './risk-residual.store.ts';
import {
  type Computed,
  computeResidual,
  type ReadEffects,
  residualPatch,
} from './risk-residual.ts';
import type { RiskRow } from './risk-rows.store.ts';

const BATCH = 100;
/** An import of evidence changes much at once: what follows soon is waited for. */
const SETTLE_MS = 500;
const ACTION = 'risks.refreshResidual';
/** Changes of these may change how effective a control is. */
const JUDGED_BY: ReadonlySet<string> = new Set([
  'controls',
  'control_evidence',
  'evidence',
  'control_tests',
  'control_test_runs',
  'control_challenges',
  'risk_controls',
]);

export interface ResidualKeeperDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly readEffects: ReadEffects;
  readonly subscribe: (listener: (event: ServerEvent) => void) => () => void;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Stale extends Computed {
  readonly row: RiskRow;
}

function isStale({ row, residual }: Stale): boolean {
  return row.residualRisk !== residual.residual || row.residualBasis !== residual.basis;
}

/** @param controls only risks with one of these; null looks at all. Returns how many it changed. */
async function refreshResiduals(
  { db, clock, readEffects }: Pick<ResidualKeeperDeps, 'db' | 'clock' | 'readEffects'>,
  controls: readonly string[] | null = null,
): Promise<number> {
  if (!db.read('risk.own', actsOfItsOwn)) return 0;
  const now = clock.now();
  const known = new Map<string, { assurance: number | null; counts: boolean }>();
  let after = '';
  let changed = 0;
  for (;;) {
    const { rows, stale } = db.read('risk.residuals', (reader) => {
      const found = nextComputed(reader, after, BATCH, controls);
      const links = readLinks(
        reader,
        found.map(({ id }) => id),
      );
      const asked = [...links.values()].flat().map(({ id }) => id);
      const unknown = [...new Set(asked)].filter((id) => !known.has(id));
      for (const [id, effect] of readEffects(reader, unknown, now)) known.set(id, effect);
      const computed = found.map((row) => ({
        row,
        ...computeResidual(row.inherentRisk, links.get(row.id) ?? [], known),
      }));
      return { rows: found, stale: computed.filter(isStale) };
    });
    if (stale.length > 0) changed += keep(db, stale);
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return changed;
    await turn();
  }
}

function keep(db: Database, stale: readonly Stale[]): number {
  const caller: Caller = { actor: null, origin: 'system', action: ACTION };
  return db.write(caller, (tx) => {
    let changed = 0;
    for (const { row, residual, reason } of stale) {
      // What a person changed since it was read is newer than what was computed.
      if (!isStillComputed(tx, row)) continue;
      tx.asOf(tx.now, { ...caller, reason }, (inner) =>
        inner.update(risksTable, row.id, {
          ...residualPatch({ residual, reason }, tx.now),
          updatedAt: tx.now,
        }),
      );
      changed += 1;
    }
    return changed;
  });
}

/** Begins the daily look and follows the core's events; returns what stops both. */
export function startResidualKeeper(deps: ResidualKeeperDeps): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Controls that changed; null once it could be any. */
  let waiting: Set<string> | null = new Set();
  let isBusy = false;
  let isStopped = false;

  const look = async () => {
    timer = undefined;
    if (isBusy) return plan();
    const controls = waiting === null ? null : [...waiting];
    waiting = new Set();
    isBusy = true;
    try {
      await refreshResiduals(deps, controls);
    } catch (cause) {
      if (!isStopped) deps.log.error('could not refresh residual risks', { cause });
    } finally {
      isBusy = false;
    }
  };
  const plan = () => {
    if (isStopped || timer !== undefined) return;
    timer = setTimeout(() => void look(), SETTLE_MS);
    timer.unref();
  };
  const unsubscribe = deps.subscribe((event) => {
    if (event.type !== 'changed' || !JUDGED_BY.has(event.resource)) return;
    if (event.resource === 'controls' && event.ids && waiting !== null)
      for (const id of event.ids) waiting.add(id);
    else waiting = null;
    plan();
  });
  const stopDaily = startDaily(deps, () => {
    waiting = null;
    plan();
  });
  return () => {
    isStopped = true;
    if (timer !== undefined) clearTimeout(timer);
    unsubscribe();
    stopDaily();
  };
}
