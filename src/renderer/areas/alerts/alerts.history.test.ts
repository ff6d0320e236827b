import { expect, test } from 'vitest';
import { actionText, changeText } from './alerts.history.ts';

const nameOf = (id: string) => (id === 'u1' ? 'Ada Byron' : 'Unknown account');
const changes = (...all: [string, unknown, unknown][]) => ({
  changes: all.map(([field, from, to]) => ({ field, from, to })),
});

test('an action is told in words, an unknown one by its name', () => {
  expect(actionText({ action: 'alerts.reopen' })).toBe('reopened it');
  expect(actionText({ action: 'sync.merge' })).toBe('sync.merge');
});

test('status, assignment and escalation are told as a person says them', () => {
  expect(
    changeText(
      changes(
        ['status', 'IN_PROGRESS', 'FALSE_POSITIVE'],
        ['assignedTo', null, 'u1'],
        ['escalated', false, true],
      ),
      nameOf,
    ),
  ).toEqual([
    { field: 'Status', from: 'IN PROGRESS', to: 'FALSE POSITIVE' },
    { field: 'Assigned to', from: '—', to: 'Ada Byron' },
    { field: 'Escalated', from: 'No', to: 'Yes' },
  ]);
});

test('what follows from other changes, and what did not change, is left out', () => {
  expect(
    changeText(
      changes(['updatedAt', 1, 2], ['handlingMs', 0, 9], ['status', 'OPEN', 'OPEN']),
      nameOf,
    ),
  ).toEqual([]);
});
