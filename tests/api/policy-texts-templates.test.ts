/** Templates: real policies of our own, filled from the workspace. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTemplateLibrary,
  type Template,
} from '../../src/main/areas/policies/policy-templates.ts';
import { POLICY_CATEGORIES } from '../../src/shared/areas/policies/policies.rules.ts';
import type { PolicyTemplateDetail } from '../../src/shared/areas/policies/policy-templates.contract.ts';
import {
  fillPlaceholders,
  PLACEHOLDERS,
  placeholdersOf,
} from '../../src/shared/areas/policies/policy-texts.rules.ts';
import { markdownFault } from '../../src/shared/kernel/markdown-limits.ts';
import { openTestApp, REPOSITORY, type TestApp } from '../helpers/open-test-app.ts';

const FOLDER = join(REPOSITORY, 'resources', 'policies');
const templates: readonly Template[] = await createTemplateLibrary(FOLDER).list();
const KNOWN = PLACEHOLDERS.map(({ name }) => name);
const FILLED = Object.fromEntries(KNOWN.map((name) => [name, 'Something']));

describe('templates', () => {
  test('[PO51] are eighteen, of every category, each under its own title', () => {
    expect(templates.length).toBeGreaterThanOrEqual(14);
    expect(new Set(templates.map(({ title }) => title)).size).toBe(templates.length);
    expect(new Set(templates.map(({ category }) => category))).toEqual(new Set(POLICY_CATEGORIES));
  });

  test.each(templates.map((one) => [one.key, one] as const))(
    '[PO51] %s is a policy that could be adopted',
    (_, { title, content, words, controls }) => {
      expect(words).toBeGreaterThanOrEqual(400);
      expect(words).toBeLessThanOrEqual(900);
      expect(content.startsWith(`# ${title}\n`)).toBe(true);
      expect(content).not.toContain('!');
      expect(markdownFault(content)).toBe(null);
      const placeholders = placeholdersOf(content);
      for (const name of placeholders) expect(KNOWN).toContain(name);
      for (const name of ['workspace.name', 'owner', 'approver', 'effective_date', 'review_date'])
        expect(placeholders).toContain(name);
      expect(fillPlaceholders(content, FILLED)).not.toMatch(/\{\{|\}\}/);
      for (const heading of ['Purpose', 'Scope', 'Exceptions', 'In force'])
        expect(content).toContain(`\n## ${heading}\n`);
      for (const { pack, controlId } of controls) expect(idsOf(pack)).toContain(controlId);
    },
  );

  test('[PO51] every placeholder that can be filled is used somewhere', () => {
    const used = new Set(templates.flatMap(({ content }) => placeholdersOf(content)));
    expect([...used].sort()).toEqual([...KNOWN].sort());
  });
});

const packs = new Map<string, readonly string[]>();
function idsOf(pack: string): readonly string[] {
  const known = packs.get(pack);
  if (known) return known;
  const file = join(REPOSITORY, 'resources', 'frameworks', `${pack}.json`);
  const { requirements } = JSON.parse(readFileSync(file, 'utf8')) as {
    requirements: { id: string; kind: string }[];
  };
  const ids = requirements.filter(({ kind }) => kind !== 'group').map(({ id }) => id);
  packs.set(pack, ids);
  return ids;
}

describe('templates over the API', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ as: 'Compliance Officer', workspace: 'demo' });
  });
  afterAll(() => app.close());
  const get = async (key: string): Promise<PolicyTemplateDetail> =>
    (await app.request('GET', `/api/policy-templates/${key}`)).json();
  const valuesOf = ({ values }: PolicyTemplateDetail) =>
    Object.fromEntries(values.map(({ name, value }) => [name, value]));

  test('[PO52] placeholders are known from settings, accounts and the calendar', async () => {
    const list = await app.request('GET', '/api/policy-templates');
    expect(await list.json()).toHaveLength(templates.length);
    const template = await get('incident-response');
    expect(valuesOf(template)).toMatchObject({
      owner: 'Sam Compliance Officer',
      approver: 'Ada Admin',
      effective_date: '2026-11-20',
      review_date: '2027-11-20',
      contact: 'person0@example.test',
      'sla.critical_hours': '1',
      'sla.high_hours': '4',
      'retention.alerts': 'an unlimited time',
    });
    const patch = { sla: { CRITICAL: 0.5 }, retention: { alertsDays: 365 } };
    const token = app.adminToken ?? null;
    await app.request('PATCH', '/api/settings', { body: patch, token });
    expect(valuesOf(await get('incident-response'))).toMatchObject({
      'sla.critical_hours': '0.5',
      'retention.alerts': '365 days',
    });
    const known = template.controls.filter(({ id }) => id !== null);
    expect(known.length).toBeGreaterThan(0);
    expect(template.controls.length).toBeGreaterThanOrEqual(15);
  });

  test('[PO52] what a person said of the organization is kept for the next template', async () => {
    const values = { 'workspace.name': 'Kestrel & Sons', contact: 'security@kestrel.example' };
    const kept = await app.request('PUT', '/api/policy-values', { body: { values } });
    expect(await kept.json()).toEqual(values);
    expect(valuesOf(await get('remote-work'))).toMatchObject(values);
    const changed = { values: { contact: '' } };
    await app.request('PUT', '/api/policy-values', { body: changed });
    expect(valuesOf(await get('remote-work'))).toMatchObject({
      'workspace.name': 'Kestrel & Sons',
      contact: 'person0@example.test',
    });
  });

  test('[PO52] nobody keeps other values, and who only reads keeps none', async () => {
    const put = (values: unknown, token?: string) =>
      app.request('PUT', '/api/policy-values', {
        body: { values },
        ...(token ? { token } : {}),
      });
    expect((await put({ owner: 'x' })).status).toBe(400);
    expect((await put({ contact: 'x'.repeat(201) })).status).toBe(400);
    expect((await put({ contact: 'x' }, await app.tokenFor('SOC Analyst'))).status).toBe(403);
    expect((await app.request('GET', '/api/policy-templates/none')).status).toBe(404);
  });
});
