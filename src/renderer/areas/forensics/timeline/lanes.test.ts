import { expect, test } from 'vitest';
import { toNs } from '../../../../shared/areas/forensics/timeline/moment.ts';
import type { TimelineMark } from '../../../../shared/areas/forensics/timeline/timeline.contract.ts';
import { clustersOf, lanesOf, placed } from './lanes.ts';

const T0 = Date.parse('2026-11-20T10:00:00.000Z');
const mark = (n: number, more: Partial<TimelineMark> = {}): TimelineMark => ({
  ...{ id: String(n), type: 'alert', at: new Date(T0).toISOString(), nanos: n },
  ...{ recordedAt: new Date(T0).toISOString(), recordedNanos: n, title: 't', detail: null },
  ...{ kind: 'alert', severity: 'LOW', who: null, host: null, user: null, source: null },
  ...{ techniques: [], tactics: [], recordId: null },
  ...more,
});
const FROM = toNs({ ms: T0, nanos: 0 });
const none = { alert: 0, event: 0, act: 0, evidence: 0 };

test('[TL18] every mark stands in its lane, and in those of its tactics; empty lanes are left out', () => {
  const marks = [
    mark(1, { tactics: ['Impact', 'Execution'] }),
    mark(2, { type: 'event', kind: 'process', severity: null, tactics: ['Execution'] }),
    mark(3, { type: 'act', severity: null }),
  ].map(placed);
  const lanes = lanesOf(
    { marks, tactics: ['Execution', 'Impact'], leftOut: none, untimed: 0 },
    marks,
  );
  expect(lanes.map(({ label, marks: own }) => [label, own.length])).toEqual([
    ['Alerts', 1],
    ['Process events', 1],
    ['Analysts', 1],
    ['Execution', 2],
    ['Impact', 1],
  ]);
});

test('[TL19] a lane draws no more than its width holds, whatever the number of marks; zoomed in they part', () => {
  const lane = {
    id: 'a',
    label: 'A',
    marks: Array.from({ length: 5_000 }, (_, n) => placed(mark(n))),
  };
  const far = clustersOf(lane, { from: FROM, span: 5_000n }, { width: 800, gap: 8 });
  expect(far.length).toBeLessThanOrEqual(101);
  expect(far.reduce((sum, { marks }) => sum + marks.length, 0)).toBe(5_000);
  const near = clustersOf(lane, { from: FROM, span: 1_000n }, { width: 10_000, gap: 8 });
  expect(near).toHaveLength(1_001);
  const worst = [...lane.marks.slice(0, 3), placed(mark(3, { severity: 'CRITICAL' }))];
  const [one] = clustersOf(
    { ...lane, marks: worst },
    { from: FROM, span: 5_000n },
    { width: 800, gap: 8 },
  );
  expect(one?.color).toBe('var(--color-critical-mark)');
});
