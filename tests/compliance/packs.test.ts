import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPacks } from '../../scripts/support/packs.ts';
import type { PackRequirement } from '../../src/shared/areas/compliance/pack.contract.ts';
import { countPack } from '../../src/shared/areas/compliance/pack.rules.ts';
import { PACK_COUNTS } from './pack-counts.ts';

const files = readPacks();
const packs = new Map(files.map(({ pack }) => [pack.id, pack]));

function requirementsOf(id: string): readonly PackRequirement[] {
  const pack = packs.get(id);
  if (!pack) throw new Error(`There is no pack ${id}`);
  return pack.requirements;
}

function countInBaseline(id: string, baseline: string): number {
  return requirementsOf(id).filter((one) => one.baselines?.includes(baseline)).length;
}

test.each(files.map(({ file, problems }) => ({ file, problems })))(
  '[FW1] $file is sound',
  ({ problems }) => {
    expect(problems).toEqual([]);
  },
);

test('[FW2] at least 42 packs are shipped, each with a count of its own', () => {
  expect(packs.size).toBeGreaterThanOrEqual(42);
  expect([...packs.keys()].sort()).toEqual(Object.keys(PACK_COUNTS).sort());
  expect(new Set(files.map(({ pack }) => `${pack.name} ${pack.version}`)).size).toBe(packs.size);
});

test.each(Object.entries(PACK_COUNTS))('[FW2] %s holds what its publisher counts', (id, counts) => {
  expect(countPack(requirementsOf(id))).toEqual(counts);
});

test.each([
  ['nist-800-53-r5', 'LOW', 149],
  ['nist-800-53-r5', 'MODERATE', 287],
  ['nist-800-53-r5', 'HIGH', 370],
  ['nist-800-53-r5', 'PRIVACY', 102],
  ['fedramp-r5', 'LI-SaaS', 156],
  ['fedramp-r5', 'LOW', 156],
  ['fedramp-r5', 'MODERATE', 323],
  ['fedramp-r5', 'HIGH', 410],
  ['essential-eight', 'ML1', 46],
  ['essential-eight', 'ML2', 87],
  ['essential-eight', 'ML3', 123],
])('[FW2] %s asks for as much at %s as its publisher counts', (id, baseline, count) => {
  expect(countInBaseline(id, baseline)).toBe(count);
});

test.each([
  ['nist-csf-2.0', /^[A-Z]{2}$/, 6],
  ['nist-csf-2.0', /^[A-Z]{2}\.[A-Z]{2}$/, 22],
  ['nist-csf-2.0', /^[A-Z]{2}\.[A-Z]{2}-\d\d$/, 106],
  ['nist-ai-rmf-1.0', /^[A-Z]+$/, 4],
  ['nist-ai-rmf-1.0', /^[A-Z]+ \d$/, 19],
  ['iso-27001-2022', /^A\.[5-8]\.\d+$/, 93],
  ['gdpr', /^Art\. \d+$/, 99],
  ['nis2', /^Art\. \d+$/, 46],
  ['eu-cra', /^Art\. \d+$/, 71],
])('[FW2] %s has ids like %s as often as its publisher counts', (id, pattern, count) => {
  expect(requirementsOf(id).filter((one) => pattern.test(one.id))).toHaveLength(count);
});

test('[FW3] only packs whose publisher allows it carry text', () => {
  const withText = files.filter(({ pack }) => pack.requirements.some((one) => one.text));
  expect(new Set(withText.map(({ pack }) => pack.textPolicy))).toEqual(new Set(['text']));
  const imported = files.filter(({ pack }) => pack.textPolicy === 'import-only');
  expect(imported.map(({ pack }) => pack.id)).toEqual([
    'cis-controls-8.1',
    'cobit-2019',
    'csa-ccm-4',
    'hitrust-csf-11',
    'tisax-vda-isa-6',
  ]);
});

test('packs that build on SP 800-53 and SP 800-171 name the same things', () => {
  const titles = new Map(requirementsOf('nist-800-53-r5').map((one) => [one.id, one]));
  for (const one of requirementsOf('fedramp-r5')) {
    expect(titles.get(one.id)?.title).toBe(one.title);
    expect(titles.get(one.id)?.kind).toBe(one.kind);
  }
  const base = requirementsOf('nist-800-171-r2').filter((one) => one.kind === 'requirement');
  const level2 = requirementsOf('cmmc-2-level-2').filter((one) => one.kind === 'requirement');
  expect(level2.map((one) => one.id.split('-')[1])).toEqual(base.map((one) => one.id));
  expect(level2.map((one) => one.text)).toEqual(base.map((one) => one.text));
  const enhanced = new Set(requirementsOf('nist-800-172').map((one) => one.id));
  const level3 = requirementsOf('cmmc-2-level-3').filter((one) => one.kind === 'requirement');
  expect(level3.filter((one) => !enhanced.has(one.id.split('-')[1] ?? ''))).toEqual([]);
});

const OSCAL = join(import.meta.dirname, '../../../shared/data/oscal');
const skip = !existsSync(OSCAL);
if (skip) console.log('Skipped against NIST’s catalogs: ../shared/data/oscal is missing.');

interface OscalControl {
  id: string;
  title: string;
  props?: { name: string; value: string }[];
  controls?: OscalControl[];
}

/** A group of an OSCAL catalog holds controls as a control holds its enhancements. */
function readOscal(name: string): OscalControl[] {
  const text = readFileSync(join(OSCAL, `nist-800-53-${name}-catalog.json`), 'utf8');
  const { catalog } = JSON.parse(text) as { catalog: { groups: OscalControl[] } };
  const flatten = (one: OscalControl): OscalControl[] => [
    one,
    ...(one.controls ?? []).flatMap(flatten),
  ];
  return catalog.groups.flatMap((group) => (group.controls ?? []).flatMap(flatten));
}

/** `ac-2.1` is `AC-2(1)` in print. */
function printedId(id: string): string {
  return id.toUpperCase().replace(/\.(\d+)$/, '($1)');
}

// Skipped where ../shared/data/oscal is missing.
test.skipIf(skip).each(['LOW', 'MODERATE', 'HIGH', 'PRIVACY'])(
  '[FW4] the %s baseline and its titles are NIST’s',
  (baseline) => {
    const theirs = readOscal(`r5-${baseline}`).map(({ id, title }) => `${printedId(id)} ${title}`);
    const ours = requirementsOf('nist-800-53-r5')
      .filter((one) => one.baselines?.includes(baseline))
      .map(({ id, title }) => `${id} ${title}`);
    expect(ours.sort()).toEqual(theirs.sort());
  },
);

// Skipped where ../shared/data/oscal is missing.
test.skipIf(skip)('[FW4] ids, titles and withdrawals of Revision 4 are NIST’s', () => {
  const theirs = readOscal('r4').map(({ id, title, props = [] }) => {
    const isWithdrawn = props.some(
      (prop) => prop.name === 'status' && /withdrawn/i.test(prop.value),
    );
    return `${printedId(id)} ${title} ${isWithdrawn ? 'withdrawn' : 'requirement'}`;
  });
  const ours = requirementsOf('nist-800-53-r4')
    .filter((one) => one.kind !== 'group')
    .map(({ id, title, kind }) => `${id} ${title} ${kind}`);
  expect(ours).toEqual(theirs);
});

// Skipped where ../shared/data/oscal is missing.
test.skipIf(skip)('[FW5] what Revision 4 named is still named in Revision 5', () => {
  const kinds = new Map(requirementsOf('nist-800-53-r5').map((one) => [one.id, one.kind]));
  const earlier = requirementsOf('nist-800-53-r4');
  expect(earlier.filter((one) => !kinds.has(one.id))).toEqual([]);
  const revived = earlier.filter(
    (one) => one.kind === 'withdrawn' && kinds.get(one.id) === 'requirement',
  );
  expect(revived.map((one) => one.id)).toEqual(['SI-2(4)']);
});
