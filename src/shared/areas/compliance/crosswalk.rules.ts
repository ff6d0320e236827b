/** What a result of one requirement says for another that a crosswalk links it to. */
import type { ControlStatus } from './compliance.rules.ts';
import type { CrosswalkRelation } from './crosswalk.contract.ts';

const FLIPPED: Record<CrosswalkRelation, CrosswalkRelation> = {
  equal: 'equal',
  intersects: 'intersects',
  subset: 'superset',
  superset: 'subset',
};

/** The relation as seen from the other end. */
export function flipRelation(relation: CrosswalkRelation): CrosswalkRelation {
  return FLIPPED[relation];
}

/** What the source is to the target, as a reader says it: `<source> … <target>`. */
export const RELATION_WORDS: Record<CrosswalkRelation, string> = {
  equal: 'Asks for the same as',
  superset: 'Covers all of',
  subset: 'Is a part of',
  intersects: 'Shares a part with',
};

export type CarriedStatus = Exclude<ControlStatus, 'NOT_ASSESSED'>;

/**
 * What a result carries over along one link; null where it says nothing. Equal and superset carry the
 * result, intersects at most half of a good one, and a part says nothing of the whole. A bad result
 * of a requirement that only shares a part may lie in the other part, so it says nothing either.
 */
export function carryOver(
  status: ControlStatus,
  relation: CrosswalkRelation,
): CarriedStatus | null {
  if (status === 'NOT_ASSESSED' || relation === 'subset') return null;
  if (relation !== 'intersects') return status;
  return status === 'NON_COMPLIANT' ? null : 'PARTIALLY_COMPLIANT';
}

export interface ProjectionSource {
  readonly status: ControlStatus;
  /** What this source is to the target. */
  readonly relation: CrosswalkRelation;
}

export interface Projection {
  /** What all links together say; null where none says anything. */
  readonly status: CarriedStatus | null;
  /** The sources do not say the same, so a person has to look. */
  readonly isContested: boolean;
}

const FROM_WORST: readonly CarriedStatus[] = ['NON_COMPLIANT', 'PARTIALLY_COMPLIANT', 'COMPLIANT'];

function worst(statuses: readonly CarriedStatus[]): CarriedStatus | null {
  return FROM_WORST.find((status) => statuses.includes(status)) ?? null;
}

/** Several sources: the worst of those that cover the whole; only without one, those that share a part. */
export function projectFrom(sources: readonly ProjectionSource[]): Projection {
  const carried = (isWhole: boolean) =>
    sources.flatMap(({ status, relation }) => {
      const one = (relation === 'intersects') === isWhole ? null : carryOver(status, relation);
      return one === null ? [] : [one];
    });
  const whole = carried(true);
  const status = worst(whole) ?? worst(carried(false));
  const assessed = sources.filter((one) => one.status !== 'NOT_ASSESSED');
  const isFailing = ({ status: one }: ProjectionSource) => one === 'NON_COMPLIANT';
  const isContested =
    new Set(whole).size > 1 ||
    (status !== null && status !== 'NON_COMPLIANT' && assessed.some(isFailing));
  return { status, isContested };
}
