/** What becomes of indicators by themselves, and bundles against the schemas of OASIS. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import { endExpired } from '../../src/main/areas/forensics/indicators/expiry.runner.ts';
import { findIndicator } from '../../src/main/areas/forensics/indicators/indicators.store.ts';
import { usersTable } from '../../src/main/db/tables/auth.table.ts';
import { indicatorsTable } from '../../src/main/db/tables/forensics.table.ts';
import { Problems } from '../../src/shared/areas/forensics/indicators/import-row.ts';
import { readBundle, toBundle } from '../../src/shared/areas/forensics/indicators/stix/bundle.ts';
import { openTestDb } from '../helpers/open-test-db.ts';

test('[IOC20] one whose time has come goes inactive, with the reason', () => {
  const { db, clock, close } = openTestDb();
  const caller = { actor: null, origin: 'system', action: 'test' } as const;
  const make = (id: string, expiresAt: number | null) =>
    db.write(caller, (tx) =>
      tx.insert(indicatorsTable, {
        id,
        type: 'domain',
        value: `${id}.example.com`,
        expiresAt,
        createdAt: tx.now,
      }),
    );
  make('past', clock.now() - 1);
  make('later', clock.now() + 1_000);
  make('never', null);
  expect(endExpired(db, clock)).toBe(1);
  const stateOf = (id: string) => db.read('test', (reader) => findIndicator(reader, id));
  expect(stateOf('past')).toMatchObject({
    isActive: false,
    inactiveReason: expect.stringMatching(/^Expired on \d{4}-/),
  });
  expect(stateOf('later')?.isActive).toBe(true);
  expect(stateOf('never')?.isActive).toBe(true);
  expect(endExpired(db, clock)).toBe(0);
  close();
});

test('[SY262] where only auditors work on a shared workspace nothing is ended, until somebody does who writes', () => {
  const { db, clock, close } = openTestDb();
  const caller = { actor: null, origin: 'system', action: 'test' } as const;
  const stamps = { createdAt: clock.now(), updatedAt: clock.now() };
  db.write(caller, (tx) => {
    const names = { email: 'a@example.test', firstName: 'A', lastName: 'B' };
    tx.insert(usersTable, { ...names, ...stamps, id: 'one', role: 'Auditor' });
    const past = { id: 'past', type: 'domain', value: 'past.example.com' } as const;
    tx.insert(indicatorsTable, { ...past, expiresAt: clock.now() - 1, createdAt: clock.now() });
    const membership = JSON.stringify({ membership: { people: ['one'], state: 'joined' } });
    tx.run("INSERT INTO sync_settings (key, value) VALUES ('membership', ?)", membership);
  });
  expect(endExpired(db, clock)).toBe(0);
  db.write(caller, (tx) => tx.update(usersTable, 'one', { role: 'SOC Analyst' }));
  expect(endExpired(db, clock)).toBe(1);
  close();
});

const SCHEMAS = join(import.meta.dirname, '../../../shared/data/stix/schemas');
const isMissing = !existsSync(SCHEMAS);
if (isMissing) console.log('Skipped against the schemas of STIX: ../shared/data is missing.');

// Skipped where the schemas are not there: they are others' and not part of the project.
test.skipIf(isMissing)(
  '[IOC16] an exported indicator is what the schemas of STIX 2.1 ask for',
  () => {
    // One pattern of these schemas is exponential in the platform's own engine.
    const ajv = new Ajv2020({
      ...{ strict: false, validateFormats: false, allErrors: true },
      code: {
        regExp: Object.assign(
          (source: string) => {
            const compiled = RE2JS.compile(source);
            // Told apart by their text.
            return {
              test: (text: string) => compiled.matcher(text).find(),
              toString: () => source,
            };
          },
          { code: 'new RegExp' },
        ) as never,
      },
    });
    const read = (name: string) =>
      JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8')) as { $id: string };
    for (const name of [
      'core',
      'identifier',
      'timestamp',
      'dictionary',
      'external-reference',
      'granular-marking',
      'kill-chain-phase',
      'properties',
      'hashes-type',
      'hex',
      'binary',
      'url-regex',
      'extension',
    ])
      ajv.addSchema(read(`common/${name}.json`));
    const validate = ajv.compile(read('sdos/indicator.json'));
    const one = {
      ...{
        id: 'x',
        stixId: null,
        type: 'sha256',
        value: 'ab'.repeat(32),
        severity: 'HIGH',
        confidence: 70,
      },
      ...{
        tlp: 'AMBER+STRICT' as const,
        tags: ['a'],
        source: 's',
        description: "It's",
        notes: null,
      },
      ...{
        firstSeen: 1_700_000_000_000,
        lastSeen: 1_700_000_100_000,
        expiresAt: 1_800_000_000_000,
      },
      ...{ isActive: true, createdAt: 1_700_000_000_000, updatedAt: null },
    };
    const uuid = () => '0f9a1c1e-7a52-5d0f-8f43-2f1f4b8f7a10';
    const { objects } = toBundle([one], [], uuid) as { objects: { type: string }[] };
    const indicator = objects.find(({ type }) => type === 'indicator');
    validate(indicator);
    const problems = (validate.errors ?? []).map(
      (one) => `${one.instancePath} ${one.schemaPath} ${one.message}`,
    );
    expect(problems).toEqual([]);
  },
);

test('[IOC22] comparisons joined by AND are taken singly, and that is said', () => {
  const bundleOf = (pattern: string) => ({
    type: 'bundle',
    objects: [{ type: 'indicator', id: 'indicator--1', pattern, pattern_type: 'stix' }],
  });
  const read = (pattern: string) => {
    const problems = new Problems();
    const bundle = readBundle(bundleOf(pattern), problems);
    if (typeof bundle === 'string') throw new Error(bundle);
    return { values: bundle.rows.map(({ value }) => value), problems: problems.list() };
  };
  const joined = read("[domain-name:value = 'a.example.com' AND ipv4-addr:value = '192.0.2.7']");
  expect(joined.values).toEqual(['a.example.com', '192.0.2.7']);
  expect(joined.problems).toEqual([
    expect.objectContaining({ what: expect.stringContaining('joined by AND, taken singly'), n: 1 }),
  ]);
  const apart = read("[domain-name:value = 'a.example.com' OR ipv4-addr:value = '192.0.2.7']");
  expect([apart.values.length, apart.problems]).toEqual([2, []]);
});
