/** Marks of a timeline in their lanes, and those that lie too close together as one. */
import { toNs } from '../../../../shared/areas/forensics/timeline/moment.ts';
import { placeIn, type TimeView } from '../../../../shared/areas/forensics/timeline/time-view.ts';
import type {
  Timeline,
  TimelineMark,
} from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import { SEVERITIES } from '../../../../shared/kernel/severity.ts';

export interface PlacedMark extends TimelineMark {
  readonly ns: bigint;
}

export interface Lane {
  readonly id: string;
  readonly label: string;
  /** By time. */
  readonly marks: readonly PlacedMark[];
}

/** Marks that are drawn as one. */
export interface Cluster {
  readonly lane: string;
  readonly marks: readonly PlacedMark[];
  /** px from the left. */
  readonly x: number;
  readonly color: string;
}

export const KIND_LABELS: Readonly<Record<string, string>> = {
  process: 'Process',
  logon: 'Logon',
  network: 'Network',
  dns: 'DNS',
  http: 'HTTP',
  tls: 'TLS',
  file: 'File',
  registry: 'Registry',
  service: 'Service',
  account: 'Account',
  policy: 'Policy',
  script: 'Script',
  detection: 'Detection',
  log: 'Log',
  other: 'Other',
};

export const placed = (mark: TimelineMark): PlacedMark => ({
  ...mark,
  ns: toNs({ ms: Date.parse(mark.at), nanos: mark.nanos }),
});

/** Alerts, promoted events by kind, analysts, evidence, tactics in the order of the matrix; empty lanes are left out. */
export function lanesOf({ tactics }: Timeline, marks: readonly PlacedMark[]): Lane[] {
  const of = (test: (mark: PlacedMark) => boolean) => marks.filter(test);
  const kinds = [...new Set(of(({ type }) => type === 'event').map(({ kind }) => kind))].sort();
  const lanes: Lane[] = [
    { id: 'alert', label: 'Alerts', marks: of(({ type }) => type === 'alert') },
    ...kinds.map((kind) => ({
      id: `event:${kind}`,
      label: `${KIND_LABELS[kind] ?? kind} events`,
      marks: of((mark) => mark.type === 'event' && mark.kind === kind),
    })),
    { id: 'act', label: 'Analysts', marks: of(({ type }) => type === 'act') },
    { id: 'evidence', label: 'Evidence', marks: of(({ type }) => type === 'evidence') },
    ...tactics.map((tactic) => ({
      id: `tactic:${tactic}`,
      label: tactic,
      marks: of((mark) => mark.tactics.includes(tactic)),
    })),
  ];
  return lanes.filter((lane) => lane.marks.length > 0);
}

const SEVERITY_COLORS = {
  CRITICAL: 'var(--color-critical-mark)',
  HIGH: 'var(--color-high-mark)',
  MEDIUM: 'var(--color-medium-mark)',
  LOW: 'var(--color-low-mark)',
} as const;
const COLORS = {
  alert: 'var(--color-low-mark)',
  event: 'var(--color-accent)',
  act: 'var(--color-ok-mark)',
  evidence: 'var(--color-fg-faint)',
} as const;

function colorOf(marks: readonly PlacedMark[]): string {
  const worst = SEVERITIES.find((one) => marks.some(({ severity }) => severity === one));
  if (worst) return SEVERITY_COLORS[worst];
  return COLORS[marks[0]?.type ?? 'event'];
}

/** Of the marks in view: at most one every `gap` px, so that a lane draws no more than its width holds. */
export function clustersOf(
  lane: Lane,
  view: TimeView,
  { width, gap }: { width: number; gap: number },
): Cluster[] {
  const clusters: { marks: PlacedMark[]; x: number }[] = [];
  for (const mark of lane.marks) {
    const share = placeIn(view, mark.ns);
    if (share < 0 || share > 1) continue;
    const x = share * width;
    const last = clusters.at(-1);
    if (last && x - last.x < gap) last.marks.push(mark);
    else clusters.push({ marks: [mark], x });
  }
  return clusters.map(({ marks, x }) => ({ lane: lane.id, marks, x, color: colorOf(marks) }));
}
