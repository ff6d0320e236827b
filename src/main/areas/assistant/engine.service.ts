import { ENGINE_VERSION } from '../../../shared/areas/assistant/engine/engine.types.ts';
import type {
  EngineState,
  ExplainedAlert,
} from '../../../shared/areas/assistant/engine.contract.ts';
import type { Explanation } from '../../../shared/areas/assistant/explanation.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TacticsOf } from './attack-tactics.ts';
import { readAlert } from './auto-close.store.ts';
import { findClosing, patternState } from './automation.store.ts';
import { countDecisions } from './automation-lists.store.ts';
import { createFactsReader } from './engine-facts.store.ts';
import {
  type AlertRow,
  decisionOf,
  patternUid,
  type ScoredAlert,
  toScored,
} from './engine-rows.ts';
import { assessNow } from './engine-step.ts';
import { hasWork, readDecision, readProgress, startAnew } from './engine-work.store.ts';

export interface EngineServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly tacticsOf: TacticsOf;
  /** There is work. */
  readonly wake: () => void;
}

/** What the engine says of an alert as of now; for other areas that speak of alerts, too. */
export type Explain = (reader: ReadDb, row: AlertRow) => Explanation;

function createExplain({
  clock,
  tacticsOf,
}: Pick<EngineServiceDeps, 'clock' | 'tacticsOf'>): Explain {
  return (reader, row) => explainOne(reader, toScored(row));

  function explainOne(reader: ReadDb, one: ScoredAlert): Explanation {
    return assessNow(reader, createFactsReader(reader, tacticsOf), one, { now: clock.now() });
  }
}

export function createEngineService(deps: EngineServiceDeps) {
  const { db, wake } = deps;
  const explain = createExplain(deps);

  function state(reader: ReadDb): EngineState {
    const progress = readProgress(reader);
    const counts = countDecisions(reader);
    return {
      version: ENGINE_VERSION,
      scoredBy: progress?.version ?? null,
      decided: counts.reduce((sum, { n }) => sum + n, 0),
      isBehind: hasWork(reader),
    };
  }

  return {
    /** @throws AppError 'not-found'. */
    explain(alertId: string): ExplainedAlert {
      return db.read('engine.explain', (reader) => {
        const row = readAlert(reader, alertId);
        if (!row) throw new AppError('not-found', 'There is no such alert');
        const { keys } = toScored(row);
        const shown = readDecision(reader, row.seq);
        const uid = keys.pattern === null ? null : patternUid(keys.pattern);
        const closing = findClosing(reader, row.id);
        return {
          alertId: row.id,
          explanation: explain(reader, row),
          shown: shown
            ? {
                suspicion: shown.suspicion,
                decision: decisionOf(shown.decision),
                scoredAt: toIso(shown.scored_at),
              }
            : null,
          pattern:
            uid === null ? null : { id: uid, label: keys.label, state: patternState(reader, uid) },
          closing: closing
            ? {
                at: toIso(closing.closedAt),
                isOverturned: row.autoClosedAt === null || row.overturnedAt !== null,
              }
            : null,
        };
      });
    },

    state: (): EngineState => db.read('engine.state', state),

    rescore(actor: string): EngineState {
      const answer = db.write({ actor, origin: 'user', action: 'engine.rescore' }, (tx) => {
        startAnew(tx);
        tx.note('engine_decisions', 0);
        tx.announce('engine_decisions');
        return state(tx);
      });
      wake();
      return answer;
    },
  };
}
export type EngineService = ReturnType<typeof createEngineService>;
