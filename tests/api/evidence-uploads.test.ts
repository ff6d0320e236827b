import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Upload,
  uploadSchema,
} from '../../src/shared/areas/evidence/evidence-uploads.contract.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import {
  beginUpload,
  collect,
  finish,
  sendPiece,
  sha256Of,
  upload,
} from '../helpers/evidence-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ as: 'SOC Analyst' });
});
afterEach(() => app.close());

const files = () =>
  existsSync(join(app.dataDir, 'evidence'))
    ? readdirSync(join(app.dataDir, 'evidence'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

const statusOf = async (response: Promise<Response>) => (await response).status;

describe('[EV11] an upload', () => {
  test('in pieces becomes the file, as a job where it is large', async () => {
    const bytes = randomBytes(20 * 1024 * 1024 + 7);
    const stored = await upload(app, 'large.bin', bytes);
    expect(stored).toMatchObject({ state: 'STORED', sha256: sha256Of(bytes), size: bytes.length });
    await expect.poll(files).toHaveLength(1);
  });

  test('takes pieces in order, no more than was announced, and no half file', async () => {
    const begun = await beginUpload(app, 'a.bin', 100);
    expect(begun.received).toBe(0);
    expect(await statusOf(sendPiece(app, begun.id, 50, randomBytes(50)))).toBe(409);
    expect(await statusOf(sendPiece(app, begun.id, 0, randomBytes(101)))).toBe(413);
    expect(await statusOf(sendPiece(app, begun.id, 0, randomBytes(60)))).toBe(200);
    const early = await app.request('POST', `/api/evidence/uploads/${begun.id}/finish`, {
      body: {},
    });
    expect([early.status, await early.text()]).toEqual([
      409,
      '{"message":"60 of 100 bytes have arrived: send the rest first"}',
    ]);
    const rest = (await (await sendPiece(app, begun.id, 60, randomBytes(40))).json()) as Upload;
    expect(rest.received).toBe(100);
  });

  test('that is not what was announced is refused, and can be sent again', async () => {
    const bytes = randomBytes(1000);
    const begun = await beginUpload(app, 'a.bin', bytes.length);
    await sendPiece(app, begun.id, 0, bytes);
    const wrong = finish(app, begun.id, { sha256: '0'.repeat(64) });
    await expect(wrong).rejects.toThrow(/409.*SHA-256 differs/);
    const right = await finish(app, begun.id, { sha256: sha256Of(bytes).toUpperCase() });
    expect(right.state).toBe('STORED');
  });

  test('lies on the disk encrypted, belongs to who began it, and goes when given up', async () => {
    const text = new TextEncoder().encode('the password is swordfish');
    const begun = await beginUpload(app, 'a.txt', text.length);
    await sendPiece(app, begun.id, 0, text);
    expect(files().some((path) => readFileSync(path).includes('swordfish'))).toBe(false);
    const token = await app.tokenFor('SOC Analyst');
    const path = `/api/evidence/uploads/${begun.id}`;
    expect(await statusOf(app.request('GET', path, { token }))).toBe(404);
    expect(await statusOf(app.request('DELETE', path))).toBe(200);
    expect(files()).toEqual([]);
  });

  test('goes on after a restart where it stood, and expires after a day', async () => {
    const bytes = randomBytes(300);
    const begun = await beginUpload(app, 'a.bin', 300);
    await sendPiece(app, begun.id, 0, bytes.subarray(0, 200));
    await beginUpload(app, 'forgotten.bin', 300);
    const { dataDir, clock, token } = app;
    await app.app.close();
    writeFileSync(join(dataDir, 'evidence', 'uploads', begun.id, 'tmp', 'x.part'), 'half');
    clock.advance(DAY_MS / 48);
    const next = await openTestApp({ dataDir, clock, as: null });
    const as = { token: token ?? '' };
    const found = uploadSchema.parse(
      await (await next.request('GET', `/api/evidence/uploads/${begun.id}`, as)).json(),
    );
    expect(found.received).toBe(200);
    await sendPiece(next, begun.id, 200, bytes.subarray(200), as);
    expect(await finish(next, begun.id, {}, as)).toMatchObject({ sha256: sha256Of(bytes) });
    await next.app.close();
    clock.advance(DAY_MS);
    app = await openTestApp({ dataDir, clock, as: null });
    await expect.poll(files).toEqual([]);
  });

  test('of the desktop is read from the disk by its handle', async () => {
    const path = join(app.dataDir, 'chosen.log');
    const bytes = randomBytes(3_000_000);
    writeFileSync(path, bytes);
    const { handle } = await app.files.register(path);
    const body = { name: 'ignored', size: 0, handle };
    const begun = uploadSchema.parse(
      await (await app.request('POST', '/api/evidence/uploads', { body })).json(),
    );
    expect(begun).toMatchObject({ name: 'chosen.log', size: 3_000_000, received: 3_000_000 });
    expect(await finish(app, begun.id)).toMatchObject({ sha256: sha256Of(bytes) });
    const unknown = { name: 'x', size: 1, handle: 'nobody' };
    expect(await statusOf(app.request('POST', '/api/evidence/uploads', { body: unknown }))).toBe(
      404,
    );
  });

  test('of nothing is an empty file', async () => {
    expect(await collect(app, 'empty.txt', new Uint8Array())).toMatchObject({
      size: 0,
      file: 'stored',
    });
  });
});
