import { describe, expect, test } from 'vitest';
import { exchangeCase, exchangeIndicator } from '../case.fixture.ts';
import { readMispEvent } from './read-event.ts';
import { mispEvent } from './write-event.ts';

const uuid = (n: number) => `5c6983c8-3af8-4304-869c-${String(n).padStart(12, '0')}`;
const attribute = (n: number, type: string, value: string, more = {}) => ({
  ...{ uuid: uuid(n), type, value, category: 'Network activity', to_ids: true, comment: 'c' },
  ...{ timestamp: '1763600000', distribution: '5' },
  ...more,
});
const EVENT = {
  Event: {
    ...{ uuid: uuid(1), info: 'Campaign', date: '2026-11-20', threat_level_id: '1' },
    ...{ analysis: '2', timestamp: '1763600000', Orgc: { uuid: uuid(2), name: 'CERT' } },
    Tag: [{ name: 'tlp:amber' }, { name: 'kill-chain:delivery' }],
    Galaxy: [{ type: 'mitre-attack-pattern', GalaxyCluster: [{ value: 'Phishing - T1566' }] }],
    Attribute: [
      attribute(10, 'ip-dst|port', '192.0.2.1|443', { Tag: [{ name: 'tlp:red' }, { name: 'c2' }] }),
      attribute(11, 'filename|sha256', `a.exe|${'a'.repeat(64)}`),
      attribute(12, 'domain', 'example.com', {
        Sighting: [
          { type: '0', date_sighting: '1763700000' },
          { type: '1', date_sighting: '1763800000' },
        ],
      }),
      attribute(13, 'domain', 'context.example.com', { to_ids: false }),
      attribute(14, 'yara', 'rule x { condition: true }'),
    ],
    Object: [
      {
        ...{ uuid: uuid(20), name: 'email', 'meta-category': 'network' },
        Attribute: [attribute(21, 'email-src', 'a@example.com', { object_relation: 'from' })],
      },
    ],
  },
};

describe('[EX20] an event of MISP is read and comes back', () => {
  const read = readMispEvent(structuredClone(EVENT));
  if (typeof read === 'string') throw new Error(read);

  test('values for detection become rows, with markings and sightings', () => {
    expect(read.rows.map(({ type, value }) => [type, value])).toEqual([
      ['ip', '192.0.2.1'],
      ['file', 'a.exe'],
      ['sha256', 'a'.repeat(64)],
      ['domain', 'example.com'],
      ['email', 'a@example.com'],
    ]);
    expect(read.rows[0]).toMatchObject({ tlp: 'RED', tags: ['c2'], source: 'CERT' });
    expect(read.rows[3]).toMatchObject({ tlp: 'AMBER', lastSeen: 1_763_700_000_000 });
  });

  test('what rows do not hold is named', () => {
    expect(read.losses.map(({ what }) => what).sort()).toEqual([
      'attribute of type yara (kept as an object)',
      'attribute that is not for detection (kept as an object)',
      'clusters of galaxies (kept with the event)',
      'port of ip-dst|port (kept as an object)',
      'values that belong together (filename|sha256)',
    ]);
  });

  test('exported again it is the same event', () => {
    const given = exchangeCase({
      kind: 'indicators',
      kept: new Map(read.objects.map((one) => [one.id, one])),
      indicators: read.rows.map((row, at) =>
        exchangeIndicator({ id: `r${at}`, originId: row.originId ?? null, value: row.value }),
      ),
    });
    expect(mispEvent(given, (name) => name)).toEqual({ event: EVENT, losses: [] });
  });

  test.each([[null], [{}], [{ Event: [] }], [{ Event: { uuid: 'x' } }]])('%j is none', (value) =>
    expect(typeof readMispEvent(value)).toBe('string'),
  );

  test('hostile attributes are refused by name', () => {
    const hostile = readMispEvent({
      Event: {
        uuid: uuid(1),
        Attribute: [
          ...[null, 'x', { uuid: uuid(3) }, attribute(4, 'domain', 'x'.repeat(300_000))],
          { ...attribute(5, 'domain', 'example.com'), uuid: '../../x' },
        ],
      },
    });
    expect(hostile).toMatchObject({ read: 4, rows: [] });
    expect(typeof hostile === 'string' ? [] : hostile.rejections).toEqual([
      { what: 'attribute without a UUID, too large or too deep', n: 2, first: uuid(4) },
      { what: 'attribute without type or value', n: 1, first: uuid(3) },
    ]);
  });
});

describe('[EX21] a case leaves as an event of MISP and comes back', () => {
  test('rows, severity, confidence, TLP, tags and sightings; the rest is named', () => {
    const { event, losses } = mispEvent(exchangeCase(), (name) => {
      const at = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e12, 7);
      return uuid(at);
    });
    const back = readMispEvent(JSON.parse(JSON.stringify(event)));
    if (typeof back === 'string') throw new Error(back);
    expect(back.rows[0]).toMatchObject({
      ...{ type: 'ip', value: '198.51.100.3', severity: 'HIGH', confidence: 80, tlp: 'AMBER' },
      ...{ tags: ['c2'], description: 'Command and control' },
    });
    expect(back.rows.map(({ value }) => value)).toEqual(['198.51.100.3', 'c2.example.com']);
    expect(losses.map(({ what }) => what)).toEqual([
      'alerts of the case',
      'relations between indicators',
    ]);
    expect(event.Event.Galaxy).toMatchObject([
      { GalaxyCluster: [{ value: 'Remote Desktop Protocol - T1021.001' }] },
    ]);
  });
});
