import { expect, test } from 'vitest';
import { recordsText } from './data-records.ts';

test('what is lost is named by its number; what stays, and what is not there, is not', () => {
  const records = [
    { area: 'Alerts', count: 1_012 },
    { area: 'Risks', count: 3 },
    { area: 'Vendors', count: 0 },
    { area: 'Accounts', count: 4 },
    { area: 'Audit log', count: 9_000 },
  ];
  expect(recordsText(records)).toBe('1,012 in alerts and 3 in risks');
  expect(recordsText([])).toBe('it is empty');
});
