import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert, HistoryEntry } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { findReason } from '../../src/shared/areas/alerts/dispositions.rules.ts';
import { createAlertIn, updateAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let me: string;
beforeAll(async () => {
  app = await openTestApp();
  me = ((await (await app.request('GET', '/api/auth/user')).json()) as { id: string }).id;
});
afterAll(() => app.close());

const patch = (id: string, body: unknown, token?: string) =>
  app.request('PATCH', `/api/alerts/${id}`, { body, ...(token === undefined ? {} : { token }) });
const get = async (id: string) =>
  (await (await app.request('GET', `/api/alerts/${id}`)).json()) as Alert;
const history = async (id: string) =>
  (await (await app.request('GET', `/api/alerts/${id}/history`)).json()) as HistoryEntry[];
const require = (dispositions: Record<string, boolean>) =>
  app.request('PATCH', '/api/settings', { body: { dispositions }, token: app.adminToken ?? null });

const EMPTY = {
  verdict: null,
  reasonCode: null,
  closingNote: null,
  closingEvidence: [],
  closedBy: null,
};
const CONFIRMED = {
  status: 'RESOLVED',
  verdict: 'TRUE_POSITIVE',
  reasonCode: 'malware-on-host',
  note: 'Loader on {host}, user {user}.',
  evidence: ['sourceHost', 'raw', 'alert:01920000-0000-7000-8000-000000000001'],
};

describe('closing', () => {
  test.each([
    ['RESOLVED', null],
    ['FALSE_POSITIVE', 'FALSE_POSITIVE'],
  ])('[DP1] %s alone has the verdict %s', async (status, verdict) => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    const closed = await updateAlert(app, alert.id, { status });
    expect(closed).toMatchObject({ ...EMPTY, verdict, closedBy: me });
  });

  test.each([
    ['RESOLVED', 'FALSE_POSITIVE'],
    ['FALSE_POSITIVE', 'TRUE_POSITIVE'],
    ['FALSE_POSITIVE', 'UNDETERMINED'],
  ])('[DP1] %s does not take %s', async (status, verdict) => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    const failure = await failureOf(await patch(alert.id, { status, verdict }));
    expect(failure.status).toBe(400);
    expect(failure.body.issues?.[0]?.path).toBe('verdict');
    expect(await get(alert.id)).toEqual(alert);
  });

  test('[DP1] [DP8] takes reason, note with its placeholders, and evidence', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS', {
      sourceHost: 'ws-{user}',
      sourceUser: 'mallory',
    });
    const closed = await updateAlert(app, alert.id, CONFIRMED);
    expect(closed).toMatchObject({
      verdict: 'TRUE_POSITIVE',
      reasonCode: 'malware-on-host',
      closingNote: 'Loader on ws-{user}, user mallory.',
      closingEvidence: CONFIRMED.evidence,
      closedBy: me,
    });
    expect(await get(alert.id)).toMatchObject({ closingEvidence: CONFIRMED.evidence });
  });

  test('[DP2] a reason code implies its verdict, and no other', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    const wrong = { status: 'RESOLVED', verdict: 'UNDETERMINED', reasonCode: 'ransomware' };
    expect((await patch(alert.id, wrong)).status).toBe(400);
    const unknown = await failureOf(
      await patch(alert.id, { status: 'RESOLVED', reasonCode: 'toString' }),
    );
    expect(unknown).toMatchObject({
      status: 400,
      body: { message: 'There is no such reason code' },
    });
    const closed = await updateAlert(app, alert.id, {
      status: 'FALSE_POSITIVE',
      reasonCode: 'penetration-test',
    });
    expect(closed.verdict).toBe('BENIGN_TRUE_POSITIVE');
    expect(findReason('penetration-test')?.verdict).toBe(closed.verdict);
  });

  test.each([
    { verdict: 'MAYBE' },
    { note: 'x'.repeat(2001) },
    { note: 5 },
    { evidence: ['__proto__'] },
    { evidence: ['alert:'] },
    { evidence: Array(51).fill('title') },
    { verdict: 'TRUE_POSITIVE', status: 'IN_PROGRESS' },
  ])('bad: %j', async (body) => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    const before = await get(alert.id);
    const status = 'status' in body ? {} : { status: 'RESOLVED' };
    const response = await patch(alert.id, { ...status, ...body });
    expect([400, 409]).toContain(response.status);
    expect(await get(alert.id)).toEqual(before);
  });

  test('forbidden to those who only read', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    for (const role of ['Auditor', 'Compliance Officer'] as const)
      expect((await patch(alert.id, CONFIRMED, await app.tokenFor(role))).status).toBe(403);
  });
});

describe('[DP3] what must be said', () => {
  test('is asked for as a whole, and by default nothing is', async () => {
    expect(
      (await require({ verdict: true, reasonCode: true, note: true, evidence: true })).status,
    ).toBe(200);
    try {
      const alert = await createAlertIn(app, 'IN_PROGRESS');
      const failure = await failureOf(await patch(alert.id, { status: 'RESOLVED', note: '  ' }));
      expect(failure.body).toEqual({
        message: 'Verdict is required to close an alert',
        issues: [
          { path: 'verdict', message: 'Verdict is required to close an alert' },
          { path: 'reasonCode', message: 'Reason code is required to close an alert' },
          { path: 'note', message: 'Note is required to close an alert' },
          { path: 'evidence', message: 'Evidence is required to close an alert' },
        ],
      });
      expect(await get(alert.id)).toEqual(alert);
      await updateAlert(app, alert.id, CONFIRMED);
      const bare = await failureOf(await patch(alert.id, { note: null }));
      expect(bare.status).toBe(400);
    } finally {
      await require({ verdict: false, reasonCode: false, note: false, evidence: false });
    }
  });

  test('is set by those who manage the workspace', async () => {
    const body = { dispositions: { note: true } };
    expect((await app.request('PATCH', '/api/settings', { body })).status).toBe(403);
  });
});

describe('afterwards', () => {
  test('[DP4] reopening keeps the earlier disposition in the history', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS', { sourceHost: 'fs-01' });
    await updateAlert(app, alert.id, CONFIRMED);
    const open = await updateAlert(app, alert.id, { status: 'OPEN', reason: 'Seen again' });
    expect(open).toMatchObject(EMPTY);
    const [reopened, resolved] = await history(alert.id);
    expect(reopened?.changes).toContainEqual({ field: 'verdict', from: 'TRUE_POSITIVE', to: null });
    expect(reopened?.changes).toContainEqual({
      field: 'closingNote',
      from: 'Loader on fs-01, user —.',
      to: null,
    });
    expect(resolved?.changes).toContainEqual({
      field: 'reasonCode',
      from: null,
      to: 'malware-on-host',
    });
  });

  test('[DP5] a verdict is put right on a closed alert only', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    expect((await patch(alert.id, { verdict: 'TRUE_POSITIVE' })).status).toBe(409);
    await updateAlert(app, alert.id, CONFIRMED);
    const amended = await updateAlert(app, alert.id, { verdict: 'UNDETERMINED' });
    expect(amended).toMatchObject({
      status: 'RESOLVED',
      verdict: 'UNDETERMINED',
      reasonCode: null,
      closingEvidence: CONFIRMED.evidence,
    });
    expect((await history(alert.id))[0]?.action).toBe('alerts.dispose');
  });

  test('[DP6] the second to close is told what happened, and nothing is lost', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    const [first, second] = await Promise.all([
      patch(alert.id, CONFIRMED),
      patch(alert.id, { status: 'FALSE_POSITIVE', reasonCode: 'sensor-fault' }),
    ]);
    expect(first.status).toBe(200);
    const failure = await failureOf(second);
    expect(failure.status).toBe(409);
    expect(failure.body.allowed).toEqual(['OPEN']);
    expect(failure.body.message).toMatch(
      /This alert is RESOLVED .* resolved it \(true positive\) at 2026-11-20 \d\d:\d\d UTC\.$/,
    );
    expect((await get(alert.id)).verdict).toBe('TRUE_POSITIVE');
  });

  test('[DP6] a change that names what it saw is refused where it is old', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    const closed = await updateAlert(app, alert.id, CONFIRMED);
    app.clock.advance(1000);
    const amend = { verdict: 'UNDETERMINED', seen: closed.updatedAt };
    const amended = await updateAlert(app, alert.id, amend);
    const stale = await failureOf(await patch(alert.id, { ...amend, verdict: 'TRUE_POSITIVE' }));
    expect(stale.status).toBe(409);
    expect(stale.body.message).toContain('changed its verdict');
    expect(await get(alert.id)).toMatchObject({ verdict: amended.verdict });
  });

  test('[DP10] one undo takes the closing back whole', async () => {
    const alert = await createAlertIn(app, 'IN_PROGRESS');
    const response = await patch(alert.id, CONFIRMED);
    const { actionId } = (await response.json()) as { actionId: string };
    const undone = await app.request('POST', `/api/actions/${actionId}/undo`, { body: {} });
    expect(undone.status).toBeLessThan(300);
    expect(await get(alert.id)).toMatchObject({
      ...EMPTY,
      status: 'IN_PROGRESS',
      resolvedAt: null,
    });
  });
});

describe('[DP7] export', () => {
  test('is read back without loss, and lines of earlier versions too', async () => {
    const { id } = await createAlertIn(app, 'IN_PROGRESS', {
      title: 'Taken along',
      source: 'Moved',
    });
    await updateAlert(app, id, CONFIRMED);
    const { marks: _, ...closed } = await get(id);
    const text = await (await app.request('GET', '/api/alerts/export?source=Moved')).text();
    const older = JSON.parse(text) as { alert: Record<string, unknown>; fingerprint: null };
    for (const field of [...Object.keys(EMPTY), 'firstActionAt', 'suppressedBy'])
      delete older.alert[field];
    const olderLine = JSON.stringify({ ...older, alert: { ...older.alert, id: 'older-1' } });
    const elsewhere = await openTestApp();
    try {
      const name = '/api/imports?name=moved.ndjson&wait=true';
      await elsewhere.request('POST', name, { rawBody: `${text}${olderLine}\n` });
      const read = async (wanted: string) =>
        (await (await elsewhere.request('GET', `/api/alerts/${wanted}`)).json()) as Alert;
      await expect.poll(async () => (await read('older-1')).id).toBe('older-1');
      expect(await read(id)).toEqual({ ...closed, importId: expect.any(String) });
      expect(await read('older-1')).toMatchObject({ ...EMPTY, status: 'RESOLVED' });
    } finally {
      await elsewhere.close();
    }
  });

  test('CSV shows it', async () => {
    const csv = await (
      await app.request('GET', '/api/alerts/export?source=Moved&format=csv')
    ).text();
    const [head, row] = csv.split('\r\n');
    expect(head).toContain('verdict,reasonCode,closingNote,closingEvidence,closedBy');
    expect(row).toContain('TRUE_POSITIVE,malware-on-host,"Loader on —, user —."');
  });
});

describe('[DP9] note templates', () => {
  test('are added, changed and deleted by analysts, and read by others', async () => {
    const call = (method: string, path: string, body?: unknown, token?: string) =>
      app.request(method, `/api/note-templates${path}`, {
        ...(body === undefined ? {} : { body }),
        ...(token === undefined ? {} : { token }),
      });
    const template = {
      name: 'Scanner',
      text: 'Scan of {address}, planned.',
      verdict: 'BENIGN_TRUE_POSITIVE',
    };
    expect((await call('POST', '', { ...template, name: ' ' })).status).toBe(400);
    const auditor = await app.tokenFor('Auditor');
    expect((await call('POST', '', template, auditor)).status).toBe(403);
    const made = (await (await call('POST', '', template)).json()) as { id: string };
    expect(made).toMatchObject(template);
    const changed = await call('PUT', `/${made.id}`, { ...template, name: 'Own scanner' });
    expect(await changed.json()).toMatchObject({ id: made.id, name: 'Own scanner' });
    expect(await (await call('GET', '', undefined, auditor)).json()).toHaveLength(1);
    expect((await call('DELETE', `/${made.id}`)).status).toBe(200);
    expect(await (await call('GET', '')).json()).toEqual([]);
    expect((await call('DELETE', `/${made.id}`)).status).toBe(404);
  });
});
