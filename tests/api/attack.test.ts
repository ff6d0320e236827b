import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAttackSource } from '../../src/main/db/attack-reader.ts';
import type {
  AttackPreview,
  AttackState,
} from '../../src/shared/areas/assistant/attack.contract.ts';
import type { ExplainedAlert } from '../../src/shared/areas/assistant/engine.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, REPOSITORY, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let analyst: string;
let alertId: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
  analyst = await app.tokenFor('SOC Analyst');
  const rawBody = [
    'timestamp,title,severity,host,rule,technique',
    '2026-11-20T11:00:00.000Z,A tool ran,low,ws-1,rule-7,T1059.001',
  ].join('\n');
  const fields = {
    ...{ time: 'timestamp', title: 'title', severity: 'severity', sourceHost: 'host' },
    ...{ detector: 'rule', techniques: 'technique' },
  };
  const mapping = encodeURIComponent(JSON.stringify({ fields, defaultSource: 'EDR' }));
  const path = `/api/imports?name=alerts.csv&format=csv&mapping=${mapping}`;
  expect((await app.request('POST', path, { rawBody })).status).toBe(201);
}, 60_000);
afterAll(() => app.close());
/** Each file is read in threads of its own, which a busy machine is slow to start. */
const FILES = { timeout: 240_000 };

async function json<T>(path: string, token?: string): Promise<T> {
  return (await (await app.request('GET', path, token === undefined ? {} : { token })).json()) as T;
}
const TACTIC_ID = 'x-mitre-tactic--1';
/** Two techniques: one renamed and moved against the shipped table, one new; one revoked. */
const bundle = (version: string) =>
  JSON.stringify({
    type: 'bundle',
    objects: [
      { type: 'x-mitre-collection', x_mitre_version: version },
      {
        ...{ type: 'x-mitre-tactic', id: TACTIC_ID, name: 'Impact', x_mitre_shortname: 'impact' },
        external_references: [{ source_name: 'mitre-attack', external_id: 'TA0040' }],
      },
      ...(
        [
          ['T1059', 'Scripts', {}],
          ['T1059.001', 'Power\u202eShell 9', {}],
          ['T9999', 'Brand new', {}],
          ['T1110', 'Brute Force', { revoked: true }],
        ] as const
      ).map(([id, name, more]) => ({
        ...{ type: 'attack-pattern', id: `attack-pattern--${id}`, name },
        external_references: [{ source_name: 'mitre-attack', external_id: id }],
        kill_chain_phases: [{ kill_chain_name: 'mitre-attack', phase_name: 'impact' }],
        ...more,
      })),
      {
        ...{ type: 'course-of-action', id: 'course-of-action--1', name: 'Unplug it' },
        external_references: [{ source_name: 'mitre-attack', external_id: 'M1999' }],
      },
      {
        ...{ type: 'relationship', relationship_type: 'mitigates' },
        ...{ source_ref: 'course-of-action--1', target_ref: 'attack-pattern--T1059' },
      },
    ],
  });
const send = (rawBody: string, token?: string) =>
  app.request('POST', '/api/attack/files?name=enterprise.json', {
    rawBody,
    ...(token === undefined ? {} : { token }),
  });
const apply = (token: string, as?: string) =>
  app.request('PUT', '/api/attack', {
    body: { token },
    ...(as === undefined ? {} : { token: as }),
  });
const preview = async (version: string) =>
  (await (await send(bundle(version))).json()) as AttackPreview;
const tacticReason = async () => {
  await expect
    .poll(async () => (await json<{ isBehind: boolean }>('/api/engine')).isBehind, {
      timeout: 15_000,
    })
    .toBe(false);
  const { explanation } = await json<ExplainedAlert>(`/api/alerts/${alertId}/explanation`);
  return explanation.reasons.find(({ code }) => code.startsWith('tactic-'))?.text;
};

test('[EG64] the shipped table is in use, and names techniques with what counters them', async () => {
  await expect
    .poll(async () => (await json<{ id: string }[]>('/api/alerts')).length, { timeout: 20_000 })
    .toBe(1);
  alertId = (await json<{ id: string }[]>('/api/alerts'))[0]?.id ?? '';
  expect(await json<AttackState>('/api/attack')).toMatchObject({ version: '19', file: null });
  const found = await json<Record<string, unknown>>('/api/attack/techniques/T1059.001');
  expect(found).toMatchObject({
    name: 'Command and Scripting Interpreter: PowerShell',
    tactics: ['Execution'],
    retired: null,
    controls: [],
  });
  expect(found.mitigations).toContainEqual({ id: 'M1045', name: 'Code Signing' });
  expect(await json('/api/attack/techniques/T1086')).toMatchObject({
    retired: { by: { id: 'T1059.001' } },
  });
  expect(await json('/api/attack/techniques/T0000')).toMatchObject({
    name: null,
    mitigations: null,
  });
  expect(await json('/api/attack/techniques/T1110?controls=false')).toMatchObject({
    controls: null,
  });
});

test(
  '[EG48] a hostile or foreign file is refused in words, and nothing changes',
  FILES,
  async () => {
    for (const [body, words] of [
      ['['.repeat(200_000), 'The file is nested more than 64 deep.'],
      ['{"type":"bundle","objects":[]}', 'The bundle holds no technique of ATT&CK Enterprise.'],
    ] as const) {
      const refused = await send(body);
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain(words);
    }
    expect((await send(bundle('20.0'), analyst)).status).toBe(403);
    expect(await json<AttackState>('/api/attack')).toMatchObject({ file: null });
  },
);

test(
  '[EG63] a file is shown against the table in use; what was shown is applied, by whom it was shown to',
  FILES,
  async () => {
    const shown = await preview('20.0');
    expect(shown).toMatchObject({
      ...{ isOlder: false, isSame: false, fileName: 'enterprise.json' },
      counts: { added: 1, renamed: 2, moved: 2, revoked: 1 },
      added: [{ id: 'T9999', name: 'Brand new' }],
      revoked: [{ id: 'T1110', by: null }],
      tactics: { added: [] },
    });
    expect(shown.renamed).toContainEqual({
      id: 'T1059.001',
      from: 'PowerShell',
      to: 'Power Shell 9',
    });
    expect(shown.counts.gone).toBeGreaterThan(shown.gone.length);
    expect(await json<AttackState>('/api/attack')).toMatchObject({ file: null });
    expect((await apply(shown.token, await app.tokenFor('Administrator'))).status).toBe(404);
    expect((await apply(shown.token)).status).toBe(200);
    expect((await apply(shown.token)).status).toBe(404);
  },
);

test('[EG64] what was applied is named everywhere, outlives the process, and is in the audit log', async () => {
  const state = await json<AttackState>('/api/attack');
  expect(state).toMatchObject({ version: '20.0', techniques: 3, isComplete: true });
  expect(state.file).toMatchObject({ name: 'enterprise.json', appliedByName: expect.any(String) });
  expect(await json('/api/attack/techniques/T1059.001')).toMatchObject({
    ...{ name: 'Scripts: Power Shell 9', tactics: ['Impact'] },
    mitigations: [{ id: 'M1999', name: 'Unplug it' }],
  });
  expect(await tacticReason()).toContain('Impact');
  const values = await json<{ value: string; label: string }[]>('/api/query-values?field=tech');
  expect(values).toContainEqual(
    expect.objectContaining({ value: 'T1059.001', label: 'Power Shell 9' }),
  );
  const beside = openBeside(app.dataDir, 'writable');
  const entry = beside
    .prepare("SELECT actor, reason FROM audit_log WHERE action = 'attack.update'")
    .get() as { actor: string; reason: string };
  expect(entry.reason).toContain('ATT&CK 20.0 from enterprise.json (SHA-256 ');
  expect(entry.actor).not.toBeNull();
  // As another process reads it.
  const source = createAttackSource(join(REPOSITORY, 'resources/attack'));
  const reader = {
    get: (sql: string) => beside.prepare(sql).get(),
  } as unknown as Parameters<typeof source.of>[0];
  expect(source.of(reader).version).toBe('20.0');
  beside.close();
});

test('[EG63] an older file says so, and the shipped table comes back', FILES, async () => {
  expect(await preview('19.1')).toMatchObject({ isOlder: true });
  expect((await app.request('POST', '/api/attack/reset', { token: analyst })).status).toBe(403);
  expect((await app.request('POST', '/api/attack/reset')).status).toBe(200);
  expect((await app.request('POST', '/api/attack/reset')).status).toBe(409);
  expect(await json<AttackState>('/api/attack')).toMatchObject({ version: '19', file: null });
  expect(await tacticReason()).toContain('Execution');
});

test('[EG45] the shipped file is what this product writes, with the notice', () => {
  const text = readFileSync(join(REPOSITORY, 'resources/attack/enterprise.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ format: 'watchfloor-attack', version: '19' });
  expect(text).toContain('© The MITRE Corporation');
});
