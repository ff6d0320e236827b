/** How a score came about, in the words of the contract. Pure. */
import { createHash } from 'node:crypto';
import {
  ASSURANCE_FORMULA,
  ASSURANCE_INPUTS,
  type AssuranceReason,
  addUp,
  type Coverage,
  type CoverageSums,
  controlAssurance,
  sumsOf,
} from '../../../shared/areas/compliance/assurance.rules.ts';
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { ControlProof } from '../../../shared/areas/compliance/proof.rules.ts';
import type {
  AssuranceReasonJson,
  GroupScore,
  ScoredControlJson,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { type GroupRow, scoreOf } from './scores.store.ts';

export function noCounts(): Record<ControlStatus, number> {
  return { NOT_ASSESSED: 0, COMPLIANT: 0, PARTIALLY_COMPLIANT: 0, NON_COMPLIANT: 0 };
}

/** Figures that end in `At` are times. */
function reasonJson({ figures, ...reason }: AssuranceReason): AssuranceReasonJson {
  const shown: Record<string, number | string> = {};
  for (const [name, value] of Object.entries(figures))
    shown[name] = name.endsWith('At') && typeof value === 'number' ? toIso(value) : value;
  return { ...reason, figures: shown, proof: [...reason.proof] };
}

export interface Explained {
  readonly control: ControlProof;
  readonly sums: CoverageSums;
  readonly json: ScoredControlJson;
}

export function explainControl(control: ControlProof, now: number): Explained {
  const { assurance, reasons } = controlAssurance(control, now);
  const { id, ref, title, parentRef, status, weight, isApplicable, isGone } = control;
  const json = {
    ...{ id, controlId: ref, title, parentRef, status, weight, isApplicable, isGone, assurance },
    reasons: reasons.map(reasonJson),
  };
  return { control, sums: sumsOf(control, assurance), json };
}

/** Each group with everything under it: groups in it, controls, and what stands under controls. */
export function explainGroups(
  groups: readonly GroupRow[],
  explained: ExplainedFramework['entries'],
): GroupScore[] {
  const parents = new Map<string, string | null>();
  for (const { control } of explained) parents.set(control.ref, control.parentRef);
  for (const { ref, parentRef } of groups) parents.set(ref, parentRef);
  const under = new Map<string, ExplainedFramework['entries'][number][]>(
    groups.map(({ ref }) => [ref, []]),
  );
  for (const entry of explained) {
    const passed = new Set<string>();
    let ref = entry.control.parentRef;
    while (ref !== null && !passed.has(ref)) {
      passed.add(ref);
      under.get(ref)?.push(entry);
      ref = parents.get(ref) ?? null;
    }
  }
  return groups.map(({ ref, title, parentRef }) => {
    const entries = under.get(ref) ?? [];
    const counts = noCounts();
    for (const { control } of entries) counts[control.status] += 1;
    const { coverage, assurance, applicable, assessed } = addUp(entries.map(({ sums }) => sums));
    return {
      ...{ ref, title, parentRef, score: scoreOf(counts), coverage, assurance },
      ...{ applicable, assessed },
    };
  });
}

/** A control as it is answered, and what the digest is made of: JSON that is written once. */
export interface ExplainedControl extends Pick<Explained, 'control' | 'sums'> {
  readonly json: Buffer;
  readonly inputsJson: Buffer;
}

export function explainedControl(control: ControlProof, now: number): ExplainedControl {
  const { sums, json } = explainControl(control, now);
  const inputsJson = Buffer.from(inputsOf(control));
  return { control, sums, json: Buffer.from(JSON.stringify(json)), inputsJson };
}

/** Of one framework, what a call for it is answered from. */
export interface ExplainedFramework {
  readonly entries: readonly Pick<Explained, 'control' | 'sums'>[];
  readonly counts: Readonly<Record<ControlStatus, number>>;
  readonly coverage: Coverage;
  /** Its controls as they are answered, and what the digest is made of: megabytes. */
  readonly controlsJson: Buffer;
  readonly inputsJson: Buffer;
}

const COMMA = Buffer.from(',');

/** @param entries In the order of the framework. */
export function explainedFramework(entries: readonly ExplainedControl[]): ExplainedFramework {
  const counts = noCounts();
  const json: Buffer[] = [];
  for (const { control, json: own } of entries) {
    counts[control.status] += 1;
    json.push(json.length === 0 ? Buffer.from('[') : COMMA, own);
  }
  json.push(Buffer.from(json.length === 0 ? '[]' : ']'));
  return {
    entries,
    counts,
    coverage: addUp(entries.map(({ sums }) => sums)),
    controlsJson: Buffer.concat(json),
    inputsJson: Buffer.concat(
      sorted(entries.map(({ control: { id }, inputsJson }) => ({ id, inputsJson }))).map(
        ({ inputsJson }) => inputsJson,
      ),
    ),
  };
}

/** By id; rows that come from an index stand so already. */
function sorted<T extends { readonly id: string }>(rows: readonly T[]): readonly T[] {
  const isSorted = rows.every((row, place) => place === 0 || (rows[place - 1]?.id ?? '') < row.id);
  return isSorted ? rows : rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function inputsOf(control: ControlProof): string {
  const { id, status, weight, isApplicable, isGone, lastAssessment, nextAssessment } = control;
  return JSON.stringify([
    ...[id, status, weight, isApplicable, isGone, lastAssessment, nextAssessment],
    sorted(control.evidence).map(({ id: piece, verdict, since, expiresAt, isSelfApproved }) => [
      piece,
      verdict,
      since,
      expiresAt,
      isSelfApproved,
    ]),
    sorted(control.tests).map(({ id: test, nextDue, lastRun, pendingRuns }) => [
      ...[test, nextDue, lastRun?.id, lastRun?.result, lastRun?.ranAt, lastRun?.isSelfApproved],
      pendingRuns,
    ]),
    sorted(control.challenges).map((x) => [x.id, x.state, x.createdAt]),
  ]);
}

/**
 * SHA-256, in hex, over the formula, its constants, the moment and everything it was given: whoever
 * has the same records gets the same digest.
 */
export function digestOf(controls: readonly ControlProof[], now: number): string {
  return digestOfInputs(Buffer.from(sorted(controls).map(inputsOf).join('')), now);
}

export function digestOfInputs(inputsJson: Uint8Array, now: number): string {
  return createHash('sha256')
    .update(JSON.stringify([ASSURANCE_FORMULA, ASSURANCE_INPUTS, now]))
    .update(inputsJson)
    .digest('hex');
}
