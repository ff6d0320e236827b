import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type {
  ExportControl,
  ExportFramework,
} from '../../src/main/areas/compliance/export-content.store.ts';
import { controlToken } from '../../src/main/areas/compliance/oscal-common.ts';
import { toComponentDefinition } from '../../src/main/areas/compliance/oscal-component.ts';
import { toPlanOfAction } from '../../src/main/areas/compliance/oscal-poam.ts';
import { toAssessmentResults } from '../../src/main/areas/compliance/oscal-results.ts';
import { createOscalValidators, problemsOf, walkReferences } from './oscal-schemas.ts';

const validators = createOscalValidators();
const NOW = Date.parse('2026-11-20T12:00:00Z');
const frame = { version: '1.0.0', generatedAt: NOW, workspaceId: 'node' };

const control = (ref: string, more: Partial<ExportControl> = {}): ExportControl => ({
  ...{ id: `id-${ref}`, ref, parentRef: null, position: 0, title: `About ${ref}`, text: null },
  ...{ description: null, weight: 1, status: 'COMPLIANT', isAutomated: false, isApplicable: true },
  ...{ applicabilityReason: null, ownerId: null, owner: null, lastAssessment: NOW - 1000 },
  ...{ nextAssessment: null, evidence: [], runs: [], exception: null },
  ...more,
});

const evidence = {
  ...{ id: 'e1', title: 'Export of\n accounts', type: 'REPORT', description: '  ', isValid: true },
  ...{ collectedAt: NOW - 5000, expiresAt: NOW + 5000 },
};

const framework = (id: string, controls: readonly ExportControl[]): ExportFramework => ({
  ...{ id, name: 'SP 800-53 ', version: '5', description: null, category: 'Security' },
  ...{ publisher: '', licence: null, source: null, pack: 'nist-800-53-r5', groups: [], controls },
});

const frameworks = [
  framework('f1', [
    control('AC-2(1)', {
      ...{ ownerId: 'u1', owner: 'Maria Schmidt', evidence: [evidence] },
      runs: [{ id: 'r1', title: 'Ask', steps: '', result: 'FAIL', notes: ' ', ranAt: NOW - 9000 }],
    }),
    control('AC-3', {
      status: 'PARTIALLY_COMPLIANT',
      evidence: [evidence],
      ownerId: 'u1',
      owner: 'Maria Schmidt',
    }),
    control('AC-4', { isApplicable: false, applicabilityReason: 'No flows' }),
    control('AC-5', { status: 'NOT_ASSESSED', lastAssessment: null }),
  ]),
  framework('f2', [
    control('03.01.01', {
      ...{ status: 'NON_COMPLIANT', evidence: [evidence], nextAssessment: NOW + 90_000 },
      exception: { id: 'x', reason: 'Until the new directory', expiresAt: NOW + 80_000 },
    }),
    control('Art. 5 (1) §a', { status: 'NON_COMPLIANT', title: '  ' }),
  ]),
];

const documents = () =>
  [
    ['component-definition', toComponentDefinition(frameworks, frame)],
    ['assessment-results', toAssessmentResults(frameworks, frame)],
    ['poam', toPlanOfAction(frameworks, frame)],
  ] as const;

test.each(documents())('[CE1] %s passes the schema of OSCAL 1.1.2', (model, document) => {
  expect(problemsOf(validators[model], document)).toEqual([]);
});

test.each(documents())(
  '[CE2] in %s every reference is resolved and no UUID stands twice',
  (_, document) => {
    const { uuids, references, roles } = walkReferences(document);
    expect(references.filter((one) => !uuids.includes(one))).toEqual([]);
    expect(new Set(uuids).size).toBe(uuids.length);
    expect(new Set(roles).size).toBeLessThanOrEqual(1);
  },
);

test('[CE2] a record has the same UUID in every export, whenever it is made', () => {
  const later = { ...frame, generatedAt: NOW + 1_000_000 };
  const uuidsOf = (document: unknown) => new Set(walkReferences(document).uuids);
  const first = uuidsOf(toPlanOfAction(frameworks, frame));
  const second = uuidsOf(toPlanOfAction(frameworks, later));
  // Only the document's own differs.
  expect([...first].filter((uuid) => !second.has(uuid))).toHaveLength(1);
});

test('[CE3] what is not assessed claims nothing, what does not apply says why', () => {
  const component = toComponentDefinition(frameworks, frame);
  const requirements = component['component-definition'].components
    .flatMap((one) =>
      'control-implementations' in one ? (one['control-implementations'] ?? []) : [],
    )
    .flatMap((one) => one['implemented-requirements']);
  const statusOf = (id: string) =>
    requirements
      .find((one) => one['control-id'] === id)
      ?.props.find(({ name }) => name === 'implementation-status')?.value;
  expect(statusOf('ac-2.1')).toBe('implemented');
  expect(statusOf('ac-3')).toBe('partial');
  expect(statusOf('ac-5')).toBeUndefined();
  expect(statusOf('ac-4')).toBe('not-applicable');
  const remarks = requirements.find((one) => one['control-id'] === 'ac-4');
  expect(remarks).toMatchObject({ remarks: 'Does not apply: No flows' });
  const results = toAssessmentResults(frameworks, frame)?.['assessment-results'].results ?? [];
  expect(results.map(({ findings }) => findings.map((one) => one.target.status.state))).toEqual([
    ['satisfied', 'not-satisfied'],
    ['not-satisfied', 'not-satisfied'],
  ]);
});

test('[CE3] a plan holds what is not met, with the exception in force as its deadline', () => {
  const plan = toPlanOfAction(frameworks, frame)?.['plan-of-action-and-milestones'];
  expect(plan?.['poam-items'].map(({ title }) => title)).toEqual([
    'AC-3 About AC-3',
    '03.01.01 About 03.01.01',
    'Art. 5 (1) §a',
  ]);
  expect(plan?.risks[1]).toMatchObject({
    status: 'deviation-approved',
    deadline: new Date(NOW + 80_000).toISOString(),
  });
});

test('[CE3] without anything to say there is no document', () => {
  const idle = [framework('f', [control('AC-1', { status: 'NOT_ASSESSED' })])];
  expect(toAssessmentResults(idle, frame)).toBeNull();
  expect(toPlanOfAction(idle, frame)).toBeNull();
});

test.each([
  ['AC-2(1)', 'ac-2.1'],
  ['A.5.1', 'a.5.1'],
  ['03.01.01', 'c-03.01.01'],
  ['Art. 5 (1)', 'art.-5-.1'],
  ['§ 8a', 'c-8a'],
])('[CE1] %s is the token %s', (ref, token) => {
  expect(controlToken(ref)).toBe(token);
});

const OSCAL = join(import.meta.dirname, '../../../shared/data/oscal');
const skip = !existsSync(OSCAL);
if (skip) console.log('Skipped against example files of OSCAL: ../shared/data/oscal is missing.');

describe('the schemas themselves', () => {
  // Skipped where ../shared/data/oscal is missing.
  test.skipIf(skip).each([
    ['assessment-results', 'ifa_assessment-results-example.json'],
    ['poam', 'ifa_plan-of-action-and-milestones.json'],
  ] as const)('[CE1] take the published example of %s', (model, file) => {
    const document: unknown = JSON.parse(readFileSync(join(OSCAL, file), 'utf8'));
    expect(problemsOf(validators[model], document)).toEqual([]);
  });

  test.each([
    ['a missing member', (plan: Record<string, unknown>) => delete plan.metadata],
    ['a member that OSCAL does not have', (plan: Record<string, unknown>) => (plan.extra = 1)],
    ['an empty list', (plan: Record<string, unknown>) => (plan['poam-items'] = [])],
    ['something that is no UUID', (plan: Record<string, unknown>) => (plan.uuid = '1')],
  ])('[CE1] refuse %s', (_, spoil) => {
    const document = structuredClone(toPlanOfAction(frameworks, frame));
    spoil((document?.['plan-of-action-and-milestones'] ?? {}) as Record<string, unknown>);
    expect(problemsOf(validators.poam, document)).not.toEqual([]);
  });
});
