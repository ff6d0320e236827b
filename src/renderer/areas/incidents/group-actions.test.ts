import { expect, test } from 'vitest';
import { actionsOf, wholeSet } from './group-actions.ts';

const ids = (of: { active: number; alerts: number }) => actionsOf(of).map(({ id }) => id);

test('[GR15] what is open can be closed, what is closed reopened, and all of it assigned', () => {
  expect(ids({ active: 3, alerts: 3 })).toEqual([
    ...['investigate', 'resolve', 'false-positive', 'escalate', 'assign'],
  ]);
  expect(ids({ active: 0, alerts: 3 })).toEqual(['escalate', 'assign', 'reopen']);
  expect(ids({ active: 1, alerts: 3 })).toHaveLength(6);
});

test('[GR14] all alerts that match are those of the filter, with what the view adds as a query', () => {
  expect(wholeSet({ severity: 'HIGH' }, ['', ''])).toEqual({ filter: { severity: 'HIGH' } });
  expect(wholeSet({ query: 'host:a or host:b' }, ['status:active'])).toEqual({
    filter: { query: '(host:a or host:b) status:active' },
  });
  expect(wholeSet({ q: 'beacon' }, ['status:active', 'incident:i1'])).toEqual({
    filter: { q: 'beacon', query: 'status:active incident:i1' },
  });
});
