/** The residual of one risk: what the formula gives, and what is kept of it. */
import {
  MAX_REDUCTION,
  RESIDUAL_AT_CREATION,
  RESIDUAL_FORMULA,
  type Residual,
  residualOf,
  residualReason,
} from '../../../shared/areas/risk/residual.rules.ts';
import type { ResidualExplanation } from '../../../shared/areas/risk/risks.contract.ts';
import { riskText } from '../../../shared/areas/risk/risks.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { type RiskLink, readLinks } from './risk-residual.store.ts';
import { mustFindRisk, type RiskRow, readPeople } from './risk-rows.store.ts';
import { readControls } from './risk-treatment.store.ts';

/** Compliance's own figures of these controls; those that are gone are not in the answer. */
export type ReadEffects = (
  db: ReadDb,
  ids: readonly string[],
  now: number,
) => ReadonlyMap<string, { readonly assurance: number | null; readonly counts: boolean }>;

export interface Computed {
  readonly residual: Residual;
  /** Every input in one line, for the history. */
  readonly reason: string;
}

export function computeResidual(
  inherent: number,
  links: readonly RiskLink[],
  effects: ReturnType<ReadEffects>,
): Computed {
  const controls = links.flatMap((link) => {
    const effect = effects.get(link.id);
    return effect ? [{ ...link, ...effect }] : [];
  });
  return { residual: residualOf(inherent, controls), reason: residualReason(inherent, controls) };
}

export function computeFor(
  db: ReadDb,
  { id, inherentRisk }: Pick<RiskRow, 'id' | 'inherentRisk'>,
  { readEffects, now }: { readEffects: ReadEffects; now: number },
): Computed {
  const links = readLinks(db, [id]).get(id) ?? [];
  const effects = readEffects(
    db,
    links.map((link) => link.id),
    now,
  );
  return computeResidual(inherentRisk, links, effects);
}

/** What is kept of a computed residual. */
export function residualPatch({ residual }: Computed, now: number): Partial<RiskRow> {
  return {
    residualRisk: residual.residual,
    residualBasis: residual.basis,
    residualFormula: residual.basis === 'CONTROLS' ? residual.formula : null,
    residualBy: null,
    residualReason: null,
    residualAt: now,
  };
}

export function explainResidual(
  db: ReadDb,
  id: string,
  { readEffects, now }: { readEffects: ReadEffects; now: number },
): ResidualExplanation {
  const row = mustFindRisk(db, id);
  const controls = readControls(db, id);
  const ids = controls.map((control) => control.id);
  const effects = readEffects(db, ids, now);
  const counted = controls.map((control) => ({
    ...control,
    ...(effects.get(control.id) ?? { assurance: null, counts: false }),
  }));
  const computed = residualOf(row.inherentRisk, counted);
  const parts = new Map(computed.parts.map((part) => [part.id, part]));
  return {
    formula: RESIDUAL_FORMULA,
    inherent: riskText(row.inherentRisk),
    likelihood: row.likelihood,
    impact: row.impact,
    basis: row.residualBasis,
    residual: riskText(row.residualRisk),
    computed: riskText(computed.residual),
    computedBasis: computed.basis,
    atCreation: RESIDUAL_AT_CREATION,
    maxReduction: MAX_REDUCTION,
    controls: counted.map(({ addedAt: _, ...control }) => ({
      ...control,
      share: parts.get(control.id)?.share ?? 0,
      reduction: parts.get(control.id)?.reduction ?? 0,
    })),
    assessment:
      row.residualBasis === 'PERSON'
        ? {
            byName: readPeople(db, [row.residualBy]).get(row.residualBy ?? '') ?? null,
            at: row.residualAt === null ? null : toIso(row.residualAt),
            reason: row.residualReason,
          }
        : null,
  };
}
