import {
  addUp,
  type Coverage,
  type CoverageSums,
  controlAssurance,
  sumsOf,
} from '../../../shared/areas/compliance/assurance.rules.ts';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { ControlProof } from '../../../shared/areas/compliance/proof.rules.ts';
import type { Database } from '../../db/database.ts';
import { readControlProofs } from './proof.store.ts';
import { controlsChangedAfter, lastChange } from './scores-changed.store.ts';
import {
  type ExplainedFramework,
  explainedControl,
  explainedFramework,
  noCounts,
} from './scores-explain.ts';
import { keepFrameworks } from './scores-kept.ts';

/** What the lists show of one framework. */
export interface FrameworkFigures {
  readonly coverage: Coverage;
  /** Of every control there is, also of those in no score. */
  readonly counts: Readonly<Record<ControlStatus, number>>;
}

/** Frameworks whose explanation stays at hand: those that were explained last. */
const EXPLAINED_KEPT = 3;

interface FigurePart {
  readonly status: ControlStatus;
  readonly sums: CoverageSums;
}

function figurePart(control: ControlProof, now: number): FigurePart {
  const { assurance } = controlAssurance(control, now);
  return { status: control.status, sums: sumsOf(control, assurance) };
}

function figuresOf(parts: readonly FigurePart[]): FrameworkFigures {
  const counts = noCounts();
  for (const { status } of parts) counts[status] += 1;
  return { coverage: addUp(parts.map(({ sums }) => sums)), counts };
}

/** Other work gets its turn between two frameworks. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The figures of frameworks, kept until a record behind them changes (which the change log tells), the
 * hour turns (by which evidence weakens), or something expires or is due. A change computes the controls
 * anew that it speaks for. What is kept is what would be computed: nothing of it is stored.
 */
export function createScoreCache(db: Database) {
  const read = (frameworkId: string, now: number, controlIds?: readonly string[]) =>
    db.read('compliance.scores', (reader) =>
      controlIds
        ? readControlProofs(reader, { now, controlIds }).filter(
            (control) => control.frameworkId === frameworkId,
          )
        : readControlProofs(reader, { now, frameworkId }),
    );
  const figures = keepFrameworks<FigurePart, FrameworkFigures>({
    ...{ read, make: figurePart, addUp: figuresOf, most: Number.POSITIVE_INFINITY },
  });
  const explained = keepFrameworks({
    ...{ read, make: explainedControl, addUp: explainedFramework, most: EXPLAINED_KEPT },
  });
  let seen = -1;

  function clear(): void {
    figures.clear();
    explained.clear();
    seen = -1;
  }

  function noteChanges(): void {
    const last = db.read('compliance.lastChange', lastChange);
    if (last === seen) return;
    const changed =
      last < seen || seen < 0
        ? 'all'
        : db.read('compliance.changed', (reader) => controlsChangedAfter(reader, seen));
    if (changed === 'all') clear();
    else {
      figures.mark(changed);
      explained.mark(changed);
    }
    seen = last;
  }

  return {
    /** In the order of the ids. A write in between may be in the later ones and not in the first. */
    async of(ids: readonly string[], now: number): Promise<FrameworkFigures[]> {
      const found: FrameworkFigures[] = [];
      noteChanges();
      for (const id of ids) {
        const known = figures.find(id, now);
        if (known) {
          found.push(known);
          continue;
        }
        await turn();
        // What changes from here on is noted by the next look, as it is newer than `seen`.
        found.push(figures.renew(id, now));
      }
      return found;
    },
    /** The controls of one framework, explained, in its order. */
    explained(id: string, now: number): ExplainedFramework {
      noteChanges();
      return explained.find(id, now) ?? explained.renew(id, now);
    },
    /** Another database is in use now. */
    clear,
  };
}
export type ScoreCache = ReturnType<typeof createScoreCache>;
