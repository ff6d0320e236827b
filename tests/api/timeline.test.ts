/** The timeline of a case over the API: one scale, clocks, promoted events, processes, logons, files. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsFolder, openEventStore } from '../../src/main/areas/forensics/events/event-store.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import type { EvidenceEvent } from '../../src/shared/areas/forensics/events/event.types.ts';
import type { ClockSource } from '../../src/shared/areas/forensics/timeline/alignments.contract.ts';
import type { PromotedEvent } from '../../src/shared/areas/forensics/timeline/promotions.contract.ts';
import type { Timeline } from '../../src/shared/areas/forensics/timeline/timeline.contract.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { actOn, startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const T0 = Date.parse('2026-11-19T10:00:00.000Z');
const HOSTILE = '=cmd|calc "a", \u202Efdp.exe';

let app: TestApp;
let id: string;
let alertId: string;

const at = (rest: string, of = id) => `/api/forensics/investigations/${of}${rest}`;
async function json<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await app.request(method, path, body ? { body } : {});
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}
const timeline = () => json<Timeline>('GET', at('/timeline'));
const promoted = () => json<PromotedEvent[]>('GET', at('/promoted'));

const event = (n: number, more: Partial<EvidenceEvent> = {}): EvidenceEvent => ({
  ...{ timeMs: T0 + n, timeNanos: 123_400, kind: 'log', host: 'WS-01', user: 'ann' },
  ...{ provider: 'test', code: String(n), summary: `event ${n}`, fields: { n: String(n) } },
  ...{ offset: n * 100, record: String(n) },
  ...more,
});
const started = (n: number, pid: number, ppid: number, image: string): EvidenceEvent =>
  event(n, {
    ...{ kind: 'process', provider: 'Microsoft-Windows-Security-Auditing', code: '4688' },
    fields: {
      ...{ NewProcessId: `0x${pid.toString(16)}`, ProcessId: `0x${ppid.toString(16)}` },
      ...{ NewProcessName: `C:\\x\\${image}`, CommandLine: `${image} /go`, SubjectUserName: 'ann' },
    },
  });

async function fill(of: string, sources: Readonly<Record<string, readonly EvidenceEvent[]>>) {
  const key = await fileKeyStore.databaseKey(app.dataDir);
  const store = openEventStore({ folder: eventsFolder(app.dataDir), key, investigationId: of });
  for (const [source, events] of Object.entries(sources)) {
    store.addSource({ id: source, name: `${source}.evtx`, reader: 'evtx' });
    store.insert(source, events);
    store.finish(source);
  }
  const ids = [...store.scan()].flat().map((one) => one.id);
  store.close();
  return ids;
}

let ids: readonly number[];

beforeAll(async () => {
  app = await openTestApp();
  const alert = await createAlert(app, {
    ...{ title: HOSTILE, description: 'd', severity: 'HIGH', source: 'EDR', sourceHost: 'WS-01' },
  });
  alertId = alert.id;
  ({ id } = await startInvestigation(app, { alertIds: [alertId] }));
  await untilRun(app, id);
  ids = await fill(id, {
    first: [
      event(1, { summary: HOSTILE }),
      event(2),
      event(3, { timeMs: null }),
      started(10, 100, 4, 'shell.exe'),
      started(11, 200, 100, 'who.exe'),
      event(12, {
        ...{ kind: 'logon', provider: 'Microsoft-Windows-Security-Auditing', code: '4625' },
        fields: { TargetUserName: 'bo', LogonType: '3', IpAddress: '203.0.113.9' },
      }),
    ],
    second: [event(5), event(6)],
  });
}, 60_000);
afterAll(() => app.close());

describe('promoted events', () => {
  test('[TL7] a promoted event stands in the timeline at once, with the copy that the store held', async () => {
    const answer = await json('POST', at('/promoted'), {
      ...{ eventIds: [ids[0], ids[1]], note: 'first sign', technique: 't1059.001' },
    });
    expect(answer).toEqual({ promoted: 2, already: 0 });
    expect(await json('POST', at('/promoted'), { eventIds: [ids[0]] })).toEqual({
      ...{ promoted: 0, already: 1 },
    });
    const rows = await promoted();
    expect(rows).toHaveLength(2);
    expect(rows.find(({ event: one }) => one.summary === HOSTILE)).toMatchObject({
      ...{
        sourceId: 'first',
        sourceName: 'first.evtx',
        note: 'first sign',
        technique: 'T1059.001',
      },
      ...{ recordedAt: '2026-11-19T10:00:00.001Z', recordedNanos: 123_400, alignment: null },
      event: { kind: 'log', host: 'WS-01', fields: { n: '1' }, offset: 100, record: '1' },
    });
    const { marks, tactics } = await timeline();
    expect(marks.filter(({ type }) => type === 'event')).toHaveLength(2);
    expect(marks.some((mark) => mark.type === 'alert' && mark.recordId === alertId)).toBe(true);
    expect(marks.some((mark) => mark.type === 'act' && mark.kind === 'forensics.promote')).toBe(
      true,
    );
    expect(tactics).toContain('Execution');
    const order = marks.map((mark) => `${mark.at}${String(mark.nanos).padStart(6, '0')}`);
    expect(order).toEqual(order.toSorted());
  });

  test('[TL8] note and technique can be changed, and it can be taken out and in again', async () => {
    const [row] = await promoted();
    const path = at(`/promoted/${encodeURIComponent(row?.id ?? '')}`);
    expect(await json('PATCH', path, { note: 'second thought', technique: null })).toMatchObject({
      ...{ note: 'second thought', technique: null },
    });
    expect((await app.request('PATCH', path, { body: { technique: 'nothing' } })).status).toBe(400);
    await json('DELETE', path);
    expect(await promoted()).toHaveLength(1);
    expect((await app.request('DELETE', path)).status).toBe(404);
    const eventIds = [Number(row?.eventId)];
    expect(await json('POST', at('/promoted'), { eventIds })).toMatchObject({ promoted: 1 });
    expect(await promoted()).toHaveLength(2);
  });

  test('an event without a time is in the case and counted, not placed', async () => {
    await json('POST', at('/promoted'), { eventIds: [ids[2]] });
    expect(await timeline()).toMatchObject({ untimed: 1 });
  });

  test('[TL9] unknown events and cases are 404; an auditor reads and changes nothing', async () => {
    const call = (path: string, body: object, token?: string) =>
      app.request('POST', path, { body, ...(token ? { token } : {}) });
    expect((await call(at('/promoted'), { eventIds: [999_999] })).status).toBe(404);
    expect((await call(at('/promoted', 'none'), { eventIds: [1] })).status).toBe(404);
    const token = await app.tokenFor('Auditor');
    expect((await call(at('/promoted'), { eventIds: [ids[1]] }, token)).status).toBe(403);
    const read = await app.request('GET', at('/timeline'), { token });
    expect(read.status).toBe(200);
    const put = await app.request('PUT', at('/clocks/first'), { token, body: { offsetMs: 1 } });
    expect(put.status).toBe(403);
  });
});

describe('clocks', () => {
  const set = (offsetMs: number, offsetNanos: number, method: string) =>
    json<ClockSource[]>('PUT', at('/clocks/first'), {
      ...{ offsetMs, offsetNanos, method, confidence: 'high', note: 'seen in the NTP log' },
    });

  test('[TL10] aligning moves what is read, never what was recorded; the history tells; set back undoes', async () => {
    const sources = await set(-3_600_000, 700_000, 'ntp-log');
    expect(sources.find((one) => one.id === 'first')).toMatchObject({
      ...{
        events: 6,
        alignment: { offsetMs: -3_600_000, offsetNanos: 700_000, confidence: 'high' },
      },
    });
    const row = (await promoted()).find(({ event: one }) => one.summary === HOSTILE);
    expect(row).toMatchObject({
      ...{ recordedAt: '2026-11-19T10:00:00.001Z', recordedNanos: 123_400 },
      ...{ alignedAt: '2026-11-19T09:00:00.001Z', alignedNanos: 823_400 },
    });
    const mark = (await timeline()).marks.find((one) => one.recordId === row?.id);
    expect(mark).toMatchObject({ at: row?.alignedAt, recordedAt: row?.recordedAt, nanos: 823_400 });
    const history = await json<{ steps: { action: string; subject: string | null }[] }>(
      'GET',
      `/api/history/forensic_investigations/${id}`,
    );
    expect(history.steps).toContainEqual(
      expect.objectContaining({ action: 'forensics.align', subject: 'first.evtx' }),
    );
    const back = await set(0, 0, 'none');
    expect(back.find((one) => one.id === 'first')?.alignment).toMatchObject({ method: 'none' });
    const after = (await promoted()).find(({ id: one }) => one === row?.id);
    expect(after).toMatchObject({ alignedAt: row?.recordedAt, alignedNanos: 123_400 });
  });

  test('[TL11] the store sorts by aligned times, each source by its own offset', async () => {
    await set(10_000, 0, 'manual');
    const key = await fileKeyStore.databaseKey(app.dataDir);
    const store = openEventStore({ folder: eventsFolder(app.dataDir), key, investigationId: id });
    const order = store
      .search({}, { sort: 'time', offset: 0, limit: 3 })
      .rows.map(({ summary, timeMs }) => [summary, timeMs]);
    store.close();
    expect(order.slice(0, 2)).toEqual([
      ['event 5', T0 + 5],
      ['event 6', T0 + 6],
    ]);
    await set(0, 0, 'none');
  });

  test('an offset beyond a century, an unknown source and an offset without a method are refused', async () => {
    const put = async (path: string, body: object) =>
      (await app.request('PUT', at(path), { body })).status;
    expect(await put('/clocks/first', { offsetMs: 4e15, method: 'manual' })).toBe(400);
    expect(await put('/clocks/first', { offsetMs: 5, method: 'none' })).toBe(400);
    expect(await put('/clocks/nothing', { offsetMs: 5, method: 'manual' })).toBe(404);
  });
});

describe('processes and logons', () => {
  test('[TL12] the tree is made by a job, read level by level, searched, and stale after a clock moved', async () => {
    expect(await json('GET', at('/processes'))).toBeNull();
    const made = await json<{ isStale: boolean; summary: { processes: number } }>(
      'POST',
      at('/processes'),
    );
    expect(made).toMatchObject({ isStale: false, summary: { processes: 2, unseen: 1, roots: 1 } });
    type Rows = { node: number; image: string | null; path: string[]; children: number }[];
    const top = await json<Rows>('GET', at('/processes/nodes'));
    expect(top).toMatchObject([{ node: 0, children: 1, isSeen: false }]);
    const below = await json<Rows>('GET', at('/processes/nodes?parent=0'));
    expect(below).toMatchObject([{ image: 'C:\\x\\shell.exe', children: 1 }]);
    const found = await json<Rows>('GET', at('/processes/nodes?q=WHO.exe%20/go'));
    expect(found).toMatchObject([{ image: 'C:\\x\\who.exe', path: ['process 4', 'shell.exe'] }]);
    expect(await json('GET', at('/processes/nodes?q=100%25'))).toEqual([]);
    await json('PUT', at('/clocks/first'), { offsetMs: 1_000, method: 'manual' });
    expect(await json('GET', at('/processes'))).toMatchObject({ isStale: true });
    expect(await json('POST', at('/processes'))).toMatchObject({ isStale: false });
    await json('PUT', at('/clocks/first'), { offsetMs: 0, method: 'none' });
  });

  test('[TL13] logons of the case, and none of another', async () => {
    const graph = await json<{ rows: unknown[] }>('POST', at('/logons'));
    expect(graph.rows).toMatchObject([
      { account: 'bo', source: '203.0.113.9', target: 'ws-01', failures: 1, successes: 0 },
    ]);
    const other = await startInvestigation(app);
    await untilRun(app, other.id);
    expect(await json('POST', at('/logons', other.id))).toMatchObject({ rows: [] });
    await json('DELETE', at('', other.id));
    expect((await app.request('GET', at('/logons', other.id))).status).toBe(404);
  });
});

describe('files', () => {
  const file = async (format: string) => {
    const response = await app.request('GET', at(`/timeline/export?format=${format}`));
    expect(response.headers.get('content-disposition')).toContain('attachment');
    return response.text();
  };

  test('[TL14] CSV has both clocks and runs no formula', async () => {
    const lines = (await file('csv')).split('\r\n');
    expect(lines[0]).toMatch(/^aligned,recorded,type,kind,severity,title/);
    expect(lines.some((line) => line.includes(`"'=cmd|calc ""a""`))).toBe(true);
    expect(lines.filter((line) => /^[=+@-]|,[=+@]/.test(line))).toEqual([]);
    expect(lines.some((line) => line.startsWith('2026-11-19T10:00:00.0011234'))).toBe(true);
  });

  test('[TL15] lines for Timesketch have message, datetime, timestamp in µs and its description', async () => {
    const rows = (await file('timesketch'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const row = rows.find((one) => one.timestamp_desc === 'Event Time');
    expect(row).toMatchObject({
      ...{ message: HOSTILE, timestamp: (T0 + 1) * 1_000 + 123 },
      datetime: '2026-11-19T10:00:00.001123+00:00',
      recorded_datetime: '2026-11-19T10:00:00.001123400Z',
    });
    for (const one of rows) expect(one).toHaveProperty('timestamp_desc');
  });

  test('[TL22] events are saved as the grid filters them, with both clocks, and without a formula', async () => {
    const save = async (query: object, format: string) =>
      (
        await app.request(
          'GET',
          at(`/events-export?format=${format}&query=${encodeURIComponent(JSON.stringify(query))}`),
        )
      ).text();
    const csv = (await save({ sourceIds: ['first'] }, 'csv')).trim().split('\r\n');
    expect(csv).toHaveLength(7);
    expect(csv.some((line) => line.includes(`"'=cmd|calc ""a""`))).toBe(true);
    const lines = (await save({ kinds: ['process'] }, 'ndjson')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        ...{ recorded: '2026-11-19T10:00:00.010123400Z', source: 'first.evtx' },
        fields: { CommandLine: 'shell.exe /go' },
      },
      { fields: { CommandLine: 'who.exe /go' } },
    ]);
  });

  test('[TL16] the report tells promoted events with both clocks', async () => {
    await json('PUT', at('/clocks/first'), { offsetMs: 60_000, method: 'manual' });
    const response = await app.request('GET', at('/report?format=md'));
    const text = await response.text();
    expect(text).toContain('Promoted events');
    expect(text).toContain('2026-11-19T10:01:00.001123400Z');
    expect(text).toContain('2026-11-19T10:00:00.001123400Z');
    await json('PUT', at('/clocks/first'), { offsetMs: 0, method: 'none' });
  });
});

test('[TL17] a closed case is not changed any more', async () => {
  await actOn(app, id, 'close', { reason: 'done', verdict: 'benign' });
  const status = async (method: string, path: string, body: object) =>
    (await app.request(method, at(path), { body })).status;
  expect(await status('POST', '/promoted', { eventIds: [ids[0]] })).toBe(409);
  expect(await status('PUT', '/clocks/first', { offsetMs: 5, method: 'manual' })).toBe(409);
  const [row] = await promoted();
  expect(await status('DELETE', `/promoted/${encodeURIComponent(row?.id ?? '')}`, {})).toBe(409);
});
