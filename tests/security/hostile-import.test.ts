import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Alert, rawRecordSchema } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { type Import, importSchema } from '../../src/shared/areas/alerts/imports.contract.ts';
import { listAll } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { suricataLine } from '../helpers/suricata-lines.ts';

/** One record a line, each hostile in its own way; `text` is what its signature says. */
function record(n: number, signature: string, more = ''): string {
  const line = suricataLine(50_000 + n).trimEnd();
  const withText = line.replace(/"signature":"[^"]*"/, () => `"signature":${signature}`);
  return more === '' ? withText : `${withText.slice(0, -1)},${more}}`;
}

/** The record with bytes where it has a `#`. */
function withBytes(text: string, bytes: readonly number[]): Buffer {
  const [before = '', after = ''] = text.split('#');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}

const DEEP = `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`;
const TEXTS: [string, string | Buffer][] = [
  ['HTML and script', record(1, '"<script>alert(1)</script><img src=x onerror=alert(1)>"')],
  ['bidirectional characters', record(2, '"invoice_\\u202Egnp.exe"')],
  ['a title of 1 MB', record(3, JSON.stringify('A'.repeat(1_000_000)))],
  ['NUL, escaped', record(4, '"before\\u0000after"')],
  ['NUL, as a byte', withBytes(record(5, '"before#after"'), [0])],
  ['invalid UTF-8', withBytes(record(6, '"bad #"'), [0xff, 0xfe, 0xc3])],
  ['JSON nested 10,000 deep', record(7, '"deep"', `"extra":${DEEP}`)],
  [
    'numbers beyond 2^53',
    record(
      8,
      '"large"',
      '"big":9007199254740993,"huge":123456789012345678901234567890,"tiny":1e-400,"inf":1e400',
    ),
  ],
  [
    'a key that all objects have',
    record(9, '"proto"', '"__proto__":{"x":1},"constructor":{"prototype":{"polluted":1}}'),
  ],
  ['half a character', record(10, '"half \\ud83d"')],
  ['the same key twice', record(11, '"first"', '"event_type":"alert"')],
  ['SQL', record(12, `"x'); DROP TABLE alerts; --"`)],
];

const RECORDS = TEXTS.map(([name, bytes]): [string, Buffer] => [
  name,
  typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
]);

let app: TestApp;
let receipt: Import;
let alerts: Alert[];
beforeAll(async () => {
  app = await openTestApp();
  const parts = RECORDS.flatMap(([, bytes]) => [bytes, Buffer.from('\n')]);
  const response = await app.request('POST', '/api/imports?name=hostile.json&format=suricata-eve', {
    rawBody: Buffer.concat(parts),
  });
  receipt = importSchema.parse(await response.json());
  alerts = (await listAll(app, { limit: 1000 })).alerts;
});
afterAll(() => app.close());

test('[IM12] hostile records stop nothing: each is an alert or a rejection with its line', () => {
  expect(receipt).toMatchObject({ state: 'DONE', read: RECORDS.length });
  expect(receipt.added + receipt.rejected).toBe(RECORDS.length);
  expect(receipt.added).toBe(alerts.length);
  expect(
    receipt.rejectedSample.every(
      ({ line, reason }) => line >= 1 && line <= RECORDS.length && reason !== '',
    ),
  ).toBe(true);
});

const expectAlert = RECORDS.map(([name, bytes], index) => ({ name, bytes, index }));

describe('[IM12] what became an alert keeps its record byte for byte', () => {
  test.each(expectAlert)('$name', async ({ bytes, index }) => {
    const address = `10.0.195.${80 + index + 1}`;
    const alert = alerts.find((one) => one.sourceIp === address);
    const isRejected = receipt.rejectedSample.some(({ line }) => line === index + 1);
    expect(alert === undefined).toBe(isRejected);
    if (!alert) return;
    const response = await app.request('GET', `/api/alerts/${alert.id}/raw?full=true`);
    const raw = rawRecordSchema.parse(await response.json());
    expect(
      Buffer.from(raw.content, raw.encoding === 'base64' ? 'base64' : 'utf8').equals(bytes),
    ).toBe(true);
    expect(raw.bytes).toBe(bytes.length);
    expect(alert.title.length).toBeLessThanOrEqual(255);
    expect(alert.title).not.toContain('\0');
  });

  test('these at least are alerts', () => {
    const rejected = new Set(receipt.rejectedSample.map(({ line }) => line));
    const names = RECORDS.map(([name]) => name).filter((_, index) => !rejected.has(index + 1));
    expect(names).toEqual(
      expect.arrayContaining([
        'HTML and script',
        'bidirectional characters',
        'a title of 1 MB',
        'NUL, escaped',
        'invalid UTF-8',
        'JSON nested 10,000 deep',
        'numbers beyond 2^53',
        'half a character',
        'SQL',
      ]),
    );
  });
});

test('[IM12] everything still answers: list, search, detail, export, figures', async () => {
  for (const path of [
    '/api/alerts',
    '/api/alerts?q=script',
    '/api/alerts/export',
    '/api/alerts/export?format=csv',
    '/api/dashboard/metrics',
    `/api/imports/${receipt.id}/rejected`,
  ]) {
    const response = await app.request('GET', path);
    expect(response.status, path).toBe(200);
    await response.text();
  }
  for (const alert of alerts) {
    for (const suffix of ['', '/raw', '/history', '/related']) {
      expect((await app.request('GET', `/api/alerts/${alert.id}${suffix}`)).status).toBe(200);
    }
  }
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('[IM12] what is exported comes back, hostile records and all', async () => {
  const text = await (await app.request('GET', '/api/alerts/export')).text();
  const other = await openTestApp();
  const response = await other.request('POST', '/api/imports?name=back.ndjson', { rawBody: text });
  expect(importSchema.parse(await response.json())).toMatchObject({
    state: 'DONE',
    added: alerts.length,
    rejected: 0,
  });
  const raws = async (one: TestApp) => {
    const lines = (await (await one.request('GET', '/api/alerts/export')).text())
      .trimEnd()
      .split('\n');
    return lines.map((line) => JSON.stringify((JSON.parse(line) as { raw: unknown }).raw)).sort();
  };
  expect(await raws(other)).toEqual(await raws(app));
  await other.close();
});
