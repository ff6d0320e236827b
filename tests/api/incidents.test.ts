import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { groupsContract } from '../../src/shared/areas/incidents/groups.contract.ts';
import { incidentsContract as calls } from '../../src/shared/areas/incidents/incidents.contract.ts';
import { listAll, updateAlert } from '../helpers/alert-calls.ts';
import {
  assignment,
  incident,
  incidents,
  keysOf,
  linked,
  raise,
} from '../helpers/incident-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

const post = async (path: string, body: unknown) => {
  const response = await app.request('POST', path, { body });
  return { status: response.status, body: await response.json().catch(() => null) };
};
const two = () =>
  raise(
    app,
    { title: 'Password spray', sourceHost: 'web-01', sourceUser: 'eve' },
    { title: 'Web shell', sourceHost: 'web-01' },
    { title: 'Port scan', sourceHost: 'db-07' },
    { title: 'Data leaves', sourceHost: 'db-07' },
  );

describe('incidents as they are read', () => {
  test('[IN10] an incident has a readable name, severity, counts, entities and the links that hold it', async () => {
    await two();
    const all = await incidents(app);
    expect(all.map(({ name }) => name).sort()).toEqual([
      'Data leaves on db-07, with 1 other detection',
      'Password spray on web-01, with 1 other detection',
    ]);
    const [first] = all;
    if (!first) throw new Error('No incident');
    const detail = await incident(app, first.id);
    expect(detail).toMatchObject({ groups: 2, alerts: 2, active: 2, isHeld: false, revision: '0' });
    expect(detail.entities[0]).toMatchObject({
      kind: 'host',
      groups: 2,
      groupsHere: 2,
      common: null,
    });
    const edges = await app.client.call(calls.listIncidentEdges, {
      params: { id: first.id },
      query: {},
    });
    expect(edges).toHaveLength(1);
    expect(edges[0]).toMatchObject({ gapMs: 900_000 });
    expect(edges[0]?.shared[0]).toMatchObject({ kind: 'host', groupsHere: 2, totalHere: 4 });
    expect(edges[0]?.strength).toBeGreaterThan(50);
  });

  test('[IN11] any of its groups finds the incident it is in', async () => {
    await two();
    for (const { id } of await incidents(app))
      for (const key of await keysOf(app, id)) expect((await incident(app, key)).id).toBe(id);
  });

  test('[IN24] a kept query finds the alerts of an incident by any of its keys, also of what was merged', async () => {
    await two();
    const [a, b] = await incidents(app);
    if (!a || !b) throw new Error('Not two incidents');
    const countOf = async (query: string) => (await listAll(app, { query })).alerts.length;
    for (const { id } of [a, b])
      for (const key of await keysOf(app, id)) expect(await countOf(`incident:${key}`)).toBe(2);
    const both = [{ id: a.id }, { id: b.id }];
    const merged = await post('/api/incidents/merge', { incidents: both, reason: 'One attacker' });
    expect(merged.status).toBeLessThan(300);
    for (const id of [a.id, b.id, merged.body.id, ...(await keysOf(app, merged.body.id))])
      expect(await countOf(`incident:${id}`), id).toBe(4);
    expect(await countOf(`incident:${a.id},${b.id} host:web-01`)).toBe(2);
    expect(await countOf('incident:none')).toBe(0);
    expect(await countOf('incident:nowhere')).toBe(0);
    const groups = await app.client.call(groupsContract.list, { query: { incident: b.id } });
    expect(groups).toHaveLength(4);
  });

  test('[IN12] lists are paged, filtered and counted without holes or repeats', async () => {
    await two();
    await raise(app, { title: 'Lone finding', sourceHost: 'hr-99' });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await app.client.page(calls.listIncidents, {
        query: { limit: 1, ...(cursor ? { cursor } : {}) },
      });
      expect(page.total).toBe(3);
      seen.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(new Set(seen).size).toBe(3);
    expect(await incidents(app, { linked: 'yes' })).toHaveLength(2);
    expect(await incidents(app, { q: 'hr-' })).toHaveLength(1);
    expect(await incidents(app, { severity: 'LOW' })).toHaveLength(0);
    expect(await incidents(app, { state: 'closed' })).toHaveLength(0);
    expect((await incidents(app, { sort: 'severity' })).map(({ id }) => id)).toEqual(seen);
  });

  test('[IN13] closing its alerts closes an incident', async () => {
    await raise(app, { title: 'Lone finding', sourceHost: 'hr-99' });
    const [only] = await incidents(app);
    const [group] = await app.client.call(calls.listIncidentGroups, {
      params: { id: only?.id ?? '' },
      query: {},
    });
    await updateAlert(app, group?.alertId ?? '', { status: 'IN_PROGRESS' });
    await updateAlert(app, group?.alertId ?? '', { status: 'FALSE_POSITIVE' });
    expect(await incidents(app, { state: 'active' })).toHaveLength(0);
    expect(await incidents(app, { state: 'closed' })).toMatchObject([{ active: 0 }]);
  });
});

describe('what people decide', () => {
  test('[IN14] merge, split, detach, lock, rename and release place groups and are undone', async () => {
    await two();
    const before = await assignment(app);
    const [a, b] = await incidents(app);
    if (!a || !b) throw new Error('Not two incidents');
    const reason = 'One attacker';
    const merged = await post('/api/incidents/merge', {
      incidents: [
        { id: a.id, baseRevision: '0' },
        { id: b.id, baseRevision: '0' },
      ],
      name: 'Operation Spray',
      reason,
    });
    expect(merged.body).toMatchObject({
      name: 'Operation Spray',
      groups: 4,
      pinned: 4,
      isHeld: true,
    });
    expect((await incident(app, b.id)).id).toBe(merged.body.id);
    await linked(app);
    const keys = await keysOf(app, merged.body.id);
    const split = await post(`/api/incidents/${merged.body.id}/split`, {
      ...{ groups: keys.slice(0, 1), reason },
    });
    expect(split.body).toMatchObject({ groups: 1 });
    const detached = await post(`/api/incidents/${merged.body.id}/detach`, {
      ...{ group: keys[1], reason },
    });
    expect(detached.body).toMatchObject({ id: merged.body.id, groups: 2 });
    expect(await incident(app, keys[1] ?? '')).toMatchObject({ groups: 1, isLocked: true });
    for (let n = 0; n < 3; n++) {
      expect((await post('/api/actions/last/undo', {})).status).toBeLessThan(300);
      await linked(app);
    }
    expect(await assignment(app)).toBe(before);
    for (let n = 0; n < 3; n++) {
      expect((await post('/api/actions/last/redo', {})).status).toBeLessThan(300);
      await linked(app);
    }
    expect((await incident(app, keys[1] ?? '')).isLocked).toBe(true);
    expect(await keysOf(app, merged.body.id)).toEqual(keys.slice(2));
  });

  test('[IN15] a lock keeps new groups out until it is taken off', async () => {
    await raise(app, { title: 'Web shell', sourceHost: 'web-01' });
    const [only] = await incidents(app);
    const path = `/api/incidents/${only?.id}`;
    const locked = await post(`${path}/lock`, { reason: 'Report is out' });
    expect(locked.body).toMatchObject({ isLocked: true, reason: 'Report is out' });
    await raise(app, { title: 'Another shell', sourceHost: 'web-01' });
    expect(await incidents(app)).toHaveLength(2);
    expect((await post(`/api/incidents/${locked.body.id}/lock`, { reason: 'again' })).status).toBe(
      409,
    );
    await post(`/api/incidents/${locked.body.id}/unlock`, { reason: 'Goes on' });
    await linked(app);
    expect(await incidents(app)).toMatchObject([{ groups: 2, id: locked.body.id }]);
  });

  test('[IN16] of two windows the second is told what happened, and loses nothing of the first', async () => {
    await two();
    const [a, b] = await incidents(app);
    const merge = {
      incidents: [
        { id: a?.id, baseRevision: '0' },
        { id: b?.id, baseRevision: '0' },
      ],
      reason: 'Same attacker',
    };
    const done = await post('/api/incidents/merge', merge);
    const late = await post(`/api/incidents/${a?.id}/lock`, { reason: 'mine', baseRevision: '0' });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(
      /merged this incident with others .*\(Same attacker\).*Nothing of yours was saved/,
    );
    expect(await incident(app, done.body.id)).toMatchObject({ groups: 4, isLocked: false });
  });

  test('[IN17] what makes no sense is refused with what is wrong', async () => {
    await two();
    const [a, b] = await incidents(app);
    const keys = await keysOf(app, a?.id ?? '');
    const path = `/api/incidents/${a?.id}`;
    expect((await post(`${path}/split`, { groups: keys, reason: 'all' })).status).toBe(400);
    const others = await keysOf(app, b?.id ?? '');
    expect((await post(`${path}/split`, { groups: others.slice(0, 1), reason: 'x' })).status).toBe(
      409,
    );
    expect((await post(`${path}/lock`, { reason: ' ' })).status).toBe(400);
    const same = [{ id: a?.id }, { id: keys[1] }];
    expect((await post('/api/incidents/merge', { incidents: same, reason: 'x' })).status).toBe(409);
    expect((await post('/api/incidents/nothing/lock', { reason: 'x' })).status).toBe(404);
    const auditor = await app.tokenFor('Auditor');
    const asked = await app.request('POST', `${path}/lock`, {
      body: { reason: 'x' },
      token: auditor,
    });
    expect(asked.status).toBe(403);
  });

  test('[IN18] strictness is previewed before it holds, and undone like any action', async () => {
    await two();
    const preview = await app.client.call(calls.previewLinking, { query: { strictness: 100 } });
    expect(preview).toMatchObject({
      now: { incidents: 2, linked: 2, largest: 2 },
      after: { incidents: 4, linked: 0, largest: 1 },
      separating: { n: 2 },
    });
    expect(await incidents(app)).toHaveLength(2);
    await app.request('PUT', '/api/incidents/settings', {
      body: { strictness: 100, reason: 'Noise' },
    });
    await linked(app);
    expect(await incidents(app)).toHaveLength(4);
    await post('/api/actions/last/undo', {});
    await linked(app);
    expect(await incidents(app)).toHaveLength(2);
  });

  test('[IN4] an entity that somebody listed as never linking separates, with who and why', async () => {
    await two();
    const body = { kind: 'host', value: 'WEB-01', rule: 'NEVER', reason: 'Shared proxy' };
    const response = await app.request('PUT', '/api/incidents/entities', { body });
    expect(await response.json()).toMatchObject([
      { kind: 'host', value: 'web-01', basis: 'NEVER', reason: 'Shared proxy', groups: 2 },
    ]);
    await linked(app);
    expect(await incidents(app)).toHaveLength(3);
  });
});
