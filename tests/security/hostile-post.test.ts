import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertSchema } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { alertBody, createAlert, listAll, updateAlert } from '../helpers/alert-calls.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const HOSTILE: [string, string][] = [
  ['HTML', '<img src=x onerror=alert(1)><script>fetch("//evil.example")</script>'],
  ['a closing script', '</script><script>alert(document.cookie)</script>'],
  ['an attribute', '" onmouseover="alert(1)" x="'],
  ['bidirectional control characters', 'invoice_\u202egnp.exe\u2066\u2069\u200f'],
  ['NUL', 'before\u0000after'],
  ['control characters', 'a\u0001\u0007\u001b[31mred\u001b[0m\u009f'],
  ['SQL', "x'); DROP TABLE alerts; --"],
  ['a template', '{{constructor.constructor("alert(1)")()}} #{7*7} <%= 7*7 %>'],
  ['a formula', '=1+1|cmd'],
  ['combining marks without end', `Z${'\u0351'.repeat(90)}`],
  ['characters beyond the basic plane', '😀 𐍈 🏴‍☠️'],
  ['line breaks', 'line one\r\nline two\u2028line three'],
  ['names of properties', '__proto__ constructor toString'],
];

describe('[AL21] hostile text in an alert made by hand', () => {
  test.each(HOSTILE)('%s comes back as it was sent, everywhere', async (_name, text) => {
    const made = await createAlert(app, {
      title: text.slice(0, 100),
      description: text,
      source: text,
      sourceHost: text,
      sourceUser: text,
      sourceIp: text,
    });
    const wanted = text.trim();
    expect(made).toMatchObject({
      description: wanted,
      source: wanted,
      sourceHost: wanted,
      sourceUser: wanted,
      sourceIp: wanted,
    });
    const listed = (await listAll(app, { limit: 1000 })).alerts.find(
      (alert) => alert.id === made.id,
    );
    expect(listed).toEqual(made);
    const line = (
      await (
        await app.request('GET', `/api/alerts/export?source=${encodeURIComponent(wanted)}`)
      ).text()
    ).trimEnd();
    expect(JSON.parse(line)).toMatchObject({ alert: made });
    expect((await app.request('GET', `/api/alerts/${made.id}/related`)).status).toBe(200);
    expect((await app.request('GET', `/api/alerts?q=${encodeURIComponent(text)}`)).status).toBe(
      200,
    );
    expect((await updateAlert(app, made.id, { status: 'IN_PROGRESS', reason: text })).status).toBe(
      'IN_PROGRESS',
    );
    const history = (await (await app.request('GET', `/api/alerts/${made.id}/history`)).json()) as {
      reason: string;
    }[];
    expect(history[0]?.reason).toBe(wanted);
  });

  test('answers are JSON, never a page', async () => {
    const response = await app.request('GET', '/api/alerts');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('half a character is stored as one that is not known', async () => {
    const made = await createAlert(app, { title: 'half \ud83d of one' });
    const again = alertSchema.parse(
      await (await app.request('GET', `/api/alerts/${made.id}`)).json(),
    );
    expect(again.title).toBe('half \ufffd of one');
  });

  test('a title of 1 MB is refused with the words for a long title', async () => {
    const body = alertBody({ title: 'x'.repeat(1_000_000) });
    const failure = await failureOf(await app.request('POST', '/api/alerts', { body }));
    expect([failure.status, failure.body.message]).toEqual([
      400,
      'Title must be less than 100 characters',
    ]);
  });

  test('JSON that is nested 10,000 deep is refused or ignored, and harms nothing', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000);
    const headers = { 'content-type': 'application/json' };
    expect((await app.request('POST', '/api/alerts', { rawBody: deep, headers })).status).toBe(400);
    const inside = `${JSON.stringify(alertBody()).slice(0, -1)},"extra":${deep}}`;
    expect((await app.request('POST', '/api/alerts', { rawBody: inside, headers })).status).toBe(
      201,
    );
    const asTitle = JSON.stringify(alertBody()).replace('"title":"', `"title":${deep},"was":"`);
    expect((await app.request('POST', '/api/alerts', { rawBody: asTitle, headers })).status).toBe(
      400,
    );
  });

  test('invalid UTF-8 in a body becomes the sign for it, not an error', async () => {
    const [before = '', after = ''] = JSON.stringify(alertBody({ title: 'bad # bytes' })).split(
      '#',
    );
    const rawBody = Buffer.concat([
      Buffer.from(before),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(after),
    ]);
    const response = await app.request('POST', '/api/alerts', {
      rawBody,
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(201);
    expect(alertSchema.parse(await response.json()).title).toBe('bad \ufffd\ufffd bytes');
  });

  test('a body cannot change what all objects inherit', async () => {
    const rawBody = `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${JSON.stringify(alertBody()).slice(1)}`;
    expect(
      (
        await app.request('POST', '/api/alerts', {
          rawBody,
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(201);
    expect(
      (await app.request('GET', '/api/alerts?__proto__=x&constructor=y&hasOwnProperty=z')).status,
    ).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
