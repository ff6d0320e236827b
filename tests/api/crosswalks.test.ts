import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../src/shared/contract/index.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let csf: string;
let iso: string;
let sp: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  const adopt = async (id: string, baseline: string | null = null) =>
    (await app.client.call(contract.frameworks.adopt, { params: { id }, body: { baseline } })).id;
  csf = await adopt('nist-csf-2.0');
  iso = await adopt('iso-27001-2022');
  sp = await adopt('nist-800-53-r5', 'MODERATE');
});
afterAll(() => app.close());

const controlOf = async (framework: string, q: string) => {
  const controls = await app.client.call(contract.controls.list, { query: { framework, q } });
  const found = controls.find(({ controlId }) => controlId === q);
  if (!found) throw new Error(`No ${q}`);
  return found;
};

const link = (source: string, target: string) => ({
  ...{ source, target, relation: 'intersects', confidence: 'LOW' },
  ...{ rationale: 'Our manual treats both in one chapter.', origin: 'Maria Schmidt' },
});

describe('crosswalks over the API', () => {
  test('[CW3] a control of an adopted framework has neighbours with all four attributes', async () => {
    const { id } = await controlOf(csf, 'PR.AT-01');
    const found = await app.client.call(contract.crosswalks.neighbours, { params: { id } });
    expect(found.length).toBeGreaterThan(3);
    for (const { relation, rationale, origin, confidence } of found) {
      expect(relation && rationale && origin && confidence).toBeTruthy();
    }
    expect(found.find(({ other }) => other.ref === 'AT-2')?.other.frameworkId).toBe(sp);
  });

  test('[CW9] whoever may only read is refused', async () => {
    const token = await app.tokenFor('Auditor');
    const { id } = await controlOf(csf, 'PR.AT-01');
    const other = await controlOf(iso, 'A.6.3');
    const call = (method: string, path: string, body?: unknown) =>
      app.request(method, path, body === undefined ? { token } : { token, body });
    const base = '/api/compliance/crosswalks';
    expect((await call('GET', `${base}/neighbours/${id}`)).status).toBe(200);
    expect((await call('GET', `${base}/projection?from=${csf}&to=${sp}`)).status).toBe(200);
    expect((await call('POST', `${base}/links`, link(id, other.id))).status).toBe(403);
    expect((await call('PATCH', `${base}/links/x`, { confidence: 'LOW' })).status).toBe(403);
    expect((await call('DELETE', `${base}/links/x`)).status).toBe(403);
    expect((await call('POST', `${base}/projection`, {})).status).toBe(403);
  });

  test('[CW4] a link is made, changed, removed; what is missing is named', async () => {
    const { id } = await controlOf(csf, 'PR.AT-01');
    const other = await controlOf(iso, 'A.6.3');
    const bad = await app.request('POST', '/api/compliance/crosswalks/links', {
      body: { ...link(id, other.id), rationale: ' ' },
    });
    expect(bad.status).toBe(400);
    expect(await bad.json()).toMatchObject({ message: 'Rationale is required' });
    const made = await app.request('POST', '/api/compliance/crosswalks/links', {
      body: link(id, other.id),
    });
    expect(made.status).toBe(201);
    const { id: linkId } = (await made.json()) as { id: string };
    const path = `/api/compliance/crosswalks/links/${linkId}`;
    const changed = await app.request('PATCH', path, { body: { relation: 'equal' } });
    expect(await changed.json()).toMatchObject({ relation: 'equal', origin: 'Maria Schmidt' });
    expect((await app.request('DELETE', path)).status).toBe(200);
    expect((await app.request('DELETE', path)).status).toBe(404);
    expect(
      app.events.some((event) => 'resource' in event && event.resource === 'crosswalk_links'),
    ).toBe(true);
  });

  test('[CW7] coverage and projection of two frameworks; one and the same is refused', async () => {
    const coverage = await app.client.call(contract.crosswalks.coverage, {
      query: { from: sp, to: csf },
    });
    expect(coverage.reached).toMatchObject({ controls: 106 });
    expect(coverage.rows.map(({ ref }) => ref)).toEqual(['GV', 'ID', 'PR', 'DE', 'RS', 'RC']);
    const { whole, part, none } = coverage.reached;
    expect(whole + part + none).toBe(106);
    const same = await app.request(
      'GET',
      `/api/compliance/crosswalks/coverage?from=${sp}&to=${sp}`,
    );
    expect(same.status).toBe(400);
    const gone = await app.request('GET', '/api/compliance/crosswalks/projection?from=x&to=y');
    expect(gone.status).toBe(404);
  });

  test('[CW6] applying writes through the door, with the sources in the history', async () => {
    const control = await controlOf(sp, 'PM-3').catch(() => controlOf(sp, 'AT-2'));
    await app.client.call(contract.controls.update, {
      params: { id: control.id },
      body: { status: 'COMPLIANT', reason: 'Seen in the training plan' },
    });
    const { rows } = await app.client.call(contract.crosswalks.projection, {
      query: { from: sp, to: csf },
    });
    const row = rows.find(({ projected, ref }) => projected === 'COMPLIANT' && ref === 'PR.AT-01');
    const receipt = await app.client.call(contract.crosswalks.applyProjection, {
      body: {
        ...{ from: sp, to: csf, reason: 'Checked with HR' },
        controls: [{ id: row?.controlId ?? '', status: 'COMPLIANT' }],
      },
    });
    expect(receipt.applied).toHaveLength(1);
    const history = await app.client.call(contract.controls.history, {
      params: { id: row?.controlId ?? '' },
    });
    expect(history[0]).toMatchObject({ action: 'compliance.assess-by-crosswalk' });
    expect(history[0]?.reason).toContain('AT-2 (covers all of this, says Watchfloor)');
  });

  test('[CW3] the list names shipped crosswalks with what they rest on', async () => {
    const list = await app.client.call(contract.crosswalks.list, {});
    expect(list.filter(({ kind }) => kind === 'SHIPPED')).toHaveLength(6);
    expect(list.every(({ kind, basis }) => kind !== 'SHIPPED' || basis !== null)).toBe(true);
  });
});
