/** Files of investigations over the API: brought, read, unlocked, cancelled, taken out. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WORK_FOLDER } from '../../src/main/areas/forensics/intake/work-folder.ts';
import { sha256Of, upload, verify } from '../helpers/evidence-calls.ts';
import {
  bring,
  filesOf,
  readSession,
  sessionAt,
  tryBring,
  untilRead,
} from '../helpers/intake-calls.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { makeZip } from '../helpers/make-archives.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let one: string;
let two: string;

const ndjson = (count: number, word = 'e') =>
  Buffer.from(
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({
        '@timestamp': new Date(1_700_000_000_000 + n * 1_000).toISOString(),
        ...{ message: `${word} ${n}`, host: { name: 'WS-1' }, number: n },
      }),
    ).join('\n'),
  );

const post = (path: string, body?: object, token?: string) =>
  app.request('POST', path, { ...(body ? { body } : {}), ...(token ? { token } : {}) });
const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message;
async function custodyOf(evidenceId: string | null): Promise<string[]> {
  const response = await app.request('GET', `/api/evidence/${evidenceId}/custody`);
  return ((await response.json()) as { action: string }[]).map(({ action }) => action);
}
async function sourcesOf(investigation: string): Promise<Record<string, number>> {
  const path = `/api/forensics/investigations/${investigation}/event-sources`;
  const response = await app.request('GET', path);
  const rows = (await response.json()) as { id: string; events: number }[];
  return Object.fromEntries(rows.map(({ id, events }) => [id, events]));
}

beforeAll(async () => {
  app = await openTestApp();
  one = (await startInvestigation(app, { title: 'First' })).id;
  two = (await startInvestigation(app, { title: 'Second' })).id;
  await untilRun(app, one);
  await untilRun(app, two);
}, 60_000);
afterAll(() => app.close());

describe('a file is brought', () => {
  test('[IK1] kept as evidence with its hash and custody, read by content, counted', async () => {
    const bytes = ndjson(500);
    const begun = await bring(app, one, '../logs/../app.txt', bytes);
    expect(begun.fileName).toBe('logs/app.txt');
    const found = await untilRead(app, begun.id);
    expect(found).toMatchObject({
      ...{ status: 'COMPLETED', events: 500, sha256: sha256Of(bytes), sizeBytes: bytes.length },
      ...{ toolType: 'log', losses: 0, problem: null },
    });
    expect(found.receipt).toMatchObject({ read: 500, kept: 500, from: '2023-11-14T22:13:20.000Z' });
    expect(await custodyOf(found.evidenceId)).toEqual(['COLLECTED', 'STORED', 'TAKEN_IN']);
    expect((await verify(app, found.evidenceId ?? '')).isIntact).toBe(true);
    expect((await sourcesOf(one))[begun.id]).toBe(500);
    expect(Object.keys(await sourcesOf(two))).toEqual([]);
  });

  test('[IK2] one content twice is said and not read twice; another investigation takes it', async () => {
    const again = await tryBring(app, one, 'other name.log', ndjson(500));
    expect([again.status, await messageOf(again)]).toEqual([
      409,
      "This content is in the investigation already, as 'logs/app.txt'. It is not read twice.",
    ]);
    const other = await bring(app, two, 'app.txt', ndjson(500));
    expect((await untilRead(app, other.id)).events).toBe(500);
  });

  test('[IK3] files in an archive have sessions of their own', async () => {
    const zip = makeZip([
      { name: 'a.json', content: ndjson(30, 'a') },
      { name: 'deep/b.gz', content: gzipSync(ndjson(40, 'b')) },
      { name: '../../evil.json', content: ndjson(7, 'c') },
      { name: 'junk.bin', content: Buffer.from([0, 1, 2, 0, 3]) },
    ]);
    const begun = await bring(app, one, 'case.zip', zip);
    const found = await untilRead(app, begun.id);
    expect(found).toMatchObject({ toolType: 'none', status: 'COMPLETED', detected: 'ZIP archive' });
    expect(found.innerFiles).toBeGreaterThanOrEqual(3);
    const inner = await filesOf(app, one, `?parent=${begun.id}`);
    const logs = inner.filter(({ toolType }) => toolType === 'log');
    expect(logs.map(({ innerPath, events }) => [innerPath, events]).toSorted()).toEqual([
      ['a.json', 30],
      ['deep/b.gz!/b', 40],
      ['evil.json', 7],
    ]);
    expect((await filesOf(app, one)).map(({ id }) => id)).not.toContain(inner[0]?.id);
    expect(await sourcesOf(one)).toMatchObject({ [inner[0]?.id ?? '']: expect.any(Number) });
  });

  test('an unknown investigation, an unfinished upload, who may not', async () => {
    expect((await tryBring(app, 'none', 'x', ndjson(1))).status).toBe(404);
    const path = `/api/forensics/investigations/${one}/files`;
    expect((await post(path, { uploadId: 'none' })).status).toBe(404);
    expect((await post(path, {})).status).toBe(400);
    const token = await app.tokenFor('Auditor');
    const { id } = await upload(app, 'x', ndjson(2));
    expect((await post(path, { uploadId: id }, token)).status).toBe(403);
    expect((await app.request('GET', path, { token })).status).toBe(200);
    expect((await app.request('GET', '/api/forensics/sessions', { token })).status).toBe(200);
  });
});

describe('a file is read again', () => {
  test('[IK6] an encrypted archive waits; the password is in no table, log or answer', async () => {
    const password = 'horse-battery-7391';
    const zip = makeZip([
      { name: 's.json', content: ndjson(5, 's'), password, encryption: 'aes' },
      { name: 'o.json', content: ndjson(3, 'o') },
    ]);
    const begun = await bring(app, one, 'locked.zip', zip);
    const waiting = await untilRead(app, begun.id);
    expect(waiting).toMatchObject({
      status: 'WAITING',
      problem: 'This archive is encrypted: its password is needed.',
    });
    expect(await filesOf(app, one, `?parent=${begun.id}`)).toEqual([]);
    await post(sessionAt(begun.id, '/password'), { password: 'wrong' });
    expect((await untilRead(app, begun.id)).problem).toBe(
      'That password does not open this archive.',
    );
    await post(sessionAt(begun.id, '/password'), { password });
    expect(await untilRead(app, begun.id)).toMatchObject({ status: 'COMPLETED', innerEvents: 8 });
    const jobs = await (await app.request('GET', '/api/jobs')).text();
    expect(jobs).not.toContain(password);
    const files = readdirSync(app.dataDir, { recursive: true, encoding: 'utf8' });
    expect(files.some((name) => name.includes(password))).toBe(false);
    expect((await post(sessionAt(begun.id, '/password'), { password })).status).toBe(409);
  });

  test('[IK14] passwords of nested archives are asked for one after another', async () => {
    const inner = makeZip([
      { name: 's.json', content: ndjson(6, 'deep'), password: 'second', encryption: 'aes' },
    ]);
    const outer = makeZip([
      { name: 'in.zip', content: inner, password: 'first', encryption: 'aes' },
      {
        name: 'more.zip',
        content: makeZip([
          { name: 't.json', content: ndjson(4, 't'), password: 'third', encryption: 'aes' },
        ]),
      },
    ]);
    const begun = await bring(app, one, 'nested.zip', outer);
    const problems: (string | null)[] = [(await untilRead(app, begun.id)).problem];
    for (const password of ['first', 'second']) {
      await post(sessionAt(begun.id, '/password'), { password });
      problems.push((await untilRead(app, begun.id)).problem);
    }
    expect(problems.map((text) => /'(.*?)'/.exec(text ?? '')?.[1] ?? null)).toEqual([
      ...[null, 'in.zip', 'more.zip'],
    ]);
    // On without the third: what the first two open is read.
    await post(sessionAt(begun.id, '/password'), { password: null });
    expect(await untilRead(app, begun.id)).toMatchObject({ status: 'PARTIAL', innerEvents: 6 });
  });

  test('[IK15] [TL23] what people decided stays with its record when a file is read anew', async () => {
    const three = (await startInvestigation(app, { title: 'Third' })).id;
    await untilRun(app, three);
    const zip = makeZip([
      { name: 'a.json', content: ndjson(30, 'alpha') },
      { name: 'b.json', content: ndjson(5, 'beta') },
    ]);
    const archive = await bring(app, three, 'ab.zip', zip);
    await untilRead(app, archive.id);
    const files = async () =>
      (await filesOf(app, three, `?parent=${archive.id}`)).map(({ id, innerPath }) => [
        innerPath,
        id,
      ]);
    const before = await files();
    const at = `/api/forensics/investigations/${three}`;
    const query = encodeURIComponent(JSON.stringify({ text: '"alpha 17"' }));
    const found = async () =>
      (await (await app.request('GET', `${at}/events?query=${query}`)).json()) as { id: number }[];
    const promoted = async () =>
      (await (await app.request('GET', `${at}/promoted`)).json()) as {
        id: string;
        eventId: string;
        note: string;
      }[];
    const [first] = await found();
    await post(`${at}/promoted`, { eventIds: [first?.id], note: 'kept' });
    const [row] = await promoted();
    await post(sessionAt(archive.id, '/retry'));
    await untilRead(app, archive.id);
    expect((await files()).toSorted()).toEqual(before.toSorted());
    const [again] = await found();
    expect(again?.id).not.toBe(first?.id);
    await vi.waitFor(async () =>
      expect(await promoted()).toEqual([
        expect.objectContaining({ id: row?.id, eventId: String(again?.id), note: 'kept' }),
      ]),
    );
    const more = await post(`${at}/promoted`, { eventIds: [again?.id] });
    expect(await more.json()).toEqual({ promoted: 0, already: 1 });
  });

  test('[IK8] with readers of a choice, again by content, and one inside by itself', async () => {
    const readers = (await (await app.request('GET', '/api/forensics/readers')).json()) as {
      id: string;
    }[];
    expect(readers.map(({ id }) => id)).toContain('json');
    const begun = await bring(app, one, 'as.txt', ndjson(9, 'as'));
    await untilRead(app, begun.id);
    const unknown = await post(sessionAt(begun.id, '/read-as'), { readers: ['none'] });
    expect([unknown.status, await messageOf(unknown)]).toEqual([400, "There is no reader 'none'"]);
    await post(sessionAt(begun.id, '/read-as'), { readers: ['csv'] });
    const asCsv = await untilRead(app, begun.id);
    expect([asCsv.chosen, asCsv.toolVersion]).toEqual([['csv'], expect.stringMatching(/^csv /)]);
    await post(sessionAt(begun.id, '/read-as'), { readers: [] });
    expect(await untilRead(app, begun.id)).toMatchObject({ chosen: null, events: 9 });
    const zip = makeZip([
      { name: 'p', content: ndjson(4, 'p') },
      { name: 'q', content: ndjson(6, 'q') },
    ]);
    const archive = await bring(app, one, 'pq.zip', zip);
    await untilRead(app, archive.id);
    const [inner] = (await filesOf(app, one, `?parent=${archive.id}`)).filter(
      ({ innerPath }) => innerPath === 'q',
    );
    const before = await sourcesOf(one);
    await post(sessionAt(inner?.id ?? '', '/retry'));
    expect(await untilRead(app, inner?.id ?? '')).toMatchObject({ status: 'COMPLETED', events: 6 });
    expect(await sourcesOf(one)).toEqual(before);
  });

  test('[IK13] taken out: its events go, the evidence stays and may be deleted then', async () => {
    const zip = makeZip([{ name: 'gone.json', content: ndjson(12, 'gone') }]);
    const begun = await bring(app, two, 'gone.zip', zip);
    const found = await untilRead(app, begun.id);
    const evidence = `/api/evidence/${found.evidenceId}`;
    const held = await app.request('DELETE', evidence, { body: { reason: 'x' } });
    expect([held.status, await messageOf(held)]).toEqual([
      409,
      'This file is in an investigation: take it out of that first',
    ]);
    expect((await app.request('DELETE', sessionAt(begun.id))).status).toBe(204);
    expect((await app.request('GET', sessionAt(begun.id))).status).toBe(404);
    expect(await custodyOf(found.evidenceId)).toContain('TAKEN_OUT');
    await vi.waitFor(
      async () => expect(Object.values(await sourcesOf(two))).toEqual([500]),
      10_000,
    );
    const removed = await app.request('DELETE', evidence, { body: { reason: 'x' } });
    expect(removed.status).toBe(200);
  });
});

describe('jobs', () => {
  test('[IK11] cancelled within a second, without a trace; read again it is whole', async () => {
    const bytes = ndjson(120_000, 'long');
    const begun = await bring(app, one, 'long.json', bytes);
    const before = await sourcesOf(one);
    await vi.waitFor(
      async () => expect((await readSession(app, begun.id)).progress ?? 0).toBeGreaterThan(0),
      { timeout: 20_000, interval: 5 },
    );
    const asked = performance.now();
    const response = await post(sessionAt(begun.id, '/cancel'));
    // The bar is a second; the machine is shared.
    expect(performance.now() - asked).toBeLessThan(5_000);
    expect(((await response.json()) as { status: string }).status).toBe('CANCELLED');
    expect(await sourcesOf(one)).toEqual(before);
    expect(await readSession(app, begun.id)).toMatchObject({ events: null, receipt: null });
    expect((await post(sessionAt(begun.id, '/cancel'))).status).toBe(409);
    await post(sessionAt(begun.id, '/retry'));
    expect(await untilRead(app, begun.id)).toMatchObject({ events: 120_000 });
  }, 60_000);

  test('[IK9] nothing is left of what came out of archives', () => {
    const left = readdirSync(app.dataDir).includes(WORK_FOLDER)
      ? readdirSync(join(app.dataDir, WORK_FOLDER))
      : [];
    expect(left).toEqual([]);
    expect(statSync(app.dataDir).isDirectory()).toBe(true);
  });
});

test('[IK13] a closed investigation takes none in and gives none away', async () => {
  const closed = (await startInvestigation(app, { title: 'Closed' })).id;
  await untilRun(app, closed);
  const begun = await bring(app, closed, 'c.json', ndjson(3, 'closed'));
  await untilRead(app, begun.id);
  const body = { reason: 'done', verdict: 'benign' };
  expect((await post(`/api/forensics/investigations/${closed}/close`, body)).status).toBe(200);
  expect((await tryBring(app, closed, 'd.json', ndjson(4, 'd'))).status).toBe(409);
  expect((await app.request('DELETE', sessionAt(begun.id))).status).toBe(409);
  expect((await post(sessionAt(begun.id, '/retry'))).status).toBe(409);
});
