import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ServerEvent, serverEventSchema } from '../../src/shared/contract/events.ts';
import { createAlert, updateAlert } from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterAll(() => app.close());
beforeEach(() => {
  app.events.length = 0;
});

/** Reads a stream of server-sent events as a browser does. */
function listen(response: Response) {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  return {
    async next(): Promise<ServerEvent> {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const chunk = await reader?.read();
          if (!chunk || chunk.done) throw new Error('the stream ended');
          text += decoder.decode(chunk.value, { stream: true });
          continue;
        }
        const data = text
          .slice(0, end)
          .split('\n')
          .filter((line) => line.startsWith('data: '))
          .map((line) => line.slice(6))
          .join('\n');
        text = text.slice(end + 2);
        if (data) return serverEventSchema.parse(JSON.parse(data));
      }
    },
    close: () => reader?.cancel(),
  };
}

describe('[HT12] changes are announced', () => {
  test('with the resource and the ids', async () => {
    const alert = await createAlert(app);
    expect(app.events).toEqual([{ type: 'changed', resource: 'alerts', ids: [alert.id] }]);
    app.events.length = 0;
    await updateAlert(app, alert.id, { escalated: true });
    expect(app.events).toEqual([{ type: 'changed', resource: 'alerts', ids: [alert.id] }]);
  });

  test('not where nothing changed, and not where a change was refused', async () => {
    const alert = await createAlert(app);
    app.events.length = 0;
    await app.request('GET', '/api/alerts');
    await app.request('POST', '/api/alerts', { body: {} });
    await app.request('PATCH', `/api/alerts/${alert.id}`, { body: { status: 'RESOLVED' } });
    await app.request('PATCH', '/api/alerts/nothing', { body: { escalated: true } });
    expect(app.events).toEqual([]);
  });

  test('only after the commit: who hears it finds the change', async () => {
    const alert = await createAlert(app);
    const seen: unknown[] = [];
    const stop = app.app.subscribe((event) => {
      if (event.type === 'changed')
        seen.push(...queryBeside(app.dataDir, 'SELECT status FROM alerts WHERE id = ?', alert.id));
    });
    await updateAlert(app, alert.id, { status: 'IN_PROGRESS' });
    stop();
    expect(seen).toEqual([{ status: 'IN_PROGRESS' }]);
  });

  test('accounts and the workspace as well, sign-ins not', async () => {
    await app.tokenFor('Auditor');
    expect(app.events.map((event) => event.type === 'changed' && event.resource)).toEqual([
      'users',
    ]);
  });

  test('an import announces alerts, itself and its job, in an order that makes sense', async () => {
    const response = await app.request('POST', '/api/imports?name=eve.json', {
      rawBody: suricataFile(700),
    });
    const receipt = (await response.json()) as { id: string; jobId: string };
    const resources = app.events.flatMap((event) =>
      event.type === 'changed' ? [event.resource] : [],
    );
    expect(resources.filter((resource) => resource === 'alerts')).toHaveLength(2);
    expect(resources[0]).toBe('imports');
    expect(app.events).toContainEqual({ type: 'changed', resource: 'imports', ids: [receipt.id] });
    const states = app.events.flatMap((event) => (event.type === 'job' ? [event.job.state] : []));
    expect(states[0]).toBe('RUNNING');
    expect(states.at(-1)).toBe('DONE');
    expect(app.events.at(-1)).toMatchObject({
      type: 'job',
      job: { id: receipt.jobId, state: 'DONE' },
    });
    for (const event of app.events) serverEventSchema.parse(event);
  });

  test('a listener that fails harms nobody else', async () => {
    const stop = app.app.subscribe(() => {
      throw new Error('broken listener');
    });
    await createAlert(app);
    expect(app.events).toHaveLength(1);
    stop();
  });
});

describe('GET /api/events', () => {
  test('[HT12] begins with hello and then tells each change', async () => {
    const response = await app.request('GET', '/api/events');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const stream = listen(response);
    expect(await stream.next()).toEqual({ type: 'hello' });
    const alert = await createAlert(app, { title: 'line one\n\ndata: forged' });
    expect(await stream.next()).toEqual({ type: 'changed', resource: 'alerts', ids: [alert.id] });
    await stream.close();
    await createAlert(app);
  });

  test('every listener hears every change', async () => {
    const streams = await Promise.all(
      [1, 2, 3].map(async () => listen(await app.request('GET', '/api/events'))),
    );
    for (const stream of streams) expect(await stream.next()).toEqual({ type: 'hello' });
    const alert = await createAlert(app);
    for (const stream of streams) expect(await stream.next()).toMatchObject({ ids: [alert.id] });
    for (const stream of streams) await stream.close();
  });

  test('[AU10] ends for a session that has ended', async () => {
    const token = await app.tokenFor('SOC Analyst');
    const stream = listen(await app.request('GET', '/api/events', { token }));
    expect(await stream.next()).toEqual({ type: 'hello' });
    await app.request('GET', '/api/logout', { token });
    await createAlert(app);
    expect(await stream.next()).toEqual({ type: 'hello' });
    await expect(stream.next()).rejects.toThrow('the stream ended');
  });
});
