import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, streamOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const TOO_LARGE = { status: 413, body: { message: `The body is larger than ${MIB} bytes` } };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterAll(() => app.close());

/** An alert whose JSON has exactly this many bytes. */
function alertOfSize(bytes: number): string {
  const empty = JSON.stringify({
    title: 't',
    description: 'd',
    severity: 'LOW',
    source: 's',
    padding: '',
  });
  return empty.replace('"padding":""', `"padding":"${'x'.repeat(bytes - empty.length)}"`);
}

describe('[HT7] a body of more than 1 MiB is refused', () => {
  test('exactly 1 MiB is taken, one byte more is not', async () => {
    const exact = await app.request('POST', '/api/alerts', {
      rawBody: alertOfSize(MIB),
      headers: JSON_TYPE,
    });
    expect(exact.status).toBe(201);
    const over = await app.request('POST', '/api/alerts', {
      rawBody: alertOfSize(MIB + 1),
      headers: JSON_TYPE,
    });
    expect(await failureOf(over)).toEqual(TOO_LARGE);
  });

  test('also where its length is announced and nothing has come yet', async () => {
    let pulled = 0;
    const rawBody = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(1024));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { ...JSON_TYPE, 'content-length': String(2 * MIB) };
    expect(await failureOf(await app.request('POST', '/api/alerts', { rawBody, headers }))).toEqual(
      TOO_LARGE,
    );
    expect(pulled).toBe(0);
  });

  test('also where nobody announced it: reading stops at the limit', async () => {
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      },
      cancel() {
        cancelled = true;
      },
    });
    const response = await app.request('POST', '/api/alerts', {
      rawBody: endless,
      headers: JSON_TYPE,
    });
    expect(await failureOf(response)).toEqual(TOO_LARGE);
    expect(pulled).toBeLessThan(20);
    expect(cancelled).toBe(true);
  });

  test.each(['/api/login', '/api/setup'])('also as a form of %s', async (path) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await app.request('POST', path, {
      rawBody: streamOf(new Uint8Array(MIB).fill(97), 2),
      headers,
      token: null,
    });
    expect(response.status).toBe(413);
  });

  test('a length that lies low helps nobody', async () => {
    const headers = { ...JSON_TYPE, 'content-length': '10' };
    const response = await app.request('POST', '/api/alerts', {
      rawBody: streamOf(new Uint8Array(MIB), 2),
      headers,
    });
    expect(response.status).toBe(413);
  });
});

test('[HT8] a file to import may be larger, and the look at its head too', async () => {
  const line = `${JSON.stringify({ timestamp: '2026-11-20T10:00:00.000000+0000', event_type: 'alert', src_ip: '192.0.2.1', alert: { signature: 'x'.repeat(200), severity: 1, signature_id: 1 } })}\n`;
  const file = new TextEncoder().encode(line.repeat(Math.ceil((1.5 * MIB) / line.length)));
  const preview = await app.request('POST', '/api/imports/preview?name=eve.json', {
    rawBody: file,
  });
  expect(preview.status).toBe(200);
  const receipt = await app.request('POST', '/api/imports?name=eve.json', { rawBody: file });
  expect(receipt.status).toBe(201);
  expect(await receipt.json()).toMatchObject({ bytesRead: file.length, state: 'DONE' });
});
