/** Indicators out of documents and events, sweeps over events and records, and changes taken back. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Sweep,
  SweepHitRow,
} from '../../src/shared/areas/forensics/indicators/indicator-work.contract.ts';
import type {
  Extraction,
  IndicatorDetail,
} from '../../src/shared/areas/forensics/indicators/indicators.contract.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { makeDocument, paragraph } from '../helpers/make-document.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { keepEvents, keptEvents, processEvent } from '../helpers/rule-calls.ts';

const T = Date.parse('2026-11-01T08:00:00.000Z');
const BASE = '/api/forensics';

let app: TestApp;
let investigation: string;
beforeAll(async () => {
  app = await openTestApp();
  investigation = (await startInvestigation(app, { title: 'Worked' })).id;
  await untilRun(app, investigation);
  await keepEvents(app, investigation, 'source-1', [
    processEvent(T, 'curl http://drop.event-only.example.com/x', { record: '1' }),
    processEvent(T + 1, 'ping 192.0.2.200', { record: '2' }),
    processEvent(T + 2, 'quiet', { record: '3' }),
  ]);
}, 60_000);
afterAll(() => app.close());

const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await app.request(method, `${BASE}${path}`, body === undefined ? {} : { body });
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};
const get = (id: string) => call<IndicatorDetail>('GET', `/indicators/${id}`);
const add = async (...values: string[]) =>
  (
    await call<{ added: string[] }>('POST', '/indicators', {
      indicators: values.map((value) => ({ value })),
    })
  ).added;

/** A page of one line of text, by ISO 32000-1, 7.5. */
function makePdf(text: string): Buffer {
  const stream = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${file}xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

describe('out of documents and events', () => {
  const extractFile = async (name: string, bytes: Uint8Array): Promise<Extraction> => {
    const path = `${BASE}/indicator-extractions/file?name=${name}`;
    const response = await app.request('POST', path, { rawBody: bytes });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Extraction;
  };

  test('[IOC23] of a PDF, with the page', async () => {
    const { found } = await extractFile(
      'r.pdf',
      makePdf('The server hxxp://pdf[.]example[.]net/a at 198.51.100.41'),
    );
    const places = found.map(({ type, value, where }) => [type, value, where]);
    expect(places).toContainEqual(['url', 'http://pdf.example.net/a', 'page 1']);
    expect(places).toContainEqual(['ip', '198.51.100.41', 'page 1']);
  });

  test('[IOC23] of a Word document', async () => {
    const bytes = await makeDocument(paragraph('Mail of bad[@]word[.]example[.]org came first'));
    const { found } = await extractFile('r.docx', bytes);
    expect(found.map(({ value }) => value)).toEqual(['bad@word.example.org']);
  });

  test('[IOC23] of events, with record and field; an unknown event is none', async () => {
    const events = await keptEvents(app, investigation);
    const ids = events.map(({ id }) => id);
    const { found } = await call<Extraction>('POST', '/indicator-extractions', {
      ...{ type: 'events', id: investigation, eventIds: ids.slice(0, 2) },
    });
    expect(found.find(({ value }) => value.includes('drop.event-only'))).toMatchObject({
      where: 'record 1, CommandLine',
    });
    expect(found.find(({ value }) => value === '192.0.2.200')).toMatchObject({
      where: 'record 2, CommandLine',
    });
    const unknown = { type: 'events', id: investigation, eventIds: [9_999_999] };
    const answer = await app.request('POST', `${BASE}/indicator-extractions`, { body: unknown });
    expect(answer.status).toBe(404);
  });
});

describe('sweeps', () => {
  const sweep = async (text: string, isDeep: boolean) => {
    const body = { set: { type: 'text', text }, isDeep };
    const { id } = await call<Sweep>('POST', '/indicator-sweeps', body);
    const done = await expect
      .poll(() => call<Sweep>('GET', `/indicator-sweeps/${id}`), { timeout: 20_000 })
      .toMatchObject({ state: 'DONE' })
      .then(() => call<Sweep>('GET', `/indicator-sweeps/${id}`));
    return { done, hits: await call<SweepHitRow[]>('GET', `/indicator-sweeps/${id}/hits`) };
  };

  test('[IOC12] over the events of investigations, with the event and its field', async () => {
    const { done, hits } = await sweep('event-only.example.com\n192.0.2.200\n192.0.2.20', false);
    expect(done).toMatchObject({ found: 2, events: 2, readEvents: 3 });
    expect(hits.map(({ value, events }) => [value, events]).toSorted()).toEqual([
      ['192.0.2.200', 1],
      ['event-only.example.com', 1],
    ]);
    const [event] = await keptEvents(app, investigation);
    const place = hits.find(({ value }) => value === 'event-only.example.com')?.places[0];
    expect(place).toMatchObject({ kind: 'event', isPart: true });
    expect(JSON.stringify(place)).toContain(String(event?.id));
  });

  test('[IOC12] over original records, where they are asked for', async () => {
    const line = { timestamp: '2026-11-01T08:00:00Z', event_type: 'alert', src_ip: '10.0.0.5' };
    const alert = { signature: 'Odd', severity: 2, category: 'x', signature_id: 1, gid: 1 };
    const record = { ...line, alert, payload_printable: 'GET raw-only.example.com/z' };
    const response = await app.request('POST', '/api/imports?name=eve.json', {
      rawBody: `${JSON.stringify(record)}\n`,
    });
    expect(response.status).toBe(201);
    expect((await sweep('raw-only.example.com', false)).done.found).toBe(0);
    const { done, hits } = await sweep('raw-only.example.com', true);
    expect([done.found, done.alerts]).toEqual([1, 1]);
    expect(hits[0]?.places[0]).toMatchObject({ kind: 'alert' });
  });
});

describe('taken back', () => {
  const undo = (token: string) =>
    call<{ undone: number; left: number }>('POST', '/indicators/undo', { undo: token });

  test('[IOC24] a bulk change; what was changed since stays', async () => {
    const ids = await add('one.undo.example.com', 'two.undo.example.com');
    const change = { severity: 'CRITICAL', isActive: false, addTags: ['seen'] };
    const done = await call<{ changed: number; undo: string }>('POST', '/indicators/bulk', {
      ...{ ids, change, reason: 'Old' },
    });
    expect(done.changed).toBe(2);
    await call('PATCH', `/indicators/${ids[1]}`, { severity: 'LOW' });
    expect(await undo(done.undo)).toEqual({ undone: 1, left: 1 });
    const [one, two] = await Promise.all(ids.map(get));
    expect(one).toMatchObject({
      severity: 'MEDIUM',
      isActive: true,
      tags: [],
      inactiveReason: null,
    });
    expect(two).toMatchObject({ severity: 'LOW', isActive: false, tags: ['seen'] });
    const again = await app.request('POST', `${BASE}/indicators/undo`, {
      body: { undo: done.undo },
    });
    expect(again.status).toBe(404);
  });

  test('[IOC24] a deletion, with relations; not by another, and not after an hour', async () => {
    const [first = '', second = ''] = await add(
      'first.undo.example.com',
      'second.undo.example.com',
    );
    await call('POST', `/indicators/${first}/relations`, {
      ...{ kind: 'related-to', value: 'second.undo.example.com' },
    });
    const remove = () =>
      call<{ undo: string }>('POST', '/indicators/remove', { ids: [first], reason: 'Wrong' });
    const { undo: token } = await remove();
    const other = await app.tokenFor('SOC Analyst');
    const body = { undo: token };
    const theirs = await app.request('POST', `${BASE}/indicators/undo`, { body, token: other });
    expect(theirs.status).toBe(404);
    expect(await undo(token)).toEqual({ undone: 1, left: 0 });
    expect((await get(second)).relations).toHaveLength(1);
    const late = await remove();
    app.clock.advance(3_600_001);
    const gone = await app.request('POST', `${BASE}/indicators/undo`, {
      body: { undo: late.undo },
    });
    expect(gone.status).toBe(404);
  });
});
