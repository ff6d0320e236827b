/** What is printed: plain text in columns. */
import type { added, Evaluation, Pooled } from './evaluate.ts';
import type { LinkFigures } from './incidents.ts';
import { percent, type TargetRow } from './targets.ts';
import type { WindowFigures } from './windows.ts';

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  return rows.map(line).join('\n');
}

const missed = ({
  closedMalicious,
  malicious,
}: {
  closedMalicious: number;
  malicious: number;
}): string => `${closedMalicious} of ${malicious}`;
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export function environmentTable(evaluations: readonly Evaluation[]): string {
  const head = [
    'environment',
    'groups',
    'reduction',
    'mixed',
    'coverage',
    'precision',
    '95 % ≥',
    'missed',
    'closed loop',
    'noise cov.',
    'noise prec. ≥',
    'unseen closed',
    'calibration',
    'ranking',
    'refitted',
    'suspicion off',
    'refitted',
  ];
  const rows = evaluations.map((one) => {
    const { set, engine, noisy, hidden } = one;
    const unseen = hidden.reduce((sum, { groups }) => sum + groups, 0);
    return [
      `${set.name}${one.isHeldOut ? '' : ' (development)'}`,
      String(set.groups.length),
      percent(1 - set.groups.length / set.alerts),
      percent(set.mixed / set.groups.length, 3),
      percent(engine.coverage, 1),
      percent(engine.precision, 3),
      percent(engine.precisionAtLeast, 2),
      missed(engine),
      `${percent(one.closedLoop.coverage, 1)}, ${missed(one.closedLoop)}`,
      percent(mean(noisy.map(({ coverage }) => coverage)), 1),
      percent(
        noisy.length === 0 ? null : Math.min(...noisy.map(({ precision }) => precision ?? 1)),
        3,
      ),
      `${hidden.reduce((sum, { closed }) => sum + closed, 0)} of ${unseen}`,
      one.calibration.toFixed(3),
      one.rank?.toFixed(3) ?? 'none',
      one.refitted.rank?.toFixed(3) ?? 'none',
      one.refitted.byHandError.toFixed(3),
      one.refitted.error.toFixed(3),
    ];
  });
  return columns([head, ...rows]);
}

export function linkingTable(
  rows: readonly { readonly name: string; readonly figures: LinkFigures }[],
): string {
  const head = ['incident linking', 'alerts', 'groups', 'incidents', 'precision', 'recall', 'F1'];
  return columns([
    head,
    ...rows.map(({ name, figures }) => [
      name,
      String(figures.alerts),
      String(figures.groups),
      String(figures.incidents),
      figures.precision.toFixed(3),
      figures.recall.toFixed(3),
      figures.f1.toFixed(3),
    ]),
  ]);
}

/** Of the development environment only: what a choice of window could have rested on. */
export function windowTable(rows: readonly WindowFigures[]): string {
  return columns([
    ['windows of repeats', 'groups', 'reduction', 'mixed'],
    ...rows.map(({ minutes, groups, reduction, mixedShare }) => [
      `${minutes} minutes`,
      String(groups),
      percent(reduction),
      percent(mixedShare, 3),
    ]),
  ]);
}

export function targetTable(rows: readonly TargetRow[]): string {
  const table = columns([
    ['target', 'asked', 'reached', ''],
    ...rows.map(({ name, target, reached, isMet }) => [
      name,
      target,
      reached,
      isMet === null ? '' : isMet ? 'met' : 'MISSED',
    ]),
  ]).split('\n');
  return table
    .flatMap((line, at) => {
      const why = at === 0 ? null : rows[at - 1]?.why;
      return why ? [line, `    ${why}`] : [line];
    })
    .join('\n');
}

type Figures = Pick<
  ReturnType<typeof added>,
  'coverage' | 'precision' | 'closedMalicious' | 'malicious'
>;

export function rivalTable(all: Pooled): string {
  const row = (name: string, one: Figures) => [
    name,
    percent(one.coverage, 1),
    percent(one.precision, 3),
    missed(one),
  ];
  return columns([
    ['beside', 'coverage', 'precision', 'malicious closed'],
    row('the engine', all.engine),
    row('the engine, seeing only what it left open and 5 % audit', all.closedLoop),
    row('per-detector rate (≤ 1 % malicious so far)', all.rate),
    row('close everything', all.everything),
  ]);
}
