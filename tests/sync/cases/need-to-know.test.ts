/** Every call of the contract, as somebody who is not named: nothing of a restricted investigation is told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpointPath } from '../../../src/shared/contract/client.ts';
import type { Endpoint } from '../../../src/shared/contract/define.ts';
import { contract } from '../../../src/shared/contract/index.ts';
import { ROLES, type Role, roleMay } from '../../../src/shared/contract/permissions.ts';
import { openRestrictedWorld, type RestrictedWorld, restrict, WORD } from './restricted-world.ts';

const ENDPOINTS = Object.entries(contract)
  .flatMap(([area, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
      name: `${area}.${name}`,
      endpoint,
    })),
  )
  .filter(({ endpoint }) => endpoint.permission !== 'public' && endpoint.response !== 'events');
const SINGLE = ENDPOINTS.filter(({ endpoint }) => /\{\w+\}/.test(endpoint.path));
const READS = ENDPOINTS.filter(
  ({ endpoint }) => endpoint.method === 'GET' && !/\{\w+\}/.test(endpoint.path),
);
/** What a call must be asked with to answer at all; a call is asked without it, too. */
const QUERY = { q: WORD, format: 'md', days: '30', from: '2020-01-01', to: '2030-01-01' };
const BODIES: readonly object[] = [
  {},
  { text: 'x', reason: 'x', title: 'x', description: 'x', people: ['x'], verdict: 'benign' },
  { eventIds: [1], note: 'x', tags: ['x'], kind: 'related-to', value: 'x.example.com' },
  { uploadId: '00000000-0000-4000-8000-000000000000', path: 'x', isAnew: true, readers: [] },
];

let world: RestrictedWorld;
const tokens = {} as Record<Role, string>;
const warmed: string[] = [];

const isTold = (text: string): string[] =>
  [WORD, ...Object.values(world.hidden)].filter((word) => text.toLowerCase().includes(word));

async function answerOf(token: string, method: string, path: string, body?: object) {
  const response = await world.app.request(method, path, body ? { token, body } : { token });
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString() };
}

const NEVER = '00000000-0000-4000-8000-000000000000';

/** An administrator is told how many there are, and may add a person: see restriction.test.ts. */
const mayAsk = (role: Role, { path, permission }: Endpoint): boolean =>
  !path.startsWith('/api/forensics/restricted') &&
  (permission === 'session' || roleMay(role, permission as never));

function bodiesOf({ method, body }: Endpoint): readonly (object | undefined)[] {
  return method === 'GET' || !body || body === 'bytes' ? [undefined] : BODIES;
}

/** The answer to a call about a record, without what is of the record's name and of the moment. */
async function askedOf(token: string, endpoint: Endpoint, id: string, body?: object) {
  const params = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [
      param,
      param === 'resource' ? 'investigations' : id,
    ]),
  );
  const path = endpointPath(endpoint, { params, query: { format: 'md' } });
  const { status, text } = await answerOf(token, endpoint.method, path, body);
  return `${status} ${text.replaceAll(id, '<id>').replace(/"(at|now|until)":"[^"]+"/g, '')}`;
}

beforeAll(async () => {
  world = await openRestrictedWorld();
  for (const role of ROLES) tokens[role] = await world.app.tokenFor(role);
  const alert = await answerOf(tokens['SOC Analyst'], 'GET', `/api/alerts/${world.alert}`);
  expect(alert.text).toContain(WORD);
  // Whatever is remembered between calls is remembered as the named analyst sees it.
  for (const { endpoint } of READS) {
    const path = endpointPath(endpoint, { query: { q: WORD } });
    const { text } = await answerOf(world.app.token ?? '', 'GET', path);
    if (isTold(text).length > 0) warmed.push(endpoint.path);
  }
  for (const id of [world.hidden.investigation, world.hidden.closed])
    expect((await restrict(world, id ?? '')).status).toBe(200);
}, 90_000);
afterAll(() => world.app.close());

test('[SY151] before it is restricted, and to who is named, the word is everywhere that is looked at', async () => {
  expect(warmed.length).toBeGreaterThan(6);
  const list = await answerOf(world.app.token ?? '', 'GET', '/api/forensics/investigations');
  expect(isTold(list.text).length).toBeGreaterThan(2);
});

describe.each(ROLES)('[SY151] %s who is not named', (role) => {
  test('reads no word, id or name of it in any list, search, figure or export', async () => {
    const told: string[] = [];
    for (const { name, endpoint } of READS) {
      if (endpoint.path === '/api/forensics/restricted') continue;
      for (const query of [{}, { q: WORD }, QUERY]) {
        const path = endpointPath(endpoint, { query });
        const { status, text } = await answerOf(tokens[role], 'GET', path);
        // A sentence may repeat what was asked for.
        const found = isTold(text.replaceAll(`"${WORD}"`, ''));
        if (found.length > 0 || status === 500) told.push(`${name} ${status}: ${found.join(' ')}`);
      }
    }
    expect(told).toEqual([]);
  }, 60_000);

  test('is answered about it as about one that never was, and changes nothing', async () => {
    const different: string[] = [];
    for (const { name, endpoint } of SINGLE.filter(({ endpoint: one }) => mayAsk(role, one)))
      for (const body of bodiesOf(endpoint)) {
        const answers = new Map<number, string>();
        for (const [what, id] of Object.entries(world.hidden)) {
          const answer = await askedOf(tokens[role], endpoint, id, body);
          const expected =
            answers.get(id.length) ??
            (await askedOf(tokens[role], endpoint, NEVER.padEnd(id.length, '0'), body));
          answers.set(id.length, expected);
          if (answer !== expected) different.push(`${name} of ${what}: ${answer} / ${expected}`);
        }
      }
    expect(different.slice(0, 20)).toEqual([]);
  }, 120_000);
});

test('[SY151] what is closed is as it was, after everybody has tried', async () => {
  const { app, at, hidden } = world;
  const one = await (await app.request('GET', at(hidden.investigation ?? ''))).json();
  expect(one).toMatchObject({ title: `Case ${WORD}`, isRestricted: true });
  const comments = await (
    await app.request('GET', at(hidden.investigation ?? '', '/comments'))
  ).json();
  expect(comments).toHaveLength(1);
  const evidence = await app.request('GET', `/api/evidence/${hidden.evidence}`);
  expect(await evidence.json()).toMatchObject({ title: `${WORD}.ndjson` });
});

test('[SY151] what the engine wrote on alerts of it is gone from them, and from their history', async () => {
  for (const rest of ['', '/history', '/raw', '/related', '/comments']) {
    const path = `/api/alerts/${world.alert}${rest}`;
    const { text } = await answerOf(tokens.Administrator, 'GET', path);
    expect([rest, isTold(text), text.includes('About a colleague')]).toEqual([rest, [], false]);
  }
  const marked = await answerOf(tokens['SOC Analyst'], 'GET', `/api/alerts/${world.alert}`);
  expect(JSON.parse(marked.text)).toMatchObject({ aiInvestigation: null });
});
