import { expect, test } from 'vitest';
import type { TechniqueFigures } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import {
  cutText,
  hasSubTechniques,
  heatLayout,
  heatLevel,
  tacticColumns,
  techniqueQuery,
} from './techniques.rules.ts';

const technique = (id: string, alerts: number, ...tactics: string[]) => ({
  id,
  name: tactics.length > 0 ? `Name of ${id}` : null,
  tactics,
  alerts,
});

const figures: TechniqueFigures = {
  from: '2026-10-22T00:00:00.000Z',
  tactics: ['Initial Access', 'Execution', 'Impact'],
  techniques: [
    technique('T1078', 9, 'Initial Access', 'Impact'),
    technique('T1190', 4, 'Initial Access'),
    technique('T1190.001', 3, 'Initial Access'),
    technique('T9999', 1),
  ],
};

test('[DA2] tactics are columns in the order of the matrix; what ATT&CK does not know comes last', () => {
  const columns = tacticColumns(figures, 8);
  expect(columns.map(({ tactic, cells }) => [tactic, cells.map(({ id }) => id)])).toEqual([
    ['Initial Access', ['T1078', 'T1190', 'T1190.001']],
    ['Impact', ['T1078']],
    ['Not in ATT&CK', ['T9999']],
  ]);
  expect(tacticColumns({ ...figures, techniques: [] }, 8)).toEqual([]);
});

test('a column that is too long says how many more there are, in the place of one of them', () => {
  const [first] = tacticColumns(figures, 2);
  expect(first?.cells.map(({ id }) => id)).toEqual(['T1078']);
  expect(first?.more).toBe(2);
  expect(tacticColumns(figures, 3)[0]?.more).toBe(0);
});

test('warmth rises with the number, by its magnitude', () => {
  expect(heatLevel(1, 1)).toBe(5);
  expect(heatLevel(1, 150)).toBe(1);
  expect(heatLevel(150, 150)).toBe(5);
  expect(heatLevel(1_000_000, 1_000_000)).toBe(5);
  const levels = [1, 3, 10, 30, 100].map((alerts) => heatLevel(alerts, 100));
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
});

test('columns take as many bands as the width asks for and fill them evenly', () => {
  const columns = tacticColumns(figures, 8);
  const sizes = { columnMin: 100, head: 20, cell: 30, gap: 10 };
  const wide = heatLayout(columns, { ...sizes, width: 400 });
  expect(wide.places.map(({ y }) => y)).toEqual([0, 0, 0]);
  expect(wide.columnWidth).toBeCloseTo((400 - 20) / 3);
  const narrow = heatLayout(columns, { ...sizes, width: 250 });
  expect(narrow.places.map(({ x }) => x)).toEqual([0, 130, 0]);
  expect(narrow.places[2]?.y).toBeGreaterThanOrEqual(20 + 3 * 40);
  expect(narrow.height).toBeGreaterThan(wide.height);
  const tiny = heatLayout(columns, { ...sizes, width: 40 });
  expect(tiny.columnWidth).toBe(40);
});

test('text that does not fit ends in an ellipsis', () => {
  expect(cutText('Exploit Public-Facing Application', 64, 6.4)).toBe('Exploit P…');
  expect(cutText('DNS', 64, 6.4)).toBe('DNS');
});

test('[DA3] a technique leads to its alerts of the same days', () => {
  expect(techniqueQuery(figures, 'T1190.001')).toBe(
    'q=T1190.001&from=2026-10-22T00%3A00%3A00.000Z',
  );
  expect(hasSubTechniques(figures, 'T1190')).toBe(true);
  expect(hasSubTechniques(figures, 'T1078')).toBe(false);
});
