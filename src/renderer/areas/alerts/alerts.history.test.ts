import { expect, test } from 'vitest';
import { actionText, changeText, reasonText } from './alerts.history.ts';

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

test('[DP4] a disposition is told in words; its note once', () => {
  const entry = {
    reason: 'Own scanner',
    ...changes(
      ['verdict', null, 'BENIGN_TRUE_POSITIVE'],
      ['reasonCode', null, 'authorised-scan'],
      ['closingNote', null, 'Own scanner'],
      ['closingEvidence', null, ['sourceIp', 'alert:a1']],
    ),
  };
  expect(changeText(entry, nameOf)).toEqual([
    { field: 'Verdict', from: '—', to: 'Benign true positive' },
    { field: 'Reason code', from: '—', to: 'Authorised vulnerability scan' },
    { field: 'Evidence', from: '—', to: 'Source IP, Alert a1' },
  ]);
});

test('[DI2] comments are told with names for their mentions', () => {
  expect(reasonText({ action: 'alerts.comment', reason: 'Ask @{u1}' }, nameOf)).toBe(
    'Ask @Ada Byron',
  );
  expect(reasonText({ action: 'alerts.reopen', reason: '@{u1}' }, nameOf)).toBe('@{u1}');
});
