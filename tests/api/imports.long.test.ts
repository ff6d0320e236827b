import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertSchema, rawRecordSchema } from '../../src/shared/areas/alerts/alerts.contract.ts';
import {
  type Import,
  importPreviewSchema,
  importSchema,
} from '../../src/shared/areas/alerts/imports.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { listAll, updateAlert } from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { suricataFile, suricataLine } from '../helpers/suricata-lines.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await openTestApp();
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-files-'));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const send = (query: string, rawBody: string | Uint8Array | ReadableStream<Uint8Array>) =>
  app.request('POST', `/api/imports${query}`, { rawBody });

async function importFile(query: string, rawBody: string | Uint8Array): Promise<Import> {
  const response = await send(query, rawBody);
  expect(response.status).toBe(201);
  return importSchema.strict().parse(await response.json());
}

async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + 20_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error('It did not happen within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const ended = (id: string) =>
  until(async () => {
    const receipt = (await (await app.request('GET', `/api/imports/${id}`)).json()) as Import;
    return receipt.state === 'RUNNING' ? undefined : receipt;
  });

/** Lines of which nothing can be made, between two that are alerts. */
const MIXED = [
  suricataLine(90_001),
  '{"timestamp":"2026-11-19T00:00:00.000000+0000","event_type":"flow","src_ip":"192.0.2.1"}\n',
  '{"broken": \n',
  'not json at all\n',
  suricataLine(90_002),
  suricataLine(90_001),
].join('');

describe('a receipt', () => {
  test('[IM1] adds up, whatever the file holds', async () => {
    const receipt = await importFile('?name=mixed.json', MIXED);
    expect(receipt).toMatchObject({
      fileName: 'mixed.json',
      format: 'suricata-eve',
      state: 'DONE',
      error: null,
      bytesRead: Buffer.byteLength(MIXED),
      read: 6,
      added: 2,
      merged: 1,
      skipped: 1,
      rejected: 2,
    });
    expect(receipt.rejectedSample.map((record) => record.line)).toEqual([3, 4]);
    for (const record of receipt.rejectedSample) expect(record.reason).not.toBe('');
    expect(receipt.finishedAt).not.toBeNull();
    expect(await (await app.request('GET', `/api/imports/${receipt.id}`)).json()).toEqual(receipt);
  });

  test('[IM2] the same file again adds nothing', async () => {
    const again = await importFile('?name=mixed.json', MIXED);
    expect(again).toMatchObject({ state: 'DONE', added: 0, merged: 3, read: 6 });
    expect((await listAll(app)).totals).toEqual([2]);
  });

  test('[IM2] neither does it packed, under another name, or in another order', async () => {
    const packed = await importFile('?name=other.json.gz', gzipSync(MIXED));
    expect(packed).toMatchObject({ format: 'suricata-eve', added: 0, merged: 3 });
    const reversed = `${MIXED.trimEnd().split('\n').reverse().join('\n')}\n`;
    expect(await importFile('?name=reversed', reversed)).toMatchObject({ added: 0, merged: 3 });
  });

  test('[IM2] neither does it read in another time zone, or at another time', async () => {
    const zoneless = 'Time,Rule\n2026-11-19 08:00:00,Zoneless one\n,Timeless one\n';
    const mapping = encodeURIComponent('{"fields":{"title":"Rule","time":"Time"}}');
    const query = `?name=zoneless.csv&format=csv&mapping=${mapping}`;
    expect(await importFile(query, zoneless)).toMatchObject({ state: 'DONE', added: 2 });
    app.clock.advance(60_000);
    for (const zone of ['Europe/Vienna', 'America/New_York']) {
      const again = await importFile(`${query}&timeZone=${encodeURIComponent(zone)}`, zoneless);
      expect(again).toMatchObject({ added: 0, merged: 2, rejected: 0 });
    }
    const { alerts } = await listAll(app, { q: 'zoneless one' });
    expect(alerts.map((alert) => alert.timeBasis)).toEqual(['assumed-utc']);
  });

  test('[IM3] an alert that somebody has worked on is not touched by importing it again', async () => {
    const [alert] = (await listAll(app, { q: 'port scan' })).alerts;
    const worked = await updateAlert(app, alert?.id ?? '', {
      status: 'IN_PROGRESS',
      escalated: true,
    });
    await importFile('?name=mixed.json', MIXED);
    const now = alertSchema.parse(
      await (await app.request('GET', `/api/alerts/${worked.id}`)).json(),
    );
    // What the engine thinks of it comes a moment later, by itself.
    expect({ ...now, engine: null }).toEqual({ ...worked, engine: null });
  });

  test('[IM4] rejected records can be had as CSV, formulas made inert', async () => {
    const file = `${suricataLine(90_003)}=cmd|' /C calc'!A0\n"quoted, line"\n`;
    const receipt = await importFile('?name=formula.json&format=suricata-eve', file);
    const response = await app.request('GET', `/api/imports/${receipt.id}/rejected`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="rejected-records.csv"',
    );
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toBe('line,reason,excerpt');
    expect(lines[1]).toMatch(/^2,.*,'=cmd\|' \/C calc'!A0$/);
    expect(lines[2]).toMatch(/^3,.*,"""quoted, line"""$/);
    expect(lines.slice(3)).toEqual(['']);
  });

  test('the list has all imports, newest first, with their number', async () => {
    app.clock.advance(1000);
    const receipt = await importFile('?name=last.json', suricataLine(90_001));
    const response = await app.request('GET', '/api/imports');
    const list = importSchema
      .strict()
      .array()
      .parse(await response.json());
    expect(list[0]?.id).toBe(receipt.id);
    expect(response.headers.get('x-total-count')).toBe(String(list.length));
  });

  test.each(['', '/rejected'])('of an import that is not there is 404: %s', async (suffix) => {
    expect(await failureOf(await app.request('GET', `/api/imports/nothing${suffix}`))).toEqual({
      status: 404,
      body: { message: 'There is no such import' },
    });
  });
});

describe('an imported alert', () => {
  test('[IM5] keeps its record byte for byte, and its history begins with the import', async () => {
    const line = suricataLine(91_000, 40).trimEnd();
    const receipt = await importFile('?name=one.json', `  ${line}\t\r\n`);
    const { alerts } = await listAll(app, { q: '10.1.99.120' });
    expect(alerts).toHaveLength(1);
    const [alert] = alerts;
    expect(alert).toMatchObject({
      importId: receipt.id,
      status: 'OPEN',
      timeBasis: 'recorded',
      sourceIp: '10.1.99.120',
      destIp: '198.51.100.7',
    });
    expect(alert?.createdAt).toBe(new Date(Date.UTC(2026, 10, 19) + 91_000 * 137).toISOString());
    const raw = rawRecordSchema
      .strict()
      .parse(await (await app.request('GET', `/api/alerts/${alert?.id}/raw`)).json());
    expect(raw).toEqual({
      format: 'suricata-eve',
      encoding: 'utf-8',
      bytes: line.length,
      content: line,
      truncated: false,
    });
    const history = (await (
      await app.request('GET', `/api/alerts/${alert?.id}/history`)
    ).json()) as Record<string, unknown>[];
    expect(history).toEqual([
      expect.objectContaining({
        action: 'alerts.import',
        actorName: 'Sam SOC Analyst',
        reason: 'one.json',
        changes: [],
      }),
    ]);
  });

  test('[AL18] a large record is shown to its first 256 KiB, and in full when asked for', async () => {
    const line = suricataLine(92_000, 300_000).trimEnd();
    await importFile('?name=large.json', line);
    const [alert] = (await listAll(app, { q: '10.1.103.96' })).alerts;
    const raw = async (query: string) =>
      rawRecordSchema.parse(
        await (await app.request('GET', `/api/alerts/${alert?.id}/raw${query}`)).json(),
      );
    expect(await raw('')).toEqual({
      format: 'suricata-eve',
      encoding: 'utf-8',
      bytes: line.length,
      content: line.slice(0, 256 * 1024),
      truncated: true,
    });
    expect(await raw('?full=true')).toMatchObject({ content: line, truncated: false });
  });

  test('[AL18] the cut does not split a character', async () => {
    const line = JSON.stringify({
      ...JSON.parse(suricataLine(92_001)),
      payload_printable: `x${'ü'.repeat(200_000)}`,
    });
    await importFile('?name=umlauts.json', line);
    const [alert] = (await listAll(app, { q: '10.1.103.97' })).alerts;
    const raw = rawRecordSchema.parse(
      await (await app.request('GET', `/api/alerts/${alert?.id}/raw`)).json(),
    );
    expect(raw.encoding).toBe('utf-8');
    expect(raw.content).not.toContain('\ufffd');
    expect(line.startsWith(raw.content)).toBe(true);
    expect(Buffer.byteLength(raw.content)).toBeGreaterThan(256 * 1024 - 4);
  });
});

describe('what is no file of alerts', () => {
  test('[IM6] ends as failed with a sentence, adds nothing, and says so in the list', async () => {
    const before = (await listAll(app)).totals[0];
    const receipt = await importFile(
      '?name=holiday.jpg',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...Array(500).fill(0)]),
    );
    expect(receipt).toMatchObject({ state: 'FAILED', added: 0, format: null });
    expect(receipt.error).toMatch(/^[A-Z].{20,}/);
    expect((await listAll(app)).totals[0]).toBe(before);
    const jobs = (await (await app.request('GET', '/api/jobs')).json()) as Job[];
    expect(jobs.find((job) => job.id === receipt.jobId)).toMatchObject({
      state: 'FAILED',
      message: receipt.error,
    });
  });

  test('an empty body, and none at all', async () => {
    expect((await importFile('?name=empty.json', '')).state).toMatch(/DONE|FAILED/);
    const none = await app.request('POST', '/api/imports?name=none', {
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(await failureOf(none)).toEqual({
      status: 400,
      body: { message: 'The request has no body: send the file as its body' },
    });
  });

  test('a file that breaks off in the middle fails with what came before it', async () => {
    const lines = suricataFile(1200)
      .toString()
      .split('\n')
      .slice(0, 1000)
      .map((line) => `${line.replaceAll('10.0.', '10.77.')}\n`)
      .join('');
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(lines));
      },
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 700));
        controller.error(new Error('reset by peer'));
      },
    });
    const response = await send('?name=broken.json', broken);
    const receipt = importSchema.parse(await response.json());
    expect(receipt).toMatchObject({ state: 'FAILED', error: 'The transfer of the file broke off' });
    expect(receipt.read).toBe(receipt.added + receipt.merged + receipt.skipped + receipt.rejected);
    const [stored] = queryBeside<{ n: number }>(
      app.dataDir,
      'SELECT count(*) AS n FROM alerts WHERE import_id = ?',
      receipt.id,
    );
    expect(stored?.n).toBe(receipt.added);
  });

  test.each([
    ['?format=word', 'format'],
    ['?mapping=%7B', 'mapping'],
    [`?mapping=${encodeURIComponent('{"fields":{"title":""}}')}`, 'mapping.fields.title'],
    [`?mapping=${encodeURIComponent('{"fields":{"source":"x"}}')}`, 'mapping.fields'],
    [`?name=${'n'.repeat(501)}`, 'name'],
  ])('a query that is not understood is 400: %s', async (query, path) => {
    for (const call of ['/api/imports', '/api/imports/preview']) {
      const failure = await failureOf(
        await app.request('POST', `${call}${query}`, { rawBody: suricataLine(1) }),
      );
      expect([failure.status, failure.body.issues?.[0]?.path]).toEqual([400, path]);
    }
  });

  test('a name that would be a path or a control character is only a name', async () => {
    const receipt = await importFile(
      `?name=${encodeURIComponent('../../etc/\u0007passwd\n')}`,
      suricataLine(90_001),
    );
    expect(receipt.fileName).toBe('../../etc/ passwd');
  });
});

describe('a preview', () => {
  test('[IM7] shows format and first records, and stores nothing', async () => {
    const before = (await (await app.request('GET', '/api/imports')).json()) as Import[];
    const response = await app.request('POST', '/api/imports/preview?name=eve.json', {
      rawBody: suricataFile(300),
    });
    expect(response.status).toBe(200);
    const preview = importPreviewSchema.strict().parse(await response.json());
    expect(preview).toMatchObject({
      fileName: 'eve.json',
      format: 'suricata-eve',
      compressed: false,
    });
    expect(preview.rows.length).toBeGreaterThan(0);
    expect(preview.rows[0]).toMatchObject({
      line: 1,
      problem: null,
      alert: { title: 'Beacon to rare domain', source: expect.stringMatching(/suricata/i) },
    });
    expect(await (await app.request('GET', '/api/imports')).json()).toEqual(before);
  });

  test('[IM7] proposes a mapping for a table, with which it imports', async () => {
    const csv =
      'Time,Rule,Level,Computer,Note\n2026-11-19T08:00:00Z,Odd logon,high,ws-9,"a, b"\n2026-11-19T08:01:00Z,Odd logoff,low,ws-9,c\n';
    const response = await app.request('POST', '/api/imports/preview?name=alerts.csv', {
      rawBody: csv,
    });
    const preview = importPreviewSchema.strict().parse(await response.json());
    expect(preview.format).toBe('csv');
    expect(preview.fields.map((field) => field.field)).toEqual([
      'Time',
      'Rule',
      'Level',
      'Computer',
      'Note',
    ]);
    const mapping = {
      fields: {
        title: 'Rule',
        time: 'Time',
        severity: 'Level',
        sourceHost: 'Computer',
        description: 'Note',
      },
    };
    const query = `?name=alerts.csv&format=csv&mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    expect(await importFile(query, csv)).toMatchObject({ state: 'DONE', added: 2, format: 'csv' });
    const { alerts } = await listAll(app, { q: 'odd ws-9' });
    expect(
      alerts.map(({ title, severity, createdAt, source }) => ({
        title,
        severity,
        createdAt,
        source,
      })),
    ).toEqual([
      {
        title: 'Odd logoff',
        severity: 'LOW',
        createdAt: '2026-11-19T08:01:00.000Z',
        source: 'Import',
      },
      {
        title: 'Odd logon',
        severity: 'HIGH',
        createdAt: '2026-11-19T08:00:00.000Z',
        source: 'Import',
      },
    ]);
  });

  test('of something unknown says why', async () => {
    const response = await app.request('POST', '/api/imports/preview', {
      rawBody: new Uint8Array([0, 1, 2, 3]),
    });
    const preview = importPreviewSchema.strict().parse(await response.json());
    expect(preview.format).toBeNull();
    expect(preview.reason).not.toBe('');
  });
});

describe('a file chosen on the desktop', () => {
  test('[IM8] is named by its handle, answered at once, and read by the core', async () => {
    const path = join(folder, 'chosen.json');
    writeFileSync(path, suricataFile(800).toString().replaceAll('"10.0.', '"10.55.'));
    const file = await app.files.register(path);
    const response = await app.request('POST', `/api/imports?handle=${file.handle}`, {
      rawBody: '',
    });
    expect(response.status).toBe(202);
    const receipt = importSchema.parse(await response.json());
    expect(receipt).toMatchObject({
      fileName: 'chosen.json',
      state: 'RUNNING',
      totalBytes: file.size,
    });
    expect(await ended(receipt.id)).toMatchObject({
      state: 'DONE',
      added: 800,
      bytesRead: file.size,
    });
  });

  test('[IM8] a handle that nobody gave out is 404, and a path is no handle', async () => {
    for (const handle of [
      '00000000-0000-4000-8000-000000000000',
      '/etc/passwd',
      join(folder, 'chosen.json'),
      'file:///etc/passwd',
    ]) {
      for (const call of ['/api/imports', '/api/imports/preview']) {
        const response = await app.request('POST', `${call}?handle=${encodeURIComponent(handle)}`, {
          rawBody: '',
        });
        expect(response.status).toBe(404);
      }
    }
  });

  test('a file that has gone since fails with a sentence', async () => {
    const path = join(folder, 'gone.json');
    writeFileSync(path, suricataLine(1));
    const file = await app.files.register(path);
    rmSync(path);
    const response = await app.request('POST', `/api/imports?handle=${file.handle}`, {
      rawBody: '',
    });
    const { id } = (await response.json()) as Import;
    expect(await ended(id)).toMatchObject({
      state: 'FAILED',
      error: 'The transfer of the file broke off',
    });
  });
});

describe('cancelling', () => {
  test('[IM9] keeps whole batches, says so, and the file can be imported again', async () => {
    const before = (await listAll(app, { limit: 1 })).totals[0] ?? 0;
    const file = suricataFile(2100).toString().replaceAll('"10.0.', '"10.88.');
    const stuck = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(file)),
      pull: () => new Promise(() => {}),
    });
    const answer = send('?name=slow.json', stuck);
    const running = await until(async () => {
      const list = (await (await app.request('GET', '/api/imports')).json()) as Import[];
      return list.find((one) => one.state === 'RUNNING' && one.added === 2000);
    });
    const cancelled = await app.request('POST', `/api/jobs/${running.jobId}/cancel`);
    expect(cancelled.status).toBe(200);
    const receipt = importSchema.parse(await (await answer).json());
    expect(receipt).toMatchObject({
      state: 'CANCELLED',
      error: expect.stringContaining('import the file again'),
      added: 2000,
      read: 2000,
    });
    expect(await (await app.request('GET', `/api/jobs/${running.jobId}`)).json()).toMatchObject({
      state: 'CANCELLED',
    });
    const again = await importFile('?name=slow.json', file);
    expect(again).toMatchObject({ state: 'DONE', added: 100, merged: 2000 });
    expect((await listAll(app, { limit: 1 })).totals[0]).toBe(before + 2100);
    const late = await app.request('POST', `/api/jobs/${running.jobId}/cancel`);
    expect(await failureOf(late)).toEqual({
      status: 409,
      body: { message: 'This job has ended already' },
    });
  });

  test('[IM16] is heard while batches come as fast as they can', async () => {
    const file = suricataFile(40_000).toString().replaceAll('"10.0.', '"10.99.');
    const answer = send('?name=fast.json', file);
    const running = await until(async () => {
      const list = (await (await app.request('GET', '/api/imports')).json()) as Import[];
      return list.find((one) => one.fileName === 'fast.json' && one.added > 0);
    });
    expect((await app.request('POST', `/api/jobs/${running.jobId}/cancel`)).status).toBe(200);
    const receipt = importSchema.parse(await (await answer).json());
    expect(receipt.state).toBe('CANCELLED');
    expect(receipt.added - running.added).toBeLessThan(20_000);
  });

  test('a job that is not there is 404', async () => {
    for (const [method, path] of [
      ['GET', '/api/jobs/nothing'],
      ['POST', '/api/jobs/nothing/cancel'],
    ] as const) {
      expect(await failureOf(await app.request(method, path))).toEqual({
        status: 404,
        body: { message: 'There is no such job' },
      });
    }
  });
});

test('[IM10] after all of this, kept counts, search index and raw records are those of the alerts', () => {
  const one = (sql: string) => queryBeside(app.dataDir, sql)[0];
  const alerts = one('SELECT count(*) AS n FROM alerts');
  expect(one('SELECT sum(n) AS n FROM alert_totals')).toEqual(alerts);
  expect(one('SELECT sum(n) AS n FROM alert_counts')).toEqual(alerts);
  expect(one('SELECT sum(last_seq - first_seq + 1) AS n FROM alert_raw')).toEqual(alerts);
  expect(one('SELECT count(*) AS n FROM alerts_fts')).toEqual(alerts);
  expect(
    one(
      'SELECT count(*) AS n FROM alerts a WHERE (SELECT count(*) FROM alert_raw WHERE a.seq BETWEEN first_seq AND last_seq) <> 1',
    ),
  ).toEqual({ n: 0 });
  expect(one('SELECT sum(added) AS n FROM imports')).toEqual(alerts);
  expect(
    one('SELECT count(*) AS n FROM imports WHERE read <> added + merged + skipped + rejected'),
  ).toEqual({ n: 0 });
});
