/** The targets of the design, what was reached, and where one is missed by how much and why. */
import type { Evaluation, Pooled } from './evaluate.ts';
import type { LinkFigures } from './incidents.ts';

export interface TargetRow {
  readonly name: string;
  readonly target: string;
  readonly reached: string;
  /** Null: not measured. */
  readonly isMet: boolean | null;
  /** By how much and why; null where it is met. */
  readonly why: string | null;
}

export const percent = (share: number | null, digits = 2): string =>
  share === null ? 'none' : `${(100 * share).toFixed(digits)} %`;

interface Bar {
  readonly name: string;
  readonly value: number | null;
  readonly bar: number;
  readonly isAtLeast: boolean;
  readonly show: (value: number) => string;
  readonly why: () => string;
  /** Said beside what was reached. */
  readonly beside?: string;
}

function row({ name, value, bar, isAtLeast, show, why, beside }: Bar): TargetRow {
  const target = `${isAtLeast ? '≥' : '≤'} ${show(bar)}`;
  if (value === null) return { name, target, reached: 'not measured', isMet: null, why: why() };
  const isMet = isAtLeast ? value >= bar : value <= bar;
  const by = `Missed by ${show(Math.abs(value - bar))}. ${isMet ? '' : why()}`.trim();
  const reached = beside === undefined ? show(value) : `${show(value)} ${beside}`;
  return { name, target, reached, isMet, why: isMet ? null : by };
}

const share = (value: number): string => percent(value);
const plain = (value: number): string => value.toFixed(3);

/** Which conditions kept groups open, the most frequent first. */
function whyOpen(evaluations: readonly Evaluation[]): string {
  const counts = new Map<string, number>();
  for (const { warm } of evaluations)
    for (const { decision, missing } of warm) {
      if (decision === 'auto-close') continue;
      const first = missing[0] ?? 'escalated';
      counts.set(first, (counts.get(first) ?? 0) + 1);
    }
  const parts = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5);
  return `Left open for want of: ${parts.map(([code, n]) => `${code} ${n}`).join(', ')}`;
}

/** Malicious groups that were closed, by name. */
function whichMissed(evaluations: readonly Evaluation[]): string {
  const names = evaluations.flatMap(({ set, warm }) =>
    warm
      .filter((one) => one.isMalicious && one.decision === 'auto-close')
      .map(
        ({ group }) =>
          `${set.name}: ${group.title} on ${group.host ?? '-'} (${[...group.attacks.keys()].join(', ')})`,
      ),
  );
  return `Closed: ${names.slice(0, 5).join('; ')}`;
}

function whyNotReduced(evaluations: readonly Evaluation[]): string {
  const parts = evaluations.map(({ set }) => {
    const perGroup = (set.alerts / set.groups.length).toFixed(0);
    return `${set.name} ${percent(1 - set.groups.length / set.alerts)} at ${perGroup} alerts a group`;
  });
  return `Windows of a quarter of an hour cannot shrink what repeats seldom, and the next wider one mixes over 0.1 % on the development environment: ${parts.join(', ')}`;
}

export function targetRows(
  evaluations: readonly Evaluation[],
  all: Pooled,
  linking: readonly { readonly name: string; readonly figures: LinkFigures }[],
): TargetRow[] {
  const { engine, noisy, hidden } = all;
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  const noisyPrecision = noisy.map(({ precision }) => precision ?? 1);
  const unseen = hidden.reduce((sum, { groups }) => sum + groups, 0);
  const unseenClosed = hidden.reduce((sum, { closed }) => sum + closed, 0);
  const ofLinking = linking[0]?.figures;
  const open = () => whyOpen(evaluations);
  const closed = () => whichMissed(evaluations);
  const none = () => 'There is nothing of the kind in the files';
  return [
    row({
      name: 'Grouping: reduction',
      value: all.reduction,
      bar: 0.98,
      isAtLeast: true,
      show: share,
      why: () => whyNotReduced(evaluations),
    }),
    row({
      name: 'Grouping: mixed groups',
      value: all.mixedShare,
      bar: 0.001,
      isAtLeast: false,
      show: (value) => percent(value, 3),
      why: () =>
        'An attack and benign repeats of one detector on one host within a quarter of an hour',
    }),
    row({
      name: 'Memory: coverage',
      value: engine.coverage,
      bar: 0.8,
      isAtLeast: true,
      show: share,
      why: open,
    }),
    row({
      name: 'Memory: precision',
      value: engine.precision,
      bar: 0.999,
      isAtLeast: true,
      show: (value) => percent(value, 3),
      beside: `(95 %: ≥ ${percent(engine.precisionAtLeast, 2)})`,
      why: closed,
    }),
    row({
      name: 'Memory: malicious groups missed',
      value: engine.missed,
      bar: 0.005,
      isAtLeast: false,
      show: share,
      why: engine.malicious === 0 ? none : closed,
    }),
    row({
      name: 'Attack never seen: closed',
      value: unseen === 0 ? null : unseenClosed / unseen,
      bar: 0.01,
      isAtLeast: false,
      show: share,
      why:
        unseen === 0
          ? none
          : () =>
              hidden
                .filter((one) => one.closed > 0)
                .map((one) => `${one.attack} ${one.closed} of ${one.groups}`)
                .join(', '),
    }),
    row({
      name: 'Attack never seen: coverage (least)',
      value: hidden.length === 0 ? null : Math.min(...hidden.map(({ coverage }) => coverage)),
      bar: 0.65,
      isAtLeast: true,
      show: share,
      why: hidden.length === 0 ? none : open,
    }),
    row({
      name: '5 % wrong verdicts: coverage (mean)',
      value: mean(noisy.map(({ coverage }) => coverage)),
      bar: 0.65,
      isAtLeast: true,
      show: share,
      why: () => 'Second looks that err, too, end patterns; others wait for theirs',
    }),
    row({
      name: '5 % wrong verdicts: precision (least)',
      value: noisy.length === 0 ? null : Math.min(...noisyPrecision),
      bar: 0.999,
      isAtLeast: true,
      show: (value) => percent(value, 3),
      why: () => 'Attacks closed as benign by mistake became support',
    }),
    row({
      name: 'Incident linking: F1',
      value: ofLinking?.f1 ?? null,
      bar: 0.96,
      isAtLeast: true,
      show: plain,
      why: () =>
        ofLinking
          ? `Precision ${plain(ofLinking.precision)}, recall ${plain(ofLinking.recall)}`
          : 'No folder with incidents was named',
    }),
    row({
      name: 'Calibration error',
      value: all.calibration,
      bar: 0.03,
      isAtLeast: false,
      show: plain,
      why: () => 'Attacks came more, or less, often than the verdicts before them let expect',
    }),
    row({
      name: 'One decision, p95',
      value: all.decisionP95Ms,
      bar: 5,
      isAtLeast: false,
      show: (value) => `${value.toFixed(2)} ms`,
      why: () => 'Measured by the clock: other work on the machine counts',
    }),
    row({
      name: '36,000 groups',
      value: (36_000 * all.msPerDecision) / 1000,
      bar: 60,
      isAtLeast: false,
      show: (value) => `${value.toFixed(1)} s`,
      why: () => 'Measured by the clock: other work on the machine counts',
    }),
  ];
}
