import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { rulesContract } from '../../src/shared/areas/forensics/rules/rules.contract.ts';
import { listAll } from '../helpers/alert-calls.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import {
  folderOf,
  keepEvents,
  keptEvents,
  processEvent,
  ruleText,
  zipOf,
} from '../helpers/rule-calls.ts';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const C = '33333333-3333-4333-8333-333333333333';
const T = Date.parse('2026-11-01T08:00:00.000Z');

let app: TestApp;
/** One application for all: a worker takes seconds to start. What a test imports ends with it. */
beforeAll(async () => {
  app = await openTestApp();
}, 60_000);
afterEach(async () => {
  for (const { id, origin } of await app.client.call(rulesContract.packs, {}))
    if (origin === 'imported') await app.request('DELETE', `/api/forensics/rule-packs/${id}`);
});
afterAll(() => app.close());

async function send(path: string, rawBody: string | Uint8Array) {
  const headers = { 'content-type': 'application/octet-stream' };
  return app.request('POST', path, { rawBody, headers });
}
const importFolder = async (files: Record<string, string>, query = 'name=mine.ndjson') => {
  const answer = await send(`/api/forensics/rule-packs?${query}`, folderOf(files));
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
  return rulesContract.importPack.response.parse(await answer.json());
};
const ruleOf = async (pack: string, q: string) => {
  const { rows } = await app.client.page(rulesContract.list, { query: { pack, q } });
  if (!rows[0]) throw new Error(`No rule ${q}`);
  return rows[0];
};

/** An investigation with events, and the rules run over them. */
async function investigate(events = [processEvent(T, 'x wicked y')]): Promise<string> {
  const { id } = await startInvestigation(app);
  await untilRun(app, id);
  await keepEvents(app, id, 'source-1', events);
  await run(id);
  return id;
}

async function run(id: string) {
  const before = (await app.client.call(rulesContract.runs, { params: { id } })).length;
  await app.client.call(rulesContract.run, { params: { id }, body: {} });
  return vi.waitFor(
    async () => {
      const runs = await app.client.call(rulesContract.runs, { params: { id } });
      const [last] = runs;
      if (!last || runs.length === before || last.state === 'RUNNING')
        throw new Error('It still runs');
      expect(last).toMatchObject({ state: 'DONE', error: null });
      return last;
    },
    { timeout: 20_000, interval: 50 },
  );
}

describe('packs', () => {
  test('[RU2] a ZIP is read in memory; hostile names and what is no rule are told, nothing is lost', async () => {
    const zip = await zipOf({
      'rules/a.yml': ruleText(A, 'First rule', 'wicked'),
      'rules/again.yml': ruleText(A, 'The same id', 'other'),
      'rules/odd.yml': ruleText(B, 'Unsupported', 'x').replace('contains', 'near'),
      'rules/bad.yml': 'title: [',
      '../../evil.yml': ruleText(C, 'Out', 'x'),
      'readme.md': 'hello',
      'bomb.yml': `a: &a [x]\nb: [*a, *a]\ndetection: {}\n`,
    });
    const answer = await send('/api/forensics/rule-packs/preview?name=mine.zip', zip);
    const receipt = rulesContract.previewPack.response.parse(await answer.json());
    expect(receipt).toMatchObject({
      passedOver: 1,
      ready: 1,
      unsupported: 1,
      newCount: receipt.read,
    });
    expect(receipt.duplicates).toEqual([{ file: 'rules/again.yml', key: A, first: 'rules/a.yml' }]);
    expect(receipt.rejected).toContainEqual({
      file: '../../evil.yml',
      reason: 'its name leads out of the archive',
    });
    expect(receipt.rejected.map(({ file }) => file)).toContain('rules/bad.yml');
    expect(receipt.left.map(({ file }) => file)).toContain('rules/odd.yml');
    const packs = await app.client.call(rulesContract.packs, {});
    expect(packs.map(({ id }) => id)).toContain('starter-sigma');
    expect(packs.some(({ name }) => name === 'mine')).toBe(false);
  });

  test('[RU2] what is no archive, no rule or empty is refused with a sentence', async () => {
    for (const [name, body] of [
      ['x.zip', 'PK\u0003\u0004 and no more'],
      ['x.ndjson', folderOf({ 'readme.md': 'x' })],
      ['x.txt', 'hello'],
    ] as const) {
      const answer = await send(`/api/forensics/rule-packs?name=${name}`, body);
      expect([name, answer.status]).toEqual([name, 400]);
    }
    expect(
      (await app.client.call(rulesContract.packs, {})).map(({ origin }) => origin),
    ).not.toContain('imported');
  });

  test('[RU3] an update shows new, changed and gone; switches, tuning and versions stay', async () => {
    const pack = await importFolder({
      'a.yml': ruleText(A, 'First', 'one'),
      'b.yml': ruleText(B, 'Second', 'two'),
    });
    const first = await ruleOf(pack.id, 'First');
    await app.client.call(rulesContract.change, {
      params: { id: first.id },
      body: { isEnabled: false },
    });
    await app.client.call(rulesContract.tune, {
      params: { id: first.id },
      body: {
        name: 'Ours',
        reason: 'Known',
        text: 'selection:\n  User: backup\ncondition: selection',
      },
    });
    const files = { 'a.yml': ruleText(A, 'First', 'eins'), 'c.yml': ruleText(C, 'Third', 'three') };
    const updated = await importFolder(files, `name=mine.ndjson&pack=${pack.id}`);
    expect(updated).toMatchObject({ id: pack.id, version: 2, rules: 2, gone: 1, disabled: 1 });
    expect(updated.receipt).toMatchObject({
      newCount: 1,
      changedCount: 1,
      goneCount: 1,
      unchanged: 0,
    });
    const now = await app.client.call(rulesContract.get, { params: { id: first.id } });
    expect(now).toMatchObject({ isEnabled: false, tunings: 1, version: 2 });
    expect(now.text).toContain('eins');
    const versions = await app.client.call(rulesContract.versions, { params: { id: first.id } });
    expect(versions.map(({ number }) => number)).toEqual([2, 1]);
    expect((await importFolder(files, `name=mine.ndjson&pack=${pack.id}`)).receipt).toMatchObject({
      unchanged: 2,
      changedCount: 0,
    });
  });

  test('[RU4] a pack that is removed takes nothing with it, and comes back', async () => {
    const pack = await importFolder({ 'a.yml': ruleText(A, 'First', 'wicked') });
    const id = await investigate();
    expect((await app.request('DELETE', `/api/forensics/rule-packs/${pack.id}`)).status).toBe(204);
    expect(
      (await app.client.page(rulesContract.hits, { query: { investigation: id } })).total,
    ).toBe(1);
    expect((await app.client.page(rulesContract.list, { query: { pack: pack.id } })).total).toBe(0);
    await app.client.call(rulesContract.restorePack, { params: { id: pack.id }, body: {} });
    expect(await ruleOf(pack.id, 'First')).toMatchObject({ hits: 1 });
  });
});

describe('running', () => {
  test('[RU5] a hit keeps rule, version, hash and what matched, and becomes one alert with its record', async () => {
    const pack = await importFolder({ 'a.yml': ruleText(A, 'Wicked word', 'wicked') });
    const id = await investigate([
      ...Array.from({ length: 5 }, (_, n) =>
        processEvent(T + n, `wicked ${n}`, { record: `${n}` }),
      ),
      processEvent(T + 10, 'wicked too', { host: 'ws2' }),
      processEvent(T + 11, 'harmless'),
    ]);
    const { rows, total } = await app.client.page(rulesContract.hits, {
      query: { investigation: id },
    });
    expect(total).toBe(6);
    const rule = await app.client.call(rulesContract.get, {
      params: { id: (await ruleOf(pack.id, 'Wicked')).id },
    });
    expect(rule.hits).toBe(6);
    expect(rows[5]).toMatchObject({
      ...{
        ruleId: rule.id,
        ruleHash: rule.hash,
        ruleVersion: 1,
        place: 'Sysmon.evtx, record 0, offset 4096',
      },
      matched: [{ field: 'CommandLine', value: 'wicked 0' }],
    });
    const alerts = (await listAll(app)).alerts.filter(({ title }) => title === 'Wicked word');
    expect(alerts.map(({ sourceHost }) => sourceHost).sort()).toEqual(['ws1', 'ws2']);
    const one = alerts.find(({ sourceHost }) => sourceHost === 'ws1');
    expect(one).toMatchObject({
      severity: 'HIGH',
      techniques: ['T1059.001'],
      source: 'Detection rules',
    });
    expect(one?.description).toContain('that the rule found: 5');
    const raw = await app.request('GET', `/api/alerts/${one?.id}/raw`);
    expect(await raw.text()).toContain('wicked 0');
    const back = await app.client.page(rulesContract.hits, { query: { alert: one?.id ?? '' } });
    expect(back.rows.every(({ investigationId }) => investigationId === id)).toBe(true);
    expect(back.total).toBe(5);
  });

  test('[RU6] a second run makes nothing twice', async () => {
    await importFolder({ 'a.yml': ruleText(A, 'Wicked word', 'wicked') });
    const id = await investigate();
    const alerts = (await listAll(app)).alerts.length;
    const again = await run(id);
    expect(again.receipt).toMatchObject({ events: 1, hits: 1, newHits: 0, alerts: 0 });
    expect((await listAll(app)).alerts.length).toBe(alerts);
    expect(
      (await app.client.page(rulesContract.hits, { query: { investigation: id } })).total,
    ).toBe(1);
  });

  test('[RU7] rules and packs that are switched off, and filters, are heeded', async () => {
    const pack = await importFolder({
      'a.yml': ruleText(A, 'Wicked word', 'wicked'),
      'b.yml': ruleText(B, 'Word', 'y'),
    });
    const rule = await ruleOf(pack.id, 'Wicked word');
    const off = await ruleOf(pack.id, B);
    await app.client.call(rulesContract.change, {
      params: { id: off.id },
      body: { isEnabled: false },
    });
    await app.client.call(rulesContract.tune, {
      params: { id: rule.id },
      body: {
        name: 'Ours',
        reason: 'Our own job',
        text: 'selection:\n  CommandLine|endswith: nightly\ncondition: selection',
      },
    });
    const id = await investigate([
      processEvent(T, 'wicked y nightly'),
      processEvent(T + 1, 'wicked y'),
    ]);
    const { rows } = await app.client.page(rulesContract.hits, { query: { investigation: id } });
    expect(rows.map(({ ruleTitle, summary }) => [ruleTitle, summary])).toEqual([
      ['Wicked word', 'wicked y'],
    ]);
    await app.client.call(rulesContract.changePack, {
      params: { id: pack.id },
      body: { isEnabled: false },
    });
    expect((await run(id)).receipt).toMatchObject({ hits: 0 });
  });

  test('[RU8] [RU13] a false positive is marked, stays marked through a run and a source read anew, and the mark comes off', async () => {
    await importFolder({ 'a.yml': ruleText(A, 'Wicked word', 'wicked') });
    const id = await investigate();
    const hits = () => app.client.page(rulesContract.hits, { query: { investigation: id } });
    let [hit] = (await hits()).rows;
    if (!hit) throw new Error('No hit');
    await app.client.call(rulesContract.mark, {
      params: { id: hit.id },
      body: { reason: 'Our own test' },
    });
    await run(id);
    expect((await hits()).rows[0]?.mark).toMatchObject({ reason: 'Our own test' });
    // The source is read anew: its events have other numbers, and one more is the same but for its record.
    await keepEvents(app, id, 'source-1', [
      processEvent(T, 'x wicked y', { record: '6', offset: 2048 }),
      processEvent(T, 'x wicked y'),
    ]);
    await run(id);
    const again = (await hits()).rows;
    expect(again.map(({ place, mark }) => [place, mark?.reason])).toEqual([
      [expect.stringContaining('record 7'), 'Our own test'],
      [expect.stringContaining('record 6'), undefined],
    ]);
    expect(again[0]?.eventId).not.toBe(hit.eventId);
    hit = again[0] ?? hit;
    const answer = await app.request('DELETE', `/api/forensics/rule-hits/${hit.id}/mark`);
    expect(await answer.json()).toMatchObject({ mark: null });
  });
});

test('[RU15] events name the rules that found them; a hit goes to the timeline with its rule', async () => {
  await importFolder({ 'a.yml': ruleText(A, 'Wicked word', 'wicked') });
  const id = await investigate([
    processEvent(T, 'quiet', { record: '1' }),
    processEvent(T + 1, 'x wicked y', { record: '2' }),
  ]);
  const [first] = await keptEvents(app, id);
  const onEvents = await app.client.call(rulesContract.eventHits, {
    params: { id },
    query: { source: 'source-1', from: first?.id ?? 0, count: 500 },
  });
  const [hit] = (await app.client.page(rulesContract.hits, { query: { investigation: id } })).rows;
  expect(onEvents).toEqual([
    {
      eventId: hit?.eventId,
      ruleId: hit?.ruleId,
      title: 'Wicked word',
      level: 'high',
      isMarked: false,
    },
  ]);
  const promote = () =>
    app.client.call(rulesContract.promoteHit, { params: { id: hit?.id ?? '' }, body: {} });
  expect(await promote()).toEqual({ promoted: 1, already: 0 });
  expect(await promote()).toEqual({ promoted: 0, already: 1 });
  const promoted = await app.request('GET', `/api/forensics/investigations/${id}/promoted`);
  expect(await promoted.json()).toEqual([
    expect.objectContaining({
      ...{
        eventId: hit?.eventId,
        technique: 'T1059.001',
        rule: { id: hit?.ruleId, name: 'Wicked word' },
      },
    }),
  ]);
});

test('[RU16] the text of an own rule is checked as it is written, and kept as a version', async () => {
  const id = await investigate([processEvent(T, 'x wicked y')]);
  const [event] = await keptEvents(app, id);
  const from = await app.client.call(rulesContract.draftFrom, {
    query: { investigation: id, event: String(event?.id) },
  });
  const draft = {
    ...{ title: 'Own wicked', description: 'Ours', level: 'high' as const, techniques: [] },
    logsource: from.proposed ?? { category: 'process_creation', product: 'windows' },
    fields: [{ name: 'CommandLine', values: ['wicked'], modifier: 'contains' as const }],
  };
  const saved = await app.client.call(rulesContract.saveDraft, {
    body: { draft, test: { event: from.event } },
  });
  const check = (text: string) =>
    app.client.call(rulesContract.check, { params: { id: saved.id }, body: { text } });
  expect(await check(saved.text)).toMatchObject({ problem: null, tests: [{ outcome: 'passed' }] });
  const deaf = saved.text.replaceAll('wicked', 'nothing of it');
  expect(await check(deaf)).toMatchObject({ problem: null, tests: [{ outcome: 'failed' }] });
  const broken = await check(saved.text.replace(/condition: .*/, 'condition: nobody'));
  expect(broken.problem).toEqual(expect.any(String));
  expect(broken.tests).toMatchObject([{ outcome: 'not run' }]);
  expect(await check('a: [')).toMatchObject({ problem: expect.any(String) });
  const next = await app.client.call(rulesContract.change, {
    params: { id: saved.id },
    body: { text: deaf },
  });
  expect([next.version, next.text]).toEqual([saved.version + 1, deaf.trim()]);
});

describe('writing', () => {
  test('[RU9] a filter is tried on the kept hits before it is kept; one that cannot run is refused', async () => {
    const pack = await importFolder({ 'a.yml': ruleText(A, 'Wicked word', 'wicked') });
    await investigate([processEvent(T, 'wicked nightly'), processEvent(T + 1, 'wicked')]);
    const { id } = await ruleOf(pack.id, 'Wicked');
    const text = 'selection:\n  CommandLine|endswith: nightly\ncondition: selection';
    const tried = await app.client.call(rulesContract.tryTuning, {
      params: { id },
      body: { text },
    });
    expect(tried).toMatchObject({ problem: null, hits: 2, left: 1 });
    expect(tried.sample.filter(({ isTaken }) => isTaken).map(({ summary }) => summary)).toEqual([
      'wicked nightly',
    ]);
    const body = { name: 'Bad', reason: 'x', text: 'condition: nothing' };
    expect((await app.request('POST', `/api/forensics/rules/${id}/tunings`, { body })).status).toBe(
      400,
    );
  });

  test('[RU10] events kept with a rule are tried at once', async () => {
    const pack = await importFolder({ 'a.yml': ruleText(A, 'Wicked word', 'wicked') });
    const { id } = await ruleOf(pack.id, 'Wicked');
    const { fields } = processEvent(T, 'wicked');
    for (const isHit of [true, false]) {
      const body = { name: `is ${isHit}`, isHit, event: { ...fields } as Record<string, string> };
      await app.client.call(rulesContract.addTest, { params: { id }, body });
    }
    const tests = await app.client.call(rulesContract.tests, { params: { id } });
    expect(tests.map(({ name, outcome }) => [name, outcome]).sort()).toEqual([
      ['is false', 'failed'],
      ['is true', 'passed'],
    ]);
  });

  test("[RU11] a rule is drafted from an event, tried on the logs and saved to 'Own rules'", async () => {
    const id = await investigate([
      processEvent(T, 'calc.exe*'),
      processEvent(T + 1, 'calc.exe and more'),
    ]);
    const { rows } = await app.client.page(rulesContract.hits, { query: { investigation: id } });
    expect(rows).toEqual([]);
    const event = String((await keptEvents(app, id))[0]?.id);
    const source = await app.client.call(rulesContract.draftFrom, {
      query: { investigation: id, event },
    });
    expect(source.proposed).toEqual({ product: 'windows', category: 'process_creation' });
    const draft = {
      title: 'Odd "calc": start',
      level: 'high' as const,
      logsource: source.proposed,
      techniques: ['T1059'],
      fields: [{ name: 'CommandLine', modifier: 'is' as const, values: ['calc.exe*'] }],
    };
    const tried = await app.client.call(rulesContract.tryDraft, {
      body: { draft, investigation: id },
    });
    expect(tried).toMatchObject({ problem: null, events: 2, hits: 1 });
    const saved = await app.client.call(rulesContract.saveDraft, {
      body: { draft, test: { event: source.event } },
    });
    expect(saved).toMatchObject({ packName: 'Own rules', state: 'ready', techniques: ['T1059'] });
    const tests = await app.client.call(rulesContract.tests, { params: { id: saved.id } });
    expect(tests.map(({ outcome }) => outcome)).toEqual(['passed']);
    const text = saved.text.replace('level: high', 'level: low');
    const written = await app.client.call(rulesContract.change, {
      params: { id: saved.id },
      body: { text },
    });
    expect(written).toMatchObject({ id: saved.id, version: 2, level: 'low' });
    const broken = { text: 'title: x' };
    expect(
      (await app.request('PATCH', `/api/forensics/rules/${saved.id}`, { body: broken })).status,
    ).toBe(400);
  });
});
