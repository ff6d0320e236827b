/** Shift handovers: figures that equal a recount, texts that outlive a refresh, and who may do what. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Handover,
  type HandoverSection,
  handoverSchema,
} from '../../src/shared/areas/handover/handover.contract.ts';
import { timeInZone, zoneName } from '../../src/shared/areas/handover/handover.rules.ts';
import { DAY_MS, HOUR_MS, toIso } from '../../src/shared/kernel/time.ts';
import { createAlert, createAlertIn, listAll, updateAlert } from '../helpers/alert-calls.ts';
import { readPdf } from '../helpers/document-text.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const HOSTILE = '](javascript:alert(1)) `x` <img src=x> # www.evil.example \u202Efdp.exe';

let app: TestApp;
const call = async (method: string, path: string, body?: unknown, token?: string) => {
  const options = { ...(body === undefined ? {} : { body }), ...(token ? { token } : {}) };
  return app.request(method, `/api/handovers${path}`, options);
};
const made = async (answer: Response): Promise<Handover> => {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${await answer.text()}`);
  return handoverSchema.parse(await answer.json());
};
const create = async (body: object = {}, token?: string) =>
  made(await call('POST', '', body, token));
const section = (handover: Handover, name: HandoverSection['name']): HandoverSection => {
  const found = handover.facts?.sections.find((one) => one.name === name);
  if (!found) throw new Error(`No section ${name}`);
  return found;
};
const figure = (handover: Handover, name: HandoverSection['name'], label: string): number =>
  section(handover, name).figures.find((one) => one.label === label)?.n ?? 0;

beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterAll(() => app.close());

describe('what is generated', () => {
  let handover: Handover;
  let since: number;

  beforeAll(async () => {
    const before = await createAlertIn(app, 'RESOLVED', { title: 'Closed before the shift' });
    app.clock.advance(HOUR_MS);
    since = app.clock.now();
    app.clock.advance(1000);
    for (let n = 0; n < 4; n++) await createAlertIn(app, 'RESOLVED', { severity: 'LOW' });
    await createAlertIn(app, 'FALSE_POSITIVE', { title: HOSTILE, severity: 'CRITICAL' });
    const again = await createAlertIn(app, 'RESOLVED', { title: 'Closed and opened again' });
    await updateAlert(app, again.id, { status: 'OPEN', reason: 'Not done' });
    await updateAlert(app, before.id, { status: 'OPEN', reason: 'It came back' });
    const up = await createAlertIn(app, 'IN_PROGRESS', {
      title: 'Escalated',
      severity: 'CRITICAL',
    });
    await updateAlert(app, up.id, { escalated: true });
    const down = await createAlert(app, { title: 'Escalated and withdrawn' });
    await updateAlert(app, down.id, { escalated: true });
    await updateAlert(app, down.id, { escalated: false });
    for (const severity of ['HIGH', 'HIGH', 'LOW', 'CRITICAL'] as const) {
      app.clock.advance(1000);
      await createAlert(app, { title: `Waits ${severity}`, severity });
    }
    app.clock.advance(2 * HOUR_MS);
    handover = await create({ since: toIso(since), timeZone: 'Europe/Berlin' });
  }, 60_000);

  test('[HO1] decided and changed equal a recount', async () => {
    const decided = section(handover, 'decided');
    expect(decided.total).toBe(5);
    expect(figure(handover, 'decided', 'False positive')).toBe(1);
    expect(decided.lines[0]).toMatchObject({ text: HOSTILE, severity: 'CRITICAL' });
    expect(decided.lines.some(({ text }) => text === 'Closed before the shift')).toBe(false);
    expect(figure(handover, 'changed', 'Reopened')).toBe(2);
    expect(figure(handover, 'changed', 'Escalated')).toBe(1);
    expect(figure(handover, 'changed', 'Escalation withdrawn')).toBe(1);
    const [person] = handover.facts?.people ?? [];
    expect(person).toMatchObject({ name: 'Sam SOC Analyst' });
    expect(person?.figures).toContainEqual(expect.objectContaining({ label: 'Closed', n: 5 }));
    const { alerts } = await listAll(app);
    expect(handover.facts?.received).toBe(alerts.length - 1);
  });

  test('[HO3] what waits is counted as a list of the desk counts it', async () => {
    const { alerts } = await listAll(app, { handling: 'waiting' });
    const waiting = section(handover, 'waiting');
    expect(waiting.total).toBe(alerts.length);
    for (const [label, severity] of [
      ['Critical', 'CRITICAL'],
      ['High', 'HIGH'],
      ['Low', 'LOW'],
    ])
      expect(figure(handover, 'waiting', label ?? '')).toBe(
        alerts.filter((alert) => alert.severity === severity).length,
      );
    const open = await listAll(app, { severity: 'CRITICAL', status: 'OPEN,IN_PROGRESS' });
    expect(section(handover, 'critical').total).toBe(open.alerts.length);
    expect(section(handover, 'critical').lines).toHaveLength(open.alerts.length);
    // Critical: an hour to the first action; two have passed.
    expect(figure(handover, 'overdue', 'First action overdue')).toBe(1);
    const overdue = section(handover, 'overdue').lines[0];
    expect(overdue).toMatchObject({ text: 'Waits CRITICAL', detail: 'First action was due' });
  });

  test('every line leads to its record', async () => {
    const lines = handover.facts?.sections.flatMap((one) => one.lines) ?? [];
    expect(lines.length).toBeGreaterThan(10);
    for (const { link } of lines.filter(({ key }) => !key.startsWith('due:'))) {
      const id = new URL(link, 'http://page').searchParams.get('alert');
      expect((await app.request('GET', `/api/alerts/${id}`)).status).toBe(200);
    }
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
  });

  test('[HO10] [HO11] as a file, hostile titles are text and times are of its zone', async () => {
    const markdown = await (await call('GET', `/${handover.id}/export?format=md`)).text();
    expect(markdown).toContain(
      '``](javascript:alert(1)) `x` <img src=x> # www.evil.example [U+202E]fdp.exe``',
    );
    expect(markdown).not.toContain('\u202E');
    expect(markdown).toContain('Europe/Berlin \\(UTC+01:00\\)');
    expect(markdown).toContain(timeInZone(Date.parse(handover.until), 'Europe/Berlin'));
    const { unified } = await import('unified');
    const { default: parse } = await import('remark-parse');
    const { default: gfm } = await import('remark-gfm');
    const tree = JSON.stringify(unified().use(parse).use(gfm).parse(markdown));
    const addresses = [...tree.matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url);
    expect(addresses.length).toBeGreaterThan(5);
    expect(addresses.every((url) => url?.startsWith('/'))).toBe(true);
    expect(tree).not.toContain('"type":"html"');
    const answer = await call('GET', `/${handover.id}/export?format=pdf`);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+"$/);
    const pdf = await readPdf(new Uint8Array(await answer.arrayBuffer()));
    expect(pdf.active).toBe(0);
    const text = pdf.pages.join(' ');
    expect(text.replace(/\s+/g, '')).toContain('<imgsrc=x>');
    expect((await call('GET', `/${handover.id}/export?format=docx`)).status).toBe(400);
  });

  test('[HO4] the span is checked, and is the length of a shift by default', async () => {
    const usual = await create();
    expect(Date.parse(usual.until) - Date.parse(usual.since)).toBe(8 * HOUR_MS);
    const refused = async (body: object) => (await call('POST', '', body)).status;
    expect(await refused({ since: toIso(app.clock.now() + 1000) })).toBe(400);
    expect(await refused({ since: toIso(app.clock.now() - 32 * DAY_MS) })).toBe(400);
    expect(await refused({ timeZone: 'Mars/Olympus' })).toBe(400);
    expect(await refused({ since: 'yesterday' })).toBe(400);
  });
});

describe('what a person does with it', () => {
  const change = (id: string, body: object, token?: string) => call('PATCH', `/${id}`, body, token);

  test('[HO5] [HO6] texts and hidden lines outlive a refresh; two windows lose nothing', async () => {
    await createAlert(app, { title: 'One more that waits' });
    const { id, facts } = await create();
    const key = facts?.sections.flatMap(({ lines }) => lines)[0]?.key ?? '';
    const text = { name: 'summary', from: '', to: 'Watch **web-01**.' };
    await made(await change(id, { text }));
    const late = await change(id, { text: { ...text, to: 'Mine' } });
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      conflict: { fields: [{ field: 'summary', value: 'Watch **web-01**.', yours: 'Mine' }] },
    });
    await made(await change(id, { text: { name: 'waiting', from: '', to: 'Ask Kim.' } }));
    await made(await change(id, { hide: key }));
    expect((await change(id, { hide: 'nothing' })).status).toBe(400);
    expect((await change(id, {})).status).toBe(400);
    app.clock.advance(HOUR_MS);
    await createAlert(app, { title: 'Came later' });
    const fresh = await made(await call('POST', `/${id}/refresh`, {}));
    expect(fresh.texts).toEqual({ summary: 'Watch **web-01**.', waiting: 'Ask Kim.' });
    expect(fresh.hidden).toEqual([key]);
    expect(Date.parse(fresh.until)).toBe(app.clock.now());
    expect(section(fresh, 'waiting').total).toBe(
      (facts?.sections.find(({ name }) => name === 'waiting')?.total ?? 0) + 1,
    );
    const markdown = await (await call('GET', `/${id}/export?format=md`)).text();
    expect(markdown).toContain('Watch **web-01**.');
    expect((await made(await change(id, { show: key }))).hidden).toEqual([]);
  });

  test('[HO7] [HO8] is handed over, then acknowledged by the next person', async () => {
    const next = await app.tokenFor('SOC Analyst');
    const { id } = await create();
    const acknowledge = (token?: string) =>
      call('POST', `/${id}/acknowledge`, { note: 'Got it' }, token);
    expect((await acknowledge(next)).status).toBe(409);
    expect((await call('POST', `/${id}/hand-over`, { to: 'nobody' })).status).toBe(400);
    const handed = await made(await call('POST', `/${id}/hand-over`, {}));
    expect(handed).toMatchObject({ state: 'HANDED_OVER', handedBy: { name: 'Sam SOC Analyst' } });
    expect((await change(id, { title: 'x' })).status).toBe(409);
    expect((await call('POST', `/${id}/refresh`, {})).status).toBe(409);
    expect((await call('POST', `/${id}/hand-over`, {})).status).toBe(409);
    expect((await call('DELETE', `/${id}`)).status).toBe(409);
    expect((await acknowledge()).status).toBe(403);
    app.clock.advance(60_000);
    expect(await made(await acknowledge(next))).toMatchObject({
      state: 'ACKNOWLEDGED',
      acknowledgement: 'Got it',
      acknowledgedAt: toIso(app.clock.now()),
      isSelfAcknowledged: false,
    });
    expect((await acknowledge(next)).status).toBe(409);
    const { steps } = (await (await app.request('GET', `/api/history/handovers/${id}`)).json()) as {
      steps: { action: string }[];
    };
    expect(steps.map(({ action }) => action)).toEqual([
      'handover.acknowledge',
      'handover.hand-over',
      'handover.create',
    ]);
  });

  test('[HO9] is listed newest first; a draft is deleted by its author, nothing by an auditor', async () => {
    const auditor = await app.tokenFor('Auditor');
    const { id } = await create();
    const other = await app.tokenFor('SOC Analyst');
    expect((await call('DELETE', `/${id}`, undefined, other)).status).toBe(403);
    expect((await call('POST', '', {}, auditor)).status).toBe(403);
    expect((await change(id, { title: 'x' }, auditor)).status).toBe(403);
    const list = await app.request('GET', '/api/handovers?limit=2', { token: auditor });
    const rows = (await list.json()) as { id: string; createdAt: string }[];
    expect(rows[0]?.id).toBe(id);
    const total = Number(list.headers.get('x-total-count'));
    expect(total).toBeGreaterThan(2);
    const cursor = list.headers.get('x-next-cursor');
    const rest = await app.request('GET', `/api/handovers?limit=100&cursor=${cursor}`);
    expect(((await rest.json()) as unknown[]).length).toBe(total - 2);
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('GET', `/${id}`)).status).toBe(404);
  });
});

test('[HO8] alone, one acknowledges oneself and it says so', async () => {
  const alone = await openTestApp({ as: 'Administrator' });
  const send = async (path: string, body: object) =>
    (await (await alone.request('POST', `/api/handovers${path}`, { body })).json()) as Handover;
  const { id } = await send('', {});
  await send(`/${id}/hand-over`, {});
  expect(await send(`/${id}/acknowledge`, {})).toMatchObject({ isSelfAcknowledged: true });
  await alone.close();
});

test('[HO11] times are of the zone, also where clocks change', () => {
  const summer = Date.parse('2026-10-25T00:30:00Z');
  expect(timeInZone(summer, 'Europe/Berlin')).toBe('2026-10-25 02:30');
  expect(timeInZone(summer + HOUR_MS, 'Europe/Berlin')).toBe('2026-10-25 02:30');
  expect(zoneName(summer, 'Europe/Berlin')).toBe('Europe/Berlin (UTC+02:00)');
  expect(zoneName(summer + HOUR_MS, 'Europe/Berlin')).toBe('Europe/Berlin (UTC+01:00)');
  expect(zoneName(summer, 'UTC')).toBe('UTC');
});
