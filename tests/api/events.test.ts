/** Events over the API, from a store that a job wrote. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsFolder, openEventStore } from '../../src/main/areas/forensics/events/event-store.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import { eventsContract } from '../../src/shared/areas/forensics/events/events.contract.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { startInvestigation } from '../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const HOSTILE = '<img src=x> \u202Efdp.exe';
let app: TestApp;
let id: string;

beforeAll(async () => {
  app = await openTestApp();
  const alert = await createAlert(app, {
    title: 'x',
    description: 'y',
    severity: 'HIGH',
    source: 'EDR',
  });
  ({ id } = await startInvestigation(app, { alertIds: [alert.id], incidentId: alert.id }));
  const key = await fileKeyStore.databaseKey(app.dataDir);
  const store = openEventStore({ folder: eventsFolder(app.dataDir), key, investigationId: id });
  store.addSource({ id: 's1', name: 'Security.evtx', reader: 'evtx' });
  const places = Array.from({ length: 300 }, (_, place) => place);
  store.insert(
    's1',
    places.map((place) => ({
      ...{ timeMs: 1_700_000_000_000 + place * 1_000, timeNanos: 5, kind: 'logon' as const },
      ...{ host: place % 2 ? 'WS-01' : 'WS-02', user: null, provider: 'Security', code: '4624' },
      ...{
        summary: `${HOSTILE} ${place}`,
        fields: { LogonType: ['3', '10'], Place: String(place) },
      },
      ...{ offset: place * 100, record: String(place) },
    })),
  );
  store.finish('s1');
  store.close();
}, 60_000);
afterAll(() => app.close());

const params = () => ({ params: { id } });

test('[ES2] [ES11] a list jumps anywhere, and one event has all its fields and its place', async () => {
  const query = JSON.stringify({ text: 'fdp.exe', hosts: ['ws-01'] });
  const { rows, total } = await app.client.page(eventsContract.list, {
    ...params(),
    query: { query, sort: '-time', offset: 140, limit: 20 },
  });
  expect([rows.length, total]).toEqual([10, 150]);
  expect(rows[0]).toMatchObject({ summary: `${HOSTILE} 19`, host: 'WS-01', timeNanos: 5 });
  const event = await app.client.call(eventsContract.get, {
    params: { id, event: rows[0]?.id ?? 0 },
  });
  expect(event).toMatchObject({
    ...{ offset: 1_900, record: '19', source: { name: 'Security.evtx', events: 300 } },
    fields: [
      { name: 'LogonType', values: ['3', '10'] },
      { name: 'Place', values: ['19'] },
    ],
  });
  const beside = await app.client.call(eventsContract.neighbours, {
    params: { id, event: event.id },
    query: { each: 2 },
  });
  expect(
    [...beside.before, ...beside.after].map(({ summary }) => summary.split(' ').at(-1)),
  ).toEqual(['15', '17', '21', '23']);
});

test('[ES5] figures come with the same query', async () => {
  const query = JSON.stringify({ hosts: ['WS-02'] });
  const stack = await app.client.call(eventsContract.stack, {
    ...params(),
    query: { query, field: 'logontype', order: 'common' },
  });
  expect(stack).toEqual({
    entries: [
      { value: '10', count: 150 },
      { value: '3', count: 150 },
    ],
    ...{ values: 2, events: 150 },
  });
  const histogram = await app.client.call(eventsContract.histogram, {
    ...params(),
    query: { query, buckets: 3 },
  });
  expect(histogram.counts).toEqual([50, 50, 50]);
  const [fields, sources, gaps] = await Promise.all([
    app.client.call(eventsContract.fields, params()),
    app.client.call(eventsContract.sources, params()),
    app.client.call(eventsContract.irregularities, { ...params(), query: {} }),
  ]);
  expect(fields.map(({ name }) => name).sort()).toEqual(['LogonType', 'Place']);
  expect([sources.length, gaps]).toEqual([1, []]);
});

test('[ES11] what does not exist is 404, what is no query 400', async () => {
  const at = (path: string) => app.request('GET', `/api/forensics/investigations/${path}`);
  expect((await at('nothing/events')).status).toBe(404);
  expect((await at(`${id}/events/1`)).status).toBe(404);
  for (const query of ['{', '[]', '{"filters":[{"field":"a","op":"eval"}]}', '{"text":5}']) {
    const response = await at(`${id}/events?query=${encodeURIComponent(query)}`);
    expect([query, response.status]).toEqual([query, 400]);
  }
});
