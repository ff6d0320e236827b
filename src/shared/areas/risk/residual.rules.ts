/**
 * Residual risk from the effectiveness of linked controls. Pure; versioned, so that a figure says by
 * which formula it came.
 *
 * Version 1: without a linked control that counts, residual = 0.7 × inherent, as the specification has
 * it at creation. With controls, residual = inherent × (1 − 0.9 × Σ weight × assurance ÷ Σ weight),
 * assurance from 0 to 1 by compliance's own formula: a control that nobody assessed counts with 0, one
 * that does not apply or is gone does not count at all. 0.9: no control takes all of a risk away.
 * The weight (1 minor, 2 substantial, 3 main) says how much of the treatment rests on the control.
 */
import { oneDigit } from './risks.rules.ts';

export const RESIDUAL_FORMULA = 'residual/1';
/** The share of the inherent risk that stays at creation. */
export const RESIDUAL_AT_CREATION = 0.7;
/** The most that controls can take. */
export const MAX_REDUCTION = 0.9;

export const CONTROL_WEIGHTS = [1, 2, 3] as const;
export type ControlWeight = (typeof CONTROL_WEIGHTS)[number];
export const CONTROL_WEIGHT_LABELS: Record<ControlWeight, string> = {
  1: 'Minor',
  2: 'Substantial',
  3: 'Main',
};

export interface ControlEffect {
  readonly id: string;
  readonly weight: number;
  /** 0 to 100 with one digit; null where it was not assessed. */
  readonly assurance: number | null;
  /** False where it does not apply or is gone from its framework. */
  readonly counts: boolean;
}

export interface ControlPart {
  readonly id: string;
  /** Of the weights that count, 0 to 1. */
  readonly share: number;
  /** Points of the inherent risk that it takes. */
  readonly reduction: number;
}

export interface Residual {
  readonly formula: string;
  readonly basis: 'CREATION' | 'CONTROLS';
  /** Points, one digit. */
  readonly residual: number;
  readonly parts: readonly ControlPart[];
}

/** @param inherent points, 1 to 25. */
export function residualOf(inherent: number, controls: readonly ControlEffect[]): Residual {
  const counted = controls.filter(({ counts }) => counts);
  const weights = counted.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0)
    return {
      formula: RESIDUAL_FORMULA,
      basis: 'CREATION',
      residual: oneDigit(inherent * RESIDUAL_AT_CREATION),
      parts: controls.map(({ id }) => ({ id, share: 0, reduction: 0 })),
    };
  const parts = controls.map(({ id, weight, assurance, counts }) => {
    const share = counts ? weight / weights : 0;
    return { id, share, reduction: (inherent * MAX_REDUCTION * share * (assurance ?? 0)) / 100 };
  });
  const taken = parts.reduce((sum, { reduction }) => sum + reduction, 0);
  return {
    formula: RESIDUAL_FORMULA,
    basis: 'CONTROLS',
    residual: oneDigit(inherent - taken),
    parts,
  };
}

/** One line that names every input, for the audit log. */
export function residualReason(
  inherent: number,
  controls: readonly (ControlEffect & { readonly ref: string })[],
): string {
  const inputs = controls.map(
    ({ ref, assurance, counts }) =>
      `${ref} ${counts ? (assurance === null ? 'not assessed' : assurance.toFixed(1)) : 'does not count'}`,
  );
  const shown = inputs.slice(0, 12).join(', ') + (inputs.length > 12 ? ', …' : '');
  return `Recomputed by ${RESIDUAL_FORMULA}: inherent ${inherent.toFixed(1)}; ${
    shown === '' ? 'no linked control' : `assurance of ${shown}`
  }`;
}
