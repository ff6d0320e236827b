import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { groupsContract } from '../../src/shared/areas/incidents/groups.contract.ts';
import { createAlert, updateAlert } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

const { list, get, members, ofAlert, detach, rejoin, stats } = groupsContract;

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await app.request(method, path, body === undefined ? {} : { body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

const allGroups = async (query = '') =>
  list.response.parse(await call('GET', `/api/groups?${query}`));
const groupOf = async (id: string) =>
  ofAlert.response.parse(await call('GET', `/api/alerts/${id}/group`)).group;

/** 24 groups of two sources, over some quarters of an hour. */
async function createMany(): Promise<void> {
  for (let n = 0; n < 24; n++) {
    const severity = n % 3 === 0 ? 'CRITICAL' : 'LOW';
    const source = n % 2 ? 'A' : 'B';
    await createAlert(app, { sourceHost: `host-${n}`, sourceUser: 'alice', severity, source });
    if (n % 5 === 0) app.clock.advance(400_000);
  }
}

async function walk(query: string): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const paging: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const response = await app.request('GET', `/api/groups?limit=5&${query}${paging}`);
    seen.push(...list.response.parse(await response.json()).map(({ key }) => key));
    cursor = response.headers.get('X-Next-Cursor');
  }
  return seen;
}

describe('groups over the API', () => {
  test('[GR1] repeats are one row with count, first and last seen, severity, entities and what is open', async () => {
    const first = await createAlert(app, {
      sourceHost: 'WEB-01',
      title: 'Sign-in 1',
      severity: 'LOW',
    });
    app.clock.advance(60_000);
    const second = await createAlert(app, { sourceHost: 'web-01', title: 'Sign-in 22' });
    await updateAlert(app, first.id, { status: 'IN_PROGRESS' });
    await updateAlert(app, first.id, { status: 'RESOLVED' });
    const [group, ...others] = await allGroups();
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      title: 'Sign-in 1',
      severity: 'HIGH',
      alerts: 2,
      active: 1,
      firstSeen: first.createdAt,
      lastSeen: second.createdAt,
      entities: [{ kind: 'host', value: 'web-01' }],
    });
    const rows = members.response.parse(await call('GET', `/api/groups/${group?.key}/alerts`));
    expect(rows.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await groupOf(first.id))?.key).toBe(group?.key);
    const one = get.response.parse(await call('GET', `/api/groups/${group?.key}`));
    expect(one.entities).toEqual([{ kind: 'host', value: 'web-01', alerts: 2, groups: 1 }]);
    expect(stats.response.parse(await call('GET', '/api/groups/stats'))).toEqual({
      ...{ groups: 1, active: 1, alerts: 2, repeats: 50, building: null },
    });
  });

  test('[GR6] a walk by cursor meets every group once, the one seen last first, with any filter', async () => {
    await createMany();
    for (const query of [
      '',
      'severity=CRITICAL',
      'source=A',
      'entity=user:ALICE',
      'entity=user:alice&severity=LOW',
      'active=true',
      'q=beacon',
    ]) {
      const whole = await allGroups(query);
      const seen = await walk(query);
      expect(seen, query).toEqual(whole.map(({ key }) => key));
      expect(new Set(seen).size, query).toBe(seen.length);
      const times = whole.map(({ lastSeen }) => lastSeen);
      expect(times, query).toEqual([...times].sort().reverse());
    }
    expect(await allGroups('severity=CRITICAL')).toHaveLength(8);
    expect(await allGroups('active=false')).toEqual([]);
    expect(await allGroups('entity=host:nowhere')).toEqual([]);
    for (const query of ['cursor=x', 'severity=BAD', 'active=maybe', 'entity=alice']) {
      expect((await app.request('GET', `/api/groups?${query}`)).status, query).toBe(400);
    }
  });

  test('[GR7] an alert taken out is a group of its own, and can be put back', async () => {
    const alerts = [await createAlert(app), await createAlert(app), await createAlert(app)];
    const id = alerts[1]?.id ?? '';
    const alone = detach.response.parse(await call('POST', `/api/alerts/${id}/detach`));
    expect(alone).toMatchObject({ alerts: 1, isDetached: true });
    expect((await allGroups()).map(({ alerts: n }) => n).sort()).toEqual([1, 2]);
    expect((await app.request('POST', `/api/alerts/${id}/detach`)).status).toBe(409);
    const back = rejoin.response.parse(await call('POST', `/api/alerts/${id}/rejoin`));
    expect(back).toMatchObject({ alerts: 3, isDetached: false });
    expect((await app.request('POST', `/api/alerts/${id}/rejoin`)).status).toBe(409);
    expect(detach.response.parse(await call('POST', `/api/alerts/${id}/detach`)).alerts).toBe(1);
    expect((await app.request('POST', '/api/alerts/none/detach')).status).toBe(404);
    const auditor = await app.tokenFor('Auditor');
    const refused = await app.request('POST', `/api/alerts/${id}/rejoin`, { token: auditor });
    expect(refused.status).toBe(403);
  });

  test('[GR8] taking out is an action that Undo takes back and Redo does again', async () => {
    const [first, second] = [await createAlert(app), await createAlert(app)];
    await call('POST', `/api/alerts/${second.id}/detach`);
    const actions = await call<{ id: string; kind: string }[]>('GET', '/api/actions');
    expect(actions[0]?.kind).toBe('groups.detach');
    await call('POST', `/api/actions/${actions[0]?.id}/undo`, {});
    await vi.waitFor(async () => expect((await groupOf(first.id))?.alerts).toBe(2));
    await call('POST', `/api/actions/${actions[0]?.id}/redo`, {});
    await vi.waitFor(async () => expect((await groupOf(first.id))?.alerts).toBe(1));
  });
});

describe('which fields make a repeat', () => {
  test('[GR9] a preview says how many groups there would be, and a change makes them in a job', async () => {
    for (const host of ['a', 'b', 'c']) await createAlert(app, { sourceHost: host });
    await createAlert(app, { sourceHost: 'a', source: 'Other' });
    const change = { source: 'EDR', fields: ['title'] };
    const preview = await call('POST', '/api/groups/fingerprints/preview', change);
    expect(preview).toMatchObject({ alerts: 3, all: 3, groupsNow: 3, groupsAfter: 1 });
    const rules = await call<{ source: string; isOwn: boolean }[]>(
      'PUT',
      '/api/groups/fingerprints',
      change,
    );
    expect(rules.map(({ source, isOwn }) => [source, isOwn])).toEqual([
      ['*', false],
      ['EDR', true],
      ['Other', false],
    ]);
    await vi.waitFor(async () => expect(await allGroups()).toHaveLength(2), 60_000);
    expect((await allGroups('source=EDR'))[0]).toMatchObject({ alerts: 3 });
    await call('PUT', '/api/groups/fingerprints', { source: 'EDR', fields: null });
    await vi.waitFor(async () => expect(await allGroups()).toHaveLength(4), 60_000);
    const empty = { source: 'EDR', fields: [] };
    expect((await app.request('PUT', '/api/groups/fingerprints', { body: empty })).status).toBe(
      400,
    );
  }, 150_000);
});
