import {
  addUp,
  type Coverage,
  controlAssurance,
  nextChange,
  sumsOf,
} from '../../../shared/areas/compliance/assurance.rules.ts';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import { type ControlProof, wholeHours } from '../../../shared/areas/compliance/proof.rules.ts';
import type { Database } from '../../db/database.ts';
import { readControlProofs } from './proof.store.ts';
import { frameworksChangedAfter, lastChange } from './scores-changed.store.ts';

/** What the lists show of one framework. */
export interface FrameworkFigures {
  readonly coverage: Coverage;
  /** Of every control there is, also of those in no score. */
  readonly counts: Readonly<Record<ControlStatus, number>>;
}

interface Kept extends FrameworkFigures {
  readonly hour: number;
  /** Until something expires or is due; null: nothing will. */
  readonly until: number | null;
}

interface KeptProofs {
  readonly hour: number;
  readonly controls: readonly ControlProof[];
}

/** Frameworks whose controls stay at hand for their explanation: those that were explained last. */
const EXPLAINED_KEPT = 3;

function figuresOf(controls: readonly ControlProof[], now: number): Kept {
  const counts = { NOT_ASSESSED: 0, COMPLIANT: 0, PARTIALLY_COMPLIANT: 0, NON_COMPLIANT: 0 };
  const sums = controls.map((control) => {
    counts[control.status] += 1;
    return sumsOf(control, controlAssurance(control, now).assurance);
  });
  return {
    coverage: addUp(sums),
    counts,
    hour: wholeHours(now),
    until: nextChange(controls, now),
  };
}

/** Other work gets its turn between two frameworks. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The figures of frameworks, kept until a record behind them changes (which the change log tells), the
 * hour turns (by which evidence weakens), or something expires or is due. What is kept is what would be
 * computed: nothing of it is stored.
 */
export function createScoreCache(db: Database) {
  const kept = new Map<string, Kept>();
  const explained = new Map<string, KeptProofs>();
  let seen = -1;

  const read = (frameworkId: string, now: number): ControlProof[] =>
    db.read('compliance.scores', (reader) => readControlProofs(reader, { now, frameworkId }));

  function drop(id: string): void {
    kept.delete(id);
    explained.delete(id);
  }

  function clear(): void {
    kept.clear();
    explained.clear();
    seen = -1;
  }

  function dropChanged(): void {
    const last = db.read('compliance.lastChange', lastChange);
    if (last === seen) return;
    const changed =
      last < seen || seen < 0
        ? 'all'
        : db.read('compliance.changed', (reader) => frameworksChangedAfter(reader, seen));
    if (changed === 'all') clear();
    else for (const id of changed) drop(id);
    seen = last;
  }

  function fresh(id: string, now: number): Kept | undefined {
    const found = kept.get(id);
    if (found?.hour !== wholeHours(now)) return undefined;
    return found.until === null || now < found.until ? found : undefined;
  }

  return {
    /** In the order of the ids. A write in between may be in the later ones and not in the first. */
    async of(ids: readonly string[], now: number): Promise<FrameworkFigures[]> {
      const found: FrameworkFigures[] = [];
      dropChanged();
      for (const id of ids) {
        const known = fresh(id, now);
        if (known) {
          found.push(known);
          continue;
        }
        await turn();
        // What changes from here on is dropped by the next look, as it is newer than `seen`.
        const figures = figuresOf(read(id, now), now);
        kept.set(id, figures);
        found.push(figures);
      }
      return found;
    },
    /** The controls of one framework with their proof, in its order. */
    proofs(id: string, now: number): readonly ControlProof[] {
      dropChanged();
      const hour = wholeHours(now);
      const known = explained.get(id);
      const controls = known?.hour === hour ? known.controls : read(id, now);
      explained.delete(id);
      explained.set(id, { hour, controls });
      const [oldest] = explained.keys();
      if (explained.size > EXPLAINED_KEPT && oldest !== undefined) explained.delete(oldest);
      return controls;
    },
    /** Another database is in use now. */
    clear,
  };
}
export type ScoreCache = ReturnType<typeof createScoreCache>;
