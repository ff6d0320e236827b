import type {
  NewRisk,
  ResidualExplanation,
  RiskDetail,
  RiskQuery,
  RiskSummary,
  RiskTrend,
  RiskUpdate,
} from '../../../shared/areas/risk/risks.contract.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { Database } from '../../db/database.ts';
import { risksTable } from '../../db/tables/risk.table.ts';
import type { Caller } from '../../db/write-door.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { changeRisk, insertRisk } from './risk-change.ts';
import { computeFor, explainResidual, type ReadEffects, residualPatch } from './risk-residual.ts';
import { badRiskField, mustFindRisk, readRiskDetail } from './risk-rows.store.ts';
import { readSummary, readTrend } from './risks-figures.store.ts';
import { listRisks } from './risks-list.store.ts';

export interface RiskServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly readEffects: ReadEffects;
  /** Of the settings area. */
  readonly setAppetite: (actor: string, appetite: number | null, reason: string) => void;
}

export function byUser(actor: string, verb: string, reason: string | null = null): Caller {
  return { actor, origin: 'user', action: `risks.${verb}`, reason };
}

export function createRiskService(deps: RiskServiceDeps) {
  const { db, clock, newId, readEffects } = deps;
  const today = () => localDay(clock.now());
  const get = (id: string): RiskDetail =>
    db.read('risk.get', (reader) => readRiskDetail(reader, id, today()));
  const summary = (): RiskSummary =>
    db.read('risk.summary', (reader) => readSummary(reader, { now: clock.now(), today: today() }));

  return {
    get,
    summary,
    list: (query: RiskQuery) => db.read('risk.list', (reader) => listRisks(reader, query, today())),
    trend: (days: number): RiskTrend =>
      db.read('risk.trend', (reader) => readTrend(reader, days, clock.now())),

    create(risk: NewRisk, actor: string): RiskDetail {
      const id = db.write(byUser(actor, 'create'), (tx) =>
        insertRisk(tx, risk, { actor, newId, today: today() }),
      );
      return get(id);
    },

    update(id: string, update: RiskUpdate, user: string): RiskDetail & { merged: OtherChange[] } {
      const merged = db.write(byUser(user, 'update'), (tx) => {
        const isOnlyApprover = mayApproveOwn(tx, 'risk.write');
        const actor = { id: user, isOnlyApprover, today: today() };
        return changeRisk(tx, id, update, { actor, readEffects });
      });
      return { ...get(id), merged };
    },

    explain: (id: string): ResidualExplanation =>
      db.read('risk.residual', (reader) =>
        explainResidual(reader, id, { readEffects, now: clock.now() }),
      ),

    /** One's own assessment in the formula's place; null lets the formula count again. */
    setResidual(
      id: string,
      { residualRisk, reason }: { residualRisk: number | null; reason: string },
      actor: string,
    ): RiskDetail {
      const verb = residualRisk === null ? 'withdrawResidual' : 'assessResidual';
      db.write(byUser(actor, verb, reason), (tx) => {
        const row = mustFindRisk(tx, id);
        if (residualRisk !== null && residualRisk > row.inherentRisk)
          throw badRiskField(
            'residualRisk',
            'Residual risk must be a number from 0 to the inherent risk',
          );
        const patch =
          residualRisk === null
            ? residualPatch(computeFor(tx, row, { readEffects, now: tx.now }), tx.now)
            : {
                residualRisk,
                residualBasis: 'PERSON' as const,
                residualFormula: null,
                residualBy: actor,
                residualReason: reason,
                residualAt: tx.now,
              };
        tx.update(risksTable, id, { ...patch, updatedAt: tx.now });
      });
      return get(id);
    },

    setAppetite(
      { appetite, reason }: { appetite: number | null; reason: string },
      actor: string,
    ): RiskSummary {
      deps.setAppetite(actor, appetite, reason);
      return summary();
    },
  };
}
export type RiskService = ReturnType<typeof createRiskService>;
