/** The HTTP receiver over real connections (docs/spec/receivers.md). */
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { dirname } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { drainInto, openRig, type ReceiverRig, type RigOptions } from '../helpers/receiver-rig.ts';

const SECRET = 'a token of sixteen and more';
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function rigOf(
  settings: Record<string, unknown> = {},
  more: Partial<RigOptions> = {},
): Promise<{ rig: ReceiverRig; db: TestDb }> {
  const db = openTestDb();
  open.push(db);
  const rig = await openRig({
    receiver: 'http-receiver',
    settings: { address: '127.0.0.1', port: 0, ...settings },
    secrets: { secret: SECRET },
    dataDir: dirname(db.storage.databasePath),
    ...more,
  });
  open.push(rig);
  return { rig, db };
}

interface Answer {
  readonly status: number;
  readonly body: { readonly text: string; readonly code: number; readonly records?: number };
}

function post(
  rig: ReceiverRig,
  body: string | Buffer,
  headers: Record<string, string> = { authorization: `Bearer ${SECRET}` },
  path = '/',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { port: rig.port('HTTP'), host: '127.0.0.1', method: 'POST', path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString()),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

const eve = (n: number) =>
  `{"event_type":"alert","timestamp":"2026-02-01T10:00:0${n}.000000+0000","src_ip":"192.0.2.${n}","alert":{"signature_id":${n},"gid":1,"rev":1,"signature":"Rule ${n}","severity":1}}`;

const titles = ({ db }: TestDb) =>
  db
    .read('test', (reader) =>
      reader.all<{ title: string }>('SELECT title FROM alerts ORDER BY title'),
    )
    .map(({ title }) => title);

describe('the HTTP receiver', () => {
  test.each([
    ['one object', eve(1), ['Rule 1']],
    ['an array', `[${eve(1)},${eve(2)}]`, ['Rule 1', 'Rule 2']],
    ['NDJSON', `${eve(1)}\n${eve(2)}\n`, ['Rule 1', 'Rule 2']],
    [
      'HEC events',
      `{"time":1,"host":"h","event":${eve(1)}}{"event":${eve(2)}}`,
      ['Rule 1', 'Rule 2'],
    ],
    [
      'HEC with text',
      '{"event":"CEF:0|Example|Guard|1|7|Worm stopped|9|src=192.0.2.1"}',
      ['Worm stopped'],
    ],
    ['lines', '<10>1 2026-02-01T10:00:00Z h app - - - disk lost\n', ['app: disk lost']],
    [
      'JSON of no known format',
      '{"title":"Odd thing","severity":"high","host":"h-1"}',
      ['Odd thing'],
    ],
  ])(
    '[RC9] [RC10] takes %s, and answers 200 once the database has it',
    async (_name, body, expected) => {
      const { rig, db } = await rigOf();
      let isAnswered = false;
      const answer = post(
        rig,
        body,
        { authorization: `Splunk ${SECRET}` },
        '/services/collector/event',
      ).then((found) => {
        isAnswered = true;
        return found;
      });
      await rig.until(() => rig.state().received === expected.length);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(isAnswered).toBe(false);
      await drainInto(db, rig.run.plan);
      expect(await answer).toMatchObject({
        status: 200,
        body: { code: 0, records: expected.length },
      });
      expect(titles(db)).toEqual(expected);
    },
    20_000,
  );

  test('[RC11] refuses a token that is missing or wrong, without reading the body', async () => {
    const { rig } = await rigOf();
    const wrong: Record<string, string>[] = [
      {},
      { authorization: 'Bearer no' },
      { authorization: SECRET },
    ];
    for (const headers of wrong) {
      expect((await post(rig, eve(1), headers)).status).toBe(401);
    }
    expect(rig.state()).toMatchObject({ received: 0, rejected: 3 });
    expect(JSON.stringify(rig.state())).not.toContain(SECRET);
  });

  test('[RC11] a signature holds for its body, five minutes and once', async () => {
    const { rig, db } = await rigOf({ proof: 'hmac' });
    const signed = (body: string, seconds: number, secret = SECRET) => ({
      'x-timestamp': String(seconds),
      'x-signature': `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
    });
    const now = Math.floor(Date.now() / 1000);
    const good = signed(eve(1), now);
    const first = post(rig, eve(1), good);
    await rig.until(() => rig.state().received === 1);
    await drainInto(db, rig.run.plan);
    expect((await first).status).toBe(200);
    expect((await post(rig, eve(1), good)).status).toBe(401);
    expect((await post(rig, eve(2), good)).status).toBe(401);
    expect((await post(rig, eve(1), signed(eve(1), now - 301))).status).toBe(401);
    expect((await post(rig, eve(1), signed(eve(1), now, 'another key'))).status).toBe(401);
    expect((await post(rig, eve(1), {})).status).toBe(401);
    expect(rig.state()).toMatchObject({ received: 1, rejected: 5 });
  }, 120_000);

  test('[RC12] answers 429 where there is no room or too much a second, 413 to what is too large', async () => {
    const full = await rigOf({}, { spoolLimitBytes: 10 });
    expect((await post(full.rig, eve(1))).status).toBe(429);
    const { rig } = await rigOf({ perSecond: 2 });
    const bad = { authorization: 'Bearer x' };
    const all = await Promise.all([1, 2, 3, 4].map(() => post(rig, eve(1), bad)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([401, 401, 429, 429]);
    const large = await rigOf();
    const declared = {
      authorization: `Bearer ${SECRET}`,
      'content-length': String(17 * 1_048_576),
    };
    expect((await post(large.rig, '', declared).catch(() => ({ status: 413 }))).status).toBe(413);
  });

  test('[RC12] other methods, other paths and bodies without records are refused', async () => {
    const { rig } = await rigOf();
    expect((await post(rig, eve(1), undefined, '/etc/passwd')).status).toBe(404);
    expect((await post(rig, '   ')).status).toBe(400);
    const short = await rigOf({}, { secrets: { secret: 'short' } });
    expect(short.rig.state().error).toBe('The token or key needs at least 16 characters.');
  });
});
