/**
 * What every host does for the page, whatever it is made of: one suite, run by tests/e2e on both
 * hosts with the real implementation in a real page.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { JSHandle, Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Host, HostFile } from '../../src/shared/host.ts';

export interface HostUnderTest {
  readonly kind: Host['kind'];
  /** A page of the application, signed in. */
  readonly page: Page;
  readonly host: JSHandle<Host>;
  /** An empty folder for files of the suite. */
  readonly folder: string;
  /** The user's answer to the next file dialog; none dismisses it. */
  chooseNext(paths: readonly string[]): void;
  /** The user's answer to the next save dialog, or to where a download goes. */
  saveNext(path: string): void;
  /** Resolves when what was saved is complete. */
  saved(): Promise<void>;
  drop(selector: string, paths: readonly string[]): Promise<void>;
}

const RECORD = { timestamp: '2026-11-20T10:00:00.000Z', title: 'Beacon' };

/** @param open is called once; the tests of the suite follow one another on the same page. */
export function describeHost(name: string, open: () => Promise<HostUnderTest>): void {
  describe(`the ${name} host`, () => {
    let opened: HostUnderTest;
    beforeAll(async () => {
      opened = await open();
    });
    const request = (sent: { method: string; path: string; body?: string }) =>
      opened.host.evaluate((host, asked) => host.request(asked), sent);
    const alertFile = async (fileName: string, lines = 3) => {
      const path = join(opened.folder, fileName);
      await writeFile(path, `${JSON.stringify(RECORD)}\n`.repeat(lines));
      return path;
    };
    const pick = async (paths: readonly string[]) => {
      opened.chooseNext(paths);
      return opened.host.evaluateHandle((host) => host.pickFiles());
    };
    const namesAndSizes = (files: JSHandle<HostFile[]>) =>
      files.evaluate((list) => list.map(({ name, size }) => ({ name, size })));

    test('says what it is', async () => {
      expect(await opened.host.evaluate((host) => host.kind)).toBe(opened.kind);
    });

    describeRequests(request);
    describeFiles({ pick, alertFile, namesAndSizes, opened: () => opened });
    describeEvents(request, () => opened);
    describeSaving(() => opened);
    describeSavingContent(() => opened);
    describeLeaving(() => opened);
  });
}

type SendRequest = (sent: {
  method: string;
  path: string;
  body?: string;
}) => ReturnType<Host['request']>;

function describeRequests(request: SendRequest): void {
  test('answers a call with status, headers in lower case and body', async () => {
    const answer = await request({ method: 'GET', path: '/api/health' });
    expect(answer).toMatchObject({ status: 200, statusText: 'OK' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 'ok', setupRequired: false });
  });

  test('sends JSON, and the session with it', async () => {
    const body = JSON.stringify({
      title: 'Of the suite',
      description: 'With ümläuts and 漢字',
      severity: 'LOW',
      source: 'Manual',
    });
    const created = await request({ method: 'POST', path: '/api/alerts', body });
    expect(created.status).toBe(201);
    const list = await request({ method: 'GET', path: '/api/alerts?q=suite&limit=1' });
    expect(list.headers['x-total-count']).toBe('1');
    expect(JSON.parse(list.body)).toMatchObject([{ description: 'With ümläuts and 漢字' }]);
  });

  test('answers a failure as an answer, not as an exception', async () => {
    expect(await request({ method: 'GET', path: '/api/alerts/none' })).toMatchObject({
      status: 404,
      statusText: 'Not Found',
    });
    const bad = await request({ method: 'POST', path: '/api/alerts', body: '{"title":""}' });
    expect(bad.status).toBe(400);
    expect(JSON.parse(bad.body)).toMatchObject({ message: 'Title is required' });
  });

  test('never hands the session to the page', async () => {
    const answer = await request({ method: 'GET', path: '/api/auth/user' });
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(JSON.stringify(answer)).not.toContain('watchfloor_session');
  });
}

interface FileTools {
  pick(paths: readonly string[]): Promise<JSHandle<HostFile[]>>;
  alertFile(name: string, lines?: number): Promise<string>;
  namesAndSizes(files: JSHandle<HostFile[]>): Promise<{ name: string; size: number }[]>;
  opened(): HostUnderTest;
}

function describeFiles({ pick, alertFile, namesAndSizes, opened }: FileTools): void {
  const preview = (files: JSHandle<HostFile[]>, headBytes?: number) =>
    opened().host.evaluate(
      async (host, [list, head]) => {
        const [file] = list;
        if (!file) throw new Error('No file was chosen');
        const path = `/api/imports/preview?name=${encodeURIComponent(file.name)}`;
        return host.sendFile(file, { method: 'POST', path }, head);
      },
      [files, headBytes] as const,
    );

  test('hands over the files that the user picks, by name and size', async () => {
    const paths = [await alertFile('one.ndjson', 1), await alertFile('zwei ü.ndjson', 2)];
    const sizes = await Promise.all(paths.map(async (path) => (await readFile(path)).length));
    expect(await namesAndSizes(await pick(paths))).toEqual(
      paths.map((path, n) => ({ name: basename(path), size: sizes[n] })),
    );
  });

  test('hands over nothing when the dialog is dismissed', async () => {
    expect(await namesAndSizes(await pick([]))).toEqual([]);
  });

  test('sends a picked file to an endpoint, whole or its head', async () => {
    const files = await pick([await alertFile('preview.ndjson', 500)]);
    for (const head of [undefined, 4_096]) {
      const answer = await preview(files, head);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toMatchObject({ fileName: 'preview.ndjson', format: 'json' });
    }
  });

  test('sends nothing that was not chosen', async () => {
    const attempt = opened().host.evaluate((host) =>
      host.sendFile(
        { name: 'passwd', size: 1, ref: '/etc/passwd' },
        { method: 'POST', path: '/api/imports/preview' },
      ),
    );
    await expect(attempt).rejects.toThrow();
  });

  test('takes the files of a drop', async () => {
    const { host, drop } = opened();
    const path = await alertFile('dropped.ndjson');
    const dropped = await host.evaluateHandle(listenForDrop);
    await drop('body', [path]);
    const files = await dropped.evaluateHandle(({ promise }) => promise);
    expect(await namesAndSizes(files)).toEqual([
      { name: 'dropped.ndjson', size: (await readFile(path)).length },
    ]);
    expect((await preview(files)).status).toBe(200);
  });

  test('takes nothing of a drop that is no file', async () => {
    const files = await opened().host.evaluateHandle((host) =>
      host.takeDropped(['/etc/passwd', { path: '/etc/passwd' }, null]),
    );
    expect(await namesAndSizes(files)).toEqual([]);
  });
}

/** Runs in the page: the next drop goes to the host and not to the screen below. */
function listenForDrop(host: Host): { promise: Promise<HostFile[]> } {
  const { promise, resolve } = Promise.withResolvers<HostFile[]>();
  const listening = new AbortController();
  const take = (event: DragEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== 'drop') return;
    listening.abort();
    resolve(host.takeDropped([...(event.dataTransfer?.files ?? [])]));
  };
  for (const type of ['dragenter', 'dragover', 'drop'] as const) {
    window.addEventListener(type, take, { capture: true, signal: listening.signal });
  }
  return { promise };
}

function describeEvents(request: SendRequest, opened: () => HostUnderTest): void {
  test('tells of changes, beginning with hello, until nobody listens', async () => {
    const { host } = opened();
    const listening = await host.evaluateHandle((target) => {
      const heard: string[] = [];
      const connections: boolean[] = [];
      const stop = target.subscribe(
        (event) => heard.push(event.type === 'changed' ? `changed ${event.resource}` : event.type),
        (isConnected) => connections.push(isConnected),
      );
      return { heard, connections, stop };
    });
    const heard = () => listening.evaluate((state) => state.heard);
    await expect.poll(async () => (await heard())[0]).toBe('hello');
    expect(await listening.evaluate((state) => state.connections)).toEqual([true]);

    await createAlert(request, 'Heard');
    await expect.poll(heard).toContain('changed alerts');

    await listening.evaluate((state) => state.stop());
    const before = (await heard()).length;
    await createAlert(request, 'Unheard');
    // What was created goes on working: its repeats are grouped when it was written, and that is told too.
    const second = await host.evaluateHandle((target) => {
      const events: string[] = [];
      target.subscribe((event) => events.push(event.type));
      return events;
    });
    await expect.poll(async () => (await second.jsonValue())[0]).toBe('hello');
    expect(await heard()).toHaveLength(before);
  });
}

async function createAlert(request: SendRequest, title: string): Promise<void> {
  const body = JSON.stringify({ title, description: 'x', severity: 'LOW', source: 'Manual' });
  expect((await request({ method: 'POST', path: '/api/alerts', body })).status).toBe(201);
}

function describeSaving(opened: () => HostUnderTest): void {
  test('saves the answer of a GET as a file', async () => {
    const { host, folder, saveNext, saved } = opened();
    const target = join(folder, 'saved.ndjson');
    saveNext(target);
    const isSaved = await host.evaluate((host) =>
      host.saveAs('/api/alerts/export?format=ndjson', 'alerts.ndjson'),
    );
    expect(isSaved).toBe(true);
    await saved();
    const lines = (await readFile(target, 'utf8')).trimEnd().split('\n');
    const titles = lines.map(
      (line) => (JSON.parse(line) as { alert: { title: string } }).alert.title,
    );
    expect(titles).toContain('Heard');
  });
}

function describeSavingContent(opened: () => HostUnderTest): void {
  test('saves what the page itself made', async () => {
    const { host, folder, saveNext, saved } = opened();
    const target = join(folder, 'chart.svg');
    saveNext(target);
    const isSaved = await host.evaluate((host) =>
      host.saveContent(new TextEncoder().encode('<svg>é</svg>'), 'chart.svg'),
    );
    expect(isSaved).toBe(true);
    await saved();
    expect(await readFile(target, 'utf8')).toBe('<svg>é</svg>');
  });
}

function describeLeaving(opened: () => HostUnderTest): void {
  test('leaves the page for the core’s own, with the session', async () => {
    const { host, page } = opened();
    await host.evaluate((host) => host.navigate('/api/logout'));
    await page.getByRole('button', { name: 'Access Platform' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });
}
