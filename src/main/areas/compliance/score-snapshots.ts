/**
 * The figures of each day, kept once a day: at the first look of the day (UTC), which is at its turn
 * where Watchfloor runs then. Days on which it did not run stay missing.
 *
 * In a shared workspace the figures are everybody's: whoever is first keeps them, once it has heard on that day
 * what the others did. Without a server it keeps its own after a while, which give way to any others.
 */
import { createHash } from 'node:crypto';
import {
  ASSURANCE_FORMULA,
  addUp,
  type Coverage,
} from '../../../shared/areas/compliance/assurance.rules.ts';
import type { Database } from '../../db/database.ts';
import { actsOfItsOwn, hasNotHeardSince } from '../../db/own-accord.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { readControlProofs } from './proof.store.ts';
import {
  type FrameworkSnapshot,
  hasFigures,
  hasSnapshot,
  keepDay,
  keepFrameworkDays,
  residualRiskSum,
} from './score-snapshots.store.ts';
import { dayOf, readActiveFrameworks, readControlTotals, scoreOf } from './scores.store.ts';
import { digestOf, explainControl, noCounts } from './scores-explain.ts';

/** A day that begins while the machine sleeps is noticed soon after it wakes. */
const LOOK_EVERY_MS = 30_000;
/** How long the first look of a day may wait for the others of a shared workspace. */
const WAIT_FOR_OTHERS_MS = 10 * 60_000;
const CALLER = { actor: null, origin: 'system', action: 'compliance.snapshot' } as const;

export interface SnapshotDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Taken {
  readonly snapshot: FrameworkSnapshot;
  readonly coverage: Coverage;
}

function takeFramework(db: Database, frameworkId: string, now: number): Taken {
  const controls = db.read('compliance.snapshot', (reader) =>
    readControlProofs(reader, { now, frameworkId }),
  );
  const counts = noCounts();
  for (const { status } of controls) counts[status] += 1;
  const coverage = addUp(controls.map((control) => explainControl(control, now).sums));
  const snapshot = {
    frameworkId,
    score: scoreOf(counts),
    coverage: coverage.coverage,
    assurance: coverage.assurance,
    compliant: counts.COMPLIANT,
    assessed: coverage.assessed,
    applicable: coverage.applicable,
    formula: ASSURANCE_FORMULA,
    inputsDigest: digestOf(controls, now),
  };
  return { snapshot, coverage };
}

/** Keeps the figures of today where they are not kept yet; true where it did. Nothing to count: nothing kept. */
export async function keepToday(
  { db, clock }: SnapshotDeps,
  { waits }: { readonly waits: boolean } = { waits: false },
): Promise<boolean> {
  const now = clock.now();
  const day = dayOf(now);
  const { frameworks, isDue, isProvisional } = db.read('compliance.snapshotDue', (reader) => ({
    frameworks: readActiveFrameworks(reader),
    isDue: hasFigures(reader) && !hasSnapshot(reader, day) && actsOfItsOwn(reader),
    isProvisional: hasNotHeardSince(reader, Date.parse(day)),
  }));
  if (!isDue || (isProvisional && waits)) return false;
  const taken: Taken[] = [];
  for (const { id } of frameworks) {
    await turn();
    taken.push(takeFramework(db, id, now));
  }
  const { coverage, assurance } = addUp(taken.map((each) => each.coverage));
  const digest = createHash('sha256');
  for (const { snapshot } of taken)
    digest.update(`${snapshot.frameworkId} ${snapshot.inputsDigest}\n`);
  db.write(CALLER, (tx) => {
    const totals = readControlTotals(tx);
    keepDay(tx, {
      ...{ day, isProvisional },
      score: scoreOf(totals.counts),
      residualRiskSum: residualRiskSum(tx),
      ...{ coverage, assurance },
      ...{ formula: ASSURANCE_FORMULA, inputsDigest: digest.digest('hex') },
    });
    const snapshots = taken.map(({ snapshot }) => snapshot);
    keepFrameworkDays(tx, { day, isProvisional }, snapshots);
  });
  return true;
}

/** Looks at once and then every half minute; a failure waits for the next look. */
export function startSnapshots(deps: SnapshotDeps): () => void {
  let first = { day: '', at: 0 };
  let isLooking = false;
  let isStopped = false;
  const look = async () => {
    if (isLooking || isStopped) return;
    isLooking = true;
    try {
      const at = deps.clock.now();
      if (first.day !== dayOf(at)) first = { day: dayOf(at), at };
      await keepToday(deps, { waits: at - first.at < WAIT_FOR_OTHERS_MS });
    } catch (error) {
      if (!isStopped) deps.log.error('could not keep the scores of the day', { cause: error });
    } finally {
      isLooking = false;
    }
  };
  void look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}
