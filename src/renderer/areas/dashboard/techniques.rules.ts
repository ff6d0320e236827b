import type { TechniqueFigures } from '../../../shared/areas/dashboard/dashboard.contract.ts';

type Technique = TechniqueFigures['techniques'][number];

/** Where techniques stand that ATT&CK does not know, or no longer. */
const UNKNOWN_TACTIC = 'Not in ATT&CK';
const LEVELS = 5;

export interface TacticColumn {
  readonly tactic: string;
  readonly cells: readonly Technique[];
  /** Further ones, which only the table lists. */
  readonly more: number;
}

/**
 * Tactics in the order of the matrix, each with its techniques, the most frequent first; a technique
 * of several tactics stands under each, as in ATT&CK's own matrix. Tactics without any are left out.
 */
export function tacticColumns(figures: TechniqueFigures, cellsMax: number): TacticColumn[] {
  const unknown = figures.techniques.filter(({ tactics }) => tactics.length === 0);
  const known = figures.tactics.map((tactic) => ({
    tactic,
    found: figures.techniques.filter(({ tactics }) => tactics.includes(tactic)),
  }));
  return [...known, { tactic: UNKNOWN_TACTIC, found: unknown }]
    .filter(({ found }) => found.length > 0)
    .map(({ tactic, found }) => {
      const shown = found.length > cellsMax ? cellsMax - 1 : found.length;
      return { tactic, cells: found.slice(0, shown), more: found.length - shown };
    });
}

/** How warm a cell is, 1 to 5: by the logarithm, so that one noisy technique hides no other. */
export function heatLevel(alerts: number, most: number): number {
  if (most <= 1) return alerts > 0 ? LEVELS : 0;
  return Math.max(1, Math.ceil((LEVELS * Math.log1p(alerts)) / Math.log1p(most) - 1e-9));
}

export interface HeatLayout {
  readonly columnWidth: number;
  readonly height: number;
  /** Where each column begins. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

export interface HeatSizes {
  readonly width: number;
  readonly columnMin: number;
  readonly head: number;
  readonly cell: number;
  readonly gap: number;
}

/** Columns side by side in as many bands as the width asks for, evenly filled: nothing scrolls sideways. */
export function heatLayout(columns: readonly TacticColumn[], sizes: HeatSizes): HeatLayout {
  const { width, columnMin, head, cell, gap } = sizes;
  const most = Math.max(1, Math.floor((width + gap) / (columnMin + gap)));
  const bands = Math.max(1, Math.ceil(columns.length / most));
  const perBand = Math.max(1, Math.ceil(columns.length / bands));
  const columnWidth = (width + gap) / perBand - gap;
  const rowsOf = ({ cells, more }: TacticColumn) => cells.length + (more > 0 ? 1 : 0);
  const places: { x: number; y: number }[] = [];
  let y = 0;
  for (let band = 0; band < bands; band++) {
    const inBand = columns.slice(band * perBand, (band + 1) * perBand);
    const top = y;
    places.push(...inBand.map((_, place) => ({ x: place * (columnWidth + gap), y: top })));
    y += head + Math.max(0, ...inBand.map(rowsOf)) * (cell + gap) + gap;
  }
  return { columnWidth, height: Math.max(0, y - gap), places };
}

/** What fits into a width, cut at its end; an estimate from the mean width of a letter. */
export function cutText(text: string, width: number, letterPx: number): string {
  const fits = Math.max(1, Math.floor(width / letterPx));
  return text.length <= fits ? text : `${text.slice(0, fits - 1).trimEnd()}…`;
}

/** The alerts behind a cell: the list finds a technique by its id. */
export function techniqueQuery(figures: TechniqueFigures, id: string): string {
  return new URLSearchParams({ q: id, from: figures.from }).toString();
}

export function hasSubTechniques({ techniques }: TechniqueFigures, id: string): boolean {
  return techniques.some((other) => other.id.startsWith(`${id}.`));
}
