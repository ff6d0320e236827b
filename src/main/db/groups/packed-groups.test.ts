import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import { ENTITIES_PER_ALERT, entitiesOf } from './entities.ts';
import { DEFAULT_RULES } from './group-rules.ts';
import { fromWireGroups, type Groupable, packGroups, toWireGroups } from './packed-groups.ts';

const addresses = (from: number, n: number) =>
  Array.from({ length: n }, (_, i) => `10.1.2.${from + i}`).join(' and ');

const alertOf = (naming: Partial<Groupable>): Groupable => ({
  ...{ source: 'S', title: 'T', description: '', detector: null, severity: 'LOW', category: null },
  ...{ sourceHost: null, sourceUser: null, sourceIp: null, destIp: null, createdAt: 0 },
  ...naming,
});

test('a batch names of each alert what it names by itself, in that order, no more than allowed', () => {
  const alerts = [
    alertOf({ sourceHost: 'WEB-01.', sourceUser: 'ada@corp.example', sourceIp: '10.1.2.1' }),
    alertOf({ sourceHost: '10.1.2.1', destIp: '10.1.2.1', title: 'From 10.1.2.1 to 10.1.2.2' }),
    alertOf({ sourceHost: 'unknown', sourceUser: '-', description: addresses(1, 40) }),
    alertOf({ sourceHost: 'web-01', title: addresses(30, 23), description: addresses(20, 40) }),
    alertOf({}),
  ];
  const { entities, named, namedFrom } = packGroups(alerts, DEFAULT_RULES);
  const packed = alerts.map((_, row) =>
    [...named.subarray(namedFrom[row], namedFrom[row + 1])].map((place) => entities[place]),
  );
  expect(packed).toEqual(alerts.map((alert) => entitiesOf(alert)));
  expect(packed.map((one) => one.length)).toEqual([4, 2, ENTITIES_PER_ALERT, 24, 0]);
});

test('[ST18] groups of a batch come out of another thread as they went in', () => {
  const alerts = [
    alertOf({ sourceHost: 'web-01', sourceUser: 'ada@corp.example', sourceIp: '10.1.2.1' }),
    alertOf({ sourceHost: 'web-02', sourceIp: '10.1.2.1', title: 'Another', createdAt: 9e12 }),
    alertOf({ description: `${'ab'.repeat(32)} in mail to someone@corp.example` }),
    alertOf({}),
  ];
  for (const some of [alerts, alerts.slice(3), []]) {
    const packed = packGroups(some, DEFAULT_RULES);
    const wire = deserialize(serialize(toWireGroups(packed)));
    const came = fromWireGroups(wire);
    expect({ ...came, keys: came.keys.map((key) => Buffer.from(key)) }).toEqual(packed);
  }
});
