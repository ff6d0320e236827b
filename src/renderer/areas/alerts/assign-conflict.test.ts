import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../shared/areas/alerts/alerts.contract.ts';
import { assignConflict, isContested } from './assign-conflict.ts';

const entry = (over: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ id: '1', at: '2026-11-20T10:00:00.000Z', actor: 'b', actorName: 'Bo Berg' },
  ...{ action: 'alerts.assign', reason: null, changes: [] },
  ...over,
});

test('[DK9] an assignment is contested where somebody else decided otherwise since', () => {
  expect(isContested({ begun: null, now: null, chosen: 'sam' })).toBe(false);
  expect(isContested({ begun: null, now: 'kim', chosen: 'sam' })).toBe(true);
  expect(isContested({ begun: 'kim', now: null, chosen: 'kim' })).toBe(true);
  expect(isContested({ begun: null, now: 'sam', chosen: 'sam' })).toBe(false);
});

test('[DK9] both decisions are named, the other one with who took it and when', () => {
  const alert = { assignedTo: 'kim', updatedAt: '2026-11-20T12:00:00.000Z' };
  const assigned = entry({ changes: [{ field: 'assignedTo', from: null, to: 'kim' }] });
  const later = entry({ id: '2', actorName: 'Cy', action: 'alerts.escalate' });
  expect(assignConflict(alert, [later, assigned], 'sam').fields).toEqual([
    { field: 'assignedTo', value: 'kim', yours: 'sam', by: 'Bo Berg', at: assigned.at },
  ]);
  const unknown = assignConflict(alert, [], null).fields[0];
  expect(unknown).toMatchObject({ by: 'Somebody', at: alert.updatedAt, yours: null });
});
