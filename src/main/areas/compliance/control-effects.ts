/** How effective single controls are, for other areas: the one formula, over the proof of each. */
import { controlAssurance } from '../../../shared/areas/compliance/assurance.rules.ts';
import { isScored } from '../../../shared/areas/compliance/proof.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import { readControlProofs } from './proof.store.ts';

export interface ControlEffectiveness {
  /** 0 to 100 with one digit; null where it is not assessed. */
  readonly assurance: number | null;
  /** False where it does not apply or its framework no longer has it. */
  readonly counts: boolean;
}

/** Controls that are not there are not in the answer. */
export function readControlEffects(
  db: ReadDb,
  ids: readonly string[],
  now: number,
): ReadonlyMap<string, ControlEffectiveness> {
  const found = new Map<string, ControlEffectiveness>();
  for (const controlId of ids) {
    const [proof] = readControlProofs(db, { now, controlId });
    if (proof)
      found.set(controlId, {
        assurance: controlAssurance(proof, now).assurance,
        counts: isScored(proof),
      });
  }
  return found;
}
