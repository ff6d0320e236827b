import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { exchangeCase, exchangeIndicator } from '../../src/shared/areas/exchange/case.fixture.ts';
import type { ExchangeCase } from '../../src/shared/areas/exchange/case.types.ts';
import type { IntelObject } from '../../src/shared/areas/exchange/intel.types.ts';
import { caseBundle } from '../../src/shared/areas/exchange/stix/case-bundle.ts';
import { observableOf, type StixPorts } from '../../src/shared/areas/exchange/stix/ids.ts';
import { readStixBundle } from '../../src/shared/areas/exchange/stix/read-bundle.ts';

const DATA = join(import.meta.dirname, '../../../shared/data/stix');
const HAS_DATA = existsSync(DATA);

const ports: StixPorts = {
  ownId(name) {
    const hex = createHash('sha256').update(name).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  },
  sha1: (bytes) => createHash('sha1').update(bytes).digest(),
};

function validators() {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    unicodeRegExp: false,
  });
  const byType = new Map<string, string>();
  for (const folder of ['common', 'sdos', 'sros', 'observables'])
    for (const name of readdirSync(join(DATA, 'schemas', folder))) {
      const schema = JSON.parse(readFileSync(join(DATA, 'schemas', folder, name), 'utf8'));
      ajv.addSchema(schema);
      byType.set(name.replace('.json', ''), schema.$id);
    }
  return (object: Record<string, unknown>): string | null => {
    const id = byType.get(String(object.type));
    if (id === undefined) return `no schema of ${String(object.type)}`;
    const validate = ajv.getSchema(id);
    if (!validate) return `no schema of ${String(object.type)}`;
    return validate(object) ? null : `${String(object.id)}: ${ajv.errorsText(validate.errors)}`;
  };
}

const keptOf = (objects: readonly IntelObject[]) => new Map(objects.map((one) => [one.id, one]));

const readExample = (path: string) =>
  JSON.parse(readFileSync(join(DATA, 'examples', path), 'utf8')) as {
    objects: Record<string, unknown>[];
  };
const EXAMPLES = HAS_DATA
  ? readdirSync(join(DATA, 'examples'), { recursive: true })
      .map(String)
      // One of them is a list of objects, no bundle.
      .filter((name) => name.endsWith('.json') && !name.startsWith('interop'))
  : [];

function intelCase(read: Exclude<ReturnType<typeof readStixBundle>, string>): ExchangeCase {
  return exchangeCase({
    kind: 'indicators',
    kept: keptOf(read.objects),
    indicators: read.rows.map((row, at) =>
      exchangeIndicator({
        ...{
          id: `row-${at}`,
          type: row.type ?? 'ip',
          value: row.value,
          stixId: row.stixId ?? null,
        },
        ...{
          originId: row.originId ?? null,
          isActive: row.isActive !== false,
          tlp: row.tlp ?? null,
        },
      }),
    ),
  });
}

// Skipped where the published schemas are not at hand.
describe.skipIf(!HAS_DATA)('[EX3] a bundle of a case is valid by the schemas of OASIS', () => {
  const isInvalid = HAS_DATA ? validators() : () => null;

  test('incident, open investigation, closed one, indicators', () => {
    for (const given of [
      exchangeCase({ kind: 'incident' }),
      exchangeCase({ kind: 'investigation' }),
      exchangeCase({ kind: 'investigation', verdict: 'malicious' }),
      exchangeCase({ kind: 'indicators' }),
    ]) {
      const { bundle } = caseBundle(given, ports);
      // The published schema of a bundle lists neither groupings nor notes.
      const listed = bundle.objects.filter(({ type }) => type !== 'grouping' && type !== 'note');
      expect(isInvalid({ ...bundle, objects: listed }) === null, given.kind).toBe(true);
      expect(bundle.objects.map((object) => isInvalid(object)).filter(Boolean)).toEqual([]);
      const ids = bundle.objects.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test('it holds what it should, and every reference leads to an object of it', () => {
    const { bundle, losses } = caseBundle(exchangeCase({ kind: 'investigation' }), ports);
    const types = new Set(bundle.objects.map(({ type }) => type));
    for (const type of [
      ...['identity', 'indicator', 'observed-data', 'ipv4-addr', 'network-traffic', 'user-account'],
      ...['sighting', 'relationship', 'attack-pattern', 'course-of-action', 'grouping', 'note'],
      'marking-definition',
    ])
      expect(types).toContain(type);
    const ids = new Set(bundle.objects.map(({ id }) => id));
    const refs = bundle.objects.flatMap((object) =>
      Object.entries(object).flatMap(([key, value]) =>
        key.endsWith('_ref') ? [value] : key.endsWith('_refs') ? (value as unknown[]) : [],
      ),
    );
    expect(refs.filter((ref) => !ids.has(ref))).toEqual([]);
    expect(losses.map(({ what }) => what)).toContain(
      'raw records of alerts (our own package has them)',
    );
  });

  test.each(EXAMPLES)('[EX5] %s comes back as it was', (name) => {
    const example = readExample(name);
    const read = readStixBundle(example);
    if (typeof read === 'string') throw new Error(read);
    const { bundle } = caseBundle(intelCase(read), ports, true);
    const back = new Map(bundle.objects.map((object) => [object.id, object]));
    for (const object of example.objects) expect(back.get(object.id)).toEqual(object);
  });

  test('[EX4] indicators with AND and OR of the examples are listed value by value', () => {
    const read = readStixBundle(readExample('threat-reports/poisonivy.json'));
    if (typeof read === 'string') throw new Error(read);
    expect(read.rows.length).toBeGreaterThan(60);
    expect(read.rejections).toEqual([]);
    expect(read.rows.every(({ originId }) => originId?.startsWith('indicator--'))).toBe(true);
  });
});

test('[EX6] an observable has the identifier that everybody gives it', () => {
  // As uuid5 of Python's library gives it for {"value":"198.51.100.3"}.
  expect(observableOf('ipv4-addr', { value: '198.51.100.3' }, ports).id).toBe(
    'ipv4-addr--28bb3599-77cd-5a82-a950-b5bc3caf07c4',
  );
  expect(observableOf('domain-name', { value: 'example.com' }, ports).id).toBe(
    observableOf('domain-name', { value: 'example.com', defanged: false }, ports).id,
  );
});

describe('[EX7] hostile bundles', () => {
  const indicator = (more: Record<string, unknown>) => ({
    ...{ type: 'indicator', spec_version: '2.1', pattern_type: 'stix' },
    id: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd3f',
    ...{ created: '2026-01-01T00:00:00.000Z', modified: '2026-01-01T00:00:00.000Z' },
    ...{ pattern: "[ipv4-addr:value = '192.0.2.1']", valid_from: '2026-01-01T00:00:00Z' },
    ...more,
  });
  const deep = () => {
    let value: unknown = 'x';
    for (let at = 0; at < 100; at++) value = { x_a: value };
    return value;
  };

  test.each([[null], [[]], [{ type: 'bundle' }], [{ type: 'bundle', objects: {} }], ['x']])(
    '%j is no bundle',
    (value) => expect(typeof readStixBundle(value)).toBe('string'),
  );

  test('what cannot be kept is refused by name, the rest is read', () => {
    const read = readStixBundle({
      type: 'bundle',
      objects: [
        indicator({}),
        indicator({ modified: '2026-03-01T00:00:00.000Z', revoked: true }),
        ...[null, 7, [], { type: 'indicator' }, { type: 'a', id: '../../etc' }],
        indicator({ id: 'malware--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd3f' }),
        indicator({ id: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd30', x_deep: deep() }),
        indicator({
          id: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd31',
          x_big: 'x'.repeat(300_000),
        }),
        indicator({ id: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd32', pattern: '[' }),
        indicator({ id: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd33', pattern: 7 }),
        JSON.parse('{"__proto__": {"polluted": true}, "type": "x"}'),
      ],
    });
    if (typeof read === 'string') throw new Error(read);
    expect(read.rows).toHaveLength(1);
    expect(read.rows[0]).toMatchObject({ value: '192.0.2.1', isActive: false });
    expect(read.rejections.map(({ what, n }) => [what, n])).toEqual(
      expect.arrayContaining([
        ['no object', 3],
        ['no identifier of STIX', 3],
        ['type and identifier that disagree', 1],
        ['nested too deep', 1],
        ['larger than 256 KiB', 1],
        ['earlier version of an object', 1],
      ]),
    );
    expect(read.losses.map(({ what }) => what)).toContain(
      'indicator without a pattern (kept as an object)',
    );
    expect(read.read).toBe(read.objects.length + read.rejections.reduce((n, one) => n + one.n, 0));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('markings, sightings, custom properties and other pattern languages are named', () => {
    const read = readStixBundle({
      type: 'bundle',
      objects: [
        indicator({
          x_vendor_score: 9,
          granular_markings: [{}],
          object_marking_refs: [
            'marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed',
            'marking-definition--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd35',
          ],
        }),
        indicator({ id: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd34', pattern_type: 'yara' }),
        {
          ...{ type: 'sighting', id: 'sighting--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd35' },
          ...{ first_seen: '2026-02-01T00:00:00Z', last_seen: '2026-02-03T00:00:00Z', count: 4 },
          sighting_of_ref: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd3f',
        },
      ],
    });
    if (typeof read === 'string') throw new Error(read);
    expect(read.rows[0]).toMatchObject({ tlp: 'RED', lastSeen: Date.parse('2026-02-03') });
    expect(read.unknownFields.map(({ what }) => what)).toEqual([
      'granular_markings',
      'x_vendor_score',
    ]);
    expect(read.losses.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        'marking of single fields (kept)',
        'marking other than TLP (kept)',
        'pattern of type yara (kept as an object)',
      ]),
    );
    expect(read.objects).toHaveLength(3);
  });
});
