import { expect, test } from 'vitest';
import {
  filterFromParams,
  filterKey,
  filterToQuery,
  isFiltered,
  withFilter,
  withOpenAlert,
} from './alerts.filter-url.ts';

const parse = (text: string) => filterFromParams(new URLSearchParams(text));

test('an address becomes a filter', () => {
  expect(
    parse('q=ssh+scan&severity=HIGH,CRITICAL&status=OPEN&source=EDR&from=2026-11-20T00:00:00Z'),
  ).toEqual({
    q: 'ssh scan',
    severity: ['HIGH', 'CRITICAL'],
    status: ['OPEN'],
    source: 'EDR',
    from: '2026-11-20T00:00:00Z',
  });
});

test('what an address says wrongly is left out', () => {
  expect(parse('q=+&severity=URGENT,,low,low&status=&from=yesterday&to=2026')).toEqual({
    severity: ['LOW'],
  });
  expect(parse(`q=${'x'.repeat(600)}`).q).toHaveLength(500);
});

test('a filter written into an address is read back as it was', () => {
  const filter = {
    q: 'a&b=c %',
    severity: ['LOW' as const],
    status: ['FALSE_POSITIVE' as const, 'OPEN' as const],
    source: 'Ä/ö?',
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-21T00:00:00.000Z',
  };
  const written = withFilter(new URLSearchParams('alert=1&q=old'), filter);
  expect(written.get('alert')).toBe('1');
  expect(filterFromParams(new URLSearchParams(written.toString()))).toEqual(filter);
});

test('an empty filter leaves nothing of it in the address', () => {
  expect(withFilter(new URLSearchParams('q=x&severity=LOW&alert=1'), {}).toString()).toBe(
    'alert=1',
  );
  expect(filterToQuery({ q: '  ', severity: [], status: [] })).toEqual({});
  expect(isFiltered({ q: ' ' })).toBe(false);
  expect(isFiltered({ source: 'EDR' })).toBe(true);
});

test('equal filters have equal keys', () => {
  expect(filterKey({ status: ['OPEN'], q: 'x' })).toBe(filterKey({ q: 'x', status: ['OPEN'] }));
  expect(filterKey({ q: 'x' })).not.toBe(filterKey({ q: 'y' }));
});

test('the open alert comes into and out of the address alone', () => {
  const open = withOpenAlert(new URLSearchParams('q=x'), 'id-1');
  expect(open.toString()).toBe('q=x&alert=id-1');
  expect(withOpenAlert(open, null).toString()).toBe('q=x');
});
