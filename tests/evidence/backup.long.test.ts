import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { EvidenceDetail } from '../../src/shared/areas/evidence/evidence.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { collect, sha256Of, verify } from '../helpers/evidence-calls.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';
import { backUp, restore } from '../helpers/settings-data.ts';

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function open(workspace: 'empty' | 'demo' = 'empty'): Promise<TestApp> {
  const app = await openTestApp({ as: 'Administrator', workspace });
  apps.push(app);
  return app;
}

async function signInAgain(app: TestApp): Promise<string> {
  const body = { email: 'admin@example.test', password: PASSWORD };
  return tokenOf(await app.request('POST', '/api/login', { body, token: null })) ?? '';
}

const filesOf = (app: TestApp) =>
  existsSync(join(app.dataDir, 'evidence'))
    ? readdirSync(join(app.dataDir, 'evidence'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

describe('[EV12] a backup', () => {
  test('holds the files of evidence; a restore elsewhere gives them back, and their chains hold', async () => {
    const here = await open();
    const bytes = randomBytes(2_500_000);
    const made = await collect(here, 'large.bin', bytes);
    await collect(here, 'empty.txt', new Uint8Array());
    const backup = await backUp(here);
    expect(backup.length).toBeGreaterThan(2_500_000);

    const there = await open();
    expect(await restore(there, backup)).toMatchObject({ state: 'DONE' });
    const token = await signInAgain(there);
    const file = await there.request('GET', `/api/evidence/${made.id}/file`, { token });
    expect(sha256Of(new Uint8Array(await file.arrayBuffer()))).toBe(made.sha256);
    const answer = await there.request('POST', `/api/evidence/${made.id}/custody/verify`, {
      token,
    });
    expect(await answer.json()).toMatchObject({ isIntact: true, fileChecked: true });
    expect(queryBeside(there.dataDir, "SELECT id FROM notifications WHERE kind = 'other'")).toEqual(
      [],
    );
  });

  test('is not made of a damaged file, and says so', async () => {
    const app = await open();
    const made = await collect(app, 'a.txt', new TextEncoder().encode('a'));
    const path = join(
      app.dataDir,
      'evidence',
      made.sha256?.slice(0, 2) ?? '',
      made.sha256?.slice(2) ?? '',
    );
    const stored = readFileSync(path);
    stored.writeUInt8(stored.readUInt8(80) ^ 1, stored.length - 1);
    writeFileSync(path, stored);
    await expect(backUp(app)).rejects.toThrow(/FAILED.*damaged/);
  });

  test('that failed to restore leaves no file behind', async () => {
    const here = await open();
    await collect(here, 'a.txt', randomBytes(1_000));
    const backup = await backUp(here);
    const there = await open();
    expect(await restore(there, backup.subarray(0, backup.length - 5))).toMatchObject({
      state: 'FAILED',
    });
    expect(filesOf(there)).toEqual([]);
  });

  test('without the files says which are missing', async () => {
    const here = await open();
    const made = await collect(here, 'a.txt', randomBytes(1_000), { title: 'Rules of the edge' });
    // As before there were files in a backup.
    rmSync(join(here.dataDir, 'evidence'), { recursive: true });
    const there = await open();
    const job = await restore(there, await backUp(here));
    expect(job.message).toBeNull();
    expect(job.state).toBe('DONE');
    const token = await signInAgain(there);
    const [told] = queryBeside<{ title: string; body: string }>(
      there.dataDir,
      "SELECT title, body FROM notifications WHERE kind = 'other'",
    );
    expect(told?.title).toMatch(/^One file is not in the backup/);
    expect(told?.body).toBe('Rules of the edge');
    const detail = await there.request('GET', `/api/evidence/${made.id}`, { token });
    expect(((await detail.json()) as EvidenceDetail).file).toBe('missing');
  });
});

describe('[EV13] the demo', () => {
  test('has files behind some of its evidence, whose chains hold, and takes them along', async () => {
    const app = await open('demo');
    expect(filesOf(app).length).toBeGreaterThanOrEqual(12);
    const rows = queryBeside<{ id: string; sha256: string | null }>(
      app.dataDir,
      'SELECT id, sha256 FROM evidence',
    );
    expect(rows.filter(({ sha256 }) => sha256 !== null).length).toBeGreaterThanOrEqual(12);
    for (const { id } of rows.slice(0, 5))
      expect(await verify(app, id)).toMatchObject({ isIntact: true, problems: [] });
    await app.request('POST', '/api/workspace/leave-demo');
    expect(filesOf(app)).toEqual([]);
  });
});
