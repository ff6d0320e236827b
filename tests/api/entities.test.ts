/** The entity page's calls: what is counted, who may write, and what attackers write. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entityId } from '../../src/main/areas/entities/entity-id.ts';
import { entitiesOf } from '../../src/main/db/groups/entities.ts';
import { deskLink } from '../../src/renderer/areas/entities/desk-link.ts';
import {
  type EntityAlert,
  type EntityLinks,
  type EntityNote,
  type EntityProfile,
  entitiesContract,
  entityLinksSchema,
  entityProfileSchema,
} from '../../src/shared/areas/entities/entities.contract.ts';
import { entityLink } from '../../src/shared/areas/entities/entities.rules.ts';
import { createAlert, createAlertIn, listAll } from '../helpers/alert-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { countBehind } from '../helpers/handover-calls.ts';
import { startInvestigation } from '../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const query = (kind: string, value: string, more: Record<string, string> = {}) =>
  new URLSearchParams({ kind, value, ...more }).toString();
const get = async <T>(path: string): Promise<T> => {
  const response = await app.request('GET', path);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
};
const profile = async (kind: string, value: string): Promise<EntityProfile> =>
  entityProfileSchema.parse(await get(`/api/entities/profile?${query(kind, value)}`));
const links = async (kind: string, value: string): Promise<EntityLinks> =>
  entityLinksSchema.parse(await get(`/api/entities/links?${query(kind, value)}`));

async function allAlerts(kind: string, value: string, limit: number): Promise<EntityAlert[]> {
  const found: EntityAlert[] = [];
  let cursor: string | undefined;
  do {
    const answer = await app.client.page(entitiesContract.alerts, {
      query: { kind, value, limit, ...(cursor ? { cursor } : {}) } as never,
    });
    found.push(...answer.rows);
    cursor = answer.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

describe('what the alerts say', () => {
  beforeAll(async () => {
    const hosts = ['WEB-01', 'web-01', 'web-010', 'db-01'];
    for (let n = 0; n < 24; n++) {
      app.clock.advance(n % 3 === 0 ? 7 * 60_000 : 1_000);
      await createAlertIn(app, (['OPEN', 'IN_PROGRESS', 'RESOLVED'] as const)[n % 3] ?? 'OPEN', {
        title: n % 4 === 2 ? 'Beacon to 203.0.113.9' : 'Failed sign-in',
        severity: n % 2 === 0 ? 'HIGH' : 'LOW',
        sourceHost: hosts[n % 4] ?? null,
        sourceUser: n % 5 === 0 ? 'CORP\\j.martin' : 'svc-backup',
        // Some of a group only name it.
        description: n % 6 === 1 ? 'Mail from eve@evil.example' : 'Nothing else',
      });
    }
  });

  test.each([
    ['host', 'web-01'],
    ['host', 'web-010'],
    ['user', 'corp\\j.martin'],
    ['user', 'svc-backup'],
    ['address', '203.0.113.9'],
    ['mailbox', 'eve@evil.example'],
  ] as const)('[EN2] [EN3] counts and pages of %s %s equal a recount', async (kind, value) => {
    const { alerts } = await listAll(app);
    const naming = alerts.filter((alert) =>
      entitiesOf(alert).some((entity) => entity.kind === kind && entity.value === value),
    );
    expect(naming.length).toBeGreaterThan(1);
    const found = await profile(kind, value.toUpperCase());
    const of = (pick: (alert: (typeof naming)[number]) => string) =>
      naming.reduce<Record<string, number>>((counts, alert) => {
        counts[pick(alert)] = (counts[pick(alert)] ?? 0) + 1;
        return counts;
      }, {});
    expect(found).toMatchObject({
      ...{ kind, value, alerts: naming.length, counted: naming.length, isWholeActivity: true },
      byStatus: of(({ status }) => status),
      bySeverity: of(({ severity }) => severity),
      firstSeen: naming.at(-1)?.createdAt,
      lastSeen: naming[0]?.createdAt,
    });
    expect(found.activity.reduce((sum, { n }) => sum + n, 0)).toBe(naming.length);
    for (const limit of [3, 50]) {
      const paged = await allAlerts(kind, value, limit);
      expect(paged.map(({ id }) => id)).toEqual(naming.map(({ id }) => id));
    }
  });

  test('[EN1] every spelling is the same entity, and its spellings are told', async () => {
    const [upper, lower] = [await profile('host', 'WEB-01'), await profile('host', ' web-01. ')];
    expect(upper).toEqual(lower);
    expect(upper.spellings.toSorted()).toEqual(['WEB-01', 'web-01']);
    expect(upper.id).toBe(entityId('host', 'web-01'));
  });

  test('[EN4] tells groups and what was seen together, each with a naive count', async () => {
    const found = await links('host', 'web-01');
    expect(found.groups.length).toBeGreaterThan(0);
    expect(found.ofGroups).toEqual({ n: (await profile('host', 'web-01')).groups, isMore: false });
    expect(found.together.map(({ kind, value }) => `${kind} ${value}`)).toEqual(
      expect.arrayContaining(['user svc-backup', 'user corp\\j.martin']),
    );
    expect(found.together.every(({ groups }) => groups <= found.ofGroups.n)).toBe(true);
    expect(found.together.some(({ value }) => value === 'web-01')).toBe(false);
  });

  test('[EN4] says how many there are, and shows all of them', async () => {
    for (let n = 0; n < 25; n++)
      await createAlert(app, { sourceHost: 'hub-01', sourceUser: `person-${n}` });
    const found = await links('host', 'hub-01');
    expect(found.together).toHaveLength(20);
    expect(found.totals.together).toEqual({ n: 25, isMore: false });
    const all = entityLinksSchema.parse(
      await get(`/api/entities/links?${query('host', 'hub-01', { limit: '300' })}`),
    );
    expect(all.together).toHaveLength(25);
    expect(all.totals).toEqual(found.totals);
    expect(all.totals.groups.n).toBe((await profile('host', 'hub-01')).groups);
  });

  test('[EN10] an investigation begun from an old alert is found', async () => {
    const [first] = [await createAlert(app, { sourceHost: 'old-01', title: 'The first' })];
    const { id } = await startInvestigation(app, { incidentId: first?.id });
    for (let n = 0; n < 60; n++) {
      app.clock.advance(30_000);
      await createAlert(app, { sourceHost: 'old-01', title: `Later ${n}` });
    }
    const found = await links('host', 'old-01');
    expect(found.investigations.map((one) => one.id)).toEqual([id]);
    expect(found.totals.investigations).toEqual({ n: 1, isMore: false });
    expect((await links('host', 'db-01')).investigations).toEqual([]);
  });

  test.each([
    ['host', 'quiet-01'],
    ['user', 'quiet.person'],
    ['address', '198.51.100.99'],
    ['mailbox', 'mallory@evil.example'],
    ['hash', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  ] as const)(
    '[EN11] the desk shows as many alerts of a %s as its figure says',
    async (kind, value) => {
      const made = [
        {
          description:
            'Seen 198.51.100.99 and 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        },
        { description: 'Mail of mallory@evil.example', sourceHost: 'quiet-01' },
        { sourceHost: 'QUIET-01', sourceUser: 'quiet.person', sourceIp: '198.51.100.99' },
      ];
      const alerts = [];
      for (const fields of made) alerts.push(await createAlert(app, fields));
      const beside = openBeside(app.dataDir, 'writable');
      beside.exec(`UPDATE alerts SET suppressed_by = 'rule-x' WHERE id = '${alerts[2]?.id}'`);
      beside.close();
      const behind = await countBehind(app, deskLink({ kind, value }));
      expect(behind).toBe((await profile(kind, value)).alerts);
      expect(behind).toBeGreaterThan(0);
    },
  );

  test('finds entities by their beginning', async () => {
    const found =
      await get<{ kind: string; value: string; alerts: number }[]>('/api/entities?q=WEB-0');
    expect(found.map(({ value }) => value)).toEqual(['web-01', 'web-010']);
    expect(found[0]?.alerts).toBe((await profile('host', 'web-01')).alerts);
  });
});

describe('notes and marks', () => {
  const ref = { kind: 'host', value: 'db-01' };
  const note = async (text: string, token?: string): Promise<EntityNote> => {
    const body = { ...ref, text };
    const options = token === undefined ? { body } : { body, token };
    const response = await app.request('POST', '/api/entities/notes', options);
    expect(response.status).toBe(201);
    return (await response.json()) as EntityNote;
  };
  const change = (id: string, body: object, token?: string) =>
    app.request('PATCH', `/api/entities/notes/${id}`, token ? { body, token } : { body });
  const mark = (body: object, token?: string) =>
    app.request('PUT', '/api/entities/mark', token ? { body, token } : { body });

  test('[EN5] are changed by who wrote them, and never over another window', async () => {
    const other = await app.tokenFor('SOC Analyst');
    const made = await note('Patched on Friday');
    expect(made).toMatchObject({ kind: 'host', value: 'db-01', isEdited: false });
    expect((await change(made.id, { text: 'x', before: made.text }, other)).status).toBe(403);
    app.clock.advance(1000);
    const changed = await change(made.id, { text: 'Patched on Monday', before: made.text });
    expect(await changed.json()).toMatchObject({ text: 'Patched on Monday', isEdited: true });
    const late = await change(made.id, { text: 'Mine', before: made.text });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      conflict: { fields: [{ field: 'text', value: 'Patched on Monday', yours: 'Mine' }] },
    });
    const remove = (token?: string) =>
      app.request('DELETE', `/api/entities/notes/${made.id}`, token ? { token } : {});
    expect((await remove(other)).status).toBe(403);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    expect(await get(`/api/entities/notes?${query('host', 'DB-01')}`)).toEqual([]);
  });

  test('[EN6] [EN7] a mark needs its reason, is history, and is a desk action', async () => {
    const none = await mark({ ...ref, criticality: 'CRITICAL' });
    expect(none.status).toBe(400);
    expect(await none.json()).toMatchObject({ message: 'Reason is required' });
    const set = await mark({ ...ref, criticality: 'CRITICAL', reason: 'Holds the ledger' });
    expect(await set.json()).toMatchObject({ criticality: 'CRITICAL', reason: 'Holds the ledger' });
    const again = await mark({ ...ref, criticality: 'CRITICAL', reason: 'Holds the ledger' });
    expect(again.status).toBe(200);
    const { id, mark: kept } = await profile('host', 'db-01');
    expect(kept.markedByName).toBe('Sam SOC Analyst');
    const { steps } = await get<{ steps: { action: string; reason: string | null }[] }>(
      `/api/history/entity_marks/${id}`,
    );
    expect(steps.filter(({ action }) => action === 'entities.mark')).toHaveLength(1);
    expect(steps.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['entities.add-note', 'entities.change-note', 'entities.remove-note']),
    );
    const listed = await get<unknown[]>('/api/entities');
    expect(listed).toEqual([
      expect.objectContaining({ kind: 'host', value: 'db-01', criticality: 'CRITICAL' }),
    ]);
    expect((await mark({ ...ref, criticality: 'NORMAL' })).status).toBe(200);
    expect(await get('/api/entities')).toEqual([]);
  });

  test('[EN7] a removed note and a mark come back by Undo', async () => {
    const undoLast = async () => {
      const [last] = await get<{ id: string; summary: string }[]>('/api/actions?limit=1');
      const answer = await app.request('POST', `/api/actions/${last?.id}/undo`);
      expect(answer.status, await answer.clone().text()).toBe(200);
      return last?.summary;
    };
    const made = await note('Keeps the ledger');
    app.clock.advance(1000);
    await app.request('DELETE', `/api/entities/notes/${made.id}`);
    app.clock.advance(1000);
    expect(await undoLast()).toBe('Remove a note about host db-01');
    const [back] = await get<EntityNote[]>(`/api/entities/notes?${query('host', 'db-01')}`);
    expect(back).toMatchObject({ id: made.id, text: 'Keeps the ledger' });
    app.clock.advance(1000);
    await mark({ kind: 'user', value: 'svc-scan', criticality: 'KNOWN_BENIGN', reason: 'Scanner' });
    app.clock.advance(1000);
    expect(await undoLast()).toBe('Mark account svc-scan as known to be benign');
    expect((await profile('user', 'svc-scan')).mark.criticality).toBe('NORMAL');
    app.clock.advance(1000);
    await mark({ kind: 'user', value: 'svc-scan', criticality: 'CRITICAL', reason: 'Now it is' });
    expect((await profile('user', 'svc-scan')).mark).toMatchObject({
      criticality: 'CRITICAL',
      reason: 'Now it is',
    });
  });

  test('are written by whoever may change alerts, read by all', async () => {
    const auditor = await app.tokenFor('Auditor');
    const body = { ...ref, text: 'x' };
    const write = await app.request('POST', '/api/entities/notes', { body, token: auditor });
    expect(write.status).toBe(403);
    expect((await mark({ ...ref, criticality: 'NORMAL' }, auditor)).status).toBe(403);
    const path = `/api/entities/profile?${query('host', 'db-01')}`;
    expect((await app.request('GET', path, { token: auditor })).status).toBe(200);
    expect((await app.request('GET', path, { token: null })).status).toBe(401);
  });

  test.each([
    ['profile?kind=host', 'Value is required'],
    ['profile?kind=planet&value=x', 'Kind must be one of host, user, address, hash, mailbox'],
    ['alerts?kind=host&value=x&cursor=!', 'The cursor is not one that this server gave out'],
  ])('refuse %s', async (path, message) => {
    const response = await app.request('GET', `/api/entities/${path}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message });
  });
});

test('[EN9] the id of what is said of an entity is made of kind and value alone', () => {
  expect(entityId('host', 'web-01')).toBe(entityId('host', 'web-01'));
  expect(entityId('host', 'web-01')).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  );
  expect(entityId('user', 'web-01')).not.toBe(entityId('host', 'web-01'));
});

test('[EN8] hostile values are answered as text, and what is no entity as nobody seen', async () => {
  const value = `"><script>alert(1)</script>' OR 1=1 --`;
  await createAlert(app, { sourceHost: value, title: 'x'.repeat(100) });
  const found = await profile('host', value);
  expect(found).toMatchObject({ alerts: 1, value: value.toLowerCase() });
  expect(found.spellings).toEqual([value]);
  for (const strange of ['\u202Eevil', 'a\u0000b', '%', 'x'.repeat(900)]) {
    expect(await profile('host', strange)).toMatchObject({ alerts: 0, firstSeen: null });
    expect((await links('host', strange)).groups).toEqual([]);
  }
  expect(entityLink('host', 'a&kind=user')).toBe('/entity?kind=host&value=a%26kind%3Duser');
});
