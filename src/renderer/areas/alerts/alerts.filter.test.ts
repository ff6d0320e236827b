import { describe, expect, test } from 'vitest';
import {
  createLoadedFilter,
  matchesFilter,
  mostSuspiciousFirst,
  newestFirst,
  queryWords,
} from './alerts.filter.ts';
import { makeAlert } from './alerts.fixture.ts';

const alert = makeAlert();
const finds = (q: string, over = {}) => matchesFilter(makeAlert(over), { q });

describe('the words of a query', () => {
  test('are split at blanks and lose case, accents and punctuation', () => {
    expect(queryWords('  Café  WEB-01 ')).toEqual([' cafe', ' web 01 ']);
  });
  test('that are only punctuation find nothing, as on the server', () => {
    expect(queryWords('-- "" *')).toEqual([]);
    expect(finds('*')).toBe(false);
    expect(finds('  ')).toBe(true);
  });
});

describe('text search in what is loaded', () => {
  test.each([
    'potential',
    'repeated',
    'suricata',
    'web-01',
    'svc_backup',
    '192.0.2.10',
    '198.51.100',
  ])('finds %s in its field', (q) => expect(finds(q)).toBe(true));
  test('takes a word as the beginning of a word, never as its middle', () => {
    expect(finds('poten')).toBe(true);
    expect(finds('tential')).toBe(false);
  });
  test('takes a single letter or digit as a whole word', () => {
    expect(finds('s')).toBe(false);
    expect(finds('2')).toBe(true);
    expect(finds('22')).toBe(true);
    expect(finds('9')).toBe(false);
  });
  test('wants every word, in any field and any order', () => {
    expect(finds('ssh suricata')).toBe(true);
    expect(finds('ssh wazuh')).toBe(false);
  });
  test('keeps the parts of an address together', () => {
    expect(finds('192.0.2')).toBe(true);
    expect(finds('2.0.192')).toBe(false);
    expect(finds('192.2')).toBe(false);
  });
  test('does not join two fields into one word', () => {
    expect(finds('"leak suricata"')).toBe(false);
    expect(finds('22-suricata')).toBe(false);
  });
  test('does not search the category or the detector, as the server does not', () => {
    expect(finds('2001219')).toBe(false);
  });
  test('survives missing fields and hostile text', () => {
    expect(finds('scan', { sourceHost: null, sourceUser: null, sourceIp: null })).toBe(true);
    expect(finds('evil', { title: '\u202e\u0000evil' })).toBe(true);
    expect(finds('x', { title: 'y'.repeat(2_000_000) })).toBe(false);
  });
});

describe('the other filters', () => {
  test('severity and status take any of the values chosen', () => {
    expect(matchesFilter(alert, { severity: ['HIGH', 'MEDIUM'] })).toBe(true);
    expect(matchesFilter(alert, { severity: ['HIGH'] })).toBe(false);
    expect(matchesFilter(alert, { status: ['RESOLVED'] })).toBe(false);
    expect(matchesFilter(alert, { severity: [], status: [] })).toBe(true);
  });
  test('source is exact', () => {
    expect(matchesFilter(alert, { source: 'Suricata' })).toBe(true);
    expect(matchesFilter(alert, { source: 'Suri' })).toBe(false);
  });
  test('a period holds its first moment; an unreadable time is in no period', () => {
    expect(matchesFilter(alert, { from: '2026-11-20T10:00:00Z' })).toBe(true);
    expect(matchesFilter(alert, { from: '2026-11-20T10:00:00.001Z' })).toBe(false);
    expect(matchesFilter(alert, { to: '2026-11-20T09:59:59Z' })).toBe(false);
    expect(matchesFilter(makeAlert({ createdAt: '' }), { from: '2000-01-01T00:00:00Z' })).toBe(
      false,
    );
  });
});

describe('filtering many', () => {
  test('gives the same answer as one by one, again and again', () => {
    const filterLoaded = createLoadedFilter();
    const alerts = [alert, makeAlert({ id: 'b', title: 'Malware' })];
    expect(filterLoaded(alerts, { q: 'malw' }).map((found) => found.id)).toEqual(['b']);
    expect(filterLoaded(alerts, { q: 'scan' }).map((found) => found.id)).toEqual([alert.id]);
    expect(filterLoaded(alerts, {})).toHaveLength(2);
  });
  test('sorts newest first, by id between equals', () => {
    const older = makeAlert({ id: 'z', createdAt: '2026-11-19T10:00:00.000Z' });
    const twin = makeAlert({ id: 'a' });
    expect([older, twin, alert].sort(newestFirst).map((one) => one.id)).toEqual([
      'a',
      alert.id,
      'z',
    ]);
  });
});

test('[AL27] by suspicion, what is loaded is what waits, the most suspicious first', () => {
  const closed = makeAlert({ status: 'RESOLVED' });
  const decision = 'review' as const;
  const high = makeAlert({ id: 'high', engine: { suspicion: 80, decision } });
  const low = makeAlert({ id: 'low', engine: { suspicion: 20, decision } });
  const unknown = makeAlert({ id: 'unknown' });
  const asked = createLoadedFilter()([unknown, closed, low, high], { sort: 'suspicion' });
  expect(asked.sort(mostSuspiciousFirst).map(({ id }) => id)).toEqual(['high', 'low', 'unknown']);
});
