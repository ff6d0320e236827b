/** Lists of hashes over the API: imported, shown, asked when a file is read, removed. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  hashSetsContract,
  type ListedHashSet,
} from '../../src/shared/areas/forensics/hash-sets/hash-sets.contract.ts';
import { bring, filesOf, readSession, untilRead } from '../helpers/intake-calls.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

const BASE = '/api/forensics/hash-sets';
const FILE = Buffer.from('a program that nobody should have');
const hash = (algorithm: string, bytes: Uint8Array) =>
  createHash(algorithm).update(bytes).digest('hex');
const send = (query: string, text: string, token?: string) =>
  app.request('POST', `${BASE}?${query}`, { rawBody: text, ...(token ? { token } : {}) });
const list = async () => (await app.client.page(hashSetsContract.list, {})).rows;

test('[MW10] a list is imported, says what is known of files, and is removed', async () => {
  const rds = `"SHA-1","MD5","CRC32","FileName"\n"${hash('sha1', Buffer.from('other'))}","${hash('md5', Buffer.from('other'))}","0","x"\n`;
  const good = await send('verdict=good&name=NSRLFile.txt', rds);
  expect(good.status).toBe(201);
  expect((await good.json()) as ListedHashSet).toMatchObject({
    ...{ name: 'NSRLFile.txt', verdict: 'good', md5: 1, sha1: 1, sha256: null, without: 0 },
    importedAt: expect.stringMatching(/^\d{4}-/),
  });
  const bad = await send(
    `verdict=bad&name=${encodeURIComponent('../../etc/seen\n.csv')}`,
    `# seen here\n${hash('sha256', FILE)},dropper.exe\nnothing\n`,
  );
  const made = (await bad.json()) as ListedHashSet;
  expect(made).toMatchObject({ name: 'seen .csv', sha256: 1, lines: 2, without: 1 });
  expect(made.bytes).toBeGreaterThan(0);
  expect((await list()).map(({ name }) => name).toSorted()).toEqual(['NSRLFile.txt', 'seen .csv']);

  const { id } = await startInvestigation(app);
  await untilRun(app, id);
  const begun = await bring(app, id, 'dropper.exe', FILE);
  await untilRead(app, begun.id);
  expect((await filesOf(app, id))[0]?.known).toBe('bad');
  const { receipt } = await readSession(app, begun.id);
  expect(receipt?.facts.find(({ name }) => name === 'hashSets')?.value).toEqual({
    ...{ sets: 2, found: [{ set: 'seen .csv', verdict: 'bad', algorithm: 'sha256' }] },
  });

  expect((await app.request('DELETE', `${BASE}/${made.id}`)).status).toBe(204);
  expect((await app.request('DELETE', `${BASE}/${made.id}`)).status).toBe(404);
  expect((await list()).map(({ name }) => name)).toEqual(['NSRLFile.txt']);
});

test('[MW10] what is refused leaves nothing, and an auditor imports none', async () => {
  const before = readdirSync(join(app.dataDir, 'hash-sets')).toSorted();
  const empty = await send('verdict=bad&name=x.txt', 'no hash at all\n');
  expect([empty.status, await empty.json()]).toEqual([
    400,
    expect.objectContaining({ message: 'There is no hash in this file' }),
  ]);
  const undecided = await send('name=x.txt', hash('md5', FILE));
  expect(undecided.status).toBe(400);
  const token = await app.tokenFor('Auditor');
  expect((await send('verdict=bad', hash('md5', FILE), token)).status).toBe(403);
  expect(readdirSync(join(app.dataDir, 'hash-sets')).toSorted()).toEqual(before);
});
