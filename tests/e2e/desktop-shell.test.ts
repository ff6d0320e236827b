import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildIfStale } from '../../scripts/support/build-if-needed.ts';
import {
  type Desktop,
  type LaunchOptions,
  launchBrowser,
  launchDesktop,
} from '../helpers/electron-double/launch-desktop.ts';
import { APP_ORIGIN, PAGE_ORIGIN } from '../helpers/electron-double/messages.ts';

const ACCOUNT = { email: 'ana@example.test', password: 'correct horse battery' };
const OWN_FRAME = { url: `${APP_ORIGIN}/`, origin: APP_ORIGIN, isMain: true };
const CHANNEL = 'watchfloor:request';

let browser: Browser;
let dataDir: string;
let desktop: Desktop | undefined;

beforeAll(async () => {
  buildIfStale();
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'watchfloor-desktop-'));
});
afterEach(async () => {
  await desktop?.close();
  desktop = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function launch(options: Partial<LaunchOptions> = {}): Promise<Desktop> {
  desktop = await launchDesktop({ browser, dataDir, ...options });
  return desktop;
}

async function close(): Promise<void> {
  await desktop?.close();
  desktop = undefined;
}

async function setUp({ page }: Desktop): Promise<void> {
  await page.getByRole('button', { name: 'Access Platform' }).first().click();
  await page.waitForURL('**/api/login');
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Silva');
  await page.getByLabel('Password').fill(ACCOUNT.password);
  await page.getByLabel('Empty workspace').check();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectDashboard(page);
}

async function signIn({ page }: Desktop): Promise<void> {
  await page.goto(`${PAGE_ORIGIN}/api/login`);
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByLabel('Password').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectDashboard(page);
}

function expectDashboard(page: Page): Promise<void> {
  return page.getByRole('heading', { name: 'Security Operations Dashboard' }).waitFor();
}

function landingButton(page: Page) {
  return page.getByRole('button', { name: 'Access Platform' }).first();
}

/** Whether the page would ask, were it closed now. */
function asksToStay(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('[DS18] a window with input that is not saved asks before it closes', async () => {
  const running = await launch();
  const { page } = running;
  await setUp(running);
  await page.goto(`${PAGE_ORIGIN}/alerts`);
  await page.getByRole('button', { name: 'Create Alert' }).first().click();
  await page.getByLabel('Alert Title').fill('Half an alert');
  await expect.poll(() => page.evaluate(asksToStay)).toBe(true);
  expect(await running.closeWindow()).toBe(false);
  expect(running.questions).toEqual(['Leave without saving?']);
  expect(await page.getByLabel('Alert Title').inputValue()).toBe('Half an alert');
  await running.answerQuestion('Leave');
  expect(await running.closeWindow()).toBe(true);
  desktop = undefined;
});

interface BridgeOfPage {
  pickFiles(): Promise<{ ref: string; name: string; size: number }[]>;
  sendFile(
    handle: string,
    request: { method: string; path: string },
  ): Promise<{ status: number; body: string }>;
}

function manyRecords(count: number): string {
  const lines = Array.from({ length: count }, (_, n) =>
    JSON.stringify({ title: `Beacon ${n}`, n }),
  );
  return lines.join('\n');
}

/** A call of the page's own bridge. */
function callBridge(page: Page, request: { method: string; path: string; body?: string }) {
  return page.evaluate((sent) => {
    const { watchfloor } = globalThis as unknown as {
      watchfloor: { request(request: unknown): Promise<{ status: number; body: string }> };
    };
    return watchfloor.request(sent);
  }, request);
}

test('from an empty folder to the alerts: set up, sign out, sign in', async () => {
  const started = await launch();
  const { page } = started;
  await setUp(started);
  await page.getByRole('link', { name: /Alerts & Incidents/ }).click();
  await page.getByText('No Alerts Found').waitFor();
  expect(page.url()).toBe(`${PAGE_ORIGIN}/alerts`);
  await saveScreenshot(page, 'desktop-alerts');

  await page.evaluate(() => {
    const { watchfloor } = globalThis as unknown as { watchfloor: { navigate(to: string): void } };
    watchfloor.navigate('/api/logout');
  });
  await landingButton(page).waitFor();
  expect((await callBridge(page, { method: 'GET', path: '/api/alerts' })).status).toBe(401);
  await signIn(started);
  expect(started.deniedUrls).toEqual([]);
});

test('an address below the page opens after a reload', async () => {
  const started = await launch();
  await setUp(started);
  await started.page.goto(`${PAGE_ORIGIN}/alerts?severity=HIGH`);
  await started.page.getByText('No Alerts Found').waitFor();
  await started.page.goto(`${PAGE_ORIGIN}/no/such/page`);
  await started.page.getByText('404 Page Not Found').waitFor();
});

test('the wrong password is refused with a message, on the page itself', async () => {
  const started = await launch();
  await setUp(started);
  const { page } = started;
  await page.goto(`${PAGE_ORIGIN}/api/logout`);
  await page.goto(`${PAGE_ORIGIN}/api/login`);
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByLabel('Password').fill('not my password at all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(page.url()).toBe(`${PAGE_ORIGIN}/api/login`);
});

test('[DS9] [DS10] the session outlives a restart, and the page never sees it', async () => {
  await setUp(await launch());
  await close();
  const file = await readFile(join(dataDir, 'session.safe'), 'utf8');
  expect(file).toMatch(/^double:/);

  const { page } = await launch();
  await expectDashboard(page);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const user = await callBridge(page, { method: 'GET', path: '/api/auth/user' });
  expect(JSON.parse(user.body)).toMatchObject({ email: ACCOUNT.email });
  const login = await callBridge(page, {
    method: 'POST',
    path: '/api/login',
    body: JSON.stringify(ACCOUNT),
  });
  expect(login.status).toBe(200);
  expect(JSON.stringify(login)).not.toMatch(/watchfloor_session|set-cookie/i);
});

test('[DS10] without a keyring the session ends with the application', async () => {
  const weak = { storageBackend: 'basic_text', args: ['--weak-key-store'] } as const;
  await setUp(await launch(weak));
  await close();
  expect(await readdir(dataDir)).not.toContain('session.safe');
  const { page } = await launch(weak);
  await landingButton(page).waitFor();
});

test('[DS1] [DS2] the page has the seven functions, the main process the one channel', async () => {
  const { page, main } = await launch();
  const surface = await page.evaluate(() => {
    const page = globalThis as unknown as Record<string, object | undefined>;
    return {
      bridge: Object.keys(page.watchfloor ?? {}).sort(),
      powers: ['require', 'process', 'module', 'Buffer', 'electron'].filter((name) => name in page),
    };
  });
  expect(surface).toEqual({
    bridge: [
      'navigate',
      'onEvent',
      'pickFiles',
      'registerDropped',
      'request',
      'saveAs',
      'saveContent',
      'sendFile',
    ],
    powers: [],
  });
  expect(await main.channels()).toEqual([CHANNEL]);
});

test('[DS2] [DS3] a foreign frame and a malformed call are refused', async () => {
  const { main } = await launch();
  const call = { type: 'request', request: { method: 'GET', path: '/api/health' } };
  expect(await main.invokeFrom(OWN_FRAME, CHANNEL, call)).toMatchObject({ ok: true });
  const inFrame = { ...OWN_FRAME, isMain: false };
  const refusal = { ok: false, message: 'This page may not use Watchfloor.' };
  expect(await main.invokeFrom(inFrame, CHANNEL, call)).toEqual(refusal);
  const away = { url: 'https://evil.example/', origin: 'https://evil.example', isMain: true };
  expect(await main.invokeFrom(away, CHANNEL, call)).toEqual(refusal);
  const malformed = { type: 'request', request: { method: 'GET', path: '/etc/passwd' } };
  expect(await main.invokeFrom(OWN_FRAME, CHANNEL, malformed)).toEqual({
    ok: false,
    message: 'Watchfloor did not understand this call.',
  });
});

test('[DS5] permissions and devices are denied in the running application', async () => {
  const { main } = await launch();
  const url = `${APP_ORIGIN}/`;
  expect(await main.isPermissionGranted('media', url)).toBe(false);
  expect(await main.isPermissionGranted('geolocation', url)).toBe(false);
  expect(await main.isPermissionGranted('clipboard-sanitized-write', url)).toBe(true);
  expect(await main.isDeviceGranted()).toBe(false);
});

test('[DS6] [DS7] [DS8] the page leaves for nowhere, opens nothing, fetches from nowhere', async () => {
  const started = await launch();
  const { page } = started;
  await landingButton(page).waitFor();
  const attempts = await page.evaluate(async () => {
    const fetched = await fetch('https://evil.example/beacon').then(
      () => 'answered',
      () => 'refused',
    );
    const image = await new Promise((resolve) => {
      const element = new Image();
      element.onload = () => resolve('loaded');
      element.onerror = () => resolve('refused');
      element.src = 'https://evil.example/pixel.png';
    });
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/frame';
    document.body.append(frame);
    return { fetched, image };
  });
  expect(attempts).toEqual({ fetched: 'refused', image: 'refused' });

  await page.evaluate(() => location.assign('https://evil.example/instead'));
  await expect.poll(() => started.deniedUrls).toContain('https://evil.example/instead');
  expect(page.url()).toBe(`${PAGE_ORIGIN}/`);
  await page.evaluate(() => void window.open('https://evil.example/popup'));
  await expect.poll(() => page.context().pages().length).toBe(1);
  expect(page.url()).toBe(`${PAGE_ORIGIN}/`);
  await landingButton(page).waitFor();
});

test('[DS7] a download of the page is stopped', async () => {
  const started = await launch();
  await setUp(started);
  await started.page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'x.txt';
    link.click();
  });
  await expect.poll(() => started.deniedUrls.length).toBe(1);
});

test('[DS9] [DS13] a signed-in page hears of changes, a signed-out page does not', async () => {
  const started = await launch();
  const { page, main } = started;
  await setUp(started);
  await page.evaluate(() => {
    const page = globalThis as unknown as {
      heard: unknown[];
      watchfloor: { onEvent(listener: (event: unknown) => void): void };
    };
    page.heard = [];
    page.watchfloor.onEvent((event) => page.heard.push(event));
  });
  const heard = () =>
    page.evaluate(() => (globalThis as unknown as { heard: { type: string }[] }).heard);
  await expect.poll(heard).toContainEqual({ type: 'hello' });
  const path = join(dataDir, 'alerts.ndjson');
  await writeFile(path, manyRecords(100_000));
  started.answerOpenDialog([path]);
  const begun = await page.evaluate(async () => {
    const { watchfloor } = globalThis as unknown as { watchfloor: BridgeOfPage };
    const [file] = await watchfloor.pickFiles();
    const mapping = encodeURIComponent(JSON.stringify({ fields: { title: 'title' } }));
    const path = `/api/imports?name=alerts.ndjson&format=json&mapping=${mapping}`;
    return watchfloor.sendFile(file?.ref ?? '', { method: 'POST', path });
  });
  expect(begun.status).toBe(202);
  await expect.poll(heard).toContainEqual(expect.objectContaining({ type: 'job' }));
  expect(JSON.stringify(await heard())).not.toContain('Beacon');

  const importPath = `/api/imports/${(JSON.parse(begun.body) as { id: string }).id}`;
  const progress = async () => {
    const { body } = await callBridge(page, { method: 'GET', path: importPath });
    return JSON.parse(body) as { state: string; bytesRead: number };
  };
  const before = await progress();
  expect(before.state).toBe('RUNNING');
  const logout = { type: 'request', request: { method: 'GET', path: '/api/logout' } };
  await main.invokeFrom(OWN_FRAME, CHANNEL, logout);
  const atLogout = (await heard()).length;
  await page.waitForTimeout(500);
  expect((await heard()).length).toBe(atLogout);

  // The work that it heard nothing of went on.
  const credentials = { method: 'POST', path: '/api/login', body: JSON.stringify(ACCOUNT) };
  expect((await callBridge(page, credentials)).status).toBe(200);
  const read = async () => (await progress()).bytesRead;
  await expect.poll(read, { timeout: 60_000 }).toBeGreaterThan(before.bytesRead);
});

test('[DS11] without a keyring it does not start, and says what to do', async () => {
  await expect(launch({ storageBackend: 'basic_text' })).rejects.toThrow(
    /^Watchfloor cannot start: No keyring .*--weak-key-store/,
  );
  expect(await readdir(dataDir)).not.toContain('watchfloor.db');
});

test('[DS12] [DS15] a lost key is told, and the database stays as it was', async () => {
  await setUp(await launch());
  await close();
  const before = await readFile(join(dataDir, 'watchfloor.db'));
  await rm(join(dataDir, 'key.safe'));
  await expect(launch()).rejects.toThrow(/Watchfloor cannot start: .*backup/);
  expect(await readFile(join(dataDir, 'watchfloor.db'))).toEqual(before);
  expect(await readdir(dataDir)).not.toContain('key.safe');
});

test('[DS15] a folder that is a file is told in a sentence', async () => {
  const path = join(dataDir, 'a-file');
  await writeFile(path, '');
  await expect(launch({ dataDir: path })).rejects.toThrow(/^Watchfloor cannot start: /);
});

test('[DS14] a second start ends at once and leaves the first one running', async () => {
  const first = await launch();
  await setUp(first);
  await expect(launchDesktop({ browser, dataDir })).rejects.toThrow('The application ended (0)');
  expect((await callBridge(first.page, { method: 'GET', path: '/api/health' })).status).toBe(200);
});

test('after a crash the same folder opens again, still signed in', async () => {
  const first = await launch();
  await setUp(first);
  await first.kill();
  const { page } = await launch();
  await expectDashboard(page);
});

test('the theme chosen in the menu reaches the page and is kept', async () => {
  const { page, main } = await launch();
  const isDark = () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await main.clickMenu('View', 'Appearance', 'Dark');
  await expect.poll(isDark).toBe(true);
  await main.clickMenu('View', 'Appearance', 'Light');
  await expect.poll(isDark).toBe(false);
  await close();
  const kept = await readFile(join(dataDir, 'desktop', 'preferences.json'), 'utf8');
  expect(JSON.parse(kept)).toMatchObject({ theme: 'light', window: { width: 1440, height: 900 } });
});

async function saveScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(import.meta.dirname, 'artifacts', `${name}.png`) });
}
